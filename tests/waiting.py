"""Waiting for what other threads and processes do."""

import time
from collections.abc import Callable


def until(happened: Callable[[], object], what: str = "it never happened") -> None:
    """Wait for it: in a minute a thing has happened or never will, however busy it is here."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.002)
