"""Perft of chess: how many lines of play there are to a depth.

The kernels stand apart from :mod:`.kernels`: no room needs them.
"""

import numpy as np

from machines.games.chess.attacks import Table
from machines.games.chess.board import WORDS, Move, Position, Words
from machines.games.chess.kernels import MOST_MOVES, list_moves
from machines.games.chess.kernels import make as make_move
from machines.games.chess.moves import legal_moves, make
from machines.kernels.kernel import inner_kernel, kernel


@inner_kernel("int64(int64[:,::1],int64[:,::1],int64)")
def count_lines(stack: Table, moves: Table, depth: int) -> int:
    """The lines of ``depth`` (>= 1) moves from ``stack[depth]``; the lower rows are scratch."""
    count = list_moves(stack[depth], moves[depth])
    if depth == 1:
        return count
    lines = 0
    for place in range(count):
        make_move(stack[depth], moves[depth, place], stack[depth - 1])
        lines += count_lines(stack, moves, depth - 1)
    return lines


@kernel("int64(int64[::1],int64)", _nrt=True)
def count_from(words: Words, depth: int) -> int:
    """How many lines of ``depth`` (>= 1) moves there are; the last is counted, not made."""
    stack = np.empty((depth + 1, WORDS), dtype=np.int64)
    moves = np.empty((depth + 1, MOST_MOVES), dtype=np.int64)
    stack[depth] = words
    return count_lines(stack, moves, depth)


def perft(position: Position, depth: int) -> int:
    """How many lines of ``depth`` moves there are from ``position`` (1 at depth 0)."""
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    return int(count_from(position.words(), depth)) if depth else 1


def divide(position: Position, depth: int) -> tuple[tuple[Move, int], ...]:
    """Each move of ``position`` with the perft of depth - 1 after it (``depth`` at least 1)."""
    return tuple((move, perft(make(position, move), depth - 1)) for move in legal_moves(position))
