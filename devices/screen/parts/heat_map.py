"""Small tables of shaded cells on one sheet, all of the same two axes: a sweep over A and B.

Each cell has its number in it; the shade says the same once more.  A cell that has no value is left
as paper, with a stroke through it.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pygame

from devices.screen.materials import PAPER
from devices.screen.parts.chart_ink import Colour
from devices.screen.parts.sprites import LetteredPart, PlacedSprite

_INK: Colour = (46, 42, 40)
_PALE: Colour = (250, 247, 236)
_SHADES: dict[str, tuple[Colour, Colour]] = {
    "brown": ((247, 236, 208), (122, 62, 28)),
    "green": ((236, 240, 216), (18, 86, 62)),
}
"""From none to most."""
_LEFT, _RIGHT, _TOP, _FOOT = 132.0, 16.0, 62.0, 40.0
_ACROSS, _DOWN = 16.0, 13.0
"""Between tables."""
_BIG, _SMALL, _CELL = 12.0, 8.0, 7.4
"""Capitals of the title, the names and the numbers, in units."""


@dataclass(frozen=True)
class Shaded:
    """A cell: how deep its shade is, 0 to 1, and its number; no shade where there is nothing."""

    depth: float | None = None
    words: str = ""


@dataclass(frozen=True)
class HeatRow:
    """Tables of one kind, side by side."""

    name: str  # Lines by ``\n``
    shade: str  # One of ``"brown"`` and ``"green"``
    tables: tuple[tuple[tuple[Shaded, ...], ...], ...]  # Table, row from the foot upwards, column


@dataclass(frozen=True)
class HeatState:
    """What the sheet shows."""

    title: str
    columns: tuple[str, ...]  # Each table's name, the same in every row
    rows: tuple[HeatRow, ...]
    across: tuple[str, ...]  # The values along the foot, and their name first
    upwards: tuple[str, ...]
    notes: tuple[str, ...] = ()  # Under the title


class HeatPart(LetteredPart):
    """The sheet as a part; ``size`` in units is chosen by whoever shows it."""

    size = (800.0, 500.0)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        made.fill((*PAPER, 255))  # no grain: the sheet is for a file, which stays small
        return made

    def look(self, state: HeatState, now_ms: int) -> list[PlacedSprite]:
        return [PlacedSprite(self.brief(state, partial(self._draw, state)), 0, 0)]

    def place(self, state: HeatState, row: int, column: int) -> pygame.Rect:
        """Where a table lies, in pixels."""
        width, height = self.size
        wide = (width - _LEFT - _RIGHT + _ACROSS) / len(state.columns) - _ACROSS
        high = (height - _TOP - _FOOT + _DOWN) / len(state.rows) - _DOWN
        left, top = _LEFT + column * (wide + _ACROSS), _TOP + row * (high + _DOWN)
        return pygame.Rect([self.px(side) for side in (left, top, wide, high)])

    def cell(self, state: HeatState, row: int, column: int, up: int, along: int) -> pygame.Rect:
        """Where a cell of a table lies, in pixels; ``up`` from the foot."""
        table = self.place(state, row, column)
        rows, columns = len(state.upwards) - 1, len(state.across) - 1
        x = [round(table.x + n * table.width / columns) for n in (along, along + 1)]
        y = [round(table.bottom - n * table.height / rows) for n in (up + 1, up)]
        return pygame.Rect(x[0], y[0], x[1] - x[0], y[1] - y[0])

    def _draw(self, state: HeatState) -> pygame.Surface:
        made = pygame.Surface([self.px(side) for side in self.size], pygame.SRCALPHA, 32)
        k = self.scale
        self.engraving.draw(made, state.title, 16 * k, 19 * k, _BIG * k, _INK, "left", 0.14)
        for number, note in enumerate(state.notes):
            y = (35 + 11 * number) * k
            self.engraving.draw(made, note, 16 * k, y, _CELL * k, _INK, "left", 0.12)
        for number, row in enumerate(state.rows):
            self._names(made, state, number, row.name)
            for column, table in enumerate(row.tables):
                self._table(made, state, (number, column), table, _SHADES[row.shade])
        return made

    def _names(self, made: pygame.Surface, state: HeatState, number: int, name: str) -> None:
        """A row's name and the axes' numbers: upwards at its left, across below the last."""
        k, small = self.scale, _SMALL * self.scale
        first = self.place(state, number, 0)
        lines = name.split("\n")
        for n, line in enumerate(lines):
            y = first.centery + (n - (len(lines) - 1) / 2) * 11 * k
            self.engraving.draw(made, line, 16 * k, y, small, _INK, "left", 0.13)
        for up, words in enumerate(state.upwards[1:]):
            y = self.cell(state, number, 0, up, 0).centery
            self.engraving.draw(made, words, first.x - 4 * k, y, _CELL * k, _INK, "right", 0.12)
        y = first.y - 6.5 * k
        self.engraving.draw(made, state.upwards[0], first.x - 4 * k, y, small, _INK, "right", 0.13)
        for column, column_name in enumerate(state.columns):
            place = self.place(state, number, column)
            if number == 0:
                y = place.y - 8 * k
                self.engraving.draw(made, column_name, place.x, y, small, _INK, "left", 0.13)
            if number == len(state.rows) - 1:
                for along, words in enumerate(state.across[1:]):
                    x = self.cell(state, number, column, 0, along).centerx
                    y = place.bottom + 8 * k
                    self.engraving.draw(made, words, x, y, _CELL * k, _INK, "centre", 0.12)
                y = place.bottom + 21 * k
                words = state.across[0]
                self.engraving.draw(made, words, place.centerx, y, small, _INK, "centre", 0.13)

    def _table(
        self,
        made: pygame.Surface,
        state: HeatState,
        at: tuple[int, int],
        table: tuple[tuple[Shaded, ...], ...],
        shades: tuple[Colour, Colour],
    ) -> None:
        thin = max(round(0.6 * self.scale), 1)
        for up, cells in enumerate(table):
            for along, cell in enumerate(cells):
                rect = self.cell(state, *at, up, along)
                if cell.depth is None:
                    pygame.draw.line(made, (176, 170, 156), rect.bottomleft, rect.topright, thin)
                    continue
                low, high = np.array(shades[0]), np.array(shades[1])
                shade = low + (high - low) * min(max(cell.depth, 0.0), 1.0)
                made.fill([round(value) for value in shade], rect.inflate(-thin, -thin))
                ink = _PALE if shade.mean() < 135 else _INK
                middle, small = rect.center, _CELL * self.scale
                self.engraving.draw(made, cell.words, *middle, small, ink, "centre", 0.12)
        pygame.draw.rect(made, _INK, self.place(state, *at), max(round(0.9 * self.scale), 1))
