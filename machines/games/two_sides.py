"""Two-sided board games: whose men stand where, a random move, a choice broken off."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Move = TypeVar("Move")


class InterruptedChoice(Exception):
    """A choice was broken off: it came to no move."""


class TwoSides:
    """A position's men as bits, by side."""

    white: int
    black: int
    black_to_move: bool

    @property
    def active(self) -> int:
        """The men of the side to move."""
        return self.black if self.black_to_move else self.white

    @property
    def passive(self) -> int:
        """The men of the side that waits."""
        return self.white if self.black_to_move else self.black


def random_move(moves: Sequence[Move], generator: np.random.Generator) -> Move:
    """One of the moves, each with the same chance; raises ValueError if there is none."""
    if not moves:
        raise ValueError("there is no move to choose: the game is over")
    return moves[int(generator.integers(len(moves)))]
