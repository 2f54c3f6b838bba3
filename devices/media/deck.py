"""A deck of cards and the two kinds of file that hold one (docs/sources/media.md).

Text deck (``.txt``, ``.deck``): one line a card, at most 80 of the 704's characters; lower case is
punched as upper.

Column binary (``.cbn``), as SIMH's card code has it: 160 bytes a card, two a column:

====  ==========================================
bit   holds
====  ==========================================
7     1 in the first byte of a card, else 0
6     odd parity of the seven bits 6-0
5-0   first byte rows 12 11 0 1 2 3, second 4 5 6 7 8 9
====  ==========================================

A lone byte 0x8F (a tape mark, as card images that were once on tape end) is passed over at the
end of a file, and never written.
"""

import base64
from dataclasses import dataclass

from devices.media.card import COLUMNS, Card
from devices.media.charset import is_odd, with_parity
from devices.media.medium import Unchanging, bytes_of_base64, check_name, place
from devices.refusal import RefusedError

CARD_BYTES = 2 * COLUMNS
_START_OF_CARD = 0x80
_TAPE_MARK = 0x8F


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
            Card.of_text(line.removesuffix("\r"), place(name, f"line {number}"))
            for number, line in enumerate(lines, start=1)
        ),
    )


def write_text_deck(deck: Deck) -> str:
    """The deck as text, one line a card.

    Raises RefusedError naming the card and the column where punches have no character.
    """
    return "".join(card.text(deck.where(n)) + "\n" for n, card in enumerate(deck.cards))


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
    end = len(data)
    if end % CARD_BYTES == 1 and data[-1] == _TAPE_MARK:
        end -= 1
    cards: list[Card] = []
    for start in range(0, end, CARD_BYTES):
        image = data[start : min(start + CARD_BYTES, end)]
        where = f"{name}, card {len(cards) + 1}"
        _check_image(image, start, where)
        pairs = zip(image[0::2], image[1::2], strict=True)
        cards.append(Card(tuple((high & 0x3F) << 6 | low & 0x3F for high, low in pairs)))
    return Deck(name, tuple(cards))


def _check_image(image: bytes, start: int, where: str) -> None:
    for index, byte in enumerate(image):
        column = place(where, f"column {index // 2 + 1}")
        found = f"byte {start + index} (0x{byte:02X})"
        if index == 0 and not byte & _START_OF_CARD:
            raise RefusedError(column, f"{found} must have bit 7 set: a card was to start here")
        if index > 0 and byte & _START_OF_CARD:
            raise RefusedError(
                column, f"{found} starts a card, but this one has only {index} of {CARD_BYTES}"
            )
        if not is_odd(byte):
            raise RefusedError(column, f"{found} has even parity; odd was expected")
    if len(image) < CARD_BYTES:
        raise RefusedError(
            place(where, f"column {len(image) // 2 + 1}"),
            f"the file ends at byte {start + len(image)}, after {len(image)} of the card's "
            f"{CARD_BYTES} bytes",
        )


# -- either, by the file's name ------------------------------------------------------------------


def is_column_binary(name: str) -> bool:
    """Whether a file of this name holds column binary; any other holds text."""
    return name.lower().endswith(".cbn")


def read_deck(data: bytes, name: str) -> Deck:
    """The deck in a file: column binary if its name ends in ``.cbn``, else text.

    Raises RefusedError naming the place in the file.
    """
    if is_column_binary(name):
        return read_cbn(data, name)
    check_name(name)
    return read_text_deck(text_of_bytes(data, name), name)


def write_deck(deck: Deck, name: str) -> bytes:
    """The bytes of a file of this name that holds ``deck``.

    Raises RefusedError naming the card and column that text can't hold.
    """
    return write_cbn(deck) if is_column_binary(name) else write_text_deck(deck).encode("ascii")


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
