"""Fittings of a brass plate: bakelite pushes, a toggle, number wheels, a guard, a jewel lamp.

Each is a sprite at a scale (pixels a unit), see-through around its shape, lit from the upper left.
"""

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout
from devices.screen.parts.relief import LIGHT, Array, Canvas, Colour, shrunk, smooth_step
from machines.menace.picture.words import WORDS

BAKELITE: Colour = (40.0, 33.0, 30.0)
OXBLOOD: Colour = (150.0, 34.0, 26.0)
IVORY: Colour = (226.0, 216.0, 190.0)
BRASS: tuple[Colour, Colour] = ((216.0, 180.0, 106.0), (158.0, 122.0, 60.0))
PUSH_FRAMES = 3
TOGGLE = (34.0, 62.0)
WHEEL = (52.0, 30.0)
COUNTER = (74.0, 20.0)
GUARD = (78.0, 52.0)
LAMP = 34.0
"""Side of the jewel's sprite, with its glow."""

_LETTERS = Engraving()
_OVER = 3


def _axes(size: int) -> tuple[Array, Array]:
    axis = np.asarray((np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1, np.float32)
    return axis[None, :], axis[:, None]


@kept_picture
def push(radius: float, colour: Colour, frame: int, scale: float) -> pygame.Surface:
    """A bell push in its ring: frame 0 stands out, PUSH_FRAMES - 1 is pressed in."""
    size = max(round(2 * radius * scale), 6) * _OVER
    x, y = _axes(size)
    far = np.hypot(x, y)
    pressed = frame / (PUSH_FRAMES - 1)
    # The ring: a rounded moulding of brass.
    ring = np.clip((far - 0.84) / 0.16, 0, 1) * 2 - 1
    slope = ring / np.maximum(far, 1e-6)
    facing = -(x * slope * LIGHT[0] + y * slope * LIGHT[1]) * -1
    tone = 0.80 + 0.46 * facing + 0.30 * np.exp(-(((ring + 0.3 * np.sign(facing)) / 0.3) ** 2))
    rgb = np.asarray(BRASS[0], np.float32) * np.clip(tone, 0.25, 1.3)[..., None]
    # The gap round the knob, and the knob: a flat dome with a dimple.
    rgb = np.where((far < 0.84)[..., None], np.float32(14.0), rgb)
    knob = 0.70 - 0.03 * pressed
    down = 0.03 + 0.05 * pressed
    kx, ky = x - 0.0, y - down * 0.4
    near = np.hypot(kx, ky) / knob
    dome = 0.55 * smooth_step(0.55, 1.0, np.asarray(near, np.float32))
    dome -= 0.30 * smooth_step(0.42, 0.10, np.asarray(near, np.float32)) * 0.7
    nx, ny = kx / knob * dome, ky / knob * dome
    nz = np.sqrt(np.clip(1 - nx * nx - ny * ny, 0.1, 1))
    light = np.maximum(nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2], 0)
    gloss = np.exp(-((kx / knob + 0.30) ** 2 + (ky / knob + 0.42) ** 2) / 0.05) * 0.55
    body = np.asarray(colour, np.float32) * (0.45 + 0.95 * light)[..., None]
    body = body + 255.0 * (gloss * (1 - 0.5 * pressed))[..., None]
    body *= 1 - 0.25 * pressed
    inside = np.clip((1 - near) * knob * size / 2 + 0.5, 0, 1)[..., None]
    rgb = rgb * (1 - inside) + body * inside
    # The ring's shadow on a knob that is pressed in.
    fall = smooth_step(0.30, -0.75, np.asarray((x * -LIGHT[0] + y * -LIGHT[1]), np.float32))
    rgb = rgb * (1 - (0.10 + 0.35 * pressed) * fall * (far < 0.84))[..., None]
    cover = np.clip((1 - far) * size / 2 + 0.5, 0, 1)
    return shrunk(np.asarray(rgb, np.float32), np.asarray(cover, np.float32), _OVER)


@kept_picture
def toggle(on: bool, scale: float) -> pygame.Surface:
    """A toggle switch: its nut, and the lever up (on) or down, with its shadow."""
    wide, high = TOGGLE
    canvas = Canvas(round(wide * scale), round(high * scale), scale, _OVER)
    centre = (wide / 2, high / 2)
    where, x, y = canvas.window((0.0, 0.0, wide, high))
    for radius, tone in ((13.0, 0.74), (9.6, 1.0), (6.8, 0.34)):
        away = canvas.ring(x, y, centre, radius)
        bevel = canvas.bevel_shade(away, 2.0, 0.6)
        rgb = np.asarray(BRASS[0], np.float32) * tone * bevel[..., None]
        canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))
    tip = (centre[0], centre[1] + (-20.0 if on else 20.0))
    canvas.over(where, (0.0, 0.0, 0.0), _bat(canvas, x, y, centre, tip, (3.5, 4.5), 3.0) * 0.5)
    lever = _bat(canvas, x, y, centre, tip, (0.0, 0.0), 0.0)
    across = (x / canvas.k - centre[0]) / 6.5
    shine = 0.55 + 0.75 * np.exp(-(((across + 0.35) / 0.30) ** 2)) - 0.25 * np.clip(across, 0, 1)
    rgb = (
        np.array((206.0, 206.0, 200.0), np.float32) * np.broadcast_to(shine, lever.shape)[..., None]
    )
    canvas.over(where, np.asarray(rgb, np.float32), lever)
    return canvas.surface()


def _bat(
    canvas: Canvas,
    x: Array,
    y: Array,
    root: tuple[float, float],
    tip: tuple[float, float],
    moved: tuple[float, float],
    soft: float,
) -> Array:
    """The cover of a lever that grows thicker towards its tip."""
    k = canvas.k
    dx, dy = (tip[0] - root[0]) * k, (tip[1] - root[1]) * k
    rx, ry = x - (root[0] + moved[0]) * k, y - (root[1] + moved[1]) * k
    along = np.clip((rx * dx + ry * dy) / (dx * dx + dy * dy), 0, 1)
    away = np.hypot(rx - along * dx, ry - along * dy) - (3.0 + 3.2 * along) * k
    if soft:
        return np.asarray(1 - smooth_step(-soft * k, soft * k, np.asarray(away)), np.float32)
    return np.asarray(np.clip(0.5 - away, 0, 1), np.float32)


def drum(text: str, size: tuple[float, float], scale: float, places: int = 0) -> pygame.Surface:
    """Number wheels in their window: ``places`` wheels of one figure, or one with all of it."""
    wide, high = round(size[0] * scale), round(size[1] * scale)
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    light = 0.30 + 0.75 * np.sqrt(np.clip(1 - (y * 0.94) ** 2, 0, 1)) * (1 - 0.18 * y)
    rgb = (
        np.array((238.0, 232.0, 214.0), np.float32)
        * np.broadcast_to(light, (high, wide))[..., None]
    )
    if places:
        edge = np.abs(((x + 1) / 2 * places) % 1.0 - 0.5)
        rgb = rgb * (1 - 0.55 * smooth_step(0.44, 0.5, edge))[..., None]
    rim = np.clip(1.6 - np.minimum(1 - np.abs(x), 1.0) * wide / 2 / max(scale, 1), 0, 1)
    rgb = rgb * (1 - 0.6 * rim)[..., None]
    rgb[: max(high // 6, 1)] *= 0.62
    cover = np.ones((high, wide), np.float32)
    made = cutout(np.asarray(rgb, np.float32), cover)
    figures = size[1] * 0.56 * scale
    ink = (30, 26, 24)
    if not places:
        _LETTERS.draw(made, text, wide / 2, high * 0.52, figures, ink, "centre", 0.16)
        return made
    for place, figure in enumerate(text.rjust(places)[-places:]):
        across = wide * (place + 0.5) / places
        _LETTERS.draw(made, figure, across, high * 0.52, figures, ink, "centre", 0.15)
    return made


@kept_picture
def guard(up: bool, scale: float) -> pygame.Surface:
    """The hinged cover over a push: down it hides it, up only its edge is seen."""
    wide, high = GUARD
    canvas = Canvas(round(wide * scale), round(high * scale), scale, _OVER)
    hinge = (2.0, 1.0, wide - 4.0, 6.0)
    if up:
        canvas.plate((4.0, 3.0, wide - 8.0, 9.0), 1.5, (186, 60, 44), (104, 22, 16), 1.6, 0.6)
        canvas.rod(hinge, (150.0, 118.0, 64.0))
        return canvas.surface()
    flap = (2.0, 4.0, wide - 6.0, high - 8.0)
    canvas.shadow(flap, 3.0, 2.6, 2.2, 0.6)
    canvas.plate(flap, 3.0, (176, 44, 34), (122, 20, 16), 3.4, 0.55)
    canvas.rod(hinge, (168.0, 134.0, 74.0))
    made = canvas.surface()
    for row, text in enumerate((WORDS("day"), WORDS("lift"))):
        tall, y = ((11.0, 25.0), (8.6, 40.0))[row]
        tall *= min(1.0, (wide - 12.0) / max(_LETTERS.width(text, tall, 0.06, 0.14), 1.0))
        _LETTERS.draw(
            made, text, (wide / 2 - 1) * scale, y * scale, tall * scale, (250, 240, 226), "centre",
            0.14, 0.06,
        )  # fmt: skip
    return made


@kept_picture
def jewel(level: int, levels: int, scale: float) -> pygame.Surface:
    """A faceted red lamp, dark (0) to lit (``levels`` - 1), with its glow."""
    size = round(LAMP * scale) * _OVER
    x, y = _axes(size)
    far = np.hypot(x, y) / 0.52
    lit = level / (levels - 1)
    turn = np.arctan2(y, x)
    facet = 0.5 + 0.5 * np.cos(turn * 8 + 3.0 * np.floor(far * 2.2))
    shade = 0.35 + 0.45 * facet + 0.35 * np.clip(-(x * 0.6 + y * 0.8), -1, 1)
    dark = np.array((96.0, 14.0, 10.0), np.float32) * shade[..., None]
    heat = np.exp(-((far / 0.75) ** 2))
    glow = np.array((255.0, 70.0, 40.0), np.float32) * (0.75 + 0.35 * facet)[..., None]
    glow = glow + heat[..., None] * np.array((0.0, 130.0, 90.0), np.float32)
    rgb = dark * (1 - lit) + glow * lit
    rgb = rgb + 220.0 * np.exp(-((x + 0.17) ** 2 + (y + 0.22) ** 2) / 0.004)[..., None]
    ring = (far > 0.86) & (far < 1.06)
    metal = 0.7 + 0.5 * -(x * 0.6 + y * 0.8) / np.maximum(np.hypot(x, y), 1e-6)
    rgb = np.where(ring[..., None], np.asarray(BRASS[0], np.float32) * metal[..., None], rgb)
    cover = np.clip((1.06 - far) * 0.52 * size / 2 + 0.5, 0, 1)
    bloom = lit * 0.75 * np.exp(-(((far - 0.9) / 0.42) ** 2)) * (far > 1.0)
    rgb = np.where((far > 1.07)[..., None], np.array((255.0, 96.0, 60.0), np.float32), rgb)
    cover = np.maximum(cover, np.clip(bloom - 0.02, 0, 1))
    return shrunk(np.asarray(rgb, np.float32), np.asarray(cover, np.float32), _OVER)
