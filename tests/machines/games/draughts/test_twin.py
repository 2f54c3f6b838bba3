"""The rules in bits against the rules in words: whole move lists of random positions."""

import os
import random

import pytest

from machines.games.draughts.board import Position, bit
from machines.games.draughts.moves import legal_moves, make, perft
from tests.naive import draughts as naive


def position_of(board: naive.Board, side: str) -> Position:
    """The twin's board as a position."""

    def word(pieces: str) -> int:
        return sum(bit(square) for square, piece in board.items() if piece in pieces)

    return Position(word("bB"), word("wW"), word("BW"), side == "b")


def compare(rng: random.Random, count: int) -> None:
    """``count`` positions, of random play with now and then a piece taken off or crowned."""
    board, side = naive.start(), "b"
    for _ in range(count):
        position = position_of(board, side)
        expected = naive.moves(board, side)
        found = legal_moves(position)
        assert sorted(move.squares for move in found) == sorted(expected), (board, side)
        if not expected:
            board, side = naive.start(), "b"
            continue
        route = rng.choice(expected)
        move = next(move for move in found if move.squares == route)
        board, side = naive.make(board, route), naive.other(side)
        assert make(position, move) == position_of(board, side)
        for square in list(board):
            if rng.random() < 0.01:
                del board[square]
            elif rng.random() < 0.02:
                board[square] = board[square].upper()


def test_whole_move_lists_are_those_of_the_rules_in_words() -> None:
    compare(random.Random(1959), 2_000)


@pytest.mark.soak
def test_ten_thousand_and_more_move_lists_are_those_of_the_rules_in_words() -> None:
    compare(random.Random(704), 500 * max(20, int(os.environ.get("MATCHBOX704_SOAK", "60"))))


def test_both_count_the_same_lines_of_play() -> None:
    assert [perft(Position.start(), depth) for depth in range(1, 6)] == [
        naive.perft(naive.start(), "b", depth) for depth in range(1, 6)
    ]
