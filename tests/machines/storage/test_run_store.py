"""Run records in files: what was kept is there, whenever the process is killed."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata, pack_plays, unpack_plays
from machines.kernels.generator import below, generator_state
from machines.storage import run_file
from machines.storage.lock import Lock
from machines.storage.run_file import RunFile
from machines.storage.run_store import new_run, newest_path, next_path, open_run, read_run
from tests.machines.storage.full_disk import full_disk

ROOT = Path(__file__).resolve().parents[3]
ABOUT = RunMetadata("walker", "walk", {"seed": 7, "odds": [0.1, 1e-9], "name": "Bée"}, "0.1.0")
OPEN: list[RunFile] = []


@pytest.fixture(autouse=True)
def close_all() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def begun(path: Path, about: RunMetadata = ABOUT) -> RunFile:
    OPEN.append(new_run(path, about))
    return OPEN[-1]


def gone_on_with(path: Path) -> RunFile:
    OPEN.append(open_run(path, "walker"))
    return OPEN[-1]


def walk(run: RunFile, until: int, block: int) -> None:
    """A machine whose play is a number drawn; its state is the generator and their sum."""
    state = run.state()
    at, words = msgspec.msgpack.decode(state) if state else (0, generator_state(7).tolist())
    generator = np.array(words, dtype=np.int64)
    while run.plays < until:
        number = min(block, until - run.plays)
        drawn = [below(1000, generator) for _ in range(number)]
        at += sum(drawn)
        state = msgspec.msgpack.encode((at, generator.tolist()))
        run.keep(number, pack_plays(np.array(drawn, dtype=np.int64)), state, {"sum": at})


def plays_of(run: RunFile) -> list[int]:
    return [int(play) for block in run.blocks() for play in unpack_plays(block, run.where)]


# -- kept and there ------------------------------------------------------------------------------


def test_a_new_run_is_empty_and_says_what_it_is_of(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    assert run.about == ABOUT
    assert (run.plays, run.state(), run.results(), list(run.blocks())) == (0, None, {}, [])
    assert run.where == "a.sqlite"


def test_a_new_run_has_the_state_in_which_it_begins(tmp_path: Path) -> None:
    run = new_run(tmp_path / "a.sqlite", ABOUT, b"the start")
    OPEN.append(run)
    assert (run.plays, run.state(), list(run.blocks())) == (0, b"the start", [])
    run.keep(2, b"", b"later")
    assert list(run.states()) == [(2, b"later")]


def test_what_was_kept_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    run.keep(3, b"one", b"state one", {"wins": 2})
    run.keep(1, b"two", b"state two", {"wins": 3, "table": [[1, 2], {"a": None}]})
    run.keep_results({"done": True})
    run.close()
    again = gone_on_with(tmp_path / "a.sqlite")
    assert again.about == ABOUT
    assert (again.plays, again.state()) == (4, b"state two")
    assert again.results() == {"wins": 3, "table": [[1, 2], {"a": None}], "done": True}
    assert [(b.first, b.plays, b.data) for b in again.blocks()] == [(1, 3, b"one"), (4, 1, b"two")]


def test_blocks_are_had_from_the_one_with_a_play_on(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    for data in (b"a", b"b", b"c"):
        run.keep(10, data, b"")
    firsts = {first: [b.data for b in run.blocks(first)] for first in (1, 10, 11, 21, 30, 31)}
    assert firsts == {
        1: [b"a", b"b", b"c"],
        10: [b"a", b"b", b"c"],
        11: [b"b", b"c"],
        21: [b"c"],
        30: [b"c"],
        31: [],
    }


def test_only_the_newest_state_and_the_lasting_ones_stay(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    for number in range(1, 7):
        run.keep(5, b"", b"state %d" % number, lasting=number % 2 == 0)
    assert list(run.states()) == [(10, b"state 2"), (20, b"state 4"), (30, b"state 6")]
    run.keep(5, b"", b"state 7")
    run.keep(5, b"", b"state 8")
    assert list(run.states())[2:] == [(30, b"state 6"), (40, b"state 8")]


def test_a_play_taken_back_counts_no_more_but_stays_in_the_record(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    run.keep(1, b"one", b"state one")
    run.keep(1, b"two", b"state two")
    taken = run.take_back(b"state one")
    assert taken is not None
    assert (taken.first, taken.plays, taken.data) == (2, 1, b"two")
    assert (run.plays, run.state()) == (1, b"state one")
    run.keep(1, b"three", b"state three")
    run.close()
    again = gone_on_with(tmp_path / "a.sqlite")
    assert (again.plays, again.state()) == (2, b"state three")
    assert [(b.first, b.data) for b in again.blocks()] == [(1, b"one"), (2, b"three")]
    with sqlite3.connect(tmp_path / "a.sqlite") as database:
        assert database.execute("SELECT undone FROM blocks").fetchall() == [(0,), (1,), (0,)]
    database.close()


def test_taking_back_to_the_beginning_and_no_further(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    run.keep(1, b"one", b"state one")
    assert run.take_back(b"start") is not None
    assert run.take_back(b"before the start") is None
    assert (run.plays, run.state(), list(run.blocks())) == (0, b"start", [])


def test_anybody_may_read_while_it_is_written(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    run.keep(1, b"one", b"state")
    with read_run(tmp_path / "a.sqlite", "walker") as reader:
        assert (reader.plays, reader.state()) == (1, b"state")
        run.keep(1, b"two", b"state two")
        with pytest.raises(RefusedError, match=r"a\.sqlite: can't be written: attempt to write"):
            reader.keep(1, b"", b"")
    with read_run(tmp_path / "a.sqlite", "walker") as reader:
        assert reader.plays == 2


def test_a_run_is_one_file_once_it_is_closed(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    walk(run, 100, 10)
    assert len(list(tmp_path.iterdir())) > 1
    run.close()
    run.close()
    assert [path.name for path in tmp_path.iterdir()] == ["a.sqlite"]


def test_runs_are_numbered_by_their_name(tmp_path: Path) -> None:
    assert newest_path(tmp_path, "menace-day") is None
    first = next_path(tmp_path, "menace-day")
    assert first == tmp_path / "runs" / "menace-day-000001.sqlite"
    for name in ("menace-day-000001", "menace-day-000012", "menace-day-of-rest-000099"):
        (tmp_path / "runs" / f"{name}.sqlite").touch()
    (tmp_path / "runs" / "menace-day-copy.sqlite").touch()
    assert newest_path(tmp_path, "menace-day") == tmp_path / "runs" / "menace-day-000012.sqlite"
    assert next_path(tmp_path, "menace-day").name == "menace-day-000013.sqlite"


# -- killed at any instant -----------------------------------------------------------------------

WALK = """
import sys
from pathlib import Path
from tests.machines.storage.test_run_store import begun, walk
run = begun(Path(sys.argv[1]))
walk(run, 10, 5)
print("begun", flush=True)
walk(run, 10**9, 5)
"""


def test_what_a_disk_holds_between_two_blocks_is_the_run_up_to_the_last(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    whole = begun(tmp_path / "b.sqlite")
    for number in range(5, 36, 10):
        walk(run, number, 5)
        left = tmp_path / f"left-{number}"  # as a kill leaves it: nothing was closed
        left.mkdir()
        for path in tmp_path.glob("a.sqlite*"):
            if not path.name.endswith(".lock"):
                shutil.copy(path, left)
        again = gone_on_with(left / "a.sqlite")
        walk(whole, number, 100)
        assert (again.plays, again.state()) == (number, whole.state())
        assert plays_of(again) == plays_of(whole)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
@pytest.mark.parametrize("after_s", [0.0, 0.11])
def test_a_process_killed_at_any_instant_leaves_its_last_block(
    tmp_path: Path, after_s: float
) -> None:
    path = tmp_path / "a.sqlite"
    process = subprocess.Popen(
        [sys.executable, "-c", WALK, str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    run = gone_on_with(path)
    assert run.plays >= 10
    assert run.plays % 5 == 0
    assert run.results().get("sum", 0) == sum(plays_of(run))
    walk(run, run.plays + 123, 7)  # other blocks than those of the undisturbed run
    whole = begun(tmp_path / "b.sqlite")
    walk(whole, run.plays, 100)
    assert plays_of(run) == plays_of(whole)
    assert (run.state(), run.results()) == (whole.state(), whole.results())


# -- refused -------------------------------------------------------------------------------------


def refused(path: Path, machine: str = "walker") -> str:
    """What both ways of opening say, with nothing changed."""
    before = path.read_bytes() if path.is_file() else b""
    there = sorted(one.name for one in path.parent.iterdir()) if path.parent.is_dir() else []
    said = []
    for opening in (open_run, read_run):
        with pytest.raises(RefusedError) as refusal:
            opening(path, machine).close()
        said.append(str(refusal.value))
    assert said[0] == said[1]
    assert not path.is_file() or path.read_bytes() == before
    assert there == sorted(one.name for one in path.parent.iterdir())
    return said[0].removeprefix(f"{path}: ")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A run of some size, closed."""
    run = begun(tmp_path / "a.sqlite")
    walk(run, 40_000, 4000)
    run.close()
    return tmp_path / "a.sqlite"


def test_what_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "a.sqlite") == "there is no such file"
    (tmp_path / "folder").mkdir()
    assert refused(tmp_path / "folder") == "this is a folder; a file was expected"


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").write_text("GAME 1 NOUGHT=MENACE\n" * 100)
    assert refused(tmp_path / "a.sqlite") == "is no run record: it isn't a database"


@pytest.mark.parametrize("statement", ["", "CREATE TABLE about (key, value)"])
def test_a_database_of_something_else_is_refused(tmp_path: Path, statement: str) -> None:
    database = sqlite3.connect(tmp_path / "a.sqlite")
    database.execute(statement or "VACUUM")
    database.close()
    (tmp_path / "a.sqlite").touch()
    assert refused(tmp_path / "a.sqlite") == "is no run record of this museum"


@pytest.mark.slow
@pytest.mark.parametrize("kept", [60, 4096, 0.3, 0.6, 0.99])
def test_a_database_cut_short_is_refused(record: Path, kept: float) -> None:
    data = record.read_bytes()
    record.write_bytes(data[: int(kept * len(data)) if kept < 1 else int(kept)])
    said = refused(record)
    assert said.startswith(("is damaged or cut", "is cut short", "is no run record: it isn't a"))


def test_a_damaged_block_is_refused_by_its_first_play(record: Path) -> None:
    database = sqlite3.connect(record)
    with database:
        database.execute("UPDATE blocks SET data = substr(data, 1, 99) WHERE number = 3")
    database.close()
    run = gone_on_with(record)
    with pytest.raises(RefusedError, match=r"a\.sqlite: the block of play 8001 is damaged: "):
        list(run.blocks())


def test_the_run_of_another_machine_is_refused(record: Path) -> None:
    assert refused(record, "menace") == "is a run of walker; expected one of menace"


def altered(record: Path, statement: str) -> bytes:
    """What the file holds after it was altered by hand."""
    database = sqlite3.connect(record)
    with database:
        database.execute(statement)
    database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    return record.read_bytes()


def test_values_that_are_none_of_a_records_are_refused_and_nothing_is_changed(record: Path) -> None:
    sound = record.read_bytes()
    for statement, says in (
        ("PRAGMA user_version = 9", "is written in form 9; expected form 1"),
        ("DELETE FROM about WHERE key = 'settings'", "doesn't say what it is of: 'settings'"),
        ("UPDATE about SET value = '7' WHERE key = 'settings'", "doesn't say what it is of: its"),
        ("UPDATE about SET value = x'ff'", "is damaged: in its about not all have typeof(value)"),
        (
            "UPDATE blocks SET plays = 'many'",
            "is damaged: in its blocks not all have typeof(plays)",
        ),
        ("UPDATE blocks SET plays = -1", "is damaged: in its blocks not all have"),
        (
            "UPDATE blocks SET data = 'text' WHERE number = 2",
            "is damaged: in its blocks not all have",
        ),
        ("UPDATE checkpoints SET state = 5", "is damaged: in its checkpoints not all have"),
        ("DROP TABLE results", "has other tables, triggers or views than a run has"),
    ):
        record.write_bytes(sound)
        before = altered(record, statement)
        assert refused(record).startswith(says), statement
        assert record.read_bytes() == before, statement


def test_results_that_are_damaged_are_refused(record: Path) -> None:
    before = altered(record, "UPDATE results SET value = '{'")
    with (
        open_run(record, "walker") as run,
        pytest.raises(RefusedError, match=r"a\.sqlite: has damaged results: Expecting property"),
    ):
        run.results()
    assert record.read_bytes() == before


def test_a_schema_that_is_no_text_is_refused(record: Path) -> None:
    with open_run(record, "walker"):
        pass
    data = altered(record, "DELETE FROM results")
    assert data.count(b"BLOB NOT NULL") == 2
    record.write_bytes(data.replace(b"BLOB NOT NULL", b"BLOB NOT NU\xd7L"))
    assert refused(record).startswith("is damaged or cut short: ")


@pytest.mark.parametrize("opened", [open_run, read_run])
def test_a_name_that_no_file_can_have_is_refused(
    opened: Callable[[Path, str], RunFile], tmp_path: Path
) -> None:
    with pytest.raises(RefusedError, match="x: can't be opened: File name too long"):
        opened(tmp_path / ("x" * 300), "walker")


def test_a_file_that_is_there_is_not_begun_again(record: Path) -> None:
    before = record.read_bytes()
    with pytest.raises(RefusedError, match=r"a\.sqlite: exists already; expected a new file"):
        new_run(record, ABOUT)
    assert record.read_bytes() == before
    assert [path.name for path in record.parent.iterdir()] == ["a.sqlite"]


def test_a_second_writer_is_refused_with_the_firsts_number(record: Path) -> None:
    run = gone_on_with(record)
    with pytest.raises(RefusedError) as refusal:
        open_run(record, "walker")
    assert str(refusal.value) == (
        f"{record}: process {os.getpid()} is writing here already; close that one, or name "
        "another file"
    )
    run.keep(1, pack_plays(np.array([5])), b"")  # which isn't disturbed
    run.close()
    gone_on_with(record)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_second_writer_by_another_name_is_refused_too(record: Path) -> None:
    gone_on_with(record)
    link = record.with_name("link.sqlite")
    link.symlink_to(record)
    with pytest.raises(RefusedError, match=f"process {os.getpid()} is writing here already"):
        open_run(link, "walker")


def test_a_files_lock_goes_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    for _ in range(3):
        lock = Lock(path)
        assert (tmp_path / "a.sqlite.lock").read_text() == f"{os.getpid()}\n"
        with pytest.raises(RefusedError, match="is writing here already"):
            Lock(path)
        lock.release()
        lock.release()
        assert not (tmp_path / "a.sqlite.lock").exists()


def test_a_folder_that_is_not_there_or_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="there is no folder"):
        new_run(tmp_path / "none" / "a.sqlite", ABOUT)
    (tmp_path / "file").touch()
    with pytest.raises(RefusedError, match="can't be"):
        next_path(tmp_path / "file", "menace-day")


needs_permissions = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="everything may be written"
)


@needs_permissions
def test_a_folder_that_cannot_be_written_is_refused_but_read(record: Path) -> None:
    record.parent.chmod(0o555)
    try:
        with pytest.raises(RefusedError, match=r"can't be written: permission denied"):
            new_run(record.with_name("b.sqlite"), ABOUT)
        with pytest.raises(RefusedError, match=r"lock: can't be written: Permission denied"):
            open_run(record, "walker")
        with read_run(record, "walker") as reader:
            assert reader.plays == 40_000
    finally:
        record.parent.chmod(0o755)


def test_on_a_full_disk_a_block_is_refused_and_the_one_before_stays(tmp_path: Path) -> None:
    run = begun(tmp_path / "a.sqlite")
    walk(run, 100, 100)
    kept = run.state(), run.results(), plays_of(run)
    noise = np.random.default_rng(1).bytes(1 << 20)
    with full_disk(200_000):
        with pytest.raises(RefusedError, match=r"a\.sqlite: can't be written: "):
            run.keep(1, noise, b"never", {"sum": -1})
        assert (run.plays, run.state(), run.results(), plays_of(run)) == (100, *kept)
    walk(run, 200, 10)  # there is room again
    run.close()
    again = gone_on_with(tmp_path / "a.sqlite")
    assert len(plays_of(again)) == 200


def test_on_a_full_disk_no_run_is_begun(tmp_path: Path) -> None:
    with full_disk(1000), pytest.raises(RefusedError, match="can't be written: "):
        new_run(tmp_path / "a.sqlite", ABOUT)
    assert list(tmp_path.iterdir()) == []


# -- files from others ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "schema",
    [
        "CREATE TRIGGER t AFTER INSERT ON blocks BEGIN DELETE FROM checkpoints; END",
        "CREATE VIEW v AS SELECT * FROM blocks",
        "CREATE TABLE more (x)",
        "CREATE INDEX i ON blocks (first)",
        "ALTER TABLE blocks ADD COLUMN more",
    ],
)
def test_a_file_with_more_than_our_tables_is_refused(tmp_path: Path, schema: str) -> None:
    path = tmp_path / "a.sqlite"
    begun(path).close()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(schema)
        database.commit()
    with pytest.raises(RefusedError, match="has other tables, triggers or views"):
        read_run(path, "walker")


def test_a_block_that_would_unpack_to_gigabytes_is_refused_before_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_file, "MOST_BYTES", 1 << 20)
    path = tmp_path / "a.sqlite"
    run = begun(path)
    run.keep(1, bytes(4 << 20), b"state")
    with pytest.raises(RefusedError, match="cut short, or longer than 1048576 bytes"):
        list(run.blocks())
