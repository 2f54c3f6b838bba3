"""Chess men as diagrams show them: flat, with an outline, drawn here by their own paths.

A path is written in a square of 100 by 100, y down, as ``M`` (move), ``L`` (lines) and ``C``
(curves by two handles).  ``half`` paths are the right half from the top of the axis to its foot;
the left one mirrors it.  The same outlines serve White (light, dark lines) and Black (dark, light
lines), at every size from a mark in a table to a square of the large board.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.materials import Field, Picture, cutout

Point = tuple[float, float]
Colour = tuple[int, int, int]

OUTLINE = 5.2
"""Width of the outline, in hundredths of a man's square."""
DETAIL = 3.4
INK: Colour = (18, 20, 24)
WHITE: tuple[Colour, Colour] = ((255, 254, 248), (232, 226, 208))
BLACK: tuple[Colour, Colour] = ((78, 82, 94), (34, 36, 44))
"""A body's colour at its top and at its foot."""
ON_BLACK: Colour = (226, 228, 224)
_FINE_PX = 260
"""A man is drawn about so large and brought down."""


@dataclass(frozen=True)
class _Drawing:
    halves: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    balls: tuple[tuple[float, float, float], ...] = ()  # x, y and radius
    lines: tuple[str, ...] = ()  # Drawn within the body
    mirrored: tuple[str, ...] = ()  # Those of the right half; the left one has them too


_FOOT = "M50 77 L77 77 C81 80 82 87 80 91 L50 91"
_BAND = "M50 65 L74 65 C72 69 72 73 74 78 L50 78"
_MEN = {
    "p": _Drawing(
        halves=(
            "M50 41 L63 42 C68 45 67 50 61 52 L50 52",
            "M50 46 L57 46 C58 60 63 69 73 78 L50 78",
            _FOOT,
        ),
        balls=((50.0, 29.0, 14.5),),
        lines=("M28 78 L72 78", "M39 51 L61 51"),
    ),
    "r": _Drawing(
        halves=(
            "M50 15 L57 15 L57 23 L65 23 L65 15 L77 15 L77 33 L68 41 L68 64 L74 72 L74 78 L50 78",
            _FOOT,
        ),
        lines=("M31 41 L69 41", "M31 64 L69 64", "M26 78 L74 78"),
    ),
    "n": _Drawing(
        halves=(_FOOT,),
        wholes=(
            "M75 78 C80 56 77 33 58 22 L55 10 L48 18 L42 9 L39 22 C33 27 28 34 24 42"
            " C20 48 15 52 15 58 C15 65 21 69 26 67 C29 66 31 63 35 62 C41 61 45 59 48 56"
            " C47 63 43 67 38 70 C33 73 29 75 28 78",
        ),
        lines=("M27 78 L75 78", "M59 27 C68 35 71 48 70 64", "M20 60 L22 58", "M35 39 L38 36"),
    ),
    "b": _Drawing(
        halves=(
            "M50 17 C59 24 69 36 69 48 C69 55 65 59 61 62 L50 62",
            "M50 61 L64 61 C68 64 68 68 63 70 L50 70",
            "M50 69 L58 69 C60 74 65 77 71 78 L50 78",
            _FOOT,
        ),
        balls=((50.0, 13.5, 6.0),),
        lines=("M38 62 L62 62", "M38 70 L62 70", "M29 78 L71 78", "M57 27 L50 42"),
    ),
    "q": _Drawing(
        halves=(
            "M50 20 L58 48 L70 23 L73 49 L90 31 L78 60 L74 68 L50 68",
            _BAND,
            _FOOT,
        ),
        balls=(
            (50.0, 16.0, 6.2),
            (70.5, 19.5, 6.0),
            (29.5, 19.5, 6.0),
            (90.0, 28.5, 6.0),
            (10.0, 28.5, 6.0),
        ),
        lines=("M26 67 L74 67", "M26 78 L74 78"),
    ),
    "k": _Drawing(
        halves=(
            "M50 4 L54 4 L54 11 L61 11 L61 18 L54 18 L54 27 L50 27",
            "M50 24 C57 29 59 34 57 40 L50 50",
            "M50 48 C54 36 64 28 75 31 C90 35 91 50 80 60 C76 64 75 66 74 69 L50 69",
            _BAND,
            _FOOT,
        ),
        lines=("M26 67 L74 67", "M26 78 L74 78", "M50 46 L50 66"),
        mirrored=("M50 48 C54 38 61 31 67 30",),
    ),
}


def _points(path: str) -> list[Point]:
    """The path's points; a curve gives twelve."""
    tokens = path.replace("M", " M ").replace("L", " L ").replace("C", " C ").split()
    made: list[Point] = []
    command, at = "M", 0
    while at < len(tokens):
        if tokens[at] in "MLC":
            command, at = tokens[at], at + 1
        count = 6 if command == "C" else 2
        numbers = [float(token) for token in tokens[at : at + count]]
        at += count
        if command != "C":
            made.append((numbers[0], numbers[1]))
            continue
        (x0, y0), (x1, y1, x2, y2, x3, y3) = made[-1], numbers
        for step in range(1, 13):
            t = step / 12
            u = 1 - t
            made.append(
                (
                    u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3,
                    u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3,
                )
            )
    return made


def _mirror(points: list[Point]) -> list[Point]:
    return [(100.0 - x, y) for x, y in points]


def _fields(drawing: _Drawing, side: int) -> tuple[Field, Field, Field]:
    """How much of each pixel the man with its outline, its body and the lines on it cover."""
    k = side / 100.0
    bodies = [_points(path) for path in drawing.wholes]
    for path in drawing.halves:
        right = _points(path)
        bodies.append(right + _mirror(right)[::-1])
    lines = [_points(path) for path in drawing.lines + drawing.mirrored]
    lines += [_mirror(_points(path)) for path in drawing.mirrored]
    made = []
    for wide in (OUTLINE, 0.0):
        surface = pygame.Surface((side, side), 0, 32)
        for body in bodies:
            pygame.draw.polygon(surface, (255, 255, 255), [(x * k, y * k) for x, y in body])
            if wide:
                _trace(surface, [*body, body[0]], wide, k)
        for x, y, radius in drawing.balls:
            pygame.draw.circle(surface, (255, 255, 255), (x * k, y * k), (radius + wide / 2) * k)
        made.append(surface)
    surface = pygame.Surface((side, side), 0, 32)
    for line in lines:
        _trace(surface, line, DETAIL, k)
    return _field(made[0]), _field(made[1]), _field(surface)


def _trace(surface: pygame.Surface, points: list[Point], wide: float, k: float) -> None:
    """A line of round ends and corners."""
    radius = wide / 2 * k
    placed = [(x * k, y * k) for x, y in points]
    for place in placed:
        pygame.draw.circle(surface, (255, 255, 255), place, radius)
    for (x0, y0), (x1, y1) in pairwise(placed):
        long = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1e-6)
        dx, dy = -(y1 - y0) / long * radius, (x1 - x0) / long * radius
        corners = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
        pygame.draw.polygon(surface, (255, 255, 255), corners)


def _field(surface: pygame.Surface) -> Field:
    red = pygame.surfarray.array3d(surface)[..., 0].T
    return np.asarray(red, np.float32) / np.float32(255.0)


@kept_picture
def _large(kind: str, fine: int) -> tuple[Field, Field, Field]:
    return _fields(_MEN[kind], fine)


def man(letter: str, side: int) -> pygame.Surface:
    """The man of FEN's ``letter`` on a transparent square of ``side`` pixels."""
    times = max(2, -(-_FINE_PX // side))
    outer, body, detail = _large(letter.lower(), side * times)
    white = letter.isupper()
    first, last = (np.asarray(tone, np.float32) for tone in (WHITE if white else BLACK))
    down = np.linspace(0.0, 1.0, outer.shape[0], dtype=np.float32)[:, None, None]
    across = np.linspace(-1.0, 1.0, outer.shape[1], dtype=np.float32)[None, :, None]
    tone = (first + (last - first) * down) * (1.0 - 0.05 * across)
    rgb = np.asarray(INK, np.float32) + (tone - np.asarray(INK, np.float32)) * body[..., None]
    line = np.asarray(INK if white else ON_BLACK, np.float32)
    rgb = rgb + (line - rgb) * (detail * body)[..., None]
    if not white:
        rim = np.clip(outer - body, 0.0, 1.0)[..., None]
        rgb = rgb * (1 - rim) + np.asarray((8, 8, 10), np.float32) * rim
    return _brought_down(np.asarray(np.clip(rgb, 0, 255), np.float32), outer, times)


def _brought_down(rgb: Picture, cover: Field, times: int) -> pygame.Surface:
    """Means over squares of ``times`` pixels, colours weighed by their cover."""
    side = cover.shape[0] // times
    shape = (side, times, side, times)
    alpha = cover.reshape(shape).mean(axis=(1, 3))
    held = (rgb * cover[..., None]).reshape(*shape, 3).mean(axis=(1, 3))
    colours = held / np.maximum(alpha, 1e-6)[..., None]
    return cutout(np.asarray(colours, np.float32), np.asarray(alpha, np.float32))
