"""The names and numbers of Morph's graphs: labels of nodes, kinds of edges, squares that a node may
be held to (Gould and Levinson 1992, section 3.1).

Every graph is oriented with Black to move: White is the side that has just moved, for which a
position is judged.  So "white" here is the mover, whatever men he plays with on the board.

A node has one of fifteen labels: a man by kind and colour, a square immediately adjacent to a king,
or any square at all (the node SQ of Fig. 3.4).  An edge says that one node attacks (or, if it is of
its own colour, defends) another.  Only a man attacks; but from a node SQ an edge may say what a man
would attack *if it stood there*, which is what SQ means in Fig. 3.4: those are the kinds from
``AS_WHITE_PAWN`` on.

The paper doesn't define indirect and discovered.  Ours: along the line of a bishop, rook or queen
``u`` let ``w`` be the first man.  Up to and on ``w`` the attack is direct.  Beyond ``w``, up to and
on the next man, it is indirect if ``w`` is an enemy of ``u`` or one of its own that moves along
that line too (a battery); it is discovered if ``w`` is its own and doesn't: moving ``w`` uncovers
it.
"""

from typing import Final

WHITE_PAWN, WHITE_KNIGHT, WHITE_BISHOP, WHITE_ROOK, WHITE_QUEEN, WHITE_KING = range(6)
BLACK_PAWN, BLACK_KNIGHT, BLACK_BISHOP, BLACK_ROOK, BLACK_QUEEN, BLACK_KING = range(6, 12)
NEAR_WHITE_KING: Final = 12
NEAR_BLACK_KING: Final = 13
ANY_SQUARE: Final = 14
"""SQ: matches every square, empty or not."""
LABELS: Final = 15
MEN: Final = 12
"""The labels below are men."""

LABEL_SYMBOLS: Final = (*"PNBRQKpnbrqk", "near K", "near k", "SQ")
"""Short, for lists: men as in FEN."""
LABEL_NAMES: Final = (
    "white pawn", "white knight", "white bishop", "white rook", "white queen", "white king",
    "black pawn", "black knight", "black bishop", "black rook", "black queen", "black king",
    "square near white king", "square near black king", "any square",
)  # fmt: skip

DIRECT, INDIRECT, DISCOVERED, GENERIC = range(4)
"""GENERIC is "attacks" (Fig. 3.1c): direct, indirect or discovered."""
AS_WHITE_PAWN, AS_BLACK_PAWN, AS_KNIGHT, AS_BISHOP, AS_ROOK, AS_QUEEN, AS_KING = range(4, 11)
"""What such a man would attack directly from a node SQ, the other men standing as they do."""
KINDS: Final = 11
KIND_NAMES: Final = (
    "direct", "indirect", "discovered", "attacks", "as white pawn", "as black pawn", "as knight",
    "as bishop", "as rook", "as queen", "as king",
)  # fmt: skip
AS_MAN: Final = (
    AS_WHITE_PAWN, AS_KNIGHT, AS_BISHOP, AS_ROOK, AS_QUEEN, AS_KING, AS_BLACK_PAWN, AS_KNIGHT,
    AS_BISHOP, AS_ROOK, AS_QUEEN, AS_KING,
)  # fmt: skip
"""Label of a man to the kind that says "as that man"."""

FILE: Final = 64
"""FILE + 0..7: held to the a..h file only."""
RANK: Final = 72
"""RANK + 0..7: held to the first..eighth rank only."""
FREE: Final = 80
"""Held to no square."""
PLACES: Final = 81
"""A node's place: 0..63 an exact square (a1 = 0, h1 = 7, h8 = 63), a file, a rank, or FREE."""


def _word(bits: int) -> int:
    """As an int64 holds it: bit 63 is the sign."""
    return bits - (1 << 64) if bits >> 63 else bits


PLACE_MASKS: Final = tuple(
    _word(mask)
    for mask in (
        *(1 << square for square in range(64)),
        *(0x0101010101010101 << file for file in range(8)),
        *(0xFF << 8 * rank for rank in range(8)),
        (1 << 64) - 1,
    )
)
"""Place to the squares it allows, bit 0 = a1 to bit 63 = h8, as signed words."""
PLACE_NAMES: Final = (
    *("abcdefgh"[square & 7] + "12345678"[square >> 3] for square in range(64)),
    *(f"{file}?" for file in "abcdefgh"),
    *(f"?{rank}" for rank in "12345678"),
    "?",
)
