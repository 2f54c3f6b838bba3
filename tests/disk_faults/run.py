"""Schedules of power cuts and faults of the disk, in a process that disk.py started.

    python -m tests.disk_faults.run SEED [SCENARIO cuts|faults TRIES] ...

Each schedule is drawn from the seed and its number.  The last line is JSON (``Outcome``).
"""

import errno
import logging
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

import msgspec

from tests.disk_faults.disk import FOREVER, Disk
from tests.disk_faults.power_cut import WAYS, Call, cut_power, read_trace
from tests.disk_faults.scenarios import SCENARIOS, Scenario, Telling

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
SPANS = {0: "once", 2: "three times", 7: "eight times", FOREVER: "from then on"}
"""How many calls more than the first fail."""
Told = list[tuple[str, str, str]]


class Outcome(msgspec.Struct):
    """What became of all schedules."""

    tried: list[tuple[str, str, int, int]]  # Scenario, what was done, tries, how many went wrong
    wrong: list[str]  # What went wrong, with what it takes to do it again


def check(scenario: Scenario, folder: Path, until: Told, told: Told) -> str:
    """What is wrong with what is found in ``folder``; empty if nothing is.

    ``until``: what was told before the fault; ``told``: before it and after.
    """
    try:
        found = scenario.found(folder)
    except Exception:
        return traceback.format_exc()
    for kind, key in found.items():
        order = [k for _, of, k in told if of == kind]
        kept = [
            k for k, one in enumerate(one for one in until if one[1] == kind) if one[0] == "keeps"
        ]
        last = max(kept, default=-1)
        at = max((k for k, one in enumerate(order) if one == key), default=-1)
        if key == "" and last < 0:
            continue
        if at < 0:
            return f"{kind}: {key or 'nothing'} is believed, which never was there"
        if at < last:
            return f"{kind}: what is found was told before the {last - at} last that were kept"
    return ""


class Trial:
    """Schedules of one scenario in ``folder``."""

    def __init__(self, scenario: Scenario, folder: Path, seed: int) -> None:
        self.scenario = scenario
        self.folder = folder
        self.seed = seed
        self.disk = Disk()
        self.tried: Counter[str] = Counter()
        self.wrong: list[tuple[str, str]] = []

    def cuts(self, tries: int) -> None:
        """Power cuts, in a run without faults and in runs with one."""
        runs = [self._traced(number) for number in range(2 + tries // 100)]
        for number in range(tries):
            chance = random.Random(f"{self.seed} cut {number}")
            root, calls = runs[number % len(runs)]
            way, at = chance.choice(WAYS), chance.randrange(len(calls) + 1)
            place = self.folder / "after"
            until = read_told(cut_power(calls, root, place, at, chance, way))
            told = read_told([call.name for call in calls if call.kind == "N"])
            self._count(f"power cut; of the rest is kept: {way}", number,
                        check(self.scenario, place, until, told))  # fmt: skip
            shutil.rmtree(place)

    def _traced(self, number: int) -> tuple[Path, list[Call]]:
        root, trace = self.folder / f"run{number}", self.folder / f"trace{number}"
        root.mkdir()
        with self.disk.watched(root, trace):
            if number % 2:
                self._draw_fault(random.Random(f"{self.seed} run {number}"), 400, ERRORS[:2])
            self.scenario.run(root, Telling(self.disk))
            self.disk.mend()
        return root, read_trace(trace)

    def faults(self, tries: int) -> None:
        """Faults of one call and of many."""
        root = self.folder / "counted"
        root.mkdir()
        with self.disk.watched(root):
            self.scenario.run(root, Telling(self.disk))
            calls = self.disk.calls
        for number in range(tries):
            root = self.folder / "faulty"
            root.mkdir()
            telling, wrong = Telling(self.disk), ""
            with self.disk.watched(root):
                what = self._draw_fault(random.Random(f"{self.seed} {number}"), calls, ERRORS)
                try:
                    self.scenario.run(root, telling)
                except Exception:
                    wrong = traceback.format_exc()
                finally:
                    self.disk.mend()
            wrong = wrong or check(self.scenario, root, telling.told, telling.told)
            self._count(what, number, wrong)
            shutil.rmtree(root)

    def _draw_fault(self, chance: random.Random, calls: int, errors: tuple[int, ...]) -> str:
        error, span, tears = chance.choice(errors), chance.choice([*SPANS]), chance.random() < 0.3
        first = chance.randrange(1, calls + 1)
        self.disk.fail(first, first + span, error, tears)
        return f"{errno.errorcode[error]}, {SPANS[span]}{', writes torn' if tears else ''}"

    def _count(self, what: str, number: int, wrong: str) -> None:
        self.tried[what] += 1
        if wrong:
            which = f"{self.scenario.name}, {what} (seed {self.seed}, number {number})"
            self.wrong.append((what, f"{which}: {wrong}"))

    def outcome(self) -> Outcome:
        bad = Counter(what for what, _ in self.wrong)
        tried = [(self.scenario.name, what, n, bad[what]) for what, n in sorted(self.tried.items())]
        return Outcome(tried, [said for _, said in self.wrong])


def read_told(notes: list[str]) -> Told:
    return [msgspec.json.decode(note, type=tuple[str, str, str]) for note in notes]


def main(seed: int, *schedules: str) -> None:
    logging.disable()  # the museum's own words about all these faults
    whole = Outcome([], [])
    for name, kind, tries in zip(schedules[::3], schedules[1::3], schedules[2::3], strict=True):
        with tempfile.TemporaryDirectory() as folder:
            trial = Trial(SCENARIOS[name], Path(folder).resolve(), seed)
            (trial.cuts if kind == "cuts" else trial.faults)(int(tries))
        whole.tried += trial.outcome().tried
        whole.wrong += trial.outcome().wrong
    print(msgspec.json.encode(whole).decode())


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
