"""Before and after: what a side's odds were worth when the store was clear, and what they are now.

Exact, by going through every play (:func:`machines.pegasus.play_quality.outlook`): nothing is
played and nothing learned.  Both meet the same opponents, who don't learn: one who plays
essentially distinct moves at random, as in the trial runs, and a perfect one.  Against the first a
side can win, against the second only not lose.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.pegasus.controls import odds_at_the_start
from machines.pegasus.play_quality import outlook
from machines.pegasus.players import chances_of
from machines.pegasus.tables import tables

OPPONENTS = ("distinct", "expert")

Floats = npt.NDArray[np.float64]
Chances = tuple[float, float, float]
"""That the side wins, draws, loses."""


@dataclass(frozen=True)
class Compared:
    """One opponent of a side."""

    side: str
    """``"O"`` or ``"X"``."""
    opponent: str
    before: Chances
    after: Chances


def compare(learned: Floats, side: str) -> tuple[Compared, ...]:
    """The side's odds as learned (positions x 9), against each of :data:`OPPONENTS`."""
    return tuple(
        Compared(
            side,
            opponent,
            _chances(odds_at_the_start(), side, opponent),
            _chances(learned, side, opponent),
        )
        for opponent in OPPONENTS
    )


def _chances(odds: Floats, side: str, opponent: str) -> Chances:
    mine = (tables().made % 2 == "OX".index(side))[:, None]
    won, drawn, lost = map(float, outlook(np.where(mine, odds, chances_of(opponent))))
    return (won, drawn, lost) if side == "O" else (lost, drawn, won)
