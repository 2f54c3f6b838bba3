"""Patterns as rows of sixteen words (two lines of the processor's cache), for kernels.

A graph pattern's row::

    word 0       bits 0..3 the number of nodes, from bit 4 four bits a node: its label
    words 1..8   of each node the squares that its place allows
    words 9..15  of nodes 1..7 the edges with earlier nodes, a byte an earlier node m: low half the
                 edge to m, high half the edge from m, each 0 for none or 1 + the kind

Nodes stand in the order in which they are laid on the board: the rarest first, then always one that
is joined to those before it, the rarest first.

A material pattern's row has 0 in word 0 and the five differences in words 1..5.
"""

import numpy as np
import numpy.typing as npt

from machines.morph import labels
from machines.morph.patterns import GraphPattern, MaterialPattern, Node, Pattern

Rows = npt.NDArray[np.int64]

ROW = 16
"""Words of a row."""
MASKS = 1
"""The first word of masks, and of a material pattern's differences."""
EDGES = 8
"""EDGES + n is the word of node n's edges with earlier nodes."""


def laying_order(pattern: GraphPattern) -> tuple[int, ...]:
    """The pattern's nodes by number in the order in which a row has them."""
    left = list(range(len(pattern.nodes)))
    joined = {(edge.source, edge.target) for edge in pattern.edges}
    joined |= {(target, source) for source, target in joined}
    found: list[int] = []
    while left:
        near = [node for node in left if any((node, other) in joined for other in found)]
        found.append(min(near or left, key=lambda node: (_choices(pattern.nodes[node]), node)))
        left.remove(found[-1])
    return tuple(found)


def _choices(node: Node) -> int:
    """About how many squares a node may be on, when it is the next to be laid."""
    if node.place < 64 or node.label in (labels.WHITE_KING, labels.BLACK_KING):
        return 1
    if node.label == labels.ANY_SQUARE:
        most = 64
    elif node.label >= labels.NEAR_WHITE_KING or node.label in (
        labels.WHITE_PAWN,
        labels.BLACK_PAWN,
    ):
        most = 8
    else:
        most = 1 if node.label in (labels.WHITE_QUEEN, labels.BLACK_QUEEN) else 2
    return most if node.place == labels.FREE else min(most, 8)


def row_of(pattern: Pattern) -> Rows:
    """A pattern's row, int64[ROW]."""
    row = np.zeros(ROW, dtype=np.int64)
    if isinstance(pattern, MaterialPattern):
        row[MASKS : MASKS + 5] = pattern.differences
        return row
    kinds = {(edge.source, edge.target): edge.kind + 1 for edge in pattern.edges}
    order = laying_order(pattern)
    head = len(order)
    for number, node in enumerate(order):
        label = pattern.nodes[node].label
        head |= label << 4 + 4 * number
        row[MASKS + number] = labels.PLACE_MASKS[pattern.nodes[node].place]
        for earlier, other in enumerate(order[:number]):
            edges = kinds.get((node, other), 0) | kinds.get((other, node), 0) << 4
            row[EDGES + number] |= edges << 8 * earlier
    row[0] = head
    return row
