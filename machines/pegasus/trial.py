"""What has been counted since the store was cleared: blocks of a hundred plays, and the last plays.

However long a trial runs, what is kept stays small: when there are too many blocks, each two are
put together, and only the last thousand plays are kept one by one.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.pegasus.odds import SET_OF_PLAYS
from machines.pegasus.program import blocks

MOST_BLOCKS = 400
KEPT_PLAYS = 1_000

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Change:
    """Something was set otherwise, after so many plays since the store was cleared."""

    plays: int
    words: str


@dataclass
class Trial:
    """The counts; plays are handed in as kernels.play records them."""

    plays: int = 0
    """Since the store was cleared."""
    counted: list[tuple[int, int, int]] = field(default_factory=list)
    """Nought's wins, draws and Cross's wins of each whole block."""
    block: int = SET_OF_PLAYS
    """Plays in each."""
    begun: tuple[int, int, int] = (0, 0, 0)
    """The same of the block that isn't whole yet."""
    kept: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """The last plays, the newest at the end."""
    changes: list[Change] = field(default_factory=list)

    def add(self, games: Integers) -> None:
        """Count more plays, none beyond the end of the test under way (a hundred plays each)."""
        won, drawn, lost = (int(number) for number in blocks(games, len(games))[0])
        self.begun = (self.begun[0] + won, self.begun[1] + drawn, self.begun[2] + lost)
        self.plays += len(games)
        self.kept = np.concatenate((self.kept, games))[-KEPT_PLAYS:]
        if sum(self.begun) == self.block:
            self.counted.append(self.begun)
            self.begun = (0, 0, 0)
            if len(self.counted) == MOST_BLOCKS:
                self._put_together()

    def _put_together(self) -> None:
        pairs = zip(self.counted[::2], self.counted[1::2], strict=True)
        self.counted = [(a[0] + b[0], a[1] + b[1], a[2] + b[2]) for a, b in pairs]
        self.block *= 2

    def last_hundred(self) -> Integers:
        """The last plays of this trial, at most a hundred."""
        return self.kept[-min(self.plays, SET_OF_PLAYS) :] if self.plays else self.kept[:0]

    def commonest(self) -> tuple[int, int]:
        """The play that was made most often among them, and how often; the latest of equals."""
        counts = Counter(self.last_hundred()[::-1].tolist())
        return counts.most_common(1)[0] if counts else (0, 0)

    def since(self, number: int, made: int) -> Integers:
        """The plays after the first ``number`` of all ``made``, as far as they are kept."""
        count = min(max(made - number, 0), len(self.kept))
        return self.kept[len(self.kept) - count :].copy()
