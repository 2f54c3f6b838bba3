"""Plant faults in a copy of the house, one at a time, and see which tests find them.

    python -m tests.planted_faults --seed 704 --faults 60 --tier whole --out faults.csv

The tests that reach a fault's line run first, the nearest first, then those of the folder that
mirrors its file, until one fails (reach.py).  A test that takes too long has found the fault; one
that fails without it as well is not believed.  With ``--tier whole`` the slow tests are asked for
what the quick ones didn't find.  ``--out`` is written after each fault: what stands there isn't
tried again, so a run that was stopped goes on from there.
"""

import argparse
import contextlib
import csv
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machines.kernels.kernel_cache import STAND_IN
from tests.planted_faults.faults import ROOT, Fault, draw
from tests.planted_faults.reach import Reach

MARKS = {"quick": "not soak and not slow", "slow": "slow and not soak"}
SECONDS = {"quick": 120, "slow": 600}
"""A test that takes longer has found the fault."""
RECORDING_SECONDS = 1800
"""While the map is made, a test may be silent for so long."""
BATCHES = (8, 32)
"""Test files in the first run for a fault, and in each further one."""
MOST_BYTES = 12 << 30
"""Of memory, for a fault that fills it."""
COLUMNS = ("number", "fault", "quick", "slow", "files", "seconds")
NONE = "none"


class House:
    """A copy of the checkout in which tests run, with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "house"
        self.scratch = folder / "tests"
        self.output = folder / "output.txt"
        names = subprocess.check_output(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT
        )
        for name in names.decode().split("\0"):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, self.folder / name)
        self.environment = os.environ | {"HOME": str(folder)}
        for name in [name for name in self.environment if name.startswith("XDG_")]:
            del self.environment[name]
        self.kernels = self.environment.get(STAND_IN)
        self.environment[STAND_IN] = str(folder / "kernels")
        self.bring_kernels()

    def bring_kernels(self) -> None:
        """Those of :data:`STAND_IN`, or none, in place of what there is."""
        shutil.rmtree(self.environment[STAND_IN], ignore_errors=True)
        if self.kernels:
            shutil.copytree(self.kernels, self.environment[STAND_IN])

    def run(self, command: list[str], silence: int) -> tuple[int, str]:
        """The exit status and the output.  It is ended after as many seconds without a word, and no
        child outlives it."""
        with self.output.open("w") as output:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=self.folder,
                env=self.environment,
                stdout=output,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES)
                ),
            )
        size, status = -1, None
        try:
            while status is None and size != (size := self.output.stat().st_size):
                with contextlib.suppress(subprocess.TimeoutExpired):
                    status = process.wait(timeout=silence)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return process.returncode, self.output.read_text(errors="replace")

    def first_failure(self, tier: str, files: list[str], unsound: list[str]) -> str | None:
        """The test that fails first, if any: a file's name if it can't be imported."""
        command = ["-m", "pytest", "-v", "-x", "--tb=no", "-p", "no:cacheprovider"]
        command += ["-o", "addopts=--strict-markers --benchmark-skip", "-m", MARKS[tier]]
        command += ["--hypothesis-seed=0", f"--basetemp={self.scratch}"]
        command += [f"--timeout={SECONDS[tier]}", "--timeout-method=thread"]
        command += [f"--deselect={one}" for one in unsound]
        status, output = self.run([*command, *files], SECONDS[tier] + 60)
        shutil.rmtree(self.folder / ".hypothesis", ignore_errors=True)
        if status in (0, 5):  # all passed; there were none
            return None
        tests = re.findall(
            r"^(?:ERROR )?(tests/.+?)(?: (?:[A-Z]{4}.*|- .*|\+{9}.*)?)?$", output, re.M
        )
        return tests[-1] if tests else f"{files[0]}, or its conftest"


class Hunt:
    """Faults that are planted one by one."""

    def __init__(self, house: House, reach: Reach, most: int) -> None:
        self.house = house
        self.reach = reach
        self.most = most
        self.unsound: list[str] = []
        """Tests that fail in the house as it is."""

    def find(self, number: int, fault: Fault, tier: str) -> tuple[str, int]:
        """The test that finds it, or none, and how many test files were to run."""
        files = self.reach.test_files(fault)
        if tier == "slow":
            files = [one for one in files if "mark.slow" in (ROOT / one).read_text("utf-8")]
        files = files[: self.most]
        rest = files
        size = BATCHES[0]
        while rest:
            found = self.try_files(number, fault, tier, rest[:size])
            if not found:
                rest, size = rest[size:], BATCHES[1]
            elif found == self.house.first_failure(tier, [found.split("::")[0]], self.unsound):
                print(f"fails without a fault: {found}", flush=True)
                self.unsound.append(found)
                rest = [one for one in rest if one != found]  # it can't even be imported
            else:
                return found, len(files)
        return NONE, len(files)

    def try_files(self, number: int, fault: Fault, tier: str, files: list[str]) -> str | None:
        place = self.house.folder / fault.file
        source = place.read_bytes()
        place.write_bytes(fault.plant(source))
        os.utime(place, (number, number))  # what Python has compiled is known by its file's time
        try:
            return self.house.first_failure(tier, files, self.unsound)
        finally:
            place.write_bytes(source)
            if fault.file.startswith("machines/kernels/kernel"):
                self.house.bring_kernels()  # its own may be anything


def show(rows: list[dict[str, str]]) -> str:
    """The table, and the line of the result."""
    lines = ["| fault | quick | slow |", "|---|---|---|"]
    for row in rows:
        lines.append(
            "| " + " | ".join(row[name].replace("|", "\\|") for name in COLUMNS[1:4]) + " |"
        )
    quick = sum(row["quick"] != NONE for row in rows)
    whole = quick + sum(row["slow"] not in (NONE, "") for row in rows)
    share = f"{quick / whole:.2f}" if whole else "-"
    lines.append(
        '"none": by the tests that reach it, or stand in the folder that mirrors its file.'
    )
    lines.append(f"RESULT faults={len(rows)} whole={whole} quick={quick} share={share}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.planted_faults")
    parser.add_argument("--seed", type=int, default=704)
    parser.add_argument("--faults", type=int, default=60, help="how many are drawn")
    parser.add_argument("--out", type=Path, help="CSV; without it the faults are only named")
    parser.add_argument("--only", default="", help="numbers of those to try, from 1: 3,4,17")
    parser.add_argument("--tier", choices=("quick", "whole"), default="quick")
    parser.add_argument("--map", type=Path, help="keeps what the tests reach; made if not there")
    parser.add_argument("--tests", nargs="+", default=["tests/"], help="no others are run")
    parser.add_argument("--most", type=int, default=100, help="test files for a fault")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    faults = dict(enumerate(draw(options.seed, options.faults), start=1))
    for number, fault in faults.items():
        print(f"{number:3} {fault}", flush=True)
    if options.out is None:
        return
    rows: dict[str, dict[str, str]] = {}
    if options.out.exists():
        with options.out.open(newline="", encoding="utf-8") as lines:
            rows = {row["number"]: row for row in csv.DictReader(lines)}
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        house = House(Path(folder))
        reached = str((options.map or Path(folder, "map")).resolve())
        if not Path(reached).exists():
            part = f"{reached}.part"
            called = (part, MARKS["quick"], options.tests)
            command = f"from tests.planted_faults.reach import record; record(*{called!r})"
            house.run(["-c", command], RECORDING_SECONDS)
            Path(part).rename(reached)
        hunt = Hunt(house, Reach(reached, options.tests), options.most)
        for number in [int(one) for one in options.only.split(",") if one] or faults:
            fault, began = faults[number], time.monotonic()
            row = rows.setdefault(str(number), dict.fromkeys(COLUMNS, ""))
            if not row["quick"]:
                row["quick"], files = hunt.find(number, fault, "quick")
            elif row["slow"] or row["quick"] != NONE or options.tier == "quick":
                continue
            if row["quick"] == NONE and options.tier == "whole":
                row["slow"], files = hunt.find(number, fault, "slow")
            seconds = f"{time.monotonic() - began:.0f}"
            row |= {
                "number": str(number),
                "fault": str(fault),
                "files": str(files),
                "seconds": seconds,
            }
            print(f"{number}: {row['quick']} {row['slow']} ({seconds} s)", flush=True)
            with options.out.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, COLUMNS)
                writer.writeheader()
                writer.writerows(sorted(rows.values(), key=lambda one: int(one["number"])))
    print(show(list(rows.values())))


if __name__ == "__main__":
    main()
