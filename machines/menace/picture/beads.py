"""Glass beads as pictures: here a bead is drawn on the screen, in Michie's colours.

Each colour stands for a square (1963, Fig. 3).  A bead is a sphere, shaded by its normal: coloured
glass darkens towards its rim, gathers the light opposite to where it comes from, and shows the
lamp as a small bright dot; what is focused through it falls into its shadow as a coloured
spot.  Gold and silver are foil under glass and mirror the room, white is opal, black is jet.  A
bead can bear the number of its square.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout
from devices.screen.parts.relief import LIGHT, Array, Colour, shrunk, smooth_step
from devices.screen.parts.sprites import PlacedSprite

NUMBERED = 18
"""A bead of so many pixels across bears the number of its square: it is told without colour."""
_OVERSAMPLE = 3
_HALF = np.array((LIGHT[0], LIGHT[1], LIGHT[2] + 1.0), np.float32)
_HALF /= np.float32(np.linalg.norm(_HALF))


@dataclass(frozen=True)
class Glass:
    """What a bead is made of."""

    deep: Colour  # Its colour in the shadow, where light has a long way through it
    body: Colour
    bright: Colour  # Where it gathers the light
    clear: float  # How much light goes through: 0 jet, 1 clear coloured glass
    foil: float = 0.0  # How much of a mirror it is
    ink: Colour = (250.0, 248.0, 240.0)  # Of a number on it


_DARK_INK: Colour = (34.0, 28.0, 24.0)
GLASS: tuple[Glass, ...] = (
    Glass((82, 48, 4), (206, 152, 40), (255, 226, 130), 0.15, 0.85, _DARK_INK),
    Glass((150, 147, 142), (246, 244, 238), (255, 255, 252), 0.45, 0.0, _DARK_INK),
    Glass((58, 34, 96), (152, 112, 204), (226, 196, 255), 0.9),
    Glass((44, 48, 56), (156, 162, 172), (240, 244, 250), 0.1, 0.9, _DARK_INK),
    Glass((2, 46, 20), (16, 126, 58), (120, 232, 140), 0.9),
    Glass((150, 44, 78), (240, 128, 160), (255, 214, 222), 0.7, 0.0, _DARK_INK),
    Glass((66, 0, 6), (186, 16, 24), (255, 110, 86), 0.9),
    Glass((104, 40, 0), (230, 128, 14), (255, 220, 110), 1.0, 0.0, _DARK_INK),
    Glass((4, 4, 6), (26, 25, 30), (84, 84, 98), 0.0),
)


def _sphere(size: int) -> tuple[Array, Array, Array, Array]:
    """x, y, z of a sphere's front over a square (float32[size, size]) and its radius there."""
    axis = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
    x, y = (
        np.broadcast_to(axis[None, :], (size, size)),
        np.broadcast_to(axis[:, None], (size, size)),
    )
    radius = np.hypot(x, y)
    z = np.sqrt(np.clip(1 - radius * radius, 0, 1))
    return (*(np.asarray(values, np.float32) for values in (x, y, z, radius)),)  # type: ignore[return-value]


def _mirrored(x: Array, y: Array, z: Array) -> Array:
    """The room as a polished ball mirrors it, 0 to 1: lamp above left, table below."""
    up = -2 * z * y * 0.85 - 2 * z * x * 0.35
    sky = smooth_step(0.0, 0.75, up)
    table = 0.55 * smooth_step(0.10, 0.9, -up)
    return np.asarray(0.16 + 0.78 * sky + table, np.float32)


def _shaded(glass: Glass, size: int) -> tuple[Array, Array]:
    """A bead's colours and cover, float32[size, size, 3] and [size, size]."""
    x, y, z, radius = _sphere(size)
    facing = np.maximum(x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2], 0)
    through = np.exp(-((x - 0.36) ** 2 + (y - 0.46) ** 2) / 0.22)
    deep, body, bright = (
        np.asarray(colour, np.float32) for colour in (glass.deep, glass.body, glass.bright)
    )
    light = np.clip(0.22 + 0.90 * facing, 0, 1)[..., None]
    rgb = deep * (1 - light) + body * light
    # The rim, where the way through the glass is short but light is bent away.
    rim = smooth_step(0.62, 1.0, radius)[..., None]
    rgb = rgb * (1 - 0.52 * rim) + deep * 0.28 * rim
    gathered = (glass.clear * 0.92 * through * smooth_step(1.0, 0.80, radius))[..., None]
    rgb = rgb * (1 - gathered) + bright * gathered
    if glass.foil:
        mirror = _mirrored(x, y, z)[..., None]
        foil = deep * (1 - mirror) + bright * mirror
        rgb = rgb * (1 - glass.foil) + foil * glass.foil * (1 - 0.45 * rim)
    # A second, faint edge of light low on the right: the table's.
    edge = np.exp(-(((radius - 0.90) / 0.06) ** 2)) * smooth_step(0.1, 0.9, (x + y) * 0.7)
    rgb = rgb + (bright * 0.42 + 20) * edge[..., None]
    half = np.maximum(x * _HALF[0] + y * _HALF[1] + z * _HALF[2], 0)
    gloss = 0.95 * smooth_step(0.974, 0.989, np.asarray(half, np.float32)) + 0.30 * half**22
    rgb = rgb + (255 - np.minimum(rgb, 255)) * np.clip(gloss, 0, 1)[..., None]
    cover = np.clip((1 - radius) * size / 2 + 0.5, 0, 1)
    return np.asarray(rgb, np.float32), np.asarray(cover, np.float32)


@kept_picture
def bead(colour: int, diameter: int, number: bool = False) -> pygame.Surface:
    """A bead, ``diameter`` pixels square; cached, so never draw on one.

    ``number``: with the number of its square on it.
    """
    made = shrunk(*_shaded(GLASS[colour], max(diameter, 2) * _OVERSAMPLE), _OVERSAMPLE)
    if number:
        ink = tuple(round(part) for part in GLASS[colour].ink)
        _numbered(made, str(colour), (ink[0], ink[1], ink[2]))
    return made


def told_bead(colour: int, diameter: int) -> pygame.Surface:
    """A bead with its number, where it is large enough for one to be read."""
    return bead(colour, diameter, diameter >= NUMBERED)


def _numbered(made: pygame.Surface, text: str, ink: tuple[int, int, int]) -> None:
    size = made.get_width()
    letters = Engraving()
    high = size * 0.46
    under = (20, 16, 14) if sum(ink) > 380 else (255, 252, 244)
    for colour, move, weight in ((under, 0.6, 0.24), (ink, 0.0, 0.17)):
        letters.draw(
            made, text, size / 2 + move, size * 0.52 + move, high, colour, "centre", weight
        )


SHADOW = 2.2
"""A shadow's surface is so many diameters wide; the bead stands in its middle."""


@kept_picture
def shadow(colour: int, diameter: int, lift: int = 0) -> pygame.Surface:
    """What a bead throws on the table: a soft shadow to the lower right and, through coloured
    glass, a spot of light in it.  ``lift`` (0 to 4): how high it is held, in quarter diameters."""
    size = max(round(diameter * SHADOW), 4)
    axis = (np.arange(size, dtype=np.float32) + 0.5 - size / 2) / (diameter / 2)
    away = 0.34 + 0.16 * lift
    x = np.asarray(np.broadcast_to(axis[None, :], (size, size)), np.float32) - away * 0.8
    y = np.asarray(np.broadcast_to(axis[:, None], (size, size)), np.float32) - away
    far = np.hypot(x, y)
    soft = 0.55 + 0.16 * lift
    dark = (0.72 - 0.09 * lift) * (1 - smooth_step(1 - soft, 1 + soft * 0.6, far))
    # Where the bead touches, no light comes at all.
    touch = np.hypot(axis[None, :] - 0.12, axis[:, None] - 0.20)
    dark = np.maximum(dark, (0.55 if lift == 0 else 0.0) * (1 - smooth_step(0.5, 1.02, touch)))
    glass = GLASS[colour]
    spot = glass.clear * 0.85 * np.exp(-((x - 0.30) ** 2 + (y - 0.34) ** 2) / 0.16)
    rgb = np.asarray(glass.bright, np.float32) * 0.9 * spot[..., None]
    return cutout(np.asarray(rgb, np.float32), np.asarray(np.clip(dark, 0, 1), np.float32))


def shadow_corner(place: tuple[float, float], diameter: int) -> tuple[int, int]:
    """Where the shadow of a bead whose middle is at ``place`` is laid, pixels."""
    half = max(round(diameter * SHADOW), 4) / 2
    return round(place[0] - half), round(place[1] - half)


def bead_corner(place: tuple[float, float], diameter: int) -> tuple[int, int]:
    """Where a bead whose middle is at ``place`` is laid, pixels."""
    return round(place[0] - diameter / 2), round(place[1] - diameter / 2)


def bead_sprites(
    colour: int, diameter: int, place: tuple[float, float], lift: int = 0
) -> list[PlacedSprite]:
    """A bead and its shadow, ``lift`` quarter diameters above what lies at ``place`` (pixels)."""
    lifted = bead_corner((place[0], place[1] - lift * diameter * 0.10), diameter)
    return [
        PlacedSprite(shadow(colour, diameter, lift), *shadow_corner(place, diameter)),
        PlacedSprite(told_bead(colour, diameter), *lifted),
    ]


class Flying(NamedTuple):
    """A bead on its way: its colour, its place in the part's units, how high (0 to 4)."""

    colour: int
    x: float
    y: float
    lift: int = 2

    def sprites(self, diameter: int, scale: float) -> list[PlacedSprite]:
        """As it is seen at ``scale`` pixels a unit."""
        return bead_sprites(self.colour, diameter, (self.x * scale, self.y * scale), self.lift)
