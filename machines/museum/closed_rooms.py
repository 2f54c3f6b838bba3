"""Rooms that a fault has closed: why, and when and how each is opened again.

A fault is an exception in an exhibit (in the worker's thread) or in its room's picture (in the
window's).  It closes that room alone: its machine is let go of, its plate on the floor plan says
so, and after a pause it is made anew.  The first time its machine comes back as it was at its last
play that was kept; if it falls again within ten minutes, fresh.  The pauses grow, and no room is
given up.  A room that only can't be opened (the disk is full) is tried again as it was.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

from devices.refusal import RefusedError
from machines.museum.curator.status import RoomFault

Way = Literal["all", "last play", "fresh"]
"""How far back a machine goes: not at all, to its last play that was kept, to its beginning."""

PAUSE_S = 3.0
"""A room stays closed for so long; twice as long with each fault that counts ..."""
LONGEST_PAUSE_S = 300.0
"""... up to this; one that can't be opened, up to ..."""
LONGEST_WAIT_S = 30.0
COUNTS_S = 600.0
"""A fault counts for so long."""
KEPT = 20
"""Faults that the status tells of."""

log = logging.getLogger(__name__)


class ClosedRoom(NamedTuple):
    """One that is closed now."""

    until: float
    way: Way


class ClosedRooms:
    """Of one museum; any thread may call this."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """``seconds``: a clock that only goes on."""
        self.seconds = seconds
        self.faults: tuple[RoomFault, ...] = ()
        """The last ones, the newest last; replaced whole."""
        self._closed: dict[str, ClosedRoom] = {}
        self._at: dict[str, list[float]] = {}
        """When each room fell, as long as that counts."""
        self._lock = threading.Lock()

    def closed(self) -> tuple[str, ...]:
        """Those that are closed now."""
        return tuple(self._closed)

    def is_closed(self, room: str) -> bool:
        """Whether a fault has closed it."""
        return room in self._closed

    def close(self, room: str, error: Exception) -> bool:
        """A fault in a room; whether that closes it now: it may be closed already."""
        with self._lock:
            if room in self._closed:
                return False
            now = self.seconds()
            at = self._at[room] = [one for one in self._at.get(room, []) if now - one < COUNTS_S]
            at.append(now)
            way: Way = "last play" if len(at) == 1 else "fresh"
            most = LONGEST_PAUSE_S
            if isinstance(error, RefusedError):
                way, most = "all", LONGEST_WAIT_S
            pause = min(PAUSE_S * 2.0 ** (len(at) - 1), most)
            self._closed[room] = ClosedRoom(now + pause, way)
            fault = RoomFault(int(time.time()), room, f"{type(error).__name__}: {error}"[:200])
            self.faults = (*self.faults, fault)[-KEPT:]
        whole = None if isinstance(error, RefusedError) else error
        log.error("the room %s is closed for %.0f s: %s", room, pause, error, exc_info=whole)
        return True

    def spare(self, room: str) -> None:
        """It was a demonstration's machine that fell: the visitors' comes back as it is."""
        with self._lock:
            if room in self._closed:
                self._closed[room] = self._closed[room]._replace(way="all")

    def due(self) -> tuple[tuple[str, Way], ...]:
        """Those whose pause is over, and how each is to be opened."""
        now = self.seconds()
        return tuple((room, one.way) for room, one in self._closed.items() if now >= one.until)

    def open(self, room: str) -> None:
        """Its machine is there again."""
        with self._lock:
            self._closed.pop(room, None)
        log.warning("the room %s is open again", room)
