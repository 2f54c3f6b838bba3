"""The language plate: on every screen, a place for each, and nothing is lost on the way.

The languages in tours and in a demonstration's question, which cover the bar and its plate.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pygame
import pytest

from devices.refusal import RefusedError
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.ui_text import UiText, languages, read_language
from devices.screen.words import shown
from machines.museum.window import museum, tour_view
from machines.museum.window.control_bar import KEYS, ControlBar
from machines.museum.window.control_bar_layout import ControlBarState
from machines.museum.window.help import Help
from machines.museum.window.language import LanguageSwitch
from machines.museum.window.museum import MediaItem, MediaPicker, TextPrompt
from machines.museum.window.placard import Placard
from machines.museum.window.subtitles import Subtitles
from machines.museum.window.tour_view import HandOver
from machines.museum.window.window_surface import WindowConfig
from tests.machines.museum.window.window_driver import (
    SCENE,
    SIZE,
    SIZES,
    TourMuseum,
    Visitor,
    answer,
    question,
    subtitles,
    visitor,
)
from tests.machines.museum.window.window_room import FakeMuseum, words

OTHERS = languages()[1:]
sizes = pytest.mark.parametrize("size", [SIZE, pytest.param((1080, 1920), marks=pytest.mark.slow)])
read_once = cache(read_language)


@pytest.fixture(autouse=True)
def _each_language_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(museum, "read_language", read_once)


def switch(one: Visitor) -> None:
    """Frames until the language that was chosen is shown and drawn."""
    one.frames()
    while one.window.language.wanted:
        one.frames()
        one.window.renderer.wait()
    one.settle()


def touch_plate(one: Visitor, code: str) -> None:
    """Touch a language's own place on the bar."""
    bar, down = one.window.control_bar, one.window.room_rect.bottom
    x, y = next(one.rect for one in bar.buttons() if one.name == "language").center
    at = languages().index(code)
    x, y = x + (20 if at % 2 else -20), y + down + (14 if at // 2 else -14)
    one.press(x, y)
    one.release(x, y)


def code(one: Visitor) -> str:
    return one.window.words.code


@pytest.mark.slow
def test_the_button_steps_through_all_languages_and_comes_back() -> None:
    with visitor() as one:
        for want in (*OTHERS, "en"):
            one.window.bar_controller.press_button("language")
            switch(one)
            assert code(one) == shown().code == want
        assert one.museum.spoken == [*OTHERS, "en"]


@pytest.mark.slow
def test_its_key_and_its_plate_are_there_on_the_floor_plan_too() -> None:
    with visitor() as one:
        one.key(getattr(pygame, f"K_{KEYS['language']}"))
        switch(one)
        assert code(one) == OTHERS[0]
        one.window.enter("")
        one.settle()
        touch_plate(one, "fr")
        switch(one)
        assert code(one) == "fr"
        assert one.window.stage is None


@pytest.mark.slow
def test_an_alcove_of_the_floor_plan_keeps_its_picture_until_the_next_is_drawn() -> None:
    with visitor() as one:
        one.window.enter("")
        one.settle()
        plan = one.window.plan
        alcove = plan.places["demo"]

        def light() -> float:
            return sum(pygame.transform.average_color(plan.canvas, alcove)[:3])

        before = light()
        touch_plate(one, "de")
        seen = []
        until = time.monotonic() + 120.0
        while not (code(one) == "de" and plan.settled()):
            assert time.monotonic() < until
            one.frames()
            seen.append((code(one), plan.settled(), light()))
            time.sleep(0.002)  # for the threads that draw
        assert ("de", False) in {at[:2] for at in seen}  # frames in which its room is made anew
        assert seen[-1][:2] == ("de", True)
        assert min(at[2] for at in seen) > 0.9 * before


@pytest.mark.slow
@sizes
def test_each_of_the_four_places_chooses_its_own_language(size: tuple[int, int]) -> None:
    with visitor(settings=WindowConfig(size, exhibit="demo", sound=False)) as one:
        for want in ("es", "fr", "de", "de", "en"):
            touch_plate(one, want)
            switch(one)
            assert code(one) == want


@pytest.mark.slow
def test_a_quarter_of_the_plate_is_as_large_as_a_finger() -> None:
    bar = ControlBar(words())
    bar.lay((1920, 1080))
    bar.paint(ControlBarState(languages=languages()), 0)
    found: dict[str, int] = {}
    plate = next(one.rect for one in bar.buttons() if one.name == "language")
    around = plate.inflate(40, 40).clip(bar.canvas.get_rect())
    for x in range(around.left, around.right):
        for y in range(around.top, around.bottom):
            told = bar.language_at(x, y)
            if told:
                found[told] = found.get(told, 0) + 1
    assert set(found) == set(languages())
    assert min(found.values()) >= 48 * 48


@pytest.mark.slow
@sizes
def test_a_drawer_a_card_a_placard_and_help_lie_open_in_the_other_language(
    size: tuple[int, int],
) -> None:
    settings = WindowConfig(size, exhibit="menace", sound=False)
    with visitor(FakeMuseum(("menace",)), settings) as one:
        tray = MediaItem("A", "a")
        offers: list[MediaPicker | TextPrompt] = [
            MediaPicker("DECKS", (tray,)),
            TextPrompt("A CARD"),
        ]
        opened: list[Callable[[], object]] = [
            lambda: one.window.bar_controller.open("panel.hopper"),
            lambda: one.window.bar_controller.open("panel.hopper"),
            one.window.show_placard,
            one.window.show_help,
        ]
        for show in opened:
            one.museum.offers["panel.hopper"] = offers[0] if show is opened[0] else offers[1]
            show()
            one.frames(2)
            over = one.window.modal()
            assert over is not None
            for k, want in enumerate((*OTHERS, "en")):
                if k % 2 or over.typed_in:
                    touch_plate(one, want)
                else:
                    one.key(pygame.K_END)
                switch(one)
                there = one.window.modal()
                assert type(there) is type(over) and there is not over
                assert there.words.code == code(one) == want
            there = one.window.modal()
            assert there is not None
            there.done = True
            one.frames()
        assert not one.acts()


def test_room_close_up_and_game_are_kept() -> None:
    with visitor() as one:
        one.window.navigator.look("panel", None)
        one.settle()
        before, view = one.window.stage, one.museum.glimpse
        assert before is not None
        rects = [standing.rect for standing in before.standings]
        one.window.bar_controller.press_button("language")
        switch(one)
        after = one.window.stage
        assert after is not None and after is not before
        assert after.close_up == "panel"
        assert [standing.rect for standing in after.standings] == rects
        assert one.museum.glimpse is view and not one.museum.acts


@pytest.mark.slow
def test_what_lay_over_the_room_is_there_again_in_the_other_language() -> None:
    with visitor(FakeMuseum(("menace",)), WindowConfig(SIZE, exhibit="menace", sound=False)) as one:
        one.window.show_placard(asked=True)
        one.window.bar_controller.press_button("language")
        switch(one)
        placard = next(each for each in one.window.overlays if isinstance(each, Placard))
        assert placard.words.code == OTHERS[0]
        assert placard.text == one.window.words.placard("menace")
        placard.done = True
        one.window.show_help()
        one.window.frame()
        manual = next(each for each in one.window.overlays if isinstance(each, Help))
        plates = {one.name: one.rect for one in manual.tongues()}
        assert set(plates) == set(languages())
        one.press(*plates["en"].center)
        switch(one)
        manual = next(each for each in one.window.overlays if isinstance(each, Help))
        assert manual.words.code == "en"


@pytest.mark.slow
def test_a_gallery_goes_back_to_its_first_language() -> None:
    settings = WindowConfig(SIZE, exhibit="demo", sound=False, kiosk=True, idle_seconds=10.0)
    with visitor(settings=settings) as one:
        one.window.touched()
        one.window.bar_controller.press_button("language")
        while one.window.language.wanted:
            one.frames()
        assert code(one) != "en"
        one.frames(700)
        switch(one)
        assert code(one) == "en"


def test_choosing_the_language_that_is_shown_changes_nothing() -> None:
    with visitor() as one:
        stage = one.window.stage
        assert isinstance(one.window.language, LanguageSwitch)
        one.window.language.choose("en")
        switch(one)
        assert one.window.stage is stage


def test_a_language_whose_files_are_broken_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(code: str) -> UiText:
        raise RefusedError(f"{code}/museum.toml", "not a file of words")

    with visitor() as one:
        monkeypatch.setattr(museum, "read_language", broken)
        one.window.bar_controller.press_button("language")
        switch(one)
        assert code(one) == shown().code == "en"
        assert one.window.settled()


def test_halted_nothing_is_begun_and_then_everything_anew() -> None:
    renderer = LayerRenderer()
    try:
        assert renderer.get("one", 1, lambda: 1) in (None, 1)
        while not renderer.halt():
            pass
        assert renderer.get("two", 1, lambda: pytest.fail("begun")) is None
        renderer.go_on()
        while renderer.get("two", 1, lambda: 2) is None:
            pass
        assert not renderer.work.get("one")
    finally:
        renderer.close()


TRIED = [SIZES[1], pytest.param(SIZES[-1], marks=pytest.mark.slow)]


def touch_code(guest: Visitor, over: Subtitles | HandOver, code: str) -> None:
    """Touch a language's place on what lies over the bar."""
    plate = over.language_rect()
    found = next(
        (x, y)
        for x in range(plate.left, plate.right, 4)
        for y in range(plate.top, plate.bottom, 4)
        if over.language_at(x, y) == code
    )
    guest.press(*found)
    guest.release(*found)
    switch(guest)


@pytest.mark.slow
@pytest.mark.parametrize("journey", [False, True])
@pytest.mark.parametrize("size", TRIED)
def test_a_tour_has_the_languages_and_goes_on_in_the_one_that_is_touched(
    journey: bool, size: tuple[int, int]
) -> None:
    museum = TourMuseum(("demo", "other"))
    with visitor(museum, WindowConfig(size=size, exhibit="demo", sound=False)) as guest:
        museum.tours.show(replace(SCENE, journey=journey, look="counter"))
        guest.settle()
        for code in (*languages()[::-1], "de"):
            touch_code(guest, subtitles(guest), code)
            assert guest.window.words.code == subtitles(guest).words.code == code
            assert question(guest) is None
            assert museum.tours.now is not None and not museum.tours.done
            stage = guest.window.stage
            assert stage is not None and stage.framing is not None
        guest.key(pygame.K_END)
        switch(guest)
        assert guest.window.words.code == "fr"
        assert museum.tours.now is not None and not museum.tours.done
        guest.press(size[0] // 2, 100)
        assert journey or question(guest) is not None


@pytest.mark.slow
@pytest.mark.parametrize("size", TRIED)
def test_the_question_has_the_languages_and_is_asked_in_the_one_that_is_touched(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It may not pass by itself meanwhile, however busy the computer is.
    monkeypatch.setattr(tour_view, "ASKS_MS", 600_000)
    museum = TourMuseum(("demo", "other"))
    with visitor(museum, WindowConfig(size=size, exhibit="demo", sound=False)) as guest:
        museum.tours.show(SCENE)
        guest.settle()
        guest.press(400, 300)
        guest.release(400, 300)
        for code in languages()[::-1]:
            asked = question(guest)
            assert asked is not None
            touch_code(guest, asked, code)
            asked = question(guest)
            assert asked is not None and not asked.done
            assert guest.window.words.code == asked.words.code == code
            assert guest.window.modal() is asked
            assert museum.tours.done == ["pause"]
        answer(guest, "watch")
        assert museum.tours.done == ["pause", "go on"]


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_no_plate_of_a_tour_lies_on_the_languages(size: tuple[int, int], low: bool) -> None:
    whole, told = pygame.Rect((0, 0), size), read_once("de")
    room = pygame.Rect(0, 0, size[0], size[1] * 10 // 11)
    made: list[Subtitles | HandOver] = []
    for so in (False, True):
        made += [Subtitles(told, print, print, print), HandOver(told, print, so)]
        made[-2].tell(replace(SCENE, journey=so))  # type: ignore[union-attr]
    for one in made:
        one.low = size[1] // 2 if low else None
        one.lay(size, room)
        rect = one.language_rect()
        assert whole.contains(rect)
        assert one.box.contains(rect)
        assert rect.height >= min(44, 0.04 * size[1]) and rect.width >= 4 * 44
        assert rect.collidelist([*one.rects().values()]) < 0
        one.offered = ("en",)
        one.lay((size[0] + 1, size[1]), room)
        assert not one.language_rect().width
        assert not one.language_at(*rect.center)


@pytest.mark.slow
def test_a_demonstration_in_another_language_goes_back_to_the_first_by_itself() -> None:
    museum = TourMuseum(("demo", "other"))
    settings = WindowConfig(SIZES[1], exhibit="demo", sound=False, kiosk=True, idle_seconds=10.0)
    with visitor(museum, settings) as guest:
        museum.tours.show(SCENE)
        guest.settle()
        touch_code(guest, subtitles(guest), "es")
        assert guest.window.words.code == "es"
        guest.frames(600)
        switch(guest)
        assert guest.window.words.code == "en"
        assert museum.tours.now is not None
