"""What is lettered while something is drawn: every text with its box, for tests that measure them.

All lettering of the museum goes through two doors, ``Engraving.draw`` (on surfaces) and
``Canvas.letter`` (on pictures in numbers); while :func:`lettering` is on, both are watched.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pygame
import pytest

from devices.screen import brass, widgets
from devices.screen.canvas import _LETTERS, Canvas
from devices.screen.lettering import WEIGHT, Engraving
from devices.screen.parts import relief


@dataclass(frozen=True)
class Lettered:
    """A text that was lettered: the box of its capitals, where it was drawn, in pixels there."""

    text: str
    box: pygame.Rect
    height: float
    """Of its capitals, in pixels of what it is seen at."""
    on: int
    """Which surface or canvas: equal for texts that lie side by side."""
    bound: pygame.Rect
    """What can be drawn on there."""

    def cut(self, spare: int = 1) -> bool:
        """Whether some of it is lost at an edge."""
        return not self.bound.inflate(2 * spare, 2 * spare).contains(self.box)

    def overlaps(self, other: "Lettered") -> bool:
        """Whether the two cover one another by more than a hair."""
        if self.on != other.on or self.text == other.text:
            return False  # engraved letters are laid twice, a pixel apart
        both = self.box.clip(other.box)
        hair = 0.12 * min(self.box.height, other.box.height) + 1
        return both.width > hair and both.height > hair


@dataclass
class Collected:
    """All that was lettered since it was begun."""

    texts: list[Lettered] = field(default_factory=list)
    scale: float = 1.0
    """Pixels a unit at which the canvases drawn now are seen."""
    kept: list[object] = field(default_factory=list)
    """What was drawn on: no two of them may share an address."""

    def overlapping(self) -> list[tuple[str, str]]:
        """Texts that cover one another."""
        made = []
        for k, one in enumerate(self.texts):
            made += [(one.text, two.text) for two in self.texts[k + 1 :] if one.overlaps(two)]
        return made


@contextmanager
def lettering(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collected]:
    """Watch all lettering; what nobody looks at isn't drawn."""
    made = Collected()
    engrave, small_canvas = brass.engrave, widgets._canvas
    seen_at: dict[int, float] = {}
    plates: list[pygame.Rect] = []

    def keep(text: str, box: pygame.Rect, height: float, on: Any, bound: pygame.Rect) -> None:
        if text.strip():
            made.kept.append(on)
            made.texts.append(Lettered(text, box, height, id(on), bound))

    def drawn(
        self: Engraving, target: pygame.Surface, text: str, x: float, y: float, height_px: float,
        colour: Any, anchor: Any = "left", weight: float = WEIGHT, spacing: float = 0.0,
        passing: bool = False,
    ) -> pygame.Rect:  # fmt: skip
        run = self.width(text, height_px, spacing, weight)
        left = x - {"left": 0.0, "centre": run / 2, "right": run}[anchor]
        box = pygame.Rect(round(left), round(y - height_px / 2), round(run), round(height_px))
        # A text on a plate must not reach beyond it; any other stays on what it is drawn on.
        keep(text, box, height_px, target, plates[-1] if plates else target.get_clip())
        top = round(y - height_px / 2 - self.cap_top(height_px))
        size = math.ceil(run) + 2, self.line_height(height_px)
        return pygame.Rect((round(left) - 1, top), size)

    def lettered(
        self: Canvas, text: str, x: float, y: float, height: float, colour: Any,
        anchor: Any = "centre", weight: float = 0.115, spacing: float = 0.0,
    ) -> None:  # fmt: skip
        run = _LETTERS.width(text, height * self.k, spacing, weight)
        left = x * self.k - {"left": 0.0, "centre": run / 2, "right": run}[anchor]
        high = height * self.k
        box = pygame.Rect(round(left), round(y * self.k - high / 2), round(run), round(high))
        bound = pygame.Rect(0, 0, self.shape[1], self.shape[0])
        keep(text, box, height * seen_at.get(id(self), made.scale), self, bound)

    def engraved(
        target: pygame.Surface, words: str, rect: pygame.Rect, height_px: float,
        colour: Any, filled: bool = True,
    ) -> None:  # fmt: skip
        plates.append(rect)
        engrave(target, words, rect, height_px, colour, filled)
        plates.pop()

    def canvas_of_a_widget(
        width: float, height: float, size: tuple[int, int], ground: Any
    ) -> Canvas:
        """Drawn finer than it is seen."""
        canvas = small_canvas(width, height, size, ground)
        made.kept.append(canvas)
        seen_at[id(canvas)] = canvas.k / widgets.FINER
        return canvas

    with monkeypatch.context() as patch:
        patch.setattr(brass, "engrave", engraved)
        patch.setattr(widgets, "_canvas", canvas_of_a_widget)
        patch.setattr(Engraving, "draw", drawn)
        patch.setattr(Canvas, "letter", lettered)
        for kind, shown in ((Canvas, "over"), (Canvas, "shade"), (relief.Canvas, "over")):
            patch.setattr(kind, shown, lambda *_: None)
        yield made
