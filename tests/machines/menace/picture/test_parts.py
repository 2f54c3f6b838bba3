"""The parts of the matchbox table: what each shows, where it can be touched, how it is painted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from devices.screen.lettering import letter_of
from devices.screen.parts import pencil_board
from devices.screen.parts.chart import ChartState
from devices.screen.parts.chart_ink import Series
from devices.screen.parts.odds_chart import OddsState
from devices.screen.parts.pencil_board import STROKE_MS, mark
from devices.screen.parts.sprites import SpritePart
from devices.screen.parts.step_chart import BlocksState, Panel
from devices.screen.room import DrawContext
from machines.games.noughts.board import Board
from machines.menace.beads import COLOURS, Rewards
from machines.menace.picture import (
    beads,
    cabinet,
    instruments,
    instruments_art,
    matchbox,
    noughts_sheet,
)
from machines.menace.picture.beads import Flying
from machines.menace.picture.cabinet import CabinetPart
from machines.menace.picture.instruments import InstrumentsPart, PlateState
from machines.menace.picture.instruments_art import CupsPart
from machines.menace.picture.noughts_sheet import (
    FigureSheetPart,
    FigureSheetState,
    NoughtsSheetPart,
)
from machines.menace.picture.table import OnTable
from machines.menace.picture.tray import TrayPart, TrayState
from machines.menace.scene import OpenBox, resting_scene
from machines.menace.tray_contents import TrayContents
from tests import colour_vision
from tests.devices.screen.parts.gallery import AT, floor, pixels
from tests.machines.room_moment import moment_with, with_scene

Walk = Sequence[tuple[Any, int]]
SCALE = 0.62
SMALL = 0.4
REST = resting_scene()
CLOSED = moment_with(REST)
OTHER = with_scene(CLOSED, build="287L", beads=REST.beads[:287])
"""Another build of fewer boxes."""


@dataclass(frozen=True)
class Shown:
    """A part and what it passes through."""

    name: str
    make: Callable[[], SpritePart]
    walk: Walk


def tray_state(
    *,
    at: float = 10.0,
    before: tuple[str, str] = ("", ""),
    flying: tuple[Flying, ...] = (),
    **changes: Any,
) -> TrayState:
    """Four beads in a row, the last in the apex."""
    places = np.array([[8, at], [14, at], [20, at], [17, 49]], np.float32)
    held = (1, 0, 0, 3, 0, 0, 0, 0, 0)
    made = TrayContents(7, held, places, np.array([3, 3, 3, 0], np.int8), 1.9)
    return TrayState(REST, replace(made, **changes), before, (), flying)


def played(*marks: int, flying: tuple[Flying, ...] = (), bead: int = -1) -> OnTable:
    """The sheet with these marks, Nought's first; ``bead``: of that square and colour."""
    box = OpenBox(1, Board(), 0, "as it lies", (4,) * 9, bead, bead, 1)
    opened = (box,) if bead >= 0 else ()
    return OnTable(replace(REST, phase="visitor", marks=marks, opened=opened), flying)


def in_cups(*counts: int, flying: tuple[Flying, ...] = ()) -> OnTable:
    """The cups with so many beads."""
    return OnTable(replace(REST, cups=np.array(counts)), flying)


def plate(held: tuple[str, ...] = (), guard_up: bool = False, **changes: Any) -> PlateState:
    """The operator's plate."""
    return PlateState(replace(REST, **changes), frozenset(held), guard_up)


def opened(phase: str, *empty: int) -> DrawContext:
    """A play has opened box 8, which is a third of its phase on its way."""
    box = OpenBox(8, Board(), 0, "as it lies", (4,) * 9, 1, 1, 1)
    beads = REST.beads.copy()
    beads[[number - 1 for number in empty]] = 0
    return with_scene(
        CLOSED, phase=phase, opened=(box,), beads=beads, shown=3, phase_us=1, lasts_us=3
    )


RESULTS = np.repeat(np.array([1, 0, -1], np.int8), (148, 26, 123456))
SCORE = ChartState("SCORE", series=(Series("now", ((0.0, 0.0), (5.0, 3.0))),))
WALKS = (
    Shown(
        "cabinet",
        CabinetPart,
        [
            (CLOSED, 0),
            (opened("finding"), 20),
            (opened("shaking", 40, 200), 40),
            (OTHER, 60),
            (OTHER, 80),
        ],
    ),
    Shown(
        "sheet",
        NoughtsSheetPart,
        [
            (played(), 0),
            (played(1), 500),
            (played(1, bead=1), 700),
            (played(1, 0, flying=(Flying(4, 100.0, 90.0, 3),)), 1200),
            (played(3, 1, 0, 2, 7), 1900),
        ],
    ),
    Shown(
        "tray",
        TrayPart,
        [
            (tray_state(), 0),
            (tray_state(at=12.0, hand=(4.0, -3.0), in_hand=True), 20),
            (tray_state(at=30.0, tilt=0.5, in_hand=True), 40),
            (tray_state(tilt=1.0, apex=3, in_hand=True), 60),
            (tray_state(flying=(Flying(2, 300.0, 200.0, 1),)), 80),
            (tray_state(before=("O../.X./...", "as it lies")), 100),
        ],
    ),
    Shown(
        "cups",
        CupsPart,
        [
            (in_cups(0, 5, 10, 40, 100, 300, 600, 1000, 2000), 0),
            (in_cups(0, 5, 10, 40, 100, 300, 600, 1000, 1999), 20),
            (in_cups(*(9,) * 9, flying=(Flying(3, 90.0, 80.0, 4),)), 40),
        ],
    ),
    Shown(
        "plate",
        InstrumentsPart,
        [
            (plate(), 0),
            (plate(("new", "win_more")), 30),
            (plate(("new", "win_more"), phase="declined"), 120),
            (plate(running=True, opponent="distinct", build="287L", guard_up=True), 200),
            (plate(rewards=Rewards(4, 0, -12), results=RESULTS), 900),
        ],
    ),
    Shown(
        "figures",
        FigureSheetPart,
        [
            (FigureSheetState(SCORE, 1, 4), 0),
            (FigureSheetState(BlocksState("BLOCKS", (Panel("run", ((60, 20, 20),)),)), 2, 4), 20),
            (FigureSheetState(OddsState("ODDS", (("perfect", 0.0, 0.25, 0.75),)), 4, 4), 40),
        ],
    ),
)
every_part = pytest.mark.parametrize("shown", WALKS, ids=lambda shown: shown.name)


def built(make: Callable[[], SpritePart], scale: float = SCALE) -> Any:
    part = make()
    part.build(scale)
    return part


def painted(part: SpritePart, state: Any, now_ms: int = 0) -> Any:
    """The pixels of the part alone, int[width, height, 3]."""
    screen = floor(part)
    part.paint(screen, (0, 0), state, now_ms, True)
    width, height = (round(side * part.scale) for side in part.size)
    return pixels(screen)[:width, :height].astype(int)


# What holds for all of them.


@pytest.mark.slow
@every_part
def test_a_partial_painting_leaves_the_pixels_of_a_whole_one(shown: Shown) -> None:
    part = built(shown.make, SMALL)
    screen = floor(part)
    for step, (state, now_ms) in enumerate(shown.walk):
        if isinstance(part, CabinetPart):
            for _ in range(20):  # a column is relabelled with each look
                part.look(state, now_ms)
        part.paint(screen, AT, state, now_ms, step == 0)
        fresh = floor(part)
        part.paint(fresh, AT, state, now_ms, True)
        assert (pixels(screen) == pixels(fresh)).all(), f"step {step}"


@pytest.mark.slow
@every_part
def test_every_pixel_that_changed_lies_in_a_rectangle_that_was_named(shown: Shown) -> None:
    part = built(shown.make, SMALL)
    screen = floor(part)
    for step, (state, now_ms) in enumerate(shown.walk):
        before = pixels(screen)
        rects = part.paint(screen, AT, state, now_ms, step == 0)
        changed = (pixels(screen) != before).any(axis=2)
        for rect in rects:
            assert screen.get_rect().contains(rect)
            changed[rect.left : rect.right, rect.top : rect.bottom] = False
        assert not changed.any(), f"step {step}"


# Beads.


def test_nine_colours_can_be_told_apart() -> None:
    means = []
    for colour in range(9):
        made = pygame.surfarray.array3d(beads.bead(colour, 40)).astype(float)
        means.append(made[6:34, 6:34].reshape(-1, 3).mean(axis=0))
    for one, other in combinations(means, 2):
        assert np.linalg.norm(one - other) > 40


# Pencil.


def test_a_mark_grows_with_its_share() -> None:
    ink = [
        int(
            pygame.surfarray.array_alpha(
                pencil_board.mark("X", 80, pencil_board.PENCIL, 31, share)
            ).sum()
        )
        for share in (0.1, 0.3, 0.6, 1.0)
    ]
    assert ink == sorted(ink)
    assert ink[0] < ink[-1] / 4


def test_a_cross_is_two_strokes_and_the_first_is_drawn_first() -> None:
    strokes = pencil_board.cross_path(3)
    assert len(strokes) == 2
    half = pencil_board.draw_to(strokes, 0.4)
    assert len(half) == 1
    assert half[0][0] == strokes[0][0]
    assert half[0][-1] != strokes[0][-1]


# The cabinet.


def test_the_wings_are_those_of_the_photograph() -> None:
    high = cabinet.heights(305)
    assert high[:11] == (12,) * 11
    assert high[11:] == (18, 18, 18, 17, 18, 22, 19, 22, 21)
    assert sum(cabinet.heights(304)) == 304
    assert sum(cabinet.heights(287)) == 287
    assert max(cabinet.heights(287)) >= 18
    with pytest.raises(ValueError, match="306 boxes"):
        cabinet.heights(306)


def test_all_boxes_stand_on_one_foot_and_are_numbered_down_the_columns() -> None:
    places = cabinet.corners(304)
    assert places[0][0] == places[11][0] < places[12][0]
    assert places[11][1] == places[303][1] == cabinet.FOOT - matchbox.PITCH[1]
    assert places[0][1] < places[1][1]
    assert places[132][1] == cabinet.FOOT - 18 * matchbox.PITCH[1]


def test_each_box_can_be_touched_and_names_itself() -> None:
    part = built(CabinetPart)
    part.look(CLOSED, 0)
    assert [one.control for one in part.touches()] == [f"box.{n}" for n in range(1, 305)]
    x, y = cabinet.corners(304)[132]
    found = part.touch(x + 20, y + 10)
    assert found is not None
    assert (found.control, found.label) == ("box.133", "BOX 133")
    assert part.touch(x + 20, 5.0) is None


def test_other_faces_are_put_on_column_by_column() -> None:
    part = built(CabinetPart)
    part.look(CLOSED, 0)
    other = with_scene(CLOSED, build="second", beads=np.ones((289, 9), np.int64))
    before = [surface for _, surface in part.columns]
    for done in range(1, 21):
        part.look(other, done)
        now = [surface for _, surface in part.columns]
        assert sum(old is not new for old, new in zip(before, now, strict=True)) == done


# The sheet.


def test_squares_are_numbered_in_a_spiral() -> None:
    at = {n: noughts_sheet.SHEET.place(n) for n in range(9)}
    assert at[1][0] < at[2][0] < at[3][0]
    assert at[1][1] < at[8][1] < at[7][1]
    assert at[8][0] < at[0][0] < at[4][0]
    assert at[7][0] < at[6][0] < at[5][0]


def test_a_mark_is_drawn_in_four_tenths_of_a_second() -> None:
    part = built(NoughtsSheetPart)
    part.look(played(), 0)
    marked = played(0)
    begun, half, whole, later = (
        painted(part, marked, at) for at in (1000, 1000 + STROKE_MS // 2, 1000 + STROKE_MS, 5000)
    )
    assert begun.sum() > half.sum() > whole.sum()
    assert (whole == later).all()


def test_marks_that_come_faster_than_a_hand_are_simply_there() -> None:
    part = built(NoughtsSheetPart)
    part.look(played(), 0)
    part.look(played(0), 1000)
    hasty = painted(part, played(0, 1), 1020)
    assert (hasty == painted(part, played(0, 1), 9000)).all()


def test_a_play_that_is_there_from_the_first_is_not_drawn_anew() -> None:
    one, two = (built(NoughtsSheetPart) for _ in range(2))
    state = played(0, 1)
    assert (painted(one, state, 0) == painted(two, state, 5000)).all()


# Tray, instruments_art, plate.


def test_the_drawn_bead_has_a_light_round_it() -> None:
    part = built(TrayPart)
    plain, named = painted(part, tray_state()), painted(part, tray_state(apex=3))
    x, y = (round(side) for side in part.place(tray_state().contents, 17.0, 49.0))
    near = np.s_[x - 18 : x + 18, y - 18 : y + 18]
    assert named[near].mean() > plain[near].mean() + 10


def test_the_first_card_and_label_are_made_of_what_was_drawn_ahead() -> None:
    part = built(TrayPart)
    for draw in part.sprites():
        draw()
    drawn = (mark, letter_of, matchbox._stock)
    before = [kept.misses for kept in drawn]
    for rows in ("", "O.X/.O./..X"):
        part.look(tray_state(before=(rows, "turned a quarter")), 0)
    assert [kept.misses for kept in drawn] == before


def test_heaps_grow_with_what_is_in_the_cups() -> None:
    heaps = [instruments_art.heap_of(count) for count in (0, 1, 20, 100, 300, 1000, 5000)]
    assert heaps == sorted(heaps)
    assert heaps[0] == 0 < heaps[1]
    assert heaps[-1] == heaps[-2] == instruments_art.HEAPS - 1
    part = built(CupsPart)
    cover = [
        int((pygame.surfarray.array_alpha(part._heap(6, heap)) > 128).sum())
        for heap in range(instruments_art.HEAPS)
    ]
    assert cover[0] == 0
    assert cover[-1] > 2 * cover[2]


def test_keys_of_the_plate_are_each_given_once() -> None:
    keys = [one.key for one in built(InstrumentsPart).touches() if "." not in one.control]
    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_the_lamp_is_lit_when_a_reload_is_wanted() -> None:
    dark, lit = (
        painted(built(InstrumentsPart), plate(phase=phase)) for phase in ("idle", "declined")
    )
    x, y = (round(side * SCALE) for side in instruments.LAMP_AT)
    near = np.s_[x - 5 : x + 5, y - 5 : y + 5]
    assert lit[near][..., 0].mean() > dark[near][..., 0].mean() + 60


def test_beads_are_told_apart_without_colour_where_they_can_be_read() -> None:
    grey = [_grey(beads.told_bead(colour, beads.NUMBERED)) for colour in range(9)]
    plain = [_grey(beads.bead(colour, beads.NUMBERED)) for colour in range(9)]
    for colour in range(9):
        assert (grey[colour] != plain[colour]).any()
        small = beads.NUMBERED - 1
        assert beads.told_bead(colour, small) is beads.bead(colour, small, False)


@pytest.mark.slow
@pytest.mark.parametrize("kind", colour_vision.KINDS)
def test_the_numbers_on_beads_stand_out_for_every_eye(kind: str) -> None:
    for colour in range(9):
        numbered, plain = (
            pygame.surfarray.array3d(one)
            for one in (beads.told_bead(colour, 40), beads.bead(colour, 40))
        )
        where = (numbered.astype(int) - plain.astype(int) != 0).any(axis=2)
        found = [
            colour_vision.contrast(
                colour_vision.seen(numbered[x, y], kind), colour_vision.seen(plain[x, y], kind)
            )
            for x, y in np.argwhere(where)
        ]
        assert max(found) >= 3.0, COLOURS[colour]


def _grey(surface: pygame.Surface) -> npt.NDArray[np.int64]:
    """How bright each pixel is."""
    found: npt.NDArray[np.int64] = pygame.surfarray.array3d(surface).astype(np.int64).sum(axis=2)
    return found
