"""A small engine for ``main.py match``: the protocol of
machines/laboratory/external/draughts_engine.py, piece by piece.

It shares no code with the museum (tests/naive has the rules).  It takes the first of the moves
that win most material in the plies it is told to look, men 2 and kings 3; with ``go ms N`` it looks
deeper until half of the time has gone.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4]))

from tests.naive.draughts import Board, make, moves, other

DEEPEST = 20


def board_of(fen: str) -> tuple[Board, str]:
    """The pieces, and the side to move ("b" or "w")."""
    mover, *sides = fen.split(":")
    board: Board = {}
    for side in sides:
        for piece in filter(None, side[1:].split(",")):
            letter = side[0].upper() if piece[0] == "K" else side[0].lower()
            board[int(piece.removeprefix("K"))] = letter
    return board, mover.lower()


def worth(board: Board, side: str) -> int:
    """Material for a side."""
    return sum(
        (3 if piece.isupper() else 2) * (1 if piece.lower() == side else -1)
        for piece in board.values()
    )


def value(board: Board, side: str, depth: int) -> int:
    """Plain minimax for the side to move."""
    found = moves(board, side)
    if not found:
        return -1000 - depth
    if depth == 0:
        return worth(board, side)
    return max(-value(make(board, move), other(side), depth - 1) for move in found)


def best(board: Board, side: str, depth: int) -> tuple[int, ...]:
    """The first of the best moves."""
    return max(moves(board, side), key=lambda m: -value(make(board, m), other(side), depth - 1))


def written(board: Board, move: tuple[int, ...]) -> str:
    """``11-15`` or ``6x15x22``."""
    jump = any(abs((a - 1) // 4 - (b - 1) // 4) == 2 for a, b in pairwise(move))
    return ("x" if jump else "-").join(map(str, move))


def answered(board: Board, side: str, words: list[str]) -> str:
    """The move for ``go depth N`` or ``go ms N``."""
    number = int(words[2])
    if words[1] == "depth":
        return written(board, best(board, side, max(number, 1)))
    began, depth = time.monotonic(), 1
    move = best(board, side, depth)
    while depth < DEEPEST and (time.monotonic() - began) * 1000 * 10 < number / 2:
        depth += 1
        move = best(board, side, depth)
    return written(board, move)


def answers(lines: Iterable[str]) -> Iterator[str]:
    """The answer to each ``go``."""
    board, side = board_of("B:W:B")
    for line in lines:
        words = line.split()
        if words[:1] == ["position"]:
            board, side = board_of(words[1])
        elif words[:1] == ["go"]:
            yield f"move {answered(board, side, words)}"
        elif words[:1] == ["quit"]:
            return


if __name__ == "__main__":
    for answer in answers(sys.stdin):
        print(answer, flush=True)
