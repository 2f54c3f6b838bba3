"""Engines that do wrong after so many right answers: ``faulty_engine.py FAULT ANSWERS``.

With ``chatty`` nothing is wrong: it only says much else.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from tests.machines.app.external.example_engine import answers


def crash() -> None:
    """End with a reason."""
    sys.stderr.write("starting\nout of memory at square 7\n")
    sys.exit(3)


def silent() -> None:
    """Neither answer nor end, whatever is asked."""
    while True:
        time.sleep(600)


def flood() -> None:
    """Say much without an end, but no move."""
    while True:
        print("thinking " * 1000, flush=True)


def illegal() -> None:
    """A move that nobody can make from there."""
    print("move 1-32", flush=True)


def nonsense() -> None:
    """What is no move at all."""
    print("move \xff{pass}", flush=True)


def closing() -> None:
    """Close the output and stay."""
    os.close(1)
    silent()


def chatty() -> None:
    """Think aloud."""
    print("moves? thinking of 11-15\n\n\xe9\r", flush=True)


FAULTS: dict[str, Callable[[], None]] = {
    one.__name__: one for one in (crash, silent, flood, illegal, nonsense, closing, chatty)
}

if __name__ == "__main__":
    name, good = sys.argv[1], int(sys.argv[2])
    for number, answer in enumerate(answers(sys.stdin)):
        if number >= good:
            FAULTS[name]()
        if number < good or name == "chatty":
            print(answer, flush=True)
