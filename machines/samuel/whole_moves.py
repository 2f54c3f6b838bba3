"""Single moves, jumps and null replies of the look-ahead's stack as moves of the game."""

from machines.draughts.board import Move
from machines.draughts.kernels import step
from machines.samuel.search_frames import JUMPING, NULL_WAY, WAY, end_of, square_of, start_of


def whole_moves(steps: list[int]) -> tuple[Move, ...]:
    """Single moves, jumps and null replies (as the frames hold them) as whole moves."""
    moves: list[Move] = []
    goes_on = False
    for word in steps:
        if word & WAY == NULL_WAY:
            goes_on = True
            continue
        start, end = int(start_of(word)), int(end_of(word))
        squares: tuple[int, ...] = (int(square_of(start)), int(square_of(end)))
        captured: tuple[int, ...] = ()
        if word & JUMPING:
            captured = (int(square_of(step(start, word & WAY))),)
        if goes_on:
            squares = (*moves[-1].squares, squares[1])
            captured = (*moves.pop().captured, *captured)
            goes_on = False
        moves.append(Move(squares, captured))
    return tuple(moves)
