"""What the tests of the drawn parts stand on: each part with the states that it passes through.

A walk is a list of (state, milliseconds); painting along it must leave, at every step, the pixels
that a whole painting leaves.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.paper import PrintedLine
from devices.panel.layout import read_layout
from devices.screen.parts.card_punch import CardPunchPart
from devices.screen.parts.card_reader import CardReaderPart
from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.chart_ink import Series
from devices.screen.parts.coefficients import (
    CoefficientsPart,
    CoefficientsState,
    Flag,
    Sample,
    coefficients_chart,
)
from devices.screen.parts.fanfold import each_page
from devices.screen.parts.figures import SweepRow, blocks_chart, score_chart, sweep_chart
from devices.screen.parts.heat_map import HeatPart
from devices.screen.parts.line_printer import LinePrinterPart
from devices.screen.parts.sprites import SpritePart
from devices.screen.parts.step_chart import BlocksPart
from devices.screen.parts.tape_drive import TapeDrivePart
from devices.screen.parts.teleprinter import TeleprinterPart
from devices.screen.parts.unit_part import UnitPart
from devices.screen.room import DrawContext
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter, PrinterView
from devices.units.tape_drive import TapeDrive, TapeView
from devices.units.teleprinter import Teleprinter, TeleprinterView
from devices.units.unit import Unit
from machines.games.draughts.board import Move
from machines.games.draughts.scene import BoardScene
from machines.ibm704.picture.board import BoardPart, BoardState
from machines.pegasus.odds import Reinforcement
from machines.pegasus.picture.control_desk import ControlDeskPart
from machines.pegasus.picture.play_sheet import PlaySheetPart, PlaySlipPart
from machines.pegasus.picture.room import RESTING
from machines.pegasus.visitor import VisitorPlay, Weighed
from tests.devices.screen.parts.pc_gallery import SHOWN_OF_PC, position
from tests.machines.ibm704.picture.program_gallery import SHOWN_WITH_PROGRAMS
from tests.machines.morph.picture.gallery import SHOWN_OF_WORKSTATION
from tests.machines.room_moment import moment_with

Walk = Sequence[tuple[Any, int]]
FRAME_US = 16_667

START = (1,) * 12 + (0,) * 8 + (-1,) * 12


def deck(cards: int) -> Deck:
    """A deck whose cards differ."""
    made = tuple(Card.of_text(f"MOVE 11-15 22-18 15X22 25X18 {n:04}") for n in range(cards))
    return Deck("opening.txt", made)


def reader(cards: int = 20) -> CardReader:
    """A reader, started, with a deck in its hopper."""
    made = CardReader()
    made.operate("hopper", deck_value(deck(cards)))
    made.operate("start", 1)
    return made


def of_unit(part: UnitPart | type[UnitPart], view: object, *held: str) -> DrawContext:
    """A moment of a room in which that part's unit stands."""
    return moment_with(None, view={"units": {part.unit: view}}, held=frozenset(held))


def in_room(part: UnitPart | type[UnitPart], walk: Callable[[], Walk]) -> Callable[[], Walk]:
    """The walk of a unit's views as moments of a room."""
    return lambda: [
        (state if isinstance(state, DrawContext) else of_unit(part, state), now_ms)
        for state, now_ms in walk()
    ]


def reader_walk() -> Walk:
    """Cards pass, first one by one, then faster than frames; then one jams."""
    unit = reader()
    walk: list[tuple[Any, int]] = [(unit.view(), 0)]
    for step in range(24):
        if not unit.busy:
            unit.select()
        unit.advance(FRAME_US * 2)
        held = ("reader.stop",) if step % 7 == 3 else ()
        walk.append((of_unit(CardReaderPart, unit.view(), *held), step * 33))
    for _ in range(3):
        unit.advance(240_000)
        unit.take()
        unit.select()
    unit.advance(100_000)
    walk.append((unit.view(), 900))
    unit.operate("jam", 1)
    walk += [(unit.view(), 930), (unit.view(), 1400)]
    return walk


def punch_walk() -> Walk:
    """Two cards are punched."""
    unit = CardPunch()
    walk: list[tuple[Any, int]] = [(unit.view(), 0)]
    for step in range(30):
        if not unit.busy:
            unit.punch_card(deck(2).cards[step % 2])
        unit.advance(50_000)
        walk.append((unit.view(), step * 50))
    return walk


def still(view: PrinterView) -> PrinterView:
    """A printer's view whose lines no longer grow."""
    return replace(view, lines=view.lines[: view.count])


def printer_walk() -> Walk:
    """Lines are printed one by one, then many at once; an eject, a restore, a tear."""
    unit = LinePrinter()
    walk: list[tuple[Any, int]] = [(unit.view(), 0)]
    now = 0
    for number in range(5):
        unit.print_line(f"LINE {number} 11-15 22-18", "double" if number == 3 else "single")
        for _ in range(8):
            unit.advance(50_000)
            now += 50
            walk.append((still(unit.view()), now))
    for number in range(40):
        unit.print_line(f"FAST {number}", "eject" if number == 30 else "single")
        unit.advance(400_000)
        if number % 4 == 3:
            now += 16
            walk.append((still(unit.view()), now))
    unit.operate("stop", 1)
    unit.operate("restore", 1)
    for _ in range(5):
        now += 90
        walk.append((still(unit.view()), now))
    unit.operate("tear", 1)
    walk.append((unit.view(), now + 16))
    return walk


def still_roll(view: TeleprinterView) -> TeleprinterView:
    """A teleprinter's view whose rows no longer grow."""
    return replace(view, rows=view.rows[: view.count])


def teleprinter_walk() -> Walk:
    """Characters one by one, an end of line, a row typed over; then many; by hand, torn."""
    unit = Teleprinter()
    walk: list[tuple[Any, int]] = [(unit.view(), 0)]
    now = 0
    for text in ("TEST A2\rTEST A9", "\r\n247018   -"):
        unit.send(text)
        while unit.busy:
            unit.advance(45_000)
            now += 45
            walk.append((still_roll(unit.view()), now))
    for number in range(60):
        unit.send(f"\r\n{number}  + 0123")
        unit.advance(1_600_000)
        if number % 5 == 4 or number < 4:
            now += 16
            walk.append((still_roll(unit.view()), now))
    unit.operate("line_feed", 1)
    for _ in range(4):
        now += 45
        walk.append((still_roll(unit.view()), now))
    unit.operate("stop", 1)
    unit.operate("tear", 1)
    walk += [(unit.view(), now + 16), (unit.view(), now + 600)]
    return walk


TAPE = TapeView(
    mounted="book.tap",
    position_mil=0,
    length_mil=900_000,
    moving=0,
    rewinding=False,
    loading=False,
    loaded=True,
    ready=True,
    selected=False,
    file_protect=True,
    end_of_tape=False,
    tape_indicator=False,
    dial=3,
    written=0,
)


def tape_walk() -> Walk:
    """No tape, a tape that is loaded, runs forward, rewinds; the ring and the dial."""
    walk: list[tuple[Any, int]] = [
        (TapeDrive().view(), 0),
        (replace(TAPE, loaded=False, ready=False), 16),
        (replace(TAPE, loaded=False, loading=True), 32),
    ]
    for step in range(12):
        moves = replace(TAPE, position_mil=step * 1250, moving=1, selected=True)
        walk.append((moves, 48 + step * 16))
    for step in range(4):
        back = replace(TAPE, position_mil=9_000_000 - step * 8333, moving=-1, rewinding=True)
        walk.append((back, 300 + step * 16))
    walk.append((replace(TAPE, file_protect=False, dial=10, tape_indicator=True), 500))
    return walk


DESK = read_layout(
    (Path(__file__).parents[4] / "assets" / "panels" / "pegasus.toml").read_bytes(), "pegasus.toml"
)
DARK = (0,) * len(DESK.lamps())


def pegasus(
    held: Sequence[str] = (), brightness: Sequence[int] = DARK,
    controls: Mapping[str, int] | None = None, awake: bool = True, **scene: Any,
) -> DrawContext:  # fmt: skip
    """A moment in its room."""
    return moment_with(
        replace(RESTING, **scene), brightness, {"controls": controls or {}},
        held=frozenset(held), awake=awake,
    )  # fmt: skip


def desk_walk() -> Walk:
    """Lamps come and go, a key and a knob are turned, a button pressed, words change."""
    walk: list[tuple[Any, int]] = [(pegasus(), 0)]
    for step in range(12):
        bright = [lamp * 11 % 256 for lamp in range(len(DARK))]
        stands = {"run": step > 2, "print": step % 5 == 0, "nought": step % 3, "cross": 1}
        state = pegasus(
            ("desk.clear",) if step in (4, 5) else (),
            bright[-step:] + bright[:-step],
            {f"desk.{name}": int(place) for name, place in stands.items()},
            reinforcement=Reinforcement(a=1 + step / 1000),
            words=((step, 1 << 38, 7 * step), (5, 1234567 * step)),
        )
        walk.append((state, 20 * step))
    return [*walk, (pegasus(awake=False), 900)]


def slip_walk() -> Walk:
    """Plays one after the other; a standard play comes and goes."""
    first = partial(pegasus, opening=((0, 0.34), (1, 0.41), (2, 0.25)))
    sure = ((0, 0.99), (1, 0.01), (2, 0.0))
    chosen = VisitorPlay(weighed=Weighed("0", tuple((square, 1 / 7) for square in range(1, 8)), 2))
    return [
        (pegasus(), 0),
        (first(), 10),
        (first(last="247018", result=-1), 20),
        (pegasus(opening=sure, last="01732684", standard="01732684", often=61), 30),
        (first(last="01723", result=1), 40),
        (pegasus(visitor=chosen, seats="O"), 50),
    ]


def sheet_walk() -> Walk:
    """A play on the visitor's sheet: mark after mark, a line, the rubber pressed."""
    made: list[tuple[Any, int]] = [(pegasus(), 0)]
    play = partial(pegasus, cross="visitor", seats="X")
    for count in range(1, 6):
        squares = VisitorPlay("21036"[:count], over=count == 5)
        state = play(visitor=squares, undoable=count > 1, asks=count % 2 > 0)
        made += [(state, 1_000 * count + ms) for ms in (0, 120, 500)]
    held = replace(made[-1][0], held=frozenset({"sheet.undo"}))
    return [*made, (held, 9_000), (pegasus(), 9_500)]


def moved(squares: Sequence[int], source: int, target: int, gone: Sequence[int] = ()) -> Any:
    """An arrangement after a piece has moved and others were taken."""
    after = list(squares)
    after[target - 1], after[source - 1] = after[source - 1], 0
    for square in gone:
        after[square - 1] = 0
    return tuple(after)


def board(squares: Sequence[int] = START, chosen: tuple[int, ...] = (), **parts: Any) -> BoardState:
    """The board with these pieces; the machine has Black, and Black is to move."""
    sides: dict[str, Any] = {
        "black": "MACHINE",
        "white": "OPERATOR",
        "mover": "the machine",
        **parts,
    }
    return BoardState(
        BoardScene(position(squares, sides.pop("black_moves", True)), **sides), chosen
    )


def board_walk() -> Walk:
    """A move glides, a jump hops, marks and arrows come and go, the board is turned."""
    after, later = moved(START, 11, 15), moved(moved(START, 11, 15), 22, 18)
    taken = partial(board, moved(later, 15, 22, (18,)), last=Move((15, 22)), black_moves=False)
    second = board(after, last=Move((11, 15)), black_moves=False)
    third = board(later, last=Move((22, 18)))
    walk: list[tuple[Any, int]] = [(board(), 0)]
    for at, state in ((100, second), (600, third), (1100, taken())):
        walk += [(state, at + step) for step in (0, 40, 120, 200, 280, 400)]
    below: dict[str, Any] = {"black": "OPERATOR", "white": "MACHINE"}
    line = (Move((8, 11)), Move((29, 25, 22)))
    walk += [
        (taken(trying=Move((25, 18)), line=line), 1600),
        (taken(trying=Move((26, 17)), chosen=(26,)), 1616),
        (taken(**below), 1648),
        (board(**below), 1664),
    ]
    return walk


def chart_walk() -> Walk:
    """A line grows, beside a ghost; then the range does."""
    ghost = Series("1961", tuple((n, n * 0.6) for n in range(41)), "none", "grey", ghost=True)
    walk: list[tuple[Any, int]] = []
    for count in (0, 1, 2, 3, 9, 10, 40):
        points = tuple((n, (n * 7 % 5) + n * 0.4) for n in range(count))
        walk.append((ChartState("CHART", "games", "won", (Series("now", points), ghost)), count))
    return walk


def score_walk() -> Walk:
    """Fig. 4: plays come one by one, one is taken back, the rewards change, many come at once."""
    ghost = [(-1, -1, 0, 1, -1, 0, 1)[n % 7] for n in range(120)]
    results = [(1, 0, -1, 1, 1, 0)[n * n % 6] for n in range(900)]
    called = ((17, "a callout"), (60, "two\nlines"))
    walk: list[tuple[Any, int]] = []
    for step, count in enumerate((0, 1, 2, 3, 40, 41, 40, 41, 200, 260, 600, 601, 602, 900, 12)):
        changes = ((30, "+5 +1 -1"),) if count > 30 else ()
        made = results[:count]
        state = score_chart(made, ghost=ghost, callouts=called, changes=changes, test_run=20)
        walk += [(state, step), (score_chart(made, callouts=called, title="ALONE"), step)]
    return walk


TERMS = ("MOB", "KCENT", "MOC2", "ADV", "BACK")


def coefficient_samples(count: int) -> list[Sample]:
    """Learning that has gone on for ``count`` samples: the lead changes, terms are replaced."""
    made: list[Sample] = []
    for n in range(count):
        there = [name for k, name in enumerate(TERMS) if k < 4 or n % 9 > 5]
        worth = [(name, float((n * (k + 3) * 7) % 37 - 18)) for k, name in enumerate(there)]
        made.append((n / 3, sorted(worth, key=lambda one: -abs(one[1]))))
    return made


def coefficients_walk() -> Walk:
    """Fig. 4: coefficients move, many at once, the foot grows longer; then another series."""
    walk: list[tuple[Any, int]] = [(CoefficientsState("NOTHING YET"), 0)]
    for step, count in enumerate((1, 2, 3, 8, 40, 41, 80, 90, 91, 200, 5)):
        flags: tuple[tuple[float, Flag], ...] = ((2.0, "adopted"), (5.0, "drastic"))
        flags = flags[: count // 10]
        state = coefficients_chart(coefficient_samples(count), flags=flags, title="FIG. 4")
        walk.append((state, 20 * step + 20))
    few = [(at, [(name, y / 60) for name, y in there]) for at, there in coefficient_samples(6)]
    return [*walk, (coefficients_chart(few, correlations=True), 300)]


def coefficients_part() -> CoefficientsPart:
    """A part that expects to be empty at first."""
    return CoefficientsPart(expected=(CoefficientsState("NOTHING YET"),))


def blocks_walk() -> Walk:
    """Figs 7 to 9: blocks come, then so many that they are put together."""
    published = (((56, 71), (78, 84), (88, 90)), ((65, 80), (0, 100)))
    walk: list[tuple[Any, int]] = []
    for step, count in enumerate((0, 1, 2, 5, 12, 300)):
        blocks = [(60 + n % 30, 10, 30 - n % 30) for n in range(count)]
        notes = ((2, "emergent"),) if count > 2 else ()
        spread = [(40.0, 70.0)] * count
        state = blocks_chart(blocks, published, notes=notes, spread=spread)
        walk.append((state, step))
    return walk


def heat_walk() -> Walk:
    """A sweep's cells are filled."""
    walk: list[tuple[Any, int]] = []
    for step in range(3):
        values = np.full((2, 2, 3), np.nan)
        values[:, :, : step + 1] = 300.0 * (step + 1)
        rows = [SweepRow("plays", values), SweepRow("share", values / 900, share=True)]
        walk.append((sweep_chart((1.0, 1.1, 1.2), (1.0, 2.0), ("fixed", "D"), rows), step))
    return walk


@dataclass(frozen=True)
class Shown:
    """One part, a walk for it, and the unit that it draws, if it draws one."""

    name: str
    make: Callable[[], SpritePart]
    walk: Callable[[], Walk]
    unit: Callable[[], Unit] | None = None


GALLERY = (
    Shown("reader", CardReaderPart, in_room(CardReaderPart, reader_walk), CardReader),
    Shown("punch", CardPunchPart, in_room(CardPunchPart, punch_walk), CardPunch),
    Shown("printer", LinePrinterPart, in_room(LinePrinterPart, printer_walk), LinePrinter),
    Shown("tape", TapeDrivePart, in_room(TapeDrivePart(), tape_walk), TapeDrive),
    Shown("teleprinter", TeleprinterPart, in_room(TeleprinterPart, teleprinter_walk), Teleprinter),
    Shown("desk", partial(ControlDeskPart, DESK), desk_walk),
    Shown("slip", PlaySlipPart, slip_walk),
    Shown("sheet", PlaySheetPart, sheet_walk),
    Shown("board", BoardPart, board_walk),
    Shown("chart", ChartPart, chart_walk),
    Shown("score", ChartPart, score_walk),
    Shown("blocks", BlocksPart, blocks_walk),
    Shown("coefficients", coefficients_part, coefficients_walk),
    Shown("sweep", HeatPart, heat_walk),
    *(Shown(*one) for one in SHOWN_WITH_PROGRAMS),
    *(Shown(*one) for one in SHOWN_OF_PC),
    *(Shown(*one) for one in SHOWN_OF_WORKSTATION),
)


def pages(lines: Sequence[PrintedLine], width_px: int) -> tuple[pygame.Surface, ...]:
    """All printed forms."""
    return tuple(each_page(lines, width_px))


AT = (7, 5)
FLOOR = (90, 20, 120)


def floor(part: SpritePart) -> pygame.Surface:
    """A surface larger than the part, of a colour that no part has."""
    width, height = (round(side * part.scale) for side in part.size)
    made = pygame.Surface((width + 20, height + 20), 0, 32)
    made.fill(FLOOR)
    return made


def pixels(surface: pygame.Surface) -> npt.NDArray[np.uint8]:
    """A copy of a surface's colours, uint8[width, height, 3]."""
    return pygame.surfarray.array3d(surface)


def chart_surface(state: ChartState, size_px: tuple[int, int], unit_px: float) -> pygame.Surface:
    """The chart on its sheet of paper, ``size_px`` pixels large, at ``unit_px`` a unit."""
    part = ChartPart((size_px[0] / unit_px, size_px[1] / unit_px))
    part.build(unit_px)
    made = pygame.Surface(size_px, 0, 32)
    part.paint(made, (0, 0), state, 0, True)
    return made
