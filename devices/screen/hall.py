"""The museum's hall: wall, skirting and floor behind every room, lit from the upper left.

Computed at a quarter of the size and brought up by smoothscale, with grain at full size so that the
dark gradients don't band.  The places that stand on the floor get their soft shadows here.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pygame

COARSE = 4
FLOOR = 0.905
"""Where the wall meets the floor, as a share of the height."""
WALL = ((47, 45, 46), (15, 15, 16))
BOARDS = ((58, 46, 35), (23, 18, 14))
SKIRTING = (26, 25, 25)

Plane = npt.NDArray[np.float64]


def _mixed(first: tuple[int, int, int], last: tuple[int, int, int], share: Plane) -> Plane:
    """Colours between two, float64[..., 3]; share 1 is the first."""
    amount = share[..., None]
    return np.asarray(first, float) * amount + np.asarray(last, float) * (1.0 - amount)


@lru_cache(maxsize=4)
def grain(side: int = 256, depth: int = 4, seed: int = 704) -> pygame.Surface:
    """A tile of fine noise, 0 to ``depth`` - 1 in each channel alike, to be added."""
    noise = np.random.default_rng(seed).integers(0, depth, (side, side), dtype=np.uint8)
    tile = pygame.Surface((side, side), 0, 32)
    pygame.surfarray.blit_array(tile, np.repeat(noise[..., None], 3, axis=2))
    return tile


def add_grain(target: pygame.Surface, depth: int = 4) -> None:
    """Lay the grain over all of ``target``."""
    tile = grain(depth=depth)
    for y in range(0, target.get_height(), tile.get_height()):
        for x in range(0, target.get_width(), tile.get_width()):
            target.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_ADD)


def _brought_up(picture: Plane, size: tuple[int, int]) -> pygame.Surface:
    """A coarse picture, float64[x, y, 3], as a surface of ``size`` with grain."""
    coarse = pygame.Surface(picture.shape[:2], 0, 32)
    pygame.surfarray.blit_array(coarse, np.clip(picture, 0, 255).astype(np.uint8))
    made = pygame.transform.smoothscale(coarse, size)
    add_grain(made)
    return made


def _coarse(size: tuple[int, int]) -> tuple[Plane, Plane]:
    width, height = max(2, size[0] // COARSE), max(2, size[1] // COARSE)
    x = np.linspace(0.0, 1.0, width)[:, None]
    y = np.linspace(0.0, 1.0, height)[None, :]
    return np.broadcast_to(x, (width, height)), np.broadcast_to(y, (width, height))


def hall(
    size: tuple[int, int], shadows: Iterable[pygame.Rect] = (), floor: float = FLOOR
) -> pygame.Surface:
    """Wall and floor of ``size`` pixels; ``shadows`` are the rectangles of what stands there."""
    x, y = _coarse(size)
    pool = np.exp(-(((x - 0.30) / 0.62) ** 2 + ((y - 0.18) / 0.85) ** 2))
    picture = _mixed(WALL[0], WALL[1], pool)
    depth = np.clip((y - floor) / (1.0 - floor), 0.0, 1.0)
    sheen = pool * 0.5 + 0.75 * np.exp(-(((x - 0.36) / 0.5) ** 2)) * (0.35 + 0.65 * depth)
    boards = _mixed(BOARDS[0], BOARDS[1], np.clip(sheen, 0.0, 1.0))
    rng = np.random.default_rng(1954)
    joint = np.abs((depth * 5.2) % 1.0 - 0.5) > 0.46
    tone = rng.normal(1.0, 0.05, 8)[np.clip((depth * 5.2).astype(int), 0, 7)]
    boards = boards * np.where(joint, 0.62, tone)[..., None]
    picture = np.where((y > floor)[..., None], boards, picture)
    skirting = (y > floor - 0.022) & (y <= floor)
    lit = (0.6 + 0.8 * pool)[..., None] * np.asarray(SKIRTING, float)
    lit = np.where((y < floor - 0.018)[..., None], lit * 1.7, lit)
    picture = np.where(skirting[..., None], lit, picture)
    picture = picture * _shade(picture.shape[:2], shadows)[..., None]
    vignette = 1.0 - 0.30 * np.clip(np.hypot(x - 0.45, (y - 0.45) * 0.9) * 1.25, 0, 1) ** 2.4
    return _brought_up(picture * vignette[..., None], size)


def close_wall(size: tuple[int, int]) -> pygame.Surface:
    """What is behind one part that is looked at closely: the wall alone, dim."""
    x, y = _coarse(size)
    pool = np.exp(-(((x - 0.34) / 0.75) ** 2 + ((y - 0.25) / 0.9) ** 2))
    return _brought_up(_mixed((34, 33, 34), (11, 11, 12), pool), size)


def _shade(shape: tuple[int, int], rects: Iterable[pygame.Rect]) -> Plane:
    """How much light is left where things stand in it, 0 to 1: soft, falling down and right."""
    dark = np.zeros(shape)
    for rect in rects:
        left, top = rect.left // COARSE, rect.top // COARSE
        width, height = max(1, rect.width // COARSE), max(1, rect.height // COARSE)
        reach = max(2, int(0.055 * height))
        inner = (
            slice(max(0, left + reach // 2), left + width + reach),
            slice(max(0, top + reach), top + height + reach // 3),
        )
        dark[inner] = np.maximum(dark[inner], 0.62)
    for axis, radius in ((0, max(2, shape[0] // 45)), (1, max(2, shape[1] // 40))) * 2:
        dark = _blurred(dark, radius, axis)
    return np.asarray(1.0 - dark)


def _blurred(plane: Plane, radius: int, axis: int) -> Plane:
    """A running mean over 2 radius + 1 cells along an axis, edges repeated."""
    wide = [(0, 0), (0, 0)]
    wide[axis] = (radius + 1, radius)
    total = np.cumsum(np.pad(plane, wide, mode="edge"), axis=axis)
    length = plane.shape[axis]
    high = np.take(total, np.arange(2 * radius + 1, 2 * radius + 1 + length), axis=axis)
    low = np.take(total, np.arange(length), axis=axis)
    return np.asarray((high - low) / (2 * radius + 1))
