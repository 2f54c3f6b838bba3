"""Strokes: from an alphabet's file to lines, and from lines to how much of each pixel they cover.

An alphabet is a file of assets/lettering; engraving.toml says how its glyphs are written.

A pixel's coverage is taken from its distance to the nearest centre line, so lettering is smooth at
every size and place without drawing it large first.
"""

import itertools
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import msgspec
import numpy as np
import numpy.typing as npt
import pygame

from devices.assets import read_asset

Lines = npt.NDArray[np.float32]
"""Straight pieces, float32[n, 4]: x0, y0, x1, y1, y up from the baseline, in alphabet units."""

Colour = tuple[int, int, int]

CAPITAL_RISE = 6.6
"""How much higher an accent stands over a capital."""
ARC_STEP = 11.25
"""Degrees of an arc that one straight piece stands for."""
_CHUNK = 400_000
"""Distances computed at once, so that a large letter doesn't ask for much memory."""


@dataclass(frozen=True)
class Glyph:
    """One character: blank at its left, own width, blank at its right, its lines and its dots."""

    left: float
    width: float
    right: float
    lines: Lines
    dots: Lines

    @property
    def advance(self) -> float:
        """From this character's start to the next one's."""
        return self.left + self.width + self.right


def read_strokes(text: str) -> tuple[Lines, Lines]:
    """The lines and the dots (lines of no length) of strokes written as an alphabet has them."""
    lines: list[tuple[float, float, float, float]] = []
    dots: list[tuple[float, float, float, float]] = []
    for stroke in text.split("|"):
        points: list[tuple[float, float]] = []
        for token in stroke.split():
            numbers = [float(part) for part in token.lstrip("@").split(",")]
            points += _arc(*numbers) if token[0] == "@" else [(numbers[0], numbers[1])]
        if len(points) == 1:
            dots.append((*points[0], *points[0]))
        lines += [(*a, *b) for a, b in itertools.pairwise(points)]
    return _rows(lines), _rows(dots)


def _rows(rows: list[tuple[float, float, float, float]]) -> Lines:
    return np.array(rows, dtype=np.float32).reshape(-1, 4)


def _arc(
    cx: float, cy: float, rx: float, ry: float, start: float, end: float
) -> list[tuple[float, float]]:
    steps = max(2, round(abs(end - start) / ARC_STEP))
    turns = np.radians(np.linspace(start, end, steps + 1))
    return [
        (float(x), float(y))
        for x, y in zip(cx + rx * np.cos(turns), cy + ry * np.sin(turns), strict=True)
    ]


def read_glyph(text: str) -> Glyph:
    """The glyph that one entry of an alphabet describes."""
    head, _, strokes = text.partition(";")
    left, width, right = (float(part) for part in head.split())
    lines, dots = read_strokes(strokes)
    return Glyph(left, width, right, lines, dots)


class _Alphabet(msgspec.Struct, frozen=True):
    """The file of an alphabet that stands by itself: glyphs and accents as they are written."""

    missing: str
    glyphs: dict[str, dict[str, str]]
    accents: dict[str, str]


_FILE = read_asset("lettering/engraving.toml", _Alphabet)
_ENGRAVING = {char: text for table in _FILE.glyphs.values() for char, text in table.items()}
MISSING = read_glyph(_FILE.missing)
"""What stands for a character that the alphabet hasn't got."""


@lru_cache(maxsize=1024)
def engraved(char: str) -> Glyph:
    """The engraving alphabet's glyph of ``char``: its own, or base and accent, or the box."""
    if char in _ENGRAVING:
        return read_glyph(_ENGRAVING[char])
    parts = unicodedata.normalize("NFD", char)
    base, marks = parts[0], parts[1:]
    if base not in _ENGRAVING or not marks or any(mark not in _FILE.accents for mark in marks):
        return MISSING
    letter = engraved("ı" if base == "i" else base)
    return _accented(letter, base, marks)


def _accented(letter: Glyph, base: str, marks: str) -> Glyph:
    """``letter`` (the glyph of ``base``) with the accents of ``marks`` at its middle."""
    lines, dots = [letter.lines], [letter.dots]
    # Round small letters with a stem at their right carry the accent over the bowl.
    middle = letter.width * (0.5 if base != "a" else 0.48)
    for mark in marks:
        rise = CAPITAL_RISE if base.isupper() and mark != "\N{COMBINING CEDILLA}" else 0.0
        shift = np.array([middle, rise, middle, rise], dtype=np.float32)
        for held, drawn in zip((lines, dots), read_strokes(_FILE.accents[mark]), strict=True):
            held.append(drawn + shift)
    # A narrow letter keeps room for its accent.
    half = max((float(np.abs(np.concatenate(lines)[:, ::2] - middle).max()), letter.width / 2))
    spare = max(0.0, half + 1.2 - letter.width / 2 - min(letter.left, letter.right))
    return Glyph(
        letter.left + spare,
        letter.width,
        letter.right + spare,
        np.concatenate(lines),
        np.concatenate(dots),
    )


def distances(lines: Lines, xs: Lines, ys: Lines) -> Lines:
    """Distance of each pixel to its nearest line, float32[len(ys), len(xs)]; inf without lines."""
    near = np.full((len(ys), len(xs)), np.inf, dtype=np.float32)
    step = max(1, _CHUNK // max(1, near.size))
    for start in range(0, len(lines), step):
        x0, y0, x1, y1 = (lines[start : start + step, k, None, None] for k in range(4))
        dx, dy = x1 - x0, y1 - y0
        px, py = xs[None, None, :] - x0, ys[None, :, None] - y0
        length = np.maximum(dx * dx + dy * dy, 1e-9)
        along = px * (dx / length) + py * (dy / length)
        np.clip(along, 0.0, 1.0, out=along)
        across = px - along * dx
        across *= across
        along *= -dy
        along += py
        along *= along
        along += across
        np.minimum(near, np.sqrt(along.min(axis=0)), out=near)
    return near


def coverage(near: Lines, radius: float | Lines) -> Lines:
    """How much of a pixel a stroke of half-width ``radius`` (pixels; one for all, or an array that
    broadcasts) covers, 0 to 1, by the distance ``near`` of its centre line.  Exact for a straight
    stroke, however thin."""
    inner = np.maximum(near - 0.5, -radius)
    covered: Lines = np.clip(np.minimum(near + 0.5, radius) - inner, 0.0, 1.0)
    return covered


def to_surface(mask: Lines, colour: Colour) -> pygame.Surface:
    """A surface all of ``colour`` whose alpha is ``mask`` (float32[height, width], 0 to 1)."""
    return tinted(np.rint(np.clip(mask, 0.0, 1.0) * 255.0).astype(np.uint8), colour)


def tinted(cover: npt.NDArray[np.uint8], colour: Colour) -> pygame.Surface:
    """A surface all of ``colour`` with the given alpha, uint8[height, width]."""
    height, width = cover.shape
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 2] = colour[2], colour[1], colour[0]
    pixels[..., 3] = cover
    return pygame.image.frombuffer(pixels.tobytes(), (width, height), "BGRA").copy()
