"""Why the machine has made its last move: the line that it expects, and what it likes at its end.

Worked out from the look-ahead that has just finished: its best line, and term by term the score of
the board to which that line leads (machines.samuel.evaluation).
"""

from functools import lru_cache

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.scene import Expectation
from machines.samuel.evaluation import contributions
from machines.samuel.games import LEARNERS, MACHINES, Game, Play
from machines.samuel.generalization.remembered import end_of_line
from machines.samuel.polynomial import PIECE_ADVANTAGE, Polynomial
from machines.samuel.scores import SCORE_UNIT
from machines.samuel.state import ProgramState

MAN = 160
"""Piece advantage, without its weight, of one man more among the 24 of the start."""


def expectation(state: ProgramState, game: Game) -> Expectation | None:
    """Of the machine's move that was made last in the game; None if its look-ahead is gone."""
    look = state.lookahead
    made = game.plays[-1] if game.plays else None
    if made is None or made.player not in MACHINES or not made.boards or state.thinking_for:
        return None
    if look.position is None or not look.finished or not _leads(look.position, made, game.position):
        return None
    decision = look.decision()
    if decision.move != made.move:
        return None
    polynomial = _polynomial_of(state, made)
    return Expectation(
        player=made.player,
        line=decision.line[1:],
        terms=_terms(polynomial, look.position, decision.line, made.black),
        score=decision.score // SCORE_UNIT,
        man=MAN * polynomial.advantage_weight,
        boards=decision.boards,
        deepest=decision.deepest,
        us=decision.us,
    )


def _leads(start: Position, made: Play, now: Position) -> bool:
    """Whether the move leads from the one board to the other."""
    if start.black_to_move != made.black or made.move not in legal_moves(start):
        return False
    return make(start, made.move) == now


def _polynomial_of(state: ProgramState, made: Play) -> Polynomial:
    """By which the move was chosen, as far as its player has not corrected it since."""
    learning = state.learning
    if made.player not in LEARNERS or not learning.there:
        return state.lookahead.polynomial
    contest = learning.contest
    return contest.alpha.polynomial if made.player == "ALPHA" else contest.beta


@lru_cache(maxsize=16)
def _terms(
    polynomial: Polynomial, start: Position, line: tuple[Move, ...], black: bool
) -> tuple[tuple[str, int], ...]:
    """What each term adds to the score of the board at the end of the line, for one side; the
    largest first, those that add nothing left out."""
    end, before = end_of_line(start, line)
    names = [PIECE_ADVANTAGE.name, *(weight.name for weight in polynomial.weights)]
    sign = 1 if end.black_to_move == black else -1
    found = contributions(polynomial, end, before)
    adds = [(name, sign * value // SCORE_UNIT) for name, value in zip(names, found, strict=True)]
    return tuple(sorted((one for one in adds if one[1]), key=lambda one: -abs(one[1])))
