"""The window's pace while every lamp changes at every frame: frames a second and the longest gap.

Run with ``pytest tests/bench/test_bench_window.py --benchmark-only``; under another display driver
with ``SDL_VIDEODRIVER=x11``.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from devices.screen.room import Arrangement, PartPlacement, Room
from machines.ibm704.picture.console import ConsolePart
from machines.museum.window.window import Window, WindowConfig
from machines.storage.registry import layout_of
from tests.machines.museum.window.frame_timer import FrameTimer
from tests.machines.museum.window.window_room import FakeMuseum, Glimpse, words

LAYOUT = layout_of("ibm704")
LAMPS = len(LAYOUT.lamps())
FRAMES = 300


class Busy(FakeMuseum):
    """A console whose lamps all change all the time."""

    def __init__(self) -> None:
        super().__init__(("ibm704",))
        dark = np.zeros(LAMPS, np.int64)
        self.glimpse = Glimpse(on_us=dark, lit=dark.astype(bool), busy=True)
        self.chance = np.random.default_rng(704)

    def room(self, exhibit: str) -> Room:
        """The console alone, as large as it stands in its room."""
        assert self.glimpse is not None
        place = PartPlacement("console", partial(ConsolePart, LAYOUT), (20, 20, 940, 940))
        return Room(exhibit, "IBM 704", Arrangement((place,)), self.glimpse, LAYOUT)

    def view(self, exhibit: str) -> Glimpse | None:
        """Another sixtieth of a second has passed."""
        old = self.glimpse
        assert old is not None
        on_us = old.on_us + self.chance.integers(0, 16_667, LAMPS)
        self.glimpse = replace(old, now_us=old.now_us + 16_667, on_us=on_us)
        return self.glimpse


@pytest.mark.parametrize(("size", "least"), [((1920, 1080), 58.0), ((3840, 2160), 30.0)])
def test_frames_while_all_lamps_change(benchmark: Any, size: tuple[int, int], least: float) -> None:
    settings = WindowConfig(size=size, exhibit="ibm704", sound=False)
    with Window(Busy(), words(), settings) as window:
        while not (window.stage is not None and window.stage.settled()):
            window.run(frames=1)
        window.run(frames=60)
        timer = FrameTimer(window)
        run: Callable[[], None] = partial(window.run, FRAMES)
        benchmark.pedantic(run, rounds=1)
        pace = timer.pace()
    benchmark.extra_info.update(vars(pace))
    assert pace.per_second >= least
    assert pace.longest_gap_ms <= 100
