"""Before and after: Morph with its weights of today meets Morph that knows nothing.

Both look one ply ahead, so they seldom mate: a game is stopped after so many plies, and whoever has
taken more then, counted as chess players count men, has the better of it.  Nobody learns from these
games.  The visitor's own game lies aside meanwhile and comes back.
"""

from dataclasses import dataclass, replace

from machines.exhibit.board_exhibit import Score
from machines.games.chess import Game, Outcome
from machines.morph.games import points_taken

GAMES = 10
MOST_PLIES = 120
"""Of a game."""
MOVE_US = 15_000
PAUSE_US = 200_000
"""A move, and the pause between two games, of the workstation's time."""


@dataclass(frozen=True)
class Contest:
    """A match under way."""

    aside: Game
    score: Score
    taken: int = 0
    """Points of the men that today's Morph took in all games that are over ..."""
    given: int = 0
    """... and that were taken from it."""

    @property
    def today_is_white(self) -> bool:
        """Whether today's Morph has White in the game that is played."""
        return self.score.played % 2 == 0

    def counted(self, game: Game, outcome: Outcome) -> "Contest":
        """With a game that is over."""
        points = points_taken(game)
        mine, other = points[not self.today_is_white], points[self.today_is_white]
        today: bool | None = (outcome.winner == "white") == self.today_is_white
        if not outcome.winner:
            today = None if mine == other else mine > other
        return replace(
            self,
            score=self.score.counted(today),
            taken=self.taken + mine,
            given=self.given + other,
        )


def new_contest(aside: Game) -> Contest:
    """A match that begins."""
    return Contest(aside, Score(games=GAMES))


def new_game() -> Game:
    """A game of a match."""
    return Game(most_plies=MOST_PLIES)
