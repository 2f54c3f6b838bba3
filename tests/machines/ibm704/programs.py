"""The programs of assets/programs, assembled, and run on the processor alone (no channel)."""

from functools import cache
from pathlib import Path

from devices.media.deck import Deck, read_cbn
from machines.ibm704 import arithmetic, registers
from machines.ibm704.assembler import STORAGE, Assembly, assemble
from machines.ibm704.loaded import LoadedProgram

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


class Kernel(LoadedProgram):
    """A processor with a program in its storage, and its words as tests read them."""

    def call(self, entry: str, ac: int = 0) -> int:
        """The same with a word in AC (S,1-35)."""
        self.state[registers.AC] = (ac >> 35) << 37 | (ac & arithmetic.MAGNITUDE)
        return super().call(entry)

    @property
    def ac(self) -> int:
        """AC as a signed number (Q and P are of its magnitude)."""
        word = int(self.state[registers.AC])
        return -(word & arithmetic.AC_MAGNITUDE) if word & arithmetic.AC_SIGN else word

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
