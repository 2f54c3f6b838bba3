"""The printed reference: every operation of the table, its other names, and the assembler's own."""

from collections.abc import Iterator

from machines.ibm704.assembler.first_pass import PSEUDO_OPERATIONS
from machines.ibm704.operations import (
    BY_MNEMONIC,
    CONSTANTS,
    CYCLES,
    EXTENDED,
    OPERATIONS,
    SYNONYMS,
    Operation,
)

_NOTES = dict(zip((one for one in CYCLES if len(CYCLES[one]) > 2), "abcdefg", strict=False))
"""A letter for each number of cycles that depends on the operands."""
_NAMES_A_LINE = 18


def reference_lines() -> Iterator[str]:
    """The lines of the reference."""
    yield f"The {len(OPERATIONS)} operations of the 704"
    yield ""
    yield "Type A: prefix S,1,2; decrement 3-17; tag 18-20; address 21-35.  Type B: operation"
    yield "S,1-11; tag; address.  *: the tag names the index registers that the operation works on."
    yield "T: caught in trapping mode.  Behind .. stands the part of an operation in the address."
    yield "Y: the address, less the tagged index registers; D: the decrement; AC: the accumulator."
    yield "Cycles are of 12 microseconds; d: difference of the characteristics, n: places shifted."
    section = ""
    for operation in OPERATIONS:
        if operation.section != section:
            section = operation.section
            yield ""
            yield f"{section.capitalize():<18}type  cycles"
            yield ""
        yield _operation_line(operation)
    yield ""
    yield "Cycles"
    yield ""
    for cycles, note in _NOTES.items():
        yield f"  {note}  {CYCLES[cycles]}"
    yield ""
    yield "Names for an operation with its address (i: a unit or number, put into the address)"
    yield ""
    yield from _extended_lines()
    yield ""
    yield "Prefixes, for words of address, tag and decrement"
    yield ""
    yield "  " + "  ".join(f"{name} {_prefix(prefix)}" for name, prefix in CONSTANTS.items())
    yield ""
    yield "Other names for the same operation"
    yield ""
    yield "  " + "  ".join(f"{name} = {meant}" for name, meant in SYNONYMS.items())
    yield ""
    yield "Pseudo-operations of the assembler"
    yield ""
    for at in range(0, len(PSEUDO_OPERATIONS), _NAMES_A_LINE):
        yield f"  {' '.join(PSEUDO_OPERATIONS[at : at + _NAMES_A_LINE])}"


def _operation_line(operation: Operation) -> str:
    kind = {"INDEX": "B*", "E": "B"}.get(operation.kind, operation.kind)
    kind += " T" if operation.traps else ""
    cycles = _NOTES.get(operation.cycles, CYCLES[operation.cycles])
    code = f"{operation.mnemonic} {operation.octal}"
    return f"  {code:<14}  {kind:<4}  {cycles:<5} {operation.effect}"


def _extended_lines() -> Iterator[str]:
    entries = []
    for name, (operation, address, units) in EXTENDED.items():
        operand = f"{name} i" if units else name
        meant = f"{operation} {address:03o}" + (f"+i, i to {units}" if units else "")
        own = BY_MNEMONIC[operation].octal
        entries.append(f"{operand:<6} {own}  {meant:<20}")
    for at in range(0, len(entries), 2):
        yield "  " + "  ".join(entries[at : at + 2]).rstrip()


def _prefix(prefix: int) -> str:
    return f"{'-' if prefix & 4 else '+'}{prefix & 3}"
