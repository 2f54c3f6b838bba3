"""Programs assembled as SHARE's UA SAP 3 did, one behind the other up to FIN.

Its passes are :mod:`.uasap_first` and :mod:`.uasap_second`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from devices.media.card import COLUMNS, Card
from devices.media.charset import bcd_word
from machines.ibm704.assembler import STORAGE, Assembly
from machines.ibm704.assembler.expressions import FIELD, Scope
from machines.ibm704.assembler.listing import listing_lines
from machines.ibm704.assembler.rows import Block, logical_sum
from machines.ibm704.assembler.source import Cards, SourceCard, read_cards, with_library
from machines.ibm704.assembler.uasap_fields import text_of
from machines.ibm704.assembler.uasap_first import First, Tapes
from machines.ibm704.assembler.uasap_notes import Notes
from machines.ibm704.assembler.uasap_second import Second
from machines.ibm704.assembler.words import Passes
from machines.ibm704.registers import WORD

_READS = 5
"""Counts of a tape in the statistics: read at the fifth, fourth ... first attempt."""
_CALLS = 11


@dataclass(frozen=True)
class _Program:
    """One of the programs of a source."""

    first: First
    second: Second
    behind: tuple[Card, ...]
    """The cards that UA SAP punches behind its transfer card."""


def assemble_uasap(
    cards: Cards, name: str, library: Mapping[str, Cards] | None = None, storage: int = STORAGE
) -> tuple[list[Assembly], tuple[str, ...]]:
    """Assemble as UA SAP 3 did: each program up to FIN, errors and all; and what is said of them.

    Raises RefusedError for cards that are no symbolic cards, and for a REP without an end.
    """
    programs, notes = _programs(cards, name, library or {})
    told = tuple(notes.lines())
    return [
        _assembly(program, name, storage, told if program is programs[-1] else ())
        for program in programs
    ], told


def _assembly(program: _Program, name: str, storage: int, told: tuple[str, ...]) -> Assembly:
    symbols = _symbols(program)
    scope = Scope(symbols, referenced={text_of(name) for name in program.second.referenced})
    passes = Passes(storage, program.second.lines, scope)
    blocks = [part for part in program.second.punched if isinstance(part, Block)]
    return Assembly(
        name=name,
        words={
            (block.address + at) % FIELD: word
            for block in blocks
            for at, word in enumerate(block.words)
        },
        start=program.second.start,
        symbols=symbols,
        errors=(),
        warnings=told,
        listing=listing_lines(passes, name, told),
        punched=tuple(program.second.punched),
        storage=storage,
        behind=program.behind,
    )


def _programs(
    cards: Cards, name: str, library: Mapping[str, Cards]
) -> tuple[list[_Program], Notes]:
    """The programs of a source, and what is said of it.

    Raises RefusedError only for cards with punches that have no character, and for a REP of too
    many cards.
    """
    notes = Notes()
    tapes: Tapes = {}
    programs = []
    for own in _split(read_cards(cards, name), notes):
        taken, missing = with_library(own, library)
        for card in taken:
            if card.where in missing:
                what = f"LIB: {missing[card.where]}"
                notes.add(card, 1, "U", what, "the library lacks routines")
            _check_columns(card, notes)
        first = First(notes, tapes)
        first.run(taken)
        second = Second(notes, first)
        second.run(taken)
        programs.append(_Program(first, second, _behind(own, taken, first, second)))
    return programs, notes


def _split(cards: Sequence[SourceCard], notes: Notes) -> Iterator[list[SourceCard]]:
    """The cards of each program, up to FIN; each ends with END."""
    own: list[SourceCard] = []
    behind = len(cards)
    for at, card in enumerate(cards):
        if card.operation == "FIN":
            behind = at + 1
            break
        own.append(card)
        if card.operation == "END":
            yield own
            own = []
    for card in own:
        notes.add(card, 8, "", "no END follows; dropped", "cards without an END are dropped")
    for card in cards[behind:]:
        notes.add(card, 8, "", "behind FIN; dropped", "cards behind FIN are dropped")


def _check_columns(card: SourceCard, notes: Notes) -> None:
    if card.operation in ("REM", "HED", "SKP", "SPC"):
        return
    for column in (7, 11):
        if card.column(column) != " ":
            what = f"{card.column(column)} in a column that UA SAP doesn't read"
            notes.add(card, column, "", what, "columns 7 and 11 aren't blank")


def _behind(
    own: Sequence[SourceCard], taken: Sequence[SourceCard], first: First, second: Second
) -> tuple[Card, ...]:
    """Two blank cards, the statistics, and two blank cards.

    The statistics, on a full card: ones; the logical sum of the rest; how many symbols there are
    and how many are undefined; how many DEF defined; how often the input, the library and the
    collated tape were read; the names of the routines from the library.
    """
    others = second.others.values()
    undefined = sum(value is None for value in others)
    counts = [0] * 16
    counts[_READS - 1] = len(own)
    counts[2 * _READS - 1] = len(taken) - len(own)
    counts[3 * _READS - 1] = second.cards_read
    symbols = max(len(first.symbols.entries), 1)
    words = [symbols << 18 | undefined, (len(others) - undefined) << 18, 0]
    words += [
        upper % FIELD << 18 | lower % FIELD
        for upper, lower in zip(counts[::2], counts[1::2], strict=True)
    ]
    calls = [card.text[:6] for card in own if card.operation == "LIB"]
    words += [bcd_word(name) for name in calls[: _CALLS - 1]]
    words += [0] * (22 - len(words))
    blank = Card.of_text(" " * COLUMNS)
    statistics = Card.of_row_words((WORD, logical_sum(words), *words))
    return blank, blank, statistics, blank, blank


def _symbols(program: _Program) -> dict[str, int]:
    """Its symbols, ``H$NAME`` under the heading H, and those that DEF defined."""
    found = {name: value for name, value in program.second.others.items() if value is not None}
    entries = (*program.first.symbols.entries, *found.items())
    return {text_of(name): abs(value) % FIELD for name, value in entries}
