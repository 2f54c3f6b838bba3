"""After a visitor's game Anaconda says who won, and that nothing in it has changed."""

from dataclasses import replace

import pytest

from devices.screen.room import DrawContext
from machines.anaconda.state import AnacondaScene
from machines.exhibit.board_exhibit import Score
from machines.games.draughts.board import Position, bit
from tests.machines.anaconda.picture.test_room import NETWORK, ROOM, Visit
from tests.machines.museum.window.window_room import words
from tests.machines.room_moment import moment_with


def seen(scene: AnacondaScene, games: int = 1, contests: int = 0) -> DrawContext:
    """A moment after so many games."""
    return moment_with(scene, view={"tallies": {"games": games, "contests": contests}})


def test_a_game_to_its_end_tells_that_the_visitor_won_and_no_weight_has_moved() -> None:
    visit = Visit()
    visit.exhibit.state.positions[-1] = Position(bit(15) | bit(1), bit(18), 0, True)
    visit.exhibit._turn_to_move()
    weights = NETWORK.weights.copy()
    assert ROOM.after_game(visit.context()) is None
    visit.touch("square.15")
    visit.touch("square.22")
    told = ROOM.after_game(visit.context())
    assert told is not None
    assert (told.text, told.number) == ("won", 1)
    assert (NETWORK.weights == weights).all()


@pytest.mark.parametrize(
    ("result", "red", "text"),
    [
        ("White wins", "YOU", "lost"),
        ("Red wins", "ANACONDA", "lost"),
        ("White wins", "ANACONDA", "won"),
        ("drawn: 100 moves on each side", "YOU", "drawn"),
    ],
)
def test_who_won_is_said_from_the_visitors_side(result: str, red: str, text: str) -> None:
    white = "YOU" if red == "ANACONDA" else "ANACONDA"
    scene = replace(Visit().scene(), result=result, red=red, white=white)
    told = ROOM.after_game(seen(scene))
    assert told is not None
    assert told.text == text
    assert told.ending == text
    assert ROOM.after_game(seen(replace(scene, samuel=True))) is None


def test_a_match_against_the_beginning_has_a_card_of_its_own() -> None:
    scene = replace(Visit().scene(), contested=Score(18, 1, 1, 20))
    told = ROOM.after_game(seen(scene, games=2, contests=1))
    assert told is not None
    assert (told.text, told.number, told.ending) == ("contest", 3, "")
    said = words().after("anaconda", told.text, told.words)
    assert "20 quick games: 18 won, 1 even, 1 lost" in said


def test_an_ancestor_that_played_is_named() -> None:
    scene = replace(Visit().scene(), result="Red wins", red="YOU", white="GENERATION 0")
    told = ROOM.after_game(seen(replace(scene, generation=0)))
    assert told is not None
    assert told.text == "won_ancestor"
    assert "generation 0" in words().after("anaconda", told.text, told.words)
