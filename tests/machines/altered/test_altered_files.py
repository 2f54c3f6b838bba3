"""Snapshots, logs, run records and what people bring along, altered: refused, or harmless; and
command lines at random among them.

Some dozens here, in this process; in the soak each kind in turn, in child processes with bounds
on memory and time, for MATCHBOX704_SOAK seconds.
"""

import os
import random
import time
from collections import Counter
from itertools import cycle

import pytest

from tests.machines.altered.run import ALL, tried
from tests.machines.altered.trial import KINDS

SHORT = {
    ("snapshot", "ibm704"): 15,
    ("snapshot", "pegasus"): 15,
    ("snapshot", "anaconda"): 15,
    ("log", "menace"): 6,
    ("record", "menace-tournament-000001"): 8,
    ("record", "pegasus"): 8,
    ("file", "deck"): 8,
    ("file", "layout"): 10,
    ("file", "twin"): 15,
}
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "1500"))
AT_ONCE = 500 if SECONDS > 60 else 20
SLOW = {("record", "anaconda-000001"): 10}
"""How many at once of those that take a second each."""


@pytest.mark.parametrize(("kind", "name"), SHORT)
def test_an_altered_file_is_refused_or_harmless(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", "")  # put back afterwards: the trial sets it
    trial = KINDS[kind](name)
    results = [trial(random.Random(number)) for number in range(SHORT[kind, name])]
    assert not [one for one in results if one not in ("refused", "taken")]
    assert "refused" in results


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 3 + 600)
def test_thousands_of_altered_files_are_refused_or_harmless() -> None:
    end, first = time.monotonic() + SECONDS, time.time_ns() % 1_000_000 * 1_000
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for kind, name in cycle(ALL):
        done = tried(kind, name, first, SLOW.get((kind, name), AT_ONCE))
        counts += done.counts
        print(f"{kind} {name}, from {first}: {done}; {counts.total()} so far")
        faults += done.faults
        first += AT_ONCE
        if time.monotonic() > end:
            break
    assert not faults, "\n".join(faults[:20])
