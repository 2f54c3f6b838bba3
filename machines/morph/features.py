"""Features: quick tests that a position must pass before a pattern is matched.

A feature is a label on a place ("a black pawn on e5", "a white rook on the a file"), or an edge
between labels ("a white knight attacks the black king directly").  A pattern holds only where all
its features do; where a pattern has one node, or two joined one way and held to no square, they are
all there is to it.
"""

from machines.morph.labels import ANY_SQUARE, FREE, GENERIC, LABELS, PLACES
from machines.morph.patterns import GraphPattern, Pattern

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
