"""The positions that one ply leads to, as bars: what each is worth to whoever moves there.

Folding many weights that agree brings a value close to 0 or to 1, so the axis is one of odds: from
.001 to .01 it is as far as from .01 to .1, and it reaches as far as the values do.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.parts.desktop_program import (
    ENGRAVING,
    FAINT,
    FIGURES,
    INK,
    SHADE,
    WEIGHT,
    Colour,
    Keep,
    Pen,
    ProgramPane,
)
from devices.screen.parts.relief import Rect
from devices.screen.words import Words
from machines.morph.picture.small_board import tone_of
from machines.morph.scene import Successors

WORDS = Words("morph")
WIDE, HIGH = 552.0, 184.0
MOST = 40
"""Bars that find room; of more the last are left out."""
USUAL = 30
"""Of fewer each is as wide as one of so many."""
LEFT, RIGHT, TOP, FOOT = 60.0, 8.0, 22.0, 128.0
CHOSEN: Colour = (240, 168, 20)
POINTED: Colour = (255, 226, 130)
LETTERS, BOLD = 10.5, 0.2
LEAST, LEAST_SPAN, STEP = 1e-6, 1.6, 0.4
"""The least value that is told from 0; the shortest axis, and by how much it grows."""
MARKS = (0.5, 0.1, 0.9, 0.01, 0.99, 0.001, 0.999, 0.0001, 0.9999, 0.2, 0.8, 0.05, 0.95, 0.3, 0.7)
APART = 15.0


def column(number: int, count: int) -> Rect:
    """The area of a bar with its move, of ``count`` bars."""
    pitch = (WIDE - LEFT - RIGHT) / min(max(count, USUAL), MOST)
    return LEFT + number * pitch, TOP - 12.0, pitch, HIGH - TOP + 8.0


@dataclass(frozen=True)
class Axis:
    """From the foot to the top, in the logarithm of the odds."""

    low: float
    high: float

    @classmethod
    def over(cls, values: Sequence[float]) -> "Axis":
        """One on which these values stand apart; with none of them the middle."""
        odds = [odds_of(value) for value in values] or [0.0]
        low, high = min(odds), max(odds)
        more = max(LEAST_SPAN - (high - low), 0.0) / 2 + 0.12 * (high - low)
        # In steps, so that a value more doesn't move all the others.
        return cls(math.floor((low - more) / STEP) * STEP, math.ceil((high + more) / STEP) * STEP)

    def y(self, value: float) -> float:
        """How low on the pane a value lies."""
        share = (odds_of(value) - self.low) / (self.high - self.low)
        return FOOT - min(max(share, 0.0), 1.0) * (FOOT - TOP)

    def marks(self) -> list[tuple[float, float]]:
        """Values to be named, each with its place; none of them close to another."""
        made: list[tuple[float, float]] = []
        for value in MARKS:
            y = self.y(value)
            if TOP < y < FOOT - 4.0 and all(abs(y - other) >= APART for _, other in made):
                made.append((value, y))
        return made


def odds_of(value: float) -> float:
    """The logarithm of the odds, of values that are neither 0 nor 1."""
    held = min(max(value, LEAST), 1.0 - LEAST)
    return math.log(held / (1.0 - held))


def worth(value: float) -> str:
    """A value as it is written: close to 0 and to 1 with more figures."""
    return f"{value:.3f}" if 0.001 <= value <= 0.999 else f"{value:.5f}"


class SuccessorBarsPane(ProgramPane):
    """The bars, from 0 at the foot to 1 at the top, with their moves below them."""

    size = (WIDE, HIGH)
    anew_ms = 66

    def lay(self, pen: Pen, state: Successors, now_ms: int, keep: Keep) -> None:
        bars = state.bars[:MOST]
        count = len(bars)
        axis = Axis.over([successor.value for successor in bars])
        if not bars:
            pen.text(WORDS("no_move"), WIDE / 2, (TOP + FOOT) / 2, 9.5, FAINT, "centre")
        for value, y in axis.marks() if bars else ():
            line = (LEFT - 4.0, y - 0.5, WIDE - LEFT - RIGHT + 8.0, 1.0)
            pen.fill(line, SHADE if value == 0.5 else (214, 214, 208))
            pen.text(
                f"{value:g}".removeprefix("0"), LEFT - 9.0, y, 9.5, FAINT, "right", passing=True
            )
        for number, successor in enumerate(bars):
            x, y, pitch, tall = column(number, count)
            if number == state.looked:
                pen.fill((x, y, pitch, tall), POINTED)
            value = min(max(successor.value, 0.0), 1.0)
            high = max(FOOT - axis.y(value), 1.5)
            bar = (x + pitch * 0.14, FOOT - high, pitch * 0.72, high)
            colour = CHOSEN if number == state.chosen else tone_of(value)
            pen.fill(bar, colour)
            red, green, blue = (part + (255 - part) // 2 for part in colour)
            pen.fill((bar[0], bar[1], max(pitch * 0.1, 1.0), bar[3]), (red, green, blue))
            bold = number == state.chosen
            self._upright(pen, successor.move, x + pitch / 2, bold)
            if bold:
                pen.text(worth(value), x + pitch / 2 if number > 1 else LEFT + 22.0,
                         bar[1] - 9.0, 11.5, INK, "centre", 0.17, True)  # fmt: skip
        pen.fill((LEFT - 4.0, FOOT, WIDE - LEFT - RIGHT + 8.0, 1.5), INK)

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        for weight in (WEIGHT, BOLD):
            yield partial(ENGRAVING.prepare, LETTERS * self.scale, weight)
        yield partial(ENGRAVING.prepare, 11.5 * self.scale, 0.17, FIGURES)
        yield partial(ENGRAVING.prepare, 9.5 * self.scale, WEIGHT, FIGURES)

    def _upright(self, pen: Pen, text: str, x: float, bold: bool) -> None:
        """A move's name, read from below."""
        high = LETTERS * pen.scale
        turned = _turned(text, high, BOLD if bold else WEIGHT)
        middle = ENGRAVING.cap_top(high) + high / 2
        pen.surface.blit(turned, (round(x * pen.scale - middle), round((FOOT + 6.0) * pen.scale)))


@kept_picture
def _turned(text: str, high: float, weight: float) -> pygame.Surface:
    flat = ENGRAVING.text_surface(text, high, INK, weight, 0.04, passing=True)
    return pygame.transform.rotate(flat, 90)
