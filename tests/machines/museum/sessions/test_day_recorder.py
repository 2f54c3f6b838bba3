"""A visitor's plays in run records: each when it is finished, undone when taken back, by days."""

import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from machines.menace.day import plays_in, plays_of, table_of
from machines.menace.exhibit import Menace
from machines.menace.play_history import PlayRecord
from machines.museum.session_manager import SessionManager
from machines.museum.sessions import day_recorder
from machines.museum.sessions.day_recorder import DayRecorder
from machines.museum.sessions.session_store import SessionStore
from machines.storage.registry import EXHIBITS
from machines.storage.run_store import newest_path, read_run
from tests.machines.storage.full_disk import full_disk

BY_ITSELF = (("table.opponent", 1), ("table.run", 1))
"""Against random squares, play after play."""
OPEN: list[tuple[SessionStore, SessionManager]] = []


@pytest.fixture(autouse=True)
def close_all() -> Iterator[None]:
    yield
    while OPEN:
        store, keeping = OPEN.pop()
        keeping.close()
        store.close()


def opened(folder: Path, fresh: bool = False) -> SessionManager:
    """The museum's keeping with the matchboxes switched on."""
    store = SessionStore(folder, "test")
    keeping = SessionManager(store, EXHIBITS, fresh)
    OPEN.append((store, keeping))
    keeping.open("menace")
    return keeping


def left(keeping: SessionManager) -> None:
    """The museum is closed as it should be."""
    store, keeping = OPEN.pop()
    keeping.close()
    store.close()


def machine(keeping: SessionManager) -> Menace:
    exhibit = keeping.open_sessions["menace"].exhibit
    assert isinstance(exhibit, Menace)
    return exhibit


def act(keeping: SessionManager, *controls: tuple[str, int]) -> None:
    for control, value in controls:
        keeping.act("menace", control, value)
        assert machine(keeping).state.reason == ""


def play(keeping: SessionManager, plays: int) -> None:
    """Until so many more are finished."""
    wanted = keeping.view("menace").plays + plays
    while keeping.advance("menace", 500_000).plays < wanted:
        pass


def playing(folder: Path, plays: int = 0) -> SessionManager:
    """The boxes play by themselves, and so many plays are finished."""
    keeping = opened(folder)
    act(keeping, *BY_ITSELF)
    play(keeping, plays)
    return keeping


def demonstrated(keeping: SessionManager) -> None:
    """The visitors' machine stands aside for a demonstration's."""
    keeping.touring = "menace"
    assert keeping._set_aside("menace")


def files(folder: Path) -> list[Path]:
    return sorted((folder / "runs").glob("*.sqlite"))


def recorded(path: Path) -> list[PlayRecord]:
    with read_run(path, "menace") as run:
        return plays_of(run)


def standing(keeping: SessionManager, day: int = 0) -> list[PlayRecord]:
    """The exhibit's own plays of a day that weren't taken back."""
    exhibit = machine(keeping)
    day = day or exhibit.day
    return [p for p in exhibit.plays_since(0, day) if p.day == day and not p.undone]


def test_no_play_no_file(tmp_path: Path) -> None:
    keeping = opened(tmp_path)
    act(keeping, ("cabinet.box", 5))
    left(keeping)
    assert files(tmp_path) == []


def test_every_play_is_in_the_record_as_soon_as_it_is_finished(tmp_path: Path) -> None:
    keeping = playing(tmp_path)
    for number in range(1, 5):
        play(keeping, 1)
        keeping.recording._recorders["menace"]._due_ns = 0  # a visitor takes longer
        keeping.recording.record_new_plays(keeping.open_sessions["menace"], True)
        assert len(recorded(files(tmp_path)[0])) == number
    assert recorded(files(tmp_path)[0]) == standing(keeping)
    with read_run(files(tmp_path)[0], "menace") as run:
        assert (run.about.study, run.about.settings, run.about.program) == (
            "day",
            {"day": 1},
            "test",
        )
        table = table_of(run)
    assert table.cabinet.plays == 4
    assert table.cabinet.on_board == []


def test_a_visitors_own_play_is_kept_before_anything_else_happens(tmp_path: Path) -> None:
    keeping = opened(tmp_path)
    act(keeping, ("table.new", 1))
    exhibit = machine(keeping)
    while not (exhibit.state.table.play.outcome and exhibit.state.table.play.phase == "over"):
        if exhibit.state.table.play.phase == "visitor":
            square = exhibit.state.table.play.board.moves[0]
            act(keeping, (f"board.square.{square}", 1))
        keeping.advance("menace", 500_000)
    assert recorded(files(tmp_path)[0]) == standing(keeping)
    assert standing(keeping)[0].opponent == "visitor"


def test_a_play_taken_back_is_undone_in_the_record(tmp_path: Path) -> None:
    keeping = playing(tmp_path, 3)
    before = machine(keeping).state.table.cabinet.beads.copy()
    act(keeping, ("table.run", 0))
    while machine(keeping).table.under_way:
        keeping.advance("menace", 500_000)
    act(keeping, ("table.undo", 1), ("table.undo", 1))
    path = files(tmp_path)[0]
    assert recorded(path) == standing(keeping)
    act(keeping, ("table.run", 1))
    play(keeping, 1)
    left(keeping)
    found = recorded(path)
    assert [one.number for one in found][-1] > len(found)  # no number is used twice
    with sqlite3.connect(path) as database:
        undone = database.execute("SELECT sum(undone), count(*) FROM blocks").fetchone()
    database.close()
    assert undone == (2, len(found) + 2)
    assert before.sum() > 0


def test_a_session_gone_on_with_goes_on_with_its_file(tmp_path: Path) -> None:
    keeping = playing(tmp_path, 3)
    left(keeping)
    keeping = opened(tmp_path)
    play(keeping, 2)
    expected = standing(keeping)
    left(keeping)
    assert len(files(tmp_path)) == 1
    assert recorded(files(tmp_path)[0]) == expected
    assert len(expected) >= 5


def killed(recorder: DayRecorder, folder: Path) -> SessionManager:
    """The process is gone, nothing was closed; and the museum opens again."""
    store, _ = OPEN.pop()
    assert recorder._run is not None
    recorder._run.close()
    store.close()
    return opened(folder)


def test_what_the_record_missed_is_made_up_for_on_coming_back(tmp_path: Path) -> None:
    keeping = playing(tmp_path, 1)
    keeping.recording.record_new_plays(keeping.open_sessions["menace"], True)
    recorder = keeping.recording._recorders["menace"]
    recorder.record_new_plays = lambda plays, acted: None  # type: ignore[method-assign]
    play(keeping, 3)
    expected = standing(keeping)
    keeping = killed(recorder, tmp_path)
    keeping.recording.record_new_plays(keeping.open_sessions["menace"], True)
    assert recorded(files(tmp_path)[0]) == expected
    assert len(files(tmp_path)) == 1


def test_killed_in_the_middle_of_a_reinforcement_it_comes_back_with_every_bead(
    tmp_path: Path,
) -> None:
    keeping = playing(tmp_path, 2)
    while machine(keeping).state.table.play.gaining != 1:  # one box of several has its beads back
        keeping.advance("menace", 100_000)
    table = machine(keeping).state.table
    assert (table.play.phase, table.cabinet.ledger().balances) == ("rewarding", True)
    keeping.recording.record_new_plays(keeping.open_sessions["menace"], True)  # however slow it is
    recorder = keeping.recording._recorders["menace"]
    before = standing(keeping)
    keeping = killed(recorder, tmp_path)
    machine(keeping).state.table.cabinet.check()
    assert standing(keeping) == before
    play(keeping, 2)
    expected = standing(keeping)
    left(keeping)
    assert recorded(files(tmp_path)[0]) == expected
    assert expected[: len(before)] == before
    assert len(files(tmp_path)) == 1


def test_a_new_day_and_a_fresh_museum_open_files_of_their_own(tmp_path: Path) -> None:
    keeping = playing(tmp_path, 2)
    act(keeping, ("table.day", 1), ("table.run", 1))
    play(keeping, 3)
    first, second = standing(keeping, 1), standing(keeping, 2)
    left(keeping)
    keeping = opened(tmp_path, fresh=True)
    act(keeping, *BY_ITSELF)
    play(keeping, 1)
    third = standing(keeping)
    left(keeping)
    assert [path.stem for path in files(tmp_path)] == [f"menace-day-00000{n}" for n in (1, 2, 3)]
    assert [recorded(path) for path in files(tmp_path)] == [first, second, third]


def test_a_visitors_reset_opens_another_file(tmp_path: Path) -> None:
    keeping = playing(tmp_path, 2)
    keeping.reset("menace")
    act(keeping, *BY_ITSELF)
    play(keeping, 1)
    expected = standing(keeping)
    left(keeping)
    assert len(recorded(files(tmp_path)[0])) >= 2
    assert recorded(files(tmp_path)[1]) == expected


def demonstration(folder: Path) -> SessionManager:
    """A museum in which a demonstration has made two plays."""
    keeping = opened(folder)
    demonstrated(keeping)
    act(keeping, *BY_ITSELF)
    play(keeping, 2)
    return keeping


def test_what_a_demonstration_plays_is_not_recorded(tmp_path: Path) -> None:
    keeping = demonstration(tmp_path)
    keeping.leave(hands_over=False)
    left(keeping)
    assert files(tmp_path) == []


def test_what_is_handed_over_is_recorded_from_then_on(tmp_path: Path) -> None:
    keeping = demonstration(tmp_path)
    keeping.leave(hands_over=True)
    play(keeping, 1)
    expected = standing(keeping)
    left(keeping)
    assert recorded(files(tmp_path)[0]) == expected


def test_a_machine_that_plays_fast_is_kept_together(tmp_path: Path) -> None:
    keeping = playing(tmp_path)
    keeping.open_sessions["menace"].session.advance("menace", 3_000_000_000)
    keeping.advance("menace", 500_000)
    expected = standing(keeping)
    assert len(expected) > 50
    left(keeping)
    path = files(tmp_path)[0]
    assert recorded(path) == expected
    with read_run(path, "menace") as run:
        blocks = list(run.blocks())
        assert plays_in(blocks[0], run.where)[0] == expected[0]
    assert len(blocks) < len(expected) / 10
    assert [block.first for block in blocks] == [
        1 + sum(block.plays for block in blocks[:k]) for k in range(len(blocks))
    ]


def test_of_plays_that_came_together_the_last_ones_can_be_taken_back(tmp_path: Path) -> None:
    keeping = playing(tmp_path)
    keeping.open_sessions["menace"].session.advance("menace", 1_000_000_000)
    keeping.advance("menace", 500_000)
    act(keeping, ("table.run", 0))
    while machine(keeping).table.under_way:
        keeping.advance("menace", 500_000)
    left(keeping)
    keeping = opened(tmp_path)
    before = standing(keeping)
    act(keeping, ("table.undo", 1), ("table.undo", 1))
    assert standing(keeping) == before[:-2]
    assert recorded(files(tmp_path)[0]) == before[:-2]


def test_a_day_of_many_plays_keeps_the_ends_of_those_that_came_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day_recorder, "IN_FULL", 0)
    keeping = playing(tmp_path)
    keeping.open_sessions["menace"].session.advance("menace", 3_000_000_000)
    keeping.advance("menace", 500_000)
    expected = standing(keeping)
    left(keeping)
    with read_run(files(tmp_path)[0], "menace") as run:
        first = next(run.blocks())
        kept = [msgspec.json.decode(one, type=PlayRecord) for one in first.data.split(b"\n")]
        assert run.plays == len(expected)
    assert kept == [*expected[:10], *expected[first.plays - 10 : first.plays]]


def test_a_full_disk_or_a_spoiled_record_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keeping = playing(tmp_path, 1)
    keeping.recording.record_new_plays(keeping.open_sessions["menace"], True)
    path = newest_path(tmp_path, "menace-day")
    assert path is not None
    with full_disk(1000), caplog.at_level(logging.ERROR):
        keeping.open_sessions["menace"].session.advance("menace", 60_000_000)
        keeping.recording.record_new_plays(keeping.open_sessions["menace"], True)
    assert "plays are not in the run record: " in caplog.text
    keeping.recording.record_new_plays(keeping.open_sessions["menace"], True)
    assert recorded(path) == standing(keeping)
    left(keeping)
    path.write_bytes(path.read_bytes()[:5000])
    keeping = opened(tmp_path)
    play(keeping, 1)
    expected = standing(keeping)
    left(keeping)
    assert recorded(path) == expected
    assert len(list(path.parent.glob(f"{path.name}.set-aside-*"))) == 1


@pytest.mark.slow
def test_a_day_that_was_changed_by_hand_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    sound = tmp_path / "sound"
    keeping = opened(sound)
    act(keeping, *BY_ITSELF)
    play(keeping, 2)
    left(keeping)
    statements = (
        "UPDATE results SET value = '7'",
        "UPDATE results SET value = '\"{}\"'",
        "UPDATE results SET value = '\"{'",
        "UPDATE about SET value = '{\"day\": \"x\"}' WHERE key = 'settings'",
        "UPDATE about SET value = '{}' WHERE key = 'settings'",
        "UPDATE blocks SET data = x'789cabae0500017500f9'",
        "UPDATE blocks SET data = x'00'",
        "UPDATE blocks SET plays = 'many'",
        "DROP TABLE blocks",
        "PRAGMA user_version = 9",
    )
    for number, statement in enumerate(statements):
        folder = shutil.copytree(sound, tmp_path / str(number))
        (path,) = files(folder)
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute(statement)
        before = path.read_bytes()
        keeping = opened(folder)
        play(keeping, 1)
        left(keeping)
        (aside,) = path.parent.glob(f"{path.name}.set-aside-*")
        assert aside.read_bytes() == before, statement
        assert [one.number for one in recorded(path)] == [1, 2, 3], statement
