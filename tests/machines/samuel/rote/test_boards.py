"""Rote learning: the standard board, the key of its record, finding it."""

import numpy as np
import pytest
from hypothesis import given

from machines.games.draughts.board import SQUARES, Position, bit
from machines.games.draughts.notation import read_fen
from machines.samuel.rote import standard
from machines.samuel.rote.keys import LARGEST_KEY
from machines.samuel.rote.lookup import FIRST, KEY, NOT_FOUND, SCORE_KEPT, WANTED
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.records import directory_of
from machines.samuel.rote.standard import position_of, standard_of, word_bit
from machines.samuel.search_frames import board_word
from tests.machines.games.draughts.positions import positions, sprinkled
from tests.machines.samuel.rote.rote_boards import (
    any_position,
    board_of,
    found,
    key_for,
    records_of,
)
from tests.naive import samuel_rote as naive


def test_the_words_are_the_704s() -> None:
    for square in SQUARES:
        assert word_bit(square) == board_word(bit(square))


def test_a_reflection_leaves_its_own_diagonal_and_carries_the_other_corner_over() -> None:
    double, single = standard.about_double_corners, standard.about_single_corners
    for square in SQUARES:
        word = word_bit(square)
        assert double(double(word)) == single(single(word)) == word
        assert double(single(word)) == single(double(word)) == word_bit(33 - square)
    assert double(word_bit(1)) == word_bit(5)
    assert double(word_bit(4)) == word_bit(29)
    assert single(word_bit(1)) == word_bit(28)
    for square in (4, 8, 11, 15, 18, 22, 25, 29):
        assert single(word_bit(square)) == word_bit(square)


@given(positions)
def test_a_board_is_made_standard_as_its_twin_is(position: Position) -> None:
    side = "b" if position.black_to_move else "w"
    twin = naive.standard(board_of(position), side)
    assert standard_of(position) == naive.words(twin)
    assert key_for(position) == naive.key(twin)


def test_boards_of_kings_alone_are_made_standard_as_their_twins_are() -> None:
    generator = np.random.default_rng(704)
    for _ in range(100):
        position = sprinkled(generator)
        kings = Position(
            position.black,
            position.white,
            position.black | position.white,
            position.black_to_move,
        )
        side = "b" if kings.black_to_move else "w"
        twin = naive.standard(board_of(kings), side)
        assert standard_of(kings) == naive.words(twin)
        assert key_for(kings) == naive.key(twin)


@given(positions)
def test_the_same_game_for_the_other_side_has_the_same_standard_board(position: Position) -> None:
    assert standard_of(position.reversed()) == standard_of(position)
    assert standard_of(position_of(*standard_of(position))) == standard_of(position)


def test_a_board_without_kings_is_kept_as_it_stands_and_has_no_third_word() -> None:
    start = Position.start()
    assert position_of(*standard_of(start)) == start
    assert standard_of(start)[2] == 0


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("B:W21-32:B1-12", (24, "none", False, "White", "0000")),
        # 8 (row 1, column 6) and 25 (row 6, column 1): in the system only 25, so Black has the
        # move; they balance each other.
        ("B:W25:B8", (2, "none", False, "Black", "0000")),
        # A king and a man against two men, all in Black's home: rows 0 to 2.
        ("B:W6,7:BK1,9", (4, "Black", True, "White", "----")),
        # 25 and 29 stand in rows 6 and 7, columns 1 and 0: on the axis through them both.
        ("B:W29:BK25", (2, "Black", True, "Black", "+-0+")),
    ],
)
def test_the_properties_of_a_board_by_hand(fen: str, said: tuple[object, ...]) -> None:
    position = read_fen(fen)
    board = naive.standard(board_of(position), "b")
    assert naive.properties(board) == said
    assert naive.key(board) == key_for(position)


def test_the_tape_begins_with_12_against_12_and_ends_with_few() -> None:
    start = key_for(Position.start())
    assert start == 0
    first = key_for(read_fen("W:W21-32:B1-8,10-12,13"))
    later = key_for(read_fen("B:W22-32:B1-8,10-12"))
    last = key_for(read_fen("B:WK32:BK1"))
    assert start < first < later < last <= LARGEST_KEY


# -- looking up ------------------------------------------------------------------------------------


def test_look_up_finds_what_a_dict_finds() -> None:
    generator = np.random.default_rng(1959)
    kept = [any_position(generator) for _ in range(400)]
    records = records_of(kept, generator)
    scores = {tuple(row[:3]): row[SCORE_KEPT] for record in records for row in record.rows.tolist()}
    memory = Memory(directory=directory_of(records))
    memory.bring_all(record.rows for record in records)
    hits = 0
    for number in range(1600):
        position = kept[number % 400] if number % 2 else any_position(generator)
        if number % 3:
            position = position.reversed()
        row, line = found(memory, position)
        assert line == -9
        board = standard_of(position)
        if board in scores:
            assert tuple(memory.rows[row, :3].tolist()) == board
            assert memory.rows[row, SCORE_KEPT] == scores[board]
            hits += 1
        else:
            assert row == NOT_FOUND
    assert 800 <= hits < 1600


def test_a_record_that_is_not_held_is_wanted_by_its_line() -> None:
    generator = np.random.default_rng(1)
    kept = [any_position(generator) for _ in range(50)]
    records = records_of(kept, generator)
    memory = Memory(directory=directory_of(records))
    for position in kept:
        row, line = found(memory, position)
        assert row == WANTED
        assert memory.directory[line, KEY] == key_for(position)
    row, line = found(memory, kept[0])
    memory.bring(line, records[line].rows)
    assert memory.directory[line, FIRST] == 0
    row, _ = found(memory, kept[0])
    assert tuple(memory.rows[row, :3].tolist()) == standard_of(kept[0])
