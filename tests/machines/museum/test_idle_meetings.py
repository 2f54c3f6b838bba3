"""While nobody is there machines meet: how much of the computer they have, and when they stop."""

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from machines.laboratory.matches import meetings as matched
from machines.museum import meetings as module
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.meetings import SHARE, IdleMeetings, Met
from machines.museum.sessions.session_store import SessionStore
from tests.machines.museum.test_meetings import close, here, opened

ROWS = (("menace", "meet_pegasus"), ("anaconda", "meet_0"))
PATIENCE_S = 60.0


class Table:
    """A table that remembers what it was told; ``there``: whether a visitor is."""

    def __init__(self) -> None:
        self.told: list[tuple[str, dict[tuple[str, int], int]]] = []
        self.there = False

    def rows(self) -> tuple[tuple[str, str], ...]:
        return () if self.there else ROWS

    def count(self, exhibit: str, met: Met) -> None:
        self.told.append((exhibit, dict(met)))


def until(what: Callable[[], object]) -> None:
    """Wait for it."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end
        time.sleep(0.002)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    def play(exhibit: str, name: str, rest: Callable[[], None], seed: int) -> Iterator[object]:
        del exhibit, name, seed
        while True:
            for _ in range(3):
                rest()
            yield 1, 0

    monkeypatch.setattr(matched, "play_meeting", play)
    monkeypatch.setattr(module, "LOOK_S", 0.001)
    monkeypatch.setattr(module, "EACH_S", 0.001)
    return Table()


def test_the_rows_take_turns_and_their_games_are_counted(table: Table) -> None:
    meetings = IdleMeetings(table.rows, table.count)
    meetings.start()
    until(lambda: len(table.told) >= 4)
    assert meetings.stop(PATIENCE_S)
    assert [exhibit for exhibit, _ in table.told[:4]] == ["menace", "anaconda"] * 2
    assert table.told[0][1] == {("meet_pegasus", 1): 1, ("meet_pegasus", 0): 1}


def test_no_row_is_played_on_and_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EACH_S", 600.0)
    meetings = IdleMeetings(table.rows, table.count)
    meetings.start()
    until(lambda: len(table.told) >= 2)
    time.sleep(0.1)
    assert meetings.stop(PATIENCE_S)
    assert [exhibit for exhibit, _ in table.told] == ["menace", "anaconda"]


def test_it_stops_at_the_next_move_when_somebody_comes_and_goes_on_when_they_go(
    table: Table,
) -> None:
    meetings = IdleMeetings(table.rows, table.count)
    meetings.start()
    until(lambda: table.told)
    table.there = True
    time.sleep(0.05)
    stood = len(table.told)
    time.sleep(0.05)
    assert len(table.told) <= stood + 1
    table.there = False
    until(lambda: len(table.told) > stood + 1)
    table.there = True
    assert meetings.stop(PATIENCE_S)  # while it waits, too


def test_before_each_move_it_rests_by_what_was_used(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = iter(range(1_000))
    waits: list[float] = []
    monkeypatch.setattr(module, "EACH_S", 0.0)
    monkeypatch.setattr(time, "thread_time", lambda: float(next(used)))
    meetings = IdleMeetings(table.rows, table.count)

    class Clock(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0.0)
            if len(waits) > 20:
                self.set()
            return self.is_set()

    meetings._stopped = Clock()
    meetings.start()
    assert meetings.stop(PATIENCE_S)
    # A second of work, by that clock, and then the rest of what makes it its share.
    assert waits[1:] == pytest.approx([1 / SHARE - 1] * (len(waits) - 1))


def test_a_meeting_that_fails_is_told_and_the_others_go_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def play(exhibit: str, *_: object) -> Iterator[tuple[int, ...]]:
        if exhibit == "menace":
            raise OSError("no beads")
        return iter([(1, 1)] * 1_000_000)

    monkeypatch.setattr(matched, "play_meeting", play)
    monkeypatch.setattr(module, "AFTER_FAULT_S", 0.001)
    meetings = IdleMeetings(table.rows, table.count)
    meetings.start()
    until(lambda: len(table.told) >= 2)
    assert meetings.stop(PATIENCE_S)
    assert {exhibit for exhibit, _ in table.told} == {"anaconda"}
    assert "no beads" in caplog.text


@pytest.mark.usefixtures("table")
def test_sessions_and_their_logs_know_nothing_of_it(tmp_path: Path) -> None:
    store, manager = opened(tmp_path)
    exhibit = manager.open_sessions["menace"].exhibit
    before = hashlib.sha256(exhibit.snapshot()).digest()
    logs = {path: path.read_bytes() for path in tmp_path.rglob("*.log")}
    meetings = IdleMeetings(lambda: ROWS[:1], manager.meetings.count)
    meetings.start()
    until(lambda: here(manager))
    assert meetings.stop(PATIENCE_S)
    assert hashlib.sha256(exhibit.snapshot()).digest() == before
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.log")} == logs
    close(store, manager)


@pytest.mark.slow
def test_they_meet_when_the_museum_is_alone_and_its_rooms_are_on(tmp_path: Path) -> None:
    house = MuseumController(SessionStore(tmp_path), StartupOptions(fresh=True))
    assert house._meetings_to_play() == ()
    house.sessions.open("menace")
    assert house._meetings_to_play() == ()  # somebody may be there
    house.idle()
    assert set(house._meetings_to_play()) == {("menace", "meet_pegasus"), ("menace", "meet_morph")}
    for name in ("resting", "quiet"):
        setattr(house, name, True)
        assert house._meetings_to_play() == ()
        setattr(house, name, False)
    house.tours.paused = True  # a demonstration asks
    assert house._meetings_to_play() == ()
    house.tours.paused = False
    house.touched()
    assert house._meetings_to_play() == ()
    house.sessions.close()
    house.store.close()
