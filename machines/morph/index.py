"""The database's patterns by row, for the framework: most specific matches and values by kernels.

What machines.morph.aps.domain.Index asks for, over the partial order of :mod:`.order` and the
matching of :mod:`.batch_matching`.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from machines.games.chess.board import WORDS, Position, Words
from machines.games.chess.kernels import MOST_MOVES, list_moves, make
from machines.kernels.kernel import FloatVector, IntVector, kernel
from machines.morph.aps.domain import Rows, Weights
from machines.morph.aps.evaluation import folded
from machines.morph.batch_matching import MatchWorkspace, most_specific, words_of
from machines.morph.material import material
from machines.morph.order import PatternOrder
from machines.morph.patterns import Pattern

Integers = npt.NDArray[np.int64]


@kernel("int64(int64[::1],int64[::1],int64[:,::1])")
def list_successors(words: Words, moves: Integers, after: Integers) -> int:
    """Write the position after each legal move, in their order, to ``after``; how many."""
    count = list_moves(words, moves)
    for i in range(count):
        make(words, moves[i], after[i])
    return count


class FoldWork(NamedTuple):
    """What weights are folded in; each has room for all patterns of one position, or more."""

    taken: FloatVector  # The weights in their order
    steps: FloatVector  # What the value was after each
    rows: IntVector  # The weights' rows

    @classmethod
    def of_size(cls, most: int) -> "FoldWork":
        """Room for ``most`` patterns."""
        return cls(np.empty(most), np.empty(most), np.empty(most, dtype=np.int64))


@kernel("void(int64[::1],int64[::1],float64[::1],int64,float64[::1],FoldWork)", FoldWork)
def fold_each(
    starts: Integers, found: Integers, weights: Weights, fold: int, values: Weights, work: FoldWork
) -> None:
    """Each position's value; its patterns are ``found[starts[i]:starts[i + 1]]``."""
    taken, steps, rows = work
    for i in range(len(values)):
        count = starts[i + 1] - starts[i]
        for j in range(count):
            rows[j] = found[starts[i] + j]
            taken[j] = weights[rows[j]]
        values[i] = folded(taken, rows, count, fold, steps)


class Index:
    """Morph's patterns by row."""

    def __init__(self, dominance: bool = True, patterns: Iterable[Pattern] = ()) -> None:
        self.order = PatternOrder(patterns, dominance)
        self._bench = MatchWorkspace()
        self._work = FoldWork.of_size(0)
        self._moves = np.empty(MOST_MOVES, dtype=np.int64)
        self._after = np.empty((MOST_MOVES, WORDS), dtype=np.int64)

    def __len__(self) -> int:
        return len(self.order)

    def copy(self) -> "Index":
        """The same rows, to come and go by themselves."""
        made = Index()
        made.order = self.order.copy()
        return made

    def add(self, pattern: Pattern) -> None:
        """A pattern, as the next row."""
        self.order.add(pattern)

    def keep(self, rows: Rows) -> None:
        """Drop all rows but these, ascending."""
        self.order.keep(rows)

    def matching(self, state: Position) -> Rows:
        """The rows that match, ascending."""
        return np.sort(self._most_specific(state.words().reshape(1, WORDS))[1])

    def matching_each(self, states: Sequence[Position]) -> tuple[Rows, ...]:
        """:meth:`matching` of every state, together."""
        if not states:
            return ()
        starts, found = self._most_specific(words_of(states))
        return tuple(np.sort(found[start:end]) for start, end in pairwise(starts.tolist()))

    def add_holding_material(
        self, states: Sequence[Position], matched: tuple[Rows, ...]
    ) -> tuple[Rows, ...]:
        """To the rows that match each state, every material pattern that holds there by dominance,
        though a more specific one matches: sorted int64 rows, one array a state.

        "Even" holds where neither side, or only one, is up anything, not where each has more of
        something: so it was updated in Table 5.1 (:attr:`.LearnerConfig.material_updates`).
        """
        numbers, wanted = self.order.material()
        even = ~wanted.any(axis=1)
        found = []
        for state, rows in zip(states, matched, strict=True):
            has = np.array(material(state), dtype=np.int64)
            each = ((wanted <= 0) | (has >= wanted)) & ((wanted >= 0) | (has <= wanted))
            holds = each.all(axis=1)
            if (has > 0).any() and (has < 0).any():
                holds &= ~even
            found.append(np.union1d(rows, numbers[holds]))
        return tuple(found)

    def values(self, states: Sequence[Position], weights: Weights, fold: int) -> Weights:
        """Each state's value."""
        return self._values(words_of(states), weights, fold)

    def successor_values(self, state: Position, weights: Weights, fold: int) -> Weights:
        """The values of what the legal moves lead to, in their order."""
        count = list_successors(state.words(), self._moves, self._after)
        return self._values(self._after[:count], weights, fold)

    def _most_specific(self, words: Words) -> tuple[Integers, Integers]:
        return most_specific(words, self.order.compiled(), self._bench)

    def _values(self, words: Words, weights: Weights, fold: int) -> Weights:
        values = np.empty(len(words), dtype=np.float64)
        starts, found = self._most_specific(words)
        if len(found) > len(self._work.rows):
            self._work = FoldWork.of_size(2 * len(found))
        fold_each(starts, found, weights, fold, values, self._work)
        return values
