"""Decks at the matchbox table itself: in the hands' time, and a visitor may touch the board."""

import numpy as np

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.tape import Tape, tape_value
from machines.menace.exhibit import Menace
from machines.menace.scene import OPPONENTS
from machines.menace.tray import SHAKE_US
from tests.machines.menace.bench import act, check, exhibit, play, scene, until


def deal(menace: Menace, *cards: str) -> None:
    """A deck in the hopper, START pressed."""
    deck = Deck("deck.txt", tuple(Card.of_text(text) for text in cards))
    act(menace, "reader.hopper", deck_value(deck))
    act(menace, "reader.start")


def rest(menace: Menace) -> str:
    """Until nothing moves by itself; why."""
    while menace.view().busy:
        menace.advance(100_000)
    return menace.view().reason


def printed(menace: Menace) -> str:
    return menace.state.printer.paper.text()


def test_a_deck_plays_at_the_table_in_the_hands_time() -> None:
    menace = exhibit()
    deal(menace, "GAME   1 CROSS=PERFECT", "PLAYS  3", "END")
    rest(menace)
    assert len(scene(menace).results) == 3
    assert [one.opponent for one in menace.plays_since(0)] == ["perfect"] * 3
    assert menace.now_us > 3 * 4 * SHAKE_US
    assert "PLAYS 3" in printed(menace)
    assert menace.view().tallies["cards"] == 3
    assert menace.view().tallies["lines"] > 5
    check(menace)
    assert scene(menace).opponent == "visitor"  # what the knob stands at


def test_a_card_moves_for_the_visitor_and_the_visitor_may_go_on() -> None:
    menace = exhibit()
    deal(menace, "GAME   1", "MOVE   8")
    rest(menace)
    while scene(menace).phase != "visitor":
        menace.advance(100_000)
    shown = scene(menace)
    assert shown.marks[1] == 8
    while until(menace, "visitor", "over").phase == "visitor":
        act(menace, f"board.square.{scene(menace).board.moves[0]}")
    deal(menace, "END")
    rest(menace)
    assert "PLAY 1" in printed(menace)
    assert len(scene(menace).results) == 1


def test_beads_saved_on_tape_come_back_and_begin_a_day() -> None:
    menace = exhibit(opponent=OPPONENTS.index("random"))
    for _ in range(3):
        play(menace, "random")
    beads = scene(menace).beads
    act(menace, "tape1.file_protect", 0)
    act(menace, "tape1.mount", tape_value(Tape("beads.tap", ())))
    act(menace, "tape1.load_rewind")
    menace.advance(60_000_000)
    act(menace, "tape1.start")
    deal(menace, "SAVE   1 THURSDAY", "END")
    rest(menace)
    for _ in range(3):
        play(menace, "random")
    assert not np.array_equal(scene(menace).beads, beads)
    deal(menace, "LOAD   1 THURSDAY", "END")
    rest(menace)
    shown = scene(menace)
    assert np.array_equal(shown.beads, beads)
    assert shown.day == 2
    assert len(shown.results) == 0
    check(menace)
