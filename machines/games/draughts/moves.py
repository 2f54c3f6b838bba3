"""Legal moves of English draughts, made and explained.

Capture is compulsory, with a free choice among captures; a multiple jump must be finished; a man
that reaches its king row is crowned and its move ends there; who cannot move has lost (the standard
rules, which Samuel 1959 takes for granted).  Each route of a multiple jump is a move of its own, so
that perft counts routes as the published tables do.

The kernels stand apart from :mod:`.kernels`: no room needs them.
"""

import functools
import re
from itertools import pairwise

import numpy as np

from devices.refusal import RefusedError
from machines.games.draughts import kernels
from machines.games.draughts.board import (
    BOARD,
    HIGHEST_ROW,
    LOWEST_ROW,
    SQUARE_OF_BIT,
    SQUARES,
    Move,
    Position,
    bit,
)
from machines.games.draughts.kernels import (
    carried,
    count_moves,
    count_routes,
    empty_squares,
    jump,
    jump_words,
    move_words,
    step,
)
from machines.kernels.kernel import kernel

_MOVE = re.compile(r"[0-9]{1,3}(?:[-xX][0-9]{1,3})+")


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All whole moves of the side to move, in the fixed order of :func:`kernels.list_moves`."""
    packed = np.zeros(kernels.MOST_MOVES, dtype=np.int64)
    count = kernels.list_moves(*position.words(), packed)
    return tuple(unpack_move(word) for word in packed[:count].tolist())


def unpack_move(word: int) -> Move:
    """The move packed in ``word`` (:mod:`machines.games.draughts.kernels` says how)."""
    number, jumps, ways = word & 63, word >> 6 & 15, word >> 10
    squares, captured = [SQUARE_OF_BIT[number]], []
    for _ in range(max(jumps, 1)):
        step = kernels.WAYS[ways & 3]
        ways >>= 2
        if jumps:
            number += step
            captured.append(SQUARE_OF_BIT[number])
        number += step
        squares.append(SQUARE_OF_BIT[number])
    return Move(tuple(squares), tuple(captured))


def make(position: Position, move: Move) -> Position:
    """The position after ``move``, which must be one of ``legal_moves(position)``."""
    start, end = bit(move.squares[0]), bit(move.squares[-1])
    taken = sum(bit(square) for square in move.captured)
    row = HIGHEST_ROW if position.black_to_move else LOWEST_ROW
    king = end if position.kings & start or end & row else 0
    active = (position.active ^ start) | end
    passive = position.passive & ~taken
    kings = (position.kings & ~(start | taken)) | king
    if position.black_to_move:
        return Position(active, passive, kings, False)
    return Position(passive, active, kings, True)


def steps(move: Move) -> tuple[Move | None, ...]:
    """The move as Samuel's program made it: single jumps, with a null reply (None) between them.

    A plain move or a single jump is itself alone (Samuel 1959, Appendix A).
    """
    if not move.captured:
        return (move,)
    made: list[Move | None] = []
    for start, end, taken in zip(move.squares, move.squares[1:], move.captured, strict=False):
        if made:
            made.append(None)
        made.append(Move((start, end), (taken,)))
    return tuple(made)


def find_move(position: Position, squares: tuple[int, ...] | str, where: str = "") -> Move:
    """The legal move that touches ``squares``, as given on a card, by the keys or in a PDN file;
    a text is read as one is written, ``11-15``.

    Of a multiple jump the squares between the first and the last may be left out, if what is left
    leads to one position only (of several routes to the same position it is the first).  Raises
    RefusedError with ``where``, saying which rule stands against it and what could be played.
    """
    if isinstance(squares, str):
        squares = read_squares(squares, where)
    fitting = fitting_moves(position, squares)
    if not fitting:
        raise RefusedError(where, _explained(position, squares, legal_moves(position)))
    if len(fitting) > 1:
        raise RefusedError(
            where, f"{_said(squares)} can be jumped in more than one way: say {_either(fitting)}"
        )
    return fitting[0]


def read_squares(text: str, where: str = "") -> tuple[int, ...]:
    """The squares of ``11-15``, ``15X22`` or ``15x22x31``, whether or not that can be played.

    Raises RefusedError if it is no such thing or has a square that isn't 1 to 32.
    """
    word = text.strip()
    if not _MOVE.fullmatch(word):
        raise RefusedError(
            where, f"{word[:40]!r} is no move: one is written 11-15, 15x22 or 6x15x22"
        )
    squares = tuple(int(number) for number in re.split("[-xX]", word))
    for square in squares:
        if square not in SQUARES:
            raise RefusedError(where, f"{word}: there is no square {square}: they are 1 to 32")
    return squares


def fitting_moves(position: Position, squares: tuple[int, ...]) -> list[Move]:
    """The legal moves that ``squares`` can stand for, one for each position that they lead to."""
    moves = legal_moves(position)
    exact = [move for move in moves if move.squares == squares]
    if exact or len(squares) < 2:
        return exact
    fitting: dict[Position, Move] = {}
    for move in moves:
        if _abbreviates(squares, move):
            fitting.setdefault(make(position, move), move)
    return list(fitting.values())


def _abbreviates(squares: tuple[int, ...], move: Move) -> bool:
    """Whether ``squares`` are the ends of a jumping move with none, or some, of those between."""
    if not move.captured or (squares[0], squares[-1]) != (move.squares[0], move.squares[-1]):
        return False
    between = iter(move.squares[1:-1])
    return all(square in between for square in squares[1:-1])


def _said(squares: tuple[int, ...]) -> str:
    return "-".join(map(str, squares))


def _either(moves: list[Move] | tuple[Move, ...]) -> str:
    """Up to eight moves as "a, b or c"."""
    words = [str(move) for move in moves[:8]]
    if len(moves) > 8:
        return ", ".join(words) + f" or one of {len(moves) - 8} others"
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _explained(position: Position, squares: tuple[int, ...], moves: tuple[Move, ...]) -> str:
    """Why ``squares`` is no legal move, and what would be one."""
    side = "Black" if position.black_to_move else "White"
    wrong = (
        _wrong_squares(squares)
        or _wrong_piece(position, squares[0], side)
        or _wrong_choice(squares, moves, side)
        or _wrong_path(position, squares)
    )
    own = [move for move in moves if squares and move.squares[0] == squares[0]]
    if own and not moves[0].captured:
        return f"{wrong}; from {squares[0]} there is {_either(own)}"
    return f"{wrong}; {side} can play {_either(moves)}" if moves else wrong


def _wrong_squares(squares: tuple[int, ...]) -> str:
    for square in squares:
        if square not in SQUARES:
            return f"there is no square {square}: they are 1 to 32"
    if len(squares) < 2:
        return "a move has at least two squares, as in 11-15"
    return ""


def _wrong_piece(position: Position, square: int, side: str) -> str:
    piece = position.piece(square)
    if not piece:
        return f"nothing stands on square {square}"
    if not position.active & bit(square):
        other = "White" if side == "Black" else "Black"
        return f"the piece on square {square} is {other}'s, and {side} is to move"
    return ""


def _wrong_choice(squares: tuple[int, ...], moves: tuple[Move, ...], side: str) -> str:
    """What the rules of compulsion say: nothing to play, a jump to take, a jump to finish."""
    if not moves:
        return f"{side} has no move and has lost"
    if not moves[0].captured:
        return ""
    for move in moves:
        shared = min(len(squares), len(move.squares))
        if squares[:shared] == move.squares[:shared]:
            if shared < len(move.squares):
                return f"the jump {_said(squares)} isn't finished: it goes on"
            return f"the jump ends on square {move.squares[-1]}"
    if any(abs(_row(a) - _row(b)) != 2 for a, b in pairwise(squares)):
        return f"a jump must be taken, and {_said(squares)} is none"
    return ""


def _row(square: int) -> int:
    return (square - 1) // 4


def _number(square: int) -> int:
    return square + (square - 1) // 8


def _wrong_path(position: Position, squares: tuple[int, ...]) -> str:
    """The first step that the piece can't make, and why."""
    start, end = squares[0], squares[1]
    step = _number(end) - _number(start)
    if position.empty & bit(end) == 0:
        return f"square {end} is occupied"
    over = SQUARE_OF_BIT.get((_number(start) + _number(end)) // 2)  # none: round the board's edge
    jumps = over is not None and any(step == 2 * way for way in kernels.WAYS)
    if not (jumps or step in kernels.WAYS):
        return f"square {end} is neither a step nor a jump along a diagonal from square {start}"
    if (step > 0) != position.black_to_move and not position.kings & bit(start):
        return f"the man on square {start} can't go backward to square {end}: only a king can"
    if over is None or step in kernels.WAYS:
        return f"the step {start}-{end} ends the move"
    if not position.passive & bit(over):
        return f"there is no piece of the other side on square {over} to jump over"
    return f"after {start}x{end} it can't go on to {_said(squares[2:])}"


# -- Perft of draughts: how many lines of play there are to a depth --------------------------------


# A literal argument in a call of itself makes numba compile a second form of the kernel, which
# isn't found when it is loaded from the cache (the process dies).  So no call below says 0 for
# ``at``: it hands on a variable that is 0.
@kernel("int64(int64,int64,int64,int64,int64,int64)")
def count_lines(fa: int, ba: int, fp: int, bp: int, at: int, depth: int) -> int:
    """How many lines of ``depth`` (>= 1) whole moves there are; the last is counted, not made.

    ``at`` is the square (one bit) of a piece in the midst of a multiple jump, else 0.
    """
    if depth == 1:
        return count_routes(fa, ba, fp, bp, at) if at else count_moves(fa, ba, fp, bp)
    passive = fp | bp
    empty = empty_squares(fa, ba, fp, bp)
    here = at if at else BOARD
    jumps = jump_words(fa & here, ba & here, passive, empty)
    nodes = 0
    if jumps[0] | jumps[1] | jumps[2] | jumps[3]:
        for way in range(4):
            word = jumps[way]
            while word:
                start = word & -word
                word ^= start
                f, b, g, c, end = jump(fa, ba, fp, bp, start, way)
                if end:
                    nodes += count_lines(f, b, g, c, end, depth)
                else:
                    nodes += count_lines(g, c, f, b, end, depth - 1)
        return nodes
    moves = move_words(fa, ba, empty)
    for way in range(4):
        word = moves[way]
        while word:
            start = word & -word
            word ^= start
            f, b = carried(fa, ba, start, step(start, way), way)
            nodes += count_lines(fp, bp, f, b, at, depth - 1)
    return nodes


def perft(position: Position, depth: int) -> int:
    """How many lines of ``depth`` whole moves there are from ``position`` (1 at depth 0)."""
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    return int(count_lines(*position.words(), 0, depth)) if depth else 1


def divide(position: Position, depth: int) -> tuple[tuple[Move, int], ...]:
    """Each move of ``position`` with the perft of depth - 1 after it (``depth`` at least 1)."""
    return tuple((move, perft(make(position, move), depth - 1)) for move in legal_moves(position))


# -- The three-move openings: what tournaments draw so that no two games are alike -----------------

OPENING_PLIES = 3


@functools.cache
def openings() -> tuple[tuple[Move, ...], ...]:
    """The three-move openings: of those that lead to the same position, the first."""
    found: dict[Position, tuple[Move, ...]] = {Position.start(): ()}
    for _ in range(OPENING_PLIES):
        after: dict[Position, tuple[Move, ...]] = {}
        for position, line in found.items():
            for move in legal_moves(position):
                after.setdefault(make(position, move), (*line, move))
        found = after
    return tuple(line for position, line in found.items() if legal_moves(position))


@functools.cache
def opening_boards() -> tuple[Position, ...]:
    """The position that each leads to."""
    found = []
    for line in openings():
        position = Position.start()
        for move in line:
            position = make(position, move)
        found.append(position)
    return tuple(found)
