"""A week of the museum in an hour (tests/week), or as much of it as there is time for."""

import os
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)

from tests.week.curves import draw
from tests.week.faults import run_week

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
    draw(week, tmp_path / "week.png")
    assert 1_000 < (tmp_path / "week.png").stat().st_size <= 300_000
