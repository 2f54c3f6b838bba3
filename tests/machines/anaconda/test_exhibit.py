"""Anaconda's PC: a visitor's game, time, the network shown, the game against Samuel's program."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda.exhibit import (
    BOARD_US,
    LEAST_US,
    PAUSE_US,
    PLIES,
    SAMUEL_US,
    AnacondaExhibit,
    RoomPlayers,
)
from machines.anaconda.network import WINDOWS, Network, new_network
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.state import AnacondaScene, touch_square
from machines.exhibit.board_exhibit import movable, onward
from machines.exhibit.exhibit import Event
from machines.games.draughts.board import Move, Position, bit
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.player import RandomPlayer
from machines.storage.registry import layout_of

LAYOUT = layout_of("anaconda")
NETWORK = new_network(np.random.default_rng(15))
SEATS = RoomPlayers(
    {plies: AnacondaPlayer(NETWORK, plies) for plies in PLIES}, lambda _: RandomPlayer()
)


def made() -> AnacondaExhibit:
    return AnacondaExhibit(LAYOUT, SEATS)


def act(one: AnacondaExhibit, control: str, value: int | str = 1) -> None:
    one.operate(Event("anaconda", f"pc.{control}", value, one.now_us))


def scene(one: AnacondaExhibit) -> AnacondaScene:
    seen = one.view().scene
    assert isinstance(seen, AnacondaScene)
    return seen


def play(one: AnacondaExhibit, *squares: int) -> None:
    for square in squares:
        act(one, f"square.{square}")


def answered(one: AnacondaExhibit) -> None:
    """Let the time pass that the choice under way takes."""
    thought = one.state.thought
    assert thought is not None
    one.advance(thought.lasts_us - one.state.thinking_us)


def test_a_checker_and_then_a_square_make_a_move() -> None:
    one = made()
    play(one, 11)
    assert scene(one).entered == (11,)
    assert scene(one).targets == (15, 16)
    play(one, 15)
    assert [str(move) for move in one.state.moves] == ["11-15"]
    assert one.view().busy
    answered(one)
    assert len(one.state.moves) == 2
    assert one.state.position.black_to_move


def test_the_choice_is_the_players_own_and_takes_half_a_millisecond_a_board() -> None:
    one = made()
    play(one, 11, 15)
    board = one.state.position
    player = AnacondaPlayer(NETWORK, 4)
    move = player.choose(board, np.random.default_rng(0))
    looked = player.looked()
    assert looked is not None
    assert round(134.4e6 / (190 * 1400) / 100) * 100 == BOARD_US
    lasts = max(looked.evaluations * BOARD_US, LEAST_US)
    one.advance(lasts - 1)
    assert len(one.state.moves) == 1
    assert scene(one).thinking
    one.advance(1)
    assert one.state.moves[1] == move
    assert scene(one).boards == looked.evaluations
    assert scene(one).value == looked.value


def test_while_it_thinks_the_network_is_shown_on_board_after_board() -> None:
    one = made()
    act(one, "plies.6")
    play(one, 11, 15)
    seen = set()
    tried: list[Move] = []
    thought = one.state.thought
    assert thought is not None
    for _ in range(40):
        one.advance(thought.lasts_us // 41)
        seen.add(scene(one).sight)
        trying = scene(one).trying
        assert trying is not None
        assert trying in legal_moves(one.state.position)
        if not tried or tried[-1] != trying:
            tried.append(trying)
    assert len(seen) > 15
    assert tried == list(legal_moves(one.state.position))[: len(tried)]
    assert len(tried) >= 5


def worked_out(network: Network, inputs: tuple[float, ...]) -> tuple[list[float], float]:
    """The first layer and the sum, written from Fig. 3 in plain Python."""
    weights, at, made_of = network.weights.tolist(), 0, []
    for number, window in enumerate(WINDOWS):
        total = weights[854 + number]
        for square in window.squares:
            total += weights[at] * inputs[square - 1]
            at += 1
        made_of.append(float(np.tanh(total)))
    return made_of, sum(inputs)


@pytest.mark.parametrize("black", [True, False])
def test_the_nodes_shown_are_those_of_the_board_shown(black: bool) -> None:
    one = made()
    if black:
        act(one, "side")
        answered(one)
    else:
        play(one, 11, 15)
        answered(one)
    sight = scene(one).sight
    assert sight.turned == (not black)
    position = one.state.position
    for square in range(1, 33):
        there = bit(33 - square if sight.turned else square)
        own, other = (position.black, position.white)[:: 1 if black else -1]
        assert sight.inputs[square - 1] == (1.0 if own & there else -1.0 if other & there else 0.0)
    first, total = worked_out(NETWORK, sight.inputs)
    assert np.allclose(sight.windows, first, atol=1e-5)
    assert sight.total == pytest.approx(total, abs=1e-5)
    assert (len(sight.second), len(sight.third)) == (40, 10)
    assert -1.0 <= sight.output <= 1.0


def test_a_jump_of_two_is_entered_square_by_square() -> None:
    board = Position(bit(11), bit(15) | bit(22) | bit(32), 0, True)
    moves = legal_moves(board)
    assert movable(moves) == (11,)
    assert onward(moves, (11,)) == (18,)
    entered, move = touch_square(board, (11,), 18)
    assert entered == (11, 18)
    assert move is None
    _, last = touch_square(board, (11, 18), onward(moves, (11, 18))[0])
    assert last is not None
    assert last.captured == (15, 22)


@pytest.mark.parametrize(
    ("squares", "words"),
    [
        ((21,), "isn't yours"),
        ((16,), "touch one of your checkers"),
        ((4,), "can't move"),
        ((11, 19), "neither a step nor a jump"),
        ((11, 8), "occupied"),
    ],
)
def test_a_square_against_the_rules_is_refused_in_words(
    squares: tuple[int, ...], words: str
) -> None:
    one = made()
    with pytest.raises(RefusedError, match=words):
        play(one, *squares)
    assert words in one.view().reason
    assert one.state.moves == []
    assert one.state.entered == squares[:-1]


def test_that_a_jump_must_be_taken_is_said() -> None:
    board = Position(bit(11) | bit(1), bit(15) | bit(32), 0, True)
    with pytest.raises(RefusedError, match="a jump must be taken"):
        touch_square(board, (), 1)


def test_a_second_touch_lets_a_checker_go_and_another_is_chosen() -> None:
    one = made()
    play(one, 11, 11)
    assert scene(one).entered == ()
    play(one, 11, 9)
    assert scene(one).entered == (9,)


def test_nobody_moves_while_it_thinks() -> None:
    one = made()
    play(one, 11, 15)
    with pytest.raises(RefusedError, match="thinking"):
        play(one, 9)


def test_take_back_goes_to_the_visitors_last_turn() -> None:
    one = made()
    with pytest.raises(RefusedError, match="no move yet"):
        act(one, "back")
    play(one, 11, 15)
    act(one, "back")  # while it thinks
    assert one.state.position == Position.start()
    play(one, 11, 15)
    answered(one)
    before = one.state.position
    play(one, *legal_moves(before)[0].squares)
    answered(one)
    act(one, "back")
    assert one.state.position == before
    act(one, "back")
    assert one.state.position == Position.start()
    assert one.state.moves == []


def test_take_back_in_the_middle_of_a_jump_takes_that_back_alone() -> None:
    one = made()
    before = Position(bit(11), bit(15) | bit(22) | bit(32), 0, True)
    one.state.positions[-1] = before
    play(one, 11, 18)
    assert scene(one).entered == (11, 18)
    act(one, "back")
    assert scene(one).entered == ()
    assert one.state.position == before


def test_who_changes_sides_lets_it_begin() -> None:
    one = made()
    act(one, "side")
    assert one.view().busy
    assert not scene(one).flipped
    answered(one)
    assert len(one.state.moves) == 1
    assert not one.view().busy
    assert "white" in one.view().reason


def test_it_meets_samuels_program_game_after_game_with_colours_changed() -> None:
    one = made()
    act(one, "samuel")
    act(one, "plies.2")
    assert (scene(one).red, scene(one).white) == ("SAMUEL 1959", "ANACONDA")
    one.advance(SAMUEL_US - 1)
    assert one.state.moves == []
    one.advance(1)
    assert len(one.state.moves) == 1
    with pytest.raises(RefusedError, match="Samuel's program"):
        act(one, "back")
    for _ in range(500):
        if scene(one).result:
            break
        one.advance(1_000_000)
    assert scene(one).result
    assert one.view().plays == 1
    assert one.view().busy
    one.advance(PAUSE_US)
    assert (scene(one).red, scene(one).white) == ("ANACONDA", "SAMUEL 1959")
    assert len(one.state.moves) < 20
    act(one, "samuel")
    assert one.state.position == Position.start()
    assert not one.view().busy


def test_a_side_that_cannot_move_has_lost_and_nothing_goes_on() -> None:
    one = made()
    one.state.positions[-1] = Position(bit(15) | bit(1), bit(18), 0, True)
    one._turn_to_move()
    play(one, 15, 22)
    assert scene(one).result == "Red wins"
    assert one.view().plays == 1
    assert not one.view().busy
    with pytest.raises(RefusedError, match="Red wins"):
        play(one, 1)


def test_an_unknown_act_is_refused_and_changes_nothing() -> None:
    for control, value in (
        ("nonsense", 1),
        ("plies.9", 1),
        ("plies.x", 1),
        ("square.33", 1),
        ("square.", 1),
        ("new", "x"),
        ("new", 2),
    ):
        one = made()
        play(one, 11)
        before = one.snapshot()
        with pytest.raises(RefusedError):
            act(one, control, value)
            pytest.fail(control)
        one.state.reason = ""
        assert one.snapshot() == before, control


def test_the_disk_lamp_is_on_while_it_thinks() -> None:
    one = made()
    one.advance(1_000_000)
    play(one, 11, 15)
    thought = one.state.thought
    assert thought is not None
    assert one.view().lit.tolist() == [True, True, True]
    one.advance(5_000_000)
    assert one.view().lit.tolist() == [True, False, True]
    assert one.view().on_us.tolist() == [6_000_000, thought.lasts_us, 6_000_000]
