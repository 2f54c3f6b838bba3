"""A file written to a 727 or read from it, step by step as the tape moves.

The tape is wound back to its load point; the file's records and two tape marks are written from
there (what the reel held is gone), or records are read up to the first mark; then the tape is wound
back again.  A reel holds one file.  Whoever owns the job calls :meth:`TapeJob.step` whenever time
stands still; while the unit is busy or not ready it waits.
"""

import enum
from dataclasses import dataclass, field

from devices.media.tape import Record, TapeMark
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive, TapeError


class Stage(enum.Enum):
    """How far it is."""

    BEGIN = enum.auto()
    """The tape is to be wound back."""
    RUN = enum.auto()
    """Records are written or read."""
    BACK = enum.auto()
    """The tape is to be wound back again."""
    OVER = enum.auto()


@dataclass
class TapeJob:
    """A SAVE or LOAD under way: a value."""

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
            self._done(drive)
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

    def _done(self, drive: TapeDrive) -> None:
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

    def wanted(self, drive: TapeDrive) -> str:
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
