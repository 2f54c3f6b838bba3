"""Michie's figures drawn: what stands where, in numbers and in pixels."""

import itertools
from typing import get_args

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.chart_ink import INKS, Mark
from devices.screen.parts.chart_notes import NotePen, place_all
from devices.screen.parts.figures import (
    RANDOM_AVERAGE,
    SweepRow,
    blocks_chart,
    counts_chart,
    figure_surface,
    multiplier_chart,
    score_chart,
    sweep_chart,
)
from devices.screen.parts.heat_map import HeatPart
from devices.screen.parts.step_chart import BlocksPart
from tests.devices.screen.parts.gallery import chart_surface, pixels

SEQUENCE = "LLLLLDLLDLDLLLLLLDDDDDLLDLDLLDLLDLDLLDDLDLLDLDWLDDDDDLW"
RESULTS = [{"W": 1, "D": 0, "L": -1}[letter] for letter in SEQUENCE]


def near(surface: pygame.Surface, at: tuple[float, float]) -> npt.NDArray[np.uint8]:
    """The pixels around a place, uint8[25, 3]."""
    reach = 2
    x, y = round(at[0]), round(at[1])
    return pixels(surface)[x - reach : x + reach + 1, y - reach : y + reach + 1].reshape(-1, 3)


def drawn_at(part: ChartPart, state: ChartState, x: float, y: float) -> tuple[float, float]:
    """The pixel of a place in the axes' numbers, by the ranges of the state."""
    assert state.x_range is not None and state.y_range is not None
    (left, right), (low, high) = state.x_range, state.y_range
    plot = part.plot
    return (
        plot.x + (x - left) / (right - left) * plot.width,
        plot.bottom - (y - low) / (high - low) * plot.height,
    )


# -- Fig. 4 --------------------------------------------------------------------------------------


def test_the_axes_are_those_of_the_figure_until_more_is_needed() -> None:
    state = score_chart(RESULTS)
    assert (state.x_range, state.y_range) == ((0.0, 240.0), (-20.0, 180.0))
    assert state.upwards == "excess of bonuses over forfeits, 3W + D - L"
    assert state.y_ticks is not None
    assert [value for value, _ in state.y_ticks] == list(range(-20, 181, 10))
    assert dict(state.y_ticks)[20] == "+20"
    wide = score_chart([1] * 500)
    assert wide.x_range is not None and wide.x_range[1] >= 500
    assert wide.y_range is not None and wide.y_range[1] >= 1500
    low = score_chart([-1] * 100)
    assert low.y_range is not None and low.y_range[0] <= -100


def test_a_line_that_grows_keeps_the_points_that_it_has() -> None:
    results = np.resize(np.array([1, 0, -1, -1], dtype=np.int8), 40_000)
    before = score_chart(results[:30_000]).series[0].points
    after = score_chart(results[:30_001]).series[0].points
    kept = sum(1 for old, new in zip(before, after, strict=False) if old == new)
    assert kept >= len(before) - 1


def test_a_game_added_repaints_a_small_part_of_the_chart() -> None:
    part = ChartPart()
    part.build(1.5)
    screen = pygame.Surface((720, 450), 0, 32)
    part.paint(screen, (0, 0), score_chart(RESULTS[:40], ghost=RESULTS), 0, True)
    rects = part.paint(screen, (0, 0), score_chart(RESULTS[:41], ghost=RESULTS), 0, False)
    assert 0 < sum(rect.width * rect.height for rect in rects) < 720 * 450 / 20


def test_a_change_of_the_rewards_is_an_upright_line_with_its_word() -> None:
    plain, changed = (
        score_chart(RESULTS, changes=changes) for changes in ((), ((120, "+5 +1 -1"),))
    )
    part = ChartPart()
    part.build(1.0)
    x, _ = drawn_at(part, changed, 120.0, 0.0)
    before, after = (pixels(chart_surface(one, (480, 300), 1.0)) for one in (plain, changed))
    columns = np.flatnonzero((before != after).any(axis=(1, 2)))
    column = after[round(x), part.plot.top : part.plot.bottom].astype(int)
    blue = abs(column - INKS["blue"]).sum(axis=1) < 30
    assert 0.4 < blue.mean() < 0.8  # broken
    assert columns.min() >= round(x) - 1
    assert columns.max() <= round(x) + NotePen(1.0).size("+5 +1 -1")[0] + 1


def test_callouts_cover_neither_each_other_nor_the_line() -> None:
    xs = np.linspace(20, 380, 200)
    line = np.stack([xs, 150 + 60 * np.sin(xs / 40)], axis=1)
    within = pygame.Rect(10, 10, 400, 220)
    tips = [(float(x), float(y)) for x, y in line[10::30]]
    notes = place_all(tips, [(60, 20)] * len(tips), within, [line] * len(tips), 1.0)
    for note, tip in zip(notes, tips, strict=True):
        assert note.tip == tip
        assert within.contains(note.box)
        assert note.box.left <= tip[0] <= note.box.right
        assert not any(note.box.collidepoint(place) for place in line)
    for one, other in itertools.permutations(notes, 2):
        assert not one.box.colliderect(other.box)
        assert not one.box.colliderect(other.arrow)


def test_a_callout_that_has_no_room_is_left_out_and_hides_no_other() -> None:
    line = np.array([[50.0, 60.0]])
    notes = place_all(
        [(50.0, 60.0)] * 3, [(80, 30)] * 3, pygame.Rect(0, 0, 100, 70), [line] * 3, 1.0
    )
    assert [note.cost < float("inf") for note in notes].count(True) == 1


def test_callouts_belong_to_the_ghost_where_there_is_one() -> None:
    called = ((17, "abandons other openings"), (300, "too late"))
    (ghosts,) = score_chart([1] * 30, ghost=RESULTS, callouts=called).callouts
    assert (ghosts.at, ghosts.ghost) == ((17.0, -11.0), True)
    (own,) = score_chart(RESULTS, callouts=called).callouts
    assert (own.at, own.ghost) == ((17.0, -11.0), False)
    assert score_chart([1] * 2000, ghost=RESULTS, callouts=called).callouts == ()


# -- Fig. 6 --------------------------------------------------------------------------------------


def test_the_multipliers_are_those_of_the_figure() -> None:
    line = multiplier_chart(1.025, 2.0).series[0]
    printed = (1.025, 1.0506, 1.1038, 1.2184, 1.4845, 2.2038, 4.8565)
    assert [y for _, y in line.points] == pytest.approx(printed, abs=6e-5)
    assert [x for x, _ in line.points] == [-8, -7, -6, -5, -4, -3, -2]
    finite = multiplier_chart(1.025, 2.0, infinite=False)
    assert finite.series[0].points[-1] == pytest.approx((-1.0, 23.586), abs=1e-3)
    assert len(finite.series) == 1


# -- Figs 7 to 9 ---------------------------------------------------------------------------------


def heights(surface: pygame.Surface, place: pygame.Rect, x: int) -> tuple[float, float]:
    """Of a panel's column: how many of 100 are red from the foot, how many blue from the top."""
    column = pixels(surface)[x, place.top + 3 : place.bottom - 3].astype(int)
    red = (column[:, 0] - column[:, 2] > 40).mean()
    blue = (column[:, 2] - column[:, 0] > 20).mean()
    return 100 * float(red), 100 * float(blue)


def test_blocks_are_as_high_as_they_count_and_random_play_stands_before_them() -> None:
    blocks = [(62, 12, 26), (80, 15, 5), (95, 5, 0)]
    state = blocks_chart(blocks, title="RUN")
    part = BlocksPart()
    part.build(2.0)
    surface = figure_surface(state, (960, 600), 2.0)
    (place,) = part.places(state)
    wide = place.width / part.columns(state)
    for column, block in enumerate([RANDOM_AVERAGE, *blocks]):
        x = round(place.x + (column + 0.5) * wide)
        won, lost = heights(surface, place, x)
        assert won == pytest.approx(block[0], abs=3)
        assert lost == pytest.approx(block[2], abs=3)


def test_draws_are_dotted_and_nothing_else_is() -> None:
    state = blocks_chart([(30, 40, 30)] * 10)
    part = BlocksPart()
    part.build(2.0)
    surface = figure_surface(state, (960, 600), 2.0)
    (place,) = part.places(state)
    inside = pixels(surface)[place.x + 100 : place.x + 130, place.top : place.bottom].astype(int)
    dark = (inside.sum(axis=2) < 330).any(axis=0)
    tall = place.height
    assert dark[round(tall * 0.36) : round(tall * 0.64)].sum() > 10
    assert not dark[round(tall * 0.06) : round(tall * 0.28)].any()
    assert not dark[round(tall * 0.72) : round(tall * 0.94)].any()


def test_the_published_runs_stand_below_in_the_same_columns() -> None:
    state = blocks_chart([(60, 10, 30)] * 10, [[(56, 71), (78, 84)], [(65, 80)]])
    assert [panel.ghost for panel in state.panels] == [False, True, True]
    assert state.panels[1].blocks == ((56, 15, 29), (78, 6, 16))
    part = BlocksPart()
    part.build(1.0)
    places = part.places(state)
    assert len({(place.x, place.width) for place in places}) == 1
    assert all(a.bottom < b.top for a, b in itertools.pairwise(places))


def test_the_published_runs_are_left_out_where_our_blocks_are_longer() -> None:
    for blocks, plays in (([(60, 10, 30)] * 41, 100), ([(120, 20, 60)] * 3, 200)):
        state = blocks_chart(blocks, [[(56, 71)]], plays=plays)
        assert [panel.ghost for panel in state.panels] == [False]
        assert state.plays == 200


# -- One box -------------------------------------------------------------------------------------

COLOURS = [
    ("white", (240, 240, 236)),
    ("lilac", (176, 142, 196)),
    ("silver", (176, 180, 184)),
    ("green", (44, 120, 66)),
    ("pink", (232, 150, 170)),
    ("red", (186, 32, 30)),
    ("amber", (224, 146, 32)),
    ("black", (30, 30, 32)),
    ("gold", (206, 170, 70)),
]


def test_nine_beads_are_told_apart_without_their_colours() -> None:
    lines = counts_chart([(0, [4] * 9), (10, list(range(9)))], COLOURS).series
    assert [line.name for line in lines] == [name for name, _ in COLOURS]
    assert len({(line.mark, line.dash) for line in lines}) == 9
    assert len({line.mark for line in lines}) == 9 < len(get_args(Mark))


def test_a_box_keeps_its_beads_until_they_change() -> None:
    history = [(0, (4, 2)), (7, (3, 2)), (9, (6, 2))]
    lines = counts_chart(history, COLOURS[:2], plays=20).series
    assert lines[0].points == ((0, 4), (7, 4), (7, 3), (9, 3), (9, 6), (20, 6))
    assert lines[1].points == ((0, 2), (20, 2))


def test_a_colour_that_the_box_never_held_has_no_line() -> None:
    state = counts_chart([(0, (4, 0, 4))], COLOURS[:3], plays=5)
    assert [line.name for line in state.series] == ["white", "silver"]


# -- The sweep -----------------------------------------------------------------------------------


def test_more_plays_are_darker_and_what_is_beyond_the_range_is_crossed_out() -> None:
    values = np.array([[[150.0, 1500.0, np.inf], [np.nan, 120.0, 300.0]]])
    shares = np.array([[[0.0, 0.5, 1.0], [np.nan, 0.25, 0.75]]])
    state = sweep_chart(
        (1.005, 1.025, 1.1),
        (1.0, 2.0),
        ("fixed origin",),
        (SweepRow("plays", values), SweepRow("share", shares, share=True)),
        most=10_000,
    )
    words = [[cell.words for cell in line] for line in state.rows[0].tables[0]]
    assert words == [["150", "1500", ">10k"], ["", "120", "300"]]
    assert [cell.words for cell in state.rows[1].tables[0][0]] == ["0", ".50", "1"]
    part = HeatPart()
    part.build(1.0)
    surface = figure_surface(state, (800, 500), 1.0)
    shades = [
        float(pixels(surface)[(rect := part.cell(state, 0, 0, 0, along)).x + 4, rect.y + 4].mean())
        for along in range(3)
    ]
    assert shades[0] > shades[1] > shades[2]
    empty = part.cell(state, 0, 0, 1, 0)
    paper = pixels(surface)[empty.x + 6, empty.y + 6]
    assert paper.min() > 190


def test_the_test_run_goes_on_from_the_ghosts_end_by_draws() -> None:
    lines = score_chart((), ghost=RESULTS, test_run=20).series
    last = lines[1].points[-1]
    assert lines[2].points == (last, (last[0] + 20, last[1] + 20))
    assert lines[2].ghost and lines[2].dash
