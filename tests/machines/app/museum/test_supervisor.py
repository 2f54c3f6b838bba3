"""A gallery's supervisor: what falls or hangs is started again, what is closed is not."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from machines.app.museum import supervisor as module
from machines.app.museum.supervisor import QUICK_FALLS, RESTART, Supervisor

ROOT = Path(__file__).resolve().parents[4]


def child(folder: Path, body: str) -> tuple[str, ...]:
    """A child that writes down each start with its arguments, then does ``body``; ``n`` counts."""
    path = folder / "child.py"
    path.write_text(
        "import json, os, sys, time\n"
        "from pathlib import Path\n"
        "log = Path(__file__).with_name('starts')\n"
        "starts = json.loads(log.read_text()) if log.exists() else []\n"
        "starts.append(sys.argv[1:])\n"
        "log.write_text(json.dumps(starts))\n"
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


def test_one_that_is_refused_is_not_started_again(tmp_path: Path) -> None:
    assert supervisor(tmp_path, "sys.exit(2)").run() == 2
    assert len(starts(tmp_path)) == 1


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


def test_one_that_falls_at_once_again_and_again_is_started_fresh(tmp_path: Path) -> None:
    body = f"sys.exit(0 if n > {QUICK_FALLS} else 1)"
    assert supervisor(tmp_path, body, "museum").run() == 0
    assert starts(tmp_path)[-1] == ["museum", "--fresh"]


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


def test_one_that_has_not_begun_to_beat_is_given_its_time(tmp_path: Path) -> None:
    made = supervisor(tmp_path, "time.sleep(1.2)")
    made.silent_s = 0.3
    assert made.run() == 0
    assert len(starts(tmp_path)) == 1


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
        "from machines.app.museum import supervisor\n"
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
