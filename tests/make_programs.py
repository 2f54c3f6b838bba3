"""Punch the decks of assets/programs anew from their sources.

``uv run python -m tests.make_programs``, after any change to a source, to the library, or to the
loader that stands in front of every deck; with names, such as ``samuel``, only those.
"""

import sys

from devices.media.card import Card
from devices.media.deck import Deck, write_cbn
from machines.games.draughts.board import Position
from machines.games.draughts.notation import read_fen
from machines.ibm704.assembler import deck_of
from tests.machines.ibm704.programs import JOBS, NAMES, PROGRAMS, SAMUEL, as_word, assembled

POSITIONS = (
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15",
    "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15",
    "B:W18,21,24,26,27,28,30,32:B3,4,5,6,7,8,12,14",
    "B:WK5,22,30:BK25,K26,13",
    "W:WK14,K18,29:BK1,K23",
)
"""The start, a quiet middle game, two with jumps, two with kings."""


def deck_named(name: str) -> Deck:
    """The deck of a program."""
    return deck_of(assembled(name), f"{name.rpartition('/')[2]}.cbn")


def position_card(position: Position) -> Card:
    """The card that checkers reads: FA, BA, FP, BP in its rows 9 and 8."""
    words = [as_word(word) for word in position.words()]
    return Card.of_row_words((*words, *[0] * 20))


def positions_deck() -> Deck:
    """The positions for checkers."""
    return Deck("positions.cbn", tuple(position_card(read_fen(fen)) for fen in POSITIONS))


if __name__ == "__main__":
    for one in sys.argv[1:] or (*NAMES, *SAMUEL, *JOBS):
        (PROGRAMS / f"{one}.cbn").write_bytes(write_cbn(deck_named(one)))
        print(one)
    (PROGRAMS / "cards" / "positions.cbn").write_bytes(write_cbn(positions_deck()))
