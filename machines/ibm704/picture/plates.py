"""Brass push plates in a column at the right of the table, with their words engraved."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar

import pygame

from devices.screen import brass
from devices.screen.lettering import Engraving
from devices.screen.part import Touch
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart, cached_sprite
from devices.screen.words import Words
from machines.ibm704.picture.squares import PANEL, SIDE

WORDS = Words("ibm704")
LETTERS = 13.0
"""Height of capitals on the plates, in units."""
PITCH = 1.75
_DIM = (122, 96, 50)

ENGRAVING = Engraving()


def touches(plates: Mapping[str, Rect], keys: Mapping[str, str]) -> tuple[Touch, ...]:
    """The plates as a finger finds them; their areas reach to the panel's edges."""
    return tuple(
        Touch(
            name,
            (SIDE, y - 8.0, PANEL, high + 16.0),
            "act",
            WORDS(name),
            WORDS(f"{name}_help"),
            keys.get(name, ""),
        )
        for name, (_, y, _, high) in plates.items()
    )


def fitted(text: str, wide: float, high: float, most: float) -> tuple[float, list[str]]:
    """Height of the capitals and lines with which a text fits into a box, all in pixels."""
    size = most
    while True:
        lines = ENGRAVING.wrap(text, size, wide)
        widest = max(ENGRAVING.width(line, size, 0.02) for line in lines)
        if (widest <= wide and len(lines) * size * PITCH <= high) or size < 5.0:
            return size, lines
        size *= 0.94


class PlatesPart(SpritePart):
    """A part with such plates."""

    plates: ClassVar[Mapping[str, Rect]] = {}

    def plate_sprites(self) -> Iterator[Callable[[], object]]:
        """Every plate as it can look."""
        for name in self.plates:
            for can, pressed in ((True, False), (True, True), (False, False)):
                yield partial(self._plate, name, can, pressed)

    def plate_stamps(self, can: frozenset[str], held: frozenset[str]) -> list[PlacedSprite]:
        """The plates: which of them can be used, which are pressed."""
        stamps = []
        for name, (x, y, _, _) in self.plates.items():
            plate = self._plate(name, name in can, name in can and name in held)
            stamps.append(PlacedSprite(plate, self.px(x), self.px(y)))
        return stamps

    @cached_sprite
    def _plate(self, name: str, can: bool, pressed: bool) -> pygame.Surface:
        """A push plate with its words; pressed, it lies deeper and darker."""
        _, _, wide, high = self.plates[name]
        width, height = self.px(wide), self.px(high)
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        inset = max(1, self.px(3)) if pressed else 0
        rect = made.get_rect().inflate(-inset, -inset)
        brass.lay(made, rect, max(2, self.px(6)), "brass", 75)
        if pressed or not can:
            shade = pygame.Surface(made.get_size(), pygame.SRCALPHA, 32)
            shade.fill((40, 24, 8, 70 if pressed else 0))
            made.blit(shade, (0, 0), special_flags=pygame.BLEND_RGBA_SUB if pressed else 0)
        ink = brass.INK if can else _DIM
        room = (rect.width - self.px(12), rect.height - self.px(10))
        size, lines = fitted(WORDS(name), *room, LETTERS * self.scale)
        self.draw_lines(made, lines, size, ink, rect)
        return made

    def draw_lines(
        self,
        made: pygame.Surface,
        lines: list[str],
        size: float,
        ink: tuple[int, int, int],
        rect: pygame.Rect,
    ) -> None:
        """Lines of text in the middle of a box, all in pixels."""
        pitch = size * PITCH
        for k, line in enumerate(lines):
            y = rect.centery + (k - (len(lines) - 1) / 2) * pitch
            ENGRAVING.draw(made, line, rect.centerx, y, size, ink, "centre", 0.15, 0.02)
