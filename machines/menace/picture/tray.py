"""The tray in the hand, with its beads, and beside it the card of the box.

The beads lie where the state says (mm in the tray, as machines.menace.shake computes them); the
part only draws them.  The card says which box it is, how the board on the sheet is turned to lie as
on the box's face, which bead stands for which of the face's squares, and what was drawn.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER, cutout, paper, sheet, soft_shadow
from devices.screen.parts.sprites import PlacedSprite, SpritePart, within
from machines.menace.picture import beads, box_card, matchbox
from machines.menace.picture.box_art import Label
from machines.menace.picture.table import scenery, shade
from machines.menace.picture.tray_body import END, MM, SIDE, TrayShape, tray_body

SIZE = (705.0, 494.0)
CARD = (14.0, 26.0, 352.0, 450.0)
TRAY_LEFT, TRAY_TOP = 408.0, 16.0
"""Where the tray lies when it is still."""
FOLLOWS = 0.42
"""The eye follows the hand: so much of its strokes is seen."""
LEVELS = 5
"""Pictures of the tray from flat to tilted."""
LOWER = 0.05
"""By how much of its length a tilted tray looks shorter."""
SIZES = 7
"""Beads are drawn in so many sizes, where there are too many for the largest."""


@dataclass(frozen=True)
class Flying:
    """A bead on its way: its colour, its place in the part's units, how high (0 to 4)."""

    colour: int
    x: float
    y: float
    lift: int = 2


@dataclass(frozen=True, eq=False)
class TrayState:
    """What lies in the tray and what the card says."""

    label: Label | None = None
    """Rows of the face, number, tint; None: no tray."""
    places: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    """Of the beads, mm, shape (n, 2)."""
    colours: npt.NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    radius: float = 1.9
    hand: tuple[float, float] = (0.0, 0.0)
    """How far the hand holds the tray from where it lay, mm."""
    tilt: float = 0.0
    named: int = -1
    """The place in ``places`` of the bead in the apex that is shown; -1 none."""
    card: box_card.BoxCard | None = None
    flying: tuple[Flying, ...] = ()
    shake: bool = False
    """Whether it is in the hand, not on the table."""


class TrayPart(SpritePart):
    """Tray and card as they lie on the table; ``at`` is where on the room's canvas."""

    size = SIZE

    def __init__(
        self, at: tuple[float, float] = (1205.0, 490.0), shape: TrayShape | None = None
    ) -> None:
        super().__init__()
        self.at = at
        self.shape = shape or TrayShape()
        self.engraving = Engraving()
        self.bodies: list[pygame.Surface] = []

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        whole = self.shape.outside
        full = (self.px(whole[0]), self.px(whole[1]))
        body = tray_body(self.shape, *full, self.scale)
        self.bodies = [self._tilted(body, level / (LEVELS - 1)) for level in range(LEVELS)]
        picture = scenery(*self.at, width, height, self.scale)
        x, y = self.at[0] + CARD[0], self.at[1] + CARD[1]
        shade(picture, self.at, self.scale, (x + 4, y + 5, *CARD[2:]), 6.0, 0.55)
        made = sheet(np.asarray(picture, np.float32))
        made.blit(self._blank_card(), (self.px(CARD[0]), self.px(CARD[1])))
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Beads of every colour, the largest first, as they lie and as they fly; the light round
        the drawn one; the letters of the card."""
        for diameter in reversed(self._diameters()):
            for colour in range(9):
                yield partial(self._bead, colour, diameter, (0.0, 0.0), 0)
            yield partial(self._halo, diameter, (0.0, 0.0))
        for colour, lift in product(range(9), range(1, 5)):
            yield partial(self._bead, colour, self._diameters()[-1], (0.0, 0.0), lift)
        yield from box_card.letters(self.scale)

    def _blank_card(self) -> pygame.Surface:
        """An index card: faint rules, the first of them red."""
        size = (self.px(CARD[2]), self.px(CARD[3]))
        rgb = paper(*size, 83, (PAPER[0] + 4, PAPER[1] + 2, PAPER[2] - 6))
        y = np.linspace(0, 1, size[1], dtype=np.float32)[:, None, None]
        made = sheet(np.asarray(rgb * (1.02 - 0.06 * y), np.float32))
        line = max(round(0.9 * self.scale), 1)
        for row in range(14):
            down = self.px(66.0 + 27.5 * row)
            if down < size[1] - self.px(8.0):
                tone = (206, 120, 112) if row == 0 else (206, 214, 220)
                made.fill(tone, (0, down, size[0], line))
        made.fill((255, 252, 240), (0, 0, size[0], line))
        made.fill((176, 168, 148), (0, size[1] - line, size[0], line))
        made.fill((190, 182, 162), (size[0] - line, 0, line, size[1]))
        return made

    def _tilted(self, body: pygame.Surface, share: float) -> pygame.Surface:
        """The tray tilted so far: shorter, and turned away from the lamp."""
        if share == 0:
            return body
        size = (body.get_width(), round(body.get_height() * (1 - LOWER * share)))
        made = pygame.transform.smoothscale(body, size)
        tone = round(255 * (1 - 0.10 * share))
        made.fill((tone, tone, tone), special_flags=pygame.BLEND_RGB_MULT)
        return made

    # What is seen.

    def look(self, state: TrayState, now_ms: int) -> list[PlacedSprite]:
        del now_ms
        stamps: list[PlacedSprite] = []
        if state.card is not None:
            sprite = self.brief(("card", state.card), partial(self._written, state.card))
            stamps.append(PlacedSprite(sprite, self.px(CARD[0]), self.px(CARD[1])))
        if state.label is not None:
            stamps += self._tray(state, state.label)
        for one in state.flying:
            stamps += self._bead(one.colour, self._diameters()[-1],
                                 (one.x * self.scale, one.y * self.scale), one.lift)  # fmt: skip
        return within(stamps, (self.px(SIZE[0]), self.px(SIZE[1])))

    def _written(self, card: box_card.BoxCard) -> pygame.Surface:
        return box_card.written(card, (self.px(CARD[2]), self.px(CARD[3])), self.scale)

    def corner(self, state: TrayState) -> tuple[float, float]:
        """Where the tray's picture has its left upper corner now, pixels."""
        level = round(state.tilt * (LEVELS - 1))
        lost = self.shape.outside[1] * LOWER * level / (LEVELS - 1)
        x = TRAY_LEFT + state.hand[0] * MM * FOLLOWS
        y = TRAY_TOP + lost + state.hand[1] * MM * FOLLOWS * 0.5 - (6.0 if state.shake else 0.0)
        return x * self.scale, y * self.scale

    def place(self, state: TrayState, x: float, y: float) -> tuple[float, float]:
        """Where a place in the tray (mm) is seen, pixels."""
        left, top = self.corner(state)
        level = round(state.tilt * (LEVELS - 1)) / (LEVELS - 1)
        shorter = 1 - LOWER * level
        return (
            left + (SIDE + x * MM) * self.scale,
            top + (SIDE + y * MM) * self.scale * shorter,
        )

    def _tray(self, state: TrayState, label: Label) -> list[PlacedSprite]:
        level = round(state.tilt * (LEVELS - 1))
        body = self.bodies[level]
        left, top = (round(part) for part in self.corner(state))
        stamps = [self._shadow(body, left, top, state.shake), PlacedSprite(body, left, top)]
        end = self.brief(("end", label, level), partial(self._end, label, level))
        foot = top + round(
            (SIDE * 2 + self.shape.depth * MM + 4.0)
            * self.scale
            * (1 - LOWER * level / (LEVELS - 1))
        )
        stamps.append(PlacedSprite(end, left + (body.get_width() - end.get_width()) // 2, foot))
        return stamps + self._beads(state)

    def _shadow(self, body: pygame.Surface, left: int, top: int, held: bool) -> PlacedSprite:
        wide, high = body.get_size()
        blur = max(self.px(20.0 if held else 8.0), 2)
        soft = self.sprite(
            ("shadow", held, high), partial(soft_shadow, wide, high, blur, 0.5 if held else 0.62)
        )
        away = self.px(16.0 if held else 5.0)
        return PlacedSprite(soft, left - blur + round(away * 0.8), top - blur + away)

    def _end(self, label: Label, level: int) -> pygame.Surface:
        """The label on the tray's end, seen from above it."""
        rows, number, tint = label
        wide = self.px(self.shape.width * MM + 4.0)
        face = matchbox.face(rows, number, tint, (wide, round(wide / 2.9)))
        high = round(self.px(END - 9.0) * (1 - LOWER * level / (LEVELS - 1)))
        made = pygame.transform.smoothscale(face, (wide, high))
        made.fill((226, 224, 220), special_flags=pygame.BLEND_RGB_MULT)
        return made

    # Beads.

    def _diameters(self) -> tuple[int, ...]:
        """The sizes in which beads are drawn, pixels, the largest last."""
        largest = 2 * 1.9 * MM * self.scale
        return tuple(max(round(largest * (0.44 + 0.56 * k / (SIZES - 1))), 3) for k in range(SIZES))

    def _beads(self, state: TrayState) -> list[PlacedSprite]:
        """All shadows, then the beads, the farther ones first."""
        if not len(state.places):
            return []
        wanted = 2 * state.radius * MM * self.scale
        diameter = min(self._diameters(), key=lambda one: abs(one - wanted))
        left, top = self.place(state, 0.0, 0.0)
        right, low = self.place(state, 1.0, 1.0)
        order = np.argsort(state.places[:, 1], kind="stable")
        middles = state.places[order] * (right - left, low - top) + (left, top)
        colours = state.colours[order].tolist()
        bodies = np.rint(middles - diameter / 2).astype(int).tolist()
        half = max(round(diameter * beads.SHADOW), 4) / 2
        shades = np.rint(middles - half).astype(int).tolist()
        shadows = [beads.shadow(colour, diameter) for colour in range(9)]
        glass = [beads.bead(colour, diameter) for colour in range(9)]
        stamps = [PlacedSprite(shadows[c], x, y) for c, (x, y) in zip(colours, shades, strict=True)]
        for slot, colour, (x, y) in zip(order.tolist(), colours, bodies, strict=True):
            if slot == state.named:
                stamps.append(self._halo(diameter, (x + diameter / 2, y + diameter / 2)))
            stamps.append(PlacedSprite(glass[colour], x, y))
        return stamps

    def _bead(
        self, colour: int, diameter: int, place: tuple[float, float], lift: int
    ) -> tuple[PlacedSprite, PlacedSprite]:
        """A bead's shadow and the bead; ``lift`` quarter diameters above what it lies on."""
        shade_at = beads.shadow_corner(place, diameter)
        x, y = beads.bead_corner((place[0], place[1] - lift * diameter * 0.10), diameter)
        return (
            PlacedSprite(beads.shadow(colour, diameter, lift), *shade_at),
            PlacedSprite(beads.bead(colour, diameter), x, y),
        )

    def _halo(self, diameter: int, place: tuple[float, float]) -> PlacedSprite:
        sprite = self.sprite(("halo", diameter), partial(_halo, diameter))
        half = sprite.get_width() // 2
        return PlacedSprite(sprite, round(place[0]) - half, round(place[1]) - half)


def _halo(diameter: int) -> pygame.Surface:
    """A warm light round the bead that was drawn."""
    size = diameter * 3
    axis = (np.arange(size, dtype=np.float32) + 0.5 - size / 2) / (diameter / 2)
    away = np.hypot(axis[None, :], axis[:, None])
    glow = 0.85 * np.exp(-(((away - 1.0) / 0.55) ** 2)) + 0.9 * np.exp(
        -(((away - 1.16) / 0.10) ** 2)
    )
    rgb = np.empty((size, size, 3), np.float32)
    rgb[:] = (255.0, 226.0, 140.0)
    return cutout(rgb, np.asarray(np.clip(glow, 0, 1), np.float32))
