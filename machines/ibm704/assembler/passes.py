"""The two passes of the assembler: where every word goes, then what every word is.

What the cards and the letters in the margin mean stands in ``first_pass`` and ``lines``.
"""

from collections.abc import Iterable, Mapping

from machines.ibm704.assembler.expressions import FIELD, add_heading, evaluate
from machines.ibm704.assembler.first_pass import (
    LOCATION,
    PSEUDO_OPERATIONS,
    known_address,
    line_of,
    locate,
)
from machines.ibm704.assembler.lines import Line, Passes
from machines.ibm704.assembler.source import VARIABLE, SourceCard
from machines.ibm704.assembler.words import assemble_word, base_of
from machines.ibm704.operations import BY_MNEMONIC

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
    meant = next((one for one in words[:2] if one in known), "")
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
