"""Tape records by words: what the copy loop of a program sees of the 727 tape units.

A word is six characters, 400 us at 15,000 characters a second; the first has passed 12.9 ms after
the tape was started (devices/units/tape_travel.py).

Reading (RDS 201-212 BCD, 221-232 binary, octal): a word stands until the next word's first
character comes, 66 us.  When as long as a word has gone by without a character the record has
ended: the copy that waits then skips two, and without one the unit disconnects.  A tape mark skips
one at the first copy.  Wrong parity (a damaged record, dust, BCD read as binary) turns TAPE CHECK
on when the record ends; its words come all the same.  Characters that don't fill a last word are
lost and turn TAPE CHECK on too: that is ours.

Writing (WRS, the same addresses): each word is wanted 400 us after the one before; a record ends
where no copy came in time, and the unit disconnects: a copy after that finds nothing selected.  A
select without any copy erases a gap's length of tape.  In BCD the zones are changed as the tape has
them and 00 in storage is 12 on tape, so that 12 in storage comes back as 00.  A record that ends
past the end-of-tape spot turns the end-of-tape indicator on.

WRS 321-332 adds a tape unit to those of a WRS that is under way, which write the same words then;
alone it selects the unit in binary.  How the original did it we don't know.

BST, WEF and REW wait for a unit that is ready and at rest.  The program goes on while the tape
moves; BST and WEF keep the one tape control busy (READ WRITE SELECT) until the tape stands, REW
doesn't.  A unit that is not ready, not there, or is to write with its file protected keeps the
machine waiting at the select, READ WRITE SELECT on, until the operator has seen to it.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from devices.annotations import Within
from devices.media.charset import bcd_of_tape, tape_of_bcd
from devices.media.tape import CHARACTERS_A_WORD, Record
from devices.units import tape_words
from devices.units.tape_drive import TapeDrive
from machines.ibm704 import selection
from machines.ibm704.selection import AHEAD, Schedule
from machines.ibm704.tape_faults import blank_tape, record_fault

READ_STANDS_US = 66
"""One character's time."""


def word_of(characters: bytes, binary: bool) -> int:
    """The word in storage of six characters on tape, parity taken off."""
    word = 0
    for character in characters:
        code = character & 0x3F
        word = word << 6 | (code if binary else bcd_of_tape(code))
    return word


def characters_of(word: int, binary: bool) -> bytes:
    """The six characters on tape, without parity, of a word in storage."""
    codes = [word >> shift & 0x3F for shift in range(30, -1, -6)]
    return bytes(codes if binary else map(tape_of_bcd, codes))


_SHIFTS = np.arange(30, -1, -6)
_WEIGHTS = 1 << _SHIFTS
_SIX_BITS = np.arange(128) & 0x3F
_BCD_OF_TAPE = np.array([bcd_of_tape(code & 0x3F) for code in range(128)])
_TAPE_OF_BCD = np.array([tape_of_bcd(code) for code in range(64)], dtype=np.uint8)


def words_of(characters: bytes, binary: bool) -> npt.NDArray[np.int64]:
    """The words in storage of characters on tape, six each, int64[n]."""
    codes = (_SIX_BITS if binary else _BCD_OF_TAPE)[np.frombuffer(characters, dtype=np.uint8)]
    words: npt.NDArray[np.int64] = codes.reshape(-1, CHARACTERS_A_WORD) @ _WEIGHTS
    return words


def characters_of_all(words: npt.NDArray[np.int64], binary: bool) -> bytes:
    """The characters on tape, without parity, of words in storage, int64[n]."""
    codes = words[:, None] >> _SHIFTS & 0x3F
    return (codes.astype(np.uint8) if binary else _TAPE_OF_BCD[codes]).tobytes()


_WORDS_US = tape_words.WORD_US * np.arange(AHEAD + 1)


def _free(drive: TapeDrive | None, write: bool) -> bool:
    """Whether a select finds the unit ready; a tape that runs out from a record counts as ready,
    for it stops by itself."""
    if drive is None or not drive.ready or (write and drive.file_protect):
        return False
    return drive.motion is None or drive.motion.kind in ("read", "write", "backspace")


def trouble(units: selection.Units, dial: int, write: bool) -> selection.Wanted | None:
    """Why the tape unit of this dial number can't be used; None if it can, or will."""
    drive = units.drive(dial)
    if drive is None:
        names = [tape.name for tape in units.tapes]
        name = f"tape{dial}" if f"tape{dial}" in names else next(iter(names), "tape1")
        words = f"no tape unit's dial stands at {dial}: turn one to it"
        return selection.Wanted(f"{name}.select", words, dial)
    found = _lack(drive, dial, write)
    return found and selection.Wanted(f"{drive.name}.{found[0]}", found[1])


def _lack(drive: TapeDrive, dial: int, write: bool) -> tuple[str, str] | None:
    """The control of the unit that is to be worked first, and why; None if nothing is."""
    unit = f"tape unit {dial}"
    if drive.mounted is None:
        words = f"{unit}: no tape is mounted: mount one, press LOAD REWIND, then START on it"
        return "mount", words
    if drive.busy and drive.ready:
        return None
    if drive.motion is not None and drive.motion.kind == "load":
        return "start", f"{unit}: the tape is being loaded: press START on it"
    if not drive.loaded:
        return "load_rewind", f"{unit}: the tape is not loaded: press LOAD REWIND, then START on it"
    if write and drive.file_protect:
        words = f"{unit}: the reel is file protected: press RESET, put a ring in, then START on it"
        return "file_protect", words
    if drive.ready:
        return None
    if blank := blank_tape(drive):
        return "load_rewind", f"{unit}: {blank}"
    words = f"{unit} is not ready: press START on it, after LOAD REWIND if it found blank tape"
    return "start", words


@dataclass
class TapeReading(selection.Selection):
    """RDS of a tape unit, by its dial."""

    dial: int
    binary: bool
    copied: Annotated[int, Within(0, 2**40)] = 0  # Words
    running: bool = False
    missed: bool = False
    done: bool = False

    def ready(self, units: selection.Units) -> bool:
        """The unit is there, ready and not rewinding."""
        return _free(units.drive(self.dial), write=False)

    def go_on(self, units: selection.Units, now_us: int) -> None:
        """Start the tape when it stands; disconnect at the record's end."""
        drive = units.drive(self.dial)
        if drive is None:
            return
        if self.running and not drive.busy:
            self.running = False  # it found a blank tape, and stands until the operator helps
        if not self.running and drive.ready and not drive.busy:
            drive.read_record(self.binary)
            self.running = True
        if self.running and self._end_in_us(drive) == 0:
            self._end(units, drive)

    def _end_in_us(self, drive: TapeDrive) -> int | None:
        """Until the end of what is under the head is noticed, 0 when it has been; None for blank
        tape."""
        item = tape_words.under_head(drive)
        held = len(item.data) if isinstance(item, Record) else 1
        left = tape_words.passed_in_us(drive, held + CHARACTERS_A_WORD)
        return None if left is None else max(left, 0)

    def _end(self, units: selection.Units, drive: TapeDrive) -> None:
        item = tape_words.under_head(drive)
        ragged = isinstance(item, Record) and len(item.data) % CHARACTERS_A_WORD != 0
        if not units.indicators.tape_check:
            units.indicators.fault = None
        if tape_words.reads_badly(drive) or ragged:
            units.indicators.tape_check = True
            units.indicators.fault = record_fault(drive, self.dial, self.binary)
        self.done = True

    def copy(self, units: selection.Units, word: int, now_us: int) -> selection.Outcome | None:
        """The next word, the end of the record, or the end of the file."""
        drive = units.drive(self.dial)
        if not self.running:
            self.go_on(units, now_us)
        item = tape_words.under_head(drive) if drive is not None and self.running else None
        if drive is None or item is None:
            self.go_on(units, now_us)
            return None
        if self.missed:
            self.go_on(units, now_us)
            return selection.TOO_LATE
        data = item.data if isinstance(item, Record) else b""
        end = (self.copied + 1) * CHARACTERS_A_WORD
        if end > len(data):
            if self._end_in_us(drive):
                return None
            self._end(units, drive)
            return selection.END_OF_RECORD if data else selection.END_OF_FILE
        left = tape_words.passed_in_us(drive, end)
        if left is None or left > 0:
            return None
        if left < -READ_STANDS_US:
            self.missed = True
            return selection.TOO_LATE
        self.copied += 1
        return selection.Outcome(word=word_of(data[end - CHARACTERS_A_WORD : end], self.binary))

    def schedule(self, units: selection.Units, now_us: int) -> Schedule | None:
        """The words of the record under the head that are still to come."""
        drive = units.drive(self.dial)
        if drive is None or not self.running or self.missed:
            return None
        item = tape_words.under_head(drive)
        first = self.copied * CHARACTERS_A_WORD
        due_us = tape_words.passed_in_us(drive, first + CHARACTERS_A_WORD)
        ends_us = self._end_in_us(drive)
        if not isinstance(item, Record) or due_us is None or ends_us is None:
            return None
        left = len(item.data) // CHARACTERS_A_WORD - self.copied
        count = min(left, AHEAD)
        if count <= 0:
            return None
        data = item.data[first : first + count * CHARACTERS_A_WORD]
        return Schedule(
            due_us + _WORDS_US[: count + 1],
            words_of(data, self.binary),
            writes=False,
            stands_us=READ_STANDS_US,
            ends_us=ends_us,
            more=count < left,
            tells_end=count == left,
        )

    def take_copies(self, units: selection.Units, now_us: int, plan: Schedule, count: int) -> None:
        """They have passed."""
        self.copied += count

    def due_us(self, units: selection.Units, now_us: int) -> int | None:
        """Until the next word has passed, the end is noticed, or the tape stands."""
        drive = units.drive(self.dial)
        if drive is None:
            return None
        if not self.running or tape_words.under_head(drive) is None:
            return drive.due_us()
        next_word = tape_words.passed_in_us(drive, (self.copied + 1) * CHARACTERS_A_WORD)
        return selection.sooner(next_word, self._end_in_us(drive))

    def waits_for(self, units: selection.Units) -> selection.Wanted | None:
        """The unit's trouble."""
        return None if self.running and self._moving(units) else trouble(units, self.dial, False)

    def _moving(self, units: selection.Units) -> bool:
        drive = units.drive(self.dial)
        return drive is not None and drive.busy


@dataclass
class TapeWriting(selection.Selection):
    """WRS of one or more tape units, by their dials."""

    dials: list[int]
    binary: bool
    running: list[int] = field(default_factory=list)  # The dials of those that have started
    done: bool = False

    def ready(self, units: selection.Units) -> bool:
        """All are there, ready, not protected and not rewinding."""
        return all(_free(units.drive(dial), write=True) for dial in self.dials)

    def go_on(self, units: selection.Units, now_us: int) -> None:
        """Start the tapes that stand; disconnect when no word came in time."""
        for dial in self.dials:
            drive = units.drive(dial)
            if drive is None or dial in self.running:
                continue
            if _free(drive, write=True) and not drive.busy:
                drive.begin_record(self.binary)
                self.running.append(dial)
        if self._all_running and self._left_us(units) < 0:
            self._end(units)

    @property
    def _all_running(self) -> bool:
        return len(self.running) == len(self.dials)

    def _left_us(self, units: selection.Units) -> int:
        """Until the next word is wanted by the tape that started last; negative when the record
        has ended."""
        lefts = [tape_words.next_word_in_us(drive) for drive in self._drives(units)]
        return max((left for left in lefts if left is not None), default=-1)

    def _drives(self, units: selection.Units) -> list[TapeDrive]:
        return [drive for dial in self.dials if (drive := units.drive(dial)) is not None]

    def _end(self, units: selection.Units) -> None:
        if any(tape_words.ends_past_spot(drive) for drive in self._drives(units)):
            units.indicators.end_of_tape = True
        self.done = True

    def copy(self, units: selection.Units, word: int, now_us: int) -> selection.Outcome | None:
        """One more word."""
        if not self._all_running:
            self.go_on(units, now_us)
        if not self._all_running:
            return None
        left = self._left_us(units)
        if left > 0:
            return None
        if left < 0:
            self._end(units)
            return selection.TOO_LATE
        for drive in self._drives(units):
            if tape_words.next_word_in_us(drive) is not None:
                drive.write_word(characters_of(word, self.binary))
        return selection.Outcome()

    def schedule(self, units: selection.Units, now_us: int) -> Schedule | None:
        """As many words as the tape has room for; of one tape, not of several at once."""
        drive = units.drive(self.dials[0]) if len(self.dials) == 1 else None
        if drive is None or not self._all_running:
            return None
        due_us = tape_words.next_word_in_us(drive)
        count = min(tape_words.words_of_room(drive), AHEAD)
        if due_us is None or count <= 0:
            return None
        words = np.zeros(count, dtype=np.int64)
        due = due_us + _WORDS_US[: count + 1]
        return Schedule(due, words, writes=True, stands_us=0, gone_us=1, more=True)

    def take_copies(self, units: selection.Units, now_us: int, plan: Schedule, count: int) -> None:
        """They are written."""
        for drive in self._drives(units):
            drive.write_word(characters_of_all(plan.words[:count], self.binary))

    def due_us(self, units: selection.Units, now_us: int) -> int | None:
        """Until the next word is wanted, and the record ended without it."""
        if self._all_running:
            left = self._left_us(units)
            return selection.sooner(left, left + 1)
        return selection.sooner(*[drive.due_us() for drive in self._drives(units)])

    def waits_for(self, units: selection.Units) -> selection.Wanted | None:
        """The units' trouble."""
        missing = [dial for dial in self.dials if dial not in self.running]
        return next((why for dial in missing if (why := trouble(units, dial, True))), None)


Move = Literal["backspace", "mark", "rewind"]


@dataclass
class TapeMoving(selection.Selection):
    """BST, WEF or REW of a tape unit, by its dial."""

    dial: int
    move: Move
    running: bool = False
    done: bool = False

    def ready(self, units: selection.Units) -> bool:
        """The unit is there, ready, not rewinding and, for a mark, not protected."""
        return _free(units.drive(self.dial), write=self.move == "mark")

    def go_on(self, units: selection.Units, now_us: int) -> None:
        """Set the tape moving; disconnect when it stands (REW: at once)."""
        drive = units.drive(self.dial)
        if drive is None:
            return
        if self.running:
            self.done = not drive.busy
        elif not drive.busy and self.ready(units):
            self._begin(units, drive)

    def _begin(self, units: selection.Units, drive: TapeDrive) -> None:
        self.running = True
        match self.move:
            case "backspace":
                drive.backspace()
            case "mark":
                drive.write_mark()
                units.indicators.end_of_tape |= tape_words.ends_past_spot(drive)
            case "rewind":
                drive.rewind()
                self.done = True

    def due_us(self, units: selection.Units, now_us: int) -> int | None:
        """Until the tape stands."""
        drive = units.drive(self.dial)
        return None if drive is None else drive.due_us()

    def waits_for(self, units: selection.Units) -> selection.Wanted | None:
        """The unit's trouble."""
        return None if self.running else trouble(units, self.dial, self.move == "mark")
