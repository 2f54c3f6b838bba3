"""What a table of chances is worth as it stands, by exact enumeration over every play.

Nothing is played and nothing is learned: of each position is computed, from the end backwards, with
what chance the play is lost, and what the position is worth to perfect players.  Michie (1963)
calls play that can't be beaten *infallible* and doesn't say how near to it is near enough.  Here:

* the **risk** of a side is the greatest chance with which any opponent whatever, who knew its
  chances, could make it lose;
* its **lapse** is the greatest chance with which one could make it give away what it had: a won
  position drawn or lost, a drawn one lost;
* a side is infallible if its risk is below :data:`NEARLY_NEVER`, and perfect if its lapse is.

Chances may be those of many runs at once, shape (runs, positions, 9).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from machines.pegasus.controls import odds_at_the_start
from machines.pegasus.players import chances_of
from machines.pegasus.tables import tables

NEARLY_NEVER = 1e-6

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PlayQuality:
    """Of one side, one number for each run."""

    risk: Floats
    lapse: Floats

    @property
    def infallible(self) -> npt.NDArray[np.bool_]:
        """Whether it can be made to lose next to never."""
        return np.asarray(self.risk < NEARLY_NEVER)

    @property
    def perfect(self) -> npt.NDArray[np.bool_]:
        """Whether it gives away what it has next to never."""
        return np.asarray(self.lapse < NEARLY_NEVER)


@cache
def worth() -> Integers:
    """What each position is worth to perfect players: 1, 0 or -1 for Nought."""
    held = tables()
    made = held.results.copy()
    for position in np.flatnonzero(held.choices)[::-1]:
        after = made[held.following[position, : held.choices[position]]]
        made[position] = after.max() if held.made[position] % 2 == 0 else after.min()
    made.flags.writeable = False
    return made


def play_quality(chances: Floats, side: int) -> PlayQuality:
    """How ``side`` (0 Nought, 1 Cross) stands against any opponent; chances of its positions."""
    held, perfect = tables(), worth()
    rows = chances.reshape(-1, *chances.shape[-2:])
    risk = np.zeros((len(held.forms), len(rows)))
    lapse = np.zeros_like(risk)
    risk[held.results == (-1 if side == 0 else 1)] = 1.0
    for position in np.flatnonzero(held.choices)[::-1]:
        count = held.choices[position]
        after = held.following[position, :count]
        if held.made[position] % 2 != side:
            risk[position] = risk[after].max(axis=0)
            lapse[position] = lapse[after].max(axis=0)
            continue
        share = rows[:, position, :count].T
        given = (perfect[after] != perfect[position])[:, None]
        risk[position] = (share * risk[after]).sum(axis=0)
        lapse[position] = (share * np.where(given, 1.0, lapse[after])).sum(axis=0)
    return PlayQuality(risk[0], lapse[0])


def outlook(chances: Floats) -> Floats:
    """The chances that Nought wins, that it is drawn, that Cross wins: both sides by ``chances``.

    Shape (3,), or (runs, 3).
    """
    held = tables()
    rows = chances.reshape(-1, *chances.shape[-2:])
    made = np.zeros((len(held.forms), 3, len(rows)))
    over = held.choices == 0
    made[over, 1 - held.results[over]] = 1.0
    for position in np.flatnonzero(held.choices)[::-1]:
        count = held.choices[position]
        share = rows[:, position, :count].T[:, None, :]
        made[position] = (share * made[held.following[position, :count]]).sum(axis=0)
    return np.ascontiguousarray(made[0].T).reshape(*chances.shape[:-2], 3)


OPPONENTS = ("distinct", "expert")

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
    """The side's odds as learned (positions x 9) and as they were when the store was clear, against
    each of :data:`OPPONENTS`: exact, by :func:`outlook`; nothing is played and nothing learned.

    Both meet the same opponents, who don't learn: one who plays essentially distinct moves at
    random, as in the trial runs, and a perfect one.  Against the first a side can win, against the
    second only not lose.
    """
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
