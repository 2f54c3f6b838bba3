"""Tape files of one byte a character: ``.p7b``, and the ``.bcd`` and ``.bin`` of tape archives.

Bit 7 is set in the first byte of each record, bit 6 is parity, six bits are data.  A record of
nothing but the character 0x0F, once or twice, is a tape mark; so a record of such characters, a
gap, or an error flag has no place in this kind of file and is refused.

Such files come with bytes behind the last record that hold no character (0x80, or zeros up to some
length): they are passed over, with a note.  A file that was cut short shows it only where its last
record, with no tape mark after it, is not of whole words (six characters); a note says so, and the
record is taken as it is.
"""

from itertools import pairwise

from devices.media.medium import place
from devices.media.tape import CHARACTERS_A_WORD, Gap, Item, Record, Tape, TapeMark
from devices.names import check_name
from devices.refusal import RefusedError

_START_OF_RECORD = 0x80
_CHARACTER = 0x7F
_MARK_CHARACTER = 0x0F


def write_p7b(tape: Tape) -> bytes:
    """The tape as a .p7b file.

    Raises RefusedError for what such a file can't hold: see the module's text.
    """
    data = bytearray()
    number = 1
    for item in tape.items:
        where = place(tape.name, f"record {number}", f"byte {len(data)}")
        match item:
            case TapeMark():
                data.append(_START_OF_RECORD | _MARK_CHARACTER)
            case Gap():
                raise RefusedError(where, "a .p7b file can't hold the gap before it; use .tap")
            case Record(data=record):
                _check(item, where)
                data.append(_START_OF_RECORD | record[0])
                data += record[1:]
                number += 1
    return bytes(data)


def _check(record: Record, where: str) -> None:
    if record.damaged:
        raise RefusedError(where, "a .p7b file can't hold its error flag; use .tap")
    if set(record.data) == {_MARK_CHARACTER}:
        raise RefusedError(where, "in a .p7b file it would be a tape mark; use .tap")


def read_p7b(data: bytes, name: str) -> tuple[Tape, tuple[str, ...]]:
    """The tape in a .p7b file, and notes on what is odd about its end.

    Raises RefusedError naming the byte for a file that doesn't begin with a record.
    """
    check_name(name)
    if data and not data[0] & _START_OF_RECORD:
        raise RefusedError(
            place(name, "record 1", "byte 0"),
            f"0x{data[0]:02X} must have bit 7 set: a record was to start here",
        )
    end = len(data.rstrip(bytes([0, _START_OF_RECORD])))
    notes = []
    if end < len(data):
        notes.append(f"{name}: {_trailing(len(data) - end)} passed over")
    items: list[Item] = []
    starts = [at for at, byte in enumerate(data[:end]) if byte & _START_OF_RECORD]
    for start, stop in pairwise([*starts, end]):
        characters = bytes([data[start] & _CHARACTER]) + data[start + 1 : stop]
        mark = set(characters) == {_MARK_CHARACTER}
        items.append(TapeMark() if mark else Record(characters))
    last = items[-1] if items else None
    if isinstance(last, Record) and len(last.data) % CHARACTERS_A_WORD:
        number = sum(isinstance(item, Record) for item in items)
        notes.append(
            f"{name}, record {number}: the file ends after {len(last.data)} characters of it, "
            f"which are no whole words of {CHARACTERS_A_WORD}, and no tape mark follows; the tape "
            "may have been cut there"
        )
    return Tape(name, tuple(items)), tuple(notes)


def _trailing(count: int) -> str:
    if count == 1:
        return "the last byte holds no character: it is"
    return f"the last {count} bytes hold no characters: they are"
