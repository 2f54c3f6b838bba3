"""Single moves, jumps and null replies of the look-ahead's stack as moves of the game."""

from machines.draughts.board import Move, Position
from machines.draughts.kernels import carried, step
from machines.samuel.frames import JUMPING, NULL_WAY, WAY, end_of, square_of, start_of


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


def followed(position: Position, steps: list[int]) -> Position:
    """The board after single moves, jumps and null replies, as the frames hold them."""
    fa, ba, fp, bp = position.words()
    black = position.black_to_move
    for move in steps:
        start, way = start_of(move), move & WAY
        if way != NULL_WAY:
            end = step(start, way)
            if move & JUMPING:
                fp, bp, end = fp & ~end, bp & ~end, step(end, way)
            fa, ba = carried(fa, ba, start, end, way)
        fa, ba, fp, bp, black = fp, bp, fa, ba, not black
    return Position.of_words(int(fa), int(ba), int(fp), int(bp), black)
