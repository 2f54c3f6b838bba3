"""A board's score term by term, for the learner and for display.

The look-ahead adds the same up in its kernel (:mod:`machines.samuel.search`); here is the
polynomial "saved in its entirety" (Samuel 1959, "Polynomial modification procedure").
"""

from collections.abc import Sequence

import numpy as np

from machines.games.draughts.board import Position
from machines.samuel import terms
from machines.samuel.polynomial import Manner, Polynomial
from machines.samuel.scores import SCORE_UNIT, unit_of
from machines.samuel.term_table import TERMS


def other_side(position: Position) -> Position:
    """The same board with the other side to move."""
    return Position(position.black, position.white, position.kings, not position.black_to_move)


def values(names: Sequence[str], position: Position, before: Position | None) -> tuple[int, ...]:
    """The values of terms by turns on a board, for the side that waits on it.

    ``before`` is the board before the last move; None at the start of a game, where the same board
    is taken with the other side to move.
    """
    numbers = [TERMS[name].number for name in names]
    wanted = 0
    for number in numbers:
        wanted |= terms.needed(1 << number)
    rows = np.zeros((2, terms.TERM_NUMBERS), dtype=np.int64)
    for row, board in zip(rows, (position, before or other_side(position)), strict=True):
        terms.parameters(wanted, *board.words(), int(board.black_to_move), row)
    return tuple(int(terms.value_by_turns(number, *rows)) for number in numbers)


def contributions(
    polynomial: Polynomial, position: Position, before: Position | None = None
) -> tuple[int, ...]:
    """What piece advantage and then each term add to the score of ``position``, for its mover.

    In the look-ahead's units (:data:`machines.samuel.scores.SCORE_UNIT`).
    """
    words = position.words()
    fa, ba, fp, bp = words
    advantage = terms.advantage_of(terms.material(fa, ba), terms.material(fp, bp))
    first = SCORE_UNIT * polynomial.advantage_weight * int(advantage)
    names = [weight.name for weight in polynomial.weights]
    if polynomial.manner is Manner.BY_TURNS:
        found = [-value for value in values(names, position, before)]
    else:
        black = int(position.black_to_move)
        found = [int(terms.term(TERMS[name].number, *words, black)) for name in names]
    return (
        first,
        *(
            weight.coefficient * value * int(unit_of(TERMS[weight.name].number))
            for weight, value in zip(polynomial.weights, found, strict=True)
        ),
    )


def evaluate(polynomial: Polynomial, position: Position, before: Position | None = None) -> int:
    """The score of ``position`` for the side to move, as the look-ahead gives a board."""
    return sum(contributions(polynomial, position, before))
