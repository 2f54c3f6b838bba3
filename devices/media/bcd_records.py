"""What a record on tape holds in BCD: a card's image, or a line of text.

A book tape (docs/sources/media.md, "Book tapes") has one card a record, its 80 columns and four
blanks more (84 characters, 14 words, even parity), a tape mark between games, two at the end.

What a machine has learned stands on tape as lines of text, one a record, filled up with blanks to
whole words, so that a tape can be listed and read by eye.
"""

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
from devices.media.medium import place
from devices.media.tape import CHARACTERS_A_WORD, Item, Record, Tape, TapeMark
from devices.refusal import RefusedError

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
