"""The card after a game: when it comes, what it takes of a visitor's touches, when it goes."""

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pygame
import pytest

from devices.game_record import GameRecord
from devices.screen.room import LEARNED, AfterGame, Arrangement, DrawContext, Room, Souvenir
from machines.museum.window.control_bar_layout import control_bar_height
from machines.museum.window.game_cards import BODY, AfterGameCard, GamesSeen, SouvenirCard
from machines.museum.window.museum import Caretaker
from machines.museum.window.overlay import LEAST, PITCH, PLATE_HIGH, fit_text
from tests.machines.museum.window.window_driver import FRAME_MS, Visitor, visitor
from tests.machines.museum.window.window_room import FakeMuseum, demonstration_room, words

BACK = "panel.start"
"""The control that takes a turn back in that room."""


class TaughtRoom(Room):
    """The demonstration room, in which ``games`` have ended; below 0 one goes on."""

    def after_game(self, context: DrawContext) -> AfterGame | None:
        games = context.view.tallies.get("games", -1)
        if games < 0:
            return None
        return AfterGame("Changed.", {}, games, winner="you_won")


class TaughtMuseum(FakeMuseum):
    """A museum with that room."""

    def room(self, exhibit: str) -> Room:
        made = demonstration_room(exhibit)
        (place,) = (place for place in made.places if place.name == "counter")
        there = Arrangement((replace(place, name=LEARNED),))
        made = replace(made, in_play=there, takes_back=BACK)
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


SIZES = ((800, 480), (1024, 768), (1280, 720), (1920, 1080), (3840, 2160), (1080, 1920))
LONG = "The clue 'men without neighbours' stood at +14, now at -9. What I liked I now avoid. " * 3


def check_laid(made: AfterGameCard, room: pygame.Rect) -> None:
    """Nothing beyond the card, nothing over something else, all of the words."""
    rects = [*made.rects().values()]
    assert room.contains(made.box)
    assert all(made.box.contains(rect) for rect in (*rects, made.text, made.image))
    assert not any(a.colliderect(b) for a, b in combinations((*rects, made.text), 2))
    assert not any(made.image.colliderect(rect) for rect in rects)
    height, lines = fit_text(made.said, made.text.size, float(made.px(BODY)))
    below = made.text.top + round(height * PITCH) * len(lines)
    assert below <= min(made.text.bottom, made.image.top if made.image.height else made.text.bottom)
    assert all(rect.height >= max(LEAST, made.px(PLATE_HIGH)) for rect in rects)


@pytest.mark.parametrize("size", SIZES)
def test_the_card_leaves_the_board_in_sight_and_all_of_it_fits(
    guest: Visitor, size: tuple[int, int]
) -> None:
    for large, lowered, learned, names in product(
        (False, True),
        (False, True),
        (None, picture),
        (("again",), ("again", "show", "take"), ("again", "show", "back", "take")),
    ):
        acts = dict.fromkeys(names, bool)
        made = AfterGameCard(words(), ("THE BOXES WON", "LEARNED"), LONG, acts, "BACK", learned)
        made.large, made.low = large, size[1] // 2 if lowered else None
        room = pygame.Rect(0, 0, size[0], size[1] - control_bar_height(size, large, lowered))
        made.lay(size, room)
        check_laid(made, room)
        if made.tall:
            assert made.box.top >= room.height * 0.48
        else:
            assert made.box.left >= room.width // 2
            assert made.box.height >= 0.95 * room.height
        if lowered:
            assert all(rect.top >= size[1] // 2 for rect in made.rects().values())


def picture(side: int) -> pygame.Surface:
    """What was learned: twice as wide as high."""
    return pygame.Surface((side, side // 2))


def test_the_picture_of_learning_is_drawn_by_the_renderer_and_fits(guest: Visitor) -> None:
    drawn: list[str] = []

    def learned(side: int) -> pygame.Surface:
        drawn.append(threading.current_thread().name)
        return picture(side)

    made = AfterGameCard(words(), ("YOU WON", "LEARNED"), "It has changed.", {}, "", learned)
    guest.window.show(made)
    guest.settle()
    assert made.drawn is not None
    assert made.drawn.get_width() <= made.image.width
    assert made.drawn.get_height() <= made.image.height
    assert made.drawn.get_width() > 0.9 * made.image.width
    assert threading.current_thread().name not in drawn
    looked = len(drawn)
    guest.settle()
    assert len(drawn) == looked, "once for each size"
    made.said = LONG
    made.lay((800, 480), pygame.Rect(0, 0, 800, 200))
    assert not made.image.height
    guest.settle()
    assert made.drawn is None, "where there is no room for it the words have it all"


def test_a_room_draws_what_lies_at_its_place_of_learning(guest: Visitor) -> None:
    stage, context = guest.window.stage, guest.window.context
    assert stage is not None
    assert context is not None
    bare = replace(stage.room, in_play=Arrangement())
    assert bare.learned(context) is None
    (place,) = (place for place in stage.room.places if place.name == "counter")
    there = Arrangement((replace(place, name="learned"),))
    # Some lie there only while a game runs.
    for taught in (replace(bare, wide=there), replace(bare, in_play=there)):
        draw = taught.learned(context)
        assert draw is not None
        assert max(draw(300).get_size()) == 300


def test_who_has_won_stands_large_and_play_again_does_what_play_does(guest: Visitor) -> None:
    made = shown(guest)
    assert made.headings == ("YOU WON", words().after_words["title"])
    assert not guest.window.play.active
    guest.press(*made.rects()["again"].center)
    assert guest.window.play.active
    assert card(guest) is None


def test_show_me_leads_to_the_sheet_of_changes_and_the_step_back_to_the_card(
    guest: Visitor,
) -> None:
    made = shown(guest)
    guest.press(*made.rects()["show"].center)
    guest.settle()
    assert guest.window.stage is not None
    assert guest.window.stage.close_up == LEARNED
    assert card(guest) is None
    assert guest.window.game_cards.is_told()
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    back = card(guest)
    assert not guest.window.stage.close_up
    assert back is not None and back.headings == made.headings
    guest.press(*back.rects()["show"].center)
    guest.settle()
    museum_of(guest).ends(-1)  # another game begins meanwhile
    guest.settle()
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    assert card(guest) is None


def test_nobody_who_has_left_what_show_me_led_to_finds_the_card_again(guest: Visitor) -> None:
    guest.press(*shown(guest).rects()["show"].center)
    guest.settle()
    guest.window._nobody()
    guest.settle()
    assert guest.window.stage is not None
    assert not guest.window.stage.close_up
    assert card(guest) is None


def test_the_rooms_own_way_back_is_on_the_card_under_its_own_name(guest: Visitor) -> None:
    made = shown(guest)
    (plate,) = (plate for plate in made.plates() if plate.name == "back")
    stage = guest.window.stage
    assert stage is not None
    assert plate.word == next(hit for hit in stage.targets() if hit.event == BACK).touch.label
    guest.acts()
    guest.press(*plate.rect.center)
    assert guest.acts() == [(BACK, 1), (BACK, 0)]
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
    guest.press(*made.text.midbottom)
    guest.release(*made.text.midbottom)
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
    said = words().after("menace", "gain", values)
    assert said.startswith("My boxes gain 9 beads. Box 7, red: 4 before, 7 now.")
    ancestor = {"winner": "ancestor_won", "n": "1,002"}
    assert words().prompt("anaconda", "over", ancestor).startswith("Generation 1,002 won. ")


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
        guest.settle()
        assert card(guest) is made, "the ending stays"
        assert made.kept is museum.kept
        guest.press(*made.rects()["take"].center)
        assert len(museum.souvenirs) == 2, "what has failed is tried again"


def test_it_is_taken_and_put_away_by_keys() -> None:
    with visitor(GivingMuseum()) as guest:
        laid_first = shown(guest)
        assert [*laid_first.rects()] == ["again", "show", "back", "take", "close"]
        guest.window.press_sheet("take")
        guest.settle()
        laid = souvenir(guest)
        assert laid is not None
        assert guest.window.sheet() is laid
        guest.window.press_sheet("close")
        assert souvenir(guest) is None


def test_without_a_folder_nothing_is_offered(guest: Visitor) -> None:
    made = shown(guest)
    assert [*made.rects()] == ["again", "show", "back", "close"]
