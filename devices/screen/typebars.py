"""Typing: what a teleprinter's type leaves on the paper, each character a little in its own way.

Weight, drop, tilt, ink and which edge strikes harder belong to the character, wherever it is typed:
they come from a generator seeded by it and never change.  A character is a small surface, cached
for its size and for the quarter of a pixel at which it stands, so a line is as many blits as it has
characters.
"""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np
import pygame

from devices.screen.strokes import Colour, Lines, coverage, distances, read_strokes, to_surface
from devices.screen.typeface import TYPE_FACE, TYPE_HEIGHT, TYPE_WIDTH
from devices.screen.wheels import Wheel

INK: Colour = (34, 32, 40)
HIGH = 0.56
"""Height of a capital as a share of the row's."""
WIDE = 0.80
"""Width of a character as a share of the column's."""
LINE = 0.70
"""Where the characters stand, as a share of the row's height."""
WEIGHT = 2.9
"""Width of the stroke in the face's units."""
THINNEST_PX = 1.1
_SEED = 75
_PLACES = 4


@lru_cache(maxsize=64)
def typebar(char: str) -> Wheel:
    """How one character strikes."""
    drawn = np.random.default_rng((_SEED, ord(char))).uniform(-1.0, 1.0, 6)
    return Wheel(
        weight=1.0 + 0.13 * float(drawn[0]),
        drop=0.75 * float(drawn[1]),
        shift=0.5 * float(drawn[2]),
        tilt=0.05 * float(drawn[3]),
        ink=0.92 + 0.08 * float(drawn[4]),
        lean=0.13 * float(drawn[5]),
    )


class Typebars:
    """The teleprinter's face."""

    def draw(
        self,
        target: pygame.Surface,
        text: str,
        left: float,
        top: int,
        column: float,
        row: int,
        colour: Colour = INK,
    ) -> None:
        """Type a row (a roll's, returns in it) on ``target``: columns of ``column`` pixels from
        ``left`` on, the row ``row`` pixels high from ``top`` on."""
        column = round(column, 3)
        marks = []
        for passage in text.split("\r"):
            for place, char in enumerate(passage):
                if char != " ":
                    at = round((left + place * column) * _PLACES)
                    mark = struck(char, column, row, at % _PLACES, colour)
                    marks.append((mark, (at // _PLACES - 1, top - row // 4)))
        target.blits(marks, False)


def marks_ahead(text: str, column: float, row: int) -> Iterator[Callable[[], object]]:
    """For each mark of these characters in columns of ``column`` by ``row`` pixels a call that
    makes it."""
    for char in text:
        for quarter in range(_PLACES):
            yield partial(struck, char, round(column, 3), row, quarter, INK)


@lru_cache(maxsize=4096)
def struck(char: str, column: float, row: int, quarter: int, colour: Colour) -> pygame.Surface:
    """The mark of a character at a quarter of a pixel: it begins a pixel before its column and a
    quarter row above.  Cached, so never draw on one."""
    own = typebar(char)
    across, down = column * WIDE / TYPE_WIDTH, row * HIGH / TYPE_HEIGHT
    wide, high = math.ceil(column) + 3, row + 2 * (row // 4)
    zero = 1 + quarter / _PLACES + column * (1 - WIDE) / 2 + own.shift * across
    line = row // 4 + row * LINE + own.drop * down
    # So small that a stroke is less than a pixel wide, a character is drawn finer and averaged.
    fine = 1 if WEIGHT * min(across, down) >= THINNEST_PX else 3
    mark = np.zeros((high * fine, wide * fine), dtype=np.float32)
    xs = (np.arange(wide * fine, dtype=np.float32) + np.float32(0.5)) / np.float32(fine)
    ys = (np.arange(high * fine, dtype=np.float32) + np.float32(0.5)) / np.float32(fine)
    radius = WEIGHT * own.weight * min(across, down) / 2
    lines, dots = read_strokes(TYPE_FACE[char])
    for part, thick in ((lines, 1.0), (dots, 1.75)):
        if part.size:
            placed = _placed(part, own, across, down)
            near = distances(placed, xs - np.float32(zero), np.float32(line) - ys)
            mark = np.maximum(mark, coverage(near * np.float32(fine), radius * thick * fine))
    rise = np.clip((line - ys) / (TYPE_HEIGHT * down), 0.0, 1.0) * 2 - 1
    ink = own.ink * (1.0 + own.lean * rise - abs(own.lean) * 0.5)
    inked = mark * np.clip(ink, 0.0, 1.0)[:, None]
    cover = inked.reshape(high, fine, wide, fine).mean(axis=(1, 3)).astype(np.float32)
    return to_surface(cover, colour)


def _placed(part: Lines, own: Wheel, across: float, down: float) -> Lines:
    """The strokes in pixels, turned as the type stands."""
    placed = part * np.array([across, down] * 2, dtype=np.float32)
    middle = np.float32(TYPE_WIDTH * across / 2)
    turned = placed.copy()
    turned[:, ::2] += own.tilt * placed[:, 1::2]
    turned[:, 1::2] -= own.tilt * (placed[:, ::2] - middle)
    return turned.astype(np.float32)
