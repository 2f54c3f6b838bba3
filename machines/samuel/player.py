"""The checkers program as a player: a polynomial, break points, and maybe a memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from machines.draughts import Move, Position, make
from machines.samuel.breakpoints import KILLING
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.player import RoteLearning
from machines.samuel.settings import ProgramSettings

FOREVER_US = 10**18
SELDOM = 1 << 30
"""One phase in so many has its registers counted: nobody looks at the lamps."""


def settings_at(ply: int) -> ProgramSettings:
    """The break points with ``ply`` for the paper's minimum of 3; the others keep their distance.

    Alpha-beta is on, with killer moves first: it finds the same moves and scores sooner.
    """
    usual = ProgramSettings()
    deeper = ply - usual.minimum
    return ProgramSettings(
        minimum=ply,
        quiet=usual.quiet + deeper,
        jump=usual.jump + deeper,
        ahead=usual.ahead + deeper,
        last=usual.last + max(deeper, 0),
        alpha_beta=KILLING,
    )


@dataclass
class SamuelPlayer:
    """Chooses as the checkers program does, at full speed; it learns nothing.

    (A machines.draughts.player.Player.)
    """

    name: str = "samuel"
    polynomial: Polynomial = field(default_factory=Polynomial.standard)
    settings: ProgramSettings = field(default_factory=lambda: settings_at(3))
    memory: RoteLearning | None = None
    repeats: str = "search"
    """What a move is worth that brings back a board which its side has left before in the game:
    what the look-ahead says (``search``, as in the paper), or nothing (``even``)."""

    def __post_init__(self) -> None:
        self._look = LookAhead(self.settings, self.polynomial)

    def decide(self, position: Position, exact: bool = False) -> Decision:
        """What it comes to in a position, where there is a move; ``exact`` rates every move."""
        self._look.begin(position, exact)
        look_to_the_end(self._look, self.memory)
        return self._look.decision()

    def choose(self, position: Position, generator: np.random.Generator | None = None) -> Move:
        """Its move; chance has no part in it."""
        del generator
        return self.decide(position).move

    def choose_recalling(
        self, position: Position, left: Sequence[Position], generator: np.random.Generator
    ) -> Move:
        """Its move; with repeats ``even`` the best in view of the boards that it has left."""
        del generator
        decision = self.decide(position)
        if self.repeats != "even":
            return decision.move
        back = {move for move in decision.moves if make(position, move) in left}
        if not back or (decision.score >= 0 and decision.move not in back):
            return decision.move
        # Only now are the scores of the other moves asked for, which takes longer.
        rated = self.decide(position, exact=True).rated
        return max(rated, key=lambda one: 0 if one[0] in back else one[1])[0]


def look_to_the_end(look: LookAhead, memory: RoteLearning | None = None) -> None:
    """Let a look-ahead that has begun go on until its decision stands."""
    if memory is None:
        look.run(FOREVER_US, SELDOM)
    else:
        memory.run(look, FOREVER_US, SELDOM)
