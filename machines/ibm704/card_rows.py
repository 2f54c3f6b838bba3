"""Cards and lines by half rows: what a program that copies sees of reader, punch and printer.

Reader (RDS 321): 24 words, row 9 left, 9 right, 8 left ... 12 right; a 25th copy meets the end of
the record and skips two.  With the hopper empty and the END OF FILE key pressed the first copy
skips one.  Copying nothing, or only the first rows, is no error: the card passes and the reader
disconnects.  Once a half row has passed uncopied every further copy from that card is too late.

Punch (WRS 341): 24 words in the same order; rows that get no word stay blank.  A 25th copy is too
late or finds nothing selected.

A half row can be copied until the right half follows the left one, and the right one for as long
(the reader's 744 us, the punch's 4.3 ms).  That is ours: the manual's own limits are for the copy
instructions before it.  The reader stays in motion, at 250 cards a minute, if it is selected again
before the card has fallen into the stacker, 38 ms after the end of the record.

Jams: a card that jams in the reader before its record has ended is read again from row 9 when the
operator has pressed FEED and START, and the program gets the rows that it hasn't had; what jams
later has been read and goes to the stacker.  A card that jams in the punch while its rows come is
punched again, from what was copied; afterwards it is lost to the program, as it was.

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
from devices.units import card_unit
from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.card_unit import (
    HALF_ROWS,
    PUNCH_HALF_ROW_AT_US,
    PUNCH_RIGHT_US,
    READER_HALF_ROW_AT_US,
    READER_RIGHT_US,
    STACKER_CARDS,
)
from machines.ibm704 import selection
from machines.ibm704.selection import TOO_LATE, Outcome, Schedule, Selection, Units, Wanted, sooner

# -- Lines by half rows: what the copy loop of a program sees of the 716 printer -------------------


class Moment(NamedTuple):
    """One copy's turn in the print cycle."""

    at_us: int
    row: int  # Written: which of the rows 9, 8 ... 1, 0, 11, 12, from 0. Read: -1.
    right: bool
    echo: str = ""  # What is read


def _pair(place: int, later: int, row: int, echo: str = "") -> list[Moment]:
    at_us = (
        card_unit.FIRST_PLACE + place
    ) * card_unit.LINE_ROW_US + later * card_unit.LINE_HALF_ROW_US
    return [
        Moment(at_us, row, right=False, echo=echo),
        Moment(at_us + card_unit.LINE_HALF_ROW_US, row, right=True, echo=echo),
    ]


_DIGITS = [moment for row in range(9) for moment in _pair(row, 0, row)]
_ZONES = [moment for row in range(9, 12) for moment in _pair(row, 2, row)]
_EARLY = [_pair(row, 0, -1, echo) for row, echo in ((9, "8-4"), (10, "8-3"), (11, "9"))]
_LATE = [m for n, digit in enumerate("87654321") for m in _pair(12 + n, 0, -1, digit)]
WRITTEN = tuple(_DIGITS + _ZONES)
"""The turns of the 24 copies of WRS 361."""
CHECKED = tuple(sorted([*WRITTEN, *_EARLY[0], *_EARLY[1], *_EARLY[2], *_LATE]))
"""The turns of the 46 copies of RDS 361."""
WRITTEN_ENDS_US = card_unit.LINE_SET_US
CHECKED_ENDS_US = CHECKED[-1].at_us + card_unit.LINE_HALF_ROW_US


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
    rows: list[int] = field(default_factory=lambda: [0] * card_unit.HALF_ROWS)
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
        if since > card_unit.LINE_HALF_ROW_US:
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
        echoes = [0 if writes else echo_of(self.rows, turn.echo, turn.right) for turn in run]
        return Schedule(
            np.array([turn.at_us - elapsed for turn in (*run, run[-1])]),
            np.array(echoes),
            writes,
            stands_us=card_unit.LINE_HALF_ROW_US,
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
            return card_unit.PRINTER_LINE_US - elapsed if units.printer.busy else None
        turn = self._turns[self.copied].at_us if self.copied < len(self._turns) else 0
        return sooner(turn - elapsed, self._ends_us - elapsed)

    def waits_for(self, units: Units) -> Wanted | None:
        """The printer's trouble."""
        if self.begun or units.printer.ready or units.printer.busy:
            return None
        return Wanted("printer.start", "the printer is not ready: press START on it")


# -- card rows -------------------------------------------------------------------------------------

FILE_END_STANDS_US = READER_HALF_ROW_AT_US[HALF_ROWS]
"""How long a select that met the end of the file waits for a copy: as long as a record takes."""
_READ_US, _PUNCHED_US = np.array(READER_HALF_ROW_AT_US), np.array(PUNCH_HALF_ROW_AT_US)


FULL = "'s stacker is full: take the cards away and press START on it"


def _trouble(
    unit: CardReader | CardPunch, name: str, *lacks: tuple[bool, str, str]
) -> selection.Wanted | None:
    """Why a unit stands: a jam, else the first of ``lacks`` that is so, each with the control that
    puts it right and with words; None if nothing is in its way."""
    if unit.jammed:
        words = f"a card has jammed in the {name}: press FEED on it, then START"
        return selection.Wanted(f"{unit.name}.feed", words)
    if unit.busy or unit.ready:
        return None
    start = (True, "start", " is not ready: press START on it")
    control, why = next((control, what) for lack, control, what in (*lacks, start) if lack)
    return selection.Wanted(f"{unit.name}.{control}", f"the {name}{why}")


@dataclass
class CardReading(selection.Selection):
    """RDS 321."""

    copied: Annotated[int, Within(0, HALF_ROWS)] = 0
    missed: bool = False  # A copy came too late
    file_end_us: int | None = None  # When the end of the file was met
    done: bool = False

    def ready(self, units: selection.Units) -> bool:
        """The reader is ready, or has nothing more to read and the operator said so."""
        return units.reader.ready

    def go_on(self, units: selection.Units, now_us: int) -> None:
        """Feed the card when the one before lies; disconnect at the record's end."""
        reader = units.reader
        if reader.sending_rows:
            left = reader.half_row_in_us(HALF_ROWS)
            if left is not None and left <= 0:
                self._end(units)
        elif not reader.select_rows():
            self._look_for_file_end(units, now_us)

    def _look_for_file_end(self, units: selection.Units, now_us: int) -> None:
        if not units.reader.file_ended:
            self.file_end_us = None
        elif self.file_end_us is None:
            self.file_end_us = now_us
        elif now_us >= self.file_end_us + FILE_END_STANDS_US:
            self.done = True

    def _end(self, units: selection.Units) -> None:
        units.reader.take_rows()
        self.done = True

    def copy(self, units: selection.Units, word: int, now_us: int) -> selection.Outcome | None:
        """The next half row."""
        reader = units.reader
        if not reader.sending_rows:
            self.go_on(units, now_us)
        if self.file_end_us is not None and reader.take_end_of_file():
            self.done = True
            return selection.END_OF_FILE
        if self.missed:
            self.go_on(units, now_us)
            return selection.TOO_LATE
        left = reader.half_row_in_us(self.copied)
        if left is None or left > 0:
            return None
        if self.copied == HALF_ROWS:
            self._end(units)
            return selection.END_OF_RECORD
        if left < -READER_RIGHT_US:
            self.missed = True
            return selection.TOO_LATE
        self.copied += 1
        return selection.Outcome(word=reader.half_row(self.copied - 1))

    def schedule(self, units: selection.Units, now_us: int) -> Schedule | None:
        """The half rows of the travelling card that are still to come."""
        reader = units.reader
        ends_us = reader.half_row_in_us(HALF_ROWS)
        if ends_us is None or self.missed or self.copied == HALF_ROWS:
            return None
        return Schedule(
            _READ_US[self.copied :] - reader.elapsed_us,
            np.array(reader.half_rows()[self.copied :]),
            writes=False,
            stands_us=READER_RIGHT_US,
            ends_us=ends_us,
            tells_end=True,
        )

    def take_copies(self, units: selection.Units, now_us: int, plan: Schedule, count: int) -> None:
        """They have passed."""
        self.copied += count

    def due_us(self, units: selection.Units, now_us: int) -> int | None:
        """Until the next half row, the end of the record, or the place is free."""
        reader = units.reader
        if reader.sending_rows:
            return selection.sooner(
                reader.half_row_in_us(self.copied), reader.half_row_in_us(HALF_ROWS)
            )
        if self.file_end_us is not None:
            return selection.sooner(self.file_end_us + FILE_END_STANDS_US - now_us)
        return reader.due_us()

    def waits_for(self, units: selection.Units) -> selection.Wanted | None:
        """The reader's trouble."""
        reader = units.reader
        return _trouble(
            reader,
            "card reader",
            (len(reader.stacker) >= STACKER_CARDS, "stacker", FULL),
            (
                reader.hopper_empty and not reader.end_of_file,
                "end_of_file",
                "'s hopper is empty: put a deck into it and press START on it, or END OF FILE if "
                "these were all the cards",
            ),
        )

    def drop(self, units: selection.Units) -> None:
        """The card passes unread."""
        units.reader.forget()


@dataclass
class CardPunching(selection.Selection):
    """WRS 341."""

    words: list[int] = field(default_factory=list)  # The half rows that were copied
    missed: bool = False
    cycle: int = 0  # The punch's count of cards when ours was begun; 0: not yet
    done: bool = False

    def ready(self, units: selection.Units) -> bool:
        """The punch is ready."""
        return units.punch.ready

    def _ours(self, units: selection.Units) -> bool:
        """Whether the card that travels is ours."""
        return units.punch.busy and units.punch.cycles == self.cycle

    def go_on(self, units: selection.Units, now_us: int) -> None:
        """Start a card when the one before lies; disconnect when all rows have passed."""
        punch = units.punch
        if self._ours(units):
            left = punch.half_row_in_us(HALF_ROWS)
            self.done = left is not None and left <= 0
        elif punch.ready and not punch.busy:
            punch.begin_rows()
            self.cycle = punch.cycles
            for index, word in enumerate(self.words):  # the card before was spoiled
                punch.punch_half_row(index, word)

    def copy(self, units: selection.Units, word: int, now_us: int) -> selection.Outcome | None:
        """The next half row."""
        punch = units.punch
        if not self._ours(units):
            self.go_on(units, now_us)
        if not self._ours(units):
            return None
        if self.missed or len(self.words) == HALF_ROWS:
            self.go_on(units, now_us)
            self.missed = True
            return selection.TOO_LATE
        left = punch.half_row_in_us(len(self.words))
        if left is None or left > 0:
            return None
        if left < -PUNCH_RIGHT_US:
            self.missed = True
            return selection.TOO_LATE
        punch.punch_half_row(len(self.words), word)
        self.words.append(word)
        return selection.Outcome()

    def schedule(self, units: selection.Units, now_us: int) -> Schedule | None:
        """The half rows of our card that are still to come."""
        punch, copied = units.punch, len(self.words)
        ends_us = punch.half_row_in_us(HALF_ROWS)
        if ends_us is None or not self._ours(units) or self.missed or copied == HALF_ROWS:
            return None
        return Schedule(
            _PUNCHED_US[copied:] - punch.elapsed_us,
            np.zeros(HALF_ROWS - copied, dtype=np.int64),
            writes=True,
            stands_us=PUNCH_RIGHT_US,
            ends_us=ends_us,
        )

    def take_copies(self, units: selection.Units, now_us: int, plan: Schedule, count: int) -> None:
        """They are punched."""
        words = plan.words[:count].tolist()
        units.punch.punch_half_rows(len(self.words), words)
        self.words += words

    def due_us(self, units: selection.Units, now_us: int) -> int | None:
        """Until the next half row, the end, or the place is free."""
        punch = units.punch
        if self._ours(units):
            return selection.sooner(
                punch.half_row_in_us(len(self.words)), punch.half_row_in_us(HALF_ROWS)
            )
        return punch.due_us()

    def waits_for(self, units: selection.Units) -> selection.Wanted | None:
        """The punch's trouble."""
        punch = units.punch
        return _trouble(
            punch,
            "card punch",
            (
                punch.hopper == 0,
                "hopper",
                " has no blank cards: put some in and press START on it",
            ),
            (len(punch.stacker) >= STACKER_CARDS, "stacker", FULL),
        )
