"""How an opponent that is no visitor chooses its square, one move at a time.

It draws from the generator as machines.menace.kernels does, so that a play at the table is the play
that a tournament from the same generator would have had.
"""

import functools

from machines.generator import State
from machines.menace.build import lookup
from machines.menace.frozen import Frozen, standard_player
from machines.menace.kernels import drawn_colour, row_in_game
from machines.menace.opponents import all_choices, row_of
from machines.menace.state import SECOND_CABINET, VISITOR
from machines.noughts.board import Board
from machines.noughts.kernels import RANDOM, choose, index_of
from machines.noughts.players import STANDARD
from machines.noughts.symmetry import BACK

Chooser = int | Frozen
"""A row of choices, or weights that don't change."""


def check_opponent(name: str, side: str) -> None:
    """Raises RefusedError unless ``name`` can play ``side``."""
    if name not in (VISITOR, SECOND_CABINET):
        chooser(name, side)


@functools.lru_cache(maxsize=64)
def chooser(name: str, side: str) -> Chooser:
    """Who plays ``side`` by that name; raises RefusedError."""
    if name.partition(":")[0] == STANDARD:
        return standard_player(name, side)
    return row_of(name, side)


def other_square(name: str, board: Board, number: int, state: State) -> int:
    """Its square on ``board`` in play ``number`` of the day, which 1961 goes by."""
    found = chooser(name, board.to_move)
    index = index_of(board)
    if isinstance(found, Frozen):
        box, turn = (int(one) for one in lookup(found.build)[:, index])
        if box >= 0:
            return BACK[turn][drawn_colour(found.beads, box, state)]
        found = RANDOM  # the forced last move
    squares = int(all_choices()[row_in_game(found, number), index])
    return int(choose(squares, state))
