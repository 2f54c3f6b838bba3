"""The network as Fig. 3 of Chellapilla and Fogel 2000 draws it, its nodes lit by their values.

From left to right: the board as it goes in, the 91 nodes of the first layer in six groups, each
group a square of nodes that lie as their windows lie on the board (Fig. 2), then 40, 10 and 1; the
sum of the pieces goes straight to the output, below.  Amber is for the side whose board it is, blue
against it, dark is nothing.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
import pygame

from devices.screen.materials import cutout
from devices.screen.parts.desktop_program import Colour, Keep, Pen, ProgramPane
from devices.screen.parts.relief import Array
from devices.screen.smooth import smoothscale
from devices.screen.words import Words
from machines.anaconda.state import AnacondaScene, NetworkActivations

WORDS = Words("anaconda")
WIDE, HIGH = 510.0, 478.0
LEVELS = 8
"""Brightnesses of a node to each side of nothing."""
SIZES = (3, 4, 5, 6, 7, 8)
BLACK: Colour = (10, 13, 20)
WIRE: Colour = (84, 108, 146)
LETTER: Colour = (168, 186, 206)
HOVER: Colour = (255, 150, 20)
AMBER = np.array([255.0, 168.0, 40.0], np.float32)
BLUE = np.array([64.0, 150.0, 255.0], np.float32)
CELL = 14.5
BOARD = (14.0, 176.0)
PITCH = 19.0
RADII = {"window": 6.6, "second": 6.0, "third": 8.0, "output": 19.0}


class LookedAt(NamedTuple):
    """What can be seen, and the node of a window that the pointer is on (-1: none)."""

    scene: AnacondaScene
    node: int


def row_and_column(number: int) -> tuple[int, int]:
    """Where square ``number`` lies with square 1 in the upper row."""
    row, along = divmod(number - 1, 4)
    return row, 2 * along + (1 - row % 2)


def window_at(number: int) -> tuple[int, int, int]:
    """Window ``number``'s rows (and columns), its first row and its first column."""
    for size in SIZES:
        across = 9 - size
        if number < across * across:
            return size, number // across, number % across
        number -= across * across
    raise ValueError("there are 91 windows, 0 to 90")


def node_place(number: int) -> tuple[float, float]:
    """Where a window's node lies on the pane."""
    size, row, column = window_at(number)
    above = sum(9 - other for other in SIZES if other < size)
    top = 27.0 + above * PITCH + 6.0 * (size - 3)
    left = 232.0 - (9 - size - 1) * PITCH / 2
    return left + column * PITCH, top + row * PITCH


NODES = tuple(node_place(number) for number in range(91))
SECOND = tuple((354.0 + 15.0 * (k % 2), 26.0 + 10.6 * k) for k in range(40))
THIRD = tuple((430.0, 106.0 + 26.0 * k) for k in range(10))
OUTPUT = (482.0, 223.0)
OUT_OF_BOARD = (BOARD[0] + 8 * CELL, BOARD[1] + 4 * CELL)


class NetworkPane(ProgramPane):
    """The drawing."""

    size = (WIDE, HIGH)
    anew_ms = 66

    def draw_ground(self, pen: Pen) -> None:
        fine = 2
        large = (pen.surface.get_width() * fine, pen.surface.get_height() * fine)
        big = pygame.Surface(large, 0, 32)
        big.fill(BLACK)
        _wires(big, pen.scale * fine)
        smoothscale(big, pen.surface.get_size(), pen.surface)
        pen.box((0, 0, WIDE, HIGH), False, None)
        for text, x, y in (
            (WORDS("its_board"), BOARD[0] + 4 * CELL, BOARD[1] - 13.0),
            (WORDS("windows"), 200.0, 12.0),
            ("40", 361.0, 12.0),
            ("10", THIRD[0][0], 86.0),
            ("1", OUTPUT[0], OUTPUT[1] - 33.0),
        ):
            pen.text(text, x, y, 10.5, LETTER, "centre", 0.14)
        for size in SIZES:
            first = sum((9 - other) ** 2 for other in SIZES if other < size)
            y = (NODES[first][1] + NODES[first + (9 - size) ** 2 - 1][1]) / 2
            pen.text(f"{size}x{size}", 324.0, y, 8.5, (124, 140, 160), "right", 0.13)
        for number, (bright, label) in enumerate(((LEVELS, "above"), (-LEVELS, "below"))):
            sample = node("window", bright, pen.scale)
            y = 18.0 + 20.0 * number
            place = sample.get_rect(center=(round(18.0 * pen.scale), round(y * pen.scale)))
            pen.surface.blit(sample, place)
            pen.text(WORDS(label), 32.0, y, 10.0, LETTER, "left", 0.14)
        pen.text(WORDS("sum"), 120.0, HIGH - 12.0, 10.5, LETTER, "left", 0.14)

    def key_of(self, state: LookedAt, now_ms: int) -> object:
        return state.scene.sight, state.node

    def lay(self, pen: Pen, state: LookedAt, now_ms: int, keep: Keep) -> None:
        sight = state.scene.sight
        self._board(pen, sight, state.node)
        for kind, places, values in (
            ("window", NODES, sight.windows),
            ("second", SECOND, sight.second),
            ("third", THIRD, sight.third),
            ("output", (OUTPUT,), (sight.output,) if sight.windows else ()),
        ):
            levels = [level(value) for value in values] or [0] * len(places)
            self._nodes(pen, kind, places, levels, keep)
        if sight.windows:
            pen.text(f"{sight.output:+.2f}", OUTPUT[0], OUTPUT[1] + 34.0, 13.0, (255, 255, 255),
                     "centre")  # fmt: skip
            pen.text(f"{sight.total:+.2f}", 296.0, HIGH - 12.0, 12.0, (255, 255, 255))
        if state.node >= 0:
            x, y = NODES[state.node]
            where = (x * pen.scale, y * pen.scale)
            wide = max(2, round(2 * pen.scale))
            pygame.draw.circle(pen.surface, HOVER, where, 10.0 * pen.scale, wide)

    def _board(self, pen: Pen, sight: NetworkActivations, node: int) -> None:
        for number in range(1, 33):
            row, column = row_and_column(number)
            box = (BOARD[0] + column * CELL, BOARD[1] + row * CELL, CELL, CELL)
            value = sight.inputs[number - 1] if sight.inputs else 0.0
            colour = (30, 40, 54)
            pen.fill(box, colour)
            if value:
                tone = AMBER if value > 0 else BLUE
                middle = ((box[0] + CELL / 2) * pen.scale, (box[1] + CELL / 2) * pen.scale)
                pygame.draw.circle(pen.surface, tuple(tone * 0.92), middle, 5.4 * pen.scale)
                if value < 0:
                    long, high = 6.0 * pen.scale, max(1.0, 2.2 * pen.scale)
                    dash = pygame.Rect(0, 0, round(long), round(high))
                    dash.center = round(middle[0]), round(middle[1])
                    king = abs(value) > 1
                    pen.surface.fill((255, 255, 255) if king else (8, 12, 22), dash)
                elif abs(value) > 1:
                    pygame.draw.circle(pen.surface, (255, 255, 255), middle, 2.2 * pen.scale)
        if node >= 0:
            size, row, column = window_at(node)
            edge = (BOARD[0] + column * CELL, BOARD[1] + row * CELL, size * CELL, size * CELL)
            wide = max(1, round(1.6 * pen.scale))
            pygame.draw.rect(pen.surface, HOVER, pen.rect(edge).inflate(wide, wide), wide)

    def _nodes(
        self,
        pen: Pen,
        kind: str,
        places: Iterable[tuple[float, float]],
        levels: Iterable[int],
        keep: Keep,
    ) -> None:
        laid = []
        for (x, y), bright in zip(places, levels, strict=True):
            sprite = keep(("node", kind, bright), partial(node, kind, bright, pen.scale))
            half = sprite.get_width() / 2
            laid.append((sprite, (round(x * pen.scale - half), round(y * pen.scale - half))))
        pen.surface.blits(laid, False)

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        for kind in RADII:
            for bright in range(-LEVELS, LEVELS + 1):
                make = partial(node, kind, bright, self.scale)
                yield partial(keep, ("node", kind, bright), make)


def level(value: float) -> int:
    """A node's value as one of the brightnesses."""
    return max(-LEVELS, min(LEVELS, round(value * LEVELS)))


def node(kind: str, bright: int, scale: float) -> pygame.Surface:
    """A node: a dark disc with a rim, filled with light as far as it is from nothing."""
    radius = RADII[kind] * scale
    side = 2 * max(round(radius * 1.9), 3)
    at = np.arange(side, dtype=np.float32) + 0.5 - side / 2
    r = np.hypot(at[None, :], at[:, None]) / radius
    soft = 0.7 / radius
    share = abs(bright) / LEVELS
    hue = AMBER if bright > 0 else BLUE
    disc = np.clip((1 - r) / soft * 0.5 + 0.5, 0, 1)
    rim = np.exp(-(((r - 0.92) / 0.14) ** 2))
    dark = np.array([26.0, 34.0, 46.0], np.float32)
    lit = dark + (hue - dark) * np.float32(share**0.8)
    rgb = np.broadcast_to(lit, (*r.shape, 3)).copy()
    core = np.clip(1 - r / 0.75, 0, 1)[..., None] * np.float32(150.0 * share**2)
    edge = np.array([96.0, 116.0, 146.0], np.float32) * np.float32(1 - share) + hue * share
    if bright < 0:
        rgb = _slotted(rgb, at / radius, soft, share)
        core = core * 0.0
    rgb = rgb + core + (edge - rgb) * (0.8 * rim * disc)[..., None]
    bloom = 0.55 * share * np.exp(-(np.maximum(r - 0.8, 0) ** 2) / 0.20) * np.clip(1.9 - r, 0, 1)
    outside = (1 - disc)[..., None]
    rgb = rgb * (1 - outside) + hue * outside
    return cutout(np.asarray(np.clip(rgb, 0, 255), np.float32),
                  np.asarray(np.maximum(disc, bloom), np.float32))  # fmt: skip


def _slotted(rgb: Array, at: Array, soft: float, share: float) -> Array:
    """A node below nothing has a dark dash across it: seen without colour too."""
    long = np.clip((0.66 - np.abs(at[None, :])) / soft + 0.5, 0, 1)
    high = np.clip((0.22 - np.abs(at[:, None])) / soft + 0.5, 0, 1)
    dash = (long * high)[..., None] * np.float32(min(1.0, 0.35 + share))
    dark = np.array([8.0, 12.0, 22.0], np.float32)
    return np.asarray(rgb + (dark - rgb) * dash, np.float32)


def _wires(big: pygame.Surface, k: float) -> None:
    """The connections, drawn at twice their size: bundles to the groups, every line after them."""

    def line(a: tuple[float, float], b: tuple[float, float], colour: Colour) -> None:
        pygame.draw.line(
            big, colour, (a[0] * k, a[1] * k), (b[0] * k, b[1] * k), max(1, round(k / 2))
        )

    dim, mid = (27, 36, 52), (46, 61, 86)
    for place in NODES:
        for other in SECOND[::3]:
            line(place, other, dim)
    for place in SECOND:
        for other in THIRD:
            line(place, other, mid)
    for place in THIRD:
        line(place, OUTPUT, WIRE)
    first = 0
    for size in SIZES:
        across = 9 - size
        for row in range(across):
            line(OUT_OF_BOARD, NODES[first + row * across], (60, 80, 112))
        first += across * across
    low = HIGH - 26.0
    path = [(BOARD[0] + 4 * CELL, BOARD[1] + 8 * CELL), (BOARD[0] + 4 * CELL, low),
            (OUTPUT[0], low), OUTPUT]  # fmt: skip
    points = [(x * k, y * k) for x, y in path]
    pygame.draw.lines(big, (120, 150, 190), False, points, max(2, round(1.6 * k)))
