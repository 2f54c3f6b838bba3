"""A chart's lines as they are inked: strokes, dashes and marks, smooth at every size."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import pygame

from devices.screen.materials import PAPER
from devices.screen.smooth import smoothscale

Mark = Literal[
    "dot", "ring", "square", "cross", "diamond", "triangle", "wedge", "plus", "bar", "none"
]
Dash = Literal["", "long", "short", "points"]
"""A whole line, or how it is broken."""
Ink = Literal["red", "black", "blue", "green", "grey"]
Point = tuple[float, float]
Colour = tuple[int, int, int]

INKS: dict[str, Colour] = {
    "red": (164, 30, 28),
    "black": (38, 36, 40),
    "blue": (32, 66, 132),
    "green": (30, 98, 62),
    "grey": (142, 138, 128),
}
DASHES: dict[str, tuple[float, float]] = {
    "long": (7.0, 4.5),
    "short": (3.4, 3.2),
    "points": (0.2, 3.4),
}
"""Units inked and left out, in turns."""
_FINE = 3
_TILE = 128
"""Pixels: a long line is drawn in pieces so wide, each no higher than the line is there."""
_RADIUS, _DOT = 2.7, 1.15
"""Of a mark on a line, and of the dots of a line that is nothing else; units."""
_CAP = 0.012
"""Half of a cap of an error bar, of the chart's width."""
_MOST_MARKS = 60
"""A line with more points than this shows a mark only at every second, fourth ..."""


@dataclass(frozen=True)
class Series:
    """One line: its points from left to right, and how it is drawn."""

    name: str
    """As the key has it; one without a name isn't in the key."""
    points: tuple[Point, ...]
    mark: Mark = "dot"
    ink: Ink = "red"
    dash: Dash = ""
    ghost: bool = False
    """What was measured elsewhere, to compare with: pale, beneath the others."""
    joined: bool = True
    """Whether there is a line at all; else each point is a small mark, as in Michie's Fig. 4."""
    core: Colour | None = None
    """A colour within the ink, which then is the edge of the line (a bead's colour on paper)."""

    @property
    def radius(self) -> float:
        """Of its marks, in units."""
        return _RADIUS if self.joined else _DOT

    def marked(self, places: Sequence[Point]) -> Sequence[Point]:
        """The places that bear a mark."""
        return places[:: every(len(places))] if self.joined else places


def error_bars(ends: Iterable[tuple[float, float, float]], across: float, ink: Ink = "black"
               ) -> Iterator[Series]:  # fmt: skip
    """The bar from low to high at each x of (x, low, high), with caps, on a chart that is
    ``across`` wide in units of x; none where the two are one."""
    cap = _CAP * across
    for x, low, high in ends:
        if high > low:
            for bar in (((x, low), (x, high)), ((x - cap, low), (x + cap, low)),
                        ((x - cap, high), (x + cap, high))):  # fmt: skip
                yield Series("", bar, "none", ink)


def every(count: int) -> int:
    """A mark stands at every so many points; doubled now and then, so that marks seldom move."""
    every = 1
    while count > _MOST_MARKS * every:
        every *= 2
    return every


def thin_points(places: list[Point]) -> list[Point]:
    """For each pixel across: the first, highest, lowest and last place of the line."""
    columns: dict[int, list[Point]] = {}
    for place in places:
        columns.setdefault(int(place[0]), []).append(place)
    kept: list[Point] = []
    for group in columns.values():
        ends = {group[0], group[-1], min(group, key=lambda p: p[1]), max(group, key=lambda p: p[1])}
        kept += [place for place in dict.fromkeys(group) if place in ends]
    return kept


@dataclass(frozen=True)
class Inked:
    """A line where it is drawn: its places, and those that bear a mark, in pixels."""

    series: Series
    places: Sequence[Point]
    marks: Sequence[Point] = ()

    @property
    def colours(self) -> tuple[Ink, bool, Colour | None]:
        """Lines alike in these can be drawn together."""
        return self.series.ink, self.series.ghost, self.series.core


def paler(colour: Colour) -> Colour:
    """The ink of what was measured elsewhere or earlier."""
    return colour[0] // 3 + 112, colour[1] // 3 + 110, colour[2] // 3 + 104


def trace(target: pygame.Surface, lines: Sequence[Inked], place: pygame.Rect, scale: float) -> None:
    """Draw lines of the same colours and their marks on ``target`` within ``place``, smoothly."""
    reach = math.ceil(4 * max(line.series.radius for line in lines) * scale)
    pieces = [_pieces(line, place.inflate(2 * reach, 2 * reach), scale) for line in lines]
    for left in range(place.left, place.right, _TILE):
        strip = pygame.Rect(left, place.y, min(_TILE, place.right - left), place.height)
        near = strip.inflate(2 * reach, 2 * reach)
        here = [[piece for piece in own if _meets(near, *piece)] for own in pieces]
        spots = [[spot for spot in line.marks if near.collidepoint(spot)] for line in lines]
        ys = [y for own in here for piece in own for _, y in piece]
        ys += [y for own in spots for _, y in own]
        if ys:
            low, high = math.floor(min(ys)) - reach, math.ceil(max(ys)) + reach
            box = pygame.Rect(left, low, strip.width, high - low).clip(strip)
            if box:
                _trace_in(target, lines, here, spots, box, scale)


def _pieces(line: Inked, around: pygame.Rect, scale: float) -> list[tuple[Point, Point]]:
    """The strokes of a line that touch a rectangle; its places go from left to right."""
    series, places = line.series, line.places
    if not (series.joined or series.dash):
        return []
    first = max(bisect_left(places, (around.left, -math.inf)) - 1, 0)
    near = places[first : bisect_right(places, (around.right, math.inf)) + 1]
    if series.dash:
        on, off = DASHES[series.dash]
        before = 0.0
        for (x0, y0), (x1, y1) in pairwise(places[: first + 1]):
            before += math.hypot(x1 - x0, y1 - y0)
        return _dashes(near, on * scale, off * scale, before)
    return [piece for piece in pairwise(near) if _meets(around, *piece)]


def _trace_in(
    target: pygame.Surface,
    lines: Sequence[Inked],
    pieces: Sequence[Sequence[tuple[Point, Point]]],
    spots: Sequence[Sequence[Point]],
    place: pygame.Rect,
    scale: float,
) -> None:
    ink, ghost, core = lines[0].colours
    colour = INKS[ink]
    if ghost:
        colour = paler(colour)
    pen = _Pen(place, scale, colour)
    half = (0.55 if ghost else 0.85) * scale
    for line, strokes, marks in zip(lines, pieces, spots, strict=True):
        series, radius = line.series, line.series.radius * scale
        if core is None:
            pen.strokes(colour, strokes, half)
        else:
            pen.strokes(colour, strokes, half + 0.55 * scale)
            pen.strokes(core, strokes, half)
        for spot in marks:
            if core is None or series.mark not in _FILLED:
                pen.mark(colour, series.mark, spot, radius)
            else:
                pen.mark(colour, series.mark, spot, radius + 0.75 * scale)
                pen.mark(core, series.mark, spot, radius)
    target.blit(smoothscale(pen.big, place.size), place)


def _meets(near: pygame.Rect, start: Point, end: Point) -> bool:
    """Whether the box around a stroke touches that rectangle."""
    return (
        min(start[0], end[0]) <= near.right
        and max(start[0], end[0]) >= near.left
        and min(start[1], end[1]) <= near.bottom
        and max(start[1], end[1]) >= near.top
    )


class _Pen:
    """Draws on a surface some times larger than the place that it is for."""

    def __init__(self, place: pygame.Rect, scale: float, ground: Colour) -> None:
        self.place = place
        self.times = _FINE if scale < 2.2 else 2
        size = (place.width * self.times, place.height * self.times)
        self.big = pygame.Surface(size, pygame.SRCALPHA, 32)
        self.big.fill((*ground, 0))

    def at(self, point: Point) -> Point:
        """A point of the target on the large surface."""
        times, place = self.times, self.place
        return (point[0] - place.x) * times, (point[1] - place.y) * times

    def strokes(self, colour: Colour, pieces: Sequence[tuple[Point, Point]], half: float) -> None:
        """Straight strokes with round ends, ``half`` of their width given in target pixels."""
        wide = max(half * self.times, 1.2)
        for start, end in pieces:
            _stroke(self.big, (*colour, 255), self.at(start), self.at(end), wide)

    def mark(self, colour: Colour, mark: Mark, at: Point, radius: float) -> None:
        """A mark of that radius, in target pixels."""
        _put_mark(self.big, (*colour, 255), mark, self.at(at), radius * self.times)


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


def _dashes(
    places: Sequence[Point], on: float, off: float, before: float
) -> list[tuple[Point, Point]]:
    """The pieces of a dashed line along ``places``, ``before`` pixels of which lie behind."""
    pieces: list[tuple[Point, Point]] = []
    run = before
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


_CORNERS: dict[str, tuple[Point, ...]] = {
    "diamond": ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
    "triangle": ((0, -1.25), (1.2, 0.9), (-1.2, 0.9)),
    "wedge": ((0, 1.25), (1.2, -0.9), (-1.2, -0.9)),
    "bar": ((-0.5, -1.4), (0.5, -1.4), (0.5, 1.4), (-0.5, 1.4)),
}
"""Corners of marks, in radii."""
_FILLED = ("dot", "square", *_CORNERS)


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
    elif mark in _CORNERS:
        corners = [(x + dx * radius, y + dy * radius) for dx, dy in _CORNERS[mark]]
        pygame.draw.polygon(big, colour, corners)
    elif mark == "plus":
        for dx, dy in ((1.25, 0.0), (0.0, 1.25)):
            start = (x - radius * dx, y - radius * dy)
            _stroke(big, colour, start, (x + radius * dx, y + radius * dy), radius * 0.3)
    elif mark == "cross":
        for dx in (-1, 1):
            start = (x - radius * 1.1 * dx, y - radius * 1.1)
            _stroke(big, colour, start, (x + radius * 1.1 * dx, y + radius * 1.1), radius * 0.28)
