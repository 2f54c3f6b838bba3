"""Magnetic tape of seven tracks, and SIMH's .tap files of it (docs/sources/media.md).

Other kinds of file, and which one a file is: tape_files.py.

The matter: records of characters, tape marks and gaps, in order.  A character is six bits and, in
bit 6, parity: odd in binary, even in BCD; six characters make a word of the 704.  A record holds
at least one character.  What the tape holds after its last item is blank.

SIMH ``.tap``: a sequence of items, each begun by a 32-bit little-endian word:

==============  ==========================================================================
word            means
==============  ==========================================================================
0               tape mark
1 - 0xFFFFFF    that many bytes of a record follow, a pad byte if odd, and the word again
+ 0x80000000    the same record, but read in error
0xFFFFFFFE      a gap, four character places long
0xFFFEFFFF      half a gap: two bytes, then the next word
0xFFFFFFFF      end of medium: nothing after it counts
==============  ==========================================================================

A file that simply ends after an item ends the medium too.  We write the end of medium always and
a half gap never (it is taken as belonging to the gaps around it).  Files of others are read, each
with a note, that have

* bytes behind the end of medium; up to 4,096 at the end that can't be an item, or, behind two tape
  marks in a row, aren't a whole one;
* no pad byte behind records of an odd length (the E11 simulator's kind);
* records of another class, 1 to 14 in the uppermost four bits of the word, which aren't the tape's
  data (SIMH's extended format), or records in error of no characters.
"""

import base64
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from devices.media.charset import is_odd, with_parity
from devices.media.file_kinds import Mending, Unchanging, bytes_of_base64, place
from devices.names import check_name
from devices.refusal import RefusedError

Parity = Literal["even", "odd", "mixed"]
_IS_ODD = bytes(is_odd(character & 0x7F) for character in range(256))
_WITH_PARITY = tuple(bytes(with_parity(n & 0x3F, odd) for n in range(256)) for odd in (False, True))

CHARACTERS_A_WORD = 6
LONGEST_RECORD = 0xFF_FFFF
"""Characters: the length field of a .tap file has 24 bits for it."""

# Lengths in mil (1/1000 inch), IBM 727 at 200 characters an inch.
CHARACTER_MIL = 5
RECORD_GAP_MIL = 750
"""The gap before every record."""
MARK_GAP_MIL = 3750
"""The gap before a tape mark."""
ERASED_MIL = 20
"""One gap marker of a .tap file: four character places of blank tape."""


@dataclass(frozen=True)
class Record(Unchanging):
    """One record: seven-bit characters, one a byte; ``damaged`` if it can't be read rightly."""

    data: bytes
    damaged: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.data) <= LONGEST_RECORD or max(self.data) > 0x7F:
            raise ValueError("a record is one or more characters of seven bits")

    @classmethod
    def of_characters(cls, characters: bytes, binary: bool = False) -> "Record":
        """The record that holds these six-bit characters, odd parity in binary, even in BCD."""
        if characters and max(characters) > 0x3F:
            raise ValueError("a character has six bits")
        return cls(characters.translate(_WITH_PARITY[binary]))

    @property
    def characters(self) -> bytes:
        """The six-bit characters, parity taken off."""
        return bytes(character & 0x3F for character in self.data)

    @property
    def parity(self) -> Parity:
        """``even`` or ``odd`` if every character agrees, else ``mixed``."""
        odd = self.data.translate(_IS_ODD).count(1)
        if odd == 0:
            return "even"
        return "odd" if odd == len(self.data) else "mixed"


@dataclass(frozen=True)
class TapeMark:
    """A tape mark: the end of a file."""


@dataclass(frozen=True)
class Gap:
    """A short stretch of erased tape (1/50 inch), as .tap files note it."""


Item = Record | TapeMark | Gap


@dataclass(frozen=True)
class Tape(Unchanging):
    """What a reel holds from its load point on, and the name of the file it came from."""

    name: str
    items: tuple[Item, ...]

    def __post_init__(self) -> None:
        check_name(self.name)

    def length_mil(self) -> int:
        """Tape used from the load point on, in mil."""
        return sum(map(length_mil, self.items))

    def records(self) -> tuple[Record, ...]:
        """The records alone, in order."""
        return tuple(item for item in self.items if isinstance(item, Record))

    def files(self) -> Iterator[tuple[Record, ...]]:
        """The records between tape marks; after two marks in a row nothing more is looked for."""
        records: list[Record] = []
        for item in self.items:
            if isinstance(item, Record):
                records.append(item)
            elif isinstance(item, TapeMark):
                if not records:
                    return
                yield tuple(records)
                records = []
        if records:
            yield tuple(records)


def length_mil(item: Item) -> int:
    """Tape used by an item with the gap before it, in mil; a record ends with a check character."""
    match item:
        case Record(data=data):
            return RECORD_GAP_MIL + (len(data) + 1) * CHARACTER_MIL
        case TapeMark():
            return MARK_GAP_MIL + 2 * CHARACTER_MIL
        case Gap():
            return ERASED_MIL


_MARK = 0
_END_OF_MEDIUM = 0xFFFF_FFFF
_GAP = 0xFFFF_FFFE
_HALF_GAP = 0xFFFE_FFFF
_ERROR = 0x8000_0000
_CLASS = 0xF000_0000
_PADDING = 4096
"""Bytes at the end that are no items: a file is filled up to a block of what it lay on."""


# -- .tap ------------------------------------------------------------------------------------------


def write_tap(tape: Tape) -> bytes:
    """The tape as a SIMH .tap file."""
    data = bytearray()
    for item in tape.items:
        match item:
            case TapeMark():
                data += struct.pack("<I", _MARK)
            case Gap():
                data += struct.pack("<I", _GAP)
            case Record(data=record, damaged=damaged):
                length = struct.pack("<I", len(record) | (_ERROR if damaged else 0))
                data += length + record + bytes(len(record) & 1) + length
    data += struct.pack("<I", _END_OF_MEDIUM)
    return bytes(data)


class SpoiledTapeError(RefusedError):
    """A tape's file can't be read to its end; ``whole`` has what lies before the fault."""

    def __init__(self, where: str, what: str, whole: Tape) -> None:
        super().__init__(where, what)
        self.whole = whole


def read_tap(data: bytes, name: str) -> Tape:
    """The tape in a SIMH .tap file.

    Raises SpoiledTapeError naming the record and the byte for a file cut short, lengths that don't
    agree, or characters of more than seven bits.
    """
    return mend_tap(data, name)[0]


def mend_tap(data: bytes, name: str) -> tuple[Tape, tuple[str, ...]]:
    """The same, and notes on what was mended; see the module's text."""
    check_name(name)
    items: list[Item] = []
    at, mending = 0, Mending(name)
    while at < len(data):
        word = int.from_bytes(data[at : at + 4], "little")
        if word == _END_OF_MEDIUM and at + 4 <= len(data):
            at += 4
            break
        if word == _HALF_GAP:
            at += 2
        elif word in (_MARK, _GAP) and at + 4 <= len(data):
            items.append(TapeMark() if word == _MARK else Gap())
            at += 4
        else:
            try:
                item, size = _record(data, at, word, mending)
            except ValueError as fault:
                if _is_padding(word, len(data) - at, items):
                    break
                raise _spoiled(name, items, at, str(fault)) from None
            at += size
            items += [item] if item else []
    if at < len(data):
        behind = "bytes behind the last item of the tape, left out"
        mending.add(behind, f"byte {at}", len(data) - at)
    return Tape(name, tuple(items)), mending.notes()


def _is_padding(word: int, left: int, items: list[Item]) -> bool:
    """Whether so many bytes that are left, which aren't a whole item and begin with ``word``, can
    be none of the tape's."""
    ended = items[-2:] == [TapeMark(), TapeMark()]
    cut = left >= 4 and 1 <= word & ~_ERROR <= LONGEST_RECORD
    return bool(items) and left <= _PADDING and (ended or not cut)


def _spoiled(name: str, items: list[Item], at: int, fault: str) -> SpoiledTapeError:
    records = sum(isinstance(item, Record) for item in items)
    where = place(name, f"record {records + 1}{_in_file(items)}", f"byte {at}")
    whole = Tape(name, tuple(items))
    return SpoiledTapeError(where, f"{fault}; {_whole_records(records)}", whole)


def _in_file(items: list[Item]) -> str:
    """Where the next record stands behind the last tape mark; empty before the first."""
    marks = [at for at, item in enumerate(items) if isinstance(item, TapeMark)]
    if not marks:
        return ""
    since = sum(isinstance(item, Record) for item in items[marks[-1] :])
    return f" (record {since + 1} of file {len(marks) + 1})"


def _whole_records(count: int) -> str:
    if count > 1:
        return f"records 1 to {count} are whole"
    return "record 1 is whole" if count else "no record before it is whole"


def _record(data: bytes, at: int, word: int, mending: Mending) -> tuple[Record | None, int]:
    """The record whose length, ``word``, stands at byte ``at``, and its bytes in the file; None for
    one that isn't the tape's data.  Raises ValueError with why it can't be read."""
    if at + 4 > len(data):
        raise ValueError(f"the file ends after {len(data) - at} of the 4 bytes of a length")
    where = f"byte {at}"
    if word == _ERROR:
        mending.add("records in error of no characters, left out", where)
        return None, 4
    kind = word & ~_ERROR & _CLASS
    length = word & ~(_ERROR | _CLASS if kind else _ERROR)
    start, end = at + 4, at + 4 + length
    closing = end + (length & 1)
    padded, bare = (data[place : place + 4] for place in (closing, end))
    if kind and data[at : at + 4] in (padded, bare):
        mending.add(f"records of class {word >> 28}, which aren't the tape's data, left out", where)
        return None, (closing if data[at : at + 4] == padded else end) + 4 - at
    if kind or not 1 <= length <= LONGEST_RECORD:
        raise ValueError(
            f"0x{word:08X} is no record length (1 to {LONGEST_RECORD}), tape mark, gap or end of "
            "medium"
        )
    if bare == data[at : at + 4] != padded:
        closing = end
        mending.add("records of an odd length without their pad byte", where)
    if closing + 4 > len(data):
        there = min(length, len(data) - start)
        more = " and before the length behind them" if there == length else ""
        raise ValueError(
            f"the file ends after {there} of this record's {length} characters{more}: the tape "
            "was cut"
        )
    (again,) = struct.unpack_from("<I", data, closing)
    if again != word:
        raise ValueError(
            f"the length after the record (byte {closing}) is 0x{again:08X}; 0x{word:08X} was "
            "expected"
        )
    record = data[start:end]
    if max(record) > 0x7F:
        index = next(index for index, byte in enumerate(record) if byte > 0x7F)
        raise ValueError(
            f"character {index + 1} (byte {start + index}) is 0x{record[index]:02X}; these tapes "
            "have seven tracks, 0x7F at most"
        )
    return Record(record, damaged=bool(word & _ERROR)), closing + 4 - at


# -- as one string, for events and logs ------------------------------------------------------------


def tape_value(tape: Tape) -> str:
    """The tape as one string: ``tap NAME`` on the first line, then its .tap file in base64."""
    return f"tap {tape.name}\n{base64.b64encode(write_tap(tape)).decode('ascii')}"


def tape_of_value(value: str) -> Tape:
    """The tape in a string made by :func:`tape_value`.  Raises RefusedError if it holds none."""
    heading, _, body = value.partition("\n")
    kind, _, name = heading.partition(" ")
    if kind != "tap":
        raise RefusedError("tape", "expected 'tap NAME' on the first line, then base64")
    return read_tap(bytes_of_base64(body, name), name)
