"""What takes a visitor's game off the board asks first, in every room; nothing else does.

A visitor has made two moves.  Each control of the room is touched once, from that same moment: the
game still goes on.  What asked does it at its second touch.
"""

import random
from functools import lru_cache

import pytest

from devices.media.deck import deck_value, read_text_deck
from devices.screen.guide import ASIDE, ASKS_MS, ENDS, RESET, RESETS, Medium
from machines.storage.registry import EXHIBITS
from tests.machines.visitor import Visitor

NAMES = [one.name for one in EXHIBITS]
ASK = {
    "ibm704": {
        "console.load_cards": ENDS, "console.load_tape": ENDS, "console.clear": ENDS,
        "selector.program": ASIDE,
    },
    "anaconda": {"pc.new": ENDS, "pc.samuel": ASIDE, "pc.contest": ASIDE},
    "menace": {"table.day": "wipe_day"},
    "pegasus": {
        "desk.clear": ENDS, "desk.cross": ENDS, "desk.cross.learn": ENDS,
        "desk.cross.random": ENDS, "desk.cross.distinct": ENDS, "desk.cross.expert": ENDS,
        "desk.cross.half": ENDS, "desk.cross.frozen": ENDS,
    },
    "morph": {
        "workstation.new": ENDS, "workstation.house": ASIDE, "workstation.contest": ASIDE,
        "workstation.empty": "wipe", "workstation.trained": "wipe_trained",
    },
}  # fmt: skip
"""The controls that ask over a visitor's game, with their prompts.  704: board.now_then asks where
Alpha has learned, the console's RESET over a game in the 704's own storage; LOAD DRUM never, since
it is refused."""
MOVES = ("board.square", "sheet.square", "pc.square", "workstation.square")
KEYS = ("console.key.", "workstation.pattern", "workstation.move", "workstation.why", "pc.window")
"""Of many that are alike one is tried."""


def move(visitor: Visitor, chance: random.Random) -> None:
    """The visitor's next move, square by square."""
    for _ in range(200):
        step = visitor.step()
        if step.yours and step.controls and step.controls[0].startswith(MOVES):
            visitor.touch(visitor.hits()[chance.choice(step.controls)])
            visitor.settle()
            if step.prompt == "square":
                return
        visitor.wait(200, 20)
    raise AssertionError(visitor.step().prompt)


@lru_cache(maxsize=1)
def playing(name: str) -> tuple[Visitor, bytes]:
    """A visitor whose turn it is after two moves of his own, and the machine as it is then."""
    visitor, chance = Visitor(name), random.Random(7)
    assert visitor.press_play().yours
    for _ in range(2):
        move(visitor, chance)
    for _ in range(200):
        if visitor.step().yours and visitor.room.at_stake(visitor.context()):
            break
        visitor.wait(200, 20)
    visitor.settle()
    visitor.look()
    return visitor, visitor.exhibit.snapshot()


def controls(visitor: Visitor) -> list[str]:
    """All controls but the squares; of those that are alike one."""
    hits = [name for name in sorted(visitor.hits()) if not name.startswith(MOVES)]
    alike = [next((name for name in hits if name.startswith(key)), "") for key in KEYS]
    return [name for name in hits if not name.startswith(KEYS)] + [name for name in alike if name]


def as_it_was(name: str) -> Visitor:
    visitor, before = playing(name)
    visitor.settle()
    visitor.exhibit.restore(before)
    visitor.room.confirmation.forget_other("")
    visitor.now_ms += ASKS_MS
    return visitor


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_single_touch_takes_a_visitors_game_away(name: str) -> None:
    asked = {}
    for control in controls(as_it_was(name)):
        visitor = as_it_was(name)
        hit = visitor.hits().get(control)
        if hit is None or hit.touch.kind in ("look", "act"):
            continue
        visitor.touch(hit)
        visitor.wait(1_000)
        assert visitor.room.at_stake(visitor.context()), control
        step = visitor.room.asked(visitor.context())
        if step is not None:
            assert step.controls == (control,)
            asked[control] = step.prompt
    assert asked == ASK[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_second_touch_does_it_and_another_control_between_asks_anew(name: str) -> None:
    control = next(iter(ASK[name]))
    visitor = as_it_was(name)
    hit = visitor.hits()[control]
    visitor.touch(hit)
    assert visitor.room.agrees("another.control", visitor.context())
    visitor.touch(hit)
    assert visitor.room.at_stake(visitor.context()), "another control was touched between"
    visitor.touch(hit)
    visitor.settle()
    visitor.wait(3_000)
    assert not visitor.room.at_stake(visitor.context())


@pytest.mark.parametrize("name", NAMES)
def test_cards_and_reset_ask_over_a_game_and_reset_alone_without(name: str) -> None:
    visitor = Visitor(name)
    context = visitor.context()
    assert visitor.room.asks("card.any", context) == ""
    assert visitor.room.asks(RESET, context) == RESETS
    assert not visitor.room.agrees(RESET, context)
    assert visitor.step().controls == (RESET,)
    assert visitor.room.agrees(RESET, context)
    visitor = as_it_was(name)
    assert visitor.room.asks("card.any", visitor.context()) == ENDS
    assert visitor.room.asks(RESET, visitor.context()) == ENDS


def test_a_knob_that_is_turned_from_the_visitor_asks_where_it_is_touched() -> None:
    """Its own place glows, so that the question isn't hidden by what the pointer rests on."""
    visitor = as_it_was("pegasus")
    visitor.touch(visitor.hits()["desk.cross.random"])
    assert visitor.step().controls == ("desk.cross.random",)
    visitor.touch(visitor.hits()["desk.cross.distinct"])
    assert visitor.room.at_stake(visitor.context()), "another place of it asks anew"
    assert visitor.step().controls == ("desk.cross.distinct",)
    visitor.touch(visitor.hits()["desk.cross.visitor"])
    assert visitor.room.asked(visitor.context()) is None


def test_a_card_that_is_typed_into_the_reader_does_not_end_the_visitors_play() -> None:
    visitor = as_it_was("pegasus")
    before = visitor.exhibit.view().scene.visitor
    visitor.operate("reader.hopper", deck_value(read_text_deck("BEADS\n", "deck.txt")))
    visitor.operate("reader.start", 1)  # without END it waits for another card
    visitor.wait(3_000)
    for act in visitor.room.put_in("reader.correct", "GAME   RANDOM,RANDOM", visitor.context()):
        assert not isinstance(act.value, Medium)
        visitor.operate(act.control, act.value)
    visitor.wait(5_000)
    start = visitor.hits()["reader.start"]
    visitor.touch(start)
    visitor.wait(3_000)
    assert visitor.exhibit.view().scene.visitor == before
    assert visitor.step().prompt == ENDS
    visitor.touch(start)
    visitor.wait(5_000)
    assert visitor.exhibit.view().scene.visitor != before
