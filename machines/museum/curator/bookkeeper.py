"""The bookkeeper: counts what is played, measures how the museum is, and writes both down.

Writing is done in a thread of its own: a slow disk stops no frame.
"""

import logging
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from devices.refusal import RefusedError
from machines.museum.controller import MuseumController
from machines.museum.curator.settings_file import SettingsInUse
from machines.museum.curator.statistics import (
    PlayCounter,
    RoomCounts,
    Statistics,
    learned,
    read_days,
    to_csv,
)
from machines.museum.curator.status import (
    WRITTEN_S,
    Health,
    SettingsStatus,
    Status,
    disk_free_mb,
    memory_mb,
    read_falls,
    write_status,
)
from machines.storage.files import replace_file
from machines.storage.folders import make_folder
from machines.storage.program import VERSION

if TYPE_CHECKING:
    from machines.museum.panel.window_panels import WindowPanels


SECONDS = 60


class FrameMeter:
    """Told of each frame; a second in which the window rested tells nothing of its rate."""

    def __init__(self) -> None:
        self._seconds: deque[tuple[float, float]] = deque(maxlen=SECONDS)
        """Of each second: frames a second (0: it rested), and its slowest frame in seconds."""
        self._began: float | None = None
        self._frames = 0
        self._slowest = 0.0
        self._rested = False

    def frame(self, now_s: float, took_s: float, moving: bool) -> None:
        """A frame is done; ``moving``: the loop doesn't sleep between this one and the next."""
        if self._began is None:
            self._began = now_s
        self._frames += 1
        self._slowest = max(self._slowest, took_s)
        self._rested |= not moving
        passed = now_s - self._began
        if passed >= 1.0:
            rate = 0.0 if self._rested else self._frames / passed
            self._seconds.append((rate, self._slowest))
            self._began, self._frames, self._slowest, self._rested = now_s, 0, 0.0, False

    def rate(self) -> float | None:
        """The mean of the seconds in which something moved; None: there was none."""
        rates = [rate for rate, _ in self._seconds if rate]
        return sum(rates) / len(rates) if rates else None

    def slowest_ms(self) -> int:
        """The slowest frame."""
        return round(1000 * max((slow for _, slow in self._seconds), default=0.0))


MB = 1_000_000
COUNTS_S = 1.0
"""Plays are counted this often."""

log = logging.getLogger(__name__)


class Bookkeeper:
    """Of one museum while its window is open."""

    def __init__(self, folder: Path, today: Callable[[], datetime]) -> None:
        self.folder, self.today = folder, today
        self.statistics = Statistics(folder, today().date())
        self.meter = FrameMeter()
        self.house: MuseumController | None = None
        self.panels: WindowPanels | None = None
        self.began = int(time.time())
        self._counter = PlayCounter()
        self._counted = self._written = float("-inf")
        self._thread = ThreadPoolExecutor(1, "bookkeeper")
        self._said = ""

    def tend(self, now_s: float, settings: SettingsInUse, state: Literal["open", "closed"]) -> None:
        """What is due: counting, and writing down."""
        if now_s - self._counted >= COUNTS_S:
            self._counted = now_s
            self.count()
        if now_s - self._written >= WRITTEN_S:
            self._written = now_s
            status = self.status(settings, state)
            self._thread.submit(self._write, status)

    def count(self) -> None:
        """Count what was played since."""
        self.statistics.turn(self.today().date())
        if self.house is None:
            return
        sessions = self.house.sessions
        for room, kept in list(sessions.open_sessions.items()):
            view = sessions.views.get(room)
            if kept.is_demonstration or view is None:
                continue
            grown = self._counter.grown(room, kept, view.plays, learned(room, view.tallies))
            if any(grown):
                self.statistics.add(room, RoomCounts(plays=grown[0], learned=grown[1]))

    def status(self, settings: SettingsInUse, state: Literal["open", "closed", "ended"]) -> Status:
        """How the museum is now."""
        house = self.house
        links = self.panels.links if self.panels is not None else []
        stands = [link.link.stands() for link in links]
        chattering = tuple(told for link in links if (told := link.muted()))
        return Status(
            at=int(time.time()),
            began=self.began,
            pid=os.getpid(),
            version=VERSION,
            state=state,
            settings=SettingsStatus(str(settings.path), settings.source, settings.problems),
            unkept=house.sessions.unkept if house is not None else "",
            room=house.entered if house is not None else "",
            demonstration=house is not None and house.tours.round is not None,
            quiet=house.quiet if house is not None else False,
            health=Health(
                self.meter.rate(),
                self.meter.slowest_ms(),
                memory_mb(),
                disk_free_mb(self.folder),
                tuple(one.status for one in stands if not one.connected),
                len(stands),
                chattering,
                house.keeper.used // MB if house is not None else 0,
                house.keeper.quota // MB if house is not None else 0,
            ),
            falls=read_falls(self.folder),
            closed=house.sessions.rooms.closed() if house is not None else (),
            faults=house.sessions.rooms.faults if house is not None else (),
            today=dict(self.statistics.rooms),
            year=self.statistics.year(),
        )

    def _write(self, status: Status) -> None:
        self.statistics.save()
        try:
            write_status(self.folder, status)
            self._said = ""
        except RefusedError as refusal:
            if str(refusal) != self._said:
                log.error("the status is not written: %s", refusal)
            self._said = str(refusal)

    def close(self, settings: SettingsInUse) -> None:
        """Write all down for the last time."""
        self.count()
        self._thread.submit(self._write, self.status(settings, "ended"))
        self._thread.shutdown()

    def export(self, folder: Path) -> Path:
        """This year's statistics as a table in a folder.  Raises RefusedError."""
        self._thread.submit(self.statistics.save).result()
        now = self.today()
        path = make_folder(folder) / f"statistics-{now:%Y%m%d-%H%M%S}.csv"
        replace_file(path, to_csv(read_days(self.folder, now.year)).encode())
        return path
