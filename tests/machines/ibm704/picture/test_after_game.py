"""The card after a game of the 704: its figures are the program's own."""

import random
from dataclasses import replace

import pytest

from machines.games.draughts.scene import BoardScene, GameSummary
from machines.ibm704.exhibit import Ibm704
from machines.ibm704.picture import guide
from machines.ibm704.picture.room import make_room
from machines.samuel.game_summary import power
from tests.machines.ibm704.bench import CHEAP, LAYOUT, Bench
from tests.machines.room_moment import moment_of
from tests.machines.test_guides import play_on
from tests.machines.visitor import Visitor, media, words

ALPHA = GameSummary("1-0", "alpha", 12, "KCENT", 1 << 18, -(1 << 9))


def scene_with(summary: GameSummary | None, black: str = "OPERATOR") -> BoardScene:
    bench = Bench()
    scene = bench.machine.view().scene
    assert isinstance(scene, BoardScene)
    return replace(scene, black=black, white="ALPHA", over=True, summary=summary)


@pytest.mark.slow
def test_a_whole_game_against_alpha_tells_his_corrections_and_the_largest_change() -> None:
    visitor = Visitor("ibm704")
    visitor.start_card("teach")
    step = play_on(visitor, random.Random(1), 400)
    assert step.prompt == "over"
    told = visitor.room.after_game(visitor.context())
    assert isinstance(visitor.exhibit, Ibm704)
    state = visitor.exhibit.program.state
    alpha, start = state.learning.contest.alpha, state.learning.contest.beta
    assert told is not None
    assert told.text == "alpha"
    assert told.place == "chart"
    assert told.words["n"] == str(alpha.corrections)
    moved = {
        weight.name: abs(power(weight.coefficient) - power(start.coefficient(weight.name)))
        for weight in alpha.polynomial.weights
        if start.coefficient(weight.name)
    }
    assert moved[told.words["clue"]] == max(moved.values()) > 0


@pytest.mark.slow
def test_a_game_by_heart_tells_how_many_boards_were_kept() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("reader.hopper", media("decks")["BY HEART"])
    step = play_on(visitor, random.Random(2), 400)
    assert step.prompt == "over"
    assert not visitor.refused
    told = visitor.room.after_game(visitor.context())
    assert told is not None
    assert told.text == "rote"
    assert told.place == "tape2"
    assert int(told.words["n"]) > 10
    assert isinstance(visitor.exhibit, Ibm704)
    kept = visitor.exhibit.program.state.reels.memory.statistics
    assert (told.words["n"], told.words["m"]) == (str(kept.saved), str(kept.updated))


def test_nothing_is_told_while_a_game_goes_on_or_when_it_was_broken_off() -> None:
    bench = Bench()
    bench.started(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15")
    bench.wait()
    room = make_room(LAYOUT)
    assert room.after_game(moment_of(bench.machine.view())) is None
    bench.started(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15", "END")
    bench.wait()
    assert room.after_game(moment_of(bench.machine.view())) is None


@pytest.mark.parametrize(
    ("result", "black", "ending"),
    [("1-0", "OPERATOR", "won"), ("0-1", "OPERATOR", "lost"), ("1/2-1/2", "OPERATOR", "drawn")],
)
def test_the_visitors_own_result_is_told(result: str, black: str, ending: str) -> None:
    told = guide.after_game(scene_with(replace(ALPHA, result=result), black), 40)
    assert told is not None
    assert told.text == "alpha"
    assert told.ending == ending
    assert told.winner == {"won": "you_won", "lost": "machine_won", "drawn": "a_draw"}[ending]
    assert (told.words["before"], told.words["after"]) == ("+18", "-9")
    assert (told.words["trust"], told.number) == ("turned", 40)
    said = words().after("ibm704", told.text, told.words)
    assert "kings in the centre" in said
    assert "{" not in said


def test_a_visitor_who_plays_white_wins_what_white_wins() -> None:
    scene = replace(scene_with(ALPHA, "MACHINE"), white="OPERATOR")
    told = guide.after_game(replace(scene, summary=replace(ALPHA, result="0-1")), 1)
    assert told is not None
    assert told.winner == "you_won"


def test_games_without_a_visitor_or_of_two_tell_nothing() -> None:
    assert guide.after_game(scene_with(ALPHA, "BETA"), 1) is None
    two = replace(scene_with(ALPHA), white="OPERATOR")
    assert guide.after_game(two, 1) is None
    assert guide.after_game(scene_with(None), 1) is None
    assert guide.after_game(None, 1) is None


def test_a_larger_coefficient_is_trusted_more_and_a_smaller_one_less() -> None:
    for was, now, trust in ((4, 64, "more"), (64, 4, "less"), (-64, -4, "less"), (64, 0, "less")):
        told = guide.after_game(scene_with(replace(ALPHA, before=was, after=now)), 1)
        assert told is not None
        assert told.words["trust"] == trust


def test_whoever_does_not_learn_says_so_and_boards_by_heart_lead_to_the_tape() -> None:
    for learner, place in guide.PLACES.items():
        summary = GameSummary("0-1", learner, saved=14, known=3)  # type: ignore[arg-type]
        told = guide.after_game(scene_with(summary), 1)
        assert told is not None
        assert told.place == place
        said = words().after("ibm704", told.text, told.words)
        assert said != told.text
        assert ("14" in said) == (learner == "rote")
