"""The museum's status as the staff page tells it (devices/screen/staff_page.py)."""

from collections.abc import Iterator
from datetime import datetime

from devices.screen.staff_report import OUTCOMES, StaffFact, StaffReport, StaffRow
from machines.app.curator.statistics import LEARNED, RoomCounts
from machines.app.curator.status import FULL_MB, HEAVY_MB, RECENT_S, SLOW, Status
from machines.app.museum.controller import MuseumController
from machines.registry import EXHIBITS


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
