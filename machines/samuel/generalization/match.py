"""One game of Alpha against Beta, a move at a time, whoever does the searching.

The look-ahead runs elsewhere, at once or in slices of time::

    while not match.over:
        if match.forced: match.force()
        else: look.polynomial = match.polynomial; look.begin(match.position); ...
              lesson = match.decided(look.decision())

The learning step belongs to Alpha's decision, before his move is made.
"""

from dataclasses import dataclass, field

from machines.games.draughts import Move, Position, legal_moves, make
from machines.samuel.generalization.contest import Contest, Result, adjudged
from machines.samuel.generalization.learner import Lesson
from machines.samuel.generalization.remembered import before_the_last_step
from machines.samuel.lookahead import Decision
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings

NO_MOVE, CONCEDED, CUT, STOPPED = "no move", "conceded", "cut", "stopped"
"""How a game ends: a side can't move; a side sees that it loses; after so many plies; by hand.  The
last two are adjudged."""


@dataclass
class Match:
    """A game under way; ``contest`` is the series' own."""

    contest: Contest
    settings: ProgramSettings
    alpha_black: bool
    forced: Move | None = None  # The first move, if it is not the player's own to choose
    position: Position = field(default_factory=Position.start)
    before: Position | None = None  # The board before the last single move or jump
    moves: list[Move] = field(default_factory=list)
    lessons: list[Lesson] = field(default_factory=list)  # One for each of Alpha's moves
    us: int = 0  # What its look-aheads have taken a 704
    ended: str = ""
    result: Result | None = None  # From when it is over

    def __post_init__(self) -> None:
        """Alpha compares nothing with the game before."""
        self.contest.alpha.begin_game()

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played."""
        return self.result is not None

    @property
    def alpha_to_move(self) -> bool:
        """Whose move it is."""
        return self.position.black_to_move == self.alpha_black

    @property
    def polynomial(self) -> Polynomial:
        """By which the side to move looks ahead."""
        return self.contest.alpha.polynomial if self.alpha_to_move else self.contest.beta

    def force(self) -> Move:
        """Make the forced first move."""
        assert self.forced is not None
        move, self.forced = self.forced, None
        self.play(move)
        return move

    def take_decision(self, decision: Decision) -> Lesson | None:
        """Take the decision of the side to move: Alpha learns from it, then it is played.

        Returns Alpha's lesson; None after Beta's.
        """
        alphas = self.alpha_to_move
        self.us += decision.us
        lesson = None
        if alphas:
            lesson = self.contest.alpha.learn(self.position, self.before, decision, self.settings)
            self.lessons.append(lesson)
            self.us += lesson.us
        if self.contest.alpha.rules.concedes and decision.loss_seen:
            self._end(CONCEDED, Result.LOST if alphas else Result.WON)
        else:
            self.play(decision.move)
        return lesson

    def stop(self) -> None:
        """End it now and have it adjudged ("terminated manually")."""
        self._end(STOPPED, adjudged(self.position, self.alpha_black))

    def play(self, move: Move) -> None:
        """Make a move, of either side; it may end the game."""
        self.moves.append(move)
        _, self.before = before_the_last_step(self.position, move)
        self.position = make(self.position, move)
        if not legal_moves(self.position):
            self._end(NO_MOVE, Result.LOST if self.alpha_to_move else Result.WON)
        elif len(self.moves) >= self.contest.alpha.rules.longest:
            self._end(CUT, adjudged(self.position, self.alpha_black))

    def _end(self, how: str, result: Result) -> None:
        self.ended, self.result = how, result
