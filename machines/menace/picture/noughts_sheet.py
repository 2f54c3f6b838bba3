"""The board on a sheet of paper: pencilled noughts and crosses, with the drawn beads beside them.

Squares have Michie's numbers, printed small: 1 2 3 over 8 0 4 over 7 6 5.  A mark that comes is
drawn stroke by stroke; where marks come faster than a hand could draw them they are simply there.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import paper, sheet
from devices.screen.part import Touch
from devices.screen.parts.pencil import PENCIL, Lead, mark, traced
from devices.screen.parts.sprites import PlacedSprite, SpritePart, within
from machines.menace.picture import beads
from machines.menace.picture.matchbox import READING
from machines.menace.picture.table import scenery, shade
from machines.menace.picture.tray import Flying

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


@dataclass(frozen=True)
class SheetState:
    """What is on the sheet."""

    marks: tuple[tuple[int, str], ...] = ()
    """Squares and signs (``"O"``, ``"X"``), in the order in which they were drawn."""
    beads: tuple[tuple[int, int], ...] = ()
    """The drawn beads that lie there: square, colour."""
    line: tuple[int, ...] = ()
    """The squares of a line that was made."""
    words: tuple[str, ...] = ()
    """Written below the board: who plays, whose turn it is, what came of it."""
    flying: tuple[Flying, ...] = ()


class NoughtsSheetPart(SpritePart):
    """The sheet on the table; ``at`` is where the part stands on the room's canvas."""

    size = SIZE

    def __init__(self, at: tuple[float, float] = (410.0, 530.0), keys: Sequence[str] = ()) -> None:
        """``keys`` are the keyboard's keys for squares 0 to 8."""
        super().__init__()
        self.at = at
        self.engraving = Engraving()
        self.seen: tuple[tuple[int, str], ...] | None = None
        self.began_ms = -STROKE_MS
        self.changed_ms = -STROKE_MS
        self._touches = tuple(_touch(square, keys) for square in range(9))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.seen = None
        picture = scenery(*self.at, width, height, self.scale)
        x, y, wide, high = PAPER_RECT
        spot = (self.at[0] + x + 8, self.at[1] + y + 9, wide - 4, high - 4)
        shade(picture, self.at, self.scale, spot, 9.0, 0.60)
        made = sheet(np.asarray(picture, np.float32))
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
            yield partial(self._bead, colour, (0.0, 0.0), lift)
        for high in (14.0, 12.0):
            yield partial(self.engraving.prepare, high * self.scale, 0.125)
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
            self.engraving.draw(made, str(square), x, y, high, _NUMBER, "centre", 0.13)

    # Where things are.

    def at_square(self, square: int, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
        """A place in a square, in shares of its side, in pixels of the part."""
        x, y = place_on_sheet(square, across, down)
        return x * self.scale, y * self.scale

    # What is seen.

    def look(self, state: SheetState, now_ms: int) -> list[PlacedSprite]:
        self._follow(state, now_ms)
        share = min((now_ms - self.began_ms) / STROKE_MS, 1.0)
        stamps: list[PlacedSprite] = []
        last = len(state.marks) - 1
        for number, (square, sign) in enumerate(state.marks):
            part = share if number == last else 1.0
            step = min(int(part * STEPS) + 1, STEPS)
            sprite = self._mark(sign, (square + number) % VARIETIES, step / STEPS)
            x, y = self.at_square(square)
            half = sprite.get_width() / 2
            stamps.append(PlacedSprite(sprite, round(x - half), round(y - half)))
        if state.line:
            stamps.append(self._through(state.line))
        for square, colour in state.beads:
            stamps += self._bead(colour, self.at_square(square, 0.80, 0.80), 0)
        stamps += self._words(state.words)
        for one in state.flying:
            stamps += self._bead(one.colour, (one.x * self.scale, one.y * self.scale), one.lift)
        return within(stamps, (self.px(SIZE[0]), self.px(SIZE[1])))

    def _follow(self, state: SheetState, now_ms: int) -> None:
        """Notice a mark that has come since the last look."""
        before, self.seen = self.seen, state.marks
        if before is None or before == state.marks:
            return
        hasty = now_ms - self.changed_ms < HASTY_MS
        self.changed_ms = now_ms
        one_more = state.marks[:-1] == before
        self.began_ms = now_ms if one_more and not hasty else now_ms - STROKE_MS

    def _mark(self, sign: str, variety: int, share: float) -> pygame.Surface:
        return mark(sign, self.px(CELL * 0.94), PENCIL, 31 + variety, share)

    def _through(self, line: tuple[int, ...]) -> PlacedSprite:
        """The stroke through a line of three."""
        sprite = self.sprite(("line", line), partial(self._stroke, line))
        x, y = self.px(BOARD[0] - 20), self.px(BOARD[1] - 20)
        return PlacedSprite(sprite, x, y)

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
        return traced((tuple(ends),), self.px(side), lead, 3)

    def _words(self, words: tuple[str, ...]) -> list[PlacedSprite]:
        stamps = []
        for row, text in enumerate(words):
            high = (14.0 if row == 0 else 12.0) * self.scale
            sprite = self.brief(("words", text, row), partial(self._written, text, high))
            x = self.px(_MIDDLE[0] + 3.0 + 0.9 * row) - sprite.get_width() // 2
            stamps.append(PlacedSprite(sprite, x, self.px(BOARD[1] + BOARD[2] + 10.0 + 26.0 * row)))
        return stamps

    def _written(self, text: str, high: float) -> pygame.Surface:
        flat = self.engraving.text_surface(text, high, _WRITTEN, 0.125)
        return pygame.transform.rotozoom(flat, TURN, 1.0)

    def _bead(self, colour: int, place: tuple[float, float], lift: int) -> list[PlacedSprite]:
        size = max(self.px(BEAD), 3)
        x, y = beads.bead_corner((place[0], place[1] - lift * size * 0.10), size)
        return [
            PlacedSprite(beads.shadow(colour, size, lift), *beads.shadow_corner(place, size)),
            PlacedSprite(beads.bead(colour, size), x, y),
        ]


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


def _touch(square: int, keys: Sequence[str]) -> Touch:
    x, y = place_on_sheet(square)
    return Touch(
        f"square.{square}",
        (x - CELL / 2, y - CELL / 2, CELL, CELL),
        "square",
        str(square),
        f"Square {square}: put your mark there when it is your move.",
        keys[square] if keys else "",
    )
