"""Odds and multipliers: how the Pegasus program is rewarded and punished (Michie 1963, Fig. 6).

A move's chance p becomes ``p' = pM / (1 - p + pM)``, the others in its position being scaled in
proportion: its odds are multiplied by M (2/5 with M = 2 becomes 4/7).  Won: M_n.  Lost: 1/M_n.
Drawn: nothing.  n counts back from the end of the play *as recorded*, its last move being n = 1,
both players sharing the count, and ``M_n = A ** (B ** (8 - n))``.

In the trial runs (A = 1.025, B = 2) Fig. 6 draws M_1 as infinite.  Here it is :data:`INFINITE`, and
no chance ever falls below :data:`LEAST_CHANCE`: a move that loses at once is as good as never made
again, but where every move loses there is still one to make (the paper doesn't say).

With the sliding origin (Table 3) an outcome V (1, 0, -1) counts for what it is above the decayed
average mu of the outcomes before it: ``R_n = M_n ** (V - mu)``, all finite.  D weighs the last
outcome, D squared the one before.  The program put D on the averages of successive hundreds.
"""

import enum
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError

TRIAL_A, TRIAL_B = 1.025, 2.0
"""Of the trial runs (Fig. 6)."""
LONGEST = 8
"""Moves in the longest recorded play."""
INFINITE = 1e18
"""Stands for the infinite M_1: from the least chance it leads to all but certainty."""
LEAST_CHANCE = 1e-9
"""No reinforcement takes any move's chance below this."""
GREATEST_A, GREATEST_B = 10.0, 4.0
"""What we accept; M_1 must stay below INFINITE besides."""
SET_OF_PLAYS = 100
"""Plays whose average the program took for one outcome of the sliding origin."""

Floats = npt.NDArray[np.float64]


class Origin(enum.IntEnum):
    """What an outcome's value is measured from."""

    FIXED = 0
    EACH_PLAY = 1
    HUNDREDS = 2


@dataclass(frozen=True)
class Reinforcement:
    """A, B and D, and how they are used.

    ``last_infinite``: M_1 as in the trial runs; a sliding origin needs it finite.  Raises
    RefusedError, saying which and what is allowed, for values out of range.
    """

    a: float = TRIAL_A
    b: float = TRIAL_B
    last_infinite: bool = True
    origin: Origin = Origin.FIXED
    d: float = 1.0

    def __post_init__(self) -> None:
        _within("A", self.a, 1.0, GREATEST_A)
        _within("B", self.b, 1.0, GREATEST_B)
        if not (math.isfinite(self.d) and 0.0 < self.d <= 1.0):
            raise RefusedError("D", f"{self.d:g} is out of range; expected more than 0, at most 1")
        if self.origin is not Origin.FIXED and self.last_infinite:
            raise RefusedError("M_1", "can't be infinite with a sliding origin; expected it finite")
        if self.a > 1.0 and self.b ** (LONGEST - 1) * math.log(self.a) > math.log(INFINITE):
            raise RefusedError(
                "A and B", f"{self.a:g} and {self.b:g} make M_1 too great; expected at most 1e18"
            )

    def multipliers(self) -> Floats:
        """M_n at index n, 1 to 8 (index 0 is 1 and unused); 9 numbers."""
        made = np.ones(LONGEST + 1)
        for n in range(1, LONGEST + 1):
            made[n] = self.a ** (self.b ** (LONGEST - n))
        if self.last_infinite:
            made[1] = INFINITE
        return made


def _within(name: str, value: float, least: float, greatest: float) -> None:
    """Refuse a value that isn't a number between these two."""
    if not (math.isfinite(value) and least <= value <= greatest):
        raise RefusedError(
            name, f"{value:g} is out of range; expected a number from {least:g} to {greatest:g}"
        )
