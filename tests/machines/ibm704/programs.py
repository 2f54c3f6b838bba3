"""The programs of assets/programs, assembled, and run on the processor alone (no channel)."""

from functools import cache
from pathlib import Path

import numpy as np

from devices.media.deck import Deck, read_cbn
from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import arithmetic, registers
from machines.ibm704.assembler import STORAGE, Assembly, assemble
from machines.ibm704.processor import run

PROGRAMS = Path(__file__).resolve().parents[3] / "assets" / "programs"
NAMES = ("checkers", "curves", "echo", "lamps", "selftest", "tapecopy")
SAMUEL = {"samuel": 32_768, "samuel8k": 8_192}
"""Samuel's program, whose parts have a folder of their own: words of storage by the deck's name."""
JOBS = tuple(
    f"jobs/{name}"
    for name in (
        "cardtape",
        "drumfile",
        "gangpnch",
        "listing",
        "randtape",
        "squares",
        "sumcards",
        "tapecomp",
        "tapesort",
    )
)
"""Jobs for the units, in a folder of their own, which the room's drawer doesn't show."""
LONG = 10_000_000
"""Cycles, two minutes: more than any subroutine here takes."""
FROM = 8
"""Where a call is made from: below every program."""
TSX_C = 0o007400400000


def library() -> dict[str, list[str]]:
    """The routines that LIB cards call for."""
    return routines_in("library")


def routines_in(folder: str) -> dict[str, list[str]]:
    """The symbolic cards of each file of a folder, by the name that LIB cards have."""
    paths = (PROGRAMS / folder).glob("*.sap")
    return {path.stem.upper(): path.read_text().splitlines() for path in paths}


@cache
def assembled(name: str) -> Assembly:
    """A program of the folder by its name without ``.sap``; it has no errors."""
    path = PROGRAMS / f"{name}.sap"
    routines = {**library(), **(routines_in("samuel") if name in SAMUEL else {})}
    storage = SAMUEL.get(name, STORAGE)
    assembly = assemble(path.read_text().splitlines(), path.name, routines, storage)
    assert assembly.errors == () == assembly.warnings
    return assembly


@cache
def program_deck(name: str = "samuel") -> Deck:
    """The deck of a program as it is shipped."""
    path = PROGRAMS / f"{name}.cbn"
    return read_cbn(path.read_bytes(), path.name)


class Kernel:
    """A processor with a program in its storage."""

    def __init__(self, assembly: Assembly, size: int = 4096) -> None:
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

    def call(self, entry: str, ac: int = 0) -> int:
        """TSX ENTRY,4 with a word in AC (S,1-35), back to an HTR: the cycles in between.

        Those of the subroutine: without the TSX and the HTR, 2 each.
        """
        self.storage[FROM] = TSX_C | self.symbols[entry]
        self.storage[FROM + 1] = 0
        self.state[registers.IC] = FROM
        self.state[registers.AC] = (ac >> 35) << 37 | (ac & arithmetic.MAGNITUDE)
        before = int(self.state[registers.CYCLES])
        assert self.run() == registers.STOPPED_HTR and self.state[registers.LOCATION] == FROM + 1
        return int(self.state[registers.CYCLES]) - before - 4

    @property
    def ac(self) -> int:
        """AC as a signed number (Q and P are of its magnitude)."""
        word = int(self.state[registers.AC])
        return -(word & arithmetic.AC_MAGNITUDE) if word & arithmetic.AC_SIGN else word

    def __getitem__(self, symbol: str) -> int:
        return int(self.storage[self.symbols[symbol]])

    def __setitem__(self, symbol: str, word: int) -> None:
        self.storage[self.symbols[symbol]] = word

    def below(self, symbol: str, number: int) -> int:
        """The word that stands so many words below a symbol: an entry of a table."""
        return int(self.storage[self.symbols[symbol] - number])

    def signed(self, symbol: str) -> int:
        """A word of storage as a number."""
        word = self[symbol]
        return -(word & arithmetic.MAGNITUDE) if word & arithmetic.SIGN else word


def as_word(board: int) -> int:
    """A word of the engine (bit n is 2**n) as the 704 has it (bit n counted from the left)."""
    return int(f"{board:036b}"[::-1], 2)
