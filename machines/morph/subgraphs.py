"""A position's graph, prepared for taking patterns out of it (section 3.1).

The kernels match against words; adding patterns, sixteen at a time, can afford dictionaries.  Nodes
are the men and the empty squares immediately adjacent to a king (a square beside both kings counts
as the black king's, who is to move).  Squares are those of the board with Black to move.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from machines.games.chess.board import Position, squares_of
from machines.games.chess.notation import write_fen
from machines.morph.graph import Graph, orient
from machines.morph.graph import graph as words_of_graph
from machines.morph.labels import (
    BLACK_KING,
    BLACK_PAWN,
    DIRECT,
    DISCOVERED,
    FREE,
    INDIRECT,
    MEN,
    NEAR_BLACK_KING,
    NEAR_WHITE_KING,
    WHITE_KING,
    WHITE_PAWN,
)
from machines.morph.matching import placed, would_attack
from machines.morph.patterns import Edge, GraphPattern, Node, Origin, graph_pattern

HELD = frozenset((WHITE_KING, BLACK_KING, WHITE_PAWN, BLACK_PAWN))
"""Labels whose exact square is stored (section 3.1)."""
Kinds = dict[tuple[int, int], int]
"""(source, target) to the kind of the edge, by squares."""


@dataclass(frozen=True)
class PositionGraph:
    """Nodes by their squares, 0..63, and the edges between them."""

    position: Position
    """As oriented."""
    words: Graph
    """The same for kernels."""
    labels: dict[int, int]
    kinds: Kinds
    joined: dict[int, frozenset[int]]
    """Square to the squares that an edge joins it to, in either direction."""

    @property
    def fen(self) -> str:
        """Of the oriented position."""
        return write_fen(self.position)

    @property
    def in_check(self) -> bool:
        """Whether the black king, who is to move, is attacked."""
        king = next(s for s, label in self.labels.items() if label == BLACK_KING)
        return any(
            target == king and kind == DIRECT and self.labels[source] < BLACK_PAWN
            for (source, target), kind in self.kinds.items()
        )

    def reach(self, square: int) -> dict[int, int]:
        """What the man on a square attacks, nodes or not, and by which kind of edge."""
        return {
            target: kind
            for kind in (DISCOVERED, INDIRECT, DIRECT)
            for target in squares_of(int(self.words.out[kind, square]))
        }

    def reach_as(self, kind: int, square: int) -> int:
        """What a man would attack from a square, as an edge "as such a man" says."""
        return int(would_attack(kind, square, 0, self.words.labels))


@lru_cache(maxsize=256)
def position_graph(position: Position) -> PositionGraph:
    """The graph of a position, seen by who has just moved."""
    seen = orient(position)
    words = words_of_graph(position)
    labels: dict[int, int] = {}
    for label in (*range(MEN), NEAR_BLACK_KING, NEAR_WHITE_KING):
        for square in squares_of(int(words.labels[label])):
            labels.setdefault(square, label)
    kinds: Kinds = {}
    for kind in (DIRECT, INDIRECT, DISCOVERED):
        for source, label in labels.items():
            if label < MEN:
                for target in squares_of(int(words.out[kind, source])):
                    if target in labels:
                        kinds.setdefault((source, target), kind)
    joined: dict[int, set[int]] = {square: set() for square in labels}
    for source, target in kinds:
        joined[source].add(target)
        joined[target].add(source)
    return PositionGraph(seen, words, labels, kinds, {s: frozenset(to) for s, to in joined.items()})


def node_squares(pattern: GraphPattern, position: Position) -> tuple[int, ...] | None:
    """Where a pattern's nodes lie in a position (oriented squares); None if it doesn't hold."""
    return placed(pattern, position_graph(position).words)


def induced_subgraph(graph: PositionGraph, squares: Sequence[int]) -> GraphPattern:
    """The subgraph of these squares with all edges among them."""
    return pattern_of(
        graph,
        squares,
        [graph.labels[square] for square in squares],
        {
            (source, target): kind
            for (source, target), kind in graph.kinds.items()
            if source in squares and target in squares
        },
    )


def pattern_of(
    graph: PositionGraph, squares: Sequence[int], labels: Sequence[int], kinds: Kinds
) -> GraphPattern:
    """The pattern with these nodes and edges: kings, pawns and what no edge joins are held to
    their squares, all else stands free."""
    joined = {square for edge in kinds for square in edge}
    nodes = [
        Node(label, square if label in HELD or square not in joined else FREE)
        for square, label in zip(squares, labels, strict=True)
    ]
    return graph_pattern(nodes, edges_between(squares, kinds), Origin(graph.fen, tuple(squares)))


def edges_between(squares: Sequence[int], kinds: Kinds) -> Iterable[Edge]:
    """The edges by the numbers of the nodes that stand on ``squares``."""
    at = {square: number for number, square in enumerate(squares)}
    return [Edge(at[source], at[target], kind) for (source, target), kind in kinds.items()]
