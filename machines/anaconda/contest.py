"""Before and after: the champion meets generation 0 in a short match of quick games.

Each opening, three moves drawn by chance, is played twice with the sides changed: players that have
no chance in them would else play one game again and again.  The visitor's own game lies aside
meanwhile and comes back.
"""

from dataclasses import dataclass, replace

import numpy as np

from devices.annotations import check_within
from machines.exhibit.board_exhibit import Score
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import make
from machines.games.draughts.openings import openings

GAMES = 20
PLIES = 2
"""How far both look ahead."""


@dataclass(frozen=True)
class LeftGame:
    """A game that lies aside."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    boards: int = 0
    value: float = 0.0


@dataclass(frozen=True)
class Contest:
    """A match under way."""

    aside: LeftGame
    openings: tuple[int, ...]
    """Their numbers (machines.games.draughts.openings), each for two games."""
    score: Score

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(0, len(openings()) - 1, openings=self.openings)
        if 2 * len(self.openings) != self.score.games or self.score.played >= self.score.games:
            raise ValueError("it has not as many openings as games")

    @property
    def today_is_black(self) -> bool:
        """Whether the champion has Red in the game that is played."""
        return self.score.played % 2 == 0

    def begun(self) -> tuple[list[Position], list[Move]]:
        """The next game after its opening."""
        moves = list(openings()[self.openings[self.score.played // 2]])
        positions = [Position.start()]
        for move in moves:
            positions.append(make(positions[-1], move))
        return positions, moves

    def counted(self, result: str) -> "Contest":
        """With a game that ended so (AnacondaState.result)."""
        winner = {"Red wins": True, "White wins": False}.get(result)
        today = None if winner is None else winner == self.today_is_black
        return replace(self, score=self.score.counted(today))


def new_contest(aside: LeftGame, generator: np.random.Generator) -> Contest:
    """A match whose openings are drawn, no two alike."""
    drawn = generator.permutation(len(openings()))[: GAMES // 2]
    return Contest(aside, tuple(int(number) for number in drawn), Score(games=GAMES))
