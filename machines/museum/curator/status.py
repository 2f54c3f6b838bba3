"""How the museum is: ``status.json`` in the data folder, written while it runs.

The running museum replaces the file about once a minute and at its end; whoever wants to know reads
it.  No network port is opened.
"""

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from devices.refusal import RefusedError
from machines.museum.curator.statistics import LEARNED, RoomCounts
from machines.storage.files import file_exists, read_file, read_kept, replace_file, write_kept
from machines.storage.lock import is_alive

NAME = "status.json"
FALLS = "falls.json"
MOST_FALLS = 50
WRITTEN_S = 60.0
"""It is written this often."""
SILENT_S = 200.0
"""Older than this, a running museum gives no sign of life."""
SLOW = 25.0
"""Fewer frames a second are too few."""
FULL_MB = 500
TRIED_BYTES = 1 << 16
"""Of the file that ``main.py status`` tries to write."""
HEAVY_MB = 4000
RECENT_S = 3600.0
"""A fall, or a room's fault, that long ago is no trouble any more."""


class Fall(msgspec.Struct, frozen=True):
    """The museum fell and was started again (machines/museum/supervisor.py)."""

    at: int  # Seconds of Unix time
    status: int  # Of its process; negative: the signal that ended it


class RoomFault(msgspec.Struct, frozen=True):
    """A fault closed a room for a while (machines/museum/session_manager.py)."""

    at: int  # Seconds of Unix time
    room: str
    why: str


class Health(msgspec.Struct, frozen=True):
    """The computer and the window."""

    frames_a_second: float | None = None  # While something moves; None: nothing did
    slowest_frame_ms: int = 0  # In the last minute
    memory_mb: int = 0
    disk_free_mb: int = 0
    panels: tuple[str, ...] = ()  # What is to be told of each that isn't connected
    panel_count: int = 0
    contacts: tuple[str, ...] = ()  # What is to be told of worn ones
    data_mb: int = 0  # What the data folder takes
    quota_mb: int = 0  # What it may take; 0: that wasn't told


class SettingsStatus(msgspec.Struct, frozen=True):
    """The curator's file."""

    path: str
    source: str
    problems: tuple[str, ...] = ()


class Status(msgspec.Struct, frozen=True):
    """All that is told."""

    at: int  # Seconds of Unix time
    began: int
    pid: int
    version: str
    state: Literal["open", "closed", "ended"]
    settings: SettingsStatus
    unkept: str = ""  # Why what is played is not kept; empty: it is
    room: str = ""  # Empty: the floor plan
    demonstration: bool = False
    quiet: bool = False
    health: Health = Health()
    falls: tuple[Fall, ...] = ()
    closed: tuple[str, ...] = ()  # Rooms that a fault has closed, and that are being made anew
    faults: tuple[RoomFault, ...] = ()  # Since the museum was opened, the newest last
    today: dict[str, RoomCounts] = {}
    year: dict[str, RoomCounts] = {}


def read_status(folder: Path) -> Status | None:
    """As the museum wrote it last; None: it never did.  Raises RefusedError for a broken file."""
    path = folder / NAME
    if not file_exists(path):
        return None
    try:
        return msgspec.json.decode(read_file(path), type=Status)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(str(path), f"is no status of the museum: {error}") from None


def check_disk(folder: Path) -> None:
    """Write a file, and remove it.  Raises RefusedError if the disk takes none.

    The status that lies there may be from before the disk was full.
    """
    tried = folder / f".tried.{os.getpid()}-0.new"  # one that is left is swept (remove_left)
    try:
        replace_file(tried, bytes(TRIED_BYTES))
    finally:
        with contextlib.suppress(OSError):
            tried.unlink(missing_ok=True)


# -- falls -----------------------------------------------------------------------------------------


def read_falls(folder: Path) -> tuple[Fall, ...]:
    """The last falls, the newest last; none where there is no file, and one that can't be read is
    set aside."""
    return read_kept(folder / FALLS, tuple[Fall, ...]) or ()


def note_fall(folder: Path, status: int) -> None:
    """Keep one more.  Raises RefusedError if it can't be kept."""
    falls = (*read_falls(folder), Fall(int(time.time()), status))[-MOST_FALLS:]
    write_kept(folder / FALLS, falls)


# -- health ----------------------------------------------------------------------------------------


def memory_mb() -> int:
    """What this process has in memory; the most it ever had where the system tells no more."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError, AttributeError):
        pass
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> 20 if sys.platform == "darwin" else most >> 10


def disk_free_mb(folder: Path) -> int:
    """What is free on the disk of the data folder; 0 where that can't be told."""
    try:
        return shutil.disk_usage(folder).free >> 20
    except OSError:
        return 0


# -- what it means ---------------------------------------------------------------------------------


def is_running(status: Status) -> bool:
    """Whether the museum that wrote it is still there."""
    return status.state != "ended" and (sys.platform == "win32" or is_alive(status.pid))


def find_troubles(status: Status, now: float) -> Iterator[str]:
    """What is wrong with a museum that runs, one line each."""
    health = status.health
    # A clock that was set back is noticed too: a museum that lives writes the new time at once.
    if abs(now - status.at) > SILENT_S:
        yield f"no sign of life for {int(abs(now - status.at))} s"
    yield from (f"settings: {problem}" for problem in status.settings.problems)
    rate = health.frames_a_second
    if rate is not None and rate < SLOW:
        yield f"slow: {rate:.0f} frames a second"
    if status.unkept:
        yield f"nothing that is played is kept: {status.unkept}"
    if health.disk_free_mb < FULL_MB:
        yield f"disk: {health.disk_free_mb} MB free"
    if health.data_mb > health.quota_mb > 0:
        yield f"data: {health.data_mb} MB, more than data.quota_gb allows; the last week stays"
    if health.memory_mb > HEAVY_MB:
        yield f"memory: {health.memory_mb} MB"
    yield from (f"panel: {told}" for told in (*health.panels, *health.contacts))
    for fault in status.faults:
        if fault.room in status.closed or 0 <= now - fault.at < RECENT_S:
            what = "closed by a fault" if fault.room in status.closed else "a fault, open again"
            yield f"room {fault.room}: {what}: {fault.why}"
    recent = [fall for fall in status.falls if 0 <= now - fall.at < RECENT_S]
    if recent:
        yield f"falls: {len(recent)} in the last hour, the last with status {recent[-1].status}"


WIDTHS = (10, 7, 7, 7, 9, 11)


def summary(status: Status | None, running: bool, troubles: Sequence[str]) -> str:
    """``well``, ``trouble``, ``closed`` or ``not running``."""
    if status is None or not running:
        return "not running"
    return "trouble" if troubles else "closed" if status.state == "closed" else "well"


def status_json(
    status: Status | None, running: bool, troubles: Sequence[str], aside: Sequence[str] = ()
) -> str:
    """One object: ``summary``, ``troubles``, ``set_aside`` and all that the museum wrote."""
    told: dict[str, Any] = {
        "summary": summary(status, running, troubles),
        "troubles": troubles,
        "set_aside": aside,
    }
    if status is not None:
        told |= msgspec.to_builtins(status)
    return _indented(told)


def unreadable_json(refusal: RefusedError) -> str:
    """An object for a status that can't be read: the reason is its only trouble."""
    return _indented({"summary": "unreadable", "troubles": [str(refusal)]})


def _indented(told: Mapping[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode()


def status_lines(
    status: Status | None, running: bool, troubles: Sequence[str], aside: Sequence[str] = ()
) -> Iterator[str]:
    """The same in words."""
    if status is None:
        yield "not running: no museum has written a status here"
        yield from (f"set aside  {path}" for path in aside)
        return
    yield f"{summary(status, running, troubles)} ({_time(status.at)})"
    yield from (f"  {trouble}" for trouble in troubles)
    if running:
        doing = "demonstration" if status.demonstration else "visitors"
        quiet = ", quiet mode" if status.quiet else ""
        yield f"room       {status.room or 'floor plan'} ({doing}{quiet})"
        yield f"since      {_time(status.began)}, process {status.pid}, version {status.version}"
        yield from _health(status)
    yield f"settings   {status.settings.path} ({status.settings.source})"
    falls = [f"{_time(fall.at)} (status {fall.status})" for fall in status.falls[-3:]]
    yield f"falls      {', '.join(falls) or 'none'}"
    faults = [f"{_time(fault.at)} {fault.room}: {fault.why}" for fault in status.faults[-3:]]
    yield f"rooms      {', '.join(status.closed) or 'none'} closed by a fault"
    yield from (f"           {fault}" for fault in faults)
    yield from (f"set aside  {path}" for path in aside)
    yield from _table(f"{datetime.fromtimestamp(status.at):%Y-%m-%d}", status.today)
    yield from _table(f"{datetime.fromtimestamp(status.at):%Y}", status.year)
    yield ""
    yield "won, drawn and lost: by the visitor; plays: all, a machine's own among them"


def _health(status: Status) -> Iterator[str]:
    health = status.health
    rate = health.frames_a_second
    frames = "nothing moves" if rate is None else f"{rate:.0f} a second"
    yield f"frames     {frames}, the slowest {health.slowest_frame_ms} ms"
    yield f"memory     {health.memory_mb} MB"
    yield f"disk       {health.disk_free_mb} MB free"
    yield f"data       {health.data_mb} MB of {health.quota_mb}"
    lost = len(health.panels)
    yield f"panels     {health.panel_count - lost} of {health.panel_count} connected"


def _table(title: str, rooms: Mapping[str, RoomCounts]) -> Iterator[str]:
    yield ""
    yield _row(title, "won", "drawn", "lost", "plays", "learned")
    for room, counts in rooms.items():
        what = LEARNED.get(room, ("", ()))[0]
        numbers = (getattr(counts, field) for field in counts.__struct_fields__)
        yield f"{_row(room, *numbers)}  {what}".rstrip()


def _row(*cells: object) -> str:
    first, *rest = cells
    return f"{first!s:<{WIDTHS[0]}} " + "".join(
        f"{cell!s:>{wide}}" for cell, wide in zip(rest, WIDTHS[1:], strict=True)
    )


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"
