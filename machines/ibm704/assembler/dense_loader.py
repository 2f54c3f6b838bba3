"""Decks that a hopper has no room for: 24 words a card behind a loader that takes them from there.

A row-binary card has 22 words and its address; a block that ends early leaves the rest of its card
blank.  Where that comes to so many cards that no hundred of others find room behind them in the
hopper, the words are punched one after the other, 24 a card, each run behind a word with its count
(decrement) and first address; two zeros or more end a run, as the loader clears all storage below
it first.  A count of 0 with the program's start, and the sum of all words before
(:func:`ordered_sum`: a card has no address of its own, so their order counts) are the last.  In
front of them stand the usual loader, this one on row-binary cards, and the card that starts it.

It stands below the usual loader, in the top 160 words of the largest storage, and stops
(:mod:`.loader` has the numbers)

======================  =========================================================================
:data:`BAD_TOTAL_STOP`  the words don't sum to the last one; the whole deck must be read again
:data:`NO_END_STOP`     the cards ended before the last word
======================  =========================================================================
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from devices.media.card import Card
from machines.ibm704.assembler.loader import DENSE_BASE, assemble_loader, loader_cards
from machines.ibm704.assembler.rows import (
    ROW_WORDS,
    WORDS_A_CARD,
    Block,
    Punched,
    Transfer,
    logical_sum,
    transfer_card,
    word_card,
)

_ZEROS = 2
"""So many words of 0 end a run."""

SOURCE = """
*      THE DENSE LOADER.  CARDS OF 24 WORDS, BLOCKS ONE BEHIND THE OTHER.
       ORG 32608          77540 OCTAL
BEGIN  LXA BELOW,1        NOTHING STANDS IN STORAGE BUT THE LOADERS
       STZ BEGIN,1
       TIX *-1,1,1
       STZ LEFT
       STZ SUM
       STZ ENDS
CARD   RCD
       CPY BUFFER
       TRA REST
       HPR 3781           07305, NO MORE CARDS AND NO END
       TRA CARD
REST   LXA N23,1
       CPY BUFFER+24,1
       TIX *-1,1,1
       LXA N24,1
WORD   CLA LEFT
       TZE HEAD
       SUB ONE
       STO LEFT
       CAL BUFFER+24,1
PUT    SLW **
       ACL SUM            THE WORD AND 3 TIMES THE SUM
       ACL SUM
       ACL SUM
       SLW SUM
       CAL PUT
       ADD ONE
       STA PUT
NEXT   TIX WORD,1,1
       TRA CARD
HEAD   CLA ENDS
       TNZ LAST
       CAL BUFFER+24,1
       STA PUT
       STA START
       ACL SUM
       ACL SUM
       ACL SUM
       SLW SUM
       CAL BUFFER+24,1
       ARS 18             WORDS OF THE BLOCK
       ANA MASK
       SLW LEFT
       TNZ NEXT
       CLA ONE            NONE, THE SUM FOLLOWS
       STO ENDS
       TRA NEXT
LAST   CAL BUFFER+24,1
       SLW LEFT
       CLA LEFT
       CAS SUM
       TRA *+2
START  TRA **             THE PROGRAM
       HPR 3780           07304, THE SUM IS WRONG
       TRA BEGIN
BELOW  DEC 32608
N23    DEC 23
N24    DEC 24
ONE    DEC 1
MASK   OCT 77777
LEFT   BSS 1
SUM    BSS 1
ENDS   BSS 1
BUFFER BSS 24
       END BEGIN
"""
"""The loader in SHARE symbolic code."""


@cache
def cards_in_front() -> tuple[Card, ...]:
    """The cards in front of a dense deck."""
    words, start = assemble_loader(SOURCE)
    first, count = min(words), len(words)
    code = [words[address] for address in range(first, first + count)]
    return (
        *loader_cards(),
        *(
            word_card(first + at, code[at : at + WORDS_A_CARD])
            for at in range(0, count, WORDS_A_CARD)
        ),
        transfer_card(start),
    )


def can_be_dense(punched: Punched) -> bool:
    """Whether it is all absolute words, none over the loader, and one transfer behind them."""
    *blocks, last = punched
    return (
        all(
            isinstance(block, Block)
            and block.form == "ABS"
            and block.address + len(block.words) <= DENSE_BASE
            for block in blocks
        )
        and isinstance(last, Transfer)
        and last.form == "ABS"
    )


def _without_zeros(address: int, words: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """The runs of words between two zeros or more, with their addresses."""
    begins, zeros = 0, 0
    for at, word in enumerate((*words, 0, 0)):
        zeros = 0 if word else zeros + 1
        if zeros == _ZEROS and begins < at + 1 - _ZEROS:
            yield address + begins, words[begins : at + 1 - _ZEROS]
        if zeros >= _ZEROS:
            begins = at + 1


def ordered_sum(words: Iterable[int]) -> int:
    """The sum of words as the loader adds them: each to three times the sum of those before, so
    that words in another order, of cards that were swapped, have another sum."""
    total = 0
    for word in words:
        total = logical_sum((word, total, total, total))
    return total


def dense_cards(punched: Punched) -> list[Card]:
    """The whole deck of a program that :func:`can_be_dense`."""
    stream: list[int] = []
    for part in punched:
        if isinstance(part, Block):
            for address, words in _without_zeros(part.address, part.words):
                stream += [len(words) << 18 | address, *words]
        else:
            stream.append(part.address)
    stream.append(ordered_sum(stream))
    stream += [0] * (-len(stream) % ROW_WORDS)
    return [
        *cards_in_front(),
        *(
            Card.of_row_words(tuple(stream[at : at + ROW_WORDS]))
            for at in range(0, len(stream), ROW_WORDS)
        ),
    ]
