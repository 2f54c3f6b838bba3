"""The debugger's answers: a line an instruction, a word, a register."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy.typing as npt

from devices.media.charset import bcd_word, char_of_bcd
from devices.media.tape import Gap, Item, Record
from devices.refusal import RefusedError
from machines.ibm704 import octal
from machines.ibm704 import registers as at
from machines.ibm704.assembler.expressions import Scope
from machines.ibm704.assembler.listing import disassemble
from machines.ibm704.assembler.words import assemble_word, base_of, decimal_word, octal_word
from machines.ibm704.debugger.observer import Row
from machines.ibm704.debugger.symbols import Symbols
from machines.ibm704.machine import Machine
from machines.ibm704.operations import CYCLE_US, decode
from machines.ibm704.records import word_of

# -- Words as a programmer reads and writes them: octal, instruction, number, characters -----------

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
    return bcd_word(text.upper().ljust(CHARACTERS))


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


# -- lines -----------------------------------------------------------------------------------------

WORDS_A_LINE = 4
CHARACTERS_A_WORD = 6
LIGHTS: Mapping[str, int] = {
    "ACOV": at.AC_OVERFLOW,
    "MQOV": at.MQ_OVERFLOW,
    "DC": at.DIVIDE_CHECK,
    "TRAP": at.TRAPPING,
    "TAPE": at.TAPE_CHECK,
}
"""Lights that are 0 or 1: accumulator and MQ overflow, divide check, trapping, tape check."""
_IN_ROW = ("ACOV", "MQOV", "DC", "TRAP")


def located(address: int, word: int, symbols: Symbols) -> str:
    """``00105 LOOP+2     STO SUM``."""
    return f"{address:05o} {symbols.name(address):<10} {instruction(word, symbols)}".rstrip()


def effective_address(machine: Machine, word: int, symbols: Symbols) -> str:
    """``  -> 00112 TABLE+1``: what index registers make of an address; or nothing."""
    operation = decode(word)
    tag = word >> 15 & 7
    if operation is None or operation.kind != "B" or not tag:
        return ""
    words = machine.words
    index = 0
    for bit, place in enumerate((at.XA, at.XB, at.XC)):
        index |= int(words[place]) if tag >> bit & 1 else 0
    address = (word - index) & int(words[at.SIZE_MASK])
    return f"  -> {address:05o} {symbols.name(address)}".rstrip()


def accumulator(word: int) -> str:
    """Sign, twelve digits (P with 1-35), and Q where it is 1."""
    return f"{'-' if word >> 37 & 1 else '+'}{word & at.WORD:012o}{' Q' if word >> 36 & 1 else ''}"


def _held(ac: int, mq: int, index: Sequence[int], lit: Sequence[str]) -> str:
    a, b, c = index
    text = f"AC {accumulator(ac)} MQ {mq:012o} A {a:05o} B {b:05o} C {c:05o}"
    return " ".join([text, *lit])


def registers(machine: Machine) -> str:
    """Accumulator, MQ, index registers, and the lights that are on."""
    words = machine.words
    lit = [name for name, place in LIGHTS.items() if words[place]]
    index = [int(words[place]) for place in (at.XA, at.XB, at.XC)]
    return _held(int(words[at.AC]), int(words[at.MQ]), index, lit + _sense(words[at.SENSE_LIGHTS]))


def _sense(lights: int) -> list[str]:
    return [f"SL{n}" for n in range(1, 5) if int(lights) & 16 >> n]


def all_registers(machine: Machine, steps: int) -> list[str]:
    """Registers, counters, time."""
    words = machine.words
    cycles, down = int(words[at.CYCLES]), int(words[at.SENSE_SWITCHES])
    switches = [str(n) for n in range(1, 7) if down & 64 >> n]
    return [
        registers(machine),
        f"IC {int(words[at.IC]):05o} SR {int(words[at.SR]):012o} "
        f"SENSE SWITCHES {', '.join(switches) or 'none'}",
        f"{cycles:,} cycles, {steps:,} instructions, {cycles * CYCLE_US / 1e6:.6f} s",
    ]


def row(step: Row, symbols: Symbols) -> str:
    """An instruction that was executed, and the registers after it."""
    lit = [name for bit, name in enumerate(_IN_ROW) if step.lights >> bit & 1]
    held = _held(step.accumulator, step.mq, step.index, lit + _sense(step.lights >> 4))
    return f"{located(step.location, step.word, symbols):<38} {held}"


def word(address: int, value: int, symbols: Symbols) -> str:
    """A word of storage: octal, as an instruction, as characters."""
    name, text = symbols.name(address), instruction(value, symbols)
    return f"{address:05o} {name:<10} {octal.word(value)}  {text:<22} {characters(value)}".rstrip()


def dump(words: npt.NDArray[Any] | Sequence[int], first: int) -> Iterator[str]:
    """Four words a line, their characters beside them; lines that repeat are drawn together."""
    before: list[int] | None = None
    alike = 0
    place = first
    for start in range(0, len(words), WORDS_A_LINE):
        line = [int(word) for word in words[start : start + WORDS_A_LINE]]
        place = first + start
        if line == before:
            alike += 1
            continue
        if alike:
            yield _same(place - 1)
        before, alike = line, 0
        text = "".join(map(characters, line))
        digits = " ".join(f"{word:012o}" for word in line)
        yield f"{place:05o}  {digits:<51}  {text}".rstrip()
    if alike:
        yield _same(first + len(words) - 1)


def _same(last: int) -> str:
    return f"       the same to {last:05o}"


def tape_item(number: int, item: Item) -> Iterator[str]:
    """A record of a tape by its words, a mark, or a gap."""
    if not isinstance(item, Record):
        yield f"{number}: {'gap' if isinstance(item, Gap) else 'tape mark'}"
        return
    data, binary = item.characters, item.parity != "even"
    kind = {"odd": "binary", "even": "BCD", "mixed": "wrong parity"}[item.parity]
    damaged = ", damaged" if item.damaged else ""
    yield f"{number}: record, {len(data)} characters, {kind}{damaged}"
    words = [
        word_of(data[n : n + CHARACTERS_A_WORD].ljust(CHARACTERS_A_WORD, b"\0"), binary)
        for n in range(0, len(data), CHARACTERS_A_WORD)
    ]
    yield from dump(words, 0)
