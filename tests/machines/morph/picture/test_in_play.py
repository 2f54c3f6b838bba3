"""Morph's room while a visitor's game runs: from when on, and how large the board is."""

import pytest

from devices.screen.parts.changes_sheet import ChangesState
from devices.screen.stage import Stage
from machines.morph.picture.chess_board import SQUARE
from machines.morph.picture.program_layout import IN_PLAY, TALL_IN_PLAY, ProgramLayout
from machines.morph.picture.room import _most, learned, make_room
from tests.machines.morph.test_exhibit import LAYOUT, act, made, play, play_to_the_end
from tests.machines.room_moment import moment_of
from tests.machines.visitor import Visitor

ROOM = make_room(LAYOUT)
LEAST = 762.0
"""Pixels of the squares' side at 1920 x 1080: 28% of the picture."""


def test_a_game_runs_from_the_first_touch_to_its_end_and_no_touch_turns_it_back() -> None:
    one = made()
    assert not ROOM.plays(moment_of(one.view())), "the room at rest"
    play(one, "e2")
    assert ROOM.plays(moment_of(one.view()))
    play(one, "e2")
    assert ROOM.plays(moment_of(one.view())), "the man is let go"
    play_to_the_end(one)
    assert not ROOM.plays(moment_of(one.view()))
    act(one, "new")
    assert ROOM.plays(moment_of(one.view()))
    act(one, "house")
    assert not ROOM.plays(moment_of(one.view())), "two programs play"
    fresh = made()
    one.restore(fresh.snapshot())
    assert not ROOM.plays(moment_of(one.view())), "another visitor's room"


def test_play_sits_down_and_changing_sides_too() -> None:
    visitor = Visitor("morph")
    assert visitor.press_play().yours and visitor.room.plays(visitor.context())
    one = made()
    act(one, "side")
    one.advance(1)
    assert ROOM.plays(moment_of(one.view())), "Morph thinks about its first move"


@pytest.mark.parametrize(
    ("size", "arranged"), [((1920, 984), IN_PLAY), ((1080, 1740), TALL_IN_PLAY)]
)
def test_the_board_has_its_share_of_the_picture(
    size: tuple[int, int], arranged: ProgramLayout
) -> None:
    stage = Stage(ROOM)
    stage.in_play = True
    stage.lay(size)
    program = next(one for one in stage.standings if one.place.name == "workstation")
    assert 8 * SQUARE * arranged.board_zoom * program.scale >= LEAST
    assert program.seen.left <= 12 and program.seen.top <= 12
    squares = [hit.rect for hit in stage.targets() if ".square." in hit.event]
    assert len(squares) == 64
    assert max(rect.bottom for rect in squares) <= 870 and min(rect.left for rect in squares) < 60


def test_the_card_after_a_game_tells_of_two_patterns_as_large_as_its_wide_place_allows() -> None:
    one = made()
    play_to_the_end(one)
    context = moment_of(one.view())
    told = learned(context).changes
    gained = [change for change in told if change.after > change.before]
    lost = [change for change in told if change.after < change.before]
    assert _most(learned(context)).changes == (*gained[:1], *lost[:1])
    assert _most(ChangesState("", told[:0])).changes == ()
    draw = ROOM.learned(context)
    assert draw is not None
    picture = draw(850)
    assert picture.get_width() == 850 and picture.get_height() <= 300
