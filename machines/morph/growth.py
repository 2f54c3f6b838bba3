"""Morph's learning curves (Fig. 5.1), kept small however many games there are.

Section 5's measure is the average of the traditional points that Morph captures in a game,
cumulative over the games; beside it stand the mean TD error, the length of the games and the weight
of being down one bishop (Figs 2.1 and 2.2).  The first games are kept one by one; when there are
too many spans, each two are put together.

Of all patterns only those of one piece more or less have plain words; others are left out.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.morph.games import Lesson
from machines.morph.learner import Learner
from machines.morph.patterns import PIECES, MaterialPattern
from machines.morph.scene import Taught

# -- What one lesson changed, in figures that a visitor can read: the pattern that moved furthest --


def _single(kind: int, sign: int) -> MaterialPattern:
    pawns, knights, bishops, rooks, queens = (sign * (man == kind) for man in range(len(PIECES)))
    return MaterialPattern((pawns, knights, bishops, rooks, queens))


SINGLE_PIECES = {
    f"{piece}_{way}": _single(kind, sign)
    for kind, piece in enumerate(PIECES)
    for way, sign in (("up", 1), ("down", -1))
}
"""``queen_down`` and the like: one piece more or less, all others even."""


def single_weights(learner: Learner) -> dict[str, float]:
    """The weights of those of SINGLE_PIECES that are in the database."""
    found = {name: learner.record(pattern) for name, pattern in SINGLE_PIECES.items()}
    return {name: record.weight for name, record in found.items() if record is not None}


def summary(result: float, lesson: Lesson, before: dict[str, float], learner: Learner) -> Taught:
    """What a game with that result for Morph changed; ``before`` are its ``single_weights``.  Named
    is a weight whose change can be seen at the three places with which it is told."""
    now = single_weights(learner)
    moved = [(abs(now[name] - old), name) for name, old in before.items()
             if name in now and round(now[name], 3) != round(old, 3)]  # fmt: skip
    counts = (lesson.updates, lesson.added, lesson.deleted)
    if not moved:
        return Taught(result, *counts)
    _, name = max(moved)
    return Taught(result, *counts, name, before[name], now[name])


# -- growth ----------------------------------------------------------------------------------------

MOST_SPANS = 1_200
"""An even number."""
POINTS, ERROR, PLIES, WEIGHT = range(4)
"""Columns of a span: captured by Morph, mean TD error, length, down one bishop; means a game."""

Floats = npt.NDArray[np.float64]


@dataclass
class Growth:
    """The games so far, in spans of equal length."""

    length: int = 1
    """Games in a span."""
    count: int = 0
    """Spans that are whole."""
    spans: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    """Of every whole span its means, and room for more."""
    begun: Floats = field(default_factory=lambda: np.zeros(4))
    """Sums of the span that isn't whole yet."""
    begun_games: int = 0
    games: int = 0
    won: int = 0
    drawn: int = 0

    def add(self, points: int, error: float, plies: int, weight: float, result: float) -> None:
        """One more game: what Morph captured, its mean TD error, its plies, the weight after it,
        and Morph's result (0, 0.5 or 1)."""
        self.games += 1
        self.won += result == 1.0
        self.drawn += result == 0.5
        self.begun = self.begun + np.array([points, error, plies, weight])
        self.begun_games += 1
        if self.begun_games < self.length:
            return
        if self.count == len(self.spans):
            self.spans = np.concatenate((self.spans, np.zeros((max(16, self.count), 4))))
        self.spans[self.count] = self.begun / self.length
        self.count += 1
        self.begun, self.begun_games = np.zeros(4), 0
        if self.count == MOST_SPANS:
            self.spans = (self.spans[: self.count : 2] + self.spans[1 : self.count : 2]) / 2
            self.count //= 2
            self.length *= 2

    def column(self, which: int) -> tuple[float, ...]:
        """One number a whole span."""
        return tuple(self.spans[: self.count, which].tolist())

    @property
    def lost(self) -> int:
        """Games that Morph lost."""
        return self.games - self.won - self.drawn
