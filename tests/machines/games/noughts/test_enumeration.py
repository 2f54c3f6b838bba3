"""Random play in exact fractions and perfect play (docs/sources/menace.md, section 4)."""

from fractions import Fraction

import pytest

from machines.games.noughts.board import Board
from machines.games.noughts.players import Chances, best_moves, random_play, value
from machines.games.noughts.symmetry import boards
from tests.naive import noughts as naive


def test_random_play_over_squares_is_737_1260ths_8_63rds_121_420ths() -> None:
    assert random_play() == Chances(Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))


def test_random_play_over_distinct_moves_has_the_published_fractions() -> None:
    assert random_play(distinct=True) == Chances(
        Fraction(215363, 362880), Fraction(39959, 302400), Fraction(497831, 1814400)
    )


@pytest.mark.parametrize(
    ("opening", "percent"),
    [(0, (67.1, 12.5, 20.4)), (1, (58.5, 13.6, 27.9)), (2, (52.4, 13.6, 34.0))],
)
def test_random_play_over_distinct_moves_by_opening(
    opening: int, percent: tuple[float, float, float]
) -> None:
    found = random_play(Board().play(opening), distinct=True)
    assert [round(float(100 * x), 1) for x in (found.win, found.draw, found.loss)] == [*percent]


@pytest.mark.slow
def test_the_twin_counts_the_same_fractions() -> None:
    for over in ("squares", "distinct"):
        found = random_play(distinct=over == "distinct")
        assert (found.win, found.draw, found.loss) == naive.random_play(naive.EMPTY, over)


def test_values_are_those_of_plain_minimax() -> None:
    for board in boards():
        assert value(board) == naive.value(board.rows().replace("/", ""))


def test_a_best_move_keeps_the_value_and_takes_a_win_at_once() -> None:
    for board in boards():
        if board.finished:
            assert best_moves(board) == ()
            continue
        assert best_moves(board)
        assert all(value(board.play(square)) == value(board) for square in best_moves(board))
        if won := board.winning_squares(board.to_move):
            assert sum(1 << square for square in best_moves(board)) == won


def test_only_the_centre_answers_a_corner() -> None:
    assert best_moves(Board().play(1)) == (0,)
