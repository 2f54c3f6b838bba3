"""A row of the tournament table and a game that a visitor has left in its room.

The thread through the years and the graph of strength, on the floor plan and over it.

The tournament table over the floor plan: figures, growth, a touch that leads to the room.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pygame
import pytest

from devices.screen.guide import ASKS_MS, Confirmation, NextStep, StepAct, Try
from devices.screen.room import DrawContext, Room
from devices.screen.ui_text import RoomText, StoryText, UiText
from devices.screen.words import use
from machines.laboratory.strength.today import StrengthCurve, StrengthPoint
from machines.museum.meetings import Meeting
from machines.museum.window.floor_plan import MEETINGS, STATION, STRENGTH, THREAD, stops_of
from machines.museum.window.help import Help
from machines.museum.window.meetings_board import MeetingsBoard, cells_of, row_name, share_of
from machines.museum.window.plan_cards import PlanCards, ThreadCard
from machines.museum.window.plan_wall import (
    Picture,
    bays,
    picture_rects,
    plate_rect,
    plinth,
    sign_rects,
    unit_of,
)
from machines.museum.window.strength_graph import Axes, StrengthGraph, colour_of
from machines.museum.window.window_surface import WindowConfig
from tests.machines.museum.window.window_driver import Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum, words


class House:
    """What stands behind the cards; ``on``: whether the room is switched on."""

    def __init__(self, on: bool) -> None:
        self.now_ms, self.on, self.done = 0, on, list[str]()
        room = SimpleNamespace(
            at_stake=lambda context: True, meetings=lambda context: {"meet": "begun"}
        )
        self.stage = SimpleNamespace(
            room=room, settled=lambda: True, context=lambda view, now_ms, us: "now"
        )
        self.navigator = SimpleNamespace(stage_of=lambda name: self.stage, exhibit="menace")
        self.words = words()
        self.shown = list[MeetingsBoard]()
        self.show = self.shown.append
        self.museum = SimpleNamespace(
            view=lambda name: "view" if self.on else None,
            exhibits=lambda: ("menace",),
            meetings=lambda: (Meeting("menace", "meet", 1, 0, 0, 0),),
        )
        self.enter = self.done.append
        self.carry_out = self.done.append


@pytest.mark.parametrize("on", [True, False])
def test_a_game_that_was_left_is_given_up_only_by_a_second_touch(on: bool) -> None:
    house: Any = House(on)
    cards = PlanCards(house)
    first = cards.start_meeting("menace", "meet")
    assert first is not on, "where the room is switched on, it asks"
    if on:
        house.now_ms = 1_500
        assert cards.start_meeting("menace", "meet")
    cards.begin_meeting(house.stage, "now")  # type: ignore[arg-type]
    if not on:  # the question is asked in the room
        assert house.done == ["menace"]
        (board,) = house.shown
        board.tend(house.now_ms)
        assert board.asked == row_name("menace", "meet")
        house.on = True
        assert cards.start_meeting("menace", "meet"), "the second touch"
        cards.begin_meeting(house.stage, "now")  # type: ignore[arg-type]
    assert house.done[-1] == "begun"


NAMES = ("one", "two", "three")
SIZE = (1280, 720)
SIZES = [(1920, 985), (1280, 656), (1024, 697), (1080, 1780), (3840, 1970)]
CURVES = (
    StrengthCurve("one", (StrengthPoint(10, 0.6, 0.55, 0.65), StrengthPoint(100, 0.9, 0.8, 1.0))),
    StrengthCurve("two", (StrengthPoint(1_000, 0.7, 0.7, 0.7),), None, "not_yet"),
)


def told() -> UiText:
    """The words, with a station for each exhibit; the second is the oldest."""
    rooms = {
        name: RoomText(story=StoryText(year, f"{name} keeps", "it", "the last", f"after {name}"))
        for name, year in zip(NAMES, ("1961", "1955", "2000"), strict=True)
    }
    return msgspec.structs.replace(words(), rooms=rooms)


@pytest.fixture
def guest() -> Iterator[Visitor]:
    """Somebody on the floor plan of three exhibits."""
    museum = FakeMuseum(NAMES)
    museum.curves = CURVES
    with visitor(museum, WindowConfig(size=SIZE, exhibit="", sound=False)) as made:
        speak(made, told())
        made.settle()
        yield made
    use(None)


def speak(guest: Visitor, new: UiText) -> None:
    use(new)
    guest.window.words = new
    guest.window.plan.speak(new)


def card_of(guest: Visitor) -> ThreadCard:
    card = guest.window.modal()
    assert isinstance(card, ThreadCard)
    return card


@pytest.mark.slow
def test_the_stations_stand_in_the_order_of_their_years(guest: Visitor) -> None:
    stations = guest.window.plan.wall.stations
    assert [one.year for one in stations] == ["1955", "1961", "2000"]
    assert [one.name for one in stations] == ["two", "one", "three"]
    assert [one.rect.left for one in stations] == sorted(one.rect.left for one in stations)


@pytest.mark.slow
def test_a_touched_station_tells_of_its_machine_and_next_goes_on(guest: Visitor) -> None:
    guest.click(f"{STATION}one")
    guest.settle()
    card = card_of(guest)
    assert card.stop.text.remembers == "one keeps"
    guest.press(*card.rects()["next"].center)
    assert card.stop.name == "three"
    guest.press(*card.knot_rect(0).center)
    assert card.stop.name == "two" and not card.done


@pytest.mark.slow
def test_from_its_card_one_walks_up_to_the_machine(guest: Visitor) -> None:
    guest.click(f"{STATION}three")
    guest.settle()
    guest.press(*card_of(guest).rects()["walk"].center)
    guest.settle()
    assert guest.museum.entered[-1] == "three"
    assert guest.window.modal() is None


@pytest.mark.slow
def test_the_keyboard_reads_the_whole_thread_and_walks(guest: Visitor) -> None:
    for _ in range(20):
        guest.key(pygame.K_TAB)
        if guest.window.input.focus == f"{STATION}two":
            break
    guest.key(pygame.K_SPACE, " ")
    guest.settle()
    read = [card_of(guest).stop.name]
    for _ in range(2):
        guest.key(pygame.K_RIGHT)
        read.append(card_of(guest).stop.name)
    assert read == ["two", "one", "three"]
    guest.key(pygame.K_RETURN)
    guest.settle()
    assert guest.museum.entered[-1] == "three"


@pytest.mark.slow
def test_a_touch_beside_the_card_and_escape_close_it(guest: Visitor) -> None:
    guest.click(THREAD)
    guest.settle()
    assert card_of(guest).stop.name == "two"
    guest.press(3, 3)
    guest.settle()
    assert guest.window.modal() is None
    guest.click(f"{STATION}one")
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    assert guest.window.modal() is None and guest.window.stage is None


@pytest.mark.slow
def test_the_graph_opens_from_the_wall_and_has_today_s_machines_measured(guest: Visitor) -> None:
    guest.click(STRENGTH)
    guest.settle()
    graph = guest.window.modal()
    assert isinstance(graph, StrengthGraph) and guest.museum.measured == 1
    assert graph.said_of(CURVES[1]) == guest.window.words.strength_words["not_yet"]
    today = StrengthPoint(1_234, 0.5, 0.25, 0.75)
    guest.museum.curves = (CURVES[0], replace(CURVES[1], today=today))
    before = pygame.image.tobytes(guest.window.screen, "RGB")
    guest.settle()
    assert graph.said_of(graph.curves[1]) == "Today: 50% (25 to 75). Games: 1,234."
    once = replace(CURVES[1], today=replace(today, games=1))
    assert graph.said_of(once) == "Today: 50% (25 to 75). Games: 1."
    assert pygame.image.tobytes(guest.window.screen, "RGB") != before
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    assert guest.window.modal() is None


@pytest.mark.slow
def test_points_of_the_graph_lie_where_their_numbers_are(guest: Visitor) -> None:
    guest.click(STRENGTH)
    guest.settle()
    graph = guest.window.modal()
    assert isinstance(graph, StrengthGraph)
    axes = Axes(graph.chart_rect())
    for k, curve in enumerate(CURVES):
        for one in curve.points:
            place = axes.x(one.games), axes.y(one.points)
            assert tuple(guest.window.screen.get_at(place))[:3] == colour_of(k)
    bar = axes.x(100), axes.y(0.83)
    assert tuple(guest.window.screen.get_at(bar))[:3] == colour_of(0)
    step = axes.x(100) - axes.x(10)
    assert abs(axes.x(1_000) - axes.x(100) - step) <= 1  # logarithmic
    assert axes.x(0) < axes.x(1) and axes.y(0.5) > axes.y(0.6)


def test_without_stations_the_floor_plan_is_as_it_was() -> None:
    with visitor(FakeMuseum(NAMES), WindowConfig(size=SIZE, exhibit="", sound=False)) as guest:
        guest.settle()
        assert guest.window.plan.wall.stations == () == guest.window.plan.wall.pictures
        names = [one.name for one in guest.window.targets() if not one.name.startswith("rail:")]
        assert names == [f"exhibit:{name}" for name in NAMES]


@pytest.mark.slow
def test_help_on_the_floor_plan_names_thread_and_graph(guest: Visitor) -> None:
    guest.click("rail:help")
    guest.settle()
    manual = guest.window.modal()
    assert isinstance(manual, Help) and manual.first is not None
    assert len(manual.first.steps) == 3 == len(manual.marks)
    assert None not in manual.marks


@pytest.mark.slow
def test_a_change_of_language_lays_the_same_station_again(guest: Visitor) -> None:
    guest.click(f"{STATION}three")
    guest.settle()
    other = msgspec.structs.replace(told(), code="xx")
    guest.window.language._speak(other)
    guest.window.navigator.renew()
    guest.window.language._tell_again()
    guest.settle()
    assert card_of(guest).stop.name == "three" and card_of(guest).words is other


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_signs_and_pictures_lie_apart_inside_the_wall(count: int, size: tuple[int, int]) -> None:
    alcoves, bound = bays(count, size), pygame.Rect((0, 0), size)
    signs, pictures = sign_rects(count, size), picture_rects(alcoves, size)
    feet = [plinth(one, unit_of(size)) for one in alcoves]
    laid = [*signs, *pictures]
    assert all(bound.contains(one) for one in laid)
    assert all(one.collidelist(laid[k + 1 :]) < 0 for k, one in enumerate(laid))
    assert all(one.collidelist([*alcoves, *feet]) < 0 for one in laid)
    assert all(min(one.size) >= 48 for one in laid)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_touched_on_a_card_lies_apart_on_it(size: tuple[int, int]) -> None:
    new = told()
    card = ThreadCard(new, stops_of(new, NAMES, NAMES), 1, lambda name: None)
    card.lay(size, pygame.Rect((0, 0), size))
    rects = [*card.rects().values()]
    assert all(card.box.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[k + 1 :]) < 0 for k, rect in enumerate(rects))
    assert all(min(rect.size) >= 40 for rect in rects)


@pytest.mark.parametrize("size", SIZES)
def test_laid_low_a_machine_is_walked_up_to_from_the_lower_half(size: tuple[int, int]) -> None:
    new = told()
    card = ThreadCard(new, stops_of(new, NAMES, NAMES), 1, lambda name: None)
    card.low = size[1] // 2
    card.lay(size, pygame.Rect(0, 0, size[0], round(size[1] * 0.9)))
    for rect in (card.rects()["walk"], card.rects()["next"], card.rects()["close"]):
        assert rect.top >= size[1] // 2
        assert card.box.contains(rect)


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
def table_guest(monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
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


def table_of(table_guest: Visitor) -> MeetingsBoard:
    found = table_guest.window.modal()
    assert isinstance(found, MeetingsBoard)
    return found


@pytest.mark.slow
def test_from_the_wall_to_the_table_to_the_room_where_they_play(table_guest: Visitor) -> None:
    table_guest.click(MEETINGS)
    table_guest.settle()
    shown = table_of(table_guest)
    shown.press(*shown.row_rect(0).center)
    table_guest.settle()
    table_guest.frames(40)
    assert table_guest.window.navigator.exhibit == "demo"
    assert ("demo", "panel.key", 1) in table_guest.museum.acts
    assert ("demo", "panel.go", 1) in table_guest.museum.acts
    assert table_guest.museum.speed() == "x10"
    assert table_guest.window.overlays == []  # no placard hides what was chosen


@pytest.mark.slow
def test_while_a_row_sets_the_room_up_the_bar_says_so(table_guest: Visitor) -> None:
    table_guest.window.enter("demo")
    table_guest.settle()
    table_guest.frames(30)
    window, state = table_guest.window, table_guest.window.bar_controller.state
    assert state(None, "").prompt == "new"
    window.carry_out(Try((StepAct("panel.key", 1), StepAct("panel.go", 1, 300)), "x10"))
    table_guest.frames(2)
    assert state(None, "").prompt == window.words.captions["sets_up"]
    table_guest.frames(100)
    assert state(None, "").prompt == "new"


def test_who_turns_back_before_the_room_is_there_begins_nothing(table_guest: Visitor) -> None:
    table_guest.window.plan_cards.start_meeting("demo", "one")
    table_guest.window.enter("")
    table_guest.settle()
    table_guest.window.enter("demo")
    table_guest.settle()
    table_guest.frames(40)
    assert [one for one in table_guest.museum.acts if one[1].startswith("panel.")] == []


@pytest.mark.slow
def test_a_game_under_way_there_is_asked_for_first(table_guest: Visitor) -> None:
    StakedRoom.staked = True
    table_guest.click(MEETINGS)
    table_guest.settle()
    shown = table_of(table_guest)
    shown.press(*shown.row_rect(0).center)
    table_guest.settle()
    assert table_guest.window.navigator.exhibit == ""
    assert table_of(table_guest).asked == row_name("demo", "one")
    shown.press(*shown.row_rect(0).center)
    table_guest.settle()
    assert table_guest.window.navigator.exhibit == "demo"


def test_rows_of_rooms_that_are_closed_are_not_on_the_table(table_guest: Visitor) -> None:
    table_guest.museum.met = (*ROWS, Meeting("closed", "four", 1, 0, 0))
    assert table_guest.window.plan_cards.meetings() == ROWS


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
