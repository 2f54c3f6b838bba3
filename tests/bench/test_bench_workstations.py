"""The rooms of Anaconda's PC and Morph's workstation with the whole museum behind them: frames a
second and the longest gap while they play by themselves.

Run with ``pytest -s tests/bench/test_bench_workstations.py --benchmark-only``; under another
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

SECONDS = 6.0
HD, UHD = (1920, 1080), (3840, 2160)
MATCHES = {"anaconda": "pc.samuel", "morph": "workstation.house"}
"""The control that lets a machine play by itself."""


@pytest.mark.parametrize("room", list(MATCHES))
@pytest.mark.parametrize(
    ("size", "speed", "least"),
    [
        (HD, "authentic", 58.0),
        (HD, "x100", 58.0),
        (HD, "flat", 58.0),
        (UHD, "flat", 30.0),
    ],
)
def test_frames_while_it_plays(
    benchmark: Any, tmp_path: Path, room: str, size: tuple[int, int], speed: Speed, least: float
) -> None:
    house = House(Store(tmp_path), Doors(speed=speed))
    words = read_words(language_file().read_bytes(), language_file().name)
    window = Window(house, words, Settings(size=size, exhibit=room, sound=False))
    house.settled = window.settled
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
                house.act(room, MATCHES[room], 1)
        assert view is not None and view.busy
        window.run(frames=60)
        window.tempo.forget()
        before = dict(view.tallies)

        def run() -> None:
            stop = time.perf_counter() + SECONDS
            while time.perf_counter() < stop:
                window.run(frames=1)

        benchmark.pedantic(run, rounds=1)
        pace, view = window.pace(), house.view(room)
    finally:
        window.close()
        assert house.close()
    assert view is not None
    figures = {name: round(value, 2) for name, value in vars(pace).items()}
    done = {name: count - before.get(name, 0) for name, count in view.tallies.items()}
    benchmark.extra_info.update(figures, **done)
    print(f"\n{room} {size[0]}x{size[1]} {speed}: {figures}, {done}")
    assert pace.per_second >= least
    assert pace.longest_gap_ms <= 100
