"""The two passes of the assembler: where every word goes, then what every word is.

What the cards and the letters in the margin mean stands in ``first_pass`` and ``lines``.

What ORG, LOC, EQU, SYN, BSS, BES and REP name must be defined on an earlier card.

============  ==================================================================================
``ORG``       the next word goes to this location
``LOC``       the next word is at home at this location, but its card brings it behind the last
``EQU SYN``   the card's symbol has this value; SYN's is relocatable, EQU's isn't
``BSS BES``   so many locations are left free; the symbol is the first of them, or the one after
``OCT DEC``   words of data (machines.ibm704.assembler.words)
``BCI BCD``   characters, six a word
``REP``       ``m,n``: the m cards before are repeated n times, without their symbols
``HED``       from here symbols of fewer than six characters are known under this heading: the
              letter or digit in column 1, else in column 12; none ends it
``DEF``       ``a,n``: from here the next n symbols that no card defines stand for a, a+1 ...;
              without n, all of them
``OPD``       the symbol is an operation, whose word this octal number is
``ABS``       from here absolute row-binary cards (how every program begins)
``REL``       from here relocatable cards
``FUL``       from here full cards, 24 words without word count, address and check sum
``TCD``       a transfer card to this address
``SKP SPC``   the listing goes to a new page; has a blank line behind each line (2) or none
``LIB``       the cards of this routine are taken from the library
``REM``       a remark
``END``       the last card; its address is where the program starts
============  ==================================================================================

ORG, BSS, BES, TCD, END and a new form of card close the card that is being punched; the next
begins at the location counter, so they end what LOC began.  An integer as location has the word
go there, as ORG does, but absolute.

:data:`PASSED_OVER` are UA SAP 3's cards for its own tapes, switches and operator: listed only.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from machines.ibm704.assembler.expressions import (
    FIELD,
    Problem,
    add_heading,
    evaluate,
    why_no_symbol,
)
from machines.ibm704.assembler.source import VARIABLE, SourceCard
from machines.ibm704.assembler.words import (
    Line,
    Passes,
    assemble_word,
    base_of,
    character_words,
    decimal_word,
    number_words,
    octal_word,
    own_operation,
)
from machines.ibm704.operations import BY_MNEMONIC, SIZES

# -- The first pass: where every word goes, and what every symbol stands for -----------------------

ADDRESSES = SIZES[-1]
"""That an instruction's 15 bits can name; a symbol is one of them."""
LOCATION = 1
"""The column in which the location field begins."""
PASSED_OVER = ("AST", "BOS", "FIN", "FST", "PLB", "PLR", "PST", "RST", "WST")
_LONGEST_OPERATION = 3


def line_of(program: Passes, card: SourceCard) -> Line:
    """The line of a card under the heading in force."""
    kind = card.operation if card.operation in _FIRST else "word"
    return Line(card, "remark" if card.is_remark else kind, program.scope.heading)


def locate(program: Passes, line: Line, missing: Mapping[str, str]) -> None:
    """Take a line into the program: its location, its symbol, the words of data."""
    program.lines.append(line)
    if line.kind == "remark":
        line.location = program.scope.here
        return
    if line.kind != "REM":
        for column in (7, 11):
            if line.card.column(column) != " ":
                line.flag("F", column, f"{line.card.column(column)}; expected a blank here")
    if line.kind == "LIB" and line.card.where in missing:
        line.flag("U", LOCATION, missing[line.card.where])
    if line.kind in _WITH_WORDS and line.symbol.isdigit():
        _set_location(program, line)
    line.location, line.loads_at = program.scope.here, program.loads_at
    line.location_is_relocatable = program.scope.here_relocatable
    line.form = program.form
    _FIRST[line.kind](program, line)
    if line.kind in _CLOSING:
        line.begins_card = True
        program.loads_at = program.scope.here
    if max(program.scope.here, program.loads_at) > program.storage:
        line.flag("F", VARIABLE, f"past the end of a storage of {program.storage} words")
        program.scope.here %= program.storage
        program.loads_at %= program.storage


def _set_location(program: Passes, line: Line) -> None:
    """An integer in the location field: the card's words go there."""
    location = int(line.symbol)
    if location >= program.storage:
        line.flag("F", LOCATION, f"{location} is past a storage of {program.storage} words")
        return
    program.scope.here = program.loads_at = location
    program.scope.here_relocatable = False
    line.begins_card = True


def _define(program: Passes, line: Line, value: int, relocatable: bool | None = None) -> None:
    symbol = line.symbol
    if not symbol or (line.kind in _WITH_WORDS and symbol.isdigit()):
        return
    why = why_no_symbol(symbol)
    if why:
        line.flag("F", LOCATION, why)
        return
    if value >= ADDRESSES:
        line.flag("F", LOCATION, f"{value} is past the last address, {ADDRESSES - 1}")
        value %= ADDRESSES
    scope = program.scope
    name = add_heading(symbol, scope.heading)
    if name in scope.symbols:
        scope.multiple.add(name)
        return
    scope.symbols[name] = value
    if scope.here_relocatable if relocatable is None else relocatable:
        scope.relocatable.add(name)


def _known_numbers(program: Passes, line: Line, count: int) -> list[int | None]:
    """The first fields of a pseudo-operation, which earlier cards must define; None: left out."""
    parts = line.card.variable.split(",")
    if not parts[-1]:
        parts.pop()
    numbers: list[int | None] = []
    column = VARIABLE
    for part in parts[:count]:
        value = evaluate(part, column, program.scope)
        line.problems += [problem for problem in value.problems if problem.letter != "M"]
        numbers.append(value.number)
        column += len(part) + 1
    return numbers + [None] * (count - len(numbers))


def known_address(program: Passes, line: Line) -> int:
    """The address of a pseudo-operation, which earlier cards must define; 0 if it is left out."""
    (number,) = _known_numbers(program, line, 1)
    if number is None:
        line.flag("A", VARIABLE, f"{line.kind} has to have an address")
    return number or 0


def _advance(program: Passes, words: int) -> None:
    program.scope.here += words
    program.loads_at += words


def _one_word(program: Passes, line: Line) -> None:
    _define(program, line, program.scope.here)
    _advance(program, 1)


def _origin(program: Passes, line: Line) -> None:
    line.location = line.shown = program.scope.here = known_address(program, line)
    program.scope.here_relocatable = True
    _define(program, line, line.location)


def _equal(program: Passes, line: Line) -> None:
    line.shown = known_address(program, line)
    if not line.card.location:
        line.flag("F", LOCATION, f"{line.kind} has to have a symbol in columns 1-6")
    elif not any(problem.letter == "U" for problem in line.problems):
        _define(program, line, line.shown, relocatable=line.kind == "SYN")


def _block_before(program: Passes, line: Line) -> None:
    line.shown = program.scope.here
    _define(program, line, program.scope.here)
    program.scope.here += known_address(program, line)


def _block_after(program: Passes, line: Line) -> None:
    program.scope.here += known_address(program, line)
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
    _advance(program, len(words))


def _repeat(program: Passes, line: Line) -> None:
    cards, times = _known_numbers(program, line, 2)
    if cards is None or times is None:
        line.flag("U", VARIABLE, "REP has to have two numbers: how many cards, and how often")
        return
    before = [card for card in program.lines[:-1] if not card.is_repeated][-cards:] if cards else []
    if len(before) < cards:
        line.flag("F", VARIABLE, f"REP {cards} of {len(before)} cards that stand before it")
        return
    bad = next((card.kind for card in before if card.kind not in _REPEATABLE), None)
    if bad is not None:
        line.flag("F", VARIABLE, f"REP repeats words and data; {bad} is among the {cards} cards")
        return
    words = times * sum(len(card.words) or int(card.kind == "word") for card in before)
    if program.scope.here + words > program.storage or times * cards > FIELD:
        line.flag("F", VARIABLE, f"{words} words don't fit a storage of {program.storage}")
        return
    for card in before * times:
        again = replace(line_of(program, card.card), is_repeated=True)
        locate(program, again, {})


def _heading(program: Passes, line: Line) -> None:
    heading = line.card.location or line.card.variable
    if heading and not (len(heading) == 1 and heading.isalnum()):
        line.flag("F", LOCATION, f"{heading} is no heading; expected one letter or digit")
        return
    program.scope.heading = heading


def _operation(program: Passes, line: Line) -> None:
    name = line.symbol
    if not name or len(name) > _LONGEST_OPERATION:
        line.flag("F", LOCATION, "OPD has to have an operation of up to three characters here")
    elif name in _FIRST:
        line.flag("F", LOCATION, f"{name} is a pseudo-operation and can't be another operation")
    elif not line.card.variable:
        line.flag("U", VARIABLE, "OPD has to have the operation's word in octal")
    else:
        word = octal_word(line.card.variable)
        if isinstance(word, str):
            line.flag("U", VARIABLE, word)
        elif name in program.operations:
            line.flag("M", LOCATION, f"{name} is defined more than once")
        else:
            program.operations[name] = own_operation(name, word)


def _form(program: Passes, line: Line) -> None:
    program.form = line.kind  # type: ignore[assignment]


def _end(program: Passes, line: Line) -> None:
    program.ended = True


def _nothing(program: Passes, line: Line) -> None:
    """Nothing to count: a remark, or something that the second pass alone heeds."""


_FIRST: dict[str, Callable[[Passes, Line], None]] = {
    "word": _one_word,
    "ORG": _origin,
    "LOC": _origin,
    "EQU": _equal,
    "SYN": _equal,
    "BSS": _block_before,
    "BES": _block_after,
    "OCT": _data,
    "DEC": _data,
    "BCI": _data,
    "BCD": _data,
    "REP": _repeat,
    "HED": _heading,
    "DEF": _nothing,
    "OPD": _operation,
    "ABS": _form,
    "REL": _form,
    "FUL": _form,
    "TCD": _nothing,
    "SKP": _nothing,
    "SPC": _nothing,
    "LIB": _nothing,
    "REM": _nothing,
    "END": _end,
    **dict.fromkeys(PASSED_OVER, _nothing),
}
_WITH_WORDS = frozenset({"word", "OCT", "DEC", "BCI", "BCD"})
_REPEATABLE = _WITH_WORDS | {"remark", "REM"}
_CLOSING = frozenset({"ORG", "BSS", "BES", "TCD", "END", "ABS", "REL", "FUL"})
PSEUDO_OPERATIONS = tuple(sorted(name for name in _FIRST if name.isupper()))
"""By name."""


# -- passes ----------------------------------------------------------------------------------------

TOP = 64
"""Words at the top of storage that are the loader's."""
RELOCATING_TOP = 128
"""Words at the top that are the relocating loader's."""

_DIVISIONS = frozenset({"DVH", "DVP", "FDH", "FDP"})
_OPERATION = 8
_WITHOUT_SYMBOL = ("remark", "REM", "HED", "LIB", "END", "OPD", "REP", "TCD", "DEF")


def run_passes(cards: Iterable[SourceCard], missing: Mapping[str, str], storage: int) -> Passes:
    """Both passes over a program's cards (its library's among them)."""
    program = Passes(storage)
    for card in cards:
        if program.ended:
            break
        locate(program, line_of(program, card), missing)
    program.scope.heading = ""
    program.scope.is_complete = True
    _fill(program)
    return program


def loaders_words(program: Passes) -> int:
    """How many words at the top of storage its loader has: none if the deck loads itself."""
    forms = program.forms
    if forms and forms[0] == "FUL":
        return 0
    return RELOCATING_TOP if "REL" in forms else TOP


def _fill(program: Passes) -> None:
    behind_division = False
    for line in program.lines:
        scope = program.scope
        scope.heading, scope.here = line.heading, line.location
        scope.here_relocatable = line.location_is_relocatable
        if line.kind == "word":
            _instruction(program, line)
            if behind_division and line.card.operation == "STO":
                what = "STO behind a division: the quotient is in the MQ (STQ stores it)"
                line.flag("Q", _OPERATION, what)
            behind_division = line.card.operation in _DIVISIONS
        elif line.kind in ("END", "TCD"):
            line.shown = known_address(program, line)
        elif line.kind == "DEF":
            _define_others(program, line)
        if line.kind == "END":
            program.start = line.shown
    top = loaders_words(program)
    for line in program.lines:
        _check_place(program, line, top)
        _check_multiple(program, line)


def _instruction(program: Passes, line: Line) -> None:
    name = line.card.operation
    base = program.operations.get(name) or base_of(name)
    if base is None:
        line.flag("U", _OPERATION, f"there is no operation {name}{_near(line)}")
        line.words = [0]
        return
    line.fields = assemble_word(base, line.card.variable, VARIABLE, program.scope)
    line.problems += line.fields.problems
    line.words = [line.fields.word]


def _near(line: Line) -> str:
    """What was perhaps meant: an operation that begins in another column."""
    words = line.card.text[:72].split()
    known = (*BY_MNEMONIC, *PSEUDO_OPERATIONS)
    meant = next((word for word in words[:2] if word in known), "")
    return f"; {meant} has to stand in columns 8-10" if meant else ""


def _define_others(program: Passes, line: Line) -> None:
    """DEF: symbols that no card defines get places, from here on."""
    first, _, count = line.card.variable.partition(",")
    line.shown = known_address(program, line)
    number = evaluate(count, VARIABLE + len(first) + 1, program.scope)
    line.problems += number.problems
    program.scope.spare = line.shown
    program.scope.spares = number.number if count else FIELD


def _check_place(program: Passes, line: Line, top: int) -> None:
    room = program.storage - top
    if top and line.words and line.loads_at + len(line.words) > room:
        line.flag(
            "F",
            LOCATION,
            f"the word goes to {line.loads_at:05o}; from {room:05o} on stands the loader "
            f"(storage of {program.storage} words)",
        )


def _check_multiple(program: Passes, line: Line) -> None:
    symbol = line.symbol
    if line.kind in _WITHOUT_SYMBOL or not symbol:
        return
    if add_heading(symbol, line.heading) in program.scope.multiple:
        line.flag("M", LOCATION, f"{symbol} is defined more than once")
