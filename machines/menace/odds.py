"""Exact chances of win, draw and loss for the beads as they lie.

Nothing is sampled: every board is visited once, from the last moves back to the first, with each
bead of a box as likely as any other (:func:`machines.menace.kernels.all_chances`).  No player goes
by how the board lies, so one of its eight forms stands for all.  The numbers are exact but for the
rounding of floating point, about 1e-15.

Two plays count, with the sides changed: the learned boxes with Nought against Cross's boxes of the
start, and the other way round.  A side that was never taught has its beads of the start, so boxes
that have learned nothing have half of the points.  Who finds a first box empty resigns.
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.kernels import BOARDS, index_of
from machines.games.noughts.symmetry import boards, standard
from machines.kernels.generator import generator_state
from machines.menace.beads import REPLICATES, Cabinet, Rewards, Settlement
from machines.menace.build import EVERY_BOX
from machines.menace.kernels import DRAWN, LOST, WON, all_chances, row_in_game
from machines.menace.opponents import all_choices
from machines.menace.sides import Player, Sides
from machines.menace.tournament import Tournament, tournament

# -- MENACE for programmers: boxes that choose and learn, without a table, cards or time -----------


class Matchboxes:
    """A cabinet of matchboxes that plays and learns (Michie 1961, 1963).

    ``build`` is ``"304"`` (Nought, as Michie's) or another of machines.menace.build; ``replicates``
    the beads of each colour at the first four moves; ``rewards`` those for a win, a draw, a loss.
    Raises RefusedError for a build or beads that can't be.
    """

    def __init__(
        self,
        seed: int = 1961,
        build: str = "304",
        replicates: tuple[int, ...] = REPLICATES,
        rewards: Rewards | None = None,
    ) -> None:
        self.cabinet = Cabinet.new(build, replicates, rewards)
        self.generator = generator_state(seed)
        self.games = 0
        """For which it was trained: the opponent 1961 goes by the game's number."""

    def choose(self, board: Board) -> int | None:
        """Draw a bead for ``board``: its square.  None if the box is empty and MENACE resigns.

        The bead lies on the board until :meth:`learn`.  Raises RefusedError for a board that has no
        box in this build.
        """
        drawn = self.cabinet.draw(board, self.generator)
        return None if drawn is None else drawn.square

    def learn(self, outcome: str) -> Settlement:
        """End the play: ``"won"``, ``"drawn"`` or ``"lost"``; the beads that were added or lost."""
        return self.cabinet.settle(outcome)

    def train(self, games: int, opponent: str = "random") -> Tournament:
        """Play ``games`` games against a player by name (machines.menace.opponents) and learn.

        An empty first box is reloaded.  Raises RefusedError for an opponent that can't play.
        """
        sides: tuple[Cabinet | str, Cabinet | str] = (self.cabinet, opponent)
        if self.cabinet.side == "X":
            sides = sides[::-1]
        played = tournament(games, *sides, self.generator, first=self.games + 1, reload=True)
        self.games += games
        return played


# -- odds ------------------------------------------------------------------------------------------


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


# -- What the boxes are worth against the boxes of the start: exact, nothing is played -------------


def points_against_start(*learned: Cabinet) -> float:
    """The share of points, 0 to 1, of these cabinets (one a side at most)."""
    start = {side: Cabinet.new(build) for side, build in EVERY_BOX.items()}
    today = start | {cabinet.side: cabinet for cabinet in learned}
    with_nought = odds_of(Sides.of(today["O"], start["X"]))
    with_cross = odds_of(Sides.of(start["O"], today["X"]))
    points = with_nought.win + with_nought.draw / 2 + with_cross.loss + with_cross.draw / 2
    return points / 2
