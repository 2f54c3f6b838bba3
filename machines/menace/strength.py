"""What the boxes are worth against the boxes of the start: exact, nothing is played.

Two plays count, with the sides changed: the learned boxes with Nought against Cross's boxes of the
start, and the other way round.  A side that was never taught has its beads of the start, so boxes
that have learned nothing have half of the points.  Who finds a first box empty resigns.
"""

from machines.menace.beads import Cabinet
from machines.menace.build import EVERY_BOX
from machines.menace.odds import odds_of
from machines.menace.sides import Sides


def points_against_start(*learned: Cabinet) -> float:
    """The share of points, 0 to 1, of these cabinets (one a side at most)."""
    start = {side: Cabinet.new(build) for side, build in EVERY_BOX.items()}
    today = start | {cabinet.side: cabinet for cabinet in learned}
    with_nought = odds_of(Sides.of(today["O"], start["X"]))
    with_cross = odds_of(Sides.of(start["O"], today["X"]))
    points = with_nought.win + with_nought.draw / 2 + with_cross.loss + with_cross.draw / 2
    return points / 2
