"""Every contact of a panel chatters, beside a visitor at the screen and nobody at the panel.

    MATCHBOX704_SOAK=600 pytest -s -m soak tests/machines/museum/panel/test_storm.py

What it costs a visitor is measured by tests/bench/test_bench_storm.py.
"""

import os
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are Unix's", allow_module_level=True)

from tests.machines.museum.panel.storm import UNANSWERED_S, beside

SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "600"))
STARTS_S = 60.0
"""So long a demonstration may take to begin on a computer that has other things to do."""


@pytest.mark.soak
@pytest.mark.timeout(SECONDS + 300)
def test_a_panel_gone_mad_is_muted_and_the_museum_goes_on(tmp_path: Path) -> None:
    with beside(tmp_path) as at:
        at.begin()
        met = at.visit(SECONDS / 2)
        print(f"\n{met.frames}, a touch: {met.median_ms:.0f} ms, worst {met.worst_ms:.0f}")
        assert met.worst_ms < UNANSWERED_S * 1e3  # each was answered
        link = at.panels.links[0]
        all_muted, end = f"and {len(link.controls) - 3} more", time.monotonic() + STARTS_S
        while not link.muted().endswith(all_muted) and time.monotonic() < end:
            at.visit(1.0)  # a panel's process that had to wait was silent, and counted again
        assert link.muted().endswith(all_muted)
        assert len(at.house.worker.waiting) < 100
        assert at.is_demonstrated_elsewhere(STARTS_S)
