"""A visitor's move at the board, square by square, and what stands in its way."""

from dataclasses import dataclass

from devices.refusal import RefusedError
from machines.chess.board import SQUARE_NAMES, Move, Position
from machines.chess.moves import find_move, legal_moves

BECOMES = "qrbn"
"""What a pawn may become, as it is offered."""


@dataclass(frozen=True)
class MoveEntry:
    """What a touch of a square led to: a man chosen, a pawn that has arrived, or a whole move."""

    entered: int = -1
    arrives: int = -1
    move: Move | None = None


def onward(position: Position, entered: int) -> tuple[int, ...]:
    """The squares to which the man that was chosen can go."""
    return tuple(sorted({one.end for one in legal_moves(position) if one.start == entered}))


def movable(position: Position) -> tuple[int, ...]:
    """The squares of the men that can move."""
    return tuple(sorted({move.start for move in legal_moves(position)}))


def touched(position: Position, entered: int, square: int) -> MoveEntry:
    """A touch of a square by the side to move.

    A man's own square chooses it, or lets it go; another man's chooses that.  Raises RefusedError
    saying which rule stands against the square.
    """
    if square == entered:
        return MoveEntry()
    if position.active >> square & 1:
        if square in movable(position):
            return MoveEntry(square)
        raise RefusedError(f"square {SQUARE_NAMES[square]}", _why_not_from(position, square))
    name = SQUARE_NAMES[square]
    if entered < 0:
        raise RefusedError(f"square {name}", _why_not_from(position, square))
    found = [one for one in legal_moves(position) if (one.start, one.end) == (entered, square)]
    if not found:
        # No such move: find_move says why.
        find_move(position, SQUARE_NAMES[entered] + name, f"square {name}")
    if found[0].promotion:
        return MoveEntry(entered, square)
    return MoveEntry(move=found[0])


def _why_not_from(position: Position, square: int) -> str:
    side = "Black" if position.black_to_move else "White"
    if position.passive >> square & 1:
        return f"that man isn't yours: {side} is to move"
    if not position.active >> square & 1:
        return "nothing stands there; touch one of your men first"
    return "that man can't move"
