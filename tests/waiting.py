"""Waiting for what other threads and processes do."""

import time
from collections.abc import Callable
from pathlib import Path


def until(happened: Callable[[], object], what: str = "it never happened") -> None:
    """Wait for it: in a minute a thing has happened or never will, however busy it is here."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.002)


def runs(number: int) -> bool:
    """Whether there is such a process, and it isn't only waited for."""
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
