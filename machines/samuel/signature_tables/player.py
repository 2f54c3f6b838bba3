"""The checkers program of 1967 as a player: learned tables, and how far it looks ahead."""

from dataclasses import dataclass

import numpy as np

from machines.games.draughts import Move, Position, legal_moves
from machines.games.draughts.kernels import MOST_MOVES
from machines.games.two_sides import InterruptedChoice
from machines.samuel.rating_player import RatingPlayer
from machines.samuel.signature_tables.search import (
    BOARDS,
    EVALUATIONS,
    FORESEEN,
    STOP,
    SearchWork,
    new_work,
    rate_moves,
)
from machines.samuel.signature_tables.tables import SignatureTables


@dataclass(frozen=True)
class TablesDecision:
    """What a look-ahead came to, for the side to move."""

    move: Move
    score: int
    rated: tuple[tuple[Move, int], ...]
    """Every legal move with its exact score, in their order; empty unless asked for exactly."""
    moves: tuple[Move, ...]
    boards: int
    """Boards looked at, those of plausibility analysis among them."""
    evaluations: int
    """Boards scored."""

    @property
    def win_seen(self) -> bool:
        """Whether the mover wins by force, as far as was seen."""
        return self.score >= FORESEEN


@dataclass
class TablesPlayer(RatingPlayer):
    """Chooses as the program of 1967 does; it learns nothing while it plays.

    (A machines.games.draughts.player.Player.)
    """

    name: str
    tables: SignatureTables
    plies: int = 3
    """Moves that it looks ahead, before jumps."""
    repeats: str = "search"
    pruned: bool = True
    """Whether moves are dropped unseen (forward pruning)."""

    def __post_init__(self) -> None:
        self._work: SearchWork = new_work(self.pruned)
        self._ratings = np.zeros(MOST_MOVES, dtype=np.int64)

    def interrupt(self) -> None:
        """Have the choice under way, and all later ones, end by InterruptedChoice."""
        self._work.counts[STOP] = 1

    def decide(self, position: Position, exact: bool = False) -> TablesDecision:
        """What it comes to in a position, where there is a move; ``exact`` rates every move.

        Raises ValueError where there is none.
        """
        moves = legal_moves(position)
        if not moves:
            raise ValueError("the side to move has no move: nothing to decide")
        work, ratings = self._work, self._ratings
        work.counts[:STOP] = 0
        chosen = rate_moves(
            self.tables.outputs,
            work,
            position.words(),
            int(position.black_to_move),
            self.plies,
            int(exact),
            ratings,
        )
        if work.counts[STOP]:
            raise InterruptedChoice
        scores = ratings[: len(moves)].tolist()
        return TablesDecision(
            moves[chosen],
            scores[chosen],
            tuple(zip(moves, scores, strict=True)) if exact else (),
            moves,
            int(work.counts[BOARDS]),
            int(work.counts[EVALUATIONS]),
        )
