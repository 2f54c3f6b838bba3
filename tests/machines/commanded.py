"""Commands, called as main.py calls them."""

import pytest

from machines.commands import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints; it must succeed and complain of nothing."""
    assert main(words) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints, whatever it says beside; it must succeed."""
    assert main(words) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Why it is refused, with status 2 and nothing on standard output."""
    assert main(words) == 2
    found = capsys.readouterr()
    assert found.out == ""
    (line,) = found.err.splitlines()
    return line


def result_of(text: str) -> dict[str, str]:
    """The RESULT line's names and values; it is the last."""
    *_, last = text.splitlines()
    assert last.startswith("RESULT ")
    return dict(pair.split("=", 1) for pair in last.removeprefix("RESULT ").split())
