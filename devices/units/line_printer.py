"""The 716 line printer: 150 lines a minute on fanfold paper, in simulated time.

A line takes 400 ms, whatever the carriage does before it.  It stands on the paper from the moment
it is sent (``PrinterView.since_us`` tells how far it is), so that nothing sent is ever lost.

A computer that prints by half rows starts a print cycle (``begin_rows``) and hands over each half
row when it is wanted; the printer's control panel has been told by impulses at its sense exits
(``impulse``) where the line is to stand.  The line is set, from whatever rows came, when row 12
has passed.

When the rows pass: row_times.py.  Other sources: docs/sources/panel704.md (nominal speed, 120
wheels), docs/sources/media.md ("Printer paper").
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from devices.media.card import Card
from devices.media.charset import GRAPHICS, as_printed
from devices.media.paper import WIDTH, Carriage, Paper, PrintedLine
from devices.refusal import RefusedError
from devices.units.row_times import HALF_ROWS, LINE_SET_US, LINE_START_US, PRINTER_LINE_US
from devices.units.unit import OperatedUnit, check_ready, check_time

LINE_US = PRINTER_LINE_US
WHEELS = 72
"""Columns of a row's two words; 48 of them can be moved to the wheels beyond."""

# The sense exits (docs/sources/ibm704.md, "SPR") as bits.
EJECT, HALF_PAGE, SPACE_AFTER, EXTRA_BEFORE, SUPPRESS, TWO_AFTER, TO_ENTRY = (
    1 << exit for exit in range(1, 8)
)
RIGHT_SAME, RIGHT = 1 << 9, 1 << 10
EXITS = 10

CONTROLS = (
    "start",  # make ready
    "stop",  # not ready after the line that is being printed
    "restore",  # not ready: move the paper to the top of a form
    "tear",  # take the printed paper away
)


@dataclass(frozen=True)
class PrinterView:
    """What can be seen of the printer.

    ``lines`` is the printer's own listing, which only grows: look at the first ``count``.  After a
    tear it is another list (``torn`` counts tears).  ``row`` is the paper's row under the wheels;
    ``since_us`` counts from when the last line was sent, at most 400,000.
    """

    lines: Sequence[PrintedLine]
    count: int
    busy: bool
    ready: bool
    since_us: int
    torn: int
    row: int


@dataclass
class LinePrinter(OperatedUnit):
    """A 716; its fields are its whole state."""

    known: ClassVar = CONTROLS

    name: str = "printer"
    paper: Paper = field(default_factory=Paper)
    torn_paper: Paper = field(default_factory=Paper)
    """What was last torn off."""
    torn: int = 0
    ready: bool = True
    elapsed_us: int = LINE_US
    """Of the print cycle, at most 400 ms; negative while the printer starts."""
    since_us: int = LINE_US
    """Since a line last came onto the paper, at most 400 ms."""
    rows: list[int] = field(default_factory=list)
    """The 24 half rows of the line that is on its way; empty when none is."""
    exits: int = 0
    """Sense exits impulsed for the next line, as bits."""
    exits_after: int = 0
    """Those impulsed when all its rows were written: they move the paper after it."""

    # -- the computer's side

    @property
    def busy(self) -> bool:
        """A line is being printed."""
        return self.elapsed_us < LINE_US

    def print_line(self, text: str, carriage: Carriage = "single") -> None:
        """Print one line of at most 120 columns; it takes 400 ms.

        Lower case is printed as capitals, and what no wheel has as charset.as_printed says.
        Raises ValueError if the printer is busy or not ready, or the line is too long: the
        computer must ask first.
        """
        check_ready(self.name, self.ready, self.busy)
        self.paper.print_line(as_printed(text), carriage)
        self.elapsed_us = self.since_us = 0

    def begin_rows(self, rolling: bool) -> None:
        """Begin a print cycle whose line comes by half rows; ``rolling`` if it was asked for before
        the last cycle ended, so that the printer needn't start.

        Raises ValueError if the printer is busy or not ready.
        """
        check_ready(self.name, self.ready, self.busy)
        self.rows = [0] * HALF_ROWS
        self.elapsed_us = 0 if rolling else -LINE_START_US

    def print_half_row(self, index: int, word: int) -> None:
        """Half row ``index`` (0-23: rows 9, 8 ... 1, 0, 11, 12, each left then right) of the line.

        Raises ValueError when no line is on its way.
        """
        if not self.rows:
            raise ValueError(f"{self.name}: no line is on its way")
        self.rows[index] = word

    def impulse(self, exit: int, after: bool = False) -> None:
        """An impulse at sense exit 1-10 for the line that comes, or that is on its way; ``after``
        if the paper is to move when the line stands on it.

        1 next form, 2 next half form, 3 a row more after it, 4 a row more before it, 5 not a new
        row, 6 two rows more after it, 7 to the sense entry, 9 columns 1-48 on wheels 73-120 of the
        same row, 10 the same on a new row.  Nothing is wired to 8.
        """
        if after:
            self.exits_after |= 1 << exit
        else:
            self.exits |= 1 << exit

    @property
    def sense_entry(self) -> bool:
        """Whether exit 7 was impulsed since the last line was set."""
        return bool(self.exits & TO_ENTRY)

    # -- the operator's side

    def press(self, control: str) -> None:
        match control:
            case "start":
                self.ready = True
            case "stop":
                self.ready = False
            case "restore":
                if self.ready or self.busy:
                    raise RefusedError(
                        self.name, "RESTORE works when the printer is not ready: press STOP"
                    )
                self.paper.restore()
            case "tear":
                if self.busy:
                    raise RefusedError(self.name, "a line is being printed: wait for its end")
                self.torn_paper, self.paper = self.paper, Paper()
                self.torn += 1

    # -- time

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        check_time(us)
        to_us = self.elapsed_us + us
        self.elapsed_us = min(to_us, LINE_US)
        self.since_us = min(self.since_us + us, LINE_US)
        if self.rows and to_us >= LINE_SET_US:
            self._set()
            self.since_us = min(to_us - LINE_SET_US, LINE_US)

    def due_us(self) -> int | None:
        """Until the printer and its paper are at rest; None when they are."""
        if self.rows:
            return LINE_SET_US - self.elapsed_us + LINE_US
        return LINE_US - min(self.elapsed_us, self.since_us) or None

    def _set(self) -> None:
        """The wheels strike: the line that the rows give stands on the paper."""
        exits, after = self.exits, self.exits_after
        text = text_of_rows(self.rows)
        if exits & (RIGHT | RIGHT_SAME):
            text = " " * WHEELS + text[: WIDTH - WHEELS]
        if exits & EJECT:
            self.paper.restore()
        elif exits & HALF_PAGE:
            self.paper.half_page()
        if exits & (SUPPRESS | RIGHT_SAME):
            self.paper.overprint(text)
        else:
            self.paper.print_line(text, "double" if exits & EXTRA_BEFORE else "single")
        moves = exits | after
        if moves & (SPACE_AFTER | TWO_AFTER):
            self.paper.space(2 if moves & TWO_AFTER else 1)
        if after & EJECT:
            self.paper.restore()
        elif after & HALF_PAGE:
            self.paper.half_page()
        self.rows = []
        self.exits = self.exits_after = 0

    def view(self) -> PrinterView:
        """What can be seen now; ``lines`` is shared and only grows."""
        return PrinterView(
            lines=self.paper.lines,
            count=len(self.paper.lines),
            busy=self.busy or self.since_us < LINE_US,
            ready=self.ready,
            since_us=self.since_us,
            torn=self.torn,
            row=self.paper.row,
        )


def text_of_rows(rows: Sequence[int]) -> str:
    """What 72 wheels print of 24 half rows; a column whose rows have no character prints blank."""
    columns = Card.of_row_words(tuple(rows)).columns
    return "".join(GRAPHICS.get(punches, " ") for punches in columns[:WHEELS])
