"""An office behind a computer on its desk: daylight on the wall, shadows of what stands there.

Rooms hand :func:`office` as their backdrop, with an :class:`Office` of their own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pygame

from devices.screen.hall import hall
from devices.screen.materials import sheet, soft_shadow
from devices.screen.room import CANVAS

BELOW = 1.2
"""The hall's floor is out of sight: the desk is before it."""
Rect = tuple[float, float, float, float]
Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Daylight:
    """What a window at the left adds to the wall, falling off to the right."""

    middle: tuple[float, float]
    """The brightest place, and how far it reaches, as shares of the wall."""
    reach: tuple[float, float]
    least: float
    more: float
    tint: tuple[float, float, float]


@dataclass(frozen=True)
class Office:
    """A room's wall and desk; places in units of the canvas."""

    edge: float
    """Where the desk's far edge is, as a share of the canvas's height."""
    daylight: Daylight
    desk: Callable[[int, int], pygame.Surface]
    """The desk's top, so many pixels wide and high."""
    edges: tuple[Colour, Colour]
    """The desk's far edge, and the line of shadow above it."""
    standing: tuple[Rect, ...]
    """What takes light from the wall."""
    feet: tuple[tuple[float, float, float], ...]
    """Shadows on the desk: from where, how wide, at which height."""


def office(size: tuple[int, int], scale: float, look: Office) -> pygame.Surface:
    """The backdrop for a window of that size."""
    left, top = (size[0] - CANVAS[0] * scale) / 2, (size[1] - CANVAS[1] * scale) / 2
    edge = round(top + CANVAS[1] * look.edge * scale)
    wide, tall = size[0], max(size[1] - edge, 1)
    standing = [
        pygame.Rect(
            round(left + x * scale),
            round(top + y * scale),
            round(w * scale),
            round((h + 60.0) * scale),
        )
        for x, y, w, h in look.standing
    ]
    made = hall(size, (), BELOW)
    made.blit(_light(wide, edge, look.daylight), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    made.blit(_shades(size, standing), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    made.blit(look.desk(wide, tall), (0, edge))
    line = max(1, round(2 * scale))
    made.fill(look.edges[0], (0, edge, wide, line))
    made.fill(look.edges[1], (0, edge - line, wide, line))
    blur = max(round(20 * scale), 2)
    for x, w, low in look.feet:
        shade = soft_shadow(round(w * scale), max(round(16 * scale), 2), blur, 0.75, 6)
        at = (round(left + x * scale) - blur + round(14 * scale), round(top + low * scale) - blur)
        made.blit(shade, at)
    return made


def _shades(size: tuple[int, int], standing: Sequence[pygame.Rect]) -> pygame.Surface:
    """What of the wall's light is left behind what stands before it, to be multiplied with it."""
    coarse = 8
    wide, tall = max(size[0] // coarse, 4), max(size[1] // coarse, 4)
    x, y = np.arange(wide, dtype=np.float32)[None, :], np.arange(tall, dtype=np.float32)[:, None]
    light = np.ones((tall, wide), np.float32)
    soft = size[0] / coarse / 26
    for rect in standing:
        x0, x1 = rect.left / coarse + soft * 0.9, rect.right / coarse + soft * 0.9
        dark = 1 / (1 + np.exp(-(x - x0) / soft * 3)) / (1 + np.exp((x - x1) / soft * 3))
        light *= 1 - 0.6 * dark / (1 + np.exp(-(y - rect.top / coarse - soft) / soft * 3))
    grey = np.repeat((255 * light)[..., None], 3, axis=2)
    return pygame.transform.smoothscale(sheet(np.asarray(grey, np.float32)), size)


def _light(wide: int, tall: int, look: Daylight) -> pygame.Surface:
    x = np.linspace(0, 1, max(wide // 8, 2), dtype=np.float32)[None, :]
    y = np.linspace(0, 1, max(tall // 8, 2), dtype=np.float32)[:, None]
    (x0, y0), (far, deep) = look.middle, look.reach
    pool = np.exp(-(((x - x0) / far) ** 2 + ((y - y0) / deep) ** 2))
    rgb = (look.least + look.more * pool)[..., None] * np.array(look.tint, np.float32)
    return pygame.transform.smoothscale(sheet(np.asarray(rgb, np.float32)), (wide, max(tall, 1)))
