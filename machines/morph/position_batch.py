"""Up to 64 positions seen together, each as one bit of a word: a choice's successors, a game.

Successors of one position have most of their men in common.  So a pattern's nodes are laid on the
board once for all of them: on squares that any of the positions allows, with a word that says which
of them still do.  Tables give that word for a man on a square and for an edge between two squares::

    table  int64[FEATURES]      label * PLACES + place, and edges between labels (:mod:`.features`)
    edges  int64[4, 64, 64]     kind, from, to
    empty  int64[64]            no man is on the square
    labels int64[15], out and into int64[4, 64]: as in :mod:`.graph`, of any of the positions
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from machines.games.chess.attacks import BETWEEN, bishop_attacks, rook_attacks
from machines.kernels.bits import ONE, lowest
from machines.kernels.kernel import IntCube, IntMatrix, IntVector, inner_kernel, kernel
from machines.morph.graph import EDGE_TABLES, edges_out
from machines.morph.labels import (
    ANY_SQUARE,
    AS_BISHOP,
    AS_QUEEN,
    AS_ROOK,
    AS_WHITE_PAWN,
    FILE,
    FREE,
    GENERIC,
    LABELS,
    MEN,
    PLACES,
    RANK,
)
from machines.morph.matching import leaps
from machines.morph.material import COUNTED, material_of
from machines.morph.patterns import EDGE_KINDS, EDGES, FEATURES, MASKS, PLACE_FEATURES

Words = npt.NDArray[np.int64]

TOGETHER = 64
"""Positions seen at once."""
LEFT, STILL = 8, 16
"""Where :func:`place_pattern`'s scratch holds, of each node, the squares left to try, and the
positions in which those before it lie as they should; before that it holds their squares."""
SCRATCH = 24


class PositionBatch(NamedTuple):
    """The arrays, made once and used again."""

    table: IntVector  # FEATURES
    edges: IntCube  # (EDGE_TABLES, 64, 64)
    empty: IntVector  # 64
    labels: IntVector  # LABELS
    out: IntMatrix  # (EDGE_TABLES, 64)
    into: IntMatrix  # (EDGE_TABLES, 64)
    differences: IntMatrix  # (TOGETHER, COUNTED): each position's material
    own_labels: IntVector  # LABELS: of the graph of one position while it is told
    own_out: IntMatrix  # (EDGE_TABLES, 64), likewise
    scratch: IntVector  # SCRATCH

    @classmethod
    def new(cls) -> "PositionBatch":
        """Room for at most 64 positions."""
        squares = (EDGE_TABLES, 64)
        shapes = (
            (FEATURES,), (*squares, 64), (64,), (LABELS,), squares, squares, (TOGETHER, COUNTED),
            (LABELS,), squares, (SCRATCH,),
        )  # fmt: skip
        return cls(*[np.zeros(shape, dtype=np.int64) for shape in shapes])


@inner_kernel(
    "void(int64[::1],int64[:,::1],int64,int64[::1],int64[:,:,::1],int64[::1],int64[:,::1])"
)
def tell(
    labels: Words,
    out: Words,
    bit: int,
    table: Words,
    edges: Words,
    all_labels: Words,
    all_out: Words,
) -> None:
    """Put one position's bit to all that it has (but what a label ANY_SQUARE or a generic edge
    stands for)."""
    for label in range(ANY_SQUARE):
        squares = labels[label]
        if squares == 0:
            continue
        all_labels[label] |= squares
        first = label * PLACES
        table[first + FREE] |= bit
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            table[first + square] |= bit
            table[first + FILE + (square & 7)] |= bit
            table[first + RANK + (square >> 3)] |= bit
            if label >= MEN:
                continue
            for kind in range(GENERIC):
                attacked = out[kind, square]
                if attacked == 0:
                    continue
                all_out[kind, square] |= attacked
                edge = PLACE_FEATURES + label * LABELS * EDGE_KINDS + kind
                for target in range(LABELS):
                    if attacked & labels[target]:
                        table[edge + target * EDGE_KINDS] |= bit
                while attacked:
                    edges[kind, square, lowest(attacked)] |= bit
                    attacked &= attacked - 1


@inner_kernel("void(int64[::1],int64[:,:,::1],int64[::1],int64[::1],int64[:,::1],int64[:,::1])")
def finish(
    table: Words, edges: Words, empty: Words, labels: Words, out: Words, into: Words
) -> None:
    """What follows from that: generic edges, any square, the edges' other ends, empty squares."""
    for source in range(MEN):
        for target in range(LABELS):
            edge = PLACE_FEATURES + (source * LABELS + target) * EDGE_KINDS
            table[edge + GENERIC] = table[edge] | table[edge + 1] | table[edge + 2]
            any_edge = PLACE_FEATURES + (ANY_SQUARE * LABELS + target) * EDGE_KINDS
            for kind in range(EDGE_KINDS):
                table[any_edge + kind] |= table[edge + kind]
    labels[ANY_SQUARE] = -1
    for square in range(64):
        table[ANY_SQUARE * PLACES + square] = -1
        occupied = 0
        for label in range(MEN):
            occupied |= table[label * PLACES + square]
        empty[square] = ~occupied
        for kind in range(GENERIC):
            attacked = out[kind, square]
            out[GENERIC, square] |= attacked
            while attacked:
                other = lowest(attacked)
                attacked &= attacked - 1
                edges[GENERIC, square, other] |= edges[kind, square, other]
                into[kind, other] |= ONE << square
                into[GENERIC, other] |= ONE << square


@kernel("void(int64[:,::1],PositionBatch)", PositionBatch)
def look_at(words: Words, batch: PositionBatch) -> None:
    """Fill all tables from positions int64[n, WORDS], n at most 64."""
    table, edges, empty, labels, out, into, differences, own_labels, own_out, _ = batch
    table[:] = 0
    edges[:] = 0
    labels[:] = 0
    out[:] = 0
    into[:] = 0
    for s in range(words.shape[0]):
        edges_out(words[s], own_labels, own_out)
        material_of(words[s], differences[s])
        tell(own_labels, own_out, ONE << s, table, edges, labels, out)
    finish(table, edges, empty, labels, out, into)


@inner_kernel("int64(int64,int64,int64)")
def could_attack(kind: int, square: int, back: int) -> int:
    """:func:`.matching.would_attack` on an empty board."""
    if kind == AS_BISHOP:
        return bishop_attacks(square, 0)
    if kind == AS_ROOK:
        return rook_attacks(square, 0)
    if kind == AS_QUEEN:
        return bishop_attacks(square, 0) | rook_attacks(square, 0)
    return leaps(kind, square, back)


@inner_kernel("int64(int64,int64,int64,int64[::1])")
def clear_between(kind: int, source: int, target: int, empty: Words) -> int:
    """The positions in which nothing stands between two squares that a man could attack along."""
    between = BETWEEN[source, target] if AS_BISHOP <= kind <= AS_QUEEN else 0
    left = -1
    while between:
        left &= empty[lowest(between)]
        between &= between - 1
    return left


@inner_kernel("int64(int64[::1],int64,int64,int64[::1],int64[:,::1],int64[:,::1],int64[::1])")
def squares_for(
    row: Words, node: int, used: int, labels: Words, out: Words, into: Words, scratch: Words
) -> int:
    """The squares on which a node might be laid in any of the positions."""
    left = labels[(row[0] >> (4 + 4 * node)) & 15] & row[MASKS + node] & ~used
    edges = row[EDGES + node]
    earlier = 0
    while edges and left:
        low, high = edges & 15, (edges >> 4) & 15
        square = scratch[earlier]
        if low > AS_WHITE_PAWN:
            left &= could_attack(low - 1, square, 1)
        elif low:
            left &= into[low - 1, square]
        if high > AS_WHITE_PAWN:
            left &= could_attack(high - 1, square, 0)
        elif high:
            left &= out[high - 1, square]
        edges >>= 8
        earlier += 1
    return left  # type: ignore[no-any-return]


@inner_kernel("int64(int64,int64,int64,int64[::1],int64[:,:,::1],int64[::1])")
def joined_positions(
    joined: int, square: int, positions: int, scratch: Words, edges: Words, empty: Words
) -> int:
    """Those of ``positions`` in which a node on ``square`` has its edges ``joined`` with the
    earlier nodes."""
    earlier = 0
    while joined and positions:
        low, high = joined & 15, (joined >> 4) & 15
        other = scratch[earlier]
        if low > AS_WHITE_PAWN:
            positions &= clear_between(low - 1, square, other, empty)
        elif low:
            positions &= edges[low - 1, square, other]
        if high > AS_WHITE_PAWN:
            positions &= clear_between(high - 1, other, square, empty)
        elif high:
            positions &= edges[high - 1, other, square]
        joined >>= 8
        earlier += 1
    return positions


@inner_kernel(
    "int64(int64[::1],int64,int64[::1],int64[:,:,::1],int64[::1],int64[::1],int64[:,::1],"
    "int64[:,::1],int64[::1])"
)
def place_pattern(
    row: Words,
    positions: int,
    table: Words,
    edges: Words,
    empty: Words,
    labels: Words,
    out: Words,
    into: Words,
    scratch: Words,
) -> int:
    """Those of ``positions`` in which a graph pattern's row holds."""
    last = (row[0] & 15) - 1
    found = 0
    used = 0
    node = 0
    scratch[STILL] = positions
    scratch[LEFT] = labels[(row[0] >> 4) & 15] & row[MASKS]
    while found != positions:
        left = scratch[LEFT + node]
        if left == 0:
            if node == 0:
                break
            node -= 1
            used &= ~(ONE << scratch[node])
            continue
        square = lowest(left)
        scratch[LEFT + node] = left & (left - 1)
        label = (row[0] >> (4 + 4 * node)) & 15
        still = scratch[STILL + node] & ~found & table[label * PLACES + square]
        if node:
            still = joined_positions(row[EDGES + node], square, still, scratch, edges, empty)
        if still == 0:
            continue
        if node == last:
            found |= still
            continue
        scratch[node] = square
        used |= ONE << square
        node += 1
        scratch[STILL + node] = still
        scratch[LEFT + node] = squares_for(row, node, used, labels, out, into, scratch)
    return found
