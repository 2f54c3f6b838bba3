"""Framing: how the units that a tour speaks of fill the room's canvas, above its subtitles."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from devices.screen.museum_protocol import Area

MARGIN = 0.96
"""Of the canvas above the subtitles, what is framed fills in one direction."""

Size = tuple[float, float]
Placed = tuple[float, float, float, float, float]
"""Scale, left, top, width and height in pixels."""


@dataclass(frozen=True)
class Framing:
    """The places that are looked at; ``area`` is a part of the one place, in shares of it."""

    names: tuple[str, ...]
    area: Area | None = None
    below: int = 0  # Pixels at the canvas's foot that subtitles cover

    @property
    def close_up(self) -> str:
        """What the stage calls it."""
        return "+".join(self.names)

    def place_one(self, part: Size, size: tuple[int, int]) -> tuple[float, pygame.Rect]:
        """Scale and rectangle of a part of that size (its own units), so that its area is framed
        on a canvas of ``size`` pixels."""
        left, top, wide, high = self.area or (0.0, 0.0, 1.0, 1.0)
        room = size[0], size[1] - self.below
        scale = MARGIN * min(room[0] / (wide * part[0]), room[1] / (high * part[1]))
        width, height = part[0] * scale, part[1] * scale
        x = room[0] / 2 - (left + wide / 2) * width
        y = room[1] / 2 - (top + high / 2) * height
        return scale, pygame.Rect(round(x), round(y), round(width), round(height))

    def place_several(
        self, stands: Sequence[Placed], size: tuple[int, int]
    ) -> list[tuple[float, pygame.Rect]]:
        """Scale and rectangle of each place, from where they stand in the room, so that all of them
        together are framed as they stand."""
        left, top = min(one[1] for one in stands), min(one[2] for one in stands)
        wide = max(one[1] + one[3] for one in stands) - left
        high = max(one[2] + one[4] for one in stands) - top
        room = size[0], size[1] - self.below
        larger = MARGIN * min(room[0] / wide, room[1] / high)
        x, y = (room[0] - wide * larger) / 2, (room[1] - high * larger) / 2
        return [
            (
                scale * larger,
                pygame.Rect(
                    round(x + (at_x - left) * larger),
                    round(y + (at_y - top) * larger),
                    round(width * larger),
                    round(height * larger),
                ),
            )
            for scale, at_x, at_y, width, height in stands
        ]
