"""Schedules of faults in a process of their own, and their table.

python -m tests.disk_faults.schedules [TRIES [SEED]]
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from machines.laboratory.study.outputs import print_table
from tests.disk_faults.disk import environment
from tests.disk_faults.run import Outcome
from tests.disk_faults.scenarios import SCENARIOS

ROOT = Path(__file__).resolve().parents[2]


def run_schedules(seed: int, *schedules: tuple[str, str, int]) -> Outcome:
    """Try each (scenario, "cuts" or "faults", how many)."""
    words = [str(word) for one in schedules for word in one]
    command = [sys.executable, "-m", "tests.disk_faults.run", str(seed), *words]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            command, cwd=ROOT, env=environment(Path(folder)), stdout=subprocess.PIPE, check=True
        )
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=Outcome)


def main(tries: int = 200, seed: int = 704) -> None:
    """The table on standard output; what went wrong, on standard error."""
    outcome = run_schedules(
        seed, *((name, k, tries) for name in SCENARIOS for k in ("cuts", "faults"))
    )
    rows = [
        (name, what, f"{tried:,}", "as it must be" if not bad else f"{bad} wrong")
        for name, what, tried, bad in outcome.tried
    ]
    print_table(("of", "fault", "tries", "result"), rows)
    sys.stderr.write("\n".join(outcome.wrong))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
