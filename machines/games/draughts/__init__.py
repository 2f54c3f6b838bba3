"""Draughts (English checkers): positions, moves, notation, perft.

    from machines.games.draughts import Position, legal_moves, make
    position = Position.start()
    position = make(position, legal_moves(position)[0])

Squares are 1 to 32.  Black moves first.  The game knows no machine that plays it.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.games.draughts.actions import action_mask, actions_of, planes
    from machines.games.draughts.board import Move, Position
    from machines.games.draughts.moves import divide, find_move, legal_moves, make, perft
    from machines.games.draughts.notation import Game, read_fen, read_pdn, write_fen, write_pdn
    from machines.games.draughts.player import Player, RandomPlayer

__all__ = [
    "Game", "Move", "Player", "Position", "RandomPlayer", "action_mask", "actions_of",
    "divide", "find_move", "legal_moves", "make", "perft", "planes", "read_fen",
    "read_pdn", "write_fen", "write_pdn",
]  # fmt: skip

__getattr__, __dir__ = public_names(
    __name__,
    actions="action_mask actions_of planes",
    board="Move Position",
    moves="find_move legal_moves make divide perft",
    notation="Game read_fen read_pdn write_fen write_pdn",
    player="Player RandomPlayer",
)
