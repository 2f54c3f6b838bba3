"""A checkerboard as a program of 2000 drew it: red and white checkers on green and buff squares.

Red stands for the black pieces of the numbers' world: he moves first, from squares 1 to 12.
"""

import math
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise, product

import numpy as np
import pygame

from devices.screen.canvas import smooth_step
from devices.screen.materials import cutout
from devices.screen.parts.desktop_program import Colour, Keep, Pen, ProgramPane
from devices.screen.parts.relief import Array, Rect
from devices.screen.smooth import smoothscale
from machines.anaconda.picture.network_drawing import LookedAt, row_and_column, window_at
from machines.games.draughts.scene import pieces_of

SQUARE = 56.0
EDGE = 4.0
SIDE = 8 * SQUARE + 2 * EDGE
STEP_MS = 240
"""A checker slides so long over each leg of its move."""
GREEN, BUFF = (44, 104, 66), (240, 228, 190)
RED, WHITE = (206, 34, 30), (246, 244, 236)
RED_EDGE = (255, 226, 210)
"""Around a red checker."""
NUMBER = (164, 208, 174)
YOURS, ITS = (255, 236, 60), (120, 214, 255)
"""Of the arrows of the line that Anaconda expects: the visitor's moves and its own."""
CHOSEN, TRYING, LAST = (255, 236, 60), (255, 206, 84), (120, 214, 255)
WINDOW = (255, 150, 20)


def corner(number: int, flipped: bool) -> tuple[float, float]:
    """A square's left upper corner on the pane, in picture elements."""
    row, column = row_and_column(number)
    if flipped:
        row, column = 7 - row, 7 - column
    return EDGE + column * SQUARE, EDGE + row * SQUARE


class CheckersPane(ProgramPane):
    """The board with its checkers."""

    size = (SIDE, SIDE)

    def __init__(self, left: float, top: float) -> None:
        super().__init__(left, top)
        self.seen: tuple[int, ...] = ()
        self.before: tuple[int, ...] = ()
        self.path: tuple[int, ...] = ()
        self.began_ms = 0

    def build(self, scale: float, at: tuple[int, int], end: tuple[int, int]) -> None:
        super().build(scale, at, end)
        self.seen, self.path = (), ()

    def draw_ground(self, pen: Pen) -> None:
        pen.box((0, 0, SIDE, SIDE), False, (60, 60, 56))
        for row, column in product(range(8), range(8)):
            colour = GREEN if (row + column) % 2 else BUFF
            pen.fill((EDGE + column * SQUARE, EDGE + row * SQUARE, SQUARE, SQUARE), colour)

    def key_of(self, state: LookedAt, now_ms: int) -> object:
        scene = state.scene
        self._follow(pieces_of(scene.position), scene.last.squares if scene.last else (), now_ms)
        return (
            self.seen, scene.last, scene.trying, scene.entered, scene.targets, scene.movable,
            scene.expects, scene.flipped, state.node, scene.sight.turned, self._travelled(now_ms),
        )  # fmt: skip

    def _follow(self, squares: tuple[int, ...], last: tuple[int, ...], now_ms: int) -> None:
        """A move that was just made is seen sliding."""
        before, self.seen = self.seen, squares
        if not before or before == squares:
            return
        self.path = ()
        if len(last) > 1 and before[last[0] - 1] and squares[last[-1] - 1]:
            self.before, self.path, self.began_ms = before, last, now_ms

    def _travelled(self, now_ms: int) -> float:
        """Legs of the move that were travelled; -1: nothing moves."""
        if not self.path:
            return -1.0
        legs = (now_ms - self.began_ms) / STEP_MS
        if legs >= len(self.path) - 1:
            self.path = ()
            return -1.0
        return max(legs, 0.0)

    # What is laid.

    def lay(self, pen: Pen, state: LookedAt, now_ms: int, keep: Keep) -> None:
        scene, flipped = state.scene, state.scene.flipped
        numbered = keep(("numbers", flipped), partial(self._numbered, flipped))
        pen.surface.blit(numbered, (0, 0))
        if scene.last and len(scene.last.squares) > 1:
            for number in (scene.last.squares[0], scene.last.squares[-1]):
                self._frame(pen, number, LAST, 2.5, flipped)
        for number in scene.movable:
            self._frame(pen, number, (150, 170, 96), 2.0, flipped)
        for number in scene.entered:
            self._frame(pen, number, CHOSEN, 4.0, flipped)
        legs = self._travelled(now_ms)
        for number, piece in enumerate(self._standing(legs), 1):
            if piece:
                self._checker(pen, piece, corner(number, flipped), keep)
        for number in scene.targets:
            sprite = keep("target", partial(target, pen.scale))
            pen.surface.blit(sprite, pen.rect(area(number, flipped)))
        self._arrow(pen, scene.trying.squares if scene.trying else (), flipped)
        if scene.expects is not None and legs < 0:
            self._expected(pen, [move.squares for move in scene.expects.line], flipped)
        if legs >= 0:
            self._slide(pen, flipped, legs, keep)
        if state.node >= 0:
            self._window(pen, state, keep)

    def _numbered(self, flipped: bool) -> pygame.Surface:
        """The board with its squares' numbers."""
        assert self.ground is not None
        made = self.ground.copy()
        for number in range(1, 33):
            x, y = corner(number, flipped)
            Pen(made, self.scale).text(str(number), x + 4, y + 8.5, 8.0, NUMBER, weight=0.13)
        return made

    def _veil(self) -> pygame.Surface:
        """What the board stands back behind; one alpha for all of it is laid quickest."""
        side = EDGE * 2 + 8 * SQUARE
        area = Pen(pygame.Surface((1, 1), 0, 32), self.scale).rect((0, 0, side, side))
        made = pygame.Surface(area.size, 0, 32)
        made.fill((2, 4, 6))
        made.set_alpha(142)
        return made

    def _standing(self, legs: float) -> tuple[int, ...]:
        if legs < 0:
            return self.seen
        standing = list(self.before)
        standing[self.path[0] - 1] = 0
        for start, end in list(pairwise(self.path))[: int(legs + 0.4)]:
            (r0, c0), (r1, c1) = row_and_column(start), row_and_column(end)
            for number in range(1, 33):
                if row_and_column(number) == ((r0 + r1) / 2, (c0 + c1) / 2):
                    standing[number - 1] = 0
        return tuple(standing)

    def _slide(self, pen: Pen, flipped: bool, legs: float, keep: Keep) -> None:
        leg = int(legs)
        part = legs - leg
        part = part * part * (3 - 2 * part)
        x0, y0 = corner(self.path[leg], flipped)
        x1, y1 = corner(self.path[leg + 1], flipped)
        place = (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
        self._checker(pen, self.before[self.path[0] - 1], place, keep)

    def _checker(self, pen: Pen, what: int, place: tuple[float, float], keep: Keep) -> None:
        sprite = keep(("checker", what), partial(checker, what, pen.scale))
        pen.surface.blit(sprite, pen.rect((*place, SQUARE, SQUARE)))

    def _frame(self, pen: Pen, number: int, colour: Colour, wide: float, flipped: bool) -> None:
        around = pen.rect(area(number, flipped))
        pygame.draw.rect(pen.surface, colour, around, max(1, round(wide * pen.scale)))

    def _expected(self, pen: Pen, line: list[tuple[int, ...]], flipped: bool) -> None:
        """The line that Anaconda expects: arrows with the number of each move."""
        for number, squares in reversed(list(enumerate(line, start=1))):
            self._arrow(pen, squares, flipped, YOURS if number % 2 else ITS)
        for number, squares in reversed(list(enumerate(line, start=1))):
            (x0, y0), (x1, y1) = (corner(n, flipped) for n in (squares[0], squares[-1]))
            x, y = (x0 + x1 + SQUARE) / 2, (y0 + y1 + SQUARE) / 2
            badge(pen, str(number), x, y, YOURS if number % 2 else ITS)

    def _arrow(
        self, pen: Pen, squares: tuple[int, ...], flipped: bool, colour: Colour = TRYING
    ) -> None:
        for start, end in pairwise(squares):
            (x0, y0), (x1, y1) = (
                tuple((side + SQUARE / 2) * pen.scale for side in corner(n, flipped))
                for n in (start, end)
            )
            wide = max(2, round(4.0 * pen.scale))
            pygame.draw.line(pen.surface, (20, 30, 20), (x0 + 1, y0 + 2), (x1 + 1, y1 + 2), wide)
            pygame.draw.line(pen.surface, colour, (x0, y0), (x1, y1), wide)
            turn = math.atan2(y1 - y0, x1 - x0)
            head = 15.0 * pen.scale
            tip = (x1 + head * 0.5 * math.cos(turn), y1 + head * 0.5 * math.sin(turn))
            sides = [
                (tip[0] - head * math.cos(turn + bent), tip[1] - head * math.sin(turn + bent))
                for bent in (0.5, -0.5)
            ]
            pygame.draw.polygon(pen.surface, colour, [tip, *sides])

    def _window(self, pen: Pen, state: LookedAt, keep: Keep) -> None:
        """The window that the pointed node sees, bright; the rest of the board stands back."""
        size, row, column = window_at(state.node)
        if state.scene.flipped != state.scene.sight.turned:
            row, column = 8 - row - size, 8 - column - size
        area = pen.rect((EDGE + column * SQUARE, EDGE + row * SQUARE, size * SQUARE, size * SQUARE))
        board = pen.rect((EDGE, EDGE, 8 * SQUARE, 8 * SQUARE))
        inside = pen.surface.subsurface(area).copy()
        pen.surface.blit(keep("veil", self._veil), board, (0, 0, *board.size))
        pen.surface.blit(inside, area)
        wide = max(2, round(4 * pen.scale))
        pygame.draw.rect(pen.surface, (50, 26, 0), area.inflate(2, 2), wide + 2)
        pygame.draw.rect(pen.surface, WINDOW, area, wide)

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        for flipped in (True, False):
            yield partial(keep, ("numbers", flipped), partial(self._numbered, flipped))
        yield partial(keep, "veil", self._veil)
        for what in (1, -1, 2, -2):
            yield partial(keep, ("checker", what), partial(checker, what, self.scale))
        yield partial(keep, "target", partial(target, self.scale))


def area(number: int, flipped: bool) -> Rect:
    """A square's area on the pane."""
    return (*corner(number, flipped), SQUARE, SQUARE)


def badge(pen: Pen, text: str, x: float, y: float, colour: Colour) -> None:
    """A move's number in a disc."""
    k = pen.scale
    pygame.draw.circle(pen.surface, (20, 24, 28), (x * k, y * k), 11.0 * k)
    pygame.draw.circle(pen.surface, colour, (x * k, y * k), 9.4 * k)
    pen.text(text, x, y, 10.5, (16, 16, 18), "centre", 0.19)


def checker(what: int, scale: float) -> pygame.Surface:
    """A checker rendered as small pictures were: a shaded disc with two grooves, a crown on a
    king's."""
    fine = 3
    side = max(round(SQUARE * scale), 8)
    at = ((np.arange(side * fine, dtype=np.float32) + 0.5) / (side * fine) * 2 - 1) * 1.12
    across = np.asarray(at, np.float32)
    x, y = across[None, :], across[:, None]
    r = np.hypot(x, y + 0.05)
    tone = np.asarray(RED if what > 0 else WHITE, np.float32)
    soft = 2.2 / side
    face = 1 - smooth_step(0.86 - soft, 0.86 + soft, r)
    rim = 1 - smooth_step(0.86 - soft, 0.86 + soft, np.hypot(x, y - 0.06))
    shade = 0.42 * (1 - smooth_step(0.70, 1.08, np.hypot(x - 0.09, y - 0.13)))
    lit = 1.0 + 0.20 * (-x * 0.6 - y * 0.8)
    for groove in (0.52, 0.70):
        side_of = (-x * 0.6 - y * 0.8) / np.maximum(r, 0.05)
        ring = np.exp(-(((r - groove) / 0.035) ** 2))
        inner = np.exp(-(((r - groove + 0.045) / 0.03) ** 2))
        lit = lit - 0.30 * ring * (0.55 + 0.45 * side_of) + 0.13 * inner * (0.3 - side_of)
    shine = 0.22 * np.exp(-(((x + 0.34) / 0.32) ** 2 + ((y + 0.42) / 0.22) ** 2))
    rgb = np.clip(tone * lit[..., None] + 255 * shine[..., None], 0, 255)
    if what > 0:  # red on green looks alike to many eyes: a light edge tells them apart
        edge = 0.95 * smooth_step(0.745 - soft / 2, 0.745 + soft / 2, r)
        rgb = rgb * (1 - edge[..., None]) + np.asarray(RED_EDGE, np.float32) * edge[..., None]
    rgb = rgb * face[..., None]
    rgb = rgb + (tone * 0.46) * (rim * (1 - face))[..., None]
    body = np.maximum(face, rim)
    cover = body + (1 - body) * shade
    if abs(what) > 1:
        crown = _crown(x, y, soft)
        gold = np.asarray((255, 214, 84) if what > 0 else (196, 132, 16), np.float32)
        edge = _crown(x - 0.02, y - 0.035, soft) * 0.5
        rgb = rgb * (1 - edge[..., None])
        rgb = rgb * (1 - crown[..., None]) + gold * crown[..., None]
    weight = np.maximum(cover, 1e-6)[..., None]
    big = cutout(np.asarray(rgb / weight, np.float32), np.asarray(cover, np.float32))
    return smoothscale(big, (side, side))


def _crown(x: Array, y: Array, soft: float) -> Array:
    """A crown with three points and a band, 0 to 1."""
    tooth = np.abs(((x / 0.19 + 1) % 2) - 1)
    top = -0.30 + 0.36 * tooth + 0.06 * np.abs(x) / 0.36
    points = smooth_step(-soft, soft, y - top) * (1 - smooth_step(0.10, 0.10 + 2 * soft, y))
    band = smooth_step(0.15, 0.15 + soft, y) * (1 - smooth_step(0.27, 0.27 + soft, y))
    wide = 1 - smooth_step(0.37 - soft, 0.37 + soft, np.abs(x))
    return np.asarray(np.maximum(points, band) * wide, np.float32)


def target(scale: float) -> pygame.Surface:
    """The mark of a square that can be moved to: a yellow disc, half through."""
    side = max(round(SQUARE * scale), 8)
    at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    r = np.hypot(at[None, :], at[:, None])
    soft = 2.0 / side
    disc = 1 - smooth_step(0.30 - soft, 0.30 + soft, r)
    ring = 1 - smooth_step(0.36 - soft, 0.36 + soft, r)
    rgb = np.asarray(CHOSEN, np.float32) * disc[..., None]
    cover = np.maximum(disc * 0.86, ring * 0.5)
    return cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))
