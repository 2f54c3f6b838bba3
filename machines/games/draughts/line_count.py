"""Perft of draughts: how many lines of play there are to a depth.

The kernels stand apart from :mod:`.kernels`: no room needs them.
"""

from machines.games.draughts.board import BOARD, Move, Position
from machines.games.draughts.kernels import (
    carried,
    empty_squares,
    jump,
    jump_words,
    move_words,
    step,
)
from machines.games.draughts.move_count import count_moves, count_routes
from machines.games.draughts.moves import legal_moves, make
from machines.kernels.kernel import kernel


# A literal argument in a call of itself makes numba compile a second form of the kernel, which
# isn't found when it is loaded from the cache (the process dies).  So no call below says 0 for
# ``at``: it hands on a variable that is 0.
@kernel("int64(int64,int64,int64,int64,int64,int64)")
def count_lines(fa: int, ba: int, fp: int, bp: int, at: int, depth: int) -> int:
    """How many lines of ``depth`` (>= 1) whole moves there are; the last is counted, not made.

    ``at`` is the square (one bit) of a piece in the midst of a multiple jump, else 0.
    """
    if depth == 1:
        return count_routes(fa, ba, fp, bp, at) if at else count_moves(fa, ba, fp, bp)
    passive = fp | bp
    empty = empty_squares(fa, ba, fp, bp)
    here = at if at else BOARD
    jumps = jump_words(fa & here, ba & here, passive, empty)
    nodes = 0
    if jumps[0] | jumps[1] | jumps[2] | jumps[3]:
        for way in range(4):
            word = jumps[way]
            while word:
                start = word & -word
                word ^= start
                f, b, g, c, end = jump(fa, ba, fp, bp, start, way)
                if end:
                    nodes += count_lines(f, b, g, c, end, depth)
                else:
                    nodes += count_lines(g, c, f, b, end, depth - 1)
        return nodes
    moves = move_words(fa, ba, empty)
    for way in range(4):
        word = moves[way]
        while word:
            start = word & -word
            word ^= start
            f, b = carried(fa, ba, start, step(start, way), way)
            nodes += count_lines(fp, bp, f, b, at, depth - 1)
    return nodes


def perft(position: Position, depth: int) -> int:
    """How many lines of ``depth`` whole moves there are from ``position`` (1 at depth 0)."""
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    return int(count_lines(*position.words(), 0, depth)) if depth else 1


def divide(position: Position, depth: int) -> tuple[tuple[Move, int], ...]:
    """Each move of ``position`` with the perft of depth - 1 after it (``depth`` at least 1)."""
    return tuple((move, perft(make(position, move), depth - 1)) for move in legal_moves(position))
