"""What is drawn on a chessboard of any size beside its men: arrows of attack, a pattern's nodes.

Kinds of arrows differ in their lines as well as in their colours: direct ones are whole, indirect
ones dashed, discovered ones dotted; a generic one ("attacks") is double.  A node that fixes its
square is framed all around, one that fixes the rank has the frame's level sides only, one that
fixes the file its upright ones, and one that is anywhere has a ring.
"""

import math
from collections.abc import Iterable

import pygame

from devices.screen.parts.chart_ink import Point
from devices.screen.parts.desktop_program import Colour
from machines.morph.scene import ArrowKind, SquareKind

ATTACKS: dict[ArrowKind, Colour] = {
    "direct": (20, 64, 176),
    "indirect": (200, 92, 8),
    "discovered": (168, 22, 132),
    "generic": (30, 30, 34),
}
_GROUND: Colour = (164, 180, 170)
"""The mean of the squares: what a pale arrow fades to."""
PALE = 0.52
NODE: Colour = (216, 34, 24)
_DASHES: dict[ArrowKind, tuple[float, float]] = {
    "indirect": (4.2, 3.0),
    "discovered": (1.2, 2.2),
}
"""Drawn and left out in turns, in widths of the arrow."""


_ROUND = [(math.cos(k * math.tau / 28), math.sin(k * math.tau / 28)) for k in range(28)]


def pale(colour: Colour) -> Colour:
    """A defence's colour."""
    red, green, blue = (
        round(part + (ground - part) * PALE) for part, ground in zip(colour, _GROUND, strict=True)
    )
    return red, green, blue


def arrow(
    surface: pygame.Surface,
    start: Point,
    end: Point,
    wide: float,
    kind: ArrowKind,
    colour: Colour,
    grown: float = 0.0,
) -> None:
    """An arrow with its tip at ``end``, ``wide`` pixels wide, ``grown`` larger on all sides."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = math.hypot(dx, dy)
    if long < 1.0:
        return
    along = (dx / long, dy / long)
    aside = (-along[1], along[0])

    def place(far: float, off: float) -> Point:
        return (
            start[0] + along[0] * far + aside[0] * off,
            start[1] + along[1] * far + aside[1] * off,
        )

    head = min(max(3.6 * wide, 4.5), long)
    shaft = max(long - head * 0.85, 0.0)
    half = wide / 2 + grown
    rails = (0.0,) if kind != "generic" else (-wide * 0.8, wide * 0.8)
    for off in rails:
        thin = half if kind != "generic" else half * 0.62
        for first, last in _pieces(shaft, wide, kind):
            ends = [(first, -thin), (last, -thin), (last, thin), (first, thin)]
            _smooth(surface, colour, [place(far, off + aside_by) for far, aside_by in ends])
    spread = max(1.7 * wide, 2.2) + 1.4 * grown
    tail, tip = long - head - grown, long + 1.8 * grown
    corners = [(tip, 0.0), (tail, spread), (tail + head * 0.2, 0.0), (tail, -spread)]
    _smooth(surface, colour, [place(far, off) for far, off in corners])


def _pieces(long: float, wide: float, kind: ArrowKind) -> Iterable[tuple[float, float]]:
    if kind not in _DASHES:
        yield 0.0, long
        return
    on, off = (part * max(wide, 1.6) for part in _DASHES[kind])
    at = 0.0
    while at < long:
        yield at, min(at + on, long)
        at += on + off


def _smooth(surface: pygame.Surface, colour: Colour, corners: list[Point]) -> None:
    # A polygon's corners are cut down to whole pixels, its smooth edge's aren't.
    pygame.draw.polygon(surface, colour, [(round(x), round(y)) for x, y in corners])
    pygame.draw.aalines(surface, colour, True, corners)


def disc(surface: pygame.Surface, centre: Point, radius: float, colour: Colour) -> None:
    """A smooth disc; ``radius`` in pixels."""
    corners = [(centre[0] + radius * x, centre[1] + radius * y) for x, y in _ROUND]
    _smooth(surface, colour, corners)


def stroke(surface: pygame.Surface, start: Point, end: Point, wide: float, colour: Colour) -> None:
    """A smooth straight line, ``wide`` pixels wide."""
    long = max(math.hypot(end[0] - start[0], end[1] - start[1]), 1e-6)
    dx, dy = (start[1] - end[1]) / long * wide / 2, (end[0] - start[0]) / long * wide / 2
    (x0, y0), (x1, y1) = start, end
    _smooth(surface, colour, [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy),
                              (x0 - dx, y0 - dy)])  # fmt: skip


def node_mark(
    surface: pygame.Surface, area: pygame.Rect, kind: SquareKind, wide: int, colour: Colour = NODE
) -> None:
    """The mark of a node on its square, ``wide`` pixels wide."""
    left, top, right, bottom = area.left, area.top, area.right, area.bottom
    level = ((left, top, area.width, wide), (left, bottom - wide, area.width, wide))
    upright = ((left, top, wide, area.height), (right - wide, top, wide, area.height))
    if kind == "free":
        radius = (area.width - wide // 2) / 2
        pygame.draw.circle(surface, colour, area.center, radius, wide)
        return
    for side in (*(level if kind != "file" else ()), *(upright if kind != "rank" else ())):
        surface.fill(colour, side)


def any_square(surface: pygame.Surface, area: pygame.Rect, label: str) -> None:
    """What stands for a node that is no man: a square beside a king in that king's colour, or any
    square, a ring."""
    middle, radius = area.center, area.width * 0.23
    ink = (18, 20, 24)
    face = {"O": (250, 248, 240), "o": (52, 55, 64), "*": (206, 206, 198)}[label]
    disc(surface, middle, radius + max(1.0, area.width * 0.035), ink)
    disc(surface, middle, radius - (area.width * 0.04 if label == "*" else 0.0), face)
