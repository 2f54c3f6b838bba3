"""Morph's workstation: men by their letters, arrows and bars where they belong, sums by hand."""

import itertools
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pygame
import pytest

from devices.screen.part import pixels as pixel_rect
from machines.morph.history import Printed
from machines.morph.picture import (
    chess_board,
    fold,
    learning_curves,
    material_table,
    pattern_wall,
    successor_bars,
)
from machines.morph.picture.chess_board import area_of
from machines.morph.picture.chess_men import man
from machines.morph.picture.material_table import MaterialTablePart
from machines.morph.picture.morph_program import MorphProgramPart
from machines.morph.picture.program_layout import USUAL
from machines.morph.picture.small_board import pattern_surface
from machines.morph.picture.workstation import RASTER
from machines.morph.scene import (
    Arrow,
    Bar,
    Board,
    Curves,
    Fold,
    Hung,
    Sketch,
    Step,
    Successors,
    Wall,
    Weighed,
)
from tests.devices.screen.parts.gallery import floor, pixels
from tests.machines.morph.picture.gallery import (
    AFTER_E4,
    EDGES,
    FOLDED,
    LAYOUT,
    NODES,
    OFF,
    OPENING,
    SQUARES,
    bars,
    pictures,
    shown,
)

Rect = tuple[float, float, float, float]
_LATER = itertools.count(90_000, 1_000)


@pytest.fixture(scope="module")
def monitor() -> MorphProgramPart:
    part = MorphProgramPart(LAYOUT)
    part.build(0.7)
    return part


def seen(part: Any, state: Any, area: Rect, now_ms: int | None = None) -> Any:
    """The pixels of ``area`` (units of the part)."""
    screen = floor(part)
    part.paint(screen, (0, 0), state, next(_LATER) if now_ms is None else now_ms, True)
    box = pixel_rect(area, part.scale)
    return pixels(screen)[box.left : box.right, box.top : box.bottom].astype(int)


def on_pane(pane: tuple[float, float], rect: Rect) -> Rect:
    return (RASTER[0] + pane[0] + rect[0], RASTER[1] + pane[1] + rect[1], rect[2], rect[3])


def of_square(name: str, flipped: bool = False) -> Rect:
    place = area_of(SQUARES[name], flipped)
    return on_pane(USUAL.board, place)


def cover(letter: str, side: int = 60) -> Any:
    return pygame.surfarray.array_alpha(man(letter, side)).astype(int)


# The men.


# The board.


def test_a1_is_dark_and_h1_is_light() -> None:
    assert chess_board.is_dark(SQUARES["a1"])
    assert not chess_board.is_dark(SQUARES["h1"])
    assert [SQUARES[name] for name in ("a1", "h1", "a2", "h8")] == [0, 7, 8, 63]


@pytest.mark.slow
def test_a_man_slides_from_its_square_to_its_goal(monitor: MorphProgramPart) -> None:
    start = shown(board=Board(OPENING))
    moved = shown(board=Board(AFTER_E4, last=(12, 28)))
    now = next(_LATER)
    seen(monitor, start, of_square("e3"), now)
    bright = [
        {name: int((seen(monitor, moved, of_square(name), now + later).min(axis=2) > 225).sum())
         for name in ("e2", "e3", "e4")}
        for later in (0, chess_board.STEP_MS // 2, chess_board.STEP_MS)
    ]  # fmt: skip
    assert [max(step, key=lambda name: step[name]) for step in bright] == ["e2", "e3", "e4"]


def test_a_game_that_is_set_up_anew_does_not_slide(monitor: MorphProgramPart) -> None:
    moved = shown(board=Board(AFTER_E4, last=(12, 28)))
    start = shown(board=Board(OPENING))
    now = next(_LATER)
    seen(monitor, moved, of_square("e4"), now)
    at_once = seen(monitor, start, of_square("e2"), now + 1)
    assert (at_once == seen(monitor, start, of_square("e2"), now + 5000)).all()


def test_an_attack_is_darker_than_a_defence(monitor: MorphProgramPart) -> None:
    darkest = []
    for target in "rR":
        men = "".join("R" if k == 0 else target if k == 56 else "." for k in range(64))
        state = shown(board=Board(men, graph=(Arrow(0, 56),)))
        x, y, wide, tall = of_square("a4")
        within = (x + 6, y + 6, wide - 12, tall - 12)
        darkest.append(int(seen(monitor, state, within).sum(axis=2).min()))
    assert darkest[0] < darkest[1] - 60


def test_what_a_pattern_asks_for_lies_over_the_men(monitor: MorphProgramPart) -> None:
    plain = shown(board=Board(OPENING))
    asked = shown(board=Board(OPENING, pattern=Sketch(NODES, EDGES)))
    for name in ("e1", "a1", "c2"):
        area = of_square(name)
        red = [seen(monitor, state, area) for state in (plain, asked)]
        counts = [int(((one[..., 0] > 150) & (one[..., 1] < 90)).sum()) for one in red]
        assert counts[0] == 0 < counts[1] or name == "c2"
        assert (red[0] != red[1]).any()


# The bars.


def bar_heights(part: MorphProgramPart, values: tuple[float, ...]) -> list[float]:
    """How high each bar stands, as a share of the height that there is."""
    names = tuple("abcdefgh"[k] + "3" for k in range(len(values)))
    state = shown(successors=Successors(tuple(map(Bar, names, values))))
    top, tall = successor_bars.TOP + 1.0, successor_bars.FOOT - successor_bars.TOP - 2.0
    made = []
    for number in range(len(values)):
        x, _, pitch, _ = successor_bars.column(number, len(values))
        area = on_pane(USUAL.bars, (x + pitch * 0.4, top, pitch * 0.2, tall))
        bright = seen(part, state, area).max(axis=2).mean(axis=0) > 190
        made.append(1.0 - float(bright.mean()))
    return made


def test_the_better_move_has_the_higher_bar(monitor: MorphProgramPart) -> None:
    heights = bar_heights(monitor, (0.93, 0.71, 0.55, 0.31, 0.12))
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 5
    assert heights[0] > 0.7
    assert heights[-1] < 0.4


# The fold.


def thread_at(part: MorphProgramPart, state: Fold, line: int) -> float:
    """Where the value's thread leaves a line, 0 to 1."""
    _, y, _, tall = fold.line_of(line)
    left, right = fold.AXIS
    area = on_pane(USUAL.fold, (left, y + tall - 4, right - left, 3))
    picture = seen(part, shown(fold=state), area)
    blue = (picture[..., 2] - picture[..., 0] > 45).all(axis=1)
    places = np.flatnonzero(blue)
    return float(places.mean() / len(blue)) if len(places) else -1.0


@pytest.mark.slow
def test_the_thread_leaves_each_line_at_the_value_so_far(monitor: MorphProgramPart) -> None:
    state = Fold("Nd4", FOLDED)
    for line, row in enumerate(FOLDED):
        assert thread_at(monitor, state, line) == pytest.approx(row.value, abs=0.02)


def test_steps_that_are_not_shown_yet_have_no_thread(monitor: MorphProgramPart) -> None:
    state = Fold("Nd4", FOLDED, shown=2)
    assert thread_at(monitor, state, 1) == pytest.approx(FOLDED[1].value, abs=0.02)
    number = on_pane(
        USUAL.fold,
        (fold.WEIGHTS + 6, fold.line_of(3)[1] + 3, 44, 22),
    )
    some, every = (
        seen(monitor, shown(fold=one), number) for one in (state, replace(state, shown=-1))
    )
    assert some.min() > 150 > every.min()


def test_five_men_of_a_material_pattern_stand_before_its_weight(monitor: MorphProgramPart) -> None:
    """Between them and where a weight of 0 stands the line is bare."""
    step = Step(1.0, 0.5, Sketch(material=(2, -1, -1, -1, -1)))
    middle = fold.line_of(0)[1] + fold.ROW / 2
    area = on_pane(USUAL.fold, (fold.AXIS[0] - 8.0, middle - 6.0, 5.0, 12.0))
    assert seen(monitor, shown(fold=Fold("Nd4", (step,))), area).min() > 200


# The wall.


def test_a_weight_leans_to_its_side_of_one_half() -> None:
    sides = []
    for weight in (0.1, 0.9):
        picture = pixels(pattern_surface(Hung(weight, Sketch(material=(0,) * 5), 0), 200)).astype(
            int
        )
        row = picture[:, round(200 * (0.04 + 0.92 * 1.075))]
        coloured = np.flatnonzero(abs(row[:, 0] - row[:, 1]) > 60)
        sides.append(float(coloured.mean() / 200))
    assert sides[0] < 0.4 < 0.6 < sides[1]


def test_a_pattern_is_drawn_over_the_position_that_it_came_from() -> None:
    alone = Hung(0.5, Sketch(NODES, EDGES), 0)
    among = Hung(0.5, Sketch(NODES, EDGES, OPENING), 0)
    one, other = (pixels(pattern_surface(picture, 240)).astype(int) for picture in (alone, among))

    def square(picture: Any, name: str) -> Any:
        step, margin = 240 * 0.92 / 8, 240 * 0.04
        file, row = SQUARES[name] % 8, 7 - SQUARES[name] // 8
        x, y = (round(margin + k * step + 3) for k in (file, row))
        return picture[x : x + round(step) - 6, y : y + round(step) - 6]

    assert (square(one, "h8") != square(other, "h8")).any()
    assert (square(one, "g5") == square(other, "g5")).all()
    strong, faint = (int(np.ptp(square(other, name).sum(axis=2))) for name in ("a1", "h1"))
    assert strong > faint + 100


# Curves and table.


def test_means_of_points_by_hand() -> None:
    assert learning_curves.cumulative((6.0, 0.0, 3.0, 11.0)) == (6.0, 3.0, 3.0, 5.0)
    assert learning_curves.moving((6.0, 0.0, 3.0, 11.0), 2) == (6.0, 3.0, 1.5, 7.0)
    assert learning_curves.cumulative(()) == ()


def test_a_long_run_is_thinned_to_its_last_game() -> None:
    for games in (1, 2, 399, 400, 401, 2000, 9_999):
        curves = Curves(points=tuple(float(k) for k in range(games)))
        for series in learning_curves.chart(curves, 0).series:
            assert len(series.points) <= learning_curves.MOST, games
            assert series.points[-1][0] == games, games
        last = learning_curves.chart(curves, 0).series[0].points[-1][1]
        assert last == pytest.approx((games - 1) / 2), games


def test_each_page_is_another_figure() -> None:
    titles = {learning_curves.chart(Curves(), page).title for page in range(4)}
    assert len(titles) == learning_curves.PAGES == 4


def test_ring_and_dot_stand_at_their_weights() -> None:
    part = MaterialTablePart()
    part.build(1.0)
    x, y, _, _ = part.pane.rect
    left, right = material_table.AXIS
    row = (x + left, y + material_table.FIRST + 1, right - left, material_table.ROW - 3)
    for theirs, ours in ((0.2, 0.9), (0.75, 0.4)):
        line = Weighed(Printed((0, 1, 0, 0, 0), theirs, 1, 0.0, 1), ours, 1, 0.0, 1)
        picture = seen(part, shown(table=(line,), games=10), row)
        red = np.flatnonzero((picture[..., 0] - picture[..., 1] > 70).any(axis=1)).mean()
        dark = np.flatnonzero((picture.max(axis=2) < 90).any(axis=1)).mean()
        assert red / (right - left) == pytest.approx(ours, abs=0.03)
        assert dark / (right - left) == pytest.approx(theirs, abs=0.03)


# Touches.


def test_every_square_and_button_is_a_control_and_none_twice(monitor: MorphProgramPart) -> None:
    monitor.look(shown(successors=bars(30)), next(_LATER))
    names = [touch.control for touch in monitor.touches()]
    assert len(names) == len(set(names))
    assert {f"square.{file}{rank}" for file, rank in product("abcdefgh", "12345678")} <= set(names)
    assert {f"move.{k}" for k in range(30)} <= set(names)
    assert not any(name.startswith("promote") for name in names)


def test_while_a_pawn_arrives_only_its_men_are_to_be_touched(monitor: MorphProgramPart) -> None:
    monitor.look(shown(board=Board(promotion="QRBN")), next(_LATER))
    names = {touch.control for touch in monitor.touches()}
    assert {"promote.q", "promote.r", "promote.b", "promote.n"} <= names
    assert not any(name.startswith("square") for name in names)


def test_what_is_pointed_at_is_marked(monitor: MorphProgramPart) -> None:
    plain = shown(successors=bars(12), fold=Fold("e4", FOLDED),
                  wall=Wall(pictures(15), total=15))  # fmt: skip
    column = on_pane(USUAL.bars, successor_bars.column(5, 12))
    line = on_pane(USUAL.fold, fold.line_of(2))
    assert USUAL.wall is not None
    place = on_pane(USUAL.wall, pattern_wall.place_of(7))
    hung = (place[0] - 3, place[1], 3.0, place[3])
    for name, area in (("move.5", column), ("why.2", line), ("pattern.7", hung)):
        before = seen(monitor, plain, area)
        event = f"workstation.{name}"
        assert (seen(monitor, replace(plain, pointed=event), area) != before).any()
        held = replace(plain, held=frozenset({event}))
        assert (seen(monitor, held, area) != before).any()


def test_with_the_picture_off_nothing_of_it_is_seen(monitor: MorphProgramPart) -> None:
    off = replace(OFF, view=shown(board=Board(OPENING)).view)
    picture = seen(monitor, off, of_square("e2"))
    assert picture.max() < 90
