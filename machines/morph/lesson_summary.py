"""What one lesson changed, in figures that a visitor can read: the pattern that moved furthest.

Of all patterns only those of one piece more or less have plain words; others are left out.
"""

from machines.morph.games import Lesson
from machines.morph.learner import Learner
from machines.morph.patterns import PIECES, MaterialPattern
from machines.morph.scene import Taught


def _single(kind: int, sign: int) -> MaterialPattern:
    pawns, knights, bishops, rooks, queens = (sign * (one == kind) for one in range(len(PIECES)))
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
    return {name: one.weight for name, one in found.items() if one is not None}


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
