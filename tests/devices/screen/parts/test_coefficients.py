"""Samuel's Fig. 4 drawn: which lines there are, where their names and marks stand."""

import pygame

from devices.screen.lettering import _stencil, letter_of
from devices.screen.parts.coefficients import (
    coefficients_chart,
    height,
)
from tests.devices.screen.parts.gallery import TERMS, coefficient_samples, coefficients_part

HISTORY = [
    (0.0, [("MOB", 19.0), ("ADV", -9.0)]),
    (0.5, [("MOB", 19.0), ("ADV", -12.0)]),
    (1.0, [("ADV", -19.0), ("BACK", 0.0)]),
    (1.5, [("ADV", -19.0), ("MOB", 3.0)]),
]


def test_a_coefficient_stands_as_high_as_its_power_and_one_more() -> None:
    assert [height(c) for c in (0, 1, -1, 2**18, -(2**18), 2**5)] == [0, 1, -1, 19, -19, 6]


def test_a_term_has_a_line_for_each_time_that_it_was_in_the_polynomial() -> None:
    state = coefficients_chart(HISTORY)
    assert [(line.name, line.points, line.active) for line in state.lines] == [
        ("MOB", ((0.0, 19.0), (0.5, 19.0)), False),
        ("ADV", ((0.0, -9.0), (0.5, -12.0), (1.0, -19.0), (1.5, -19.0)), True),
        ("BACK", ((1.0, 0.0),), False),
        ("MOB", ((1.5, 3.0),), True),
    ]
    assert state.lines[0].style == state.lines[3].style != state.lines[1].style
    assert state.now == 1.5


def test_the_lead_passes_from_term_to_term() -> None:
    leaders = coefficients_chart(HISTORY).leaders
    assert [(line.name, line.points[0][0]) for line in leaders] == [("MOB", 0.0), ("ADV", 1.0)]


def test_one_sample_more_repaints_a_small_part_of_the_lines() -> None:
    part = coefficients_part()
    part.build(1.0)
    screen = pygame.Surface((860, 286), 0, 32)
    few, more = (coefficients_chart(coefficient_samples(n)) for n in (60, 61))
    part.paint(screen, (0, 0), few, 0, True)
    before = list(part.chart.editions)
    part.paint(screen, (0, 0), more, 0, False)
    fresh = sum(a != b for a, b in zip(before, part.chart.editions, strict=True))
    assert 0 < fresh <= len(before) / 3


def test_names_are_put_together_of_letters_that_are_there() -> None:
    for cache in (letter_of, _stencil):  # other tests' letters: a full cache drops these
        cache.cache_clear()
    part = coefficients_part()
    part.build(0.517)
    for _ in part.make_sprites():
        pass
    letters = letter_of.misses
    part.look(coefficients_chart(coefficient_samples(60)), 0)
    assert len(part._brief) >= len(TERMS)
    assert letter_of.misses == letters
