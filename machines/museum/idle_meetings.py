"""Machines meet while nobody is there: the tournament table grows while the museum is open.

The games are played in a thread of their own, by players of their own: no visitor's machine and no
log knows of them.  The thread rests so long before each move that it has a small share of one core,
and stops at the next move when somebody comes; the game then goes on when they have gone.
"""

import logging
import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from machines.museum.meetings import Met, Name

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
