"""Noughts and crosses: boards, symmetries, perfect play, players by name; the machines' cards.

    from machines.games.noughts import Board, best_moves
    board = Board().play(0)
    print(best_moves(board))

Squares have Michie's spiral numbers: 0 is the centre, 1 to 8 run round the edge from the upper left
corner.  Nought begins.  The game knows no machine that plays it.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.games.noughts.board import Board
    from machines.games.noughts.players import best_moves, chances, random_play
    from machines.games.noughts.symmetry import distinct_moves

__all__ = ["Board", "best_moves", "chances", "distinct_moves", "random_play"]

__getattr__, __dir__ = public_names(
    __name__,
    board="Board",
    players="chances best_moves random_play",
    symmetry="distinct_moves",
)
