"""Positions of random games, and patterns of every kind that a pattern can be."""

from functools import cache

import numpy as np

from devices.refusal import RefusedError
from machines.games.chess.board import Position
from machines.games.chess.moves import legal_moves, make
from machines.morph.labels import (
    ANY_SQUARE,
    AS_MAN,
    DIRECT,
    FILE,
    FREE,
    GENERIC,
    KINDS,
    LABELS,
    PLACES,
    RANK,
)
from machines.morph.patterns import (
    Edge,
    GraphPattern,
    MaterialPattern,
    Node,
    Pattern,
    graph_pattern,
    material_pattern,
)
from machines.morph.subgraphs import induced_subgraph, position_graph


@cache
def random_positions(count: int, seed: int) -> tuple[Position, ...]:
    """Positions from all stages of random games."""
    generator = np.random.default_rng(seed)
    found: list[Position] = []
    while len(found) < count:
        position = Position.start()
        for _ in range(int(generator.integers(160))):
            moves = legal_moves(position)
            if not moves:
                break
            position = make(position, moves[int(generator.integers(len(moves)))])
        found.append(position)
    return tuple(found)


def connected_pattern(
    position: Position, size: int, generator: np.random.Generator
) -> GraphPattern:
    """A connected subgraph of a position's graph, of at most ``size`` nodes."""
    graph = position_graph(position)
    squares = [int(generator.choice(sorted(graph.labels)))]
    while len(squares) < size:
        near = sorted({s for at in squares for s in graph.joined[at]} - set(squares))
        if not near:
            break
        squares.append(int(generator.choice(near)))
    return induced_subgraph(graph, squares)


def _changed(pattern: GraphPattern, generator: np.random.Generator) -> GraphPattern:
    """Some nodes made any square, some places partial or free, some edges generic or left out."""
    nodes, edges = list(pattern.nodes), list(pattern.edges)
    assert pattern.origin is not None
    for number, node in enumerate(nodes):
        at = pattern.origin.squares[number]
        place = int(generator.choice([node.place, node.place, FREE, FILE + at % 8, RANK + at // 8]))
        nodes[number] = Node(node.label, place)
        if generator.random() < 0.2:
            nodes[number] = Node(ANY_SQUARE, FREE if generator.random() < 0.7 else place)
            for e, edge in enumerate(edges):
                if edge.source == number and edge.kind == DIRECT and generator.random() < 0.7:
                    edges[e] = Edge(edge.source, edge.target, AS_MAN[node.label])
    for e, edge in enumerate(edges):
        if edge.kind < GENERIC and generator.random() < 0.3:
            edges[e] = Edge(edge.source, edge.target, GENERIC)
    return graph_pattern(nodes, [edge for edge in edges if generator.random() < 0.8])


def _wild(generator: np.random.Generator) -> GraphPattern:
    """Nodes and edges without regard to any position; most hold nowhere."""
    while True:
        count = int(generator.integers(1, 5))
        nodes = [
            Node(
                int(generator.integers(LABELS)),
                FREE if generator.random() < 0.7 else int(generator.integers(PLACES)),
            )
            for _ in range(count)
        ]
        edges = [
            Edge(
                int(generator.integers(count)),
                int(generator.integers(count)),
                int(generator.integers(KINDS)),
            )
            for _ in range(int(generator.integers(0, 4)))
        ]
        try:
            return graph_pattern(nodes, edges)
        except RefusedError:
            continue


def random_pattern(generator: np.random.Generator) -> Pattern:
    """One: taken out of a position, or changed after that, or material, or wild."""
    way = generator.random()
    if way < 0.1:
        return random_material(generator)
    if way < 0.2:
        return _wild(generator)
    positions = random_positions(400, 17)
    position = positions[int(generator.integers(len(positions)))]
    pattern = connected_pattern(position, int(generator.integers(1, 7)), generator)
    return pattern if way < 0.5 else _changed(pattern, generator)


def random_material(generator: np.random.Generator) -> MaterialPattern:
    """Small differences."""
    return material_pattern([int(d) for d in generator.choice([0, 0, 0, 1, -1, 2, -2], 5)])


def random_patterns(count: int, seed: int) -> list[Pattern]:
    """That many, all different, each with all nodes it was made with."""
    generator = np.random.default_rng(seed)
    found: dict[Pattern, None] = {}
    while len(found) < count:
        found[random_pattern(generator)] = None
    return list(found)
