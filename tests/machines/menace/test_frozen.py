"""Sides that play by fixed weights: frozen beads, standards of play, any table of chances."""

from fractions import Fraction

import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.kernels import choose
from machines.games.noughts.players import best_moves, chances
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet
from machines.menace.odds import odds
from machines.menace.opponents import WHOLE, Frozen, of_chances, standard_player
from machines.menace.sides import Player
from machines.menace.tournament import tournament

COMPILED = hasattr(choose, "signature")


def triple(nought: Player, cross: Player) -> tuple[float, float, float]:
    found = odds(nought, cross)
    return found.win, found.draw, found.loss


@pytest.mark.parametrize("name", ["random", "distinct", "expert"])
def test_a_table_of_a_named_players_chances_is_that_player(name: str) -> None:
    table = of_chances("X", lambda board: chances(name, board))
    assert table.side == "X"
    assert triple("random", table) == pytest.approx(triple("random", name), abs=1e-8)
    table = of_chances("O", lambda board: chances(name, board))
    assert triple(table, "random") == pytest.approx(triple(name, "random"), abs=1e-8)


def test_frozen_beads_play_as_the_cabinet_that_does_not_learn() -> None:
    learned = Cabinet.new()
    tournament(500, learned, "random", generator_state(4), reload=True)
    beads = learned.beads.copy()
    frozen = Frozen("304", beads.copy())
    one, two = generator_state(5), generator_state(5)
    second = Cabinet.new("second"), Cabinet.new("second")
    played = tournament(300, frozen, second[0], one)
    again = tournament(300, learned, second[1], two, learning=(False, True))
    assert played.records.tolist() == again.records.tolist()
    assert (frozen.beads == beads).all()
    assert (second[0].beads == second[1].beads).all()
    assert (second[0].beads != Cabinet.new("second").beads).any()
    assert played.side == "X"


def test_a_chance_however_small_keeps_a_bead() -> None:
    def nearly(board: Board) -> list[float]:
        first, *rest = board.moves
        given = [0.0] * 9
        for square in rest:
            given[square] = 1e-15
        given[first] = 1.0
        return given

    table = of_chances("O", nearly)
    assert table.beads[0].tolist() == [WHOLE, *[1] * 8]


@pytest.mark.parametrize(
    "given",
    [
        [Fraction(1, 8)] * 9,
        [Fraction(-1), Fraction(2), *[Fraction(0)] * 7],
        [Fraction(0)] * 9,
    ],
)
def test_what_can_be_no_chances_is_refused(given: list[Fraction]) -> None:
    with pytest.raises(RefusedError, match="expected 0 where it is taken and 1 in all"):
        of_chances("O", lambda board: given)


def test_an_expert_plays_only_best_moves() -> None:
    played = tournament(200, Cabinet.new(), "expert", generator_state(2), reload=True)
    assert played.wins == 0
    for game in range(len(played.records)):
        board = Board()
        for square in map(int, played.moves(game)):
            if board.to_move == "X":
                assert square in best_moves(board)
            board = board.play(square)


@pytest.mark.parametrize(
    ("text", "says"),
    [("standard:2", "out of range"), ("standard", "has no number"), ("best", "one of random")],
)
def test_an_unknown_player_is_refused(text: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        tournament(1, Cabinet.new(), text, generator_state(1))
    with pytest.raises(RefusedError, match="has boxes of build second, which play X"):
        tournament(1, standard_player("standard:1", "X"), "random", generator_state(1))
