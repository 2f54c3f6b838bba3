"""The 704's one path between storage and the units: what RDS, WRS, CPY and the others meet.

The 704 has no channel that runs beside the program: a select instruction (RDS, WRS) sets one unit
going, and every word then passes through the MQ at a copy instruction (CPY, CAD), which waits for
the unit and must not come too late for it.  The computer hands in each input-output instruction
(:meth:`Channel.begin`) and asks (:meth:`Channel.step`) until it is done::

    channel.begin(operation, address, word, now_us)
    while (outcome := channel.step(now_us)) is None:
        ...                        # time passes, at most channel.due_us(now_us) of it
    # outcome: the word read, places to skip, whether the machine stops on READ WRITE CHECK

Between instructions it calls :meth:`Channel.advance` at every moment that was due.  Times are the
computer's own, in microseconds; the units have been brought to the same moment before every call.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.units.card_punch import CardPunch
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive

DRUMS = 8
DRUM_WORDS = 2048


@dataclass(frozen=True)
class Outcome:
    """How an input-output instruction ended."""

    word: int | None = None
    """The word read, for CPY and CAD; None when none was."""
    skip: int = 0
    """Instructions passed over: 1 end of file, 2 end of record."""
    check: bool = False
    """READ WRITE CHECK comes on and the machine stops."""
    tape_check: bool = False
    """TAPE CHECK comes on."""
    end_of_tape: bool = False
    """The end-of-tape indicator comes on."""


@dataclass(eq=False)
class ChannelState:
    """All that the channel is: a value, copied or written as it stands."""

    drums: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((DRUMS, DRUM_WORDS), dtype=np.int64)
    )
    """int64[8, 2048]: the words on the drums, drum 1 (address 301) first."""


class Channel:
    """The units behind their addresses; ``state`` and the units are all that it remembers."""

    def __init__(
        self,
        state: ChannelState,
        reader: CardReader,
        printer: LinePrinter,
        punch: CardPunch,
        tapes: Sequence[TapeDrive],
    ) -> None:
        self.state = state
        self.reader = reader
        self.printer = printer
        self.punch = punch
        self.tapes = tapes

    @property
    def selected(self) -> bool:
        """READ WRITE SELECT: a unit is selected, or wanted."""
        raise NotImplementedError

    def begin(self, operation: int, address: int, word: int, now_us: int) -> None:
        """An input-output instruction is met: its number in the table of operations, its effective
        address and C(Y) (which counts for CPY and CAD when writing, and for LDA)."""
        raise NotImplementedError

    def step(self, now_us: int) -> Outcome | None:
        """How the instruction that was begun has ended; None while it waits."""
        raise NotImplementedError

    def advance(self, now_us: int) -> None:
        """The selected unit goes on by itself: a row passes uncopied, a record ends."""
        raise NotImplementedError

    def due_us(self, now_us: int) -> int | None:
        """How long at most until ``step`` could say more or the selected unit does something by
        itself; None when only the operator can help, or nothing is selected."""
        raise NotImplementedError

    def take_indicators(self) -> tuple[bool, bool]:
        """Whether TAPE CHECK and the end-of-tape indicator have come on, without an instruction to
        tell it, since this was last asked (an Outcome tells it too, and then it is told once)."""
        raise NotImplementedError

    def waiting(self) -> str:
        """Why the machine waits, in words; empty if it doesn't, or not for the operator."""
        raise NotImplementedError

    def reset(self) -> None:
        """As RESET does: no unit is selected, no instruction waits.  What moves runs out."""
        raise NotImplementedError
