"""The look-ahead of the program of 1967 as a kernel: alpha-beta with plausibility and pruning.

*Score.*  A board is worth piece advantage (:func:`machines.samuel.terms.advantage_of`) times
:data:`PIECE_WEIGHT` and the tables' score in thousandths, for the side to move.  Whoever can't move
has lost: -WIN, less one in magnitude for each ply, so that the sooner win is the better.

*Where a line ends.*  After ``plies`` moves by the ply rules of 1959 (machines.samuel.settings), as
far as they ask what is on the board: never with a jump to be made; after ``plies`` moves not behind
a jump, and after these and one more not where an exchange can be offered.

*Plausibility analysis.*  Where two plies or more are left, each move is made and its board scored
as if the line ended there, but for jumps; the moves are then followed in the order of these scores,
the best first.  Among equals the order is that of
:func:`machines.games.draughts.kernels.list_moves`.

*Forward pruning.*  A board other than the first, without a jump to be made, loses moves unseen:

* of its moves only the ``keep[ply]`` most plausible are followed, fewer the farther from the start
  (tapering);
* a move whose plausible score falls more than ``margin`` short of alpha is dropped, and with it all
  that are less plausible.

That the program did these things the literature tells (docs/sources/samuel.md, section 13); their
numbers are ours.  At the first board every move is followed.

It recurses, and no console works it: all moves of a board must be scored before one is followed,
which the stack that the console steps through (machines.samuel.search) has no place for.

The stack has a row a ply: ``moves`` and ``scores``, int64[ROWS, MOST_MOVES].
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from machines.games.draughts.kernels import MOST_MOVES, apply_move, empty_squares, list_moves
from machines.kernels.kernel import IntMatrix, IntVector, inner_kernel, kernel
from machines.samuel import terms
from machines.samuel.settings import exchange_is_possible
from machines.samuel.signature_tables.arrangement import COUNT, TABLES
from machines.samuel.signature_tables.signatures import score_board

Words = npt.NDArray[np.int64]

PIECE_WEIGHT = 8
"""One man of 24, 160 in piece advantage, is then worth 1.28 of the tables' greatest score.

Measured, 200 games at 3 plies against piece advantage alone: 0.53 points, with 4 and with 16 times
the weight too; with a quarter, where men are given away, 0.29 (docs/research/samuel.md).
"""
WIN = 1 << 40
FORESEEN = WIN - 1024
NO_BOUND = 1 << 41

MOST_PLIES = 20
ROWS = MOST_PLIES + 30
"""Behind the last ply a line of jumps takes a piece each."""

MARGIN = 1_500
"""How far a plausible score may fall short of alpha; a man is 1,280 and more."""
LEAST_KEPT = 3
MOST_KEPT = 10
"""Moves that are kept at the second board, one less at each ply from there, down to the least."""

ONLY_JUMPS = -2
"""Plies left from which only a jump to be made keeps a line going."""

BOARDS, EVALUATIONS, STOP = range(3)
"""What ``counts`` holds: boards reached, boards scored; whether to end at once, with whatever move:
another thread may set it."""


class SearchWork(NamedTuple):
    """What a search writes on."""

    moves: IntMatrix  # Each board's moves, int64[ROWS, MOST_MOVES]
    scores: IntMatrix  # How plausible they are, int64[ROWS, MOST_MOVES]
    digits: IntVector  # int64[COUNT]
    found: IntVector  # int64[TABLES]
    counts: IntVector  # int64[3]
    keep: IntVector  # By ply, how many moves are followed, int64[ROWS]
    margin: IntVector  # How far a plausible score may fall short of alpha, int64[1]


def new_work(pruned: bool = True) -> SearchWork:
    """The arrays; without ``pruned`` nothing is dropped: plain alpha-beta."""
    keep = np.maximum(LEAST_KEPT, MOST_KEPT + 1 - np.arange(ROWS, dtype=np.int64))
    keep[0] = MOST_MOVES
    return SearchWork(
        np.zeros((ROWS, MOST_MOVES), dtype=np.int64),
        np.zeros((ROWS, MOST_MOVES), dtype=np.int64),
        np.zeros(COUNT, dtype=np.int64),
        np.zeros(TABLES, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
        keep if pruned else np.full(ROWS, MOST_MOVES, dtype=np.int64),
        np.array([MARGIN if pruned else NO_BOUND], dtype=np.int64),
    )


@inner_kernel("int64(int64[:,::1],SearchWork,int64,int64,int64,int64,int64)", SearchWork)
def evaluate(
    outputs: Words, work: SearchWork, fa: int, ba: int, fp: int, bp: int, black: int
) -> int:
    """The score of a board where a line ends, for the side to move."""
    work.counts[EVALUATIONS] += 1
    advantage = terms.advantage_of(terms.material(fa, ba), terms.material(fp, bp))
    tables = score_board(outputs, fa, ba, fp, bp, black, work.digits, work.found)
    return PIECE_WEIGHT * advantage + tables


@inner_kernel("void(int64[::1],int64[::1],int64)")
def put_in_order(moves: Words, scores: Words, count: int) -> None:
    """The highest score first; among equals the order stays."""
    for i in range(1, count):
        move, score = moves[i], scores[i]
        k = i - 1
        while k >= 0 and scores[k] < score:
            moves[k + 1], scores[k + 1] = moves[k], scores[k]
            k -= 1
        moves[k + 1], scores[k + 1] = move, score


@inner_kernel(
    "int64(int64[:,::1],SearchWork,UniTuple(int64,4),int64,int64,int64,int64,int64,int64)",
    SearchWork,
)
def look(
    outputs: Words,
    work: SearchWork,
    board: tuple[int, int, int, int],
    black: int,
    ply: int,
    left: int,
    jumped: int,
    alpha: int,
    beta: int,
) -> int:
    """A board's score for the side to move (``black``: 1 if that is Black), within the bounds.

    ``ply`` moves have been made, ``left`` are still to be (0 or less: only what may not be left
    open); ``jumped``: whether the last was a jump.
    """
    if work.counts[STOP]:
        return alpha
    fa, ba, fp, bp = board
    work.counts[BOARDS] += 1
    listed, scores = work.moves[ply], work.scores[ply]
    count = list_moves(fa, ba, fp, bp, listed)
    if count == 0:
        return ply - WIN
    jumping = listed[0] >> 6 & 15 > 0
    if left <= 0 and not jumping:
        goes_on = left == 0 and jumped > 0
        if left > ONLY_JUMPS and not goes_on:
            empty = empty_squares(fa, ba, fp, bp)
            goes_on = exchange_is_possible(fa, ba, fp, bp, empty) != 0
        if not goes_on:
            return evaluate(outputs, work, fa, ba, fp, bp, black)
    other, after, less = 1 - black, ply + 1, left - 1
    if less >= 1 and count > 1:
        # Computed, since no literal may be handed on in a call of itself (machines.kernels.kernel).
        highest, none = max(beta, NO_BOUND), less - less + ONLY_JUMPS
        for i in range(count):
            then = apply_move(fa, ba, fp, bp, listed[i])
            scores[i] = -look(outputs, work, then, other, after, none, none, -highest, highest)
        put_in_order(listed, scores, count)
        if not jumping:
            count = min(count, work.keep[ply])
    best = -NO_BOUND
    for i in range(count):
        least = max(alpha, best)
        if less >= 1 and i > 0 and not jumping and scores[i] + work.margin[0] <= least:
            break
        then = apply_move(fa, ba, fp, bp, listed[i])
        jumps = listed[i] >> 6 & 15
        score = -look(outputs, work, then, other, after, less, jumps, -beta, -least)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


@kernel(
    "int64(int64[:,::1],SearchWork,UniTuple(int64,4),int64,int64,int64,int64[::1])",
    SearchWork,
    _nrt=True,
)
def rate_moves(
    outputs: Words,
    work: SearchWork,
    board: tuple[int, int, int, int],
    black: int,
    plies: int,
    exact: int,
    ratings: Words,
) -> int:
    """Look ahead from a board with a move; which of its moves is the best, by list_moves' number.

    ``ratings``, int64[MOST_MOVES], gets each move's score by that number: exact, or with ``exact``
    0 exact only where it is the best so far.
    """
    fa, ba, fp, bp = board
    listed = work.moves[0]
    count = list_moves(fa, ba, fp, bp, listed)
    numbers = np.arange(count)
    scores = work.scores[0]
    other, less = 1 - black, plies - 1
    none = less - less
    ply, highest, only = none + 1, none + NO_BOUND, none + ONLY_JUMPS
    if less >= 1 and count > 1:
        for i in range(count):
            then = apply_move(fa, ba, fp, bp, listed[i])
            scores[i] = -look(outputs, work, then, other, ply, only, only, -highest, highest)
        put_in_order(numbers, scores, count)
    best, chosen = -highest, 0
    for i in range(count):
        number = numbers[i]
        then = apply_move(fa, ba, fp, bp, listed[number])
        least = -highest if exact else best
        jumps = listed[number] >> 6 & 15
        score = -look(outputs, work, then, other, ply, less, jumps, -highest, -least)
        ratings[number] = score
        if score > best:
            best, chosen = score, number
    return chosen
