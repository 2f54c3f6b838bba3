"""The language button: on every screen, through all languages, and nothing is lost on the way."""

import pygame
import pytest

from devices.refusal import RefusedError
from devices.screen import caretaker
from devices.screen.control_bar.bar import KEYS
from devices.screen.help import Help
from devices.screen.language import LanguageSwitch
from devices.screen.languages import languages
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.placard import Placard
from devices.screen.ui_text import UiText
from devices.screen.window_surface import WindowConfig
from devices.screen.words import shown
from tests.devices.screen.window_driver import SIZE, Visitor, visitor
from tests.devices.screen.window_room import FakeMuseum

OTHERS = languages()[1:]


def switch(one: Visitor) -> None:
    """Frames until the language that was chosen is shown and drawn."""
    one.frames()
    while one.window.language.wanted:
        one.frames()
    one.settle()


def code(one: Visitor) -> str:
    return one.window.words.code


def test_the_button_steps_through_all_languages_and_comes_back() -> None:
    with visitor() as one:
        for want in (*OTHERS, "en"):
            one.window.bar_controller.press_button("language")
            switch(one)
            assert code(one) == shown().code == want
        assert one.museum.spoken == [*OTHERS, "en"]


def test_its_key_and_its_plate_are_there_on_the_floor_plan_too() -> None:
    with visitor() as one:
        one.key(getattr(pygame, f"K_{KEYS['language']}"))
        switch(one)
        assert code(one) == OTHERS[0]
        one.window.enter("")
        one.settle()
        plate = next(target for target in one.window.targets() if target.name == "rail:language")
        one.press(*plate.rect.center)
        one.release(*plate.rect.center)
        switch(one)
        assert code(one) == (*OTHERS, "en")[1]
        assert one.window.stage is None


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
        plates = {told: box for told, _, box in manual.tongues()}
        assert set(plates) == set(languages())
        one.press(*plates["en"].center)
        switch(one)
        manual = next(each for each in one.window.overlays if isinstance(each, Help))
        assert manual.words.code == "en"


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
        monkeypatch.setattr(caretaker, "read_language", broken)
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
