"""Ends an external program when whoever started it is gone.

A process beside the program: ``guard.py NUMBER MARK`` waits until its input ends, which whoever
started both holds open, and ends the program.  A museum that is killed can do nothing itself, and
GNU Chess reads for ever from a pipe that nobody writes to.  Little is imported, so that it starts
at once.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

WORD = "--guard-of-engines"
"""The first argument of a bundled program that is to be this, not the museum."""

MARKS = "MATCHBOX704_ENGINE"
"""In a program's environment, and so in that of all that it starts: its mark, after those that we
have ourselves."""


def guard(number: str, mark: str) -> None:
    """What it does: until the standard input ends, nothing."""
    sys.stdin.read()
    end_started(int(number), mark)


def end_started(number: int, mark: str) -> None:
    """End a program's group at once, and where Linux shows them all others that have its mark: what
    it has put into a session of its own, or into the background before it went itself."""
    _kill(os.killpg, number)
    ended: set[int] = set()
    while new := _marked(mark) - ended:  # what is started meanwhile is found the next time
        for process in new:
            _kill(os.kill, process)
        ended |= new


def _marked(mark: str) -> set[int]:
    found = set()
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in place.read_bytes():
                found.add(int(place.parent.name))
        except OSError:  # somebody else's, or gone
            pass
    return found


def _kill(kill: Callable[[int, int], None], number: int) -> None:
    try:  # noqa: SIM105 - contextlib is one import more
        kill(number, signal.SIGKILL)
    except OSError:
        pass


if __name__ == "__main__":
    guard(*sys.argv[1:])
