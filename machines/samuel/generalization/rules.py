"""Rules of the two learning series: their differences, and choices left open.

The five changes of the second series ("Second series of tests") can be switched one by one; they
have letters (docs/sources/samuel.md, item 36):

    (a) selective     a positive delta corrects only terms whose sign was not the polynomial's
    (b) slow_entry    a term is replaced after 32 low tallies and not after 8
    (c) growing_span  the remembered board stays until delta has grown to the minimum
    (d) searched      the remembered board's score comes from a rudimentary search
    (e) majority      Beta adopts Alpha's polynomial only after a majority of wins

Every number here may be overridden by the operator.
"""

import enum
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Self

from devices.annotations import Within
from devices.refusal import RefusedError
from machines.exhibit.snapshot import LATER
from machines.samuel.generalization.coefficients import Average, PowerRule

ACTIVE_TERMS = 16
CHANGES = {
    "a": "selective",
    "b": "slow_entry",
    "c": "growing_span",
    "d": "searched",
    "e": "majority",
}
"""The second series' changes: the letter on the command line, the field of :class:`Rules`."""


class TallyRule(enum.IntEnum):
    """When a low tally is recorded."""

    EVERY_MOVE = 0
    """ "After each move", as the text has it."""
    EVERY_CORRECTION = 1
    """After each move that corrected the polynomial.  It is what the paper's counts agree with:
    412 corrections at a limit of 32 discarded 12 terms, and "no changes are made in the
    coefficients" while delta is small, which a new term would be."""


class Spared(enum.IntEnum):
    """What a positive delta corrects by (a) if the remembered score counted as zero."""

    NONE = 0
    """Nothing: such a polynomial is neither positive nor negative, and (a) is the only rule of the
    paper for which it could matter whether the score is "assumed to be zero"."""
    ALL = 1
    """Every term: a score of zero has no sign that a term could be opposite to."""


@dataclass(frozen=True)
class Rules:
    """One value holds all of them."""

    selective: bool = False
    slow_entry: bool = False
    growing_span: bool = False
    searched: bool = False
    majority: bool = False

    alternate: bool = False
    """Alpha's colour alternates from the first game, and Beta's first move is forced in every game
    in which Alpha is White; else both hold for games 1 to 14 only, all of them White (item 35)."""

    power_rule: PowerRule = PowerRule.TABLE
    average: Average = Average.MAGNITUDES
    """Of the coefficients: the smallest delta that counts (item 30)."""
    lowered: float = 0.875
    """The minimum delta times this when the score is searched: "it was possible to reduce the
    minimum delta limit by a small amount"; an eighth is ours."""
    tally: TallyRule = TallyRule.EVERY_CORRECTION
    tally_limit: int = 8
    """Low tallies at which a term is replaced ("usually set at 8") ..."""
    slow_limit: int = 32
    """... and with (b): "from one every eight moves to one every 32 moves"."""
    spared: Spared = Spared.NONE
    sure: int = 6
    """Material (man 2, king 3) that a delta must be worth, on the board as it is set up, to mean an
    almost sure win or loss: two kings, the lead at which the look-ahead gives a jump up, too."""
    marks: int = 3
    """Black marks at which the leading term's coefficient is made zero ("usually set at three")."""
    marks_forgiven: bool = True
    """Whether the marks are taken away when Beta adopts: the paper doesn't say, but they were got
    against a Beta who is no more, and the drastic change is "necessary on occasion" only.  With
    False every third loss costs Alpha his leading term, whatever he wins between them."""
    majority_of: Annotated[int, Within(1, 1_000)] = 3
    """With (e): Beta adopts after a game that Alpha wins, if he has won more than half of so many,
    the last ones, none from before the last adoption.  The paper doesn't say of how many."""
    no_adoption: tuple[int, int] | None = field(default=None, metadata=LATER)
    """The first and the last game after which Beta can't adopt, whatever Alpha won: "an error" kept
    him from it during part of the second series, and the paper doesn't say which."""
    longest: Annotated[int, Within(1, 1_000)] = 70
    """Plies after which a game is cut and adjudged; a multiple jump is one."""
    concedes: bool = True
    """A side that sees that it loses gives the game up, as Beta does in games 30 and 40."""

    @classmethod
    def first(cls) -> Self:
        """Those of the first series."""
        return cls()

    @classmethod
    def second(cls, without: str = "") -> Self:
        """Those of the second, but for the changes whose letters are in ``without``.

        Raises RefusedError for a letter that stands for none.
        """
        unknown = sorted(set(without) - set(CHANGES))
        if unknown:
            raise RefusedError(
                "the second series", f"has no change {unknown[0]}; expected of {' '.join(CHANGES)}"
            )
        changes: dict[str, Any] = {name: at not in without for at, name in CHANGES.items()}
        return replace(cls(alternate=True), **changes)

    def can_adopt(self, game: int) -> bool:
        """Whether Beta can adopt Alpha's polynomial after that game, 1 the first."""
        first, last = self.no_adoption or (0, -1)
        return not first <= game <= last

    @property
    def replaced_at(self) -> int:
        """Low tallies at which a term is replaced."""
        return self.slow_limit if self.slow_entry else self.tally_limit

    @property
    def share(self) -> float:
        """The part of the average coefficient that delta must reach."""
        return self.lowered if self.searched else 1.0
