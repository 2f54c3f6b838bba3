"""A canvas: a picture in numbers, drawn on in design units with smooth edges at every scale.

Each shape is drawn through its distance field: how far a pixel lies outside (positive) or inside
(negative) the shape's edge, in pixels.  From that come its coverage, its bevel as the light from
the upper left falls on it, and its soft shadow.  Only the pixels near a shape are computed.
"""

import itertools
from dataclasses import dataclass

import numpy as np
import pygame

from devices.screen.lettering import Anchor, Engraving, text_mask
from devices.screen.materials import LIGHT, Field, Picture, cutout, sheet
from devices.screen.strokes import Colour, Lines, coverage, distances

Box = tuple[float, float, float, float]
"""x, y, width, height in design units."""
Paint = Colour | tuple[Colour, Colour] | Picture
"""One colour; or a vertical gradient's top and bottom; or a picture of the whole canvas' size."""

_LETTERS = Engraving()


@dataclass(frozen=True)
class Window:
    """The pixels near a shape: their slices, and their centres from the canvas' corner."""

    rows: slice
    columns: slice
    xs: Field
    ys: Field

    @property
    def empty(self) -> bool:
        return self.xs.size == 0 or self.ys.size == 0


class Canvas:
    """A picture of ``width`` by ``height`` units at ``scale`` pixels a unit.

    ``origin`` is the design place of its top-left corner.  ``pixels`` is float32[h, w, 3].
    """

    def __init__(
        self,
        width: float,
        height: float,
        scale: float,
        colour: Colour = (0, 0, 0),
        origin: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self.scale = scale
        self.origin = origin
        self.wide, self.high = max(1, round(width * scale)), max(1, round(height * scale))
        self.pixels: Picture = np.empty((self.high, self.wide, 3), dtype=np.float32)
        self.pixels[:] = np.array(colour, dtype=np.float32)

    def window(self, box: Box, spare_px: float = 2.0) -> Window:
        """The pixels of ``box`` and ``spare_px`` around it, as far as the canvas reaches."""
        left, top = self.place(box[0], box[1])
        right, bottom = self.place(box[0] + box[2], box[1] + box[3])
        x0, x1 = max(0, int(left - spare_px)), min(self.wide, int(right + spare_px) + 1)
        y0, y1 = max(0, int(top - spare_px)), min(self.high, int(bottom + spare_px) + 1)
        return Window(
            slice(y0, max(y0, y1)),
            slice(x0, max(x0, x1)),
            (np.arange(x0, max(x0, x1), dtype=np.float32) + np.float32(0.5))[None, :],
            (np.arange(y0, max(y0, y1), dtype=np.float32) + np.float32(0.5))[:, None],
        )

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A design place in pixels of this canvas."""
        return (x - self.origin[0]) * self.scale, (y - self.origin[1]) * self.scale

    def blend(self, window: Window, mask: Field, paint: Paint, box: Box | None = None) -> None:
        """Lay ``paint`` over the window's pixels, as much as ``mask`` says (0 to 1)."""
        if window.empty:
            return
        held = self.pixels[window.rows, window.columns]
        held += (self._colours(window, paint, box) - held) * mask[..., None]

    def blend_picture(self, window: Window, mask: Field, picture: Picture) -> None:
        """Lay a picture of the window's own size over it, as much as ``mask`` says."""
        held = self.pixels[window.rows, window.columns]
        held += (picture - held) * mask[..., None]

    def _colours(self, window: Window, paint: Paint, box: Box | None) -> Picture:
        if isinstance(paint, np.ndarray):
            part: Picture = paint[window.rows, window.columns]
            return part
        if isinstance(paint[0], tuple):
            ends = np.array(paint, dtype=np.float32)
            top, high = self._span(box, window)
            share = np.clip((window.ys - top) / max(high, 1e-6), 0.0, 1.0)[..., None]
            gradient: Picture = ends[0] + (ends[1] - ends[0]) * share
            return gradient
        return np.array(paint, dtype=np.float32)[None, None, :]

    def _span(self, box: Box | None, window: Window) -> tuple[float, float]:
        if box is None:
            return float(window.ys[0, 0]), float(window.ys[-1, 0] - window.ys[0, 0])
        return self.place(box[0], box[1])[1], box[3] * self.scale

    def rounded_field(self, window: Window, box: Box, radius: float = 0.0) -> Field:
        """Distance of each pixel to the rounded box, in pixels: negative inside."""
        left, top = self.place(box[0], box[1])
        half_w, half_h = box[2] * self.scale / 2, box[3] * self.scale / 2
        corner = min(radius * self.scale, half_w, half_h)
        qx = np.abs(window.xs - np.float32(left + half_w)) - np.float32(half_w - corner)
        qy = np.abs(window.ys - np.float32(top + half_h)) - np.float32(half_h - corner)
        if corner < 0.25:
            square: Field = np.maximum(qx, qy)
            return square
        outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
        field: Field = outside + np.minimum(np.maximum(qx, qy), 0) - np.float32(corner)
        return field

    def rounded(self, box: Box, paint: Paint, radius: float = 0.0, opacity: float = 1.0) -> None:
        """Fill a box with rounded corners."""
        window = self.window(box)
        if window.empty:
            return
        if radius * self.scale < 0.25:
            mask = self._box_coverage(window, box)
        else:
            mask = np.clip(0.5 - self.rounded_field(window, box, radius), 0.0, 1.0)
        self.blend(window, mask * np.float32(opacity), paint, box)

    def _box_coverage(self, window: Window, box: Box) -> Field:
        """Exactly how much of each pixel a square box covers, however thin it is."""
        left, top = self.place(box[0], box[1])
        right, bottom = left + box[2] * self.scale, top + box[3] * self.scale
        across = np.minimum(window.xs + 0.5, right) - np.maximum(window.xs - 0.5, left)
        down = np.minimum(window.ys + 0.5, bottom) - np.maximum(window.ys - 0.5, top)
        covered: Field = np.clip(across, 0, 1) * np.clip(down, 0, 1)
        return covered

    def outline(self, box: Box, paint: Paint, width: float, radius: float = 0.0) -> None:
        """A line of ``width`` units along the box's edge, half of it inside."""
        window = self.window(box, 2 + width * self.scale)
        if window.empty:
            return
        near = np.abs(self.rounded_field(window, box, radius))
        self.blend(window, coverage(near, width * self.scale / 2), paint, box)

    def bevel(self, box: Box, width: float, strength: float, radius: float = 0.0) -> None:
        """Light the inner ``width`` units of the box's edge: raised where ``strength`` (in grey
        levels) is positive, sunk where it is negative."""
        window = self.window(box)
        if window.empty or min(len(window.xs[0]), len(window.ys)) < 2:
            return
        field = self.rounded_field(window, box, radius)
        down, across = np.gradient(field)
        lit = across * LIGHT[0] + down * LIGHT[1]
        ring = np.clip(0.5 - field, 0, 1) * np.clip(1 + field / (width * self.scale), 0, 1)
        self.pixels[window.rows, window.columns] += (lit * ring * np.float32(strength))[..., None]

    def shadow(
        self,
        box: Box,
        offset: tuple[float, float],
        blur: float,
        strength: float,
        radius: float = 0.0,
        inner: bool = False,
    ) -> None:
        """The box's soft shadow on what is there; ``inner``: the one its edge casts into it."""
        moved = (box[0] + offset[0], box[1] + offset[1], box[2], box[3])
        window = self.window(box if inner else moved, 0.0 if inner else 2 * blur * self.scale)
        if window.empty:
            return
        field = self.rounded_field(window, moved, radius + (0 if inner else blur / 2))
        reach = np.float32(max(blur * self.scale, 0.5))
        share = np.clip(field / (2 * reach) + 0.5, 0.0, 1.0)
        soft = share * share * (3 - 2 * share)
        if inner:
            soft *= np.clip(0.5 - self.rounded_field(window, box, radius), 0, 1)
        else:
            soft = 1 - soft
        self.pixels[window.rows, window.columns] *= (1 - soft * np.float32(strength))[..., None]

    def line(self, points: list[tuple[float, float]], paint: Paint, width: float) -> None:
        """A line through the points, ``width`` units wide, with round ends."""
        placed = [self.place(*point) for point in points]
        ends = list(itertools.pairwise(placed))
        pieces: Lines = np.array([(*a, *b) for a, b in ends], dtype=np.float32)
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        window = self.window(box, 2 + width * self.scale)
        if window.empty:
            return
        near = distances(pieces, window.xs[0], window.ys[:, 0])
        self.blend(window, coverage(near, width * self.scale / 2), paint, box)

    def polygon(
        self, corners: list[tuple[float, float]], paint: Paint, opacity: float = 1.0
    ) -> None:
        """Fill a convex polygon, its corners clockwise as seen (y down)."""
        xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
        box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        window = self.window(box)
        if window.empty:
            return
        placed = [self.place(*corner) for corner in corners]
        field = np.full((len(window.ys), window.xs.shape[1]), -np.inf, dtype=np.float32)
        for (x0, y0), (x1, y1) in zip(placed, placed[1:] + placed[:1], strict=True):
            long = max(float(np.hypot(x1 - x0, y1 - y0)), 1e-6)
            away = ((window.xs - x0) * (y1 - y0) - (window.ys - y0) * (x1 - x0)) / long
            np.maximum(field, away, out=field)
        self.blend(window, np.clip(0.5 - field, 0, 1) * np.float32(opacity), paint, box)

    def disc(self, x: float, y: float, radius: float, paint: Paint, opacity: float = 1.0) -> None:
        """Fill a circle."""
        self.rounded((x - radius, y - radius, 2 * radius, 2 * radius), paint, radius, opacity)

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
        opacity: float = 1.0,
    ) -> None:
        """Engrave ``text``: capitals ``height`` units high, their middle at y."""
        height_px = height * self.scale
        run = _LETTERS.width(text, height_px, spacing, weight)
        left, middle = self.place(x, y)
        left -= {"left": 0.0, "centre": run / 2, "right": run}[anchor]
        top = middle - height_px / 2 - _LETTERS.cap_top(height_px)
        self.stamp_mask(
            text_mask(text, round(height_px, 2), weight, spacing), left - 1, top, colour, opacity
        )

    def stamp_mask(
        self, mask: Field, left: float, top: float, colour: Colour, opacity: float = 1.0
    ) -> None:
        """Lay ``colour`` through a mask whose corner stands at pixel (left, top), rounded."""
        x, y = round(left), round(top)
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self.wide, x + mask.shape[1]), min(self.high, y + mask.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        cut = mask[y0 - y : y1 - y, x0 - x : x1 - x, None] * np.float32(opacity)
        held = self.pixels[y0:y1, x0:x1]
        held += (np.array(colour, dtype=np.float32) - held) * cut

    def stamp(self, picture: Picture, mask: Field, x: float, y: float) -> None:
        """Lay a small picture through its mask, its middle at the design place (x, y)."""
        middle_x, middle_y = self.place(x, y)
        left = round(middle_x - mask.shape[1] / 2)
        top = round(middle_y - mask.shape[0] / 2)
        x0, y0 = max(0, left), max(0, top)
        x1 = min(self.wide, left + mask.shape[1])
        y1 = min(self.high, top + mask.shape[0])
        cut = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        held = self.pixels[y0:y1, x0:x1]
        held += (picture[cut] - held) * mask[cut][..., None]

    def surface(self, size: tuple[int, int] | None = None) -> pygame.Surface:
        """The canvas as an opaque surface, brought to ``size`` by smoothscale if it is another."""
        made = sheet(self.pixels)
        if size is None or size == made.get_size():
            return made
        return pygame.transform.smoothscale(made, size)

    def surface_cut(self, mask: Field) -> pygame.Surface:
        """The canvas with ``mask`` (0 to 1, of the canvas' size) as its alpha."""
        return cutout(self.pixels, mask)
