"""Card images on tape: the tape that carries a book game (docs/sources/media.md, "Book tapes").

One card a record, its 80 columns in BCD and four blanks more (84 characters, 14 words, even
parity), a tape mark between games, two marks at the end.
"""

from devices.media.card import COLUMNS, Card, place
from devices.media.charset import (
    bcd_of_punches,
    bcd_of_tape,
    is_odd,
    punches_of_bcd,
    rows_named,
    tape_of_bcd,
)
from devices.media.deck import Deck
from devices.media.tape import Item, Record, Tape, TapeMark
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
                f"punches {rows_named(punches)} have no BCD code",
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
        columns.append(punches_of_character(character, column))
        if index >= COLUMNS and character & 0x3F != _BLANK:
            raise RefusedError(
                column,
                f"character {character & 0x3F:02o} (octal); blanks were expected after the "
                f"{COLUMNS} columns of a card image",
            )
    return Card(tuple(columns[:COLUMNS]))


def punches_of_character(character: int, where: str) -> int:
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
        if begins_game(card):
            games += 1
            if games > 1:
                items.append(TapeMark())
        items.append(card_record(card, deck.where(index)))
    return Tape(deck.name, (*items, TapeMark(), TapeMark()))


def begins_game(card: Card) -> bool:
    """Whether the word in columns 1-6 is GAME (or GAME is the first word there)."""
    return card.shown()[:6].split()[:1] == ["GAME"]


def deck_of_tape(tape: Tape) -> Deck:
    """The cards whose images a tape holds, marks and gaps passed over.

    Raises RefusedError naming the record that is no card image.
    """
    return Deck(
        tape.name,
        tuple(
            record_card(record, f"{tape.name}, record {number}")
            for number, record in enumerate(tape.records(), start=1)
        ),
    )
