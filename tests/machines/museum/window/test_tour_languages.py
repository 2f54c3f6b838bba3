"""The languages in tours and in a demonstration's question, which cover the bar and its plate."""

from dataclasses import replace
from functools import cache

import pygame
import pytest

from devices.screen.languages import languages, read_language
from machines.museum.window import museum, tour_view
from machines.museum.window.subtitles import Subtitles
from machines.museum.window.tour_view import HandOver
from machines.museum.window.window import WindowConfig
from tests.machines.museum.window.tour_museum import (
    SCENE,
    SIZES,
    TourMuseum,
    answer,
    question,
    subtitles,
)
from tests.machines.museum.window.window_driver import Visitor, visitor

TRIED = [SIZES[1], pytest.param(SIZES[-1], marks=pytest.mark.slow)]
read_once = cache(read_language)


@pytest.fixture(autouse=True)
def _each_language_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(museum, "read_language", read_once)


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


def switch(guest: Visitor) -> None:
    """Frames until the language that was chosen is shown and drawn."""
    while guest.window.language.wanted:
        guest.frames()
        guest.window.renderer.wait()  # else a busy computer lets the question's time pass
    guest.settle()


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
