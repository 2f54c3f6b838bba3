"""Row-binary cards: how a program's words are punched, and read back.

One card of words (absolute, the SHARE standard), with columns 1-36 of a row as its left word and
37-72 as its right::

    row   left word                                    right word
    9     word count (decrement), first address        check sum
    8     first word of the program                    second
    7     third                                        fourth
    ...
    12    21st                                         22nd

The check sum is the sum, as ACL and CAD form it, of all the card's other words: 36 bits, a carry
out of the leftmost goes to the rightmost.  The transfer card has a word count of 0, the address at
which the program starts, a 1 in bit 2 (so that it isn't blank when that is 0) and the same sum,
which is the 9 row's left word again.  Columns 73-80 hold up to four letters of the program's name
and the card's number, for people.
"""

from collections.abc import Iterable, Mapping, Sequence

from devices.media.card import COLUMNS, READ_COLUMNS, Card
from devices.media.deck import Deck
from devices.refusal import RefusedError

WORDS_A_CARD = 22
ROW_WORDS = 24
TRANSFER = 1 << 33
"""Bit 2 of the transfer card's first word."""
_ALL = (1 << 36) - 1
_NAME = 4


def logical_sum(words: Iterable[int]) -> int:
    """The sum of words as ACL adds them: 36 bits, carries end around."""
    total = 0
    for word in words:
        total += word
        total = (total & _ALL) + (total >> 36)
    return total


def word_card(address: int, words: Sequence[int]) -> Card:
    """The card that puts up to 22 words into storage from ``address`` on."""
    return _card(len(words) << 18 | address, words)


def _card(head: int, words: Sequence[int]) -> Card:
    rows = (head, logical_sum((head, *words)), *words)
    return Card.of_row_words(rows + (0,) * (ROW_WORDS - len(rows)))


def transfer_card(address: int) -> Card:
    """The card that ends a deck: the program starts at ``address``."""
    return _card(TRANSFER | address, ())


def program_cards(words: Mapping[int, int], start: int) -> list[Card]:
    """The cards of a program, its words in order of location, and its transfer card."""
    cards: list[Card] = []
    run: list[int] = []
    first = 0
    for address in sorted(words):
        if run and (address != first + len(run) or len(run) == WORDS_A_CARD):
            cards.append(word_card(first, run))
            run = []
        if not run:
            first = address
        run.append(words[address])
    if run:
        cards.append(word_card(first, run))
    return [*cards, transfer_card(start)]


def add_identification(cards: Iterable[Card], name: str) -> tuple[Card, ...]:
    """The cards with a name and their number in columns 73-80."""
    letters = "".join(char for char in name.upper() if char.isascii() and char.isalnum())[:_NAME]
    width = COLUMNS - READ_COLUMNS - len(letters)
    found = []
    for number, card in enumerate(cards, start=1):
        mark = Card.of_text(f"{letters}{number % 10**width:0{width}}".rjust(COLUMNS))
        found.append(Card(card.columns[:READ_COLUMNS] + mark.columns[READ_COLUMNS:]))
    return tuple(found)


def read_program(deck: Deck, skip: int) -> tuple[dict[int, int], int]:
    """The words of a deck behind its first ``skip`` cards, and where it starts.

    Raises RefusedError naming the card that is no row-binary card, whose sum is wrong, or that
    the transfer card is missing.
    """
    words: dict[int, int] = {}
    for index, card in enumerate(deck.cards[skip:], start=skip):
        head, check, *rest = card.row_words()
        count, address = head >> 18 & 0o77777, head & 0o77777
        marked = TRANSFER if count == 0 else 0
        if head != marked | count << 18 | address or count > WORDS_A_CARD:
            raise RefusedError(
                deck.where(index),
                f"its 9 row begins with {head:012o}; a row-binary card has there its word count "
                f"(to {WORDS_A_CARD}) and first address, or {TRANSFER:012o} and where to start",
            )
        found = logical_sum((head, *rest[:count]))
        if found != check:
            raise RefusedError(
                deck.where(index), f"its words sum to {found:012o}, the check sum is {check:012o}"
            )
        if count == 0:
            return words, address
        words.update((address + offset, word) for offset, word in enumerate(rest[:count]))
    raise RefusedError(deck.name, "the transfer card (word count 0) was expected at the end")
