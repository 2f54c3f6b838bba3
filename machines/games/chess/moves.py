"""Legal moves of chess, and made: the kernels for Python's positions and moves.

The kernels stand apart from :mod:`.kernels`: no room needs them.
"""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from devices.refusal import RefusedError
from machines.games.chess import board, kernels
from machines.games.chess.attacks import LINE, Table, attackers, checkers
from machines.games.chess.board import LETTERS, SQUARE_NAMES, WORDS, Move, Position, Words
from machines.games.chess.kernels import MOST_MOVES, list_moves
from machines.games.chess.kernels import make as make_move
from machines.kernels.kernel import inner_kernel, kernel

# -- Positions that can come about in chess, as far as that can be asked of a position alone -------

LAST_RANKS = 0xFF000000000000FF
HOMES = {
    "K": (("K", "e1"), ("R", "h1")),
    "Q": (("K", "e1"), ("R", "a1")),
    "k": (("k", "e8"), ("r", "h8")),
    "q": (("k", "e8"), ("r", "a8")),
}
"""Where king and rook stand while a castling letter holds."""
SIDES = ("White", "Black")
AT_FIRST = (8, 2, 2, 2, 1, 1)
"""How many of each kind a side has at first, in the order of :data:`LETTERS`."""


def broken_rule(position: board.Position) -> str:
    """The rule by which a position can't come about, or ``""``.

    What can be asked of a position alone: its men's number and squares, castling, taking in
    passing, and checks.
    """
    return (
        _wrong_number(position)
        or _wrong_castling(position)
        or _wrong_passing(position)
        or _wrong_checks(position)
    )


def _wrong_number(position: board.Position) -> str:
    for side, own in zip(SIDES, (position.white, position.black), strict=True):
        count = [(word & own).bit_count() for word in position.men]
        if count[5] != 1:
            return f"{side} has {count[5] or 'no'} kings; expected 1"
        if sum(count) > 16:
            return f"{side} has {sum(count)} men; there are 16 at most"
        if count[0] > 8:
            return f"{side} has {count[0]} pawns; there are 8 at most"
        promoted = sum(
            max(0, now - then) for now, then in zip(count[1:5], AT_FIRST[1:5], strict=True)
        )
        if promoted > 8 - count[0]:
            return (
                f"{side} has {promoted} men more than at first, which {8 - count[0]} pawns that "
                "are gone can't have become"
            )
    last = board.squares_of(position.pawns & LAST_RANKS)
    if last:
        return (
            f"a pawn stands on {board.SQUARE_NAMES[last[0]]}: none can be on the first or last rank"
        )
    return ""


def _wrong_castling(position: board.Position) -> str:
    for bit, letter in enumerate(board.CASTLING):
        for man, home in HOMES[letter]:
            if position.castling >> bit & 1 and position.piece(board.square(home)) != man:
                return f"castling {letter} is allowed but {man} doesn't stand on {home}"
    return ""


def _wrong_passing(position: board.Position) -> str:
    end = position.en_passant
    if not end:
        return ""
    name = board.SQUARE_NAMES[end]
    forward = -8 if position.black_to_move else 8
    if (end >> 3) != (2 if position.black_to_move else 5):
        mover = SIDES[position.black_to_move]
        return (
            f"in passing there is {name}, but {mover} is to move and takes on rank "
            f"{3 if position.black_to_move else 6}"
        )
    pawn = "P" if position.black_to_move else "p"
    if position.piece(end - forward) != pawn:
        return f"in passing there is {name}, but no pawn has just gone past it"
    if position.piece(end) or position.piece(end + forward):
        return f"in passing there is {name}, but that or the square behind it isn't empty"
    return ""


def _wrong_checks(position: board.Position) -> str:
    waiting = SIDES[not position.black_to_move]
    words = position.words()
    king = board.squares_of(position.kings & position.passive)[0]
    mover = int(position.black_to_move)
    if attackers(words, king, mover, words[board.WHITE] | words[board.BLACK]):
        return f"{waiting}'s king is in check, but {SIDES[mover]} is to move"
    checks = board.squares_of(int(checkers(words)))
    names = " and ".join(board.SQUARE_NAMES[number] for number in checks)
    checked = f"{SIDES[mover]}'s king is in check from {names}"
    if len(checks) > 2:
        return f"{checked}: one move gives two at most"
    own = board.squares_of(position.kings & position.active)[0]
    if len(checks) == 2 and int(LINE[checks]) >> own & 1:
        return f"{checked}, on one line: no move gives both"
    if position.en_passant and not _may_check_in_passing(position, own, checks):
        return (
            f"{checked}, which the pawn's two steps past {board.SQUARE_NAMES[position.en_passant]} "
            "can't have given"
        )
    return ""


def _may_check_in_passing(position: board.Position, king: int, checks: tuple[int, ...]) -> bool:
    """Whether a pawn that has just made two steps gave these checks: itself or one behind it."""
    forward = -8 if position.black_to_move else 8
    came, left = position.en_passant - forward, position.en_passant + forward
    if len(checks) != 1 or checks[0] == came:
        return len(checks) < 2
    before = position.occupied & ~(1 << came) | 1 << left
    waiting = int(not position.black_to_move)
    return not attackers(position.words(), king, waiting, board.signed(before)) & ~board.signed(
        1 << came
    )


def check_position(position: board.Position) -> None:
    """Raises ValueError for one that can't come about: kernels have room for no others."""
    if wrong := broken_rule(position):
        raise ValueError(wrong)


# -- moves -----------------------------------------------------------------------------------------

int64: Any = np.int64
"""A kernel that isn't compiled counts on it: ``1 << 63`` must be the sign."""


@cache
def unpack_move(word: int) -> Move:
    """The move packed in ``word`` (:meth:`machines.games.chess.board.Move.packed`)."""
    promotion = word >> 12
    return Move(word & 63, word >> 6 & 63, LETTERS[promotion] if promotion else "")


@lru_cache(maxsize=512)
def legal_moves(position: Position) -> tuple[Move, ...]:
    """All legal moves of the side to move, in the fixed order of :func:`kernels.list_moves`.

    Kept for a while: a player, the game and whoever looks on ask for the same.
    """
    packed = np.empty(kernels.MOST_MOVES, dtype=np.int64)
    count = kernels.list_moves(position.words(), packed)
    return tuple(unpack_move(word) for word in packed[:count].tolist())


def make(position: Position, move: Move) -> Position:
    """The position after ``move``, which must be one of ``legal_moves(position)``."""
    after = np.empty(WORDS, dtype=np.int64)
    kernels.make(position.words(), int64(move.packed()), after)
    return Position.of_words(after)


def in_check(position: Position) -> bool:
    """Whether the side to move is in check."""
    return bool(checkers(position.words()))


def taken_by(position: Position, move: Move) -> str:
    """The letter of the kind that a legal move takes, ``p`` to ``q``, or ``""``."""
    letter = position.piece(move.end).lower()
    passing = move.end == position.en_passant and position.piece(move.start) in ("P", "p")
    return "p" if passing and position.en_passant else letter


def same_again(position: Position) -> tuple[int | bool, ...]:
    """What two positions share when the rules call them the same.

    The men, who is to move, castling, and the square of a pawn that can really be taken in passing.
    """
    words = position.words()
    scratch = np.empty(2, dtype=np.int64)
    passing = position.en_passant if kernels.can_take_in_passing(words, scratch) else 0
    castling_and_turn = (position.black_to_move, position.castling, passing)
    return (*position.men, position.white, position.black, *castling_and_turn)


def read_move(text: str, where: str = "move") -> Move:
    """The move of ``e2e4`` or ``a7a8q``, whether or not it can be played; RefusedError else."""
    word = text.strip()
    start, end, promotion = word[:2], word[2:4], word[4:]
    if start not in SQUARE_NAMES or end not in SQUARE_NAMES or promotion not in set("nbrq") | {""}:
        raise RefusedError(where, f"{word[:40]!r} is no move: one is written e2e4 or a7a8q")
    return Move(SQUARE_NAMES.index(start), SQUARE_NAMES.index(end), promotion)


def find_move(position: Position, text: str, where: str = "move") -> Move:
    """The legal move that ``e2e4`` or ``a7a8q`` is, as an engine or a visitor says it.

    Raises RefusedError, saying which rule stands against it.
    """
    move = read_move(text, where)
    moves = legal_moves(position)
    if move not in moves:
        raise RefusedError(where, f"{move} can't be played: {_explained(position, move, moves)}")
    return move


_KINDS = dict(zip(LETTERS, ("pawn", "knight", "bishop", "rook", "queen", "king"), strict=True))


def _explained(position: Position, move: Move, moves: tuple[Move, ...]) -> str:
    """Why ``move`` is none of the legal ``moves``."""
    side = "Black" if position.black_to_move else "White"
    start, end = SQUARE_NAMES[move.start], SQUARE_NAMES[move.end]
    letter = position.piece(move.start)
    if not moves:
        return f"{side} has no move, the game is over"
    if not letter:
        return f"nothing stands on {start}"
    if letter.islower() != position.black_to_move:
        other = "White" if side == "Black" else "Black"
        return f"the {_KINDS[letter.lower()]} on {start} is {other}'s, and {side} is to move"
    if position.active >> move.end & 1:
        return f"a man of {side}'s own stands on {end}"
    ends = [other for other in moves if (other.start, other.end) == (move.start, move.end)]
    if ends:
        wants = f"say which man the pawn becomes, as in {ends[0]}"
        return wants if ends[0].promotion else "it is no pawn on its last rank"
    kind = _KINDS[letter.lower()]
    if kernels.reaches(position.words(), int64(move.packed())):
        return f"{side}'s king would stand in check"
    return f"the {kind} on {start} doesn't reach {end}"


# -- Perft of chess: how many lines of play there are to a depth -----------------------------------


@inner_kernel("int64(int64[:,::1],int64[:,::1],int64)")
def count_lines(stack: Table, moves: Table, depth: int) -> int:
    """The lines of ``depth`` (>= 1) moves from ``stack[depth]``; the lower rows are scratch."""
    count = list_moves(stack[depth], moves[depth])
    if depth == 1:
        return count
    lines = 0
    for place in range(count):
        make_move(stack[depth], moves[depth, place], stack[depth - 1])
        lines += count_lines(stack, moves, depth - 1)
    return lines


@kernel("int64(int64[::1],int64)", _nrt=True)
def count_from(words: Words, depth: int) -> int:
    """How many lines of ``depth`` (>= 1) moves there are; the last is counted, not made."""
    stack = np.empty((depth + 1, WORDS), dtype=np.int64)
    moves = np.empty((depth + 1, MOST_MOVES), dtype=np.int64)
    stack[depth] = words
    return count_lines(stack, moves, depth)


def perft(position: Position, depth: int) -> int:
    """How many lines of ``depth`` moves there are from ``position`` (1 at depth 0)."""
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    return int(count_from(position.words(), depth)) if depth else 1


def divide(position: Position, depth: int) -> tuple[tuple[Move, int], ...]:
    """Each move of ``position`` with the perft of depth - 1 after it (``depth`` at least 1)."""
    return tuple((move, perft(make(position, move), depth - 1)) for move in legal_moves(position))
