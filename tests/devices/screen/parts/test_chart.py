"""The chart and the paper to take home."""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np
import pygame
import pytest

from devices.media.paper import FORM_ROWS, Paper, PrintedLine
from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.chart_axes import AxisWords, round_step, span_of, tick_text, ticks
from devices.screen.parts.chart_ink import INKS, Dash, Mark, Series, thin_points
from devices.screen.parts.fanfold import Fanfold
from tests.devices.screen.parts.gallery import chart_surface, pages, pixels

LINE = Series("now", tuple((float(n), float(n % 7)) for n in range(30)))


def test_ticks_are_round_numbers() -> None:
    assert ticks(0, 100) == (0, 20, 40, 60, 80, 100)
    assert ticks(-50, 150, 4) == (-50, 0, 50, 100, 150)
    assert ticks(0, 0.3, 3) == pytest.approx((0, 0.1, 0.2, 0.3))
    assert round_step(7, 5) == 2
    assert [tick_text(value) for value in (0.0, 0.25, 1500.0, 2_000_000.0)] == [
        "0",
        "0.25",
        "1500",
        "2M",
    ]


def test_a_range_holds_its_values_and_ends_on_ticks() -> None:
    for values in ([3.0, 97.0], [-4.2, 11.0], [5.0], [], [100.0, 101.0]):
        low, high = span_of(values)
        assert low < high
        assert all(low <= value <= high for value in values)


def test_a_point_stands_where_the_axes_say() -> None:
    part = ChartPart()
    part.build(1.0)
    state = ChartState(series=(Series("p", ((5.0, 2.0),)),), x_range=(0, 10), y_range=(0, 4))
    surface = chart_surface(state, (480, 300), 1.0)
    part.look(state, 0)
    assert tuple(surface.get_at(part.plot.center))[:3] == pytest.approx(INKS["red"], abs=4)


@pytest.mark.slow
def test_lines_differ_by_mark_and_dash_not_only_by_ink() -> None:
    shapes = [
        replace(LINE, mark=mark, dash=dash) for mark in get_args(Mark) for dash in get_args(Dash)
    ]
    made = (chart_surface(ChartState(series=(one,)), (300, 200), 1.0) for one in shapes)
    assert len({pixels(one).tobytes() for one in made}) == len(shapes)


@pytest.mark.parametrize("number", ["+180", "+5000", "+25000"])
def test_the_numbers_of_the_upright_axis_keep_clear_of_its_name(number: str) -> None:
    made = pygame.Surface((300, 330), pygame.SRCALPHA)
    words = AxisWords(made, pygame.Rect(58, 36, 220, 224), 1.0)
    words.upright([(140.0, number)], "excess of bonuses over forfeits")
    inked = np.asarray(pygame.surfarray.array_alpha(made)[:57].any(axis=1), dtype=np.bool_)
    begins = np.flatnonzero(inked[1:] & ~inked[:-1])
    assert len(begins) > len(number) / 2  # the name, and the figures
    assert begins[1] - np.flatnonzero(~inked[begins[0] + 1 :])[0] - begins[0] >= 2


def test_a_long_line_is_thinned_to_what_can_be_told_apart() -> None:
    places = [(n / 100, float(n * 37 % 101)) for n in range(20_000)]
    kept = thin_points(places)
    assert len(kept) <= 4 * 200
    assert set(kept) <= set(places)
    for column in (0, 57, 199):
        inside = [y for x, y in places if int(x) == column]
        drawn = [y for x, y in kept if int(x) == column]
        assert (min(inside), max(inside)) == (min(drawn), max(drawn))


@pytest.mark.slow
def test_a_chart_is_drawn_without_a_window_at_any_size() -> None:
    for size, unit in (((640, 400), 1.0), ((1600, 1000), 2.0)):
        surface = chart_surface(ChartState("T", "x", "y", (LINE,)), size, unit)
        assert surface.get_size() == size


# Paper.


def printed(rows: int) -> Paper:
    paper = Paper()
    for number in range(rows):
        paper.print_line(f"LINE {number}")
    return paper


def paper_surface(lines: Sequence[PrintedLine], width_px: int) -> pygame.Surface:
    """All the paper in one piece, forms still joined."""
    made = pages(lines, width_px)
    whole = pygame.Surface((width_px, sum(page.get_height() for page in made)), 0, 32)
    top = 0
    for page in made:
        whole.blit(page, (0, top))
        top += page.get_height()
    return whole


def test_each_form_is_a_page() -> None:
    assert len(pages(printed(1).lines, 402)) == 1
    assert len(pages(printed(FORM_ROWS).lines, 402)) == 1
    made = pages(printed(FORM_ROWS + 1).lines, 402)
    assert len(made) == 2
    assert {page.get_size() for page in made} == {(402, Fanfold(402).height)}


def test_print_lies_on_its_row_and_nowhere_else() -> None:
    paper = Paper()
    paper.print_line("A")
    paper.print_line("B" * 30, "double")
    blank = pixels(pages([], 804)[0]).astype(int)
    page = pixels(pages(paper.lines, 804)[0]).astype(int)
    row = Fanfold(804).row
    inked = np.flatnonzero((page != blank).any(axis=(0, 2))) // row
    assert set(inked) == {0, 2}


def test_the_whole_paper_is_its_pages_joined() -> None:
    lines = printed(FORM_ROWS * 2 + 3).lines
    made = pages(lines, 300)
    whole = paper_surface(lines, 300)
    assert whole.get_size() == (300, 3 * made[0].get_height())
    joined = np.concatenate([pixels(page) for page in made], axis=1)
    assert (pixels(whole) == joined).all()


def test_a_ghost_lies_beneath() -> None:
    ghost = Series("1961", ((0.0, 1.0), (10.0, 1.0)), "none", "grey", ghost=True)
    over = Series("now", ((5.0, 0.0), (5.0, 2.0)), "none", "red")
    state = ChartState(series=(over, ghost), x_range=(0, 10), y_range=(0, 2))
    part = ChartPart()
    part.build(1.0)
    part.look(state, 0)
    middle = chart_surface(state, (480, 300), 1.0).get_at(part.plot.center)
    assert tuple(middle)[:3] == pytest.approx(INKS["red"], abs=4)
