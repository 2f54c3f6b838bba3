"""Row-binary cards: how a program's words are punched.

One card of words, with columns 1-36 of a row as its left word and 37-72 as its right::

    row   left word                                    right word
    9     word count (decrement), first address        check sum
    8     first word of the program                    second
    7     third                                        fourth
    ...
    12    21st                                         22nd

The check sum is the sum, as ACL and CAD form it, of all the card's other words: 36 bits, a carry
out of the leftmost goes to the rightmost.

A relocatable card has a 1 in bit 1 of its first word, and in its 8 row, from the left, how each
word's decrement and then its address is relocated: 0 not at all, 10 by the place's address, 11 the
other way.  Up to 20 words follow from row 7 on; the check sum takes in the 8 row.  A card is full
when fewer than four of the 72 bits are left.

A full card has 24 words of the program and nothing else.

The transfer card has a word count of 0 and the address at which the program starts.  For our
loaders an absolute one has a 1 in bit 2 (so that it isn't blank when that is 0), a relocatable one
in bit 1, and the same sum, which is the 9 row's left word again.  As UA SAP 3 punched them bit 2
and the sum are missing.  The place card of the relocating loader has both bits, and the address
at which location 0 of what follows goes.

Columns 73-80 hold up to four letters of the program's name and the card's number, for people.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from devices.media.card import COLUMNS, READ_COLUMNS, Card
from machines.ibm704.assembler.expressions import ABSOLUTE, COMPLEMENT, DIRECT
from machines.ibm704.assembler.words import Form, Line

# -- What a program has punched, in the order of its cards: blocks of words, and transfer cards ----


@dataclass(frozen=True)
class Block:
    """Words that follow each other in storage and on cards of one form."""

    form: Form
    address: int
    words: tuple[int, ...]
    relocation: tuple[tuple[int, int], ...]
    """Of each word's decrement and address."""


@dataclass(frozen=True)
class Transfer:
    """A card that starts the program at an address."""

    form: Form
    address: int


Punched = tuple[Block | Transfer, ...]


def blocks_of(lines: Sequence[Line]) -> Punched:
    """The blocks and transfers of a program's lines."""
    return tuple(_blocks(lines))


def _blocks(lines: Sequence[Line]) -> Iterator[Block | Transfer]:
    run: list[Line] = []
    for line in lines:
        if line.begins_card and run:
            yield _block(run)
            run = []
        if line.words:
            run.append(line)
        if line.kind in ("TCD", "END"):
            yield Transfer(line.form, line.shown or 0)
    if run:
        yield _block(run)


def _block(run: list[Line]) -> Block:
    words: list[int] = []
    relocation: list[tuple[int, int]] = []
    for line in run:
        words += line.words
        relocation += [line.relocation, *[(ABSOLUTE, ABSOLUTE)] * (len(line.words) - 1)]
    return Block(run[0].form, run[0].loads_at, tuple(words), tuple(relocation))


# -- rows ------------------------------------------------------------------------------------------

WORDS_A_CARD = 22
RELOCATABLE_WORDS = 20
ROW_WORDS = 24
RELOCATABLE = 1 << 34
"""Bit 1 of a relocatable card's first word."""
TRANSFER = 1 << 33
"""Bit 2 of the transfer card's first word."""
PLACE = RELOCATABLE | TRANSFER
_ALL = (1 << 36) - 1
_ADDRESS = 0o77777
_NAME = 4
_INDICATORS = 72
FULL_BITS = _INDICATORS - 4
"""With more bits a card is closed: of a word there are up to four, two of them the address's."""


def logical_sum(words: Iterable[int]) -> int:
    """The sum of words as ACL adds them: 36 bits, carries end around."""
    total = 0
    for word in words:
        total += word
        total = (total & _ALL) + (total >> 36)
    return total


def word_card(address: int, words: Sequence[int]) -> Card:
    """The card that puts up to 22 words into storage from ``address`` on."""
    return _card(len(words) << 18 | address & _ADDRESS, words)


def relocatable_card(
    address: int, words: Sequence[int], relocation: Sequence[tuple[int, int]]
) -> Card:
    """The card that puts up to 20 words into storage, from ``address`` beyond the place on."""
    bits = "".join(_indicator(mode) for pair in relocation for mode in pair)
    indicators = int(bits.ljust(_INDICATORS, "0"), 2)
    eight = (indicators >> 36, indicators & _ALL)
    return _card(RELOCATABLE | len(words) << 18 | address & _ADDRESS, (*eight, *words))


def _indicator(relocation: int) -> str:
    return f"{relocation:02b}" if relocation != ABSOLUTE else "0"


def _card(head: int, words: Sequence[int], summed: bool = True) -> Card:
    rows = (head, logical_sum((head, *words)) if summed else 0, *words)
    return Card.of_row_words(rows + (0,) * (ROW_WORDS - len(rows)))


def transfer_card(address: int, form: Form = "ABS", for_our_loader: bool = True) -> Card:
    """The card that starts the program at ``address``, as our loaders or UA SAP 3 have it."""
    bits = RELOCATABLE if form == "REL" else TRANSFER if for_our_loader else 0
    return _card(bits | address, (), summed=for_our_loader)


def place_card(address: int) -> Card:
    """The card that tells the relocating loader where location 0 of what follows goes."""
    return _card(PLACE | address, ())


def punched_cards(punched: Punched, for_our_loader: bool) -> list[Card]:
    """The cards of blocks and transfers; the transfers as our loaders or as UA SAP 3 have them."""
    cards: list[Card] = []
    for part in punched:
        if isinstance(part, Block):
            cards += _block_cards(part)
        else:
            cards.append(transfer_card(part.address, part.form, for_our_loader))
    return cards


def _block_cards(block: Block) -> list[Card]:
    if block.form == "ABS":
        return _absolute_cards(block.address, block.words)
    if block.form == "REL":
        return list(_relocatable_cards(block))
    return [
        Card.of_row_words((*run, *[0] * (ROW_WORDS - len(run))))
        for run in _runs(block.words, ROW_WORDS)
    ]


def _absolute_cards(address: int, words: Sequence[int]) -> list[Card]:
    runs = _runs(words, WORDS_A_CARD)
    return [word_card(address + WORDS_A_CARD * n, run) for n, run in enumerate(runs)]


def _runs(words: Sequence[int], most: int) -> list[Sequence[int]]:
    return [words[at : at + most] for at in range(0, len(words), most)]


def _relocatable_cards(block: Block) -> Iterator[Card]:
    first, bits = 0, 0
    for at, pair in enumerate(block.relocation):
        if at - first == RELOCATABLE_WORDS or bits > FULL_BITS:
            yield _part(block, first, at)
            first, bits = at, 0
        bits += sum(len(_indicator(mode)) for mode in pair)
    yield _part(block, first, len(block.words))


def _part(block: Block, first: int, end: int) -> Card:
    return relocatable_card(
        block.address + first, block.words[first:end], block.relocation[first:end]
    )


def add_identification(cards: Iterable[Card], name: str) -> tuple[Card, ...]:
    """The cards with a name and their number in columns 73-80."""
    letters = "".join(char for char in name.upper() if char.isascii() and char.isalnum())[:_NAME]
    width = COLUMNS - READ_COLUMNS - len(letters)
    found = []
    for number, card in enumerate(cards, start=1):
        mark = Card.of_text(f"{letters}{number % 10**width:0{width}}".rjust(COLUMNS))
        found.append(Card(card.columns[:READ_COLUMNS] + mark.columns[READ_COLUMNS:]))
    return tuple(found)


# -- Row-binary cards read back: what their control words say (``rows`` has the forms) -------------

_MINUS = 1 << 35
_DECREMENT = 0o77777


@dataclass(frozen=True)
class ControlCard:
    """A card with a control word in its 9 row."""

    kind: Literal["absolute", "relocatable", "transfer", "relocatable transfer", "place"]
    address: int
    words: tuple[int, ...] = ()
    relocation: tuple[tuple[int, int], ...] = ()
    """Of each word's decrement and address."""

    @property
    def is_transfer(self) -> bool:
        """Whether it starts the program."""
        return self.kind.endswith("transfer")


def read_card(rows: Sequence[int], sum_needed: bool = False) -> ControlCard | str:
    """The control card in 24 words; why it is none, in words.

    A blank check sum, or a 1 in bit 2 of a card with words, says that it isn't to be compared;
    with ``sum_needed`` it is compared all the same.
    """
    head, check, *rest = rows
    count, address = head >> 18 & _DECREMENT, head & _ADDRESS
    relocatable = bool(head & RELOCATABLE)
    most = RELOCATABLE_WORDS if relocatable else WORDS_A_CARD
    if head & _MINUS or head >> 15 & 7 or count > most or not head:
        return (
            f"its 9 row begins with {head:012o}; a row-binary card has there its word count "
            f"(to {WORDS_A_CARD}) and first address, or {TRANSFER:012o} and where to start"
        )
    used = (count + 2 * relocatable) if count else 0
    if any(rest[used:]):
        return f"it has words behind the {count} that its word count says"
    found = logical_sum((head, *rest[:used]))
    compared = sum_needed or (check and not (count and head & TRANSFER))
    if compared and found != check:
        return f"its words sum to {found:012o}, the check sum is {check:012o}"
    if not count:
        if head & PLACE == PLACE:
            return ControlCard("place", address)
        return ControlCard("relocatable transfer" if relocatable else "transfer", address)
    if not relocatable:
        words = tuple(rest[:count])
        return ControlCard("absolute", address, words, ((ABSOLUTE, ABSOLUTE),) * count)
    relocation = read_indicators(rest[0] << 36 | rest[1], count)
    return ControlCard("relocatable", address, tuple(rest[2:used]), relocation)


def read_indicators(indicators: int, count: int) -> tuple[tuple[int, int], ...]:
    """How decrement and address of each word are relocated, from the 8 row's 72 bits."""
    bits = iter(f"{indicators:072b}".ljust(4 * count, "0"))

    def field() -> int:
        if next(bits) == "0":
            return ABSOLUTE
        return COMPLEMENT if next(bits) == "1" else DIRECT

    return tuple((field(), field()) for _ in range(count))
