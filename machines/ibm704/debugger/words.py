"""Words as a programmer reads and writes them: octal, instruction, number, characters."""

import re

from devices.media.charset import bcd, char_of_bcd
from devices.refusal import RefusedError
from machines.ibm704 import octal
from machines.ibm704.assembler.data import decimal_word, octal_word
from machines.ibm704.assembler.disassembler import disassemble
from machines.ibm704.assembler.expressions import Scope
from machines.ibm704.assembler.words import assemble_word, base_of
from machines.ibm704.debugger.symbols import Symbols
from machines.ibm704.operations import decode

MAGNITUDE = (1 << 35) - 1
FRACTION_BITS = 27
CHARACTERS = 6
NO_ADDRESS = ("shift", "input-output")
"""Operations whose address isn't one of storage, but for CPY, CAD and LDA."""


def instruction(word: int, symbols: Symbols) -> str:
    """A word as an instruction, its address by its symbol: ``"CLA N"``, ``"TIX LOOP,1,1"``."""
    text = disassemble(word, octal=True)
    operation = decode(word)
    if operation is None or operation.kind == "E":
        return text
    if operation.section in NO_ADDRESS and operation.mnemonic not in ("CPY", "CAD", "LDA"):
        return text
    mnemonic, _, rest = text.partition(" ")
    address, comma, behind = rest.partition(",")
    name = symbols.name(word & 0o77777)
    if address != f"{word & 0o77777:05o}" or not name:
        return text
    return f"{mnemonic} {name}{comma}{behind}"


def characters(word: int) -> str:
    """Six characters; ``?`` where a code has none."""
    return "".join(char_of_bcd(word >> at & 0o77) or "?" for at in range(30, -1, -6))


def floating(word: int) -> str:
    """A word as a floating-point number, nine digits."""
    fraction, characteristic = word & (1 << FRACTION_BITS) - 1, word >> FRACTION_BITS & 0o377
    value = fraction * 2.0 ** (characteristic - 128 - FRACTION_BITS)
    return f"{'-' if word >> 35 else '+'}{value:.8E}"


def integer(word: int) -> str:
    """A word as a whole number."""
    return f"{'-' if word >> 35 else '+'}{word & MAGNITUDE}"


FORMS = {
    "octal": octal.word,
    "float": floating,
    "bcd": characters,
    "decimal": integer,
}
"""How ``examine`` shows a word, beside ``symbolic``."""


def read_word(words: list[str], text: str, symbols: Symbols, location: int) -> int:
    """The word that is to be deposited.  Raises RefusedError.

    ``words`` are those of ``text``: an octal number; ``float``, ``decimal`` or ``bcd`` and what is
    to be converted; or an instruction, as on a card (its numbers are decimal).
    """
    if not words:
        raise RefusedError("deposit", "a value was expected: octal digits, or such as CLA LOOP+1")
    first = words[0].lower()
    if first in ("float", "decimal"):
        number = "".join(words[1:]).upper()
        if first == "float" and number and not re.search(r"[.E]", number):
            number += "."
        return _converted(number, decimal_word(number))
    if first == "bcd":
        return _characters(text.partition(words[0])[2].removeprefix(" "))
    if first == "octal" or re.fullmatch(r"[+-]?[0-7]+", words[0]):
        digits = "".join(words[1:] if first == "octal" else words)
        return _converted(digits, octal_word(digits))
    return _instruction(words, symbols, location)


def _converted(text: str, word: int | str) -> int:
    if isinstance(word, str):
        raise RefusedError(text or "value", word)
    return word


def _characters(text: str) -> int:
    text = text.strip("'") if text[:1] == "'" else text.rstrip()
    if len(text) > CHARACTERS:
        raise RefusedError(text, f"has {len(text)} characters; a word holds {CHARACTERS}")
    word = 0
    for char in text.upper().ljust(CHARACTERS):
        word = word << 6 | bcd(char)
    return word


def _instruction(words: list[str], symbols: Symbols, location: int) -> int:
    base = base_of(words[0].upper())
    if base is None:
        raise RefusedError(words[0], "is no operation, and no octal number of one to twelve digits")
    scope = Scope(symbols=dict(symbols.values), here=location)
    variable = "".join(words[1:]).upper()
    made = assemble_word(base, variable, 1, scope)
    if made.problems:
        raise RefusedError(" ".join(words), made.problems[0].what)
    return made.word
