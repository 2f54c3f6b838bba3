"""The most specific patterns that hold in each of many positions at once: a choice's successors, or
the positions of a game (section 2.2: a pattern matches if it holds and none more specific does).

Up to 64 positions are seen together, each as one bit of a word.  First a table says in which
positions each feature is (:mod:`.features`); the positions in which a pattern's features and its
parents all are take a few ANDs, and only there its nodes must be laid on the board.  Successors of
one position have most of their men in common, so where a pattern held in one, its nodes are first
tried on the same squares in the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.bits import lowest, popcount
from machines.chess.board import WORDS, Position
from machines.kernel import kernel
from machines.morph.features import EDGE_KINDS, FEATURES, PLACE_FEATURES
from machines.morph.graph import EDGE_TABLES, graph_of
from machines.morph.labels import ANY_SQUARE, FILE, FREE, GENERIC, LABELS, MEN, PLACES, RANK
from machines.morph.matching import SCRATCH, holds, material_holds
from machines.morph.material import COUNTED, material_of
from machines.morph.order import Compiled

Words = npt.NDArray[np.int64]

TOGETHER = 64
"""Positions seen at once."""


@kernel("void(int64[::1],int64[:,::1],int64,int64[::1])")
def tell_features(labels: Words, out: Words, bit: int, table: Words) -> None:
    """Put one position's bit to every feature that it has (but those of any square)."""
    for label in range(ANY_SQUARE):
        squares = labels[label]
        if squares == 0:
            continue
        first = label * PLACES
        table[first + FREE] |= bit
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            table[first + square] |= bit
            table[first + FILE + (square & 7)] |= bit
            table[first + RANK + (square >> 3)] |= bit
            if label < MEN:
                for kind in range(GENERIC):
                    attacked = out[kind, square]
                    if attacked == 0:
                        continue
                    edge = PLACE_FEATURES + label * LABELS * EDGE_KINDS + kind
                    for target in range(LABELS):
                        if attacked & labels[target]:
                            table[edge + target * EDGE_KINDS] |= bit


@kernel("void(int64[::1])")
def finish_features(table: Words) -> None:
    """Generic edges, and edges from any square, from those that were told."""
    for source in range(MEN):
        for target in range(LABELS):
            edge = PLACE_FEATURES + (source * LABELS + target) * EDGE_KINDS
            table[edge + GENERIC] = table[edge] | table[edge + 1] | table[edge + 2]
            any_edge = PLACE_FEATURES + (ANY_SQUARE * LABELS + target) * EDGE_KINDS
            for kind in range(EDGE_KINDS):
                table[any_edge + kind] |= table[edge + kind]
    table[ANY_SQUARE * PLACES + FREE] = -1


@kernel(
    "void(int64[:,::1],int64,int64[:,::1],int64[:,:,::1],int64[:,:,::1],int64[:,::1],int64[::1])"
)
def look_at(
    words: Words,
    count: int,
    labels: Words,
    out: Words,
    into: Words,
    differences: Words,
    table: Words,
) -> None:
    """The graphs, material and features of ``count`` positions, at most 64."""
    table[:] = 0
    for s in range(count):
        graph_of(words[s], labels[s], out[s], into[s])
        material_of(words[s], differences[s])
        tell_features(labels[s], out[s], 1 << s, table)
    finish_features(table)


@kernel(
    "void(int64[:,::1],int64[::1],int64[::1],int64[::1],int64[::1],int64[::1],int64,int64,"
    "int64[:,::1],int64[:,:,::1],int64[:,:,::1],int64[:,::1],int64[::1],int64[::1],int64[::1])"
)
def hold(
    rows: Words,
    starts: Words,
    parents: Words,
    feature_starts: Words,
    features: Words,
    plain: Words,
    dominance: int,
    count: int,
    labels: Words,
    out: Words,
    into: Words,
    differences: Words,
    table: Words,
    held: Words,
    scratch: Words,
) -> None:
    """Fill ``held`` int64[patterns]: the positions, as bits, in which each pattern holds."""
    every = -1 if count == 64 else (1 << count) - 1
    for r in range(rows.shape[0]):
        left = every
        for i in range(starts[r], starts[r + 1]):
            left &= held[parents[i]]
        for i in range(feature_starts[r], feature_starts[r + 1]):
            left &= table[features[i]]
        if plain[r] or left == 0:
            held[r] = left
            continue
        row = rows[r]
        found = 0
        while left:
            s = lowest(left)
            left &= left - 1
            if row[0] == 0:
                if material_holds(row, differences[s], dominance):
                    found |= 1 << s
            elif holds(row, labels[s], out[s], into[s], scratch):
                found |= 1 << s
        held[r] = found


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
class Bench:
    """The arrays that positions are looked at in, made once and used again."""

    labels: Words = field(default_factory=lambda: _words(TOGETHER, LABELS))
    out: Words = field(default_factory=lambda: _words(TOGETHER, EDGE_TABLES, 64))
    into: Words = field(default_factory=lambda: _words(TOGETHER, EDGE_TABLES, 64))
    differences: Words = field(default_factory=lambda: _words(TOGETHER, COUNTED))
    table: Words = field(default_factory=lambda: _words(FEATURES))
    scratch: Words = field(default_factory=lambda: _words(SCRATCH))
    counts: Words = field(default_factory=lambda: _words(TOGETHER))
    held: Words = field(default_factory=lambda: _words(0))
    specific: Words = field(default_factory=lambda: _words(0))


def most_specific(words: Words, order: Compiled, bench: Bench) -> tuple[Words, Words]:
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
        total = _match(part, count, order, bench)
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


def _match(part: Words, count: int, order: Compiled, bench: Bench) -> int:
    seen = (bench.labels, bench.out, bench.into, bench.differences, bench.table)
    look_at(part, count, *seen)
    hold(
        order.rows,
        order.starts,
        order.parents,
        order.feature_starts,
        order.features,
        order.plain,
        order.dominance,
        count,
        *seen,
        bench.held,
        bench.scratch,
    )
    return leave_most_specific(
        order.starts, order.parents, bench.held, bench.specific, bench.counts
    )


def words_of(positions: Sequence[Position]) -> Words:
    """Positions for kernels, int64[n, WORDS]."""
    made = np.empty((len(positions), WORDS), dtype=np.int64)
    for number, position in enumerate(positions):
        made[number] = position.words()
    return made
