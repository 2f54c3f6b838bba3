"""Two-sided board games: whose men stand where, a random move, a choice broken off."""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Move = TypeVar("Move")


class InterruptedChoice(Exception):
    """A choice was broken off: it came to no move."""


class Squares:
    """A position that ``np.asarray`` takes: int8, row by row, 0 where nothing stands."""

    def squares(self) -> npt.NDArray[np.int8]:
        """A new array of what stands on each square."""
        raise NotImplementedError

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        """As numpy asks for it; raises ValueError for ``copy=False``: it has none to share."""
        if copy is False:
            raise ValueError("a position is no array: it can't be one without a copy")
        return self.squares().astype(np.int8 if dtype is None else dtype, copy=False)


class TwoSides(Squares):
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
