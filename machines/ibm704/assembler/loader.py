"""The loader in front of every assembled deck: two cards of 704 code, in the top 64 words.

The button LOAD CARDS copies the first card's 9 row into locations 0 and 1 and transfers to 0.
From there the first card reads itself, with three words that follow each other because storage is
a ring: the last word of storage, then 0, then 1::

    77777   CPY 0          the left half row becomes the instruction at 0
    00000   CPY place      which copies the right half row to its place
    00001   TTR 77777      and so on

so that the card's pairs of half rows are an instruction and the word that it brings:

=====  ================================  ===============================================
row    left                              right
=====  ================================  ===============================================
9      to 00000: CPY 77777               to 00001: TTR 77777
8      to 77777: CPY 0                   to 00000: CPY 77730
7      to 77730: its word                to 00000: CPY 77731
...
11     to 77740: its word                to 00000: CPY 77751 ...
12     the last of ten words             to 00000: TTR SECOND
=====  ================================  ===============================================

The six words from SECOND on then read the second card as it stands, 24 words, to 77700.  Nothing
but 00000, 00001 and the top 64 words is changed; a program may have words at 0 and 1.  Addresses
are written as for the largest storage: a smaller one leaves their upper bits out (77700 is 7700
with 4,096 words).

The code is written for this assembler, as every program is, and assembled when it is first asked
for: cores read no files.

Where the loader stops (HPR; the address tells which):

==========================  =====================================================================
:data:`BAD_SUM_STOP`        the card's words don't sum to its check sum; put it in front of the
                            others and press START to read it again
:data:`NO_BINARY_STOP`      the card's 9 row is blank, or its word count more than 22: this is no
                            row-binary card; START reads on
:data:`NO_TRANSFER_STOP`    the cards ended without a transfer card; START reads on
==========================  =====================================================================

The program finds index register C changed, and AC, MQ as the last card left them.
"""

from functools import cache

from devices.media.card import Card
from machines.ibm704.assembler.passes import run_passes
from machines.ibm704.assembler.rows import ROW_WORDS
from machines.ibm704.assembler.source import read_cards
from machines.ibm704.assembler.words import Passes, operation_word
from machines.ibm704.operations import BY_MNEMONIC

BAD_SUM_STOP = 0o07301
NO_BINARY_STOP = 0o07302
NO_TRANSFER_STOP = 0o07303
BAD_TOTAL_STOP = 0o07304
NO_END_STOP = 0o07305
"""The last two are those of the loader for dense decks (:mod:`.dense_loader`)."""

STOPS = {
    BAD_SUM_STOP: "a card's words don't sum to its check sum; put it in front of the others again "
    "and press START",
    NO_BINARY_STOP: "a card with a blank 9 row or a word count of more than 22 is no row-binary "
    "card; START reads on",
    NO_TRANSFER_STOP: "the cards ended without a transfer card; START reads on",
    BAD_TOTAL_STOP: "the deck's words don't sum to its last word: a card is wrong, missing or out "
    "of order; put the whole deck in again and press LOAD CARDS",
    NO_END_STOP: "the cards ended before the deck's last word; START reads on",
}
"""Each stop in words."""

LOADER_CARDS = 2
BASE = 0o77700
"""Where the second card goes; the loader's storage is from here to the end."""
_LAST = 0o77777
DENSE_BASE = 0o77540
"""From here on stands the loader for dense decks."""
_FIRST_CARDS = 10
"""Words that the first card has room for."""

SOURCE = """
*      THE LOADER.  IT READS ROW-BINARY CARDS INTO STORAGE, TRIES THE SUM
*      OF EACH, AND STARTS THE PROGRAM AT THE TRANSFER CARD.
       ORG 32704          77700 OCTAL, THE TOP 64 WORDS
*      SECOND CARD, 24 WORDS
STRANG HPR 3778           07302, NO BINARY CARD
READ   RCD                THE NEXT CARD
       CPY HEAD           9 LEFT, WORD COUNT AND FIRST ADDRESS
       TRA CARD
       HPR 3779           07303, NO MORE CARDS AND NO TRANSFER CARD
       TRA READ
CARD   CPY SUM            9 RIGHT, CHECK SUM
       LXD HEAD,4         WORD COUNT TO INDEX REGISTER C
       TXH STRANG,4,22    MORE THAN 22, NO BINARY CARD
       CLA HEAD
       ARS 18             WORD COUNT
       ADD HEAD           AND FIRST ADDRESS
       STA WORDS          IS ONE PAST THE LAST WORD
       STA START          OR, COUNT 0, WHERE TO START
       CAL HEAD           THE SUM BEGINS WITH 9 LEFT
       TZE STRANG         BLANK, NO BINARY CARD
       TXL TRY,4,0        THE TRANSFER CARD HAS NO WORDS
WORDS  CAD **,4           A WORD TO ITS PLACE AND INTO THE SUM
       TIX WORDS,4,1
TRY    SLW FOUND
       CLA SUM
       CAS FOUND
       TRA WRONG          GREATER
       TRA RIGHT          EQUAL
*      FIRST CARD, 10 WORDS
WRONG  HPR 3777           07301, THE SUM IS WRONG
       TRA READ
RIGHT  TXH READ,4,0       IF IT HAD WORDS, C IS LEFT AT 1
START  TRA **             THE PROGRAM
*      TSX SETS C TO THE COMPLEMENT OF ITS LOCATION, 77750 OCTAL.  THAT IS
*      24 IN STORAGE OF ANY SIZE, THE WORDS OF THE SECOND CARD.
       ORG 32742          77746 OCTAL
SECOND LTM                A TRAP WOULD LEAD ASTRAY
       RCD
       TSX NEXT,4
NEXT   CPY STRANG+24,4
       TIX NEXT,4,1
       TRA READ
*      ITS OWN STORAGE, ON NO CARD
HEAD   BSS 1
SUM    BSS 1
FOUND  BSS 1
       END SECOND
"""
"""The loader in SHARE symbolic code."""


def stop_in_words(location: int, address: int, storage: int) -> str:
    """What an HPR at ``location`` says if it is a loader's; empty if it isn't.

    ``address`` is the HPR's, ``storage`` the words of storage.
    """
    return STOPS.get(address, "") if location >= storage - (1 << 15) + DENSE_BASE else ""


@cache
def loader_cards() -> tuple[Card, ...]:
    """The two cards in front of a deck."""
    return self_loading_cards(SOURCE)


def start_instruction(source: str) -> int:
    """The location of the instruction by which a loader starts the program that it has loaded."""
    return _assembled(source).scope.symbols["START"]


@cache
def _assembled(source: str) -> Passes:
    return run_passes(read_cards(source.strip("\n").split("\n"), "loader"), {}, 1 << 16)


def assemble_loader(source: str) -> tuple[dict[int, int], int]:
    """The words of a loader's symbolic code by location, and where it starts."""
    program = _assembled(source)
    words = {
        line.location + offset: word
        for line in program.lines
        for offset, word in enumerate(line.words)
    }
    return words, program.start or 0


def self_loading_cards(source: str) -> tuple[Card, ...]:
    """A loader's cards.  The first brings its last ten words and starts it; it reads its others,
    which are whole cards of 24."""
    words, start = assemble_loader(source)
    copy, transfer = (operation_word(BY_MNEMONIC[name]) for name in ("CPY", "TTR"))
    addresses = sorted(words)
    first = [copy | _LAST, transfer | _LAST, copy]
    for address in addresses[-_FIRST_CARDS:]:
        first += [copy | address, words[address]]
    first.append(transfer | start)
    others = [words[address] for address in addresses[:-_FIRST_CARDS]]
    return Card.of_row_words(tuple(first)), *(
        Card.of_row_words(tuple(others[at : at + ROW_WORDS]))
        for at in range(0, len(others), ROW_WORDS)
    )
