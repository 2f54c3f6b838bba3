"""A panel whose every contact chatters, beside the museum's window and a visitor at the screen."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from devices.units.tape_drive import TapeView
from machines.commands._museum_window import read_words
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.panel.options import PanelOptions
from machines.museum.panel.window_panels import WindowPanels
from machines.museum.sessions.session_store import SessionStore
from machines.museum.window.window import Window, WindowConfig
from tests.machines.museum.window.frame_timer import FrameStats, FrameTimer

ROOT = Path(__file__).resolve().parents[4]
ROOM, ELSEWHERE = "ibm704", "pegasus"
DIAL = "tape1.select"
"""A control that the panel lacks: no contact of it moves that."""
GAP_S = 0.7
"""Between two touches, about."""
IDLE_S = 4.0
"""After so long without a touch the demonstration begins."""
UNANSWERED_S = 30.0


@dataclass
class Weather:
    """What a visitor met with."""

    frames: FrameStats
    answers_ms: list[float] = field(default_factory=list)
    """From each touch to the frame that shows what it did."""

    @property
    def median_ms(self) -> float:
        return sorted(self.answers_ms)[len(self.answers_ms) // 2]

    @property
    def worst_ms(self) -> float:
        return max(self.answers_ms)


class Beside:
    """The window in the 704's room, its panel at the far end of a line, in a process of its own."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self.house = MuseumController(SessionStore(folder), StartupOptions(demo="idle"))
        self.lines: list[str] = []
        self.closing_s = 0.0
        self.far = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.panel_far", "storm"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.far.stdout is not None
        port = PanelOptions(self.far.stdout.readline().strip(), ROOM)
        self.panels = WindowPanels(self.house, [port], told=self.lines.append)
        settings = WindowConfig(size=size, exhibit=ROOM, sound=False, idle_seconds=3600)
        self.window = Window(self.house, read_words(), settings, self.panels)
        self.house.settled = self.window.settled

    def until_it_stands(self) -> None:
        """The room is drawn, the machine is on, the panel answers."""
        end = time.monotonic() + 120.0
        link = self.panels.links[0]
        while time.monotonic() < end:
            self.window.run(frames=5)
            stage = self.window.stage
            there = self.house.view(ROOM) is not None and stage is not None and stage.settled()
            if there and len(link.down) == len(link.controls):
                self.window.overlays.clear()
                return
        raise RuntimeError("the room does not come to stand")

    def begin(self) -> None:
        """From now on every contact chatters."""
        assert self.far.stdin is not None
        self.far.stdin.write("now\n")
        self.far.stdin.flush()

    def visit(self, seconds: float) -> Weather:
        """Somebody touches the dial of a tape unit on the screen, now and then."""
        timer = FrameTimer(self.window)
        met = Weather(timer.pace())
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            met.answers_ms.append(self._touch())
            pause = time.monotonic() + GAP_S * (0.5 + len(met.answers_ms) * 0.618 % 1)
            while time.monotonic() < pause:
                self.window.run(frames=1)
        met.frames = timer.pace()
        return met

    def _touch(self) -> float:
        before = self._dial()
        self.house.act(ROOM, DIAL, before % 8 + 1)  # as the window hands in what was touched
        self.window.came_back()
        began = time.monotonic()
        while self._dial() == before and time.monotonic() < began + UNANSWERED_S:
            self.window.run(frames=1)
        return (time.monotonic() - began) * 1e3

    def _dial(self) -> int:
        view = self.house.view(ROOM)
        assert view is not None
        tape = view.units["tape1"]
        assert isinstance(tape, TapeView)
        return tape.dial

    def is_demonstrated_elsewhere(self, seconds: float) -> bool:
        """Whether a visitor in another room is left there, and the demonstration begins and goes on
        once nobody has touched anything."""
        self.window.enter(ELSEWHERE)
        self.window.settings = replace(self.window.settings, idle_seconds=IDLE_S)
        began = time.monotonic()
        while not self.house.tours.on and time.monotonic() < began + seconds:
            if self.window.navigator.exhibit != ELSEWHERE:
                return False
            self.window.run(frames=1)
        goes_on = time.monotonic() + 3.0
        while self.house.tours.on and time.monotonic() < goes_on:
            self.window.run(frames=1)
        return self.house.tours.on


@contextmanager
def beside(folder: Path, size: tuple[int, int] = (1920, 1080)) -> Iterator[Beside]:
    """All of it, opened; closing must work in the middle of the storm."""
    made = Beside(folder, size)
    made.house.open()
    made.window.open()
    made.panels.start()
    try:
        made.until_it_stands()
        yield made
        made.panels.stop()
        made.window.close()
        began = time.monotonic()
        assert made.house.close(), "the machines did not stop"
        made.closing_s = time.monotonic() - began
    finally:
        made.far.communicate()
