"""How fast a room opens on a day of ten million plays, as a night flat out leaves one.

The Pegasus plays them all.  A day of MENACE's has room for a million, which would take it minutes:
the first and last of them are played, and those between are put into its book and, in full, into
its run record, as the museum's recorder leaves them.  Then the session is closed and
the housekeeping looks.  Run with ``pytest -s tests/bench/test_bench_reopening.py
--benchmark-only``; MATCHBOX704_PLAYS names another number.
"""

import os
import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from machines.exhibit.exhibit import Exhibit
from machines.menace.exhibit import Menace
from machines.menace.play_history import MOST_PLAYS
from machines.museum.session_manager import SessionManager
from machines.museum.sessions.housekeeping import Housekeeper, size_of
from machines.museum.sessions.session_store import SessionStore
from machines.storage.registry import EXHIBITS, find_exhibit, make_exhibit, panel_layout

PLAYS = int(os.environ.get("MATCHBOX704_PLAYS", "10_000_000"))
MOST_S = 2.0
SLICE_US = 1_000_000_000
PLAYED = 5_000
"""Plays of MENACE before those that are put in, and after."""
BLOCK = 1_000
NUMBER = re.compile(rb'"number":\d+')
WORKS = {
    "menace": (("table.opponent", 1), ("table.run", 1)),
    "pegasus": (("desk.print", 0), ("desk.run", 1)),
}
"""What is done so that it plays by itself."""


def play(manager: SessionManager, name: str, plays: int) -> None:
    """Let a machine play by itself, flat out, until so many are finished."""
    exhibit = manager.open_sessions[name].exhibit
    while exhibit.plays < plays:
        before = exhibit.plays
        for control, value in () if exhibit.view().busy else WORKS[name]:
            manager.act(name, control, value)
        while exhibit.view().busy and exhibit.plays < plays:
            manager.advance(name, SLICE_US)
        assert exhibit.plays > before, "it plays no more"


def put_in(manager: SessionManager, plays: int) -> None:
    """Put plays into MENACE's book and its day's record, with the last of it in them."""
    exhibit, recorder = (
        manager.open_sessions["menace"].exhibit,
        manager.recording._recorders["menace"],
    )
    run = recorder._run
    assert isinstance(exhibit, Menace)
    assert run is not None
    played = [line for block in run.blocks() for line in block.data.split(b"\n") if line]
    parts = [NUMBER.split(line, maxsplit=1) for line in played]
    with run.together():
        for first in range(run.plays + 1, run.plays + plays, BLOCK):
            chosen = (parts[(first + k) % len(parts)] for k in range(BLOCK))
            lines = [
                b'%s"number":%d%s' % (before, first + k, after)
                for k, (before, after) in enumerate(chosen)
            ]
            run.keep(BLOCK, b"\n".join(lines), None)
    book = exhibit.state.table.book
    results = np.random.default_rng(1).integers(-1, 2, plays).astype(np.int8)
    book.scores = np.concatenate([book.scores[: book.plays], results, np.zeros(1_000_000, np.int8)])
    book.number += plays
    book.plays += plays
    book.won += int((results == 1).sum())
    book.drawn += int((results == 0).sum())


def plays_of_day(exhibit: Exhibit) -> int:
    """How many plays the machine knows of."""
    if isinstance(exhibit, Menace):
        return exhibit.state.table.book.plays
    return exhibit.plays


def play_day(folder: Path, name: str, plays: int) -> None:
    """A day of so many plays."""
    store = SessionStore(folder, "bench")
    manager = SessionManager(store, EXHIBITS)
    manager.open(name)
    if name == "menace":
        play(manager, name, PLAYED)
        manager.recording.record_new_plays(manager.open_sessions[name], acted=True)
        put_in(manager, MOST_PLAYS - 2 * PLAYED - BLOCK)
        plays = manager.open_sessions[name].exhibit.plays + PLAYED
    play(manager, name, plays)
    manager.close()
    store.close()
    Housekeeper(folder).look(time.time())


@pytest.mark.parametrize("name", WORKS)
def test_a_room_opens_on_a_day_of_ten_million_plays(
    benchmark: Any, tmp_path: Path, name: str
) -> None:
    began = time.monotonic()
    play_day(tmp_path, name, PLAYS)
    playing_s = time.monotonic() - began
    one = find_exhibit(name)
    make_exhibit(one, panel_layout(one))  # kernels and tables are there, as for any opening
    opened: list[int] = []

    def reopen() -> None:
        store = SessionStore(tmp_path, "bench")
        manager = SessionManager(store, EXHIBITS)
        manager.open(name)
        manager.recording.record_new_plays(manager.open_sessions[name], acted=True)
        opened.append(plays_of_day(manager.open_sessions[name].exhibit))
        assert not manager.troubles
        manager.close()
        store.close()

    benchmark.pedantic(reopen, rounds=3)
    records = list((tmp_path / "runs").glob("*-day-*.sqlite"))
    assert len(records) == (name == "menace"), "it went on with the day's record"
    assert min(opened) >= (PLAYS if name != "menace" else MOST_PLAYS - 2 * BLOCK)
    benchmark.extra_info.update(
        plays=min(opened),
        playing_s=round(playing_s),
        record_mb=round(sum(one.stat().st_size for one in records) / 1e6),
        folder_mb=round(size_of(tmp_path) / 1e6),
    )
    print(
        f"\n{name}: {benchmark.extra_info}, reopened in {benchmark.stats.stats.max:.2f} s at most"
    )
    assert benchmark.stats.stats.max < MOST_S
