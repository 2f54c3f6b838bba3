"""Settings of Anaconda's look-ahead: its depth, and choices that the paper leaves open."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within

CAPTURE, SINGLE = 1, 2
"""What :attr:`Search.forced` adds up: a capture is pending; there is one legal move."""
FORCED = {"capture": CAPTURE, "single": SINGLE, "either": CAPTURE | SINGLE, "none": 0}
MOST_PLIES = 12
MOST_EXTRA = 20
ROWS = MOST_PLIES + MOST_EXTRA + 1
"""Boards on the stack of a search."""

# What a search reads, int64[RULES].
PLIES, FORCED_RULE, LIMIT, PLAIN, NEAR, REPEATS = range(6)
RULES = 6


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
    repeats: str = "search"
    """What a move is worth that brings back a board which the side has left before in the game:
    what the look-ahead says (``search``, as in the paper, which doesn't speak of it), or nothing
    (``even``), since it leads to a draw: a side that is ahead then looks for something else."""
    plain: bool = False
    """Plain minimax, which comes to the same moves as alpha-beta, later."""

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: a search's stack has room for so many boards."""
        check_within(1, MOST_PLIES, plies=self.plies)
        check_within(0, MOST_EXTRA, extra=self.extra)
        if self.forced not in FORCED or self.repeats not in ("search", "even"):
            raise ValueError(f"{self.forced} or {self.repeats} is no setting")

    def rules(self) -> npt.NDArray[np.int64]:
        """As the kernels read it."""
        rules = np.zeros(RULES, dtype=np.int64)
        rules[PLIES] = self.plies
        rules[FORCED_RULE] = FORCED[self.forced]
        rules[LIMIT] = self.plies + self.extra
        rules[PLAIN] = self.plain
        rules[NEAR] = self.near
        rules[REPEATS] = self.repeats == "even"
        return rules
