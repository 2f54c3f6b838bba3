"""Where the principal line ends, by the single moves in the look-ahead's own stack."""

from machines.games.draughts.board import Position
from machines.games.draughts.kernels import carried, step
from machines.samuel.lookahead import LookAhead
from machines.samuel.search_frames import JUMPING, NULL_WAY, WAY, start_of


def terminal(look: LookAhead) -> Position:
    """The board at the end of the principal line of a look-ahead that has finished."""
    assert look.finished
    assert look.position is not None
    count = int(look.lines[0, 0])
    return followed(look.position, [int(move) for move in look.lines[0, 1 : count + 1]])


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
