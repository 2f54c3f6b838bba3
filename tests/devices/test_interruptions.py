"""However it is told to end, long work keeps what is over and says how it goes on."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from devices.interruptions import ENDINGS, Interrupted, endings, interruptions
from machines.commands import main
from machines.storage.run_file import RunFile
from machines.storage.run_store import read_run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows sends itself no such signal")


@pytest.mark.parametrize("number", ENDINGS)
def test_a_study_ends_by_any_signal_as_by_ctrl_c(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep, path = RunFile.keep, tmp_path / "run.sqlite"

    def kept(self: RunFile, *block: Any, **more: Any) -> None:
        keep(self, *block, **more)
        if self.plays == 2:
            os.kill(os.getpid(), number)

    monkeypatch.setattr(RunFile, "keep", kept)
    words = ("learn", "morph", "--set", "most_plies=8", "--games", "4", "--out", str(path))
    # Whoever has started the tests may have had it ignored (nohup).
    usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    before = signal.signal(number, usual)
    try:
        assert main(words) == 128 + number
    finally:
        signal.signal(number, before)
    said = capsys.readouterr().err
    assert f"--resume {path} goes on" in said and "Traceback" not in said
    assert [one.name for one in tmp_path.iterdir()] == [path.name]  # whole by itself
    with read_run(path, "morph") as run:
        assert run.plays == 2


def test_what_was_to_be_ignored_is_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptions() as caught, endings():
            os.kill(os.getpid(), signal.SIGHUP)
        assert caught == []
    finally:
        signal.signal(signal.SIGHUP, before)


def test_an_ending_breaks_off_what_isnt_held() -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert before is not signal.SIG_IGN
    with pytest.raises(Interrupted) as ended, endings():
        os.kill(os.getpid(), signal.SIGTERM)
    assert ended.value.number == signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) is before
