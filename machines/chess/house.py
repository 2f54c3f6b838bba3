"""The house's player of chess: so that everything runs with nothing else installed.

It looks ahead by alpha-beta with numbers of our own (:mod:`machines.chess.house_search`), has no
book and no chance: the same position (clock and number of the move with it) gets the same move.
"""

import numpy as np

from machines.chess import house_search
from machines.chess.board import Move, Position
from machines.chess.moves import legal_moves, unpacked

DEEPEST = 8
"""Plies that it can be asked to look ahead."""


class HousePlayer:
    """Looks ``depth`` plies ahead (1..DEEPEST), and on while men are taken."""

    def __init__(self, depth: int = 1) -> None:
        if not 1 <= depth <= DEEPEST:
            raise ValueError(f"the house looks 1 to {DEEPEST} plies ahead, not {depth}")
        self.depth = depth

    @property
    def name(self) -> str:
        """``house:1`` and so on."""
        return f"house:{self.depth}"

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """The best move; the generator isn't asked.  Raises ValueError if there is no move."""
        if not legal_moves(position):
            raise ValueError("there is no move to choose: the game is over")
        return unpacked(int(house_search.choose(position.words(), self.depth)))
