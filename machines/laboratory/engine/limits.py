"""How deep and how long an engine may think: what the other program says, and our own caps."""

from collections.abc import Sequence
from dataclasses import dataclass

USUAL_DEPTH = 3
"""Plies where nothing is said, as in ``match``; Samuel's minimum."""
MOVES_LEFT = 30
"""Of a game, where the clock doesn't say how many it is for."""
MOST_OF_CLOCK = 0.5
"""At most such a share of what is left on the clock is used for a move."""
SPARE_S = 0.03
"""For the way of the answer ..."""
SPARE_SHARE = 0.05
"""... and this share of the time, or half of a very short one."""
ENDLESS = 1e9


@dataclass(frozen=True)
class Caps:
    """What the command line says."""

    depth: int | None = None  # Plies
    seconds: float | None = None


@dataclass(frozen=True)
class Limits:
    """Of one search: plies, and seconds until the answer is due."""

    depth: int | None = None  # None: as deep as the time lets
    seconds: float = ENDLESS
    infinite: bool = False  # To be ended by a word: the usual depth is none

    def capped(self, caps: Caps) -> "Limits":
        """The narrower of both; where neither says anything, the usual depth."""
        depths = [one for one in (self.depth, caps.depth) if one is not None]
        times = [self.seconds, ENDLESS if caps.seconds is None else caps.seconds]
        depth, seconds = min(depths, default=None), min(times)
        if depth is None and seconds >= ENDLESS and not self.infinite:
            depth = USUAL_DEPTH
        return Limits(depth, seconds, self.infinite)

    @property
    def due_s(self) -> float:
        """Seconds after which the answer has to go out, so that it is there in time."""
        spare = min(SPARE_S + SPARE_SHARE * self.seconds, self.seconds / 2)
        return self.seconds - spare

    def depths(self, deepest: int) -> Sequence[int]:
        """The plies to look, one depth after the other.

        With a depth alone: one ply, so that there is an answer if it is wanted early, and the depth
        itself.  Within a time all from one ply.
        """
        last = min(self.depth or deepest, deepest)
        if self.seconds >= ENDLESS and not self.infinite:
            return sorted({1, last})
        return range(1, last + 1)


def share_of_clock(left: float, moves: int | None, increment: float) -> float:
    """Seconds for a move by a clock with ``left`` seconds for so many moves."""
    share = left / max(moves or MOVES_LEFT, 1) + increment
    return max(min(share, MOST_OF_CLOCK * left), 0.001)
