"""The tournament table: what machines have scored against one another, kept in the data folder.

It begins with the games that ship (assets/players/meetings.csv; the README there has the commands)
and grows by every game that two machines finish in the museum, in a demonstration too, and by those
that they play while nobody is there.  Games with a visitor are none of it.  The museum's own games
are in DATA/meetings.json, which is replaced whole now and then and when the museum closes.

While nobody is there the games are played in a thread of their own, by players of their own: no
visitor's machine and no log knows of them.  The thread rests so long before each move that it has a
small share of one core, and stops at the next move when somebody comes; the game then goes on when
they have gone.
"""

import csv
import io
import logging
import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from devices.refusal import RefusedError
from machines.storage.files import KeptJson, read_kept
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
        return {(room, name): (int(w), int(d), int(t)) for room, name, w, d, t in rows}
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
        self._file = KeptJson("the tournament table")
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
        return {(room, name): counts for room, of in kept.items() for name, counts in of.items()}

    def _write(self) -> None:
        """What can't be written now is tried again with the next game."""
        kept: dict[str, dict[str, Counts]] = {}
        for (exhibit, meeting), counts in self._here.items():
            kept.setdefault(exhibit, {})[meeting] = counts
        self._dirty = not self._file.write(self.path, kept)


# -- while nobody is there


SHARE = 0.04
"""Of one core, so much at most."""
LOOK_S = 0.5
"""While somebody is there, it is looked this often whether they have gone."""
EACH_S = 2.0
"""From a row's few games to its next: plays of boxes take no time, and would fill the table."""
AFTER_FAULT_S = 60.0

log = logging.getLogger(__name__)


class _StoppedError(Exception):
    """The museum closes."""


class IdleMeetings:
    """Plays the table's meetings, one after the other.

    ``rows`` names those that can be played now, which is none while somebody is there; ``count`` is
    told what machines have scored.  Both are called in this thread.
    """

    def __init__(
        self, rows: Callable[[], Sequence[Name]], count: Callable[[str, Met], None]
    ) -> None:
        self._rows = rows
        self._count = count
        self._games: dict[Name, Iterator[tuple[int, ...]]] = {}
        self._stopped = threading.Event()
        self._used_s = 0.0
        self._next_s = defaultdict[Name, float](float)  # When a row may be played again
        self._thread = threading.Thread(target=self._run, name="meetings", daemon=True)

    def start(self) -> None:
        """Begin as soon as nobody is there."""
        self._thread.start()

    def stop(self, wait_s: float = 5.0) -> bool:
        """Play no more; whether the thread has ended in time."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join(wait_s)
        return not self._thread.is_alive()

    # -- the thread

    def _run(self) -> None:
        try:
            while True:
                self._rest()
                rows = self._rows()
                row = min(rows, key=self._next_s.__getitem__, default=None)
                if row is not None and self._next_s[row] <= time.monotonic():
                    self._play(row)
                    self._next_s[row] = time.monotonic() + EACH_S
                else:
                    self._stopped.wait(LOOK_S)
        except _StoppedError:
            return

    def _play(self, row: Name) -> None:
        """A few games of that row."""
        exhibit, meeting = row
        try:
            if row not in self._games:
                # Imported here: it imports kernels, and compiling them must not hold up the window.
                from machines.laboratory.matches.meetings import play_meeting

                self._games[row] = play_meeting(*row, self._rest, secrets.randbits(31))
            results = next(self._games[row])
        except _StoppedError:
            raise
        except Exception:  # a fault here must not take the museum with it
            log.exception("the meeting %s of %s", meeting, exhibit)
            self._games.pop(row, None)
            self._stopped.wait(AFTER_FAULT_S)
            return
        self._count(exhibit, Counter((meeting, result) for result in results))

    def _rest(self) -> None:
        """As long as what was used since the last rest asks for, and while somebody is there."""
        used_s = time.thread_time() - self._used_s
        self._stopped.wait(used_s * (1 / SHARE - 1))
        while not self._stopped.is_set() and not self._rows():
            self._stopped.wait(LOOK_S)
        if self._stopped.is_set():
            raise _StoppedError
        self._used_s = time.thread_time()
