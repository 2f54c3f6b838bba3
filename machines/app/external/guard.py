"""Ends external programs when the museum that started them is gone.

A process beside the museum: it reads ``+NUMBER`` and ``-NUMBER`` of programs' processes, and when
its input ends it ends those that are left.  A museum that is killed can do nothing itself, and GNU
Chess reads for ever from a pipe that nobody writes to.  Nothing but the standard library is
imported, so that it starts at once.
"""

import os
import signal
import sys
from pathlib import Path

WORD = "--guard-of-engines"
"""The only argument of a bundled program that is to be this, not the museum."""


def guard() -> None:
    """Until the standard input ends."""
    watched: set[int] = set()
    for line in sys.stdin:
        (watched.add if line[0] == "+" else watched.discard)(int(line[1:]))
    for number in watched:
        try:  # noqa: SIM105 - contextlib is one import more
            os.killpg(number, signal.SIGKILL)
        except OSError:
            pass


def guard_command(frozen: bool) -> tuple[str, ...]:
    """The command line that starts it."""
    if frozen:
        return (sys.executable, WORD)
    return (sys.executable, "-I", "-S", str(Path(__file__).resolve()))


if __name__ == "__main__":
    guard()
