"""A tour and the window: subtitles, closeness, a journey's controls, a demonstration's question."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import product

import pygame
import pytest

from devices.screen.brass import LETTERS
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.placed_part import GLIDE_MS
from devices.screen.ui_text import languages, read_language
from machines.museum.window import tour_view
from machines.museum.window.subtitles import PLATE, SAID, Subtitles
from machines.museum.window.tour_view import HANDED_OVER_MS, HandOver
from machines.museum.window.window import WindowConfig
from machines.storage.registry import EXHIBITS
from tests.machines.museum.window.window_driver import (
    SCENE,
    SIZES,
    TourMuseum,
    Visitor,
    answer,
    question,
    subtitles,
    visitor,
)
from tests.machines.museum.window.window_room import PanelPart


@pytest.fixture
def museum() -> TourMuseum:
    return TourMuseum(("demo", "other"))


@pytest.fixture
def guest(museum: TourMuseum) -> Iterator[Visitor]:
    with visitor(museum) as made:
        yield made


# Subtitles


read_once = cache(read_language)


@pytest.mark.parametrize(
    "size", [SIZES[1], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[2:])]
)
def test_subtitles_are_large_enough_to_be_read_from_afar(size: tuple[int, int]) -> None:
    for language, large in product(languages(), (False, True)):
        told = read_once(language)
        for room in (spec.name for spec in EXHIBITS):
            said = tuple(told.rooms[room].tour.values())
            plate = Subtitles(told, print, print, print)
            plate.large = large
            for journey in (False, True):
                scene = replace(SCENE, exhibit=room, said=said[0], all_said=said, journey=journey)
                plate.tell(scene)
                plate.lay(size, pygame.Rect(0, 0, size[0], size[1] - size[1] // 11))
                assert plate.capitals >= size[1] / 30 - 0.01
                assert plate.box.height <= 0.5 * size[1], (room, language)
        plate.compose(pygame.Surface(size, pygame.SRCALPHA, 32))


def test_what_was_said_stays_until_the_next_room_is_spoken_of() -> None:
    plate = Subtitles(read_language("en"), print, print, print)
    plate.tell(SCENE)
    plate.lay((1280, 720), pygame.Rect(0, 0, 1280, 656))
    assert plate.changed(0)
    seen, gate, busy = plate.picture, threading.Event(), LayerRenderer()
    plate.builder = busy
    busy.get(("overlay", "Subtitles"), "busy", partial(gate.wait, 30.0))
    plate.tell(replace(SCENE, said="Another.", all_said=("Another.",)))
    assert plate.changed(1) == []
    assert plate.picture is seen
    gate.set()
    busy.wait()
    assert plate.changed(2)
    assert plate.picture is not seen
    busy.close()


def test_nothing_stands_out_of_the_floor_plan(museum: TourMuseum, guest: Visitor) -> None:
    museum.tours.show(SCENE)
    guest.frames(30)
    subtitles(guest).point_at(pygame.Rect(10, 10, 50, 50))
    museum.tours.show(replace(SCENE, exhibit="", said="They play."))
    guest.frames(3)
    assert subtitles(guest).spoken is None


PLAIN = "ABCDEFGHIJKLMNOPRSTUVWXYZ1247"
"""Signs that stand on the line and are as high as capitals, without an accent."""


def drawn_height(plate: Subtitles, target: pygame.Surface) -> int:
    """How many rows of pixels the first plain capital of what it says takes."""
    lines = plate._lines(plate.scene.said, plate.capitals)
    row, at = next((k, i) for k, one in enumerate(lines) for i, c in enumerate(one) if c in PLAIN)
    line, middle = lines[row], plate.middle_of(row, len(lines))
    left = plate.box.centerx - LETTERS.width(line, plate.capitals) / 2
    x = left + LETTERS.width(line[: at + 1], plate.capitals)
    x -= LETTERS.width(line[at], plate.capitals)
    rect = pygame.Rect(round(x) + 1, 0, round(LETTERS.width(line[at], plate.capitals)) - 2, 0)
    rect.height = round(plate.capitals * 1.3)
    rect.centery = round(middle)
    ink = pygame.surfarray.array3d(target.subsurface(rect))[..., 0] > (PLATE[0] + SAID[0]) // 3
    return int(ink.any(axis=0).sum())


@pytest.mark.parametrize(
    ("size", "each"), [((1024, 768), 4), pytest.param((1080, 1920), 1, marks=pytest.mark.slow)]
)
def test_every_subtitle_s_capitals_are_a_thirtieth_of_the_window_as_they_are_drawn(
    size: tuple[int, int], each: int
) -> None:
    target = pygame.Surface(size, 0, 32)
    for language in languages():
        told = read_once(language)
        for room, texts in told.rooms.items():
            all_said = tuple(texts.tour.values())
            plate = Subtitles(told, print, print, print)
            plate.tell(replace(SCENE, exhibit=room, all_said=all_said, chapters=()))
            plate.lay(size, pygame.Rect(0, 0, size[0], size[1] - size[1] // 11))
            for said in all_said[::each]:
                plate.tell(replace(plate.scene, said=said))
                target.fill(PLATE, plate.box)
                plate._draw_said(target)
                assert drawn_height(plate, target) >= size[1] / 30 - 1, (language, said)


def test_a_tour_says_what_it_shows_and_the_plate_covers_the_bar(guest: Visitor) -> None:
    guest.museum.tours.show(SCENE)  # type: ignore[attr-defined]
    guest.frames(3)
    assert subtitles(guest).said == "It counts, one by one."
    assert subtitles(guest).box.top <= guest.window.room_rect.bottom
    assert subtitles(guest).box.bottom == guest.window.size[1]


def test_the_picture_comes_close_above_the_subtitles(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(replace(SCENE, look="counter"))
    guest.settle()
    stage = guest.window.stage
    assert stage is not None
    (one,) = stage.standings
    assert one.place.name == "counter"
    assert one.rect.bottom <= subtitles(guest).box.top
    museum.tours.show(replace(SCENE, look="panel+counter"))
    guest.settle()
    assert {one.place.name for one in stage.standings} == {"panel", "counter"}
    assert max(one.rect.bottom for one in stage.standings) <= subtitles(guest).box.top
    museum.tours.show(replace(SCENE, look="nowhere"))
    guest.settle()
    assert stage.close_up == ""
    museum.tours.show(None)
    guest.settle()
    assert stage.framing is None


def test_what_is_seen_stays_until_the_closer_picture_is_drawn(
    guest: Visitor, museum: TourMuseum, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = guest.window.stage
    assert stage is not None
    guest.settle()
    may_draw, build = threading.Event(), PanelPart.build

    def wait_and_build(part: PanelPart, scale: float) -> None:
        assert may_draw.wait(60.0)
        build(part, scale)

    monkeypatch.setattr(PanelPart, "build", wait_and_build)
    museum.tours.show(replace(SCENE, look="panel"))
    try:
        guest.frames(50)
        assert stage.framing is None
        assert stage.settled()
        assert subtitles(guest).said == SCENE.said
    finally:
        may_draw.set()
    guest.settle()
    assert stage.framing is not None
    assert stage.settled()


def test_the_next_close_up_is_drawn_while_the_present_one_is_seen(
    guest: Visitor, museum: TourMuseum, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = guest.window.stage
    assert stage is not None
    museum.tours.show(replace(SCENE, look="counter", ahead="panel"))
    guest.settle()
    assert stage.close_up == "counter"

    def build(part: PanelPart, scale: float) -> None:
        raise AssertionError("it was drawn only when it was looked at")

    monkeypatch.setattr(PanelPart, "build", build)
    museum.tours.show(replace(SCENE, look="panel"))
    guest.frames(1)
    assert stage.close_up == "panel"
    guest.frames(GLIDE_MS // 20 + 2)
    assert stage.settled()


# A journey


def test_a_journey_is_begun_from_the_placard_the_help_and_by_a_key(
    guest: Visitor, museum: TourMuseum
) -> None:
    guest.key(pygame.K_g, "", pygame.KMOD_CTRL)
    guest.frames(2)
    assert museum.tours.done == ["begin demo"]
    assert guest.window.modal() is subtitles(guest)


def test_a_journey_waits_for_its_machine(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.possible = False
    guest.window.tour_view.begin()
    guest.frames(3)
    assert museum.tours.now is None
    museum.tours.possible = True
    guest.frames(2)
    assert museum.tours.now is not None


@pytest.mark.parametrize("by", ["mouse", "keys", "finger"])
def test_a_journey_is_paused_gone_back_in_and_left(
    guest: Visitor, museum: TourMuseum, by: str
) -> None:
    guest.window.tour_view.begin()
    guest.frames(3)
    keys = {"pause": pygame.K_SPACE, "back": pygame.K_LEFT, "leave": pygame.K_ESCAPE}
    museum.tours.done.clear()
    for name in ("pause", "pause", "back", "leave"):
        x, y = subtitles(guest).rects()[name].center
        if by == "keys":
            guest.key(keys[name])
        elif by == "mouse":
            guest.press(x, y)
            guest.release(x, y)
        else:
            guest.finger(pygame.FINGERDOWN, 1, x, y)
            guest.finger(pygame.FINGERUP, 1, x, y)
    guest.frames(3)
    assert museum.tours.done == ["pause", "go on", "back"]
    assert museum.tours.now is None
    assert guest.window.modal() is None
    assert guest.acts() == []


def test_after_a_journey_the_visitor_looks_at_what_he_looked_at_before(
    guest: Visitor, museum: TourMuseum
) -> None:
    guest.window.navigator.look("panel", None)
    guest.settle()
    stage = guest.window.stage
    assert stage is not None
    before = stage.standings[0].rect.copy()
    guest.window.tour_view.begin()
    guest.settle()
    assert stage.close_up == ""
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    assert (stage.close_up, stage.framing, stage.standings[0].rect) == ("panel", None, before)
    assert not guest.window.play.active


def test_a_journey_is_no_idleness_but_a_paused_one_ends(museum: TourMuseum) -> None:
    settings = WindowConfig(size=(1280, 720), exhibit="demo", sound=False, idle_seconds=2.0)
    with visitor(museum, settings) as guest:
        guest.window.tour_view.begin()
        guest.frames(3)
        guest.frames(200)
        assert (museum.tours.now is not None, museum.idles) == (True, 0)
        guest.key(pygame.K_SPACE)
        guest.frames(200)
        assert museum.tours.now is None
        assert museum.idles == 1


# The demonstration's first touch


@pytest.mark.slow
@pytest.mark.parametrize("by", ["mouse", "key", "finger", "wheel"])
def test_the_first_touch_does_nothing_to_the_machine_but_asks(
    guest: Visitor, museum: TourMuseum, by: str
) -> None:
    x, y = guest.place("panel.key.1")
    museum.tours.show(SCENE)
    guest.frames(3)
    if by == "mouse":
        guest.press(x, y)
        guest.release(x, y)
    elif by == "finger":
        guest.finger(pygame.FINGERDOWN, 1, x, y)
        guest.finger(pygame.FINGERUP, 1, x, y)
    elif by == "wheel":
        guest.post(pygame.MOUSEWHEEL, y=1, x=0)
    else:
        guest.key(pygame.K_x, "x")
    assert question(guest) is not None
    assert museum.tours.done == ["pause"]
    assert guest.acts() == []


@pytest.mark.slow
def test_the_question_is_drawn_before_it_is_asked(guest: Visitor, museum: TourMuseum) -> None:
    for exhibit in ("demo", ""):
        museum.tours.show(replace(SCENE, exhibit=exhibit))
        guest.settle()

        def compose(target: pygame.Surface) -> None:
            raise AssertionError("it was drawn only when somebody touched")

        guest.window.renderer.wait()
        asks = guest.window.tour_view._questions[bool(exhibit), "en"]
        asks.compose = compose  # type: ignore[method-assign]
        guest.press(400, 300)
        assert question(guest) is asks
        assert asks.picture is not None
        seen = guest.window.screen.get_at(asks.plates()[0][1].center)
        guest.frames(30)
        assert guest.window.screen.get_at(asks.plates()[0][1].center) == seen
        asks.choose("watch")
        guest.frames(2)
        assert question(guest) is None


def test_play_here_ends_it_and_makes_a_game_ready(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.press(400, 300)
    answer(guest, "play")
    assert museum.tours.now is None
    assert guest.window.play.active
    assert guest.window.modal() is None
    guest.frames(HANDED_OVER_MS // 20 + 5)
    assert guest.window.navigator.exhibit == "demo"


def test_play_here_waits_for_the_visitors_own_machine(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.press(400, 300)
    museum.tours.away = True
    answer(guest, "play")
    guest.frames(HANDED_OVER_MS // 20 + 5)
    assert not guest.window.play.active  # or it would work the demonstration's machine
    museum.tours.away = False
    guest.frames(3)
    assert guest.window.play.active


def test_watch_on_lets_the_round_go_on(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.press(400, 300)
    answer(guest, "watch")
    assert museum.tours.done == ["pause", "go on"]
    assert museum.tours.now is not None
    guest.press(400, 300)
    assert question(guest) is not None  # and the next touch asks again


@pytest.mark.slow
def test_where_nobody_answers_the_round_goes_on(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.press(400, 300)
    guest.frames(tour_view.ASKS_MS // 20 - 10)
    assert question(guest) is not None
    guest.frames(20)
    assert question(guest) is None
    assert museum.tours.done == ["pause", "go on"]


@pytest.mark.slow
def test_another_room_is_the_floor_plan(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.press(400, 300)
    answer(guest, "room")
    assert guest.window.navigator.exhibit == ""
    assert not guest.window.play.active


def test_the_keyboard_answers_too(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.key(pygame.K_RIGHT)  # the touch that asks
    guest.frames(30)
    guest.key(pygame.K_RIGHT)
    guest.key(pygame.K_RIGHT)
    guest.frames(30)
    guest.key(pygame.K_RETURN, "\r")
    assert guest.window.navigator.exhibit == ""


def test_on_the_floor_plan_one_chooses_a_room_or_watches_on(
    guest: Visitor, museum: TourMuseum
) -> None:
    museum.tours.show(replace(SCENE, exhibit="", chapters=(), chapter=""))
    guest.frames(3)
    guest.press(400, 300)
    asked = question(guest)
    assert asked is not None
    assert [*asked.rects()] == ["room", "watch"]


def test_staff_closes_the_museum_without_being_asked(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.key_down(pygame.K_q, "", pygame.KMOD_CTRL | pygame.KMOD_ALT)
    assert guest.window.over


@pytest.mark.slow
def test_the_plates_of_the_question_are_large_in_every_size_and_language() -> None:
    for language, size, here in product(languages(), SIZES, (True, False)):
        asked = HandOver(read_once(language), print, here)
        asked.lay(size, pygame.Rect(0, 0, size[0], size[1] * 10 // 11))
        whole = pygame.Rect((0, 0), size)
        for rect in asked.rects().values():
            assert whole.contains(rect)
            assert rect.width * rect.height > 0.015 * size[0] * size[1]
    asked.compose(pygame.Surface(size, pygame.SRCALPHA, 32))


def test_what_lies_over_a_demonstration_has_its_touches(guest: Visitor, museum: TourMuseum) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    guest.window.show_help()  # as the staff's page does
    guest.frames(3)
    guest.key(pygame.K_ESCAPE)
    assert question(guest) is None
    assert museum.tours.done == []
    assert guest.window.modal() is subtitles(guest)


def test_a_panel_that_is_touched_in_a_demonstration_asks_and_touched_again_plays(
    guest: Visitor, museum: TourMuseum
) -> None:
    museum.tours.show(SCENE)
    guest.frames(3)
    view = guest.window.tour_view
    assert not view.panel_touched("other")
    assert question(guest) is not None
    assert not view.panel_touched("other")
    guest.frames(3)
    assert museum.tours.now is None
    assert guest.window.navigator.exhibit == "other"
    assert guest.window.play.active
    assert view.panel_touched("other")  # from now on it works the visitor's machine


@pytest.mark.slow
def test_a_demonstration_comes_into_a_room_that_is_drawn(museum: TourMuseum) -> None:
    museum.tours.next_room = "other"
    with visitor(museum) as guest:
        window = guest.window
        window.enter("")
        while not window.settled():
            guest.frames(1)
        stage = window.navigator.stage_of("other")
        assert stage.canvas.get_size() == window.navigator.size
        window.enter("other")
        guest.frames(1)
        assert window.stage is stage
        assert window.settled()
