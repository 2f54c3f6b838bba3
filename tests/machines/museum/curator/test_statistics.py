"""What is counted, what is kept of it, and that nothing personal is."""

import json
from datetime import date
from pathlib import Path

import pytest

from machines.museum.curator.caretaker import FrameMeter
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
from machines.storage.registry import EXHIBITS

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
