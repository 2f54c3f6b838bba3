"""A visitor's move at the board, square by square, and what stands in its way."""

from dataclasses import dataclass

from devices.refusal import RefusedError
from machines.exhibit.board_exhibit import enter_square
from machines.games.chess.board import SQUARE_NAMES, Move, Position
from machines.games.chess.moves import find_move, legal_moves

BECOMES = "qrbn"
"""What a pawn may become, as it is offered."""


@dataclass(frozen=True)
class MoveEntry:
    """What a touch of a square led to: a man chosen, a pawn that has arrived, or a whole move."""

    entered: int = -1
    arrives: int = -1
    move: Move | None = None


def touch_square(position: Position, entered: int, square: int) -> MoveEntry:
    """A touch of a square by the side to move; ``entered`` is the man that was chosen, -1: none.

    Raises RefusedError saying which rule stands against the square.
    """
    where = f"square {SQUARE_NAMES[square]}"
    chosen = () if entered < 0 else (entered,)
    found = enter_square(legal_moves(position), chosen, square)
    if found is None:
        if position.active >> square & 1 or not chosen:
            raise RefusedError(where, _why_not_from(position, square))
        # No such move: find_move says why.
        find_move(position, SQUARE_NAMES[entered] + SQUARE_NAMES[square], where)
        raise RefusedError(where, "that man can't move there")
    squares, moves = found
    if not moves:
        return MoveEntry(squares[0] if squares else -1)
    return MoveEntry(entered, square) if moves[0].promotion else MoveEntry(move=moves[0])


def _why_not_from(position: Position, square: int) -> str:
    side = "Black" if position.black_to_move else "White"
    if position.passive >> square & 1:
        return f"that man isn't yours: {side} is to move"
    if not position.active >> square & 1:
        return "nothing stands there; touch one of your men first"
    return "that man can't move"
