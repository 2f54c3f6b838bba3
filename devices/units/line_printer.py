"""The 716 line printer: 150 lines a minute on fanfold paper, in simulated time.

A line takes 400 ms, whatever the carriage does before it.  It stands on the paper from the moment
it is sent (``PrinterView.since_us`` tells how far it is), so that nothing sent is ever lost.

A computer that prints by half rows starts a print cycle (``begin_rows``) and hands over each half
row when it is wanted; the printer's control panel (printer_board.py) has been told by impulses at
its sense exits (``impulse``) where the line is to stand.  The line is set, from whatever rows came,
when row 12 has passed.

When the rows pass: row_times.py.  Other sources: docs/sources/panel704.md (nominal speed, 120
wheels), docs/sources/media.md ("Printer paper").
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from devices.media.card import Card
from devices.media.charset import GRAPHICS, as_printed
from devices.media.deck import deck_of_value
from devices.media.paper import Carriage, Paper, PrintedLine
from devices.media.printer_board import COLUMNS, STANDARD_BOARD, PrinterBoard, read_board
from devices.refusal import RefusedError
from devices.units.card_unit import HALF_ROWS, LINE_SET_US, LINE_START_US, PRINTER_LINE_US
from devices.units.unit import OperatedUnit, Value, check_ready, check_time

LINE_US = PRINTER_LINE_US

CONTROLS = (
    "start",  # make ready
    "stop",  # not ready after the line that is being printed
    "restore",  # not ready: move the paper to the top of a form
    "tear",  # take the printed paper away
    "board",  # value: a deck of settings, the control panel that is put in
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
    board: PrinterBoard | None = field(default=None, metadata={"later": True})
    """The control panel; None: the standard one."""

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
        if the paper is to move when the line stands on it.  The control panel says what it does.
        """
        if after:
            self.exits_after |= 1 << exit
        else:
            self.exits |= 1 << exit

    @property
    def sense_entry(self) -> bool:
        """Whether an exit that is wired to it was impulsed since the last line was set."""
        return self.wiring.combined(self.exits).entry

    @property
    def wiring(self) -> PrinterBoard:
        """The control panel that is in."""
        return self.board or STANDARD_BOARD

    # -- the operator's side

    def put(self, control: str, value: Value) -> bool:
        if control == "board":
            self._wire(read_board(deck_of_value(self.text_of(control, value))))
        return control == "board"

    def _wire(self, board: PrinterBoard) -> None:
        if self.rows or self.busy:
            raise RefusedError(self.name, "a line is being printed: wait for its end")
        if len(self.paper.lines) and board.form_rows != self.paper.form_rows:
            raise RefusedError(
                self.name,
                f"the board is for forms of {board.form_rows} rows, and the paper has "
                f"{self.paper.form_rows}: tear it off first",
            )
        self.board = None if board == STANDARD_BOARD else board
        self._take_forms(self.paper)

    def _take_forms(self, paper: Paper) -> None:
        """Paper as the board wants it."""
        paper.form = None if self.board is None else self.board.form_rows
        self.paper = paper

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
                self.torn_paper = self.paper
                self._take_forms(Paper())
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
        board, paper = self.wiring, self.paper
        line, after = board.combined(self.exits), board.combined(self.exits_after)
        text = board.on_wheels(text_of_rows(self.rows), line.right)
        if line.skip:
            paper.skip(board.stops(line.skip))
        if line.suppress:
            paper.overprint(text)
        else:
            paper.space(max(line.before - 1, 0))
            paper.print_line(text, "double" if line.before else "single")
        paper.space(max(line.after, after.after))
        if after.skip:
            paper.skip(board.stops(after.skip))
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
    """The 72 columns of 24 half rows; a column whose rows have no character prints blank."""
    columns = Card.of_row_words(tuple(rows)).columns
    return "".join(GRAPHICS.get(punches, " ") for punches in columns[:COLUMNS])
