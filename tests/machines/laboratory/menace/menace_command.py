"""What the tests of ``main.py menace`` share: running it, and reading its last line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from machines import commands
from machines.storage.run_store import read_run

ROOT = Path(__file__).resolve().parents[4]


def menace(capsys: pytest.CaptureFixture[str], line: str, status: int = 0) -> tuple[str, str]:
    """``main.py menace`` with this line in this process: what it prints and what it says."""
    assert commands.main(["menace", *line.split()]) == status
    out, err = capsys.readouterr()
    return out, err


def result(out: str) -> dict[str, str]:
    """The numbers of the RESULT line, which is the last."""
    word, *pairs = out.splitlines()[-1].split(" ")
    assert word == "RESULT"
    return dict(pair.split("=") for pair in pairs)


def state_of(path: Path) -> bytes:
    """The checkpoint in a run's file."""
    with read_run(path, "menace") as run:
        return run.state() or b""


def child(*arguments: str, data: Path) -> "subprocess.Popen[str]":
    """``main.py menace`` in a process of its own."""
    return subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "menace", *arguments],
        cwd=ROOT,
        env={**os.environ, "MATCHBOX704_DATA": str(data)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
