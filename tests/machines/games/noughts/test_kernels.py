"""The generator's numbers and the tables by which kernels choose a move."""

import numpy as np
import pytest

from machines.games.noughts.kernels import (
    DISTINCT,
    EXPERT,
    LINED,
    PERFECT,
    RANDOM,
    choices,
    choose,
    index_of,
)
from machines.games.noughts.players import best_moves
from machines.games.noughts.symmetry import boards, distinct_moves
from machines.kernels.generator import below, generator_state, word
from tests.naive.menace import Chance


def test_the_generator_gives_the_twins_words() -> None:
    state = generator_state(1961)
    twin = Chance([int(part) for part in state])
    assert [word(state) for _ in range(1000)] == [twin.word() for _ in range(1000)]


def test_a_number_below_is_the_twins_and_in_range() -> None:
    for count in (1, 2, 7, 9, 1720, 3 * 2**29, 2**31 - 1):
        state = generator_state(704)
        twin = Chance([int(part) for part in state])
        for _ in range(200):
            drawn = below(count, state)
            assert drawn == twin.below(count), count
            assert 0 <= drawn < count, count


def test_counts_too_great_for_one_word_are_still_even() -> None:
    state = generator_state(1)
    drawn = np.array([below(3 * 2**59, state) for _ in range(6000)])
    assert drawn.min() >= 0
    assert np.bincount(drawn // 2**59, minlength=3) == pytest.approx(2000, abs=200)


def test_the_same_seed_gives_the_same_state_and_another_another() -> None:
    assert generator_state(7).tolist() == generator_state(np.random.SeedSequence(7)).tolist()
    assert generator_state(7).tolist() != generator_state(8).tolist()
    numpy_s = np.random.default_rng(7)
    assert generator_state(numpy_s).tolist() != generator_state(numpy_s).tolist()


def test_the_tables_hold_each_boards_moves() -> None:
    indices = {index_of(board) for board in boards()}
    assert len(indices) == len(boards())
    for board in boards():
        index = index_of(board)
        for row, moves in (
            (RANDOM, board.moves),
            (DISTINCT, distinct_moves(board)),
            (PERFECT, best_moves(board)),
            (EXPERT, tuple(s for s in distinct_moves(board) if s in best_moves(board))),
        ):
            assert choices()[row, index] == sum(1 << square for square in moves)
        assert LINED[board.noughts] == (board.winner == "O")


def test_a_choice_is_even_and_a_single_square_takes_no_chance() -> None:
    state = generator_state(3)
    counts = np.bincount([choose(0b100010010, state) for _ in range(6000)], minlength=9)
    assert counts[[1, 4, 8]] == pytest.approx(2000, abs=200)
    assert counts.sum() == counts[[1, 4, 8]].sum()
    before = state.copy()
    assert choose(1 << 5, state) == 5
    assert state.tolist() == before.tolist()
