"""The CONSOLE TO switch: a rotary switch in an iron box on a stand.

A fluted knob with a white pointer, as an electrician's shop of 1955 had them, turned from one place
to the other at a touch anywhere on the box; no lamp.

All are as large and are built with the place, so that changing them over takes no time.  What lies
behind them is kept from when the place was last painted whole: a board's rounded corner shows it.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pygame

from devices.screen import widgets
from devices.screen.lettering import Engraving
from devices.screen.part import Touch
from devices.screen.parts.relief import Canvas, Colour, Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart, cached_sprite
from devices.screen.room import DrawContext
from devices.screen.smooth import smoothscale
from devices.screen.words import Words

# -- Parts that share one place: only one stands there at a time -----------------------------------


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


# -- selector --------------------------------------------------------------------------------------

SIZE = (190.0, 164.0)
BOX: Rect = (6.0, 4.0, 178.0, 106.0)
KNOB = (95.0, 66.0)
RADIUS = 27.0
TURNS = (-42.0, 42.0)
"""Where the pointer stands in each place, degrees clockwise from the top."""

_PLATE: Rect = (12.0, 10.0, 166.0, 94.0)
_LETTERS = 7.7
"""Height of a place's capitals, in units."""
_INK = (232, 230, 220)
_ENAMEL: tuple[Colour, Colour] = ((112, 116, 114), (70, 74, 73))
_FACE: tuple[Colour, Colour] = ((34, 34, 36), (22, 22, 24))

KEY = "shift+o"
"""Beside the lever's O."""
ENGRAVING = Engraving()
WORDS = Words("ibm704")


class SelectorPart(SpritePart):
    """The switch on its stand; its one control is a latch."""

    size = SIZE

    def __init__(self) -> None:
        super().__init__()
        self.places = WORDS("to_checkers"), WORDS("to_program")
        """What is engraved beside the knob, lines divided by ``|``."""
        self.motion = widgets.Motion()
        label = " / ".join(self.places).replace("|", " ")
        self._touches = (Touch("program", BOX, "latch", label, WORDS("selector_help"), KEY),)

    # The sheet.

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        canvas = Canvas(width, height, self.scale, 2 if self.scale < 2.0 else 1, seed=55)
        self._stand(canvas)
        self._box(canvas)
        sheet = canvas.surface((width, height))
        self._letter(sheet)
        return sheet

    def _stand(self, canvas: Canvas) -> None:
        """Cable, post and foot."""
        middle = KNOB[0]
        canvas.shadow((middle - 34.0, 150.0, 72.0, 9.0), 5.0, (5.0, 3.0), 5.0, 0.6)
        canvas.plate((middle - 36.0, 148.0, 72.0, 12.0), 6.0, (84, 87, 86), (40, 42, 42), 2.0, 0.6)
        for step in range(40):  # the cable sags from the post to the floor and runs off left
            x = (middle - 8.0) * (1 - step / 39)
            y = 118.0 + 38.0 * (1 - math.exp(-3.4 * step / 39))
            canvas.line((x - 2.4, y - 2.4, 4.8, 4.8), (22, 21, 21), 0.9, 2.4)
            canvas.line((x - 1.2, y - 2.0, 2.0, 1.2), (92, 90, 88), 0.30, 0.6)
        canvas.rod((middle - 7.0, 108.0, 14.0, 44.0), (104, 108, 107), upright=True, gloss=0.7)
        canvas.plate((middle - 13.0, 106.0, 26.0, 10.0), 3.0, (96, 99, 98), (56, 58, 58), 1.6, 0.5)

    def _box(self, canvas: Canvas) -> None:
        """The box, its face with four screws, the knob's seat and a line to each place."""
        canvas.shadow(BOX, 8.0, 5.0, 6.0, 0.55)
        canvas.plate(BOX, 8.0, *_ENAMEL, 4.0, 0.6, 1.8)
        canvas.plate(_PLATE, 3.0, *_FACE, 1.4, 0.5, 0.5)
        left, top, width, height = _PLATE
        for x in (left + 6.0, left + width - 6.0):
            for y in (top + 6.0, top + height - 6.0):
                self._screw(canvas, x, y)
        x, y = KNOB
        for turn in TURNS:
            angle = math.radians(turn)
            ends = [
                (x + reach * math.sin(angle), y - reach * math.cos(angle))
                for reach in (RADIUS + 3.0, RADIUS + 9.0)
            ]
            canvas.stroke(ends, _INK, 2.0)
        seat = (x - RADIUS - 2.0, y - RADIUS - 2.0, 2 * RADIUS + 4.0, 2 * RADIUS + 4.0)
        canvas.shadow(seat, RADIUS + 2.0, (6.0, 7.0), 6.0, 0.7)
        canvas.plate(seat, RADIUS + 2.0, (150, 152, 150), (86, 88, 87), 2.0, 0.8)

    def _screw(self, canvas: Canvas, x: float, y: float) -> None:
        head = (x - 2.6, y - 2.6, 5.2, 5.2)
        canvas.plate(head, 2.6, (186, 188, 186), (112, 114, 113), 1.2, 0.6)
        canvas.stroke([(x - 1.5, y + 1.1), (x + 1.5, y - 1.1)], (40, 40, 41), 0.8)

    def _letter(self, sheet: pygame.Surface) -> None:
        self._engrave(sheet, WORDS("selector"), KNOB[0], 22.0, 6.6)
        edges = (_PLATE[0] + 3.0, KNOB[0] - RADIUS - 6.0)
        middles = sum(edges) / 2, SIZE[0] - sum(edges) / 2
        for words, x in zip(self.places, middles, strict=True):
            lines = words.split("|")
            high = min(self._fitted(line, edges[1] - edges[0]) for line in lines)
            for k, line in enumerate(lines):
                down = (k - (len(lines) - 1) / 2) * _LETTERS * 1.55
                self._engrave(sheet, line, x, 62.0 + down, high)

    def _fitted(self, text: str, wide: float) -> float:
        """The height of capitals with which a text runs no wider than so many units."""
        width = ENGRAVING.width(text, _LETTERS * self.scale, 0.02) / self.scale
        return _LETTERS * min(1.0, wide / width)

    def _engrave(self, sheet: pygame.Surface, text: str, x: float, y: float, high: float) -> None:
        k = self.scale
        ENGRAVING.draw(sheet, text, x * k, y * k, high * k, _INK, "centre", 0.13, 0.02)

    # What moves.

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The knob at each step of its way."""
        for frame in range(widgets.FRAMES):
            yield partial(self._knob, frame)

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        place = context.view.controls.get("selector.program", 0)
        frame = self.motion.frame("program", place, now_ms)
        sprite = self._knob(frame)
        x, y = (round(at * self.scale) - sprite.get_width() // 2 for at in KNOB)
        return [PlacedSprite(sprite, x, y)]

    @cached_sprite
    def _knob(self, frame: int) -> pygame.Surface:
        share = frame / (widgets.FRAMES - 1)
        side = max(self.px(2 * RADIUS), 8)
        return _pointer(side, TURNS[0] + (TURNS[1] - TURNS[0]) * share)


def _pointer(side: int, degrees: float) -> pygame.Surface:
    """A bar knob of black bakelite on its round skirt, pointing ``degrees`` clockwise from the top;
    three times as large, then brought down."""
    fine = 3
    n = side * fine
    canvas = Canvas(n, n, n / 2.0, 1, seed=56)
    y, x = np.mgrid[0:n, 0:n].astype(np.float32) * np.float32(2.0 / n) + np.float32(1.0 / n - 1.0)
    r = np.hypot(x, y)
    lit = -(x * np.float32(0.6) + y * np.float32(0.8))
    skirt = 38.0 + 30.0 * lit * r + 34.0 * np.exp(-(((r - 0.93) / 0.05) ** 2)) * np.clip(lit, 0, 1)
    angle = math.radians(degrees)
    along = x * math.sin(angle) - y * math.cos(angle)
    aside = x * math.cos(angle) + y * math.sin(angle)
    wide = 0.30 - 0.06 * np.clip(along, -1, 1)
    inside = np.clip((wide - np.abs(aside)) * n / 2 + 0.5, 0, 1)
    inside = inside * np.clip((0.90 - np.abs(along)) * n / 2 + 0.5, 0, 1)
    shade = np.clip((wide + 0.16 - np.abs(aside - 0.10)) / 0.16, 0, 1) * (
        np.abs(along + 0.05) < 0.95
    )
    skirt = skirt * (1 - 0.45 * shade)
    # The bar's two flanks slope away from its ridge: one faces the light.
    across = np.array([math.cos(angle), math.sin(angle)], np.float32)
    facing = -(across[0] * 0.6 + across[1] * 0.8)
    slope = np.clip(aside / wide, -1, 1)
    bar = (
        58.0
        + 46.0 * facing * slope
        + 60.0
        * np.exp(-(((np.abs(slope) - 0.62) / 0.07) ** 2))
        * (np.clip(facing * np.sign(slope), 0, 1))
    )
    grey = skirt * (1 - inside) + bar * inside
    line = np.clip((0.050 - np.abs(aside)) * n / 2 + 0.5, 0, 1) * (along > 0.16) * (along < 0.84)
    rgb = grey[..., None] * np.array([1.0, 0.985, 0.97], np.float32)
    ivory = np.array([240.0, 238.0, 228.0], np.float32)
    rgb = rgb + (ivory - rgb) * line[..., None]
    canvas.rgb[:] = np.clip(rgb, 0, 255)
    canvas.alpha[:] = np.clip((0.985 - r) * n / 2 + 0.5, 0, 1)
    return smoothscale(canvas.surface(), (side, side))
