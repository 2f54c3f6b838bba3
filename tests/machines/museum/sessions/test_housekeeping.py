"""The data folder's budget: what is swept, what is thinned, and that nothing else is touched."""

import os
import sys
from pathlib import Path

import pytest

from machines.exhibit.exhibit import Event
from machines.exhibit.run_record import RunMetadata
from machines.exhibit.session import Play, Replayed, Session, read_log, replay
from machines.museum.sessions import housekeeping
from machines.museum.sessions.housekeeping import WEEK_S, Housekeeper
from machines.museum.sessions.session_store import SessionStore
from machines.storage.run_store import new_run, read_run
from tests.machines.counter import COUNT_US, PLAY, make
from tests.machines.storage.test_files import ended_process

NOW = 2_000_000_000.0
PLAY_US = PLAY * COUNT_US + 500_000


def aged(path: Path, seconds: float) -> Path:
    os.utime(path, (NOW - seconds, NOW - seconds))
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="who runs can't be asked there")
def test_what_ended_processes_were_writing_is_swept_wherever_it_lies(tmp_path: Path) -> None:
    deep = tmp_path / "sessions" / "counter"
    deep.mkdir(parents=True)
    left, other = deep / f".resume.{ended_process()}-3.new", deep / ".resume.new"
    left.touch()
    other.touch()
    Housekeeper(tmp_path).look(NOW)
    assert [*deep.iterdir()] == [other]


def played(folder: Path, plays: int = 40) -> Path:
    """A log of a counter that was left to itself between two acts, and a newer one."""
    path = folder / "sessions" / "counter" / "000001.log"
    path.parent.mkdir(parents=True)
    lines: list[str] = []
    session = Session({"counter": make()}, lines.append)
    session.act("counter", "console.start", 1)
    for number in range(plays):
        session.advance("counter", PLAY_US)
        session.mark("counter", weigh=number % 3 == 0)
    session.act("counter", "console.key.35", 1)
    session.advance("counter", PLAY_US)
    session.mark("counter", weigh=False)
    session.end()
    path.write_text("".join(f"{line}\n" for line in lines))
    path.with_name("000002.log").write_text(f"{lines[0]}\n")
    return path


def again(path: Path) -> Replayed:
    return replay({"counter": make()}, read_log(path.read_bytes(), path.name))


def test_a_closed_log_loses_the_marks_that_a_replay_passes_and_replays_to_the_same_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "THIN", 1)
    path = played(tmp_path)
    before, done = read_log(path.read_bytes(), path.name), again(path)
    newest = path.with_name("000002.log").read_bytes()
    aged(path, 5.0)
    Housekeeper(tmp_path).look(NOW)
    after, redone = read_log(path.read_bytes(), path.name), again(path)
    assert after.opening == before.opening
    assert [one for one in after.lines if isinstance(one, Event)] == [
        one for one in before.lines if isinstance(one, Event)
    ]
    assert after.lines[-1] == before.lines[-1]
    assert sum(isinstance(one, Play) for one in before.lines) == 41
    assert sum(isinstance(one, Play) for one in after.lines) == 2
    assert done.agrees and redone.agrees and redone.met >= 1
    assert path.stat().st_mtime == NOW - 5.0
    assert path.with_name("000002.log").read_bytes() == newest


def test_a_log_that_is_long_by_its_opening_alone_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played(tmp_path)
    before = path.read_bytes()
    acts = len(before) - before.index(b"\n") - 1
    monkeypatch.setattr(housekeeping, "THIN", acts + 1)
    Housekeeper(tmp_path).look(NOW)
    assert path.read_bytes() == before
    monkeypatch.setattr(housekeeping, "THIN", acts)
    Housekeeper(tmp_path).look(NOW)
    assert len(path.read_bytes()) < len(before)


def opened_and_closed(folder: Path, number: int) -> Path:
    """A log in which nothing was finished."""
    path = folder / f"{number:06d}.log"
    lines: list[str] = []
    session = Session({"counter": make()}, lines.append)
    session.act("counter", "console.key.35", 1)
    session.end()
    path.write_text("".join(f"{line}\n" for line in lines))
    return aged(path, 60.0)


@pytest.mark.slow
def test_a_display_that_flaps_for_hours_costs_no_play_of_the_last_week(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "KEPT", 5)
    week = aged(played(tmp_path), WEEK_S - 60.0)
    folder = week.parent
    foreign = folder / "000001 (copy).log"
    foreign.write_bytes(b"not ours")
    for number in range(2, 30):
        opened_and_closed(folder, number)
    for _ in range(2):
        Housekeeper(tmp_path).look(NOW)
        left = sorted(path.name for path in folder.glob("*.log"))
        newest = [f"{number:06d}.log" for number in range(25, 30)]
        assert left == [foreign.name, "000001.log", *newest]
        assert again(week).agrees
    aged(week, WEEK_S + 60.0)
    Housekeeper(tmp_path).look(NOW)
    assert not week.exists()


def day(folder: Path, number: int, age_s: float) -> Path:
    """A run record of so long ago."""
    path = folder / "runs" / f"counter-day-{number:06d}.sqlite"
    path.parent.mkdir(exist_ok=True)
    with new_run(path, RunMetadata("counter", "day", {"day": number})) as run:
        for k in range(20):
            run.keep(10, os.urandom(4_000), b"state %d" % k, {"last": k})
    return aged(path, age_s)


def test_over_the_quota_the_oldest_plays_are_thinned_to_checkpoints_never_the_last_week_s(
    tmp_path: Path,
) -> None:
    oldest, older, newer = (day(tmp_path, 3 - k, WEEK_S * (3 - k) / 1.5) for k in range(3))
    path = aged(played(tmp_path), WEEK_S * 1.5)
    sizes = {one: one.stat().st_size for one in (oldest, older, newer)}
    keeper = Housekeeper(tmp_path, quota=housekeeping.size_of(tmp_path) - 30_000)
    keeper.look(NOW)
    assert keeper.used == housekeeping.size_of(tmp_path) <= keeper.quota
    assert oldest.stat().st_size < sizes[oldest] / 3
    assert older.stat().st_size == sizes[older]
    keeper.quota = 1
    keeper.look(NOW)
    assert older.stat().st_size < sizes[older] / 3
    assert newer.stat().st_size == sizes[newer]  # whatever it takes
    assert again(path).acts == 0
    for one, number in ((oldest, 3), (older, 2), (newer, 1)):
        with read_run(one, "counter") as run:
            assert run.about.settings == {"day": number}
            assert (run.plays, run.state(), run.results()) == (200, b"state 19", {"last": 19})
            assert sum(len(block.data) for block in run.blocks()) == (80_000 if one == newer else 0)
    assert oldest.stat().st_mtime == NOW - WEEK_S * 2


def test_a_session_goes_on_beside_the_housekeeping(tmp_path: Path) -> None:
    store = SessionStore(tmp_path)
    kept = store.open("counter", make)
    keeper = Housekeeper(tmp_path, quota=1)
    keeper.start()
    kept.session.act("counter", "console.start", 1)
    keeper.stop()
    store.end(kept)
    store.close()
    assert keeper.used > 0
    assert again(kept.file.path).acts == 1


def test_a_log_with_nothing_but_its_opening_is_left_as_it_is(tmp_path: Path) -> None:
    path = played(tmp_path).with_name("000002.log")
    before = path.read_bytes()
    housekeeping.thin_marks(path)
    assert path.read_bytes() == before
