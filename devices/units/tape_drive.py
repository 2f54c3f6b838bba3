"""The 727 tape unit: 75 inches a second, 200 characters an inch, in simulated time.

A reel is mounted, LOAD REWIND lowers the tape into the vacuum columns and brings it to its load
point, START makes the unit ready for the computer, RESET gives it back to the operator.

The computer's side: one operation at a time, and its outcome when the tape has stopped::

    drive.read_record()            # 10 ms of gap, 5 ms a 75 characters, starting and stopping
    drive.busy                     # until it has
    drive.take()                   # Record | TapeMark | TapeError, once; None after writing

A computer that copies word by word while the tape runs reads with ``read_record`` too and looks at
what passes (tape_words.py); it writes with ``begin_record`` and ``write_word``.

Places and times: tape_travel.py.  Lowering the tape takes 4 s, which is ours.  Controls:
docs/sources/panel704.md ("Peripherals in the room").
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from devices.annotations import check_within
from devices.media.tape import (
    CHARACTER_MIL,
    ERASED_MIL,
    RECORD_GAP_MIL,
    Gap,
    Item,
    Record,
    Tape,
    TapeMark,
    length_mil,
    tape_of_value,
)
from devices.refusal import RefusedError
from devices.units import tape_travel as travel
from devices.units.tape_travel import Kind, Motion
from devices.units.unit import OperatedUnit, Value, check_ready, check_time

LOAD_US = 4_000_000
DIAL_POSITIONS = 10
ERASED_GAPS = RECORD_GAP_MIL // ERASED_MIL
"""Gap markers of a record that was begun and got no word."""

CONTROLS = (
    "mount",  # value: a tape (devices.media.tape.tape_value)
    "load_rewind",  # not ready: load the tape, or rewind it to its load point
    "start",  # make ready
    "reset",  # not ready after what is under way
    "unload",  # not ready: take the reel off
    "file_protect",  # 1: the reel has no ring and can't be written on; 0: it has
    "select",  # value: the address that the unit answers to, 1-10
    "long_reel",  # 1: it may take a reel of ten times the length; 0: as it was made
    "damage",  # dust under the head at the next read, for drills and tests
)

Fault = Literal["parity", "file protect", "end of tape", "blank tape"]


@dataclass(frozen=True)
class TapeError:
    """What went wrong; with a parity error, the record as it was read."""

    fault: Fault
    record: Record | None = None


@dataclass(frozen=True)
class TapeView:
    """What can be seen of the unit; lengths in mil (1/1000 inch) from the load point.

    ``moving`` is 1 forward, -1 backward, 0 at rest; while ``rewinding`` the tape runs at 500
    inches a second, else at 75.  ``length_mil`` is the recorded part; ``written`` counts records
    and marks written since the reel was mounted.
    """

    mounted: str | None
    position_mil: int
    length_mil: int
    moving: int
    rewinding: bool
    loading: bool
    loaded: bool
    ready: bool
    selected: bool
    file_protect: bool
    end_of_tape: bool
    tape_indicator: bool
    dial: int
    written: int


@dataclass
class TapeDrive(OperatedUnit):
    """A 727; its fields are its whole state."""

    known: ClassVar = CONTROLS

    name: str = "tape1"
    dial: int = 1
    mounted: str | None = None  # The name of the tape that is mounted
    items: list[Item] = field(default_factory=list)
    ends_mil: list[int] = field(default_factory=list)  # Where each item ends, from the load point
    at: int = 0  # Items that lie behind the head
    head_mil: int = 0  # The head's place when the tape is at rest
    loaded: bool = False
    ready: bool = False
    file_protect: bool = True
    tape_indicator: bool = False  # A write has passed the end-of-tape spot (what ETT tests)
    dust: bool = False
    motion: Motion | None = None
    elapsed_us: int = 0
    outcome: Record | TapeMark | TapeError | None = None
    characters: list[int] = field(default_factory=list)  # Of the open record
    written: int = 0
    removed: Tape | None = None  # The tape that was last taken off, as it then was
    long_reel: bool | None = field(default=None, metadata={"later": True})
    """Whether it may take a long reel; None: it was never asked."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(1, DIAL_POSITIONS, dial=self.dial)
        check_within(0, len(self.items), at=self.at)
        check_within(0, self.run_out_mil, head=self.head_mil)
        check_within(0, 0x3F, characters=self.characters)
        if self.ends_mil != travel.ends_of(self.items):
            raise ValueError("its records don't end where it says")
        if self.motion is not None:
            check_within(0, self.run_out_mil, to=(self.motion.from_mil, self.motion.to_mil))

    # -- the computer's side

    @property
    def busy(self) -> bool:
        """The tape is moving or being loaded."""
        return self.motion is not None

    @property
    def end_of_tape(self) -> bool:
        """The end-of-tape spot has passed the head."""
        return self.head_mil > self.end_of_tape_mil

    @property
    def end_of_tape_mil(self) -> int:
        """Where the end-of-tape spot is."""
        return travel.END_OF_TAPE_MIL + (travel.LONGER_MIL if self.long_reel else 0)

    @property
    def run_out_mil(self) -> int:
        """Where the tape ends."""
        return travel.RUN_OUT_MIL + (travel.LONGER_MIL if self.long_reel else 0)

    def read_record(self, binary: bool = False) -> None:
        """Read the next record (or tape mark), expecting odd parity in binary, even in BCD.

        Raises ValueError if the unit is busy or not ready, as all operations do: the computer
        must ask first.
        """
        self._check_ready()
        index = travel.next_item(self.items, self.at)
        if index < len(self.items):
            self._move("read", self.ends_mil[index], binary=binary)
        else:
            self._move("read", min(self.head_mil + travel.BLANK_RUN_MIL, self.run_out_mil))

    def write_record(self, characters: bytes, binary: bool = False) -> None:
        """Write six-bit characters as one record, with odd parity in binary, even in BCD.

        What the tape held from here on is gone.  Raises ValueError for no characters, more than
        six bits, or in BCD the character 0, which even parity would not leave on the tape.
        """
        _check_characters(characters, binary)
        self._write(Record.of_characters(characters, binary))

    def begin_record(self, binary: bool = False) -> None:
        """Begin a record whose words come while the tape runs (:meth:`write_word`).

        It ends with the last word that came in time.  If none came, a gap's length of tape is
        erased and nothing else.  What the tape held from here on is gone.
        """
        self._check_ready()
        if self.file_protect:
            self.outcome = TapeError("file protect")
            return
        del self.items[self.at :], self.ends_mil[self.at :]
        self.characters = []
        self._move("write", self.head_mil + ERASED_GAPS * ERASED_MIL, binary=binary, open=True)

    def write_word(self, characters: bytes) -> None:
        """One more word of an open record, or several: six characters of six bits each.

        Raises ValueError if no record is open, or as :meth:`write_record`.
        """
        motion = self.motion
        if motion is None or not motion.open:
            raise ValueError(f"{self.name}: no record is being written")
        _check_characters(characters, motion.binary)
        self.characters += characters
        length = RECORD_GAP_MIL + (len(self.characters) + 1) * CHARACTER_MIL
        end = min(motion.from_mil + length, self.run_out_mil)
        total = travel.run_us(end - motion.from_mil)
        self.motion = replace(motion, to_mil=end, total_us=total)

    def write_mark(self) -> None:
        """Write a tape mark after its long gap."""
        self._write(TapeMark())

    def backspace(self) -> None:
        """Go back over one record or tape mark; at the load point the tape stays."""
        self._check_ready()
        index = travel.previous_item(self.items, self.at)
        self._move("backspace", self._mil(index) if index >= 0 else 0)

    def rewind(self) -> None:
        """Go back to the load point."""
        self._check_ready()
        self._rewind()

    def take(self) -> Record | TapeMark | TapeError | None:
        """The outcome of the last operation, once; None while busy or when all went well."""
        outcome, self.outcome = self.outcome, None
        return outcome

    def tape(self) -> Tape | None:
        """The mounted tape as it is now."""
        return None if self.mounted is None else Tape(self.mounted, tuple(self.items))

    # -- the operator's side

    def put(self, control: str, value: Value) -> bool:
        match control:
            case "mount":
                self._mount(tape_of_value(self.text_of(control, value)))
            case "select":
                self._select(value)
            case "file_protect":
                protect = self.is_down(control, value)
                self._check_operator("the ring can be changed")
                self.file_protect = protect
            case "long_reel":
                long_reel = self.is_down(control, value)
                self._check_operator("a long reel can be mounted")
                self.long_reel = long_reel or None
            case _:
                return False
        return True

    def press(self, control: str) -> None:
        match control:
            case "load_rewind":
                self._check_operator("LOAD REWIND works")
                self._check_mounted()
                if self.loaded:
                    self._rewind()
                else:
                    self.motion, self.elapsed_us = Motion("load", 0, 0, LOAD_US), 0
            case "start":
                self._start()
            case "reset":
                self.ready = False
            case "unload":
                self._unload()
            case "damage":
                self.dust = True

    def _mount(self, tape: Tape) -> None:
        self._check_operator("a tape can be mounted")
        if self.mounted is not None:
            raise RefusedError(self.name, f"{self.mounted} is mounted: press UNLOAD first")
        ends = travel.ends_of(tape.items)
        if ends and ends[-1] > self.end_of_tape_mil:
            feet, held = ends[-1] // 12_000, self.end_of_tape_mil // 12_000
            raise RefusedError(tape.name, f"{feet} feet of records; a reel holds {held}")
        self.mounted, self.items, self.ends_mil = tape.name, list(tape.items), ends
        self.at = self.head_mil = self.written = 0
        self.loaded, self.outcome = False, None

    def _select(self, value: Value) -> None:
        if isinstance(value, str) or not 1 <= value <= DIAL_POSITIONS:
            raise RefusedError(
                f"{self.name} select dial", f"an address from 1 to {DIAL_POSITIONS} was expected"
            )
        self._check_operator("the dial can be turned")
        self.dial = value

    def _start(self) -> None:
        self._check_mounted()
        if not self.loaded and self.motion is None:
            raise RefusedError(self.name, "the tape is not loaded: press LOAD REWIND first")
        if self.motion is None and self.head_mil != self._mil(self.at):
            raise RefusedError(
                self.name, "the tape has run past its last record: press LOAD REWIND first"
            )
        self.ready = True

    def _unload(self) -> None:
        self._check_operator("UNLOAD works")
        self._check_mounted()
        self.removed = self.tape()
        self.mounted, self.items, self.ends_mil = None, [], []
        self.at = self.head_mil = self.written = 0
        self.loaded = self.tape_indicator = False
        self.outcome = None

    def _check_operator(self, what: str) -> None:
        if self.busy:
            raise RefusedError(self.name, f"the tape is moving; {what} when it is at rest")
        if self.ready:
            raise RefusedError(self.name, f"{what} when the unit is not ready: press RESET")

    def _check_mounted(self) -> None:
        if self.mounted is None:
            raise RefusedError(self.name, "no tape is mounted")

    # -- time

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        check_time(us)
        if self.motion is None:
            return
        self.elapsed_us = min(self.elapsed_us + us, self.motion.total_us)
        if self.elapsed_us == self.motion.total_us:
            self._finish(self.motion)

    def due_us(self) -> int | None:
        """Until the tape has stopped; None when it is at rest."""
        return None if self.motion is None else self.motion.total_us - self.elapsed_us

    def _finish(self, motion: Motion) -> None:
        self.motion = None
        self.head_mil = motion.to_mil
        match motion.kind:
            case "load":
                self.loaded = True
            case "rewind":
                self.at = 0
            case "backspace":
                self.at = max(travel.previous_item(self.items, self.at), 0)
            case "read":
                self._finish_read(motion)
            case "write":
                self._finish_write(motion)

    def _finish_read(self, motion: Motion) -> None:
        index = travel.next_item(self.items, self.at)
        if index == len(self.items):
            self.at = index
            self.ready = False
            self.outcome = TapeError("blank tape")
            return
        self.at = index + 1
        match self.items[index]:
            case Record() as record:
                wanted = "odd" if motion.binary else "even"
                bad = record.damaged or self.dust or record.parity != wanted
                self.dust = False
                self.outcome = TapeError("parity", record) if bad else record
            case TapeMark() as mark:
                self.outcome = mark

    def _finish_write(self, motion: Motion) -> None:
        self.tape_indicator = self.tape_indicator or self.end_of_tape
        item = motion.item
        if motion.open and self.characters:
            item = Record.of_characters(bytes(self.characters), motion.binary)
            self.characters = []
        elif motion.open:
            self._erased()
            return
        if motion.to_mil == self.run_out_mil or item is None:
            self.ready = False
            self.outcome = TapeError("end of tape")
            return
        self.items.append(item)
        self.ends_mil.append(motion.to_mil)
        self.at = len(self.items)
        self.written += 1

    def _erased(self) -> None:
        """A record was begun and no word came."""
        start = self.head_mil - ERASED_GAPS * ERASED_MIL
        self.items += [Gap()] * ERASED_GAPS
        self.ends_mil += [start + n * ERASED_MIL for n in range(1, ERASED_GAPS + 1)]
        self.at = len(self.items)

    # -- places on the tape

    def _write(self, item: Record | TapeMark) -> None:
        self._check_ready()
        if self.file_protect:
            self.outcome = TapeError("file protect")
            return
        del self.items[self.at :], self.ends_mil[self.at :]
        end = min(self.head_mil + length_mil(item), self.run_out_mil)
        self._move("write", end, item=item)

    def _check_ready(self) -> None:
        check_ready(self.name, self.ready, self.busy)
        self.outcome = None

    def _move(
        self,
        kind: Kind,
        to_mil: int,
        item: Record | TapeMark | None = None,
        binary: bool = False,
        open: bool = False,
    ) -> None:
        total = travel.run_us(to_mil - self.head_mil)
        self.motion = Motion(kind, self.head_mil, to_mil, total, item, binary, open)
        self.elapsed_us = 0

    def _rewind(self) -> None:
        self.motion = Motion("rewind", self.head_mil, 0, travel.rewind_us(self.head_mil))
        self.elapsed_us = 0

    def _mil(self, at: int) -> int:
        """Where the head stands with ``at`` items behind it."""
        return self.ends_mil[at - 1] if at else 0

    def position_mil(self) -> int:
        """The head's place now, also while the tape moves."""
        motion = self.motion
        if motion is None:
            return self.head_mil
        way = motion.to_mil - motion.from_mil
        return motion.from_mil + way * self.elapsed_us // motion.total_us

    def view(self) -> TapeView:
        """What can be seen now."""
        motion = self.motion
        way = motion.to_mil - motion.from_mil if motion else 0
        return TapeView(
            mounted=self.mounted,
            position_mil=self.position_mil(),
            length_mil=self.ends_mil[-1] if self.ends_mil else 0,
            moving=(way > 0) - (way < 0),
            rewinding=motion is not None and motion.kind == "rewind",
            loading=motion is not None and motion.kind == "load",
            loaded=self.loaded,
            ready=self.ready,
            selected=motion is not None and motion.kind in ("read", "write", "backspace"),
            file_protect=self.file_protect,
            end_of_tape=self.end_of_tape,
            tape_indicator=self.tape_indicator,
            dial=self.dial,
            written=self.written,
        )


def _check_characters(characters: bytes, binary: bool) -> None:
    if characters and max(characters) > 0x3F:
        raise ValueError("a character has six bits")
    if not binary and 0 in characters:
        raise ValueError("character 0 has no bits in even parity: digit 0 is 12 (octal)")
