"""The thread through the years and the graph of strength, on the floor plan and over it."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pygame
import pytest

from devices.screen.ui_text import RoomText, StoryText, UiText
from devices.screen.words import use
from machines.laboratory.strength.today import StrengthCurve, StrengthPoint
from machines.museum.window.floor_plan import STATION, STRENGTH, THREAD, stops_of
from machines.museum.window.help import Help
from machines.museum.window.plan_cards import ThreadCard
from machines.museum.window.plan_wall import bays, picture_rects, plinth, sign_rects, unit_of
from machines.museum.window.strength_graph import Axes, StrengthGraph, colour_of
from machines.museum.window.window import WindowConfig
from tests.machines.museum.window.window_driver import Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum, words

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
