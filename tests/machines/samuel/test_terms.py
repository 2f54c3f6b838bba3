"""What the terms of the scoring polynomial count, and how piece advantage trades."""

import itertools

import pytest
from hypothesis import given

from machines.games.draughts.board import Position, turned
from machines.games.draughts.notation import read_fen
from machines.samuel import terms
from machines.samuel.polynomial import TERMS
from tests.machines.games.draughts.positions import positions

NUMBERS = (terms.PIECE_ADVANTAGE, *(term.number for term in TERMS.values()))


def rating(name: str, fen: str) -> tuple[int, int]:
    """The term's rating for the side to move and for the other."""
    position = read_fen(fen)
    fa, ba, fp, bp = position.words()
    black = int(position.black_to_move)
    number = TERMS[name].number
    return (
        terms.rating(number, fa, ba, fp, bp, black),
        terms.rating(number, fp, bp, fa, ba, 1 - black),
    )


def value(number: int, position: Position) -> int:
    return terms.term(number, *position.words(), int(position.black_to_move))


def test_mobility_counts_a_square_once_however_many_pieces_reach_it() -> None:
    assert rating("MOB", "B:W21,22:B9,10") == (3, 2)


def test_mobility_does_not_ask_whether_a_jump_must_be_taken() -> None:
    assert rating("MOB", "B:W18:B15,1") == (3, 1)


def test_a_man_moves_on_only_and_a_king_both_ways() -> None:
    assert rating("MOB", "B:W32:BK14")[0] == 4
    assert rating("MOB", "B:W32:B14")[0] == 2


def test_a_square_is_denied_where_a_piece_would_be_taken_for_nothing() -> None:
    assert rating("DENY", "B:W19:B10")[0] == 1  # 10-15 19x10; 14 is safe


def test_a_square_is_not_denied_where_the_taker_is_taken() -> None:
    assert rating("DENY", "B:W19:B6,10")[0] == 0  # 10-15 19x10 6x15


def test_the_square_that_was_left_is_empty_for_the_attacker() -> None:
    assert rating("DENY", "B:W19:B10,11")[0] == 2  # 11-15 lets 19 take nothing; 11-16 and 10-15 do
    assert rating("DENY", "W:W19:B10")[0] == 1  # and the other way: 19-15 10x19


def test_center_control_takes_samuels_internal_numbers() -> None:
    everywhere = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert rating("CENT", everywhere) == (2, 2)  # 10, 11 and 22, 23
    assert rating("CENT", "B:W18,19:B14,15") == (2, 2)
    assert rating("CENT", "B:W17,20:B13,16") == (0, 0)
    assert rating("CENT", "B:WK18:BK14,K15") == (0, 0)


def test_advancement_counts_rows_in_the_sides_own_direction() -> None:
    assert rating("ADV", "B:W9,16:B17,24") == (2, 2)
    assert rating("ADV", "B:W17,24:B9,16") == (-2, -2)
    assert rating("ADV", "B:W7,8,27,28,K9:B5,6,25,26,K17") == (0, 0)


def test_the_hybrid_is_center_control_and_advancement_together() -> None:
    assert rating("CENT+ADV", "B:W18,19,K11:B10,17,23") == (0 + 1 + 2, 0)


@given(positions)
def test_a_term_for_one_side_is_exactly_the_negative_for_the_other(position: Position) -> None:
    passed = Position(position.black, position.white, position.kings, not position.black_to_move)
    for number in NUMBERS:
        assert value(number, position) == -value(number, passed)


@given(positions)
def test_a_term_is_the_same_for_the_board_reversed(position: Position) -> None:
    for number in NUMBERS:
        assert value(number, position) == value(number, position.reversed())


def test_mobility_and_denial_are_good_for_the_side_that_has_the_better_of_them() -> None:
    free = read_fen("B:W32:BK14")
    assert value(terms.MOB, free) > 0
    denied = read_fen("B:W19,23,24:B10")
    assert value(terms.DENY, denied) < 0
    assert value(terms.DENY, denied.reversed()) < 0


def test_material_is_two_to_three() -> None:
    position = read_fen("B:W32:B1,K14")
    fa, ba, fp, bp = position.words()
    assert (terms.material(fa, ba), terms.material(fp, bp)) == (5, 2)
    assert turned(position.white) == 1 << 1


def test_piece_advantage_is_zero_when_even_and_grows_with_every_unit() -> None:
    for active, passive in itertools.product(range(37), repeat=2):
        here = terms.advantage_of(active, passive)
        assert here == -terms.advantage_of(passive, active)
        assert (here > 0) == (active > passive)
        assert terms.advantage_of(active + 1, passive) > here


@pytest.mark.parametrize("unit", [2, 3])
def test_the_side_ahead_gains_by_an_even_trade_and_the_side_behind_loses(unit: int) -> None:
    for active, passive in itertools.product(range(unit, 37), repeat=2):
        before = terms.advantage_of(active, passive)
        after = terms.advantage_of(active - unit, passive - unit)
        assert (after > before) == (active > passive)
        assert (after < before) == (active < passive)
