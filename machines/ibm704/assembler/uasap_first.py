"""The first pass of UA SAP 3: where every card's symbol is.

Written after the source of its part 5.  Programs follow each other, each to its END, up to FIN.
Each begins with no symbols; WST puts them on a tape, RST brings in those of a tape, AST brings
them in behind the program's own.  What an ORG, LOC, EQU, SYN, BSS or BES names must be defined
before it, or the card is passed over.  An integer in the location field is the location.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from devices.media.charset import bcd, bcd_word
from machines.ibm704.assembler.expressions import FIELD
from machines.ibm704.assembler.source import VARIABLE, SourceCard
from machines.ibm704.assembler.uasap_fields import (
    MOST_SYMBOLS,
    MOVES,
    Columns,
    Sum,
    Table,
    integer,
    is_integer,
    scan,
    symbol_of,
    text_of,
    with_heading,
)
from machines.ibm704.assembler.uasap_notes import Notes
from machines.ibm704.assembler.uasap_numbers import count_data, octal
from machines.ibm704.assembler.words import base_of
from machines.ibm704.operations import BY_MNEMONIC, CONSTANTS, EXTENDED, SYNONYMS

Tapes = dict[tuple[int, int], list[tuple[int, int]]]
"""Tables of symbols that WST wrote, by tape and file."""

ADDRESS = FIELD - 1
LOCATION, OPERATION = 1, 8
"""The columns in which these fields begin."""
_MOST_OPERATIONS = 149
_MOST_CHARACTERS_WORDS = 10
_NO_SYMBOL = (0, 0)
"""What a table without symbols has in its first place."""
_NOT_ITS_OWN = {"BSR", "SWT"}
"""Operations that our table has and its table hasn't; SWT is a pseudo-operation there."""


def with_address(word: int, address: int) -> int:
    """A word, with its sign, and another address."""
    magnitude = abs(word) & ~ADDRESS | address & ADDRESS
    return -magnitude if word < 0 else magnitude


def _operations() -> list[tuple[int, int]]:
    """Its table in order: each operation's code, and its word with needed fields in the tag."""
    names = {*BY_MNEMONIC, *CONSTANTS, *EXTENDED, *SYNONYMS, "   "} - _NOT_ITS_OWN
    found = []
    for name in names:
        base = base_of(name.strip())
        assert base is not None
        needs = sum(bit for letter, bit in (("A", 4), ("T", 2), ("D", 1)) if letter in base.needs)
        found.append((bcd_word(name), base.word | needs << 15))
    return sorted(found)


@dataclass
class First:
    """The first pass over a program's cards: where each symbol is."""

    notes: Notes
    tapes: Tapes
    here: int = MOVES
    """The location counter, in the tag whether it is relocatable."""
    spot: int = MOVES
    """What the card's symbol stands for."""
    heading: int = 0
    symbols: Table = field(default_factory=Table)
    operations: Table = field(default_factory=lambda: Table(_operations()))

    def run(self, cards: Iterable[SourceCard]) -> None:
        """Take in a program's cards."""
        for card in cards:
            self.card, self.columns, self.spot = card, Columns(card.text), self.here
            _FIRST.get(card.operation, First._word)(self)
        self.symbols.sort()
        self.operations.sort()

    def _field(self) -> Sum | None:
        return scan(self.columns, self.heading, self.here, self.symbols.first)

    def _number(self) -> int | None:
        """A field that earlier cards must define: 0 if it is left out, None if undefined."""
        read = self._field()
        if read is not None and read.undefined:
            what = f"{text_of(read.undefined[0])} is not defined before this card"
            self.notes.add(self.card, VARIABLE, "U", what, "the first pass passes them over")
            return None
        return read.number if read is not None else 0

    def _advance(self, words: int) -> None:
        self.here = with_address(self.here, self.here + words)
        self._enter()

    def _enter(self) -> None:
        """Define the symbol in the location field; an integer there is the location."""
        symbol = symbol_of(self.card.text[:6])
        if not self.card.text[:6].strip():
            return
        if is_integer(symbol):
            self.here = integer(symbol) + self.here - self.spot
        elif len(self.symbols.entries) < MOST_SYMBOLS:
            self.symbols.add(with_heading(symbol, self.heading), self.spot)
        else:
            self.notes.add(self.card, LOCATION, "U", "the table of symbols is full")

    def _word(self) -> None:
        self._advance(1)

    def _data(self) -> None:
        self._advance(count_data(self.columns, self.card.operation == "DEC"))

    def _characters(self) -> None:
        self._advance(words_of_characters(self.columns))

    def _equal(self) -> None:
        number = self._number()
        if number is not None:
            self.spot = number | (MOVES if self.card.operation == "SYN" else 0)
            self._enter()

    def _origin(self) -> None:
        number = self._number()
        if number is not None:
            self.here = self.spot = number + MOVES
            self._enter()

    def _block(self) -> None:
        number = self._number()
        if number is None:
            return
        end = abs(number + self.here)
        if self.card.operation == "BES":
            self.spot = with_address(self.spot, end)
        self.here = with_address(self.here, end)
        self._enter()

    def _repeat(self) -> None:
        cards, times = self._field(), self._field()
        if cards and times and not (cards.undefined or times.undefined):
            self.here = with_address(self.here, self.here + cards.number * times.number)

    def _head(self) -> None:
        self.heading = bcd(self.card.text[0])

    def _define_operation(self) -> None:
        if len(self.operations.entries) >= _MOST_OPERATIONS:
            self.notes.add(self.card, OPERATION, "U", "the table of operations is full")
            return
        self.operations.add(symbol_of(self.card.text[:6]), octal(self.columns))

    def _correct(self) -> None:
        """C/T: a word of address and tag; without a tag the counter goes to the address."""
        number = self._number()
        if number is None:
            return
        tag = self._field()
        if tag is None or not tag.number:
            self.here = with_address(self.here, number)

    def _table_tape(self) -> tuple[int, int] | None:
        tape, file = self._field(), self._field()
        if tape is None or not tape.number:
            what = f"{self.card.operation} without a tape: no table of symbols goes over cards"
            self.notes.add(self.card, OPERATION, "", what)
            return None
        return tape.number, max(file.number if file is not None else 1, 1)

    def _write_table(self) -> None:
        self.symbols.sort()
        place = self._table_tape()
        if place is not None:
            self.tapes[place] = list(self.symbols.entries) or [_NO_SYMBOL]

    def _read_table(self) -> None:
        place = self._table_tape()
        if place is None:
            return
        if place not in self.tapes:
            what = f"no WST of this run wrote tape {place[0]}, file {place[1]}; no symbols come in"
            self.notes.add(self.card, VARIABLE, "", what)
            return
        taken = list(self.tapes[place])
        if self.card.operation == "AST":
            taken = [*(self.symbols.entries or [_NO_SYMBOL]), *taken]
        self.symbols = Table()
        for name, value in taken if taken != [_NO_SYMBOL] else []:
            self.symbols.add(name, value)

    def _pass_over(self) -> None:
        what = f"{self.card.operation} is passed over; UA SAP would heed it"
        self.notes.add(self.card, OPERATION, "", what, "the operator's and the punch's")

    def _nothing(self) -> None:
        """A card for the second pass alone."""


def words_of_characters(columns: Columns) -> int:
    return min(columns.read(), _MOST_CHARACTERS_WORDS)


_FIRST: dict[str, Callable[[First], None]] = {
    **dict.fromkeys(("OCT", "DEC"), First._data),
    "BCD": First._characters,
    **dict.fromkeys(("EQU", "SYN"), First._equal),
    **dict.fromkeys(("ORG", "LOC"), First._origin),
    **dict.fromkeys(("BSS", "BES"), First._block),
    "REP": First._repeat,
    "HED": First._head,
    "OPD": First._define_operation,
    "C/T": First._correct,
    "WST": First._write_table,
    **dict.fromkeys(("RST", "AST"), First._read_table),
    **dict.fromkeys(("PLB", "BOS", "PST", "FST"), First._pass_over),
    **dict.fromkeys(
        ("ABS", "DEF", "END", "FUL", "LIB", "PLR", "REL", "REM", "SKP", "SPC", "TCD"),
        First._nothing,
    ),
}
