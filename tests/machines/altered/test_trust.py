"""Whatever stands in a stranger's file, no word of it comes to the system as a command, a path, a
port, an address or a module: each setting of each study's run record in turn is such a word."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.machines.altered.files import RECORDS, kept
from tests.machines.altered.trees import TRAPS
from tests.machines.altered.trial import Records

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
