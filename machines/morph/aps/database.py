"""The pattern-weight database: a record a pattern as arrays, and the patterns as a partial order.

A record is what Table 5.1 prints: weight, number of updates, variance ("the sum of the weight
changes"), age in searches; and the uses, "the number of times the pattern has been referenced
during play".  Row i of every array is pattern i; rows move up when patterns are deleted, ids never
change.

Each pattern knows its parents (the least general of those more general) and its children.  To match
a state, a pattern is tried only when all its parents hold; one that holds marks its parents as not
the most specific.  A domain with kernels has an index of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np
import numpy.typing as npt

from machines.morph.aps.domain import Domain, Index, Pattern, Rows, State, Weights
from machines.morph.aps.evaluation import NEUTRAL, folded

# -- The patterns of any domain as a partial order on "more general than" (section 2.2) ------------


class PartialOrder(Generic[State, Pattern]):
    """An index (machines.morph.aps.domain.Index) by a domain's own two questions."""

    def __init__(self, domain: Domain[State, Pattern]) -> None:
        self.domain = domain
        self.patterns: list[Pattern] = []
        self.parents: list[set[int]] = []
        self.children: list[set[int]] = []
        self._sorted: list[int] | None = None

    def __len__(self) -> int:
        return len(self.patterns)

    def add(self, pattern: Pattern) -> None:
        """A pattern, as the next row."""
        general, specific = self.domain.more_general, range(len(self.patterns))
        row = len(self.patterns)
        above = {r for r in specific if general(self.patterns[r], pattern)}
        below = {r for r in specific if general(pattern, self.patterns[r])}
        parents = {r for r in above if not self.children[r] & above}
        children = {r for r in below if not self.parents[r] & below}
        for parent in parents:
            self.children[parent] = (self.children[parent] - children) | {row}
        for child in children:
            self.parents[child] = (self.parents[child] - parents) | {row}
        self.patterns.append(pattern)
        self.parents.append(parents)
        self.children.append(children)
        self._sorted = None

    def keep(self, rows: Rows) -> None:
        """Drop all rows but these."""
        patterns = [self.patterns[row] for row in rows]
        self.patterns, self.parents, self.children, self._sorted = [], [], [], None
        for pattern in patterns:
            self.add(pattern)

    def topological(self) -> Sequence[int]:
        """Rows, each after all its parents."""
        if self._sorted is None:
            done: set[int] = set()
            found: list[int] = []
            left = list(range(len(self.patterns)))
            while left:
                ready = [row for row in left if self.parents[row] <= done]
                found += ready
                done.update(ready)
                left = [row for row in left if row not in done]
            self._sorted = found
        return self._sorted

    def matching(self, state: State) -> Rows:
        """The rows that hold and have no child that holds."""
        held: set[int] = set()
        specific: set[int] = set()
        for row in self.topological():
            if self.parents[row] <= held and self.domain.satisfies(state, self.patterns[row]):
                held.add(row)
                specific.add(row)
                specific -= self.parents[row]
        return np.array(sorted(specific), dtype=np.int64)

    def matching_each(self, states: Sequence[State]) -> tuple[Rows, ...]:
        """:meth:`matching` of every state."""
        return tuple(self.matching(state) for state in states)

    def values(self, states: Sequence[State], weights: Weights, fold: int) -> Weights:
        """Each state's value."""
        return np.array([value_of(self.matching(each), weights, fold) for each in states])


def value_of(rows: Rows, weights: Weights, fold: int) -> float:
    """What the weights in these rows come to, folded in the order of that number."""
    count = len(rows)
    return float(folded(weights[rows], rows.copy(), count, fold, np.empty(count)))


# -- database --------------------------------------------------------------------------------------

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
