"""GENERATION, TODAY v GENERATION 0, WHY THIS MOVE, and the game that comes back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda import contest
from machines.anaconda.exhibit import GENERATIONS, PLIES, AnacondaExhibit
from machines.anaconda.network import new_network
from machines.anaconda.picture import guide
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.room_players import read_strength
from machines.anaconda.state import CHAMPION
from machines.exhibit.board_exhibit import Score
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.storage.registry import find_exhibit, make_exhibit
from tests.machines.anaconda.test_exhibit import LAYOUT, SEATS, act, answered, play, scene
from tests.machines.visitor import Visitor

FIRST = new_network(np.random.default_rng(1))
BOTH = replace(SEATS, ancestors={0: {plies: AnacondaPlayer(FIRST, plies) for plies in PLIES}})


def made() -> AnacondaExhibit:
    return AnacondaExhibit(LAYOUT, BOTH)


def answered_once() -> AnacondaExhibit:
    """A game in which the visitor has moved and Anaconda has answered."""
    one = made()
    play(one, 11, 15)
    answered(one)
    return one


def test_generations_that_ship_can_be_chosen_and_play_differently() -> None:
    one = make_exhibit(find_exhibit("anaconda"))
    assert isinstance(one, AnacondaExhibit)
    weights = {one.seats.network(n)[4].network.weights.tobytes() for n in GENERATIONS}
    assert len(weights) == 4
    act(one, "generation.0")
    assert scene(one).generation == 0
    assert scene(one).white == "GENERATION 0"
    play(one, 11, 15)
    thought = one.state.thought
    assert thought is not None
    assert thought.move == one.seats.network(0)[4].choose(one.state.position)


def test_a_generation_that_is_not_kept_is_refused() -> None:
    one = made()
    with pytest.raises(RefusedError, match="generation 250: that network is not kept"):
        act(one, "generation.250")
    assert one.state.generation == CHAMPION


@pytest.mark.slow
def test_a_match_against_the_beginning_ends_with_a_score_and_the_visitors_game() -> None:
    one = answered_once()
    before, moves = list(one.state.positions), one.state.made
    act(one, "contest")
    assert scene(one).contest == Score(games=contest.GAMES)
    assert not scene(one).movable
    for _ in range(4_000):
        one.advance(100_000)
        if one.state.contest is None:
            break
    score = scene(one).contested
    assert score is not None
    assert score.played == contest.GAMES
    assert one.state.positions == before
    assert (one.state.made, one.state.games, one.state.finished) == (moves, 0, 1)
    assert scene(one).movable
    move = legal_moves(one.state.position)[0]
    play(one, *move.squares)
    assert scene(one).contested is None


def test_a_match_is_broken_off_by_its_button_and_nothing_is_counted() -> None:
    one = answered_once()
    before = list(one.state.positions)
    act(one, "contest")
    one.advance(3_000_000)
    with pytest.raises(RefusedError, match="that button ends it"):
        act(one, "new")
    act(one, "contest")
    assert one.state.positions == before
    assert one.state.finished is None
    assert scene(one).contested is None


def test_a_match_goes_on_from_a_snapshot_as_it_would_have() -> None:
    one, other = made(), made()
    act(one, "contest")
    one.advance(1_234_567)
    other.restore(one.snapshot())
    for each in (one, other):
        each.advance(5_000_000)
    assert one.snapshot() == other.snapshot()


def test_every_opening_is_played_with_both_colours() -> None:
    match = contest.new_contest(contest.LeftGame((), ()), np.random.default_rng(2))
    boards, reds = [], []
    for _ in range(contest.GAMES):
        positions, _ = match.begun()
        boards.append(positions[-1])
        reds.append(match.today_is_black)
        match = match.counted("Red wins")
    assert boards[0::2] == boards[1::2]
    assert len(set(boards)) == contest.GAMES // 2
    assert reds == [True, False] * (contest.GAMES // 2)
    assert match.score == Score(contest.GAMES // 2, 0, contest.GAMES // 2, contest.GAMES)


def test_take_back_brings_the_game_before_new_game_back() -> None:
    one = answered_once()
    before = list(one.state.positions)
    act(one, "new")
    assert one.state.left is not None
    assert one.state.positions == [Position.start()]
    act(one, "back")
    assert one.state.positions == before
    assert one.state.left is None
    act(one, "new")
    play(one, 11, 15)
    assert one.state.left is None


def test_a_visitors_game_comes_back_after_games_against_samuels_program() -> None:
    one = answered_once()
    before = list(one.state.positions)
    act(one, "samuel")
    one.advance(20_000_000)
    assert one.state.positions != before
    act(one, "samuel")
    assert one.state.positions == before
    assert one.state.left is None


def test_why_shows_the_reply_that_is_worst_for_it_and_its_answer() -> None:
    one = made()
    act(one, "why")
    assert scene(one).expects is None
    play(one, 11, 15)
    assert scene(one).expects is None
    answered(one)
    expects = scene(one).expects
    assert expects is not None
    assert len(expects.line) == 3
    assert expects.worth == one.state.value
    ranked = [worth for _, worth in expects.alternatives]
    assert ranked == sorted(ranked)
    assert {move for move, _ in expects.alternatives} == set(legal_moves(one.state.position))
    on = one.state.position
    for move in expects.line:
        assert move in legal_moves(on)
        on = make(on, move)
    act(one, "why")
    assert (scene(one).why, scene(one).expects) == (2, expects)
    act(one, "why")
    assert (scene(one).why, scene(one).expects) == (0, None)


def test_the_expected_line_is_worth_what_the_choice_found() -> None:
    """Without forced ends, minimax and the line that is worked out anew agree."""
    one = made()
    act(one, "why")
    play(one, 11, 15)
    answered(one)
    expects = scene(one).expects
    assert expects is not None
    assert expects.alternatives[0][1] == pytest.approx(expects.worth, abs=1e-5)
    assert isinstance(expects.line[0], Move)


def test_a_table_of_strength_is_read_and_a_bad_one_named() -> None:
    table = b"generation,won,drawn,lost,points,se\n250,150,48,2,0.87,0.0168\n"
    (found,) = read_strength(table)
    assert (found.generation, found.won + found.drawn + found.lost) == (250, 200)
    assert found.points == pytest.approx((found.won + found.drawn / 2) / 200)
    for bad in (b"", b"x,y\n1,2", table + b"3,4\n"):
        with pytest.raises(RefusedError, match=r"anaconda-strength\.csv"):
            read_strength(bad)


# -- Samuel's program and each generation ----------------------------------------------------------


def begun(generation: int) -> Visitor:
    """The meeting of the tournament table, begun by its acts."""
    visitor = Visitor("anaconda")
    for step in visitor.room.meetings(visitor.context())[f"meet_{generation}"].acts:
        visitor.send(step)
    visitor.wait(6_000, 1)
    return visitor


def end_the_game(visitor: Visitor) -> Mapping[tuple[str, int], int]:
    """The position is all but over: White has one man, and Red to move takes him."""
    exhibit: Any = visitor.exhibit
    state = exhibit.state
    state.positions = [Position(black=1 << 13, white=1 << 17, kings=0, black_to_move=True)]
    state.begin_turn()
    exhibit.ending = ""
    exhibit._settle()
    exhibit.advance(30_000_000)
    met: Mapping[tuple[str, int], int] = exhibit.take_meetings()
    return met


@pytest.mark.parametrize("generation", guide.GENERATIONS)
def test_samuel_meets_the_generation_that_was_chosen(generation: int) -> None:
    visitor = begun(generation)
    view: Any = visitor.exhibit.view()
    assert view.controls["pc.samuel"] == 1
    assert view.controls["pc.generation"] == generation
    machine = "ANACONDA" if generation == 1_002 else f"GENERATION {generation}"
    assert {view.scene.red, view.scene.white} == {"SAMUEL 1959", machine}
    step = visitor.step()
    assert step.controls == ("pc.samuel",)
    assert step.prompt == ("match" if generation == 1_002 else "match_ancestor")
    assert step.watch


def test_who_thinks_is_named_by_generation() -> None:
    visitor = begun(250)
    heard = set()
    for _ in range(40):
        visitor.exhibit.advance(400_000)
        heard.add(visitor.exhibit.view().caption.partition(",")[0])
    assert {"Generation 250", "Samuel's program"} <= heard


def test_a_game_counts_for_the_generation_that_played_all_of_it() -> None:
    visitor = begun(250)
    visitor.exhibit.take_meetings()
    state: Any = visitor.exhibit.state
    black = state.machine_is_black
    assert dict(end_the_game(visitor)) == {("meet_250", 1 if black else -1): 1}


def test_a_game_in_which_another_generation_took_over_counts_for_nobody() -> None:
    visitor = begun(250)
    visitor.exhibit.take_meetings()
    visitor.operate("pc.generation.840", 1)
    visitor.operate("pc.generation.840", 0)
    assert dict(end_the_game(visitor)) == {}
    visitor.exhibit.advance(7_000_000)  # the next game begins
    assert [one for one, _ in end_the_game(visitor)] == ["meet_840"]


def test_a_visitors_game_counts_for_nobody() -> None:
    visitor = Visitor("anaconda")
    state: Any = visitor.exhibit.state
    assert not state.samuel
    assert dict(end_the_game(visitor)) == {}
