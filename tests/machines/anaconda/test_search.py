"""Anaconda's kernels against the slow twin, and alpha-beta against plain minimax."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from machines.anaconda.evaluation import (
    HIDDEN,
    WIDE,
    align_floats,
    evaluate,
    first_sums,
    output_of,
    output_sum,
    prepare_values,
    single,
    tanh,
    update_sums,
)
from machines.anaconda.games import game_of, turn_move, turn_word
from machines.anaconda.network import Network, new_network
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.search import FORCED, Search, new_search_work
from machines.games.draughts.board import Move, Position, turned
from machines.games.draughts.kernels import MOST_MOVES, apply_move, list_moves
from machines.games.draughts.moves import legal_moves, make, unpack_move
from machines.games.draughts.notation import read_fen
from machines.games.draughts.player import RandomPlayer, choice_of
from tests.machines.fresh_process import printed
from tests.machines.games.draughts.positions import played, sprinkled
from tests.naive import anaconda as naive

NOBODY = np.random.default_rng(0)


def networks(count: int, seed: int) -> list[Network]:
    """Random ones, some with large weights and another K."""
    generator = np.random.default_rng(seed)
    made_here = [new_network(generator) for _ in range(count)]
    return [
        Network((one.weights * (1 + number % 3)).astype(np.float32), 1.0 + number % 5 / 2)
        for number, one in enumerate(made_here)
    ]


def positions(count: int, seed: int) -> list[Position]:
    """With moves; half from play, half with pieces thrown on the board."""
    generator = np.random.default_rng(seed)
    found: list[Position] = []
    while len(found) < count:
        position = (sprinkled if len(found) % 2 else played)(generator)
        if legal_moves(position):
            found.append(position)
    return found


def board_of(position: Position) -> dict[int, str]:
    return {square: piece for square in range(1, 33) if (piece := position.piece(square))}


def test_tanh_is_within_a_few_ten_millionths() -> None:
    values = np.linspace(-12, 12, 100_001).astype(np.float32)
    found = np.array([tanh(value) for value in values[::7]])
    assert abs(found - np.tanh(values[::7].astype(np.float64))).max() < 4e-7


@pytest.mark.parametrize("turn", [True, False])
def test_a_board_is_worth_what_the_paper_says(turn: bool) -> None:
    for network, position in zip(networks(40, 1), positions(40, 2), strict=True):
        player = AnacondaPlayer(network, search=Search(turned=turn))
        for black in (True, False):
            seen = player.sees(position, black)
            side = "b" if black else "w"
            numbers = network.weights.tolist()
            expected = naive.output(numbers, network.king, board_of(position), side, turn)
            assert seen.value == pytest.approx(expected, abs=2e-5)
            values = naive.inputs(board_of(position), side, network.king, turn)
            assert seen.pieces == pytest.approx(sum(values.values()), abs=1e-4)


def test_changed_sums_are_the_sums_afresh() -> None:
    sums, after, afresh = align_floats(3, WIDE)
    hidden = align_floats(1, HIDDEN)[0]
    tried = 0
    for network, position in zip(networks(10, 3), positions(10, 4), strict=True):
        net = prepare_values(network)
        words = position.words()
        for move in legal_moves(position):
            f, b, g, c = _after(words, position, move)
            for sign in (1.0, -1.0):
                if sign > 0:
                    first_sums(net, *words, sums)
                    first_sums(net, f, b, g, c, afresh)
                else:
                    first_sums(net, *words[2:], *words[:2], sums)
                    first_sums(net, g, c, f, b, afresh)
                update_sums(net, sums, after, words, (f, b, g, c), single(sign))
                assert np.allclose(after, afresh, rtol=0, atol=1e-5)
                one = output_sum(net, after, hidden)
                assert one == pytest.approx(output_sum(net, afresh, hidden), abs=1e-5)
                tried += len(move.captured) > 1
    assert tried > 2


def _after(
    words: tuple[int, int, int, int], position: Position, move: Move
) -> tuple[int, int, int, int]:
    """The words after a move, the mover's first."""
    follower = make(position, move)
    g, c, f, b = follower.words()
    return f, b, g, c


def test_an_evaluation_from_words_is_that_from_sums() -> None:
    sums, hidden = align_floats(1, WIDE)[0], align_floats(1, HIDDEN)[0]
    net = prepare_values(networks(1, 6)[0])
    for position in positions(50, 7):
        value = evaluate(net, *position.words(), sums, hidden)
        # Each kernel's sums are in an order of its own.
        assert value == pytest.approx(output_of(output_sum(net, sums, hidden)), abs=1e-6)
        assert -1 <= value <= 1


@pytest.mark.parametrize("forced", FORCED)
@pytest.mark.parametrize("near", [False, True])
def test_alpha_beta_makes_the_choice_of_plain_minimax(forced: str, near: bool) -> None:
    search = Search(forced=forced, near=near)
    deepened = 0
    for network, position in zip(networks(25, 8), positions(25, 9), strict=True):
        for plies in (1, 2, 3, 4):
            quick = AnacondaPlayer(network, plies, search=search)
            plain = AnacondaPlayer(network, plies, search=replace(search, plain=True))
            assert quick.choose(position, NOBODY) == plain.choose(position, NOBODY)
            one, other = quick.looked(), plain.looked()
            assert one is not None and other is not None
            assert one.value == other.value
            deepened += one.evaluations < other.evaluations
    assert deepened > 25


def test_equal_moves_are_chosen_alike_the_first_of_them() -> None:
    flat = Network(np.zeros(5046, np.float32), 2.0)  # counts pieces: all moves are equal
    for position in positions(60, 10):
        for plies in (1, 3, 4):
            choices = {
                AnacondaPlayer(flat, plies, search=Search(plain=plain)).choose(position, NOBODY)
                for plain in (True, False)
            }
            assert len(choices) == 1
    assert AnacondaPlayer(flat).choose(Position.start(), NOBODY) == legal_moves(Position.start())[0]


@pytest.mark.parametrize("turn", [True, False])
def test_the_choice_is_that_of_the_slow_twin(turn: bool) -> None:
    for network, position in zip(networks(8, 11), positions(8, 12), strict=True):
        side = "b" if position.black_to_move else "w"
        numbers = network.weights.tolist()
        for plies in (1, 2):
            search = Search(turned=turn, extra=3)
            player = AnacondaPlayer(network, plies, search=search)
            move = player.choose(position, NOBODY)
            looked = player.looked()
            assert looked is not None
            values = naive.rated(numbers, network.king, board_of(position), side, plies, 3, turn)
            best = max(values.values())
            assert looked.value == pytest.approx(best, abs=5e-5)
            assert values[move.squares] == pytest.approx(best, abs=5e-5)
            level = [one for one, value in values.items() if value == best]
            if best in (1.0, -1.0):
                assert move.squares == level[0]


def test_white_turned_chooses_as_red_would_on_the_turned_board() -> None:
    for network, position in zip(networks(40, 13), positions(40, 14), strict=True):
        player = AnacondaPlayer(network)
        move = player.choose(position, NOBODY)
        other = player.choose(position.reversed(), NOBODY)
        assert other.squares == tuple(33 - square for square in move.squares)


def test_a_board_and_a_move_turned_are_those_of_the_board() -> None:
    packed = np.zeros(MOST_MOVES, dtype=np.int64)
    for position in positions(20, 15):
        for word in (position.black, position.white, position.kings):
            assert turn_word(word) == turned(word)
        for one in packed[: list_moves(*position.words(), packed)].tolist():
            squares = unpack_move(one).squares
            there = unpack_move(turn_move(one)).squares
            assert there == tuple(33 - square for square in squares)
            assert turn_move(turn_move(one)) == one
            assert apply_move(*position.words(), one) == make(position, unpack_move(one)).words()


def test_a_side_far_ahead_still_tells_boards_apart() -> None:
    """All of these are worth 1 in 24 bits, and a little less in 53."""
    position = read_fen("B:WK4:BK21,K22,K23,K29,K30")
    for network in networks(20, 18):
        king = min(network.king, 2.0)
        player = AnacondaPlayer(Network(network.weights, king), 1)
        move = player.choose(position, NOBODY)
        values = naive.rated(network.weights.tolist(), king, board_of(position), "b", 1, 3, True)
        assert len(set(values.values())) > 1 and min(values.values()) > 0.9
        assert values[move.squares] == pytest.approx(max(values.values()), abs=1e-9)


@pytest.mark.parametrize("turn", [True, False])
def test_a_board_left_before_is_even_to_who_remembers(turn: bool) -> None:
    ahead, behind = "W:WK14,K15,K18,K19:BK1,K30", "W:WK14,18:BK1,K5,K9,K30"
    for fen, is_ahead in ((ahead, True), (behind, False)):
        position = read_fen(fen)
        search = Search(turned=turn, repeats="even")
        player = AnacondaPlayer(networks(1, 5)[0], 2, search=search)
        first = player.choose(position, NOBODY)
        left = make(position, first)
        again = player.choose_recalling(position, [left], NOBODY)
        looked = player.looked()
        assert looked is not None
        if is_ahead:
            assert again != first and looked.value > 0
        else:
            # Nothing is better than a draw here: any board left before will do.
            everything = [make(position, move) for move in legal_moves(position)]
            assert (
                player.choose_recalling(position, everything[-1:], NOBODY)
                == (legal_moves(position)[-1])
            )
            looked = player.looked()
            assert looked is not None and looked.value == 0
        forgetful = AnacondaPlayer(player.network, 2, search=Search(turned=turn))
        assert forgetful.choose_recalling(position, [left], NOBODY) == first


def test_what_a_side_has_left_is_handed_to_it() -> None:
    class Told(RandomPlayer):
        told: Sequence[Position] = ()

        def choose_recalling(
            self, position: Position, left: Sequence[Position], generator: np.random.Generator
        ) -> Move:
            self.told = left
            return self.choose(position, generator)

    position, stood, player = Position.start(), [Position.start()], Told()
    for _ in range(5):
        move = choice_of(player, stood, np.random.default_rng(1))
        stood.append(make(stood[-1], move))
    assert player.told == [stood[1], stood[3]]
    assert position == stood[0]


@pytest.mark.parametrize("repeats", ["search", "even"])
@pytest.mark.parametrize(
    "turn, limit, seed", [(True, 60, 16), (False, 60, 16), (True, 200, 16), (True, 200, 2)]
)
def test_a_game_as_a_kernel_is_the_game_of_two_players(
    turn: bool, limit: int, seed: int, repeats: str
) -> None:
    one, other = networks(2, seed)
    desk, search = new_search_work(), Search(plies=2, turned=turn, repeats=repeats)
    game = game_of(one, other, search, limit, desk)
    players = [AnacondaPlayer(net, 2, search=search) for net in (one, other)]
    stood = [Position.start()]
    for ply in range(game.plies):
        move = choice_of(players[ply % 2], stood, NOBODY)
        assert move == unpack_move(int(game.moves[ply]))
        assert tuple(game.stood[ply]) == stood[-1].words()
        if len(legal_moves(stood[-1])) == 1:
            assert np.isnan(game.said[ply])
        else:
            looked = players[ply % 2].looked()
            assert looked is not None and looked.value == math.tanh(game.said[ply])
        stood.append(make(stood[-1], move))
    position = stood[-1]
    if seed != 16:
        # Without memory this game goes round in a circle.
        assert (max(Counter(stood).values()) > 10) == (repeats == "search")
    if game.result:
        assert not legal_moves(position)
        assert game.result == (-1 if position.black_to_move else 1)
    else:
        assert game.plies == limit
    sides = (position.black, position.white)
    counts = [2 * side.bit_count() + (side & position.kings).bit_count() for side in sides]
    assert [game.red, game.white] == counts


PRINTED = """

import numpy as np

from machines.anaconda.network import new_network
from machines.anaconda.player import AnacondaPlayer
from machines.games.draughts.notation import read_fen
from machines.games.draughts.player import RandomPlayer, choice_of

player = AnacondaPlayer(new_network(np.random.default_rng(1)), 2)
for fen in ("B:W21,22,23,K4:B5,K30,10,14", "W:W32,31,27,K3:B1,9,6,15", "W:WK19,25,30:B2,K23,12"):
    move = player.choose(read_fen(fen), np.random.default_rng(0))
    print(move, player.looked().evaluations, round(player.looked().value, 4))
"""


@pytest.mark.slow
def test_kernels_say_the_same_uncompiled() -> None:
    compiled = printed(PRINTED)
    assert len(compiled.splitlines()) == 3
    assert printed(PRINTED, NUMBA_DISABLE_JIT="1") == compiled
