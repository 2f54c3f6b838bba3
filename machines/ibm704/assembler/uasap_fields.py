"""How UA SAP 3 reads a card's variable field, whatever stands in it, and keeps its symbols.

Written after the assembler's own source (SCAN, SRCH and SORT in its parts 4 to 6).  A field is
read character by character, in the codes of storage: there is nothing that it refuses.

=============  ==================================================================================
what           is read so
=============  ==================================================================================
symbol         its last six characters.  With five or fewer it takes the heading in front of it
integer        characters of codes 0 to 15, each a digit; the number isn't limited
``*``          the location counter where an element begins, else times
``/``          divided by; by zero leaves the dividend
``,`` blank    end the field.  A field whose first character is blank is left out
a sum          is taken modulo 32768; it is 0 where one of its symbols is undefined
=============  ==================================================================================
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from devices.media.card import READ_COLUMNS
from devices.media.charset import bcd, bcd_word, char_of_bcd
from machines.ibm704.arithmetic import MAGNITUDE
from machines.ibm704.assembler.expressions import ABSOLUTE, COMPLEMENT, DIRECT, FIELD
from machines.ibm704.assembler.source import VARIABLE
from machines.ibm704.registers import WORD

BLANK, COMMA, PLUS, MINUS, DOLLAR, STAR, SLASH = map(bcd, " ,+-$*/")
_ENDS_ELEMENT = (PLUS, MINUS, BLANK, SLASH, COMMA)
_ZONES = 0o606060606060
TAG_AT = 15
MOVES = DIRECT << TAG_AT
"""In the tag of a symbol's value, and of the location counter: it is relocatable."""
MOST_SYMBOLS = 15432
"""That a storage of 32,768 words has room for."""


def symbol_of(columns: str) -> int:
    """A location field as one word of codes, without its blanks."""
    return bcd_word(columns.replace(" ", ""))


def is_integer(symbol: int) -> bool:
    """Whether no character of it has a zone."""
    return not symbol & _ZONES


def integer(symbol: int) -> int:
    """The number that such a symbol is."""
    number = 0
    for at in range(30, -1, -6):
        number = number * 10 + (symbol >> at & 0o77)
    return number


def with_heading(symbol: int, heading: int) -> int:
    """The word under which a symbol is kept."""
    return symbol if symbol >> 30 else (heading & 0o77) << 30 | symbol


def text_of(symbol: int) -> str:
    """A symbol as it is kept, in characters: ``H$NAME`` under a heading."""
    first, *rest = (symbol >> at & 0o77 for at in range(30, -1, -6))
    while rest and not rest[0]:
        rest.pop(0)
    letters = "".join(char_of_bcd(code) or "?" for code in rest)
    if not first:
        return letters
    head = char_of_bcd(first) or "?"
    return f"{head}{letters}" if len(rest) == 5 else f"{head}${letters}"


# -- fields ----------------------------------------------------------------------------------------


class Columns:
    """The codes of columns 12-72, read one after the other; behind them everything is blank."""

    def __init__(self, text: str) -> None:
        self._text = text[VARIABLE - 1 : READ_COLUMNS]
        self.at = 0
        self.last = self._following()
        """What ended the field before."""

    def _following(self) -> int:
        return bcd(self._text[self.at]) if self.at < len(self._text) else BLANK

    def read(self) -> int:
        """The next code."""
        self.last = self._following()
        self.at += 1
        return self.last

    def is_left_out(self) -> bool:
        """Whether no further field was punched."""
        return BLANK in (self.last, self._following())

    def is_behind_comma(self) -> bool:
        """Whether a further field would be read."""
        return self.last == COMMA and not self.is_left_out()


@dataclass(frozen=True)
class Sum:
    """What a field comes to."""

    number: int
    """0 to 32767; 0 where a symbol is undefined."""
    relocation: int = ABSOLUTE
    undefined: tuple[int, ...] = ()
    """Its undefined symbols, as they are kept."""
    whole: int = 0
    """Before it was taken modulo 32768."""


Find = Callable[[int], int | None]
"""A symbol's value by the word under which it is kept; None if it has none."""


def scan(columns: Columns, heading: int, here: int, find: Find) -> Sum | None:
    """The next field; None if it is left out.  ``here`` is the location counter."""
    if columns.is_left_out():
        return None
    total = term = moves = 0
    undefined: list[int] = []
    operator = PLUS
    while True:
        symbol, head = _element(columns, heading)
        word = element_word(symbol, head, here, find)
        if word is None:
            undefined.append(with_heading(symbol, head))
            word = (0, 0)
        number, moved = word
        if operator in (PLUS, MINUS):
            sign = 1 if operator == PLUS else -1
            total, term = _kept(total + term), sign * number
        else:
            sign = 1
            term = _kept(term * number) if operator == STAR else _divided(term, number)
        moves += sign * moved
        operator = columns.last
        if operator in (BLANK, COMMA):
            break
    total = _kept(total + term)
    relocation = {DIRECT: DIRECT, -DIRECT: COMPLEMENT}.get(moves, ABSOLUTE)
    return Sum(0 if undefined else total % FIELD, relocation, tuple(undefined), total)


def _element(columns: Columns, heading: int) -> tuple[int, int]:
    symbol = 0
    while True:
        code = columns.read()
        if code in _ENDS_ELEMENT or (code == STAR and symbol):
            return symbol, heading
        if code == DOLLAR:
            symbol, heading = 0, symbol
        else:
            symbol = (symbol << 6 | code) & WORD


def element_word(symbol: int, heading: int, here: int, find: Find) -> tuple[int, int] | None:
    """An element's number, and its part in the relocation; None for an undefined symbol."""
    if is_integer(symbol):
        return integer(symbol), 0
    value: int | None = here if is_counter(symbol) else find(with_heading(symbol, heading))
    if value is None:
        return None
    return abs(value) & FIELD - 1, abs(value) >> TAG_AT & 7


def is_counter(symbol: int) -> bool:
    """Whether a symbol stands for the location counter."""
    return symbol & FIELD - 1 == STAR


def _kept(number: int) -> int:
    """A number as a word keeps it: sign and 35 bits."""
    return (
        number
        if abs(number) <= MAGNITUDE
        else (1 if number > 0 else -1) * (abs(number) & MAGNITUDE)
    )


def _divided(term: int, by: int) -> int:
    if not by:
        return term
    return abs(term) // by * (1 if term >= 0 else -1)


# -- symbols ---------------------------------------------------------------------------------------


def _order(symbol: int) -> int:
    """How words compare: sign and magnitude."""
    return symbol if symbol >> 35 == 0 else -(symbol & MAGNITUDE)


@dataclass
class Table:
    """Symbols, or operations, with their values.

    Of several entries with one name the search in halves finds the one that it comes upon first,
    so the table is sorted as UA SAP sorts it: forwards and backwards, equal ones interchanged.
    """

    entries: list[tuple[int, int]] = field(default_factory=list)
    _orders: list[int] = field(default_factory=list)
    _first: dict[int, int] = field(default_factory=dict)

    def add(self, name: int, value: int) -> None:
        """A further entry."""
        self.entries.append((name, value))
        self._first.setdefault(name, value)

    def first(self, name: int) -> int | None:
        """The value of the first entry of this name."""
        return self._first.get(name)

    def sort(self) -> None:
        """Put it into the order of its names."""
        names = {name for name, _ in self.entries}
        if len(names) == len(self.entries):
            self.entries.sort(key=lambda entry: _order(entry[0]))
        else:
            _interchange(self.entries)
        self._orders = [_order(name) for name, _ in self.entries]
        self._first.clear()
        for name, value in self.entries:
            self._first.setdefault(name, value)

    def find(self, name: int) -> int | None:
        """The value that the search in halves finds in a sorted table."""
        order, orders = _order(name), self._orders
        if not orders or order < orders[0]:
            return None
        at, step = 0, (1 << (2 * len(orders) - 1).bit_length()) >> 1
        while True:
            if at < len(orders) and orders[at] == order:
                return self.entries[at][1]
            down = at and (at >= len(orders) or order < orders[at])
            step >>= 1
            if not step:
                return None
            at += -step if down else step

    def repeated(self) -> set[int]:
        """The names that it has more than once."""
        names = [name for name, _ in self.entries]
        return {name for name, following in pairwise(names) if name == following}


def _interchange(entries: list[tuple[int, int]]) -> None:
    low, end = 1, len(entries)
    while end > 1:
        last = low
        for at in range(low, max(end, low + 1)):
            if _swap(entries, at):
                last = at
        if last <= low:
            return
        for at in range(last - 1, low - 1, -1):
            if _swap(entries, at):
                low = at + 1
        end = last


def _swap(entries: list[tuple[int, int]], at: int) -> bool:
    """Interchange an entry with the one before it, unless that is the lower; whether it was so."""
    if _order(entries[at - 1][0]) < _order(entries[at][0]):
        return False
    entries[at - 1], entries[at] = entries[at], entries[at - 1]
    return True
