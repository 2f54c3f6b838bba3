"""A room laid low, for whoever sits before the window or is small.

What a visitor plays by is moved down into the lower half of the window, and made smaller only if it
is higher than that; everything else of the room moves with it, and some of it out of sight.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from devices.screen.placed_part import PlacedPart

MARGIN = 6
"""Pixels that are left below what is laid low."""


@dataclass(frozen=True)
class Lowering:
    """How a picture is laid lower: made ``scale`` times as large about the middle of its lower
    edge, then moved down by ``down`` pixels."""

    scale: float = 1.0
    down: int = 0

    @classmethod
    def of(
        cls,
        standings: Sequence[PlacedPart],
        reached: Sequence[str],
        low: int,
        size: tuple[int, int],
    ) -> "Lowering":
        """What brings the controls whose names begin so below ``low``, on a canvas of ``size``."""
        hits = [one.hit(touch) for one in standings for touch in one.part.touches()]
        rects = [
            hit.rect
            for hit in hits
            if hit.touch.kind != "look" and hit.event.startswith(tuple(reached))
        ]
        if not rects or not reached:
            return cls()
        must = rects[0].unionall(rects)
        bottom = size[1] - MARGIN
        scale = min(1.0, (bottom - low) / max(1, must.height))
        top = size[1] - (size[1] - must.top) * scale
        foot = size[1] - (size[1] - must.bottom) * scale
        down = max(0.0, low - top)
        return cls(scale, round(min(down, max(0.0, bottom - foot)) if scale < 1.0 else down))

    def apply(self, one: PlacedPart, size: tuple[int, int]) -> None:
        """Lay a part lower."""
        rect, middle = one.rect, size[0] / 2
        one.scale *= self.scale
        one.rect = pygame.Rect(
            round(middle + (rect.left - middle) * self.scale),
            round(size[1] - (size[1] - rect.top) * self.scale) + self.down,
            round(rect.width * self.scale),
            round(rect.height * self.scale),
        )

    def lowered_backdrop(
        self,
        backdrop: Callable[[tuple[int, int], float], pygame.Surface],
        canvas: tuple[float, float],
        size: tuple[int, int],
        scale: float,
    ) -> pygame.Surface:
        """The room's backdrop where the parts are now: cut from a higher one, in whose middle the
        room's canvas lies."""
        smaller = scale * self.scale
        upper = (size[1] - canvas[1] * scale) / 2
        first = size[1] - (size[1] - upper) * self.scale + self.down
        high = canvas[1] * smaller
        spare = max(first, size[1] - first - high, 0.0)
        whole = backdrop((size[0], round(high + 2 * spare)), smaller)
        top = max(0, min(round(spare - first), whole.get_height() - size[1]))
        return whole.subsurface(pygame.Rect(0, top, *size)).copy()


AS_IT_IS = Lowering()
