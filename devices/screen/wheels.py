"""Print: what the 716's 120 print wheels leave on the paper, each a little in its own way.

A wheel's weight, drop, tilt, ink and which edge strikes harder are its own and never change: they
come from a generator seeded by the wheel's column, so the same line always prints the same.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.strokes import (
    Colour,
    Lines,
    coverage,
    engraved,
    read_strokes,
    tinted,
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
WHEELS = 120
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


@dataclass(frozen=True)
class Type:
    """The marks that one graphic leaves under each of the wheels at one size."""

    marks: npt.NDArray[np.uint8]
    """uint8[wheels, line height, width]: how much ink, 255 is all."""
    starts: tuple[int, ...]
    """The pixel of the line at which each begins."""


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

        ``first_column`` is the wheel (from 0) under which the text begins; there are 120.
        """
        return _line(text, round(char_w, 3), round(char_h, 3), colour, first_column)

    def type_of(self, char: str, char_w: float, char_h: float) -> Type:
        """The marks of one graphic, made ahead: a line is soon put together of them."""
        return type_of(char, round(char_w, 3), round(char_h, 3))


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


@lru_cache(maxsize=512)
def type_of(char: str, char_w: float, char_h: float) -> Type:
    """The marks of ``char``; all wheels at once, for one by one they take twenty times as long."""
    lines, dots = _face(char)
    bank = _bank(char_w, char_h)
    size = char_w * WIDE / WHEEL_WIDTH, char_h * HIGH / WHEEL_HEIGHT
    mark = coverage(_distances(_placed(lines, bank, *size), bank), bank.radius)
    if dots.size:
        near = _distances(_placed(dots, bank, *size), bank)
        mark = np.maximum(mark, coverage(near, bank.radius * np.float32(1.3)))
    mark *= bank.ink
    return Type(np.rint(mark * np.float32(255.0)).astype(np.uint8), bank.starts)


@dataclass(frozen=True)
class _Bank:
    """The wheels at one size: all that is the same for whatever they print."""

    starts: tuple[int, ...]
    xs: Lines
    """float32[wheels, width]: the pixels' places from each wheel's zero."""
    ys: Lines
    """float32[wheels, line height], upwards from each wheel's baseline."""
    radius: Lines
    """Half the stroke, float32[wheels, 1, 1]."""
    tilt: Lines
    ink: Lines
    """How much of it each row gets, float32[wheels, line height, 1]."""


@lru_cache(maxsize=8)
def _bank(char_w: float, char_h: float) -> _Bank:
    columns = range(WHEELS)
    wheels = [wheel(column) for column in columns]
    across, down = char_w * WIDE / WHEEL_WIDTH, char_h * HIGH / WHEEL_HEIGHT
    lefts = [math.floor(column * char_w - 1) for column in columns]
    gap = char_w * (1 - WIDE) / 2
    zeros = [
        column * char_w + gap + own.shift * across - left
        for column, own, left in zip(columns, wheels, lefts, strict=True)
    ]
    baselines = [char_h * 0.78 + own.drop * down for own in wheels]
    # Everything is measured in pixels, so that the stroke is as wide one way as the other.
    radii = [max(THINNEST_PX / 2, WEIGHT * own.weight * min(across, down) / 2) for own in wheels]
    rows: Lines = np.arange(math.ceil(char_h), dtype=np.float32)
    ys = _column([base - 0.5 for base in baselines]) - rows
    rise = np.clip(ys / np.float32(WHEEL_HEIGHT * down), 0.0, 1.0) * 2 - 1
    lean = _column([own.lean for own in wheels])
    ink = _column([own.ink for own in wheels]) * (1.0 + lean * rise - np.abs(lean) * 0.5)
    return _Bank(
        starts=tuple(lefts),
        xs=np.arange(math.ceil(char_w) + 3, dtype=np.float32)
        + _column([0.5 - zero for zero in zeros]),
        ys=ys,
        radius=_column(radii)[..., None],
        tilt=_column([own.tilt for own in wheels])[..., None],
        ink=np.clip(ink, 0.0, 1.0)[..., None],
    )


def _column(values: list[float]) -> Lines:
    """One value a wheel, float32[wheels, 1]."""
    return np.array(values, dtype=np.float32)[:, None]


def _placed(part: Lines, bank: _Bank, across: float, down: float) -> Lines:
    """Strokes as each wheel has them, float32[wheels, n, 4], in pixels from its zero."""
    placed = part * np.array([across, down] * 2, dtype=np.float32)
    middle = np.float32(WHEEL_WIDTH * across / 2)
    turned = np.empty((len(bank.starts), *placed.shape), dtype=np.float32)
    turned[..., ::2] = placed[:, ::2] + bank.tilt * placed[:, 1::2]
    turned[..., 1::2] = placed[:, 1::2] - bank.tilt * (placed[:, ::2] - middle)
    return turned


def _distances(lines: Lines, bank: _Bank) -> Lines:
    """Distance of each pixel to its nearest line, float32[wheels, ys, xs] for float32[wheels, n, 4]
    (strokes.distances, for as many pictures as there are wheels)."""
    xs, ys = bank.xs[:, None, None, :], bank.ys[:, None, :, None]
    if not lines.shape[1]:
        return np.full((len(xs), ys.shape[2], xs.shape[3]), np.inf, dtype=np.float32)
    x0, y0, x1, y1 = (lines[..., k, None, None] for k in range(4))
    dx, dy = x1 - x0, y1 - y0
    px, py = xs - x0, ys - y0
    along = px * dx + py * dy
    along /= np.maximum(dx * dx + dy * dy, 1e-9)
    np.clip(along, 0.0, 1.0, out=along)
    away = px - along * dx
    away *= away
    aside = py - along * dy
    aside *= aside
    away += aside
    return np.asarray(np.sqrt(away.min(axis=1)))


@lru_cache(maxsize=512)
def _line(
    text: str, char_w: float, char_h: float, colour: Colour, first_column: int
) -> pygame.Surface:
    origin = first_column * char_w
    mask = np.zeros((math.ceil(char_h), max(1, math.ceil(len(text) * char_w))), dtype=np.uint8)
    for k, char in enumerate(text, start=first_column):
        if char.isspace():
            continue
        struck = type_of(char, char_w, char_h)
        mark, left = struck.marks[k], struck.starts[k] - round(origin)
        start, end = max(0, left), min(mask.shape[1], left + mark.shape[1])
        held = mask[:, start:end]
        np.maximum(held, mark[:, start - left : end - left], out=held)
    return tinted(mask, colour)
