"""The museum's caretaker: looks at the curator's settings once a minute, and keeps the hours.

Hours, volume, who may reset, the quota, the staff's code and texts are taken while the museum is
open; rooms, languages, panels, the visitors' souvenir folder and the demonstration's times when it
is opened.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from devices.screen.languages import read_language
from devices.screen.ui_text import PlacardText, UiText
from machines.museum.controller import MuseumController
from machines.museum.curator.bookkeeper import Bookkeeper
from machines.museum.curator.hours import is_open
from machines.museum.curator.settings import MuseumSettings, OwnPlacard
from machines.museum.curator.settings_file import load_settings, stamp_of
from machines.museum.curator.statistics import LEARNED, RoomCounts
from machines.museum.curator.status import FULL_MB, HEAVY_MB, RECENT_S, SLOW, Status
from machines.museum.sessions.housekeeping import GB
from machines.museum.window.museum import OUTCOMES, Caretaker, StaffFact, StaffReport, StaffRow
from machines.storage.registry import EXHIBITS
from machines.storage.telling import tell_user


def staff_report(status: Status, house: MuseumController | None, now: datetime) -> StaffReport:
    """What is told now."""
    plan = EXHIBITS if house is None else house.plan
    rows = tuple(
        StaffRow(
            one.title,
            _numbers(status.today.get(one.name, RoomCounts())),
            _numbers(status.year.get(one.name, RoomCounts())),
            LEARNED.get(one.name, ("", ()))[0],
        )
        for one in plan
    )
    facts = tuple(_health(status, now))
    unkept = (status.unkept,) if status.unkept else ()
    problems = (*unkept, *status.settings.problems, *status.health.panels)
    return StaffReport(rows, facts, problems, status.quiet)


def _numbers(counts: RoomCounts) -> tuple[int, ...]:
    return tuple(getattr(counts, one) for one in OUTCOMES)


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
    told = {one: " ".join(getattr(mine, one).split()) for one in OwnPlacard.__struct_fields__}
    return msgspec.structs.replace(placard, **{one: text for one, text in told.items() if text})


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
