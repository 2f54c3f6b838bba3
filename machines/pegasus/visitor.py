"""A play with a visitor at the desk, as it is kept: a value."""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import Board
from machines.pegasus.program import Counts

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Weighed:
    """What the program chose from: its essentially distinct moves as (square, chance)."""

    squares: str
    """Of the play before it moved."""
    choices: tuple[tuple[int, float], ...]
    chosen: int
    """The place of its move in ``choices``."""


@dataclass(frozen=True)
class FirstMove:
    """What a play has taught one side about its first move."""

    side: str
    """``"O"`` or ``"X"``."""
    square: int
    before: float
    after: float
    """Its chance before and after the play."""
    multiplier: float
    """What its odds were multiplied by; below 1 they were divided."""


@dataclass(frozen=True)
class StoreBefore:
    """What a play that is taken back needs: the store and the counts before it was learned from."""

    odds: Floats  # Positions x 9
    origin: Floats
    counts: Counts


@dataclass
class VisitorPlay:
    """The play that is on, or was the last."""

    squares: str = ""
    over: bool = False
    seats: str = ""  # Who of O and X was a visitor when it was over
    plays: int = 0  # The exhibit's count when it was over: a later play can't be under it
    weighed: Weighed | None = None  # The program's last move
    first_moves: tuple[FirstMove, ...] = ()  # Of each side that learned
    before: StoreBefore | None = None  # Until another play is begun

    @property
    def board(self) -> Board:
        """The board as it lies."""
        return board_of(self.squares)


@functools.lru_cache(maxsize=1024)
def board_of(squares: str) -> Board:
    """The board after these moves."""
    return functools.reduce(Board.play, map(int, squares), Board())
