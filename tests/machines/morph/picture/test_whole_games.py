"""Chess by touch alone: every kind of ending, castling and promotion, and the card that follows."""

import numpy as np
import pytest

from machines.games.chess.game import Game
from machines.games.chess.moves import find_move
from machines.games.chess.notation import read_fen
from machines.morph.exhibit import MorphExhibit
from machines.morph.picture import guide
from machines.morph.picture.room import make_room
from tests.machines.morph.picture.test_room import Visit
from tests.machines.morph.test_exhibit import LAYOUT
from tests.machines.museum.window.window_room import words
from tests.machines.room_moment import moment_of

ROOM = make_room(LAYOUT)


def begun(fen: str, *, white: bool = True) -> Visit:
    """A visit to a game that has come so far."""
    visit = Visit()
    visit.exhibit.state.visitor_white = white
    visit.exhibit.state.game = Game([read_fen(fen)])
    visit.exhibit._turn_to_move()
    return visit


def move(visit: Visit, *squares: str) -> None:
    """The visitor's move, of which every touch glows."""
    for name in squares:
        control = f"workstation.square.{name}"
        assert control in guide.next_step(visit.scene()).controls
        visit.touch(f"square.{name}")


def reply(one: MorphExhibit, words_of_it: str) -> None:
    """Morph's move, put on the board in its place."""
    one._make(find_move(one.state.position, words_of_it))


def told(visit: Visit) -> str:
    """The card after the game."""
    found = ROOM.after_game(moment_of(visit.exhibit.view()))
    assert found is not None
    assert guide.next_step(visit.scene()).prompt == "over"
    return words().after("morph", found.text, found.words)


@pytest.mark.parametrize(
    ("fen", "white", "squares", "said"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", True, ("f7", "g7"), "You won."),
        ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", True, ("e6", "f7"), "A draw: stalemate."),
        ("7k/8/8/8/8/8/r7/K7 w - - 0 1", True, ("a1", "a2"), "A draw: neither side can mate."),
        ("7k/8/8/8/8/8/R7/K7 w - - 99 90", True, ("a2", "b2"), "A draw: fifty moves"),
        ("7K/5q2/6k1/8/8/8/8/8 b - - 0 1", False, ("f7", "g7"), "You won."),
    ],
)
def test_a_game_ends_by_a_touch_and_the_card_says_how(
    fen: str, white: bool, squares: tuple[str, ...], said: str
) -> None:
    visit = begun(fen, white=white)
    move(visit, *squares)
    assert told(visit).startswith(said)
    assert ("counts half" in told(visit)) == said.startswith("A draw")


def test_the_same_position_three_times_is_a_draw() -> None:
    visit = begun("7k/8/8/8/8/8/R7/K7 w - - 0 1")
    for _ in range(2):
        move(visit, "a2", "b2")
        reply(visit.exhibit, "h8g8")
        move(visit, "b2", "a2")
        reply(visit.exhibit, "g8h8")
    assert told(visit).startswith("A draw: the same position three times.")


@pytest.mark.parametrize(("goal", "rook"), [("g1", "f1"), ("c1", "d1")])
def test_a_visitor_castles_by_touching_the_king_and_its_goal(goal: str, rook: str) -> None:
    visit = begun("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    move(visit, "e1", goal)
    position = visit.exhibit.state.position
    squares = {name: "abcdefgh".index(name[0]) for name in (goal, rook)}
    assert (position.piece(squares[goal]), position.piece(squares[rook])) == ("K", "R")


@pytest.mark.parametrize("letter", "qrbn")
def test_a_pawn_becomes_what_is_touched(letter: str) -> None:
    visit = begun("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    move(visit, "a7", "a8")
    step = guide.next_step(visit.scene())
    assert step.prompt == "promotion"
    assert f"workstation.promote.{letter}" in step.controls
    visit.touch(f"promote.{letter}")
    assert visit.exhibit.state.position.piece(56) == letter.upper()


def test_a_pawn_taken_in_passing_goes() -> None:
    visit = begun("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1")
    move(visit, "e5", "d6")
    assert visit.exhibit.state.position.piece(35) in ("", None)


@pytest.mark.slow
def test_a_visitor_plays_a_whole_game_by_what_glows() -> None:
    """Any of the glowing men and squares, until the game is over by itself."""
    visit = Visit()
    chance = np.random.default_rng(4)
    for _ in range(1_200):
        step = guide.next_step(visit.scene())
        if step.prompt == "over":
            break
        if not step.controls:
            visit.exhibit.advance(10_000_000)
            continue
        control = step.controls[chance.integers(len(step.controls))]
        visit.touch(control.removeprefix("workstation."))
    assert guide.next_step(visit.scene()).prompt == "over"
    assert visit.exhibit.plays == 1
    assert "weights moved" in told(visit)
