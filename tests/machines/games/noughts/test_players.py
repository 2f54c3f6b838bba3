"""Players by name: what each may choose, and how likely."""

from fractions import Fraction

import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.players import EVEN, chances, even_choice, random_play, read_standard
from machines.games.noughts.symmetry import boards
from tests.naive import noughts


@pytest.mark.parametrize("name", [*EVEN, "standard"])
def test_chances_add_up_to_one_on_empty_squares(name: str) -> None:
    for board in boards()[::5]:
        given = chances(name, board, 0.3)
        assert sum(given) == (0 if board.finished else 1)
        assert all(given[square] == 0 for square in range(9) if square not in board.moves)


def test_random_and_distinct_choose_among_the_twins_moves() -> None:
    for board in boards()[:2000:7]:
        rows = board.rows().replace("/", "")
        assert list(even_choice("random", board)) == sorted(noughts.moves(board=rows))
        assert list(even_choice("distinct", board)) == sorted(noughts.distinct_moves(rows))


def test_an_expert_takes_each_kind_of_best_move_alike_and_perfect_each_square() -> None:
    opening = Board()  # corner, edge and centre are all drawn: 4 squares, 4 squares and 1
    assert chances("perfect", opening) == (Fraction(1, 9),) * 9
    third = Fraction(1, 3)
    assert chances("expert", opening) == (third, third, third, *[Fraction(0)] * 6)
    must_block = Board.of_rows("OO./.X./...")
    assert even_choice("expert", must_block) == even_choice("perfect", must_block) == (3,)


def test_a_standard_of_play_is_the_mix_of_expert_and_random() -> None:
    must_block = Board.of_rows("OO./.X./...")
    given = chances("standard", must_block, 0.25)
    assert given[3] == Fraction(1, 4) + Fraction(3, 4) * Fraction(1, 6)
    assert given[4] == Fraction(3, 4) * Fraction(1, 6)
    for board in boards()[::50]:
        assert chances("standard", board, 0.0) == chances("random", board)
        assert chances("standard", board, 1.0) == chances("expert", board)


@pytest.mark.parametrize(("name", "distinct"), [("random", False), ("distinct", True)])
def test_random_play_by_these_chances_is_the_published_one(name: str, distinct: bool) -> None:
    def won(board: Board) -> Fraction:
        if board.finished:
            return Fraction(board.winner == "O")
        given = chances(name, board)
        return sum((given[s] * won(board.play(s)) for s in board.moves), start=Fraction(0))

    board = Board.of_rows("O.X/.../...")
    assert won(board) == random_play(board, distinct).win


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("standard", "'standard' has no number; expected standard:0 to :1"),
        ("standard:", "has no number"),
        ("standard:good", "has no number"),
        ("standard:1.5", "standard: 1.5 is out of range; expected 0 to 1"),
        ("standard:-0.1", "out of range"),
        ("standard:nan", "out of range"),
    ],
)
def test_what_is_no_standard_is_refused(text: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        read_standard(text)


def test_a_standard_is_read() -> None:
    assert read_standard("standard:0.75") == 0.75
