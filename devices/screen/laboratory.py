"""A computing laboratory of about 1960: the museum's hall with a wall of perforated boards.

Sheets of paper are pinned on a board of cork in a wooden frame; what stands on the floor and what
hangs there throws its shadow as everywhere (devices/screen/hall.py).
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pygame

from devices.screen.hall import hall
from devices.screen.materials import grain, sheet
from devices.screen.parts.relief import Canvas, Rect

TILE = 84.0
"""Side of a board of the wall, units."""
HOLES = 7
"""Holes along a board's side."""
CORK = (112.0, 80.0, 50.0)


def laboratory(
    size: tuple[int, int],
    scale: float,
    canvas: tuple[float, float],
    floor: float,
    standing: Sequence[Rect] = (),
    board: Rect | None = None,
    pinned: Sequence[Rect] = (),
) -> pygame.Surface:
    """Wall, cork board and floor for a window of ``size`` pixels.

    Rectangles are on the room's ``canvas`` (units): what stands on the floor, the cork board, and
    the sheets of paper pinned to it.
    """
    left, top = (size[0] - canvas[0] * scale) / 2, (size[1] - canvas[1] * scale) / 2

    def placed(rect: Rect) -> pygame.Rect:
        x, y, wide, tall = (part * scale for part in rect)
        return pygame.Rect(round(left + x), round(top + y), round(wide), round(tall))

    made = hall(size, [placed(rect) for rect in standing], floor)
    wall = pygame.Rect(0, 0, size[0], round(size[1] * (floor - 0.022)))
    made.set_clip(wall)
    made.blit(_daylight(wall.width, wall.height), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    tile = _boards(round(TILE * scale))
    for y in range(0, wall.height, tile.get_height()):
        for x in range(0, wall.width, tile.get_width()):
            made.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_MULT)
    made.set_clip(None)
    if board is not None:
        where = placed(board)
        frame = _cork(where.width, where.height, scale, tuple(
            (x - board[0], y - board[1], wide, tall) for x, y, wide, tall in pinned
        ))  # fmt: skip
        made.blit(frame, where.move(-round(20 * scale), -round(20 * scale)))
    return made


def _daylight(width: int, height: int) -> pygame.Surface:
    """What lamps along the ceiling add to the wall: pale, less towards the floor."""
    x = np.linspace(0, 1, max(width // 8, 2), dtype=np.float32)[None, :]
    y = np.linspace(0, 1, max(height // 8, 2), dtype=np.float32)[:, None]
    light = np.exp(-((y / 0.85) ** 2)) * (0.55 + 0.45 * np.exp(-(((x - 0.42) / 0.45) ** 2)))
    rgb = np.asarray(light[..., None] * np.array([19.0, 22.0, 20.0], np.float32), np.float32)
    return pygame.transform.smoothscale(sheet(rgb), (max(width, 1), max(height, 1)))


@lru_cache(maxsize=4)
def _boards(side: int) -> pygame.Surface:
    """One board of the wall, to be multiplied with it: rows of holes, a joint along two sides."""
    side = max(side, 8)
    fine = 3
    x = (np.arange(side * fine, dtype=np.float32) + 0.5) / (side * fine)
    step = 1.0 / HOLES
    off = np.abs((x % step) - step / 2) * side
    radius = max(side * step * 0.14, 0.55)
    away = np.hypot(off[None, :], off[:, None])
    hole = np.clip(radius - away + 0.5, 0, 1)
    edge = np.minimum(x, 1 - x) * side
    joint = np.exp(-((edge / max(side * 0.008, 0.7)) ** 2))
    light = 1.0 - 0.55 * hole
    light *= (1 - 0.34 * joint[None, :]) * (1 - 0.34 * joint[:, None])
    light = light.reshape(side, fine, side, fine).mean(axis=(1, 3))
    grey = np.clip(255 * light, 0, 255).astype(np.float32)
    return sheet(np.repeat(grey[..., None], 3, axis=2))


@lru_cache(maxsize=4)
def _cork(width: int, height: int, scale: float, pinned: tuple[Rect, ...]) -> pygame.Surface:
    """The cork board in its frame, with its own shadow and those of the sheets on it."""
    spare = 20.0
    canvas = Canvas(width + round(2 * spare * scale), height + round(2 * spare * scale), scale, 1)
    wide, tall = width / scale, height / scale
    outer = (spare, spare, wide, tall)
    canvas.shadow(outer, 4.0, 7.0, 9.0, 0.6)
    canvas.plate(outer, 4.0, (104, 72, 44), (70, 46, 28), 3.0, 0.5, 1.4)
    inner = (spare + 11.0, spare + 11.0, wide - 22.0, tall - 22.0)
    where, x, y = canvas.window(inner)
    away = canvas.box(x, y, inner, 2.0)
    rows, columns = away.shape
    crumbs = grain(columns, rows, 81) + 0.8 * grain(columns, rows, 82)
    soft = crumbs + np.roll(crumbs, 1, 0) + np.roll(crumbs, 1, 1) + np.roll(crumbs, (1, 1), (0, 1))
    light = 1.02 - 0.30 * ((x / canvas.k) / wide)[..., :] * 0.5 - 0.22 * ((y / canvas.k) / tall)
    rgb = (np.array(CORK, np.float32) + 4.6 * soft[..., None]) * np.asarray(light)[..., None]
    canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))
    canvas.inner_shadow(inner, 2.0, 6.0, 0.55)
    for left, top, w, h in pinned:
        canvas.shadow((spare + left, spare + top, w, h), 1.0, 4.0, 5.0, 0.55)
    return canvas.surface()
