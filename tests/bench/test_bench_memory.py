"""What the museum takes in memory at 1920 x 1080, while hands touch anything in all rooms.

    MATCHBOX704_SOAK=720 pytest -s --benchmark-only tests/bench/test_bench_memory.py

The museum of tests/week, without a fault.  Its curves are kept as MATCHBOX704_CURVES.png and .csv
if that is given.
"""

import os
import statistics
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "linux":
    pytest.skip("memory is read from /proc", allow_module_level=True)

from tests.week.curves import MB, draw, write
from tests.week.faults import Week, run_week

SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "720"))
BUDGET_MB = 600
MORE = 1.05
"""The most by which the middle reading of the last third may be above that of the one before."""


@pytest.mark.timeout(2 * SECONDS + 300)
def test_once_all_rooms_were_seen_the_museum_keeps_within_its_budget(benchmark: Any) -> None:
    weeks: list[Week] = []

    def run() -> None:
        weeks.append(run_week(SECONDS, 704, size="1920x1080", quiet=True))

    benchmark.pedantic(run, rounds=1)
    (week,) = weeks
    assert not week.falls
    if "MATCHBOX704_CURVES" in os.environ:
        curves = Path(os.environ["MATCHBOX704_CURVES"])
        draw(week, curves.with_suffix(".png"))
        write(week, curves.with_suffix(".csv"))
    end = week.samples[-1][0]
    thirds = [
        [one for at, one in week.samples if n * end / 3 <= at < (n + 1) * end / 3] for n in range(3)
    ]
    middles = [statistics.median(one.memory for one in third) / MB for third in thirds]
    peaks = [max(one.memory for one in third) / MB for third in thirds]
    descriptors = [max(one.descriptors for one in third) for third in thirds]
    told = ((round(middle), round(peak)) for middle, peak in zip(middles, peaks, strict=True))
    print(f"\nMB in memory by thirds, middle and most: {[*told]}; descriptors {descriptors}")
    benchmark.extra_info.update(middle_mb=middles[-1], most_mb=max(peaks))
    assert middles[2] <= min(BUDGET_MB, MORE * middles[1])
    assert descriptors[2] <= descriptors[1] + 2
