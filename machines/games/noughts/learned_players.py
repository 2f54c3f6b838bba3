"""Players of noughts and crosses that have learned elsewhere and learn no more, by name.

===========  ===================================================================================
``pegasus``  what Michie's program on the Pegasus came to in 10,000 plays with each side
``morph``    what an APS system, Morph's framework, came to in 2,000 plays, the sides in turn
===========  ===================================================================================

Both learned against ``distinct`` (:mod:`machines.games.noughts.players`).  They are tables of
chances, so that either can sit at any board without its machine: ``python -m
tests.make_noughts_players`` has the programs learn again and writes the tables
(:mod:`machines.games.noughts.learned_tables`).
"""

import functools
from collections.abc import Iterator
from fractions import Fraction

from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.learned_tables import TABLES
from machines.games.noughts.symmetry import TURNED, distinct_boards, standard

LEARNED = tuple(TABLES)
"""Their names."""
DIGITS = 2
"""Of a weight in a table."""
WHOLE = 10**DIGITS - 1
"""The weights of a board add up to this."""

Weights = tuple[int, ...]
"""Of the nine squares."""


def table_boards() -> Iterator[Board]:
    """The boards of a table in its order: unfinished, in standard form, with a choice left."""
    for ply in range(8):
        yield from distinct_boards(ply)


@functools.cache
def _table(name: str) -> dict[Board, Weights]:
    text = "".join(TABLES[name].split())
    wide = DIGITS * len(SQUARES)
    made = {}
    for number, board in enumerate(table_boards()):
        row = text[number * wide : (number + 1) * wide]
        made[board] = tuple(int(row[DIGITS * s : DIGITS * s + DIGITS]) for s in SQUARES)
    return made


def learned_chances(name: str, board: Board) -> tuple[Fraction, ...]:
    """Each square's chance, by square, for whoever is to move; all 0 at the end of a play.

    ``name`` is one of :data:`LEARNED`.
    """
    form, turn = standard(board)
    weights = _table(name).get(form)
    if weights is None:  # the end, or the forced last move
        return tuple(Fraction(s in board.moves) for s in SQUARES)
    return tuple(Fraction(weights[TURNED[turn][s]], WHOLE) for s in SQUARES)
