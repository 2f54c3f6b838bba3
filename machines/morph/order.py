"""Which patterns are more general than which: the database as a partial order (section 2.2).

A graph pattern is more general than another if it is a subgraph of it: its nodes can be laid on
different nodes of the other so that each label is the same or any square, each place allows at
least what the other's allows, and each edge is one of the other's, of its kind or generic.  An edge
"as a knight" from any square is less than a direct edge from a knight, too.

A material pattern is more general than another, if material counts by dominance, where every
difference that it has is there, no less, on the same side.  Counted exactly, none is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from machines.bits import ONE
from machines.kernel import inner_kernel, kernel
from machines.morph import labels
from machines.morph.features import all_in_features, features_of
from machines.morph.patterns import Pattern
from machines.morph.rows import EDGES, HAS, MASKS, ROW, Rows, row_of

Integers = npt.NDArray[np.int64]

AS_OF_MAN = np.array([*labels.AS_MAN, -1, -1, -1], dtype=np.int64)


@inner_kernel("int64(int64[::1],int64,int64)", inline="always")
def edge_of(row: Rows, source: int, target: int) -> int:
    """0 for no edge from one node of a row to another, else 1 + its kind."""
    if source > target:
        return (row[EDGES + source] >> 8 * target) & 15  # type: ignore[no-any-return]
    return (row[EDGES + target] >> (8 * source + 4)) & 15  # type: ignore[no-any-return]


@inner_kernel("int64(int64[::1],int64)", inline="always")
def label_of(row: Rows, node: int) -> int:
    """A node's label."""
    return (row[0] >> (4 + 4 * node)) & 15  # type: ignore[no-any-return]


@inner_kernel("int64(int64,int64,int64)")
def edge_allows(general: int, special: int, label: int) -> int:
    """1 if an edge of the more general pattern (1 + kind) is less than ``special`` (0 or 1 + kind),
    an edge from a node of ``label``."""
    if general == special:
        return 1
    if general == labels.GENERIC + 1:
        return 1 if 1 <= special <= labels.DISCOVERED + 1 else 0
    if general > labels.AS_WHITE_PAWN and special == labels.DIRECT + 1 and label < labels.MEN:
        return 1 if AS_OF_MAN[label] == general - 1 else 0
    return 0


@inner_kernel("int64(int64[::1],int64[::1],int64,int64,int64[::1])")
def node_allows(p: Rows, q: Rows, node: int, other: int, laid: Integers) -> int:
    """1 if node ``node`` of p may lie on node ``other`` of q, those before it lying on ``laid``."""
    label = label_of(q, other)
    wanted = label_of(p, node)
    if wanted != label and wanted != labels.ANY_SQUARE:
        return 0
    mask = q[MASKS + other]
    if p[MASKS + node] & mask != mask:
        return 0
    for m in range(node):
        edges = (p[EDGES + node] >> 8 * m) & 255
        if edges:
            low, high = edges & 15, edges >> 4
            if low and not edge_allows(low, edge_of(q, other, laid[m]), label):
                return 0
            if high and not edge_allows(high, edge_of(q, laid[m], other), label_of(q, laid[m])):
                return 0
    return 1


@inner_kernel("int64(int64[::1],int64[::1],int64[::1])")
def holds_within(p: Rows, q: Rows, laid: Integers) -> int:
    """1 if the graph of row p is a subgraph of that of row q; ``laid`` is scratch [8]."""
    count, nodes = p[0] & 15, q[0] & 15
    if count > nodes:
        return 0
    used = 0
    node = 0
    laid[0] = -1
    while node >= 0:
        if laid[node] >= 0:
            used &= ~(ONE << laid[node])
        other = laid[node] + 1
        while other < nodes:
            if not (used >> other) & 1 and node_allows(p, q, node, other, laid):
                break
            other += 1
        if other == nodes:
            node -= 1
            continue
        laid[node] = other
        used |= ONE << other
        node += 1
        if node == count:
            return 1
        laid[node] = -1
    return 0


@kernel("int64(int64[::1],int64[::1],int64,int64[::1])")
def row_more_general(p: Rows, q: Rows, dominance: int, laid: Integers) -> int:
    """1 if row p's pattern holds wherever row q's does (equal patterns do); graphs and material
    say nothing of each other."""
    if (p[0] == 0) != (q[0] == 0):
        return 0
    if p[0]:
        return holds_within(p, q, laid)
    for i in range(MASKS, MASKS + 5):
        if dominance:
            if p[i] > 0 and q[i] < p[i]:
                return 0
            if p[i] < 0 and q[i] > p[i]:
                return 0
        elif p[i] != q[i]:
            return 0
    return 1


@kernel("void(int64[:,::1],int64,int64[::1],int64,int64[::1])", _nrt=True)
def related(rows: Rows, count: int, row: Rows, dominance: int, relation: Integers) -> None:
    """Fill ``relation`` [count]: 1 where a row is more general than ``row``, 2 where ``row`` is
    more general, 3 where they are equal."""
    laid = np.zeros(8, dtype=np.int64)
    head = row[0]
    for i in range(count):
        other = rows[i, 0]
        relation[i] = 0
        # Most pairs are told apart by a label that only one of them has.
        if not (other & ~head) >> HAS:
            relation[i] = row_more_general(rows[i], row, dominance, laid)
        if not (head & ~other) >> HAS:
            relation[i] += 2 * row_more_general(row, rows[i], dominance, laid)


def more_general(pattern: Pattern, other: Pattern, dominance: bool = True) -> bool:
    """Whether ``pattern`` is another than ``other`` and holds wherever that one holds."""
    laid = np.zeros(8, dtype=np.int64)
    p, q = row_of(pattern), row_of(other)
    return bool(pattern != other and row_more_general(p, q, int(dominance), laid))


@dataclass(frozen=True, eq=False)
class Compiled:
    """The order for the kernels of :mod:`.matching`: patterns in topological order, the more
    general before the less."""

    rows: Rows  # int64[n, ROW]
    numbers: Integers  # int64[n]: the pattern's row in the database
    starts: Integers  # int64[n + 1]: where each pattern's parents begin in ``parents``
    parents: Integers  # Places in the topological order
    feature_starts: Integers  # int64[n + 1]: where each pattern's features begin in ``features``
    features: Integers  # Numbers of :mod:`.features`
    plain: Integers  # int64[n]: 1 if the features are all there is to a pattern
    dominance: int  # 1 if material counts by dominance, 0 if exactly


class PatternOrder:
    """The patterns of a database by row, and their partial order, kept as rows come and go."""

    def __init__(self, patterns: Iterable[Pattern] = (), dominance: bool = True) -> None:
        self.dominance = dominance
        self.patterns: list[Pattern] = []
        self.above: list[set[int]] = []
        """Of each row, all that are more general."""
        self._parents: list[set[int] | None] = []
        """Of each row, once they have been asked for."""
        self._features: list[tuple[int, ...]] = []
        self._plain: list[bool] = []
        self._rows = np.zeros((64, ROW), dtype=np.int64)
        self._compiled: Compiled | None = None
        for pattern in patterns:
            self.add(pattern)

    def __len__(self) -> int:
        return len(self.patterns)

    def add(self, pattern: Pattern) -> None:
        """A pattern, as the next row; it is not there yet."""
        count = len(self.patterns)
        if count == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[count] = row_of(pattern)
        relation = np.zeros(count, dtype=np.int64)
        related(self._rows, count, self._rows[count], int(self.dominance), relation)
        self.above.append(set(np.flatnonzero(relation == 1).tolist()))
        for row in np.flatnonzero(relation == 2).tolist():
            self.above[row].add(count)
            self._parents[row] = None
        self.patterns.append(pattern)
        self._parents.append(None)
        self._features.append(features_of(pattern))
        self._plain.append(all_in_features(pattern))
        self._compiled = None

    def copy(self) -> "PatternOrder":
        """The same rows, to come and go by themselves: no pattern is compared again."""
        made = PatternOrder((), self.dominance)
        made._compiled = self.compiled()
        made.patterns = list(self.patterns)
        made.above = [set(one) for one in self.above]
        made._parents = list(self._parents)
        made._features, made._plain = list(self._features), list(self._plain)
        made._rows = self._rows.copy()
        return made

    def keep(self, rows: Sequence[int] | Integers) -> None:
        """Drop all rows but these, ascending; they are then numbered from 0 again."""
        kept = [int(row) for row in rows]
        at = {row: number for number, row in enumerate(kept)}
        self.patterns = [self.patterns[row] for row in kept]
        self.above = [{at[other] for other in self.above[row] if other in at} for row in kept]
        self._parents = [None] * len(kept)
        self._features = [self._features[row] for row in kept]
        self._plain = [self._plain[row] for row in kept]
        self._rows[: len(kept)] = self._rows[kept]
        self._compiled = None

    def material(self) -> tuple[Integers, Integers]:
        """The rows of the material patterns int64[m], and their differences int64[m, 5]."""
        numbers = np.flatnonzero(self._rows[: len(self.patterns), 0] == 0)
        return numbers, self._rows[numbers, MASKS : MASKS + 5]

    def parents(self, row: int) -> set[int]:
        """The least general of those that are more general."""
        found = self._parents[row]
        if found is None:
            above = self.above[row]
            found = self._parents[row] = above.difference(*(self.above[other] for other in above))
        return found

    def compiled(self) -> Compiled:
        """The order for kernels; made anew when rows have come or gone."""
        if self._compiled is None:
            count = len(self.patterns)
            # What is more general than a pattern has fewer above it than the pattern has.
            order = sorted(range(count), key=lambda row: len(self.above[row]))
            at = {row: place for place, row in enumerate(order)}
            parents = [sorted(at[parent] for parent in self.parents(row)) for row in order]
            features = [self._features[row] for row in order]
            numbers = np.array(order, dtype=np.int64)
            self._compiled = Compiled(
                rows=self._rows[numbers],
                numbers=numbers,
                starts=_starts(parents),
                parents=_joined(parents),
                feature_starts=_starts(features),
                features=_joined(features),
                plain=np.array([self._plain[row] for row in order], dtype=np.int64),
                dominance=int(self.dominance),
            )
        return self._compiled


def _starts(lists: Sequence[Sequence[int]]) -> Integers:
    return np.array([0, *accumulate(map(len, lists))], dtype=np.int64)


def _joined(lists: Sequence[Sequence[int]]) -> Integers:
    return np.array([number for each in lists for number in each], dtype=np.int64)
