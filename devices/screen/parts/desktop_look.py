"""The look of a program of 2000: grey boxes with light and dark edges, a title in a blue bar.

Everything is drawn at the picture's own size with edges of whole pixels, as such programs did.
``Pen`` holds where a program's picture elements lie on a surface.
"""

from dataclasses import dataclass

import pygame

from devices.screen.lettering import Anchor, Engraving
from devices.screen.parts.relief import Rect
from devices.screen.smooth import smoothscale

Colour = tuple[int, int, int]
FACE: Colour = (198, 198, 194)
LIGHT: Colour = (255, 255, 252)
SHADE: Colour = (132, 132, 128)
EDGE: Colour = (34, 34, 34)
INK: Colour = (16, 16, 18)
FAINT: Colour = (104, 104, 102)
BAR: tuple[Colour, Colour] = ((8, 20, 112), (34, 132, 208))
PAPER: Colour = (255, 255, 250)
WEIGHT = 0.15
FIGURES = "0123456789.,+-\N{MINUS SIGN}"
"""What numbers are written of."""

ENGRAVING = Engraving()
SPACING = 0.06
"""Between letters, in capital heights."""


@dataclass(frozen=True)
class Pen:
    """Draws on ``surface`` in picture elements, ``scale`` pixels to each."""

    surface: pygame.Surface
    scale: float

    def rect(self, rect: Rect) -> pygame.Rect:
        """Whole pixels; boxes that touch share no pixel and leave none out."""
        x, y, wide, tall = rect
        left, top = round(x * self.scale), round(y * self.scale)
        right, bottom = round((x + wide) * self.scale), round((y + tall) * self.scale)
        return pygame.Rect(left, top, right - left, bottom - top)

    @property
    def edge(self) -> int:
        """How many pixels an edge is wide."""
        return max(1, round(self.scale))

    def fill(self, rect: Rect, colour: Colour) -> None:
        """A flat box."""
        self.surface.fill(colour, self.rect(rect))

    def box(self, rect: Rect, raised: bool, face: Colour | None = FACE) -> None:
        """A box whose edges catch the light; sunk if not ``raised``."""
        area = self.rect(rect)
        if face is not None:
            self.surface.fill(face, area)
        outer, inner = (LIGHT, FACE) if raised else (SHADE, EDGE)
        far, near = (EDGE, SHADE) if raised else (LIGHT, FACE)
        for first, last in ((outer, far), (inner, near)):
            e = self.edge
            self.surface.fill(first, (area.left, area.top, area.width, e))
            self.surface.fill(first, (area.left, area.top, e, area.height))
            self.surface.fill(last, (area.left, area.bottom - e, area.width, e))
            self.surface.fill(last, (area.right - e, area.top, e, area.height))
            area = area.inflate(-2 * e, -2 * e)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        high: float,
        colour: Colour = INK,
        anchor: Anchor = "left",
        weight: float = WEIGHT,
        passing: bool = False,
    ) -> None:
        """Capitals ``high`` elements high, their middle at y."""
        k = self.scale
        ENGRAVING.draw(
            self.surface, text, x * k, y * k, high * k, colour, anchor, weight, SPACING, passing
        )

    def bar(self, rect: Rect, title: str) -> None:
        """A title bar: blue, lighter to the right."""
        area = self.rect(rect)
        strip = pygame.Surface((2, 1), 0, 32)
        strip.set_at((0, 0), BAR[0])
        strip.set_at((1, 0), BAR[1])
        self.surface.blit(smoothscale(strip, area.size), area)
        middle = rect[1] + rect[3] / 2
        self.text(title, rect[0] + 10, middle, rect[3] * 0.46, (255, 255, 255), weight=0.17)

    def button(self, rect: Rect, label: str, down: bool, chosen: bool = False) -> None:
        """A push button; ``chosen`` ones stay down with a lighter face."""
        sunk = down or chosen
        self.box(rect, not sunk, (226, 226, 222) if chosen else FACE)
        push = 1.5 if sunk else 0.0
        x, y = rect[0] + rect[2] / 2 + push, rect[1] + rect[3] / 2 + push
        self.text(
            label, x, y, fit(label, 12.5, rect[2] - 8.0), INK, "centre", 0.165 if chosen else WEIGHT
        )

    def group(self, rect: Rect, title: str) -> None:
        """A sunk pane below its title."""
        self.text(title, rect[0] + 2, rect[1] - 11, 11.5)
        self.box(rect, False, None)


def fit(text: str, high: float, wide: float, weight: float = WEIGHT, scale: float = 1.0) -> float:
    """The height of capitals, ``high`` at most, with which a text has room in ``wide``, both in
    elements of ``scale`` pixels."""
    room = wide * scale
    long = ENGRAVING.width(text, high * scale, SPACING, weight)
    size = high if long <= room else high * room / long
    while ENGRAVING.width(text, size * scale, SPACING, weight) > room and size * scale > 2.0:
        size *= 0.97  # strokes don't grow thinner with the letters for ever
    return size
