"""The wall of patterns: each a small board with its nodes and edges, its weight below it."""

from collections.abc import Callable, Iterable
from functools import partial

import pygame

from devices.screen.parts.desktop_program import FAINT, Keep, Pen, ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.words import Words
from machines.morph.picture import small_board
from machines.morph.picture.small_board import draw_board, draw_weight
from machines.morph.scene import Sketch, Wall

WORDS = Words("morph")
WIDE, HIGH = 550.0, 398.0
COLUMNS, ROWS = 5, 3
A_PAGE = COLUMNS * ROWS
KEPT = 3 * A_PAGE
"""Boards that were seen last."""
BOARD = 99.0
_TALL = 129.0
POINTED = (255, 214, 92)


def place_of(number: int) -> Rect:
    """Where a pattern hangs on the pane, with its weight."""
    row, column = divmod(number, COLUMNS)
    across, down = WIDE / COLUMNS, HIGH / ROWS
    left, top = column * across + (across - BOARD) / 2, row * down + (down - _TALL) / 2
    return left, top, BOARD, _TALL


class PatternWallPane(ProgramPane):
    """A page of small boards."""

    size = (WIDE, HIGH)
    anew_ms = 120

    def __init__(self, left: float, top: float) -> None:
        super().__init__(left, top)
        self._boards: dict[Sketch, pygame.Surface] = {}

    def build(self, scale: float, at: tuple[int, int], end: tuple[int, int]) -> None:
        super().build(scale, at, end)
        self._boards.clear()

    def lay(self, pen: Pen, state: Wall, now_ms: int, keep: Keep) -> None:
        if not state.patterns:
            pen.text(WORDS("no_pattern"), WIDE / 2, HIGH / 2, 14.0, FAINT, "centre")
        for number, pattern in enumerate(state.patterns[:A_PAGE]):
            x, y, wide, tall = place_of(number)
            if number == state.pointed:
                pen.fill((x - 4.0, y - 3.0, wide + 8.0, tall + 5.0), POINTED)
            pen.surface.blit(self._board(pattern.sketch, keep), pen.rect(place_of(number)).topleft)
            draw_weight(pen, (x, y, wide, tall), pattern)

    def _board(self, pattern: Sketch, keep: Keep) -> pygame.Surface:
        """The pattern's board, drawn once while it hangs there: weights change oftener."""
        found = self._boards.get(pattern)
        if found is None:
            while len(self._boards) >= KEPT:
                del self._boards[next(iter(self._boards))]
            found = self._boards[pattern] = pygame.Surface(self._size(), 0, 32)
            draw_board(Pen(found, self.scale), (0.0, 0.0, BOARD, BOARD), pattern, keep)
        return found

    def _size(self) -> tuple[int, int]:
        assert self.ground is not None
        return Pen(self.ground, self.scale).rect((0.0, 0.0, BOARD, BOARD)).size

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        yield from small_board.sprites(BOARD, self.scale, keep)
        size = self._size()
        yield partial(keep, ("small", size), partial(small_board.empty_board, size))
