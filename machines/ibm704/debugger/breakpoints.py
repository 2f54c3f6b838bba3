"""Breakpoints: at an address, an operation, a change of storage, or a unit.

    break LOOP                break 100,117             break LOOP count 5
    break op TIX              break op RTB 3            break store SUM
    break store 200,277       break unit tape 3

With ``count N`` it stops at every N-th time that it is met.
"""

from dataclasses import dataclass, field

import numpy as np

from devices.refusal import RefusedError
from machines.ibm704.debugger import kernel
from machines.ibm704.debugger.observer import MOST_POINTS
from machines.ibm704.debugger.symbols import Symbols, read_address, unit_mask, unit_name
from machines.ibm704.operations import BY_MNEMONIC, EXTENDED, OPERATIONS, SYNONYMS

ANY = -1
_MISSING = {
    "op": "the operation is missing; expected such as break op TIX or break op RTB 3",
    "store": "the address of the word is missing whose change is meant; expected such as break "
    "store SUM or break store 200,277",
}
"""What to say of a breakpoint's kind that stands alone."""
MOST_COUNT = 1_000_000_000


@dataclass(frozen=True)
class Point:
    """One breakpoint; ``low`` and ``high`` as the kernel has them (kernel.py, ``points``)."""

    kind: int
    low: int
    high: int
    need: int = ANY
    every: int = 1


@dataclass
class Breakpoints:
    """The breakpoints by their numbers, from 1; a number isn't used again."""

    points: dict[int, Point] = field(default_factory=dict)
    table: kernel.Table = field(default_factory=lambda: np.zeros((0, kernel.POINT), dtype=np.int64))
    last: int = 0

    def add(self, point: Point) -> int:
        """One more; its number.  Raises RefusedError when there are too many."""
        if len(self.points) >= MOST_POINTS:
            raise RefusedError("break", f"there are {MOST_POINTS}; delete some first")
        self.last += 1
        self._change({**self.points, self.last: point})
        return self.last

    def delete(self, number: int) -> None:
        """Take one away.  Raises RefusedError if there is none."""
        if number not in self.points:
            there = ", ".join(map(str, self.points)) or "none"
            raise RefusedError(f"delete {number}", f"no such breakpoint; there are {there}")
        self._change({n: point for n, point in self.points.items() if n != number})

    def delete_all(self) -> None:
        """Take all away."""
        self._change({})

    def restore(self, points: dict[int, Point], last: int) -> None:
        """Take these instead, ``last`` being the number given last; none was met yet."""
        self.points, self.last = {}, last
        self.table = np.zeros((0, kernel.POINT), dtype=np.int64)
        self._change(points)

    def hits(self, number: int) -> int:
        """How often one was met."""
        return int(self.table[list(self.points).index(number), kernel.HITS])

    def number(self, row: int) -> int:
        """The number of the one in a row of the table."""
        return list(self.points)[row]

    def _change(self, points: dict[int, Point]) -> None:
        hits = {number: self.hits(number) for number in self.points}
        rows = [
            (point.kind, point.low, point.high, point.need, point.every, hits.get(number, 0))
            for number, point in points.items()
        ]
        self.points = points
        self.table = np.array(rows, dtype=np.int64).reshape(-1, kernel.POINT)


def read_count(text: str, what: str, most: int = MOST_COUNT) -> int:
    """A decimal count from 1.  Raises RefusedError."""
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise RefusedError(what, f"{text or 'nothing'}; expected a number from 1 to {most:,}")
    return int(text)


def read_range(text: str, symbols: Symbols, here: int, size: int) -> tuple[int, int]:
    """``FROM,TO`` or one address.  Raises RefusedError."""
    first, comma, last = text.partition(",")
    low = read_address(first, symbols, here, size)
    high = read_address(last, symbols, here, size) if comma else low
    if high < low:
        raise RefusedError(text, "ends before it begins; expected FROM,TO")
    return low, high


def read_point(words: list[str], symbols: Symbols, here: int, size: int) -> Point:
    """The breakpoint that a command's words mean.  Raises RefusedError."""
    every = 1
    if len(words) > 2 and words[-2].lower() == "count":
        every = read_count(words[-1], "count")
        words = words[:-2]
    kind, rest = words[0].lower(), words[1:]
    if kind == "op" and rest:
        number, need = _operation(rest)
        return Point(kernel.ON_OPERATION, number, number, need, every)
    if kind == "unit":
        mask = unit_mask(rest)
        return Point(kernel.ON_UNIT, mask, mask, ANY, every)
    if kind in _MISSING and not rest and kind.upper() not in symbols.values:
        raise RefusedError(f"break {kind}", _MISSING[kind])
    change = kind == "store" and bool(rest)
    if change:
        words = rest
    if len(words) != 1:
        raise RefusedError(" ".join(words), "one address, or FROM,TO without blanks, was expected")
    low, high = read_range(words[0], symbols, here, size)
    return Point(kernel.ON_CHANGE if change else kernel.ON_PLACE, low, high, ANY, every)


def _operation(words: list[str]) -> tuple[int, int]:
    """An operation's number, and the effective address that it must have."""
    name = words[0].upper()
    name = SYNONYMS.get(name, name)
    if name in BY_MNEMONIC and len(words) == 1:
        return BY_MNEMONIC[name].number, ANY
    if name not in EXTENDED:
        raise RefusedError(
            " ".join(words), "is no operation; expected one such as TIX, CPY or RTB 3"
        )
    operation, address, units = EXTENDED[name]
    unit = 0
    if units:
        unit = read_count(" ".join(words[1:]), f"the unit of {name}", units)
    elif len(words) > 1:
        raise RefusedError(" ".join(words), f"{name} has no unit; it was expected alone")
    return BY_MNEMONIC[operation].number, address + unit


def point_text(point: Point, symbols: Symbols) -> str:
    """A breakpoint in words: ``"at 00105 LOOP+2"``."""
    text = _what(point, symbols)
    return f"{text}, every {point.every:,} times" if point.every > 1 else text


def _what(point: Point, symbols: Symbols) -> str:
    if point.kind == kernel.ON_OPERATION:
        need = "" if point.need == ANY else f" {point.need:05o}"
        return f"at operation {OPERATIONS[point.low].mnemonic}{need}"
    if point.kind == kernel.ON_UNIT:
        return f"at {unit_name(point.low)}"
    place = f"{point.low:05o} {symbols.name(point.low)}".rstrip()
    if point.high > point.low:
        place += f" to {point.high:05o} {symbols.name(point.high)}".rstrip()
    return f"at a change of {place}" if point.kind == kernel.ON_CHANGE else f"at {place}"
