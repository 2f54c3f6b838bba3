"""Print: what types leave on paper, each a little in its own way.

The 716's 120 print wheels and the teleprinter's typebars. A type's weight, drop, tilt, ink and
which edge strikes harder are its own and never change: they come from a generator seeded by the
wheel's column, or by the bar's character, so the same line always prints the same.

A wheel's marks are made for all wheels at once, a bar's for each quarter of a pixel at which it
stands: small surfaces, cached, so that a row is as many blits as it has characters.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt
import pygame

from devices.assets import read_asset
from devices.screen.kept_picture import kept_picture
from devices.screen.strokes import (
    Colour,
    Lines,
    coverage,
    distances,
    engraved,
    read_strokes,
    tinted,
    to_surface,
)

WHEEL_FACE = read_asset("lettering/print-wheels.toml", dict[str, dict[str, str]])["strokes"]
TYPE_FACE = read_asset("lettering/typebars.toml", dict[str, dict[str, str]])["strokes"]
FACE_WIDTH, FACE_HEIGHT = 10.0, 14.0
"""A type's cell and a capital, in both faces' units."""
WIDE = 0.80
"""Width of a type's cell as a share of the column's."""

WHEEL_INK: Colour = (30, 28, 36)
WHEEL_HIGH = 0.60
"""Height of a capital as a share of the line's height: six lines an inch, letters 1/10 inch."""
WHEEL_WEIGHT = 1.9
"""Width of the type's stroke in the face's units, on an even wheel."""
WHEEL_THINNEST_PX = 1.15
WHEELS = 120

BAR_INK: Colour = (34, 32, 40)
BAR_HIGH, BAR_LINE = 0.56, 0.70
"""How high the characters are and where they stand, as shares of the row's height."""
BAR_WEIGHT = 2.9
BAR_THINNEST_PX = 1.1
_PLACES = 4


@dataclass(frozen=True)
class Strike:
    """How one type strikes: ``weight`` times the stroke, ``drop`` and ``shift`` in the face's
    units, ``tilt`` as a slope, ``ink`` 0 to 1, ``lean`` by how much the top prints more strongly
    than the foot."""

    weight: float
    drop: float
    shift: float
    tilt: float
    ink: float
    lean: float


def _strike(seed: tuple[int, int], most: Strike) -> Strike:
    """A type's own way, up to ``most`` aside of an even one's."""
    drawn = [float(share) for share in np.random.default_rng(seed).uniform(-1.0, 1.0, 6)]
    return Strike(
        weight=1.0 + most.weight * drawn[0],
        drop=most.drop * drawn[1],
        shift=most.shift * drawn[2],
        tilt=most.tilt * drawn[3],
        ink=1.0 - most.ink + most.ink * drawn[4],
        lean=most.lean * drawn[5],
    )


@lru_cache(maxsize=256)
def wheel(column: int) -> Strike:
    """The wheel that prints ``column`` (from 0)."""
    return _strike((716, column), Strike(0.15, 0.55, 0.28, 0.035, 0.11, 0.16))


@lru_cache(maxsize=64)
def typebar(char: str) -> Strike:
    """How one character of the teleprinter strikes."""
    return _strike((75, ord(char)), Strike(0.13, 0.75, 0.5, 0.05, 0.08, 0.13))


def _turned(part: Lines, tilt: float | Lines, across: float, down: float) -> Lines:
    """Strokes in pixels, turned as a type stands, float32[n, 4]; or as each of many does, if
    ``tilt`` is float32[types, 1, 1]."""
    placed = part * np.array([across, down] * 2, dtype=np.float32)
    middle = np.float32(FACE_WIDTH * across / 2)
    xs = placed[:, ::2] + tilt * placed[:, 1::2]
    turned = np.empty((*xs.shape[:-1], 4), dtype=np.float32)
    turned[..., ::2] = xs
    turned[..., 1::2] = placed[:, 1::2] - tilt * (placed[:, ::2] - middle)
    return turned


# Print wheels


@dataclass(frozen=True)
class Type:
    """The marks that one graphic leaves under each of the wheels at one size."""

    marks: npt.NDArray[np.uint8]  # uint8[wheels, line height, width]: how much ink, 255 is all
    starts: tuple[int, ...]  # The pixel of the line at which each begins


class PrintWheel:
    """The printer's face; surfaces are cached, so never draw on one."""

    def line_surface(self, text: str, char_w: float, char_h: float) -> pygame.Surface:
        """One printed line from the first wheel on, transparent, ``len(text) * char_w`` by
        ``char_h`` pixels; there are 120 wheels."""
        return _line(text, round(char_w, 3), round(char_h, 3))

    def type_of(self, char: str, char_w: float, char_h: float) -> Type:
        """The marks of one graphic, made ahead: a line is soon put together of them."""
        return type_of(char, round(char_w, 3), round(char_h, 3))


@lru_cache(maxsize=512)
def _wheel_strokes(char: str) -> tuple[Lines, Lines]:
    """The strokes and dots of one graphic; small letters print as capitals, and what no wheel
    carries is borrowed from the engraving alphabet, squeezed onto a wheel."""
    known = char if char in WHEEL_FACE or len(char.upper()) > 1 else char.upper()
    if known in WHEEL_FACE:
        return read_strokes(WHEEL_FACE[known])
    glyph = engraved(known)
    narrow = min(FACE_HEIGHT / 20.0, FACE_WIDTH / max(glyph.width, 1.0))
    scale = np.array([narrow, FACE_HEIGHT / 20.0] * 2, dtype=np.float32)
    middle = (FACE_WIDTH - glyph.width * narrow) / 2
    move = np.array([middle, 0.0] * 2, dtype=np.float32)
    return glyph.lines * scale + move, glyph.dots * scale + move


@kept_picture
def type_of(char: str, char_w: float, char_h: float) -> Type:
    """The marks of ``char``; all wheels at once, for one by one they take twenty times as long."""
    lines, dots = _wheel_strokes(char)
    bank = _bank(char_w, char_h)
    size = char_w * WIDE / FACE_WIDTH, char_h * WHEEL_HIGH / FACE_HEIGHT
    mark = coverage(_bank_distances(_turned(lines, bank.tilt, *size), bank), bank.radius)
    if dots.size:
        near = _bank_distances(_turned(dots, bank.tilt, *size), bank)
        mark = np.maximum(mark, coverage(near, bank.radius * np.float32(1.3)))
    mark *= bank.ink
    return Type(np.rint(mark * np.float32(255.0)).astype(np.uint8), bank.starts)


@dataclass(frozen=True)
class _Bank:
    """The wheels at one size: all that is the same for whatever they print."""

    starts: tuple[int, ...]
    xs: Lines  # float32[wheels, width]: the pixels' places from each wheel's zero
    ys: Lines  # float32[wheels, line height], upwards from each wheel's baseline
    radius: Lines  # Half the stroke, float32[wheels, 1, 1]
    tilt: Lines
    ink: Lines  # How much of it each row gets, float32[wheels, line height, 1]


@kept_picture
def _bank(char_w: float, char_h: float) -> _Bank:
    columns = range(WHEELS)
    wheels = [wheel(column) for column in columns]
    across, down = char_w * WIDE / FACE_WIDTH, char_h * WHEEL_HIGH / FACE_HEIGHT
    lefts = [math.floor(column * char_w - 1) for column in columns]
    gap = char_w * (1 - WIDE) / 2
    zeros = [
        column * char_w + gap + own.shift * across - left
        for column, own, left in zip(columns, wheels, lefts, strict=True)
    ]
    baselines = [char_h * 0.78 + own.drop * down for own in wheels]
    # Everything is measured in pixels, so that the stroke is as wide one way as the other.
    widths = [WHEEL_WEIGHT * own.weight * min(across, down) for own in wheels]
    rows: Lines = np.arange(math.ceil(char_h), dtype=np.float32)
    ys = _column([base - 0.5 for base in baselines]) - rows
    rise = np.clip(ys / np.float32(FACE_HEIGHT * down), 0.0, 1.0) * 2 - 1
    lean = _column([own.lean for own in wheels])
    ink = _column([own.ink for own in wheels]) * (1.0 + lean * rise - np.abs(lean) * 0.5)
    return _Bank(
        starts=tuple(lefts),
        xs=np.arange(math.ceil(char_w) + 3, dtype=np.float32)
        + _column([0.5 - zero for zero in zeros]),
        ys=ys,
        radius=_column([max(WHEEL_THINNEST_PX / 2, wide / 2) for wide in widths])[..., None],
        tilt=_column([own.tilt for own in wheels])[..., None],
        ink=np.clip(ink, 0.0, 1.0)[..., None],
    )


def _column(values: list[float]) -> Lines:
    """One value a wheel, float32[wheels, 1]."""
    return np.array(values, dtype=np.float32)[:, None]


def _bank_distances(lines: Lines, bank: _Bank) -> Lines:
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


@kept_picture
def _line(text: str, char_w: float, char_h: float) -> pygame.Surface:
    mask = np.zeros((math.ceil(char_h), max(1, math.ceil(len(text) * char_w))), dtype=np.uint8)
    for k, char in enumerate(text):
        if char.isspace():
            continue
        struck = type_of(char, char_w, char_h)
        mark, left = struck.marks[k], struck.starts[k]
        start, end = max(0, left), min(mask.shape[1], left + mark.shape[1])
        held = mask[:, start:end]
        np.maximum(held, mark[:, start - left : end - left], out=held)
    return tinted(mask, WHEEL_INK)


# Typebars


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
        colour: Colour = BAR_INK,
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
            yield partial(struck, char, round(column, 3), row, quarter, BAR_INK)


@kept_picture
def struck(char: str, column: float, row: int, quarter: int, colour: Colour) -> pygame.Surface:
    """The mark of a character at a quarter of a pixel: it begins a pixel before its column and a
    quarter row above.  Cached, so never draw on one."""
    own = typebar(char)
    across, down = column * WIDE / FACE_WIDTH, row * BAR_HIGH / FACE_HEIGHT
    wide, high = math.ceil(column) + 3, row + 2 * (row // 4)
    zero = 1 + quarter / _PLACES + column * (1 - WIDE) / 2 + own.shift * across
    line = row // 4 + row * BAR_LINE + own.drop * down
    # So small that a stroke is less than a pixel wide, a character is drawn finer and averaged.
    fine = 1 if BAR_WEIGHT * min(across, down) >= BAR_THINNEST_PX else 3
    mark = np.zeros((high * fine, wide * fine), dtype=np.float32)
    xs = (np.arange(wide * fine, dtype=np.float32) + np.float32(0.5)) / np.float32(fine)
    ys = (np.arange(high * fine, dtype=np.float32) + np.float32(0.5)) / np.float32(fine)
    radius = BAR_WEIGHT * own.weight * min(across, down) / 2
    lines, dots = read_strokes(TYPE_FACE[char])
    for part, thick in ((lines, 1.0), (dots, 1.75)):
        if part.size:
            placed = _turned(part, own.tilt, across, down)
            near = distances(placed, xs - np.float32(zero), np.float32(line) - ys)
            mark = np.maximum(mark, coverage(near * np.float32(fine), radius * thick * fine))
    rise = np.clip((line - ys) / (FACE_HEIGHT * down), 0.0, 1.0) * 2 - 1
    ink = own.ink * (1.0 + own.lean * rise - abs(own.lean) * 0.5)
    inked = mark * np.clip(ink, 0.0, 1.0)[:, None]
    cover = inked.reshape(high, fine, wide, fine).mean(axis=(1, 3)).astype(np.float32)
    return to_surface(cover, colour)
