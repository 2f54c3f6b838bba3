"""Every play of noughts and crosses counted: random play in exact fractions, and perfect play.

Random play is of two kinds: over squares, where each empty square has the same chance, and over
essentially distinct moves, as in the print-out of the Pegasus program (docs/sources/menace.md,
section 4). Perfect play is minimax over the whole tree, a quick win before a slow one and a slow
loss before a quick one; among moves equally good nothing is preferred.
"""

import functools
from dataclasses import dataclass
from fractions import Fraction

from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import BACK, distinct_moves, standard


@dataclass(frozen=True)
class Chances:
    """Exact chances, from Nought's side; they add up to 1."""

    win: Fraction
    draw: Fraction
    loss: Fraction


def random_play(board: Board | None = None, distinct: bool = False) -> Chances:
    """The chances when both sides play at random from ``board`` (None: the empty one) on.

    ``distinct``: over essentially distinct moves instead of over squares.
    """
    return _random_play(standard(board or Board())[0], distinct)


@functools.cache
def _random_play(board: Board, distinct: bool) -> Chances:
    if board.finished:
        won = board.winner
        return Chances(Fraction(won == "O"), Fraction(won == ""), Fraction(won == "X"))
    moves = distinct_moves(board) if distinct else board.moves
    after = [random_play(board.play(square), distinct) for square in moves]
    share = Fraction(1, len(moves))
    return Chances(
        share * sum(each.win for each in after),
        share * sum(each.draw for each in after),
        share * sum(each.loss for each in after),
    )


def value(board: Board) -> int:
    """What the play is worth to Nought if both sides play perfectly: 1, 0 or -1."""
    worth = _worth(standard(board)[0])
    return (worth > 0) - (worth < 0)


@functools.cache
def _worth(board: Board) -> int:
    """The value times 10 less the moves of the whole play: quick wins are worth more."""
    if board.finished:
        return {"O": 10 - board.ply, "": 0, "X": board.ply - 10}[board.winner]
    after = [_worth(standard(board.play(square))[0]) for square in board.moves]
    return max(after) if board.to_move == "O" else min(after)


@functools.cache
def best_moves(board: Board) -> tuple[int, ...]:
    """The squares, ascending, that perfect play may choose; none when the play is over."""
    form, turn = standard(board)
    return tuple(sorted(BACK[turn][square] for square in _best_moves(form)))


@functools.cache
def _best_moves(board: Board) -> tuple[int, ...]:
    worth = {square: _worth(standard(board.play(square))[0]) for square in board.moves}
    best = (max if board.to_move == "O" else min)(worth.values(), default=0)
    return tuple(square for square in worth if worth[square] == best)
