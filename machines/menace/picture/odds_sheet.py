"""What the beads are worth as they lie: against each kind of opponent a bar of won, drawn, lost."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER, paper, sheet
from devices.screen.parts.sprites import PlacedSprite, SpritePart

Row = tuple[str, float, float, float]
"""A name, and the chances of won, drawn, lost; they add up to 1."""

_INK = (40, 36, 34)
_PALE = (112, 106, 96)
_FILLS = ((196, 92, 74), (236, 226, 200), (104, 134, 172))
"""Won, drawn, lost."""
_LEFT, _RIGHT, _TOP = 28.0, 28.0, 66.0


@dataclass(frozen=True)
class OddsState:
    """What the sheet shows."""

    title: str = ""
    rows: tuple[Row, ...] = ()
    note: str = ""


class OddsPart(SpritePart):
    """The sheet; ``size`` in units is chosen by the room."""

    def __init__(self, size: tuple[float, float] = (480.0, 300.0)) -> None:
        super().__init__()
        self.size = size
        self.letters = Engraving()

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        made.blit(sheet(np.asarray(paper(width, height, 61, PAPER), np.float32)), (0, 0))
        return made

    def look(self, state: OddsState, now_ms: int) -> list[PlacedSprite]:
        del now_ms
        rounded = tuple((row[0], *(round(part, 4) for part in row[1:])) for row in state.rows)
        name = ("odds", state.title, rounded, state.note)
        return [PlacedSprite(self.brief(name, partial(self._drawn, state)), 0, 0)]

    def _drawn(self, state: OddsState) -> pygame.Surface:
        made = pygame.Surface((self.px(self.size[0]), self.px(self.size[1])), pygame.SRCALPHA, 32)
        made.fill((*_INK, 0))
        k, wide = self.scale, self.size[0] - _LEFT - _RIGHT
        self.letters.draw(made, state.title, _LEFT * k, 24 * k, 11.5 * k, _INK, "left", 0.14)
        x = _LEFT
        for name, fill in zip(("won", "drawn", "lost"), _FILLS, strict=True):
            pygame.draw.rect(made, fill, (self.px(x), self.px(41), self.px(13), self.px(11)))
            self.letters.draw(made, name, (x + 18) * k, 46.5 * k, 9 * k, _INK, "left", 0.125)
            x += 76
        pitch = (self.size[1] - _TOP - 40.0) / max(len(state.rows), 1)
        for number, row in enumerate(state.rows):
            self._row(made, row, _TOP + number * pitch, min(pitch, 52.0), wide)
        low = (self.size[1] - 22.0) * k
        self.letters.draw(made, state.note, _LEFT * k, low, 8.6 * k, _PALE, "left", 0.12)
        return made

    def _row(self, made: pygame.Surface, row: Row, top: float, pitch: float, wide: float) -> None:
        k = self.scale
        name, *chances = row
        self.letters.draw(made, name, _LEFT * k, (top + 9) * k, 9.6 * k, _INK, "left", 0.13)
        numbers = "   ".join(f"{100 * part:.1f}" for part in chances)
        right = (self.size[0] - _RIGHT) * k
        self.letters.draw(made, numbers, right, (top + 9) * k, 9.6 * k, _INK, "right", 0.13)
        bar = pygame.Rect(self.px(_LEFT), self.px(top + 18), self.px(wide), self.px(pitch * 0.36))
        left = 0.0
        for part, fill in zip(chances, _FILLS, strict=True):
            start, end = round(left * bar.width), round((left + part) * bar.width)
            if end > start:
                made.fill(fill, (bar.x + start, bar.y, end - start, bar.height))
            left += part
        pygame.draw.rect(made, _INK, bar, max(round(0.9 * k), 1))
