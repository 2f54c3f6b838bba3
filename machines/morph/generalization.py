"""What two patterns have in common: their maximum common subgraph (section 3.3, Fig. 3.1).

"When Morph adds a generalization to the database, it looks for two patterns that have similar
weights and then inserts their maximum common subgraph."  The labels of the nodes must be the same.
Edges of different kinds become "attacks" (Fig. 3.1c); different squares become the file or the rank
that they share, else the node stands free.  Ours: the common subgraph is connected, the greatest
has most nodes, then most edges, then most nodes held to squares.

The node is one that an edge of the position's graph joins to the pattern as it lies there: in a
position in which the pattern has just matched, else in the one that it came from.

"For that pattern there would then be a small probability per node of either flipping its color or
changing its piece designation.  Finally, the crossover operator would take two extreme patterns and
combine half of the nodes in the first with half of the nodes in the second to form a new hybrid
structure."  A mutated pattern keeps no origin: it came from no position.

"The precondition pattern pr_i contains all the nodes in p_i; in addition it may also contain square
nodes [...].  To determine the structure of pr_i the system examines each position, starting from
the current position and moving towards the initial position, until it finds one in which the
structure of the nodes in pr_i differs from that in p_i.  pr_i is then extracted from the structure
in this earlier position."

Ours, where the paper is silent: the men are followed back to where they stood.  The structure
differs if one of them stood elsewhere, or an edge of the pattern was not there.  Where a man has
moved in between, the square that it came to becomes a node SQ; what the man attacks from there by
the pattern, SQ attacks as that man ("squares from which the black knight attacks the white queen
and white king simultaneously", Fig. 3.4).  The earlier position is seen by who moved into it, so
the colours change where that was the other side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from devices.refusal import RefusedError
from machines.games.chess import Position, read_fen
from machines.morph import labels
from machines.morph.aps.domain import Chance
from machines.morph.graph import board_square
from machines.morph.labels import (
    AS_WHITE_PAWN,
    BLACK_KING,
    FILE,
    FREE,
    GENERIC,
    MEN,
    RANK,
    WHITE_KING,
)
from machines.morph.patterns import MOST_NODES, Edge, GraphPattern, Node, Origin, graph_pattern
from machines.morph.subgraphs import (
    HELD,
    PositionGraph,
    arrivals,
    departures,
    node_squares,
    position_graph,
)

# -- Specialization: a pattern with one more node and edge (section 3.3) ---------------------------


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


# -- Mutation and crossover, which section 3.3 describes and Morph of 1992 did not have yet --------

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


# -- Reverse engineering: the precondition of a pattern, out of an earlier position (section 3.3) --


def precondition(pattern: GraphPattern, path: Sequence[Position], at: int) -> GraphPattern | None:
    """What came before ``pattern``, which holds in ``path[at]``; None if nothing differs.

    ``path`` begins with the start position; ``at`` counts in it.
    """
    lies = node_squares(pattern, path[at])
    if lies is None:
        return None
    after = [board_square(square, path[at]) for square in lies]
    follow = [node.label < labels.MEN for node in pattern.nodes]
    before = list(after)
    black = path[at].black_to_move
    for earlier in range(at - 1, -1, -1):
        before = [
            came_from(path[earlier], path[earlier + 1], square) if man else square
            for square, man in zip(before, follow, strict=True)
        ]
        graph = position_graph(path[earlier])
        here = Before(pattern, graph, path[earlier], before, after, follow, black)
        if here.differs():
            return here.extract_pattern()
    return None


def came_from(before: Position, after: Position, square: int) -> int:
    """Where the man on ``square`` of ``after`` stood one ply earlier."""
    came = arrivals(before, after)
    if not came >> square & 1:
        return square
    left = departures(before, after)
    if left & left - 1:  # castling: king and rook, told apart by what they are
        letter = after.piece(square)
        return next(s for s in range(64) if left >> s & 1 and before.piece(s) == letter)
    return left.bit_length() - 1


@dataclass(frozen=True)
class Before:
    """The nodes of a pattern in an earlier position."""

    pattern: GraphPattern
    graph: PositionGraph  # Of the earlier position
    position: Position
    before: Sequence[int]  # Of each node its square then, on the board itself ..
    after: Sequence[int]  # ... and later, where the pattern held.
    follow: Sequence[bool]  # Whether the node is a man
    black_to_move: bool  # In the later position

    def graph_square(self, square: int) -> int:
        """A square of the board as one of the earlier position's graph."""
        return board_square(square, self.position)

    def differs(self) -> bool:
        """Whether the structure of the nodes is another than the pattern's."""
        if list(self.before) != list(self.after):
            return True
        for edge in self.pattern.edges:
            if not self.follow[edge.source]:
                continue
            source, target = self.before[edge.source], self.before[edge.target]
            kind = self.graph.reach(self.graph_square(source)).get(self.graph_square(target))
            if kind is None or (edge.kind != labels.GENERIC and kind != edge.kind):
                return True
        return False

    def extract_pattern(self) -> GraphPattern | None:
        """All nodes as they were, and a node SQ for each square that a man has come to since."""
        squares = [self.graph_square(square) for square in self.before]
        named = [
            self.graph.labels[square] if man else self._square_label(square, node.label)
            for square, man, node in zip(squares, self.follow, self.pattern.nodes, strict=True)
        ]
        came: dict[int, int] = {}  # square that a man came to -> the number of its node
        for number, square in enumerate(self.after):
            if self.before[number] != square and self.graph_square(square) not in squares:
                came[self.graph_square(square)] = number
        squares += came
        named += [labels.ANY_SQUARE] * len(came)
        if len(squares) > MOST_NODES or len(set(squares)) < len(squares):
            return None
        edges = self._edges(squares, named) + self._attacks_from(squares, came)
        joined = {number for edge in edges for number in (edge.source, edge.target)}
        nodes = [
            Node(label, square if label in HELD or number not in joined else labels.FREE)
            for number, (label, square) in enumerate(zip(named, squares, strict=True))
        ]
        return graph_pattern(nodes, edges, Origin(self.graph.fen, tuple(squares)))

    def _square_label(self, square: int, label: int) -> int:
        """A square that was a node: it may have been beside no king then, or not empty."""
        then = self.graph.labels.get(square, labels.ANY_SQUARE)
        return then if label < labels.ANY_SQUARE and then >= labels.MEN else labels.ANY_SQUARE

    def _edges(self, squares: Sequence[int], named: Sequence[int]) -> list[Edge]:
        """The edges from the men to all nodes, as they were."""
        made = []
        for source, square in enumerate(squares):
            if named[source] < labels.MEN:
                reach = self.graph.reach(square)
                made += [
                    Edge(source, target, reach[other])
                    for target, other in enumerate(squares)
                    if other in reach
                ]
        return made

    def _attacks_from(self, squares: Sequence[int], came: dict[int, int]) -> list[Edge]:
        """What a man attacks by the pattern from the square that it came to, if it would have;
        and what is attacked from the nodes SQ that the pattern already has."""
        stands = {number: square for square, number in came.items()}
        made = []
        for edge in self.pattern.edges:
            if edge.source in stands and edge.kind in (labels.DIRECT, labels.GENERIC):
                square, kind = stands[edge.source], labels.AS_MAN[self._label_later(edge.source)]
            elif edge.kind >= labels.AS_WHITE_PAWN:
                square, kind = (
                    self.graph_square(self.after[edge.source]),
                    self._kind_then(edge.kind),
                )
            else:
                continue
            target = self.graph_square(self.after[edge.target])
            if target in squares and self.graph.reach_as(kind, square) >> target & 1:
                made.append(Edge(squares.index(square), squares.index(target), kind))
        return made

    def _kind_then(self, kind: int) -> int:
        """An edge "as a pawn" of the other colour, if that is how the position was seen."""
        if kind > labels.AS_BLACK_PAWN or self.position.black_to_move == self.black_to_move:
            return kind
        return labels.AS_WHITE_PAWN + labels.AS_BLACK_PAWN - kind

    def _label_later(self, number: int) -> int:
        """The label that a man had in the pattern, in the colour of the earlier position."""
        label = self.pattern.nodes[number].label
        now = self.graph.labels[self.graph_square(self.before[number])]
        return label % 6 + (0 if now < 6 else 6)


# -- generalization --------------------------------------------------------------------------------

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
