"""Nothing played at the matchbox table is lost, whenever the process is killed.

The museum keeps the log of a visitor's acts and each finished play
(machines.museum.sessions.session_store).  So a process killed in the middle of a reinforcement
comes back to its last line, at least to the last finished play, and every bead is accounted for.
"""

from pathlib import Path

import numpy as np
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from machines.menace.exhibit import Menace
from machines.menace.flow import REWARD_US
from machines.menace.scene import OPPONENTS
from machines.menace.tray import SHAKE_US
from machines.museum.sessions.session_store import OpenSession, SessionStore
from tests.machines.menace.bench import act, check, digest, exhibit, play, scene, until

NAME = "menace"


def opened(folder: Path) -> tuple[SessionStore, OpenSession, Menace]:
    store = SessionStore(folder)
    kept = store.open(NAME, exhibit)
    assert isinstance(kept.exhibit, Menace)
    return store, kept, kept.exhibit


def come_to(store: SessionStore, kept: OpenSession, us: int) -> None:
    """Let time pass as the museum does."""
    while us > 0:
        step = min(us, 300_000)
        kept.session.advance(NAME, step)
        if kept.session.finished(NAME):
            store.mark(kept)
        us -= step


def test_killed_in_the_middle_of_a_reinforcement_the_play_is_reinforced_again(
    tmp_path: Path,
) -> None:
    store, kept, menace = opened(tmp_path)
    kept.session.act(NAME, "table.opponent", OPPONENTS.index("random"))
    kept.session.act(NAME, "table.new", 1)
    while menace.table.under_way:
        come_to(store, kept, menace.table.due_us() or 0)
    kept.session.act(NAME, "table.new", 1)
    while scene(menace).phase != "rewarding":
        come_to(store, kept, menace.table.due_us() or 0)
    come_to(store, kept, REWARD_US + 400_000)
    assert menace.table.state.play.gaining == 1
    assert menace.table.cabinet.on_board
    store.close()  # the process is gone; the beads are half moved
    again_store, _, again = opened(tmp_path)
    check(again)
    assert again.view().plays == 1
    assert again.table.state.begun == 2
    again.advance(menace.now_us - again.now_us)
    assert digest(again) == digest(menace)
    until(again, "over")
    check(again)
    assert again.view().plays == 2
    again_store.close()


def test_an_act_in_the_middle_of_a_reinforcement_brings_it_back_to_there(tmp_path: Path) -> None:
    store, kept, menace = opened(tmp_path)
    kept.session.act(NAME, "table.opponent", OPPONENTS.index("menace"))
    kept.session.act(NAME, "table.new", 1)
    while menace.table.state.play.gaining == 0:
        come_to(store, kept, menace.table.due_us() or 0)
    kept.session.act(NAME, "table.loss", -4)
    state = digest(menace)
    store.close()
    again_store, kept, again = opened(tmp_path)
    assert digest(again) == state
    assert again.table.state.play.phase == "rewarding"
    assert again.table.cabinet.on_board
    check(again)
    kept.session.act(NAME, "table.undo", 1)
    assert np.array_equal(scene(again).beads, scene(exhibit()).beads)
    again_store.close()


@pytest.mark.slow
def test_restored_at_any_moment_of_a_play_every_bead_is_accounted_for() -> None:
    menace = exhibit(12)
    for choice in range(3):
        play(menace, "menace", choice)
    menace.table.begin("menace")
    while menace.table.under_way:
        menace.advance(310_000)
        again = exhibit()
        again.restore(menace.snapshot())
        check(again)
        assert digest(again) == digest(menace)


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
