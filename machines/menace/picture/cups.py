"""Nine cups of coloured beads on green baize, laid out as the squares that their colours stand for.

A cup's heap follows how many beads are in it; name, number and count stand below.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import numpy as np
import pygame

from devices.screen.materials import grain
from devices.screen.parts.board_wood import MAHOGANY
from devices.screen.parts.relief import Array, Canvas, smooth_step
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite, within
from devices.screen.words import numeral
from machines.games.noughts.board import READING
from machines.menace.picture import beads, words
from machines.menace.picture.beads import Flying
from machines.menace.picture.table import OnTable, TablePart, cloudy

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
        for one in state.flying:
            stamps += one.sprites(self._diameter(), self.scale)
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
        for x, y, rise in sorted(floor, key=lambda one: (one[2], one[1])):
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
