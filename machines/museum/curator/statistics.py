"""What was played, by room: a small file a day, with counts alone and nothing of any person.

    DATA/statistics/2026-11-24.json      {"rooms": {"menace": {"won": 3, "drawn": 1, ...}}}

``won``, ``drawn`` and ``lost`` are visitors' games, as they ended for the visitor.  ``plays``
counts all finished plays, a machine's own among them, and ``learned`` what the room's machine
changed by them (:data:`LEARNED`).  A demonstration's plays are counted nowhere.
"""

import contextlib
import logging
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import msgspec

from devices.game_record import SCORES
from machines.storage.files import KeptJson, read_kept

FOLDER = "statistics"
LEARNED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "ibm704": ("corrections", ("adjustments",)),
    "menace": ("beads", ("beads_gained", "beads_lost")),
    "pegasus": ("odds", ("plays",)),
    "morph": ("patterns", ("games",)),
}
"""By room: what it learns by, as a key of the language's table [staff], and the tallies of that."""

log = logging.getLogger(__name__)


class RoomCounts(msgspec.Struct, frozen=True):
    """What was counted in a room."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    plays: int = 0
    learned: int = 0

    def plus(self, other: "RoomCounts") -> "RoomCounts":
        """The sums of both."""
        return RoomCounts(
            *(getattr(self, field) + getattr(other, field) for field in self.__struct_fields__)
        )


Counts = Mapping[str, RoomCounts]


class DayFile(msgspec.Struct, frozen=True):
    """A day's file."""

    rooms: dict[str, RoomCounts] = {}


def learned(room: str, tallies: Mapping[str, int]) -> int:
    """How often a room's machine has learned, by the tallies of its view."""
    return sum(tallies.get(name, 0) for name in LEARNED.get(room, ("", ()))[1])


def read_days(folder: Path, year: int) -> Iterator[tuple[date, Counts]]:
    """The days of a year that were kept, in order; one that can't be read is set aside."""
    for path in sorted((folder / FOLDER).glob(f"{year:04d}-??-??.json")):
        with contextlib.suppress(ValueError):  # no day of the calendar
            day = date.fromisoformat(path.stem)
            if (kept := read_kept(path, DayFile)) is not None:
                yield day, kept.rooms


def total(days: Iterator[Counts]) -> dict[str, RoomCounts]:
    """The sums of many days."""
    made: dict[str, RoomCounts] = {}
    for rooms in days:
        for room, counts in rooms.items():
            made[room] = made.get(room, RoomCounts()).plus(counts)
    return made


class PlayCounter:
    """How far each room's counts have grown; a session that is begun anew starts again."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[object, int, int]] = {}

    def grown(self, room: str, session: object, plays: int, taught: int) -> tuple[int, int]:
        """Plays and lessons since this was last asked; none where the session is another one."""
        before = self._seen.get(room)
        self._seen[room] = (session, plays, taught)
        if before is None or before[0] is not session:
            return 0, 0
        return max(0, plays - before[1]), max(0, taught - before[2])


class Statistics:
    """The day's counts and the year's; ``save`` writes the day's file."""

    def __init__(self, folder: Path, today: date) -> None:
        self.folder = folder
        self.today = today
        self.rooms: dict[str, RoomCounts] = {}
        self._before: dict[str, RoomCounts] = {}
        """The sums of the year's other days."""
        self._saved: Counts = {}
        self._file = KeptJson("statistics")
        self._open_day()

    def _open_day(self) -> None:
        days = dict(read_days(self.folder, self.today.year))
        self.rooms = dict(days.pop(self.today, {}))
        self._before = total(iter(days.values()))
        self._saved = dict(self.rooms)

    @property
    def path(self) -> Path:
        """The day's file."""
        return self.folder / FOLDER / f"{self.today.isoformat()}.json"

    def turn(self, today: date) -> None:
        """It may be another day by now."""
        if today != self.today:
            self.save()
            self.today = today
            self._open_day()

    def add(self, room: str, counts: RoomCounts) -> None:
        """Count these, too."""
        self.rooms[room] = self.rooms.get(room, RoomCounts()).plus(counts)

    def add_game(self, room: str, ending: str) -> None:
        """A visitor's game ended so for the visitor; one that was nobody's win or loss is none."""
        if ending in SCORES:
            self.add(room, RoomCounts(**{ending: 1}))

    def year(self) -> dict[str, RoomCounts]:
        """This year's counts, today's among them."""
        return total(iter((self._before, self.rooms)))

    def save(self) -> None:
        """Write the day's file, if it has changed."""
        rooms = dict(self.rooms)
        if rooms != self._saved and self._file.write(self.path, DayFile(rooms), has_folder=True):
            self._saved = rooms


def to_csv(days: Iterator[tuple[date, Counts]]) -> str:
    """Days as a table for a spreadsheet: a line a day and room."""
    fields = RoomCounts.__struct_fields__
    lines = [",".join(("date", "room", *fields))]
    for day, rooms in days:
        for room, counts in sorted(rooms.items()):
            numbers = (str(getattr(counts, field)) for field in fields)
            lines.append(",".join((day.isoformat(), room, *numbers)))
    return "\r\n".join(lines) + "\r\n"
