"""A visitor's play at the Pegasus isn't ended by one touch: what would end it asks first."""

from collections.abc import Mapping

import pytest

from devices.screen.guide import ASKS_MS
from tests.machines.test_guides import check_touch
from tests.machines.test_refused_cards import TAUGHT, put, said
from tests.machines.visitor import Visitor


@pytest.mark.parametrize("control", ["desk.clear", "desk.cross", "desk.cross.random"])
def test_what_would_end_a_visitors_play_at_the_pegasus_asks_first(control: str) -> None:
    visitor = Visitor("pegasus")
    marked = begin_play(visitor)
    touched = visitor.hits()[control]
    visitor.touch(touched)
    step = said(visitor)
    assert (step.prompt, step.yours) == ("ends", True)
    assert visitor.room.men(visitor.context()) == marked
    visitor.wait(ASKS_MS + 100)
    assert visitor.step().prompt == "square"
    visitor.touch(touched)
    check_touch(visitor, said(visitor), *step.controls)
    visitor.settle()
    assert visitor.room.men(visitor.context()) != marked
    assert visitor.step().prompt != "ends"


def test_a_deck_of_games_asks_before_it_ends_a_visitors_play_at_the_pegasus() -> None:
    visitor = Visitor("pegasus")
    marked = begin_play(visitor)
    put(visitor, *TAUGHT["pegasus"])
    visitor.touch(visitor.hits()["reader.start"])
    step = said(visitor)
    assert (step.prompt, step.controls) == ("ends", ("reader.start",))
    assert visitor.room.men(visitor.context()) == marked
    check_touch(visitor, step, "reader.start")
    visitor.wait(2_000)
    assert visitor.step().prompt != "ends"
    assert visitor.room.men(visitor.context()) != marked


def test_the_visitors_own_place_on_the_knob_asks_nothing() -> None:
    visitor = Visitor("pegasus")
    begin_play(visitor)
    visitor.touch(visitor.hits()["desk.cross.visitor"])
    assert visitor.step().prompt == "square"


def begin_play(visitor: Visitor) -> Mapping[str, str]:
    """Have the visitor make his first mark, and the program its next; the marks on the sheet."""
    visitor.press_play()
    wait_for(visitor, "square")
    free = next(name for name, mark in visitor.room.men(visitor.context()).items() if not mark)
    visitor.touch(visitor.hits()[free])
    wait_for(visitor, "square")
    marks = visitor.room.men(visitor.context())
    assert sum(bool(mark.strip()) for mark in marks.values()) == 3
    return marks


def wait_for(visitor: Visitor, prompt: str) -> None:
    for _ in range(60):
        visitor.wait(500)
        if visitor.step().prompt == prompt:
            return
    raise AssertionError(visitor.step().prompt)
