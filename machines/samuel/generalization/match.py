"""One game of Alpha against Beta, a move at a time, whoever does the searching.

The look-ahead runs elsewhere, at once or in slices of time::

    while not match.over:
        if match.forced: match.force()
        else: look.polynomial = match.polynomial; look.begin(match.position); ...
              lesson = match.decided(look.decision())

The learning step belongs to Alpha's decision, before his move is made.

"At the end of each self-play game a determination is made of the relative playing ability of Alpha,
as compared with Beta, by a neutral portion of the program" (Samuel 1959).  A game that was not
played out is adjudged by material (man 2, king 3): more is ahead; the paper says only "a judgment
made in terms of the final positions".  Where it is equal the series' rules say who is ahead
(:attr:`.coefficients.Rules.ties`); a draw changes nothing.
"""

import enum
from dataclasses import dataclass, field

from machines.games.draughts import Move, Position, legal_moves, make
from machines.samuel.generalization.coefficients import Ties, before_the_last_step
from machines.samuel.generalization.learner import Alpha, Lesson
from machines.samuel.lookahead import Decision
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings
from machines.samuel.terms import MOB, material, term

# -- Alpha against Beta: who has which polynomial, and what a game's end does to them --------------


class Result(enum.IntEnum):
    """A game, for Alpha."""

    LOST = -1
    DRAWN = 0
    WON = 1


@dataclass(frozen=True)
class Verdict:
    """What a game's end did."""

    adopted: bool = False  # Beta has Alpha's polynomial now
    marks: int = 0  # Alpha's black marks afterwards
    zeroed: str = ""  # The leading term whose coefficient was made zero, if it came to that


def units(position: Position, black: bool) -> int:
    """The material of one side: man 2, king 3."""
    fa, ba, fp, bp = position.words()
    if position.black_to_move == black:
        return int(material(fa, ba))
    return int(material(fp, bp))


def adjudged(position: Position, black: bool, ties: Ties | None = None) -> Result:
    """The neutral portion's judgment of a board, for one side; ``ties`` are for Alpha's."""
    own, other = units(position, black), units(position, not black)
    if own == other and ties is Ties.ALPHA:
        return Result.WON
    if own == other and ties is Ties.MOBILITY:
        ahead = int(term(MOB, *position.words(), int(position.black_to_move)))
        own, other = (ahead, 0) if position.black_to_move == black else (0, ahead)
    return Result((own > other) - (own < other))


@dataclass
class Contest:
    """Both players."""

    alpha: Alpha
    beta: Polynomial  # Beta's, which stays as it is during a game
    marks: int = 0
    results: list[Result] = field(default_factory=list)  # Of the games since Beta last adopted

    def settle(self, result: Result, game: int = 0) -> Verdict:
        """Do what the end of game number ``game`` demands: adoption, a black mark, the drastic
        change.  With learning immobilized nothing is done.
        """
        rules = self.alpha.rules
        if not self.alpha.learning:
            return Verdict(marks=self.marks)
        self.results.append(result)
        if result is Result.WON and rules.can_adopt(game) and self._convinced():
            self.beta = self.alpha.polynomial
            self.results.clear()
            if rules.marks_forgiven:
                self.marks = 0
            return Verdict(True, self.marks)
        if result is Result.LOST:
            self.marks += 1
            if self.marks >= rules.marks:
                self.marks = 0
                return Verdict(zeroed=self.alpha.drastic_change())
        return Verdict(marks=self.marks)

    def _convinced(self) -> bool:
        rules = self.alpha.rules
        if not rules.majority:
            return True
        last = self.results[-rules.majority_of :]
        return 2 * last.count(Result.WON) > rules.majority_of


# -- match -----------------------------------------------------------------------------------------

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
        self._end(STOPPED, self._judgment())

    def play(self, move: Move) -> None:
        """Make a move, of either side; it may end the game."""
        self.moves.append(move)
        _, self.before = before_the_last_step(self.position, move)
        self.position = make(self.position, move)
        if not legal_moves(self.position):
            self._end(NO_MOVE, Result.LOST if self.alpha_to_move else Result.WON)
        elif len(self.moves) >= self.contest.alpha.rules.longest:
            self._end(CUT, self._judgment())

    def _judgment(self) -> Result:
        return adjudged(self.position, self.alpha_black, self.contest.alpha.rules.ties)

    def _end(self, how: str, result: Result) -> None:
        self.ended, self.result = how, result
