"""What a machine has learned, as a file on tape: lines of text, and a check that they are whole.

One line a record (devices.media.tape_files), the first of them a header, a tape mark after the
last.  The header says what the file is of, its name, what the machine wants known of it, how many
lines follow, and a checksum (CRC-32, hexadecimal) of the header before it and of all lines::

    MENACE BEADS, NAME FRIDAY, BUILD 304, REPLICATES 4 3 2 1, ..., LINES 306, CHECK 0C13A7F2
    CUPS 988 ...
    BOX 1 4 4 4 0 0 0 0 0 0
    ...

A file that was cut short, changed or put together from two is refused whole.

:class:`TapeJob` has it written or read: the tape is wound back to its load point; the records and
two tape marks are written from there (what the reel held is gone), or records are read up to the
first mark; then the tape is wound back again.  A reel holds one file.
"""

import enum
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from devices.media.tape import Record, TapeMark
from devices.media.tape_files import record_text, text_record
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive, TapeError

NAME, LINES, CHECK = "NAME", "LINES", "CHECK"


@dataclass(frozen=True)
class TapeFile:
    """A file: what it is of, what it is called, and what it says."""

    kind: str  # ``"MENACE BEADS"``, ``"PEGASUS ODDS"``
    name: str
    about: Mapping[str, str]  # What the header says besides, in capitals: ``{"BUILD": "304"}``
    lines: tuple[str, ...]

    def said(self, key: str, where: str) -> str:
        """What the header says of ``key``; raises RefusedError if nothing."""
        if key not in self.about:
            raise RefusedError(where, f"its header doesn't say its {key}; expected {key} and what")
        return self.about[key]


def records_of(file: TapeFile) -> tuple[Record, ...]:
    """The file's records, header first."""
    return tuple(map(text_record, (_header(file), *file.lines)))


def _header(file: TapeFile) -> str:
    about = {NAME: file.name, **file.about, LINES: str(len(file.lines))}
    parts = [file.kind, *(f"{key} {value}".strip() for key, value in about.items())]
    header = ", ".join(parts)
    return f"{header}, {CHECK} {_check(header, file.lines)}"


def _check(header: str, lines: Sequence[str]) -> str:
    return f"{zlib.crc32(chr(10).join((header, *lines)).encode('ascii')):08X}"


def file_of(records: Sequence[Record], kind: str, where: str) -> TapeFile:
    """The file that these records hold; ``where`` names the tape.

    Raises RefusedError naming the record for a file of another kind, one that was cut short or one
    that its checksum does not agree with.
    """
    first = _where(where, 1)
    if not records:
        raise RefusedError(first, f"the tape begins with its mark; expected a file of {kind}")
    header, _, check = record_text(records[0], first).rpartition(f", {CHECK} ")
    found, *parts = header.split(", ")
    if found != kind:
        raise RefusedError(first, f"is not the header of a file of {kind}; expected one")
    about = {key: value for key, _, value in (part.partition(" ") for part in parts)}
    name, count = about.pop(NAME, ""), about.pop(LINES, "")
    if not re.fullmatch("[0-9]{1,6}", count):
        raise RefusedError(first, f"its header says {count or 'no'} {LINES}; expected a number")
    if len(records) - 1 != int(count):
        raise RefusedError(
            _where(where, len(records)),
            f"the file has {len(records) - 1} lines after its header; expected {int(count)}: "
            f"it {'was cut short' if len(records) - 1 < int(count) else 'goes on too long'}",
        )
    lines = tuple(
        record_text(record, _where(where, number)) for number, record in enumerate(records[1:], 2)
    )
    if check != _check(header, lines):
        raise RefusedError(
            first, f"its checksum is {check}; expected {_check(header, lines)} by what it holds"
        )
    return TapeFile(kind, name, about, lines)


def _where(where: str, number: int) -> str:
    return f"{where}, record {number}"


def integers(text: str, count: int, where: str) -> tuple[int, ...]:
    """So many whole numbers with blanks between.  Raises RefusedError."""
    parts = text.split(" ")
    if len(parts) != count or not all(re.fullmatch("-?[0-9]{1,18}", part) for part in parts):
        raise RefusedError(where, f"holds {text!r}; expected {count} whole numbers")
    return tuple(map(int, parts))


# -- moved by the drive, step by step --------------------------------------------------------------


class Stage(enum.Enum):
    """How far it is."""

    BEGIN = enum.auto()  # The tape is to be wound back
    RUN = enum.auto()  # Records are written or read
    BACK = enum.auto()  # The tape is to be wound back again
    OVER = enum.auto()


@dataclass(frozen=True)
class TapeWanted:
    """A card's SAVE or LOAD that is under way, for whoever shows it."""

    unit: int
    """The address that it calls."""
    saving: bool


@dataclass
class TapeJob:
    """A SAVE or LOAD under way: a value.  Whoever owns it calls :meth:`step` whenever time stands
    still; while the unit is busy or not ready it waits."""

    unit: int
    """The address that the unit's dial stands at."""
    saving: bool
    name: str = ""
    """The file's, where the card gave one."""
    records: list[Record] = field(default_factory=list)
    """Those that are to be written, or were read."""
    stage: Stage = Stage.BEGIN
    moved: int = 0
    """Records and marks written or read so far."""
    under_way: bool = False
    """The unit was set going, and its outcome wasn't looked at yet."""
    reel: str = ""
    """The tape that it began with."""

    @property
    def wanted(self) -> TapeWanted:
        """What it asks of the operator."""
        return TapeWanted(self.unit, self.saving)

    @property
    def over(self) -> bool:
        """Whether the tape has done its part."""
        return self.stage is Stage.OVER

    def step(self, drive: TapeDrive) -> bool:
        """Go on if the unit lets it; False when there is only to wait.

        Raises RefusedError, naming the tape and the record, for what can't be written or read.
        """
        if drive.busy:
            return False
        if self.under_way:
            self.under_way = False
            self._take_outcome(drive)
            return True
        if not drive.ready:
            return False
        if self.stage is Stage.BEGIN:
            self.reel = drive.mounted or ""
            drive.rewind()
        elif drive.mounted != self.reel or (self.saving and drive.at < self.moved):
            raise RefusedError(
                drive.name, f"{self.reel} was taken off or wound back; expected it left alone"
            )
        elif self.stage is Stage.BACK:
            drive.rewind()
        elif not self.saving:
            drive.read_record()
        elif self.moved < len(self.records):
            drive.write_record(self.records[self.moved].characters)
        else:
            drive.write_mark()
        self.under_way = True
        return True

    def _take_outcome(self, drive: TapeDrive) -> None:
        """The unit has stopped: look at what came of it."""
        outcome = drive.take()
        at = f"{self.reel}, record {self.moved + 1}"
        if isinstance(outcome, TapeError):
            raise RefusedError(*_trouble(outcome, drive.name, at, self.moved))
        if self.stage is Stage.BEGIN:
            self.stage = Stage.RUN
        elif self.stage is Stage.BACK:
            self.stage = Stage.OVER
        elif self.saving:
            self.moved += 1
            if self.moved == len(self.records) + 2:
                self.stage = Stage.BACK
        elif isinstance(outcome, Record):
            self.records.append(outcome)
            self.moved += 1
        elif isinstance(outcome, TapeMark):
            self.stage = Stage.BACK

    def operator_action(self, drive: TapeDrive) -> str:
        """What the operator must do before it can go on; empty if nothing."""
        if drive.busy or drive.ready:
            return ""
        if drive.mounted is None:
            return f"mount a tape on {drive.name}, press LOAD REWIND and START there"
        if not drive.loaded:
            return f"press LOAD REWIND and START on {drive.name}"
        return f"press START on {drive.name}"


def _trouble(error: TapeError, unit: str, at: str, moved: int) -> tuple[str, str]:
    """Where and what, for a refusal."""
    match error.fault:
        case "file protect":
            return unit, "its reel has no ring and can't be written on; expected one with a ring"
        case "parity":
            return at, "can't be read: parity error; expected even parity"
        case "end of tape":
            return at, "the tape has come to its end; expected a reel with room for the file"
        case _:
            what = "is blank" if not moved else "ends without a tape mark"
            return at, f"the tape {what}; expected a file up to its mark"
