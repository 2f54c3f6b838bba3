"""Specialization: a pattern with one more node and edge (section 3.3).

The node is one that an edge of the position's graph joins to the pattern as it lies there: in a
position in which the pattern has just matched, else in the one that it came from.
"""

from machines.games.chess import Position, read_fen
from machines.morph.aps.domain import Chance
from machines.morph.labels import FREE, MEN
from machines.morph.patterns import MOST_NODES, Edge, GraphPattern, Node, Origin, graph_pattern
from machines.morph.subgraphs import HELD, node_squares, position_graph


def specialized(
    pattern: GraphPattern, position: Position | None, chance: Chance
) -> GraphPattern | None:
    """The pattern with one node and one edge more, by lot; None if nothing can be joined to it."""
    if len(pattern.nodes) == MOST_NODES:
        return None
    if position is None:
        if pattern.origin is None:
            return None
        position = read_fen(pattern.origin.fen)
    squares = node_squares(pattern, position)
    if squares is None:
        return None
    graph = position_graph(position)
    # A square's node attacks nothing, though a man may stand on it.
    bare = {
        square for node, square in zip(pattern.nodes, squares, strict=True) if node.label >= MEN
    }
    choices = [
        (source, target, kind)
        for (source, target), kind in sorted(graph.kinds.items())
        if (source in squares) != (target in squares) and source not in bare
    ]
    if not choices:
        return None
    source, target, kind = choices[int(chance.integers(len(choices)))]
    new = target if source in squares else source
    label = graph.labels[new]
    all_squares = (*squares, new)
    return graph_pattern(
        [*pattern.nodes, Node(label, new if label in HELD else FREE)],
        [*pattern.edges, Edge(all_squares.index(source), all_squares.index(target), kind)],
        Origin(graph.fen, all_squares),
    )
