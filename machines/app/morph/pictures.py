"""A pattern of a database as it is drawn: over the position that it was taken from."""

from typing import cast

from machines.morph.learner import Record
from machines.morph.picture.chess_picture import Edge, EdgeKind, Node, SquareKind
from machines.morph.picture.small_board import PatternPicture
from machines.morph.sketch import hung


def picture_of(record: Record) -> PatternPicture:
    """What :func:`machines.morph.picture.small_board.pattern_surface` draws."""
    sketch = hung(record.pattern)
    return PatternPicture(
        weight=record.weight,
        nodes=tuple(
            Node(one.label, one.square, cast(SquareKind, one.held)) for one in sketch.nodes
        ),
        edges=tuple(
            Edge(one.source, one.target, cast(EdgeKind, one.kind)) for one in sketch.arrows
        ),
        men=sketch.men,
        material=sketch.material,
        updates=record.updates,
    )
