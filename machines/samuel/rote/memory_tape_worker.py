"""The tape units' work for rote learning (machines.samuel.rote.memory_tape), step by step."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from devices.media.tape import Record, TapeMark
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive, TapeError
from machines.samuel.generalization.combined import abridged, boards_of
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote import tape_format
from machines.samuel.rote.lookup import KEY, NOT_HELD, PLACE, Rows, no_lines
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.memory_tape import MemoryTapeState, TapeOperation
from machines.samuel.rote.merge import Changes, merge
from machines.samuel.rote.records import MemoryRecord
from machines.samuel.state import Needed, ProgramState

FAR = 16
"""Records back from which on rewinding is quicker than backspacing."""
BOTH_UNITS = (TapeOperation.OPENING, TapeOperation.MERGING)
"""What needs the reel for the next memory tape, too."""


@dataclass
class MemoryTapeWorker:
    """The tape units, and the program for which they work."""

    tapes: Sequence[TapeDrive]
    state: ProgramState

    @property
    def reels(self) -> MemoryTapeState:
        """The reels that lie on the units."""
        return self.state.reels

    # -- what the operator must do

    def needed(self) -> Needed | None:
        """What the operator must do at a unit before the work can go on; None if nothing."""
        old, new = (self._unit(address) for address in (self.reels.old, self.reels.new))
        asked = new if self.reels.asked == "new" else old
        if self.reels.asked and asked is not None and asked.mounted is not None:
            return None  # whatever has come of it is looked at first
        what = "the memory tape" + ", or a blank one," * (
            self.reels.work is not TapeOperation.ABRIDGING
        )
        names = [(old, self.reels.old, what, "memory")]
        if self.reels.work in BOTH_UNITS:
            names.append((new, self.reels.new, "a tape for the next memory tape", "next"))
        for unit, address, what, reel in names:
            if unit is None or unit.mounted is None:
                name = unit.name if unit is not None else f"tape{address}"
                return Needed(
                    f"{name}.mount",
                    f"mount {what} on the unit with address {address}, press LOAD REWIND and START",
                    reel,
                )
            if reel == "next" and unit.file_protect:
                return Needed(
                    f"{unit.name}.file_protect",
                    f"{unit.name} is file protected: press RESET there, put the ring in, "
                    "press START",
                )
            if not (unit.ready or unit.busy):
                return Needed(f"{unit.name}.start", f"press START on {unit.name}")
        return None

    def _unit(self, address: int) -> TapeDrive | None:
        return next((tape for tape in self.tapes if tape.dial == address), None)

    # -- what the units do

    def step(self) -> bool:
        """Go on with the work; False when there is only to wait.

        Raises RefusedError, the tapes as they were but for what a merge has written on the new
        reel; ``again`` begins the work anew.
        """
        if self.needed() is not None:
            return False
        work, old, new = self.reels.work, self._unit(self.reels.old), self._unit(self.reels.new)
        if work is TapeOperation.NONE or old is None or old.busy:
            return False
        if work is TapeOperation.ABRIDGING:
            self._abridge(old)
        elif work is TapeOperation.BRINGING:
            self._bring(old)
        elif new is None or new.busy:
            return False
        elif work is TapeOperation.OPENING:
            self._open(old, new)
        else:
            self._merge(old, new)
        return True

    def _rewind(self, *units: TapeDrive) -> None:
        for unit in units:
            if unit.head_mil:
                unit.rewind()
        self.reels.stage += 1

    def _record(self, unit: TapeDrive) -> Record | TapeMark | None:
        """What was read; None if nothing was asked for, which then is.  Raises RefusedError."""
        reels = self.reels
        if not reels.asked:
            unit.read_record(binary=True)
            reels.asked = "old"
            return None
        reels.asked = ""
        where = tape_format.record_name(str(unit.mounted), max(unit.at - 1, 0))
        match unit.take():
            case Record() as record:
                return record
            case TapeMark() as mark:
                return mark
            case TapeError(fault="parity", record=record):
                even = record is not None and record.parity == "even"
                words = " (it is even, as of card images)" if even else ""
                raise RefusedError(
                    where, f"can't be read: parity error{words}; expected odd parity"
                )
        raise RefusedError(where, "the tape ends here: it was cut short; expected a tape mark")

    # -- opening and abridging

    def _open(self, old: TapeDrive, new: TapeDrive) -> None:
        reels, look = self.reels, self.state.lookahead
        if reels.stage == 0:
            _check_reel(new)
            self._rewind(old, new)
        elif not old.items:
            self._opened(tape_format.Heading.of(look.polynomial, look.settings))
        elif reels.new_memory:
            raise RefusedError(
                str(old.mounted),
                "the card says NEW, and the reel is not blank; expected a blank one",
            )
        else:
            found = self._read_through(old, look.polynomial)
            if isinstance(found, MemoryRecord):
                self._line(found, old.at - 1)
            elif found is not None:
                self._opened(found)

    def _abridge(self, old: TapeDrive) -> None:
        reels = self.reels
        if reels.stage == 0:
            self._rewind(old)
        elif not old.items:
            raise RefusedError(str(old.mounted), "a blank tape; expected a memory tape")
        else:
            found = self._read_through(old, reels.earlier)
            if isinstance(found, MemoryRecord):
                reels.abridged += abridged(boards_of([found]), reels.earlier)
            elif found is not None:
                reels.finish()

    def _read_through(
        self, old: TapeDrive, polynomial: Polynomial
    ) -> MemoryRecord | tape_format.Heading | None:
        """The next record of a tape that is read from its start; the heading at its mark."""
        reels = self.reels
        found = self._record(old)
        where = tape_format.record_name(str(old.mounted), max(old.at - 1, 0))
        if isinstance(found, TapeMark):
            if reels.heading is None or reels.stage == 1:
                raise RefusedError(where, "a tape mark; expected the heading of a memory tape")
            return reels.heading
        if found is not None and reels.stage == 1:
            rules = tape_format.rules_of(polynomial, self.state.lookahead.settings)
            reels.heading, reels.stage = tape_format.read_heading(found, rules, where), 2
        elif found is not None and reels.heading is not None:
            record = tape_format.read_record(found, reels.heading.unit, reels.after, where)
            reels.after = record.key
            return record
        return None

    def _line(self, record: MemoryRecord, place: int) -> None:
        self.reels.lines.append((record.key, NOT_HELD, len(record.rows), place))

    def _directory(self) -> Rows:
        lines = self.reels.lines
        return np.array(lines, dtype=np.int64) if lines else no_lines(0)

    def _opened(self, heading: tape_format.Heading) -> None:
        reels = self.reels
        reels.heading = heading
        reels.memory = Memory(limits=reels.memory.limits, directory=self._directory())
        reels.finish()

    # -- bringing

    def _bring(self, old: TapeDrive) -> None:
        reels = self.reels
        place = int(reels.memory.directory[reels.line, PLACE])
        if not reels.asked and old.at > place:
            if old.at - place > FAR:
                old.rewind()
            else:
                old.backspace()
            return
        found = self._record(old)
        if found is None or old.at - 1 < place:
            return
        where = tape_format.record_name(str(old.mounted), place)
        if not isinstance(found, Record) or reels.heading is None:
            raise RefusedError(where, "a tape mark; expected a record of the memory")
        record = tape_format.read_record(found, reels.heading.unit, -1, where)
        if record.key != reels.memory.directory[reels.line, KEY]:
            raise RefusedError(
                where, "another record lies there; expected the tape that was opened"
            )
        reels.memory.bring(reels.line, record.rows)
        reels.finish()

    # -- merging

    def _merge(self, old: TapeDrive, new: TapeDrive) -> None:
        reels = self.reels
        if reels.asked == "new":
            self._take_written(new)
        elif reels.stage == 0:
            _check_reel(new)
            self._rewind(old, new)
        elif reels.stage == 1:
            assert reels.heading is not None
            reels.stage = 2
            self._write(new, tape_format.heading_record(reels.heading.after_merge()))
        elif reels.stage == 3:
            self._merged(old, new)
        elif reels.writing:
            self._write_next(new)
        elif reels.read_out:
            new.write_mark()
            reels.asked, reels.stage = "new", 3
        else:
            self._read_next(old)

    def _write(self, new: TapeDrive, record: Record) -> None:
        new.write_record(record.characters, binary=True)
        self.reels.asked = "new"

    def _take_written(self, new: TapeDrive) -> None:
        self.reels.asked = ""
        outcome = new.take()
        if isinstance(outcome, TapeError):
            raise RefusedError(
                str(new.mounted),
                f"can't be written on: {outcome.fault}; expected room for the whole memory",
            )

    def _write_next(self, new: TapeDrive) -> None:
        reels = self.reels
        assert reels.heading is not None
        record = reels.writing.pop(0)
        self._line(record, len(reels.lines) + 1)
        if record.key in reels.memory.keys_held:
            reels.passed[record.key] = record.rows
        self._write(new, tape_format.memory_record(record, reels.heading.unit))

    def _read_next(self, old: TapeDrive) -> None:
        """Read a record of the old tape: it becomes what is written next."""
        reels = self.reels
        assert reels.heading is not None
        if not old.items:
            self._join([], None)
            return
        found = self._record(old)
        where = tape_format.record_name(str(old.mounted), max(old.at - 1, 0))
        if found is None:
            return
        if old.at == 1 and isinstance(found, Record):  # the reel may have been exchanged meanwhile
            tape_format.read_heading(found, reels.heading.rules, where)
            return
        if isinstance(found, TapeMark):
            self._join([], None)
            return
        record = tape_format.read_record(found, reels.heading.unit, reels.after, where)
        self._join([record], record.key)
        reels.after = record.key

    def _join(self, records: list[MemoryRecord], upto: int | None) -> None:
        """Bring in what was saved under keys up to that of the record; None: all that is left."""
        reels = self.reels
        reels.read_out = upto is None
        new = {
            key: boards
            for key, boards in reels.changes.new.items()
            if key > reels.after and (upto is None or key <= upto)
        }
        part = Changes(reels.changes.changed, new)
        reels.writing = list(merge(records, part, reels.memory.limits, reels.counts))

    def _merged(self, old: TapeDrive, new: TapeDrive) -> None:
        """The new tape is the memory tape from now on."""
        reels = self.reels
        assert reels.heading is not None
        reels.heading = reels.heading.after_merge()
        reels.memory.renew(self._directory(), reels.counts, reels.passed)
        reels.old, reels.new = reels.new, reels.old
        self._rewind(old, new)
        reels.finish()


def _check_reel(new: TapeDrive) -> None:
    """Raises RefusedError unless the reel may be written on: it is blank, or a memory tape."""
    first = next((item for item in new.items if isinstance(item, Record | TapeMark)), None)
    if first is None:
        return
    where = tape_format.record_name(str(new.mounted), 0)
    if isinstance(first, Record):
        with contextlib.suppress(RefusedError):
            tape_format.read_heading(first, None, where)
            return
    raise RefusedError(
        where,
        f"{new.name} is where the next memory tape is written, and this one holds something "
        "else (a book?); expected a blank tape or an old memory tape",
    )
