"""The rules of English draughts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.games.draughts.board import Move, Position, bit
from machines.games.draughts.line_count import divide, perft
from machines.games.draughts.moves import find_move, legal_moves, make, steps
from machines.games.draughts.notation import read_fen
from machines.games.draughts.player import Player, RandomPlayer
from tests.machines.games.draughts.positions import MOST_LINES, perft_table, positions

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


@given(positions)
def test_a_position_turned_end_for_end_has_the_same_number_of_lines(position: Position) -> None:
    assert perft(position.reversed(), 3) == perft(position, 3)


@given(positions)
def test_no_move_changes_anything_but_its_own_piece_and_those_it_takes(position: Position) -> None:
    for move in legal_moves(position):
        after = make(position, move)
        assert after.black_to_move != position.black_to_move
        assert after.passive.bit_count() == position.active.bit_count()
        assert after.active.bit_count() == position.passive.bit_count() - len(move.captured)
        assert after.black & after.white == 0
        assert after.kings & after.empty == 0


def test_moves_come_by_way_then_by_square() -> None:
    assert spoken("B:W32:BK10,K11") == [
        "10-14", "11-15", "10-15", "11-16", "10-7", "11-8", "10-6", "11-7",
    ]  # fmt: skip


def test_a_jump_must_be_taken() -> None:
    assert spoken("B:W18,32:B15,1") == ["15x22"]


def test_among_jumps_there_is_a_free_choice_and_the_longer_isnt_compulsory() -> None:
    assert spoken("B:W14,18,26:B10,11,15") == ["10x17", "15x22x31"]


def test_a_jump_that_can_go_on_must_be_finished() -> None:
    assert spoken("B:W10,18:B6") == ["6x15x22"]


def test_a_man_crowned_by_a_jump_ends_its_move_there() -> None:
    position = read_fen("B:W26,27:B22")
    (move,) = legal_moves(position)
    assert str(move) == "22x31"
    assert make(position, move).kings == bit(31)


def test_a_king_goes_on_from_the_same_square_where_a_man_is_crowned() -> None:
    assert spoken("B:W26,27:BK22") == ["22x31x24"]


def test_a_man_neither_moves_nor_jumps_backward() -> None:
    assert spoken("B:W15,32:B18") == ["18-22", "18-23"]
    assert spoken("W:W15:B18,1") == ["15-11", "15-10"]


def test_a_king_can_end_its_jump_where_it_began_by_either_way_round() -> None:
    assert spoken("B:W7,8,15,16:BK3") == ["3x10x19x12x3", "3x12x19x10x3"]


def test_a_piece_can_be_jumped_only_once() -> None:
    for move in legal_moves(read_fen("B:W6,7,14,15,22,23:BK2,K3,28")):
        assert len(set(move.captured)) == len(move.captured)


def test_who_cannot_move_has_no_move_though_he_has_pieces() -> None:
    assert spoken("W:W5:BK1") == []
    assert spoken("B:W9,14:B5") == []
    assert spoken("B:W32:B") == []


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


def test_a_plain_move_or_a_single_jump_is_one_step() -> None:
    for move in (Move((11, 15)), Move((15, 22), (18,))):
        assert steps(move) == (move,)


@given(positions)
def test_every_legal_move_is_found_by_its_squares(position: Position) -> None:
    for move in legal_moves(position):
        assert find_move(position, move.squares) == move


def test_a_jump_may_be_said_by_its_ends() -> None:
    assert str(find_move(read_fen("B:W10,18,26:B6"), (6, 31))) == "6x15x22x31"
    assert str(find_move(read_fen("B:W10,18,26:B6"), (6, 22, 31))) == "6x15x22x31"


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


def test_a_random_player_plays_every_legal_move_sooner_or_later() -> None:
    player: Player = RandomPlayer()
    generator = np.random.default_rng(704)
    chosen = {player.choose(Position.start(), generator) for _ in range(200)}
    assert chosen == set(legal_moves(Position.start()))


def test_a_random_player_with_the_same_generator_plays_the_same() -> None:
    def game() -> list[Move]:
        generator, position = np.random.default_rng(1), Position.start()
        made: list[Move] = []
        while legal_moves(position) and len(made) < 80:
            made.append(RandomPlayer().choose(position, generator))
            position = make(position, made[-1])
        return made

    assert game() == game()


def test_a_player_cannot_choose_when_the_game_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        RandomPlayer().choose(read_fen("W:W5:BK1"), np.random.default_rng(1))
