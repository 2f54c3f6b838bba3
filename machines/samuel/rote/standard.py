"""One form for all boards that are the same game: the standard board and its words.

"... first by reversing the pieces and piece positions if it is a board position in which White is
to move, so that all boards are reported as if it were Black's turn to move. ... Board positions, in
which all of the pieces are kings, can be reflected about the diagonals with a possible fourfold
reduction" (Samuel 1959, "Cataloging and culling stored information").  Of the four forms of a board
of kings the one with the least words is taken, Black's word before White's.

A standard board is kept as the 704 would write it: the words of Black's pieces, of White's pieces
and of the kings, square n of Fig. A-1 in bit n of the word, counted from the left, that is
2**(35 - n).  (Elsewhere in this house it is 2**n.)  Without kings the third is 0 and isn't written
on tape: "three words are used to record board positions with kings, and only two words ... without
kings" (Appendix A).
"""

from machines.games.draughts.board import SQUARES, Position, bit
from machines.kernels.kernel import inner_kernel, kernel

WORD_BITS = 36


def word_bit(square: int) -> int:
    """The 704's word that has only the standard square ``square`` (1..32) in it."""
    return 1 << (WORD_BITS - bit(square).bit_length())


def row_of(square: int) -> int:
    """Row 0 (squares 1-4) to 7 of a square."""
    return (square - 1) // 4


def column_of(square: int) -> int:
    """Column 0 (squares 5, 13, 21, 29) to 7 of a square."""
    return 2 * ((square - 1) % 4) + 1 - row_of(square) % 2


WHOLE_BOARD = sum(map(word_bit, SQUARES))
"""All squares."""
BLACK_LAST_ROW = sum(map(word_bit, range(29, 33)))
"""Where Black's men are crowned."""
WHITE_LAST_ROW = sum(map(word_bit, range(1, 5)))

# A reflection carries every diagonal that is parallel to its axis onto another one, so that it is
# a shift for each of them: seven diagonals for one axis, eight for the other.
DOUBLE_CORNERS = tuple(
    sum(word_bit(square) for square in SQUARES if row_of(square) - column_of(square) == k)
    for k in range(-7, 8, 2)
)
"""Squares by row - column: -7 (square 4) to 7 (square 29)."""
SINGLE_CORNERS = tuple(
    sum(word_bit(square) for square in SQUARES if row_of(square) + column_of(square) == k)
    for k in range(1, 14, 2)
)
"""Squares by row + column: 1 (squares 1 and 5) to 13 (squares 28 and 32)."""

# For turning 36 bits end for end: halves, then quarters of nine, then threes, then single bits.
HALF = (1 << 18) - 1
QUARTERS = 0o777 | 0o777 << 18
THREES = sum(0o7 << k for k in range(0, 36, 9))
ONES = sum(1 << k for k in range(0, 36, 3))


@kernel("int64(int64)")
def end_for_end(word: int) -> int:
    """The word whose bit 2**(36 - n) is what 2**n is in ``word``, n from 1 to 35."""
    word >>= 1
    word = word >> 18 | (word & HALF) << 18
    word = word >> 9 & QUARTERS | (word & QUARTERS) << 9
    word = word >> 6 & THREES | word & THREES << 3 | (word & THREES) << 6
    return word >> 2 & ONES | word & ONES << 1 | (word & ONES) << 2


@inner_kernel("int64(int64)")
def about_double_corners(word: int) -> int:
    """The 704's ``word`` reflected about the diagonal through the double corners."""
    reflected = 0
    for k in range(8):
        here = word & DOUBLE_CORNERS[k]
        far = 8 * k - 28
        reflected |= here << far if far > 0 else here >> -far
    return reflected


@inner_kernel("int64(int64)")
def about_single_corners(word: int) -> int:
    """The 704's ``word`` reflected about the diagonal from square 4 to square 29."""
    reflected = 0
    for k in range(7):
        here = word & SINGLE_CORNERS[k]
        far = 10 * k - 30
        reflected |= here << far if far > 0 else here >> -far
    return reflected


@inner_kernel("UniTuple(int64,2)(int64,int64)")
def least_reflection(black: int, white: int) -> tuple[int, int]:
    """The least of a board of kings and its reflections, all in the 704's words."""
    best_black, best_white = black, white
    for k in range(1, 4):
        b, w = black, white
        if k & 1:
            b, w = about_double_corners(b), about_double_corners(w)
        if k & 2:
            b, w = about_single_corners(b), about_single_corners(w)
        if b < best_black or (b == best_black and w < best_white):
            best_black, best_white = b, w
    return best_black, best_white


@kernel("UniTuple(int64,3)(int64,int64,int64,int64,int64)")
def standard_words(fa: int, ba: int, fp: int, bp: int, black_active: int) -> tuple[int, int, int]:
    """Black, White and kings of the standard board, in the 704's words.

    The arguments are the four words of :mod:`machines.games.draughts.kernels`, ``black_active`` 1
    if Black is to move.  A board turned end for end is, but for one place, what the 704 writes of
    it.
    """
    if black_active:
        black = end_for_end(fa) >> 1
        white = end_for_end(bp) >> 1
        kings = end_for_end(ba | fp) >> 1
    else:
        black, white, kings = ba >> 1, fp >> 1, (fa | bp) >> 1
    if kings and kings == black | white:
        black, white = least_reflection(black, white)
        kings = black | white
    return black, white, kings


def standard_of(position: Position) -> tuple[int, int, int]:
    """Black, White and kings of the standard board of ``position``, in the 704's words."""
    fa, ba, fp, bp = position.words()
    black, white, kings = standard_words(fa, ba, fp, bp, int(position.black_to_move))
    return int(black), int(white), int(kings)


def position_of(black: int, white: int, kings: int) -> Position:
    """The board of these 704's words, Black to move."""
    black, white, kings = (int(end_for_end(word << 1)) for word in (black, white, kings))
    return Position(black, white, kings, black_to_move=True)
