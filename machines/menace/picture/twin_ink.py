"""What the twin's page is drawn with: paper, plates, lettering that fits its place, beads."""

import pygame

from devices.screen import brass
from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Anchor, Engraving
from devices.screen.materials import paper, sheet
from machines.menace.picture import beads
from machines.menace.picture.twin_layout import Box

INK = (48, 44, 46)
FAINT = (104, 98, 92)
RED = (164, 34, 28)
GREEN = (30, 104, 54)
LEAST_PX = 7.0
"""No capital is lower than that, however narrow its place."""
_LETTERS = Engraving()
_WEIGHT = 0.125


class Ink:
    """Draws in units of a canvas that lies at a place of the window, ``scale`` pixels a unit."""

    def __init__(
        self, scale: float, corner: tuple[float, float], target: pygame.Surface | None = None
    ) -> None:
        self.scale = scale
        self.corner = corner
        self.target = target or pygame.Surface((1, 1), 0, 32)

    def on(self, target: pygame.Surface) -> "Ink":
        """The same, on that surface."""
        return Ink(self.scale, self.corner, target)

    # -- places ------------------------------------------------------------------------------------

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A place in pixels."""
        return self.corner[0] + x * self.scale, self.corner[1] + y * self.scale

    def rect(self, box: Box) -> pygame.Rect:
        """A place with its size, in pixels."""
        x, y = self.place(box[0], box[1])
        return pygame.Rect(
            round(x),
            round(y),
            max(1, round(box[2] * self.scale)),
            max(1, round(box[3] * self.scale)),
        )

    def px(self, units: float) -> int:
        """A length in pixels, one at least."""
        return max(1, round(units * self.scale))

    # -- lettering ---------------------------------------------------------------------------------

    def width(self, text: str, high: float) -> float:
        """How wide a text runs, in units."""
        return _LETTERS.width(text, high * self.scale, weight=_WEIGHT) / self.scale

    def say(
        self,
        text: str,
        box: Box,
        high: float,
        colour: tuple[int, int, int],
        anchor: Anchor = "left",
        weight: float = _WEIGHT,
    ) -> None:
        """A line in its place, its capitals ``high`` units, or lower where it would not fit."""
        rect = self.rect(box)
        high_px = high * self.scale
        wide = max(_LETTERS.width(text, high_px, weight=weight), 1.0)
        high_px = max(LEAST_PX, high_px * min(1.0, rect.width / wide))
        x = {"left": rect.left, "centre": rect.centerx, "right": rect.right}[anchor]
        _LETTERS.draw(self.target, text, x, rect.centery, high_px, colour, anchor, weight)

    def wrap(
        self,
        text: str,
        box: Box,
        high: float,
        colour: tuple[int, int, int],
        anchor: Anchor = "left",
    ) -> None:
        """A text in as many lines as it needs, in the middle of its place's height; smaller where
        it would not fit."""
        rect = self.rect(box)
        high_px = high * self.scale
        lines = _LETTERS.wrap(text, high_px, rect.width)
        while len(lines) * high_px * 1.65 > rect.height and high_px > LEAST_PX:
            high_px = max(LEAST_PX, high_px * 0.95)
            lines = _LETTERS.wrap(text, high_px, rect.width)
        pitch = high_px * 1.65
        x = {"left": rect.left, "centre": rect.centerx, "right": rect.right}[anchor]
        y = rect.centery - pitch * (len(lines) - 1) / 2
        for line in lines:
            _LETTERS.draw(self.target, line, x, y, high_px, colour, anchor, _WEIGHT)
            y += pitch

    # -- things ------------------------------------------------------------------------------------

    def fill(self, box: Box, colour: tuple[int, int, int], inset: float = 0.0) -> None:
        """A patch with round corners."""
        rect = self.rect(box).inflate(-self.px(2 * inset), -self.px(2 * inset))
        pygame.draw.rect(self.target, colour, rect, border_radius=self.px(8))

    def paper(self, box: Box, seed: int) -> None:
        """A sheet on the table."""
        rect = self.rect(box)
        brass.cast(self.target, rect, self.px(12), 200)
        self.target.blit(_paper(rect.size, seed), rect)

    def strip(self, box: Box, tone: tuple[int, int, int]) -> None:
        """A sunk window with something to read."""
        brass.recess(self.target, self.rect(box), tone)

    def plate(
        self, box: Box, word: str, kind: str, is_held: bool = False, is_dim: bool = False
    ) -> None:
        """A plate with its word, pressed or not; a dim one does nothing now."""
        rect = self.rect(box)
        if is_held:
            rect = rect.move(self.px(1), self.px(2))
        blur = 0 if is_held else self.px(4)
        brass.lay(self.target, rect, self.px(8), kind, 75, blur)
        if is_dim or is_held:
            shade = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
            tone = (30, 24, 18, 130) if is_dim else (20, 12, 0, 60)
            pygame.draw.rect(shade, tone, shade.get_rect(), border_radius=self.px(8))
            self.target.blit(shade, rect)
        is_metal = kind == "brass"
        ink = brass.INK if is_metal else brass.IVORY
        high = min(17.0 * self.scale, rect.height * 0.42)
        if len(word) < 4 and not word.isalpha():  # a digit, a number, a sign
            high = rect.height * 0.36
        brass.engrave(self.target, word, rect, high, ink, is_metal and not is_dim)

    def bead(
        self, colour: int, middle: tuple[float, float], diameter: float, numbered: bool = False
    ) -> None:
        """A glass bead with its shadow, and the number of its square."""
        size, place = self.px(diameter), self.place(*middle)
        self.target.blit(beads.shadow(colour, size), beads.shadow_corner(place, size))
        self.target.blit(beads.bead(colour, size, numbered), beads.bead_corner(place, size))


def tile(ink: Ink, box: Box, is_held: bool, is_dim: bool) -> None:
    """The touch on which a bead lies: a raised piece of card."""
    rect = ink.rect(box)
    radius = ink.px(10)
    if is_held:
        rect = rect.move(ink.px(1), ink.px(2))
    else:
        brass.cast(ink.target, rect, ink.px(5), 120)
    ground = (224, 212, 180) if is_held else (236, 232, 220) if is_dim else (253, 247, 228)
    pygame.draw.rect(ink.target, ground, rect, border_radius=radius)
    edge = (190, 182, 164) if is_dim else (150, 118, 66)
    pygame.draw.rect(ink.target, edge, rect, ink.px(2), border_radius=radius)


@kept_picture
def _paper(size: tuple[int, int], seed: int) -> pygame.Surface:
    return sheet(paper(*size, seed))
