"""Morph at a board: the successor with the best value, and why (a machines.games.chess player)."""

import numpy as np

from machines.games.chess import Move, Position, legal_moves
from machines.morph.learner import ChoiceTrace, Learner, best_of


class MorphPlayer:
    """Chooses by one ply with a learner's database as it stands; it never learns by itself."""

    def __init__(self, learner: Learner, name: str = "morph") -> None:
        self.name = name
        self.learner = learner
        self._last: tuple[Position, int] | None = None

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """The move to the best successor; equals by lot."""
        chosen = best_of(self.learner.values(position), generator)
        self._last = position, chosen
        return legal_moves(position)[chosen]

    def looked(self) -> ChoiceTrace | None:
        """All that the last choice saw; None before the first.  Reckoned when it is asked for."""
        if self._last is None:
            return None
        return look(self.learner, *self._last)


def look(learner: Learner, position: Position, chosen: int) -> ChoiceTrace:
    """What Morph sees in ``position``, of whose moves it takes number ``chosen``."""
    return ChoiceTrace(position, learner.successors(position), chosen)
