"""What stands behind a room: the museum's hall, a laboratory of about 1960, or an office.

All are lit from the upper left. Gradients are computed at a part of the size and brought up by
smoothscale, with grain at full size so that the dark ones don't band; what stands on the floor, or
hangs on the wall, gets its soft shadow here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen import materials
from devices.screen.kept_picture import kept_picture
from devices.screen.materials import sheet, soft_shadow
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.room import CANVAS
from devices.screen.smooth import smoothscale

COARSE = 4
FLOOR = 0.905
"""Where the wall meets the floor, as a share of the height."""
WALL = ((47, 45, 46), (15, 15, 16))
BOARDS = ((58, 46, 35), (23, 18, 14))
SKIRTING = (26, 25, 25)

Colour = tuple[int, int, int]
Plane = npt.NDArray[np.float64]


def _mixed(first: tuple[int, int, int], last: tuple[int, int, int], share: Plane) -> Plane:
    """Colours between two, float64[..., 3]; share 1 is the first."""
    amount = share[..., None]
    return np.asarray(first, float) * amount + np.asarray(last, float) * (1.0 - amount)


@kept_picture
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
    made = smoothscale(coarse, size)
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


# A computing laboratory of about 1960: a wall of perforated boards, with a board of cork

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
    the sheets of paper pinned to it.  ``floor`` is a share of that canvas, in the window's middle.
    """
    left, top = (size[0] - canvas[0] * scale) / 2, (size[1] - canvas[1] * scale) / 2

    def placed(rect: Rect) -> pygame.Rect:
        x, y, wide, tall = (part * scale for part in rect)
        return pygame.Rect(round(left + x), round(top + y), round(wide), round(tall))

    floor = (top + floor * canvas[1] * scale) / size[1]
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
    return smoothscale(sheet(rgb), (max(width, 1), max(height, 1)))


@kept_picture
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


@kept_picture
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
    crumbs = materials.grain(columns, rows, 81) + 0.8 * materials.grain(columns, rows, 82)
    soft = crumbs + np.roll(crumbs, 1, 0) + np.roll(crumbs, 1, 1) + np.roll(crumbs, (1, 1), (0, 1))
    light = 1.02 - 0.30 * ((x / canvas.k) / wide)[..., :] * 0.5 - 0.22 * ((y / canvas.k) / tall)
    rgb = (np.array(CORK, np.float32) + 4.6 * soft[..., None]) * np.asarray(light)[..., None]
    canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))
    canvas.inner_shadow(inner, 2.0, 6.0, 0.55)
    for left, top, w, h in pinned:
        canvas.shadow((spare + left, spare + top, w, h), 1.0, 4.0, 5.0, 0.55)
    return canvas.surface()


# An office behind a computer on its desk

BELOW = 1.2
"""The hall's floor is out of sight: the desk is before it."""


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


def office(
    size: tuple[int, int], scale: float, look: Office, canvas: tuple[float, float] = CANVAS
) -> pygame.Surface:
    """The backdrop for a window of that size."""
    left, top = (size[0] - canvas[0] * scale) / 2, (size[1] - canvas[1] * scale) / 2
    edge = round(top + canvas[1] * look.edge * scale)
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
    return smoothscale(sheet(np.asarray(grey, np.float32)), size)


def _light(wide: int, tall: int, look: Daylight) -> pygame.Surface:
    x = np.linspace(0, 1, max(wide // 8, 2), dtype=np.float32)[None, :]
    y = np.linspace(0, 1, max(tall // 8, 2), dtype=np.float32)[:, None]
    (x0, y0), (far, deep) = look.middle, look.reach
    pool = np.exp(-(((x - x0) / far) ** 2 + ((y - y0) / deep) ** 2))
    rgb = (look.least + look.more * pool)[..., None] * np.array(look.tint, np.float32)
    return smoothscale(sheet(np.asarray(rgb, np.float32)), (wide, max(tall, 1)))
