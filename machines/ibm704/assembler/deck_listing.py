"""What is on the cards of a deck: of ours, of others, and of such as load themselves."""

from collections.abc import Iterator, Sequence

from devices.media.deck import Deck
from devices.refusal import RefusedError
from machines.ibm704.assembler.expressions import ABSOLUTE, COMPLEMENT, DIRECT
from machines.ibm704.assembler.listing import storage_lines
from machines.ibm704.assembler.loader import LOADER_CARDS, loader_cards
from machines.ibm704.assembler.relocating_loader import RELOCATING_CARDS, relocating_cards
from machines.ibm704.assembler.rows import ROW_WORDS, ControlCard, read_card
from machines.ibm704.operations import decode

_ROWS = ("9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "11", "12")
_HALF_ROWS = tuple(f"{row}{side}" for row in _ROWS for side in "LR")
_MARKS = {ABSOLUTE: ".", DIRECT: "R", COMPLEMENT: "C"}
_COPIES = ("CPY", "CAD")


def deck_lines(deck: Deck) -> Iterator[str]:
    """The listing of a deck.

    A deck of control cards, behind one of our loaders or none, is listed by location.  A deck
    that begins with a self-loading card of another kind is listed card by card.  Raises
    RefusedError naming the card that can't be read, in a deck of control cards.
    """
    if not deck.cards:
        raise RefusedError(deck.name, "an empty deck; row-binary cards were expected")
    rows = [card.row_words() for card in deck.cards]
    for cards, count, name in (
        (loader_cards(), LOADER_CARDS, "THE LOADER"),
        (relocating_cards(), RELOCATING_CARDS, "THE RELOCATING LOADER"),
    ):
        if rows[:count] == [card.row_words() for card in cards]:
            controls, more = _control_cards(deck, rows, count)
            yield f"{name}, {count} CARDS"
            yield from _by_location(controls, more)
            return
    if is_self_loading(rows[0]):
        for number, words in enumerate(rows, start=1):
            yield from _card_lines(number, words)
    else:
        controls, more = _control_cards(deck, rows, 0)
        yield from _by_location(controls, more)


def is_self_loading(rows: Sequence[int]) -> bool:
    """Whether a card that LOAD CARDS starts brings more than its 9 row: one of this row's words,
    the first that are executed, is a CPY or CAD."""
    operations = (decode(word) for word in rows[:2])
    return any(operation is not None and operation.mnemonic in _COPIES for operation in operations)


# -- decks of control cards ----------------------------------------------------------------------


def _control_cards(
    deck: Deck, rows: Sequence[Sequence[int]], skip: int
) -> tuple[list[ControlCard], int]:
    """The control cards from ``skip`` on, and how many others follow behind a transfer card."""
    found: list[ControlCard] = []
    sum_needed = skip == LOADER_CARDS
    for index in range(skip, len(rows)):
        card = read_card(rows[index], sum_needed)
        if isinstance(card, str):
            if any(control.is_transfer for control in found):
                return found, len(rows) - index
            raise RefusedError(deck.where(index), card)
        found.append(card)
    if not any(control.is_transfer for control in found):
        raise RefusedError(deck.name, "the transfer card (word count 0) was expected at the end")
    return found, 0


def _by_location(cards: Sequence[ControlCard], more: int) -> Iterator[str]:
    following = None
    for card in cards:
        if card.words:
            if following is not None and card.address != following:
                yield ""
            yield from _word_lines(card)
            following = card.address + len(card.words)
        else:
            if following is not None:
                yield ""
            yield _heading(card)
            following = None
    if more:
        yield f"{more} MORE CARDS" if more > 1 else "1 MORE CARD"


def _heading(card: ControlCard) -> str:
    if card.is_transfer:
        beyond = " BEYOND THE PLACE" if card.kind == "relocatable transfer" else ""
        return f"STARTS AT {card.address:05o}{beyond}"
    if card.kind == "place":
        return f"RELOCATABLE CARDS GO TO {card.address:05o}"
    return f"{card.kind.upper()}, {len(card.words)} WORDS FROM {card.address:05o}"


def _word_lines(card: ControlCard) -> Iterator[str]:
    """A line a word; with its decrement's and its address's mark on a relocatable card."""
    for offset, (word, pair) in enumerate(zip(card.words, card.relocation, strict=True)):
        address = card.address + offset
        (line,) = storage_lines({address: word}, (address,))
        if card.kind == "relocatable":
            marks = "".join(_MARKS[mode] for mode in pair)
            line = f"{line[:5]} {marks}{line[5:]}"
        yield line


# -- decks that load themselves ------------------------------------------------------------------


def _card_lines(number: int, rows: Sequence[int]) -> Iterator[str]:
    if number > 1:
        yield ""
    if not any(rows):
        yield f"CARD {number}, BLANK"
        return
    card = read_card(rows)
    if number > 1 and isinstance(card, ControlCard):
        yield f"CARD {number}, {_heading(card)}"
        yield from _word_lines(card)
        return
    yield f"CARD {number}, " + ("SELF-LOADING" if is_self_loading(rows) else "FULL")
    if isinstance(card, str) and "sum" in card:
        yield f"OR DAMAGED, {card.upper()}"
    last = max(at for at in range(ROW_WORDS) if rows[at])
    in_order = is_self_loading(rows) and _is_in_order(rows)
    for at, word in enumerate(rows[: last + 1]):
        (line,) = storage_lines({at: word}, (at,))
        yield line if in_order else f"{_HALF_ROWS[at]:<5}{line[5:]}"


def _is_in_order(rows: Sequence[int]) -> bool:
    """Whether a self-loading card copies itself to 00000 on: LXA 0,T; CPY 2,T; TXI 1,T,-1."""
    load, copy, count = (decode(word) for word in rows[:3])
    names = [op.mnemonic if op is not None else "" for op in (load, copy, count)]
    tags = {word >> 15 & 7 for word in rows[:3]}
    fields = [word & 0o77777 for word in rows[:3]]
    return (
        names == ["LXA", "CPY", "TXI"]
        and len(tags) == 1
        and fields == [0, 2, 1]
        and rows[2] >> 18 & 0o77777 == 0o77777
    )
