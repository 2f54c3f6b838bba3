"""Chances of won, drawn and lost as bars with their numbers, a row each, on paper.

Also the small plate that is stamped on such a sheet, BEFORE AND AFTER and the like.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER, paper, sheet
from devices.screen.parts.sprites import LetteredPart, PlacedSprite
from devices.screen.words import numeral

Row = tuple[str, float, float, float]
"""A name, and the chances of won, drawn, lost; they add up to 1."""

_INK = (40, 36, 34)
_PALE = (112, 106, 96)
_FILLS = ((196, 92, 74), (236, 226, 200), (104, 134, 172))
"""Won, drawn, lost."""
_LEFT, _RIGHT, _TOP = 28.0, 28.0, 66.0


@dataclass(frozen=True)
class OddsState:
    """What is shown."""

    title: str = ""
    rows: tuple[Row, ...] = ()
    note: str = ""
    legend: tuple[str, str, str] = ("won", "drawn", "lost")
    of: int = 0
    """The numbers are plays of so many; 0: percent."""


class OddsPart(LetteredPart):
    """The chances on paper; ``size`` in units is chosen by the room."""

    size = (480.0, 300.0)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        made.blit(sheet(np.asarray(paper(width, height, 61, PAPER), np.float32)), (0, 0))
        return made

    def look(self, state: OddsState, now_ms: int) -> list[PlacedSprite]:
        rounded = tuple((row[0], *(round(part, 4) for part in row[1:])) for row in state.rows)
        name = ("odds", state.title, rounded, state.note, state.legend, state.of)
        return [PlacedSprite(self.brief(name, partial(self._draw, state)), 0, 0)]

    def _draw(self, state: OddsState) -> pygame.Surface:
        made = pygame.Surface((self.px(self.size[0]), self.px(self.size[1])), pygame.SRCALPHA, 32)
        made.fill((*_INK, 0))
        k, wide = self.scale, self.size[0] - _LEFT - _RIGHT
        self.engraving.draw(made, state.title, _LEFT * k, 24 * k, 11.5 * k, _INK, "left", 0.14)
        x = _LEFT
        for said, fill in zip(state.legend, _FILLS, strict=True):
            pygame.draw.rect(made, fill, (self.px(x), self.px(41), self.px(13), self.px(11)))
            high = 9.0
            self.engraving.draw(made, said, (x + 18) * k, 46.5 * k, high * k, _INK, "left", 0.125)
            x += max(76, 36 + self.engraving.width(said, high, weight=0.125))
        pitch = (self.size[1] - _TOP - 40.0) / max(len(state.rows), 1)
        for number, row in enumerate(state.rows):
            self._row(made, row, state.of, _TOP + number * pitch, min(pitch, 52.0), wide)
        low = (self.size[1] - 22.0) * k
        self.engraving.draw(made, state.note, _LEFT * k, low, 8.6 * k, _PALE, "left", 0.12)
        return made

    def _row(
        self, made: pygame.Surface, row: Row, of: int, top: float, pitch: float, wide: float
    ) -> None:
        k = self.scale
        name, *chances = row
        self.engraving.draw(made, name, _LEFT * k, (top + 9) * k, 9.6 * k, _INK, "left", 0.13)
        if of:
            numbers = "   ".join(numeral(round(of * part)) for part in chances)
        else:
            numbers = "   ".join(f"{100 * part:.1f}" for part in chances)
        right = (self.size[0] - _RIGHT) * k
        self.engraving.draw(made, numbers, right, (top + 9) * k, 9.6 * k, _INK, "right", 0.13)
        bar = pygame.Rect(self.px(_LEFT), self.px(top + 18), self.px(wide), self.px(pitch * 0.36))
        left = 0.0
        for part, fill in zip(chances, _FILLS, strict=True):
            start, end = round(left * bar.width), round((left + part) * bar.width)
            if end > start:
                made.fill(fill, (bar.x + start, bar.y, end - start, bar.height))
                if start:  # told apart without colour too
                    made.fill(_INK, (bar.x + start, bar.y, max(round(0.9 * k), 1), bar.height))
            left += part
        pygame.draw.rect(made, _INK, bar, max(round(0.9 * k), 1))


STAMP = (150.0, 24.0)
"""Width and height of a stamped plate, units."""
_STAMPED = (120, 34, 30)


def stamp_plate(letters: Engraving, words: str, scale: float, down: bool) -> pygame.Surface:
    """A plate stamped in red on paper; filled while it stands for what is shown."""
    wide, high = round(STAMP[0] * scale), round(STAMP[1] * scale)
    made = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
    made.fill((*_STAMPED, 0))
    line = max(round(1.4 * scale), 1)
    radius = round(5 * scale)
    if down:
        pygame.draw.rect(made, _STAMPED, made.get_rect(), border_radius=radius)
    pygame.draw.rect(made, _STAMPED, made.get_rect(), line, border_radius=radius)
    tall = 10.0 * scale
    tall *= min(1.0, (wide - 14 * scale) / max(letters.width(words, tall, 0.05, 0.14), 1.0))
    ink = (246, 240, 226) if down else _STAMPED
    letters.draw(made, words, wide / 2, high / 2, tall, ink, "centre", 0.14, 0.05)
    return made
