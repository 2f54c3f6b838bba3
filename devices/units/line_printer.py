"""The 716 line printer: 150 lines a minute on fanfold paper, in simulated time.

A line takes 400 ms, whatever the carriage does before it.  It stands on the paper from the moment
it is sent (``PrinterView.since_us`` tells how far it is), so that nothing sent is ever lost.
Sources: specs/panel704.md (nominal speed, 120 wheels), specs/media.md ("Printer paper").
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from devices.media.charset import as_printed
from devices.media.paper import Carriage, Paper, PrintedLine
from devices.refusal import RefusedError
from devices.units.acts import check_control, check_time, pressed
from devices.units.unit import Value

LINE_US = 400_000

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
class LinePrinter:
    """A 716; its fields are its whole state."""

    name: str = "printer"
    paper: Paper = field(default_factory=Paper)
    torn_paper: Paper = field(default_factory=Paper)
    """What was last torn off."""
    torn: int = 0
    ready: bool = True
    elapsed_us: int = LINE_US
    """Since the last line was sent, at most 400 ms."""

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
        if not self.ready or self.busy:
            raise ValueError(f"{self.name} is {'busy' if self.ready else 'not ready'}")
        self.paper.print_line(as_printed(text), carriage)
        self.elapsed_us = 0

    # -- the operator's side

    def controls(self) -> tuple[str, ...]:
        """See ``CONTROLS``."""
        return CONTROLS

    def operate(self, control: str, value: Value) -> None:
        """One act of the operator; raises RefusedError with nothing changed."""
        check_control(self.name, control, CONTROLS)
        if not pressed(self.name, control, value):
            return
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
        self.elapsed_us = min(self.elapsed_us + us, LINE_US)

    def due_us(self) -> int | None:
        """Until the line is printed; None when none is."""
        return LINE_US - self.elapsed_us if self.busy else None

    def view(self) -> PrinterView:
        """What can be seen now; ``lines`` is shared and only grows."""
        return PrinterView(
            lines=self.paper.lines,
            count=len(self.paper.lines),
            busy=self.busy,
            ready=self.ready,
            since_us=self.elapsed_us,
            torn=self.torn,
            row=self.paper.row,
        )
