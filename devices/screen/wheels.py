"""Print: what the 716's 120 print wheels leave on the paper, each a little in its own way.

A wheel's weight, drop, tilt, ink and which edge strikes harder are its own and never change: they
come from a generator seeded by the wheel's column, so the same line always prints the same.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame

from devices.screen.strokes import (
    Colour,
    Lines,
    coverage,
    distances,
    engraved,
    read_strokes,
    to_surface,
)
from devices.screen.wheelface import WHEEL_FACE, WHEEL_HEIGHT, WHEEL_WIDTH

INK: Colour = (30, 28, 36)
HIGH = 0.60
"""Height of a capital as a share of the line's height: six lines an inch, letters 1/10 inch."""
WIDE = 0.80
"""Width of a wheel's letter as a share of the pitch of ten an inch."""
WEIGHT = 1.9
"""Width of the type's stroke in the face's units, on an even wheel."""
THINNEST_PX = 1.15
_SEED = 716


@dataclass(frozen=True)
class Wheel:
    """How one print wheel strikes: ``weight`` times the stroke, ``drop`` and ``shift`` in the
    face's units, ``tilt`` as a slope, ``ink`` 0 to 1, ``lean`` by how much the top prints more
    strongly than the foot."""

    weight: float
    drop: float
    shift: float
    tilt: float
    ink: float
    lean: float


@lru_cache(maxsize=256)
def wheel(column: int) -> Wheel:
    """The wheel that prints ``column`` (from 0)."""
    drawn = np.random.default_rng((_SEED, column)).uniform(-1.0, 1.0, 6)
    return Wheel(
        weight=1.0 + 0.15 * float(drawn[0]),
        drop=0.55 * float(drawn[1]),
        shift=0.28 * float(drawn[2]),
        tilt=0.035 * float(drawn[3]),
        ink=0.89 + 0.11 * float(drawn[4]),
        lean=0.16 * float(drawn[5]),
    )


class PrintWheel:
    """The printer's face; surfaces are cached, so never draw on one."""

    def line_surface(
        self,
        text: str,
        char_w: float,
        char_h: float,
        colour: Colour = INK,
        first_column: int = 0,
    ) -> pygame.Surface:
        """One printed line, transparent, ``len(text) * char_w`` by ``char_h`` pixels.

        ``first_column`` is the wheel (from 0) under which the text begins.
        """
        return _line(text, round(char_w, 3), round(char_h, 3), colour, first_column)


@lru_cache(maxsize=512)
def _face(char: str) -> tuple[Lines, Lines]:
    """The strokes and dots of one graphic; small letters print as capitals, and what no wheel
    carries is borrowed from the engraving alphabet, squeezed onto a wheel."""
    known = char if char in WHEEL_FACE or len(char.upper()) > 1 else char.upper()
    if known in WHEEL_FACE:
        return read_strokes(WHEEL_FACE[known])
    glyph = engraved(known)
    narrow = min(WHEEL_HEIGHT / 20.0, WHEEL_WIDTH / max(glyph.width, 1.0))
    scale = np.array([narrow, WHEEL_HEIGHT / 20.0] * 2, dtype=np.float32)
    middle = (WHEEL_WIDTH - glyph.width * narrow) / 2
    move = np.array([middle, 0.0] * 2, dtype=np.float32)
    return glyph.lines * scale + move, glyph.dots * scale + move


@lru_cache(maxsize=12_000)
def _struck(char: str, column: int, char_w: float, char_h: float) -> tuple[Lines, int]:
    """The mark of one wheel's ``char``, and the pixel of the line at which it begins."""
    own = wheel(column)
    lines, dots = _face(char)
    across, down = char_w * WIDE / WHEEL_WIDTH, char_h * HIGH / WHEEL_HEIGHT
    start = column * char_w
    left = math.floor(start - 1)
    wide = math.ceil(start + char_w + 1) - left
    high = math.ceil(char_h)
    baseline = char_h * 0.78 + own.drop * down
    zero = start + char_w * (1 - WIDE) / 2 + own.shift * across - left
    # Everything is measured in pixels, so that the stroke is as wide one way as the other.
    placed_lines, placed_dots = (_placed(part, own, across, down) for part in (lines, dots))
    xs = np.arange(wide, dtype=np.float32) + np.float32(0.5 - zero)
    ys = np.float32(baseline - 0.5) - np.arange(high, dtype=np.float32)
    radius = max(THINNEST_PX / 2, WEIGHT * own.weight * min(across, down) / 2)
    mark = coverage(distances(placed_lines, xs, ys), radius)
    if dots.size:
        mark = np.maximum(mark, coverage(distances(placed_dots, xs, ys), radius * 1.3))
    rise = np.clip(ys / np.float32(WHEEL_HEIGHT * down), 0.0, 1.0) * 2 - 1
    ink = own.ink * (1.0 + own.lean * rise - abs(own.lean) * 0.5)
    return (mark * np.clip(ink, 0.0, 1.0)[:, None]).astype(np.float32), left


def _placed(part: Lines, own: Wheel, across: float, down: float) -> Lines:
    placed = part * np.array([across, down] * 2, dtype=np.float32)
    middle = np.float32(WHEEL_WIDTH * across / 2)
    turned = placed.copy()
    turned[:, ::2] += own.tilt * placed[:, 1::2]
    turned[:, 1::2] -= own.tilt * (placed[:, ::2] - middle)
    return turned.astype(np.float32)


@lru_cache(maxsize=512)
def _line(
    text: str, char_w: float, char_h: float, colour: Colour, first_column: int
) -> pygame.Surface:
    origin = first_column * char_w
    mask = np.zeros((math.ceil(char_h), max(1, math.ceil(len(text) * char_w))), dtype=np.float32)
    for k, char in enumerate(text):
        if char.isspace():
            continue
        mark, left = _struck(char, first_column + k, char_w, char_h)
        left -= round(origin)
        start, end = max(0, left), min(mask.shape[1], left + mark.shape[1])
        held = mask[:, start:end]
        np.maximum(held, mark[:, start - left : end - left], out=held)
    return to_surface(mask, colour)
