"""The tournament table: what machines have scored against one another, kept in the data folder.

It begins with the games that ship (assets/players/meetings.csv; the README there has the commands)
and grows by every game that two machines finish in the museum, in a demonstration too, and by those
that they play while nobody is there.  Games with a visitor are none of it.  The museum's own games
are in DATA/meetings.json, which is replaced whole now and then and when the museum closes.
"""

import csv
import io
import logging
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from devices.refusal import RefusedError
from machines.storage.files import replace_file
from machines.storage.kept_json import read_kept
from machines.storage.program import ASSETS

FILE = "meetings.json"
SHIPPED = "players/meetings.csv"
KEEP_NS = 2_000_000_000
"""It is written no oftener than this while games rush past."""
HEAD = ["exhibit", "meeting", "won", "drawn", "lost"]

Name = tuple[str, str]
"""An exhibit and one of its meetings."""
Count = Annotated[int, msgspec.Meta(ge=0)]
Counts = tuple[Count, Count, Count]
"""Games won, drawn and lost by the first."""
Met = Mapping[tuple[str, int], int]
"""Of one exhibit: games by meeting and result (1, 0, -1 for the first), as Exhibit has them."""

log = logging.getLogger(__name__)


class Meeting(NamedTuple):
    """Two machines that meet, with their games so far; won and lost by the first of them."""

    exhibit: str  # Whose room they play in
    name: str
    won: int
    drawn: int
    lost: int
    here: int = 0  # How many of the games were played in this museum

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


def read_shipped(data: bytes, where: str = SHIPPED) -> dict[Name, Counts]:
    """The table that ships.  Raises RefusedError for a file that is none."""
    try:
        head, *rows = csv.reader(io.StringIO(data.decode("ascii")))
        if head != HEAD:
            raise ValueError(head)
        return {(one, name): (int(w), int(d), int(t)) for one, name, w, d, t in rows}
    except (ValueError, UnicodeDecodeError) as error:
        expected = f"expected lines of {','.join(HEAD)}"
        raise RefusedError(where, f"can't be read: {error}; {expected}") from error


class MeetingTable:
    """The table; the machines' thread counts, and any thread reads ``rows``."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._shipped = read_shipped((ASSETS / SHIPPED).read_bytes())
        self._here = self._read()
        self._dirty = False
        self._due_ns = 0
        self._said = ""
        self.rows: tuple[Meeting, ...] = self._rows()
        """Replaced whole with each game."""

    def count(self, exhibit: str, met: Met) -> None:
        """Games that two machines have finished there; a meeting that isn't on the table is none
        of it."""
        for (meeting, result), games in met.items():
            name = exhibit, meeting
            if name not in self._shipped:
                continue
            counts = list(self._here.get(name, (0, 0, 0)))
            counts[1 - result] += games
            self._here[name] = (counts[0], counts[1], counts[2])
            self._dirty = True
        if met:
            self.rows = self._rows()
        self.tend()

    def tend(self) -> None:
        """Write what is new, if it is time."""
        now = time.monotonic_ns()
        if self._dirty and now >= self._due_ns:
            self._due_ns = now + KEEP_NS
            self._write()

    def close(self) -> None:
        """Write what is left."""
        if self._dirty:
            self._write()

    def _rows(self) -> tuple[Meeting, ...]:
        made = []
        for (exhibit, meeting), before in self._shipped.items():
            here = self._here.get((exhibit, meeting), (0, 0, 0))
            won, drawn, lost = (a + b for a, b in zip(before, here, strict=True))
            made.append(Meeting(exhibit, meeting, won, drawn, lost, sum(here)))
        return tuple(made)

    def _read(self) -> dict[Name, Counts]:
        """What was played here before; a damaged file is set aside."""
        kept = read_kept(self.path, dict[str, dict[str, Counts]]) or {}
        return {(one, name): counts for one, of in kept.items() for name, counts in of.items()}

    def _write(self) -> None:
        """What can't be written now is tried again with the next game."""
        kept: dict[str, dict[str, Counts]] = {}
        for (exhibit, meeting), counts in self._here.items():
            kept.setdefault(exhibit, {})[meeting] = counts
        try:
            replace_file(self.path, msgspec.json.encode(kept))
        except RefusedError as refusal:
            if str(refusal) != self._said:
                log.error("the tournament table is not kept: %s", refusal)
            self._said = str(refusal)
        else:
            self._dirty, self._said = False, ""
