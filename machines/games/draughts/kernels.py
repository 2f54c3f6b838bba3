"""The moves of draughts found with shifts of Samuel's four words (Samuel 1959, Appendix A).

FA, BA, FP, BP hold the pieces that can move Forward or Backward, of the Active or the Passive
side, a piece on standard square s as bit s + (s-1)//8 (:mod:`machines.games.draughts.board`).
Where his program says ``CLA EMPTY / ALS 4 / ANA FA / STO RF`` it is here ``RF = FA & (EMPTY >>
4)``, since the 704 counts its bits from the left.  A word of moves or jumps names the squares that
the pieces move *from*::

        word   way   move                jump
        RF     +4    FA & EMPTY >> 4     FA & PASSIVE >> 4 & EMPTY >> 8
        LF     +5    FA & EMPTY >> 5     FA & PASSIVE >> 5 & EMPTY >> 10
        LB     -4    BA & EMPTY << 4     BA & PASSIVE << 4 & EMPTY << 8
        RB     -5    BA & EMPTY << 5     BA & PASSIVE << 5 & EMPTY << 10

Nothing here asks whose turn it is: a piece that comes to the highest row by a forward way can from
then on move backward, and the other way round; that is crowning for either side, and for a king it
changes nothing.  A whole turn leaves (FP, BP, FA', BA'): the passive side becomes the active one.

Signed words throughout: bits 1..35 are used, so nothing overflows, and the kernels give the same
answers as plain Python (``NUMBA_DISABLE_JIT=1``).

A move is packed in one integer, so that a list of moves is one flat array: bits 0..5 the bit number
of the square it starts on, bits 6..9 the number of jumps (0: a plain move), from bit 10 the ways,
two bits each in their order: 0 RF, 1 LF, 2 LB, 3 RB.

They stand apart from :mod:`.kernels`: not every room that plays draughts counts moves.
"""

import numpy as np
import numpy.typing as npt

from machines.games.draughts import board
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel, kernel

BOARD = board.BOARD
HIGHEST_ROW = board.HIGHEST_ROW
LOWEST_ROW = board.LOWEST_ROW

WAYS = (4, 5, -4, -5)
"""What a step adds to the bit number: RF, LF, LB, RB."""
MOST_JUMPS = 9
"""No piece can take more: it only ever jumps over nine squares of the board."""
MOST_MOVES = 512
"""Room for the moves of any position: the nine squares of either kind that can be jumped over give
at most 212 routes from all squares together, even if a king stood on each."""


@inner_kernel("int64(int64,int64,int64,int64)")
def empty_squares(fa: int, ba: int, fp: int, bp: int) -> int:
    """EMPTY: the squares with nothing on them."""
    return BOARD & ~(fa | ba | fp | bp)


@inner_kernel("UniTuple(int64,4)(int64,int64,int64)")
def move_words(fa: int, ba: int, empty: int) -> tuple[int, int, int, int]:
    """RF, LF, LB, RB of the plain moves: the squares from which there is one that way."""
    return fa & (empty >> 4), fa & (empty >> 5), ba & (empty << 4), ba & (empty << 5)


@inner_kernel("UniTuple(int64,4)(int64,int64,int64,int64)")
def jump_words(fa: int, ba: int, passive: int, empty: int) -> tuple[int, int, int, int]:
    """RF, LF, LB, RB of the single jumps: the squares from which there is one that way.

    ``passive`` is FP | BP.  With ``fa`` and ``ba`` cut down to one piece these are its own jumps.
    """
    return (
        fa & (passive >> 4) & (empty >> 8),
        fa & (passive >> 5) & (empty >> 10),
        ba & (passive << 4) & (empty << 8),
        ba & (passive << 5) & (empty << 10),
    )


@kernel("int64(int64,int64)")
def step(word: int, way: int) -> int:
    """``word`` one step that way: 0 RF, 1 LF, 2 LB, 3 RB."""
    if way == 0:
        return word << 4
    if way == 1:
        return word << 5
    if way == 2:
        return word >> 4
    return word >> 5


@inner_kernel("UniTuple(int64,2)(int64,int64,int64,int64,int64)")
def carried(fa: int, ba: int, start: int, end: int, way: int) -> tuple[int, int]:
    """FA and BA after the piece on ``start`` goes that way to ``end`` (each a word of one bit).

    Whatever comes to the last row of its way is, or becomes, a king.
    """
    if way < 2:
        king = end if ba & start else 0
        return (fa ^ start) | end, (ba & ~start) | king | (end & HIGHEST_ROW)
    king = end if fa & start else 0
    return (fa & ~start) | king | (end & LOWEST_ROW), (ba ^ start) | end


@inner_kernel("UniTuple(int64,5)(int64,int64,int64,int64,int64,int64)")
def jump(
    fa: int, ba: int, fp: int, bp: int, start: int, way: int
) -> tuple[int, int, int, int, int]:
    """FA, BA, FP, BP after the piece on ``start`` has jumped that way, and where it goes on from.

    The last is the one bit of the square from which the same piece must jump again, or 0 if the
    turn is over: it can't, or it is a man that was crowned.
    """
    over = step(start, way)
    end = step(over, way)
    fa_after, ba_after = carried(fa, ba, start, end, way)
    fp_after, bp_after = fp & ~over, bp & ~over
    crowned = (fa & ba & start == 0) & (fa_after & ba_after & end != 0)
    passive = fp_after | bp_after
    empty = BOARD & ~(fa_after | ba_after | passive)
    words = jump_words(fa_after & end, ba_after & end, passive, empty)
    goes_on = not crowned and words[0] | words[1] | words[2] | words[3] != 0
    return fa_after, ba_after, fp_after, bp_after, end if goes_on else 0


@inner_kernel("int64(int64,int64,int64,int64,int64,int64,int64[::1],int64)")
def list_routes(
    fa: int,
    ba: int,
    fp: int,
    bp: int,
    at: int,
    so_far: int,
    moves: npt.NDArray[np.int64],
    count: int,
) -> int:
    """Pack every way in which the piece on ``at`` can jump on after ``so_far``; the new count."""
    words = jump_words(fa & at, ba & at, fp | bp, empty_squares(fa, ba, fp, bp))
    jumps = so_far >> 6 & 15
    for way in range(4):
        if words[way]:
            f, b, g, c, end = jump(fa, ba, fp, bp, at, way)
            packed = so_far + (1 << 6) | way << (10 + 2 * jumps)
            if end:
                count = list_routes(f, b, g, c, end, packed, moves, count)
            else:
                moves[count] = packed
                count += 1
    return count


@kernel("int64(int64,int64,int64,int64,int64[::1])")
def list_moves(fa: int, ba: int, fp: int, bp: int, moves: npt.NDArray[np.int64]) -> int:
    """Pack all whole moves into ``moves`` (int64[MOST_MOVES]); how many there are.

    Their order is fixed: by the way of the first step, RF, LF, LB, RB, then by the square they
    start on, ascending, then by the ways of the further jumps.
    """
    passive = fp | bp
    empty = empty_squares(fa, ba, fp, bp)
    jumps = jump_words(fa, ba, passive, empty)
    count = 0
    if jumps[0] | jumps[1] | jumps[2] | jumps[3]:
        for way in range(4):
            word = jumps[way]
            while word:
                start = word & -word
                word ^= start
                packed = popcount(start - 1) | 1 << 6 | way << 10
                f, b, g, c, end = jump(fa, ba, fp, bp, start, way)
                if end:
                    count = list_routes(f, b, g, c, end, packed, moves, count)
                else:
                    moves[count] = packed
                    count += 1
        return count
    words = move_words(fa, ba, empty)
    for way in range(4):
        word = words[way]
        while word:
            start = word & -word
            word ^= start
            moves[count] = popcount(start - 1) | way << 10
            count += 1
    return count


@inner_kernel("UniTuple(int64,4)(int64,int64,int64,int64,int64)")
def apply_move(fa: int, ba: int, fp: int, bp: int, packed: int) -> tuple[int, int, int, int]:
    """FA, BA, FP, BP after the packed move, from the other side: it is active now."""
    at = 1 << (packed & 63)
    jumps = packed >> 6 & 15
    ways = packed >> 10
    if jumps == 0:
        way = ways & 3
        f, b = carried(fa, ba, at, step(at, way), way)
        return fp, bp, f, b
    for _ in range(jumps):
        way = ways & 3
        ways >>= 2
        over = step(at, way)
        end = step(over, way)
        fa, ba = carried(fa, ba, at, end, way)
        fp &= ~over
        bp &= ~over
        at = end
    return fp, bp, fa, ba


# -- How many moves there are in a position of draughts, none of them made: kernels ----------------


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def count_routes(fa: int, ba: int, fp: int, bp: int, at: int) -> int:
    """In how many ways the piece on ``at``, which must jump on, can end its turn."""
    words = jump_words(fa & at, ba & at, fp | bp, empty_squares(fa, ba, fp, bp))
    routes = 0
    for way in range(4):
        if words[way]:
            f, b, g, c, end = jump(fa, ba, fp, bp, at, way)
            routes += count_routes(f, b, g, c, end) if end else 1
    return routes


@inner_kernel("int64(int64,int64,int64,int64,UniTuple(int64,4))")
def count_jumps(fa: int, ba: int, fp: int, bp: int, words: tuple[int, int, int, int]) -> int:
    """How many whole jumping moves begin with the single jumps in ``words``."""
    moves = 0
    for way in range(4):
        word = words[way]
        while word:
            start = word & -word
            word ^= start
            f, b, g, c, end = jump(fa, ba, fp, bp, start, way)
            moves += count_routes(f, b, g, c, end) if end else 1
    return moves


@inner_kernel("int64(int64,int64,int64,int64)")
def count_moves(fa: int, ba: int, fp: int, bp: int) -> int:
    """How many moves there are, none of them made (each route of captures is a move)."""
    passive = fp | bp
    empty = empty_squares(fa, ba, fp, bp)
    words = jump_words(fa, ba, passive, empty)
    if words[0] | words[1] | words[2] | words[3]:
        return count_jumps(fa, ba, fp, bp, words)
    rf, lf, lb, rb = move_words(fa, ba, empty)
    return popcount(rf) + popcount(lf) + popcount(lb) + popcount(rb)
