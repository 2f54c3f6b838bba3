"""Three by three squares on a sheet of paper, on which marks are pencilled.

A mark that comes is drawn stroke by stroke; where marks come faster than a hand could draw them
they are simply there.  A room's own part says where the sheet lies, which number each square has,
and what is written beside the board.

A mark is a path that a hand follows; drawn up to a share of its length it is a mark being made.
The pencil's lead catches on the tooth of the paper, so its line is grainy and never quite even.
The same size and seed give the same mark everywhere.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product

import numpy as np
import pygame

from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import Engraving
from devices.screen.materials import grain, paper, sheet
from devices.screen.part import Touch
from devices.screen.parts.sprites import PlacedSprite, SpritePart, cached_sprite
from devices.screen.smooth import smoothscale

# -- Noughts, crosses and their grid as a hand draws them: with a soft pencil on paper, or in ink --

Point = tuple[float, float]
Stroke = tuple[Point, ...]

_FINE = 3


@dataclass(frozen=True)
class Lead:
    """What is drawn with."""

    colour: tuple[int, int, int] = (52, 50, 54)
    wide: float = 0.048  # Width of the line, in cells
    tooth: float = 0.30  # How much of the line the paper's tooth keeps bare: 0 for ink


PENCIL = Lead()
INK = Lead((34, 32, 40), 0.12, 0.0)
RED = Lead((176, 36, 30), 0.10, 0.25)


def nought_path(seed: int) -> tuple[Stroke, ...]:
    """A nought in the unit square: begun at the top, closed a little beyond its beginning."""
    chance = np.random.default_rng(seed)
    tilt, wide, tall = chance.uniform((-0.25, 0.29, 0.31), (0.25, 0.33, 0.35))
    start, drift = chance.uniform((-1.9, -0.02), (-1.4, 0.035))
    points = []
    for step in range(41):
        part = step / 40
        turn = start - part * (2 * math.pi + 0.30)
        grown = 1 + drift * part
        x, y = wide * grown * math.cos(turn), tall * grown * math.sin(turn)
        points.append(
            (
                0.5 + x * math.cos(tilt) - y * math.sin(tilt),
                0.5 + x * math.sin(tilt) + y * math.cos(tilt),
            )
        )
    return (tuple(points),)


def cross_path(seed: int) -> tuple[Stroke, ...]:
    """A cross in the unit square: first down to the right, then down to the left."""
    chance = np.random.default_rng(seed)
    made = []
    for left in (1, -1):
        ends = chance.normal(0.0, 0.025, 4)
        x0, x1 = 0.5 - left * 0.29 + ends[0], 0.5 + left * 0.29 + ends[1]
        y0, y1 = 0.20 + ends[2], 0.80 + ends[3]
        bow = float(chance.normal(0.0, 0.022))
        made.append(_bowed((float(x0), float(y0)), (float(x1), float(y1)), bow))
    return tuple(made)


def grid_path(seed: int) -> tuple[Stroke, ...]:
    """The four lines of the board in the unit square."""
    chance = np.random.default_rng(seed)
    made = []
    for k in (1, 2):
        a, b, c, bow = (float(part) for part in chance.normal(0.0, 0.006, 4))
        made.append(_bowed((k / 3 + a, 0.01 + c), (k / 3 + b, 0.99), bow))
    for k in (1, 2):
        a, b, c, bow = (float(part) for part in chance.normal(0.0, 0.006, 4))
        made.append(_bowed((0.01 + c, k / 3 + a), (0.99, k / 3 + b), bow))
    return tuple(made)


def _bowed(start: Point, end: Point, bow: float) -> Stroke:
    """A line that is not quite straight."""
    points = []
    dx, dy = end[0] - start[0], end[1] - start[1]
    for step in range(17):
        part = step / 16
        aside = bow * math.sin(math.pi * part)
        points.append((start[0] + dx * part - dy * aside, start[1] + dy * part + dx * aside))
    return tuple(points)


def draw_to(strokes: Sequence[Stroke], share: float) -> tuple[Stroke, ...]:
    """As much of the strokes as has been drawn after a share of the whole way."""
    whole = sum(math.dist(a, b) for stroke in strokes for a, b in pairwise(stroke))
    left = whole * share
    made: list[Stroke] = []
    for stroke in strokes:
        kept = [stroke[0]]
        for a, b in pairwise(stroke):
            long = math.dist(a, b)
            if left < long:
                part = left / long if long else 0.0
                kept.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
                left = 0.0
                break
            kept.append(b)
            left -= long
        made.append(tuple(kept))
        if left <= 0:
            break
    return tuple(made)


def trace_strokes(
    strokes: Sequence[Stroke], size: int, lead: Lead, seed: int = 0
) -> pygame.Surface:
    """Strokes of the unit square on a see-through surface ``size`` pixels square.

    ``lead.wide`` is in shares of the square.
    """
    big = pygame.Surface((size * _FINE, size * _FINE), pygame.SRCALPHA, 32)
    big.fill((*lead.colour, 0))
    half = max(lead.wide * size * _FINE / 2, 0.55 * _FINE)
    for stroke in strokes:
        run = 0.0
        for (x0, y0), (x1, y1) in pairwise(stroke):
            long = math.hypot(x1 - x0, y1 - y0) * size * _FINE
            steps = max(int(long / max(half * 0.3, 1.0)), 1)
            for step in range(steps + 1):
                part = step / steps
                run += long / (steps + 1)
                pressed = 1 + 0.14 * math.sin(run / (half * 9) + seed)
                x = (x0 + (x1 - x0) * part) * size * _FINE
                y = (y0 + (y1 - y0) * part) * size * _FINE
                pygame.draw.circle(big, (*lead.colour, 255), (x, y), half * pressed)
    made = smoothscale(big, (size, size))
    if lead.tooth and size > 12:
        alpha = pygame.surfarray.pixels_alpha(made)
        rough = np.clip(1 - lead.tooth * (0.75 + 0.55 * grain(size, size, 91 + seed % 7)), 0.15, 1)
        alpha[:] = (alpha * rough.T).astype(np.uint8)
        del alpha
    return made


@kept_picture
def mark(what: str, size: int, lead: Lead, seed: int, share: float = 1.0) -> pygame.Surface:
    """A nought (``"O"``), a cross (``"X"``) or the board's ``"grid"``, ``size`` pixels square;
    drawn as far as ``share`` (0 to 1).  Cached, so never draw on one."""
    paths = {"O": nought_path, "X": cross_path, "grid": grid_path}[what](seed)
    return trace_strokes(draw_to(paths, share) if share < 1 else paths, size, lead, seed)


# -- pencil board ----------------------------------------------------------------------------------

STROKE_MS = 400
STEPS = 10
"""Pictures of a mark being made."""
HASTY_MS = 150
"""Marks that follow each other faster are not drawn stroke by stroke."""
VARIETIES = 3
BEYOND = 20.0
"""How far the stroke through a line may reach over the board's edge, units."""
_NUMBER = (128, 122, 116)

Marks = tuple[tuple[int, str], ...]
"""Squares with ``"O"`` or ``"X"``, in the order in which they came."""


@dataclass(frozen=True)
class PencilSheet:
    """A sheet of paper and the board on it, in units of the part, before it is turned a little."""

    paper: tuple[float, float, float, float]
    """Left, top, width, height."""
    board: tuple[float, float, float]
    """Left, top, side."""
    turn: float
    """Degrees anticlockwise, about the sheet's middle."""
    reading: tuple[int, ...]
    """The squares' numbers, row by row."""
    lines: tuple[tuple[int, ...], ...]
    """Three in a row, from end to end."""
    seed: int = 87

    @property
    def cell(self) -> float:
        """A square's side."""
        return self.board[2] / 3

    @property
    def middle(self) -> tuple[float, float]:
        """What the sheet is turned about."""
        left, top, wide, high = self.paper
        return left + wide / 2, top + high / 2

    def turned(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the sheet lies once it is turned."""
        turn, (across, down) = math.radians(-self.turn), self.middle
        x, y = x - across, y - down
        return (
            across + x * math.cos(turn) - y * math.sin(turn),
            down + x * math.sin(turn) + y * math.cos(turn),
        )

    def place(self, square: int, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
        """A place in a square, in shares of its side, as it lies on the part."""
        row, column = divmod(self.reading.index(square), 3)
        return self.turned(
            self.board[0] + (column + across) * self.cell, self.board[1] + (row + down) * self.cell
        )

    def touch(self, square: int, help_text: str) -> Touch:
        """The square as a finger finds it."""
        x, y = self.place(square)
        rect = (x - self.cell / 2, y - self.cell / 2, self.cell, self.cell)
        return Touch(f"square.{square}", rect, "square", str(square), help_text, str(square))


class PencilBoardPart(SpritePart):
    """A part with such a sheet."""

    pencil_sheet: PencilSheet
    letters: Engraving

    def forget_marks(self) -> None:
        """The marks that are seen next were there before."""
        self._seen: tuple[int, ...] | None = None
        self._began_ms = self._changed_ms = -STROKE_MS

    # The sheet

    def lay_sheet(self, made: pygame.Surface) -> None:
        """The turned sheet on the part's ground, with the numbers of its squares."""
        held = self.pencil_sheet
        turned = pygame.transform.rotozoom(self._paper(), held.turn, 0.5)
        middle = (round(held.middle[0] * self.scale), round(held.middle[1] * self.scale))
        made.blit(turned, turned.get_rect(center=middle))
        for square in range(9):
            x, y = self.at_square(square, 0.11, 0.13)
            high = max(9.8 * self.scale, 6.5)
            self.letters.draw(made, str(square), x, y, high, _NUMBER, "centre", 0.13)

    def _paper(self) -> pygame.Surface:
        """The sheet with the board's lines, twice as large, see-through at its very edge."""
        held, k = self.pencil_sheet, 2 * self.scale
        wide, high = round(held.paper[2] * k), round(held.paper[3] * k)
        rgb = paper(wide, high, held.seed, (244, 240, 226))
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
        grid = mark("grid", round(held.board[2] * k), Lead(PENCIL.colour, 0.011, 0.30), 1)
        left, top = (held.board[0] - held.paper[0]) * k, (held.board[1] - held.paper[1]) * k
        made.blit(grid, (round(left), round(top)))
        return made

    def at_square(self, square: int, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
        """A place in a square, in shares of its side, in pixels of the part."""
        x, y = self.pencil_sheet.place(square, across, down)
        return x * self.scale, y * self.scale

    # The marks

    def mark_sprites(self) -> Iterator[Callable[[], object]]:
        """Marks as they are drawn, whole ones first."""
        for step in range(STEPS, 0, -1):
            for sign, variety in product("OX", range(VARIETIES)):
                yield partial(self._mark, sign, variety, step / STEPS)

    def line_sprites(self) -> Iterator[Callable[[], object]]:
        """The strokes through a line."""
        for line in self.pencil_sheet.lines:
            yield partial(self._through, line)

    def marks(self, marks: Marks, line: tuple[int, ...], now_ms: int) -> list[PlacedSprite]:
        """The marks, the last of them perhaps still being drawn, and the stroke through a line."""
        self._follow(tuple(square for square, _ in marks), now_ms)
        share = min((now_ms - self._began_ms) / STROKE_MS, 1.0)
        stamps: list[PlacedSprite] = []
        for number, (square, sign) in enumerate(marks):
            part = share if number == len(marks) - 1 else 1.0
            step = min(int(part * STEPS) + 1, STEPS)
            sprite = self._mark(sign, (square + number) % VARIETIES, step / STEPS)
            x, y = self.at_square(square)
            half = sprite.get_width() / 2
            stamps.append(PlacedSprite(sprite, round(x - half), round(y - half)))
        if line:
            stamps.append(self._through(line))
        return stamps

    def _follow(self, marks: tuple[int, ...], now_ms: int) -> None:
        """Notice a mark that has come since the last look."""
        before, self._seen = self._seen, marks
        if before is None or before == marks:
            return
        hasty = now_ms - self._changed_ms < HASTY_MS
        self._changed_ms = now_ms
        one_more = marks[:-1] == before
        self._began_ms = now_ms if one_more and not hasty else now_ms - STROKE_MS

    def _mark(self, sign: str, variety: int, share: float) -> pygame.Surface:
        return mark(sign, self.px(self.pencil_sheet.cell * 0.94), PENCIL, 31 + variety, share)

    def _through(self, line: tuple[int, ...]) -> PlacedSprite:
        left, top, _ = self.pencil_sheet.board
        return PlacedSprite(self._stroke(line), self.px(left - BEYOND), self.px(top - BEYOND))

    @cached_sprite
    def _stroke(self, line: tuple[int, ...]) -> pygame.Surface:
        left, top, long_side = self.pencil_sheet.board
        side, reach = long_side + 2 * BEYOND, 0.43 * self.pencil_sheet.cell
        ends = []
        for square, other in ((line[0], line[-1]), (line[-1], line[0])):
            (x, y), (ox, oy) = self.pencil_sheet.place(square), self.pencil_sheet.place(other)
            far = math.hypot(x - ox, y - oy)
            x, y = x + (x - ox) / far * reach, y + (y - oy) / far * reach
            ends.append(((x - left + BEYOND) / side, (y - top + BEYOND) / side))
        lead = Lead((168, 38, 32), 0.015, 0.26)
        return trace_strokes((tuple(ends),), self.px(side), lead, 3)
