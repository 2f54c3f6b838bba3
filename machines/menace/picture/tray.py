"""The tray in the hand, with its beads, and beside it the card of the box.

The beads lie where the state says (mm in the tray, as machines.menace.shake computes them); the
part only draws them.  The card says which box it is, how the board on the sheet is turned to lie as
on the box's face, which bead stands for which of the face's squares, and what was drawn.

Drawn on a see-through surface that is laid on a blank index card.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
import pygame

from devices.screen.lettering import USUAL, Anchor, Engraving
from devices.screen.materials import PAPER, cutout, paper, sheet, soft_shadow
from devices.screen.parts.pencil_board import Lead
from devices.screen.parts.relief import Array, Canvas, Rect, smooth_step
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, within
from devices.screen.smooth import smoothscale
from machines.games.noughts.board import READING
from machines.menace import text
from machines.menace.picture import beads, matchbox, words
from machines.menace.picture.beads import Flying
from machines.menace.picture.matchbox import Label, draw_board
from machines.menace.picture.table import ORIGIN, Standing, TablePart, cloudy
from machines.menace.picture.words import WORDS
from machines.menace.scene import MenaceScene
from machines.menace.tray import ARMS, DEPTH, WIDTH
from machines.menace.tray_contents import TrayContents

# -- The card of a box: which it is, how the board is turned to lie as on its face, what beads
#    mean ------------------------------------------------------------------------------------------

INK = (48, 44, 46)
FAINT = (104, 98, 92)
RED = (164, 34, 28)
_LETTERS = Engraving()
_LINE = Lead((50, 48, 54), 0.11, 0.12)
_SHEET = (22.0, 150.0, 116.0)
"""The visitor's board on the card: left, top, side."""
_FACE = (178.0, 128.0, 152.0)
_ALONE = 168.0
"""The face's side where no sheet lies beside it."""
_WEIGHTS = (
    (25.0, 0.15), (15.0, 0.125), (13.0, 0.125), (12.5, 0.125), (10.0, 0.125), (15.5, 0.14),
    (9.6, 0.125), (9.6, 0.13),
)  # fmt: skip
"""Height and weight of the card's letters."""
_FULL = "OXO/XOX/OXO"
"""A board that has both marks in most of their ways."""


def _board(
    made: pygame.Surface, rows: str, where: tuple[float, float, float], scale: float
) -> None:
    left, top, side = (part * scale for part in where)
    draw_board(made, rows, left, top, side, _LINE, len(rows) + rows.count("X"))


def _beads(
    made: pygame.Surface,
    held: tuple[int, ...],
    where: tuple[float, float, float],
    scale: float,
) -> None:
    """The bead of each square that has one, with how many of them there are."""
    left, top, side = where
    cell = side / 3
    size = round(cell * 0.50 * scale)
    for square, count in enumerate(held):
        if not count:
            continue
        down, across = divmod(READING.index(square), 3)
        x = (left + (across + 0.5) * cell) * scale
        y = (top + (down + 0.38) * cell) * scale
        made.blit(beads.shadow(square, size), beads.shadow_corner((x, y), size))
        made.blit(beads.bead(square, size, True), beads.bead_corner((x, y), size))
        text = f"× {count}" if count < 1000 else f"{count:,}"
        low = (top + (down + 0.83) * cell) * scale
        _LETTERS.draw(made, text, x, low, 9.6 * scale, INK, "centre", 0.13)


def _arrow(made: pygame.Surface, scale: float) -> None:
    """From the sheet's board to the box's."""
    y = (_SHEET[1] + _SHEET[2] / 2) * scale
    x0, x1 = (_SHEET[0] + _SHEET[2] + 6) * scale, (_FACE[0] - 6) * scale
    wide = max(round(2.2 * scale), 1)
    pygame.draw.line(made, RED, (x0, y), (x1 - 6 * scale, y), wide)
    head = [(x1, y), (x1 - 11 * scale, y - 6.5 * scale), (x1 - 11 * scale, y + 6.5 * scale)]
    pygame.draw.polygon(made, RED, head)


# -- tray ------------------------------------------------------------------------------------------

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


OUTSIDE = (WIDTH * MM + 2 * SIDE, DEPTH * MM + 2 * SIDE + END)
"""Width and height of the tray's picture, units; the inside begins SIDE from its left and top."""


def _chip(x: Array, y: Array) -> Array:
    """Thin wood with its grain along the tray, at places (units): float32[h, w, 3]."""
    fibre = cloudy(21, x, y, (1.6, 60.0))
    ring = cloudy(22, x, y, (9.0, 260.0))
    share = np.clip(0.42 + 0.26 * fibre + 0.30 * ring, 0, 1)[..., None]
    light, dark = np.asarray(CHIP, np.float32), np.asarray(CHIP_DARK, np.float32)
    return np.asarray(light * (1 - share) + dark * share, np.float32)


def _draw_wood(canvas: Canvas, rect: Rect, tone: float) -> None:
    """A piece of the thin wood."""
    where, x, y = canvas.window(rect)
    rgb = _chip(x[0] / np.float32(canvas.k), y[:, 0] / np.float32(canvas.k)) * np.float32(tone)
    away = canvas.box(x, y, rect, 2.0)
    rgb *= canvas.bevel_shade(away, 2.4, 0.4)[..., None]
    canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))


def _to_line(x: Array, y: Array, start: tuple[float, float], end: tuple[float, float]) -> Array:
    """Distance to a line between two points, pixels."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)
    along = np.clip(along, 0, 1)
    return np.asarray(np.hypot(x - start[0] - along * dx, y - start[1] - along * dy), np.float32)


def _fence(canvas: Canvas, inside: Rect) -> None:
    """Two strips of card on edge, glued to the bottom, and the shadow that they throw."""
    where, x, y = canvas.window(inside)
    left, top, _, _ = inside
    apex = ((left + WIDTH / 2 * MM) * canvas.k, (top + DEPTH * MM) * canvas.k)
    half = FENCE_THICK / 2 * canvas.k
    dark = np.zeros((y.shape[0], x.shape[1]), np.float32)
    # Below the arms it is always a little dark: the fence stands between it and the lamp.
    fall = (y / canvas.k - top - ARMS * MM) / ((DEPTH - ARMS) * MM)
    out = np.abs(x / canvas.k - left - WIDTH / 2 * MM) / (WIDTH / 2 * MM)
    dark += 0.30 * smooth_step(-0.02, 0.05, np.asarray(fall + out - 1, np.float32))
    for sign in (0.0, 1.0):
        start = ((left + sign * WIDTH * MM) * canvas.k, (top + ARMS * MM) * canvas.k)
        # The shadow is that of a strip as high as a bead.
        for step in range(1, 7):
            move = 1.7 * step * canvas.k
            away = _to_line(x - move * 0.8, y - move, start, apex)
            soft = (0.8 + 0.5 * step) * canvas.k
            shade = 0.36 * (1 - smooth_step(half - soft, half + soft, away))
            dark = np.maximum(dark, shade)
    canvas.shade(where, np.asarray(1 - dark, np.float32))
    for sign in (0.0, 1.0):
        start = ((left + sign * WIDTH * MM) * canvas.k, (top + ARMS * MM) * canvas.k)
        away = _to_line(x, y, start, apex) - half
        facing = 0.94 + 0.16 * (1 if sign else -1) * np.clip(away / half, -1, 0)
        rgb = np.asarray(FENCE_CARD, np.float32) * facing[..., None]
        canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))


def tray_body(width: int, height: int, scale: float) -> pygame.Surface:
    """The tray without its label, ``width`` by ``height`` pixels, see-through around it."""
    canvas = Canvas(width, height, scale, 2 if scale < 1.3 else 1, 36)
    whole = OUTSIDE
    inside = (SIDE, SIDE, WIDTH * MM, DEPTH * MM)
    foot = SIDE * 2 + DEPTH * MM
    _draw_wood(canvas, (0.0, 0.0, whole[0], foot), 1.06)
    _draw_wood(canvas, (0.0, foot - 1.0, whole[0], END), 0.82)
    where, x, y = canvas.window(inside)
    rgb = _chip(x[0] / np.float32(canvas.k), y[:, 0] / np.float32(canvas.k) + 900) * 0.90
    cover = np.clip(0.5 - canvas.box(x, y, inside, 1.0), 0, 1)
    canvas.over(where, np.asarray(rgb, np.float32), cover)
    u = (x / canvas.k - inside[0]) / inside[2]
    v = (y / canvas.k - inside[1]) / inside[3]
    canvas.shade(where, np.asarray(0.90 + 0.16 * u + 0.10 * v, np.float32))
    _fence(canvas, inside)
    canvas.inner_shadow(inside, 1.0, 15.0, 0.62)
    # The inner faces of the right side and of the foot catch the lamp.
    canvas.line((inside[0] + inside[2] - 2.2, inside[1] + 6, 2.2, inside[3] - 6), CHIP, 0.55)
    canvas.line((inside[0] + 4, inside[1] + inside[3] - 2.6, inside[2] - 4, 2.6), CHIP, 0.5)
    return canvas.surface()


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


class TrayState(NamedTuple):
    """What lies in the tray, and what the card says beside which box it is."""

    scene: MenaceScene
    contents: TrayContents
    before: tuple[str, str] = ("", "")
    """Rows of the visitor's board before a move, and how to turn it to lie as on the box's face;
    empty: the box is only looked at."""
    verdict: tuple[str, ...] = ()
    """What was drawn, in up to three lines."""
    flying: tuple[Flying, ...] = ()


class TrayPart(TablePart):
    """Tray and card as they lie on the table."""

    size = SIZE

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__(at)
        self.bodies: list[pygame.Surface] = []

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        body = tray_body(self.px(OUTSIDE[0]), self.px(OUTSIDE[1]), self.scale)
        self.bodies = [self._tilted(body, level / (LEVELS - 1)) for level in range(LEVELS)]
        spot = (CARD[0] + 4, CARD[1] + 5, *CARD[2:])
        made = sheet(self.ground(width, height, (spot, 6.0, 0.55, 0.0)))
        made.blit(self._blank_card(), (self.px(CARD[0]), self.px(CARD[1])))
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Beads of every colour, the largest first, as they lie and as they fly; the light round
        the drawn one; letters, boards and label as the first card and the first tray have them."""
        for diameter in reversed(self._diameters()):
            for colour in range(9):
                yield partial(beads.bead_sprites, colour, diameter, (0.0, 0.0))
            yield partial(self._halo, diameter, (0.0, 0.0))
        for colour, lift in product(range(9), range(1, 5)):
            yield partial(beads.bead_sprites, colour, self._diameters()[-1], (0.0, 0.0), lift)
        for high, weight in _WEIGHTS:
            yield partial(_LETTERS.prepare, high * self.scale, weight, f"{USUAL}×")
        aside = pygame.Surface((1, 1))
        for side in (_FACE[2], _ALONE):
            yield partial(_beads, aside, (1,) * 9, (0.0, 0.0, side), self.scale)
        for side, seed in product((_SHEET[2], _FACE[2], _ALONE), range(3)):
            yield partial(draw_board, aside, _FULL, 0.0, 0.0, side * self.scale, _LINE, seed)
        for digit in range(10):
            yield partial(self._face, (_FULL, digit, digit % len(matchbox.TINTS)))

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
        made = smoothscale(body, size)
        tone = round(255 * (1 - 0.10 * share))
        made.fill((tone, tone, tone), special_flags=pygame.BLEND_RGB_MULT)
        return made

    # What is seen.

    def look(self, state: TrayState, now_ms: int) -> list[PlacedSprite]:
        scene, tray = state.scene, state.contents
        faces, tints = text.faces(scene.build)
        label = faces[tray.number - 1], tray.number, tints[tray.number - 1]
        stage = words.stage(scene, tray.number)
        card = self._card(label, stage, tray.held, state.before, state.verdict)
        stamps = [PlacedSprite(card, self.px(CARD[0]), self.px(CARD[1]))]
        stamps += self._tray(tray, label)
        for bead in state.flying:
            stamps += bead.sprites(self._diameters()[-1], self.scale)
        return within(stamps, (self.px(SIZE[0]), self.px(SIZE[1])))

    @brief_sprite
    def _card(
        self, label: Label, stage: str, held: tuple[int, ...], before: tuple[str, str],
        verdict: tuple[str, ...],
    ) -> pygame.Surface:  # fmt: skip
        """Everything that is written on the card, see-through."""
        rows, number, _ = label
        title, count = words.title(number), words.count(sum(held))
        sheet_rows, turned = before
        said = verdict or (() if any(held) else (WORDS("is_empty"),))
        size, scale = (self.px(CARD[2]), self.px(CARD[3])), self.scale
        made = pygame.Surface(size, pygame.SRCALPHA, 32)
        made.fill((*INK, 0))

        def say(
            text: str, x: float, y: float, high: float, ink: tuple[int, int, int] = INK,
            anchor: Anchor = "left", weight: float = 0.125,
        ) -> None:  # fmt: skip
            place = (x * scale, y * scale, high * scale)
            _LETTERS.draw(made, text, *place, ink, anchor, weight)

        middle = size[0] / scale / 2
        say(count, 2 * middle - 18, 42, 15, anchor="right")
        beside = 2 * middle - 50 - _LETTERS.width(count, 15.0, weight=0.125)
        high = 25.0 * min(1.0, beside / max(_LETTERS.width(title, 25.0, weight=0.15), 1))
        say(title, 20, 50.5 - high / 2, high, weight=0.15)  # as long as a language's box is called
        say(stage, 20, 88, 12.5)
        face = _FACE if sheet_rows else (middle - _ALONE / 2, 122.0, _ALONE)
        if sheet_rows:
            say(WORDS("card_sheet"), _SHEET[0] + _SHEET[2] / 2, 116, 10, FAINT, "centre")
            say(WORDS("card_box"), _FACE[0] + _FACE[2] / 2, 112, 10, FAINT, "centre")
            _board(made, sheet_rows, _SHEET, scale)
            _arrow(made, scale)
            room = 2 * middle - 60  # above the verdict
            high, lines = _LETTERS.fit(turned, 13.0, room, lambda _, lines: len(lines) <= 2, 6.0)
            first = 304 if len(lines) == 1 else 294
            for row, line in enumerate(lines):
                say(line, middle, first + 19 * row, high, anchor="centre")
        _board(made, rows, face, scale)
        _beads(made, held, face, scale)
        for row, line in enumerate(said):
            long = max(_LETTERS.width(line, 15.5, weight=0.14), 1)
            high = 15.5 * min(1.0, (2 * middle - 24) / long)
            say(line, middle, 339 + 21 * row, high, RED, "centre", 0.14)
        fair = _LETTERS.wrap(WORDS("fair"), 9.6, 2 * middle - 10)
        for row, line in enumerate(reversed(fair)):
            say(line, middle, 436 - 15 * row, 9.6, FAINT, "centre")
        return made

    def corner(self, tray: TrayContents) -> tuple[float, float]:
        """Where the tray's picture has its left upper corner now, pixels."""
        level = round(tray.tilt * (LEVELS - 1))
        lost = OUTSIDE[1] * LOWER * level / (LEVELS - 1)
        x = TRAY_LEFT + tray.hand[0] * MM * FOLLOWS
        y = TRAY_TOP + lost + tray.hand[1] * MM * FOLLOWS * 0.5 - (6.0 if tray.in_hand else 0.0)
        return x * self.scale, y * self.scale

    def place(self, tray: TrayContents, x: float, y: float) -> tuple[float, float]:
        """Where a place in the tray (mm) is seen, pixels."""
        left, top = self.corner(tray)
        level = round(tray.tilt * (LEVELS - 1)) / (LEVELS - 1)
        shorter = 1 - LOWER * level
        return (
            left + (SIDE + x * MM) * self.scale,
            top + (SIDE + y * MM) * self.scale * shorter,
        )

    def _tray(self, tray: TrayContents, label: Label) -> list[PlacedSprite]:
        level = round(tray.tilt * (LEVELS - 1))
        body = self.bodies[level]
        left, top = (round(part) for part in self.corner(tray))
        stamps = [self._shadow(body, left, top, tray.in_hand), PlacedSprite(body, left, top)]
        end = self._end(label, level)
        foot = top + round(
            (SIDE * 2 + DEPTH * MM + 4.0) * self.scale * (1 - LOWER * level / (LEVELS - 1))
        )
        stamps.append(PlacedSprite(end, left + (body.get_width() - end.get_width()) // 2, foot))
        return stamps + self._beads(tray)

    def _shadow(self, body: pygame.Surface, left: int, top: int, held: bool) -> PlacedSprite:
        wide, high = body.get_size()
        blur = max(self.px(20.0 if held else 8.0), 2)
        soft = self.sprite(
            ("shadow", held, high), partial(soft_shadow, wide, high, blur, 0.5 if held else 0.62)
        )
        away = self.px(16.0 if held else 5.0)
        return PlacedSprite(soft, left - blur + round(away * 0.8), top - blur + away)

    @brief_sprite
    def _end(self, label: Label, level: int) -> pygame.Surface:
        """The label on the tray's end, seen from above it."""
        face = self._face(label)
        high = round(self.px(END - 9.0) * (1 - LOWER * level / (LEVELS - 1)))
        made = smoothscale(face, (face.get_width(), high))
        made.fill((226, 224, 220), special_flags=pygame.BLEND_RGB_MULT)
        return made

    def _face(self, label: Label) -> pygame.Surface:
        """The label as the box's front has it."""
        rows, number, tint = label
        wide = self.px(WIDTH * MM + 4.0)
        return matchbox.face(rows, number, tint, (wide, round(wide / 2.9)))

    # Beads.

    def _diameters(self) -> tuple[int, ...]:
        """The sizes in which beads are drawn, pixels, the largest last."""
        largest = 2 * 1.9 * MM * self.scale
        return tuple(max(round(largest * (0.44 + 0.56 * k / (SIZES - 1))), 3) for k in range(SIZES))

    def _beads(self, tray: TrayContents) -> list[PlacedSprite]:
        """All shadows, then the beads, the farther ones first."""
        if not len(tray.places):
            return []
        wanted = 2 * tray.radius * MM * self.scale
        diameter = min(self._diameters(), key=lambda size: abs(size - wanted))
        left, top = self.place(tray, 0.0, 0.0)
        right, low = self.place(tray, 1.0, 1.0)
        order = np.argsort(tray.places[:, 1], kind="stable")
        middles = tray.places[order] * (right - left, low - top) + (left, top)
        colours = tray.colours[order].tolist()
        bodies = np.rint(middles - diameter / 2).astype(int).tolist()
        half = max(round(diameter * beads.SHADOW), 4) / 2
        shades = np.rint(middles - half).astype(int).tolist()
        shadows = [beads.shadow(colour, diameter) for colour in range(9)]
        glass = [beads.told_bead(colour, diameter) for colour in range(9)]
        stamps = [PlacedSprite(shadows[c], x, y) for c, (x, y) in zip(colours, shades, strict=True)]
        for slot, colour, (x, y) in zip(order.tolist(), colours, bodies, strict=True):
            if slot == tray.apex:
                stamps.append(self._halo(diameter, (x + diameter / 2, y + diameter / 2)))
            stamps.append(PlacedSprite(glass[colour], x, y))
        return stamps

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
