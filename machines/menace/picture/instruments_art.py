"""Fittings of a brass plate: bakelite pushes, a toggle, number wheels, a guard, a jewel lamp.

Each is a sprite at a scale (pixels a unit), see-through around its shape, lit from the upper left.

A cup's heap follows how many beads are in it; name, number and count stand below.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout, grain
from devices.screen.parts.board_wood import MAHOGANY
from devices.screen.parts.relief import LIGHT, Array, Canvas, Colour, shrunk, smooth_step
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite, within
from devices.screen.words import numeral
from machines.games.noughts.board import READING
from machines.menace.picture import beads, words
from machines.menace.picture.beads import Flying
from machines.menace.picture.table import OnTable, TablePart, cloudy
from machines.menace.picture.words import WORDS

# -- Nine cups of coloured beads on green baize, laid out as the squares that their colours stand
#    for -------------------------------------------------------------------------------------------

SIZE = (375.0, 454.0)
TRAY = (8.0, 16.0, 356.0, 424.0)
RIM = 12.0
CELL = ((TRAY[2] - 2 * RIM) / 3, (TRAY[3] - 2 * RIM) / 3)
CUP = (49.0, 43.0)
"""Half its width and half its height, as seen from a little in front of it."""
BEAD = 15.0
FULL = 1000
"""Beads of a bag: that many make a full heap."""
HEAPS = 14
"""Pictures of a heap, from empty to full."""
BAIZE = (30.0, 74.0, 52.0)
_CREAM = (236, 228, 204)
_PALE = (178, 190, 168)


def middle(colour: int) -> tuple[float, float]:
    """The middle of a colour's cup, units."""
    down, across = divmod(READING.index(colour), 3)
    return (
        TRAY[0] + RIM + (across + 0.5) * CELL[0],
        TRAY[1] + RIM + down * CELL[1] + 49.0,
    )


def heap_of(count: int) -> int:
    """Which picture of a heap stands for so many beads: 0 is an empty cup."""
    if count <= 0:
        return 0
    share = float(min(count / FULL, 1.0) ** 0.6)
    return max(1, round(share * (HEAPS - 1)))


class CupsPart(TablePart):
    """The nine cups."""

    size = SIZE

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        spot = (TRAY[0] + 5, TRAY[1] + 7, TRAY[2], TRAY[3])
        canvas = self.canvas_on(self.ground(width, height, (spot, 8.0, 0.66, 5.0)), 9)
        _frame(canvas)
        for colour in range(9):
            _cup(canvas, middle(colour))
        made = canvas.surface()
        for colour in range(9):
            self._names(made, colour)
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Heaps of every size, figures, beads on their way."""
        yield partial(self.letters.prepare, 11 * self.scale, 0.13)
        for heap in range(HEAPS - 1, -1, -1):
            for colour in range(9):
                yield partial(self._heap, colour, heap)
        for colour, lift in product(range(9), range(5)):
            yield partial(Flying(colour, 0.0, 0.0, lift).sprites, self._diameter(), self.scale)

    def _names(self, made: pygame.Surface, colour: int) -> None:
        x, y = middle(colour)
        name = f"{words.colour(colour).upper()}  {colour}"
        place = (x * self.scale, (y + 55) * self.scale)
        self.letters.draw(made, name, *place, 11 * self.scale, _CREAM, "centre", 0.135, 0.06)

    # What is seen.

    def look(self, state: OnTable, now_ms: int) -> list[PlacedSprite]:
        stamps = []
        for colour, count in enumerate(state.scene.cups.tolist()):
            x, y = middle(colour)
            heap = self._heap(colour, heap_of(count))
            left, top = round(x * self.scale), round((y - 6) * self.scale)
            stamps.append(
                PlacedSprite(heap, left - heap.get_width() // 2, top - heap.get_height() // 2)
            )
            text = numeral(count)
            sprite = self._count(text)
            low = round((y + 72.5) * self.scale) - sprite.get_height() // 2
            stamps.append(PlacedSprite(sprite, left - sprite.get_width() // 2, low))
        for bead in state.flying:
            stamps += bead.sprites(self._diameter(), self.scale)
        return within(stamps, (self.px(SIZE[0]), self.px(SIZE[1])))

    @brief_sprite
    def _count(self, text: str) -> pygame.Surface:
        return self.letters.text_surface(text, 11 * self.scale, _PALE, 0.13)

    def _diameter(self) -> int:
        return max(self.px(28.0), 3)

    @cached_sprite
    def _heap(self, colour: int, heap: int) -> pygame.Surface:
        """So many beads in a cup: a floor of them, and a rise in the middle."""
        wide, high = self.px(2 * CUP[0]), self.px(2 * CUP[1])
        made = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
        size = max(self.px(BEAD), 2)
        chance = np.random.default_rng((colour, 63))
        share = heap / (HEAPS - 1)
        floor = [] if not heap else _floor(share, chance)
        for x, y, rise in sorted(floor, key=lambda spot: (spot[2], spot[1])):
            place = (wide / 2 + x * self.scale, high / 2 + y * self.scale)
            made.blit(beads.shadow(colour, size), beads.shadow_corner(place, size))
            lifted = (place[0], place[1] - rise * self.scale)
            made.blit(beads.bead(colour, size), beads.bead_corner(lifted, size))
        return made


def _floor(share: float, chance: np.random.Generator) -> list[tuple[float, float, float]]:
    """Where the beads of a heap lie: x, y from the cup's middle and how high, units."""
    reach = 0.30 + 0.48 * share
    count = max(2, round(34 * reach * reach / 0.6))
    placed = []
    for layer, (part, rise) in enumerate(((1.0, 0.0), (0.62, 6.0), (0.30, 11.0))):
        here = round(count * part * part * (1.0 if layer == 0 else share))
        for k in range(here):
            radius = reach * part * np.sqrt((k + 0.5) / here)
            turn = 2.39996 * k + layer
            jitter = chance.normal(0.0, 0.02, 2)
            placed.append(
                (
                    float((radius * np.cos(turn) + jitter[0]) * CUP[0]),
                    float((radius * np.sin(turn) + jitter[1]) * CUP[1]),
                    rise * share,
                )
            )
    return placed


def _frame(canvas: Canvas) -> None:
    """A shallow tray of mahogany lined with baize."""
    x0, y0, wide, high = TRAY
    canvas.plate(TRAY, 5.0, *MAHOGANY, bevel=3.0, strength=0.5)
    where, x, y = canvas.window(TRAY)
    grainy = cloudy(33, x[0] / np.float32(canvas.k), y[:, 0] / np.float32(canvas.k), (46.0, 1.6))
    canvas.shade(where, np.asarray(1 + 0.10 * grainy, np.float32))
    inner = (x0 + RIM, y0 + RIM, wide - 2 * RIM, high - 2 * RIM)
    where, x, y = canvas.window(inner)
    away = canvas.box(x, y, inner, 2.0)
    tooth = grain(away.shape[1], away.shape[0], 44)
    nap = cloudy(34, x[0] / np.float32(canvas.k), y[:, 0] / np.float32(canvas.k), (40.0, 30.0))
    u = (x / canvas.k - x0) / wide
    v = (y / canvas.k - y0) / high
    light = 1.14 - 0.20 * u - 0.16 * v + 0.05 * nap
    rgb = np.asarray(BAIZE, np.float32) * light[..., None] + (tooth * 3.0)[..., None]
    canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))
    canvas.inner_shadow(inner, 2.0, 6.0, 0.55)


def _cup(canvas: Canvas, centre: tuple[float, float]) -> None:
    """A shallow cup of white china with a blue line, seen from a little in front of it."""
    cx, cy = centre
    rect = (cx - CUP[0] - 14, cy - CUP[1] - 14, 2 * CUP[0] + 34, 2 * CUP[1] + 36)
    where, x, y = canvas.window(rect)
    u = (x / canvas.k - cx) / CUP[0]
    v = (y / canvas.k - cy) / CUP[1]
    far = np.hypot(u, v)
    moved = np.hypot(u - 0.12, v - 0.20)
    canvas.shade(where, np.asarray(1 - 0.62 * (1 - smooth_step(0.86, 1.26, moved)), np.float32))
    edge = canvas.k * CUP[1]
    low = np.hypot(u, v - 0.10)
    _china(canvas, where, low, np.asarray(150 - 60 * v + 0 * u, np.float32), edge)
    lip = 232 - 22 * (u * 0.6 + v * 0.8)
    _china(canvas, where, far, np.asarray(lip, np.float32), edge)
    line = np.exp(-(((far - 0.955) / 0.020) ** 2))[..., None]
    held = canvas.rgb[where]
    held += (np.array((44.0, 70.0, 128.0), np.float32) - held) * line * 0.85
    # The inside falls away from the light at the upper left and faces it at the lower right.
    inside = far / 0.86
    bowl = 176 + 62 * (u * 0.6 + v * 0.8) - 26 * (1 - np.clip(inside, 0, 1) ** 2)
    _china(canvas, where, inside, np.asarray(bowl, np.float32), edge * 0.86)
    ring = np.exp(-(((far - 0.875) / 0.03) ** 2)) * np.clip(-(u * 0.6 + v * 0.8), 0, 1)
    canvas.rgb[where] *= (1 - 0.35 * ring)[..., None]


def _china(
    canvas: Canvas, where: tuple[slice, slice], far: Array, grey: Array, edge: float
) -> None:
    """White china in an oval: ``far`` is 1 at its edge."""
    rgb = np.clip(grey, 0, 255)[..., None] * np.array((1.0, 0.985, 0.95), np.float32)
    cover = np.clip((1 - far) * edge + 0.5, 0, 1)
    canvas.over(where, np.asarray(rgb, np.float32), np.asarray(cover, np.float32))


# -- instruments art -------------------------------------------------------------------------------

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
