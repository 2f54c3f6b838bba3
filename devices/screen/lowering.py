"""A room laid low, for whoever sits before the window or is small.

Every control that a visitor plays by is moved down into the lower half of the window.  The room is
moved only as far as nothing that is read or touched leaves the canvas at the bottom; where that is
not far enough, the whole room is made smaller.  What may be cut is cut at the top: charts, name
plates, tape units, the upper part of a console.  At the bottom the control bar covers only what has
nothing to read or touch (``PartPlacement.foot``): a monitor's stand, keyboard and computer.

A room whose board would become too small that way has an arrangement of its own for a wide window
(``Room.low``), in which little is left to move.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from devices.screen.placed_part import PlacedPart

ROUNDING = 1
"""Pixels that a part may be off, as each is rounded to whole ones."""


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
        """How far to move and shrink the room, so that every control whose event begins with one of
        ``reached`` lies below ``low``, and nothing read or touched below the canvas (``size``,
        pixels).  ``low``: pixels from the top."""
        hits = [one.hit(touch) for one in standings for touch in one.part.touches()]
        tops = [
            hit.rect.top
            for hit in hits
            if hit.touch.kind != "look" and hit.event.startswith(tuple(reached))
        ]
        if not reached or min(tops, default=low) >= low:
            return cls()
        readable = [_readable_bottom(one) for one in standings if one.place.foot < 1.0]
        top, foot = min(tops), max(readable, default=size[1])
        scale = min(1.0, (size[1] - low - 3 * ROUNDING) / max(1.0, foot - top))
        down = low + ROUNDING - (size[1] - (size[1] - top) * scale)
        return cls(scale, max(0, round(down)))

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

    def lowered_floor(self, floor: float, high: int) -> float:
        """Where wall and floor meet now, as a share of a canvas ``high`` pixels high."""
        return 1.0 - (1.0 - floor) * self.scale + self.down / high

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


def _readable_bottom(one: PlacedPart) -> float:
    """The lower edge of what is read or touched on a part, in pixels of the canvas."""
    return one.rect.bottom - one.place.foot * one.rect.height


AS_IT_IS = Lowering()
