"""A visitor's move, square by square, and what stands in its way."""

from dataclasses import dataclass

from devices.refusal import RefusedError
from machines.draughts.board import Move, Position
from machines.draughts.moves import find_move, legal_moves


@dataclass(frozen=True)
class MoveEntry:
    """What a touch of a square led to: squares entered so far, or a whole move."""

    entered: tuple[int, ...] = ()
    move: Move | None = None


def onward(position: Position, entered: tuple[int, ...]) -> tuple[int, ...]:
    """The squares to which the move that was entered so far can go on."""
    length = len(entered)
    if not length:
        return ()
    found = {
        move.squares[length]
        for move in legal_moves(position)
        if len(move.squares) > length and move.squares[:length] == entered
    }
    return tuple(sorted(found))


def movable(position: Position) -> tuple[int, ...]:
    """The squares of the pieces that can move."""
    return tuple(sorted({move.squares[0] for move in legal_moves(position)}))


def touched(position: Position, entered: tuple[int, ...], square: int) -> MoveEntry:
    """A touch of a square by the side to move.

    A piece's own square chooses it, or lets it go; another piece's chooses that.  Raises
    RefusedError saying which rule stands against the square.
    """
    if entered and square == entered[0] and square not in onward(position, entered):
        return MoveEntry()
    if square in onward(position, entered):
        squares = (*entered, square)
        for move in legal_moves(position):
            if move.squares == squares:
                return MoveEntry(move=move)
        return MoveEntry(squares)
    if square in movable(position):
        return MoveEntry((square,))
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
