"""Players that have learned elsewhere: whole tables, fair to every turn of a board, and able."""

import pytest

from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.learned_tables import TABLES
from machines.games.noughts.players import (
    LEARNED,
    WHOLE,
    _table,
    learned_chances,
    table_boards,
)
from machines.games.noughts.symmetry import TURNED, TURNS, boards, turned
from machines.kernels.generator import generator_state
from machines.menace.odds import odds
from machines.menace.tournament import tournament
from tests import make_noughts_players


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
