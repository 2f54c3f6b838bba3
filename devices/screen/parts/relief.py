"""A canvas on which cabinets are built up in relief: plates, recesses, glass, rods, shadows.

There is one light, from the upper left (specs/look.md).  A shape is given by its signed distance
(negative inside, in canvas pixels), so that its edge, its bevel, the shadow that it throws to the
lower right and the shadow that falls into a recess all come from the same numbers.  Everything is
drawn ``oversample`` times larger than it is shown and averaged down once.

Rectangles are (left, top, width, height) in the part's design units.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.materials import cutout, grain, hammertone

Array: TypeAlias = npt.NDArray[np.float32]
Rect: TypeAlias = tuple[float, float, float, float]
Colour: TypeAlias = tuple[float, float, float]
Window: TypeAlias = tuple[slice, slice]

LIGHT = (-0.46, -0.62, 0.64)
"""Towards the light: left, up, out of the screen (a unit vector)."""


def smooth_step(low: float, high: float, values: Array) -> Array:
    """0 at ``low``, 1 at ``high``, with soft ends."""
    t = np.clip((values - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t), dtype=np.float32)


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


class Canvas:
    """Colours and cover being built up at ``scale`` pixels a unit, oversampled."""

    def __init__(
        self, width: int, height: int, scale: float, oversample: int = 2, seed: int = 704
    ) -> None:
        self.over_sample = oversample
        self.k = scale * oversample
        self.shape = (height * oversample, width * oversample)
        self.rgb: Array = np.zeros((*self.shape, 3), dtype=np.float32)
        self.alpha: Array = np.zeros(self.shape, dtype=np.float32)
        self.generator = np.random.default_rng(seed)

    # Shapes.

    def window(self, rect: Rect, pad: float = 0.0) -> tuple[Window, Array, Array]:
        """The pixels around ``rect`` (units), and their x (1, w) and y (h, 1) in pixels."""
        left, top, width, height = rect
        x0 = max(int((left - pad) * self.k) - 2, 0)
        y0 = max(int((top - pad) * self.k) - 2, 0)
        x1 = min(int((left + width + pad) * self.k) + 3, self.shape[1])
        y1 = min(int((top + height + pad) * self.k) + 3, self.shape[0])
        x = np.arange(x0, max(x1, x0 + 1), dtype=np.float32)[None, :] + 0.5
        y = np.arange(y0, max(y1, y0 + 1), dtype=np.float32)[:, None] + 0.5
        return (slice(y0, max(y1, y0 + 1)), slice(x0, max(x1, x0 + 1))), x, y

    def box(self, x: Array, y: Array, rect: Rect, radius: float) -> Array:
        """Distance to a rectangle with rounded corners."""
        left, top, width, height = (side * self.k for side in rect)
        r = min(radius * self.k, width / 2, height / 2)
        dx = np.abs(x - (left + width / 2)) - (width / 2 - r)
        dy = np.abs(y - (top + height / 2)) - (height / 2 - r)
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        return np.asarray(outside + np.minimum(np.maximum(dx, dy), 0) - r, dtype=np.float32)

    def ring(self, x: Array, y: Array, centre: tuple[float, float], radius: float) -> Array:
        """Distance to a circle."""
        cx, cy = centre[0] * self.k, centre[1] * self.k
        return np.asarray(np.hypot(x - cx, y - cy) - radius * self.k, dtype=np.float32)

    # Putting colour on.

    def over(self, where: Window, rgb: Array | Colour, cover: Array) -> None:
        """Lay ``rgb`` over what is there, as far as ``cover`` (0 to 1) says."""
        below = self.alpha[where]
        result = cover + below * (1 - cover)
        colour = np.asarray(rgb, dtype=np.float32)
        share = (cover / np.maximum(result, 1e-6))[..., None]
        self.rgb[where] = colour * share + self.rgb[where] * (1 - share)
        self.alpha[where] = result

    def shade(self, where: Window, factor: Array) -> None:
        """Multiply the colours there (1 leaves them)."""
        self.rgb[where] *= factor[..., None]

    def shadow(
        self, rect: Rect, radius: float, drop: float, soft: float, strength: float = 0.55
    ) -> None:
        """The soft shadow of a plate that stands ``drop`` units above what is there."""
        where, x, y = self.window(rect, drop + soft * 2)
        moved = (rect[0] + drop * 0.8, rect[1] + drop, rect[2], rect[3])
        away = self.box(x, y, moved, radius + soft * 0.5)
        cover = strength * (1 - smooth_step(-soft * self.k, soft * self.k, away))
        self.over(where, (0.0, 0.0, 0.0), cover)

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
        t = np.clip(((x if across else y) - start * self.k) / (length * self.k), 0, 1)[..., None]
        last = np.asarray(bottom if bottom is not None else top, dtype=np.float32)
        rgb = np.asarray(top, dtype=np.float32) * (1 - t) + last * t
        rgb = np.broadcast_to(rgb, (*away.shape, 3)).copy()
        if grain > 0:
            rgb += self.hammertone(away.shape, grain)[..., None]
        rgb *= self.bevelled(away, bevel, strength)[..., None]
        self.over(where, rgb, np.clip(0.5 - away, 0, 1))

    def bevelled(self, away: Array, bevel: float, strength: float) -> Array:
        """How much brighter than its flat a plate is, by the distance to its edge."""
        if not bevel or not strength:
            return np.ones_like(away)
        slope = np.clip(1 + away / (abs(bevel) * self.k), 0, 1) ** 1.5
        down, right = np.gradient(away)
        facing = right * LIGHT[0] + down * LIGHT[1]
        factor = 1 + strength * np.sign(bevel) * slope * facing * 1.6
        return np.asarray(factor, dtype=np.float32)

    def hammertone(self, shape: tuple[int, ...], amount: float) -> Array:
        """Hammer enamel's unevenness over (rows, columns), in grey levels."""
        height, width = shape
        seed = int(self.generator.integers(1, 6))
        bumps = hammertone(width, height, seed) + np.float32(0.4) * grain(width, height, seed + 1)
        return np.asarray(amount * self.over_sample * bumps, dtype=np.float32)

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
        facing = self.bevelled(away, -lip * 1.6, 0.75)
        cover = np.clip(0.5 - away, 0, 1)[..., None]
        self.rgb[where] *= 1 + (facing[..., None] - 1) * cover
        self.plate(rect, radius, top, bottom, 0.0, 0.0, grain)
        self.inner_shadow(rect, radius, depth, strength)

    def inner_shadow(self, rect: Rect, radius: float, depth: float, strength: float) -> None:
        """The shadow that an opening's upper left edge throws on its floor."""
        where, x, y = self.window(rect)
        inside = np.clip(0.5 - self.box(x, y, rect, radius), 0, 1)
        moved = (rect[0] + depth * 0.8, rect[1] + depth, rect[2] + depth * 4, rect[3] + depth * 4)
        away = self.box(x, y, moved, radius)
        dark = smooth_step(-depth * self.k, depth * 0.9 * self.k, away)
        self.shade(where, np.asarray(1 - strength * dark * inside, dtype=np.float32))

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

    def surface(self) -> pygame.Surface:
        """The canvas averaged down to the size at which it is shown."""
        s = self.over_sample
        height, width = self.shape[0] // s, self.shape[1] // s
        cover = self.alpha.reshape(height, s, width, s)
        spread = (self.rgb * self.alpha[..., None]).reshape(height, s, width, s, 3)
        alpha = cover.mean(axis=(1, 3))
        rgb = spread.mean(axis=(1, 3)) / np.maximum(alpha, 1e-6)[..., None]
        alpha[alpha > 0.996] = 1.0
        return cutout(rgb, alpha)
