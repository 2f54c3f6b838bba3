"""A pattern: a graph of at most eight nodes, or a vector of material (Gould and Levinson 1992,
section 3.1).

A graph pattern holds in a position if its nodes can be laid on different squares so that every
label and place fits and every edge of the pattern is an edge of the position's graph; further edges
there don't matter.  A material pattern says how many pawns, knights, bishops, rooks and queens
White, who has just moved, is up (positive) or down.

Patterns are values: equal if they are the same graph whatever the order of the nodes, which is kept
in one canonical order (:func:`graph_pattern`).  Each keeps the position that it came from, so that
it can be drawn; that makes no difference to equality.

A feature is a label on a place ("a black pawn on e5", "a white rook on the a file"), or an edge
between labels ("a white knight attacks the black king directly").  A pattern holds only where all
its features do; where a pattern has one node, or two joined one way and held to no square, they are
all there is to it.

A graph pattern's row::

    word 0       bits 0..3 the number of nodes, from bit 4 four bits a node: its label
    words 1..8   of each node the squares that its place allows
    words 9..15  of nodes 1..7 the edges with earlier nodes, a byte an earlier node m: low half the
                 edge to m, high half the edge from m, each 0 for none or 1 + the kind

Nodes stand in the order in which they are laid on the board: the rarest first, then always one that
is joined to those before it, the rarest first.

A material pattern's row has 0 in word 0 and the five differences in words 1..5.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.morph import labels
from machines.morph.labels import ANY_SQUARE, FREE, GENERIC, LABELS, PLACES

MOST_NODES = 8
PIECES = ("pawn", "knight", "bishop", "rook", "queen")
"""What a material vector counts, in its order."""
MOST_UP = (8, 10, 10, 10, 9)
"""No side can be further up than this."""
SLIDERS = frozenset((2, 3, 4, 8, 9, 10))


@dataclass(frozen=True, slots=True)
class Origin:
    """The position that a pattern came from: its FEN as oriented (Black to move), and the square
    (a1 = 0) that each node of the pattern had there, in the order of the nodes."""

    fen: str
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A label (:mod:`.labels`) and a place: 0..63 a square, a file, a rank, or FREE."""

    label: int
    place: int = labels.FREE

    def __str__(self) -> str:
        symbol = labels.LABEL_SYMBOLS[self.label]
        return symbol if self.place == labels.FREE else f"{symbol} {labels.PLACE_NAMES[self.place]}"


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """Node ``source`` attacks node ``target``; ``kind`` is one of :data:`.labels.KIND_NAMES`."""

    source: int
    target: int
    kind: int = labels.DIRECT


@dataclass(frozen=True, slots=True)
class GraphPattern:
    """Nodes and edges in canonical order: make one with :func:`graph_pattern`."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    origin: Origin | None = field(default=None, compare=False)

    def __str__(self) -> str:
        nodes = ", ".join(f"{number} {node}" for number, node in enumerate(self.nodes))
        edges = ", ".join(f"{e.source}-{labels.KIND_NAMES[e.kind]}-{e.target}" for e in self.edges)
        return f"{nodes}: {edges}" if edges else nodes


@dataclass(frozen=True, slots=True)
class MaterialPattern:
    """What White is up, by :data:`PIECES`."""

    differences: tuple[int, int, int, int, int]

    def __str__(self) -> str:
        told = [f"{d:+d} {name}" for d, name in zip(self.differences, PIECES, strict=True) if d]
        return ", ".join(told) or "even material"


Pattern = GraphPattern | MaterialPattern


def graph_pattern(
    nodes: Sequence[Node],
    edges: Iterable[Edge],
    origin: Origin | None = None,
    where: str = "pattern",
) -> GraphPattern:
    """The pattern of these nodes and edges, in canonical order, checked.

    ``origin.squares`` are in the order of ``nodes`` as given.  Refused, with ``where`` named: a
    node or an edge that no position can have, two edges from one node to another, too many nodes.
    """
    listed = tuple(edges)
    _check(nodes, listed, where)
    order = canonical_order(
        [(node.label, node.place) for node in nodes],
        {(edge.source, edge.target): edge.kind for edge in listed},
    )
    at = {old: new for new, old in enumerate(order)}
    moved = sorted(Edge(at[edge.source], at[edge.target], edge.kind) for edge in listed)
    if origin is not None:
        origin = Origin(origin.fen, tuple(origin.squares[old] for old in order))
    return GraphPattern(tuple(nodes[old] for old in order), tuple(moved), origin)


def material_pattern(differences: Sequence[int], where: str = "pattern") -> MaterialPattern:
    """The material pattern of five differences; refused if there are not five, or too great."""
    if len(differences) != len(PIECES):
        raise RefusedError(where, f"{len(differences)} numbers of material; there are five")
    for difference, most, piece in zip(differences, MOST_UP, PIECES, strict=True):
        if abs(difference) > most:
            raise RefusedError(where, f"{difference:+d} {piece}; no side is up more than {most}")
    pawn, knight, bishop, rook, queen = differences
    return MaterialPattern((pawn, knight, bishop, rook, queen))


def _check(nodes: Sequence[Node], edges: Sequence[Edge], where: str) -> None:
    if not 1 <= len(nodes) <= MOST_NODES:
        raise RefusedError(where, f"{len(nodes)} nodes; a pattern has 1 to {MOST_NODES}")
    for number, node in enumerate(nodes):
        fault = _node_fault(node)
        if fault:
            raise RefusedError(f"{where}, node {number}", fault)
    for king in (labels.WHITE_KING, labels.BLACK_KING):
        if sum(node.label == king for node in nodes) > 1:
            raise RefusedError(where, f"two nodes {labels.LABEL_NAMES[king]}; there is one")
    exact = [node.place for node in nodes if node.place < 64]
    if len(set(exact)) < len(exact):
        raise RefusedError(where, "two nodes on one square; each node has a square of its own")
    for fault in _edge_faults(nodes, edges):
        raise RefusedError(where, fault)


def _node_fault(node: Node) -> str:
    if not 0 <= node.label < len(labels.LABEL_NAMES):
        return f"label {node.label}; labels are 0 to {len(labels.LABEL_NAMES) - 1}"
    if not 0 <= node.place < len(labels.PLACE_MASKS):
        return f"place {node.place}; places are 0 to {len(labels.PLACE_MASKS) - 1}"
    rank = node.place >> 3 if node.place < 64 else node.place - labels.RANK
    if node.label in (labels.WHITE_PAWN, labels.BLACK_PAWN) and rank in (0, 7):
        return f"a pawn on {labels.PLACE_NAMES[node.place]}; pawns stand on ranks 2 to 7"
    return ""


def _edge_faults(nodes: Sequence[Node], edges: Sequence[Edge]) -> Iterator[str]:
    seen = set()
    for edge in edges:
        told = f"edge from node {edge.source} to node {edge.target}"
        if not (0 <= edge.source < len(nodes) and 0 <= edge.target < len(nodes)):
            yield f"{told}; nodes are 0 to {len(nodes) - 1}"
            continue
        if edge.source == edge.target:
            yield f"{told}; nothing attacks itself"
        if (edge.source, edge.target) in seen:
            yield f"two of {told}; there is at most one"
        seen.add((edge.source, edge.target))
        label = nodes[edge.source].label
        if not 0 <= edge.kind < len(labels.KIND_NAMES):
            yield f"{told} of kind {edge.kind}; kinds are 0 to {len(labels.KIND_NAMES) - 1}"
        elif edge.kind >= labels.AS_WHITE_PAWN and label != labels.ANY_SQUARE:
            node = labels.LABEL_NAMES[labels.ANY_SQUARE]
            yield f"{told} {labels.KIND_NAMES[edge.kind]}; only from a node {node}"
        elif labels.MEN <= label < labels.ANY_SQUARE and edge.kind <= labels.GENERIC:
            yield f"{told}; a {labels.LABEL_NAMES[label]} attacks nothing"
        elif (
            edge.kind in (labels.INDIRECT, labels.DISCOVERED)
            and label < labels.MEN
            and label not in SLIDERS
        ):
            name = labels.LABEL_NAMES[label]
            yield f"{told} {labels.KIND_NAMES[edge.kind]}; a {name} attacks directly only"


def to_plain(pattern: Pattern) -> dict[str, Any]:
    """The pattern as plain values for JSON, by names."""
    if isinstance(pattern, MaterialPattern):
        return {"material": dict(zip(PIECES, pattern.differences, strict=True))}
    plain: dict[str, Any] = {
        "nodes": [
            {"label": labels.LABEL_NAMES[node.label], "square": labels.PLACE_NAMES[node.place]}
            for node in pattern.nodes
        ],
        "edges": [
            {"from": edge.source, "to": edge.target, "kind": labels.KIND_NAMES[edge.kind]}
            for edge in pattern.edges
        ],
    }
    if pattern.origin is not None:
        squares = [labels.PLACE_NAMES[square] for square in pattern.origin.squares]
        plain["origin"] = {"fen": pattern.origin.fen, "squares": squares}
    return plain


def from_plain(plain: Any, where: str = "pattern") -> Pattern:
    """What :func:`to_plain` gave, checked: refused by ``where`` and the node if it can't be."""
    if not isinstance(plain, dict) or ("material" in plain) == ("nodes" in plain):
        raise RefusedError(where, "neither nodes nor material; a pattern has one of them")
    if "material" in plain:
        material = plain["material"]
        if not isinstance(material, dict) or set(material) - set(PIECES):
            raise RefusedError(where, f"material is told by {', '.join(PIECES)}")
        return material_pattern(
            [_number(material.get(piece, 0), where, piece) for piece in PIECES], where
        )
    nodes = [
        Node(
            _named(node, "label", labels.LABEL_NAMES, f"{where}, node {number}"),
            _named(node, "square", labels.PLACE_NAMES, f"{where}, node {number}", "?"),
        )
        for number, node in enumerate(_listed(plain["nodes"], where, "nodes"))
    ]
    edges = []
    for number, edge in enumerate(_listed(plain.get("edges", []), where, "edges")):
        here = f"{where}, edge {number}"
        kind = _named(edge, "kind", labels.KIND_NAMES, here, "attacks")
        edges.append(
            Edge(_number(edge.get("from"), here, "from"), _number(edge.get("to"), here, "to"), kind)
        )
    return graph_pattern(nodes, edges, _origin(plain.get("origin"), len(nodes), where), where)


def _origin(plain: Any, count: int, where: str) -> Origin | None:
    if plain is None:
        return None
    squares = plain.get("squares") if isinstance(plain, dict) else None
    fen = plain.get("fen") if isinstance(plain, dict) else None
    known = labels.PLACE_NAMES[:64]
    if not isinstance(fen, str) or not isinstance(squares, list) or len(squares) != count:
        raise RefusedError(f"{where}, origin", "it has a fen and the square of each node")
    if any(square not in known for square in squares):
        raise RefusedError(f"{where}, origin", "a square that is not a1 to h8")
    return Origin(fen, tuple(known.index(square) for square in squares))


def _listed(value: Any, where: str, what: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise RefusedError(where, f"{what} are a list of objects")
    return value


def _number(value: Any, where: str, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefusedError(where, f"{what} is {value!r}; a whole number is expected")
    return value


def _named(
    plain: dict[str, Any], key: str, names: Sequence[str], where: str, default: str = ""
) -> int:
    name = plain.get(key, default)
    if name not in names:
        raise RefusedError(where, f"{key} {name!r}; expected one of {', '.join(names)}")
    return names.index(name)


# -- one order of nodes for a graph, whatever order they were given in -----------------------------
# Nodes are told apart by what they are and by what they are joined to, round after round; where
# that leaves some alike, each of them is tried first and the least description wins.  Nodes that
# can be exchanged without any change are tried once: without that eight bare squares would be tried
# 40,320 times.

Marks = Sequence[tuple[int, int]]
Kinds = Mapping[tuple[int, int], int]
Description = tuple[tuple[int, ...], ...]


def canonical_order(marks: Marks, kinds: Kinds) -> tuple[int, ...]:
    """The nodes' numbers in canonical order.

    ``marks`` are what a node is (two numbers), ``kinds`` the edges: (source, target) to kind.
    """
    _, order = _least(marks, kinds, _refined([_rank(marks)[mark] for mark in marks], kinds))
    return order


def _rank(marks: Marks) -> dict[tuple[int, int], int]:
    return {mark: number for number, mark in enumerate(sorted(set(marks)))}


def _refined(colours: Sequence[int], kinds: Kinds) -> tuple[int, ...]:
    """Colours told apart as far as their neighbours' colours tell them apart."""
    count = len(set(colours))
    while count < len(colours):
        seen = [
            (
                colour,
                tuple(sorted((k, colours[t]) for (s, t), k in kinds.items() if s == node)),
                tuple(sorted((k, colours[s]) for (s, t), k in kinds.items() if t == node)),
            )
            for node, colour in enumerate(colours)
        ]
        ranks = {each: number for number, each in enumerate(sorted(set(seen)))}
        colours = tuple(ranks[each] for each in seen)
        if len(ranks) == count:
            break
        count = len(ranks)
    return tuple(colours)


def _least(
    marks: Marks, kinds: Kinds, colours: tuple[int, ...]
) -> tuple[Description, tuple[int, ...]]:
    """The least description of any order that the colours leave open, and that order."""
    alike = next((c for c in sorted(colours) if colours.count(c) > 1), None)
    if alike is None:
        order = tuple(sorted(range(len(colours)), key=colours.__getitem__))
        at = {old: new for new, old in enumerate(order)}
        edges = sorted((at[s], at[t], k) for (s, t), k in kinds.items())
        return tuple(marks[old] for old in order) + tuple(edges), order
    best: tuple[Description, tuple[int, ...]] | None = None
    tried: list[int] = []
    for node in (n for n, colour in enumerate(colours) if colour == alike):
        if any(_exchangeable(node, other, kinds) for other in tried):
            continue
        tried.append(node)
        first = [2 * colour + (colour != alike or n != node) for n, colour in enumerate(colours)]
        found = _least(marks, kinds, _refined(first, kinds))
        best = found if best is None else min(best, found)
    assert best is not None
    return best


def _exchangeable(first: int, second: int, kinds: Kinds) -> bool:
    """Whether the graph is the same with two nodes exchanged."""
    swap = {first: second, second: first}
    return all(
        kinds.get((swap.get(s, s), swap.get(t, t))) == kind for (s, t), kind in kinds.items()
    )


# -- Features: quick tests that a position must pass before a pattern is matched -------------------

PLACE_FEATURES = LABELS * PLACES
"""Features ``label * PLACES + place``; then come the edges."""
EDGE_KINDS = 4
FEATURES = PLACE_FEATURES + LABELS * LABELS * EDGE_KINDS
"""Edge features are ``PLACE_FEATURES + (source label * LABELS + target label) * EDGE_KINDS +
kind``, kinds direct, indirect, discovered, generic."""


def features_of(pattern: Pattern) -> tuple[int, ...]:
    """The features that a pattern needs, ascending; none for material."""
    if not isinstance(pattern, GraphPattern):
        return ()
    labels = [node.label for node in pattern.nodes]
    found = set()
    told = set()
    for edge in pattern.edges:
        if edge.kind <= GENERIC:
            pair = labels[edge.source] * LABELS + labels[edge.target]
            found.add(PLACE_FEATURES + pair * EDGE_KINDS + edge.kind)
            told |= {edge.source, edge.target}
    for number, node in enumerate(pattern.nodes):
        # That a label is there at all, an edge with it has said.
        if node.label != ANY_SQUARE and (node.place != FREE or number not in told):
            found.add(node.label * PLACES + node.place)
    return tuple(sorted(found))


def all_in_features(pattern: Pattern) -> bool:
    """Whether a pattern holds wherever its features do."""
    if not isinstance(pattern, GraphPattern):
        return False
    if len(pattern.nodes) == 1:
        return True
    free = all(node.place == FREE for node in pattern.nodes)
    joined = len(pattern.edges) == 1 and pattern.edges[0].kind <= GENERIC
    return len(pattern.nodes) == 2 and free and joined


# -- Patterns as rows of sixteen words (two lines of the processor's cache), for kernels -----------

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
