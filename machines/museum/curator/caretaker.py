"""The museum's caretaker: looks at the curator's settings once a minute, and keeps the hours.

Hours, volume, who may reset, the quota, the staff's code and texts are taken while the museum is
open; rooms, languages, panels, the visitors' souvenir folder and the demonstration's times when it
is opened.

Its bookkeeper counts what is played, measures how the museum is, and writes both down, in a thread
of its own: a slow disk stops no frame.
"""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from devices.screen.ui_text import PlacardText, UiText, read_language
from machines.museum.controller import MuseumController
from machines.museum.curator.settings import DAY, MuseumSettings, OwnPlacard, Spans
from machines.museum.curator.settings_file import SettingsInUse, load_settings, stamp_of
from machines.museum.curator.statistics import (
    LEARNED,
    PlayCounter,
    RoomCounts,
    Statistics,
    learned,
    read_days,
    to_csv,
)
from machines.museum.curator.status import (
    FULL_MB,
    HEAVY_MB,
    NAME,
    RECENT_S,
    SLOW,
    WRITTEN_S,
    Health,
    SettingsStatus,
    Status,
    disk_free_mb,
    memory_mb,
    read_falls,
)
from machines.museum.sessions.housekeeping import GB
from machines.museum.window.museum import OUTCOMES, Caretaker, StaffFact, StaffReport, StaffRow
from machines.storage.files import KeptJson, replace_file
from machines.storage.folders import make_folder
from machines.storage.program import VERSION
from machines.storage.registry import EXHIBITS
from machines.storage.telling import tell_user

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
        self._file = KeptJson("the status")

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
                tuple(stand.status for stand in stands if not stand.connected),
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
        self._file.write(self.folder / NAME, status)

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


# -- the caretaker


def is_open(week: Sequence[Spans], now: datetime) -> bool:
    """Whether it is open at that moment; ``week`` has the spans of Monday to Sunday."""
    minute, today = now.hour * 60 + now.minute, now.weekday()
    yesterday = week[today - 1]
    return any(begins <= minute < ends for begins, ends in week[today]) or any(
        minute + DAY < ends for _, ends in yesterday
    )


def staff_report(status: Status, house: MuseumController | None, now: datetime) -> StaffReport:
    """What is told now."""
    plan = EXHIBITS if house is None else house.plan
    rows = tuple(
        StaffRow(
            spec.title,
            _numbers(status.today.get(spec.name, RoomCounts())),
            _numbers(status.year.get(spec.name, RoomCounts())),
            LEARNED.get(spec.name, ("", ()))[0],
        )
        for spec in plan
    )
    facts = tuple(_health(status, now))
    unkept = (status.unkept,) if status.unkept else ()
    problems = (*unkept, *status.settings.problems, *status.health.panels)
    return StaffReport(rows, facts, problems, status.quiet)


def _numbers(counts: RoomCounts) -> tuple[int, ...]:
    return tuple(getattr(counts, outcome) for outcome in OUTCOMES)


def _rooms(status: Status, now: datetime) -> StaffFact:
    """The last fault of a room, and which rooms are closed by one."""
    if not status.faults:
        return StaffFact("rooms", "-")
    last = status.faults[-1]
    told = f"{last.room} ({datetime.fromtimestamp(last.at):%H:%M}): {last.why}"
    recent = now.timestamp() - last.at < RECENT_S
    return StaffFact("rooms", told, not recent and not status.closed)


def _health(status: Status, now: datetime) -> Iterator[StaffFact]:
    health = status.health
    rate = health.frames_a_second
    shown = "-" if rate is None else f"{rate:.0f}/s"
    yield StaffFact(
        "frames", f"{shown}  ({health.slowest_frame_ms} ms)", rate is None or rate >= SLOW
    )
    yield StaffFact("memory", f"{health.memory_mb} MB", health.memory_mb <= HEAVY_MB)
    free = health.disk_free_mb
    yield StaffFact("disk", f"{free / 1024:.1f} GB", free >= FULL_MB)
    lost = len(health.panels)
    panels = f"{health.panel_count - lost}/{health.panel_count}" if health.panel_count else "-"
    yield StaffFact("panel", panels, not lost)
    falls = [fall for fall in status.falls if fall.at <= now.timestamp()]
    last = f"  ({datetime.fromtimestamp(falls[-1].at):%Y-%m-%d %H:%M})" if falls else ""
    recent = bool(falls) and now.timestamp() - falls[-1].at < RECENT_S
    yield StaffFact("falls", f"{len(falls)}{last}", not recent)
    yield _rooms(status, now)
    source = {"file": status.settings.path, "last good": "museum.last-good.toml"}
    told = source.get(status.settings.source, "-")
    name = told.replace("\\", "/").rpartition("/")[2]
    yield StaffFact("settings", name, not status.settings.problems)
    yield StaffFact("since", f"{datetime.fromtimestamp(status.began):%Y-%m-%d %H:%M}")


def with_own_placards(words: UiText, own: Mapping[str, Mapping[str, OwnPlacard]]) -> UiText:
    """The words with the curator's texts in place of the museum's; empty ones change nothing."""
    rooms = dict(words.rooms)
    for room, texts in own.items():
        mine, there = texts.get(words.code), rooms.get(room)
        if mine is None or there is None or there.placard is None:
            continue
        placard = _with_own(there.placard, mine)
        rooms[room] = msgspec.structs.replace(there, placard=placard)
    return msgspec.structs.replace(words, rooms=rooms)


def _with_own(placard: PlacardText, mine: OwnPlacard) -> PlacardText:
    """Line breaks and runs of spaces in a text are one space each."""
    told = {field: " ".join(getattr(mine, field).split()) for field in OwnPlacard.__struct_fields__}
    return msgspec.structs.replace(placard, **{field: text for field, text in told.items() if text})


LOOKS_S = 60.0
"""The file is looked at this often."""
HOURS_S = 1.0
"""The hours are."""

log = logging.getLogger(__name__)


class MuseumCaretaker(Caretaker):
    """Follows the settings that count (machines/museum/curator/settings_file.py)."""

    def __init__(
        self,
        folder: Path,
        given: str | None = None,
        today: Callable[[], datetime] = datetime.now,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """``today``: local time; ``seconds``: a clock that only goes on."""
        self.folder, self.given = folder, given
        self.today, self.seconds = today, seconds
        self.house: MuseumController | None = None
        self.restarts = False
        """Whether the staff wants the museum started again."""
        self.used = load_settings(folder, given)
        self._told: tuple[str, ...] = ()
        self._tell()
        self._offered = self.settings.offered()
        self._week = self.settings.hours.week()
        self._looked = self._asked = seconds()
        self._is_open = is_open(self._week, today())
        self._words_changed = False
        self.books = Bookkeeper(folder, today)

    @property
    def settings(self) -> MuseumSettings:
        """What counts now."""
        return self.used.settings

    def attend(self, house: MuseumController) -> None:
        """Look after this museum from now on."""
        self.house = self.books.house = house
        house.keeper.quota = self.settings.data.quota_gb * GB

    def _tell(self) -> None:
        """What is wrong in the file goes to the log and to standard error, once."""
        if self.used.problems != self._told:
            counts = {"last good": "the last good file counts"}
            instead = counts.get(self.used.source, "the museum is as it is without a file")
            for problem in self.used.problems:
                log.error("settings: %s (%s)", problem, instead)
                tell_user(f"settings: {problem} ({instead})")
        self._told = self.used.problems

    def _look(self) -> None:
        """Take the file anew if it was written since."""
        if stamp_of(self.used.path) == self.used.stamp:
            return
        before = self.settings
        self.used = load_settings(self.folder, self.given)
        self._tell()
        self._week = self.settings.hours.week()
        if self.house is not None:
            self.house.keeper.quota = self.settings.data.quota_gb * GB
        self._words_changed |= before.placards != self.settings.placards

    # -- machines.museum.window.museum.Caretaker, in the window's thread

    def is_open(self) -> bool:
        now = self.seconds()
        if now - self._looked >= LOOKS_S:
            self._looked = now
            self._look()
        if now - self._asked >= HOURS_S:
            self._asked = now
            self._is_open = is_open(self._week, self.today())
        return self._is_open

    def volume(self) -> float:
        return self.settings.sound.volume / 100

    def may_reset(self, exhibit: str) -> bool:
        return exhibit in self.settings.visitors.may_reset

    def languages(self) -> tuple[str, ...]:
        return self._offered

    def read_words(self, code: str) -> UiText:
        return with_own_placards(read_language(code), self.settings.placards)

    def words_changed(self) -> bool:
        changed, self._words_changed = self._words_changed, False
        return changed

    def frame(self, took_s: float, moving: bool) -> None:
        now = self.seconds()
        self.books.meter.frame(now, took_s, moving)
        self.books.tend(now, self.used, "open" if self._is_open else "closed")

    def game_ended(self, exhibit: str, ending: str) -> None:
        self.books.statistics.add_game(exhibit, ending)

    @property
    def code(self) -> str:  # type: ignore[override]
        return self.settings.staff.code

    def report(self) -> StaffReport:
        return staff_report(self.books.status(self.used, "open"), self.house, self.today())

    def keep_quiet(self, quiet: bool) -> None:
        self.quiet = quiet
        if self.house is not None:
            self.house.keep_quiet(quiet)

    def export(self) -> str:
        chosen = self.settings.souvenirs.folder
        return str(self.books.export(Path(chosen) if chosen else self.folder))

    def restart(self) -> None:
        self.restarts = True

    def close(self) -> None:
        """The window is closed: what was counted is written down."""
        self.books.close(self.used)

    def closes(self) -> None:
        if self.house is not None:
            self.house.rest(True)

    def opens(self) -> None:
        if self.house is not None:
            self.house.rest(False)
