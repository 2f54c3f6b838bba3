"""Framing: how what a tour speaks of fills the room's canvas, above its subtitles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import pygame

from devices.screen.part import Part

MARGIN = 0.94
"""Of the canvas above the subtitles, what is framed fills in one direction."""

Rect = tuple[float, float, float, float]
Placed = tuple[float, float, float, float, float]
"""Scale, left, top, width and height in pixels."""


@runtime_checkable
class Detailed(Protocol):
    """A part on which single things can be spoken of."""

    details: Mapping[str, Rect]
    """Their names, and where each is with all that belongs to it, in the part's units."""


def details_of(part: Part) -> Mapping[str, Rect]:
    """What can be spoken of on a part; nothing, where it is only spoken of as a whole."""
    return part.details if isinstance(part, Detailed) else {}


@dataclass(frozen=True)
class Framing:
    """The places that are looked at; ``detail``: a thing on the one place, empty: all of it."""

    names: tuple[str, ...]
    detail: str = ""
    below: int = 0  # Pixels at the canvas's foot that subtitles cover

    @staticmethod
    def of(look: str, there: frozenset[str], below: int) -> "Framing | None":
        """What a script writes: ``console+reader``, or ``pc.board`` for a thing on one place.
        None: none of it is ``there``."""
        name, _, detail = look.partition(".")
        names = tuple(place for place in name.split("+") if place in there)
        return Framing(names, detail if len(names) == 1 else "", below) if names else None

    @property
    def close_up(self) -> str:
        """What the stage calls it."""
        return "+".join(self.names)

    def place_one(self, part: Part, size: tuple[int, int]) -> tuple[float, pygame.Rect]:
        """Scale and rectangle of a part, so that all of what is spoken of is framed on a canvas of
        ``size`` pixels.

        Every thing on a part is framed at one scale, that of the largest: it is drawn once.
        """
        details = details_of(part)
        whole = (0.0, 0.0, *part.size)
        left, top, wide, high = details.get(self.detail, whole)
        room = size[0], size[1] - self.below
        rects = details.values() if self.detail in details else (whole,)
        scale = MARGIN * min(min(room[0] / rect[2], room[1] / rect[3]) for rect in rects)
        width, height = part.size[0] * scale, part.size[1] * scale
        x = _start((left + wide / 2) * scale, width, room[0])
        y = _start((top + high / 2) * scale, height, room[1])
        return scale, pygame.Rect(round(x), round(y), round(width), round(height))

    def place_several(
        self, stands: Sequence[Placed], size: tuple[int, int]
    ) -> list[tuple[float, pygame.Rect]]:
        """Scale and rectangle of each place, from where they stand in the room, so that all of them
        together are framed as they stand."""
        left, top = min(stand[1] for stand in stands), min(stand[2] for stand in stands)
        wide = max(stand[1] + stand[3] for stand in stands) - left
        high = max(stand[2] + stand[4] for stand in stands) - top
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


def _start(middle: float, length: float, room: int) -> float:
    """Where a part begins whose ``middle`` is spoken of: that in the middle of the room, as far as
    the part's ends allow; no more of the wall than the margin is seen where there is a part."""
    spare = (1 - MARGIN) / 2 * room
    if length <= room - 2 * spare:
        return (room - length) / 2
    return min(spare, max(room - spare - length, room / 2 - middle))
