"""Which record of the memory a standard board belongs to: its key.

"... grouped into records on the basis of (1) the number of pieces on the board, (2) the presence or
absence of a piece advantage, (3) the side possessing this advantage, (4) the presence or absence of
kings on the board, (5) the side having the so-called 'move,' or opposition advantage, and finally
(6) the first moments of the pieces about normal and diagonal axes through the board.  ... The
records are arranged on the tape in the order that they are most likely to be needed during the
course of a game; board positions with 12 pieces to a side coming first" (Samuel 1959).

The paper says no more; how each property is counted, its code and their order are ours.  A key is
17 bits, and keys ascend as their records follow each other on tape::

    bits   property     code: the likelier first
    16-12  pieces       24 less their number
    11-10  advantage    0 none; 1 Black's, 2 White's, in material (man 2, king 3)
    9      kings        0 none; 1 some
    8      the move     0 White's; 1 Black's (the side to move): an odd number of pieces, of both
                        sides, in the files of squares 1, 2, 3, 4 (squares 1-4, 9-12, 17-20, 25-28)
    7-0    moments      four signs, two bits each: 0 zero, 1 positive, 2 negative

The moments are those of all pieces alike, each counting 1, about the axes through the middle of the
board; a piece's distances are half squares.  In this order: *rows* (positive: towards White's home,
square 32), *columns* (positive: towards square 4), *rows + columns* and *rows - columns*
(positive: towards square 28 and 32, or square 29).  Only their signs are used.  At the start of a
game the key is 0.
"""

from machines.games.draughts.board import SQUARES
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel.rote.standard import column_of, row_of, word_bit

MOST_PIECES = 24
PIECES, ADVANTAGE, KINGS, MOVE, MOMENTS = 12, 10, 9, 8, 0
"""The lowest bit of each property."""
LARGEST_KEY = (1 << 17) - 1

MOVE_SYSTEM = sum(word_bit(square) for square in SQUARES if row_of(square) % 2 == 0)
ROW_BITS = tuple(
    sum(word_bit(square) for square in SQUARES if row_of(square) >> k & 1) for k in range(3)
)
COLUMN_BITS = tuple(
    sum(word_bit(square) for square in SQUARES if column_of(square) >> k & 1) for k in range(3)
)
"""The squares with 2**k in the number of their row, or column."""

NONE, BLACKS, WHITES = 0, 1, 2
"""Codes of the advantage."""


@inner_kernel("int64(int64)")
def sign_code(moment: int) -> int:
    """0 for zero, 1 for a positive, 2 for a negative moment."""
    return 1 if moment > 0 else 2 if moment < 0 else 0


@inner_kernel("UniTuple(int64,2)(int64)")
def first_moments(pieces: int) -> tuple[int, int]:
    """Of all pieces (a 704's word), in half squares: rows, columns."""
    rows = columns = 0
    for k in range(3):
        rows += popcount(pieces & ROW_BITS[k]) << k + 1
        columns += popcount(pieces & COLUMN_BITS[k]) << k + 1
    middle = 7 * popcount(pieces)
    return rows - middle, columns - middle


@kernel("int64(int64,int64,int64)")
def key_of(black: int, white: int, kings: int) -> int:
    """The key of a standard board in the 704's words."""
    pieces = black | white
    blacks = 2 * popcount(black) + popcount(black & kings)
    whites = 2 * popcount(white) + popcount(white & kings)
    advantage = BLACKS if blacks > whites else WHITES if blacks < whites else NONE
    key = (MOST_PIECES - popcount(pieces)) << PIECES | advantage << ADVANTAGE
    key |= (1 if kings else 0) << KINGS | (popcount(pieces & MOVE_SYSTEM) & 1) << MOVE
    rows, columns = first_moments(pieces)
    key |= sign_code(rows) << 6 | sign_code(columns) << 4
    return key | sign_code(rows + columns) << 2 | sign_code(rows - columns)


def has_kings(key: int) -> bool:
    """Whether the boards of the record have kings, and so three words each."""
    return bool(key >> KINGS & 1)
