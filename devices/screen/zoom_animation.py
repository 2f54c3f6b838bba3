"""Coming closer to a part, and stepping back: its picture grows or shrinks to its new place."""

from dataclasses import dataclass

import pygame

GLIDE_MS = 240
"""How long it takes."""


@dataclass
class ZoomAnimation:
    """A part on its way from one rectangle to another."""

    picture: pygame.Surface
    start: pygame.Rect
    end: pygame.Rect
    began_ms: int

    def rect(self, now_ms: int) -> pygame.Rect | None:
        """Where it is now; None when it has arrived."""
        share = (now_ms - self.began_ms) / GLIDE_MS
        if share >= 1.0:
            return None
        share = share * share * (3.0 - 2.0 * share)
        a, b = self.start, self.end
        ends = zip((a.x, a.y, a.w, a.h), (b.x, b.y, b.w, b.h), strict=True)
        x, y, width, height = (round(first + (last - first) * share) for first, last in ends)
        return pygame.Rect(x, y, max(1, width), max(1, height))
