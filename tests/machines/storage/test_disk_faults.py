"""Whatever the disk does, the museum opens, what was reported as kept is there, and nothing torn is
believed: every call may fail, tear a write, or be lost at a power cut (tests/disk_faults).
"""

import os
import time

import pytest

from tests.disk_faults.disk import MISSING
from tests.disk_faults.scenarios import SCENARIOS
from tests.disk_faults.schedules import run_schedules

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "600"))


@pytest.mark.slow
def test_after_a_hundred_faults_and_power_cuts_what_was_kept_is_there() -> None:
    tries = {"cuts": 30, "faults": 6}  # the cache takes longer: compiling
    outcome = run_schedules(
        704, *((name, *one) for name in SCENARIOS for one in tries.items() if name != "cache")
    )
    assert not outcome.wrong, outcome.wrong[0]
    assert sum(tries for _, _, tries, _ in outcome.tried) >= 100


@pytest.mark.soak
@pytest.mark.timeout(SECONDS + 300)
def test_after_thousands_of_faults_and_power_cuts_what_was_kept_is_there() -> None:
    end, seed = time.monotonic() + SECONDS, time.time_ns() % 1_000_000
    tries = 20 if SECONDS < 60 else 200
    while time.monotonic() < end:
        for name in SCENARIOS:
            outcome = run_schedules(seed, (name, "cuts", tries), (name, "faults", tries))
            assert not outcome.wrong, outcome.wrong[0]
        seed += 1
