"""The signs of life: silent as soon as either thread hangs.

A gallery's supervisor: what falls or hangs is started again, what is closed is not.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from machines.museum import supervisor as module
from machines.museum.supervisor import (
    BEAT_S,
    MOST_FALLS,
    OPENING_S,
    REFUSED,
    RESTART,
    WINDOW_S,
    WORKER_S,
    Heartbeat,
    Supervisor,
)
from machines.storage.lock import Lock, find_holder


class Heard:
    """What a heart says in a time that is set."""

    def __init__(self) -> None:
        self.now = 100.0
        self.told = self.kept = 0
        self.heart = Heartbeat(self._tell, self._keep, lambda: self.now)

    def _tell(self) -> None:
        self.told += 1

    def _keep(self) -> None:
        self.kept += 1

    def pass_s(self, seconds: float, window: bool = True, worker: bool = True) -> tuple[int, int]:
        """The signs given meanwhile: to the supervisor, in the lock."""
        self.told = self.kept = 0
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            if window:
                self.heart.window()
            if worker:
                self.heart.worker()
        return self.told, self.kept


def test_while_both_go_on_there_is_a_sign_a_second_in_both_places() -> None:
    told, kept = Heard().pass_s(20 * BEAT_S)
    assert 17 <= told <= 21
    assert 17 <= kept <= 21


def test_a_worker_that_hangs_silences_the_window() -> None:
    heard = Heard()
    heard.pass_s(5)
    told, kept = heard.pass_s(WORKER_S + 60, worker=False)
    assert kept == 0
    assert WORKER_S - 10 <= told <= WORKER_S
    assert heard.pass_s(10) > (7, 7)  # it was only slow


def test_a_window_that_hangs_silences_the_worker() -> None:
    heard = Heard()
    heard.pass_s(5)
    told, kept = heard.pass_s(WINDOW_S + 60, window=False)
    assert told == 0
    assert WINDOW_S - 8 <= kept <= WINDOW_S


def test_switching_on_may_take_longer_but_not_for_ever() -> None:
    heard = Heard()
    heard.pass_s(5)
    heard.heart.opening()
    told, _ = heard.pass_s(OPENING_S + 60, worker=False)
    assert OPENING_S - 60 <= told <= OPENING_S
    heard.heart.worker()
    assert heard.pass_s(WORKER_S + 60, worker=False)[0] <= WORKER_S


ROOT = Path(__file__).resolve().parents[3]


def child(folder: Path, body: str) -> tuple[str, ...]:
    """A child that writes down each start with its arguments, then does ``body``; ``n`` counts."""
    path = folder / "child.py"
    path.write_text(
        "import json, os, sys, time\n"
        "from pathlib import Path\n"
        "log = Path(__file__).with_name('starts')\n"
        "starts = json.loads(log.read_text()) if log.exists() else []\n"
        "starts.append(sys.argv[1:])\n"
        "log.with_name('new').write_text(json.dumps(starts))\n"
        "log.with_name('new').replace(log)\n"
        "n = len(starts)\n"
        "assert os.environ['MATCHBOX704_SUPERVISED'] == '1'\n" + textwrap.dedent(body)
    )
    return (sys.executable, str(path))


def starts(folder: Path) -> list[list[str]]:
    return list(json.loads((folder / "starts").read_text()))


def supervisor(folder: Path, body: str, *arguments: str) -> Supervisor:
    made = Supervisor(arguments, child(folder, body))
    made.pause_s = 0.01
    return made


def test_one_that_is_closed_by_its_key_is_not_started_again(tmp_path: Path) -> None:
    assert supervisor(tmp_path, "sys.exit(0)", "museum", "--kiosk").run() == 0
    assert starts(tmp_path) == [["museum", "--kiosk"]]


def test_one_that_cannot_open_yet_is_tried_until_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    body = f"sys.exit({REFUSED} if n < 4 else 0)"
    fell: list[int] = []
    made = Supervisor(("museum", "--kiosk"), child(tmp_path, body), fell.append)
    made.pause_s = 0.01
    assert made.run() == 0
    assert starts(tmp_path) == [["museum", "--kiosk"]] + [["museum", "--kiosk", "--resume"]] * 3
    assert fell == []
    assert [one.getMessage().split(" (")[1][:5] for one in caplog.records] == ["try 1", "try 2"]


class Ends(Supervisor):
    """A supervisor whose children end as they are told, in no time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *statuses: int) -> None:
        super().__init__(("museum", "--fresh"))
        self.statuses = list(statuses)
        self.asked: list[str] = []
        """The last argument of each start."""
        monkeypatch.setattr(self, "_once", self._end)
        monkeypatch.setattr(self, "_rest", lambda seconds: False)

    def _end(self) -> int:
        self.asked.append(self.next_arguments()[-1])
        self._begins()
        return self.statuses.pop(0)


def test_a_display_that_goes_again_and_again_is_no_reason_to_begin_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Ends(monkeypatch, *[1, REFUSED, REFUSED] * 30, 0)
    assert made.run() == 0
    assert made.asked == ["--fresh"] + ["--resume"] * 90
    assert made.falls == []


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such signal")
def test_one_that_falls_is_started_again_where_the_visitor_was(tmp_path: Path) -> None:
    body = """
        if n == 1: os.kill(os.getpid(), 9)
        if n == 2: raise ZeroDivisionError
        """
    assert supervisor(tmp_path, body, "demo", "--kiosk", "--fresh").run() == 0
    assert starts(tmp_path) == [
        ["demo", "--kiosk", "--fresh"],
        ["demo", "--kiosk", "--resume"],
        ["demo", "--kiosk", "--resume"],
    ]


def test_one_that_the_staff_restarts_is_started_again_and_that_is_no_fall(tmp_path: Path) -> None:
    body = f"sys.exit({{1: {RESTART}, 2: 1}}.get(n, 0))"
    fell: list[int] = []
    made = Supervisor(("museum", "--kiosk"), child(tmp_path, body), fell.append)
    made.pause_s = 0.01
    assert made.run() == 0
    assert starts(tmp_path)[1:] == [["museum", "--kiosk", "--resume"]] * 2
    assert fell == [1]


def test_one_that_falls_again_and_again_is_started_fresh_and_never_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Ends(monkeypatch, *[1] * 20, 0)
    assert made.run() == 0
    fresh = [k for k, one in enumerate(made.asked) if one == "--fresh"]
    assert fresh == [0, MOST_FALLS, 2 * MOST_FALLS, 3 * MOST_FALLS, 4 * MOST_FALLS]


def test_the_pauses_grow_with_the_falls_and_falls_of_long_ago_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    made = Supervisor(("museum",), child(tmp_path, ""))
    pauses = []
    for _ in range(9):  # one every five minutes, each long after the start before it
        now[0] += 300.0
        pauses.append(made._count_fall(1))
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 32.0, 32.0, 32.0]
    assert made.next_arguments()[-1] == "--fresh"
    now[0] += module.FALLS_S + 1
    assert made._count_fall(1) == 1.0


def test_one_that_hangs_is_ended_and_started_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    body = """
        if n == 1:
            print('.', flush=True)
            time.sleep(60)
        """
    made = supervisor(tmp_path, body)
    made.silent_s = 0.5
    began = time.monotonic()
    assert made.run() == 0
    assert time.monotonic() - began < 30
    assert len(starts(tmp_path)) == 2
    assert "hangs" in caplog.text


@pytest.mark.slow
def test_one_that_has_not_begun_to_beat_is_given_longer_but_not_for_ever(tmp_path: Path) -> None:
    made = supervisor(tmp_path, "time.sleep(1.2 if n == 1 else 60 if n == 2 else 0)")
    made.silent_s, made.opening_s = 0.3, 60.0
    assert made._once() == 0
    made.opening_s = 0.5
    assert made._once() != 0
    assert len(starts(tmp_path)) == 2


HOLDS = """
    import signal, sys, time
    from pathlib import Path
    from machines.storage.lock import Lock
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as one that hangs
    lock = Lock(Path(sys.argv[1]))
    lock.beat()
    print("held", flush=True)
    while True:
        time.sleep(0.05)
        if sys.argv[2] == "lives":
            lock.beat()
    """


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Callable[[str], "subprocess.Popen[str]"]]:
    """Another museum that holds the folder and ``lives``, or ``hangs``."""
    running: list[subprocess.Popen[str]] = []

    def begin(how: str) -> "subprocess.Popen[str]":
        script = [sys.executable, "-c", textwrap.dedent(HOLDS), str(tmp_path), how]
        process = subprocess.Popen(script, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        return process

    yield begin
    for process in running:
        process.kill()
        process.communicate()


REFUSED_WHILE_HELD = f"""
    sys.path.insert(0, {str(ROOT)!r})
    from machines.storage.lock import find_holder
    sys.exit({REFUSED} if find_holder(Path(__file__).parent) else 0)
    """


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such signals")
def test_a_museum_that_holds_the_folder_and_hangs_is_ended(
    tmp_path: Path,
    held: Callable[[str], "subprocess.Popen[str]"],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(module, "ASKED_S", 0.3)
    monkeypatch.setattr(module, "LONGEST_WAIT_S", 0.1)
    hung = held("hangs")
    holder = find_holder(tmp_path)
    assert holder is not None
    assert holder.pid == hung.pid
    made = Supervisor((), child(tmp_path, REFUSED_WHILE_HELD), folder=tmp_path)
    made.held_s = 0.5
    assert made.run() == 0
    assert hung.wait(10) == -signal.SIGKILL
    assert f"process {hung.pid} holds the folder and hangs" in caplog.text
    assert find_holder(tmp_path) is None


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such signals")
def test_a_museum_that_holds_the_folder_and_lives_is_left_alone(
    tmp_path: Path,
    held: Callable[[str], "subprocess.Popen[str]"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LONGEST_WAIT_S", 0.1)
    living = held("lives")
    made = Supervisor((), child(tmp_path, REFUSED_WHILE_HELD), folder=tmp_path)
    made.held_s = made.living_s = 0.5
    assert made.run() == REFUSED
    assert living.poll() is None


def test_a_lock_that_nobody_holds_names_nobody(tmp_path: Path) -> None:
    assert find_holder(tmp_path) is None
    with Lock(tmp_path) as lock:
        lock.beat()
        holder = find_holder(tmp_path)
        assert holder == (os.getpid(), 1)
    assert find_holder(tmp_path) is None
    assert (tmp_path / "museum.lock").read_text() == f"{os.getpid()}\n1\n"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there is no systemd here")
def test_as_a_service_it_tells_systemd_that_it_lives_and_its_child_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + tmp_path.name if sys.platform == "linux" else str(tmp_path / "s"))
        where = f"@{tmp_path.name}" if sys.platform == "linux" else str(tmp_path / "s")
        monkeypatch.setenv("NOTIFY_SOCKET", where)
        monkeypatch.setenv("WATCHDOG_USEC", "60000000")
        body = """
            assert not {"NOTIFY_SOCKET", "WATCHDOG_USEC"} & set(os.environ)
            if n == 1:
                print('.', flush=True)
                time.sleep(0.5)
                sys.exit(1)
            """
        assert supervisor(tmp_path, body).run() == 0
        line.setblocking(False)
        heard = []
        with contextlib.suppress(BlockingIOError):
            while True:
                heard.append(line.recv(200).decode())
    assert heard[0] == "READY=1"
    assert "STATUS=the museum is open" in heard
    assert any(one.startswith("STATUS=the museum fell (status 1)") for one in heard)
    assert heard.count("WATCHDOG=1") >= 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the system ends a process without asking")
def test_told_to_end_it_lets_the_museum_close_itself(tmp_path: Path) -> None:
    body = """
        import signal
        def end(number, frame):
            log.with_name('closed').write_text('properly')
            sys.exit(143)
        signal.signal(signal.SIGTERM, end)
        print('.', flush=True)
        while True: time.sleep(0.05)
        """
    made = supervisor(tmp_path, body)
    threading.Timer(1.0, made.end).start()
    made.run()
    assert (tmp_path / "closed").read_text() == "properly"
    assert len(starts(tmp_path)) == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the system ends a process without asking")
def test_one_that_will_not_close_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENDING_S", 0.4)
    body = """
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True: time.sleep(0.05)
        """
    made = supervisor(tmp_path, body)
    threading.Timer(1.0, made.end).start()
    assert made.run() == 0
    assert len(starts(tmp_path)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the system ends a process without asking")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_the_supervisor_ends_both(tmp_path: Path, number: int) -> None:
    command = child(tmp_path, "print('.', flush=True)\ntime.sleep(60)")
    script = (
        "import sys\n"
        "from machines.museum import supervisor\n"
        f"supervisor.AGAIN = {command!r}\n"
        "sys.exit(supervisor.supervise([]))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, env={**os.environ})
    end = time.monotonic() + 20
    while not (tmp_path / "starts").exists():
        assert time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(number)
    assert process.wait(20) == 0
    assert len(starts(tmp_path)) == 1
