"""Players by name: what each may choose, how likely, and what they come to; learned tables."""

from fractions import Fraction

import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.learned_tables import TABLES
from machines.games.noughts.players import (
    EVEN,
    LEARNED,
    WHOLE,
    Chances,
    _table,
    best_moves,
    chances,
    even_choice,
    learned_chances,
    random_play,
    read_standard,
    table_boards,
    value,
)
from machines.games.noughts.symmetry import TURNED, TURNS, boards, turned
from machines.kernels.generator import generator_state
from machines.menace.odds import odds
from machines.menace.tournament import tournament
from tests import make_noughts_players
from tests.naive import noughts
from tests.naive import noughts as naive


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


# -- random and perfect play -----------------------------------------------------------------------


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


# -- players that have learned ---------------------------------------------------------------------


@pytest.mark.parametrize("name", LEARNED)
def test_a_table_has_every_board_once_and_weights_only_where_it_is_empty(name: str) -> None:
    faces = list(table_boards())
    assert len("".join(TABLES[name].split())) == len(faces) * 18
    for board, weights in _table(name).items():
        assert sum(weights) == WHOLE
        assert all(s in board.moves for s in SQUARES if weights[s])


@pytest.mark.parametrize("name", LEARNED)
def test_chances_add_up_on_every_board_and_turn_with_it(name: str) -> None:
    for board in boards():
        if board.finished:
            continue
        chances = learned_chances(name, board)
        assert sum(chances) == 1
        assert all(s in board.moves for s in SQUARES if chances[s])
    board = Board().play(1).play(0)
    here = learned_chances(name, board)
    for turn in TURNS:
        there = learned_chances(name, turned(board, turn))
        assert sorted(here[s] for s in SQUARES) == sorted(there[TURNED[turn][s]] for s in SQUARES)


@pytest.mark.parametrize("name", LEARNED)
def test_what_was_learned_is_better_than_moves_by_chance(name: str) -> None:
    learned, chance = odds("random", name), odds("random", "random")
    assert learned.loss + learned.draw / 2 > chance.loss + chance.draw / 2 + 0.15
    first, by_chance = odds(name, "random"), odds("random", "random")
    assert first.win > by_chance.win + 0.1


def test_the_tables_are_what_the_programs_learn() -> None:
    made = make_noughts_players.table(make_noughts_players.pegasus())
    assert made == TABLES["pegasus"].strip()


def test_plays_between_tables_follow_from_the_generator() -> None:
    one, two, other = (
        tournament(50, "morph", "pegasus", generator_state(seed)).records.tolist()
        for seed in (3, 3, 4)
    )
    assert one == two != other
