"""Lines by half rows: what the copy loop of a program sees of the 716 printer.

WRS 361: 24 words, row 9 left, 9 right, 8 left ... 12 right, one line; rows that get no word stay
blank, so a select without a copy spaces the paper.

RDS 361 prints the same line and reads back, as it goes, what the wheels were moved by, so that the
program can compare.  Its 46 copies (docs/sources/ibm704.md, "RPR")::

    18 written      rows 9 to 1
     2 read  8-4    2 written  row 0
     2 read  8-3    2 written  row 11
     2 read  9      2 written  row 12
    16 read         rows 8, 7, 6, 5, 4, 3, 2, 1, without the columns of 8-4 and 8-3

A word can be copied for as long as there is between the halves of a row (1.1 ms).  The printer
disconnects when row 12 has passed, or the last echo; selected again before its cycle of 400 ms has
ended it goes on without a start, 150 lines a minute.
"""

from dataclasses import dataclass, field
from itertools import takewhile
from typing import Annotated, NamedTuple

import numpy as np

from devices.annotations import Within
from devices.units import row_times
from machines.ibm704.schedule import Schedule
from machines.ibm704.selection import TOO_LATE, Outcome, Selection, Units, Wanted, sooner


class Moment(NamedTuple):
    """One copy's turn in the print cycle."""

    at_us: int
    row: int  # Written: which of the rows 9, 8 ... 1, 0, 11, 12, from 0. Read: -1.
    right: bool
    echo: str = ""  # What is read


def _pair(place: int, later: int, row: int, echo: str = "") -> list[Moment]:
    at_us = (
        row_times.FIRST_PLACE + place
    ) * row_times.LINE_ROW_US + later * row_times.LINE_HALF_ROW_US
    return [
        Moment(at_us, row, right=False, echo=echo),
        Moment(at_us + row_times.LINE_HALF_ROW_US, row, right=True, echo=echo),
    ]


_DIGITS = [moment for row in range(9) for moment in _pair(row, 0, row)]
_ZONES = [moment for row in range(9, 12) for moment in _pair(row, 2, row)]
_EARLY = [_pair(row, 0, -1, echo) for row, echo in ((9, "8-4"), (10, "8-3"), (11, "9"))]
_LATE = [m for n, digit in enumerate("87654321") for m in _pair(12 + n, 0, -1, digit)]
WRITTEN = tuple(_DIGITS + _ZONES)
"""The turns of the 24 copies of WRS 361."""
CHECKED = tuple(sorted([*WRITTEN, *_EARLY[0], *_EARLY[1], *_EARLY[2], *_LATE]))
"""The turns of the 46 copies of RDS 361."""
WRITTEN_ENDS_US = row_times.LINE_SET_US
CHECKED_ENDS_US = CHECKED[-1].at_us + row_times.LINE_HALF_ROW_US


def echo_of(rows: list[int], echo: str, right: bool) -> int:
    """The echo word from the half rows that were written (rows 9, 8 ... 1, left and right)."""

    def row(digit: int) -> int:
        return rows[2 * (9 - digit) + right]

    match echo:
        case "8-4":
            return row(8) & row(4)
        case "8-3":
            return row(8) & row(3)
        case "8":
            return row(8) & ~(row(4) | row(3))
        case "4" | "3":
            return row(int(echo)) & ~row(8)
        case _:
            return row(int(echo))


@dataclass
class LinePrinting(Selection):
    """WRS 361; RDS 361 with ``checked``."""

    checked: bool = False
    copied: Annotated[int, Within(0, 100)] = 0
    rows: list[int] = field(default_factory=lambda: [0] * row_times.HALF_ROWS)
    """The half rows that were written."""
    missed: bool = False
    rolling: bool = False
    """Selected while the cycle before was going on."""
    begun: bool = False
    done: bool = False

    @property
    def _turns(self) -> tuple[Moment, ...]:
        return CHECKED if self.checked else WRITTEN

    @property
    def _ends_us(self) -> int:
        return CHECKED_ENDS_US if self.checked else WRITTEN_ENDS_US

    def ready(self, units: Units) -> bool:
        """The printer is ready."""
        return units.printer.ready

    def go_on(self, units: Units, now_us: int) -> None:
        """Begin a cycle when the one before has ended; disconnect when all turns have passed."""
        printer = units.printer
        if self.begun:
            self.done = printer.elapsed_us >= self._ends_us
        elif printer.busy:
            self.rolling = True
        elif printer.ready:
            printer.begin_rows(self.rolling)
            self.begun = True

    def copy(self, units: Units, word: int, now_us: int) -> Outcome | None:
        """The next turn: a half row for the wheels, or their echo."""
        printer = units.printer
        if not self.begun:
            self.go_on(units, now_us)
        if not self.begun:
            return None
        if self.missed or self.copied == len(self._turns):
            self.go_on(units, now_us)
            self.missed = True
            return TOO_LATE
        turn = self._turns[self.copied]
        since = printer.elapsed_us - turn.at_us
        if since < 0:
            return None
        if since > row_times.LINE_HALF_ROW_US:
            self.missed = True
            return TOO_LATE
        self.copied += 1
        if turn.echo:
            return Outcome(word=echo_of(self.rows, turn.echo, turn.right))
        self._write(units, turn, word)
        return Outcome()

    def _write(self, units: Units, turn: Moment, word: int) -> None:
        index = 2 * turn.row + turn.right
        self.rows[index] = word
        units.printer.print_half_row(index, word)

    def schedule(self, units: Units, now_us: int) -> Schedule | None:
        """The next turns until reading follows upon writing, or the other way."""
        if not self.begun or self.missed:
            return None
        elapsed = units.printer.elapsed_us
        turns = self._turns[self.copied :]
        run = list(takewhile(lambda turn: bool(turn.echo) == bool(turns[0].echo), turns))
        if not run:
            return None
        writes = not run[0].echo
        echoes = [0 if writes else echo_of(self.rows, one.echo, one.right) for one in run]
        return Schedule(
            np.array([turn.at_us - elapsed for turn in (*run, run[-1])]),
            np.array(echoes),
            writes,
            stands_us=row_times.LINE_HALF_ROW_US,
            ends_us=self._ends_us - elapsed,
            more=len(run) < len(turns),
        )

    def take_copies(self, units: Units, now_us: int, plan: Schedule, count: int) -> None:
        """They are on the wheels, if they are written."""
        if plan.writes:
            turns = self._turns[self.copied : self.copied + count]
            for turn, word in zip(turns, plan.words[:count].tolist(), strict=True):
                self._write(units, turn, word)
        self.copied += count

    @property
    def is_written(self) -> bool:
        """All 24 half rows have been written."""
        return self.begun and not any(not turn.echo for turn in self._turns[self.copied :])

    def due_us(self, units: Units, now_us: int) -> int | None:
        """Until the next turn, the end, or the cycle before has ended."""
        elapsed = units.printer.elapsed_us
        if not self.begun:
            return row_times.PRINTER_LINE_US - elapsed if units.printer.busy else None
        turn = self._turns[self.copied].at_us if self.copied < len(self._turns) else 0
        return sooner(turn - elapsed, self._ends_us - elapsed)

    def waits_for(self, units: Units) -> Wanted | None:
        """The printer's trouble."""
        if self.begun or units.printer.ready or units.printer.busy:
            return None
        return Wanted("printer.start", "the printer is not ready: press START on it")
