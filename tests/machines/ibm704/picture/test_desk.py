"""The programmer's desk in the room: what a touch of it does, and what hangs on the wall."""

from dataclasses import replace

import pytest

from devices.screen.part import Touch
from devices.screen.stage import Stage
from machines.ibm704.picture.coding_desk import PLATES, desk_acts, usable_at_desk
from machines.ibm704.picture.debugger_sheet import COLUMNS, ROWS, DebuggerSheetPart
from machines.ibm704.picture.room import resting_view
from machines.ibm704.scene import DeskScene, ProgramScene, StorageLine
from machines.storage import registry
from tests.machines.ibm704.bench import LAYOUT, NAME, Bench

SCENE = ProgramScene(
    around=tuple(StorageLine(0o100 + n, n, "") for n in range(16)),
    desk=DeskScene(points=((0o102, 7),)),
)


def test_a_touch_is_a_command() -> None:
    for control, commands in [
        ("line.3", ["break 00103"]),
        ("line.2", ["delete 7"]),
        ("step", ["step"]),
        ("over", ["over"]),
        ("back", ["back"]),
        ("go", ["go"]),
        ("command", []),
    ]:
        acts = desk_acts(control, SCENE)
        asked = [("desk.command", command) for command in commands]
        assert [(act.control, act.value) for act in acts] == asked, control


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


@pytest.fixture(scope="module")
def stage() -> Stage:
    """The room, painted once."""
    made = Stage(registry.make_room(registry.find_exhibit(NAME), LAYOUT))
    made.lay((480, 246))
    made.paint(made.context(resting_view(LAYOUT), 0, 1_000))
    return made


@pytest.mark.slow
def test_a_typed_command_goes_to_the_desk(stage: Stage) -> None:
    context = stage.context(Bench().machine.view(), 0, 100_000)
    (act,) = stage.room.put_in("board.command", "EXAMINE 100", context)
    assert (act.control, act.value) == ("desk.command", "EXAMINE 100")


@pytest.mark.slow
def test_the_wall_shows_what_the_debugger_said_until_a_new_program_comes(stage: Stage) -> None:
    chart = next(place for place in stage.room.places if place.name == "chart")
    bench = Bench()
    bench.act("selector.program", 1)
    for _ in range(2 * ROWS):
        bench.act("desk.command", "step")
        bench.machine.advance(1_000)
    shown = chart.state(stage.context(bench.machine.view(), 0, 100_000))
    assert shown.which == 2
    assert isinstance(shown.state, tuple)
    sheet = DebuggerSheetPart()
    sheet.build(0.4)
    assert len(sheet.look(shown.state, 0)) == ROWS
    assert max(map(len, shown.state)) <= COLUMNS
    bench.press("console.load_cards")
    assert chart.state(stage.context(bench.machine.view(), 0, 100_000)).which == 1


def test_every_touch_of_the_desk_has_help(stage: Stage) -> None:
    bench = Bench()
    bench.act("selector.program", 1)
    stage.paint(stage.context(bench.machine.view(), 0, 100_000))
    touches: tuple[Touch, ...] = stage.in_room("board").touches()
    assert len(touches) == len(PLATES) + 16
    assert all(touch.help and touch.label for touch in touches)
