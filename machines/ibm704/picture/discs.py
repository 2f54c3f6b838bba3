"""Turned wooden draughtsmen: a man is one disc, a king is two, the upper one with a crown inlaid.

The top is a height by distance from the middle (rim, groove, ring, dish), lit from the upper left;
boxwood shows its grain, ebony its polish.  A piece is looked at from a little in front of it, so
that its edge shows below and a king is seen to be a stack.
"""

from dataclasses import dataclass

import numpy as np
import pygame

from devices.screen.materials import cutout
from devices.screen.parts.relief import LIGHT, Array, Colour, cloud, shrunk, smooth_step

EDGE = 0.115
"""How much of a disc's edge shows below its top, in diameters."""

_OVERSAMPLE = 3
_VIEW_HALF = tuple(
    part / float(np.sqrt(LIGHT[0] ** 2 + LIGHT[1] ** 2 + (LIGHT[2] + 1) ** 2))
    for part in (LIGHT[0], LIGHT[1], LIGHT[2] + 1)
)
"""Half way between the light and the eye: where a polished top shines."""

# A crown in the unit square, points from the lower left corner round.
_CROWN = (
    (0.10, 0.80),
    (0.03, 0.26),
    (0.27, 0.48),
    (0.50, 0.10),
    (0.73, 0.48),
    (0.97, 0.26),
    (0.90, 0.80),
)


@dataclass(frozen=True)
class Wood:
    """What a disc is turned from."""

    base: Colour
    grain: Colour
    inlay: Colour
    gloss: float
    contrast: float


BOXWOOD = Wood((224, 199, 152), (176, 138, 88), (92, 52, 26), 0.26, 0.55)
EBONY = Wood((58, 50, 47), (30, 25, 24), (214, 176, 96), 0.34, 0.8)


def _profile(radius: Array, crown: bool) -> Array:
    """The turned top: height in radii, by distance from the middle in radii.

    A crown lies in a plain dish; a man has a ring turned in his.
    """
    height = 0.085 * (1 - smooth_step(0.90, 1.0, radius) ** 1.0)
    height -= 0.045 * np.exp(-(((radius - 0.80) / 0.030) ** 2))
    height -= 0.050 * smooth_step(0.0, 0.22, 0.74 - radius)
    if crown:
        return np.asarray(height, dtype=np.float32)
    height += 0.035 * np.exp(-(((radius - 0.47) / 0.055) ** 2))
    height -= 0.030 * np.exp(-(((radius - 0.38) / 0.022) ** 2))
    return np.asarray(height, dtype=np.float32)


def _grain(size: int, wood: Wood, seed: int) -> Array:
    """The wood's colour over a square, float32[size, size, 3]."""
    generator = np.random.default_rng(seed)
    v = np.arange(size, dtype=np.float32)[:, None] / size
    warp = cloud(generator, size, size, (max(size // 3, 2), max(size // 2, 2)))
    rings = np.sin((v * 9.0 + warp * 1.1) * 2 * np.pi + generator.uniform(0, 6)) * 0.5 + 0.5
    fibre = cloud(generator, size, size, (2, max(size // 3, 2))) * 0.5 + 0.5
    share = wood.contrast * (0.55 * rings + 0.45 * fibre)
    base, dark = np.asarray(wood.base, np.float32), np.asarray(wood.grain, np.float32)
    return np.asarray(base * (1 - share[..., None]) + dark * share[..., None], dtype=np.float32)


def _top(size: int, wood: Wood, seed: int, crown: bool) -> tuple[Array, Array]:
    """A disc's top from straight above: rgb and cover, ``size`` pixels square."""
    centre = size / 2
    y = (np.arange(size, dtype=np.float32)[:, None] + 0.5 - centre) / centre
    x = (np.arange(size, dtype=np.float32)[None, :] + 0.5 - centre) / centre
    radius = np.hypot(x, y)
    height = _profile(radius, crown) * centre
    if crown:
        height = height - _crown_cover(size) * size * 0.012
    down, right = np.gradient(height)
    long = np.sqrt(right * right + down * down + 1)
    facing = (-right * LIGHT[0] - down * LIGHT[1] + LIGHT[2]) / long
    rgb = _grain(size, wood, seed)
    if crown:
        cover = _crown_cover(size)[..., None]
        rgb = rgb * (1 - cover) + np.asarray(wood.inlay, np.float32) * cover
    light = 0.34 + 0.66 * np.maximum(facing, 0) / LIGHT[2]
    shine = (-right * _VIEW_HALF[0] - down * _VIEW_HALF[1] + _VIEW_HALF[2]) / long
    spot = wood.gloss * np.maximum(shine, 0) ** 40
    broad = 0.10 * np.exp(-((x + 0.45) ** 2 + (y + 0.55) ** 2) / 0.5)
    rgb = rgb * light[..., None] + 255.0 * ((spot - wood.gloss * 0.35) * 0.55 + broad)[..., None]
    return np.asarray(rgb, np.float32), np.clip((1 - radius) * centre + 0.5, 0, 1)


def _crown_cover(size: int) -> Array:
    """A crown's cover over a disc's square, float32[size, size]."""
    side, left, top = size * 0.52, size * 0.24, size * 0.23
    mask = pygame.Surface((size, size), 0, 32)
    points = [(left + px * side, top + py * side) for px, py in _CROWN]
    pygame.draw.polygon(mask, (255, 255, 255), points)
    band = pygame.Rect(left + 0.10 * side, top + 0.86 * side, 0.80 * side, 0.12 * side)
    pygame.draw.rect(mask, (255, 255, 255), band)
    for px, py in ((0.03, 0.24), (0.5, 0.08), (0.97, 0.24)):
        pygame.draw.circle(mask, (255, 255, 255), (left + px * side, top + py * side), side * 0.06)
    return np.asarray(pygame.surfarray.array_red(mask).T / 255.0, dtype=np.float32)


def piece(diameter: int, wood: Wood, king: bool, seed: int) -> pygame.Surface:
    """A piece as it stands.

    The surface is ``diameter`` wide and taller by the edges that show; its lowest ``diameter``
    rows are the foot's circle.
    """
    size = diameter * _OVERSAMPLE
    edge = round(diameter * EDGE) * _OVERSAMPLE
    discs = 2 if king else 1
    tall = size + edge * discs
    rgb = np.zeros((tall, size, 3), np.float32)
    alpha = np.zeros((tall, size), np.float32)
    for level in range(discs):
        top_rgb, cover = _top(size, wood, seed + level, crown=king and level == discs - 1)
        foot = tall - size - edge * level
        side = _side(size, wood)
        for step in range(edge + 1):
            # A turned edge bulges: dark where it meets what it stands on, light in the middle.
            dark = 0.30 + 0.62 * float(np.sin(np.pi * (0.12 + 0.72 * step / max(edge, 1))))
            colour = side * dark
            where = slice(foot - step, foot - step + size)
            _over(rgb[where], alpha[where], colour, cover)
        where = slice(foot - edge, foot - edge + size)
        _over(rgb[where], alpha[where], top_rgb, cover)
    return shrunk(rgb, alpha, _OVERSAMPLE)


def _side(size: int, wood: Wood) -> Array:
    """The colour round a disc's edge: light at the left, dark at the right."""
    x = (np.arange(size, dtype=np.float32)[None, :, None] + 0.5) / size * 2 - 1
    light = 0.50 + 0.34 * np.exp(-(((x + 0.55) / 0.42) ** 2)) - 0.16 * x
    base = np.asarray(wood.base, np.float32) * 0.75 + np.asarray(wood.grain, np.float32) * 0.25
    return np.asarray(np.broadcast_to(base * light, (size, size, 3)), dtype=np.float32)


def _over(rgb: Array, alpha: Array, colour: Array, cover: Array) -> None:
    result = cover + alpha * (1 - cover)
    share = (cover / np.maximum(result, 1e-6))[..., None]
    rgb[...] = colour * share + rgb * (1 - share)
    alpha[...] = result


def shadow(diameter: int, soft: float, strength: float) -> pygame.Surface:
    """A round soft shadow, in a surface twice as wide as the disc that throws it."""
    size = diameter * 2
    axis = np.arange(size, dtype=np.float32) + 0.5 - diameter
    away = np.hypot(axis[None, :], axis[:, None]) - diameter / 2
    spread = max(soft * diameter, 0.6)
    cover = strength * (1 - smooth_step(-spread, spread, np.asarray(away, np.float32)))
    return cutout(np.zeros((size, size, 3), np.float32), np.asarray(cover, np.float32))
