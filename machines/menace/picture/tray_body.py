"""The tray of a matchbox seen from above: thin wood, card fence in a V, label on its end."""

from dataclasses import dataclass

import numpy as np
import pygame

from devices.screen.parts.relief import Array, Canvas, Rect, smooth_step
from machines.menace.picture.table import cloudy

MM = 7.4
"""Units a millimetre."""
SIDE = 1.15 * MM
"""How thick a side is, seen from above."""
END = 62.0
"""How much of the end with the label is seen below the tray's foot, units."""
CHIP = (214.0, 178.0, 124.0)
CHIP_DARK = (168.0, 126.0, 78.0)
FENCE_CARD = (238.0, 232.0, 216.0)
FENCE_THICK = 0.85 * MM


@dataclass(frozen=True)
class TrayShape:
    """The inside of a tray, mm: x to the right, y towards its foot.  The fence runs from both sides
    at ``arms`` to the middle of the foot."""

    width: float = 34.0
    depth: float = 52.0
    arms: float = 35.0

    @property
    def outside(self) -> tuple[float, float]:
        """Width and height of the tray's picture, units; the inside begins SIDE from its left and
        its top."""
        return self.width * MM + 2 * SIDE, self.depth * MM + 2 * SIDE + END


def _chip(x: Array, y: Array) -> Array:
    """Thin wood with its grain along the tray, at places (units): float32[h, w, 3]."""
    fibre = cloudy(21, x, y, (1.6, 60.0))
    ring = cloudy(22, x, y, (9.0, 260.0))
    share = np.clip(0.42 + 0.26 * fibre + 0.30 * ring, 0, 1)[..., None]
    light, dark = np.asarray(CHIP, np.float32), np.asarray(CHIP_DARK, np.float32)
    return np.asarray(light * (1 - share) + dark * share, np.float32)


def _laid(canvas: Canvas, rect: Rect, tone: float) -> None:
    """A piece of the thin wood."""
    where, x, y = canvas.window(rect)
    rgb = _chip(x[0] / np.float32(canvas.k), y[:, 0] / np.float32(canvas.k)) * np.float32(tone)
    away = canvas.box(x, y, rect, 2.0)
    rgb *= canvas.bevelled(away, 2.4, 0.4)[..., None]
    canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))


def _to_line(x: Array, y: Array, start: tuple[float, float], end: tuple[float, float]) -> Array:
    """Distance to a line between two points, pixels."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)
    along = np.clip(along, 0, 1)
    return np.asarray(np.hypot(x - start[0] - along * dx, y - start[1] - along * dy), np.float32)


def _fence(canvas: Canvas, shape: TrayShape, inside: Rect) -> None:
    """Two strips of card on edge, glued to the bottom, and the shadow that they throw."""
    where, x, y = canvas.window(inside)
    left, top, _, _ = inside
    apex = ((left + shape.width / 2 * MM) * canvas.k, (top + shape.depth * MM) * canvas.k)
    half = FENCE_THICK / 2 * canvas.k
    dark = np.zeros((y.shape[0], x.shape[1]), np.float32)
    # Below the arms it is always a little dark: the fence stands between it and the lamp.
    fall = (y / canvas.k - top - shape.arms * MM) / ((shape.depth - shape.arms) * MM)
    out = np.abs(x / canvas.k - left - shape.width / 2 * MM) / (shape.width / 2 * MM)
    dark += 0.30 * smooth_step(-0.02, 0.05, np.asarray(fall + out - 1, np.float32))
    for sign in (0.0, 1.0):
        start = ((left + sign * shape.width * MM) * canvas.k, (top + shape.arms * MM) * canvas.k)
        # The shadow is that of a strip as high as a bead.
        for step in range(1, 7):
            move = 1.7 * step * canvas.k
            away = _to_line(x - move * 0.8, y - move, start, apex)
            soft = (0.8 + 0.5 * step) * canvas.k
            shade = 0.36 * (1 - smooth_step(half - soft, half + soft, away))
            dark = np.maximum(dark, shade)
    canvas.shade(where, np.asarray(1 - dark, np.float32))
    for sign in (0.0, 1.0):
        start = ((left + sign * shape.width * MM) * canvas.k, (top + shape.arms * MM) * canvas.k)
        away = _to_line(x, y, start, apex) - half
        facing = 0.94 + 0.16 * (1 if sign else -1) * np.clip(away / half, -1, 0)
        rgb = np.asarray(FENCE_CARD, np.float32) * facing[..., None]
        canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))


def tray_body(shape: TrayShape, width: int, height: int, scale: float) -> pygame.Surface:
    """The tray without its label, ``width`` by ``height`` pixels, see-through around it."""
    canvas = Canvas(width, height, scale, 2 if scale < 1.3 else 1, 36)
    whole = shape.outside
    inside = (SIDE, SIDE, shape.width * MM, shape.depth * MM)
    foot = SIDE * 2 + shape.depth * MM
    _laid(canvas, (0.0, 0.0, whole[0], foot), 1.06)
    _laid(canvas, (0.0, foot - 1.0, whole[0], END), 0.82)
    where, x, y = canvas.window(inside)
    rgb = _chip(x[0] / np.float32(canvas.k), y[:, 0] / np.float32(canvas.k) + 900) * 0.90
    cover = np.clip(0.5 - canvas.box(x, y, inside, 1.0), 0, 1)
    canvas.over(where, np.asarray(rgb, np.float32), cover)
    u = (x / canvas.k - inside[0]) / inside[2]
    v = (y / canvas.k - inside[1]) / inside[3]
    canvas.shade(where, np.asarray(0.90 + 0.16 * u + 0.10 * v, np.float32))
    _fence(canvas, shape, inside)
    canvas.inner_shadow(inside, 1.0, 15.0, 0.62)
    # The inner faces of the right side and of the foot catch the lamp.
    canvas.line((inside[0] + inside[2] - 2.2, inside[1] + 6, 2.2, inside[3] - 6), CHIP, 0.55)
    canvas.line((inside[0] + 4, inside[1] + inside[3] - 2.6, inside[2] - 4, 2.6), CHIP, 0.5)
    return canvas.surface()
