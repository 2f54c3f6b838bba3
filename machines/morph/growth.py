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
from machines.morph.scene import Moved, Taught, hung

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


MOVED = 3
"""Patterns that are named with what they gained, and as many with what they lost."""
ENOUGH = 12
"""Updates from which a pattern's weight is believed as much as it ever is."""


def weights_of(learner: Learner) -> dict[int, float]:
    """Every pattern's weight, by its number."""
    records = learner.learned.records
    return dict(zip(records.ids.tolist(), records.weights.tolist(), strict=True))


def summary(result: float, lesson: Lesson, before: dict[int, float], learner: Learner) -> Taught:
    """What a game with that result for Morph changed; ``before`` are its ``weights_of``.  Named is
    a weight whose change can be seen at the three places with which it is told."""
    found = ((name, learner.record(pattern)) for name, pattern in SINGLE_PIECES.items())
    moved = [
        (abs(now.weight - before[now.number]), name, now)
        for name, now in found
        if now is not None and _is_seen(before.get(now.number, now.weight), now.weight)
    ]
    counts = (lesson.updates, lesson.added, lesson.deleted)
    patterns = moved_most(before, learner)
    if not moved:
        return Taught(result, *counts, moved=patterns)
    _, name, now = max(moved, key=lambda one: one[:2])
    return Taught(result, *counts, name, before[now.number], now.weight, patterns)


def moved_most(before: dict[int, float], learner: Learner) -> tuple[Moved, ...]:
    """The patterns that gained most, then those that lost most; one that many games have moved
    tells more than one that has only begun."""
    records = learner.learned.records
    rows = [(now - before[number]) * updates / (updates + ENOUGH)
            if _is_seen(before.get(number, now), now) else 0.0
            for number, now, updates in zip(records.ids.tolist(), records.weights.tolist(),
                                            records.updates.tolist(), strict=True)]  # fmt: skip
    order = sorted(range(len(rows)), key=lambda row: -rows[row])
    gained = [row for row in order[:MOVED] if rows[row] > 0]
    lost = [row for row in order[: -MOVED - 1 : -1] if rows[row] < 0]
    return tuple(
        Moved(
            hung(records.patterns[row]), before[int(records.ids[row])], float(records.weights[row])
        )
        for row in (*gained, *lost)
    )


def _is_seen(before: float, now: float) -> bool:
    return round(now, 3) != round(before, 3)


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
