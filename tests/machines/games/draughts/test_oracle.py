"""Whole move lists against pydraughts, a draughts library that knows nothing of our words."""

import os
from pathlib import Path
from typing import Any

import draughts
import numpy as np
import pytest
from draughts.PDN import PDNWriter

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_collection, write_fen
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


@pytest.mark.slow
def test_what_pydraughts_writes_is_read_as_it_was_played(tmp_path: Path) -> None:
    generator = np.random.default_rng(2026)
    path, written, others = tmp_path / "games.pdn", [], 0
    for number in range(12):
        variant = ("english", "english", "english", "standard", "russian", "italian")[number % 6]
        start = sprinkled(generator) if number % 3 == 0 and variant == "english" else None
        board = draughts.Board(variant, write_fen(start) if start else "startpos")
        plies = 40 if variant == "english" else 4
        while len(board.move_stack) < plies and (moves := board.legal_moves()):
            board.push(moves[int(generator.integers(len(moves)))])
        if not board.move_stack:
            continue
        ending = {draughts.WHITE: "2-0", draughts.BLACK: "0-2"}.get(board.winner(), "1-1")
        PDNWriter(str(path), board, tags={"Result": ending}, game_ending=ending)
        if variant == "english":
            result = {"2-0": "0-1", "0-2": "1-0", "1-1": "1/2-1/2"}[ending]
            written.append(([tuple(move.steps_move) for move in board.move_stack], result))
        others += variant != "english"
    found = read_collection(path.read_bytes(), "games.pdn")
    assert not found.mended
    assert len(found.left_out) == others
    assert all("GameType" in refusal.what for refusal in found.left_out)
    played_there = [([move.squares for move in game.moves], game.result) for game in found.games]
    assert played_there == written
