"""A chessboard as a workstation of 1992 drew it: men of our own drawing, the attack graph's arrows.

Squares are numbered 0 (a1) to 63 (h8); men are FEN's letters.  The thin arrows below the men are
the position's attack graph (Gould and Levinson 1992, section 3.1): solid direct, dashed indirect,
dotted discovered; towards a man of its own colour (a defence) an arrow is paler.  What a pattern
asks for is drawn over the men, thick.
"""

from dataclasses import dataclass
from typing import Literal

EdgeKind = Literal["direct", "indirect", "discovered", "generic"]
SquareKind = Literal["exact", "rank", "file", "free"]

SQUARE = 66.0
EDGE = 20.0
"""Room for the names of ranks and files, left and below."""
SIDE = 8 * SQUARE + EDGE + 4.0
EMPTY = "." * 64


@dataclass(frozen=True)
class Edge:
    """An arrow from a square to another."""

    source: int
    target: int
    kind: EdgeKind = "direct"


@dataclass(frozen=True)
class Node:
    """A node of a pattern where it lies on the board.

    ``label`` is a man's FEN letter, ``O`` or ``o`` a square beside the white or the black king,
    ``*`` any square.
    """

    label: str
    square: int
    kind: SquareKind = "free"  # How much of its square the pattern fixes


@dataclass(frozen=True)
class ChessBoardState:
    """What stands on the board and what is marked on it."""

    men: str = EMPTY
    """64 characters, a1 first, h8 last: FEN's letters and ``.``."""
    last: tuple[int, ...] = ()
    """From where, to where: the move made last; ``men`` is after it, and its man slides."""
    chosen: int = -1
    targets: tuple[int, ...] = ()
    """Where the chosen man can go; rings round men that it would take."""
    movable: tuple[int, ...] = ()
    """Men that can be moved, while none is chosen."""
    check: int = -1
    """The square of a king in check."""
    edges: tuple[Edge, ...] = ()
    """The attack graph, or none of it; not seen while there are nodes of a pattern."""
    nodes: tuple[Node, ...] = ()
    """A pattern's nodes."""
    pattern: tuple[Edge, ...] = ()
    """And its edges."""
    promotion: str = ""
    """Men to choose from for a pawn that arrived (``QRBN`` or ``qrbn``); empty: nothing to choose.
    """
    flipped: bool = False
    """Whether Black sits below."""


def corner(square: int, flipped: bool) -> tuple[float, float]:
    """A square's left upper corner on the pane, in picture elements."""
    rank, file = divmod(square, 8)
    column, row = (7 - file, rank) if flipped else (file, 7 - rank)
    return EDGE + column * SQUARE, 2.0 + row * SQUARE


def name_of(square: int) -> str:
    """``a1`` for 0."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square_at(x: float, y: float, flipped: bool) -> int:
    """The square at a place of the pane; -1: there is none."""
    column, row = int((x - EDGE) // SQUARE), int((y - 2.0) // SQUARE)
    if not (0 <= column < 8 and 0 <= row < 8):
        return -1
    return row * 8 + 7 - column if flipped else (7 - row) * 8 + column
