"""Lettering: the panels' engraving, as smooth surfaces.

Nothing here uses a font from elsewhere: the alphabet is our own, its strokes are drawn by
strokes.py.  ``height_px`` is always the height of a capital, outer edge to outer edge.  A text's
surface is taller than that: it leaves room for accents above and for descenders below (ABOVE and
BELOW, in capital heights), so that surfaces of one size line up whatever they say.
"""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.strokes import MISSING, Colour, Lines, coverage, distances, engraved, to_surface

Anchor = Literal["left", "centre", "right"]

ABOVE, BELOW = 0.45, 0.40
"""Room above the capitals and below the line, in capital heights."""
WEIGHT = 0.115
"""Width of the cutter's stroke, in capital heights, where nothing else is asked for."""
THINNEST_PX = 0.9
CAPITAL = 20.0
"""Alphabet units from baseline to the top of a capital, centre line to centre line."""
_PLACES = 4
"""A letter stands on a quarter of a pixel."""
USUAL = "".join(map(chr, range(0x21, 0x7F))) + "\N{MIDDLE DOT}"
"""What most texts are made of."""
_WORD = re.compile(r"[^ \t\r\f\v]+")
"""A word keeps what a no-break space holds to it, as French does a question mark."""


class Engraving:
    """Single-stroke lettering for panels and captions; surfaces are cached, so never draw on one.

    Covers printable ASCII, Latin-1 and some typographic signs; a box stands for the rest.
    """

    def covers(self, char: str) -> bool:
        """Whether the alphabet has this character (the box isn't drawn for it)."""
        return engraved(char) is not MISSING

    def width(
        self, text: str, height_px: float, spacing: float = 0.0, weight: float = WEIGHT
    ) -> float:
        """How wide the text runs, in pixels; ``spacing`` (capital heights) is added between
        letters, not after the last."""
        return _run(text, height_px, spacing, weight)[1]

    def line_height(self, height_px: float) -> int:
        """Height in pixels of every surface of this size."""
        return _room(height_px)[2]

    def text_surface(
        self,
        text: str,
        height_px: float,
        colour: Colour,
        weight: float = WEIGHT,
        spacing: float = 0.0,
        passing: bool = False,
    ) -> pygame.Surface:
        """The text on a transparent surface of ``width`` by ``line_height``, one pixel more a side.

        The capitals' top stands ``cap_top`` pixels below the surface's top.  A ``passing`` text
        isn't seen again: it is put together and not kept.
        """
        lay = _compose if passing else _kept
        return lay(text, round(height_px, 2), colour, round(weight, 4), round(spacing, 4))

    def prepare(
        self, height_px: float, weight: float = WEIGHT, chars: Iterable[str] = USUAL
    ) -> None:
        """Make the letters of a size ahead: any text of them is then put together in no time."""
        for char in chars:
            for quarter in range(_PLACES):
                _stencil(char, quarter, round(height_px, 2), round(weight, 4))

    def cap_top(self, height_px: float) -> int:
        """From the top of a surface to the top of its capitals, in pixels."""
        return _room(height_px)[0]

    def draw(
        self,
        target: pygame.Surface,
        text: str,
        x: float,
        y: float,
        height_px: float,
        colour: Colour,
        anchor: Anchor = "left",
        weight: float = WEIGHT,
        spacing: float = 0.0,
        passing: bool = False,
    ) -> pygame.Rect:
        """Letter ``text`` on ``target``: x is its left, centre or right, y the middle of its
        capitals.  Returns the rectangle drawn on.  A ``passing`` text (a clock's) isn't kept: its
        letters are laid one by one."""
        run = self.width(text, height_px, spacing, weight)
        left = round(x - {"left": 0.0, "centre": run / 2, "right": run}[anchor]) - 1
        top = round(y - height_px / 2 - self.cap_top(height_px))
        if not passing:
            surface = self.text_surface(text, height_px, colour, weight, spacing)
            return target.blit(surface, (left, top))
        high, weight = round(height_px, 2), round(weight, 4)
        laid = [
            (letter_surface(char, quarter, high, weight, colour), (left + column, top))
            for char, column, quarter in _columns(text, high, weight, round(spacing, 4))
        ]
        target.blits(laid, doreturn=False)
        return pygame.Rect(left, top, math.ceil(run) + 2, self.line_height(height_px))

    def wrap(self, text: str, height_px: float, wide_px: float, spacing: float = 0.0) -> list[str]:
        """The text in lines that each run no wider than ``wide_px`` (a longer word stays whole)."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in _WORD.findall(paragraph):
                longer = f"{line} {word}" if line else word
                if line and self.width(longer, height_px, spacing) > wide_px:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    def fit(
        self, text: str, height_px: float, wide_px: float, fits: Callable[[float, list[str]], bool],
        least_px: float, spacing: float = 0.0,
    ) -> tuple[float, list[str]]:  # fmt: skip
        """The height of the capitals, from ``height_px`` down to the least, at which the wrapped
        text ``fits``; and its lines."""
        while True:
            lines = self.wrap(text, height_px, wide_px, spacing)
            if height_px <= least_px or fits(height_px, lines):
                return height_px, lines
            height_px = max(least_px, height_px * 0.95)


@lru_cache(maxsize=256)
def _room(height_px: float) -> tuple[int, int, int]:
    """Pixels above the capitals, from the top to the baseline, and in all."""
    above = math.ceil(height_px * ABOVE)
    baseline = above + height_px
    return above, math.ceil(baseline), math.ceil(baseline + height_px * BELOW)


def stroke_px(height_px: float, weight: float) -> float:
    """The stroke's width in pixels; of letters too small to be told, half their height."""
    return min(max(THINNEST_PX, height_px * weight), height_px / 2)


@lru_cache(maxsize=4096)
def _run(
    text: str, height_px: float, spacing: float, weight: float
) -> tuple[tuple[float, ...], float]:
    """Where each letter's own zero stands, and how far the text runs, in pixels."""
    stroke = stroke_px(height_px, weight)
    unit = (height_px - stroke) / CAPITAL
    places, x = [], 0.0
    for char in text:
        glyph = engraved(char)
        places.append(x + glyph.left * unit + stroke / 2)
        # Letters keep their distance edge to edge, so each takes its stroke's width with it.
        x += glyph.advance * unit + (stroke if not char.isspace() else 0.0) + spacing * height_px
    return tuple(places), max(0.0, x - spacing * height_px) if text else 0.0


@dataclass(frozen=True)
class Letter:
    """One character's coverage at one size, on the lines of a surface."""

    masks: tuple[Lines, ...]
    """float32[line height, width], for each quarter of a pixel at which it may stand."""
    margin: int
    """How many pixels left of its zero they begin."""


@kept_picture
def letter_of(char: str, height_px: float, weight: float) -> Letter:
    """A letter's masks, all quarters at once: together they take little longer than one."""
    glyph = engraved(char)
    stroke = stroke_px(height_px, weight)
    unit = (height_px - stroke) / CAPITAL
    above, _, high = _room(height_px)
    reach = max(
        [glyph.width, *np.abs(glyph.lines[:, ::2]).ravel(), *np.abs(glyph.dots[:, ::2]).ravel()]
    )
    margin = math.ceil(stroke + 2 + max(0.0, -_leftmost(glyph.lines, glyph.dots)) * unit)
    wide = margin + math.ceil(reach * unit + stroke + 2)
    places = np.arange(wide, dtype=np.float32)
    quarters = np.float32(0.5 - margin) - np.arange(_PLACES, dtype=np.float32) / np.float32(_PLACES)
    xs: Lines = (places[None, :] + quarters[:, None]).ravel() / np.float32(unit)
    baseline = above + height_px - stroke / 2
    ys = (np.float32(baseline - 0.5) - np.arange(high, dtype=np.float32)) / np.float32(unit)
    mask = coverage(distances(glyph.lines, xs, ys) * np.float32(unit), stroke / 2)
    if glyph.dots.size:
        dots = distances(glyph.dots, xs, ys) * np.float32(unit)
        mask = np.maximum(mask, coverage(dots, max(0.62, stroke * 0.675)))
    return Letter(tuple(np.split(mask.astype(np.float32), _PLACES, axis=1)), margin)


def _leftmost(lines: Lines, dots: Lines) -> float:
    return float(min((part[:, ::2].min() for part in (lines, dots) if part.size), default=0.0))


@kept_picture
def letter_surface(
    char: str, quarter: int, height_px: float, weight: float, colour: Colour
) -> pygame.Surface:
    """A letter in a colour, standing at so many quarters of a pixel."""
    made = _stencil(char, quarter, height_px, weight).copy()
    made.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@kept_picture
def _stencil(char: str, quarter: int, height_px: float, weight: float) -> pygame.Surface:
    """The letter in white, of which those in colours are made without numpy."""
    return to_surface(letter_of(char, height_px, weight).masks[quarter], (255, 255, 255))


@lru_cache(maxsize=4096)
def _columns(
    text: str, height_px: float, weight: float, spacing: float
) -> tuple[tuple[str, int, int], ...]:
    """Each letter that leaves ink, the pixel column where its mask begins (the text's run begins
    at 1), and the quarter at which it stands."""
    made = []
    for char, place in zip(text, _run(text, height_px, spacing, weight)[0], strict=True):
        if not char.isspace():
            whole, quarter = divmod(round((place + 1) * _PLACES), _PLACES)
            made.append((char, whole - letter_of(char, height_px, weight).margin, quarter))
    return tuple(made)


def text_mask(text: str, height_px: float, weight: float, spacing: float) -> Lines:
    """The coverage of a whole text, float32[line height, width + 2]; its run begins at x = 1."""
    run = _run(text, height_px, spacing, weight)[1]
    mask = np.zeros((_room(height_px)[2], math.ceil(run) + 2), dtype=np.float32)
    for char, left, quarter in _columns(text, height_px, weight, spacing):
        cover = letter_of(char, height_px, weight).masks[quarter]
        start, end = max(0, left), min(mask.shape[1], left + cover.shape[1])
        held = mask[:, start:end]
        np.maximum(held, cover[:, start - left : end - left], out=held)
    return mask


def _compose(
    text: str, height_px: float, colour: Colour, weight: float, spacing: float
) -> pygame.Surface:
    """The text put together from its letters' stencils.

    Without numpy, each call of which may hand the interpreter to the machines' thread for a
    millisecond: a text of them took longer than a frame.
    """
    wide = math.ceil(_run(text, height_px, spacing, weight)[1]) + 2
    made = pygame.Surface((wide, _room(height_px)[2]), pygame.SRCALPHA, 32)
    for char, left, quarter in _columns(text, height_px, weight, spacing):
        stencil = _stencil(char, quarter, height_px, weight)
        made.blit(stencil, (left, 0), special_flags=pygame.BLEND_RGBA_MAX)
    made.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


_kept = kept_picture(_compose)
