"""Altered files by the thousand, in child processes: what became of them."""

import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.machines.altered.files import RECORDS, ROOMS
from tests.machines.altered.formats import FORMATS

ROOT = Path(__file__).resolve().parents[3]
ALL = [
    *(("snapshot", room) for room in ROOMS),
    *(("log", room) for room in ROOMS),
    *(("record", record) for record in RECORDS),
    *(("file", name) for name in FORMATS),
    ("line", "any"),
]
CHILD_S = 3_600


@dataclass
class Tried:
    """What became of them."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))
        return "\n".join([counts, *self.faults[:20]])


def tried(kind: str, name: str, first: int, count: int) -> Tried:
    """So many altered files, from number ``first`` on; a child that ends is followed by another."""
    done, end = Tried(), first + count
    while first < end:
        words = ["-m", "tests.machines.altered.trial", kind, name, str(first), str(end - first)]
        child = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT, capture_output=True, text=True, timeout=CHILD_S, check=False,
        )  # fmt: skip
        if child.returncode and not child.stdout:
            raise RuntimeError(child.stderr[-2_000:])
        for line in child.stdout.splitlines():
            number, _, result = line.partition(" ")
            first = int(number) + 1
            if result in ("refused", "taken"):
                done.counts[result] += 1
            else:
                done.counts["at fault"] += 1
                ended = result or f"ended with {child.returncode}: {child.stderr[-500:]}"
                done.faults.append(f"{kind} {name} {number}: {ended}")
    return done
