"""Exact chances of win, draw and loss for the beads as they lie.

Nothing is sampled: every board is visited once, from the last moves back to the first, with each
bead of a box as likely as any other (:func:`machines.menace.kernels.all_chances`).  No player goes
by how the board lies, so one of its eight forms stands for all.  The numbers are exact but for the
rounding of floating point, about 1e-15.
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.kernels import BOARDS, index_of
from machines.games.noughts.symmetry import boards, standard
from machines.menace.beads import Cabinet
from machines.menace.kernels import DRAWN, LOST, WON, all_chances, row_in_game
from machines.menace.opponents import all_choices
from machines.menace.sides import Player, Sides


@dataclass(frozen=True)
class Odds:
    """Chances from Nought's side; they add up to 1."""

    win: float
    draw: float
    loss: float


def odds(nought: Player, cross: Player, *, number: int = 1, board: Board | None = None) -> Odds:
    """The chances of a play by these sides from ``board`` (None: from the start) on.

    ``number`` is the game's, which the opponent 1961 goes by.  Raises RefusedError if the first box
    is empty, since no play would begin, or for sides that can't play.
    """
    if isinstance(nought, Cabinet) and nought.declines and board in (None, Board()):
        raise RefusedError("box 1", "is empty, the machine declines to play; expected it reloaded")
    return odds_of(Sides.of(nought, cross), number, board)


def odds_of(sides: Sides, number: int = 1, board: Board | None = None) -> Odds:
    """The same for sides that are put to the kernels already; an empty first box resigns."""
    order, endings, forms = _tree()
    chances = np.empty((BOARDS, 3), dtype=np.float64)
    rows = [row_in_game(int(row), number) for row in sides.rows]
    all_chances(
        rows[0], rows[1], order, endings, forms, all_choices(), sides.boxes, sides.beads, chances
    )
    found = chances[forms[index_of(board or Board())]]
    return Odds(float(found[WON]), float(found[DRAWN]), float(found[LOST]))


@functools.cache
def _tree() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int8], npt.NDArray[np.int64]]:
    """Order, endings and forms: see ``all_chances``."""
    forms = np.zeros(BOARDS, dtype=np.int64)
    endings = np.zeros(BOARDS, dtype=np.int8)
    for board in boards():
        forms[index_of(board)] = index_of(standard(board)[0])
        if board.finished:
            endings[index_of(board)] = {"O": WON, "": DRAWN, "X": LOST}[board.winner]
        else:
            endings[index_of(board)] = -1 if board.to_move == "O" else -2
    order = [index_of(board) for board in reversed(boards()) if standard(board)[0] == board]
    return np.array(order, dtype=np.int64), endings, forms
