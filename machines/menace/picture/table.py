"""A wooden table before a black wall: what everything beside the matchboxes stands on.

The picture is a function of the place on the room's canvas (units, CANVAS of devices.screen.room),
so that a part which stands on the table draws its own piece of it and no seam is seen between the
part and the room behind it.
"""

from typing import NamedTuple

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import Picture, grain, sheet
from devices.screen.parts.relief import Array, Canvas, Rect, smooth_step
from devices.screen.parts.sprites import SpritePart
from devices.screen.smooth import smoothscale
from machines.menace.picture.beads import Flying
from machines.menace.scene import MenaceScene

PLANK = 119.0
"""How wide a plank is, units."""
LIGHT_WOOD = np.array((118.0, 74.0, 44.0), np.float32)
DARK_WOOD = np.array((52.0, 30.0, 18.0), np.float32)
WALL = np.array((27.0, 26.0, 28.0), np.float32)
WALL_DARK = np.array((8.0, 8.0, 9.0), np.float32)


class TableTop(NamedTuple):
    """The table and its lamp on a room's canvas, units."""

    back: float = 478.0
    """Where its top begins, units down the canvas."""
    front: float = 972.0
    """Where its front edge begins."""
    lamp: tuple[float, float] = (800.0, 690.0)
    reach: tuple[float, float] = (1250.0, 430.0)
    """Where most light falls, and how far it reaches."""


WIDE_TOP = TableTop()


class Standing(NamedTuple):
    """Where a part stands on the room's canvas, and on which table."""

    x: float
    y: float
    top: TableTop = WIDE_TOP

    @property
    def at(self) -> tuple[float, float]:
        return self.x, self.y


ORIGIN = Standing(0.0, 0.0)

COARSE = 1.45
"""Pixels a unit up to which the wood is drawn as it is."""

_CELLS = 256


@kept_picture
def _lattice(seed: int) -> Array:
    """Random numbers from -1 to 1 on a square that repeats."""
    generator = np.random.default_rng(seed)
    return np.asarray(generator.uniform(-1, 1, (_CELLS, _CELLS)), np.float32)


def cloudy(seed: int, x: Array, y: Array, cell: tuple[float, float]) -> Array:
    """Smooth noise from -1 to 1 at the places x (units, [w]) and y ([h]): float32[h, w], with bumps
    of ``cell`` (across, down) units.  The same place has the same noise in every picture."""
    lattice = _lattice(seed)
    parts = []
    for at, size in ((y, cell[1]), (x, cell[0])):
        place = np.asarray(at, np.float64) / size
        whole = np.floor(place)
        share = (place - whole).astype(np.float32)
        index = whole.astype(np.int64)
        parts.append((index % _CELLS, (index + 1) % _CELLS, share * share * (3 - 2 * share)))
    (y0, y1, fy), (x0, x1, fx) = parts
    rows = lattice[y0] + (lattice[y1] - lattice[y0]) * fy[:, None]
    made = rows[:, x1]
    left = rows[:, x0]
    made -= left
    made *= fx
    made += left
    return np.asarray(made, np.float32)


def _wood(x: Array, y: Array, back: float) -> Array:
    """The table's top, float32[h, w, 3]: planks with their grain from left to right."""
    plank = np.floor((y - back) / PLANK)
    across = (y - back) - plank * PLANK
    # Each plank is another piece of the same tree: its places lie far from its neighbour's.
    ys = (y + plank * 1733.0).astype(np.float32)
    xs = np.asarray(x, np.float32)
    bend = cloudy(1, xs, ys, (420.0, 34.0))
    wave = cloudy(2, xs, ys, (150.0, 7.0))
    phase = (ys[:, None] + 15.0 * bend + 2.2 * wave) * 0.105
    late = (phase - np.floor(phase)).astype(np.float32) ** 2.4
    fibre = cloudy(3, xs, ys, (34.0, 0.9))
    pores = cloudy(4, xs, ys, (11.0, 0.8))
    tone = cloudy(5, xs, ys, (300.0, 60.0))
    share = 0.46 * late + 0.13 * fibre + 0.16 * tone + 0.20
    own = np.asarray(_lattice(6)[plank.astype(np.int64) % _CELLS, 7], np.float32)
    share = np.clip(share + 0.10 * own[:, None], 0, 1)[..., None]
    rgb = LIGHT_WOOD * (1 - share) + DARK_WOOD * share
    rgb *= (1 - 0.26 * smooth_step(0.42, 0.85, pores))[..., None]
    edge = np.minimum(across, PLANK - across)
    joint = 1 - 0.62 * np.exp(-((edge / 0.7) ** 2)) - 0.10 * np.exp(-((edge / 4.0) ** 2))
    return np.asarray(rgb * joint.astype(np.float32)[:, None, None], np.float32)


def _lamplight(x: Array, y: Array, top: TableTop) -> Array:
    """How much light falls on the table, [h, w]: a lamp above its left half."""
    across = np.exp(-(((x - top.lamp[0]) / top.reach[0]) ** 2))
    down = np.exp(-(((y - top.lamp[1]) / top.reach[1]) ** 2))
    return np.asarray(0.42 + 0.72 * (across[None, :] * down[:, None]), np.float32)


def _wall(x: Array, y: Array, back: float) -> Array:
    """The black wall: a little light comes up from the table."""
    across, down = np.exp(-(((x - 520.0) / 900.0) ** 2)), np.exp(-(((y - 270.0) / 400.0) ** 2))
    pool = (across[None, :] * down[:, None]).astype(np.float32)[..., None]
    foot = np.exp(-((back - y) / 70.0)).clip(0, 1).astype(np.float32)[:, None, None]
    return np.asarray(WALL * pool + WALL_DARK * (1 - pool) - 5.0 * foot * pool, np.float32)


def scenery(at: Standing, width: int, height: int, scale: float) -> Picture:
    """Wall and table, ``width`` by ``height`` pixels from the place ``at`` of the canvas on, at
    ``scale`` pixels a unit: float32[height, width, 3].

    The wood has nothing finer than a unit: where there are more pixels it is drawn at half the size
    and brought up.
    """
    if scale <= COARSE:
        return _scenery(at, width, height, scale)
    half = sheet(scenery(at, -(-width // 2), -(-height // 2), scale / 2))
    whole = smoothscale(half, (half.get_width() * 2, half.get_height() * 2))
    pixels = pygame.surfarray.pixels3d(whole)
    made = pixels.transpose(1, 0, 2)[:height, :width].astype(np.float32)
    made += grain(width, height, 7)[..., None] * np.float32(0.8)
    return made


def _scenery(at: Standing, width: int, height: int, scale: float) -> Picture:
    back = at.top.back
    x = np.asarray(at.x + (np.arange(width) + 0.5) / scale, np.float32)
    y = np.asarray(at.y + (np.arange(height) + 0.5) / scale, np.float32)
    made = np.empty((height, width, 3), np.float32)
    rows = int(np.searchsorted(y, back))
    if rows:
        made[:rows] = _wall(x, y[:rows], back)
        made[:rows] += grain(width, rows, 5)[..., None] * np.float32(0.8)
    if rows < height:
        low = y[rows:]
        light = _lamplight(x, low, at.top)[..., None]
        made[rows:] = _wood(x, low, back) * light
        # Polish: the far end mirrors the dark wall, and the lamp as a broad sheen.
        far = np.exp(-(low - back) / 26.0).astype(np.float32)[:, None, None]
        made[rows:] *= 1 - 0.45 * far
        made[rows:] += 16.0 * light**3 * np.array((1.0, 0.86, 0.66), np.float32)
        lip = low - at.top.front
        rounded = np.where(lip < 0, 1.0, 0.95 - 0.75 * np.clip(lip / 12.0, 0, 1))
        shine = 0.9 * np.exp(-((lip / 2.2) ** 2))
        made[rows:] *= (rounded + shine).astype(np.float32)[:, None, None]
        made[rows:] += grain(width, height - rows, 6)[..., None] * np.float32(1.4)
    return made


def shade(
    picture: Picture, origin: tuple[float, float], scale: float, rect: Rect, soft: float,
    strength: float, radius: float = 0.0,
) -> None:  # fmt: skip
    """Darken a picture of scenery by the soft shadow of what stands at ``rect`` (units).

    ``origin`` is the canvas place of the picture's corner; the rectangle is the shadow's own.
    """
    left, top, width, height = rect
    reach = soft * 1.6
    x0 = max(int((left - reach - origin[0]) * scale), 0)
    y0 = max(int((top - reach - origin[1]) * scale), 0)
    x1 = min(int((left + width + reach - origin[0]) * scale) + 1, picture.shape[1])
    y1 = min(int((top + height + reach - origin[1]) * scale) + 1, picture.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    x = origin[0] + (np.arange(x0, x1) + 0.5) / scale - left - width / 2
    y = origin[1] + (np.arange(y0, y1) + 0.5) / scale - top - height / 2
    dx = np.abs(x)[None, :] - (width / 2 - radius)
    dy = np.abs(y)[:, None] - (height / 2 - radius)
    away = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0)
    dark = 1 - smooth_step(-soft, soft * 1.4, np.asarray(away - radius, np.float32))
    picture[y0:y1, x0:x1] *= (1 - strength * dark)[..., None]


def backdrop(
    size: tuple[int, int],
    scale: float,
    canvas: tuple[float, float],
    shelf: Rect | None = None,
    top: TableTop = WIDE_TOP,
) -> pygame.Surface:
    """The whole room's wall and table for a window of ``size`` pixels; ``shelf`` (units) is a board
    on the wall that something stands on."""
    left = -(size[0] / scale - canvas[0]) / 2
    upper = -(size[1] / scale - canvas[1]) / 2
    at = Standing(left, upper, top)
    picture = scenery(at, *size, scale)
    if shelf is not None:
        _shelf(picture, at, scale, shelf)
    return sheet(picture)


def _shelf(picture: Picture, stands: Standing, scale: float, rect: Rect) -> None:
    """A board of the table's wood: its top catches the lamp, its front edge is darker."""
    origin, back = stands.at, stands.top.back
    left, top, width, height = rect
    shade(picture, origin, scale, (left + 8, top + height, width, 22.0), 14.0, 0.7)
    rows = slice(*(max(round((y - origin[1]) * scale), 0) for y in (top, top + height)))
    columns = slice(*(max(round((x - origin[0]) * scale), 0) for x in (left, left + width)))
    high, wide = picture[rows, columns].shape[:2]
    x = np.asarray(left + np.arange(wide) / scale, np.float32)
    y = np.asarray(back + 40.0 + np.arange(high) / scale, np.float32)
    down = np.linspace(0, 1, max(high, 1), dtype=np.float32)[:, None, None]
    light = np.where(down < 0.30, 0.95, 0.52 - 0.22 * down)
    picture[rows, columns] = _wood(x, y, back) * np.asarray(light, np.float32)


class OnTable(NamedTuple):
    """What can be seen, and the beads on their way that are seen over a part."""

    scene: MenaceScene
    flying: tuple[Flying, ...] = ()


class TablePart(SpritePart):
    """A part that stands on the table; ``at`` is where on the room's canvas."""

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__()
        self.stands = at
        self.letters = Engraving()

    def ground(
        self, width: int, height: int, *shadows: tuple[Rect, float, float, float]
    ) -> Picture:
        """The table beneath the part, with soft shadows: each with its place on the part, how soft
        and strong it is, and the radius of its corners."""
        picture, at = scenery(self.stands, width, height, self.scale), self.stands.at
        for (x, y, wide, high), soft, strength, radius in shadows:
            rect = (at[0] + x, at[1] + y, wide, high)
            shade(picture, at, self.scale, rect, soft, strength, radius)
        return picture

    def canvas_on(self, picture: Picture, seed: int) -> Canvas:
        """A canvas to draw on the table with."""
        canvas = Canvas(picture.shape[1], picture.shape[0], self.scale, 1, seed)
        canvas.rgb[:], canvas.alpha[:] = picture, 1.0
        return canvas
