"""A pane of a program on a monitor: a picture of its own, drawn again when what it shows changes.

Hundreds of small sprites on one screen would each be compared and laid at every painting; a pane
lays them on its own surface, opaque, and the part stamps that.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Self

import pygame

from devices.screen.parts.desktop_look import PAPER, Pen
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite

Keep = Callable[[Hashable, Callable[[], pygame.Surface]], pygame.Surface]
"""The part's sprites (StampedPart.sprite)."""


class ProgramPane:
    """One pane; a subclass says its ``ground`` and what is ``laid`` on it."""

    size = (0.0, 0.0)  # In picture elements
    anew_ms = 0  # It is drawn anew no oftener than this

    def __init__(self, left: float, top: float) -> None:
        self.rect: Rect = (left, top, *self.size)  # On the picture
        self.zoom = 1.0  # The picture's elements to each of its own
        self.scale = 1.0
        self.ground: pygame.Surface | None = None
        self.picture: pygame.Surface | None = None
        self.key: object = None
        self.edition = 0
        self.made_ms = 0

    # What a subclass says.

    def draw_ground(self, pen: Pen) -> None:
        """What stays: a sheet of paper, if nothing else is said."""
        pen.box((0.0, 0.0, *self.size), False, PAPER)

    def key_of(self, state: Any, now_ms: int) -> object:
        """Equal for two moments at which the pane looks the same."""
        return state

    def lay(self, pen: Pen, state: Any, now_ms: int, keep: Keep) -> None:
        """Lay what is shown on the ground."""
        raise NotImplementedError

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        """Calls that make what ``lay`` lays (StampedPart.sprites)."""
        return ()

    # The rest.

    def zoomed(self, zoom: float) -> Self:
        """The same pane, drawn ``zoom`` times as large from its left upper corner on."""
        wide, tall = self.size
        self.zoom, self.rect = zoom, (*self.rect[:2], wide * zoom, tall * zoom)
        return self

    def on_picture(self, rect: Rect) -> Rect:
        """Where a place of the pane lies on the picture."""
        left, top = self.rect[:2]
        x, y, wide, tall = (side * self.zoom for side in rect)
        return left + x, top + y, wide, tall

    def build(self, scale: float, at: tuple[int, int], end: tuple[int, int]) -> None:
        """Make the ground for the pixels from ``at`` to ``end`` of the part."""
        self.scale = scale * self.zoom
        size = (end[0] - at[0], end[1] - at[1])
        ground = pygame.Surface(size, 0, 32)
        self.draw_ground(Pen(ground, self.scale))
        self.ground, self.picture, self.key = ground, ground.copy(), None

    def stamp(self, at: tuple[int, int], state: Any, now_ms: int, keep: Keep) -> PlacedSprite:
        """The pane as it looks now, at a pixel of the part."""
        assert self.ground is not None and self.picture is not None
        key = self.key_of(state, now_ms)
        soon = self.key is not None and 0 <= now_ms - self.made_ms < self.anew_ms
        if key != self.key and not soon:
            self.key, self.made_ms = key, now_ms
            self.edition += 1
            self.picture.blit(self.ground, (0, 0))
            self.lay(Pen(self.picture, self.scale), state, now_ms, keep)
        return PlacedSprite(self.picture, *at, edition=self.edition)
