"""A canvas: a picture in numbers, drawn on in design units with smooth edges at every scale.

There is one light, from the upper left (docs/sources/look.md).  A shape is given by its signed
distance (negative inside, in canvas pixels), so that its coverage, its bevel and its soft shadow
all come from the same numbers.  Only the pixels near a shape are computed.

Here are the canvas on a ground and flat shapes.  parts/relief.py adds what cabinets are built of,
on a canvas that is transparent where nothing was drawn.

Rectangles are (left, top, width, height) in design units.
"""

import itertools
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.lettering import Anchor, Engraving, text_mask
from devices.screen.materials import LIGHT, Field, Picture, bands, cutout, sheet
from devices.screen.smooth import smoothscale
from devices.screen.strokes import Lines, coverage, distances

Array = npt.NDArray[np.float32]
Rect = tuple[float, float, float, float]
Colour = tuple[float, float, float]
Paint = Colour | tuple[Colour, Colour]
"""One colour, or the top and the bottom of a gradient."""
Where = tuple[slice, slice]

_LETTERS = Engraving()
SHARP_PX = 0.25
"""A corner of a smaller radius, in pixels, is a sharp one."""


class Viewport(NamedTuple):
    """The pixels near a shape: which they are, and their x (1, w) and y (h, 1) in pixels."""

    where: Where
    x: Array
    y: Array

    @property
    def empty(self) -> bool:
        """Whether none of them is on the canvas."""
        return self.x.size == 0 or self.y.size == 0


def smooth_step(low: float, high: float, values: Array) -> Array:
    """0 at ``low``, 1 at ``high``, with soft ends."""
    t = np.clip((values - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t), dtype=np.float32)


class Canvas:
    """Colours on an opaque ground: ``rgb`` float32[height, width, 3] at ``k`` pixels a unit."""

    def __init__(self, shape: tuple[int, int], k: float, ground: Colour = (0, 0, 0)) -> None:
        self.shape = shape
        self.k = k
        self.rgb: Picture = np.empty((*shape, 3), dtype=np.float32)
        self.rgb[:] = np.array(ground, dtype=np.float32)

    @classmethod
    def of(cls, width: float, height: float, k: float, ground: Colour = (0, 0, 0)) -> Self:
        """A canvas of ``width`` by ``height`` units."""
        return cls((max(1, round(height * k)), max(1, round(width * k))), k, ground)

    # Shapes.

    def window(self, rect: Rect, pad: float = 0.0, spare_px: float = 2.0) -> Viewport:
        """The pixels of ``rect``, of ``pad`` units around it and of ``spare_px`` pixels more, as
        far as the canvas reaches."""
        left, top, width, height = rect
        spare = pad * self.k + spare_px
        x0 = max(int(left * self.k - spare), 0)
        y0 = max(int(top * self.k - spare), 0)
        x1 = max(min(int((left + width) * self.k + spare) + 1, self.shape[1]), x0)
        y1 = max(min(int((top + height) * self.k + spare) + 1, self.shape[0]), y0)
        x = np.arange(x0, x1, dtype=np.float32)[None, :] + np.float32(0.5)
        y = np.arange(y0, y1, dtype=np.float32)[:, None] + np.float32(0.5)
        return Viewport((slice(y0, y1), slice(x0, x1)), x, y)

    def box(self, x: Array, y: Array, rect: Rect, radius: float) -> Array:
        """Distance to a rectangle with rounded corners."""
        left, top, width, height = (side * self.k for side in rect)
        r = min(radius * self.k, width / 2, height / 2)
        dx = np.abs(x - (left + width / 2)) - (width / 2 - r)
        dy = np.abs(y - (top + height / 2)) - (height / 2 - r)
        # A fraction of np.hypot's time.
        away = np.sqrt(np.maximum(dx, 0) ** 2 + np.maximum(dy, 0) ** 2)
        away += np.minimum(np.maximum(dx, dy), 0)
        away -= r
        return np.asarray(away, dtype=np.float32)

    def ring(self, x: Array, y: Array, centre: tuple[float, float], radius: float) -> Array:
        """Distance to a circle."""
        cx, cy = centre[0] * self.k, centre[1] * self.k
        return np.asarray(np.hypot(x - cx, y - cy) - radius * self.k, dtype=np.float32)

    def covered(self, x: Array, y: Array, rect: Rect, radius: float = 0.0) -> Array:
        """How much of each pixel a rectangle covers; one with sharp corners exactly, however thin
        it is."""
        if radius * self.k >= SHARP_PX:
            return np.asarray(np.clip(0.5 - self.box(x, y, rect, radius), 0, 1), dtype=np.float32)
        left, top, width, height = (side * self.k for side in rect)
        across = np.minimum(x + 0.5, left + width) - np.maximum(x - 0.5, left)
        down = np.minimum(y + 0.5, top + height) - np.maximum(y - 0.5, top)
        return np.asarray(np.clip(across, 0, 1) * np.clip(down, 0, 1), dtype=np.float32)

    def tones(self, at: Array, start: float, length: float, paint: Paint) -> Array:
        """The colours of ``paint`` along x or y (``at``), from ``start`` over ``length`` units."""
        if not isinstance(paint[0], tuple):
            return np.array(paint, dtype=np.float32)
        first, last = np.array(paint, dtype=np.float32)
        share = np.clip((at - start * self.k) / max(length * self.k, 1e-6), 0.0, 1.0)[..., None]
        return np.asarray(first + (last - first) * share, dtype=np.float32)

    # Putting colour on.

    def over(self, where: Where, rgb: Array | Colour, cover: Array) -> None:
        """Lay ``rgb`` over what is there, as far as ``cover`` (0 to 1) says."""
        whole = self.rgb[where]
        laid = np.broadcast_to(np.asarray(rgb, dtype=np.float32), whole.shape)
        for rows in bands(len(whole)):
            held = whole[rows]
            held += (laid[rows] - held) * cover[rows, ..., None]

    def shade(self, where: Where, factor: Array) -> None:
        """Multiply the colours there (1 leaves them)."""
        self.rgb[where] *= factor[..., None]

    def rounded(self, rect: Rect, paint: Paint, radius: float = 0.0, opacity: float = 1.0) -> None:
        """Fill a rectangle with rounded corners."""
        where, x, y = window = self.window(rect)
        if not window.empty:
            cover = self.covered(x, y, rect, radius) * np.float32(opacity)
            self.over(where, self.tones(y, rect[1], rect[3], paint), cover)

    def bevel(self, rect: Rect, width: float, strength: float, radius: float = 0.0) -> None:
        """Light the inner ``width`` units of a rectangle's edge: raised where ``strength`` (in grey
        levels) is positive, sunk where it is negative."""
        where, x, y = self.window(rect)
        if min(x.size, y.size) < 2:
            return
        away = self.box(x, y, rect, radius)
        down, across = np.gradient(away)
        lit = across * LIGHT[0] + down * LIGHT[1]
        ring = np.clip(0.5 - away, 0, 1) * np.clip(1 + away / (width * self.k), 0, 1)
        self.rgb[where] += (lit * ring * np.float32(strength))[..., None]

    def shadow(
        self,
        rect: Rect,
        radius: float,
        drop: float | tuple[float, float],
        soft: float,
        strength: float = 0.55,
    ) -> None:
        """The soft shadow of a plate that stands ``drop`` units above what is there; two numbers
        say themselves how far it falls to the right and down."""
        right, down = drop if isinstance(drop, tuple) else (drop * 0.8, drop)
        where, x, y = window = self.window(rect, max(right, down) + soft * 2)
        if window.empty:
            return
        moved = (rect[0] + right, rect[1] + down, rect[2], rect[3])
        reach = max(soft * self.k, 0.5)
        away = self.box(x, y, moved, radius + soft * 0.5)
        self.over(where, (0.0, 0.0, 0.0), strength * (1 - smooth_step(-reach, reach, away)))

    def sunk(
        self, rect: Rect, radius: float, drop: tuple[float, float], soft: float, strength: float
    ) -> None:
        """The soft shadow that the edge of a rectangle throws into it, to the right and down."""
        lit = (rect[0] + drop[0], rect[1] + drop[1], rect[2], rect[3])
        soft = max(soft, 0.5 / self.k)
        self._dark_inside(rect, radius, lit, (-soft, soft), strength)

    def _dark_inside(
        self, rect: Rect, radius: float, lit: Rect, soft: tuple[float, float], strength: float
    ) -> None:
        """Darken a rectangle where the light that falls through ``lit`` doesn't come; from ``soft``
        units off its edge on it is dark."""
        where, x, y = window = self.window(rect)
        if window.empty:
            return
        inside = np.clip(0.5 - self.box(x, y, rect, radius), 0, 1)
        dark = smooth_step(soft[0] * self.k, soft[1] * self.k, self.box(x, y, lit, radius))
        self.shade(where, np.asarray(1 - strength * dark * inside, dtype=np.float32))

    def stroke(self, points: list[tuple[float, float]], colour: Colour, width: float) -> None:
        """A line through the points, ``width`` units wide, with round ends."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        rect = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        where, x, y = window = self.window(rect, width)
        if window.empty:
            return
        placed = [(x * self.k, y * self.k) for x, y in points]
        pieces: Lines = np.array([(*a, *b) for a, b in itertools.pairwise(placed)], np.float32)
        near = distances(pieces, x[0], y[:, 0])
        self.over(where, colour, coverage(near, width * self.k / 2))

    def polygon(self, corners: list[tuple[float, float]], paint: Paint) -> None:
        """Fill a convex polygon, its corners clockwise as seen (y down)."""
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        rect = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        where, x, y = window = self.window(rect)
        if window.empty:
            return
        placed = [(x * self.k, y * self.k) for x, y in corners]
        away = np.full((y.size, x.size), -np.inf, dtype=np.float32)
        for (x0, y0), (x1, y1) in zip(placed, placed[1:] + placed[:1], strict=True):
            long = max(float(np.hypot(x1 - x0, y1 - y0)), 1e-6)
            np.maximum(away, ((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / long, out=away)
        self.over(where, self.tones(y, rect[1], rect[3], paint), np.clip(0.5 - away, 0, 1))

    def letter(
        self,
        text: str,
        x: float,
        y: float,
        height: float,
        colour: Colour,
        anchor: Anchor = "centre",
        weight: float = 0.115,
        spacing: float = 0.0,
    ) -> None:
        """Engrave ``text``: capitals ``height`` units high, their middle at y."""
        height_px = height * self.k
        run = _LETTERS.width(text, height_px, spacing, weight)
        left = x * self.k - {"left": 0.0, "centre": run / 2, "right": run}[anchor]
        top = y * self.k - height_px / 2 - _LETTERS.cap_top(height_px)
        mask = text_mask(text, round(height_px, 2), weight, spacing)
        self.stamp(np.asarray(colour, np.float32), mask, round(left - 1), round(top))

    def stamp(self, rgb: Array, mask: Field, left: int, top: int) -> None:
        """Lay colours through a mask whose corner stands at a pixel, as far as it is on the
        canvas."""
        high, wide = mask.shape
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(self.shape[1], left + wide), min(self.shape[0], top + high)
        if x1 > x0 and y1 > y0:
            cut = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
            self.over((slice(y0, y1), slice(x0, x1)), rgb if rgb.ndim == 1 else rgb[cut], mask[cut])

    # Done.

    def surface(self, size: tuple[int, int] | None = None) -> pygame.Surface:
        """The canvas as a surface, brought to ``size`` by smoothscale if it is another."""
        made = sheet(self.rgb)
        if size is None or size == made.get_size():
            return made
        return smoothscale(made, size)

    def surface_cut(self, mask: Field) -> pygame.Surface:
        """The canvas with ``mask`` (0 to 1, of the canvas' size) as its alpha."""
        return cutout(self.rgb, mask)
