"""Punched cards as they look: a card's face with its holes, and decks seen from the edge.

A face is 7 3/8 by 3 1/4 inches of manila with the upper left corner cut; 80 columns 0.087 inch
apart, twelve rows a quarter of an inch apart, holes that show what lies behind, the printed digits
in pale ink, and along the top edge the characters that the keypunch typed.
"""

import numpy as np
import pygame

from devices.media.card import Card
from devices.media.charset import GRAPHICS
from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout, paper
from devices.screen.parts.relief import Array, cloud
from devices.screen.smooth import smoothscale

INCHES = (7.375, 3.25)
MANILA = (232, 213, 168)
EDGE = (214, 194, 150)
_INK = (58, 52, 74)
_BEHIND = (34, 31, 29)
_FIRST_COLUMN = 0.2515
_COLUMN = 0.087
_FIRST_ROW = 0.25
_ROW = 0.25
_HOLE = (0.055, 0.125)

_ENGRAVING = Engraving()


def face_height(width: int) -> int:
    """Pixels from edge to edge of a card that is ``width`` pixels long."""
    return round(width * INCHES[1] / INCHES[0])


@kept_picture
def face(card: Card | None, width: int, typed: bool = True) -> pygame.Surface:
    """A card's face (None: a blank card), with alpha; shared: never draw on it.

    A keypunch types what it punches along the top edge; the 721 doesn't (``typed`` False).
    """
    inch = width / INCHES[0]
    rgb = _blank(width).copy()
    if card is not None:
        _punched(rgb, card, inch)
    made = cutout(rgb, _outline(width))
    if card is not None and typed and inch * _COLUMN >= 2.0:
        _typed(made, card, inch)
    return made


def prepare(width: int) -> None:
    """Make a blank card and the letters that a keypunch types: any card's face is then soon had."""
    face(None, width)
    if width / INCHES[0] * _COLUMN >= 2.0:
        _ENGRAVING.prepare(_typed_height(width / INCHES[0]), 0.14, GRAPHICS.values())


@kept_picture
def _blank(width: int) -> Array:
    """Manila with the digits of each row in pale print."""
    height = face_height(width)
    inch = width / INCHES[0]
    rgb = paper(width, height, 80, MANILA)
    x = (np.arange(width, dtype=np.float32)[None, :] + 0.5) / inch
    y = (np.arange(height, dtype=np.float32)[:, None] + 0.5) / inch
    rgb *= np.asarray(1.05 - 0.05 * x / INCHES[0] - 0.07 * y / INCHES[1], np.float32)[..., None]
    # Printed digits: at this size a pale upright mark at each place where a hole may be.
    column = (x - _FIRST_COLUMN) / _COLUMN
    row = (y - _FIRST_ROW) / _ROW
    near = (np.abs(column - np.round(column)) < 0.16) & (np.round(column) >= 0)
    near = near & (np.round(column) < 80)
    digit = (np.abs(row - np.round(row)) < 0.15) & (np.round(row) >= 2) & (np.round(row) <= 11)
    rgb[near & digit] *= np.array([0.90, 0.89, 0.93], dtype=np.float32)
    edge = np.minimum(np.minimum(x, INCHES[0] - x), np.minimum(y, INCHES[1] - y)) * inch
    rgb *= np.where(edge < 1.0, 0.86, 1.0).astype(np.float32)[..., None]
    return rgb


@kept_picture
def _outline(width: int) -> Array:
    """Where the card is: all of its rectangle but the cut corner."""
    height = face_height(width)
    inch = width / INCHES[0]
    x = np.arange(width, dtype=np.float32)[None, :] + 0.5
    y = np.arange(height, dtype=np.float32)[:, None] + 0.5
    cut = (x / 0.25 + y / 0.433) - inch
    return np.asarray(np.clip(cut * 0.22 + 0.5, 0, 1), dtype=np.float32)


def _span(middle: float, length: float, inch: float) -> tuple[int, int]:
    start = round((middle - length / 2) * inch)
    return start, max(round((middle + length / 2) * inch), start + 1)


def _punched(rgb: Array, card: Card, inch: float) -> None:
    """Cut the holes: what lies behind is dark, the lower edge of each catches light."""
    for index, punches in enumerate(card.columns):
        if not punches:
            continue
        left, right = _span(_FIRST_COLUMN + index * _COLUMN, _HOLE[0], inch)
        for row in range(12):
            if not punches & (0x800 >> row):
                continue
            top, bottom = _span(_FIRST_ROW + row * _ROW, _HOLE[1], inch)
            rgb[top:bottom, left:right] = _BEHIND
            if inch > 40:
                rgb[bottom : bottom + 1, left : right + 1] *= 1.08


def _typed(made: pygame.Surface, card: Card, inch: float) -> None:
    """The characters along the top edge, each over its column."""
    height = _typed_height(inch)
    for index, punches in enumerate(card.columns):
        char = GRAPHICS.get(punches, "?")
        if char != " ":
            x = (_FIRST_COLUMN + index * _COLUMN) * inch
            _ENGRAVING.draw(made, char, x, 0.088 * inch, height, _INK, "centre", 0.14)


def _typed_height(inch: float) -> float:
    return max(0.078 * inch, 2.4)


def leaning(card: Card, width: int, tall: int, typed: bool = True) -> pygame.Surface:
    """A card that leans back: its height foreshortened, its foot in shadow."""
    made = smoothscale(face(card, width, typed), (width, tall))
    for y in range(tall):
        level = round(225 - 75 * (y / tall) ** 2)
        made.fill((level, level, level), (0, y, width, 1), pygame.BLEND_RGB_MULT)
    return made


@kept_picture
def passing(card: Card | None, width: int, height: int) -> pygame.Surface:
    """Cards that pass faster than the eye follows: holes drawn out into streaks."""
    sheet = face(card, width)
    streak = smoothscale(sheet, (width, 1))
    blurred = smoothscale(streak, (width, height))
    ends = np.ones((height, width), dtype=np.float32)
    made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    made.blit(blurred, (0, 0))
    fade = cutout(np.full((height, width, 3), 255, np.float32), ends * np.float32(0.82))
    made.blit(fade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@kept_picture
def edges(width: int, height: int, seed: int = 7) -> pygame.Surface:
    """A deck seen from its long edge: card upon card, some darker, none quite flush."""
    generator = np.random.default_rng(seed)
    tone = generator.normal(0, 1, height).astype(np.float32)
    fine = 0.82 + 0.10 * tone - 0.16 * (generator.random(height) < 0.16)
    worn = cloud(generator, height, width, (2, max(width // 5, 2)))
    rgb = np.asarray(EDGE, np.float32) * (fine[:, None, None] + 0.035 * worn[..., None])
    x = (np.arange(width, dtype=np.float32)[None, :] + 0.5) / width
    rgb = rgb * (1.08 - 0.24 * x)[..., None]
    left = generator.integers(0, 3, height) * (width / 480)
    right = generator.integers(0, 3, height) * (width / 480)
    place = np.arange(width, dtype=np.float32)[None, :]
    cover = np.clip(place - left[:, None] + 0.5, 0, 1)
    cover = cover * np.clip(width - right[:, None] - place - 0.5, 0, 1)
    return cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))
