"""Node orderings, Morph's search context rules (Gould and Levinson 1992, section 3.3).

"The output pattern is created by numbering the nodes of the position graph according to a node
ordering, choosing a random size n, and returning the induced subgraph formed by the first n nodes."
Forward: most recently moved first; reverse: next to move first; both "while maintaining
connectivity", captured men and kings in check high, ties by lot.

Connectivity goes before the order: the next node is the first in the order that an edge joins to a
node already taken (Fig. 3.3 leaves the black pawn out though it moved before the knight), and only
where nothing is joined the first of all.  A man about to be captured is in the position only before
that, so it is the reverse ordering that can put it high; the man that captured has just moved.
"""

from collections.abc import Sequence

from machines.games.chess.board import Position, squares_of
from machines.morph.aps.domain import Chance
from machines.morph.labels import BLACK_KING, FILE, FREE, RANK
from machines.morph.patterns import GraphPattern, Node, graph_pattern
from machines.morph.subgraphs import HELD, PositionGraph, induced_subgraph, position_graph

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
