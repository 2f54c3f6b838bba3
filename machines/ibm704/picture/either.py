"""Parts that share one place: only one stands there at a time.

All are as large and are built with the place, so that changing them over takes no time.  What lies
behind them is kept from when the place was last painted whole: a board's rounded corner shows it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pygame

from devices.screen.part import Touch
from devices.screen.parts.sprites import SpritePart


@dataclass(frozen=True)
class EitherState:
    """Which of them stands there, from 0, and what it is given to draw."""

    which: int
    state: Any


class EitherPart:
    """Two or more as one part; what can be touched is what was painted last."""

    def __init__(self, *parts: SpritePart) -> None:
        sizes = {part.size for part in parts}
        if len(sizes) != 1:
            raise ValueError(f"sizes are {sorted(sizes)}: expected parts of one size")
        self.parts = parts
        self.size = parts[0].size
        self.shown = 0
        self._behind: pygame.Surface | None = None

    def build(self, scale: float) -> None:
        """All sheets."""
        self._behind = None
        for part in self.parts:
            part.build(scale)

    def make_sprites(self) -> Iterator[object]:
        """Those of the one that stands there first."""
        shown = self.shown
        for part in (self.parts[shown], *self.parts[:shown], *self.parts[shown + 1 :]):
            yield from part.make_sprites()

    def paint(
        self, target: pygame.Surface, at: tuple[int, int], state: EitherState, now_ms: int,
        whole: bool,
    ) -> list[pygame.Rect]:  # fmt: skip
        """Draw the one that stands there, all of it when it has just come."""
        width, height = self.size
        scale = self.parts[0].scale
        size = (round(width * scale), round(height * scale))
        place = pygame.Rect(at, size)
        if whole:
            self._behind = pygame.Surface(size, 0, 32)
            self._behind.blit(target, (0, 0), place)
        elif state.which != self.shown:
            whole = True
            if self._behind is not None:
                target.blit(self._behind, at)
        self.shown = state.which
        return self.parts[self.shown].paint(target, at, state.state, now_ms, whole)

    def touch(self, x: float, y: float) -> Touch | None:
        """What is under the finger at (x, y), in units."""
        return self.parts[self.shown].touch(x, y)

    def touches(self) -> tuple[Touch, ...]:
        """Every control of the one that stands there."""
        return self.parts[self.shown].touches()
