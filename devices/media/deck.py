"""A deck of cards and the kinds of file that hold one (docs/sources/media.md).

Which kind a file is says its content; the suffix helps where that leaves it open (file_kinds.py).

Text deck (``.txt``, ``.deck``): one line a card, at most 80 of the 704's characters; lower case is
punched as upper.  A line ``~raw`` and four octal digits a column (row 12 first) is a card with any
punches, as SIMH writes it; ``~eor``, ``~eof``, ``~eoi`` and ``~78`` are its cards 7-8-9, 6-7-9,
6-7-8-9 and 7-8; a ``~`` alone is the end of a file.  A file with other text is mended
(foreign_text.py).

Column binary (``.cbn``, ``.dck``), as SIMH's card code has it: 160 bytes a card, two a column:

====  ==========================================
bit   holds
====  ==========================================
7     1 in the first byte of a card, else 0
6     odd parity of the seven bits 6-0
5-0   first byte rows 12 11 0 1 2 3, second 4 5 6 7 8 9
====  ==========================================

A lone byte 0x8F between cards (a tape mark, as card images that were once on tape end) is the end
of a file, and never written.  All cards may be shorter than 160 bytes, of as many columns each.

SIMH's other images are read only:

======  ==========================================================================================
binary  160 bytes a card, two a column, rows 6 7 8 9 in bits 7-4 of the first, rows 12 11 0 1 2 3 4
        5 in the second
BCD     at most 80 bytes a card, one a column: bit 7 set in the first, bit 6 even parity, then the
        character as on tape; a lone 0x8F is the end of a file
EBCDIC  80 bytes a card, code page 37
======  ==========================================================================================
"""

import base64
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from devices.media.card import COLUMNS, Card
from devices.media.charset import bcd_of_tape, is_odd, punches_of_bcd, with_parity
from devices.media.file_kinds import (
    CARD_BYTES,
    DECKS,
    NAMES,
    START,
    TAPES,
    Found,
    Kind,
    Mending,
    Unchanging,
    bytes_of_base64,
    find_kind,
    meant_by,
    place,
)
from devices.media.foreign_text import read_lines
from devices.names import check_name
from devices.refusal import RefusedError

SUFFIXES = (".txt", ".deck", ".cbn", ".dck")
"""Of files that are written."""
_TAPE_MARK = 0x8F
_MARKS = bytes([_TAPE_MARK])
_FILE_ENDS = "~"
_RAW = re.compile(r"~raw ?((?:[0-7]{4}){0,80})\s*", re.IGNORECASE)
_SPECIAL = {"~eor": 0x007, "~eof": 0x00D, "~eoi": 0x00F, "~78": 0x006}
_SPECIAL_LINES = {punches: line for line, punches in _SPECIAL.items()}
"""What column 1 of SIMH's special cards holds."""


@dataclass(frozen=True)
class Deck(Unchanging):
    """Cards in their order, and the name of the file (or of the thing) that they came from.

    The name is what refusals show and what a log carries: raises RefusedError if it holds
    characters that can't be shown.
    """

    name: str
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        check_name(self.name)

    def where(self, index: int) -> str:
        """Names a card by its place counted from 0: ``"opening.txt, card 3"`` for index 2."""
        return f"{self.name}, card {index + 1}"


# -- text ----------------------------------------------------------------------------------------


def read_text_deck(text: str, name: str) -> Deck:
    """The deck that ``text`` punches, one line a card.

    Raises RefusedError naming the line and the column.
    """
    check_name(name)
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return Deck(
        name,
        tuple(
            _card(line.removesuffix("\r"), place(name, f"line {number}"))
            for number, line in enumerate(lines, start=1)
            if line.rstrip() != _FILE_ENDS
        ),
    )


def _card(line: str, where: str) -> Card:
    """The card of a line.  Raises RefusedError."""
    if not line.startswith("~"):
        return Card.of_text(line, where)
    special = _SPECIAL.get(line.rstrip().lower())
    if special is not None:
        return _of_columns([special])
    raw = _RAW.fullmatch(line)
    if raw is None:
        raise RefusedError(
            place(where, "column 1"),
            "expected ~raw and four octal digits a column, ~eor, ~eof, ~eoi or ~78",
        )
    return _of_columns([int(raw[1][at : at + 4], 8) & 0xFFF for at in range(0, len(raw[1]), 4)])


def _of_columns(columns: list[int]) -> Card:
    return Card(tuple(columns) + (0,) * (COLUMNS - len(columns)))


def write_text_deck(deck: Deck) -> str:
    """The deck as text, one line a card, as :func:`read_text_deck` takes it.

    Raises RefusedError naming the card and the column where punches have no character.
    """
    return "".join(_line(card, deck.where(n)) + "\n" for n, card in enumerate(deck.cards))


def _line(card: Card, where: str) -> str:
    """The line of a card.  Raises RefusedError."""
    special = _SPECIAL_LINES.get(card.columns[0]) if not any(card.columns[1:]) else None
    return card.text(where) if special is None else special


# -- column binary -------------------------------------------------------------------------------


def write_cbn(deck: Deck) -> bytes:
    """The deck in column binary, 160 bytes a card."""
    data = bytearray()
    for card in deck.cards:
        start = len(data)
        for punches in card.columns:
            data.append(with_parity(punches >> 6, odd=True))
            data.append(with_parity(punches & 0x3F, odd=True))
        data[start] |= START
    return bytes(data)


def read_cbn(data: bytes, name: str) -> Deck:
    """The deck in a column-binary file.

    Raises RefusedError naming the card, the column and the byte (counted from 0) for a file cut
    short, a lost start of card, or bad parity.
    """
    return _open_cbn(data, name).deck


def _open_cbn(data: bytes, name: str) -> "DeckFile":
    check_name(name)
    mending = Mending(name)
    cards: list[Card] = []
    ends: list[int] = []
    start, size = 0, _bytes_a_card(data)
    if size != CARD_BYTES:
        mending.add(f"cards of {size // 2} columns, the others taken for blank", "card 1")
    while start < len(data):
        image = data[start : start + size]
        if image[0] == _TAPE_MARK and (len(image) == 1 or image[1] & START):
            ends.append(len(cards))
            start += 1
            continue
        if cards and not any(data[start:]):
            mending.add("zeros at the end, left out", f"byte {start}", len(data) - start)
            break
        _check_image(image, start, f"{name}, card {len(cards) + 1}", size)
        pairs = zip(image[0::2], image[1::2], strict=True)
        cards.append(_of_columns([(high & 0x3F) << 6 | low & 0x3F for high, low in pairs]))
        start += size
    return DeckFile(Deck(name, tuple(cards)), mending.notes(), tuple(ends))


def _bytes_a_card(data: bytes) -> int:
    """As many as from each start of a card to the next, if these are whole columns; else 160."""
    starts = [at for at, byte in enumerate(data) if byte & START and byte != _TAPE_MARK]
    sizes = {len(data[a:b].rstrip(_MARKS)) for a, b in pairwise((*starts, len(data)))}
    size = sizes.pop() if len(sizes) == 1 and starts[:1] == [0] else CARD_BYTES
    return size if 2 <= size < CARD_BYTES and size % 2 == 0 and len(starts) > 1 else CARD_BYTES


def _check_image(image: bytes, start: int, where: str, size: int) -> None:
    for index, byte in enumerate(image):
        if bool(byte & START) == (index == 0) and is_odd(byte):
            continue
        column = place(where, f"column {index // 2 + 1}")
        found = f"byte {start + index} (0x{byte:02X})"
        if index == 0 and not byte & START:
            raise RefusedError(column, f"{found} must have bit 7 set: a card was to start here")
        if index > 0 and byte & START:
            raise RefusedError(
                column, f"{found} starts a card, but this one has only {index} of {size}"
            )
        raise RefusedError(column, f"{found} has even parity; odd was expected")
    if len(image) < size:
        raise RefusedError(
            place(where, f"column {len(image) // 2 + 1}"),
            f"the file ends at byte {start + len(image)}, after {len(image)} of the card's {size} "
            "bytes",
        )


# -- SIMH's binary images ------------------------------------------------------------------------


def read_images(data: bytes, name: str) -> Deck:
    """The deck in a file of SIMH's binary card images.

    Raises RefusedError naming the card and the byte for idle bits that aren't 0 or a file cut
    short.
    """
    check_name(name)
    cards = []
    for start in range(0, len(data), CARD_BYTES):
        image = data[start : start + CARD_BYTES]
        where = f"{name}, card {start // CARD_BYTES + 1}"
        if len(image) < CARD_BYTES:
            raise RefusedError(
                where, f"the file ends after {len(image)} of the card's {CARD_BYTES} bytes"
            )
        for at, byte in enumerate(image[0::2], 1):
            if byte & 0x0F:
                raise RefusedError(
                    place(where, f"column {at}"),
                    f"byte {start + 2 * at - 2} (0x{byte:02X}) must have bits 3-0 clear",
                )
        pairs = zip(image[0::2], image[1::2], strict=True)
        cards.append(Card(tuple(upper << 4 | lower >> 4 for lower, upper in pairs)))
    return Deck(name, tuple(cards))


# -- SIMH's images of one byte a column -----------------------------------------------------------


def _open_bcd(data: bytes, name: str) -> "DeckFile":
    cards: list[Card] = []
    ends: list[int] = []
    for record in re.findall(rb"[\x80-\xff]?[^\x80-\xff]*", data)[:-1]:
        if record == _MARKS:
            ends.append(len(cards))
            continue
        where = f"{name}, card {len(cards) + 1}"
        if len(record) > COLUMNS or not record[0] & START:
            raise RefusedError(where, f"{len(record)} characters; a card has {COLUMNS} columns")
        cards.append(_of_columns([_punches_of(byte, n, where) for n, byte in enumerate(record, 1)]))
    return DeckFile(Deck(name, tuple(cards)), (), tuple(ends))


def _punches_of(byte: int, column: int, where: str) -> int:
    """The punches of a character as on tape.  Raises RefusedError for wrong parity or none."""
    punches = None if is_odd(byte) else punches_of_bcd(bcd_of_tape(byte & 0x3F))
    if punches is None:
        what = f"0x{byte:02X} is no character of BCD in even parity"
        raise RefusedError(place(where, f"column {column}"), what)
    return punches


def _open_ebcdic(data: bytes, name: str) -> "DeckFile":
    if len(data) % COLUMNS:
        cards, left = divmod(len(data), COLUMNS)
        where = f"{name}, card {cards + 1}"
        raise RefusedError(where, f"the file ends after {left} of its {COLUMNS} bytes")
    text = data.decode("cp037")
    lines = [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]
    return open_deck("".join(f"{line}\n" for line in lines).encode(), name, "text")


# -- any of them ---------------------------------------------------------------------------------


class DeckFile(NamedTuple):
    """A deck as it was read from a file."""

    deck: Deck
    notes: tuple[str, ...]
    """What whoever puts it into a reader should know; each begins with the file's name."""
    ends: tuple[int, ...] = ()
    """Behind how many cards a file ends, as SIMH's ``~`` says."""


def open_deck(data: bytes, name: str, kind: Kind | None = None) -> DeckFile:
    """The deck in a file, of this ``kind`` if it is known, mended where it must be.

    Raises RefusedError naming the place in the file.
    """
    check_name(name)
    if kind is None:
        found = find_kind(data, name, DECKS) or _no_tape(data, name)
        opened = open_deck(data, name, found.kind)
        return opened._replace(notes=(*filter(None, [found.note]), *opened.notes))
    match kind:
        case "cbn":
            return _open_cbn(data, name)
        case "image":
            return DeckFile(read_images(data, name), ())
        case "bcd":
            return _open_bcd(data, name)
        case "ebcdic":
            return _open_ebcdic(data, name)
    lines, mending = read_lines(data, name)
    ends = [n for n, line in enumerate(lines) if line.rstrip() == _FILE_ENDS]
    return DeckFile(
        read_text_deck("".join(f"{line}\n" for line in lines), name),
        mending.notes(),
        tuple(n - before for before, n in enumerate(ends)),
    )


def _no_tape(data: bytes, name: str) -> Found:
    """Text, since nothing tells what else.  Raises RefusedError for a tape."""
    tape = find_kind(data, name, TAPES)
    if tape is not None:
        raise RefusedError(name, f"holds {NAMES[tape.kind]}; a deck was expected")
    return Found("text", "")


def read_deck(data: bytes, name: str) -> Deck:
    """The deck in a file.  Raises RefusedError naming the place in it."""
    return open_deck(data, name).deck


def write_deck(deck: Deck, name: str) -> bytes:
    """The bytes of a file of this name that holds ``deck``: column binary or text.

    Raises RefusedError naming the card and column that text can't hold.
    """
    binary = meant_by(name)[:1] == ("cbn",)
    return write_cbn(deck) if binary else write_text_deck(deck).encode("ascii")


# -- as one string, for events and logs ----------------------------------------------------------


def deck_value(deck: Deck) -> str:
    """The deck as one string: ``text NAME`` or ``cbn NAME`` on the first line, then the cards.

    Text where every card can be text, else column binary in base64.
    """
    try:
        return f"text {deck.name}\n{write_text_deck(deck)}"
    except RefusedError:
        return f"cbn {deck.name}\n{base64.b64encode(write_cbn(deck)).decode('ascii')}"


def deck_of_value(value: str) -> Deck:
    """The deck in a string made by :func:`deck_value`.  Raises RefusedError if it holds none."""
    heading, _, body = value.partition("\n")
    kind, _, name = heading.partition(" ")
    if kind == "text":
        return read_text_deck(body, name)
    if kind == "cbn":
        return read_cbn(bytes_of_base64(body, name), name)
    raise RefusedError(
        "deck", "expected 'text NAME' or 'cbn NAME' on the first line, then the cards"
    )
