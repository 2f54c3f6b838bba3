"""A visitor's move at the checkerboard, entered square by square."""

from devices.refusal import RefusedError
from machines.exhibit.board_exhibit import enter_square
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import find_move, legal_moves


def touch_square(
    position: Position, entered: tuple[int, ...], square: int
) -> tuple[tuple[int, ...], Move | None]:
    """The squares entered once the side to move touches ``square``, and the move if it is whole.

    Raises RefusedError saying which rule stands against the square.
    """
    found = enter_square(legal_moves(position), entered, square)
    if found is not None:
        return found[0], next(iter(found[1]), None)
    where = f"square {square}"
    if not entered:
        raise RefusedError(where, _why_not_from(position, square))
    # No such move: find_move says why.
    find_move(position, (*entered, square), where)
    raise RefusedError(where, "the jump goes by another square")


def _why_not_from(position: Position, square: int) -> str:
    side = "Red" if position.black_to_move else "White"
    piece = position.piece(square)
    if not piece:
        return "nothing stands there; touch one of your checkers first"
    if (piece.lower() == "b") != position.black_to_move:
        return f"that checker isn't yours: {side} is to move"
    if legal_moves(position)[0].captured:
        return "a jump must be taken, and that checker has none"
    return "that checker can't move"
