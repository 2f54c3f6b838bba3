"""A matchbox seen from its front: the sleeve's edge, and the tray's end with its paper label.

The label has the board at the left, a notch for the thumb in the middle and the box's number at the
right; its paper is tinted by stage.  All measures are in units; a real box is 36 mm wide, so one
unit is 0.7 mm.  The eye is a little to the left of the boxes and above them: what is further back
lies up and to the left, what stands out lies down and to the right.
"""

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout, grain, paper, sheet
from devices.screen.parts.pencil import INK, Lead, mark, trace_strokes
from devices.screen.smooth import smoothscale

PITCH = (51.0, 20.0)
"""From one box to the next, across and down."""
WALL = 1.25
"""How thick the sleeve's card is."""
FACE = (1.7, 1.7, 47.4, 16.4)
"""The tray's end within the box: left, top, width, height."""
BACKWARDS = (-0.085, -0.15)
"""Where a place one unit further back lies."""
DEPTH = 74.0
"""How long a box is."""
BLUE = (40, 66, 128)
TINTS: tuple[tuple[int, int, int], ...] = (
    (250, 224, 138),
    (247, 236, 206),
    (196, 216, 238),
    (204, 228, 196),
)
"""Paper of the labels for the machine's first, second, third and fourth move."""
WOOD = (206, 172, 122)

DRAWING = (1.5, 1.1, 14.2)
"""The board on a face: left, top, side."""
FIGURES = 7.4
"""Height of the number's figures."""
_NOTCH = 3.5

_LETTERS = Engraving()
_LABEL_INK = Lead((30, 28, 38), 0.16, 0.0)


def marks_of(rows: str) -> tuple[tuple[int, int, str], ...]:
    """Row, column and sign of each mark on a board written ``"O.X/.O./..X"``."""
    return tuple(
        (down, across, sign)
        for down, row in enumerate(rows.split("/"))
        for across, sign in enumerate(row)
        if sign in "OX"
    )


def draw_board(
    target: pygame.Surface, rows: str, left: float, top: float, side: float, lead: Lead = INK,
    seed: int = 0,
) -> None:  # fmt: skip
    """Draw a board's grid and marks on ``target``, pixels."""
    whole = max(round(side), 3)
    thin = Lead(lead.colour, lead.wide * 0.22, lead.tooth)
    target.blit(mark("grid", whole, thin, 1 + seed % 3), (round(left), round(top)))
    cell = side / 3
    for down, across, sign in marks_of(rows):
        sprite = mark(sign, max(round(cell * 0.92), 2), lead, 11 + (seed + 3 * down + across) % 5)
        inset = 0.04 * cell
        target.blit(sprite, (round(left + across * cell + inset), round(top + down * cell + inset)))


@kept_picture
def _stock(width: int, height: int, tint: tuple[int, int, int]) -> pygame.Surface:
    """The label's paper with a little of the tray's wood round it."""
    rgb = paper(width, height, 77, tint)
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    rgb = rgb * (1.03 - 0.09 * y)
    edge = max(round(height * 0.035), 1)
    wood = np.asarray(WOOD, np.float32) + grain(width, height, 78)[..., None] * 6
    for cut in (
        np.s_[:edge], np.s_[-edge:], np.s_[:, :edge], np.s_[:, -edge:],
    ):  # fmt: skip
        rgb[cut] = wood[cut] * 0.86
    rgb[:edge] = wood[:edge] * 1.12
    return sheet(np.asarray(rgb, np.float32))


@kept_picture
def _notch(radius: int) -> pygame.Surface:
    """A half-moon cut out of the upper edge: the dark of the tray is seen through it."""
    wide = 2 * radius + 4
    x = np.arange(wide, dtype=np.float32)[None, :] + 0.5 - wide / 2
    y = np.arange(radius + 3, dtype=np.float32)[:, None] + 0.5
    away = np.hypot(x, y * 1.12) - radius
    cover = np.clip(0.5 - away, 0, 1)
    lit = np.clip((x + y) / radius, 0, 1) * np.clip(1 + away / (0.30 * radius), 0, 1)
    rgb = np.array((26.0, 17.0, 11.0), np.float32) + (lit * 105)[..., None] * np.array(
        (1.0, 0.80, 0.55), np.float32
    )
    rim = np.clip(1.2 - np.abs(away), 0, 1) * 0.5
    cover = np.maximum(cover, rim)
    return cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))


def face(rows: str, number: int, tint: int, size: tuple[int, int]) -> pygame.Surface:
    """The tray's end of one box, ``size`` pixels: drawn larger and brought down."""
    fine = 3 if size[0] < 120 else 2
    big = (size[0] * fine, size[1] * fine)
    unit = big[0] / FACE[2]
    made = _stock(*big, TINTS[tint]).copy()
    left, top, side = (part * unit for part in DRAWING)
    draw_board(made, rows, left, top, side, _LABEL_INK, number)
    notch = _notch(max(round(_NOTCH * unit), 2))
    made.blit(notch, notch.get_rect(midtop=(big[0] // 2, 0)))
    _LETTERS.draw(
        made, str(number), big[0] - 2.2 * unit, big[1] * 0.53, FIGURES * unit, (32, 28, 30),
        "right", 0.15, 0.02,
    )  # fmt: skip
    made = smoothscale(made, size)
    aged = _aged(number, rows)
    made.fill((aged[0], aged[1], aged[2]), special_flags=pygame.BLEND_RGB_MULT)
    return made


def _aged(number: int, rows: str) -> tuple[int, int, int]:
    """How much of each colour a label has kept: no two have yellowed alike."""
    chance = np.random.default_rng((number, len(rows), 1961))
    grey, yellow = chance.uniform(0.93, 1.0), chance.uniform(0.93, 1.0)
    return round(255 * grey), round(255 * grey), round(255 * grey * yellow)


@kept_picture
def spent(size: tuple[int, int]) -> pygame.Surface:
    """What is laid over an empty box's label: it is faded and struck out in red."""
    made = pygame.Surface(size, pygame.SRCALPHA, 32)
    made.fill((74, 66, 58, 120))
    wide, high = size
    square = pygame.Surface((wide, wide), pygame.SRCALPHA, 32)
    lift = 0.5 * (1 - high / wide)
    ends = ((0.06, lift + 0.84 * high / wide), (0.94, lift + 0.16 * high / wide))
    square.blit(trace_strokes((ends,), wide, Lead((196, 34, 26), 0.05, 0.12), 5), (0, 0))
    made.blit(square, (0, (high - wide) // 2))
    return made
