"""Plays by the kernels: the twin's, the same as by hand, and the published means."""

import copy
from fractions import Fraction

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.games.noughts.board import Board
from machines.games.noughts.kernels import RANDOM, choices, choose, index_of
from machines.games.noughts.players import best_moves, chances, value
from machines.kernels.generator import State, generator_state
from machines.menace.beads import Cabinet, Rewards
from machines.menace.build import build
from machines.menace.kernels import END_BIT, FOREGONE
from machines.menace.odds import odds
from machines.menace.opponents import (
    VARIANTS,
    WHOLE,
    Frozen,
    of_chances,
    standard_player,
    variant_of_game,
)
from machines.menace.sides import Player
from machines.menace.tournament import tournament
from tests.naive import menace as naive
from tests.naive import noughts

COMPILED = hasattr(choose, "signature")
"""Not under NUMBA_DISABLE_JIT=1, where the long runs are left out."""


@pytest.fixture
def state() -> State:
    return generator_state(1961)


@pytest.mark.parametrize("over", ["squares", "distinct"])
def test_the_kernels_play_the_twins_games_and_leave_its_beads(over: str, state: State) -> None:
    boxes, chance = naive.boxes_of("O"), naive.Chance([int(part) for part in state])
    cabinet = Cabinet.new()
    played = tournament(80, cabinet, "random" if over == "squares" else "distinct", state)
    for game in range(80):
        digits, result = naive.one_play(boxes, chance, over=over)
        assert played.moves(game) == digits
        assert played.results[game] == {"W": 1, "D": 0, "L": -1, "R": -1}[result]
        assert played.resigned[game] == (result == "R")
    for face, row in zip(build("304").faces, cabinet.beads, strict=True):
        beads = boxes[face.rows().replace("/", "")]
        assert row.tolist() == [beads.count(colour) for colour in range(9)]


def test_resignations_are_the_twins_too(state: State) -> None:
    boxes, chance = naive.boxes_of("O"), naive.Chance([int(part) for part in state])
    boxes[noughts.EMPTY] = sorted([0, 1, 2] * 50)
    for board in boxes:
        if board != noughts.EMPTY:
            boxes[board] = sorted(set(boxes[board]))
    cabinet = Cabinet.new(replicates=(50, 1, 1, 1), rewards=Rewards(-1, -1, -1))
    played = tournament(200, cabinet, "random", state)
    assert (played.declined, len(played.records)) == (True, 150)
    for game in range(150):
        digits, result = naive.one_play(boxes, chance, (-1, -1, -1))
        assert (played.moves(game), bool(played.resigned[game])) == (digits, result == "R")
    assert played.resigned.sum() > 20
    assert naive.one_play(boxes, chance) == ("", "")


def by_hand(cabinet: Cabinet, state: State) -> str:
    """A play against random squares, bead by bead, as in the room; its digits."""
    board, digits, outcome = Board(), "", ""
    while not board.finished and not outcome:
        if board.to_move == "O" and board.ply < 8:
            drawn = cabinet.draw(board, state)
            if drawn is None:
                outcome = "lost"
                break
            square = drawn.square
        else:
            square = int(choose(int(choices()[RANDOM, index_of(board)]), state))
        board = board.play(square)
        digits += str(square)
    cabinet.settle(outcome or {"O": "won", "X": "lost", "": "drawn"}[board.winner])
    return digits


def test_a_play_by_hand_and_by_the_kernels_gives_the_same_beads(state: State) -> None:
    hand, again = Cabinet.new(), state.copy()
    digits = [by_hand(hand, again) for _ in range(100)]
    fast = Cabinet.new()
    played = tournament(100, fast, "random", state)
    assert [played.moves(game) for game in range(100)] == digits
    assert snapshot.pack(fast, 1) == snapshot.pack(hand, 1)
    assert state.tolist() == again.tolist()


@pytest.mark.parametrize(
    ("name", "cross"),
    [("304", "1961"), ("287L", "distinct"), ("287W", "perfect"), ("304", "boxes")],
)
def test_the_ledger_balances_and_the_records_are_plays(name: str, cross: str, state: State) -> None:
    nought = Cabinet.new(name)
    other: Player = Cabinet.new("second") if cross == "boxes" else cross
    played = tournament(300, nought, other, state, reload=True)
    for cabinet in (nought, other):
        if isinstance(cabinet, Cabinet):
            cabinet.check()
            assert cabinet.plays == 300
    assert played.wins + played.draws + played.losses == 300
    assert played.score == 3 * played.wins + played.draws - played.losses
    for game in range(300):
        board = Board()
        for digit in played.moves(game):
            board = board.play(int(digit))
        if board.finished:
            assert played.results[game] == {"O": 1, "": 0, "X": -1}[board.winner]
        elif played.records[game] >> END_BIT & 3 == FOREGONE:
            assert played.results[game] == value(board) == {"287L": -1, "287W": 1}[name]
        else:
            assert played.resigned[game]


def test_the_opponent_of_1961_answers_a_corner_with_the_variant_of_the_game(state: State) -> None:
    changes = {1: 0, 21: 0, 22: 1, 57: 1, 58: 0, 77: 2, 106: 3, 132: 4, 188: 1, 204: 0, 999: 0}
    assert {game: variant_of_game(game) for game in changes} == changes
    played = tournament(220, Cabinet.new(), "1961", state, reload=True)
    corners = 0
    for game in range(220):
        digits = played.moves(game)
        if digits[0] == "1":
            corners += 1
            assert int(digits[1]) == VARIANTS[variant_of_game(game + 1)]
            digits = digits[2:]
        board = Board()
        for square in map(int, played.moves(game)):
            if board.to_move == "X" and (board.ply > 1 or not board.noughts >> 1 & 1):
                assert square in best_moves(board)
            board = board.play(square)
    assert corners > 0


def test_an_empty_first_box_stops_the_tournament_unless_it_is_reloaded(state: State) -> None:
    rewards = Rewards(win=-4, draw=-4, loss=-4)
    short = tournament(100, Cabinet.new(rewards=rewards), "random", state)
    assert (short.declined, len(short.records)) == (True, 3)
    cabinet = Cabinet.new(rewards=rewards)
    whole = tournament(100, cabinet, "random", state, reload=True)
    assert (whole.declined, len(whole.records)) == (False, 100)
    assert whole.reloads == tuple(range(3, 100, 3))
    assert cabinet.ledger().balances
    assert cabinet.plays == 100


def test_sides_that_cannot_play_are_refused_and_nothing_changes(state: State) -> None:
    cabinet, before = Cabinet.new(), state.copy()
    kept = copy.deepcopy(cabinet)
    sides: tuple[tuple[str, Player, Player], ...] = (
        ("is 'best'; expected one of random", cabinet, "best"),
        ("build 304, which play O", "random", cabinet),
        ("build second, which play X", Cabinet.new("second"), "random"),
        ("1961 plays Cross", "1961", "random"),
    )
    for says, nought, cross in sides:
        with pytest.raises(RefusedError, match=says):
            tournament(10, nought, cross, state)
    with pytest.raises(RefusedError, match="games: are -1"):
        tournament(-1, cabinet, "random", state)
    with pytest.raises(RefusedError, match="first game: is 0"):
        tournament(1, cabinet, "random", state, first=0)
    assert snapshot.pack(cabinet, 1) == snapshot.pack(kept, 1)
    assert state.tolist() == before.tolist()
    cabinet.draw(Board(), state)
    with pytest.raises(RefusedError, match="expected the play to be finished first"):
        tournament(1, cabinet, "random", state)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="ten million plays")
@pytest.mark.parametrize(
    ("name", "fractions"),
    [
        ("random", (737 / 1260, 8 / 63, 121 / 420)),
        ("distinct", (215363 / 362880, 39959 / 302400, 497831 / 1814400)),
    ],
)
def test_ten_million_random_plays_are_within_four_standard_errors(
    name: str, fractions: tuple[float, float, float], state: State
) -> None:
    counts = np.zeros(3)
    for _ in range(10):
        played = tournament(1_000_000, name, name, state)
        counts += (played.wins, played.draws, played.losses)
    for count, chance in zip(counts, fractions, strict=True):
        assert abs(count - 1e7 * chance) < 4 * np.sqrt(1e7 * chance * (1 - chance))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="2,200,000 plays")
def test_ten_thousand_tournaments_of_220_average_148_26_46(state: State) -> None:
    start, sums = Cabinet.new(), np.zeros(3)
    for _ in range(10_000):
        played = tournament(220, copy.deepcopy(start), "random", state)
        assert not played.declined
        sums += (played.wins, played.draws, played.losses)
    assert np.abs(sums / 10_000 - (148, 26, 46)).max() < 3


# -- sides that play by fixed weights --------------------------------------------------------------


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
