"""Captions of the sounds: what is told, how long, what goes before what."""

import tomllib

import pygame
import pytest

from devices.screen.sound_waves import WAVES
from machines.museum.window.subtitles import (
    ENDING_MS,
    HELD_MS,
    SHOWN_MS,
    SoundCaption,
    caption_picture,
)
from machines.museum.window.window import WindowConfig
from tests.machines.museum.window.window_driver import visitor
from tests.machines.museum.window.window_room import ASSETS, FakeMuseum, words

LANGUAGES = sorted(one.name for one in (ASSETS / "text").iterdir() if one.is_dir())


def test_every_sound_has_its_words_and_no_two_the_same() -> None:
    said = words().sounds
    assert set(said) == set(WAVES)
    assert len(set(said.values())) == len(said)


def test_a_sound_is_told_for_a_while_after_it_was_heard() -> None:
    told = SoundCaption()
    assert told.follow(["card"], (), 1_000) == "card"
    assert told.follow([], (), 1_000 + SHOWN_MS - 1) == "card"
    assert told.follow(["card"], (), 1_000 + SHOWN_MS - 1) == "card"
    assert told.follow([], (), 1_000 + SHOWN_MS) == "card"
    assert told.follow([], (), 1_000 + 2 * SHOWN_MS) == ""


def test_units_take_turns_but_not_faster_than_one_can_read() -> None:
    told = SoundCaption()
    told.follow(["card"], (), 0)
    assert told.follow(["line"], (), HELD_MS - 1) == "card"
    assert told.follow(["line"], (), HELD_MS) == "line"


def test_the_end_of_a_game_goes_before_units_and_these_before_the_visitors_own_clicks() -> None:
    told = SoundCaption()
    assert told.follow(["key"], ("tape",), 0) == "key"
    assert told.follow(["line"], ("tape",), 10) == "line"
    assert told.follow(["key"], ("tape",), 900) == "line"
    assert told.follow(["won"], ("tape",), 910) == "won"
    assert told.follow(["line", "key"], ("tape",), 910 + ENDING_MS - 1) == "won"
    assert told.follow([], ("tape",), 910 + ENDING_MS) == "tape"


@pytest.mark.parametrize("unit", [0.33, 0.67, 1.0, 2.0])
def test_the_line_is_as_wide_as_its_words(unit: float) -> None:
    short, long = caption_picture("A key", unit), caption_picture("A key clicks twice", unit)
    assert short.get_width() < long.get_width()
    assert short.get_height() == long.get_height()


def test_captions_are_drawn_above_the_bar_also_without_sound() -> None:
    with visitor() as guest:
        room = guest.window.room_rect
        corner = pygame.Rect(0, room.bottom - 60, 400, 60)

        def looks() -> bytes:
            return pygame.image.tobytes(guest.window.screen.subsurface(corner), "RGB")

        bare = looks()
        guest.click("panel.key.0")
        assert looks() == bare
        guest.key(pygame.K_F4)
        guest.key(pygame.K_F4)
        assert guest.window.captions
        assert not guest.window.sounds.on
        guest.frames(200)
        guest.museum.pass_time(1_000)
        guest.frames(2)
        assert guest.window.sound_caption.name == "relay"
        assert looks() != bare
        guest.frames(200)
        assert looks() == bare


def test_the_bars_rocker_goes_through_sound_and_captions_and_says_which() -> None:
    with visitor(FakeMuseum(), WindowConfig(size=(1280, 720), exhibit="demo")) as guest:
        seen = []
        for _ in range(5):
            seen.append((guest.window.sounds.on, guest.window.captions))
            guest.click("rail:sound")
        assert seen == [(True, False), (False, False), (True, True), (False, True), (True, False)]


def test_every_caption_fits_into_the_window() -> None:
    for language in LANGUAGES:
        text = (ASSETS / "text" / language / "museum.toml").read_text(encoding="utf-8")
        sounds = tomllib.loads(text)["sounds"]
        assert set(sounds) == set(WAVES)
        for size in ((1280, 720), (1024, 768), (1080, 1920)):
            for said in sounds.values():
                wide, high = caption_picture(said, min(size) / 1080).get_size()
                assert wide < 0.6 * size[0], (size, said)
                assert high < 0.06 * size[1], (size, said)
