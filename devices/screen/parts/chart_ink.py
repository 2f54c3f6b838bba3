"""A chart's lines as they are inked: strokes, dashes and marks, smooth at every size."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import pygame

from devices.screen.materials import PAPER

Mark = Literal["dot", "ring", "square", "cross", "none"]
Ink = Literal["red", "black", "blue", "green", "grey"]
Point = tuple[float, float]

INKS: dict[str, tuple[int, int, int]] = {
    "red": (164, 30, 28),
    "black": (38, 36, 40),
    "blue": (32, 66, 132),
    "green": (30, 98, 62),
    "grey": (142, 138, 128),
}
_FINE = 3
_MOST_MARKS = 60
"""A line with more points than this shows a mark only at every second, fourth ..."""


@dataclass(frozen=True)
class Series:
    """One line: its points from left to right, and how it is drawn."""

    name: str
    points: tuple[Point, ...]
    mark: Mark = "dot"
    ink: Ink = "red"
    dashed: bool = False
    ghost: bool = False
    """What was measured elsewhere, to compare with: pale, beneath the others."""


def every(count: int) -> int:
    """A mark stands at every so many points; doubled now and then, so that marks seldom move."""
    every = 1
    while count > _MOST_MARKS * every:
        every *= 2
    return every


def thinned(places: list[Point]) -> list[Point]:
    """For each pixel across: the first, highest, lowest and last place of the line."""
    columns: dict[int, list[Point]] = {}
    for place in places:
        columns.setdefault(int(place[0]), []).append(place)
    kept: list[Point] = []
    for group in columns.values():
        ends = {group[0], group[-1], min(group, key=lambda p: p[1]), max(group, key=lambda p: p[1])}
        kept += [place for place in dict.fromkeys(group) if place in ends]
    return kept


def trace(
    target: pygame.Surface,
    series: Series,
    places: Sequence[Point],
    marks: Sequence[Point],
    place: pygame.Rect,
    scale: float,
) -> None:
    """Draw a line and its marks on ``target`` within ``place``, smoothly."""
    colour = INKS[series.ink]
    if series.ghost:
        colour = (colour[0] // 3 + 112, colour[1] // 3 + 110, colour[2] // 3 + 104)
    big = pygame.Surface((place.width * _FINE, place.height * _FINE), pygame.SRCALPHA, 32)
    big.fill((*colour, 0))
    moved = [((x - place.x) * _FINE, (y - place.y) * _FINE) for x, y in places]
    wide = max((1.1 if series.ghost else 1.7) * scale * _FINE / 2, 1.2)
    for start, end in pairwise(moved):
        if not series.dashed:
            _stroke(big, (*colour, 255), start, end, wide)
    if series.dashed:
        for start, end in _dashes(moved, 7 * scale * _FINE, 4.5 * scale * _FINE):
            _stroke(big, (*colour, 255), start, end, wide)
    for x, y in marks:
        middle = ((x - place.x) * _FINE, (y - place.y) * _FINE)
        _put_mark(big, (*colour, 255), series.mark, middle, 2.7 * scale * _FINE)
    made = pygame.transform.smoothscale(big, place.size)
    target.blit(made, place)


def _stroke(
    big: pygame.Surface, colour: tuple[int, int, int, int], start: Point, end: Point, half: float
) -> None:
    """A straight stroke with round ends."""
    long = math.hypot(end[0] - start[0], end[1] - start[1])
    if long > 0.01:
        ax, ay = -(end[1] - start[1]) / long * half, (end[0] - start[0]) / long * half
        corners = [
            (start[0] + ax, start[1] + ay),
            (end[0] + ax, end[1] + ay),
            (end[0] - ax, end[1] - ay),
            (start[0] - ax, start[1] - ay),
        ]
        pygame.draw.polygon(big, colour, corners)
    for point in (start, end):
        pygame.draw.circle(big, colour, point, half)


def _dashes(places: Sequence[Point], on: float, off: float) -> list[tuple[Point, Point]]:
    """The pieces of a dashed line along ``places``."""
    pieces: list[tuple[Point, Point]] = []
    run = 0.0
    for (x0, y0), (x1, y1) in pairwise(places):
        long = math.hypot(x1 - x0, y1 - y0)
        at = 0.0
        while at < long:
            phase = (run + at) % (on + off)
            step = min((on if phase < on else on + off) - phase, long - at)
            step = max(step, 0.01)
            if phase < on:
                a, b = at / long, (at + step) / long
                pieces.append(
                    (
                        (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a),
                        (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b),
                    )
                )
            at += step
        run += long
    return pieces


def _put_mark(
    big: pygame.Surface,
    colour: tuple[int, int, int, int],
    mark: Mark,
    at: Point,
    radius: float,
) -> None:
    x, y = at
    if mark == "dot":
        pygame.draw.circle(big, colour, at, radius)
    elif mark == "ring":
        pygame.draw.circle(big, (*PAPER, 255), at, radius * 1.15)
        pygame.draw.circle(big, colour, at, radius * 1.15, max(round(radius * 0.42), 1))
    elif mark == "square":
        pygame.draw.rect(big, colour, (x - radius, y - radius, 2 * radius, 2 * radius))
    elif mark == "cross":
        for dx in (-1, 1):
            start = (x - radius * 1.1 * dx, y - radius * 1.1)
            _stroke(big, colour, start, (x + radius * 1.1 * dx, y + radius * 1.1), radius * 0.28)
