"""The record of one board of the look-ahead: a frame of sixteen words in storage.

"A complete record is kept of the sequence of board positions currently under investigation"
(Samuel 1959, Appendix A): a frame of 16 words a board, the board of p moves ahead at storage
address 01000 + 020 p (octal), as docs/sources/panel704.md maps it::

        0  FA    4  EMPTY   8  RB                      12  beta
        1  BA    5  RF      9  the move being tried    13  flags; minus: the moves are jumps
        2  FP    6  LF     10  best score so far       14  plies from the starting board
        3  BP    7  LB     11  alpha                   15  best move

RF, LF, LB, RB are the squares *from* which there is a move (or a jump) that way.  Scores are taken
for the side to move on that board.  A move is held as ``number << 48 | start << 4 | way``: its
number among the moves of the board (1 the first), the one bit of the square it starts from, and
the way, 0 RF, 1 LF, 2 LB, 3 RB, 4 the null reply, with 8 added for a jump; 0 is no move yet.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from machines.kernels.bits import popcount
from machines.kernels.kernel import IntMatrix, IntVector, inner_kernel, kernel
from machines.samuel.terms import TERM_NUMBERS

Words = npt.NDArray[np.int64]

FRAMES = 64
FRAME_WORDS = 16
MOST_DEPTH, MOST_CHAIN = 60, 24
"""The deepest board of a search (LAST has that limit), and of the starting board's own multiple
jumps: a null reply behind each of twelve."""
FIRST_FRAME = 0o1000
FA, BA, FP, BP, EMPTY, RF, LF, LB, RB, TRYING, BEST, ALPHA, BETA, FLAGS, PLY, BEST_MOVE = range(16)

# The flags' bits.
NULL_REPLY, BLACK_ACTIVE, ROOT_CHAIN, AFTER_JUMP, AFTER_NULL, COUNTED = 1, 2, 4, 8, 16, 32
"""The only move is the null reply; Black is active; the board belongs to the starting board's own
multiple jumps; the last move was a jump; it was a null reply; it counts as a ply."""
FOUND = 64
"""The moves have been found (so the flags are never 0, and their sign can tell of jumps)."""
CONTINUING = 7
"""From this bit the number (1..35) of the square from which the same piece must jump on."""

NUMBER = 48
"""The bit from which a move's number stands."""
START = 4
WAY = 7
NULL_WAY = 4
JUMPING = 8

POLYNOMIAL = 0o300
"""Where the coefficients stand: of term number n in word 0300 + n; piece advantage is 0."""
ORDER = 0o400
"""Beside the storage map: how many terms besides piece advantage, then their numbers."""
MANNER = ORDER + 20
"""How terms are taken: one of these two (machines.samuel.polynomial.Manner)."""
TOGETHER, BY_TURNS = range(2)
NEEDED = ORDER + 21
"""The parameters that these terms need, by turns: one bit a number."""
REMEMBERS = ORDER + 22
"""1 if boards are looked up in a memory before they are evaluated."""
BACK_UP_TIME = ORDER + 23
"""How long a score is backed up, us."""
WORDS = ORDER + 32

KNOWN = TERM_NUMBERS
EFFECTIVE = TERM_NUMBERS + 1
KILLERS = TERM_NUMBERS + 2
FIRST = TERM_NUMBERS + 4
NOTES = TERM_NUMBERS + 6
"""Beside each frame: its board's parameters by number, whether they are known, how many plies its
best score so far has been backed up, those of a remembered board included, the two moves that cut a
branch off last at this level, and those two if they are moves of this board (0 if not), which come
first."""


class SearchArrays(NamedTuple):
    """All that the look-ahead works on."""

    frames: IntMatrix  # int64[FRAMES, FRAME_WORDS]
    notes: IntMatrix  # int64[FRAMES, NOTES]
    lines: IntMatrix  # The best line from each board on, int64[FRAMES, FRAMES]
    rated: IntMatrix  # Each first move's score, and the boards looked at by then: int64[2, moves]
    rows: IntMatrix  # Of the memory (machines.samuel.rote.lookup), int64[n, 6]
    directory: IntMatrix  # Of the memory, int64[m, 4]
    state: IntVector  # What the search remembers (.search), int64[STATE_WORDS]
    sampling: IntVector  # How the lamps' on-times are sampled (.search), int64[SAMPLING_WORDS]
    words: IntVector  # Settings and coefficients at their addresses, int64[WORDS]
    duty: IntVector  # The lamps' on-times, us: int64[REGISTER_BITS]
    shown: IntVector  # Scratch of the lamps (.phases), int64[SHOWN]


@kernel("int64(int64)")
def board_word(word: int) -> int:
    """A board as the 704 holds it: bit n is 2**(35 - n)."""
    turned = 0
    while word:
        low = word & -word
        word ^= low
        turned |= 1 << (35 - popcount(low - 1))
    return turned


@kernel("int64(int64,int64)")
def number_word(number: int, width: int) -> int:
    """A number in sign and magnitude, the sign being the highest of ``width`` bits."""
    if number < 0:
        return (1 << (width - 1)) | -number
    return number


@kernel("int64(int64)")
def square_of(start: int) -> int:
    """The standard number of the square that is the one bit ``start``."""
    number = popcount(start - 1)
    return number - number // 9


@inner_kernel("int64(int64)")
def plain(move: int) -> int:
    """A move's start and way, without its number and whether it is a jump; 0 for no move."""
    return move & ((1 << NUMBER) - 1) & ~JUMPING


@kernel("int64(int64)")
def start_of(move: int) -> int:
    """The one bit of the square that a move starts from; 0 for a null reply."""
    return (move & ((1 << NUMBER) - 1)) >> START


@kernel("int64(int64)")
def end_of(move: int) -> int:
    """The one bit of the square to which a (single) move goes; 0 for a null reply."""
    shift = (4 + (move & 1)) * (2 if move & JUMPING else 1)
    return start_of(move) << shift if move & WAY < 2 else start_of(move) >> shift


@kernel("int64(int64)")
def move_word(move: int) -> int:
    """A move as a word: its number in bits 12-17, from-square in 24-29, to-square in 30-35."""
    word = move >> NUMBER << 18
    if start_of(move):
        word |= square_of(start_of(move)) << 6 | square_of(end_of(move))
    return word
