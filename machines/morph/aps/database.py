"""The pattern-weight database: a record a pattern as arrays, and the patterns as a partial order.

A record is what Table 5.1 prints: weight, number of updates, variance ("the sum of the weight
changes"), age in searches; and the uses, "the number of times the pattern has been referenced
during play".  Row i of every array is pattern i; rows move up when patterns are deleted, ids never
change.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic

import numpy as np
import numpy.typing as npt

from machines.morph.aps.domain import Index, Pattern, Rows, State
from machines.morph.aps.evaluation import NEUTRAL

SCHEMES = ("context", "generalized", "specialized", "reverse", "crossed", "given")
"""Where a pattern is from; ``given`` by whoever set the system up."""

COLUMNS = ("ids", "weights", "updates", "uses", "variance", "ages", "schemes")
"""The arrays of :class:`Records`."""


def _no_integers() -> npt.NDArray[np.int64]:
    return np.zeros(0, dtype=np.int64)


def _no_numbers() -> npt.NDArray[np.float64]:
    return np.zeros(0, dtype=np.float64)


@dataclass
class Records(Generic[Pattern]):
    """All that is kept of the patterns, by row: a value that a snapshot can hold."""

    patterns: list[Pattern] = field(default_factory=list)
    ids: npt.NDArray[np.int64] = field(default_factory=_no_integers)
    weights: npt.NDArray[np.float64] = field(default_factory=_no_numbers)
    updates: npt.NDArray[np.int64] = field(default_factory=_no_integers)
    uses: npt.NDArray[np.int64] = field(default_factory=_no_integers)
    variance: npt.NDArray[np.float64] = field(default_factory=_no_numbers)
    ages: npt.NDArray[np.int64] = field(default_factory=_no_integers)
    schemes: npt.NDArray[np.int64] = field(default_factory=_no_integers)
    """By number of :data:`SCHEMES`."""
    given_out: int = 0
    """Ids so far."""


class Database(Generic[State, Pattern]):
    """Records with the partial order over their patterns."""

    def __init__(
        self, index: Index[State, Pattern], records: Records[Pattern] | None = None
    ) -> None:
        """``index`` has the first patterns of ``records``, or none yet; the others are added."""
        self.index = index
        self.records: Records[Pattern] = Records() if records is None else records
        self._rows = {pattern: row for row, pattern in enumerate(self.records.patterns)}
        for pattern in self.records.patterns[len(index) :]:
            index.add(pattern)

    def __len__(self) -> int:
        return len(self.records.patterns)

    def __contains__(self, pattern: Pattern) -> bool:
        return pattern in self._rows

    def row(self, pattern: Pattern) -> int | None:
        """Where a pattern stands; None if it isn't there."""
        return self._rows.get(pattern)

    def insert(self, pattern: Pattern, scheme: str, weight: float = NEUTRAL) -> bool:
        """Add a pattern unless it is there already; whether it was added."""
        if pattern in self._rows:
            return False
        records = self.records
        self._rows[pattern] = len(records.patterns)
        records.patterns.append(pattern)
        records.ids = np.append(records.ids, records.given_out)
        records.weights = np.append(records.weights, weight)
        for name in ("updates", "uses", "ages"):
            setattr(records, name, np.append(getattr(records, name), 0))
        records.variance = np.append(records.variance, 0.0)
        records.schemes = np.append(records.schemes, SCHEMES.index(scheme))
        records.given_out += 1
        self.index.add(pattern)
        return True

    def delete(self, rows: Iterable[int]) -> None:
        """Take these rows out; the rest move up."""
        gone = set(rows)
        if not gone:
            return
        kept = np.array([row for row in range(len(self)) if row not in gone], dtype=np.int64)
        records = self.records
        records.patterns = [records.patterns[row] for row in kept]
        for name in ("ids", "weights", "updates", "uses", "variance", "ages", "schemes"):
            setattr(records, name, getattr(records, name)[kept])
        self._rows = {pattern: row for row, pattern in enumerate(records.patterns)}
        self.index.keep(kept)

    def matching(self, state: State) -> Rows:
        """The rows of the most specific patterns that hold in ``state``."""
        return self.index.matching(state)
