"""Why a deck didn't load, as whoever looks the cards through would say.

Looked for where a program has stopped: a deck that a loader of ours stands in front of, or should,
can only be loaded with the loader's cards first and the transfer card behind the words.  Of decks
that bring another loader nothing is said.  Cards are numbered as they lay in their deck, from 1.

Several programs may lie in one deck, each behind its loader; LOAD CARDS brings the first that is
still in the hopper.  What is looked through is the program of the card that was read last.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from devices.media.card import READ_COLUMNS, Card
from devices.media.charset import GRAPHICS
from devices.units.card_reader import CardReader, FedCard
from machines.ibm704.assembler.deck_listing import is_self_loading
from machines.ibm704.assembler.loader import loader_cards, stop_in_words
from machines.ibm704.assembler.passes import RELOCATING_TOP, TOP
from machines.ibm704.assembler.relocating_loader import relocating_cards
from machines.ibm704.assembler.rows import (
    PLACE,
    RELOCATABLE,
    ROW_WORDS,
    TRANSFER,
    WORDS_A_CARD,
    ControlCard,
    logical_sum,
    read_card,
)

_PUT_RIGHT = "the deck into the reader, and press LOAD CARDS"
FROM_CARD = ", from card "
"""In the name of what follows of a deck in a second hopperful: nothing is said of its order."""
_MARK = re.compile(r"(.*?)([0-9]+)")


class Stop(NamedTuple):
    """Where a program that was loaded from cards has stopped."""

    hpr: bool
    location: int
    address: int
    nothing_loaded: bool
    """Whether locations 0 and 1, where LOAD CARDS puts its two words, hold zeros."""


def load_fault(reader: CardReader, storage: int, stop: Stop) -> str:
    """What kept a deck from being loaded rightly; empty if nothing is known.

    ``storage``: words of storage.  Cards out of order explain a stop of the loader's; a blank card
    in front explains why the others aren't at their places.
    """
    faults = (deck_fault(reader, storage), stop_fault(reader, storage, stop))
    return next(filter(None, faults if stop.hpr else reversed(faults)), "")


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
    if last is None or FROM_CARD in last.deck:
        return ""
    all_cards = _cards_of(last.deck, _fed(reader))
    begins = _program_starts(all_cards)
    first = max((start for start in begins if start <= last.number), default=1)
    end = min((start for start in begins if start > last.number), default=max(all_cards) + 1)
    cards = {number: card for number, card in all_cards.items() if first <= number < end}
    fault = _order_fault(cards, first) or _store_fault(cards, last.number, storage)
    return f"{last.deck}, {fault}" if fault else ""


def following_program(reader: CardReader, stopped: bool) -> str:
    """Where another program's cards begin behind the one that LOAD CARDS has brought.

    ``stopped``: it has come to its stop, and may have read those cards on purpose; then only what
    still lies in the hopper is told.  Empty if there is nothing to tell.
    """
    fed = _fed(reader)
    begins: list[tuple[str, int]] = []
    for deck in dict.fromkeys(card.deck for card in fed if FROM_CARD not in card.deck):
        cards = _cards_of(deck, fed)
        starts = _program_starts(cards)
        if begins and not _is_first_of_loader(cards[min(cards)]):
            starts = starts[1:]  # its own data, or not known
        begins += [(deck, number) for number in starts]
    hopper = {(card.deck, card.number) for card in reader.hopper}
    unread = [start for start in begins[1:] if start in hopper]
    if unread:
        deck, number = unread[0]
        return (
            f"{deck}: the cards from card {number} on are another program's deck; the first "
            "program reads them only if it asks for cards: load it alone"
        )
    if stopped or len(begins) < 2 or not _is_first_of_loader(fed[0].card):
        return ""
    deck, number = begins[1]
    return (
        f"{deck}: the cards from card {number} on are another program's deck, and the first "
        "program has read of them: load it alone"
    )


NEXT_JOB = (0o076200000321, 0o070000000000, 0o070000000001)
"""RCD, CPY 0, CPY 1: how a program that has done its work loads the next from the reader."""


def asks_for_next_job(reader: CardReader, words: npt.NDArray[np.int64], stop: Stop) -> bool:
    """Whether a program has come to the end of the cards while loading the next program.

    END OF FILE makes the first copy skip the second, so the machine goes to location 0, where that
    program would begin, and stops at whatever lies there: no operation, or a copy behind LXA.
    """
    if stop.location > 1 or not reader.hopper_empty or reader.end_of_file:
        return False
    return any(tuple(words[at : at + 3]) == NEXT_JOB for at in np.flatnonzero(words == NEXT_JOB[0]))


def _fed(reader: CardReader) -> list[FedCard]:
    """The cards that lie at the reader, in the order in which they are read."""
    last = reader.moving or reader.last
    return [*reader.stacker, *([last] if last is not None else []), *reader.hopper]


def _cards_of(deck: str, fed: Iterable[FedCard]) -> dict[int, Card]:
    return {fed_card.number: fed_card.card for fed_card in fed if fed_card.deck == deck}


def _program_starts(cards: Mapping[int, Card]) -> list[int]:
    """With which cards of a deck programs begin: its first, and each loader's first card behind a
    whole program."""
    if 1 not in cards:
        return []
    ours = _is_first_of_loader(cards[1])
    others = [card for loader in _known_loaders() for card in loader.cards[1:]]
    misplaced = any(_is_same(cards[1], card) for card in others)
    if not ours and (misplaced or not is_self_loading(cards[1].row_words())):
        return [1]
    starts, ended = [1], not ours
    for number in sorted(cards)[1:]:
        if ended and _is_first_of_loader(cards[number]):
            starts.append(number)
            ended = False
        ended = ended or _is_transfer(cards[number])
    return starts


def _order_fault(cards: Mapping[int, Card], first: int) -> str:
    """``first``: the number of the card with which the program begins."""
    found = _loader_in(cards)
    if found is None:
        return _loaderless_fault(cards)
    for place, card in enumerate(found.cards, start=first):
        at = _place_of(cards, card)
        if at is not None and at != place:
            of_loader = place - first + 1
            return _misplaced(at, f"is the loader's card {of_loader} and must be the deck's", place)
        if at is None and place in cards:
            return _misplaced(place, "here must lie the loader's card", place - first + 1)
    return _place_fault(cards, found.cards[-1]) or _transfer_fault(cards)


def _loaderless_fault(cards: Mapping[int, Card]) -> str:
    if 1 not in cards:
        return ""
    if _word_count(cards[1]) or _is_relocatable(cards[1]):
        what = "holds words of a program"
    elif _is_place(cards[1]):
        what = "is the place card of a program"
    else:
        return ""
    return (
        f"card 1: {what}, and no loader lies in front of it; put the loader's cards first, "
        f"{_PUT_RIGHT}"
    )


def _place_fault(cards: Mapping[int, Card], loader_end: Card) -> str:
    """The place card behind words that it should have moved, or left out, by columns 73-80: words
    before any place card may be meant for 00000.

    ``loader_end`` is the loader's last card.
    """
    moved = [number for number in sorted(cards) if _is_relocatable(cards[number])]
    end = _place_of(cards, loader_end)
    if not moved or end is None:
        return ""
    places = [number for number in sorted(cards) if _is_place(cards[number])]
    name, of_end = _mark(cards[end])
    for place in places:
        if any(n < place and _belongs_before(cards[place], cards[n]) for n in moved):
            of_name, number = _mark(cards[place])
            behind = number - of_end if number and of_end and name == of_name else 1
            return _misplaced(place, "is the place card and must be the deck's", end + behind)
    marks = {_mark(card) for card in cards.values()}
    if places or of_end is None or (name, of_end + 1) in marks:
        return ""
    if not any(_belongs_before(cards[end], cards[n]) for n in moved):
        return ""
    return (
        f"card {end + 1}: here must lie the place card, and without it the program went to 00000; "
        f"put it there or assemble the program again, {_PUT_RIGHT}"
    )


def _transfer_fault(cards: Mapping[int, Card]) -> str:
    """Words behind the transfer card, which by their numbers belong before it."""
    transfer = next((n for n in sorted(cards) if _is_transfer(cards[n])), None)
    if transfer is None:
        return ""
    for number in sorted(n for n in cards if n > transfer):
        has_words = _word_count(cards[number]) or _is_relocatable(cards[number])
        if has_words and _belongs_before(cards[number], cards[transfer]):
            what = "its words weren't loaded, for it lies behind the transfer card, which is card"
            return _misplaced(number, what, transfer)
    return ""


def _store_fault(cards: Mapping[int, Card], read: int, storage: int) -> str:
    """A card, read before any transfer card, whose words went where the loader stands."""
    found = _loader_in(cards)
    if found is None:
        return ""
    for number in sorted(n for n in cards if n <= read):
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
    return next(
        (
            loader
            for loader in _known_loaders()
            if any(_place_of(cards, card) is not None for card in loader.cards)
        ),
        None,
    )


def _known_loaders() -> tuple[_Loader, ...]:
    return _Loader(loader_cards(), TOP), _Loader(relocating_cards(), RELOCATING_TOP)


def _is_first_of_loader(card: Card) -> bool:
    return any(_is_same(card, loader.cards[0]) for loader in _known_loaders())


def _is_same(card: Card, other: Card) -> bool:
    """Whether the reader finds the same in both."""
    return card.columns[:READ_COLUMNS] == other.columns[:READ_COLUMNS]


def _misplaced(number: int, what: str, other: int) -> str:
    order = "put the cards in the order of columns 73-80"
    return f"card {number}: {what} {other}; {order}, {_PUT_RIGHT}"


def _place_of(cards: Mapping[int, Card], wanted: Card) -> int | None:
    return next((number for number in sorted(cards) if _is_same(cards[number], wanted)), None)


def _word_count(card: Card) -> int:
    """How many words a row-binary card with a right check sum holds; 0 for any other card."""
    head = card.half_row(0)
    count, address = head >> 18 & 0o77777, head & 0o77777
    if not 1 <= count <= WORDS_A_CARD or head != count << 18 | address:
        return 0
    words = [card.half_row(index) for index in range(2, ROW_WORDS)]
    return count if logical_sum((head, *words[:count])) == card.half_row(1) else 0


def _is_relocatable(card: Card) -> bool:
    """Whether it is a relocatable card of words, with a right check sum."""
    found = read_card(card.row_words(), sum_needed=True)
    return isinstance(found, ControlCard) and found.kind == "relocatable"


def _is_place(card: Card) -> bool:
    head = card.half_row(0)
    return head & ~0o77777 == PLACE and card.half_row(1) == head


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
