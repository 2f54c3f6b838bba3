"""Cards in the rooms of noughts and crosses: one that is refused can be put right by a touch, and
none replaces what visitors have taught without asking."""

import pytest

from devices.media.deck import deck_value, read_text_deck
from devices.screen.guide import ASKS_MS, Medium, NextStep
from devices.screen.sayings import Sayings
from devices.screen.ui_text import languages, read_language
from tests.machines.test_guides import check_acts, check_touch, check_words
from tests.machines.visitor import Visitor

ROOMS = ("menace", "pegasus")
TAUGHT = {
    "menace": ("GAME   1 CROSS=RANDOM", "PLAYS  2", "END"),
    "pegasus": ("GAME   1 NOUGHT=LEARN CROSS=RANDOM", "PLAYS  2", "END"),
}
BY_HAND = {
    "menace": ("GAME   1 NOUGHT=MENACE CROSS=OPERATOR", "MOVE   Q"),
    "pegasus": ("GAME   1 NOUGHT=LEARN CROSS=OPERATOR", "MOVE   Q"),
}


def put(visitor: Visitor, *cards: str) -> None:
    text = "".join(f"{card}\n" for card in cards)
    visitor.operate("reader.hopper", deck_value(read_text_deck(text, "deck.txt")))


def run(visitor: Visitor, *cards: str) -> None:
    """Have a deck read, the printer at work."""
    if visitor.name == "menace":
        visitor.operate("printer.start", 1)
    put(visitor, *cards)
    visitor.operate("reader.start", 1)
    for _ in range(60):
        visitor.wait(2_000)


def said(visitor: Visitor) -> NextStep:
    step = visitor.step()
    check_words(visitor.name, step)
    return step


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("more", [("END",), ()])
def test_a_refused_card_is_told_and_its_deck_can_be_taken_out(
    name: str, more: tuple[str, ...]
) -> None:
    visitor = Visitor(name)
    run(visitor, *BY_HAND[name], *more)
    step = said(visitor)
    assert (step.prompt, step.why) == ("card_refused", True)
    assert step.controls == ("reader.empty_hopper",)
    assert "deck.txt, card 2" in visitor.exhibit.view().reason
    check_touch(visitor, step, *step.controls)
    after = said(visitor)
    assert after.prompt != "card_refused"
    assert "card 2" not in visitor.exhibit.view().reason
    visitor.press_play()
    assert not visitor.refused
    assert visitor.step().prompt == "square"


@pytest.mark.parametrize("name", ROOMS)
def test_play_takes_a_refused_deck_out_itself(name: str) -> None:
    visitor = Visitor(name)
    run(visitor, "NONSENSE", "END")
    step = said(visitor)
    assert step.prompt == "card_refused"
    check_acts(visitor, step)


@pytest.mark.parametrize("name", ROOMS)
def test_after_a_deck_was_taken_out_another_is_read(name: str) -> None:
    visitor = Visitor(name)
    run(visitor, *BY_HAND[name], "END")
    visitor.operate("reader.empty_hopper", 1)
    run(visitor, *TAUGHT[name])
    assert not visitor.refused
    assert visitor.exhibit.plays == 2


@pytest.mark.parametrize("name", ROOMS)
def test_a_card_that_replaces_what_was_taught_asks_first(name: str) -> None:
    visitor = Visitor(name)
    run(visitor, *TAUGHT[name])
    put(visitor, "LOAD   1", "END")
    start = visitor.hits()["reader.start"]
    visitor.touch(start)
    visitor.settle()
    assert not reader_is_ready(visitor)
    step = said(visitor)
    assert (step.prompt, step.controls, step.yours) == ("wipe_load", ("reader.start",), True)
    visitor.wait(ASKS_MS + 100)
    assert visitor.step().prompt != "wipe_load"
    visitor.touch(start)
    visitor.touch(start)
    visitor.settle()
    visitor.wait(2_000)
    assert visitor.step().prompt.startswith("tape_")


def test_a_new_day_of_the_boxes_asks_first_and_says_so() -> None:
    visitor = Visitor("menace")
    run(visitor, *TAUGHT["menace"])
    day = visitor.hits()["table.day"]
    visitor.touch(day)
    step = said(visitor)
    assert (step.prompt, step.controls, step.yours) == ("wipe_day", ("table.day",), True)
    assert visitor.exhibit.plays == 2
    visitor.wait(ASKS_MS + 100)
    visitor.touch(day)
    check_touch(visitor, said(visitor), "table.day")
    assert visitor.step().prompt != "wipe_day"


def put_in(visitor: Visitor, control: str, value: str) -> None:
    """A deck was chosen in the drawer, or a card typed."""
    for act in visitor.room.put_in(control, value, visitor.context()):
        assert not isinstance(act.value, Medium)
        visitor.operate(act.control, act.value)


@pytest.mark.parametrize("name", ROOMS)
def test_a_load_card_that_is_typed_asks_too(name: str) -> None:
    visitor = Visitor(name)
    run(visitor, *TAUGHT[name][:-1])  # without END: the reader waits for a card
    assert visitor.exhibit.plays
    put_in(visitor, "reader.correct", "LOAD   1")
    assert not visitor.refused
    assert not reader_is_ready(visitor)
    step = said(visitor)
    assert (step.prompt, step.controls, step.yours) == ("wipe_load", ("reader.start",), True)
    visitor.wait(ASKS_MS + 100)
    assert visitor.exhibit.plays
    visitor.touch(visitor.hits()["reader.start"])
    visitor.settle()
    assert not reader_is_ready(visitor), "it asks again"
    visitor.touch(visitor.hits()["reader.start"])
    visitor.settle()
    visitor.wait(2_000)
    assert visitor.step().prompt.startswith("tape_")


@pytest.mark.parametrize("name", ROOMS)
def test_a_load_card_of_a_deck_put_behind_one_that_is_read_asks(name: str) -> None:
    visitor = Visitor(name)
    run(visitor, *TAUGHT[name])
    put(visitor, *TAUGHT[name])
    visitor.operate("reader.start", 1)
    deck = deck_value(read_text_deck("LOAD   1\n", "deck.txt"))
    put_in(visitor, "reader.hopper", deck)
    assert not reader_is_ready(visitor)
    visitor.touch(visitor.hits()["reader.start"])
    assert said(visitor).prompt == "wipe_load"


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("card", ["PLAYS  2", "*  LOAD"])
def test_other_cards_that_are_typed_are_read_at_once(name: str, card: str) -> None:
    visitor = Visitor(name)
    run(visitor, *TAUGHT[name][:-1])
    put_in(visitor, "reader.correct", card)
    assert reader_is_ready(visitor)


@pytest.mark.parametrize("name", ROOMS)
def test_a_card_that_replaces_nothing_does_not_ask(name: str) -> None:
    visitor = Visitor(name)
    put(visitor, "LOAD   1", "END")
    visitor.touch(visitor.hits()["reader.start"])
    visitor.settle()
    assert reader_is_ready(visitor)


def reader_is_ready(visitor: Visitor) -> bool:
    reader = visitor.exhibit.view().units["reader"]
    assert hasattr(reader, "ready")
    return bool(reader.ready)


WRONG = (
    "GAME   1 NOUGHT=NOBODY",
    "GAME   1 NOUGHT=",
    "GAME   1 CROSS=OPERATOR CROSS=OPERATOR",
    "GAME   1 RED=X",
    "GAME   1 CROSS=STANDARD/2",
    "GAME   1 NOUGHT=1961",
    "PLAYS  X",
    "MOVE   Q",
    "BEADS  999",
    "BEADS  X",
    "BEADS",
    "SAVE   1 TOOLONGANAMEFORATAPEFILE",
    "MOVE 4",
    "NONSENSE",
)
BEHIND = ("PLAYS  3", "MOVE   Q", "MOVE   44", "SAVE   1")
"""Wrong behind a GAME card with an operator."""


@pytest.mark.parametrize("name", ROOMS)
def test_why_a_card_is_refused_is_told_in_each_language(name: str) -> None:
    reasons = set()
    for deck in (*((card,) for card in WRONG), *((BY_HAND[name][0], card) for card in BEHIND)):
        visitor = Visitor(name)
        if name == "menace":
            visitor.operate("printer.start", 1)
        put(visitor, *deck)
        visitor.operate("reader.start", 1)
        visitor.wait(20_000)
        reasons.add(visitor.exhibit.view().reason)
    assert len(reasons) > len(WRONG) - 2
    for code in languages()[1:]:
        words = read_language(code)
        told = Sayings({**words.said, **words.rooms[name].said}, code)
        left = [said for one in reasons if "; expected" in (said := told.told(one))]
        assert left == [], code
