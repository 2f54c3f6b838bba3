"""``main.py menace`` as the tests of it run it."""

import pytest

from machines import commands


def menace(capsys: pytest.CaptureFixture[str], line: str, status: int = 0) -> tuple[str, str]:
    """``main.py menace`` with this line in this process: what it prints and what it says."""
    assert commands.main(["menace", *line.split()]) == status
    out, err = capsys.readouterr()
    return out, err
