"""The languages' codes on a brass plate: each has its own place, and a touch there chooses it.

Everybody knows the letters of his own language; those of the one that is shown are inlaid.
"""

from collections.abc import Sequence

import pygame

from devices.screen import brass
from devices.screen.brass import INK, IVORY

Cell = tuple[str, pygame.Rect]
CELL_WIDE, LEAST = 64.0, 44
"""Of a code in a row, units of a window 1,080 high, and what a finger needs in pixels."""


def row_width(count: int, unit: float) -> int:
    """How wide a plate with so many codes in a row is, pixels; 0 where there is no choice."""
    return count * max(round(CELL_WIDE * unit), LEAST) if count > 1 else 0


def divide(rect: pygame.Rect, codes: Sequence[str], across: int) -> list[Cell]:
    """Each code with its part of the plate, ``across`` of them side by side; nothing between."""
    down = -(-len(codes) // across)
    made = []
    for k, code in enumerate(codes):
        row, column = divmod(k, across)
        left, right = (rect.width * (column + step) // across for step in (0, 1))
        top, bottom = (rect.height * (row + step) // down for step in (0, 1))
        made.append(
            (code, pygame.Rect(rect.left + left, rect.top + top, right - left, bottom - top))
        )
    return made


def code_at(cells: Sequence[Cell], x: int, y: int) -> str:
    """The code whose place is nearest to a point."""

    def away(cell: Cell) -> int:
        rect = cell[1]
        dx = max(rect.left - x, 0, x - rect.right + 1)
        dy = max(rect.top - y, 0, y - rect.bottom + 1)
        return dx * dx + dy * dy

    return min(cells, key=away)[0] if cells else ""


def engrave_codes(
    target: pygame.Surface, cells: Sequence[Cell], shown: str, height: float, unit: float
) -> None:
    """The codes, ``height`` pixels high, on a plate that is there."""

    def px(units: float) -> int:
        return max(1, round(units * unit))

    for code, place in cells:
        now = code == shown
        if now:
            inlay = place.inflate(-2 * px(3), -2 * px(3))
            pygame.draw.rect(target, (44, 30, 14), inlay, border_radius=px(4))
        brass.engrave(target, code.upper(), place, height, IVORY if now else INK, not now)


def draw_row(
    target: pygame.Surface, rect: pygame.Rect, codes: Sequence[str], shown: str, unit: float
) -> None:
    """A plate with all codes in one row."""
    brass.lay(target, rect, max(1, round(6 * unit)), "brass", 75, max(1, round(4 * unit)))
    height = max(brass.SMALLEST, round(20 * unit))
    engrave_codes(target, divide(rect, codes, len(codes)), shown, height, unit)
