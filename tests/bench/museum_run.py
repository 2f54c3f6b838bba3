"""What the benches of the screen stand on: the museum as main.py opens it, with a visitor who keeps
the machine busy, and an X server of our own where there is one to be had.
"""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pygame

from devices.duration import Speed
from devices.media.deck import deck_value, read_text_deck
from machines.commands._museum_window import read_words
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.sessions.session_store import SessionStore
from machines.museum.window.window import Window, WindowConfig
from machines.storage.program import ASSETS
from tests.machines.museum.window.frame_timer import FrameStats, FrameTimer

ROOM = "ibm704"
LOADS = (("console.load_cards", 1), ("console.load_cards", 0))
STARTS = (("console.start", 1), ("console.start", 0))
DEEP = """\
GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=70 DEEP
BREAK  MIN 7
END
"""
"""A deck for which the machine looks further ahead: the engine works nearly all the time."""
ASKED_S = 0.05
"""The visitor looks this often whether the machine has stopped."""
GAP_MS = 100.0
"""No frame may be longer."""
PROC_STAT = Path("/proc/stat")
SECONDS = 6.0
"""So long a room's pace is measured."""
TORN_GAMES = 100
"""After so many games the visitor tears the paper off."""


def withheld_ms() -> float:
    """For how long a virtual computer's cores have been given to others so far, all together."""
    if not PROC_STAT.exists():
        return 0.0
    with PROC_STAT.open() as lines:
        return 1e3 * int(lines.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def open_museum(
    folder: Path, size: tuple[int, int], room: str, speed: Speed
) -> tuple[MuseumController, Window]:
    """The window in a room, with the whole museum behind it; neither is open yet."""
    house = MuseumController(SessionStore(folder), StartupOptions(speed=speed))
    window = Window(house, read_words(), WindowConfig(size=size, exhibit=room, sound=False))
    house.settled = window.settled
    return house, window


def frames_while_it_plays(
    benchmark: Any,
    folder: Path,
    size: tuple[int, int],
    room: str,
    speed: Speed,
    touched: Mapping[str, int],
) -> tuple[FrameStats, dict[str, int]]:
    """Touch what makes a machine play by itself, and measure the window for six seconds.

    Its pace, and by how much the machine's tallies grew.
    """
    house, window = open_museum(folder, size, room, speed)
    house.open()
    window.open()
    try:
        view = None
        end = time.perf_counter() + 120.0
        while time.perf_counter() < end and (view is None or not view.busy):
            window.run(frames=5)
            view = house.view(room)
            stage = window.stage
            if view is not None and stage is not None and stage.settled() and not view.busy:
                for control, value in touched.items():
                    house.act(room, control, value)
        assert view is not None and view.busy
        window.put_aside(all_of_them=True)  # as the touch does that begins a game
        window.run(frames=60)
        timer = FrameTimer(window)
        before = dict(view.tallies)

        def run() -> None:
            stop = time.perf_counter() + SECONDS
            while time.perf_counter() < stop:
                window.run(frames=1)

        benchmark.pedantic(run, rounds=1)
        pace, view = timer.pace(), house.view(room)
    finally:
        window.close()
        assert house.close()
    assert view is not None
    figures = {name: round(value, 2) for name, value in vars(pace).items()}
    done = {name: count - before.get(name, 0) for name, count in view.tallies.items()}
    benchmark.extra_info.update(figures, **done)
    print(f"\n{room} {size[0]}x{size[1]} {speed}: {figures}, {done}")
    return pace, done


class Visit:
    """The museum's window with the whole museum behind it, and somebody at the console.

    Whenever the machine stops, the deck is put in and read again, and START pressed.  ``deck`` is
    the name of a shipped one, or cards.
    """

    def __init__(self, folder: Path, size: tuple[int, int], deck: str, speed: Speed) -> None:
        self.house, self.window = open_museum(folder, size, ROOM, speed)
        text = deck if "\n" in deck else (ASSETS / "decks" / deck).read_text()
        self.deck = deck_value(read_text_deck(text, "bench.txt"))
        self.working = True
        self.withheld = 0
        """Frames of more than GAP_MS in which this computer's host gave its cores to others."""
        self.pixels = 0
        """Pixels brought to the screen so far."""
        self._compose = self.window.window_surface._compose
        setattr(self.window.window_surface, "_compose", self._count)  # noqa: B010 - counts, then composes
        self._turn = 0
        self._asked = 0.0

    def __enter__(self) -> "Visit":
        self.house.open()
        self.window.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()
        assert self.house.close(), "the machines did not stop"

    def run(self, seconds: float) -> None:
        """Show it for so long."""
        end = time.perf_counter() + seconds
        while (began := time.perf_counter()) < end:
            before = withheld_ms()
            self.window.run(frames=1)
            took = (time.perf_counter() - began) * 1e3
            if took > GAP_MS and withheld_ms() - before > took / 2:
                self.withheld += 1
            self._work()

    def settle(self) -> None:
        """Until every part shows itself and the machine is at work (or on, if nobody works)."""
        stage = self.window.stage
        assert stage is not None
        end = time.perf_counter() + 120.0
        while time.perf_counter() < end:
            self.run(0.1)
            view = self.house.view(ROOM)
            if stage.settled() and view is not None and (view.busy or not self.working):
                self.window.put_aside(all_of_them=True)  # as the touch does that begins a game
                return
        raise RuntimeError("the room does not come to stand")

    def look(self, place: str) -> None:
        """Look closely at one unit."""
        self.window.navigator.look(place, None)
        self.settle()

    def _count(self, rects: list[pygame.Rect], *pictures: Any) -> None:
        self.pixels += sum(rect.width * rect.height for rect in rects)
        self._compose(rects, *pictures)

    def _work(self) -> None:
        now, view = time.perf_counter(), self.house.view(ROOM)
        if not self.working or view is None or view.busy or now - self._asked < ASKED_S:
            return
        self._asked = now
        cards = ("reader.empty_hopper", 1), ("reader.stacker", 1), ("reader.hopper", self.deck)
        loads = (*cards, ("reader.start", 1), *LOADS)
        for control, value in STARTS if self._turn % 2 else loads:
            self.house.act(ROOM, control, value)
        self._turn += 1
        if self._turn % (2 * TORN_GAMES) == 0:
            self.house.act(ROOM, "printer.tear", 1)
