"""What things are made of: enamel, hammertone, cabinet metal, wood, paper; shadows and vignettes.

A material is a picture, float32[height, width, 3] of 0 to 255 (red, green, blue), made by numpy and
turned into a surface once.  One light, from the upper left, falls on all of them.  The same size
and seed give the same picture, everywhere.  Colours are those of docs/sources/look.md, Light and
material.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.smooth import smoothscale
from devices.screen.strokes import Colour

Picture = npt.NDArray[np.float32]
"""float32[height, width, 3], or a shape that broadcasts to it; 0 to 255."""
Field = npt.NDArray[np.float32]
"""float32[height, width]: a mask, a noise or a shade."""

DARK_ENAMEL: tuple[Colour, Colour] = ((74, 76, 80), (58, 60, 64))
"""Each as top and bottom of a vertical gradient."""
LIGHT_ENAMEL: tuple[Colour, Colour] = ((226, 224, 214), (205, 203, 194))
CABINET: tuple[Colour, Colour] = ((150, 152, 152), (96, 98, 100))
WOOD: tuple[Colour, Colour] = ((142, 96, 56), (92, 58, 32))
PAPER: Colour = (240, 236, 222)
LIGHT = np.array([-0.60, -0.80], dtype=np.float32)
"""Where the light comes from, in the picture's plane: x, y (y down)."""

_BAND = 128
"""Rows."""
_TILE = 512
_SEEDS = 8
"""Squares of noise that are drawn; that of a further seed is one of them, shifted."""


def _noise(seed: int) -> Field:
    """A square of noise that repeats without a seam, mean 0 and deviation 1, averaged 2x2."""
    square = _drawn_noise(seed % _SEEDS)
    return square if seed < _SEEDS else np.roll(square, (seed * 53, seed * 97), (0, 1))


@kept_picture
def _drawn_noise(seed: int) -> Field:
    raw = np.random.default_rng(seed).standard_normal((_TILE, _TILE), dtype=np.float32)
    soft = raw + np.roll(raw, 1, 0) + np.roll(raw, 1, 1) + np.roll(raw, (1, 1), (0, 1))
    return soft * np.float32(0.5)


def _tiled(tile: Field, width: int, height: int) -> Field:
    # np.tile and np.repeat hold the interpreter while they copy: 0.1 s for a console at 3840 x
    # 2160, in which no frame is drawn.  Assignments let go of it.
    made = np.empty((height, width), dtype=np.float32)
    for y in range(0, height, _TILE):
        for x in range(0, width, _TILE):
            made[y : y + _TILE, x : x + _TILE] = tile[: height - y, : width - x]
    return made


def magnify(picture: Picture, across: int, down: int, width: int, height: int) -> Picture:
    """The picture, or field, of ``width`` by ``height`` pixels in which each of the given one's
    stands ``across`` times beside and ``down`` times below itself, cut where it is larger."""
    made = np.empty((height, width, *picture.shape[2:]), dtype=np.float32)
    for y in range(down):
        for x in range(across):
            part = made[y::down, x::across]
            part[:] = picture[: part.shape[0], : part.shape[1]]
    return made


def grain(width: int, height: int, seed: int = 1) -> Field:
    """Fine even noise, mean 0, deviation 1."""
    return _tiled(_noise(seed), width, height)


@kept_picture
def _bumps(seed: int) -> Field:
    soft = _noise(seed)
    for shift in (1, 2):
        soft = (
            soft
            + np.roll(soft, shift, 0)
            + np.roll(soft, shift, 1)
            + np.roll(soft, (shift, shift), (0, 1))
        ) * np.float32(0.25)
    lit = soft - np.roll(soft, (-1, -1), (0, 1))
    spread: Field = (lit / lit.std()).astype(np.float32)
    return spread


def hammertone(width: int, height: int, seed: int = 1) -> Field:
    """The small bumps of hammer enamel as the light catches them: mean 0, deviation 1."""
    return _tiled(_bumps(seed), width, height)


def vertical(width: int, height: int, top: Colour, bottom: Colour) -> Picture:
    """A gradient from ``top`` to ``bottom``; a view to read, not to write on."""
    share = np.linspace(0.0, 1.0, max(height, 1), dtype=np.float32)[:, None, None]
    ends = np.array([top, bottom], dtype=np.float32)
    column = ends[0] + (ends[1] - ends[0]) * share
    return np.broadcast_to(column, (column.shape[0], width, 3))


def vignette(width: int, height: int, depth: float = 0.12) -> Field:
    """A factor a pixel: 1 where the light falls, left above the middle, less to the edges."""
    xs = np.linspace(-0.85, 1.15, max(width, 1), dtype=np.float32)[None, :]
    ys = np.linspace(-0.85, 1.15, max(height, 1), dtype=np.float32)[:, None]
    return 1.0 - np.float32(depth) * np.minimum((xs * xs + ys * ys) * np.float32(0.5), 1.0)


def _coated(
    width: int, height: int, colours: tuple[Colour, Colour], bumps: float, fine: float, seed: int
) -> Picture:
    texture = hammertone(width, height, seed) * np.float32(bumps)
    texture = texture + grain(width, height, seed + 1) * np.float32(fine)
    picture: Picture = vertical(width, height, *colours) + texture[..., None]
    picture *= vignette(width, height)[..., None]
    return picture


def dark_enamel(width: int, height: int, seed: int = 11, rough: float = 1.0) -> Picture:
    """Dark grey hammertone enamel.  ``rough`` here and below: less than 1 where the picture isn't
    brought down by smoothscale afterwards, which evens its grain."""
    return _coated(width, height, DARK_ENAMEL, 2.1 * rough, 0.8 * rough, seed)


def light_enamel(width: int, height: int, seed: int = 21, rough: float = 1.0) -> Picture:
    """Light smooth enamel."""
    return _coated(width, height, LIGHT_ENAMEL, 0.9 * rough, 0.7 * rough, seed)


def cabinet_metal(width: int, height: int, seed: int = 31, rough: float = 1.0) -> Picture:
    """Grey painted sheet metal."""
    return _coated(width, height, CABINET, 2.2 * rough, 1.0 * rough, seed)


def polish_metal(width: int, height: int, seed: int = 51) -> Picture:
    """A horizontal bar of polished metal: bands of sky and floor, and fine scratches along it."""
    stops = np.array([0.0, 0.10, 0.30, 0.46, 0.56, 0.80, 1.0], dtype=np.float32)
    greys = np.array([120, 250, 236, 208, 146, 182, 96], dtype=np.float32)
    share = (np.arange(height, dtype=np.float32) + 0.5) / max(height, 1)
    column = np.interp(share, stops, greys).astype(np.float32)
    along = np.interp(
        np.linspace(0, 1, max(width, 1)), [0.0, 0.25, 0.6, 1.0], [0.96, 1.04, 1.0, 0.9]
    )
    picture = column[:, None] * along[None, :].astype(np.float32)
    picture = picture + _noise(seed)[:height, :1] * np.float32(2.0)
    return picture[..., None] * np.array([1.0, 0.995, 0.98], dtype=np.float32)


def wood(width: int, height: int, seed: int = 61, tone: float = 1.0) -> Picture:
    """Wood with its grain along x: sine rings, wandering, with pores; ``tone`` makes it darker."""
    generator = np.random.default_rng(seed)
    xs = np.arange(width, dtype=np.float32)[None, :]
    ys = np.arange(height, dtype=np.float32)[:, None]
    wander = np.zeros((height, width), dtype=np.float32)
    for _ in range(4):
        phase, length, depth = generator.uniform((0, 260, 2), (6.28, 900, 7))
        wander += np.float32(depth) * np.sin(
            xs / np.float32(length) * 6.28 + np.float32(phase) + ys / 190
        )
    rings = np.sin((ys + wander) * np.float32(0.42)) + 0.5 * np.sin(
        (ys + wander) * np.float32(1.13)
    )
    pores = magnify(grain(-(-width // 12), height, seed + 1), 12, 1, width, height)
    shade = 0.5 + 0.17 * rings + 0.07 * pores + 0.03 * grain(width, height, seed + 2)
    ends = np.array(WOOD, dtype=np.float32) * np.float32(tone)
    boards = ends[1] + (ends[0] - ends[1]) * np.clip(shade, 0.0, 1.2)[..., None]
    picture: Picture = boards * vignette(width, height)[..., None]
    return picture


def paper(width: int, height: int, seed: int = 71, colour: Colour = PAPER) -> Picture:
    """Paper with fibre: fine tooth, short strands along x and y, slow cloudiness."""
    tooth = grain(width, height, seed)
    along = magnify(grain(-(-width // 7), height, seed + 1), 7, 1, width, height)
    across = magnify(grain(width, -(-height // 5), seed + 2), 1, 5, width, height)
    shade = 1.1 * tooth + 0.9 * along + 0.7 * across
    picture = np.array(colour, dtype=np.float32) + shade[..., None]
    clipped: Picture = np.clip(picture, 0.0, 255.0).astype(np.float32)
    return clipped


def bands(height: int) -> Iterator[slice]:
    """So many rows, some at a time: a large picture's scratch arrays would take hundreds of MB."""
    return (slice(top, min(top + _BAND, height)) for top in range(0, height, _BAND))


def sheet(picture: Picture) -> pygame.Surface:
    """The picture as an opaque surface."""
    height, width = picture.shape[:2]
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    for rows in bands(height):
        pixels[rows, :, :3] = np.clip(picture[rows, :, ::-1] + np.float32(0.5), 0.0, 255.0)
    pixels[..., 3] = 255
    loaded = pygame.image.frombuffer(pixels.data, (width, height), "BGRA")
    surface = pygame.Surface((width, height), 0, 32)
    surface.blit(loaded, (0, 0))
    return surface


def cutout(picture: Picture, mask: Field) -> pygame.Surface:
    """The picture as a surface with an alpha of its own (``mask``, 0 to 1)."""
    height, width = mask.shape
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    for rows in bands(height):
        pixels[rows, :, :3] = np.clip(picture[rows, :, ::-1] + np.float32(0.5), 0.0, 255.0)
    pixels[..., 3] = np.clip(mask * np.float32(255.0) + np.float32(0.5), 0.0, 255.0)
    return pygame.image.frombuffer(pixels.data, (width, height), "BGRA").copy()


@kept_picture
def soft_shadow(
    width: int, height: int, blur: int, strength: float = 0.5, radius: int = 0
) -> pygame.Surface:
    """The soft shadow of a rounded box of ``width`` by ``height`` pixels, ``blur`` wider a side.

    A filled shape shrunk and enlarged by smoothscale.  Blit it ``blur`` up and left of the box and
    then moved to the lower right by as much as the box stands off.  Cached: never draw on one.
    """
    full = (width + 2 * blur, height + 2 * blur)
    shape = pygame.Surface(full, pygame.SRCALPHA, 32)
    black = (0, 0, 0, round(255 * min(1.0, max(0.0, strength))))
    pygame.draw.rect(shape, black, (blur, blur, width, height), border_radius=radius)
    small = (max(2, full[0] // max(1, blur)), max(2, full[1] // max(1, blur)))
    shrunk = smoothscale(smoothscale(shape, small), full)
    return smoothscale(smoothscale(shrunk, (max(2, small[0] * 2), max(2, small[1] * 2))), full)
