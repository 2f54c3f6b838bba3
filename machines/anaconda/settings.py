"""How far Anaconda looks ahead, and the choices that the paper leaves open there."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

CAPTURE, SINGLE = 1, 2
"""What :attr:`Search.forced` adds up: a capture is pending; there is one legal move."""
FORCED = {"capture": CAPTURE, "single": SINGLE, "either": CAPTURE | SINGLE, "none": 0}
MOST_PLIES = 12
MOST_EXTRA = 20
ROWS = MOST_PLIES + MOST_EXTRA + 1
"""Boards on the stack of a search."""

# What a search reads, int64[RULES].
PLIES, FORCED_RULE, LIMIT, PLAIN, NEAR = range(5)
RULES = 5


@dataclass(frozen=True)
class Search:
    """Section 3: "a minimax search at a depth of four ply ... When forced moves were encountered,
    the ply was increased and the evaluation of a position was postponed until the board was in a
    quiescent state"."""

    plies: int = 4
    forced: str = "capture"
    """When a board isn't quiet: a capture is pending (``capture``, the default), there is a single
    legal move (``single``, which is what the appendix marks with (f)), ``either``, or ``none``."""
    extra: int = 12
    """At most so many plies more."""
    turned: bool = True
    """Whether White sees the board from his own side, turned by 180 degrees; else with the signs
    exchanged only.  The paper doesn't say.  Of two runs of 30 generations from one seed the one
    that turns had 56 % of the points of 200 games at four plies (standard error 1.7 %)."""
    near: bool = False
    """Whether a sooner win is worth more, a later loss less; in the paper all are 1 and -1."""
    plain: bool = False
    """Plain minimax, which comes to the same moves as alpha-beta, later."""

    def rules(self) -> npt.NDArray[np.int64]:
        """As the kernels read it."""
        rules = np.zeros(RULES, dtype=np.int64)
        rules[PLIES] = self.plies
        rules[FORCED_RULE] = FORCED[self.forced]
        rules[LIMIT] = self.plies + self.extra
        rules[PLAIN] = self.plain
        rules[NEAR] = self.near
        return rules
