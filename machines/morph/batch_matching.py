"""The most specific patterns that hold in each of many positions at once: a choice's successors, or
the positions of a game (section 2.2: a pattern matches if it holds and none more specific does).

A pattern can hold only where all its features and all its parents do, which is a few ANDs for up to
64 positions (:mod:`.position_batch`); for the few that are left its nodes are laid on the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from machines.games.chess.board import WORDS, Position
from machines.kernels.bits import ALL_ONES, lowest, popcount
from machines.kernels.kernel import IntMatrix, IntVector, inner_kernel, kernel
from machines.morph.matching import material_holds
from machines.morph.order import Compiled
from machines.morph.position_batch import TOGETHER, PositionBatch, look_at, place_pattern

Words = npt.NDArray[np.int64]


@inner_kernel("int64(int64[::1],int64,int64[:,::1],int64)")
def where_material(row: Words, positions: int, differences: Words, dominance: int) -> int:
    """Those of ``positions`` in which a material pattern's row holds."""
    found = 0
    while positions:
        s = lowest(positions)
        positions &= positions - 1
        found |= material_holds(row, differences[s], dominance) << s
    return found


class PatternArrays(NamedTuple):
    """What a kernel is told of the patterns (machines.morph.order.Compiled)."""

    rows: IntMatrix
    starts: IntVector
    parents: IntVector
    feature_starts: IntVector
    features: IntVector
    plain: IntVector


@kernel("void(PatternArrays,int64,int64,PositionBatch,int64[::1])", PatternArrays, PositionBatch)
def hold(
    patterns: PatternArrays, dominance: int, count: int, batch: PositionBatch, held: Words
) -> None:
    """Fill ``held`` int64[patterns]: the positions, as bits, in which each pattern holds."""
    rows, starts, parents, feature_starts, features, plain = patterns
    table, edges, empty, labels, out, into, differences, _, _, scratch = batch
    every = ALL_ONES if count == TOGETHER else (1 << count) - 1
    for r in range(rows.shape[0]):
        left = every
        for i in range(starts[r], starts[r + 1]):
            left &= held[parents[i]]
        for i in range(feature_starts[r], feature_starts[r + 1]):
            left &= table[features[i]]
        if left and not plain[r]:
            if rows[r, 0]:
                left = place_pattern(rows[r], left, table, edges, empty, labels, out, into, scratch)
            else:
                left = where_material(rows[r], left, differences, dominance)
        held[r] = left


@kernel("int64(int64[::1],int64[::1],int64[::1],int64[::1],int64[::1])")
def leave_most_specific(
    starts: Words, parents: Words, held: Words, specific: Words, counts: Words
) -> int:
    """Fill ``specific``: of ``held`` what is left where no child holds; and how many patterns are
    left in each position.  Returns how many there are in all."""
    counts[:] = 0
    total = 0
    for r in range(held.shape[0]):
        specific[r] = held[r]
        for i in range(starts[r], starts[r + 1]):
            specific[parents[i]] &= ~held[r]
    for r in range(held.shape[0]):
        left = specific[r]
        total += popcount(left)
        while left:
            counts[lowest(left)] += 1
            left &= left - 1
    return total


@kernel("void(int64[::1],int64[::1],int64[::1],int64[::1])")
def list_specific(numbers: Words, specific: Words, ends: Words, found: Words) -> None:
    """Write the patterns' numbers position by position; ``ends`` int64[64] are where each
    position's begin, and are left where they end."""
    for r in range(specific.shape[0]):
        left = specific[r]
        while left:
            s = lowest(left)
            left &= left - 1
            found[ends[s]] = numbers[r]
            ends[s] += 1


def _words(*shape: int) -> Words:
    return np.zeros(shape, dtype=np.int64)


@dataclass(eq=False)
class MatchWorkspace:
    """The arrays that positions are looked at in, made once and used again."""

    together: PositionBatch = field(default_factory=PositionBatch.new)
    counts: Words = field(default_factory=lambda: _words(TOGETHER))
    held: Words = field(default_factory=lambda: _words(0))
    specific: Words = field(default_factory=lambda: _words(0))


def most_specific(words: Words, order: Compiled, bench: MatchWorkspace) -> tuple[Words, Words]:
    """The most specific patterns of ``order`` that hold in each position.

    ``words`` are the positions, int64[n, WORDS].  Returns ``starts`` int64[n + 1] and ``found``:
    position i's patterns, by their numbers in the database, are ``found[starts[i]:starts[i+1]]``.
    """
    if len(bench.held) != len(order.rows):
        bench.held, bench.specific = _words(len(order.rows)), _words(len(order.rows))
    starts = _words(len(words) + 1)
    listed = []
    for first in range(0, len(words), TOGETHER):
        part = words[first : first + TOGETHER]
        count = len(part)
        total = _match(part, order, bench)
        counts = bench.counts[:count]
        starts[first + 1 : first + 1 + count] = starts[first] + np.cumsum(counts)
        ends = _words(TOGETHER)
        ends[:count] = np.cumsum(counts) - counts
        found = np.empty(total, dtype=np.int64)
        list_specific(order.numbers, bench.specific, ends, found)
        listed.append(found)
    if len(listed) == 1:
        return starts, listed[0]
    return starts, np.concatenate(listed) if listed else _words(0)


def _match(part: Words, order: Compiled, bench: MatchWorkspace) -> int:
    """Fill ``bench.specific`` and ``bench.counts``; how many patterns match in all positions."""
    look_at(part, bench.together)
    patterns = PatternArrays(
        order.rows, order.starts, order.parents, order.feature_starts, order.features, order.plain
    )
    hold(patterns, order.dominance, len(part), bench.together, bench.held)
    return leave_most_specific(
        order.starts, order.parents, bench.held, bench.specific, bench.counts
    )


def words_of(positions: Sequence[Position]) -> Words:
    """Positions for kernels, int64[n, WORDS]."""
    made = np.empty((len(positions), WORDS), dtype=np.int64)
    for number, position in enumerate(positions):
        made[number] = position.words()
    return made
