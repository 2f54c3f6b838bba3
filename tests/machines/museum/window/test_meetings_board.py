"""The tournament table over the floor plan: figures, growth, a touch that leads to the room."""

from collections.abc import Iterator
from dataclasses import fields

import pygame
import pytest

from devices.screen.guide import ASKS_MS, Confirmation, NextStep, StepAct, Try
from devices.screen.room import DrawContext, Room
from machines.museum.meetings import Meeting
from machines.museum.window.floor_plan import MEETINGS
from machines.museum.window.meetings_board import MeetingsBoard, cells_of, row_name, share_of
from machines.museum.window.plan_wall import Picture, bays, picture_rects, plate_rect
from machines.museum.window.window_surface import WindowConfig
from tests.machines.museum.window.window_driver import Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum, words

ROWS = (
    Meeting("demo", "one", 943, 34, 23, 3),
    Meeting("demo", "two", 1, 1, 0),
    Meeting("other", "three", 0, 0, 0),
)


def board(rows: list[tuple[Meeting, ...]], answers: list[bool]) -> MeetingsBoard:
    started.clear()

    guard = Confirmation()

    def start(exhibit: str, name: str) -> bool:
        started.append((exhibit, name))
        begins = answers.pop(0)
        if not begins:
            guard.ask(row_name(exhibit, name), 0)
        return begins

    made = MeetingsBoard(words(), lambda: rows[0], start, guard)
    made.lay((1920, 1080), pygame.Rect(0, 0, 1920, 985))
    return made


started: list[tuple[str, str]] = []


def test_points_and_share_are_the_first_ones() -> None:
    assert cells_of(ROWS[0], "en") == ("1,000", "943", "34", "23", "960", "96%")
    assert cells_of(ROWS[0], "de")[0] == "1.000"
    assert cells_of(ROWS[1], "en") == ("2", "1", "1", "0", "1½", "75%")
    assert share_of(ROWS[2]) == 0.0
    assert cells_of(ROWS[2], "en")[-1] == "-"


def test_a_row_begins_its_meeting_and_the_table_goes() -> None:
    shown = board([ROWS], [True])
    shown.press(*shown.row_rect(1).center)
    assert started == [("demo", "two")]
    assert shown.done


def test_a_row_that_would_end_a_game_asks_for_a_second_touch() -> None:
    shown = board([ROWS], [False, True])
    shown.press(*shown.row_rect(2).center)
    shown.tend(100)
    assert (shown.done, shown.asked) == (False, row_name("other", "three"))
    shown.tend(ASKS_MS)
    assert not shown.asked, "the question is gone when it no longer holds"
    shown.press(*shown.row_rect(2).center)
    assert shown.done
    assert started == [("other", "three")] * 2


def test_the_keyboard_chooses_a_row() -> None:
    shown = board([ROWS], [True])
    for name in ("down", "down", "up", "return"):
        shown.key(name, "", False)
    assert started == [("demo", "one")]
    other = board([ROWS], [])
    other.key("escape", "", False)
    assert other.done


def test_it_grows_while_it_is_looked_at() -> None:
    rows: list[tuple[Meeting, ...]] = [ROWS]
    shown = board(rows, [])
    shown.tend(1_000)
    shown.fresh = False
    rows[0] = (ROWS[0]._replace(won=944, here=4), *ROWS[1:])
    shown.tend(1_100)
    assert not shown.fresh
    shown.tend(1_300)
    assert shown.fresh
    assert shown.rows[0].won == 944


def test_rows_and_close_lie_on_the_sheet_apart_in_every_size() -> None:
    for size in ((1920, 1080), (1280, 720), (1024, 768), (1080, 1920), (3840, 2160)):
        for large in (False, True):
            many = tuple(ROWS[0]._replace(name=str(k)) for k in range(7))
            shown = board([many], [])
            shown.large = large
            shown.lay(size, pygame.Rect(0, 0, size[0], round(size[1] * 0.9)))
            rects = [*shown.rects().values()]
            assert all(shown.box.contains(rect) for rect in rects)
            assert all(min(rect.size) >= 40 for rect in rects), (size, large)
            for k, rect in enumerate(rects):
                assert rect.collidelist(rects[k + 1 :]) < 0


# -- over the floor plan ---------------------------------------------------------------------------


class StakedRoom(Room):
    """A room with one meeting; a visitor's game may be under way in it."""

    staked = False

    def meetings(self, context: DrawContext) -> dict[str, Try]:
        del context
        return {"one": Try((StepAct("panel.key", 1), StepAct("panel.go", 1, 300)), "x10")}

    def guide(self, context: DrawContext) -> NextStep:
        del context
        return NextStep("new", ("panel.go",), (StepAct("panel.go", 1),))

    def at_stake(self, context: DrawContext) -> bool:
        del context
        return StakedRoom.staked


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Somebody on the floor plan of two exhibits, of which one has a meeting."""
    museum = FakeMuseum(("demo", "other"))
    museum.met = ROWS
    made = museum.room

    def room(exhibit: str) -> Room:
        plain = made(exhibit)
        values = {one.name: getattr(plain, one.name) for one in fields(plain) if one.init}
        return StakedRoom(**values)

    monkeypatch.setattr(museum, "room", room)
    with visitor(museum, WindowConfig(size=(1280, 720), exhibit="", sound=False)) as one:
        one.settle()
        yield one
    StakedRoom.staked = False


def table_of(guest: Visitor) -> MeetingsBoard:
    found = guest.window.modal()
    assert isinstance(found, MeetingsBoard)
    return found


@pytest.mark.slow
def test_from_the_wall_to_the_table_to_the_room_where_they_play(guest: Visitor) -> None:
    guest.click(MEETINGS)
    guest.settle()
    shown = table_of(guest)
    shown.press(*shown.row_rect(0).center)
    guest.settle()
    guest.frames(40)
    assert guest.window.navigator.exhibit == "demo"
    assert ("demo", "panel.key", 1) in guest.museum.acts
    assert ("demo", "panel.go", 1) in guest.museum.acts
    assert guest.museum.speed() == "x10"
    assert guest.window.overlays == []  # no placard hides what was chosen


@pytest.mark.slow
def test_while_a_row_sets_the_room_up_the_bar_says_so(guest: Visitor) -> None:
    guest.window.enter("demo")
    guest.settle()
    guest.frames(30)
    window, state = guest.window, guest.window.bar_controller.state
    assert state(None, "").prompt == "new"
    window.carry_out(Try((StepAct("panel.key", 1), StepAct("panel.go", 1, 300)), "x10"))
    guest.frames(2)
    assert state(None, "").prompt == window.words.captions["sets_up"]
    guest.frames(100)
    assert state(None, "").prompt == "new"


def test_who_turns_back_before_the_room_is_there_begins_nothing(guest: Visitor) -> None:
    guest.window.plan_cards.start_meeting("demo", "one")
    guest.window.enter("")
    guest.settle()
    guest.window.enter("demo")
    guest.settle()
    guest.frames(40)
    assert [one for one in guest.museum.acts if one[1].startswith("panel.")] == []


@pytest.mark.slow
def test_a_game_under_way_there_is_asked_for_first(guest: Visitor) -> None:
    StakedRoom.staked = True
    guest.click(MEETINGS)
    guest.settle()
    shown = table_of(guest)
    shown.press(*shown.row_rect(0).center)
    guest.settle()
    assert guest.window.navigator.exhibit == ""
    assert table_of(guest).asked == row_name("demo", "one")
    shown.press(*shown.row_rect(0).center)
    guest.settle()
    assert guest.window.navigator.exhibit == "demo"


def test_rows_of_rooms_that_are_closed_are_not_on_the_table(guest: Visitor) -> None:
    guest.museum.met = (*ROWS, Meeting("closed", "four", 1, 0, 0))
    assert guest.window.plan_cards.meetings() == ROWS


def test_a_museum_without_a_table_has_no_plate() -> None:
    with visitor(FakeMuseum(("demo", "other")), WindowConfig(size=(1280, 720), exhibit="")) as one:
        one.settle()
        assert MEETINGS not in [name for name, _ in one.window.plan.targets()]


@pytest.mark.parametrize("size", [(1920, 985), (1280, 656), (1024, 697), (1080, 1780)])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_plate_hangs_apart_from_all_else(count: int, size: tuple[int, int]) -> None:
    alcoves = bays(count, size)
    left, right = picture_rects(alcoves, size)
    hung = [Picture(name, rect, name) for name, rect in (("thread", left), ("graph", right))]
    plate = plate_rect(hung, size)
    assert pygame.Rect((0, 0), size).contains(plate)
    assert plate.collidelist([left, right, *alcoves]) < 0
