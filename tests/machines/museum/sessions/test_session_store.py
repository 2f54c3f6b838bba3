"""The data folder: nothing played is lost, whenever the process is killed, and only one writes."""

import base64
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from devices.refusal import RefusedError
from machines.exhibit.session import Play, read_log
from machines.exhibit.snapshot import digest
from machines.museum.sessions import last_session
from machines.museum.sessions import session_store as store_module
from machines.museum.sessions.session_store import OpenSession, SessionStore
from machines.storage.folders import UnwritableError, make_folder
from machines.storage.lock import NAME, Lock
from tests.machines.counter import COUNT_US, PLAY, Counter, make
from tests.machines.storage.full_disk import full_disk
from tests.machines.storage.read_only_disk import read_only

ROOT = Path(__file__).resolve().parents[4]
PLAY_US = PLAY * COUNT_US


def play(store: SessionStore, kept: OpenSession, plays: int) -> None:
    """Let so many plays be finished and marked."""
    wanted = kept.exhibit.view().plays + plays
    while kept.exhibit.view().plays < wanted:
        kept.session.advance("counter", 7_000)
        if kept.session.finished("counter"):
            store.mark(kept)


def logs(folder: Path) -> list[Path]:
    return sorted((folder / "sessions" / "counter").glob("*.log"))


STORES: list[SessionStore] = []


@pytest.fixture(autouse=True)
def close_stores() -> Iterator[None]:
    yield
    while STORES:
        STORES.pop().close()


def opened(folder: Path, fresh: bool = False) -> tuple[SessionStore, OpenSession, Counter]:
    store = SessionStore(folder)
    STORES.append(store)
    kept = store.open("counter", make, fresh)
    assert isinstance(kept.exhibit, Counter)
    return store, kept, kept.exhibit


def playing(folder: Path, plays: int) -> tuple[SessionStore, OpenSession, Counter]:
    """A session in which so many plays were finished."""
    store, kept, counter = opened(folder)
    kept.session.act("counter", "console.start", 1)
    play(store, kept, plays)
    return store, kept, counter


def leave(store: SessionStore, kept: OpenSession) -> None:
    """It ends as it should."""
    store.end(kept)
    store.close()


def test_a_closed_session_is_gone_on_with_where_it_was(tmp_path: Path) -> None:
    store, kept, counter = playing(tmp_path, 2)
    kept.session.advance("counter", 1234)
    leave(store, kept)
    again = opened(tmp_path)[2]
    assert digest(again.snapshot()) == digest(counter.snapshot())


def test_a_session_that_was_never_closed_comes_back_to_its_last_line(tmp_path: Path) -> None:
    store, kept, counter = playing(tmp_path, 3)
    kept.session.advance("counter", 5_000)
    kept.session.act("counter", "console.key.35", 1)
    state = digest(counter.snapshot())
    kept.session.advance("counter", 100_000)
    store.close()  # the process is gone; nothing was ended
    assert digest(opened(tmp_path)[2].snapshot()) == state


@pytest.mark.slow
@pytest.mark.parametrize("resume", ["missing", "empty", "damaged", "of another log"])
def test_without_its_snapshot_it_comes_back_by_the_whole_log(tmp_path: Path, resume: str) -> None:
    store, _, counter = playing(tmp_path, 2)
    state = digest(counter.snapshot())
    store.close()
    path = tmp_path / "sessions" / "counter" / "resume"
    data = path.read_bytes()
    path.unlink()
    if resume == "empty":
        path.write_bytes(b"")
    elif resume == "damaged":
        path.write_bytes(data[:-20] + bytes([data[-20] ^ 1]) + data[-19:])
    elif resume == "of another log":
        path.write_bytes(data.replace(b"000001.log", b"000007.log"))
    assert digest(opened(tmp_path)[2].snapshot()) == state


def test_the_snapshot_saves_doing_it_all_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, kept, counter = playing(tmp_path, 1)
    kept.weighed_ns = 0  # the next mark is weighed, however long the last took
    play(store, kept, 1)
    state = digest(counter.snapshot())
    store.close()

    def never(*args: object) -> None:
        raise AssertionError("the whole log was done again")

    monkeypatch.setattr(last_session, "replay", never)
    assert digest(opened(tmp_path)[2].snapshot()) == state


def test_a_torn_last_line_is_dropped_on_coming_back(tmp_path: Path) -> None:
    store, kept, counter = playing(tmp_path, 2)
    state = digest(counter.snapshot())
    kept.session.act("counter", "console.key.35", 1)
    store.close()
    path = logs(tmp_path)[-1]
    path.write_bytes(path.read_bytes()[:-9])
    assert digest(opened(tmp_path)[2].snapshot()) == state


def test_a_damaged_line_ends_the_session_there_and_says_so(tmp_path: Path) -> None:
    store, kept, counter = opened(tmp_path)
    kept.session.act("counter", "console.key.35", 1)
    kept.session.act("counter", "console.start", 1)
    state = digest(counter.snapshot())
    play(store, kept, 2)
    store.close()
    (tmp_path / "sessions" / "counter" / "resume").unlink()
    path = damage_line(tmp_path, 3)
    _, kept, again = opened(tmp_path)
    assert digest(again.snapshot()) == state
    assert kept.trouble.startswith("the last session's log is damaged: 000001.log, line 4: ")
    assert path.exists()


@pytest.mark.parametrize("line", [0, 3])
def test_a_snapshot_taken_after_the_damage_brings_the_session_back(
    tmp_path: Path, line: int
) -> None:
    store, kept, counter = opened(tmp_path)
    kept.session.act("counter", "console.key.35", 1)
    kept.session.act("counter", "console.start", 1)
    play(store, kept, 3)
    kept.weighed_ns = 0
    play(store, kept, 1)
    state = digest(counter.snapshot())
    store.close()
    damage_line(tmp_path, line)
    _, kept, again = opened(tmp_path)
    assert digest(again.snapshot()) == state
    assert f"000001.log, line {line + 1}: " in kept.trouble


def damage_line(folder: Path, number: int) -> Path:
    path = logs(folder)[-1]
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number] = lines[number].replace(b"counter", b"coumter")
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.parametrize("name", ["000001 (copy).log", "1x.log", "notes.log"])
def test_what_else_lies_among_the_logs_is_none_of_them(tmp_path: Path, name: str) -> None:
    store, kept, counter = opened(tmp_path)
    kept.session.act("counter", "console.key.35", 1)
    leave(store, kept)
    (tmp_path / "sessions" / "counter" / name).write_bytes(b"not ours")
    assert digest(opened(tmp_path)[2].snapshot()) == digest(counter.snapshot())


def ended(folder: Path) -> Path:
    """The log of a session that was begun and ended."""
    store, kept, _ = opened(folder)
    leave(store, kept)
    return logs(folder)[-1]


def played(folder: Path) -> Counter:
    """The exhibit of a session in which something was done; it has ended."""
    store, kept, counter = opened(folder)
    if not counter.state.running:  # a second one goes on with the first, where it counts already
        kept.session.act("counter", "console.start", 1)
    play(store, kept, 2)
    leave(store, kept)
    return counter


def test_a_log_that_may_not_be_read_is_told_of(tmp_path: Path) -> None:
    path = ended(tmp_path)
    path.unlink()
    path.mkdir()
    (tmp_path / "sessions" / "counter" / "resume").unlink()
    assert "this is a folder" in opened(tmp_path)[1].trouble


def test_on_a_full_disk_an_act_is_refused_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    store, kept, counter = opened(tmp_path)
    kept.session.act("counter", "console.start", 1)
    state = digest(counter.snapshot())
    with (
        full_disk(kept.file.size + 10),
        pytest.raises(RefusedError, match=r"000001\.log: can't be"),
    ):
        kept.session.act("counter", "console.key.35", 1)
    assert digest(counter.snapshot()) == state
    assert kept.file.path.stat().st_size == kept.file.size
    kept.session.act("counter", "console.key.35", 3)
    play(store, kept, 2)
    store.close()
    assert digest(opened(tmp_path)[2].snapshot()) == digest(counter.snapshot())


def test_on_a_full_disk_the_machine_goes_on_and_the_session_can_be_closed(tmp_path: Path) -> None:
    store, kept, counter = opened(tmp_path)
    kept.session.act("counter", "console.start", 1)
    with full_disk(kept.file.size + 10):
        play(store, kept, 3)
        store.end(kept)
        store.close()
    assert counter.view().plays == 3
    assert not opened(tmp_path)[1].trouble


def test_a_folder_taken_away_is_made_again_at_the_next_play(tmp_path: Path) -> None:
    store, kept, counter = playing(tmp_path, 1)
    shutil.rmtree(tmp_path / "sessions")
    kept.weighed_ns = 0
    play(store, kept, 1)
    kept.session.act("counter", "console.key.35", 1)
    store.close()
    assert digest(opened(tmp_path)[2].snapshot()) == digest(counter.snapshot())


def test_a_log_that_is_none_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    path = ended(tmp_path)
    path.write_bytes(b"\0" * 100)
    _, kept, again = opened(tmp_path)
    assert again.now_us == 0
    assert "000001.log, line 1" in kept.trouble
    (aside,) = path.parent.glob("000001.log.set-aside-*")
    assert aside.read_bytes() == b"\0" * 100
    assert kept.file.path.name == "000002.log"


def test_a_state_that_makes_the_machine_fall_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, kept, _ = opened(tmp_path)
    kept.session.act("counter", "console.start", 1)
    kept.session.act("counter", "console.key.35", 1)
    store.close()

    def older(counter: Counter, us: int) -> None:
        if counter.state.key:
            raise IndexError("this state has another shape")

    monkeypatch.setattr(Counter, "_pass", older)
    _, kept, again = opened(tmp_path)
    assert again.state.key == 0
    assert kept.trouble == last_session.ANEW
    assert [path.name for path in logs(tmp_path)] == ["000002.log"]


def test_where_the_last_log_is_none_the_one_before_it_is_gone_on_with(tmp_path: Path) -> None:
    first = digest(played(tmp_path).snapshot())
    assert digest(played(tmp_path).snapshot()) != first
    newest = logs(tmp_path)[-1]
    newest.write_bytes(b"")
    (newest.parent / "resume").unlink()
    _, kept, again = opened(tmp_path)
    assert digest(again.snapshot()) == first
    assert "; the one before it is gone on with" in kept.trouble


def test_a_log_that_takes_too_long_to_be_done_again_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path)
    (tmp_path / "sessions" / "counter" / "resume").unlink()
    monkeypatch.setattr(last_session, "PATIENCE_S", -1.0)
    _, kept, again = opened(tmp_path)
    assert again.now_us == 0
    assert "takes more than" in kept.trouble
    assert [one.name for one in logs(tmp_path)] == ["000002.log"]


def test_opened_on_a_full_disk_it_goes_on_and_is_kept_as_soon_as_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    played(tmp_path)
    with full_disk(10):
        store, kept, counter = opened(tmp_path)
        assert kept.file.trouble
        assert "counter goes on without a log: " in caplog.text
        assert counter.now_us > 0
        play(store, kept, 2)
        store.keep_again(kept)
    assert len(logs(tmp_path)) == 1
    state = digest(counter.snapshot())
    store.keep_again(kept)
    kept.session.act("counter", "console.key.35", 1)
    store.close()
    again = opened(tmp_path)[2]
    assert (again.view().plays, again.state.key) == (counter.view().plays, counter.state.key)
    assert state != digest(again.snapshot())


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["", "data/of/a/museum", "museum.lock"])
def test_a_folder_that_cannot_be_written_is_gone_on_with_and_kept_when_it_can_be(
    tmp_path: Path, missing: str
) -> None:
    before = digest(played(tmp_path).snapshot())
    folder = tmp_path / missing if "/" in missing else tmp_path
    if missing == "museum.lock":
        (tmp_path / missing).unlink()
    with read_only(tmp_path):
        store = SessionStore(folder, opens_anyway=True)
        STORES.append(store)
        kept = store.open("counter", make)
        assert store.trouble.startswith(str(folder))
        assert kept.file.trouble
        assert kept.file.is_lost
        assert (digest(kept.exhibit.snapshot()) == before) == (folder == tmp_path)
        kept.session.act("counter", "console.key.35", 1)
        store.keep_again(kept)
        store.beat()
        assert kept.file.is_lost
    store.keep_again(kept)
    assert not kept.file.is_lost
    state = digest(kept.exhibit.snapshot())
    with pytest.raises(RefusedError, match="is writing here already"):
        SessionStore(folder)
    store.close()
    assert digest(opened(folder)[2].snapshot()) == state


def test_a_folder_that_cannot_be_written_is_refused_to_whoever_must_keep(tmp_path: Path) -> None:
    with (
        read_only(tmp_path),
        pytest.raises(UnwritableError, match=r"museum\.lock: can't be written"),
    ):
        SessionStore(tmp_path)
    with read_only(tmp_path), pytest.raises(UnwritableError, match="the folder can't be made"):
        make_folder(tmp_path / "data")


@pytest.mark.parametrize("name", ["sessions", "sessions/counter", "museum.lock", "visitor"])
def test_what_is_in_the_way_is_set_aside(tmp_path: Path, name: str) -> None:
    path = ended(tmp_path).parent.parent.parent / name
    if path.is_dir():
        shutil.rmtree(path)
        path.write_bytes(b"in the way")
    else:
        path.unlink(missing_ok=True)
        path.mkdir()
    store, kept, _ = opened(tmp_path)
    assert store.visitor() is None
    assert not kept.file.is_lost
    assert len(list(path.parent.glob(f"{path.name}.set-aside-*"))) == 1


def test_fresh_begins_anew_and_keeps_what_was_played(tmp_path: Path) -> None:
    store, kept, _ = playing(tmp_path, 1)
    leave(store, kept)
    before = logs(tmp_path)[0].read_bytes()
    assert opened(tmp_path, fresh=True)[2].now_us == 0
    assert logs(tmp_path)[0].read_bytes() == before


def test_every_line_is_in_the_file_when_its_act_is_done(tmp_path: Path) -> None:
    _, kept, _ = opened(tmp_path)
    for n in range(5):
        kept.session.act("counter", "console.key.35", n)
        assert len(read_log(logs(tmp_path)[0].read_bytes(), "").lines) == n + 1


def weighed_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log is long with 2,000 bytes, and a snapshot is taken at every play."""
    monkeypatch.setattr(store_module, "LONG", 2_000)
    monkeypatch.setattr(store_module, "WEIGHING_SHARE", 0)


def test_a_long_log_is_closed_and_the_next_goes_on_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed_often(monkeypatch)
    store, kept, counter = opened(tmp_path)
    kept.session.act("counter", "console.start", 1)
    for _ in range(8):
        play(store, kept, 5)
        store.tend(kept)
    leave(store, kept)
    assert len(logs(tmp_path)) > 1
    assert digest(opened(tmp_path)[2].snapshot()) == digest(counter.snapshot())


@pytest.mark.parametrize("happens", ["an act", "time passes", "nothing"])
def test_an_old_log_is_closed_though_no_play_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: str
) -> None:
    now = [time.monotonic_ns()]
    monkeypatch.setattr(time, "monotonic_ns", lambda: now[0])
    store, kept, counter = opened(tmp_path)
    for hours in range(1, 49):
        if happens == "an act":
            kept.session.act("counter", "console.key.35", hours % 2)
        elif happens == "time passes":
            kept.session.advance("counter", 1_000)
        now[0] += 3_600 * 1_000_000_000
        store.tend(kept)
        turned = hours // 6 if happens != "nothing" else 0
        assert [path.name for path in logs(tmp_path)] == [
            f"{number:06d}.log" for number in range(1, turned + 2)
        ]
    assert counter.view().plays == 0
    for path in logs(tmp_path):
        lines = read_log(path.read_bytes(), path.name).lines
        assert not any(isinstance(line, Play) for line in lines)
    leave(store, kept)
    assert digest(opened(tmp_path)[2].snapshot()) == digest(counter.snapshot())


def test_an_old_log_that_cannot_be_closed_is_tried_again_after_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [time.monotonic_ns()]
    monkeypatch.setattr(time, "monotonic_ns", lambda: now[0])
    store, kept, _ = opened(tmp_path)
    kept.session.act("counter", "console.key.35", 1)
    now[0] += store_module.OLD_NS
    with full_disk(10):
        for _ in range(3):
            store.tend(kept)
    assert caplog.text.count("no new log was begun") == 1
    store.tend(kept)
    assert len(logs(tmp_path)) == 1
    now[0] += store_module.AGAIN_NS
    store.tend(kept)
    assert len(logs(tmp_path)) == 2


def test_a_large_state_alone_makes_no_long_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed_often(monkeypatch)
    store, kept, counter = opened(tmp_path)
    paper = counter.state.printer.paper
    for number in range(300):
        paper.print_line(f"{number:40}")
    store._turn_over(kept)
    assert logs(tmp_path)[-1].stat().st_size > 2_000
    kept.session.act("counter", "console.start", 1)
    play(store, kept, 2)
    assert len(logs(tmp_path)) == 2


def test_the_oldest_logs_of_a_demonstration_go(tmp_path: Path) -> None:
    store = SessionStore(tmp_path)
    STORES.append(store)
    for _ in range(store_module.KEPT_APART + 2):
        store.end(store.begin("counter", make(), is_demonstration=True))
    apart = tmp_path / "sessions" / "counter" / "demonstration"
    left = sorted(path.name for path in apart.glob("*.log"))
    assert left == ["000003.log", "000004.log", "000005.log", "000006.log"]


def test_a_museum_that_opens_again_and_again_removes_no_log(tmp_path: Path) -> None:
    played(tmp_path)
    store = SessionStore(tmp_path)
    STORES.append(store)
    for _ in range(20):
        store.end(store.begin("counter", make()))
    assert len(logs(tmp_path)) == 21


def test_snapshots_are_not_taken_more_often_than_they_cost_little(tmp_path: Path) -> None:
    store, kept, _ = playing(tmp_path, 1)
    kept.weighing_ns = 10**12
    play(store, kept, 3)
    lines = read_log(logs(tmp_path)[0].read_bytes(), "").lines
    weighed = [bool(line.digest) for line in lines if isinstance(line, Play)]
    assert weighed == [True, False, False, False]


# -- killing -------------------------------------------------------------------------------------

PLAYER = textwrap.dedent("""
    import sys, time
    from pathlib import Path
    from machines.museum.sessions.session_store import SessionStore
    from tests.machines.counter import make
    store = SessionStore(Path(sys.argv[1]))
    kept = store.open("counter", make)
    if not kept.exhibit.view().busy:
        kept.session.act("counter", "console.start", 1)
    while True:
        kept.session.advance("counter", 31_000)
        if kept.session.finished("counter"):
            store.mark(kept)
            print(kept.exhibit.view().plays, kept.exhibit.now_us, flush=True)
""")


def player(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_a_process_killed_at_any_moment_comes_back_to_its_last_finished_play(
    tmp_path: Path,
) -> None:
    told = 0
    for round in range(3):
        child = player(tmp_path)
        assert child.stdout is not None
        for _ in range(3 + 5 * round):
            told = int(child.stdout.readline().split()[0])
        time.sleep(0.013 * round)
        child.kill()
        rest = child.stdout.read().split("\n")
        child.wait()
        child.stdout.close()
        told = max([told, *(int(line.split()[0]) for line in rest[:-1] if line)])
    _, _, counter = opened(tmp_path)
    assert counter.view().plays >= told  # at least what it had told us of
    assert counter.view().plays <= told + 1
    twin = make()
    twin.restore(read_first_state(tmp_path))
    twin.state.running = True
    twin.advance(counter.now_us)
    assert twin.state.printer.paper.text() == counter.state.printer.paper.text()


def read_first_state(folder: Path) -> bytes:
    opening = read_log(logs(folder)[0].read_bytes(), "").opening
    return base64.b64decode(opening.snapshots["counter"])


@pytest.mark.slow
def test_a_second_writer_is_refused_and_told_the_first_ones_number(tmp_path: Path) -> None:
    child = player(tmp_path)
    assert child.stdout is not None
    child.stdout.readline()
    with pytest.raises(RefusedError, match=f"process {child.pid} is writing here already"):
        SessionStore(tmp_path)
    child.kill()
    child.wait()
    child.stdout.close()
    SessionStore(tmp_path).close()  # its lock went with it


def test_a_lock_file_left_behind_locks_nothing(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(f"{os.getppid()}\n")
    with Lock(tmp_path):
        assert (tmp_path / NAME).read_text() == f"{os.getpid()}\n0\n"
        with pytest.raises(RefusedError, match=f"process {os.getpid()} is writing"):
            Lock(tmp_path)
    Lock(tmp_path).release()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no such signal")
def test_what_is_being_replaced_is_whole_after_a_kill(tmp_path: Path) -> None:
    child = player(tmp_path)
    assert child.stdout is not None
    for _ in range(20):
        child.stdout.readline()
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    path = tmp_path / "sessions" / "counter" / "resume"
    found = msgspec.msgpack.decode(path.read_bytes(), type=last_session.ResumePoint)
    make().restore(found.state)
