"""Printer paper: fanfold that lines are printed on, one after the other, and never taken back.

A line has at most 120 columns (the 716's print wheels) and a carriage act that comes before it:
``single`` moves to the next row, ``double`` leaves a row free, ``eject`` goes to the top of the
next form.  On a fresh row (new paper, or after the operator's restore) ``single`` prints where
the paper stands.  A form is 66 rows, 11 inches at six rows an inch.

As text (specs/media.md): one line a row, a form feed before a line that an eject brought to the
top of a form.  Rows that merely run over a fold get no form feed: nothing was ejected.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from devices.media.charset import PUNCHES

Carriage = Literal["single", "double", "eject"]

WIDTH = 120
"""Columns of the 716: one print wheel each."""
FORM_ROWS = 66
"""Rows from fold to fold."""
_CARRIAGES = ("single", "double", "eject")


@dataclass(frozen=True)
class PrintedLine:
    """One printed line: its text without blanks at the end, the carriage act before it, and its
    row counted from 0 at the top of the paper."""

    text: str
    carriage: Carriage
    row: int

    def __copy__(self) -> "PrintedLine":
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> "PrintedLine":
        return self


@dataclass
class Paper:
    """Fanfold in a printer: ``lines`` only ever grows."""

    lines: list[PrintedLine] = field(default_factory=list)
    row: int = 0
    """The row under the print wheels."""
    fresh: bool = True
    """Nothing is printed on that row yet."""
    skipped: bool = False
    """The paper was moved to a new form since the last line."""

    def print_line(self, text: str, carriage: Carriage = "single") -> PrintedLine:
        """Move the paper and print; ``text`` must be of the 704's characters.

        Raises ValueError for more than 120 columns, a character that no wheel has, or an unknown
        carriage act: those are the printing program's errors.
        """
        text = text.rstrip(" ")
        if len(text) > WIDTH:
            raise ValueError(f"{len(text)} columns: the printer has {WIDTH}")
        for char in text:
            if char not in PUNCHES:
                raise ValueError(f"no print wheel has {char!r}")
        if carriage not in _CARRIAGES:
            raise ValueError(f"carriage {carriage!r}: expected one of {', '.join(_CARRIAGES)}")
        if carriage == "eject":
            self.restore()
        else:
            self.row += (0 if self.fresh else 1) + (1 if carriage == "double" else 0)
        shown: Carriage = "eject" if self.skipped else "single" if carriage == "eject" else carriage
        line = PrintedLine(text, shown, self.row)
        self.lines.append(line)
        self.fresh = self.skipped = False
        return line

    def restore(self) -> None:
        """Move to the top of a form; stays where it is on a form with nothing printed on it."""
        if self.fresh and self.row % FORM_ROWS == 0:
            return
        self.row = (self.row // FORM_ROWS + 1) * FORM_ROWS
        self.fresh = self.skipped = True

    def text(self) -> str:
        """All that is printed, one line a row, a form feed where a form was ejected."""
        return text_of_lines(self.lines)


def text_of_lines(lines: Sequence[PrintedLine], row: int = 0) -> str:
    """Printed lines as plain text with form feeds; ``row`` is the first that has no text yet."""
    parts = []
    for line in lines:
        if line.carriage == "eject":
            # A double space after a restore leaves rows free at the top of the new form.
            row = line.row // FORM_ROWS * FORM_ROWS
            parts.append("\f")
        parts.append("\n" * (line.row - row) + line.text + "\n")
        row = line.row + 1
    return "".join(parts)
