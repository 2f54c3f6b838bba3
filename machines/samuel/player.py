"""The checkers program as a player: a polynomial, break points, and maybe a memory."""

from dataclasses import dataclass, field

from machines.games.draughts import Position
from machines.games.two_sides import InterruptedChoice
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.rating_player import RatingPlayer
from machines.samuel.rote.control import RoteLearning
from machines.samuel.settings import KILLING, ProgramSettings

FOREVER_US = 10**18
SLICE_US = 600_000_000
"""Some hundred thousand boards, after which it is seen whether a choice is to be broken off."""
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
class SamuelPlayer(RatingPlayer):
    """Chooses as the checkers program does, at full speed; it learns nothing.

    (A machines.games.draughts.player.Player.)
    """

    name: str = "samuel"
    polynomial: Polynomial = field(default_factory=Polynomial.standard)
    settings: ProgramSettings = field(default_factory=lambda: settings_at(3))
    memory: RoteLearning | None = None
    repeats: str = "search"

    def __post_init__(self) -> None:
        self._look = LookAhead(self.settings, self.polynomial)
        self._interrupted = False

    def decide(self, position: Position, exact: bool = False) -> Decision:
        """What it comes to in a position, where there is a move; ``exact`` rates every move."""
        look = self._look
        look.begin(position, exact)
        while not look.finished:
            if self._interrupted:
                raise InterruptedChoice
            if self.memory is None:
                look.run(SLICE_US, SELDOM)
            else:
                self.memory.run(look, SLICE_US, SELDOM)
        return look.decision()

    def interrupt(self) -> None:
        """Have the choice under way, and all later ones, end by InterruptedChoice."""
        self._interrupted = True


def look_to_the_end(look: LookAhead, memory: RoteLearning | None = None) -> None:
    """Let a look-ahead that has begun go on until its decision stands."""
    if memory is None:
        look.run(FOREVER_US, SELDOM)
    else:
        memory.run(look, FOREVER_US, SELDOM)
