"""Checkers by touch alone: a win, a loss, a draw, a jump of several legs, and the card after it."""

import numpy as np

from machines.anaconda.picture import guide
from machines.anaconda.state import MOST_PLIES
from machines.games.draughts.board import Move, Position, bit
from tests.machines.anaconda.picture.test_room import ROOM, Visit
from tests.machines.museum.window.window_room import words


def set_up(visit: Visit, position: Position) -> None:
    visit.exhibit.state.positions[-1] = position
    visit.exhibit._turn_to_move()


def move(visit: Visit, *squares: int) -> None:
    """The visitor's move, of which every touch glows."""
    for square in squares:
        control = f"pc.square.{square}"
        assert control in guide.next_step(visit.context()).controls
        visit.touch(f"square.{square}")


def told(visit: Visit) -> str:
    found = ROOM.after_game(visit.context())
    assert found is not None
    assert guide.next_step(visit.context()).prompt == "over"
    return words().after("anaconda", found.text, found.words)


def test_anaconda_takes_the_last_piece_and_says_that_it_won() -> None:
    visit = Visit()
    set_up(visit, Position(bit(9), bit(18), 0, True))
    move(visit, 9, 14)
    visit.exhibit.advance(60_000_000)
    assert told(visit).startswith("I won")
    visit.touch("back")
    assert guide.next_step(visit.context()).prompt == "piece"


def test_after_a_hundred_moves_of_each_side_it_is_a_draw() -> None:
    visit = Visit()
    state = visit.exhibit.state
    set_up(visit, Position(bit(1), bit(32), bit(1) | bit(32), True))
    state.moves = [Move((1, 5))] * (MOST_PLIES - 1)
    move(visit, 1, 5)
    assert told(visit).startswith("A draw.")


def test_a_visitor_plays_a_whole_game_by_what_glows() -> None:
    visit = Visit()
    visit.touch("plies.2")
    chance = np.random.default_rng(3)
    for _ in range(1_000):
        step = guide.next_step(visit.context())
        if step.prompt == "over":
            break
        if not step.controls:
            visit.exhibit.advance(5_000_000)
            continue
        visit.touch(step.controls[chance.integers(len(step.controls))].removeprefix("pc."))
    assert visit.exhibit.plays == 1
    assert told(visit)
