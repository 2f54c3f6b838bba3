"""The card after a game: when it comes, what it takes of a visitor's touches, when it goes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from devices.game_record import GameRecord
from devices.screen.room import AfterGame, DrawContext, Room, Souvenir
from machines.museum.window.game_cards import (
    MOST_HIGH,
    AfterGameCard,
    GamesSeen,
    SouvenirCard,
)
from machines.museum.window.museum import Caretaker
from tests.machines.museum.window.window_driver import FRAME_MS, Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum, demonstration_room, words

PLATE = 64.0
"""The least height of a plate, units."""


class TaughtRoom(Room):
    """The demonstration room, in which ``games`` have ended; below 0 one goes on."""

    def after_game(self, context: DrawContext) -> AfterGame | None:
        games = context.view.tallies.get("games", -1)
        if games < 0:
            return None
        return AfterGame("It has changed.", place="counter", number=games, ending="won")


class TaughtMuseum(FakeMuseum):
    """A museum with that room."""

    def room(self, exhibit: str) -> Room:
        made = demonstration_room(exhibit)
        self.rooms[exhibit] = TaughtRoom(
            **{name: getattr(made, name) for name in made.__dataclass_fields__}
        )
        return self.rooms[exhibit]

    def ends(self, games: int) -> None:
        """So many games have ended; -1: one goes on."""
        assert self.glimpse is not None
        self.glimpse = replace(self.glimpse, tallies={"games": games})


@pytest.fixture
def guest() -> Iterator[Visitor]:
    with visitor(TaughtMuseum()) as made:
        yield made


def museum_of(guest: Visitor) -> TaughtMuseum:
    assert isinstance(guest.museum, TaughtMuseum)
    return guest.museum


def card(guest: Visitor) -> AfterGameCard | None:
    cards = [one for one in guest.window.overlays if isinstance(one, AfterGameCard)]
    return next((one for one in cards if not one.done), None)


def shown(guest: Visitor, games: int = 1) -> AfterGameCard:
    """The card once a game has ended."""
    museum_of(guest).ends(games)
    guest.settle()
    made = card(guest)
    assert made is not None
    return made


@pytest.mark.slow
def test_a_game_that_had_ended_before_the_visitor_came_shows_no_card() -> None:
    museum = TaughtMuseum()
    museum.ends(3)
    with visitor(museum) as guest:
        assert card(guest) is None
        museum.ends(-1)
        guest.frames(2)
        museum.ends(4)
        guest.frames(2)
        assert card(guest) is not None


def test_the_caretaker_is_told_how_each_game_of_a_visitors_ended_and_of_no_demonstrations() -> None:
    told: list[tuple[str, str]] = []

    class Counting(Caretaker):
        def game_ended(self, exhibit: str, ending: str) -> None:
            told.append((exhibit, ending))

    museum = TaughtMuseum()
    museum.ends(3)
    with visitor(museum, caretaker=Counting()) as guest:
        museum.ends(4)
        guest.frames(60)
        assert told == [("demo", "won")]
        museum.led = "demo"
        guest.frames(2)
        museum.ends(5)
        guest.frames(60)
        assert told == [("demo", "won")]


def test_games_seen_tells_each_end_once_and_one_that_was_taken_back_again() -> None:
    games = GamesSeen()
    first, second = AfterGame("won", number=1), AfterGame("won", number=2)
    told = [games.ended(now) for now in (None, first, first, second, None, second)]
    assert told == [False, True, False, True, False, True]
    games.leave()
    assert not games.ended(second)


def test_a_demonstration_shows_no_card(guest: Visitor) -> None:
    museum_of(guest).led = "demo"
    museum_of(guest).ends(1)
    guest.frames(3)
    museum_of(guest).led = None
    guest.frames(3)
    assert card(guest) is None


def test_the_card_covers_at_most_two_fifths_and_its_plates_can_be_hit(guest: Visitor) -> None:
    made = shown(guest)
    made.said = "It has changed very much. " * 30
    for size in ((1280, 720), (1024, 768), (1080, 1920), (1920, 1080), (3840, 2160)):
        room = guest.window.room_rect.copy()
        room.size = size
        made.lay(size, room)
        assert made.box.height <= round(MOST_HIGH * size[1])
        assert room.contains(made.box)
        assert made.rects()["show"].height == made.rects()["close"].height >= made.px(PLATE)
        height, lines = made.fitted()
        assert made.text_rect().height >= round(height * 1.72) * len(lines)


def test_show_me_leads_to_the_place_that_has_changed(guest: Visitor) -> None:
    made = shown(guest)
    guest.press(*made.rects()["show"].center)
    guest.settle()
    assert guest.window.stage is not None
    assert guest.window.stage.close_up == "counter"
    assert card(guest) is None


def test_close_and_escape_take_the_card_away(guest: Visitor) -> None:
    guest.press(*shown(guest).rects()["close"].center)
    assert card(guest) is None
    shown(guest, 2)
    assert guest.window.put_aside(all_of_them=True)
    assert card(guest) is None


def test_a_touch_on_the_card_is_not_the_rooms_and_one_beside_it_is(guest: Visitor) -> None:
    made = shown(guest)
    guest.acts()
    guest.press(*made.text_rect().midbottom)
    guest.release(*made.text_rect().midbottom)
    assert guest.acts() == []
    guest.click("panel.start")
    assert guest.acts() == [("panel.start", 1), ("panel.start", 0)]
    assert card(guest) is made


@pytest.mark.slow
def test_the_card_stays_until_nobody_is_there_or_the_next_game_begins(guest: Visitor) -> None:
    made = shown(guest)
    guest.frames(60_000 // FRAME_MS)
    assert card(guest) is made
    guest.window._nobody()
    guest.frames(2)
    assert card(guest) is None
    shown(guest, 2)
    museum_of(guest).ends(-1)
    guest.frames(2)
    assert card(guest) is None


def test_a_value_that_has_words_is_said_in_them() -> None:
    values = {"n": "9", "box": "7", "colour": "red", "before": "4", "after": "7"}
    said = words().after("menace", "won", values)
    assert said.startswith("I won. My boxes gain 9 beads. Box 7, red: 4 before, 7 now.")


def test_how_it_ended_is_heard_once(guest: Visitor) -> None:
    shown(guest, 1)
    assert guest.window.sounds.heard.get("won") == 1
    guest.frames(5)
    assert guest.window.sounds.heard.get("won") == 1


class GivingRoom(TaughtRoom):
    """A room whose games can be taken along."""

    def souvenir(self, context: DrawContext) -> Souvenir | None:
        record = GameRecord(".txt", ("DAY ????.??.??: 1 2 3", "1 2 3"), "1 2 3", "1-0")
        return Souvenir(record, lambda side: pygame.Surface((side, side)))


class GivingMuseum(TaughtMuseum):
    """A museum with that room, and a folder."""

    def __init__(self) -> None:
        super().__init__()
        self.souvenirs = []

    def room(self, exhibit: str) -> Room:
        made = super().room(exhibit)
        self.rooms[exhibit] = GivingRoom(
            **{name: getattr(made, name) for name in made.__dataclass_fields__}
        )
        return self.rooms[exhibit]


def souvenir(guest: Visitor) -> SouvenirCard | None:
    there = [one for one in guest.window.overlays if isinstance(one, SouvenirCard)]
    return next((one for one in there if not one.done), None)


@pytest.mark.slow
def test_a_game_is_taken_along_by_a_touch_and_what_became_of_it_is_told() -> None:
    museum = GivingMuseum()
    with visitor(museum) as guest:
        made = shown(guest)
        guest.press(*made.rects()["take"].center)
        guest.settle()
        laid = souvenir(guest)
        assert laid is not None
        assert card(guest) is None
        assert museum.souvenirs is not None
        ((exhibit, files),) = museum.souvenirs
        assert exhibit == "demo"
        assert re.fullmatch(rb"DAY \d{4}\.\d\d\.\d\d: 1 2 3", files[".txt"]())
        assert laid.said() == words().souvenir_words["saving"]
        museum.kept.names = ("2026-11-24-demo-001.png",)
        guest.settle()
        assert laid.said().endswith("2026-11-24-demo-001.png")
        museum.kept.failed = True
        assert laid.said() == words().souvenir_words["failed"]
        guest.press(*laid.rects()["close"].center)
        assert souvenir(guest) is None


def test_it_is_taken_and_put_away_by_keys() -> None:
    with visitor(GivingMuseum()) as guest:
        laid_first = shown(guest)
        assert [*laid_first.rects()] == ["show", "take", "close"]
        guest.window.press_sheet("take")
        guest.settle()
        laid = souvenir(guest)
        assert laid is not None
        assert guest.window.sheet() is laid
        guest.window.press_sheet("close")
        assert souvenir(guest) is None


def test_without_a_folder_nothing_is_offered(guest: Visitor) -> None:
    made = shown(guest)
    assert made.take is None
    assert [*made.rects()] == ["show", "close"]


def test_three_plates_leave_room_for_the_title() -> None:
    with visitor(GivingMuseum()) as guest:
        made = shown(guest)
        for size in ((1280, 720), (1024, 768), (1080, 1920), (1920, 1080), (3840, 2160)):
            for made.large in (False, True):
                room = guest.window.room_rect.copy()
                room.size = size
                made.lay(size, room)
                rects = [*made.rects().values()]
                assert all(made.box.contains(rect) for rect in rects)
                assert not any(a.colliderect(b) for a, b in pairwise(rects))
                assert not any(made.text_rect().colliderect(rect) for rect in rects)
                left = made.box.right if made.lower() else min(rect.left for rect in rects)
                assert left - made.text_rect().left > made.px(300)
