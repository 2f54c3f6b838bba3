"""A canvas on which cabinets are built up in relief: plates, recesses, glass, rods.

What is flat, and what a canvas is, see devices/screen/canvas.py.  This one is transparent where
nothing was drawn; everything is drawn ``oversample`` times larger than it is shown and averaged
down once.
"""

from collections.abc import Callable

import numpy as np
import pygame

from devices.screen import canvas
from devices.screen.canvas import Array, Colour, Rect, Where, smooth_step
from devices.screen.materials import bands, cutout, grain, hammertone
from devices.screen.smooth import smoothscale

__all__ = ["LIGHT", "Array", "Canvas", "Colour", "Rect", "cloud", "shrunk", "smooth_step"]

LIGHT = (-0.46, -0.62, 0.64)
"""Towards the light: left, up, out of the screen (a unit vector)."""


def cloud(generator: np.random.Generator, height: int, width: int, cell: tuple[int, int]) -> Array:
    """Smooth noise, float32[height, width] from -1 to 1, with bumps of ``cell`` (rows, columns)."""
    rows, columns = height // cell[0] + 3, width // cell[1] + 3
    grid = generator.uniform(-1.0, 1.0, (rows, columns)).astype(np.float32)
    y, x = np.arange(height) / cell[0], np.arange(width) / cell[1]
    iy, ix = y.astype(np.int64), x.astype(np.int64)
    fy, fx = (y - iy).astype(np.float32), (x - ix).astype(np.float32)
    fy, fx = (fy * fy * (3 - 2 * fy))[:, None], (fx * fx * (3 - 2 * fx))[None, :]
    upper = grid[iy][:, ix] * (1 - fx) + grid[iy][:, ix + 1] * fx
    lower = grid[iy + 1][:, ix] * (1 - fx) + grid[iy + 1][:, ix + 1] * fx
    return np.asarray(upper * (1 - fy) + lower * fy, dtype=np.float32)


class Canvas(canvas.Canvas):
    """Colours and cover being built up for ``width`` by ``height`` pixels at ``scale`` pixels a
    unit, oversampled."""

    def __init__(
        self, width: int, height: int, scale: float, oversample: int = 2, seed: int = 704
    ) -> None:
        size = max(1, height) * oversample, max(1, width) * oversample
        super().__init__(size, scale * oversample)
        self.over_sample = oversample
        self.alpha: Array = np.zeros(self.shape, dtype=np.float32)
        self.generator = np.random.default_rng(seed)

    def over(self, where: Where, rgb: Array | Colour, cover: Array) -> None:
        """Lay ``rgb`` over what is there, as far as ``cover`` (0 to 1) says."""
        below = self.alpha[where]
        result = cover + below * (1 - cover)
        super().over(where, rgb, np.asarray(cover / np.maximum(result, 1e-6), np.float32))
        self.alpha[where] = result

    def plate(
        self,
        rect: Rect,
        radius: float,
        top: Colour,
        bottom: Colour | None = None,
        bevel: float = 2.0,
        strength: float = 0.42,
        grain: float = 0.0,
        across: bool = False,
    ) -> None:
        """A plate with an edge that catches the light; ``bevel`` below 0 makes a recess's lip.

        The colour runs from ``top`` to ``bottom`` (from left to right if ``across``).  ``grain``
        is the roughness of hammertone enamel, in grey levels.
        """
        where, x, y = self.window(rect)
        away = self.box(x, y, rect, radius)
        start, length = (rect[0], rect[2]) if across else (rect[1], rect[3])
        tones = self.tones(x if across else y, start, length, (top, bottom or top))
        self.coat(where, away, tones, grain, self.bevel_shade(away, bevel, strength))

    def coat(self, where: Where, away: Array, tones: Array, grain: float, light: Array) -> None:
        """Lay hammertone enamel of these tones in that light where ``away`` says inside."""
        bumps = self.hammertone(away.shape, grain) if grain > 0 else np.zeros((1, 1), np.float32)
        bumps = np.broadcast_to(bumps, away.shape)
        tones = np.broadcast_to(tones, (*away.shape, 3))
        for rows in bands(len(away)):
            rgb = (tones[rows] + bumps[rows, :, None]) * light[rows, :, None]
            place = slice(where[0].start + rows.start, where[0].start + rows.stop)
            self.over((place, where[1]), rgb, np.clip(0.5 - away[rows], 0, 1))

    def bevel_shade(self, away: Array, bevel: float, strength: float) -> Array:
        """How much brighter than its flat a plate is, by the distance to its edge."""
        if not bevel or not strength:
            return np.ones_like(away)
        down, right = (np.asarray(axis, np.float32) for axis in np.gradient(away))
        factor = np.empty_like(away)
        for rows in bands(len(away)):
            slope = np.clip(1 + away[rows] / (abs(bevel) * self.k), 0, 1)
            slope *= np.sqrt(slope)
            facing = right[rows] * LIGHT[0] + down[rows] * LIGHT[1]
            factor[rows] = 1 + strength * np.sign(bevel) * slope * facing * 1.6
        return factor

    def hammertone(self, shape: tuple[int, ...], amount: float) -> Array:
        """Hammer enamel's unevenness over (rows, columns), in grey levels."""
        height, width = shape
        seed = int(self.generator.integers(1, 6))
        bumps = hammertone(width, height, seed)
        bumps += np.float32(0.4) * grain(width, height, seed + 1)
        bumps *= amount * self.over_sample
        return bumps

    def recess(
        self,
        rect: Rect,
        radius: float,
        top: Colour,
        bottom: Colour | None = None,
        depth: float = 6.0,
        strength: float = 0.6,
        lip: float = 1.2,
        grain: float = 0.0,
    ) -> None:
        """An opening: its lip, its floor, and the shadow that its upper left edge throws in."""
        rim = (rect[0] - lip, rect[1] - lip, rect[2] + 2 * lip, rect[3] + 2 * lip)
        where, x, y = self.window(rim)
        away = self.box(x, y, rim, radius + lip)
        facing = self.bevel_shade(away, -lip * 1.6, 0.75)
        self.shade(where, 1 + (facing - 1) * np.clip(0.5 - away, 0, 1))
        del away, facing
        self.plate(rect, radius, top, bottom, 0.0, 0.0, grain)
        self.inner_shadow(rect, radius, depth, strength)

    def inner_shadow(self, rect: Rect, radius: float, depth: float, strength: float) -> None:
        """The shadow that an opening's upper left edge throws on its floor."""
        left, top, width, height = rect
        lit = (left + depth * 0.8, top + depth, width + depth * 4, height + depth * 4)
        self._dark_inside(rect, radius, lit, (-depth, depth * 0.9), strength)

    def paint(self, rect: Rect, colour: Callable[[Array, Array], tuple[Array, Array]]) -> None:
        """Lay over what ``colour(x, y)`` gives: rgb float32[h, w, 3] and cover float32[h, w].

        x and y are design units measured from the rectangle's left top corner.
        """
        where, x, y = self.window(rect)
        rgb, cover = colour(x / self.k - rect[0], y / self.k - rect[1])
        away = self.box(x, y, rect, 0.0)
        self.over(where, rgb, cover * np.clip(0.5 - away, 0, 1))

    def rod(self, rect: Rect, colour: Colour, upright: bool = False, gloss: float = 0.6) -> None:
        """A round bar lying (or standing) in ``rect``, seen from the side."""
        where, x, y = self.window(rect)
        if upright:
            t = (x - (rect[0] + rect[2] / 2) * self.k) / (rect[2] / 2 * self.k)
        else:
            t = (y - (rect[1] + rect[3] / 2) * self.k) / (rect[3] / 2 * self.k)
        t = np.clip(t, -1, 1)
        facing = -t * 0.62 + np.sqrt(1 - t * t) * 0.72
        light = 0.30 + 0.75 * np.maximum(facing, 0)
        shine = gloss * np.exp(-(((t + 0.42) / 0.16) ** 2))
        rgb = np.asarray(colour, dtype=np.float32) * light[..., None] + 255 * shine[..., None]
        away = self.box(x, y, rect, 0.0)
        shape = (*away.shape, 3)
        self.over(where, np.broadcast_to(rgb, shape).copy(), np.clip(0.5 - away, 0, 1))

    def line(self, rect: Rect, colour: Colour, cover: float = 1.0, radius: float = 0.0) -> None:
        """A flat painted mark."""
        where, x, y = self.window(rect)
        self.over(where, colour, cover * np.clip(0.5 - self.box(x, y, rect, radius), 0, 1))

    def glass(self, rect: Rect, radius: float, sheen: float = 0.10) -> None:
        """A pane: a slanting reflection of the light, brighter towards the upper left."""
        where, x, y = self.window(rect)
        inside = np.clip(0.5 - self.box(x, y, rect, radius), 0, 1)
        u = (x / self.k - rect[0]) / rect[2]
        v = (y / self.k - rect[1]) / rect[3]
        slant = u + v * 0.55
        bands = smooth_step(0.02, 0.10, slant) * (1 - smooth_step(0.30, 0.38, slant))
        bands = bands + 0.6 * smooth_step(0.43, 0.47, slant) * (1 - smooth_step(0.52, 0.56, slant))
        cover = sheen * bands * np.clip(1.1 - v, 0, 1) * inside
        self.over(where, (236.0, 242.0, 246.0), np.asarray(cover, dtype=np.float32))

    def surface(self, size: tuple[int, int] | None = None) -> pygame.Surface:
        """The canvas averaged down to the size at which it is shown, and then brought to ``size``
        if it is another."""
        made = shrunk(self.rgb, self.alpha, self.over_sample)
        return made if size is None else smoothscale(made, size)


def shrunk(rgb: Array, cover: Array, times: int) -> pygame.Surface:
    """A picture drawn ``times`` as large, averaged down; what is over at its edges is left out."""
    alpha = _averaged(cover, times)
    colours = _averaged(rgb, times, cover)
    colours /= np.maximum(alpha, 1e-6)[..., None]
    alpha[alpha > 0.996] = 1.0
    return cutout(colours, alpha)


def _averaged(values: Array, times: int, cover: Array | None = None) -> Array:
    """The mean of each square of ``times`` by ``times``, of what is covered where that is given;
    np.mean over two axes is far slower."""
    high, wide = values.shape[0] // times * times, values.shape[1] // times * times
    total = np.zeros((high // times, wide // times, *values.shape[2:]), dtype=np.float32)
    for y in range(times):
        for x in range(times):
            square = np.s_[y:high:times, x:wide:times]
            total += values[square] if cover is None else values[square] * cover[square][..., None]
    total /= times * times
    return total
