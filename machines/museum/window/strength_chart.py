"""The graph of strength: each learner's share of points against its own beginning, by experience.

Games of experience run to the right on a logarithmic scale, after a column for the beginning; the
share of points goes up from :data:`LEAST` to 100%.  Each learner has a colour and a shape of its
own, so that it shows without colour too.  Intervals are bars.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame

from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.figures import figures
from machines.laboratory.strength.today import StrengthCurve, StrengthPoint

COLOURS = ((160, 44, 32), (24, 92, 140), (40, 112, 60), (134, 74, 150), (168, 104, 12))
SHAPES = ("circle", "square", "triangle", "diamond", "bar")
LEAST, MOST = 0.40, 1.0
"""Shares at the lower and the upper edge."""
DECADES = 5.3
"""So many powers of ten fit: up to 200,000 games."""
BEGINNING = 0.06
"""The column for no games at all, as a share of the width."""
FAR = 30
"""Points with so many times the games between them are joined by dots: nothing was measured."""
INK = (60, 54, 46)
RULE = (202, 190, 164)
LEVEL = (120, 108, 88)


class Axes:
    """Where games and shares are in a box of pixels."""

    def __init__(self, box: pygame.Rect) -> None:
        self.box = box

    def x(self, games: int) -> int:
        """Of a number of games; 0: the beginning's column."""
        if games < 1:
            return self.box.left + round(self.box.width * BEGINNING / 2)
        share = BEGINNING + (0.985 - BEGINNING) * min(math.log10(games), DECADES) / DECADES
        return self.box.left + round(self.box.width * share)

    def y(self, points: float) -> int:
        """Of a share of points; beyond the edges: at them."""
        share = (min(max(points, LEAST), MOST) - LEAST) / (MOST - LEAST)
        return self.box.bottom - round(self.box.height * share)


def colour_of(k: int) -> tuple[int, int, int]:
    """The colour of the kth learner."""
    return COLOURS[k % len(COLOURS)]


def draw_curves(
    target: pygame.Surface, box: pygame.Rect, curves: Sequence[StrengthCurve], unit: float
) -> None:
    """The curves alone, small: the level of the beginning, and each learner's line."""
    axes = Axes(box)
    thick = max(1, round(2 * unit))
    pygame.draw.line(target, LEVEL, box.bottomleft, box.topleft, thick)
    pygame.draw.line(target, LEVEL, box.bottomleft, box.bottomright, thick)
    level = axes.y(0.5)
    _dashes(target, (box.left, level), box.right, max(4, round(7 * unit)))
    for k, curve in enumerate(curves):
        draw_curve(target, axes, curve, k, 0.62 * unit, bars=False)


def draw_curve(
    target: pygame.Surface, axes: Axes, curve: StrengthCurve, k: int, unit: float, bars: bool = True
) -> None:
    """A learner's line from the level of its beginning on, its marks and intervals; today's mark
    stands alone, in a ring."""
    colour = colour_of(k)
    line = [(axes.x(0), axes.y(0.5))]
    line += [(axes.x(one.games), axes.y(one.points)) for one in curve.points]
    games = [1, *(one.games for one in curve.points)]
    for (start, end), (before, after) in zip(pairwise(line), pairwise(games), strict=True):
        thick = max(2, round(3.4 * unit))
        if after > FAR * before:
            _draw_dots(target, colour, start, end, thick)
        else:
            pygame.draw.line(target, colour, start, end, thick)
    for one, place in zip(curve.points, line[1:], strict=True):
        if bars:
            draw_interval(target, axes, one, colour, unit)
        draw_mark(target, place, k, 8.5 * unit)
    if curve.today is not None:
        today = curve.today
        place = axes.x(today.games), axes.y(today.points)
        if bars:
            draw_interval(target, axes, today, colour, unit)
        ring = max(5, round(19 * unit))
        pygame.draw.circle(target, (252, 248, 236), place, ring)
        pygame.draw.circle(target, colour, place, ring, max(2, round(4 * unit)))
        draw_mark(target, place, k, 8.5 * unit)


def draw_interval(
    target: pygame.Surface,
    axes: Axes,
    point: StrengthPoint,
    colour: tuple[int, int, int],
    unit: float,
) -> None:
    """The 95% interval of a point as an upright bar with two ends."""
    x, high, low = axes.x(point.games), axes.y(point.high), axes.y(point.low)
    if low - high < 3:
        return
    thick, arm = max(1, round(2 * unit)), max(3, round(6 * unit))
    pygame.draw.line(target, colour, (x, high), (x, low), thick)
    for y in (high, low):
        pygame.draw.line(target, colour, (x - arm, y), (x + arm, y), thick)


def draw_mark(target: pygame.Surface, place: tuple[int, int], k: int, radius: float) -> None:
    """The kth learner's shape."""
    x, y = place
    r = max(3, round(radius))
    colour, shape = colour_of(k), SHAPES[k % len(SHAPES)]
    if shape == "circle":
        pygame.draw.circle(target, colour, place, r)
        return
    corners = {
        "square": ((-r, -r), (r, -r), (r, r), (-r, r)),
        "triangle": ((0, -r - 1), (r + 1, r), (-r - 1, r)),
        "diamond": ((0, -r - 2), (r + 2, 0), (0, r + 2), (-r - 2, 0)),
        "bar": ((-r - 2, -r // 2), (r + 2, -r // 2), (r + 2, r // 2), (-r - 2, r // 2)),
    }[shape]
    pygame.draw.polygon(target, colour, [(x + dx, y + dy) for dx, dy in corners])


def draw_axes(
    target: pygame.Surface, box: pygame.Rect, words: dict[str, str], high: float, code: str
) -> None:
    """Frame, rules and numbers of the whole graph: ``words`` are the language's, ``high`` the
    height of capitals in pixels, ``code`` that language's folder."""
    axes = Axes(box)
    pygame.draw.rect(target, (253, 250, 241), box)
    for percent in range(40, 101, 10):
        y = axes.y(percent / 100)
        pygame.draw.line(target, RULE, (box.left, y), (box.right, y))
        LETTERS.draw(target, f"{percent}%", box.left - round(0.8 * high), y, high, INK, "right")
    for power in range(int(DECADES) + 1):
        x = axes.x(10**power)
        pygame.draw.line(target, RULE, (x, box.top), (x, box.bottom))
        digits = figures(f"{10**power:,}", code)
        LETTERS.draw(target, digits, x, box.bottom + round(1.5 * high), high, INK, "centre")
    LETTERS.draw(target, "0", axes.x(0), box.bottom + round(1.5 * high), high, INK, "centre")
    level = axes.y(0.5)
    _dashes(target, (box.left, level), box.right, max(5, round(0.8 * high)))
    pygame.draw.rect(target, LEVEL, box, 2)
    size = brass.fit_lettering(words["beginning"], high, box.width * 0.5)
    x, y = box.right - round(0.8 * high), level + round(1.1 * size)
    LETTERS.draw(target, words["beginning"], x, y, size, LEVEL, "right")


def _dashes(target: pygame.Surface, start: tuple[int, int], end: int, dash: int) -> None:
    x, y = start
    while x < end:
        pygame.draw.line(target, LEVEL, (x, y), (min(x + dash, end), y), 2)
        x += 2 * dash


def _draw_dots(
    target: pygame.Surface,
    colour: tuple[int, int, int],
    start: tuple[int, int],
    end: tuple[int, int],
    thick: int,
) -> None:
    """A dotted line."""
    count = max(2, round(math.dist(start, end) / (4 * thick)))
    for k in range(count + 1):
        x, y = (round(a + (b - a) * k / count) for a, b in zip(start, end, strict=True))
        pygame.draw.circle(target, colour, (x, y), max(1, round(0.6 * thick)))
