"""A deck of cards and the kinds of file that hold one (docs/sources/media.md).

Which kind a file is says its content; the suffix helps where that leaves it open (file_kinds.py).

Text deck (``.txt``, ``.deck``): one line a card, at most 80 of the 704's characters; lower case is
punched as upper.  A line ``~raw`` and four octal digits a column (row 12 first) is a card with any
punches, as SIMH writes it; ``~eor``, ``~eof`` and ``~eoi`` are its cards 7-8-9, 6-7-9 and 6-7-8-9;
a ``~`` alone, its end of a file, is passed over.

Column binary (``.cbn``, ``.dck``), as SIMH's card code has it: 160 bytes a card, two a column:

====  ==========================================
bit   holds
====  ==========================================
7     1 in the first byte of a card, else 0
6     odd parity of the seven bits 6-0
5-0   first byte rows 12 11 0 1 2 3, second 4 5 6 7 8 9
====  ==========================================

A lone byte 0x8F (a tape mark, as card images that were once on tape end) is passed over between
cards, and never written.

SIMH's binary images: 160 bytes a card, two a column, rows 6 7 8 9 in bits 7-4 of the first, rows 12
11 0 1 2 3 4 5 in the second.  They are read only.
"""

import base64
import re
from dataclasses import dataclass
from typing import NamedTuple

from devices.media.card import COLUMNS, Card
from devices.media.charset import is_odd, with_parity
from devices.media.file_kinds import (
    DECKS,
    Kind,
    Unchanging,
    bytes_of_base64,
    find_kind,
    meant_by,
    place,
)
from devices.names import check_name
from devices.refusal import RefusedError

CARD_BYTES = 2 * COLUMNS
_START_OF_CARD = 0x80
SUFFIXES = (".txt", ".deck", ".cbn", ".dck")
"""Of files that are written."""
_TAPE_MARK = 0x8F
_RAW = re.compile(r"~raw ?((?:[0-7]{4}){0,80}) *")
_SPECIAL = {"~eor": 0x007, "~eof": 0x00D, "~eoi": 0x00F}
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
            if line.rstrip() != "~"
        ),
    )


def _card(line: str, where: str) -> Card:
    """The card of a line.  Raises RefusedError."""
    if not line.startswith("~"):
        return Card.of_text(line, where)
    special = _SPECIAL.get(line.rstrip())
    if special is not None:
        return _of_columns([special])
    raw = _RAW.fullmatch(line)
    if raw is None:
        raise RefusedError(
            place(where, "column 1"),
            "expected ~raw and four octal digits a column, ~eor, ~eof or ~eoi behind the ~",
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


def text_of_bytes(data: bytes, name: str) -> str:
    """The text in a file's bytes.  Raises RefusedError naming the line where it is not text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RefusedError(
            place(name, f"line {line}"),
            f"byte {error.start} (0x{data[error.start]:02X}) is not text; a text deck was "
            "expected (column binary has the suffix .cbn)",
        ) from None


# -- column binary -------------------------------------------------------------------------------


def write_cbn(deck: Deck) -> bytes:
    """The deck in column binary, 160 bytes a card."""
    data = bytearray()
    for card in deck.cards:
        start = len(data)
        for punches in card.columns:
            data.append(with_parity(punches >> 6, odd=True))
            data.append(with_parity(punches & 0x3F, odd=True))
        data[start] |= _START_OF_CARD
    return bytes(data)


def read_cbn(data: bytes, name: str) -> Deck:
    """The deck in a column-binary file.

    Raises RefusedError naming the card, the column and the byte (counted from 0) for a file cut
    short, a lost start of card, or bad parity.
    """
    check_name(name)
    cards: list[Card] = []
    start = 0
    while start < len(data):
        image = data[start : start + CARD_BYTES]
        if image[0] == _TAPE_MARK and (len(image) == 1 or image[1] & _START_OF_CARD):
            start += 1
            continue
        where = f"{name}, card {len(cards) + 1}"
        _check_image(image, start, where)
        pairs = zip(image[0::2], image[1::2], strict=True)
        cards.append(Card(tuple((high & 0x3F) << 6 | low & 0x3F for high, low in pairs)))
        start += CARD_BYTES
    return Deck(name, tuple(cards))


def _check_image(image: bytes, start: int, where: str) -> None:
    for index, byte in enumerate(image):
        if bool(byte & _START_OF_CARD) == (index == 0) and is_odd(byte):
            continue
        column = place(where, f"column {index // 2 + 1}")
        found = f"byte {start + index} (0x{byte:02X})"
        if index == 0 and not byte & _START_OF_CARD:
            raise RefusedError(column, f"{found} must have bit 7 set: a card was to start here")
        if index > 0 and byte & _START_OF_CARD:
            raise RefusedError(
                column, f"{found} starts a card, but this one has only {index} of {CARD_BYTES}"
            )
        raise RefusedError(column, f"{found} has even parity; odd was expected")
    if len(image) < CARD_BYTES:
        raise RefusedError(
            place(where, f"column {len(image) // 2 + 1}"),
            f"the file ends at byte {start + len(image)}, after {len(image)} of the card's "
            f"{CARD_BYTES} bytes",
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


# -- any of them ---------------------------------------------------------------------------------


class DeckFile(NamedTuple):
    """A deck as it was read from a file."""

    deck: Deck
    notes: tuple[str, ...]
    """What whoever puts it into a reader should know; each begins with the file's name."""


def open_deck(data: bytes, name: str, kind: Kind | None = None) -> DeckFile:
    """The deck in a file, of this ``kind`` if it is known.

    Raises RefusedError naming the place in the file.
    """
    note = ""
    if kind is None:
        found = find_kind(data, name, DECKS)
        kind, note = ("text", "") if found is None else found
    notes = (note,) if note else ()
    if kind == "cbn":
        return DeckFile(read_cbn(data, name), notes)
    if kind == "image":
        return DeckFile(read_images(data, name), notes)
    check_name(name)
    return DeckFile(read_text_deck(text_of_bytes(data, name), name), notes)


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
