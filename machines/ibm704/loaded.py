"""A processor alone with a program in its storage, whose subroutines are called one at a time."""

import numpy as np

from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import registers
from machines.ibm704.assembler import Assembly
from machines.ibm704.processor import run

LONG = 10_000_000
"""Cycles, two minutes: more than any subroutine here takes."""
FROM = 8
"""Where a subroutine is called from: below every program."""
TSX_C = 0o007400400000


class LoadedProgram:
    """A processor with a program in its storage, without a channel."""

    def __init__(self, assembly: Assembly, size: int = 4_096) -> None:
        self.symbols = assembly.symbols
        self.state = registers.new_state(size)
        self.storage = np.zeros(size, dtype=np.int64)
        for address, word in assembly.words.items():
            self.storage[address] = word
        self.duty = np.zeros(DUTY_WORDS, dtype=np.int64)
        self.state[registers.IC] = assembly.start or 0

    def run(self, cycles: int = LONG) -> int:
        """Go on for so long, or to a stop; the reason (processor.py)."""
        reason: int = run(
            self.state, self.storage, int(self.state[registers.CYCLES]) + cycles, self.duty, 0
        )
        return reason

    def call(self, entry: str) -> int:
        """TSX ENTRY,4, back to an HTR: the cycles in between.

        Those of the subroutine: without the TSX and the HTR, 2 each.
        """
        self.storage[FROM : FROM + 2] = (TSX_C | self.symbols[entry], 0)
        self.state[registers.IC] = FROM
        before = int(self.state[registers.CYCLES])
        assert self.run() == registers.STOPPED_HTR and self.state[registers.LOCATION] == FROM + 1
        return int(self.state[registers.CYCLES]) - before - 4

    def __getitem__(self, symbol: str) -> int:
        return int(self.storage[self.symbols[symbol]])

    def __setitem__(self, symbol: str, word: int) -> None:
        self.storage[self.symbols[symbol]] = word
