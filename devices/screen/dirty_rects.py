"""Rectangles to be brought to the screen: joined where one copy is cheaper than several, cut into
bands where one is more than a frame can bear."""

from collections.abc import Iterable

import pygame

SLACK = 3000
"""Pixels that may be copied needlessly to save one more rectangle."""
LOOK_BACK = 6


def merge_rects(rects: Iterable[pygame.Rect], bound: pygame.Rect) -> list[pygame.Rect]:
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


def within_budget(
    rects: list[pygame.Rect], pixels: int
) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
    """As many of the rectangles, cut into bands, as together have about so many pixels; and the
    rest, for the next frame."""
    pieces = [piece for rect in rects for piece in bands(rect, pixels)]
    done, spent = 0, 0
    while done < len(pieces) and spent < pixels:
        spent += _area(pieces[done])
        done += 1
    return pieces[:done], pieces[done:]


def bands(rect: pygame.Rect, pixels: int) -> list[pygame.Rect]:
    """A rectangle in pieces one above the other, none of more than so many pixels."""
    high = max(1, pixels // max(1, rect.width))
    tops = range(rect.top, rect.bottom, high)
    return [pygame.Rect(rect.left, top, rect.width, min(high, rect.bottom - top)) for top in tops]


def blit_canvases(
    screen: pygame.Surface,
    rect: pygame.Rect,
    room: pygame.Surface,
    rail: pygame.Surface,
    down: int,
) -> None:
    """Copy a rectangle of the window from the room's canvas and, from ``down`` on, the rail's."""
    if rect.top < down:
        screen.blit(room, rect, rect)
    if rect.bottom > down:
        top = max(rect.top, down)
        part = pygame.Rect(rect.left, top - down, rect.width, rect.bottom - top)
        screen.blit(rail, (rect.left, top), part)


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height
