"""The rooms of Pegasus, Anaconda and Morph with the whole museum behind them: frames a second and
the longest gap while they play by themselves.

Run with ``pytest -s tests/bench/test_bench_workstations.py --benchmark-only``; under another
display driver with ``SDL_VIDEODRIVER=x11``.
"""

from pathlib import Path
from typing import Any

import pytest

from devices.duration import Speed
from tests.bench.museum_run import frames_while_it_plays

HD, UHD = (1920, 1080), (3840, 2160)
MATCHES = {
    "pegasus": {"desk.print": 0, "desk.run": 1},
    "pegasus printing": {"desk.print": 1, "desk.run": 1},
    "anaconda": {"pc.samuel": 1},
    "morph": {"workstation.house": 1},
}
"""What lets a machine play by itself."""


@pytest.mark.parametrize("match", list(MATCHES))
@pytest.mark.parametrize(
    ("size", "speed", "least"),
    [
        (HD, "authentic", 58.0),
        (HD, "x100", 58.0),
        (HD, "flat", 58.0),
        (UHD, "x100", 30.0),
        (UHD, "flat", 30.0),
    ],
)
def test_frames_while_it_plays(
    benchmark: Any, tmp_path: Path, match: str, size: tuple[int, int], speed: Speed, least: float
) -> None:
    room = match.partition(" ")[0]
    pace, done = frames_while_it_plays(benchmark, tmp_path, size, room, speed, MATCHES[match])
    assert any(done.values())
    assert pace.per_second >= least
    assert pace.longest_gap_ms <= 100
