"""Reverse engineering: the precondition of a pattern, out of an earlier position (section 3.3).

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

from machines.games.chess.board import Position
from machines.morph import labels
from machines.morph.graph import board_square
from machines.morph.orderings import arrivals, departures
from machines.morph.patterns import MOST_NODES, Edge, GraphPattern, Node, Origin, graph_pattern
from machines.morph.subgraphs import HELD, PositionGraph, node_squares, position_graph


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
