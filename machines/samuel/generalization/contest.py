"""Alpha against Beta: who has which polynomial, and what a game's end does to them.

"At the end of each self-play game a determination is made of the relative playing ability of Alpha,
as compared with Beta, by a neutral portion of the program" (Samuel 1959).  A game that was not
played out is adjudged by material (man 2, king 3): more is ahead and equal is a draw, which changes
nothing; the paper says only "a judgment made in terms of the final positions".
"""

import enum
from dataclasses import dataclass, field

from machines.games.draughts.board import Position
from machines.samuel.generalization.learner import Alpha
from machines.samuel.polynomial import Polynomial
from machines.samuel.terms import material


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


def adjudged(position: Position, black: bool) -> Result:
    """The neutral portion's judgment of a board, for one side."""
    own, other = units(position, black), units(position, not black)
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
