"""Mutation and crossover, which section 3.3 describes and Morph of 1992 did not have yet.

"For that pattern there would then be a small probability per node of either flipping its color or
changing its piece designation.  Finally, the crossover operator would take two extreme patterns and
combine half of the nodes in the first with half of the nodes in the second to form a new hybrid
structure."  A mutated pattern keeps no origin: it came from no position.
"""

from collections.abc import Sequence

from devices.refusal import RefusedError
from machines.morph.aps.domain import Chance
from machines.morph.labels import BLACK_KING, MEN, WHITE_KING
from machines.morph.patterns import MOST_NODES, Edge, GraphPattern, Node, graph_pattern

COLOURS = 6
"""From a white man's label to the black one's."""


def mutate(pattern: GraphPattern, rate: float, chance: Chance) -> GraphPattern:
    """The pattern with each man changed by a chance of ``rate``; unchanged if that can't be."""
    nodes = [_changed(node, rate, chance) for node in pattern.nodes]
    if tuple(nodes) == pattern.nodes:
        return pattern
    try:
        return graph_pattern(nodes, pattern.edges)
    except RefusedError:  # a pawn on the last rank, a knight that attacks through a man
        return pattern


def _changed(node: Node, rate: float, chance: Chance) -> Node:
    if node.label >= MEN or chance.random() >= rate:
        return node
    if chance.integers(2):
        return Node((node.label + COLOURS) % MEN, node.place)
    colour = node.label - node.label % COLOURS
    another = (node.label % COLOURS + 1 + int(chance.integers(COLOURS - 1))) % COLOURS
    return Node(colour + another, node.place)


def crossover(pattern: GraphPattern, other: GraphPattern, chance: Chance) -> GraphPattern | None:
    """Half of the nodes of each, with the edges inside either half; None if they don't fit."""
    nodes, edges = _half(pattern, chance)
    more, more_edges = _half(other, chance)
    kings = {node.label for node in nodes} & {WHITE_KING, BLACK_KING}
    if any(node.label in kings for node in more) or len(nodes) + len(more) > MOST_NODES:
        return None
    moved = [
        Edge(edge.source + len(nodes), edge.target + len(nodes), edge.kind) for edge in more_edges
    ]
    try:
        return graph_pattern([*nodes, *more], [*edges, *moved])
    except RefusedError:  # two nodes on one square
        return None


def _half(pattern: GraphPattern, chance: Chance) -> tuple[Sequence[Node], Sequence[Edge]]:
    """Half of the nodes, rounded up, that hang together as far as they can."""
    count = (len(pattern.nodes) + 1) // 2
    left = set(range(len(pattern.nodes)))
    taken: list[int] = []
    while len(taken) < count:
        beside = {
            there
            for edge in pattern.edges
            for here, there in ((edge.source, edge.target), (edge.target, edge.source))
            if here in taken and there in left
        }
        choices = sorted(beside or left)
        taken.append(choices[int(chance.integers(len(choices)))])
        left.discard(taken[-1])
    at = {node: number for number, node in enumerate(taken)}
    edges = [
        Edge(at[edge.source], at[edge.target], edge.kind)
        for edge in pattern.edges
        if edge.source in at and edge.target in at
    ]
    return [pattern.nodes[node] for node in taken], edges
