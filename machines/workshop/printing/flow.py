"""Text set from page to page: headings, paragraphs, lists and tables, as on a worksheet.

A flow has a scale, from which the sizes of its letters follow: :func:`fill_pages` chooses it so
that pages are full, in whatever language.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from devices.screen.words import Words
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

WORDS = Words("printed")
SIDE = 18.0
"""The margin of text at the left and right."""
TOP = 18.0
SIZE = 3.7
"""Of plain text."""
LEADING = 1.38
"""From line to line, in sizes."""
INDENT = 7.0
ANSWER_HIGH = 8.0
"""Of a line to write on."""
SCALES = tuple(percent / 100 for percent in range(124, 81, -2))
"""The sizes that may be tried, the largest first."""


class TableColumn(NamedTuple):
    """A column of a table."""

    head: str
    wide: float
    anchor: Anchor = "left"


class Flow:
    """Pages that fill from the top; what doesn't fit goes on the next one."""

    def __init__(self, paper: Paper, note: str = "", scale: float = 1.0) -> None:
        """``note``: stands at the foot of each page; ``scale``: of letters and tables."""
        self.paper, self.note, self.scale = paper, note, scale
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
        self.need(20 * self.scale)
        self.space(2.0 * self.scale)
        self._lines(text, 4.6, bold=True, after=1.2)

    def paragraph(self, text: str, size: float = SIZE) -> None:
        """Text as wide as the page."""
        self._lines(text, size, after=1.8)

    def item(self, mark: str, text: str, size: float = SIZE) -> None:
        """One of a list: its number or dash, then the text beside it."""
        high = size * self.scale
        lines = wrap(text, lambda line: text_width(line, high) <= self.wide - INDENT)
        self.need(high * LEADING * min(len(lines), 2))
        self.page.text(SIDE, self.y + high, mark, high)
        self._lines(text, size, indent=INDENT, after=1.2)

    def items(self, lines: str, is_numbered: bool = False) -> None:
        """A list, a line an item."""
        for number, line in enumerate(lines.split("\n"), 1):
            self.item(f"{number}." if is_numbered else "-", line)

    def answer_lines(self, count: int) -> None:
        """Lines to write on."""
        high = ANSWER_HIGH * self.scale
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
    ) -> None:
        """Rows under heads, which are set again on each page; an empty cell is to be filled in.

        Letters are as small as the longest cell needs them.
        """
        heads, high = [column.head for column in columns], high * self.scale
        lines: list[tuple[Sequence[str], Face]] = [
            (heads, "bold"),
            *((row, "plain") for row in rows),
        ]
        size = min(
            fit(cell, 3.2 * self.scale, column.wide - 2.4, face)
            for cells, face in lines
            for column, cell in zip(columns, cells, strict=True)
        )
        self.need(2 * high)
        self._row(columns, heads, high, size, True)
        for cells in rows:
            if self.y + high > self.bottom:
                self.break_page()
                self._row(columns, heads, high, size, True)
            self._row(columns, cells, high, size, False)
        self.space(3.0 * self.scale)

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
        size, after = size * self.scale, after * self.scale
        for line in wrap(text, lambda line: text_width(line, size, face) <= self.wide - indent):
            self.need(size * LEADING)
            self.page.text(SIDE + indent, self.y + size, line, size, face=face)
            self.y += size * LEADING
        self.y += after


def fit(text: str, size: float, wide: float, face: Face = "plain") -> float:
    """The size, at most ``size``, at which a line is no wider than ``wide``."""
    return min(size, size * wide / max(text_width(text, size, face), 1e-9))


RULER = 100.0


def add_ruler(page: Drawing, note: str = "") -> None:
    """Draw at the foot what shows whether the page was printed in its true size, and a note."""
    y, left = page.high - MARGIN + 2.5, MARGIN
    fine = Ink(width=HAIRLINE)
    page.line((left, y), (left + RULER, y), fine)
    for at in range(0, round(RULER) + 1, 10):
        page.line((left + at, y - (2.0 if at % 50 == 0 else 1.0)), (left + at, y), fine)
    page.text(left, y + 3.2, WORDS("ruler"), 2.4)
    page.text(page.wide - MARGIN, y + 3.2, note, 2.4, "right")


def fill_pages(paper: Paper, note: str, compose: Callable[[Flow], None]) -> list[Drawing]:
    """The pages that ``compose`` sets: as few as can be, in letters as large as these allow."""

    def pages(scale: float) -> list[Drawing]:
        flow = Flow(paper, note, scale)
        compose(flow)
        return flow.pages

    fewest = pages(SCALES[-1])
    made = map(pages, SCALES[:-1])
    return next((larger for larger in made if len(larger) == len(fewest)), fewest)
