"""What a selected unit answers to while the program copies its words, one by one.

A selection is a value (a dataclass without references to units, which are handed in each time), so
that the channel's state can be copied at any moment.  It lives from the select instruction until
the unit disconnects (:attr:`Selection.done`).

Every word has its moment.  A copy that comes before it waits; one that comes after it, by more
than the word stands there, has come too late: READ WRITE CHECK.

A unit that runs has its words at moments that are known: tape under the head, a card under the
brushes, a drum that turns.  So the processor can do the copies of a whole record by itself
(copying.py), and the unit is told afterwards.  Times are microseconds from where the units stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from machines.exhibit.snapshot import LATER
from machines.ibm704.display import Tube
from machines.ibm704.registers import Words

# -- The moments of a selected unit's next words, told ahead: what a copy loop needs of it ---------

NEVER_US = 1 << 60
AHEAD = 1024
"""Words that are planned at once, of a unit that takes as many as come."""


class Schedule(NamedTuple):
    """The next words of the selected unit, and what it does without a copy."""

    due_us: Words
    """int64[n + 1]: when each word is there, or is wanted; the last counts only with ``more``."""
    words: Words
    """int64[n]: the words read; or where those that the program writes are put."""
    writes: bool
    stands_us: int = NEVER_US
    """How long after it is due a word can still be copied."""
    gone_us: int = NEVER_US
    """How long after a word was due without a copy the unit does something by itself ..."""
    ends_us: int = NEVER_US
    """... as it does then in any case."""
    spacing_us: int = 0
    """From one copy to when the next can be, where that is all that counts: ``due_us`` tells the
    first."""
    more: bool = False
    """Whether more words can follow these before the unit does something by itself."""
    tells_end: bool = False
    """Whether a copy after the last of all words waits until ``ends_us``, to be told the end."""

    @property
    def first_end_us(self) -> int:
        """When the unit does something by itself if no word is copied."""
        return min(self.ends_us, int(self.due_us[0]) + self.gone_us)


# -- selection -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """How an input-output instruction ended."""

    word: int | None = None  # The word read, for CPY and CAD; None when none was
    skip: int = 0  # Instructions passed over: 1 end of file, 2 end of record
    check: bool = False  # READ WRITE CHECK comes on and the machine stops
    tape_check: bool = False  # TAPE CHECK comes on
    end_of_tape: bool = False  # The end-of-tape indicator comes on


TOO_LATE = Outcome(check=True)
END_OF_FILE = Outcome(skip=1)
END_OF_RECORD = Outcome(skip=2)


class Wanted(NamedTuple):
    """What an operator must do at a unit before the program can go on."""

    control: str
    """By its event's name."""
    words: str
    dial: int = 0
    """Where a tape unit's dial is to be turned to."""


@dataclass
class Indicators:
    """What comes on by itself and no instruction has told yet."""

    tape_check: bool = False
    end_of_tape: bool = False
    fault: str | None = field(default=None, metadata=LATER)
    """What was wrong with the record that was read last, in words; None: nothing."""


@dataclass(frozen=True)
class Units:
    """What the channel is cabled to."""

    reader: CardReader
    printer: LinePrinter
    punch: CardPunch
    tapes: Sequence[TapeDrive]
    drums: npt.NDArray[np.int64]  # int64[8, 2048]
    tube: Tube
    indicators: Indicators

    def drive(self, dial: int) -> TapeDrive | None:
        """The tape unit whose dial stands at this number; the first, if several do."""
        for tape in self.tapes:
            if tape.dial == dial:
                return tape
        return None


class Selection:
    """A selected unit: its subclasses are dataclasses, which say what they do otherwise."""

    done: bool  # The unit has disconnected

    def ready(self, units: Units) -> bool:
        """Whether the select instruction is carried out; else the machine waits at it."""
        return True

    def go_on(self, units: Units, now_us: int) -> None:
        """What the unit does by itself: it starts, a record ends.  Not while a copy waits."""

    def copy(self, units: Units, word: int, now_us: int) -> Outcome | None:
        """A copy instruction, with the word for the unit; None: it waits."""
        return TOO_LATE

    def due_us(self, units: Units, now_us: int) -> int | None:
        """How long at most until ``copy`` or ``go_on`` could do more; None: the operator's turn."""
        raise NotImplementedError

    def schedule(self, units: Units, now_us: int) -> Schedule | None:
        """The words whose moments are known, where the units stand at ``now_us``; None: each copy
        is asked for by itself."""
        return None

    def take_copies(self, units: Units, now_us: int, plan: Schedule, count: int) -> None:
        """The first ``count`` words of that schedule were copied, at their moments: the state
        becomes what ``copy`` would have left.  The units still stand at ``now_us``."""
        raise NotImplementedError

    def waits_for(self, units: Units) -> Wanted | None:
        """What the operator must do before it can go on; None if nothing."""
        return None

    def drop(self, units: Units) -> None:
        """RESET: nobody waits for the unit any more.  What moves runs to its end."""

    def yields(self, now_us: int) -> bool:
        """Whether the next select needn't wait until it has disconnected by itself."""
        return False


def sooner(*times: int | None) -> int | None:
    """The next of these times that is still to come."""
    coming = [time for time in times if time is not None and time > 0]
    return min(coming, default=None)
