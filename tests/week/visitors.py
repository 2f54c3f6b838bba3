"""The museum's process: main.py, with hands at random before its window, and what it takes of the
computer.

    python -m tests.week.visitors CONTROL SEED ARGUMENTS-OF-MAIN ...

While there is a file CONTROL its disk is full.  Each few seconds it says a line on standard output:
a ``Sample``, as JSON.
"""

import os
import random
import statistics
import sys
import threading
import time
from pathlib import Path
from unittest.mock import patch

import msgspec
import numpy as np
import pygame

from devices.screen.kept_picture import bytes_of, kept_picture
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.room import Room
from machines.commands import main
from machines.museum.controller import MuseumController
from machines.museum.window.window import Window
from tests.disk_faults.disk import MISSING, Disk
from tests.machines.random_hand import RandomHand

HURRY = 168
"""A week in an hour."""
SAMPLE_S = 3.0
ROOM_S = 20.0
"""So long the hands stay in a room on average; then they rest for a while in one of five."""
TOUCHES_A_SECOND = 10
PROC = Path("/proc/self")


class Sample(msgspec.Struct):
    """What the process takes, and what it has been told is on the disk."""

    memory: int  # Bytes that it has in memory
    threads: int
    descriptors: int
    folder: int  # Bytes of the data folder
    middle_ms: float  # The middle one of the frames since the last sample
    slowest_ms: float
    acts: int  # Acts in the logs since the process began
    room: str
    rooms: int = 0  # Bytes of pictures that the rooms hold,
    kept: int = 0  # and of those that functions keep
    logs: dict[str, int] = {}  # Lines of each open log, by its path


def folder_size(folder: Path) -> int:
    """Bytes of all files there, whatever comes and goes meanwhile."""
    size = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                size += (Path(place) / name).stat().st_size
            except OSError:
                continue
    return size


def pictures_of(holder: object, seen: set[int]) -> int:
    """Bytes of the pictures that a room's stage holds, each counted once."""
    if id(holder) in seen or isinstance(holder, LayerRenderer | Room):
        return 0
    seen.add(id(holder))
    if isinstance(holder, pygame.Surface | np.ndarray):
        return bytes_of(holder)
    held = holder if isinstance(holder, tuple | list | dict) else getattr(holder, "__dict__", ())
    parts = [*held.values()] if isinstance(held, dict) else [*held]
    return sum(pictures_of(part, seen) for part in parts)


class Visitors:
    """Hands before the window, instead of the loop that waits for real ones."""

    def __init__(self, control: Path, folder: Path, seed: int) -> None:
        self.control = control
        self.folder = folder
        self.dice = random.Random(seed)
        self.frames_ms: list[float] = []
        self.written = 0
        self.last: dict[str, int] = {}

    def run(self, window: Window) -> None:
        """Until the window is closed."""
        house = window.museum
        assert isinstance(house, MuseumController)
        rooms = house.exhibits()
        hand = RandomHand(window, self.dice, rooms[0])
        moves = acts = samples = 0.0
        while not window.over:
            now = time.monotonic()
            if now >= moves:
                moves = now + self.dice.uniform(0.5, 1.5) * ROOM_S
                hand.room = self.dice.choice(rooms)
                hand.lets_go()
                rests = self.dice.random() < 0.2
            if not rests and now >= acts:
                acts = now + 1.0 / TOUCHES_A_SECOND
                hand.act()
            window.frame()
            self.frames_ms.append(1000.0 * (time.monotonic() - now))
            window._rest()
            if now >= samples and len(self.frames_ms) > 1:
                samples = now + SAMPLE_S
                self.say(house, window, hand.room)

    def say(self, house: MuseumController, window: Window, room: str) -> None:
        """One sample."""
        lines = {
            str(one.file.path): one.session.lines
            for one in (*house.sessions.open_sessions.values(), *house.sessions.suspended.values())
        }
        self.written += sum(max(0, n - self.last.get(path, 0)) for path, n in lines.items())
        self.last.update(lines)
        sample = Sample(
            int((PROC / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"),
            threading.active_count(),
            len(list((PROC / "fd").iterdir())),
            folder_size(self.folder),
            statistics.median(self.frames_ms),
            max(self.frames_ms),
            self.written,
            room,
            sum(pictures_of(stage, set()) for stage in window.navigator.stages.values()),
            kept_picture.total,
            lines,
        )
        self.frames_ms.clear()
        sys.stdout.write(msgspec.json.encode(sample).decode() + "\n")
        sys.stdout.flush()

    def fill_disk(self, disk: Disk) -> None:
        """In a thread: full as long as there is the file ``control``."""
        full = False
        while True:
            if self.control.exists() != full:
                full = not full
                disk.fill(full)
            time.sleep(0.1)


def open_museum(control: Path, seed: int, *arguments: str) -> int:
    """Main's exit status."""
    folder = Path(arguments[arguments.index("--data") + 1])
    visitors = Visitors(control, folder, seed)
    if not MISSING:
        disk = Disk()
        disk.hurry(HURRY)
        with disk.watched(folder, syncs=True):
            threading.Thread(target=visitors.fill_disk, args=(disk,), daemon=True).start()
            return _main(visitors, arguments)
    return _main(visitors, arguments)


def _main(visitors: Visitors, arguments: tuple[str, ...]) -> int:
    with patch.object(Window, "run", lambda window, frames=None: visitors.run(window)):
        return main(arguments)


if __name__ == "__main__":
    sys.exit(open_museum(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
