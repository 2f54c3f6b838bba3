"""What Samuel's two programs have in common as players: each can rate every legal move."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from machines.games.draughts import Move, Position, make


class RatedDecision(Protocol):
    """What a look-ahead came to, for the side to move."""

    @property
    def move(self) -> Move:
        """The move that it would make."""

    @property
    def score(self) -> int:
        """What that is worth."""

    @property
    def moves(self) -> Sequence[Move]:
        """All legal moves."""

    @property
    def rated(self) -> Sequence[tuple[Move, int]]:
        """Every legal move with its exact score, if these were asked for."""


class RatingPlayer(ABC):
    """Chooses by its ratings; chance has no part in it.

    (A machines.games.draughts.player.Player.)
    """

    repeats: str
    """What a move is worth that brings back a board which its side has left before in the game:
    what the look-ahead says (``search``, as in the paper), or nothing (``even``)."""

    @abstractmethod
    def decide(self, position: Position, exact: bool = False) -> RatedDecision:
        """What it comes to in a position, where there is a move; ``exact`` rates every move."""

    def choose(self, position: Position, generator: np.random.Generator | None = None) -> Move:
        """Its move."""
        return self.decide(position).move

    def choose_recalling(
        self, position: Position, left: Sequence[Position], generator: np.random.Generator
    ) -> Move:
        """Its move; with repeats ``even`` the best in view of the boards that it has left."""
        decision = self.decide(position)
        if self.repeats != "even":
            return decision.move
        back = {move for move in decision.moves if make(position, move) in left}
        if not back or (decision.score >= 0 and decision.move not in back):
            return decision.move
        # Only now are the scores of the other moves asked for, which takes longer.
        rated = self.decide(position, exact=True).rated
        return max(rated, key=lambda pair: 0 if pair[0] in back else pair[1])[0]
