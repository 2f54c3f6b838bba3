"""A listing as a program lays it out on printer paper: tables, and pages with headings.

Nothing here prints: :class:`Sheet` is the paper as the program sees it.  It numbers pages, heads
each with what is going on, repeats the heads of a table on a new page, and keeps the lines that
wait for the printer (devices.units.line_printer).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from devices.media.charset import as_printed
from devices.media.paper import WIDTH, Carriage
from devices.refusal import RefusedError

PAGE_ROWS = 60
"""Rows printed on a form of 66."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its two lines of heading, its width, the side that it is set to."""

    head: str
    under: str
    width: int
    right: bool = True
    gap: int = 2  # Blanks before it

    def cell(self, text: str) -> str:
        """``text`` in its place."""
        return " " * self.gap + (f"{text:>{self.width}}" if self.right else f"{text:<{self.width}}")


def heads(columns: Sequence[Column]) -> tuple[str, str]:
    """The two lines that head a table."""
    return (
        "".join(column.cell(column.head) for column in columns),
        "".join(column.cell(column.under) for column in columns),
    )


def row(columns: Sequence[Column], cells: Sequence[str]) -> str:
    """A row of a table; the last cells may be missing."""
    pairs = zip(columns, cells, strict=False)
    return "".join(column.cell(text) for column, text in pairs).rstrip()


@dataclass(frozen=True)
class WaitingLine:
    """A line for the printer."""

    text: str
    carriage: Carriage


@dataclass
class Sheet:
    """The paper as the program sees it."""

    heading: str = ""  # What prints: it heads every page
    title: str = ""  # Of what the page is about, beside it
    page: int = 0
    row: int = 0  # Rows used on this page
    heads: tuple[str, ...] = ()  # Of the table that is being printed; none between tables
    waiting: list[WaitingLine] = field(default_factory=list)

    @property
    def fresh(self) -> bool:
        """Whether nothing but the heading stands on this page."""
        return self.row <= 1

    def line(self, text: str = "", double: bool = False) -> None:
        """A line outside any table."""
        self.heads = ()
        self._put(text, double)

    def block(self, lines: Sequence[str], double: bool = True) -> None:
        """Lines that stand together: on a new page if this one has no room for them."""
        self.heads = ()
        if self.row and len(lines) + double > PAGE_ROWS - self.row and len(lines) < PAGE_ROWS - 4:
            self.eject()
        for k, text in enumerate(lines):
            self._put(text, double and k == 0)

    def last_line(self, text: str) -> None:
        """A line that needs no page of its own: the foot of the form has room for it."""
        self.heads = ()
        self.waiting.append(WaitingLine(as_printed(text), "double"))
        self.row += 2

    def notes(self, lines: Sequence[str]) -> None:
        """Lines between the rows of a table, which goes on after them."""
        for text in lines:
            self._put(text)

    def table_row(self, heads: tuple[str, ...], text: str) -> None:
        """A row of the table that has these heads."""
        if self.heads != heads or self.row + 1 > PAGE_ROWS:
            if self.row + len(heads) + 3 > PAGE_ROWS:
                self.eject()
            self.heads = heads
            for k, head in enumerate(heads):
                self._put(head, k == 0)
            self._put("")
        self._put(text)

    def eject(self) -> None:
        """Begin a new page."""
        self.page += 1
        left = as_printed(f" {self.heading}     {self.title}")[: WIDTH - 12]
        self.heads = ()
        self.waiting.append(WaitingLine(f"{left:<{WIDTH - 10}}PAGE {self.page:>4}", "eject"))
        self.row = 1

    def _put(self, text: str, double: bool = False) -> None:
        heads = self.heads
        if self.row + 1 + double > PAGE_ROWS or not self.page:
            self.eject()
            double = True
            self.heads = heads
        self.waiting.append(
            WaitingLine(as_printed(text)[:WIDTH].rstrip(), "double" if double else "single")
        )
        self.row += 1 + double


def wrap_lines(words: Sequence[str], indent: int, hang: int = 0, width: int = WIDTH) -> list[str]:
    """``words`` set in lines of the paper's width."""
    lines = [" " * indent]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append(" " * (indent + hang))
        lines[-1] += ("" if lines[-1].isspace() else " ") + word
    return lines


def refusal_lines(what: str, refusal: RefusedError, width: int = WIDTH) -> list[str]:
    """Why a card or a move was refused."""
    return wrap_lines(f"{what} REFUSED, {refusal.where}, {refusal.what}".split(), 1, 12, width)
