"""Ctrl-C in long work: noted, and answered where the work can stop."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptions() -> Iterator[list[int]]:
    """Ctrl-C only puts its number into the list: nothing is broken off in the middle of an act."""
    caught: list[int] = []
    try:
        before = signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
    except ValueError:  # not in the main thread: nobody can interrupt
        yield caught
        return
    try:
        yield caught
    finally:
        signal.signal(signal.SIGINT, before)
