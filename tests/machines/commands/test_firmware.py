"""``main.py firmware``: a simulated panel that runs until it is interrupted."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from machines import commands

ROOT = Path(__file__).resolve().parents[3]
needs_terminals = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="this system has no pseudo-terminals"
)
PATIENCE = 30.0


@contextmanager
def started(*arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """The command as a process of its own, with its streams in pipes."""
    process = subprocess.Popen(
        [sys.executable, "main.py", "firmware", *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def types(process: "subprocess.Popen[str]", text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.flush()


def until_switches(port: int, count: int) -> bytes:
    """The bitmap of the first SWITCHES with this count of changes."""
    from devices.link.frames import Receiver, Switches

    receiver, end = Receiver(), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for _, message in receiver.feed(os.read(port, 4_096)):
            if isinstance(message, Switches) and message.count == count:
                return message.bitmap
    raise AssertionError(f"no SWITCHES with count {count}")


@needs_terminals
@pytest.mark.parametrize(
    ("number", "status"),
    [
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow),
        (signal.SIGTERM, 143),
        pytest.param(signal.SIGHUP, 129, marks=pytest.mark.slow),
    ],
)
def test_it_runs_until_it_is_interrupted_and_leaves_nothing(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    link = tmp_path / "panel"
    with started("--link", link) as process:
        assert first_line(process) == str(link)
        assert link.is_char_device()
        assert process.stdin is not None
        process.stdin.close()  # its end doesn't end the panel
        process.stdin = None
        time.sleep(0.3)
        assert process.poll() is None
        process.send_signal(number)
        assert process.communicate(timeout=PATIENCE) == ("", "")
        assert process.returncode == status
    assert not link.is_symlink()


@pytest.mark.slow
@needs_terminals
def test_controls_are_worked_by_name() -> None:
    with started() as process:
        port = os.open(first_line(process), os.O_RDWR | os.O_NOCTTY)
        try:
            until_switches(port, 0)
            types(process, "power_on\n")  # the first button: pressed and let go
            assert until_switches(port, 1) == b"\x80" + bytes(7)
            assert until_switches(port, 2) == bytes(8)
            types(process, "dc_on 1\n")
            assert until_switches(port, 3) == b"\x40" + bytes(7)
            types(process, "lever\n")  # latches
            assert until_switches(port, 4) == b"\x40\x00\x10" + bytes(5)
            types(process, "lever\n")
            assert until_switches(port, 5) == b"\x40" + bytes(7)
            types(process, "dc_on 0\n")
            assert until_switches(port, 6) == bytes(8)
        finally:
            os.close(port)


@pytest.mark.slow
@needs_terminals
def test_what_isnt_understood_is_said_and_the_panel_goes_on() -> None:
    with started() as process:
        first_line(process)
        types(process, "\nstrat\nstart 2\nfault rain\nfault reset\n")
        assert process.stderr is not None
        said = [process.stderr.readline() for _ in range(4)]
        assert said[0].startswith("firmware: 'strat' is no control; expected one such as power_on,")
        assert said[1] == (
            "firmware: 'start 2'; expected CONTROL, CONTROL 1, CONTROL 0 or fault KIND\n"
        )
        assert said[2] == ("firmware: 'rain' is no fault; expected reset, unplug, stuck, flood\n")
        assert said[3] == "firmware: the board was reset\n"
        assert process.poll() is None


@pytest.mark.slow
@needs_terminals
def test_quiet_it_says_only_its_path_and_unplugged_its_new_one() -> None:
    with started("--quiet") as process:
        path = first_line(process)
        port = os.open(path, os.O_RDWR | os.O_NOCTTY)  # so that its number isn't given again
        try:
            types(process, "nonsense\nfault unplug\n")
            new = first_line(process)
        finally:
            os.close(port)
        assert new != path
        assert Path(new).is_char_device()
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=PATIENCE) == ("", "")


@pytest.mark.slow
@needs_terminals
def test_another_layouts_panel_says_so_on_the_wire() -> None:
    from devices.link.frames import PanelHello, Receiver

    with started("--panel", "pegasus", "--fault", "version", "drop=0") as process:
        port = os.open(first_line(process), os.O_RDWR | os.O_NOCTTY)
        try:
            os.write(port, bytes.fromhex("0a01070161626364 8389 00"))  # HELLO, by hand
            receiver = Receiver()
            heard: list[PanelHello] = []
            end = time.monotonic() + PATIENCE
            while not heard and time.monotonic() < end:
                messages = [one for _, one in receiver.feed(os.read(port, 4_096))]
                heard = [one for one in messages if isinstance(one, PanelHello)]
        finally:
            os.close(port)
    assert set(heard) == {PanelHello(2)}  # as it starts, and as the answer: in one read or two


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ["--panel", "none"],
            "--panel: 'none' is none; expected anaconda, ibm704, menace, morph, pegasus",
        ),
        (["--fault", "drop"], "--fault: 'drop'; expected drop=RATE, a rate from 0 to 1"),
        (["--fault", "drop=nan"], "--fault: 'drop=nan'; expected drop=RATE, a rate from 0 to 1"),
        (["--fault", "reset=11"], "--fault: 'reset=11'; expected reset=RATE, a rate from 0 to 10"),
        (["--fault", "rain=1"], "--fault: 'rain=1'; expected drop, duplicate, flip, delay: that"),
        (["--link", str(ROOT / "main.py")], "main.py: is there already; expected a path where"),
    ],
)
@needs_terminals
def test_refused_in_words(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["firmware", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("firmware: ")
    assert why in err
    assert len(err.splitlines()) == 1


def test_without_pseudo_terminals_it_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(os, "openpty", raising=False)
    assert commands.main(["firmware"]) == 2
    assert "no pseudo-terminals" in capsys.readouterr().err
