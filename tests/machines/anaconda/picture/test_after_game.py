"""After a visitor's game Anaconda says who won, and that nothing in it has changed."""

from dataclasses import replace

import pytest

from machines.anaconda.picture import after_game
from machines.draughts.board import Position, bit
from tests.devices.screen.window_room import words
from tests.machines.anaconda.picture.test_room import NETWORK, ROOM, Visit


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
    told = after_game.after_game(scene, 1)
    assert told is not None
    assert told.text == text
    assert told.ending == text
    assert after_game.after_game(replace(scene, samuel=True), 1) is None


def test_every_ending_has_its_sentence() -> None:
    assert set(words().rooms["anaconda"].after) == {"won", "drawn", "lost"}
