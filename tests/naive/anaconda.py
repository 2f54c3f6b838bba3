"""Anaconda's network and its choice the slow obvious way, from the paper's section 3 alone.

Boards are the dicts of tests/naive/draughts.py, numbers are Python's; no code is shared with
machines/anaconda.  A network is its 5,046 numbers and K, node by node: for every 3x3 window (row by
row), then every 4x4 ... the weights of its squares; 91 biases; 40 x 91 weights and 40 biases;
10 x 40 and 10; 10 and 1.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from tests.naive.draughts import SQUARE, Board, make, moves, other, place

WAYS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
Route = tuple[int, ...]


@cache
def windows() -> tuple[tuple[int, ...], ...]:
    """The squares of all 91, from one corner of the board to the other, the small ones first."""
    return tuple(_windows())


def _windows() -> Iterator[tuple[int, ...]]:
    for size in range(3, 9):
        for top in range(8 - size + 1):
            for left in range(8 - size + 1):
                cells = [(r, c) for r in range(top, top + size) for c in range(left, left + size)]
                yield tuple(sorted(SQUARE[cell] for cell in cells if cell in SQUARE))


def inputs(board: Board, side: str, king: float, turned: bool) -> dict[int, float]:
    """Square to -K, -1, 0, 1 or K; ``turned``: White's board, seen from his own side."""
    found = dict.fromkeys(range(1, 33), 0.0)
    for square, piece in board.items():
        size = king if piece.isupper() else 1.0
        there = 33 - square if turned and side == "w" else square
        found[there] = size if piece.lower() == side else -size
    return found


def output(numbers: Sequence[float], king: float, board: Board, side: str, turned: bool) -> float:
    """The worth of a board for a side."""
    values = inputs(board, side, king, turned)
    rest = iter(numbers)
    sums = [sum(next(rest) * values[square] for square in window) for window in windows()]
    first = [math.tanh(total + next(rest)) for total in sums]
    sums = [sum(next(rest) * value for value in first) for _ in range(40)]
    second = [math.tanh(total + next(rest)) for total in sums]
    sums = [sum(next(rest) * value for value in second) for _ in range(10)]
    third = [math.tanh(total + next(rest)) for total in sums]
    last = sum(next(rest) * value for value in third) + next(rest) + sum(values.values())
    assert next(rest, None) is None
    return math.tanh(last)


def value(
    numbers: Sequence[float],
    king: float,
    board: Board,
    mover: str,
    chooser: str,
    plies: int,
    extra: int,
    turned: bool,
) -> float:
    """Minimax: what the board is worth to the chooser, ``plies`` ahead, and while a capture is
    pending at most ``extra`` further."""
    found = moves(board, mover)
    if not found:
        return -1.0 if mover == chooser else 1.0
    if plies <= 0 and (not taking(found[0]) or extra == 0):
        return output(numbers, king, board, chooser, turned)
    further = extra if plies > 0 else extra - 1
    values = [
        value(
            numbers,
            king,
            make(board, move),
            other(mover),
            chooser,
            plies - 1,
            further,
            turned,
        )
        for move in found
    ]
    return max(values) if mover == chooser else min(values)


def taking(move: Route) -> bool:
    """Whether it jumps."""
    return abs(place(move[0])[0] - place(move[1])[0]) == 2


def rated(
    numbers: Sequence[float],
    king: float,
    board: Board,
    side: str,
    plies: int,
    extra: int,
    turned: bool,
) -> dict[Route, float]:
    """Every move of a side with its value, in the order in which ties are broken: by the way of
    the first step and the square, both as the side sees them."""
    found = moves(board, side)
    seen = turned and side == "w"

    def order(move: Route) -> tuple[object, ...]:
        path = [33 - square for square in move] if seen else list(move)
        places = [place(square) for square in path]
        ways = [
            WAYS.index(((b[0] > a[0]) * 2 - 1, (b[1] > a[1]) * 2 - 1)) for a, b in pairwise(places)
        ]
        return ways[0], path[0], ways

    return {
        move: value(numbers, king, make(board, move), other(side), side, plies - 1, extra, turned)
        for move in sorted(found, key=order)
    }


def aims(
    looks: Sequence[float | None],
    by_lot: Sequence[bool],
    won: float,
    weight: float,
    fades: float,
) -> tuple[float, ...]:
    """What each board of a game should have been worth to the side that moved on it.

    ``looks``: what its look-ahead said, -1 to 1, None where it had none; ``by_lot``: another move
    was made; ``won``: what the end was worth to the side that would have moved next; ``weight`` is
    lambda.
    """
    if not looks:
        return ()
    after = aims(looks[1:], by_lot[1:], won, weight, fades)
    then = -fades * (after[0] if after else won)
    said = looks[0]
    if said is None:
        return then, *after
    if by_lot[0]:
        return said, *after
    return (1 - weight) * said + weight * then, *after


def cross_entropy(worth: float, aim: float) -> float:
    """Of two values of -1 to 1, taken for chances to win, in nats."""
    one, other_ = (1 + worth) / 2, (1 + aim) / 2
    return -other_ * math.log(one) - (1 - other_) * math.log(1 - one)
