"""The museum's status as text, for people, and as JSON, for an institution's own monitoring."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from devices.refusal import RefusedError
from machines.app.curator.statistics import LEARNED, RoomCounts
from machines.app.curator.status import Status

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
        yield from (f"set aside  {one}" for one in aside)
        return
    yield f"{summary(status, running, troubles)} ({_time(status.at)})"
    yield from (f"  {one}" for one in troubles)
    if running:
        doing = "demonstration" if status.demonstration else "visitors"
        quiet = ", quiet mode" if status.quiet else ""
        yield f"room       {status.room or 'floor plan'} ({doing}{quiet})"
        yield f"since      {_time(status.began)}, process {status.pid}, version {status.version}"
        yield from _health(status)
    yield f"settings   {status.settings.path} ({status.settings.source})"
    falls = [f"{_time(fall.at)} (status {fall.status})" for fall in status.falls[-3:]]
    yield f"falls      {', '.join(falls) or 'none'}"
    faults = [f"{_time(one.at)} {one.room}: {one.why}" for one in status.faults[-3:]]
    yield f"rooms      {', '.join(status.closed) or 'none'} closed by a fault"
    yield from (f"           {one}" for one in faults)
    yield from (f"set aside  {one}" for one in aside)
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
        numbers = (getattr(counts, one) for one in counts.__struct_fields__)
        yield f"{_row(room, *numbers)}  {what}".rstrip()


def _row(*cells: object) -> str:
    first, *rest = cells
    return f"{first!s:<{WIDTHS[0]}} " + "".join(
        f"{one!s:>{wide}}" for one, wide in zip(rest, WIDTHS[1:], strict=True)
    )


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"
