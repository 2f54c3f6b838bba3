"""The wall of patterns: each a small board with its nodes and edges, its weight below it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import pygame

from devices.screen.parts import small_board
from devices.screen.parts.desktop_look import FAINT, PAPER, Pen
from devices.screen.parts.pane_of_picture import Keep, Pane
from devices.screen.parts.relief import Rect
from devices.screen.parts.small_board import PatternPicture, draw_pattern

WIDE, HIGH = 550.0, 398.0
COLUMNS, ROWS = 5, 3
A_PAGE = COLUMNS * ROWS
BOARD = 99.0
_TALL = 129.0
POINTED = (255, 214, 92)


@dataclass(frozen=True)
class PatternWallState:
    """A page of the wall."""

    patterns: tuple[PatternPicture, ...] = ()
    """At most A_PAGE."""
    page: int = 0
    pages: int = 1
    total: int = 0
    """Patterns in the database."""
    pointed: int = -1
    """The one under the pointer, of this page."""


def place_of(number: int) -> Rect:
    """Where a pattern hangs on the pane, with its weight."""
    row, column = divmod(number, COLUMNS)
    across, down = WIDE / COLUMNS, HIGH / ROWS
    left, top = column * across + (across - BOARD) / 2, row * down + (down - _TALL) / 2
    return left, top, BOARD, _TALL


class PatternWallPane(Pane):
    """A page of small boards."""

    anew_ms = 120

    def __init__(self, left: float, top: float) -> None:
        super().__init__((left, top, WIDE, HIGH))

    def draw_ground(self, pen: Pen) -> None:
        pen.box((0, 0, WIDE, HIGH), False, PAPER)

    def key_of(self, state: PatternWallState, now_ms: int) -> object:
        del now_ms
        return state

    def lay(self, pen: Pen, state: PatternWallState, now_ms: int, keep: Keep) -> None:
        del now_ms
        if not state.patterns:
            pen.text("NO PATTERN YET", WIDE / 2, HIGH / 2, 14.0, FAINT, "centre")
        for number, pattern in enumerate(state.patterns[:A_PAGE]):
            x, y, wide, tall = place_of(number)
            if number == state.pointed:
                pen.fill((x - 4.0, y - 3.0, wide + 8.0, tall + 5.0), POINTED)
            draw_pattern(pen, (x, y, wide, tall), pattern, keep)

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        yield from small_board.sprites(BOARD, self.scale, keep)
        for number in range(A_PAGE):
            size = Pen(pygame.Surface((1, 1), 0, 32), self.scale).rect(_board(number)).size
            yield partial(keep, ("small", size), partial(small_board.empty_board, size))


def _board(number: int) -> Rect:
    x, y, wide, _ = place_of(number)
    return x, y, wide, wide
