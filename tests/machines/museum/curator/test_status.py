"""``main.py status``: what a monitor is told of a museum, in words, JSON and a number.

What is counted, what is kept of it, and that nothing personal is.
"""

import json
import os
import time
from datetime import date, datetime
from pathlib import Path

import msgspec
import pytest

from machines import commands
from machines.commands.museum import CLOSED, NOT_RUNNING, TROUBLE, WELL
from machines.museum.curator.caretaker import Bookkeeper, FrameMeter
from machines.museum.curator.settings_file import NAME as SETTINGS
from machines.museum.curator.settings_file import load_settings
from machines.museum.curator.statistics import (
    FOLDER,
    LEARNED,
    PlayCounter,
    RoomCounts,
    Statistics,
    learned,
    read_days,
    to_csv,
)
from machines.museum.curator.status import (
    NAME,
    Fall,
    Health,
    SettingsStatus,
    Status,
    find_troubles,
    note_fall,
    read_falls,
    read_status,
)
from machines.museum.tour_script import Scene, Script, Step
from machines.storage.files import write_kept
from machines.storage.registry import EXHIBITS
from tests.machines.museum.visit import Visit
from tests.machines.storage.full_disk import full_disk


def well(**others: object) -> Status:
    """A museum that is open and well, but for what is named."""
    now = int(time.time())
    made = Status(
        at=now,
        began=now - 100,
        pid=os.getpid(),
        version="0",
        state="open",
        settings=SettingsStatus("museum.toml", "file"),
        health=Health(60.0, 20, 400, 9000),
        today={"menace": RoomCounts(1, 2, 3, 7, 9)},
        year={"menace": RoomCounts(10, 20, 30, 70, 90)},
    )
    return msgspec.structs.replace(made, **others)


def told(
    folder: Path, status: Status | None, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, dict[str, object]]:
    """What the command says: its exit status, text and JSON."""
    if status is not None:
        write_kept(folder / NAME, status)
    capsys.readouterr()
    ended = commands.main(["status", "--data", str(folder)])
    text = capsys.readouterr().out
    assert commands.main(["status", "--json", "--data", str(folder)]) == ended
    return ended, text, json.loads(capsys.readouterr().out)


def test_a_museum_that_is_open_and_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended, text, data = told(tmp_path, well(), capsys)
    assert (ended, data["summary"], data["troubles"]) == (WELL, "well", [])
    rows = [line.split() for line in text.splitlines()]
    assert ["menace", "1", "2", "3", "7", "9", "beads"] in rows
    assert ["menace", "10", "20", "30", "70", "90", "beads"] in rows
    assert text.splitlines()[-1].startswith("won, drawn and lost: by the visitor")
    assert data["today"] == {"menace": {"won": 1, "drawn": 2, "lost": 3, "plays": 7, "learned": 9}}


def test_a_disk_that_takes_nothing_is_found_though_the_status_there_is_from_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_kept(tmp_path / NAME, well())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with full_disk(1000):
        ended, text, data = told(tmp_path, None, capsys)
    assert (ended, data["summary"]) == (TROUBLE, "trouble")
    assert "  nothing can be written: " in text and "can't be written: File too large" in text
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_plays_that_are_not_kept_are_trouble(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, text, _ = told(tmp_path, well(unkept="x.log: can't be written"), capsys)
    assert ended == TROUBLE
    assert "  nothing that is played is kept: x.log: can't be written" in text


def test_one_that_is_closed_by_its_hours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, well(state="closed"), capsys)[0] == CLOSED


def test_none_one_that_has_ended_and_one_that_was_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, None, capsys)[0] == NOT_RUNNING
    assert told(tmp_path, well(state="ended"), capsys)[0] == NOT_RUNNING
    if os.name == "posix":
        gone = os.spawnlp(os.P_NOWAIT, "true", "true")
        os.waitpid(gone, 0)
        assert told(tmp_path, well(pid=gone), capsys)[0] == NOT_RUNNING


@pytest.mark.parametrize(
    ("others", "named"),
    [
        ({"at": int(time.time()) - 900}, "no sign of life"),
        ({"settings": SettingsStatus("m", "defaults", ("m, line 3: x",))}, "settings: m, line 3"),
        ({"health": Health(12.0, 20, 400, 9000)}, "slow: 12 frames"),
        ({"health": Health(None, 20, 400, 100)}, "disk: 100 MB"),
        ({"health": Health(None, 20, 9999, 9000)}, "memory: 9999 MB"),
        ({"health": Health(None, 20, 400, 9000, ("it is lost",), 1)}, "panel: it is lost"),
        ({"falls": (Fall(int(time.time()) - 60, -9),)}, "falls: 1 in the last hour"),
    ],
)
def test_a_trouble_is_named(
    others: dict[str, object],
    named: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ended, text, data = told(tmp_path, well(**others), capsys)
    assert ended == TROUBLE and named in text and named in str(data["troubles"])
    assert len(list(data["troubles"])) == 1  # type: ignore[call-overload]


def test_a_fall_of_yesterday_and_a_window_at_rest_are_no_trouble() -> None:
    status = well(falls=(Fall(0, 1),), health=Health(None, 0, 400, 9000))
    assert list(find_troubles(status, time.time())) == []


def test_a_folder_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = tmp_path / "lost" / "data"
    ended, text, _ = told(lost, None, capsys)
    assert ended == NOT_RUNNING and text.startswith("not running")
    assert list(tmp_path.iterdir()) == []


def test_a_broken_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "status.json").write_bytes(b"{")
    assert commands.main(["status", "--data", str(tmp_path)]) == 2
    assert "status.json" in capsys.readouterr().err
    assert commands.main(["status", "--json", "--data", str(tmp_path)]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["summary"] == "unreadable"
    assert "status.json" in told["troubles"][0]


@pytest.mark.parametrize("name", ["x" * 300, "~nobody-of-that-name/x"])
def test_a_folder_that_cannot_be_is_refused_and_the_object_says_so(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["status", "--json", "--data", name]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["summary"] == "unreadable"
    assert name in told["troubles"][0]


def test_the_last_falls_are_kept(tmp_path: Path) -> None:
    assert read_falls(tmp_path) == ()
    for status in range(60):
        note_fall(tmp_path, status)
    kept = read_falls(tmp_path)
    assert [fall.status for fall in kept] == list(range(10, 60))
    (tmp_path / "falls.json").write_bytes(b"torn")
    assert read_falls(tmp_path) == ()


@pytest.mark.slow
def test_a_running_museum_writes_what_is_played(tmp_path: Path) -> None:
    one = Visit(tmp_path)
    books = Bookkeeper(tmp_path, datetime.now)
    books.house = one.house
    used = load_settings(tmp_path)
    books.tend(0.0, used, "open")
    before = one.until(lambda view: True).plays
    one.act("console.start")
    one.until(lambda view: view.plays >= before + 2)
    books.tend(61.0, used, "open")
    books.close(used)
    status = read_status(tmp_path)
    assert status is not None and status.state == "ended" and status.room == "counter"
    assert status.today["counter"].plays >= 2
    assert status.health.memory_mb > 0 and status.health.disk_free_mb > 0
    assert one.house.close()


def test_a_journey_that_a_visitor_has_begun_is_no_demonstration(tmp_path: Path) -> None:
    one = Visit(tmp_path)
    books = Bookkeeper(tmp_path, datetime.now)
    books.house = one.house
    used, tours = load_settings(tmp_path), one.house.tours
    tours.journey = "counter"
    assert tours.on
    assert not books.status(used, "open").demonstration
    tours.journey = ""
    tours.begin_round({"counter": Script((Scene((Step(),)),))}, "counter")
    assert books.status(used, "open").demonstration
    tours.end()
    assert not books.status(used, "open").demonstration
    books.close(used)
    assert one.house.close()


def test_the_years_statistics_go_into_a_table(tmp_path: Path) -> None:
    books = Bookkeeper(tmp_path, lambda: datetime(2026, 11, 24, 12, 30))
    books.statistics.add_game("menace", "won")
    path = books.export(tmp_path / "out")
    assert path.name == "statistics-20261124-123000.csv"
    assert "2026-11-24,menace,1,0,0,0,0" in path.read_text()
    (tmp_path / SETTINGS).unlink(missing_ok=True)
    books.close(load_settings(tmp_path))


@pytest.mark.slow
def test_a_demonstrations_plays_are_counted_nowhere(tmp_path: Path) -> None:
    one = Visit(tmp_path)
    books = Bookkeeper(tmp_path, datetime.now)
    books.house = one.house
    one.act("console.start")
    plays = one.until(lambda view: view.plays >= 1).plays
    kept = one.house.sessions.open_sessions["counter"]
    kept.is_demonstration = True
    books.count()
    one.until(lambda view: view.plays >= plays + 2)
    books.count()
    assert books.statistics.rooms == {}
    kept.is_demonstration = False
    books.count()
    plays = one.until(lambda view: True).plays
    one.until(lambda view: view.plays >= plays + 2)
    books.count()
    assert books.statistics.rooms["counter"].plays >= 1
    books.close(load_settings(tmp_path))
    assert one.house.close()


DAY = date(2026, 11, 24)


def test_games_are_counted_by_how_they_ended(tmp_path: Path) -> None:
    one = Statistics(tmp_path, DAY)
    for ending in ("won", "lost", "lost", "drawn", ""):
        one.add_game("menace", ending)
    assert one.rooms == {"menace": RoomCounts(won=1, drawn=1, lost=2)}


def test_a_day_is_gone_on_with_and_the_year_is_its_sum(tmp_path: Path) -> None:
    first = Statistics(tmp_path, date(2026, 1, 2))
    first.add("menace", RoomCounts(won=2, plays=5))
    first.save()
    second = Statistics(tmp_path, DAY)
    second.add("menace", RoomCounts(won=1, plays=1, learned=7))
    second.add("morph", RoomCounts(lost=1))
    second.save()
    again = Statistics(tmp_path, DAY)
    assert again.rooms == second.rooms
    assert again.year() == {
        "menace": RoomCounts(won=3, plays=6, learned=7),
        "morph": RoomCounts(lost=1),
    }
    assert Statistics(tmp_path, date(2027, 1, 1)).year() == {}


def test_at_midnight_another_day_begins(tmp_path: Path) -> None:
    one = Statistics(tmp_path, DAY)
    one.add_game("menace", "won")
    one.turn(date(2026, 11, 25))
    one.add_game("menace", "lost")
    one.save()
    days = dict(read_days(tmp_path, 2026))
    assert days[DAY]["menace"].won == 1 and days[date(2026, 11, 25)]["menace"].lost == 1
    assert one.year()["menace"] == RoomCounts(won=1, lost=1)


def test_a_damaged_day_is_passed_over_and_costs_no_other(tmp_path: Path) -> None:
    one = Statistics(tmp_path, DAY)
    one.add_game("menace", "won")
    one.save()
    (tmp_path / FOLDER / "2026-03-01.json").write_bytes(b"{torn")
    (tmp_path / FOLDER / "2026-99-99.json").write_bytes(b"{}")
    assert Statistics(tmp_path, DAY).year() == {"menace": RoomCounts(won=1)}


def test_only_counts_by_room_are_kept(tmp_path: Path) -> None:
    one = Statistics(tmp_path, DAY)
    one.add_game("menace", "won")
    one.save()
    kept = json.loads(one.path.read_bytes())
    assert list(kept) == ["rooms"]
    assert set(kept["rooms"]["menace"]) == {"won", "drawn", "lost", "plays", "learned"}


def test_what_grows_is_counted_and_a_session_begun_anew_is_not() -> None:
    counter, first, second = PlayCounter(), object(), object()
    assert counter.grown("menace", first, 100, 30) == (0, 0)  # of an earlier day
    assert counter.grown("menace", first, 103, 34) == (3, 4)
    assert counter.grown("menace", first, 102, 34) == (0, 0)  # taken back
    assert counter.grown("menace", second, 500, 90) == (0, 0)
    assert counter.grown("menace", second, 501, 90) == (1, 0)


def test_rooms_that_learn_are_rooms_of_the_museum() -> None:
    assert set(LEARNED) <= {one.name for one in EXHIBITS}
    assert learned("menace", {"beads_gained": 3, "beads_lost": 2, "plays": 9}) == 5
    assert learned("anaconda", {"games": 3}) == 0


def test_the_table_for_a_spreadsheet_has_a_line_a_day_and_room() -> None:
    table = to_csv(iter([(DAY, {"morph": RoomCounts(1, 2, 3, 4, 5), "menace": RoomCounts()})]))
    assert table.splitlines() == [
        "date,room,won,drawn,lost,plays,learned",
        "2026-11-24,menace,0,0,0,0,0",
        "2026-11-24,morph,1,2,3,4,5",
    ]


def test_the_frame_rate_is_that_of_seconds_in_which_something_moved() -> None:
    meter = FrameMeter()
    assert meter.rate() is None
    for k in range(1, 151):
        meter.frame(k / 50, 0.004 if k != 77 else 0.090, moving=True)
    assert meter.rate() == pytest.approx(50, rel=0.03) and meter.slowest_ms() == 90
    for k in range(100):
        meter.frame(3 + k / 10, 0.001, moving=False)
    assert meter.rate() == pytest.approx(50, rel=0.05)
