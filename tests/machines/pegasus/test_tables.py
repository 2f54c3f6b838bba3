"""The Pegasus program's positions: the same as the twin's, and the exact chances of random play."""

from fractions import Fraction

import numpy as np
import pytest

from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import BACK
from machines.pegasus import players, tables
from tests.naive import pegasus as naive

HELD = tables.tables()
SIGN = {1: "+", 0: ".", -1: "-"}


def text(board: Board) -> str:
    """A board as the twin writes it."""
    return "".join(board.at(square) or "." for square in range(9))


def exact(chances: players.Floats) -> list[float]:
    """Chances of Nought's win, a draw and Cross's win from the start, by enumeration."""
    shares = np.zeros((len(HELD.forms), 3))
    for position in range(len(HELD.forms) - 1, -1, -1):
        count = HELD.choices[position]
        if count == 0:
            shares[position, 1 - HELD.results[position]] = 1.0
        else:
            after = shares[HELD.following[position, :count]]
            shares[position] = chances[position, :count] @ after
    return [float(share) for share in shares[0]]


def test_every_position_is_the_twins_with_its_moves_and_its_end() -> None:
    for position, form in enumerate(HELD.forms):
        board = text(form)
        assert naive.stored(board)[0] == board
        ended = naive.result(board)
        if ended is not None:
            assert HELD.choices[position] == 0
            assert SIGN[int(HELD.results[position])] == ended
            continue
        count = HELD.choices[position]
        squares = HELD.squares[position, :count].tolist()
        assert dict(zip(squares, HELD.kinds[position, :count].tolist(), strict=True)) == (
            naive.moves(board)
        )
        for square, reached in zip(squares, HELD.following[position], strict=False):
            assert text(HELD.forms[reached]) == naive.stored(naive.after(board, square))[0]


def test_750_positions_are_held_and_at_most_eight_moves_are_made() -> None:
    assert np.bincount(HELD.made).tolist() == [1, 3, 12, 38, 108, 174, 204, 153, 57]
    assert HELD.choices.max() == 7


def test_ten_positions_after_six_moves_stop_without_a_line() -> None:
    stopped = [
        form
        for form, made, count in zip(HELD.forms, HELD.made, HELD.choices, strict=True)
        if made == 6 and count == 0 and not form.winner
    ]
    assert len(stopped) == 10


def test_the_squares_printed_are_those_of_fig_5() -> None:
    for played, printed in (
        ("", "012"),
        ("0", "12"),
        ("1", "02345"),
        ("2", "01456"),
        ("01", "5678"),
        ("02", "3467"),
        ("10", "2345"),
        ("15", "0234"),
        ("20", "1456"),
        ("26", "0145"),
    ):
        board = Board()
        for square in played:
            board = board.play(int(square))
        form, turn = tables.stored_form(board)
        found = sorted(str(BACK[turn][move]) for move, _ in tables.distinct_moves(form))
        assert "".join(found) == printed, played


@pytest.mark.parametrize(
    ("chances", "moves", "fractions"),
    [
        (players.chances_of("random"), "squares", ((737, 1260), (8, 63), (121, 420))),
        (
            players.chances_of("distinct"),
            "distinct",
            ((215363, 362880), (39959, 302400), (497831, 1814400)),
        ),
    ],
)
def test_random_play_has_its_exact_chances(
    chances: players.Floats, moves: str, fractions: tuple[tuple[int, int], ...]
) -> None:
    wanted = [Fraction(*fraction) for fraction in fractions]
    shares = naive.share("." * 9, moves)
    assert [shares[sign] for sign in "+.-"] == wanted
    assert exact(chances) == pytest.approx([float(share) for share in wanted], abs=1e-14)
