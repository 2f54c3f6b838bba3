"""Engines that do wrong after so many right answers: ``faulty_engine.py FAULT ANSWERS``.

With ``chatty`` nothing is wrong: it only says much else.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from tests.machines.laboratory.external import faults
from tests.machines.laboratory.external.example_engine import answers

FAULTS: dict[str, Callable[[], None]] = {
    "crash": partial(faults.crash, "out of memory at square 7"),
    "silent": faults.silent,
    "orphaned": faults.orphaned,
    "flood": partial(faults.flood, "thinking " * 1000),
    "illegal": partial(print, "move 1-32", flush=True),  # nobody can make it from there
    "nonsense": partial(print, "move \xff{pass}", flush=True),
    "closing": faults.closing,
    "chatty": partial(print, "moves? thinking of 11-15\n\n\xe9\r", flush=True),
}

if __name__ == "__main__":
    name, good = sys.argv[1], int(sys.argv[2])
    for number, answer in enumerate(answers(sys.stdin)):
        if number >= good:
            FAULTS[name]()
        if number < good or name == "chatty":
            print(answer, flush=True)
