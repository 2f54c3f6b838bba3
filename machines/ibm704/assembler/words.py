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

==========  ====================================================================================
written     word
==========  ====================================================================================
``DEC``     numbers with commas between.  ``17`` is an integer.  ``3.5``, ``1E-3``, ``.5E+2`` are
            floating point: sign, characteristic of 8 bits (excess 128), fraction of 27, rounded
            to nearest.  With ``B`` a number is fixed: ``3.5B17`` has its binary point behind
            bit 17, rounded to nearest.  B and E may both stand, in either order
``OCT``     octal numbers of up to twelve digits, with commas between; a minus sets bit S
``BCI``     ``n,`` and the characters of n words of six; without n, of ten
``BCD``     the same as the first SHARE assembler had it: one digit in column 12, the characters
            from column 13; 0 or a blank is ten words
==========  ====================================================================================

The letters in a line's left margin, those of UA SAP 3 but for F:

======  ========================================================================================
letter  what is wrong
======  ========================================================================================
``M``   the symbol is defined more than once (on every card that defines or names it)
``Q``   STO behind a division, whose quotient is in the MQ: a question, no error
``U``   a symbol is not defined (or, for what the first pass has to know, not before this card),
        there is no such operation, a datum can't be, the library lacks the routine
``A``   the address is left out where the operation has to have one: a warning, it is 0
``T``   so is the tag
``D``   so is the decrement
``F``   a field, symbol, or location that can't be (ours: the original let it pass)
======  ========================================================================================

The original's P (a location differs between the passes) comes up where its own way is taken
(:mod:`.uasap_second`), its R (the tape was read in error) not at all.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from devices.media.charset import bcd_word
from devices.media.file_kinds import place
from devices.refusal import RefusedError
from machines.ibm704.assembler.expressions import ABSOLUTE, FIELD, Problem, Scope, evaluate
from machines.ibm704.assembler.source import SourceCard
from machines.ibm704.operations import BY_MNEMONIC, CONSTANTS, EXTENDED, SYNONYMS, Operation

# -- Words that are written as data: DEC, OCT, BCI and BCD -----------------------------------------

MINUS = 1 << 35
_MOST = (1 << 35) - 1
_FRACTION = 27
_EXCESS = 128
_CHARACTERS = 6
_MOST_WORDS = 10

_NUMBER = re.compile(r"([+-]?)(\d*)(\.?)(\d*)((?:[EB][+-]?\d{1,3})*)")
_OCTAL = re.compile(r"([+-]?)([0-7]{1,12})")


def number_words(
    text: str, column: int, convert: Callable[[str], int | str]
) -> tuple[list[int], list[Problem]]:
    """The words of a DEC or OCT card's variable field, each datum read by ``convert``.

    A datum that can't be is 0, with its problem.
    """
    words: list[int] = []
    problems: list[Problem] = []
    for datum in text.split(","):
        word = convert(datum)
        if isinstance(word, str):
            problems.append(Problem("U", column, word))
            word = 0
        words.append(word)
        column += len(datum) + 1
    return words, problems


def octal_word(datum: str) -> int | str:
    """The word of one octal number, or why there is none."""
    match = _OCTAL.fullmatch(datum)
    if match is None:
        return f"{datum or 'nothing'} is no octal number of one to twelve digits"
    sign, digits = match.groups()
    return int(digits, 8) | (MINUS if sign == "-" else 0)


def decimal_word(datum: str) -> int | str:
    """The word of one decimal number, or why there is none."""
    match = _NUMBER.fullmatch(datum)
    if match is None or not (match[2] or match[4]):
        return f"{datum or 'nothing'} is no decimal number such as 17, -3.5, 1E-3 or 3.5B17"
    sign, whole, point, part, ends = match.groups()
    exponents = re.findall(r"[EB]|[+-]?\d+", ends)
    given = dict(zip(exponents[0::2], map(int, exponents[1::2]), strict=True))
    if len(given) * 2 != len(exponents):
        return f"{datum} has E or B twice"
    value = Fraction(int(whole + part or "0"), 10 ** len(part)) * Fraction(10) ** given.get("E", 0)
    if "B" in given:
        word = fixed(value, given["B"])
    elif point or "E" in given:
        word = floating(value)
    else:
        word = fixed(value, 35)
    return word if isinstance(word, str) else word | (MINUS if sign == "-" else 0)


def fixed(value: Fraction, place: int) -> int | str:
    """A magnitude of 35 bits with its binary point behind bit ``place``, rounded to nearest."""
    magnitude = _rounded(value * Fraction(2) ** (35 - place))
    if magnitude > _MOST:
        return f"{_as_text(value)} with its binary point behind bit {place} is too large for a word"
    return magnitude


def floating(value: Fraction) -> int | str:
    """Characteristic and fraction of a magnitude, normalised, rounded to nearest."""
    if not value:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    if value >= Fraction(2) ** exponent:
        exponent += 1
    fraction = _rounded(value * Fraction(2) ** (_FRACTION - exponent))
    if fraction >> _FRACTION:
        fraction, exponent = fraction >> 1, exponent + 1
    if not 0 <= exponent + _EXCESS < 256:
        return f"{_as_text(value)} is out of range; floating point goes from 1E-38 to 1E+38"
    return (exponent + _EXCESS) << _FRACTION | fraction


def _rounded(value: Fraction) -> int:
    """To the nearest whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _as_text(value: Fraction) -> str:
    power = (len(str(value.numerator)) - len(str(value.denominator))) if value else 0
    return str(value) if value.denominator == 1 and power < 12 else f"a number near 1E{power:+}"


def character_words(rest: str, operation: str, column: int) -> tuple[list[int], list[Problem]]:
    """The words of a BCI or BCD card, from its columns 12-72."""
    count, text, wrong = _count(rest, operation)
    if wrong:
        return [0], [Problem("U", column, wrong)]
    text = text[: count * _CHARACTERS].ljust(count * _CHARACTERS)
    try:
        return [
            bcd_word(text[at : at + _CHARACTERS]) for at in range(0, len(text), _CHARACTERS)
        ], []
    except RefusedError as refusal:
        at_column = column + len(rest) - len(rest.lstrip("0123456789,"))
        return [0] * count, [Problem("U", at_column, refusal.what)]


def _count(rest: str, operation: str) -> tuple[int, str, str]:
    if operation == "BCD":
        if not (rest[0].isdigit() or rest[0] == " "):
            return 1, "", "BCD has the number of its words, one digit, in column 12"
        return int(rest[0].strip() or 0) or _MOST_WORDS, rest[1:], ""
    number, comma, text = rest.partition(",")
    if not comma or not re.fullmatch(r"\d{0,2}", number) or number in ("0", "00"):
        return 1, "", "BCI has the number of its words (1 to 10) and a comma from column 12"
    count = int(number or _MOST_WORDS)
    if count > _MOST_WORDS:
        return 1, "", f"{count} words; a card holds {_MOST_WORDS} at most"
    return count, text, ""


# -- words -----------------------------------------------------------------------------------------

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
    problems += out_of_range(base, values, columns)
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


def out_of_range(base: Base, values: dict[str, int], columns: dict[str, int]) -> list[Problem]:
    """What fields A, T, D can't be of an operation, though there is room for it in the word."""
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


# -- A program between its cards and its words: a line a card, and what all lines share ------------

LETTERS = "PMQUATDF"
"""In the order in which the listing shows them."""
WARNINGS = "QATD"
"""Letters that don't keep the deck from being punched."""

Form = Literal["ABS", "REL", "FUL"]
"""How cards are punched, by the pseudo-operation that asks for it."""


@dataclass
class Line:
    """One card on its way through the passes."""

    card: SourceCard
    kind: str  # The pseudo-operation; "remark"; else "word"
    heading: str = ""
    is_repeated: bool = False  # Whether it comes from a REP card, without its symbol
    location: int = 0  # Where its first word is at home
    location_is_relocatable: bool = True
    form: Form = "ABS"
    loads_at: int = 0  # Where the cards bring its first word; LOC parts it from the location
    begins_card: bool = False  # Whether the words before it are punched first
    shown: int | None = None  # The number that the listing shows for a card without words
    words: list[int] = field(default_factory=list)
    fields: Assembled | None = None  # For a card that is one instruction
    problems: list[Problem] = field(default_factory=list)

    @property
    def symbol(self) -> str:
        """The location field; a repeated card has none."""
        return "" if self.is_repeated else self.card.location

    @property
    def relocation(self) -> tuple[int, int]:
        """Of its word's decrement and address; data are absolute."""
        return self.fields.relocation if self.fields is not None else (ABSOLUTE, ABSOLUTE)

    def flag(self, letter: str, column: int, what: str) -> None:
        """Note a problem of this card."""
        self.problems.append(Problem(letter, column, what))

    @property
    def letters(self) -> str:
        """The letters in its margin."""
        given = {problem.letter for problem in self.problems}
        return "".join(letter for letter in LETTERS if letter in given)

    def messages(self) -> Iterable[tuple[str, str]]:
        """Each problem's letter and its text: card, column, what is wrong."""
        for problem in self.problems:
            where = place(self.card.where, f"column {problem.column}")
            yield problem.letter, f"{where}: {problem.letter} {problem.what}"


@dataclass
class Passes:
    """A program between its cards and its words."""

    storage: int
    lines: list[Line] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    operations: dict[str, Base] = field(default_factory=dict)
    """Those that OPD cards define."""
    form: Form = "ABS"
    loads_at: int = 0
    start: int | None = None
    ended: bool = False

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms of cards that hold its words, in the order in which they come up."""
        return tuple(dict.fromkeys(line.form for line in self.lines if line.words))
