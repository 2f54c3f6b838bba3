"""A matchbox seen from its front: the sleeve's edge, and the tray's end with its paper label.

The label has the board at the left, a notch for the thumb in the middle and the box's number at the
right; its paper is tinted by stage.  All measures are in units; a real box is 36 mm wide, so one
unit is 0.7 mm.  The eye is a little to the left of the boxes and above them: what is further back
lies up and to the left, what stands out lies down and to the right.

Everything is drawn at a scale, on surfaces that the cabinet lays on its sheet.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout, grain, paper, sheet, soft_shadow
from devices.screen.parts.pencil_board import INK, Lead, mark, trace_strokes
from devices.screen.png import colours
from devices.screen.smooth import smoothscale
from machines.menace.picture import beads

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


def marks_picture(rows: str, side: int = 384) -> npt.NDArray[np.uint8]:
    """A board in pencil on paper, uint8[side, side, 3]."""
    made = sheet(paper(side, side))
    draw_board(made, rows, 0.1 * side, 0.1 * side, 0.8 * side)
    return colours(made).copy()


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


# -- Matchboxes as they stand in the cabinet: blocks of sleeves, trays that stand out of them ------

Label = tuple[str, int, int]
"""Rows of the board, number, tint."""

FAR = 52.0
"""How far an opened tray is pulled, units."""
ROOM = (12.0, 16.0)
"""What a pulled tray and its shadow need beyond its box, to the right and below."""
_FINE = 2
_DARK = (9, 9, 13)
STRIKING = (104, 66, 48)
"""The brown side on which a match is struck."""
BEAD = 5.6
"""A bead's diameter in an open tray."""


class Pulled(NamedTuple):
    """A box that a play has opened."""

    number: int
    out: float = 1.0  # How far its tray is pulled out, 0 to 1
    taken: bool = False  # Whether the tray is in the hand: the sleeve is empty
    colours: tuple[int, ...] = ()  # Some of its beads, as they are seen in the tray


class BoxArt:
    """Boxes drawn at ``scale`` pixels a unit; places are units of the surface drawn on."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def px(self, units: float) -> int:
        return round(units * self.scale)

    def face_rect(self, left: float, top: float, out: float) -> pygame.Rect:
        """The pixels of the label of a box at (left, top) whose tray stands ``out`` units out."""
        grown = 1 + max(out, 0.0) * 0.0011
        wide, high = FACE[2] * grown, FACE[3] * grown
        x = left + FACE[0] - BACKWARDS[0] * out - (wide - FACE[2]) * 0.3
        y = top + FACE[1] - BACKWARDS[1] * out - (high - FACE[3]) * 0.3
        return pygame.Rect(self.px(x), self.px(y), self.px(wide), self.px(high))

    # The block of sleeves.

    def block(
        self, target: pygame.Surface, left: float, top: float, bare: int, behind: bool
    ) -> None:
        """What is seen of a column beside its front: its top, and its left side, where the boxes'
        striking surfaces are, as far as its neighbour is lower (``bare`` boxes).  ``behind``: its
        neighbour is higher and hides the top's corner."""
        back = (BACKWARDS[0] * DEPTH, BACKWARDS[1] * DEPTH)
        right, low = left + PITCH[0], top + bare * PITCH[1]
        if behind:
            target.set_clip((self.px(left), 0, target.get_width(), target.get_height()))
        self._slab(
            target,
            [(left, top), (right, top), (right + back[0], top + back[1]),
             (left + back[0], top + back[1])],
            (66, 96, 164), (30, 44, 84),
        )  # fmt: skip
        target.set_clip(None)
        self._joint(target, (right, top), back)
        if not bare:
            return
        self._slab(
            target,
            [(left, top), (left + back[0], top + back[1]), (left + back[0], low + back[1]),
             (left, low)],
            STRIKING, (46, 28, 22), across=True,
        )  # fmt: skip
        for row in range(bare + 1):
            self._joint(target, (left, top + row * PITCH[1]), back)

    def _joint(
        self, target: pygame.Surface, place: tuple[float, float], back: tuple[float, float]
    ) -> None:
        """The line along which two sleeves meet, from the front to the back."""
        x, y = place[0] * self.scale, place[1] * self.scale
        end = (x + back[0] * self.scale, y + back[1] * self.scale)
        pygame.draw.aaline(target, (18, 24, 48), (x, y), end)

    def _slab(
        self,
        target: pygame.Surface,
        points: list[tuple[float, float]],
        near: tuple[int, int, int],
        far: tuple[int, int, int],
        across: bool = False,
    ) -> None:
        """A side that runs back from the front: light at its front edge, darker behind."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        x0, y0 = self.px(min(xs)) - 1, self.px(min(ys)) - 1
        size = (self.px(max(xs)) - x0 + 2, self.px(max(ys)) - y0 + 2)
        shape = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA, 32)
        shape.fill((*near, 0))
        corners = [
            ((x * self.scale - x0) * _FINE, (y * self.scale - y0) * _FINE) for x, y in points
        ]
        pygame.draw.polygon(shape, (255, 255, 255, 255), corners)
        shape = smoothscale(shape, size)
        ramp = pygame.Surface((2, 1) if across else (1, 2), 0, 32)
        ramp.set_at((0, 0), far)
        ramp.set_at((1, 0) if across else (0, 1), near)
        tone = pygame.Surface(size, pygame.SRCALPHA, 32)
        tone.blit(smoothscale(ramp, size), (0, 0))
        shape.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
        shape.blit(tone, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        target.blit(shape, (x0, y0))

    def sleeve(self, target: pygame.Surface, left: float, top: float) -> None:
        """A sleeve's front edge round its dark inside."""
        x, y = self.px(left), self.px(top)
        size = (self.px(left + PITCH[0]) - x, self.px(top + PITCH[1]) - y)
        target.blit(_sleeve(size, self.scale), (x, y))

    # Trays.

    def tray(
        self,
        target: pygame.Surface,
        left: float,
        top: float,
        label: Label,
        out: float,
        colours: tuple[int, ...] = (),
        struck: bool = False,
    ) -> None:
        """A tray that stands ``out`` units out of its sleeve (negative: it is pushed in)."""
        rect = self.face_rect(left, top, out)
        mouth = self.face_rect(left, top, 0.0)
        if out > 0.5:
            self._body(target, mouth, rect, colours)
        rows, number, tint = label
        target.blit(face(rows, number, tint, rect.size), rect)
        if struck:
            target.blit(spent(rect.size), rect)
        if out < 0:
            # The sleeve's edge throws its shadow on a tray that is pushed in.
            for k in range(max(self.px(-out * 0.5), 1)):
                dark = pygame.Surface((rect.width, 1), pygame.SRCALPHA, 32)
                dark.fill((0, 0, 0, max(110 - 40 * k, 0)))
                target.blit(dark, (rect.x, rect.y + k))

    def _body(
        self, target: pygame.Surface, mouth: pygame.Rect, rect: pygame.Rect,
        colours: tuple[int, ...],
    ) -> None:  # fmt: skip
        """What is seen behind a tray's end: its shadow, its left wall, its open top."""
        drop = (rect.x - mouth.x, rect.y - mouth.y)
        blur = max(self.px(1.2), 1, (drop[0] + drop[1]) // 2)
        shade = soft_shadow(rect.width, rect.height, blur, 0.72)
        target.blit(shade, (rect.x + drop[0] // 2 - blur, rect.y + drop[1] // 2 - blur + 1))
        wood, dark, lit = (150, 118, 78), (84, 60, 36), (206, 176, 130)
        left = [mouth.topleft, rect.topleft, rect.bottomleft, mouth.bottomleft]
        pygame.draw.polygon(target, wood, left)
        if drop[1] < 2:
            pygame.draw.line(target, dark, mouth.topleft, mouth.topright)
            return
        inside = [mouth.topleft, mouth.topright, rect.topright, rect.topleft]
        pygame.draw.polygon(target, dark, inside)
        self._inside(target, mouth, rect, colours)
        edge = max(self.px(0.5), 1)
        pygame.draw.line(target, lit, mouth.topleft, rect.topleft, edge)
        pygame.draw.line(target, wood, (mouth.right - 1, mouth.top), (rect.right - 1, rect.top),
                         edge)  # fmt: skip

    def _inside(
        self, target: pygame.Surface, mouth: pygame.Rect, rect: pygame.Rect,
        colours: tuple[int, ...],
    ) -> None:  # fmt: skip
        """Beads in a tray that is far out, and the dark of the sleeve behind them."""
        deep = rect.y - mouth.y
        for k in range(max(deep // 3, 1)):
            dark = pygame.Surface((mouth.width, 1), pygame.SRCALPHA, 32)
            dark.fill((0, 0, 0, max(170 - 170 * 3 * k // max(deep, 1), 0)))
            target.blit(dark, (mouth.x, mouth.y + k))
        size = max(self.px(BEAD), 2)
        if deep < size:
            return
        for k, colour in enumerate(colours[:7]):
            share = (k + 0.5) / min(len(colours), 7)
            x = mouth.x + rect.width * (0.10 + 0.82 * share) + (rect.x - mouth.x) * 0.6
            y = mouth.y + deep * (0.50 + 0.16 * ((k * 5) % 3 - 1))
            target.blit(beads.told_bead(colour, size), beads.bead_corner((x, y), size))

    def pulled(self, box: Pulled, label: Label, struck: bool) -> pygame.Surface:
        """A box that was opened, on a surface that has its left upper corner at the box's."""
        wide, high = PITCH[0] + ROOM[0], PITCH[1] + ROOM[1]
        made = pygame.Surface((self.px(wide), self.px(high)), pygame.SRCALPHA, 32)
        self.sleeve(made, 0.0, 0.0)
        if box.taken:
            self._hollow(made)
        else:
            self.tray(made, 0.0, 0.0, label, box.out * FAR, box.colours, struck)
        return made

    def _hollow(self, target: pygame.Surface) -> None:
        """An empty sleeve: its inner sides run back into the dark."""
        mouth = pygame.Rect(self.px(WALL), self.px(WALL), 0, 0)
        mouth.width, mouth.height = self.px(PITCH[0] - 2 * WALL), self.px(PITCH[1] - 2 * WALL)
        end = mouth.inflate(-self.px(9.0), -self.px(4.5)).move(-self.px(1.5), -self.px(1.0))
        for side, tone in (
            ((mouth.bottomleft, mouth.bottomright, end.bottomright, end.bottomleft), (58, 62, 80)),
            ((mouth.topright, mouth.bottomright, end.bottomright, end.topright), (44, 48, 64)),
            ((mouth.topleft, mouth.topright, end.topright, end.topleft), (16, 17, 24)),
            ((mouth.topleft, mouth.bottomleft, end.bottomleft, end.topleft), (22, 24, 34)),
        ):
            pygame.draw.polygon(target, tone, side)
        pygame.draw.rect(target, _DARK, end)


@kept_picture
def _sleeve(size: tuple[int, int], scale: float) -> pygame.Surface:
    """The front of an empty sleeve: card covered with blue paper, its edge catching the light."""
    fine = 3
    wide, high = size[0] * fine, size[1] * fine
    made = pygame.Surface((wide, high), 0, 32)
    wall = max(WALL * scale * fine, fine * 0.9)
    made.fill((18, 24, 46))
    gap = max(round(0.35 * scale * fine), 1)
    body = pygame.Rect(gap // 2, gap // 2, wide - gap, high - gap)
    radius = max(round(1.2 * scale * fine), 1)
    pygame.draw.rect(made, BLUE, body, border_radius=radius)
    light = tuple(min(part + 54, 255) for part in BLUE)
    low = tuple(part // 2 for part in BLUE)
    line = max(round(wall * 0.36), 1)
    pygame.draw.line(
        made, light, (body.left + radius, body.top), (body.right - radius, body.top), line
    )
    pygame.draw.line(
        made, light, (body.left, body.top + radius), (body.left, body.bottom - radius), line
    )
    pygame.draw.line(made, low, (body.left, body.bottom - 1), (body.right, body.bottom - 1), line)
    pygame.draw.line(made, low, (body.right - 1, body.top), (body.right - 1, body.bottom), line)
    inner = body.inflate(-2 * round(wall), -2 * round(wall))
    pygame.draw.rect(made, _DARK, inner)
    return smoothscale(made, size)
