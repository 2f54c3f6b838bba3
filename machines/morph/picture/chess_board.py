"""The large chessboard on the workstation's picture: squares, men, attack graph, what is marked.

Squares are numbered 0 (a1) to 63 (h8); men are FEN's letters.  A move that was just made is seen
sliding.  The thin arrows below the men are the position's attack graph (Gould and Levinson 1992,
section 3.1): solid direct, dashed indirect, dotted discovered; towards a man of its own colour (a
defence) an arrow is paler.  What a pattern asks for is drawn over the men, thick.
"""

import math
from collections.abc import Callable, Iterable
from functools import partial

import pygame

from devices.screen.parts.desktop_program import Colour, Keep, Pen, ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.smooth import smoothscale
from devices.screen.words import Words
from machines.morph.picture.chess_marks import ATTACKS, NODE, any_square, arrow, node_mark, pale
from machines.morph.picture.chess_men import man
from machines.morph.scene import Arrow, Board

WORDS = Words("morph")
SQUARE = 66.0
EDGE = 20.0
"""Room for the names of ranks and files, left and below."""
SIDE = 8 * SQUARE + EDGE + 4.0
STEP_MS = 260
"""A man slides so long."""
MEN = "PNBRQKpnbrqk"
LIGHT: Colour = (212, 219, 208)
DARK: Colour = (126, 150, 138)
FRAME: Colour = (62, 74, 70)
NAME: Colour = (208, 216, 208)
LAST: tuple[Colour, Colour] = ((226, 214, 128), (182, 172, 84))
CHOSEN: tuple[Colour, Colour] = ((250, 226, 84), (226, 196, 44))
CHECK: tuple[Colour, Colour] = ((240, 132, 112), (214, 92, 76))
TARGET: Colour = (36, 92, 60)
MOVABLE: Colour = (70, 118, 92)
HALO: Colour = (250, 248, 236)
"""Around what a pattern asks for."""


def corner(square: int, flipped: bool) -> tuple[float, float]:
    """A square's left upper corner on the pane, in picture elements."""
    rank, file = divmod(square, 8)
    column, row = (7 - file, rank) if flipped else (file, 7 - rank)
    return EDGE + column * SQUARE, 2.0 + row * SQUARE


def area_of(square: int, flipped: bool) -> Rect:
    """A square's area on the pane."""
    return (*corner(square, flipped), SQUARE, SQUARE)


def is_dark(square: int) -> bool:
    """Whether a square is a dark one; a1 is."""
    return (square // 8 + square % 8) % 2 == 0


def choice_areas(promotion: str) -> tuple[tuple[str, Rect], ...]:
    """The men that a pawn can become, and where they stand in the middle of the board."""
    left = EDGE + 4 * SQUARE - len(promotion) * SQUARE / 2
    top = 2.0 + 3.5 * SQUARE
    return tuple(
        (letter, (left + k * SQUARE, top, SQUARE, SQUARE)) for k, letter in enumerate(promotion)
    )


class ChessPane(ProgramPane):
    """The board with its men."""

    size = (SIDE, SIDE)

    def __init__(self, left: float, top: float) -> None:
        super().__init__(left, top)
        self.seen: Board | None = None
        self.before = ""
        self.began_ms = 0

    def build(self, scale: float, at: tuple[int, int], end: tuple[int, int]) -> None:
        super().build(scale, at, end)
        self.seen, self.before = None, ""

    def draw_ground(self, pen: Pen) -> None:
        pen.fill((0, 0, SIDE, SIDE), FRAME)
        for square in range(64):
            pen.fill((*corner(square, False), SQUARE, SQUARE), DARK if is_dark(square) else LIGHT)

    def key_of(self, state: Board, now_ms: int) -> object:
        self._follow(state, now_ms)
        return state, self._travelled(now_ms)

    def _follow(self, state: Board, now_ms: int) -> None:
        """A move that was just made is seen sliding."""
        before, self.seen = self.seen, state
        if before is None or before.men == state.men:
            return
        self.before = ""
        if len(state.last) > 1:
            source, target = state.last
            mover, arrived = before.men[source], state.men[target]
            if mover != "." and state.men[source] == "." and mover.isupper() == arrived.isupper():
                self.before, self.began_ms = before.men, now_ms

    def _travelled(self, now_ms: int) -> float:
        """How much of its way the man has gone; -1: nothing moves."""
        share = (now_ms - self.began_ms) / STEP_MS
        if not self.before or share >= 1.0:
            self.before = ""
            return -1.0
        return max(share, 0.0)

    # What is laid.

    def lay(self, pen: Pen, state: Board, now_ms: int, keep: Keep) -> None:
        names = keep(("names", state.flipped), partial(self._names, state.flipped))
        pen.surface.blit(names, (0, 0))
        for squares, tones in (
            (state.last, LAST), ((state.entered,), CHOSEN), ((state.check,), CHECK)
        ):  # fmt: skip
            for square in squares:
                if square >= 0:
                    pen.fill(area_of(square, state.flipped), tones[is_dark(square)])
        # The graph stands back while a pattern is looked at.
        for edge in state.graph if not state.pattern.nodes else ():
            self._edge(pen, state, edge)
        for square in state.movable:
            area = pen.rect(area_of(square, state.flipped))
            pygame.draw.rect(pen.surface, MOVABLE, area, max(1, round(2.4 * pen.scale)))
        self._men(pen, state, self._travelled(now_ms), keep)
        for square in state.targets:
            self._target(pen, state, square, keep)
        self._pattern(pen, state)
        if state.promotion:
            self._choice(pen, state.promotion, keep)

    def _names(self, flipped: bool) -> pygame.Surface:
        """The board with the names of its ranks and files."""
        assert self.ground is not None
        made = self.ground.copy()
        pen = Pen(made, self.scale)
        for k in range(8):
            x, y = corner(k, flipped)[0] + SQUARE / 2, corner(8 * k, flipped)[1] + SQUARE / 2
            pen.text("abcdefgh"[k], x, SIDE - EDGE / 2 - 2.0, 12.5, NAME, "centre", 0.15)
            pen.text(str(k + 1), EDGE / 2, y, 12.5, NAME, "centre", 0.15)
        return made

    def _men(self, pen: Pen, state: Board, gone: float, keep: Keep) -> None:
        standing = state.men if gone < 0 else self.before
        moving = state.last[0] if gone >= 0 else -1
        for square, letter in enumerate(standing):
            if letter != "." and square != moving:
                self._man(pen, letter, corner(square, state.flipped), keep)
        if gone >= 0:
            gone = gone * gone * (3 - 2 * gone)
            (x0, y0), (x1, y1) = (corner(square, state.flipped) for square in state.last)
            place = (x0 + (x1 - x0) * gone, y0 + (y1 - y0) * gone)
            self._man(pen, standing[moving], place, keep)

    def _man(self, pen: Pen, letter: str, place: tuple[float, float], keep: Keep) -> None:
        side = self._man_px(pen.scale)
        sprite = keep(("man", letter, side), partial(man, letter, side))
        off = (SQUARE * pen.scale - side) / 2
        pen.surface.blit(
            sprite, (round(place[0] * pen.scale + off), round(place[1] * pen.scale + off))
        )

    def _man_px(self, scale: float) -> int:
        return max(round(SQUARE * 0.94 * scale), 4)

    def _edge(self, pen: Pen, state: Board, edge: Arrow) -> None:
        """An arrow of the graph; the men lie over it."""
        source, target = state.men[edge.source], state.men[edge.target]
        own = target != "." and source.isupper() == target.isupper()
        colour = pale(ATTACKS[edge.kind]) if own or target == "." else ATTACKS[edge.kind]
        start, end = self._ends(edge, state, 0.0, 0.30)
        wide = (2.0 if own or target == "." else 3.4) * pen.scale
        arrow(pen.surface, _scaled(start, pen), _scaled(end, pen), wide, edge.kind, colour)

    def _ends(
        self, edge: Arrow, state: Board, leave: float, short: float
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where an arrow begins and ends: so many squares off the middles of its squares."""
        (x0, y0), (x1, y1) = (corner(end, state.flipped) for end in (edge.source, edge.target))
        long = max(math.hypot(x1 - x0, y1 - y0), 1.0)
        dx, dy = (x1 - x0) / long * SQUARE, (y1 - y0) / long * SQUARE
        half = SQUARE / 2
        return (
            (x0 + half + dx * leave, y0 + half + dy * leave),
            (x1 + half - dx * short, y1 + half - dy * short),
        )

    def _pattern(self, pen: Pen, state: Board) -> None:
        for node in state.pattern.nodes:
            area = pen.rect(area_of(node.square, state.flipped))
            if node.label in "*Oo":
                any_square(pen.surface, area, node.label)
            node_mark(pen.surface, area, node.held, max(2, round(4.0 * pen.scale)), NODE)
        for edge in state.pattern.arrows:
            start, end = self._ends(edge, state, 0.24, 0.26)
            a, b = _scaled(start, pen), _scaled(end, pen)
            wide = 6.0 * pen.scale
            arrow(pen.surface, a, b, wide, "direct", HALO, 0.28 * wide)
            arrow(pen.surface, a, b, wide, edge.kind, ATTACKS[edge.kind])

    def _target(self, pen: Pen, state: Board, square: int, keep: Keep) -> None:
        area = pen.rect(area_of(square, state.flipped))
        taken = state.men[square] != "."
        sprite = keep(("target", taken), partial(target, taken, area.width))
        pen.surface.blit(sprite, area)

    def _choice(self, pen: Pen, promotion: str, keep: Keep) -> None:
        areas = choice_areas(promotion)
        x, y = areas[0][1][:2]
        box = (x - 10.0, y - 30.0, len(promotion) * SQUARE + 20.0, SQUARE + 40.0)
        pen.box(box, True)
        pen.text(WORDS("pawn_becomes"), x + len(promotion) * SQUARE / 2, y - 14.0, 12.5,
                 anchor="centre")  # fmt: skip
        for letter, area in areas:
            pen.box((area[0] + 2.0, area[1] + 2.0, area[2] - 4.0, area[3] - 4.0), True, LIGHT)
            self._man(pen, letter, area[:2], keep)

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        side = self._man_px(self.scale)
        for letter in MEN:
            yield partial(keep, ("man", letter, side), partial(man, letter, side))
        for flipped in (True, False):
            yield partial(keep, ("names", flipped), partial(self._names, flipped))
        for taken in (True, False):
            wide = Pen(pygame.Surface((1, 1), 0, 32), self.scale).rect((0, 0, SQUARE, SQUARE)).width
            yield partial(keep, ("target", taken), partial(target, taken, wide))


def _scaled(place: tuple[float, float], pen: Pen) -> tuple[float, float]:
    return place[0] * pen.scale, place[1] * pen.scale


def target(taken: bool, side: int) -> pygame.Surface:
    """The mark of a square that can be moved to: a disc, or corners cut off round a man."""
    fine = 4
    big = pygame.Surface((side * fine, side * fine), pygame.SRCALPHA, 32)
    middle = (side * fine / 2, side * fine / 2)
    if taken:
        wide = round(side * fine * 0.085)
        pygame.draw.circle(big, (*TARGET, 225), middle, side * fine * 0.485, wide)
    else:
        pygame.draw.circle(big, (250, 250, 240, 170), middle, side * fine * 0.185)
        pygame.draw.circle(big, (*TARGET, 235), middle, side * fine * 0.15)
    return smoothscale(big, (side, side))
