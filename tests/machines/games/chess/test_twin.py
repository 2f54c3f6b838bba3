"""The rules in bits against the rules in words: whole move lists and what comes of each move."""

import os

import numpy as np
import pytest

from machines.games.chess.moves import in_check, legal_moves, make, perft
from machines.games.chess.notation import read_fen, write_fen
from tests.machines.games.chess.positions import perft_table, played, sprinkled
from tests.naive import chess as naive


def compare(generator: np.random.Generator, count: int) -> None:
    """``count`` positions, half of them reached by play, and all that can be played in them."""
    for number in range(count):
        position = sprinkled(generator) if number % 2 else played(generator)
        fen = write_fen(position)
        state = naive.read(fen)
        assert naive.written(state) == fen
        assert sorted(str(move) for move in legal_moves(position)) == sorted(naive.moves(state)), (
            fen
        )
        assert in_check(position) == naive.in_check(state, state.white), fen
        for move in legal_moves(position):
            after = naive.written(naive.make(state, str(move)))
            assert write_fen(make(position, move)) == after, (fen, str(move))


def test_whole_move_lists_are_those_of_the_rules_in_words() -> None:
    compare(np.random.default_rng(1992), 40)


@pytest.mark.soak
def test_thousands_of_move_lists_are_those_of_the_rules_in_words() -> None:
    compare(np.random.default_rng(704), 10 * int(os.environ.get("MATCHBOX704_SOAK", "60")))


def test_both_count_the_same_lines_of_play() -> None:
    for position, _ in perft_table():
        fen = write_fen(position)
        assert naive.perft(naive.read(fen), 2) == perft(read_fen(fen), 2)
