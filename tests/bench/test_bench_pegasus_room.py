"""The Pegasus 2's room with the whole museum behind it: frames a second and the longest gap.

Run with ``pytest -s tests/bench/test_bench_pegasus_room.py --benchmark-only``; under another
display driver with ``SDL_VIDEODRIVER=x11``.
"""

import time
from pathlib import Path
from typing import Any

import pytest

from devices.screen.captions import read_words
from devices.screen.window import Settings, Window
from machines.floor.clock import Speed
from machines.floor.commands.opening import language_file
from machines.floor.house import Doors, House
from machines.floor.store import Store

ROOM = "pegasus"
SECONDS = 6.0
HD, UHD = (1920, 1080), (3840, 2160)


@pytest.mark.parametrize(
    ("size", "speed", "printing", "least"),
    [
        (HD, "authentic", True, 58.0),
        (HD, "x100", True, 58.0),
        (HD, "flat", True, 58.0),
        (HD, "flat", False, 58.0),
        (UHD, "x100", True, 30.0),
        (UHD, "flat", True, 30.0),
    ],
)
def test_frames_while_the_program_plays(
    benchmark: Any,
    tmp_path: Path,
    size: tuple[int, int],
    speed: Speed,
    printing: bool,
    least: float,
) -> None:
    house = House(Store(tmp_path), Doors(speed=speed))
    words = read_words(language_file().read_bytes(), language_file().name)
    window = Window(house, words, Settings(size=size, exhibit=ROOM, sound=False))
    house.settled = window.settled
    house.open()
    window.open()
    try:
        view = None
        end = time.perf_counter() + 120.0
        while time.perf_counter() < end and (view is None or not view.busy):
            window.run(frames=5)
            view = house.view(ROOM)
            stage = window.stage
            if view is not None and stage is not None and stage.settled() and not view.busy:
                house.act(ROOM, "desk.print", int(printing))
                house.act(ROOM, "desk.run", 1)
        assert view is not None and view.busy
        window.run(frames=60)
        window.tempo.forget()
        before = view.plays

        def run() -> None:
            stop = time.perf_counter() + SECONDS
            while time.perf_counter() < stop:
                window.run(frames=1)

        benchmark.pedantic(run, rounds=1)
        pace, view = window.pace(), house.view(ROOM)
    finally:
        window.close()
        assert house.close()
    assert view is not None
    figures = {name: round(value, 2) for name, value in vars(pace).items()}
    benchmark.extra_info.update(figures, plays=view.plays - before)
    print(f"\n{size[0]}x{size[1]} {speed}, printing {printing}: {figures}, {view.plays} plays")
    assert view.plays > before
    assert pace.per_second >= least
    assert pace.longest_gap_ms <= 100
