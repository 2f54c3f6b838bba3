"""The units by the names that a programmer gives them, and which instructions are for which unit.

A set of units is a mask, one bit each: ``reader``, ``punch``, ``printer``, ``crt``, ``tape 1`` to
``tape 10``, ``drum 1`` to ``drum 8``.
"""

import numpy as np

from devices.refusal import RefusedError
from devices.units.tape_drive import DIAL_POSITIONS
from machines.ibm704.card_rows import CardPunching, CardReading
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
from machines.ibm704.printed_rows import LinePrinting
from machines.ibm704.records import TapeMoving, TapeReading, TapeWriting
from machines.ibm704.selection import Selection

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
