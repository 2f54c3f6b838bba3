"""Snapshots, logs, run records and what people bring along, altered: refused, or harmless; and
command lines at random among them.

Some dozens here, in this process; in the soak each kind in turn, in child processes with bounds
on memory and time, for MATCHBOX704_SOAK seconds.
"""

import contextlib
import json
import os
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.machines.altered.files import RECORDS, kept
from tests.machines.altered.run import ALL, tried
from tests.machines.altered.trees import TRAPS
from tests.machines.altered.trial import KINDS, Records

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


# -- no word comes to the system -------------------------------------------------------------------


QUICK = ("morph-000001", "samuel-rote-000001")
SETTINGS = "SELECT value FROM about WHERE key = 'settings'"


def places(tree: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every leaf."""
    if isinstance(tree, dict | list) and tree:
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            yield from places(tree[key], (*way, key))
    else:
        yield way


@pytest.mark.parametrize(
    "record",
    [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in RECORDS],
)
def test_no_word_of_a_runs_settings_reaches_the_system(
    record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", "")  # put back afterwards: the trial sets it
    trial, path = Records(record), tmp_path / f"{record}.sqlite"
    path.write_bytes(kept(path.name))
    with contextlib.closing(sqlite3.connect(path)) as database:
        settings = json.loads(database.execute(SETTINGS).fetchone()[0])
    ways = [(way, TRAPS[k % len(TRAPS)]) for k, way in enumerate(places(settings))]
    ways += [(("opponent",), trap) for trap in TRAPS]
    for way, trap in ways:
        path.write_bytes(kept(path.name))
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            again = json.loads(json.dumps(settings))
            at = again
            for key in way[:-1]:
                at = at[key]
            at[way[-1]] = trap
            database.execute(
                "UPDATE about SET value = ? WHERE key = 'settings'", (json.dumps(again),)
            )
        games = {"menace": 60, "pegasus": 80}.get(record.split("-")[0], 2)
        command = RECORDS[record].format(games=games)
        found = trial.run(*command.split(), "--resume", str(path))
        assert found in ("refused", "taken"), (way, trap)
