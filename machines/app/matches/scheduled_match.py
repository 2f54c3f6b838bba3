"""One match of a command's: who meets whom at which ply, and the pairs that were played of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from machines.app.matches.elo import Estimate, elo, share
from machines.app.matches.referee import GamePair, PairResult, Score, score


@dataclass
class ScheduledMatch:
    """A match."""

    name: str
    """As the games' Event has it; no two of a command's have the same."""
    a: str
    b: str
    ply: int
    """A's."""
    pairs: list[GamePair] = field(default_factory=list)
    """Those to play."""
    met: dict[int, PairResult] = field(default_factory=dict)
    """By the pair's number, those that have been played."""

    @property
    def played(self) -> list[PairResult]:
        """Those played, in their order."""
        return [self.met[number] for number in sorted(self.met)]

    @property
    def outcome(self) -> "Outcome":
        """What came of it; at least one pair must have been played."""
        return outcome_of(self.played)


@dataclass(frozen=True)
class Outcome:
    """What came of pairs, for A."""

    games: int
    score: Score
    points: Estimate
    """A's share, with its 95% interval."""
    elo: Estimate
    """The same as a difference in Elo points."""


def outcome_of(played: Sequence[PairResult]) -> Outcome:
    """The sums over pairs (at least one)."""
    points = share([one.points for one in played])
    return Outcome(2 * len(played), score(played), points, elo(points))
