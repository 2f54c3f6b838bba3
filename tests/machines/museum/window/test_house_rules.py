"""The window under a caretaker: hours, volume, languages, what may be reset."""

import msgspec
import pygame
import pytest

from devices.screen.ui_text import UiText
from machines.museum.window.museum import Caretaker
from tests.machines.museum.window.window_driver import visitor
from tests.machines.museum.window.window_room import FakeMuseum, words


class Wishes(Caretaker):
    """A caretaker whose wishes a test sets."""

    def __init__(self) -> None:
        self.there, self.loud, self.resets = True, 1.0, True
        self.told = ""
        self.changed = False
        self.did: list[str] = []

    def is_open(self) -> bool:
        return self.there

    def volume(self) -> float:
        return self.loud

    def may_reset(self, exhibit: str) -> bool:
        return self.resets

    def languages(self) -> tuple[str, ...]:
        return ("en", "fr")

    def read_words(self, code: str) -> UiText:
        told = super().read_words(code)
        return msgspec.structs.replace(told, plan={**told.plan, "title": self.told or "AS EVER"})

    def words_changed(self) -> bool:
        changed, self.changed = self.changed, False
        return changed

    def closes(self) -> None:
        self.did.append("closes")

    def opens(self) -> None:
        self.did.append("opens")


def is_dark(screen: pygame.Surface) -> bool:
    return not pygame.surfarray.array3d(screen).any()


def test_outside_the_hours_the_screen_is_dark_and_silent_and_a_touch_does_nothing() -> None:
    wishes, museum = Wishes(), FakeMuseum()
    with visitor(museum, caretaker=wishes) as one:
        window = one.window
        assert not is_dark(window.screen)
        window.show_help()
        wishes.there = False
        one.frames(3)
        assert is_dark(window.screen) and window.sounds.volume == 0
        assert wishes.did == ["closes"] and not window.overlays
        told, walked = museum.touches, len(museum.entered)
        one.press(640, 360)
        one.release(640, 360)
        one.key(pygame.K_1, "1")
        one.key(pygame.K_h, "h")
        one.frames(3)
        assert (museum.touches, len(museum.entered)) == (told, walked)
        assert museum.acts == [] and is_dark(window.screen) and not window.overlays


def test_a_museum_that_opens_at_night_is_looked_at_so_that_it_begins_its_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wishes, museum = Wishes(), FakeMuseum()
    looks: list[str] = []
    with visitor(museum, caretaker=wishes) as one:
        wishes.there = False
        one.frames(3)
        monkeypatch.setattr(museum, "view", looks.append)
        one.frames(3)
        assert len(looks) == 3


@pytest.mark.slow
def test_it_comes_back_by_itself_before_the_floor_plan() -> None:
    wishes, museum = Wishes(), FakeMuseum(("demo", "other"))
    with visitor(museum, caretaker=wishes) as one:
        wishes.there = False
        one.frames(3)
        wishes.there = True
        one.settle()
        assert not is_dark(one.window.screen) and one.window.stage is None
        assert wishes.did == ["closes", "opens"] and one.window.sounds.volume == 1
        one.key(pygame.K_1, "1")
        assert one.window.navigator.exhibit == "demo"


def test_the_key_that_closes_the_museum_works_in_the_dark() -> None:
    wishes = Wishes()
    wishes.there = False
    with visitor(caretaker=wishes) as one:
        one.key_down(pygame.K_q, "", pygame.KMOD_CTRL | pygame.KMOD_ALT)
        assert one.window.over


@pytest.mark.slow
def test_closed_hours_are_no_idle_time() -> None:
    wishes, museum = Wishes(), FakeMuseum()
    with visitor(museum, caretaker=wishes) as one:
        wishes.there = False
        one.frames(600)
        wishes.there = True
        one.frames(2)
        assert museum.idles == 0


def test_the_volume_is_the_caretakers_and_none_when_it_is_to_be_quiet() -> None:
    wishes = Wishes()
    with visitor(caretaker=wishes) as one:
        wishes.loud = 0.4
        one.frames()
        assert one.window.sounds.volume == 0.4
        wishes.quiet = True
        one.frames()
        assert one.window.sounds.volume == 0


def test_reset_is_blank_where_visitors_may_not() -> None:
    wishes, museum = Wishes(), FakeMuseum()
    with visitor(museum, caretaker=wishes) as one:
        place = one.place("rail:reset")
        wishes.resets = False
        one.frames(2)
        assert "rail:reset" not in [target.name for target in one.window.targets()]
        for _ in range(2):
            one.press(*place)
            one.release(*place)
            one.key(pygame.K_F10)
        assert museum.resets == []
        wishes.resets = True
        one.frames(2)
        one.click("rail:reset")
        one.click("rail:reset")
        assert museum.resets == ["demo"]


def test_reset_is_blank_on_the_floor_plan_which_has_no_machine() -> None:
    museum = FakeMuseum()
    with visitor(museum, caretaker=Wishes()) as one:
        place = one.place("rail:reset")
        one.key(pygame.K_F2)
        one.frames(2)
        assert one.window.stage is None
        assert "rail:reset" not in [target.name for target in one.window.targets()]
        one.press(*place)
        one.release(*place)
        one.frames(2)
        assert not one.window.bar_controller.armed(one.window.now_ms)
        one.key(pygame.K_F10)
        one.key(pygame.K_F10)
        assert museum.resets == []


@pytest.mark.slow
def test_only_the_languages_that_are_offered_can_be_reached() -> None:
    with visitor(caretaker=Wishes()) as one:
        seen = []
        for _ in range(3):
            one.window.bar_controller.press_button("language")
            while one.window.language.wanted:
                one.frames()
            seen.append(one.window.words.code)
        assert seen == ["fr", "en", "fr"]


def test_words_that_were_changed_are_told_from_then_on() -> None:
    wishes = Wishes()
    with visitor(caretaker=wishes) as one:
        assert one.window.words.plan["title"] == words().plan["title"]
        wishes.told, wishes.changed = "OUR OWN", True
        one.frames()
        assert one.window.words.plan["title"] == "OUR OWN"
