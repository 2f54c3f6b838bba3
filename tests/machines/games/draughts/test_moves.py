"""The rules of English draughts."""

import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.games.draughts.board import Move, Position, bit
from machines.games.draughts.moves import divide, find_move, legal_moves, make, perft, steps
from machines.games.draughts.notation import read_fen
from machines.games.draughts.player import RandomPlayer
from tests.machines.games.draughts.positions import MOST_LINES, perft_table, positions
from tests.naive import draughts as naive

START = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680)


def spoken(fen: str) -> list[str]:
    return [str(move) for move in legal_moves(read_fen(fen))]


def refusal(fen: str, *squares: int) -> str:
    with pytest.raises(RefusedError) as caught:
        find_move(read_fen(fen), squares, "game.pdn, line 3")
    assert caught.value.where == "game.pdn, line 3"
    return caught.value.what


def test_perft_from_the_start_is_as_published() -> None:
    for depth, lines in enumerate(START, 1):
        if lines <= MOST_LINES:
            assert perft(Position.start(), depth) == lines, depth


def test_perft_with_kings_and_multiple_jumps_is_as_published() -> None:
    for position, counts in perft_table():
        for depth, lines in counts:
            if depth <= 7 and lines <= MOST_LINES:
                assert perft(position, depth) == lines, position


def test_perft_at_depth_0_is_the_position_itself() -> None:
    assert perft(Position.start(), 0) == 1
    with pytest.raises(ValueError, match="0 or more"):
        perft(Position.start(), -1)


@given(positions)
def test_perft_counts_what_is_reached_by_making_every_move(position: Position) -> None:
    after = [make(position, move) for move in legal_moves(position)]
    assert perft(position, 1) == len(after)
    assert perft(position, 2) == sum(len(legal_moves(each)) for each in after)
    assert sum(lines for _, lines in divide(position, 2)) == perft(position, 2)


def test_moves_come_by_way_then_by_square() -> None:
    assert spoken("B:W32:BK10,K11") == [
        "10-14", "11-15", "10-15", "11-16", "10-7", "11-8", "10-6", "11-7",
    ]  # fmt: skip


def test_a_multiple_jump_is_single_jumps_with_null_replies_between() -> None:
    (move,) = legal_moves(read_fen("B:W10,18,26:B6"))
    assert move == Move((6, 15, 22, 31), (10, 18, 26))
    assert steps(move) == (
        Move((6, 15), (10,)),
        None,
        Move((15, 22), (18,)),
        None,
        Move((22, 31), (26,)),
    )


def test_a_jump_may_be_said_by_its_ends() -> None:
    assert str(find_move(read_fen("B:W10,18,26:B6"), (6, 31))) == "6x15x22x31"
    assert str(find_move(read_fen("B:W10,18,26:B6"), (6, 22, 31))) == "6x15x22x31"
    assert str(find_move(read_fen("B:W10,18,26:B6"), "6x22x31")) == "6x15x22x31"


def test_a_jump_with_two_routes_to_one_position_may_be_said_by_its_ends() -> None:
    assert str(find_move(read_fen("B:W7,8,15,16:BK3"), (3, 3))) == "3x10x19x12x3"


def test_a_jump_with_routes_to_different_positions_must_be_said_in_full() -> None:
    what = refusal("B:W7,8,15,16,32:B3", 3, 19)
    assert what == "3-19 can be jumped in more than one way: say 3x10x19 or 3x12x19"


def test_an_illegal_move_is_explained() -> None:
    for fen, squares, said in (
        ("B:W32:B11", (11, 33), "there is no square 33: they are 1 to 32"),
        ("B:W32:B11", (11,), "a move has at least two squares"),
        ("B:W32:B11", (12, 16), "nothing stands on square 12; Black can play 11-15 or 11-16"),
        ("B:W32:B11", (32, 27), "the piece on square 32 is White's, and Black is to move"),
        ("B:W32:B11,15", (11, 15), "square 15 is occupied; from 11 there is 11-16"),
        ("B:W32:B11", (11, 8), "the man on square 11 can't go backward to square 8"),
        ("B:W32:B11", (11, 12), "square 12 is neither a step nor a jump along a diagonal"),
        ("W:WK13:B12", (13, 20), "square 20 is neither a step nor a jump along a diagonal"),
        ("B:W32:B11", (11, 18), "there is no piece of the other side on square 15 to jump over"),
        ("B:W32:B11", (11, 15, 18), "the step 11-15 ends the move"),
        ("B:W18,32:B15,1", (1, 5), "a jump must be taken, and 1-5 is none; Black can play 15x22"),
        ("B:W10,18:B6", (6, 15), "the jump 6-15 isn't finished: it goes on; Black can play 6x15"),
        ("B:W10:B6", (6, 15, 22), "the jump ends on square 15"),
        ("W:W5:BK1", (5, 1), "White has no move and has lost"),
    ):
        assert said in refusal(fen, *squares), fen


@given(positions, st.lists(st.integers(-1, 34), max_size=4))
def test_any_squares_are_a_legal_move_or_are_refused_with_a_reason(
    position: Position, squares: list[int]
) -> None:
    try:
        found = find_move(position, tuple(squares), "card 1")
    except RefusedError as refused:
        assert refused.where == "card 1"
        assert refused.what
    else:
        assert found in legal_moves(position)
        assert (found.squares[0], found.squares[-1]) == (squares[0], squares[-1])


def test_a_player_cannot_choose_when_the_game_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        RandomPlayer().choose(read_fen("W:W5:BK1"), np.random.default_rng(1))


# -- beside the slow twin --------------------------------------------------------------------------


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
