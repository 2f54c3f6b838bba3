"""Whole move lists against pydraughts, a draughts library that knows nothing of our words."""

import os
from typing import Any

import draughts
import numpy as np
import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import write_fen
from tests.machines.games.draughts.positions import played, sprinkled


def oracle(position: Position) -> Any:
    return draughts.Board(variant="english", fen=write_fen(position))


def of_oracle(board: Any) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return sorted((tuple(m.steps_move), tuple(sorted(m.captures))) for m in board.legal_moves())


def of_ours(position: Position) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return sorted((m.squares, tuple(sorted(m.captured))) for m in legal_moves(position))


def compare(count: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    jumping = 0
    for number in range(count):
        position = sprinkled(generator) if number % 2 else played(generator)
        assert of_ours(position) == of_oracle(oracle(position)), write_fen(position)
        jumping += any(len(move.captured) > 1 for move in legal_moves(position))
    assert jumping > count // 50


def test_positions_have_the_same_whole_moves_as_pydraughts() -> None:
    compare(150, 1959)


@pytest.mark.soak
def test_thousands_of_positions_have_the_same_whole_moves_as_pydraughts() -> None:
    compare(200 * int(os.environ.get("MATCHBOX704_SOAK", "50")), 704)


def test_positions_after_a_move_are_the_same_as_pydraughts() -> None:
    generator = np.random.default_rng(1956)
    for _ in range(15):
        position = sprinkled(generator)
        for move in legal_moves(position):
            after = make(position, move)
            board = oracle(position)
            (same,) = (m for m in board.legal_moves() if tuple(m.steps_move) == move.squares)
            board.push(same)
            assert of_oracle(board) == of_ours(after), (write_fen(position), str(move))
