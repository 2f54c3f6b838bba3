"""The memory tape on the tape units: opened, searched for records, merged onto another reel.

LEARN ROTE (docs/sources/samuel.md, items 15-22).  The memory tape lies on the unit with address 2;
a blank reel there begins a new memory.  On the unit with address 1 lies the reel that the next
memory tape is written on: blank, or an old memory tape, whose boards are then gone.  After each
merge the two change roles.  What a memory is, and how it is written, is
:mod:`machines.samuel.rote`; here is only what the units do, one operation after another::

    OPENING    both rewind; the heading and every record are read once, for the directory
    ABRIDGING  LEARN BOTH C: the same, of the memory tape alone, for what Alpha can use of it
    BRINGING   a record that the look-ahead wants is looked for, forwards or backwards, and read
    MERGING    both rewind; a record is read, and what becomes of it written, until the tape mark;
               both rewind

The old tape is only read: whatever breaks a merge off, it is whole.  After an error START begins
the work again.  What the units do is :mod:`machines.samuel.rote.memory_tape_worker`.  The program
never brings more than ``RECORDS_A_MOVE`` records for a move: "normally the program calls three or
four new records into memory during each new move" (Samuel 1959).

The program takes a blank reel for the beginning of a new memory, and an older memory tape for what
it is: both are right, and either may be a visitor's mistake.  So visitors are told where a reel is
known that holds more: on the other unit, or as it was last taken off one.  Only looked at, never
state.
"""

import enum
import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from devices.media.tape import Item, Record
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive
from machines.exhibit.snapshot import LATER
from machines.games.draughts.scene import BetterReel
from machines.samuel.generalization.combined import Partial
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote import tape_format
from machines.samuel.rote.lookup import Rows
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.merge import Changes, Counts
from machines.samuel.rote.records import MemoryRecord
from machines.samuel.rote.tape_format import Heading, rules_of
from machines.samuel.settings import ProgramSettings

RECORDS_A_MOVE = 4


class TapeOperation(enum.Enum):
    """What the units are needed for."""

    NONE = enum.auto()
    OPENING = enum.auto()
    ABRIDGING = enum.auto()
    BRINGING = enum.auto()
    MERGING = enum.auto()


@dataclass
class MemoryTapeState:
    """Rote learning at the machine; a value."""

    there: bool = False
    """Whether a LEARN ROTE card was read."""
    work: TapeOperation = TapeOperation.NONE
    stage: int = 0
    """How far the work has come: 1 rewound, 2 reading and writing, 3 the mark written."""
    asked: str = ""
    """Whose operation is under way: ``old``, ``new``, or nobody's."""
    old: int = 2
    """The address of the unit with the memory tape ..."""
    new: int = 1
    """... and of that with the reel for the next."""
    heading: Heading | None = None
    memory: Memory = field(default_factory=Memory)
    line: int = -1
    """The directory's line of the record that is brought."""
    brought: int = 0
    """Records brought for this move."""
    used: bool = False
    """Whether the look-ahead under way looks boards up."""
    deeper: int = 0
    """Plies by which the next look-ahead goes deeper, since boards were found."""
    after: int = -1
    """The key of the record read last."""
    lines: list[tuple[int, int, int, int]] = field(default_factory=list)
    """The directory that is being made."""
    writing: list[MemoryRecord] = field(default_factory=list)
    read_out: bool = False
    """The old tape's mark was read."""
    changes: Changes = field(default_factory=Changes)
    counts: Counts = field(default_factory=Counts)
    passed: dict[int, Rows] = field(default_factory=dict)
    earlier: Polynomial = field(default_factory=Polynomial)
    """By which the boards of the tape that is abridged were scored."""
    abridged: list[Partial] = field(default_factory=list)
    """What Alpha can use of it."""
    new_memory: bool = field(default=False, metadata=LATER)
    """Whether the operator says that a new memory begins, and so the memory tape is blank."""

    def open(self, new_memory: bool = False) -> None:
        """LEARN ROTE, with NEW or without."""
        self.there, self.new_memory = True, new_memory
        self._begin(TapeOperation.OPENING)

    def abridge(self, earlier: Polynomial) -> None:
        """LEARN BOTH C."""
        self.earlier = earlier
        self._begin(TapeOperation.ABRIDGING)

    def bring(self, line: int) -> bool:
        """Have a record brought; False if it is passed over, as one too many for this move."""
        if self.brought >= RECORDS_A_MOVE:
            self.memory.pass_over(line)
            return False
        self.brought += 1
        self.line = line
        self._begin(TapeOperation.BRINGING)
        return True

    def merge(self) -> None:
        """Have the memory merged with its tape."""
        self._begin(TapeOperation.MERGING)

    def again(self) -> None:
        """After an error: begin the work anew."""
        self._begin(self.work)

    def follows(self, polynomial: Polynomial, settings: ProgramSettings) -> bool:
        """Whether the scores on the tape are of these rules."""
        return self.heading is not None and self.heading.rules == rules_of(polynomial, settings)

    def _begin(self, work: TapeOperation) -> None:
        self.work, self.stage, self.asked = work, 0, ""
        self.after, self.lines, self.writing, self.read_out = -1, [], [], False
        self.abridged = []
        if work is TapeOperation.MERGING:
            self.changes, self.counts, self.passed = self.memory.changes(), Counts(), {}

    def finish(self) -> None:
        """Nothing more is wanted of the units."""
        self.work, self.stage, self.asked = TapeOperation.NONE, 0, ""
        self.changes, self.passed = Changes(), {}


# -- Whether another reel remembers more than the one that lies in the memory tape's place ---------

NOTHING = -1
"""Merges of a reel that holds no memory."""


def better_reel(reels: MemoryTapeState, tapes: Sequence[TapeDrive]) -> BetterReel | None:
    """The reel that remembers more than the one mounted; None: none is known, no memory tape is
    wanted, or its first merge is being made or has been."""
    if not reels.there or reels.memory.statistics.merges:
        return None
    if reels.work not in (TapeOperation.NONE, TapeOperation.OPENING):
        return None
    unit = next((tape for tape in tapes if tape.dial == reels.old), None)
    if unit is None:
        return None
    known = [
        (_merges(tape.items), tape.mounted, tape.name)
        for tape in tapes
        if tape is not unit and tape.mounted is not None
    ]
    off = (tape.removed for tape in tapes if tape.removed is not None)
    known += [(_merges(reel.items), reel.name, "") for reel in off]
    merges, name, lies_on = max(known, default=(NOTHING, "", ""), key=lambda reel: reel[0])
    here = _merges(unit.items) if unit.mounted is not None else NOTHING
    if merges <= here:
        return None
    return BetterReel(name, unit.name, lies_on, blank=not unit.items)


def _merges(items: Iterable[Item]) -> int:
    """Of the memory that a reel holds; ``NOTHING`` if it holds none."""
    first = next(iter(items), None)
    return _merges_of(first) if isinstance(first, Record) else NOTHING


@functools.lru_cache(maxsize=16)
def _merges_of(heading: Record) -> int:
    try:
        return tape_format.read_heading(heading, None, "").merges
    except RefusedError:
        return NOTHING
