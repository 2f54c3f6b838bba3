"""Board, lines, symmetries and distinct moves, against the rules in words and published counts."""

import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import FULL, LINES, READING, Board
from machines.games.noughts.symmetry import (
    BACK,
    TURNED,
    TURNS,
    boards,
    distinct_boards,
    distinct_moves,
    standard,
    turned,
)
from tests.naive import noughts as naive


def is_symmetric(board: Board) -> bool:
    """Whether a turn other than 0 leaves the board as it is."""
    return any(turned(board, turn) == board for turn in TURNS[1:])


def text(board: Board) -> str:
    """The board as the twin writes it."""
    return board.rows().replace("/", "")


def test_there_are_5478_boards_and_their_rules_are_those_in_words() -> None:
    assert len(boards()) == 5478
    for board in boards():
        assert Board.of_rows(board.rows()) == board
        assert board.winner == naive.winner(text(board))
        assert list(board.moves) == naive.moves(text(board))
        assert board.finished or board.to_move == naive.to_move(text(board))


def test_the_squares_are_numbered_in_michies_spiral() -> None:
    assert READING == naive.NUMBERS
    assert Board.of_rows("O.X/.../O.X") == Board(1 << 1 | 1 << 7, 1 << 3 | 1 << 5)
    assert len(set(LINES)) == 8
    assert all(line.bit_count() == 3 and line & FULL == line for line in LINES)


def test_the_eight_turns_are_those_of_a_turned_and_mirrored_text() -> None:
    for board in boards()[::7]:
        assert [text(turned(board, turn)) for turn in TURNS] == naive.eight(text(board))
    for turn in TURNS:
        assert [BACK[turn][TURNED[turn][square]] for square in range(9)] == list(range(9))


def test_standard_forms_and_distinct_moves_are_those_in_words() -> None:
    for board in boards()[::4]:
        form, turn = standard(board)
        assert text(form) == naive.standard(text(board))
        assert turned(board, turn) == form
        assert list(distinct_moves(board)) == naive.distinct_moves(text(board))


def test_the_essentially_distinct_boards_are_1_3_12_38_108_153_183_95_34() -> None:
    assert [len(distinct_boards(ply)) for ply in range(9)] == [1, 3, 12, 38, 108, 153, 183, 95, 34]
    for ply in range(9):
        assert {text(board) for board in distinct_boards(ply)} == naive.distinct_boards(ply)


def test_the_empty_board_is_symmetric_and_a_crooked_one_is_not() -> None:
    assert is_symmetric(Board())
    assert not is_symmetric(Board.of_rows("OX./.../..."))


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("O.X/...", "three rows of three"),
        ("O.Z/.../...", "column 3: is 'Z'"),
        ("OO./.../...", "2 noughts and 0 crosses"),
        ("OOO/XXX/...", "after Nought had won"),
        ("OO./XXX/OO.", "after Cross had won"),
    ],
)
def test_a_board_that_no_play_leads_to_is_refused(rows: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        Board.of_rows(rows)


def test_a_square_taken_or_off_the_board_and_a_move_after_the_end_are_refused() -> None:
    board = Board().play(0)
    with pytest.raises(RefusedError, match="square 0, which O has taken; free are 1 2 3"):
        board.play(0)
    with pytest.raises(RefusedError, match="expected one of 0 to 8"):
        board.play(9)
    with pytest.raises(RefusedError, match="after the end of the play"):
        Board.of_rows("OOO/XX./...").play(5)
