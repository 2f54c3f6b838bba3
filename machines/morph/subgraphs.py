"""A position's graph, prepared for taking patterns out of it (section 3.1).

The kernels match against words; adding patterns, sixteen at a time, can afford dictionaries.  Nodes
are the men and the empty squares immediately adjacent to a king (a square beside both kings counts
as the black king's, who is to move).  Squares are those of the board with Black to move.

"The output pattern is created by numbering the nodes of the position graph according to a node
ordering, choosing a random size n, and returning the induced subgraph formed by the first n nodes."
Forward: most recently moved first; reverse: next to move first; both "while maintaining
connectivity", captured men and kings in check high, ties by lot.

Connectivity goes before the order: the next node is the first in the order that an edge joins to a
node already taken (Fig. 3.3 leaves the black pawn out though it moved before the knight), and only
where nothing is joined the first of all.  A man about to be captured is in the position only before
that, so it is the reverse ordering that can put it high; the man that captured has just moved.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from machines.games.chess.board import Position, squares_of
from machines.games.chess.notation import write_fen
from machines.morph.aps.domain import Chance
from machines.morph.graph import Graph, orient
from machines.morph.graph import graph as words_of_graph
from machines.morph.labels import (
    BLACK_KING,
    BLACK_PAWN,
    DIRECT,
    DISCOVERED,
    FILE,
    FREE,
    INDIRECT,
    MEN,
    NEAR_BLACK_KING,
    NEAR_WHITE_KING,
    RANK,
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


# -- Node orderings, Morph's search context rules (Gould and Levinson 1992, section 3.3) -----------

FIRST = -1
"""Where a king in check stands in an ordering."""
NEVER = 1 << 20
"""... and a node that doesn't move."""
Keys = dict[int, tuple[int, int]]
"""Square to its place in an ordering, least first: when it moves, then 0 if captured, else 1."""


def arrivals(before: Position, after: Position) -> int:
    """The squares that the side that moved came to (two when it castled)."""
    if after.black_to_move:
        return after.white & ~before.white
    return after.black & ~before.black


def departures(before: Position, after: Position) -> int:
    """The squares that it left."""
    if after.black_to_move:
        return before.white & ~after.white
    return before.black & ~after.black


def captures(before: Position, after: Position) -> int:
    """The square on which a man was captured, as a word; 0 if none was."""
    if after.black_to_move:
        return before.black & ~after.black
    return before.white & ~after.white


def recency(path: Sequence[Position], at: int) -> Keys:
    """The forward ordering's keys on the squares of ``path[at]``: 0 has just moved.

    ``path`` begins with the start position.
    """
    keys: Keys = {}
    for back in range(at, 0, -1):
        for square in squares_of(arrivals(path[back - 1], path[back])):
            keys.setdefault(square, (at - back, 1))
    return keys


def imminence(path: Sequence[Position], at: int) -> Keys:
    """The reverse ordering's keys on the squares of ``path[at]``: 0 moves or is captured next."""
    keys: Keys = {}
    for later in range(at, len(path) - 1):
        before, after = path[later], path[later + 1]
        for square in squares_of(captures(before, after)):
            keys.setdefault(square, (later - at, 0))
        for square in squares_of(departures(before, after)):
            keys.setdefault(square, (later - at, 1))
        for square in squares_of(arrivals(before, after)):
            keys.setdefault(square, (NEVER, 1))  # who comes here later says nothing of who is here
    return keys


def ordered(graph: PositionGraph, keys: Keys, count: int, chance: Chance) -> list[int]:
    """The first ``count`` nodes by ``keys`` and connectivity, as squares of the oriented board."""
    lots = {square: int(chance.integers(1 << 30)) for square in sorted(graph.labels)}
    rank = {square: (*keys.get(square, (NEVER, 1)), lots[square]) for square in graph.labels}
    if graph.in_check:
        king = next(square for square, label in graph.labels.items() if label == BLACK_KING)
        rank[king] = (FIRST, 0, 0)
    left = set(graph.labels)
    taken: list[int] = []
    joined: set[int] = set()
    while left and len(taken) < count:
        square = min(joined or left, key=rank.__getitem__)
        taken.append(square)
        left.discard(square)
        joined = (joined | graph.joined[square]) & left
    return taken


def oriented_keys(keys: Keys, position: Position) -> Keys:
    """The keys by squares of the board with Black to move."""
    if position.black_to_move:
        return keys
    return {square ^ 56: key for square, key in keys.items()}


def by_ordering(
    path: Sequence[Position], at: int, forward: bool, size: int, chance: Chance
) -> GraphPattern | None:
    """The pattern of the first ``size`` nodes of ``path[at]`` by one of the two orderings."""
    position = path[at]
    keys = recency(path, at) if forward else imminence(path, at)
    graph = position_graph(position)
    squares = ordered(graph, oriented_keys(keys, position), size, chance)
    return induced_subgraph(graph, squares)


def loosen(pattern: GraphPattern, places: str, chance: Chance) -> GraphPattern:
    """The pattern with its kings and pawns held to less, by one of machines.morph.settings.PLACES;
    what no edge joins stays where it is."""
    if places == "exact":
        return pattern
    joined = {number for edge in pattern.edges for number in (edge.source, edge.target)}
    nodes = [
        _loosened(node, places, chance) if number in joined else node
        for number, node in enumerate(pattern.nodes)
    ]
    return graph_pattern(nodes, pattern.edges, pattern.origin)


def _loosened(node: Node, places: str, chance: Chance) -> Node:
    if node.label not in HELD:
        return node
    if places == "free":
        return Node(node.label)
    square = node.place
    choices = (square, FILE + (square & 7), RANK + (square >> 3), FREE)
    return Node(node.label, choices[int(chance.integers(4))])
