"""The 704's room: console, reader, punch, printer, two tape units, the board for a visitor.

Everything stands on the floor of a machine room seen from the front: the printer and the tape units
along the back, console, punch, table and reader before them.  On the wall above the console hangs
the chart of what the program has learned (Samuel 1959, Fig. 4).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from devices.panel.layout import PanelLayout
from devices.screen.part import Touch
from devices.screen.parts.board import BoardPart, BoardState
from devices.screen.parts.card_punch import CardPunchPart
from devices.screen.parts.card_reader import CardReaderPart
from devices.screen.parts.coefficients import (
    CoefficientsPart,
    CoefficientsState,
    coefficients_chart,
    height,
)
from devices.screen.parts.console import ConsolePart, ConsoleState
from devices.screen.parts.fittings import unit_scene
from devices.screen.parts.line_printer import LinePrinterPart
from devices.screen.parts.tape_drive import TapeDrivePart, touched_value
from devices.screen.room import Act, Moment, Place, Room
from devices.units.card_punch import HOPPER_CARDS, CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Value
from machines.draughts.board import Position
from machines.draughts.scene import BoardScene, Learned
from machines.exhibit import View
from machines.ibm704.operating import square_acts

KEY_MS = 45
"""Between two keys that a tap on the board sets, so that they are seen to move."""

READER_KEYS = {
    "start": "s",
    "stop": "shift+s",
    "feed": "f",
    "end_of_file": "z",
    "correct": "k",
    "stacker": "w",
    "empty_hopper": "y",
}
PUNCH_KEYS = {
    "start": "x",
    "stop": "shift+x",
    "feed": "shift+f",
    "stacker": "shift+w",
    "hopper": "shift+y",
}
PRINTER_KEYS = {"start": "p", "stop": "shift+p", "restore": "j", "tear": "g"}
TAPE_KEYS = {"load_rewind": "7", "start": "8", "reset": "9", "unload": "0", "mount": ","}
"""Of the first tape unit; the second's are the same with SHIFT.  The console's own keys, and which
of them are left: assets/panels/ibm704.toml."""

CHART = "COEFFICIENTS OF ALPHA'S POLYNOMIAL"
CHART_MS = 300
"""The chart is drawn anew no oftener than this, however fast games are played."""

PIECES = {"": 0, "b": 1, "B": 2, "w": -1, "W": -2}


@dataclass(frozen=True)
class Ibm704Room(Room):
    """The room; a tap on two squares of the board works the console's own keys."""

    chosen: list[int] = field(default_factory=list)
    """The square tapped first, until the second is."""

    def acts(self, place: Place, touch: Touch, value: Value, moment: Moment) -> Sequence[Act]:
        """A touch's acts; see :meth:`_squares` for the board."""
        if place.name in ("tape1", "tape2") and touch.control in ("select", "file_protect"):
            # The dial and the ring have more than two places: a touch turns them on by one.
            if not value:
                return ()
            tape = moment.view.units[place.name]
            return (Act(place.event(touch.control), touched_value(touch.control, tape)),)
        if place.event(touch.control) == "punch.hopper":
            room = HOPPER_CARDS - moment.view.units[place.name].hopper
            return (Act("punch.hopper", room),) if value and room else ()
        if place.name != "board":
            return super().acts(place, touch, value, moment)
        scene = moment.view.scene
        if not isinstance(scene, BoardScene) or not value:
            return ()
        return self._squares(int(touch.control.partition(".")[2]), scene, moment)

    def _squares(self, square: int, scene: BoardScene, moment: Moment) -> Sequence[Act]:
        """The first tap chooses a piece of the side to move, the second where it goes."""
        mine = "b" if scene.position.black_to_move else "w"
        if scene.partial:
            self.chosen[:] = [scene.partial[-1]]
        elif scene.position.piece(square).lower() == mine:
            self.chosen[:] = [] if self.chosen == [square] else [square]
            return ()
        if not self.chosen:
            return ()
        steps = square_acts(moment.view.controls, self.chosen.pop(), square)
        return tuple(Act(control, value, k * KEY_MS) for k, (control, value) in enumerate(steps))

    def board(self, moment: Moment) -> BoardState:
        """The board as the scene has it, with the square chosen so far."""
        scene = moment.view.scene
        if not isinstance(scene, BoardScene):
            return BoardState()
        moves = (scene.last, scene.trying)
        last, trying = (() if move is None else move.squares for move in moves)
        return BoardState(
            squares=tuple(PIECES[scene.position.piece(s)] for s in range(1, 33)),
            last=last,
            trying=trying,
            line=tuple(move.squares for move in scene.line),
            partial=scene.partial or tuple(self.chosen),
            flipped=scene.black == "OPERATOR" and scene.white != "OPERATOR",
            black=scene.black,
            white=scene.white,
            to_move=0
            if scene.over or not scene.mover
            else 1
            if scene.position.black_to_move
            else -1,
        )


def console_state(moment: Moment) -> ConsoleState:
    """What the console shows."""
    prefix = "console."
    controls = {
        name.removeprefix(prefix): at
        for name, at in moment.view.controls.items()
        if name.startswith(prefix)
    }
    held = frozenset(name.removeprefix(prefix) for name in moment.held if name.startswith(prefix))
    down = frozenset(
        name for name, at in controls.items() if at and "." not in name and name != "lever"
    )
    return ConsoleState(moment.brightness, controls, held | down)


def chart_state() -> Callable[[Moment], CoefficientsState]:
    """The chart's state, made anew now and then: how often, each part for itself."""
    last: list[tuple[int, Learned, CoefficientsState]] = []

    def state(moment: Moment) -> CoefficientsState:
        scene = moment.view.scene
        learned = scene.learned if isinstance(scene, BoardScene) else Learned()
        if last and (last[0][1] is learned or 0 <= moment.now_ms - last[0][0] < CHART_MS):
            return last[0][2]
        last[:] = [(moment.now_ms, learned, chart_of(learned))]
        return last[0][2]

    return state


def chart_of(learned: Learned) -> CoefficientsState:
    """Fig. 4 of what has been learned."""
    samples = [
        (sample.games, [(name, height(coefficient)) for name, coefficient in sample.terms])
        for sample in learned.samples
    ]
    title = f"{CHART}: {learned.title}" if learned.title else CHART
    return coefficients_chart(samples, flags=learned.flags, title=title)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before the machine is switched on: everything stands, nothing is lit."""
    lamps = len(layout.lamps())
    units = (
        CardReader("reader"),
        CardPunch("punch"),
        LinePrinter("printer", ready=False),
        TapeDrive("tape1"),
        TapeDrive("tape2", dial=2),
    )
    return View(
        exhibit="ibm704",
        now_us=0,
        on_us=np.zeros(lamps, dtype=np.int64),
        lit=np.zeros(lamps, dtype=np.bool_),
        controls={"console.lever": 1},
        units={unit.name: unit.view() for unit in units},
        scene=BoardScene(Position.start(), black="", white=""),
    )


def turning(moment: Moment) -> frozenset[str]:
    """The steady sounds: a tape that moves or rewinds."""
    tapes = [moment.view.units[name] for name in ("tape1", "tape2")]
    return frozenset(
        "rewind" if tape.rewinding else "tape" for tape in tapes if tape.moving or tape.rewinding
    )


def make_room(layout: PanelLayout) -> Ibm704Room:
    """The room for a panel's layout."""
    room: Ibm704Room
    second = {control: f"shift+{key}" for control, key in TAPE_KEYS.items()}

    def board(moment: Moment) -> BoardState:
        return room.board(moment)

    chart = partial(CoefficientsPart, expected=(chart_of(Learned()),))
    room = Ibm704Room(
        name="ibm704",
        title="IBM 704",
        layout=layout,
        resting=resting_view(layout),
        places=(
            Place("printer", partial(LinePrinterPart, PRINTER_KEYS), (880, 22, 580, 396),
                  unit_scene("printer"), "716 PRINTER"),
            Place("tape1", partial(TapeDrivePart, 1, TAPE_KEYS), (1490, 10, 196, 450),
                  unit_scene("tape1"), "727 TAPE UNIT 1"),
            Place("tape2", partial(TapeDrivePart, 2, second), (1702, 10, 196, 450),
                  unit_scene("tape2"), "727 TAPE UNIT 2"),
            Place("chart", chart, (16, 10, 846, 272), chart_state(), "WHAT ALPHA HAS LEARNED"),
            Place("console", partial(ConsolePart, layout), (14, 292, 650, 680), console_state,
                  "704 CONSOLE", legible=2.3),
            Place("punch", partial(CardPunchPart, PUNCH_KEYS), (676, 724, 190, 246),
                  unit_scene("punch"), "721 CARD PUNCH", legible=2.4),
            Place("board", BoardPart, (890, 446, 520, 520), board, "THE BOARD"),
            Place("reader", partial(CardReaderPart, READER_KEYS), (1464, 486, 420, 478),
                  unit_scene("reader"), "711 CARD READER"),
        ),
        floor=0.40,
        drawer="reader.hopper",
        sounds={"cards": "card", "lines": "line", "moves": "relay"},
        hums=turning,
    )  # fmt: skip
    return room
