"""Rectangles to be brought to the screen: joined where one copy is cheaper than several."""

from collections.abc import Iterable

import pygame

SLACK = 3000
"""Pixels that may be copied needlessly to save one more rectangle."""
LOOK_BACK = 6


def merged(rects: Iterable[pygame.Rect], bound: pygame.Rect) -> list[pygame.Rect]:
    """The rectangles inside ``bound``, near ones joined; together they cover all of them."""
    inside = [clipped for rect in rects if (clipped := rect.clip(bound)).width and clipped.height]
    inside.sort(key=lambda rect: (rect.top, rect.left))
    made: list[pygame.Rect] = []
    for rect in inside:
        for k in range(len(made) - 1, max(-1, len(made) - 1 - LOOK_BACK), -1):
            both = made[k].union(rect)
            if _area(both) <= _area(made[k]) + _area(rect) + SLACK:
                made[k] = both
                break
        else:
            made.append(rect)
    return made


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height
