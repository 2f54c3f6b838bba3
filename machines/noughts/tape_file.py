"""What a machine has learned, as a file on tape: lines of text, and a check that they are whole.

One line a record (devices.media.text_records), the first of them a header, a tape mark after the
last.  The header says what the file is of, its name, what the machine wants known of it, how many
lines follow, and a checksum (CRC-32, hexadecimal) of the header before it and of all lines::

    MENACE BEADS, NAME FRIDAY, BUILD 304, REPLICATES 4 3 2 1, ..., LINES 306, CHECK 0C13A7F2
    CUPS 988 ...
    BOX 1 4 4 4 0 0 0 0 0 0
    ...

A file that was cut short, changed or put together from two is refused whole.
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from devices.media.tape import Record
from devices.media.text_records import record_text, text_record
from devices.refusal import RefusedError

NAME, LINES, CHECK = "NAME", "LINES", "CHECK"


@dataclass(frozen=True)
class TapeFile:
    """A file: what it is of, what it is called, and what it says."""

    kind: str
    """``"MENACE BEADS"``, ``"PEGASUS ODDS"``."""
    name: str
    about: Mapping[str, str]
    """What the header says besides, in capitals: ``{"BUILD": "304"}``."""
    lines: tuple[str, ...]

    def said(self, key: str, where: str) -> str:
        """What the header says of ``key``; raises RefusedError if nothing."""
        if key not in self.about:
            raise RefusedError(where, f"its header doesn't say its {key}; expected {key} and what")
        return self.about[key]


def records_of(file: TapeFile) -> tuple[Record, ...]:
    """The file's records, header first."""
    return tuple(map(text_record, (_header(file), *file.lines)))


def _header(file: TapeFile) -> str:
    about = {NAME: file.name, **file.about, LINES: str(len(file.lines))}
    parts = [file.kind, *(f"{key} {value}".strip() for key, value in about.items())]
    header = ", ".join(parts)
    return f"{header}, {CHECK} {_check(header, file.lines)}"


def _check(header: str, lines: Sequence[str]) -> str:
    return f"{zlib.crc32(chr(10).join((header, *lines)).encode('ascii')):08X}"


def file_of(records: Sequence[Record], kind: str, where: str) -> TapeFile:
    """The file that these records hold; ``where`` names the tape.

    Raises RefusedError naming the record for a file of another kind, one that was cut short or one
    that its checksum does not agree with.
    """
    first = _where(where, 1)
    if not records:
        raise RefusedError(first, f"the tape begins with its mark; expected a file of {kind}")
    header, _, check = record_text(records[0], first).rpartition(f", {CHECK} ")
    found, *parts = header.split(", ")
    if found != kind:
        raise RefusedError(first, f"is not the header of a file of {kind}; expected one")
    about = {key: value for key, _, value in (part.partition(" ") for part in parts)}
    name, count = about.pop(NAME, ""), about.pop(LINES, "")
    if not re.fullmatch("[0-9]{1,6}", count):
        raise RefusedError(first, f"its header says {count or 'no'} {LINES}; expected a number")
    if len(records) - 1 != int(count):
        raise RefusedError(
            _where(where, len(records)),
            f"the file has {len(records) - 1} lines after its header; expected {int(count)}: "
            f"it {'was cut short' if len(records) - 1 < int(count) else 'goes on too long'}",
        )
    lines = tuple(
        record_text(record, _where(where, number)) for number, record in enumerate(records[1:], 2)
    )
    if check != _check(header, lines):
        raise RefusedError(
            first, f"its checksum is {check}; expected {_check(header, lines)} by what it holds"
        )
    return TapeFile(kind, name, about, lines)


def _where(where: str, number: int) -> str:
    return f"{where}, record {number}"


def integers(text: str, count: int, where: str) -> tuple[int, ...]:
    """So many whole numbers with blanks between.  Raises RefusedError."""
    parts = text.split(" ")
    if len(parts) != count or not all(re.fullmatch("-?[0-9]{1,18}", part) for part in parts):
        raise RefusedError(where, f"holds {text!r}; expected {count} whole numbers")
    return tuple(map(int, parts))
