"""A program's symbols, from the assembler's listing, and addresses as a programmer writes them.

An address is an expression of symbols and **octal** numbers, as on the console, with ``+`` and
``-`` between: ``LOOP+2``, ``77``, ``*-1`` (``*``: where the next instruction is).  On symbolic
cards numbers are decimal.

A set of units is a mask, one bit each: ``reader``, ``punch``, ``printer``, ``crt``, ``tape 1`` to
``tape 10``, ``drum 1`` to ``drum 8``.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from devices.refusal import RefusedError
from devices.units.tape_drive import DIAL_POSITIONS
from machines.ibm704.card_rows import CardPunching, CardReading, LinePrinting
from machines.ibm704.channel import (
    CRT,
    DRUM_ADDRESSES,
    MORE_TAPES,
    PRINTER,
    PUNCH,
    READER,
    SENSE_ENTRY,
    TAPES_BCD,
    TAPES_BINARY,
    PointDrawing,
)
from machines.ibm704.debugger.kernel import SENSES, UNIT_CLASSES, Table
from machines.ibm704.drums import DRUMS, DrumCopying
from machines.ibm704.records import TapeMoving, TapeReading, TapeWriting
from machines.ibm704.selection import Selection

# -- The units by the names that a programmer gives them, and which instructions are for which
#    unit ------------------------------------------------------------------------------------------

NAMES = (
    "reader",
    "punch",
    "printer",
    "crt",
    *(f"tape {dial}" for dial in range(1, DIAL_POSITIONS + 1)),
    *(f"drum {drum}" for drum in range(1, DRUMS + 1)),
)
BITS = {name: 1 << bit for bit, name in enumerate(NAMES)}
_ONE = {CardReading: "reader", CardPunching: "punch", LinePrinting: "printer", PointDrawing: "crt"}


def unit_table() -> Table:
    """int64[4, 512]: the mask of the unit that RDS, WRS, a tape movement or PSE of an address is
    for."""
    table = np.zeros((UNIT_CLASSES, SENSES), dtype=np.int64)
    read, write, move, sense = table
    for dial in range(1, DIAL_POSITIONS + 1):
        for base in (TAPES_BCD, TAPES_BINARY):
            read[base + dial] = write[base + dial] = move[base + dial] = BITS[f"tape {dial}"]
        write[MORE_TAPES + dial] = BITS[f"tape {dial}"]
    for drum in range(1, DRUMS + 1):
        read[DRUM_ADDRESSES + drum] = write[DRUM_ADDRESSES + drum] = BITS[f"drum {drum}"]
    read[READER] = BITS["reader"]
    read[PRINTER] = write[PRINTER] = BITS["printer"]
    sense[SENSE_ENTRY : SENSE_ENTRY + 11] = BITS["printer"]
    write[PUNCH] = sense[PUNCH] = sense[PUNCH + 1] = BITS["punch"]
    write[CRT] = sense[CRT] = BITS["crt"]
    return table


def selected_units(selection: Selection | None) -> int:
    """The mask of the units that a copy is for now."""
    if isinstance(selection, TapeReading | TapeMoving):
        return BITS[f"tape {selection.dial}"]
    if isinstance(selection, TapeWriting):
        return sum(BITS[f"tape {dial}"] for dial in set(selection.dials))
    if isinstance(selection, DrumCopying):
        return BITS[f"drum {selection.drum + 1}"]
    return 0 if selection is None else BITS.get(_ONE.get(type(selection), ""), 0)


def unit_mask(words: list[str]) -> int:
    """The mask of a unit's name.  Raises RefusedError for one that there isn't."""
    name = " ".join(words).lower()
    if name.rstrip("0123456789") in ("tape", "drum"):
        name = f"{name[:4]} {name[4:]}"
    if name not in BITS:
        raise RefusedError(
            name or "unit",
            f"is no unit; expected reader, punch, printer, crt, tape 1 to {DIAL_POSITIONS} or "
            f"drum 1 to {DRUMS}",
        )
    return BITS[name]


def unit_name(mask: int) -> str:
    """The names of the units in a mask."""
    return ", ".join(name for name, bit in BITS.items() if bit & mask)


# -- symbols ---------------------------------------------------------------------------------------

TABLE = "SYMBOLS ("
"""How the line begins that stands over the symbols on a listing."""
PLACED = "PLACED AT "
"""... and behind them, where ``assemble --at`` puts location 0 of a relocatable program."""
CARD_COLUMN = 32
"""Where the card stands on a line of the listing."""
FARTHEST = 0o100
"""An address so many words behind a symbol isn't named after it any more."""

_ENTRY = re.compile(r"(?<![^\s-])([^\s,+*/-]{1,8})\s+([0-7]{5})(?=\s|$)")
_PART = re.compile(r"([+-]?)([^+-]*)")


@dataclass(frozen=True)
class Symbols:
    """Symbols with their values; ``constants`` are those that EQU or SYN define."""

    values: Mapping[str, int] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        places = {v: name for name, v in sorted(self.values.items()) if not self._constant(name)}
        object.__setattr__(self, "_places", dict(sorted(places.items())))
        object.__setattr__(self, "_starts", sorted(places))

    def _constant(self, name: str) -> bool:
        return name.rpartition("$")[2] in self.constants

    @property
    def places(self) -> Mapping[int, str]:
        """A symbol for each location that has one, by location in order."""
        found: Mapping[int, str] = self._places  # type: ignore[attr-defined]
        return found

    def count_text(self, name: str) -> str:
        """How many there are on the listing of this name."""
        count = len(self.values)
        if not count:
            return f"no symbols: the listing {name} has none"
        return f"{count} symbol{'s' * (count > 1)} of {name}"

    def name(self, address: int) -> str:
        """``"LOOP+2"``; empty where no symbol stands in the words before."""
        starts: Sequence[int] = self._starts  # type: ignore[attr-defined]
        before = bisect_right(starts, address)
        if not before or address - starts[before - 1] >= FARTHEST:
            return ""
        offset = address - starts[before - 1]
        name = self.places[starts[before - 1]]
        return f"{name}+{offset:o}" if offset else name


def read_symbols(lines: Iterable[str], where: str) -> Symbols:
    """The symbols of a listing.  Raises RefusedError for text that has no table of them."""
    values: dict[str, int] = {}
    constants = set()
    table = found = False
    place = 0
    for line in lines:
        line = line.rstrip("\r\n")
        if line.startswith(TABLE):
            table = found = True
        elif line.startswith("NO SYMBOLS"):
            found = True
        elif table:
            entries = _ENTRY.findall(line)
            table = bool(entries)
            values |= {name: int(value, 8) for name, value in entries}
        elif line.startswith(PLACED):
            place = int(line[len(PLACED) :], 8)
        elif (card := line[CARD_COLUMN:])[7:10] in ("EQU", "SYN"):
            constants.add(card[:6].replace(" ", ""))
    if not found:
        raise RefusedError(
            where,
            "has no table of symbols; expected a listing, as assemble --listing FILE writes it",
        )
    moved = {
        name: value if name.rpartition("$")[2] in constants else value + place
        for name, value in values.items()
    }
    return Symbols(moved, frozenset(constants))


def read_address(text: str, symbols: Symbols, here: int, size: int) -> int:
    """The address that an expression comes to.  Raises RefusedError, naming what is wrong."""
    total = 0
    text = text.upper()
    if not text or not re.fullmatch(r"[+-]?[^+-]+([+-][^+-]+)*", text):
        raise RefusedError(text or "address", "is no address; expected such as LOOP+2 or 144")
    for sign, part in _PART.findall(text):
        if part:
            value = here if part == "*" else _value(part, symbols)
            total += -value if sign == "-" else value
    if not 0 <= total < size:
        raise RefusedError(
            text, f"is outside storage; expected an address from 0 to {size - 1:o} (octal)"
        )
    return total


def _value(part: str, symbols: Symbols) -> int:
    if part in symbols.values:
        return symbols.values[part]
    if re.fullmatch(r"[0-7]{1,6}", part):
        return int(part, 8)
    near = [name for name in symbols.values if name.startswith(part[:2])][:4]
    expected = ", ".join(near) if near else "a symbol of the listing"
    raise RefusedError(
        part, f"is no symbol and no octal number; expected {expected}, or octal digits"
    )
