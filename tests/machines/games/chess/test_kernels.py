"""The chess kernels: the published counts, and the same answers without the compiler."""

from typing import Any

import numpy as np
import pytest

from machines.games.chess import attacks, kernels
from machines.games.chess.board import WHITE, Position, squares_of
from machines.games.chess.moves import divide, legal_moves, make, perft, unpack_move
from machines.games.chess.notation import read_fen
from tests.machines.fresh_process import printed
from tests.machines.games.chess.positions import COMPILED, perft_table, played, sprinkled

CHECK = """
import warnings
warnings.simplefilter("ignore", RuntimeWarning)  # what overflows is meant to
import numpy as np
from machines.games.chess import house
from machines.games.chess.moves import perft
from machines.games.chess.moves import legal_moves, make
from machines.games.chess.notation import write_fen
from tests.machines.games.chess.positions import perft_table, played, sprinkled
for position, counts in perft_table():
    print([(depth, perft(position, depth)) for depth, _ in counts[:2]])
generator = np.random.default_rng(35)
for number in range(12):
    position = sprinkled(generator) if number % 2 else played(generator, 60)
    print(write_fen(position), int(house.evaluate(position.words())))
    for move in legal_moves(position):
        print(move, write_fen(make(position, move)))
"""
MOST_LINES = 20_000_000 if COMPILED else 300


@pytest.mark.parametrize("number", range(5))
def test_perft_gives_the_published_numbers(number: int) -> None:
    position, counts = perft_table()[number]
    counts = [(depth, lines) for depth, lines in counts if lines <= MOST_LINES]
    assert counts
    assert [(depth, perft(position, depth)) for depth, _ in counts] == counts


@pytest.mark.soak
def test_perft_gives_the_published_numbers_to_depth_5_and_6() -> None:
    for position, counts in perft_table():
        assert [(depth, perft(position, depth)) for depth, _ in counts] == counts


def test_perft_of_nothing_is_one_line_and_a_negative_depth_is_none() -> None:
    assert perft(Position.start(), 0) == 1
    with pytest.raises(ValueError, match="not -1"):
        perft(Position.start(), -1)


def test_divide_has_a_count_for_each_move() -> None:
    divided = divide(Position.start(), 3)
    assert len(divided) == 20
    assert sum(lines for _, lines in divided) == 8902
    assert {str(move): lines for move, lines in divided}["e2e4"] == 600


@pytest.mark.slow
def test_the_kernels_give_the_same_without_the_compiler() -> None:
    compiled = printed(CHECK)
    assert compiled.startswith("[(1, 20), (2, 400)]")
    assert printed(CHECK, NUMBA_DISABLE_JIT="1") == compiled


@pytest.mark.slow
def test_the_kernels_stay_inside_their_arrays() -> None:
    assert printed(CHECK, NUMBA_BOUNDSCHECK="1").startswith("[(1, 20), (2, 400)]")


@pytest.mark.slow
def test_a_second_process_finds_the_recursive_kernels_in_the_cache() -> None:
    assert printed(CHECK) == printed(CHECK)


def test_mirroring_a_position_mirrors_its_moves() -> None:
    generator = np.random.default_rng(64)
    for number in range(100):
        position = sprinkled(generator) if number % 2 else played(generator)
        other = position.mirrored()
        assert other.mirrored() == position
        assert {
            (move.start ^ 56, move.end ^ 56, move.promotion) for move in legal_moves(other)
        } == {(move.start, move.end, move.promotion) for move in legal_moves(position)}


def test_words_come_back_as_the_position() -> None:
    generator = np.random.default_rng(65)
    for _ in range(50):
        position = played(generator)
        assert Position.of_words(position.words()) == position


def test_a_packed_move_comes_back() -> None:
    position = read_fen("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8")
    for move in legal_moves(position):
        assert unpack_move(move.packed()) == move


def test_men_between_stop_a_slider_and_are_attacked_themselves() -> None:
    occupied = 1 << 27 | 1 << 31 | 1 << 59 | 1 << 3  # d4 with h4, d8 and d1
    assert squares_of(int(attacks.rook_attacks(27, occupied))) == (
        *(3, 11, 19),
        *(24, 25, 26, 28, 29, 30, 31),
        *(35, 43, 51, 59),
    )
    assert squares_of(int(attacks.bishop_attacks(63, 0))) == (0, 9, 18, 27, 36, 45, 54)


def test_pins_are_told_from_men_that_merely_stand_there() -> None:
    position = read_fen("4r2k/8/8/b7/8/2P5/4N1B1/4K2r w - - 0 1")
    words = position.words()
    assert squares_of(int(attacks.pinned_men(words, 4, 0))) == (12, 18)
    assert squares_of(int(attacks.checkers(words))) == (7,)
    occupied = int(words[WHITE] | words[WHITE + 1])
    assert attacks.attackers(words, 12, 1, occupied) == 1 << 60


def test_mate_is_impossible_for_want_of_men() -> None:
    for fen, impossible in (
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3K4/8/6n1 w - - 0 1", True),
        ("8/8/4k3/8/8/3K4/8/5b2 w - - 0 1", True),
        ("8/8/4k3/8/8/3K4/8/5bB1 w - - 0 1", False),
        ("8/8/4k3/8/8/3K4/6B1/5b2 w - - 0 1", True),
        ("8/8/4k3/8/8/3K4/8/5nN1 w - - 0 1", False),
        ("8/8/4k3/8/8/3K4/8/5bN1 w - - 0 1", False),
        ("8/8/4k3/8/8/3K4/7P/8 w - - 0 1", False),
        ("8/8/4k3/8/8/3K4/8/7r w - - 0 1", False),
    ):
        assert kernels.mate_is_impossible(read_fen(fen).words()) == impossible, fen


def test_making_a_move_leaves_the_words_it_was_made_from() -> None:
    position = Position.start()
    words = position.words()
    make(position, legal_moves(position)[0])
    assert np.array_equal(words, position.words())


@pytest.mark.skipif(not COMPILED, reason="there are no kernels")
def test_a_kernel_that_runs_plain_has_words_of_64_bits_where_inner_ones_help_it() -> None:
    """What it attacks goes beyond 63 bits; plain Python's numbers don't end there."""
    for fen in ("k7/7P/8/8/8/8/8/K7 b - - 0 1", "4k2R/7P/8/8/8/8/8/K7 b - - 0 1"):
        words = read_fen(fen).words()
        plain, compiled = np.zeros((2, kernels.MOST_MOVES), dtype=np.int64)
        count: Any = kernels.list_moves
        assert count.run_plain((words, plain)) == count(words, compiled)
        assert plain.tolist() == compiled.tolist(), fen
