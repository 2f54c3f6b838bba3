"""A week of the museum in an hour (tests/week), or as much of it as there is time for."""

import os
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)

from tests.week.curves import LEAST_S, draw, not_flat
from tests.week.faults import run_week
from tests.week.visitors import Sample

SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "3600"))


@pytest.mark.soak
@pytest.mark.timeout(2 * SECONDS + 900)
def test_a_week_of_visitors_and_faults_loses_nothing_and_only_faults_end_the_museum(
    tmp_path: Path,
) -> None:
    week = run_week(SECONDS, time.time_ns() % 1_000_000)
    assert not week.falls
    assert not week.lost
    assert week.faults
    assert not not_flat(week.samples)
    draw(week, tmp_path / "week.png")
    assert 1_000 < (tmp_path / "week.png").stat().st_size <= 300_000


def sample(at_s: float, memory: float = 1.3e9, threads: int = 12) -> tuple[float, Sample]:
    """A reading."""
    return at_s, Sample(int(memory), threads, 20, 5_000_000, 2.0, 50.0, 10, "menace")


def test_what_grows_is_told() -> None:
    hour = [60.0 * minute for minute in range(61)]
    assert not_flat([sample(at) for at in hour]) == []
    assert not_flat([sample(at, 4e8 + 5e7 * min(20, at / 60)) for at in hour]) == []
    (told,) = not_flat([sample(at, 1.0e9 + 2e5 * at) for at in hour])
    assert told.startswith("memory: 1,4")
    assert len(not_flat([sample(at, threads=10 + int(at / 300)) for at in hour])) == 1
    assert not_flat([sample(at, 9e9) for at in hour if at < LEAST_S]) == []
    assert len(not_flat([sample(at, 2.5e9) for at in hour])) == 1
