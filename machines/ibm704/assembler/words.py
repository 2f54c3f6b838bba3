"""From an operation and its variable field to a word.

The variable field is address, tag, decrement; each is added into its place of the operation's own
word.  What an operation must be given, as the SHARE assembler's table has it:

===========================  ============  =====================================================
operation                    must have     may have
===========================  ============  =====================================================
kind A (TIX TXI TXH ...)     A, T, D
kind INDEX (TSX LXA SXD ..)  A, T          a decrement to 63 (bits 12-17, which mean nothing)
PAX PDX PXD                  T             an address, which means nothing
kind B, extended with unit   A             a tag, and a decrement to 63
HPR NOP                      nothing       all of these
kind E, extended without     nothing       a tag, and a decrement to 63
PZE ... SVN, or blank        nothing       address, tag and decrement
===========================  ============  =====================================================

A field is given if the card goes that far: ``,4`` has an address (0), ``LXA A,`` has no tag.
An omission is a warning, the field is 0.  A program's own operations (OPD) say by the digit in
the tag's place what they must have: 4 an address, 2 a tag, 1 a decrement.
"""

from dataclasses import dataclass

from machines.ibm704.assembler.expressions import ABSOLUTE, FIELD, Problem, Scope, evaluate
from machines.ibm704.operations import BY_MNEMONIC, CONSTANTS, EXTENDED, SYNONYMS, Operation

_OWN_NEEDS = {"PAX": "T", "PDX": "T", "PXD": "T", "HPR": "", "NOP": ""}
_NEEDS = {"A": "ATD", "B": "A", "INDEX": "AT", "E": ""}
_NAMES = {"A": "an address", "T": "a tag", "D": "a decrement"}
_MOST_TAG = 7
_SPARE_DECREMENT = 0o77
"""Bits 12-17, which an operation of eleven bits leaves free."""


@dataclass(frozen=True)
class Base:
    """A mnemonic's own word, and what the variable field may add."""

    mnemonic: str
    word: int
    needs: str
    prefix_only: bool
    """Whether all of the decrement, bits 3-17, is free."""
    address_is_own: bool = False
    """Whether the address belongs to the operation and the field may give none."""
    units: int | None = None
    """How many units the address may name; it is put into the operation's own."""


def base_of(mnemonic: str) -> Base | None:
    """What a mnemonic stands for; None if there is no such operation."""
    if mnemonic in CONSTANTS or not mnemonic:
        return Base(mnemonic or "PZE", CONSTANTS.get(mnemonic, 0) << 33, "", True)
    if SYNONYMS.get(mnemonic, mnemonic) in EXTENDED:
        mnemonic = SYNONYMS.get(mnemonic, mnemonic)
        name, address, units = EXTENDED[mnemonic]
        word = operation_word(BY_MNEMONIC[name]) | address
        if units:
            return Base(mnemonic, word, "A", False, units=units)
        return Base(mnemonic, word, "", False, address_is_own=True)
    operation = BY_MNEMONIC.get(SYNONYMS.get(mnemonic, mnemonic))
    if operation is None:
        return None
    return Base(
        mnemonic,
        operation_word(operation),
        needs_of(operation),
        operation.kind == "A",
        address_is_own=operation.kind == "E",
    )


def own_operation(name: str, word: int) -> Base:
    """The operation that an OPD card defines by its word."""
    needs = "".join(letter for letter, bit in (("A", 4), ("T", 2), ("D", 1)) if word >> 15 & bit)
    word &= ~(7 << 15)
    return Base(name, word, needs, prefix_only=not word >> 18 & FIELD - 1)


def operation_word(operation: Operation) -> int:
    """The operation's word with nothing in its fields but an extension."""
    return operation.code << (33 if operation.kind == "A" else 24) | (operation.extension or 0)


def needs_of(operation: Operation) -> str:
    """Which of A, T, D (address, tag, decrement) the operation must be given."""
    return _OWN_NEEDS.get(operation.mnemonic, _NEEDS[operation.kind])


@dataclass(frozen=True)
class Assembled:
    """A word, with what the listing shows of its fields."""

    word: int
    problems: tuple[Problem, ...]
    prefix_only: bool
    decrement_given: bool
    undefined: str  # Which of A, T, D have no value because a symbol isn't defined
    relocation: tuple[int, int]
    """Of the decrement and of the address."""


def assemble_word(base: Base, variable: str, column: int, scope: Scope) -> Assembled:
    """The word of an operation with its variable field, which begins in ``column``."""
    problems: list[Problem] = []
    parts = variable.split(",")
    if not parts[-1]:
        parts.pop()
    if len(parts) > 3:
        extra = column + sum(len(part) + 1 for part in parts[:3])
        problems.append(Problem("F", extra, "a fourth field; address, tag, decrement are all"))
        parts = parts[:3]
    values = {"A": 0, "T": 0, "D": 0}
    columns = {"A": column, "T": column, "D": column}
    undefined = ""
    relocation = {"A": ABSOLUTE, "T": ABSOLUTE, "D": ABSOLUTE}
    for letter, part in zip("ATD", parts, strict=False):
        value = evaluate(part, column, scope)
        values[letter], columns[letter] = value.number, column
        relocation[letter] = value.relocation
        problems += value.problems
        undefined += letter if value.undefined else ""
        column += len(part) + 1
    for letter in base.needs:
        if "ATD".index(letter) >= len(parts):
            what = (
                f"{base.mnemonic} has to have {_NAMES[letter]} ({_shape(base)}); 0 or ** says none"
            )
            problems.append(Problem(letter, column - bool(parts), what))
    problems += _out_of_range(base, values, columns)
    word = base.word | values["A"] | (values["T"] & 7) << 15 | values["D"] << 18
    return Assembled(
        word,
        tuple(problems),
        base.prefix_only,
        len(parts) > 2,
        undefined,
        (relocation["D"], relocation["A"]),
    )


def _shape(base: Base) -> str:
    return f"{base.mnemonic} " + {"A": "ADDRESS", "AT": "ADDRESS,TAG", "T": "0,TAG"}.get(
        base.needs, "ADDRESS,TAG,DECREMENT"
    )


def _out_of_range(base: Base, values: dict[str, int], columns: dict[str, int]) -> list[Problem]:
    problems = []
    address, tag, decrement = values["A"], values["T"], values["D"]
    own = base.word & 0o77777
    if base.address_is_own and address not in (0, own):
        problems.append(Problem("F", columns["A"], f"{base.mnemonic} has no address of its own"))
    if base.units is not None and address > base.units and address & own != own:
        what = f"{base.mnemonic} {address}; expected a unit from 1 to {base.units}"
        problems.append(Problem("F", columns["A"], what))
    if tag > _MOST_TAG:
        problems.append(Problem("F", columns["T"], f"{tag} is no tag; expected 0 to {_MOST_TAG}"))
    if not base.prefix_only and decrement > _SPARE_DECREMENT:
        what = f"{base.mnemonic} has no decrement: its operation stands there"
        problems.append(Problem("F", columns["D"], what))
    return problems
