"""The PC's parts: nodes where the windows are, squares where the numbers are, light where it is."""

import itertools
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from devices.screen.part import Touch
from devices.screen.part import pixels as pixel_rect
from devices.screen.parts.office_pc import RASTER
from machines.anaconda.contest import Expectation
from machines.anaconda.picture import checkers_picture, network_drawing
from machines.anaconda.picture.checkers_program import (
    FIRST,
    IN_PLAY,
    LOW,
    LOWER,
    NETWORK,
    OTHER,
    PANES,
    USUAL,
    CheckersProgramPart,
)
from machines.anaconda.picture.network_drawing import NODES, node, window_at
from machines.anaconda.picture.why_pane import degree, sentence
from machines.anaconda.state import NetworkActivations, Strength
from machines.games.draughts.board import Move
from tests.devices.screen.parts.gallery import floor, pixels
from tests.devices.screen.parts.pc_gallery import LAYOUT, OFF, OPENING, network, run, shown

Rect = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def monitor() -> CheckersProgramPart:
    part = CheckersProgramPart(LAYOUT)
    part.build(0.5)
    return part


_LATER = itertools.count(90_000, 1_000)


def seen(part: Any, state: Any, area: Rect) -> Any:
    """The pixels of ``area`` (units of the part)."""
    screen = floor(part)
    part.paint(screen, (0, 0), state, next(_LATER), True)
    box = pixel_rect(area, part.scale)
    return pixels(screen.subsurface(box.clip(screen.get_rect()))).astype(int)


def of_square(number: int, flipped: bool = False) -> Rect:
    x, y, wide, tall = checkers_picture.area(number, flipped)
    return (RASTER[0] + FIRST + x, RASTER[1] + PANES + y, wide, tall)


def about(x: float, y: float, reach: float = 4.0) -> Rect:
    """A piece of the network's drawing."""
    left, top = RASTER[0] + OTHER + x, RASTER[1] + PANES + y
    return (left - reach, top - reach, 2 * reach, 2 * reach)


def test_the_first_window_holds_squares_1_5_6_and_9() -> None:
    size, row, column = window_at(0)
    inside = [
        number
        for number in range(1, 33)
        for r, c in [network_drawing.row_and_column(number)]
        if 0 <= r - row < size and 0 <= c - column < size
    ]
    assert inside == [1, 5, 6, 9]


@pytest.mark.slow
def test_a_nodes_light_says_its_sign_and_how_far_it_is_from_nothing(
    monitor: CheckersProgramPart,
) -> None:
    def light(value: float, place: int) -> Any:
        windows = [0.0] * 91
        windows[place] = value
        sight = NetworkActivations((0.0,) * 32, tuple(windows), (0.0,) * 40, (0.0,) * 10)
        return seen(monitor, shown(sight=sight), about(*NODES[place])).mean(axis=(0, 1))

    for place in (0, 40, 90):
        dark, half, full = (light(value, place) for value in (0.0, 0.5, 1.0))
        against = light(-1.0, place)
        assert dark.sum() < half.sum() < full.sum()
        assert full[0] > full[2] + 40
        assert against[2] > against[0] + 40


def test_a_touch_finds_the_square_under_it_whichever_way_the_board_lies() -> None:
    part = CheckersProgramPart(LAYOUT)
    part.build(0.2)
    for flipped in (False, True):
        state = shown(OPENING, flipped=flipped)
        part.paint(floor(part), (0, 0), state, 0, True)
        for number in (1, 4, 18, 32):
            x, y, wide, tall = of_square(number, flipped)
            touch = part.touch(x + wide / 2, y + tall / 2)
            assert touch is not None
            assert touch.control == f"square.{number}"


def test_every_control_lies_on_the_picture_and_none_on_another(
    monitor: CheckersProgramPart,
) -> None:
    made = tuple(monitor.controls_for(False))
    assert len({touch.control for touch in made}) == len(made) == 6 + 4 + 7 + 32 + 91
    for arranged in (USUAL, LOW, IN_PLAY, NETWORK):
        lie_apart(tuple(CheckersProgramPart(LAYOUT, arranged).controls_for(False)))


def lie_apart(made: tuple[Touch, ...]) -> None:
    left, top, wide, tall = RASTER
    for touch in made:
        x, y, w, h = touch.rect
        assert left <= x <= x + w <= left + wide
        assert top <= y <= y + h <= top + tall
    apart_from_nodes = [touch for touch in made if not touch.control.startswith("window.")]
    for one, other in product(apart_from_nodes, apart_from_nodes):
        (x, y, w, h), (a, b, c, d) = one.rect, other.rect
        apart = x + w <= a + 1e-6 or a + c <= x + 1e-6 or y + h <= b + 1e-6 or b + d <= y + 1e-6
        assert apart or one is other, (one.control, other.control)


def test_a_board_that_went_in_turned_shows_its_window_at_the_other_end(
    monitor: CheckersProgramPart,
) -> None:
    turned = replace(network(5), turned=True)
    state = replace(shown(OPENING, sight=turned), pointed="pc.window.0")
    x, y, wide, tall = of_square(32)
    inner = (x + 14, y + 14, wide - 28, tall - 28)
    plain = replace(state, pointed="")
    assert seen(monitor, state, inner).mean() > 0.9 * seen(monitor, plain, inner).mean()


def test_the_button_of_the_plies_that_are_set_is_down(monitor: CheckersProgramPart) -> None:
    (rect,) = [touch.rect for touch in monitor.touches() if touch.control == "plies.7"]
    four, seven = (seen(monitor, shown(plies=plies), rect) for plies in (4, 7))
    assert (four != seven).any()


def test_the_population_is_drawn_when_there_is_a_run(monitor: CheckersProgramPart) -> None:
    area = (RASTER[0] + FIRST, RASTER[1] + LOWER, 456.0, 100.0)
    changed = seen(monitor, shown(history=run(50)), area) != seen(monitor, shown(), area)
    assert changed.any()


def test_the_chart_shows_a_kept_measurement_and_which_generation_plays(
    monitor: CheckersProgramPart,
) -> None:
    area = (RASTER[0] + OTHER, RASTER[1] + LOWER, 500.0, 100.0)
    measured = (Strength(250, 15, 4, 1, 0.85, 0.02), Strength(840, 18, 1, 1, 0.92, 0.01))
    nothing = seen(monitor, shown(), area)
    all_of_it = seen(monitor, shown(strength=measured), area)
    other = seen(monitor, shown(strength=measured, generation=250), area)
    assert (nothing != all_of_it).any()
    assert (all_of_it != other).any()


def test_the_line_that_it_expects_lies_on_the_board_with_its_sentence(
    monitor: CheckersProgramPart,
) -> None:
    line = (Move((9, 14)), Move((24, 19)))
    expects = Expectation(line, 0.2, 321, 4, ((line[0], 0.2),))
    board = (RASTER[0] + FIRST, RASTER[1] + 140.0, 456.0, 456.0)
    below = (RASTER[0] + FIRST, RASTER[1] + LOWER, 456.0, 100.0)
    plain, told = shown(OPENING), shown(OPENING, why=1, expects=expects)
    figures = shown(OPENING, why=2, expects=expects)
    assert (seen(monitor, plain, board) != seen(monitor, told, board)).any()
    assert (seen(monitor, plain, below) != seen(monitor, told, below)).any()
    assert (seen(monitor, told, below) != seen(monitor, figures, below)).any()
    assert sentence(expects) == (
        "It expects your 9-14, then answers 24-19. It thinks it is a little better."
    )
    assert [degree(worth) for worth in (1.0, 0.6, 0.0, -0.3, -1.0)] == [
        "sure", "clearly_better", "even", "little_worse", "lost",
    ]  # fmt: skip


def test_a_monitor_that_is_off_shows_no_picture(monitor: CheckersProgramPart) -> None:
    off = seen(monitor, OFF, RASTER)
    assert off.mean() < 45
    assert seen(monitor, shown(), RASTER).mean() > 90


def test_a_node_below_nothing_is_known_by_a_dash_without_colour() -> None:
    above, below = (pixels(node("second", sign * 8, 2.0)).mean(axis=2) for sign in (1, -1))
    middle, wide = below.shape[0] // 2, below.shape[1]
    assert below[middle, middle] < 0.5 * below[middle, middle - 7]
    assert above[middle, middle] > 0.8 * above[middle, middle - 7]
    assert wide == above.shape[1]
