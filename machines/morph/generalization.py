"""What two patterns have in common: their maximum common subgraph (section 3.3, Fig. 3.1).

"When Morph adds a generalization to the database, it looks for two patterns that have similar
weights and then inserts their maximum common subgraph."  The labels of the nodes must be the same.
Edges of different kinds become "attacks" (Fig. 3.1c); different squares become the file or the rank
that they share, else the node stands free.  Ours: the common subgraph is connected, the greatest
has most nodes, then most edges, then most nodes held to squares.
"""

from machines.morph.labels import AS_WHITE_PAWN, FILE, FREE, GENERIC, RANK
from machines.morph.patterns import Edge, GraphPattern, Node, Origin, graph_pattern

MOST_TRIED = 3000
"""Common subgraphs looked at; two patterns of six nodes of one label have 13,326."""
Pairs = tuple[tuple[int, int], ...]
"""Node of the one, node of the other; ascending."""


def common_place(place: int, other: int) -> int:
    """What two places share: themselves, a file, a rank, or nothing (FREE)."""
    if place == other:
        return place
    for first, second in ((_file(place), _file(other)), (_rank(place), _rank(other))):
        if first == second != FREE:
            return first
    return FREE


def _file(place: int) -> int:
    if place < 64:
        return FILE + (place & 7)
    return place if FILE <= place < RANK else FREE


def _rank(place: int) -> int:
    if place < 64:
        return RANK + (place >> 3)
    return place if RANK <= place < FREE else FREE


def common_kind(kind: int, other: int) -> int | None:
    """The kind of edge that both are; None if there is none."""
    if kind == other:
        return kind
    return None if max(kind, other) >= AS_WHITE_PAWN else GENERIC


def maximum_common_subgraph(pattern: GraphPattern, other: GraphPattern) -> GraphPattern | None:
    """The greatest connected pattern more general than both, of at least two nodes; else None."""
    found = _greatest(pattern, other)
    if found is None or len(found) < 2:
        return None
    nodes = [
        Node(pattern.nodes[a].label, common_place(pattern.nodes[a].place, other.nodes[b].place))
        for a, b in found
    ]
    origin = pattern.origin
    if origin is not None:
        origin = Origin(origin.fen, tuple(origin.squares[a] for a, _ in found))
    return graph_pattern(nodes, _common_edges(pattern, other, found), origin)


def _kinds(pattern: GraphPattern) -> dict[tuple[int, int], int]:
    return {(edge.source, edge.target): edge.kind for edge in pattern.edges}


def _common_edges(pattern: GraphPattern, other: GraphPattern, pairs: Pairs) -> list[Edge]:
    ours, theirs = _kinds(pattern), _kinds(other)
    made = []
    for source, (a, b) in enumerate(pairs):
        for target, (c, d) in enumerate(pairs):
            if (a, c) in ours and (b, d) in theirs:
                kind = common_kind(ours[a, c], theirs[b, d])
                if kind is not None:
                    made.append(Edge(source, target, kind))
    return made


def _greatest(pattern: GraphPattern, other: GraphPattern) -> Pairs | None:
    """The pairs of the greatest common subgraph, found by growing every small one."""
    ours, theirs = _kinds(pattern), _kinds(other)
    alike = [
        (a, b)
        for a, node in enumerate(pattern.nodes)
        for b, there in enumerate(other.nodes)
        if node.label == there.label
    ]
    joined = {
        (pair, next_pair)
        for pair in alike
        for next_pair in alike
        if _joined(ours, theirs, pair, next_pair) or _joined(ours, theirs, next_pair, pair)
    }
    seen: set[Pairs] = set()
    waiting: list[Pairs] = [(pair,) for pair in alike]
    best: tuple[tuple[int, int, int], Pairs] | None = None
    while waiting and len(seen) < MOST_TRIED:
        pairs = waiting.pop()
        if pairs in seen:
            continue
        seen.add(pairs)
        worth = (
            len(pairs),
            len(_common_edges(pattern, other, pairs)),
            _held(pattern, other, pairs),
        )
        if best is None or worth > best[0]:
            best = worth, pairs
        for pair in alike:
            free = all(pair[0] != a and pair[1] != b for a, b in pairs)
            if free and any((pair, there) in joined for there in pairs):
                waiting.append(tuple(sorted((*pairs, pair))))
    return best[1] if best else None


def _joined(
    ours: dict[tuple[int, int], int],
    theirs: dict[tuple[int, int], int],
    source: tuple[int, int],
    target: tuple[int, int],
) -> bool:
    """Whether both patterns have an edge here that has something in common."""
    mine, yours = ours.get((source[0], target[0])), theirs.get((source[1], target[1]))
    return mine is not None and yours is not None and common_kind(mine, yours) is not None


def _held(pattern: GraphPattern, other: GraphPattern, pairs: Pairs) -> int:
    """How far squares hold the nodes: 2 for an exact one, 1 for a file or rank."""
    places = [common_place(pattern.nodes[a].place, other.nodes[b].place) for a, b in pairs]
    return sum(2 if place < FILE else int(place < FREE) for place in places)
