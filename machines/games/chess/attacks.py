"""What men attack, checks and pins: tables for the steppers, obstruction difference for sliders.

A line through a square falls in two halves.  Of the men on the lower half the highest stops the
slider, of those on the upper half the lowest, and one subtraction finds all between (Michael
Hoffmann's "obstruction difference"; two tables of 64 words a line, no multiplication)::

    lower  = occupied & LOWER[square, line]
    upper  = occupied & UPPER[square, line]
    stop   = every bit from the highest of lower upwards (all, if it is empty)
    reach  = (2 * (upper & -upper) + stop) & (LOWER | UPPER)[square, line]

Lines: 0 the file, 1 the rank, 2 the diagonal a1-h8's way, 3 the other.  All words are int64
(:mod:`machines.games.chess.board`), and what overflows is meant to.
"""

import numpy as np
import numpy.typing as npt

from machines.games.chess import board
from machines.games.chess.board import Words
from machines.kernels.bits import ONE, lowest, zeros_above
from machines.kernels.kernel import inner_kernel, kernel

Table = npt.NDArray[np.int64]

STEPS = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""The upward way of each line, as files and ranks; the downward way is its opposite."""
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_STEPS = (*STEPS, *((-file, -rank) for file, rank in STEPS))
FILE_A = board.signed(0x0101010101010101)
NOT_A, NOT_H = ~FILE_A, ~board.signed(FILE_A << 7 & (1 << 64) - 1)
TOP = board.signed(1 << 63)
"""Square h8, the sign bit."""


def _run(square: int, step: tuple[int, int]) -> list[int]:
    """The squares from ``square`` that way to the edge."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    found = []
    while 0 <= file < 8 and 0 <= rank < 8:
        found.append(8 * rank + file)
        file, rank = file + step[0], rank + step[1]
    return found


def _word(squares: list[int]) -> int:
    return board.signed(sum(1 << square for square in squares))


def _steps(ways: tuple[tuple[int, int], ...]) -> Table:
    """One step each way from each square, int64[64]."""
    return np.array(
        [
            _word([number for way in ways for number in _run(square, way)[:1]])
            for square in range(64)
        ]
    )


def _halves(sign: int) -> Table:
    """One half of each line through each square, int64[64, 4]."""
    return np.array(
        [
            [_word(_run(square, (sign * file, sign * rank))) for file, rank in STEPS]
            for square in range(64)
        ]
    )


def _joined(whole: bool) -> Table:
    """The squares between each two squares of one line, or their whole line; int64[64, 64]."""
    table = np.zeros((64, 64), dtype=np.int64)
    for first in range(64):
        for way in KING_STEPS:
            run = _run(first, way)
            line = [first, *run, *_run(first, (-way[0], -way[1]))]
            for place, second in enumerate(run):
                table[first, second] = _word(line if whole else run[:place])
    return table


LOWER, UPPER = _halves(-1), _halves(1)
LINE_HALVES = np.hstack([LOWER, UPPER])
"""int64[64, 8]: the lower halves of lines 0..3, then the upper ones."""
KNIGHT_ATTACKS = _steps(KNIGHT_STEPS)
KING_ATTACKS = _steps(KING_STEPS)
PAWN_ATTACKS = np.array([_steps(((-1, 1), (1, 1))), _steps(((-1, -1), (1, -1)))])
"""int64[2, 64]: what a white (0) or black (1) pawn on a square attacks."""
BETWEEN = _joined(False)
"""int64[64, 64]: the squares between two of one line, 0 for others."""
LINE = _joined(True)
"""int64[64, 64]: the whole line through two squares, both with it, 0 if they share none."""


@inner_kernel("int64(int64,int64,int64)", inline="always")
def line_attacks(square: int, line: int, occupied: int) -> int:
    """What a slider on ``square`` attacks along one line (0..3), to the first man either way."""
    lower = LINE_HALVES[square, line]
    upper = LINE_HALVES[square, line + 4]
    above = occupied & upper
    stop = TOP >> zeros_above((occupied & lower) | 1)
    return (((above & -above) << 1) + stop) & (lower | upper)  # type: ignore[no-any-return]


@inner_kernel("int64(int64,int64)")
def rook_attacks(square: int, occupied: int) -> int:
    """What a rook on ``square`` attacks, the first man each way with it."""
    return line_attacks(square, 0, occupied) | line_attacks(square, 1, occupied)


@inner_kernel("int64(int64,int64)")
def bishop_attacks(square: int, occupied: int) -> int:
    """What a bishop on ``square`` attacks, the first man each way with it."""
    return line_attacks(square, 2, occupied) | line_attacks(square, 3, occupied)


@inner_kernel("int64(int64,int64)", inline="always")
def down(word: int, by: int) -> int:
    """``word`` shifted right, noughts coming in (``by`` at least 1)."""
    return (word >> by) & ((1 << (64 - by)) - 1)


@inner_kernel("int64(int64,int64)", inline="always")
def pawn_front(pawns: int, black: int) -> int:
    """The squares in front of the pawns of White (0) or Black (1)."""
    return down(pawns, 8) if black else pawns << 8


@inner_kernel("int64(int64,int64)", inline="always")
def pawn_takes(pawns: int, black: int) -> int:
    """The squares that the pawns of White (0) or Black (1) attack."""
    ahead = pawn_front(pawns, black)
    return ((ahead << 1) & NOT_A) | (down(ahead, 1) & NOT_H)


@kernel("int64(int64[::1],int64,int64,int64)")
def attackers(words: Words, square: int, by: int, occupied: int) -> int:
    """The men of White (``by`` 0) or Black (1) that attack ``square`` when ``occupied`` is full."""
    straight = words[board.ROOKS] | words[board.QUEENS]
    slanted = words[board.BISHOPS] | words[board.QUEENS]
    found = (
        (PAWN_ATTACKS[1 - by, square] & words[board.PAWNS])
        | (KNIGHT_ATTACKS[square] & words[board.KNIGHTS])
        | (KING_ATTACKS[square] & words[board.KINGS])
        | (rook_attacks(square, occupied) & straight)
        | (bishop_attacks(square, occupied) & slanted)
    )
    return found & words[board.WHITE + by]  # type: ignore[no-any-return]


@kernel("int64(int64[::1],int64)")
def attacks_from(words: Words, square: int) -> int:
    """The squares that the man on ``square`` attacks; 0 if nothing stands there."""
    there = ONE << square
    occupied = words[board.WHITE] | words[board.BLACK]
    if words[board.PAWNS] & there:
        return PAWN_ATTACKS[1 if words[board.BLACK] & there else 0, square]  # type: ignore[no-any-return]
    if words[board.KNIGHTS] & there:
        return KNIGHT_ATTACKS[square]  # type: ignore[no-any-return]
    if words[board.KINGS] & there:
        return KING_ATTACKS[square]  # type: ignore[no-any-return]
    found = 0
    if (words[board.ROOKS] | words[board.QUEENS]) & there:
        found |= rook_attacks(square, occupied)
    if (words[board.BISHOPS] | words[board.QUEENS]) & there:
        found |= bishop_attacks(square, occupied)
    return found


@kernel("int64(int64[::1])")
def checkers(words: Words) -> int:
    """The men that give check to the side to move; 0 if it isn't in check."""
    black = words[board.STATE] & board.BLACK_TO_MOVE
    king = lowest(words[board.KINGS] & words[board.WHITE + black])
    return attackers(words, king, 1 - black, words[board.WHITE] | words[board.BLACK])


@inner_kernel("int64(int64[::1],int64,int64)")
def attacked(words: Words, by: int, occupied: int) -> int:
    """All squares that the men of White (``by`` 0) or Black (1) attack."""
    own = words[board.WHITE + by]
    found = pawn_takes(words[board.PAWNS] & own, by)
    left = words[board.KNIGHTS] & own
    while left:
        found |= KNIGHT_ATTACKS[lowest(left)]
        left &= left - 1
    left = (words[board.ROOKS] | words[board.QUEENS]) & own
    while left:
        found |= rook_attacks(lowest(left), occupied)
        left &= left - 1
    left = (words[board.BISHOPS] | words[board.QUEENS]) & own
    while left:
        found |= bishop_attacks(lowest(left), occupied)
        left &= left - 1
    return found | KING_ATTACKS[lowest(words[board.KINGS] & own)]  # type: ignore[no-any-return]


@inner_kernel("int64(int64[::1],int64,int64)")
def pinned_men(words: Words, king: int, black: int) -> int:
    """The men of the side that alone stand between its king and an enemy slider."""
    enemy, occupied = words[board.WHITE + 1 - black], words[board.WHITE] | words[board.BLACK]
    snipers = enemy & (
        (rook_attacks(king, enemy) & (words[board.ROOKS] | words[board.QUEENS]))
        | (bishop_attacks(king, enemy) & (words[board.BISHOPS] | words[board.QUEENS]))
    )
    found = 0
    while snipers:
        between = BETWEEN[king, lowest(snipers)] & occupied
        if between & (between - 1) == 0:
            found |= between
        snipers &= snipers - 1
    return found
