"""Games between machines reach the tournament table: once each, a demonstration's too.

While nobody is there machines meet: how much of the computer they have, and when they stop.

The tournament table: begins with what ships, grows by machines' games, survives a restart.
"""

import hashlib
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from devices.screen.ui_text import languages, read_language
from machines.laboratory.matches import meetings as matched
from machines.menace.scene import OPPONENTS
from machines.museum import meetings as module
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.meetings import (
    FILE,
    SHARE,
    SHIPPED,
    IdleMeetings,
    Meeting,
    MeetingTable,
    Met,
    read_shipped,
)
from machines.museum.session_manager import SessionManager
from machines.museum.sessions.session_store import SessionStore
from machines.storage.program import ASSETS
from machines.storage.registry import EXHIBITS
from tests.machines.visitor import Visitor
from tests.waiting import until


def opened(folder: Path) -> tuple[SessionStore, SessionManager]:
    store = SessionStore(folder, "test")
    manager = SessionManager(store, EXHIBITS)
    manager.open("menace")
    return store, manager


def close(store: SessionStore, manager: SessionManager) -> None:
    manager.close()
    store.close()


def play(manager: SessionManager, opponent: str, plays: int) -> None:
    """So many plays more."""
    manager.act("menace", "table.opponent", OPPONENTS.index(opponent))
    manager.act("menace", "table.run", 1)
    wanted = manager.view("menace").plays + plays
    while manager.view("menace").plays < wanted:
        manager.advance("menace", 500_000)
    manager.act("menace", "table.run", 0)


def here(manager: SessionManager) -> dict[str, int]:
    """Games that were played in this museum, by meeting."""
    return {one.name: one.here for one in manager.meetings.rows if one.here}


def test_plays_between_machines_count_and_no_others(tmp_path: Path) -> None:
    store, manager = opened(tmp_path)
    play(manager, "random", 2)
    play(manager, "menace", 2)
    assert here(manager) == {}
    before = {one.name: one for one in manager.meetings.rows}
    play(manager, "morph", 3)
    play(manager, "pegasus", 2)
    assert here(manager) == {"meet_morph": 3, "meet_pegasus": 2}
    results = manager.view("menace").scene.results[4:7].tolist()
    now = next(one for one in manager.meetings.rows if one.name == "meet_morph")
    assert now.won - before["meet_morph"].won == results.count(1)
    assert now.lost - before["meet_morph"].lost == results.count(-1)
    close(store, manager)


def test_a_session_that_is_gone_on_with_counts_no_play_twice(tmp_path: Path) -> None:
    store, manager = opened(tmp_path)
    play(manager, "morph", 3)
    close(store, manager)
    store, manager = opened(tmp_path)
    assert manager.view("menace").plays == 3  # made again from its log
    assert here(manager) == {"meet_morph": 3}
    play(manager, "morph", 1)
    assert here(manager) == {"meet_morph": 4}
    close(store, manager)


def test_a_demonstration_s_plays_count_too(tmp_path: Path) -> None:
    store, manager = opened(tmp_path)
    manager.touring = "menace"
    assert manager._set_aside("menace")
    play(manager, "pegasus", 2)
    manager.leave(hands_over=False)
    assert manager.view("menace").plays == 0
    assert here(manager) == {"meet_pegasus": 2}
    close(store, manager)


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


PEGASUS = ("menace", "meet_pegasus")


def row(table: MeetingTable, name: tuple[str, str] = PEGASUS) -> Meeting:
    return next(one for one in table.rows if (one.exhibit, one.name) == name)


def test_the_table_begins_with_the_games_that_ship(tmp_path: Path) -> None:
    shipped = read_shipped((ASSETS / SHIPPED).read_bytes())
    table = MeetingTable(tmp_path)
    assert [(one.exhibit, one.name) for one in table.rows] == list(shipped)
    assert all((one.won, one.drawn, one.lost) == shipped[one[:2]] for one in table.rows)
    assert all(one.games > 0 and one.here == 0 for one in table.rows)
    assert list(tmp_path.iterdir()) == []


def test_the_placard_s_games_are_those_that_the_table_begins_with() -> None:
    won, drawn, lost = read_shipped((ASSETS / SHIPPED).read_bytes())["anaconda", "meet_1002"]
    share = (won + drawn / 2) / (won + drawn + lost)
    for code in languages():
        placard = read_language(code).placard("anaconda")
        assert placard is not None
        (card,) = (one for one in placard.cards if one.name == "samuel")
        found = [int(one) for one in re.findall(r"[0-9]+", card.see)]
        assert found == [200, round(100 * share)], code


def test_games_are_added_and_are_there_after_a_restart(tmp_path: Path) -> None:
    table = MeetingTable(tmp_path)
    before = row(table)
    table.count("menace", {("meet_pegasus", 1): 3, ("meet_pegasus", 0): 2, ("meet_pegasus", -1): 1})
    table.count("menace", {("meet_pegasus", 1): 1, ("nobody", 1): 5})
    table.close()
    for one in (table, MeetingTable(tmp_path)):
        now = row(one)
        assert (now.won, now.drawn, now.lost) == (
            before.won + 4,
            before.drawn + 2,
            before.lost + 1,
        )
        assert now.here == 7
        assert sum(other.here for other in one.rows) == 7


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"menace": {"meet_pegasus": [1, -2, 0]}}'])
def test_a_damaged_file_is_set_aside_and_the_table_begins_anew(
    tmp_path: Path, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(data)
    with caplog.at_level(logging.WARNING):
        table = MeetingTable(tmp_path)
    assert "is set aside" in caplog.text
    assert all(one.here == 0 for one in table.rows)
    (aside,) = tmp_path.iterdir()
    assert aside.name.startswith("meetings.json.set-aside-")
    assert aside.read_bytes() == data
    table.count("menace", {("meet_pegasus", 0): 1})
    table.close()
    assert row(MeetingTable(tmp_path)).here == 1


def test_a_folder_that_is_gone_leaves_the_table_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = MeetingTable(tmp_path / "gone")
    table.count("menace", {("meet_pegasus", 0): 1})
    table.close()
    assert row(table).here == 1
    assert caplog.text.count("the tournament table: not kept") == 1


@pytest.mark.parametrize("data", [b"", b"a,b\n", b"exhibit,meeting,won,drawn,lost\nmenace,x,1,2\n"])
def test_a_file_that_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(RefusedError, match="expected lines of exhibit,meeting"):
        read_shipped(data)


def test_every_row_has_its_words_and_begins_in_its_room() -> None:
    shipped: dict[str, list[str]] = {one.name: [] for one in EXHIBITS}
    for exhibit, name in read_shipped((ASSETS / SHIPPED).read_bytes()):
        shipped[exhibit].append(name)
    for code in languages():
        rooms = read_language(code).rooms
        for exhibit, names in shipped.items():
            assert sorted(rooms[exhibit].meetings) == sorted(names), (code, exhibit)
    for exhibit in filter(shipped.get, shipped):
        visitor = Visitor(exhibit)
        found = visitor.room.meetings(visitor.context())
        assert sorted(found) == sorted(shipped[exhibit]), exhibit
