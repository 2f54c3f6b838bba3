"""The patterns of any domain as a partial order on "more general than" (section 2.2).

Each pattern knows its parents (the least general of those more general) and its children.  To match
a state, a pattern is tried only when all its parents hold; one that holds marks its parents as not
the most specific.  A domain with kernels has an index of its own.
"""

from collections.abc import Sequence
from typing import Generic

import numpy as np

from machines.morph.aps.domain import Domain, Pattern, Rows, State, Weights
from machines.morph.aps.evaluation import folded


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
