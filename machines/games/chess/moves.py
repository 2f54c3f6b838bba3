"""Legal moves of chess, and made: the kernels for Python's positions and moves."""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from devices.refusal import RefusedError
from machines.games.chess import kernels
from machines.games.chess.attacks import checkers
from machines.games.chess.board import LETTERS, SQUARE_NAMES, WORDS, Move, Position

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
    ends = [one for one in moves if (one.start, one.end) == (move.start, move.end)]
    if ends:
        wants = f"say which man the pawn becomes, as in {ends[0]}"
        return wants if ends[0].promotion else "it is no pawn on its last rank"
    kind = _KINDS[letter.lower()]
    if kernels.reaches(position.words(), int64(move.packed())):
        return f"{side}'s king would stand in check"
    return f"the {kind} on {start} doesn't reach {end}"
