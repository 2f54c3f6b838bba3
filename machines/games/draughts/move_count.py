"""How many moves there are in a position of draughts, none of them made: kernels.

They stand apart from :mod:`.kernels`: not every room that plays draughts counts moves.
"""

from machines.games.draughts.kernels import empty_squares, jump, jump_words, move_words
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel


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
