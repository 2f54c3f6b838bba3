"""The board in thirty-five bits."""

from hypothesis import given

from machines.games.draughts.board import (
    SQUARE_OF_BIT,
    SQUARES,
    Move,
    Position,
    bit,
)
from tests.machines.games.draughts.positions import positions


def test_square_and_bit_go_together_as_in_figure_a_1() -> None:
    assert [bit(square) for square in (1, 8, 9, 16, 17, 24, 25, 32)] == [
        1 << number for number in (1, 8, 10, 17, 19, 26, 28, 35)
    ]
    assert all(bit(square) == 1 << number for number, square in SQUARE_OF_BIT.items())


def test_every_neighbour_is_4_or_5_bits_away_and_nothing_else_is() -> None:
    for square in SQUARES:
        row, file = divmod(square - 1, 4)
        column = 2 * file + (row + 1) % 2
        for step in (4, 5, -4, -5):
            found = SQUARE_OF_BIT.get(bit(square).bit_length() - 1 + step)
            if found is not None:
                other, place = divmod(found - 1, 4)
                assert abs(other - row) == 1
                assert abs(2 * place + (other + 1) % 2 - column) == 1
            else:
                assert column in (0, 7) or row in (0, 7)


def test_samuels_center_squares_are_the_two_middle_files_of_rows_3_to_6() -> None:
    numbers = (11, 12, 15, 16, 20, 21, 24, 25)
    assert [SQUARE_OF_BIT[number] for number in numbers] == [10, 11, 14, 15, 18, 19, 22, 23]


@given(positions)
def test_samuels_four_words_hold_the_whole_position(position: Position) -> None:
    assert Position.of_words(*position.words(), position.black_to_move) == position


def test_a_board_is_printed_with_square_1_at_the_top_and_kings_in_capitals() -> None:
    position = Position(bit(1) | bit(6), bit(32), bit(32), False)
    rows = str(position).splitlines()
    assert rows[0] == " b . . ."
    assert rows[1] == ". b . ."
    assert rows[7] == ". . . W"
    assert rows[8] == "White to move"


def test_a_move_is_written_with_a_dash_a_jump_with_a_cross() -> None:
    assert str(Move((11, 15))) == "11-15"
    assert str(Move((6, 15, 22), (10, 18))) == "6x15x22"
    assert Move((6, 15, 22), (10, 18)).card() == "6X15X22"
