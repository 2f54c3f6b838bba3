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

from machines.kernels.bits import ONE
from machines.kernels.kernel import inner_kernel, kernel
from machines.morph import labels
from machines.morph.patterns import (
    EDGES,
    MASKS,
    ROW,
    Pattern,
    Rows,
    all_in_features,
    features_of,
    row_of,
)

Integers = npt.NDArray[np.int64]
Relation = npt.NDArray[np.int8]

TOGETHER = 64
"""Patterns of a database that are compared by one call of a kernel, which plain Python makes in
tenths of a second, too."""
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


@inner_kernel("int64(int64[::1])")
def needs_of(row: Rows) -> int:
    """Bits for what a less general pattern has, too.

    Bit 0: a graph.  Its nodes and edges (from bits 2 and 11, a bit for each up to nine), its edges
    by kind (from bit 20), its labels (once, from bit 23, and twice, from bit 37), its edges by kind
    and labels (from bit 51, several to a bit).  Bit 1: material.  Its differences (from bit 2, by
    piece and side a bit for each up to five).
    """
    nodes = row[0] & 15
    if nodes == 0:
        needs = ONE << 1
        for piece in range(5):
            up = row[MASKS + piece]
            place = 10 * piece + (7 if up < 0 else 2)
            needs |= ((ONE << min(abs(up), 5)) - 1) << place
        return needs  # type: ignore[no-any-return]
    needs = 1 | ((1 << nodes) - 1) << 2
    edges = 0
    for node in range(nodes):
        label = label_of(row, node)
        if label != labels.ANY_SQUARE:
            needs |= ONE << (37 if (needs >> (23 + label)) & 1 else 23) + label
        for half in range(2 * node):
            kind = (row[EDGES + node] >> 4 * half) & 15
            edges += kind > 0
            if 0 < kind <= labels.DISCOVERED + 1:
                other = label_of(row, half >> 1)
                needs |= ONE << 19 + kind
                if labels.ANY_SQUARE not in (label, other):
                    ends = (5 * label + other) if half & 1 else (5 * other + label)
                    needs |= ONE << 51 + (ends + kind) % 12
    return needs | ((1 << min(edges, 9)) - 1) << 11  # type: ignore[no-any-return]


@kernel("void(int64[:,::1],int64[::1],int64,int64,int8[:,::1],int64[::1])")
def relate(
    rows: Rows, needs: Integers, first: int, dominance: int, relation: Relation, laid: Integers
) -> None:
    """Fill ``relation``: of each row from ``first`` on and each before it 1 where the one before is
    the more general, 2 where it is the less general, 3 where they are equal; and ``needs`` from
    ``first`` on.  ``laid`` is scratch [8]."""
    for number in range(len(relation)):
        row = first + number
        own = needs[row] = needs_of(rows[row])
        for other in range(row):
            # Most pairs are told apart by what only one of them has.
            relation[number, other] = 0
            if not needs[other] & ~own:
                relation[number, other] = row_more_general(rows[other], rows[row], dominance, laid)
            if not own & ~needs[other]:
                relation[number, other] += 2 * row_more_general(
                    rows[row], rows[other], dominance, laid
                )


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
        self._needs = np.zeros(64, dtype=np.int64)
        self._compiled: Compiled | None = None
        given = list(patterns)
        for start in range(0, len(given), TOGETHER):
            self._add(given[start : start + TOGETHER])

    def __len__(self) -> int:
        return len(self.patterns)

    def add(self, pattern: Pattern) -> None:
        """A pattern, as the next row; it is not there yet."""
        self._add([pattern])

    def _add(self, patterns: Sequence[Pattern]) -> None:
        first = len(self.patterns)
        count = first + len(patterns)
        while count > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
            self._needs = np.concatenate([self._needs, np.zeros_like(self._needs)])
        self._rows[first:count] = [row_of(pattern) for pattern in patterns]
        self.patterns += patterns
        self.above += [set() for _ in patterns]
        self._parents += [None] * len(patterns)
        self._features += map(features_of, patterns)
        self._plain += map(all_in_features, patterns)
        relation = np.zeros((len(patterns), count), dtype=np.int8)
        laid = np.zeros(8, dtype=np.int64)
        relate(self._rows, self._needs, first, int(self.dominance), relation, laid)
        numbers, others = np.nonzero(relation)
        kinds = relation[numbers, others].tolist()
        rows = (first + numbers).tolist()
        for row, other, kind in zip(rows, others.tolist(), kinds, strict=True):
            if kind == 1:
                self.above[row].add(other)
            elif kind == 2:
                self.above[other].add(row)
                self._parents[other] = None
        self._compiled = None

    def copy(self) -> "PatternOrder":
        """The same rows, to come and go by themselves: no pattern is compared again."""
        made = PatternOrder((), self.dominance)
        made._compiled = self.compiled()
        made.patterns = list(self.patterns)
        made.above = [set(rows) for rows in self.above]
        made._parents = list(self._parents)
        made._features, made._plain = list(self._features), list(self._plain)
        made._rows, made._needs = self._rows.copy(), self._needs.copy()
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
        self._needs[: len(kept)] = self._needs[kept]
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
