"""Library routines under test: assembled with a driver, called with many arguments, measured.

A driver is a program in SAP that calls a routine for every argument of a list that the test puts
into storage, so that thousands of calls are one run of the processor.
"""

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from devices.media.charset import bcd, char_of_bcd
from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import processor, registers
from machines.ibm704.assembler import Assembly, assemble
from tests.machines.ibm704.programs import PROGRAMS, library

ROUTINES = PROGRAMS / "library"
FROM = 64
"""Where a driver starts."""
LISTS = 8192
"""Where lists that a test gives begin: behind every driver with its routines."""
SIZE = 32768
LONG = 400_000_000
SIGN = 1 << 35
FRACTION = 27
EXCESS = 128


@cache
def assembled(source: str, *names: str) -> Assembly:
    """A driver with the routines that it calls behind it; it has no errors.

    ``source`` has neither ORG nor END; its first word is where it starts.
    """
    libs = [f"       LIB {name}" for name in names]
    cards = [f"       ORG {FROM}", *source.strip("\n").splitlines(), *libs, f"       END {FROM}"]
    assembly = assemble(cards, "driver.sap", library())
    assert assembly.errors == () == assembly.warnings
    return assembly


class Driven:
    """A 704 without units, with a driver and its routines in storage."""

    def __init__(self, source: str, *names: str) -> None:
        assembly = assembled(source, *names)
        self.symbols = assembly.symbols
        self.state = registers.new_state(SIZE)
        self.storage = np.zeros(SIZE, dtype=np.int64)
        for address, word in assembly.words.items():
            self.storage[address] = word
        self._duty = np.zeros(DUTY_WORDS, dtype=np.int64)
        self.state[registers.IC] = FROM

    def put(self, place: str | int, words: Sequence[int]) -> None:
        """Words to a symbol or an address and those after it."""
        at = self.symbols[place] if isinstance(place, str) else place
        self.storage[at : at + len(words)] = words

    def words(self, place: str | int, count: int) -> list[int]:
        """Words from a symbol or an address on."""
        at = self.symbols[place] if isinstance(place, str) else place
        return [int(word) for word in self.storage[at : at + count]]

    def run(self) -> int:
        """To the driver's HPR; the cycles that passed."""
        before = int(self.state[registers.CYCLES])
        reason = int(
            processor.run(self.state, self.storage, before + LONG, self._duty, 0),
        )
        assert reason == registers.STOPPED_HPR, (reason, oct(self.state[registers.LOCATION]))
        return int(self.state[registers.CYCLES]) - before


ONE_WORD = """
START  LXA COUNT,1
NEXT   CLA XS,1
       TSX {entry},4
       TRA FAIL
       STO YS,1
       TIX NEXT,1,1
       HPR 1
FAIL   CAL NONE
       SLW YS,1
       TIX NEXT,1,1
       HPR 1
NONE   OCT -377777777777
COUNT  PZE {count}
XS     EQU {end}
YS     EQU {results}
"""
"""For a routine that takes a word in AC, has an error return, and gives a word in AC."""
REFUSED = (1 << 36) - 1
"""What ONE_WORD has where a routine went to its error return."""
MOST = 8_000


def results_of(entry: str, arguments: Sequence[int], *names: str) -> list[int]:
    """What a routine gives for words in AC, in their order; REFUSED where it goes to its error
    return."""
    count = len(arguments)
    assert count <= MOST
    end, results = LISTS + MOST, LISTS + 2 * MOST
    source = ONE_WORD.format(entry=entry, count=count, end=end, results=results)
    driven = Driven(source, *(names or (entry,)))
    driven.put(end - count, arguments)
    driven.run()
    return driven.words(results - count, count)


CALL = """
START  CLA X
       LDQ M
HERE   TSX {entry},4
{rest}
       HPR 2
       HPR 3
X      PZE
M      PZE
"""


def cycles_of(
    entry: str, arguments: Iterable[int], *names: str, rest: str = "       HPR 1"
) -> tuple[int, int]:
    """The least and the most cycles that a call takes, TSX and what comes back included.

    ``rest`` has the words behind the TSX that belong to the call, and the returns.
    """
    found = []
    for argument in arguments:
        driven = Driven(CALL.format(entry=entry, rest=rest), *(names or (entry,)))
        driven.put("X", [argument])
        found.append(driven.run() - 6)  # CLA, LDQ, HPR
    return min(found), max(found)


# -- numbers


def float_word(value: float | Fraction) -> int:
    """A number as a normalised floating word, rounded to nearest; it must be in range."""
    exact = Fraction(value)
    if not exact:
        return 0
    magnitude = abs(exact)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude >= Fraction(2) ** exponent:
        exponent += 1
    fraction = round(magnitude * Fraction(2) ** (FRACTION - exponent))
    if fraction >> FRACTION:
        fraction, exponent = fraction >> 1, exponent + 1
    assert 0 <= exponent + EXCESS < 256
    return (SIGN if exact < 0 else 0) | (exponent + EXCESS) << FRACTION | fraction


def exactly(word: int) -> Fraction:
    """The number that a floating word is."""
    fraction = word & ((1 << FRACTION) - 1)
    exponent = (word >> FRACTION & 0xFF) - EXCESS - FRACTION
    magnitude = fraction * Fraction(2) ** exponent
    return -magnitude if word & SIGN else magnitude


def is_normalised(word: int) -> bool:
    """A zero, or a number whose fraction is 1/2 or more."""
    return word & (SIGN - 1) == 0 or bool(word >> (FRACTION - 1) & 1)


def unit_of(value: Fraction | float) -> Fraction:
    """The unit of the last place of a floating word near a value."""
    _, exponent = math.frexp(value)
    return Fraction(2) ** (exponent - FRACTION)


def integer_word(value: int) -> int:
    """A fixed-point integer: sign and magnitude."""
    assert abs(value) < SIGN
    return (SIGN if value < 0 else 0) | abs(value)


def integer_of(word: int) -> int:
    """The integer that a word is."""
    magnitude = word & (SIGN - 1)
    return -magnitude if word & SIGN else magnitude


# -- sources


def head_of(name: str) -> str:
    """The remark at the head of a routine's source, as one line."""
    lines = (ROUTINES / f"{name}.sap").read_text().splitlines()
    return " ".join(line.lstrip("* ").rstrip() for line in lines if line.startswith("*"))


def names() -> list[str]:
    """The routines' files."""
    return sorted(path.stem for path in ROUTINES.glob("*.sap"))


def bound_of(name: str) -> list[float]:
    """The bounds that a head gives behind WITHIN, in their order."""
    return [float(found) for found in re.findall(r"WITHIN ([\d.]+) UNITS?", head_of(name))]


# -- characters

CHARACTERS = 6


def text_words(text: str, count: int) -> list[int]:
    """A text as so many words of six characters, blanks behind it."""
    codes = [bcd(char) for char in text.ljust(CHARACTERS * count)]
    assert len(codes) == CHARACTERS * count
    words = []
    for at in range(0, len(codes), CHARACTERS):
        word = 0
        for code in codes[at : at + CHARACTERS]:
            word = word << 6 | code
        words.append(word)
    return words


def text_of(words: Iterable[int]) -> str:
    """The characters of words; ? for a code that has none."""
    codes = [word >> shift & 0o77 for word in words for shift in range(30, -1, -6)]
    return "".join(char_of_bcd(code) or "?" for code in codes)
