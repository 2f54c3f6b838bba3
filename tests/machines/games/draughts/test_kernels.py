"""The draughts kernels: Samuel's words, packed moves, and the same answers without the compiler."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from machines.games.draughts import kernels
from machines.games.draughts.board import BOARD, Position, bit, squares_of
from machines.games.draughts.kernels import count_moves
from machines.games.draughts.moves import legal_moves, make, unpack_move
from machines.kernels.bits import popcount
from tests.machines.fresh_process import printed
from tests.machines.games.draughts.positions import positions

CHECK = """
import numpy as np
from machines.games.draughts.board import Position
from machines.games.draughts.kernels import count_moves
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.moves import perft
from tests.machines.games.draughts.positions import perft_table, sprinkled
print([perft(Position.start(), depth) for depth in range(1, 5)])
for position, counts in perft_table():
    print([(depth, perft(position, depth)) for depth, _ in counts[:3]])
generator = np.random.default_rng(35)
for _ in range(60):
    position = sprinkled(generator)
    for move in legal_moves(position):
        print(move, make(position, move))
"""


@pytest.mark.slow
def test_the_kernels_give_the_same_without_the_compiler() -> None:
    compiled = printed(CHECK)
    assert compiled.startswith("[7, 49, 302, 1469]")
    assert printed(CHECK, NUMBA_DISABLE_JIT="1") == compiled


@pytest.mark.slow
def test_the_kernels_stay_inside_their_arrays() -> None:
    assert printed(CHECK, NUMBA_BOUNDSCHECK="1").startswith("[7, 49, 302, 1469]")


@pytest.mark.slow
def test_a_second_process_finds_the_recursive_kernels_in_the_cache() -> None:
    assert printed(CHECK) == printed(CHECK)


@given(st.integers(0, 2**62))
def test_popcount_counts_the_ones(word: int) -> None:
    assert popcount(word) == f"{word:b}".count("1")


def test_the_four_words_name_the_squares_moved_from() -> None:
    fa, ba, fp, bp = Position.start().words()
    empty = kernels.empty_squares(fa, ba, fp, bp)
    words = kernels.move_words(fa, ba, empty)
    assert squares_of(empty) == tuple(range(13, 21))
    assert [squares_of(word) for word in words] == [(9, 10, 11, 12), (9, 10, 11), (), ()]


def test_white_men_move_backward_in_samuels_words() -> None:
    fa, ba, fp, bp = Position.start().reversed().words()
    words = kernels.move_words(fa, ba, kernels.empty_squares(fa, ba, fp, bp))
    assert [squares_of(word) for word in words] == [(), (), (21, 22, 23, 24), (22, 23, 24)]


@given(positions)
def test_jump_words_hold_exactly_the_first_squares_of_the_jumps(position: Position) -> None:
    fa, ba, fp, bp = position.words()
    words = kernels.jump_words(fa, ba, fp | bp, kernels.empty_squares(fa, ba, fp, bp))
    starts = {move.squares[0] for move in legal_moves(position) if move.captured}
    assert set(squares_of(words[0] | words[1] | words[2] | words[3])) == starts
    assert all(word & ~BOARD == 0 for word in words)


@given(positions)
def test_a_packed_move_made_by_the_kernel_is_the_move_made_in_python(position: Position) -> None:
    packed = np.zeros(kernels.MOST_MOVES, dtype=np.int64)
    count = kernels.list_moves(*position.words(), packed)
    for word in packed[:count].tolist():
        after = Position.of_words(
            *kernels.apply_move(*position.words(), word), not position.black_to_move
        )
        assert after == make(position, unpack_move(word))


@given(positions)
def test_as_many_moves_are_counted_as_listed(position: Position) -> None:
    assert count_moves(*position.words()) == len(legal_moves(position))


def test_the_longest_jump_takes_nine() -> None:
    nine = sum(bit(square) for square in (6, 7, 8, 14, 15, 16, 22, 23, 24))
    longest = max(
        len(move.captured)
        for square in (1, 2, 3, 4, 9, 10, 11, 12)
        for move in legal_moves(Position(bit(square), nine, bit(square), True))
    )
    assert longest == kernels.MOST_JUMPS


def test_no_position_has_more_moves_than_the_list_has_room_for() -> None:
    for blocks in ((6, 7, 8, 14, 15, 16, 22, 23, 24), (9, 10, 11, 17, 18, 19, 25, 26, 27)):
        taken = sum(bit(square) for square in blocks)
        routes = 0
        for square in set(range(1, 33)) - set(blocks):
            there = bit(square)
            moves = legal_moves(Position(there, taken, there, True))
            routes += sum(1 for move in moves if move.captured)
        assert 2 * routes <= kernels.MOST_MOVES


@pytest.mark.parametrize("way", range(4))
def test_a_step_adds_the_ways_number_to_the_bit(way: int) -> None:
    assert kernels.step(bit(15), way) == 1 << (16 + kernels.WAYS[way])
