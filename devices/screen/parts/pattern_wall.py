"""The wall of patterns: each a small board with its nodes and edges, its weight below it."""

from dataclasses import dataclass, field

from devices.screen.parts.chess_picture import Edge, Node

WIDE, HIGH = 550.0, 408.0
COLUMNS, ROWS = 5, 3
A_PAGE = COLUMNS * ROWS


@dataclass(frozen=True)
class PatternPicture:
    """One pattern as it is drawn: a graph pattern has nodes, a material pattern differences."""

    weight: float
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    """Between the nodes' squares."""
    men: str = ""
    """The position that it was taken from (64 characters, a1 first), drawn faintly; or nothing."""
    material: tuple[int, ...] = ()
    """Differences of P, N, B, R, Q; all nought is "even"."""
    updates: int = 0


@dataclass(frozen=True)
class PatternWallState:
    """A page of the wall."""

    patterns: tuple[PatternPicture, ...] = field(default=())
    """At most A_PAGE."""
    page: int = 0
    pages: int = 1
    total: int = 0
    """Patterns in the database."""
    pointed: int = -1
    """The one under the pointer, of this page."""
