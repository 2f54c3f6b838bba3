"""The museum as a service: the unit that is written, where, and what is refused."""

import shlex
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines import commands
from machines.commands.museum import service_line
from machines.museum.service import MARK, UNIT, WATCHDOG_S, unit_text
from machines.museum.supervisor import ENDING_S
from machines.storage.program import AGAIN


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A systemctl that writes down what it is told; the folder that units go to."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    program = tmp_path / "bin" / "systemctl"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/told\nexit $(cat {tmp_path}/status)\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "status").write_text("0")
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    return tmp_path / "config" / "systemd" / "user"


def settings(text: str) -> dict[str, str]:
    lines = [line for line in text.splitlines() if "=" in line and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def test_install_writes_the_unit_and_enables_it_and_remove_takes_it_away(
    systemd: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["service", "install", "demo", "--language", "de"]) == 0
    unit = systemd / UNIT
    assert capsys.readouterr().out == f"{unit}\n"
    told = settings(unit.read_text())
    folder = str((tmp_path / "data").resolve())
    assert shlex.split(told["ExecStart"]) == [
        *AGAIN, "demo", "--language", "de", "--kiosk", "--data", folder,
    ]  # fmt: skip
    assert commands.main(["service", "install"]) == 0  # written anew
    assert commands.main(["service", "print"]) == 0
    assert capsys.readouterr().out == f"{unit}\n{unit.read_text()}"
    assert commands.main(["service", "remove"]) == 0
    assert not unit.exists()
    assert (tmp_path / "told").read_text().splitlines() == [
        *["--user daemon-reload", f"--user enable {UNIT}"] * 2,
        f"--user disable --now {UNIT}",
        "--user daemon-reload",
    ]
    assert commands.main(["service", "remove"]) == 2


def test_the_watchdog_waits_for_the_supervisor_and_the_end_for_what_is_played() -> None:
    told = settings(unit_text(["museum"]))
    assert (told["Type"], told["NotifyAccess"]) == ("notify", "main")
    assert int(told["WatchdogSec"]) == WATCHDOG_S
    assert int(told["TimeoutStopSec"]) > ENDING_S
    assert told["StartLimitIntervalSec"] == "0"
    assert told["After"] == told["WantedBy"] == "graphical-session.target"


def test_a_folder_of_any_name_comes_to_the_program_as_it_is() -> None:
    folder = 'a "b" %h $HOME \\x'
    words = settings(unit_text(["museum", "--data", folder]))["ExecStart"]
    assert shlex.split(words.replace("%%", "%").replace("$$", "$"))[-1] == folder


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_itself_finds_nothing_wrong_in_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT
    unit.write_text(unit_text(["museum", "--kiosk", "--data", str(tmp_path)]))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", str(unit)],
        env={"XDG_RUNTIME_DIR": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    newer = ("RestartSteps", "RestartMaxDelaySec")  # an older systemd leaves them out
    wrong = [one for one in done.stderr.splitlines() if not any(name in one for name in newer)]
    assert [one for one in wrong if UNIT in one] == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["deck"], "deck; expected museum or demo"),
        (["--language", "xx"], "--language: xx; there are"),
        (["--size", "9x9"], "--size: '9x9' is no size"),
    ],
)
def test_what_the_museum_would_refuse_is_refused_now(given: list[str], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        service_line(given, None)


def test_a_unit_that_somebody_else_wrote_is_left_alone(
    systemd: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    systemd.mkdir(parents=True)
    (systemd / UNIT).write_text("[Unit]\n")
    assert commands.main(["service", "install"]) == 2
    assert "was not written by Matchbox 704" in capsys.readouterr().err
    assert (systemd / UNIT).read_text() == "[Unit]\n"


def test_what_systemd_was_not_told_is_to_be_typed(
    systemd: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "status").write_text("1")
    assert commands.main(["service", "install"]) == 0
    assert "type: systemctl --user daemon-reload" in capsys.readouterr().err
    assert (systemd / UNIT).read_text().startswith(MARK)


def test_without_systemd_the_page_for_curators_is_named(
    systemd: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert commands.main(["service", "install"]) == 2
    assert "docs/curators.md" in capsys.readouterr().err
    assert not systemd.exists()
