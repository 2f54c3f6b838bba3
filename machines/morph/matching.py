"""Whether a pattern holds in a position: its nodes laid on the board by ANDing words.

A node's squares are those of its label, within its place, not yet taken, and joined as they must be
to the nodes already laid: each of these is one word, and what is left of them is tried from the
lowest square upwards.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from machines.games.chess import attacks
from machines.games.chess.board import Position
from machines.kernels.bits import ONE, lowest
from machines.kernels.kernel import inner_kernel, kernel
from machines.morph.graph import Graph, graph
from machines.morph.labels import (
    AS_BISHOP,
    AS_KING,
    AS_KNIGHT,
    AS_ROOK,
    AS_WHITE_PAWN,
    MEN,
)
from machines.morph.material import material
from machines.morph.patterns import (
    EDGES,
    MASKS,
    GraphPattern,
    MaterialPattern,
    Pattern,
    laying_order,
    row_of,
)

Words = npt.NDArray[np.int64]

SCRATCH = 16
"""Words that :func:`holds` works in: the nodes' squares, then what is left of each to try."""


@inner_kernel("int64(int64,int64,int64)")
def leaps(kind: int, square: int, back: int) -> int:
    """What a pawn, knight or king would attack from ``square``; with ``back`` 1, from where he
    would attack ``square``."""
    if kind == AS_KNIGHT:
        return attacks.KNIGHT_ATTACKS[square]  # type: ignore[no-any-return]
    if kind == AS_KING:
        return attacks.KING_ATTACKS[square]  # type: ignore[no-any-return]
    return attacks.PAWN_ATTACKS[(kind - AS_WHITE_PAWN) ^ back, square]  # type: ignore[no-any-return]


@kernel("int64(int64,int64,int64,int64[::1])")
def would_attack(kind: int, square: int, back: int, labels: Words) -> int:
    """What a man would attack from ``square`` by an edge ``kind`` from ``AS_WHITE_PAWN`` on, the
    men standing as they do; or, with ``back`` 1, from where he would attack ``square``."""
    if kind <= AS_KNIGHT or kind == AS_KING:
        return leaps(kind, square, back)
    occupied = 0
    for label in range(MEN):
        occupied |= labels[label]
    if kind == AS_BISHOP:
        return attacks.bishop_attacks(square, occupied)
    if kind == AS_ROOK:
        return attacks.rook_attacks(square, occupied)
    return attacks.bishop_attacks(square, occupied) | attacks.rook_attacks(square, occupied)


@inner_kernel("int64(int64[::1],int64,int64,int64[::1],int64[:,::1],int64[:,::1],int64[::1])")
def choices(
    row: Words, node: int, used: int, labels: Words, out: Words, into: Words, squares: Words
) -> int:
    """The squares on which a node can be laid, those before it lying on ``squares``."""
    left = labels[(row[0] >> (4 + 4 * node)) & 15] & row[MASKS + node] & ~used
    edges = row[EDGES + node] if node else 0
    earlier = 0
    while edges and left:
        low, high = edges & 15, (edges >> 4) & 15
        square = squares[earlier]
        if low:
            if low <= AS_WHITE_PAWN:
                left &= into[low - 1, square]
            else:
                left &= would_attack(low - 1, square, 1, labels)
        if high:
            if high <= AS_WHITE_PAWN:
                left &= out[high - 1, square]
            else:
                left &= would_attack(high - 1, square, 0, labels)
        edges >>= 8
        earlier += 1
    return left  # type: ignore[no-any-return]


@kernel("int64(int64[::1],int64[::1],int64[:,::1],int64[:,::1],int64[::1])")
def holds(row: Words, labels: Words, out: Words, into: Words, scratch: Words) -> int:
    """1 if a graph pattern's row holds in a graph; the squares of its nodes, in the row's order,
    are then ``scratch[:nodes]``.  ``scratch`` is int64[SCRATCH]."""
    last = (row[0] & 15) - 1
    used = 0
    node = 0
    scratch[8] = choices(row, 0, used, labels, out, into, scratch)
    while node >= 0:
        left = scratch[8 + node]
        if left == 0:
            node -= 1
            if node >= 0:
                used &= ~(ONE << scratch[node])
            continue
        square = lowest(left)
        scratch[8 + node] = left & (left - 1)
        scratch[node] = square
        if node == last:
            return 1
        used |= ONE << square
        node += 1
        scratch[8 + node] = choices(row, node, used, labels, out, into, scratch)
    return 0


@kernel("int64(int64[::1],int64[::1],int64)")
def material_holds(row: Words, differences: Words, dominance: int) -> int:
    """1 if a material pattern's row holds where White is up by ``differences`` int64[5]."""
    for i in range(5):
        wanted = row[MASKS + i]
        if dominance:
            if wanted > 0 and differences[i] < wanted:
                return 0
            if wanted < 0 and differences[i] > wanted:
                return 0
        elif differences[i] != wanted:
            return 0
    return 1


def placed(pattern: GraphPattern, found: Graph) -> tuple[int, ...] | None:
    """Where the pattern's nodes can lie in an oriented graph, in the order of its nodes (the first
    way that is found); None if it doesn't hold."""
    scratch = np.zeros(SCRATCH, dtype=np.int64)
    if not holds(row_of(pattern), found.labels, found.out, found.into, scratch):
        return None
    order = laying_order(pattern)
    squares = dict(zip(order, scratch.tolist(), strict=False))
    return tuple(squares[node] for node in range(len(order)))


def holds_in(pattern: Pattern, position: Position, dominance: bool = True) -> bool:
    """Whether a pattern holds in a position, for the side that has just moved into it."""
    if isinstance(pattern, MaterialPattern):
        differences: Sequence[int] = material(position)
        vector = np.array(differences, dtype=np.int64)
        return bool(material_holds(row_of(pattern), vector, int(dominance)))
    return placed(pattern, graph(position)) is not None
