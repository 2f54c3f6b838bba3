"""Why a deck didn't load, as whoever looks the cards through would say.

Looked for where a program has stopped: a deck that a loader of ours stands in front of, or should,
can only be loaded with the loader's cards first and the transfer card behind the words.  Of decks
that bring another loader nothing is said.  Cards are numbered as they lay in their deck, from 1.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from devices.media.card import READ_COLUMNS, Card
from devices.media.charset import GRAPHICS
from devices.units.card_reader import CardReader
from machines.ibm704.assembler.loader import loader_cards, stop_in_words
from machines.ibm704.assembler.passes import RELOCATING_TOP, TOP
from machines.ibm704.assembler.relocating_loader import relocating_cards
from machines.ibm704.assembler.rows import (
    RELOCATABLE,
    ROW_WORDS,
    TRANSFER,
    WORDS_A_CARD,
    logical_sum,
)

_PUT_RIGHT = "the deck into the reader, and press LOAD CARDS"
_MARK = re.compile(r"(.*?)([0-9]+)")


class Stop(NamedTuple):
    """Where a program that was loaded from cards has stopped."""

    hpr: bool
    location: int
    address: int
    nothing_loaded: bool
    """Whether locations 0 and 1, where LOAD CARDS puts its two words, hold zeros."""


def stop_fault(reader: CardReader, storage: int, stop: Stop) -> str:
    """What a stop says of the card read last: the loader's own stops, or a blank card in front."""
    if stop.hpr:
        what = stop_in_words(stop.location, stop.address, storage)
        return f"{reader.where()}: {what}" if what else ""
    card = reader.moving or reader.last
    if stop.location or not stop.nothing_loaded or card is None:
        return ""
    if any(card.card.half_row(index) for index in (0, 1)):
        return ""
    return (
        f"{card.where()}: nothing is punched in its 9 row, so LOAD CARDS loaded nothing; take the "
        "blank cards off the front of the deck, put it in again and press LOAD CARDS"
    )


def deck_fault(reader: CardReader, storage: int) -> str:
    """What keeps the deck whose card was read last from being loaded; empty if nothing is known.

    ``storage``: its words.
    """
    last = reader.moving or reader.last
    if last is None:
        return ""
    fed = [*reader.stacker, last, *reader.hopper]
    cards = {one.number: one.card for one in fed if one.deck == last.deck}
    fault = _order_fault(cards) or _store_fault(cards, last.number, storage)
    return f"{last.deck}, {fault}" if fault else ""


def _order_fault(cards: Mapping[int, Card]) -> str:
    found = _loader_in(cards)
    if found is None:
        if 1 in cards and _word_count(cards[1]):
            return (
                "card 1: holds words of a program, and no loader lies in front of it; put the "
                f"loader's cards first, {_PUT_RIGHT}"
            )
        return ""
    for place, one in enumerate(found.cards, start=1):
        at = _place_of(cards, one)
        if at is not None and at != place:
            return _misplaced(at, f"is the loader's card {place} and must be the deck's", place)
        if at is None and place in cards:
            return _misplaced(place, "here must lie the loader's card", place)
    return _transfer_fault(cards)


def _transfer_fault(cards: Mapping[int, Card]) -> str:
    """Words behind the transfer card, which by their numbers belong before it."""
    transfer = next((n for n in sorted(cards) if _is_transfer(cards[n])), None)
    if transfer is None:
        return ""
    for number in sorted(one for one in cards if one > transfer):
        if _word_count(cards[number]) and _belongs_before(cards[number], cards[transfer]):
            what = "its words weren't loaded, for it lies behind the transfer card, which is card"
            return _misplaced(number, what, transfer)
    return ""


def _store_fault(cards: Mapping[int, Card], read: int, storage: int) -> str:
    """A card, read before any transfer card, whose words went where the loader stands."""
    found = _loader_in(cards)
    if found is None:
        return ""
    for number in sorted(one for one in cards if one <= read):
        if _is_transfer(cards[number]):
            return ""
        count = _word_count(cards[number])
        given = cards[number].half_row(0) & 0o77777
        if count and given + count > storage:
            return (
                f"card {number}: its words are for {given:05o} to {given + count - 1:05o}, and "
                f"storage has {storage:,} words; run it with more, or assemble it for so many"
            )
        first = given & (storage - 1)
        if count and first + count > storage - found.top:
            last = (first + count - 1) & (storage - 1)
            return (
                f"card {number}: its words go to {first:05o} to {last:05o}, over the loader in the "
                f"top {found.top} words; assemble the program for other locations"
            )
    return ""


class _Loader(NamedTuple):
    cards: tuple[Card, ...]
    top: int
    """Words at the top of storage that are its own."""


def _loader_in(cards: Mapping[int, Card]) -> _Loader | None:
    """The loader of ours whose cards lie in a deck, in whatever order."""
    known = (_Loader(loader_cards(), TOP), _Loader(relocating_cards(), RELOCATING_TOP))
    return next(
        (one for one in known if any(_place_of(cards, card) is not None for card in one.cards)),
        None,
    )


def _misplaced(number: int, what: str, other: int) -> str:
    order = "put the cards in the order of columns 73-80"
    return f"card {number}: {what} {other}; {order}, {_PUT_RIGHT}"


def _place_of(cards: Mapping[int, Card], wanted: Card) -> int | None:
    columns = wanted.columns[:READ_COLUMNS]
    return next((n for n in sorted(cards) if cards[n].columns[:READ_COLUMNS] == columns), None)


def _word_count(card: Card) -> int:
    """How many words a row-binary card with a right check sum holds; 0 for any other card."""
    head = card.half_row(0)
    count, address = head >> 18 & 0o77777, head & 0o77777
    if not 1 <= count <= WORDS_A_CARD or head != count << 18 | address:
        return 0
    words = [card.half_row(index) for index in range(2, ROW_WORDS)]
    return count if logical_sum((head, *words[:count])) == card.half_row(1) else 0


def _is_transfer(card: Card) -> bool:
    head = card.half_row(0)
    return head & ~0o77777 in (TRANSFER, RELOCATABLE) and card.half_row(1) == head


def _belongs_before(card: Card, other: Card) -> bool:
    """Whether columns 73-80 number both, and this one lower."""
    (name, number), (other_name, other_number) = _mark(card), _mark(other)
    return name == other_name and number is not None is not other_number and number < other_number


def _mark(card: Card) -> tuple[str, int | None]:
    """The name and the number in columns 73-80."""
    text = "".join(GRAPHICS.get(punches, "?") for punches in card.columns[READ_COLUMNS:])
    found = _MARK.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, None)
