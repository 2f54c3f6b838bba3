"""The second pass of UA SAP 3: what each card is, and what is punched.

Written after the source of its part 6.  No card is refused: one that is wrong has its letter in
the margin and is punched.

* A blank card is a word of zeros.  An operation that isn't known, as of a title or of a remark
  with ``*`` in front, is a word of what the card's fields say.
* Where this pass finds a word's symbol at another location than the first did, the word goes there
  (P).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from devices.media.card import READ_COLUMNS
from devices.media.charset import bcd, bcd_word
from devices.refusal import RefusedError
from machines.ibm704.arithmetic import SIGN
from machines.ibm704.assembler.expressions import ABSOLUTE, FIELD
from machines.ibm704.assembler.rows import FULL_BITS, RELOCATABLE_WORDS, Block, Transfer
from machines.ibm704.assembler.source import VARIABLE, SourceCard
from machines.ibm704.assembler.uasap_fields import (
    COMMA,
    MOVES,
    Columns,
    Sum,
    element_word,
    is_integer,
    scan,
    symbol_of,
    text_of,
    with_heading,
)
from machines.ibm704.assembler.uasap_first import (
    ADDRESS,
    LOCATION,
    OPERATION,
    First,
    with_address,
    words_of_characters,
)
from machines.ibm704.assembler.uasap_notes import Notes
from machines.ibm704.assembler.uasap_numbers import decimal, octal
from machines.ibm704.assembler.words import Assembled, Form, Line, base_of, out_of_range

_LONG = re.compile(r"[^-+*/,$ ]{7}")
_MOST_CARDS = 100_000
"""That are read: REP with a REP among its cards may have no end."""
_MOST_IN_BLOCK: dict[Form, int] = {"ABS": 110, "REL": 100, "FUL": 96}
"""Words, behind which the next begins at the location counter, whatever LOC said."""
_SWITCHES = 6


@dataclass
class Second:
    """The second pass: what each card is, and what is punched."""

    notes: Notes
    first: First
    here: int = MOVES
    spot: int = MOVES
    heading: int = 0
    lines: list[Line] = field(default_factory=list)
    punched: list[Block | Transfer] = field(default_factory=list)
    others: dict[int, int | None] = field(default_factory=dict)
    """Symbols that no card defines, with what DEF gave them."""
    start: int = 0
    cards_read: int = 0
    referenced: set[int] = field(default_factory=set)
    _form: Form = "ABS"
    _transfer_form: Form = "ABS"
    _address: int = 0
    _words: list[int] = field(default_factory=list)
    _relocation: list[tuple[int, int]] = field(default_factory=list)
    _bits: int = 0
    _spare: int | None = None
    _spares: int = 0
    _back: int = 0
    _times: int = 0
    _repeats: bool = False

    def run(self, cards: Sequence[SourceCard]) -> None:
        """Take in a program's cards, of which the last is END."""
        self.repeated = self.first.symbols.repeated()
        self._at = 0
        while self._at < len(cards):
            card = cards[self._at]
            self._at += 1
            self.cards_read += 1
            self.columns, self.spot = Columns(card.text), self.here
            kind = card.operation
            kind = kind if kind in _SECOND or kind in _PLACED else "word"
            self.line = Line(card, kind, is_repeated=self._repeats, location=self.here & ADDRESS)
            self.lines.append(self.line)
            if kind in _PLACED:
                self._locate()
                _PLACED[kind](self)
            else:
                _SECOND[kind](self)

    def _flag(self, letter: str, column: int, what: str, kind: str = "") -> None:
        if letter:
            self.line.flag(letter, column, what)
        self.notes.add(self.line.card, column, letter, what, kind)

    def _find(self, name: int) -> int | None:
        self.referenced.add(name)
        value = self.first.symbols.find(name)
        if value is None:
            return self._other(name)
        if name in self.repeated:
            what = f"{text_of(name)} is defined more than once"
            self._flag("M", VARIABLE, what, "symbols are defined more than once")
        return value

    def _other(self, name: int) -> int | None:
        if name not in self.others:
            self.others[name] = self._spare
            if self._spare is not None:
                self._spare += 1
            if self._spares == 1:
                self._spare = None
            self._spares = max(self._spares - 1, 0)
        return self.others[name]

    def _locate(self) -> None:
        """Where the card's symbol says that it is."""
        text = " " * 6 if self._repeats else self.line.card.text[:6]
        if not text.strip():
            return
        symbol = symbol_of(text)
        before = len(self.line.problems)
        word = element_word(symbol, self.heading, self.here, self._find)
        if word is None:
            what = f"{text_of(with_heading(symbol, self.heading))} is not defined"
            self._flag("U", LOCATION, what, "symbols are not defined")
        if not any(problem.letter == "M" for problem in self.line.problems[before:]):
            number, tag = word or (0, 0)
            self.spot = tag << 15 | number
        if is_integer(symbol):
            self.here = self.spot
            self._close()

    def _field(self, letter: str = "A", needed: bool = True) -> Sum:
        """The next field; its letter is set where it is left out and needed."""
        column = VARIABLE + self.columns.at
        read = scan(self.columns, self.heading, self.here, self._find)
        if read is None:
            if needed:
                name = {"A": "address", "T": "tag", "D": "decrement"}[letter]
                what = f"{self.line.card.operation} has no {name}; it is 0"
                self._flag(letter, column, what, f"{name} left out")
            return Sum(0)
        text = self.line.card.text[column - 1 : VARIABLE + self.columns.at - 1]
        if _LONG.search(text):
            what = f"{text.rstrip(' ,')}: of a longer symbol or number the last six count"
            self._flag("", column, what, "symbols and numbers have more than six characters")
        for symbol in read.undefined:
            what = f"{text_of(symbol)} is not defined; the field is 0"
            self._flag("U", column, what, "symbols are not defined")
        if abs(read.whole) >= FIELD and not read.undefined:
            what = f"{read.whole} is taken modulo {FIELD}: {read.number}"
            self._flag("", column, what, f"numbers are taken modulo {FIELD}")
        return read

    # -- what is punched

    def _store(self, word: int, relocation: tuple[int, int] = (ABSOLUTE, ABSOLUTE)) -> None:
        """A word to its place, and on the card that is being punched."""
        if self.here != self.spot:
            what = f"the second pass finds its symbol at {self.spot & ADDRESS:05o}; it goes there"
            self._flag("P", LOCATION, what, "locations differ between the passes")
            self.here = self.spot
            self._close()
        if not self.line.words:
            self.line.location = self.here & ADDRESS
        self.here = with_address(self.here, self.here + 1)
        self.spot = with_address(self.spot, self.here)
        self._punch_word(word, relocation)

    def _punch_word(self, word: int, relocation: tuple[int, int]) -> None:
        self.line.words.append(word)
        if len(self._words) % RELOCATABLE_WORDS == 0:
            self._bits = 0
        self._words.append(word)
        self._relocation.append(relocation)
        self._bits += sum(1 if mode == ABSOLUTE else 2 for mode in relocation)
        full = len(self._words) == _MOST_IN_BLOCK[self._form]
        if full or (self._form == "REL" and self._bits > FULL_BITS):
            self._close()

    def _close(self) -> None:
        """Punch what there is; the next card begins at the location counter."""
        if self._words:
            words, relocation = tuple(self._words), tuple(self._relocation)
            self.punched.append(Block(self._form, self._address, words, relocation))
            self._words, self._relocation = [], []
        self._address = self.here & ADDRESS

    # -- cards

    def _word(self) -> None:
        card = self.line.card
        found = self.first.operations.find(bcd_word(card.text[7:10]))
        if found is None:
            what = f"there is no operation {card.operation}; the card is a word of its fields"
            self._flag("U", OPERATION, what, "cards have no operation that is known")
            found = 0
        elif not card.text[:READ_COLUMNS].strip():
            self._flag("", LOCATION, "a blank card is a word of zeros", "cards are blank")
        needs = found >> 15 & 7
        word = found & ~(7 << 15)
        address = self._field("A", bool(needs & 4))
        self._instruction(word, word | address.number, address, needs)

    def _switch(self) -> None:
        """SWT, whose units 7 to 12 are those of a minus sense."""
        word, address = 0o076000000160, self._field()
        number = address.number
        whole = word | (number if number <= _SWITCHES else SIGN | number - _SWITCHES)
        self._instruction(word, whole, Sum(number, ABSOLUTE, address.undefined), 0)

    def _instruction(self, own: int, word: int, address: Sum, needs: int) -> None:
        """Tag and decrement behind the address, which is in the word already."""
        tag = self._field("T", bool(needs & 2))
        is_given = not self.columns.is_left_out()
        decrement = self._field("D", bool(needs & 1))
        if self.columns.is_behind_comma():
            what = "a fourth field is dropped"
            self._flag("", VARIABLE + self.columns.at, what, "fields behind the third are dropped")
        base = base_of(self.line.card.operation)
        if base is not None and base.word == own:
            given = {"A": address.number, "T": tag.number, "D": decrement.number}
            for problem in out_of_range(base, given, dict.fromkeys("ATD", VARIABLE)):
                what = f"{problem.what}; it is put in all the same"
                self._flag("", VARIABLE, what, "fields are put in that our own dialect refuses")
        word |= (tag.number & 7) << 15 | decrement.number << 18
        fields = zip("ATD", (address, tag, decrement), strict=True)
        relocation = (decrement.relocation, address.relocation)
        undefined = "".join(letter for letter, read in fields if read.undefined)
        prefix_only = not own >> 18 & ADDRESS
        self.line.fields = Assembled(word, (), prefix_only, is_given, undefined, relocation)
        self._store(word, relocation)

    def _data(self) -> None:
        is_decimal = self.line.kind == "DEC"
        while True:
            begins = self.columns.at
            word = decimal(self.columns) if is_decimal else octal(self.columns)
            column = VARIABLE + begins
            datum = self.line.card.text[column - 1 : VARIABLE + self.columns.at - 2]
            if word is None:
                what = f"{datum} is out of range; the word is 0"
                self._flag("U", column, what, "numbers are out of range")
            self.notes.check_datum(self.line.card, column, datum, word, is_decimal)
            self._store(word or 0)
            if self.columns.last != COMMA:
                break
        self.notes.check_end(self.line.card, VARIABLE + self.columns.at - 1)

    def _characters(self) -> None:
        count = words_of_characters(self.columns)
        self.notes.check_count(self.line.card)
        for _ in range(count):
            word = 0
            for _ in range(6):
                word = word << 6 | self.columns.read()
            self._store(word)

    def _equal(self) -> None:
        self.line.shown = self._field().number

    def _origin(self) -> None:
        self.here = self._field().number | MOVES
        self.line.location = self.line.shown = self.here & ADDRESS
        if self.line.kind == "ORG":
            self._close()

    def _block(self) -> None:
        end = abs(self._field().number + self.here) & ADDRESS
        self.line.shown = end if self.line.kind == "BES" else self.here & ADDRESS
        self.here = with_address(self.here, end)
        self._close()

    def _repeat(self) -> None:
        if self._times:
            self._times -= 1
        else:
            cards, times = (
                scan(self.columns, self.heading, self.here, self._find) for _ in range(2)
            )
            if cards is None or times is None or cards.undefined or times.undefined:
                what = "REP has no two numbers; it is passed over"
                self._flag("U", VARIABLE, what)
                return
            self._back, self._times = max(cards.number, 1), max(times.number, 1)
        if self.cards_read > _MOST_CARDS:
            what = f"REP has its cards read without an end, {self.cards_read} by now; drop a REP"
            raise RefusedError(self.line.card.where, what)
        self._repeats = self._times > 0
        if self._repeats:
            self._at = max(self._at - 1 - self._back, 0)

    def _head(self) -> None:
        self.heading = bcd(self.line.card.text[0])

    def _define_others(self) -> None:
        read = [scan(self.columns, self.heading, self.here, self._find) for _ in range(2)]
        first, count = read
        self.line.shown = first.number if first is not None else 0
        self._spare = self.line.shown | MOVES
        self._spares = count.number if count is not None else FIELD - 1

    def _change_form(self) -> None:
        self._close()
        self._form = self.line.kind  # type: ignore[assignment]
        if self._form != "FUL":
            self._transfer_form = self._form

    def _correct(self) -> None:
        address, tag = self._field(), self._field("T", needed=False)
        if not tag.number & 7:
            self.here = with_address(self.here, address.number)
        self._punch_word(address.number | (tag.number & 7) << 15, (ABSOLUTE, ABSOLUTE))

    def _transfer(self) -> None:
        self._close()
        address = self._field()
        self.line.shown = self.start = address.number
        self.punched.append(Transfer(self._transfer_form, address.number))

    def _nothing(self) -> None:
        """A card that was for the first pass, or for the listing."""


_PLACED: dict[str, Callable[[Second], None]] = {
    "word": Second._word,
    "SWT": Second._switch,
    **dict.fromkeys(("OCT", "DEC"), Second._data),
    "BCD": Second._characters,
    **dict.fromkeys(("EQU", "SYN"), Second._equal),
    **dict.fromkeys(("ORG", "LOC"), Second._origin),
    **dict.fromkeys(("BSS", "BES"), Second._block),
}
"""Cards that may have a location."""
_SECOND: dict[str, Callable[[Second], None]] = {
    "REP": Second._repeat,
    "HED": Second._head,
    "DEF": Second._define_others,
    **dict.fromkeys(("ABS", "REL", "FUL"), Second._change_form),
    "C/T": Second._correct,
    **dict.fromkeys(("TCD", "END"), Second._transfer),
    **dict.fromkeys(("AST", "BOS", "FST", "LIB", "OPD", "PLB", "PLR"), Second._nothing),
    **dict.fromkeys(("PST", "REM", "RST", "SKP", "SPC", "WST"), Second._nothing),
}
