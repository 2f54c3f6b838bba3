"""Every way into every room, by real X events before a window with a title: the placard is there.

    pytest -s -m slow tests/machines/museum/test_x_entrance.py

prints the seconds from each touch to room and placard; MATCHBOX704_LOAD=12 has so many processes
compute beside it.  Where Xvfb, xdotool or openbox is missing the tests skip, and say so.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from machines.storage.registry import EXHIBITS
from tests.machines.museum.x_visitor import OPENING_S, XVisitor, x_visitor_at_a_desktop

NAMES = [one.name for one in EXHIBITS]
WAYS = ("picture", "year", "number")
"""Its alcove; its year on the thread, whose card has WALK UP; its number key."""
HELD_S = [0.02, 0.06, 0.3]
LOAD = int(os.environ.get("MATCHBOX704_LOAD", "0"))
STAYS_S = 0.7
"""The placard is still there then: the touch's own end has taken nothing away."""
needed = [name for name in ("Xvfb", "xdotool", "openbox") if shutil.which(name) is None]
pytestmark = [
    pytest.mark.skipif(bool(needed), reason=f"there is no {' and '.join(needed)} here"),
    pytest.mark.slow,
    pytest.mark.timeout(1800),
]


class Entrance(NamedTuple):
    """Seconds from a touch until the room, and its placard, are there."""

    room: str
    way: str
    entered_s: float
    placard_s: float


@contextmanager
def others_compute(count: int) -> Iterator[None]:
    """So many processes beside it."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def enter(visitor: XVisitor, room: str, way: str, held_s: float) -> Entrance:
    """From the floor plan and back."""
    if way == "year":
        assert visitor.tap_label(f"station:{room}", held_s)
        visitor.awaits(lambda: visitor.reads()["sheet"] == "ThreadCard", f"station of {room}")
    label = f"exhibit:{room}" if way == "picture" else "walk (sheet)"
    began = time.monotonic()
    if way == "number":
        visitor.key(str(NAMES.index(room) + 1))
    else:
        assert visitor.tap_label(label, held_s)
    visitor.awaits(lambda: visitor.reads()["exhibit"] == room, f"{room} by {way}")
    entered_s = time.monotonic() - began
    visitor.awaits(lambda: visitor.reads()["sheet"] == "Placard", f"placard of {room} by {way}")
    placard_s = time.monotonic() - began
    time.sleep(STAYS_S)
    assert visitor.reads()["sheet"] == "Placard", f"{room} by {way}"
    visitor.key("Escape")
    visitor.awaits(lambda: visitor.reads()["sheet"] == "", "placard put away")
    visitor.key("Escape")
    visitor.awaits(lambda: visitor.reads()["exhibit"] == "", "floor plan")
    return Entrance(room, way, entered_s, placard_s)


def enter_all(visitor: XVisitor, ways: tuple[str, ...], held_s: float) -> list[Entrance]:
    """Every room in these ways, the floor plan not waited for."""
    visitor.awaits(lambda: bool(visitor.reads()["labels"]), "floor plan", OPENING_S)
    made = []
    for way in ways:
        for room in NAMES:
            made.append(enter(visitor, room, way, held_s))
            print(f"{way:8} {room:9} {made[-1].entered_s:5.2f} s {made[-1].placard_s:5.2f} s")
    return made


@pytest.mark.parametrize("held_s", HELD_S)
def test_every_way_in_brings_the_placard(tmp_path: Path, held_s: float) -> None:
    with others_compute(LOAD), x_visitor_at_a_desktop(tmp_path) as visitor:
        made = enter_all(visitor, WAYS, held_s)
    assert [(one.way, one.room) for one in made] == [(way, room) for way in WAYS for room in NAMES]
