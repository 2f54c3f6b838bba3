"""Patterns as they lie on a board, for pictures: colours and squares as the board has them.

A pattern's graph has White just moved (machines.morph.labels).  Where Black has just moved, its
colours are exchanged and its ranks mirrored on the way to the board.
"""

from functools import lru_cache

from machines.games.chess.board import Position
from machines.morph import labels
from machines.morph.graph import board_square, graph
from machines.morph.patterns import GraphPattern, Pattern
from machines.morph.scene import Arrow, ArrowKind, Mark, Sketch, SquareKind


def men_of(position: Position) -> str:
    """64 characters, a1 first: FEN's letters and dots."""
    return "".join(position.piece(square) or "." for square in range(64))


def sketch_of(pattern: Pattern, squares: tuple[int, ...], white_moved: bool = True) -> Sketch:
    """A pattern whose nodes lie on ``squares`` of a board on which that side has just moved."""
    if not isinstance(pattern, GraphPattern):
        return Sketch(material=pattern.differences)
    nodes = tuple(
        Mark(_letter(node.label, white_moved), square, _held(node.place))
        for node, square in zip(pattern.nodes, squares, strict=True)
    )
    arrows = tuple(
        Arrow(squares[one.source], squares[one.target], _kind(one.kind)) for one in pattern.edges
    )
    return Sketch(nodes, arrows)


@lru_cache(maxsize=512)
def hung(pattern: Pattern) -> Sketch:
    """A pattern as it hangs on the wall: over the position that it was taken from."""
    if not isinstance(pattern, GraphPattern) or pattern.origin is None:
        return sketch_of(pattern, ())
    lies = sketch_of(pattern, pattern.origin.squares)
    return Sketch(lies.nodes, lies.arrows, men_of_fen(pattern.origin.fen))


def men_of_fen(fen: str) -> str:
    """The men of a FEN, as :func:`men_of` has them."""
    ranks = fen.split()[0].split("/")
    return "".join(
        "." * int(one) if one.isdecimal() else one for rank in reversed(ranks) for one in rank
    )


def attack_graph(position: Position) -> tuple[Arrow, ...]:
    """Every attack and defence on a board, man against man."""
    made = graph(position)
    found = []
    men = [number for number in range(64) if position.occupied >> number & 1]
    for source in men:
        node = board_square(source, position)
        for kind in range(labels.DISCOVERED + 1):
            ends = int(made.out[kind, node])
            found += [
                Arrow(source, target, _kind(kind))
                for target in men
                if ends >> board_square(target, position) & 1
            ]
    return tuple(found)


def _letter(label: int, white_moved: bool) -> str:
    if label == labels.ANY_SQUARE:
        return "*"
    letter = (
        labels.LABEL_SYMBOLS[label]
        if label < labels.MEN
        else "O"
        if label == labels.NEAR_WHITE_KING
        else "o"
    )
    return letter if white_moved else letter.swapcase()


def _held(place: int) -> SquareKind:
    if place == labels.FREE:
        return "free"
    return "rank" if place >= labels.RANK else "file" if place >= labels.FILE else "exact"


def _kind(kind: int) -> ArrowKind:
    """An edge's kind as it is drawn: what a man would attack from a square is drawn as direct."""
    if kind in (labels.INDIRECT, labels.DISCOVERED):
        return "indirect" if kind == labels.INDIRECT else "discovered"
    return "generic" if labels.KIND_NAMES[kind] == "attacks" else "direct"
