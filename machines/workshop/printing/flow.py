"""Text set from page to page: headings, paragraphs, lists and tables, as on a worksheet."""

from collections.abc import Sequence
from typing import NamedTuple

from machines.workshop.printing.drawing import (
    GREY,
    HAIRLINE,
    PALE,
    Anchor,
    Drawing,
    Face,
    Ink,
    Rectangle,
    text_width,
    wrap,
)
from machines.workshop.printing.paper import MARGIN, Paper

SIDE = 18.0
"""The margin of text at the left and right."""
TOP = 18.0
SIZE = 3.7
"""Of plain text."""
LEADING = 1.38
"""From line to line, in sizes."""
INDENT = 7.0


class TableColumn(NamedTuple):
    """A column of a table."""

    head: str
    wide: float
    anchor: Anchor = "left"


class Flow:
    """Pages that fill from the top; what doesn't fit goes on the next one."""

    def __init__(self, paper: Paper, note: str = "") -> None:
        """``note``: stands at the foot of each page."""
        self.paper, self.note = paper, note
        self.pages: list[Drawing] = []
        self.y = 0.0
        """How far down the page is filled."""
        self.break_page()

    @property
    def page(self) -> Drawing:
        """The page that is being filled."""
        return self.pages[-1]

    @property
    def wide(self) -> float:
        """How wide the text is."""
        return self.paper.wide - 2 * SIDE

    @property
    def bottom(self) -> float:
        """How far down there is room."""
        return self.paper.high - MARGIN - 6

    def break_page(self) -> None:
        """Go on with a new page."""
        self.pages.append(self.paper.page())
        self.y = TOP
        if self.note:
            foot = self.paper.high - MARGIN + 2
            self.page.text(SIDE, foot, self.note, 2.6, colour=GREY)

    def need(self, high: float) -> None:
        """Go on with a new page unless there is room for so much more."""
        if self.y + high > self.bottom:
            self.break_page()

    def space(self, high: float) -> None:
        """Leave some room."""
        self.y += high

    def title(self, text: str) -> None:
        """The title of what follows."""
        self._lines(text, 7.0, bold=True, after=3.0)

    def heading(self, text: str) -> None:
        """A heading, which stays with the first lines below it."""
        self.need(20)
        self.space(2.0)
        self._lines(text, 4.6, bold=True, after=1.2)

    def paragraph(self, text: str, size: float = SIZE) -> None:
        """Text as wide as the page."""
        self._lines(text, size, after=1.8)

    def item(self, mark: str, text: str, size: float = SIZE) -> None:
        """One of a list: its number or dash, then the text beside it."""
        lines = wrap(text, lambda line: text_width(line, size) <= self.wide - INDENT)
        self.need(size * LEADING * min(len(lines), 2))
        self.page.text(SIDE, self.y + size, mark, size)
        self._lines(text, size, indent=INDENT, after=1.2)

    def answer_lines(self, count: int, high: float = 8.0) -> None:
        """Lines to write on."""
        for _ in range(count):
            self.need(high)
            self.y += high
            self.page.line((SIDE, self.y), (SIDE + self.wide, self.y), Ink(None, GREY, HAIRLINE))
        self.space(2.0)

    def table(
        self,
        columns: Sequence[TableColumn],
        rows: Sequence[Sequence[str]],
        high: float = 6.0,
        size: float = 3.2,
    ) -> None:
        """Rows under heads, which are set again on each page; an empty cell is to be filled in."""
        self.need(2 * high)
        self._row(columns, [column.head for column in columns], high, size, True)
        for cells in rows:
            if self.y + high > self.bottom:
                self.break_page()
                self._row(columns, [column.head for column in columns], high, size, True)
            self._row(columns, cells, high, size, False)
        self.space(3.0)

    def _row(
        self,
        columns: Sequence[TableColumn],
        cells: Sequence[str],
        high: float,
        size: float,
        is_head: bool,
    ) -> None:
        x = SIDE
        for column, cell in zip(columns, cells, strict=True):
            ink = Ink(PALE if is_head else None, GREY, HAIRLINE)
            self.page.add(Rectangle(x, self.y, column.wide, high, ink))
            at = {"left": 1.2, "centre": column.wide / 2, "right": column.wide - 1.2}
            base = self.y + high / 2 + size * 0.36
            face: Face = "bold" if is_head else "plain"
            self.page.text(x + at[column.anchor], base, cell, size, column.anchor, face)
            x += column.wide
        self.y += high

    def _lines(
        self, text: str, size: float, bold: bool = False, indent: float = 0.0, after: float = 0.0
    ) -> None:
        face: Face = "bold" if bold else "plain"
        for line in wrap(text, lambda line: text_width(line, size, face) <= self.wide - indent):
            self.need(size * LEADING)
            self.page.text(SIDE + indent, self.y + size, line, size, face=face)
            self.y += size * LEADING
        self.y += after


def fit(text: str, size: float, wide: float) -> float:
    """The size, at most ``size``, at which a line is no wider than ``wide``."""
    return min(size, size * wide / max(text_width(text, size), 1e-9))
