"""MENACE for programmers: boxes that choose and learn, without a table, cards or time."""

from machines.games.noughts.board import Board
from machines.kernels.generator import generator_state
from machines.menace.beads import REPLICATES, Cabinet, Rewards, Settlement
from machines.menace.tournament import Tournament, tournament


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
        return tournament(games, *sides, self.generator, reload=True)
