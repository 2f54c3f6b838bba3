"""What learned odds are worth against the odds of a cleared store: exact, nothing is played.

Two plays count, with the sides changed; a side that has not learned has the odds of the start, so a
cleared store has half of the points.
"""

import numpy as np
import numpy.typing as npt

from machines.pegasus.controls import odds_at_the_start
from machines.pegasus.play_quality import outlook
from machines.pegasus.tables import tables


def points_against_start(learned: npt.NDArray[np.float64]) -> float:
    """The share of points, 0 to 1, of odds of both sides, shape (positions, 9)."""
    start, noughts = odds_at_the_start(), (tables().made % 2 == 0)[:, None]
    won, drawn, _ = outlook(np.where(noughts, learned, start))
    _, drawn_too, won_too = outlook(np.where(noughts, start, learned))
    return float(won + drawn / 2 + won_too + drawn_too / 2) / 2
