"""The board on a sheet of paper: pencilled noughts and crosses, with the drawn beads beside them.

Squares have Michie's numbers, printed small: 1 2 3 over 8 0 4 over 7 6 5.  A mark that comes is
drawn stroke by stroke; where marks come faster than a hand could draw them they are simply there.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import numpy as np
import pygame

from devices.screen.materials import paper, sheet
from devices.screen.part import Touch
from devices.screen.parts.pencil import PENCIL, Lead, mark, trace_strokes
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite, within
from machines.menace import motion, text
from machines.menace.picture import beads
from machines.menace.picture.table import ORIGIN, OnTable, Standing, TablePart
from machines.noughts.board import READING

SIZE = (420.0, 454.0)
PAPER_RECT = (30.0, 18.0, 356.0, 418.0)
"""The sheet before it is turned a little."""
TURN = 2.4
"""Degrees anticlockwise."""
BOARD = (54.0, 40.0, 306.0)
"""Left, top and side of the board on the part, before the turn."""
CELL = BOARD[2] / 3
BEAD = 30.0
STROKE_MS = 400
STEPS = 10
"""Pictures of a mark being made."""
HASTY_MS = 150
"""Marks that follow each other faster are not drawn stroke by stroke."""
VARIETIES = 3
LINES = ((1, 2, 3), (8, 0, 4), (7, 6, 5), (1, 8, 7), (2, 0, 6), (3, 4, 5), (1, 0, 5), (3, 0, 7))
"""Three in a row, from end to end."""
_MIDDLE = (PAPER_RECT[0] + PAPER_RECT[2] / 2, PAPER_RECT[1] + PAPER_RECT[3] / 2)
_NUMBER = (128, 122, 116)
_WRITTEN = (60, 58, 62)


class NoughtsSheetPart(TablePart):
    """The sheet on the table."""

    size = SIZE

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__(at)
        self.seen: tuple[int, ...] | None = None
        self.began_ms = -STROKE_MS
        self.changed_ms = -STROKE_MS
        self._touches = tuple(_touch(square) for square in range(9))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.seen = None
        x, y, wide, high = PAPER_RECT
        spot = (x + 8, y + 9, wide - 4, high - 4)
        made = sheet(self.ground(width, height, (spot, 9.0, 0.60, 0.0)))
        turned = pygame.transform.rotozoom(self._paper(), TURN, 0.5)
        middle = (round(_MIDDLE[0] * self.scale), round(_MIDDLE[1] * self.scale))
        made.blit(turned, turned.get_rect(center=middle))
        self._numbers(made)
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Marks as they are drawn, whole ones first; beads; the strokes through a line."""
        for step in range(STEPS, 0, -1):
            for sign, variety in product("OX", range(VARIETIES)):
                yield partial(self._mark, sign, variety, step / STEPS)
        for colour, lift in product(range(9), range(5)):
            yield partial(beads.bead_sprites, colour, self._diameter(), (0.0, 0.0), lift)
        for high in (14.0, 12.0):
            yield partial(self.letters.prepare, high * self.scale, 0.125)
        for line in LINES:
            yield partial(self._through, line)

    def _paper(self) -> pygame.Surface:
        """The sheet with the board's lines, twice as large, see-through at its very edge."""
        k = 2 * self.scale
        wide, high = round(PAPER_RECT[2] * k), round(PAPER_RECT[3] * k)
        rgb = paper(wide, high, 87, (244, 240, 226))
        x = np.linspace(0, 1, wide, dtype=np.float32)[None, :, None]
        y = np.linspace(0, 1, high, dtype=np.float32)[:, None, None]
        # It was folded in four once, and lies nearly flat again.
        for across, at in ((x, 0.5), (y, 0.5)):
            fold = (across - at) * 60
            rgb = rgb * (1 - 0.030 * np.exp(-(fold**2)) + 0.018 * np.exp(-((fold - 1.4) ** 2)))
        rgb = rgb * (1.03 - 0.06 * y - 0.03 * x)
        made = pygame.Surface((wide, high), pygame.SRCALPHA, 32)
        made.blit(sheet(np.asarray(rgb, np.float32)), (0, 0))
        edge = max(round(k * 0.7), 1)
        made.fill((255, 254, 246), (0, 0, wide, edge))
        made.fill((198, 192, 174), (0, high - edge, wide, edge))
        made.fill((206, 200, 182), (wide - edge, 0, edge, high))
        side = round(BOARD[2] * k)
        grid = mark("grid", side, Lead(PENCIL.colour, 0.011, 0.30), 1)
        left, top = (BOARD[0] - PAPER_RECT[0]) * k, (BOARD[1] - PAPER_RECT[1]) * k
        made.blit(grid, (round(left), round(top)))
        return made

    def _numbers(self, made: pygame.Surface) -> None:
        """Each square's number, small, in its left upper corner."""
        for square in range(9):
            x, y = self.at_square(square, 0.11, 0.13)
            high = max(9.8 * self.scale, 6.5)
            self.letters.draw(made, str(square), x, y, high, _NUMBER, "centre", 0.13)

    # Where things are.

    def at_square(self, square: int, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
        """A place in a square, in shares of its side, in pixels of the part."""
        x, y = place_on_sheet(square, across, down)
        return x * self.scale, y * self.scale

    # What is seen.

    def look(self, state: OnTable, now_ms: int) -> list[PlacedSprite]:
        scene = state.scene
        marks = motion.marks_in_view(scene)
        self._follow(marks, now_ms)
        share = min((now_ms - self.began_ms) / STROKE_MS, 1.0)
        stamps: list[PlacedSprite] = []
        last = len(marks) - 1
        for number, (square, sign) in enumerate(text.signed(marks)):
            part = share if number == last else 1.0
            step = min(int(part * STEPS) + 1, STEPS)
            sprite = self._mark(sign, (square + number) % VARIETIES, step / STEPS)
            x, y = self.at_square(square)
            half = sprite.get_width() / 2
            stamps.append(PlacedSprite(sprite, round(x - half), round(y - half)))
        line = text.finished_line(text.signed(marks))
        if line:
            stamps.append(self._through(line))
        for square, colour in motion.beads_in_view(scene):
            stamps += beads.bead_sprites(
                colour, self._diameter(), self.at_square(square, 0.80, 0.80)
            )
        stamps += self._words(text.words(scene))
        for one in state.flying:
            stamps += one.sprites(self._diameter(), self.scale)
        return within(stamps, (self.px(SIZE[0]), self.px(SIZE[1])))

    def _follow(self, marks: tuple[int, ...], now_ms: int) -> None:
        """Notice a mark that has come since the last look."""
        before, self.seen = self.seen, marks
        if before is None or before == marks:
            return
        hasty = now_ms - self.changed_ms < HASTY_MS
        self.changed_ms = now_ms
        one_more = marks[:-1] == before
        self.began_ms = now_ms if one_more and not hasty else now_ms - STROKE_MS

    def _mark(self, sign: str, variety: int, share: float) -> pygame.Surface:
        return mark(sign, self.px(CELL * 0.94), PENCIL, 31 + variety, share)

    def _through(self, line: tuple[int, ...]) -> PlacedSprite:
        """The stroke through a line of three."""
        sprite = self._stroke(line)
        x, y = self.px(BOARD[0] - 20), self.px(BOARD[1] - 20)
        return PlacedSprite(sprite, x, y)

    @cached_sprite
    def _stroke(self, line: tuple[int, ...]) -> pygame.Surface:
        side = BOARD[2] + 40
        ends = []
        for square, other in ((line[0], line[-1]), (line[-1], line[0])):
            x, y = place_on_sheet(square)
            ox, oy = place_on_sheet(other)
            long = math.hypot(x - ox, y - oy)
            x, y = x + (x - ox) / long * 44, y + (y - oy) / long * 44
            ends.append(((x - BOARD[0] + 20) / side, (y - BOARD[1] + 20) / side))
        lead = Lead((168, 38, 32), 0.015, 0.26)
        return trace_strokes((tuple(ends),), self.px(side), lead, 3)

    def _words(self, words: tuple[str, ...]) -> list[PlacedSprite]:
        stamps = []
        for row, line in enumerate(words):
            sprite = self._text(line, (14.0 if row == 0 else 12.0) * self.scale)
            x = self.px(_MIDDLE[0] + 3.0 + 0.9 * row) - sprite.get_width() // 2
            stamps.append(PlacedSprite(sprite, x, self.px(BOARD[1] + BOARD[2] + 10.0 + 26.0 * row)))
        return stamps

    @brief_sprite
    def _text(self, words: str, high: float) -> pygame.Surface:
        flat = self.letters.text_surface(words, high, _WRITTEN, 0.125)
        return pygame.transform.rotozoom(flat, TURN, 1.0)

    def _diameter(self) -> int:
        return max(self.px(BEAD), 3)


def place_on_sheet(square: int, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
    """A place in a square of the board as it lies there, in units of the part."""
    row, column = divmod(READING.index(square), 3)
    x = BOARD[0] + (column + across) * CELL - _MIDDLE[0]
    y = BOARD[1] + (row + down) * CELL - _MIDDLE[1]
    turn = math.radians(-TURN)
    return (
        _MIDDLE[0] + x * math.cos(turn) - y * math.sin(turn),
        _MIDDLE[1] + x * math.sin(turn) + y * math.cos(turn),
    )


def _touch(square: int) -> Touch:
    x, y = place_on_sheet(square)
    return Touch(
        f"square.{square}",
        (x - CELL / 2, y - CELL / 2, CELL, CELL),
        "square",
        str(square),
        f"Square {square}: put your mark there when it is your move.",
        str(square),
    )
