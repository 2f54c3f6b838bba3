"""The programmer's desk in the room: what a touch of it does, and what hangs on the wall."""

from dataclasses import replace

import pytest

from devices.screen.part import Touch
from machines.ibm704.picture.coding_desk import PLATES
from machines.ibm704.picture.debugger_sheet import COLUMNS, ROWS, DebuggerSheetState
from machines.ibm704.picture.desk_view import desk_acts, usable_at_desk
from machines.ibm704.scene import DeskScene, ProgramScene, StorageLine
from tests.machines.ibm704.bench import Bench
from tests.machines.ibm704.picture.test_room_sprites import ready_stage

SCENE = ProgramScene(
    around=tuple(StorageLine(0o100 + n, n, "") for n in range(16)),
    desk=DeskScene(points=((0o102, 7),)),
)


@pytest.mark.parametrize(
    ("control", "commands"),
    [
        ("line.3", ["break 00103"]),
        ("line.2", ["delete 7"]),
        ("step", ["step"]),
        ("over", ["over"]),
        ("back", ["back"]),
        ("go", ["go"]),
        ("command", []),
    ],
)
def test_a_touch_is_a_command(control: str, commands: list[str]) -> None:
    acts = desk_acts(control, SCENE)
    assert [(act.control, act.value) for act in acts] == [("desk.command", c) for c in commands]


def test_a_line_without_a_word_does_nothing() -> None:
    assert desk_acts("line.3", replace(SCENE, around=())) == ()


def test_the_plates_that_do_something() -> None:
    bench = Bench()
    assert usable_at_desk(bench.machine.view()) == frozenset()
    bench.act("selector.program", 1)
    assert usable_at_desk(bench.machine.view()) == frozenset(PLATES) - {"back"}
    bench.act("desk.command", "step")
    bench.machine.advance(1_000)
    assert usable_at_desk(bench.machine.view()) == frozenset(PLATES)
    bench.act("console.lever", 0)
    assert usable_at_desk(bench.machine.view()) == {"step", "back", "command"}


def test_a_typed_command_goes_to_the_desk() -> None:
    stage = ready_stage((480, 246))
    context = stage.context(Bench().machine.view(), 0, 100_000)
    (act,) = stage.room.put_in("board.command", "EXAMINE 100", context)
    assert (act.control, act.value) == ("desk.command", "EXAMINE 100")


def test_the_wall_shows_what_the_debugger_said_until_a_new_program_comes() -> None:
    stage = ready_stage((480, 246))
    chart = next(place for place in stage.room.places if place.name == "chart")
    bench = Bench()
    bench.act("selector.program", 1)
    for _ in range(2 * ROWS):
        bench.act("desk.command", "step")
        bench.machine.advance(1_000)
    shown = chart.state(stage.context(bench.machine.view(), 0, 100_000))
    assert shown.which == 2
    assert isinstance(shown.state, DebuggerSheetState)
    assert len(shown.state.lines) == ROWS
    assert max(map(len, shown.state.lines)) <= COLUMNS
    bench.press("console.load_cards")
    assert chart.state(stage.context(bench.machine.view(), 0, 100_000)).which == 1


def test_every_touch_of_the_desk_has_help() -> None:
    stage = ready_stage((480, 246))
    bench = Bench()
    bench.act("selector.program", 1)
    stage.paint(stage.context(bench.machine.view(), 0, 100_000))
    touches: tuple[Touch, ...] = stage.parts["board", 0].touches()
    assert len(touches) == len(PLATES) + 16
    assert all(touch.help and touch.label for touch in touches)
