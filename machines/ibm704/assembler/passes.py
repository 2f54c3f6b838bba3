"""The two passes of the assembler: where every word goes, then what every word is.

The first pass counts locations and gives each symbol its value; what ORG, EQU, SYN, BSS and BES
name must be defined on an earlier card.  The second builds the words.

Pseudo-operations:

============  ==================================================================================
``ORG``       the next word goes to this location
``ABS``       absolute row-binary cards: what is punched here anyway
``EQU SYN``   the card's symbol has this value
``BSS BES``   so many locations are left free; the symbol is the first of them, or the one after
``OCT DEC``   words of data (machines.ibm704.assembler.data)
``BCI BCD``   characters, six a word
``HED``       from here symbols of fewer than six characters are known under this heading: the
              letter or digit in column 1, else in column 12; none ends it
``LIB``       the cards of this routine are taken from the library
``REM``       a remark
``END``       the last card; its address is where the program starts
============  ==================================================================================

The letters in the left margin, those of UA SAP 3 but for F:

======  ========================================================================================
letter  what is wrong
======  ========================================================================================
``M``   the symbol is defined more than once (on every card that defines or names it)
``Q``   STO behind a division, whose quotient is in the MQ: a question, no error
``U``   a symbol is not defined (or, for ORG EQU SYN BSS BES, not before this card), there is no
        such operation, a datum can't be, the library lacks the routine
``A``   the address is left out where the operation has to have one
``T``   so is the tag
``D``   so is the decrement
``F``   a field, symbol, or location that can't be (ours: the original let it pass)
======  ========================================================================================

The original's R (the tape was read in error) and P (a location differs between the passes) can't
come up here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from devices.media.medium import place
from machines.ibm704.assembler.data import character_words, decimal_word, number_words, octal_word
from machines.ibm704.assembler.expressions import (
    Problem,
    Scope,
    add_heading,
    evaluate,
    why_no_symbol,
)
from machines.ibm704.assembler.source import VARIABLE, SourceCard
from machines.ibm704.assembler.words import Assembled, assemble_word, base_of
from machines.ibm704.operations import BY_MNEMONIC, SIZES

LETTERS = "MQUATDF"
"""In the order in which the listing shows them."""
QUESTIONS = "Q"
"""Letters that don't keep the deck from being punched."""
ADDRESSES = SIZES[-1]
"""That an instruction's 15 bits can name; a symbol is one of them."""
TOP = 64
"""Words at the top of storage that are the loader's."""

_DIVISIONS = frozenset({"DVH", "DVP", "FDH", "FDP"})
_LOCATION = 1
_OPERATION = 8


@dataclass
class Line:
    """One card on its way through the passes."""

    card: SourceCard
    kind: str  # The pseudo-operation; "remark"; else "word"
    heading: str = ""
    location: int = 0  # Where its first word goes
    shown: int | None = None  # The number that the listing shows for a card without words
    words: list[int] = field(default_factory=list)
    fields: Assembled | None = None  # For a card that is one instruction
    problems: list[Problem] = field(default_factory=list)

    def flag(self, letter: str, column: int, what: str) -> None:
        """Note a problem of this card."""
        self.problems.append(Problem(letter, column, what))

    @property
    def letters(self) -> str:
        """The letters in its margin."""
        given = {one.letter for one in self.problems}
        return "".join(letter for letter in LETTERS if letter in given)

    def messages(self) -> Iterable[tuple[str, str]]:
        """Each problem's letter and its text: card, column, what is wrong."""
        for one in self.problems:
            where = place(self.card.where, f"column {one.column}")
            yield one.letter, f"{where}: {one.letter} {one.what}"


@dataclass
class Passes:
    """A program between its cards and its words."""

    storage: int
    lines: list[Line] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    start: int | None = None
    ended: bool = False


def run_passes(cards: Iterable[SourceCard], missing: Mapping[str, str], storage: int) -> Passes:
    """Both passes over a program's cards (its library's among them)."""
    program = Passes(storage)
    for card in cards:
        if program.ended:
            break
        _locate(program, _line(card, program.scope.heading), missing)
    program.scope.heading = ""
    _fill(program)
    return program


def _line(card: SourceCard, heading: str) -> Line:
    if card.is_remark:
        return Line(card, "remark", heading)
    return Line(card, card.operation if card.operation in _FIRST else "word", heading)


# -- first pass ----------------------------------------------------------------------------------


def _locate(program: Passes, line: Line, missing: Mapping[str, str]) -> None:
    program.lines.append(line)
    line.location = program.scope.here
    if line.kind == "remark":
        return
    if line.kind != "REM":
        for column in (7, 11):
            if line.card.column(column) != " ":
                line.flag("F", column, f"{line.card.column(column)}; expected a blank here")
    if line.kind == "LIB" and line.card.where in missing:
        line.flag("U", _LOCATION, missing[line.card.where])
    _FIRST[line.kind](program, line)
    if program.scope.here > program.storage:
        line.flag("F", VARIABLE, f"past the end of a storage of {program.storage} words")
        program.scope.here %= program.storage


def _define(program: Passes, line: Line, value: int) -> None:
    symbol = line.card.location
    if not symbol:
        return
    why = why_no_symbol(symbol)
    if why:
        line.flag("F", _LOCATION, why)
        return
    if value >= ADDRESSES:
        line.flag("F", _LOCATION, f"{value} is past the last address, {ADDRESSES - 1}")
        value %= ADDRESSES
    scope = program.scope
    name = add_heading(symbol, scope.heading)
    if name in scope.symbols:
        scope.multiple.add(name)
    scope.symbols.setdefault(name, value)


def _known_address(program: Passes, line: Line) -> int:
    """The address of a pseudo-operation, which earlier cards must define."""
    text = line.card.variable.split(",")[0]
    if not text:
        line.flag("A", VARIABLE, f"{line.kind} has to have an address")
        return 0
    value = evaluate(text, VARIABLE, program.scope)
    line.problems += [one for one in value.problems if one.letter != "M"]
    return value.number


def _one_word(program: Passes, line: Line) -> None:
    _define(program, line, program.scope.here)
    program.scope.here += 1


def _origin(program: Passes, line: Line) -> None:
    line.location = line.shown = program.scope.here = _known_address(program, line)
    _define(program, line, line.location)


def _equal(program: Passes, line: Line) -> None:
    line.shown = _known_address(program, line)
    if not line.card.location:
        line.flag("F", _LOCATION, f"{line.kind} has to have a symbol in columns 1-6")
    elif not any(one.letter == "U" for one in line.problems):
        _define(program, line, line.shown)


def _block_before(program: Passes, line: Line) -> None:
    line.shown = program.scope.here
    _define(program, line, program.scope.here)
    program.scope.here += _known_address(program, line)


def _block_after(program: Passes, line: Line) -> None:
    program.scope.here += _known_address(program, line)
    line.shown = program.scope.here
    _define(program, line, program.scope.here)


def _data(program: Passes, line: Line) -> None:
    if line.kind in ("BCI", "BCD"):
        words, problems = character_words(line.card.rest, line.kind, VARIABLE)
    elif not line.card.variable:
        words, problems = [0], [Problem("A", VARIABLE, f"{line.kind} has to have a number")]
    else:
        convert = octal_word if line.kind == "OCT" else decimal_word
        words, problems = number_words(line.card.variable, VARIABLE, convert)
    line.words = words
    line.problems += problems
    _define(program, line, program.scope.here)
    program.scope.here += len(words)


def _heading(program: Passes, line: Line) -> None:
    heading = line.card.location or line.card.variable
    if heading and not (len(heading) == 1 and heading.isalnum()):
        line.flag("F", _LOCATION, f"{heading} is no heading; expected one letter or digit")
        return
    program.scope.heading = heading


def _end(program: Passes, line: Line) -> None:
    program.ended = True


def _nothing(program: Passes, line: Line) -> None:
    """Nothing to count: a remark, or something that the second pass needs nothing for."""


_FIRST: dict[str, Callable[[Passes, Line], None]] = {
    "word": _one_word,
    "ORG": _origin,
    "EQU": _equal,
    "SYN": _equal,
    "BSS": _block_before,
    "BES": _block_after,
    "OCT": _data,
    "DEC": _data,
    "BCI": _data,
    "BCD": _data,
    "HED": _heading,
    "LIB": _nothing,
    "ABS": _nothing,
    "REM": _nothing,
    "END": _end,
}
PSEUDO_OPERATIONS = tuple(sorted(name for name in _FIRST if name.isupper()))
"""By name."""


# -- second pass ---------------------------------------------------------------------------------


def _fill(program: Passes) -> None:
    behind_division = False
    for line in program.lines:
        program.scope.heading, program.scope.here = line.heading, line.location
        if line.kind == "word":
            _instruction(program, line)
            if behind_division and line.card.operation == "STO":
                what = "STO behind a division: the quotient is in the MQ (STQ stores it)"
                line.flag("Q", _OPERATION, what)
            behind_division = line.card.operation in _DIVISIONS
        elif line.kind == "END":
            program.start = line.shown = _known_address(program, line)
        _check_place(program, line)
        _check_multiple(program, line)


def _instruction(program: Passes, line: Line) -> None:
    base = base_of(line.card.operation)
    if base is None:
        line.flag("U", _OPERATION, f"there is no operation {line.card.operation}{_near(line)}")
        line.words = [0]
        return
    line.fields = assemble_word(base, line.card.variable, VARIABLE, program.scope)
    line.problems += line.fields.problems
    line.words = [line.fields.word]


def _near(line: Line) -> str:
    """What was perhaps meant: an operation that begins in another column."""
    words = line.card.text[:72].split()
    meant = next((one for one in words[:2] if one in BY_MNEMONIC or one in _FIRST), "")
    return f"; {meant} has to stand in columns 8-10" if meant else ""


def _check_place(program: Passes, line: Line) -> None:
    if line.words and line.location + len(line.words) > program.storage - TOP:
        line.flag(
            "F",
            _LOCATION,
            f"the word goes to {line.location:05o}; from {program.storage - TOP:05o} on stands "
            f"the loader (storage of {program.storage} words)",
        )


def _check_multiple(program: Passes, line: Line) -> None:
    symbol = line.card.location
    if line.kind in ("remark", "REM", "HED", "LIB", "END") or not symbol:
        return
    if add_heading(symbol, line.heading) in program.scope.multiple:
        line.flag("M", _LOCATION, f"{symbol} is defined more than once")
