"""Tapes in files of either kind; which one a file is says its content (file_kinds.py).

A file is written as the kind that its name means, or as the kind that was read from it.

Bit 7 is set in the first byte of each record, bit 6 is parity, six bits are data.  A record of
nothing but the character 0x0F, once or twice, is a tape mark; so a record of such characters, a
gap, or an error flag has no place in this kind of file and is refused.

Such files come with bytes behind the last record that hold no character (0x80, or zeros up to some
length): they are passed over, with a note.  A file that was cut short shows it only where its last
record, with no tape mark after it, is not of whole words (six characters); a note says so, and the
record is taken as it is.

A book tape (docs/sources/media.md, "Book tapes") has one card a record, its 80 columns and four
blanks more (84 characters, 14 words, even parity), a tape mark between games, two at the end.

What a machine has learned stands on tape as lines of text, one a record, filled up with blanks to
whole words, so that a tape can be listed and read by eye.
"""

from itertools import pairwise
from typing import NamedTuple

from devices.media.card import COLUMNS, Card
from devices.media.charset import (
    GRAPHICS,
    bcd,
    bcd_of_punches,
    bcd_of_tape,
    is_odd,
    name_rows,
    punches_of_bcd,
    tape_of_bcd,
)
from devices.media.deck import Deck
from devices.media.file_kinds import MEANT, START, TAPES, Kind, find_kind, meant_by, place
from devices.media.tape import (
    CHARACTERS_A_WORD,
    Gap,
    Item,
    Record,
    Tape,
    TapeMark,
    mend_tap,
    write_tap,
)
from devices.names import check_name
from devices.refusal import RefusedError

# -- Tape files of one byte a character: ``.p7b``, and the ``.bcd`` and ``.bin`` of tape archives --

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
                data.append(START | _MARK_CHARACTER)
            case Gap():
                raise RefusedError(where, "a .p7b file can't hold the gap before it; use .tap")
            case Record(data=record):
                _check(item, where)
                data.append(START | record[0])
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
    if data and not data[0] & START:
        raise RefusedError(
            place(name, "record 1", "byte 0"),
            f"0x{data[0]:02X} must have bit 7 set: a record was to start here",
        )
    end = len(data.rstrip(bytes([0, START])))
    notes = []
    if end < len(data):
        notes.append(f"{name}: {_trailing(len(data) - end)} passed over")
    items: list[Item] = []
    starts = [at for at, byte in enumerate(data[:end]) if byte & START]
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


# -- What a record on tape holds in BCD: a card's image, or a line of text -------------------------

IMAGE_CHARACTERS = 84
_BLANK = tape_of_bcd(0o60)


def card_record(card: Card, where: str = "") -> Record:
    """The card's image in BCD: 84 characters of even parity.

    Raises RefusedError naming the column whose punches have no code.
    """
    characters = bytearray()
    for index, punches in enumerate(card.columns):
        code = bcd_of_punches(punches)
        if code is None:
            raise RefusedError(
                place(where, f"column {index + 1}"),
                f"punches {name_rows(punches)} have no BCD code",
            )
        characters.append(tape_of_bcd(code))
    characters += bytes([_BLANK]) * (IMAGE_CHARACTERS - COLUMNS)
    return Record.of_characters(bytes(characters))


def record_card(record: Record, where: str = "") -> Card:
    """The card whose image a record is; 80 characters, or more if the others are blank.

    Raises RefusedError naming the character (its column) that is wrong.
    """
    if len(record.data) < COLUMNS:
        raise RefusedError(
            where, f"{len(record.data)} characters; a card image has {IMAGE_CHARACTERS}"
        )
    if record.damaged:
        raise RefusedError(where, "the record is marked as read in error")
    columns = []
    for index, character in enumerate(record.data):
        column = place(where, f"column {index + 1}")
        columns.append(_punches_of_character(character, column))
        if index >= COLUMNS and character & 0x3F != _BLANK:
            raise RefusedError(
                column,
                f"character {character & 0x3F:02o} (octal); blanks were expected after the "
                f"{COLUMNS} columns of a card image",
            )
    return Card(tuple(columns[:COLUMNS]))


def _punches_of_character(character: int, where: str) -> int:
    """The punches of one seven-bit character in BCD.

    Raises RefusedError for odd parity or what is no BCD character.
    """
    if is_odd(character):
        raise RefusedError(
            where, f"character {character & 0x3F:02o} (octal) has odd parity; BCD has even"
        )
    punches = punches_of_bcd(bcd_of_tape(character & 0x3F)) if character else None
    if punches is None:
        raise RefusedError(where, f"character {character & 0x3F:02o} (octal) is no BCD character")
    return punches


def book_tape(deck: Deck) -> Tape:
    """The book tape of a deck: a tape mark before every GAME card but the first, two at the end.

    Cards before the first GAME card go with the first game.  Raises RefusedError naming the card
    and column that has no BCD code.
    """
    items: list[Item] = []
    games = 0
    for index, card in enumerate(deck.cards):
        if card.as_text()[:6].split()[:1] == ["GAME"]:
            games += 1
            if games > 1:
                items.append(TapeMark())
        items.append(card_record(card, deck.where(index)))
    return Tape(deck.name, (*items, TapeMark(), TapeMark()))


# Lines of text


def text_record(line: str) -> Record:
    """The line as a record of even parity; raises RefusedError for a character with no code."""
    words = max(1, -(-len(line) // CHARACTERS_A_WORD))
    padded = line.ljust(words * CHARACTERS_A_WORD)
    return Record.of_characters(bytes(tape_of_bcd(bcd(char)) for char in padded))


def record_text(record: Record, where: str = "") -> str:
    """The line in a record, without the blanks at its end.

    Raises RefusedError naming the character that can't be read or has no graphic.
    """
    if record.damaged:
        raise RefusedError(where, "the record is marked as read in error")
    chars = []
    for index, character in enumerate(record.data):
        column = place(where, f"character {index + 1}")
        punches = _punches_of_character(character, column)
        if punches not in GRAPHICS:
            raise RefusedError(column, f"is {name_rows(punches)}, which no wheel prints")
        chars.append(GRAPHICS[punches])
    return "".join(chars).rstrip(" ")


# -- tape files ------------------------------------------------------------------------------------

SUFFIXES = tuple(suffix for suffix, kinds in MEANT.items() if kinds[0] in TAPES)
"""Of files that hold a tape."""
_NO_PARITY = "no character of it has a parity bit, so TAPE CHECK comes on however it is read"


class TapeFile(NamedTuple):
    """A tape as it was read from a file."""

    tape: Tape
    kind: Kind
    notes: tuple[str, ...]
    """What whoever mounts it should know; each begins with the file's name."""


def open_tape(data: bytes, name: str, kind: Kind | None = None) -> TapeFile:
    """The tape in a file, of this ``kind`` if it is known.

    Raises RefusedError if there is none in it, SpoiledTapeError where its end can't be read.
    """
    notes: tuple[str, ...] = ()
    if kind is None:
        found = find_kind(data, name, TAPES)
        if found is None:
            raise RefusedError(
                name,
                "is no tape; expected a record between two lengths (.tap), or one byte a "
                "character with bit 7 set in a record's first (.p7b)",
            )
        kind, note = found
        notes = (note,) if note else ()
    if kind == "p7b":
        tape, more = read_p7b(data, name)
    else:
        tape, more = mend_tap(data, name)
    return TapeFile(tape, kind, notes + more + _on_parity(tape))


def _on_parity(tape: Tape) -> tuple[str, ...]:
    """A tape that was written without parity, as some simulators do."""
    mixed = any(record.parity == "mixed" for record in tape.records())
    bare = all(max(record.data) <= 0x3F for record in tape.records())
    return (f"{tape.name}: {_NO_PARITY}",) if mixed and bare else ()


def write_tape(tape: Tape, name: str, kind: Kind | None = None) -> bytes:
    """The bytes of a file of this name that holds ``tape``.

    Raises RefusedError for a name that means no tape, or what .p7b can't hold.
    """
    if kind is None:
        kind = next((kind for kind in meant_by(name) if kind in TAPES), None)
    if kind is None:
        raise RefusedError(name, f"a tape's file has one of the suffixes {', '.join(SUFFIXES)}")
    return write_p7b(tape) if kind == "p7b" else write_tap(tape)
