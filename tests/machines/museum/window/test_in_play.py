"""While a visitor's game runs: what is looked at then, the way there and back, what stays."""

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from devices.screen.guide import NextStep
from devices.screen.placed_part import GLIDE_MS
from devices.screen.room import AfterGame, DrawContext, PartPlacement, Room
from devices.screen.stage import Stage
from machines.museum.window.game_cards import AfterGameCard
from machines.museum.window.window import WindowConfig
from tests.machines.museum.window.window_driver import FRAME_MS, SIZE, Visitor, visitor
from tests.machines.museum.window.window_room import (
    CounterPart,
    FakeMuseum,
    Glimpse,
    demonstration_room,
)

KEYS = (20.0, 100.0, 200.0, 100.0)
"""Of the panel, what is seen in play: its keys, but for START."""


class PlayRoom(Room):
    """The demonstration room in which a game runs while ``game`` is counted; it has ended with
    ``ended``."""

    def at_stake(self, context: DrawContext) -> bool:
        return bool(context.view.tallies.get("game"))

    def after_game(self, context: DrawContext) -> AfterGame | None:
        ended = context.view.tallies.get("ended", 0)
        return AfterGame("It has changed.", number=ended, winner="you_won") if ended else None


def play_room(exhibit: str = "demo") -> Room:
    made = demonstration_room(exhibit)
    wide = {
        "panel": (20.0, 20.0, 1200.0, 600.0),
        "learned": (1240.0, 20.0, 660.0, 600.0),
    }
    tall = {"learned": (20.0, 20.0, 1040.0, 600.0), "panel": (20.0, 640.0, 1040.0, 600.0)}
    learned = PartPlacement("learned", CounterPart, (0, 0, 1, 1), "LEARNED", lambda context: 7)
    in_play, tall_in_play = (
        made.wide.moved(rects, (learned,), {"panel": KEYS}) for rects in (wide, tall)
    )
    made = replace(made, in_play=in_play, tall_in_play=tall_in_play)
    return PlayRoom(**{name: getattr(made, name) for name in made.__dataclass_fields__})


class PlayMuseum(FakeMuseum):
    """A museum with that room."""

    def room(self, exhibit: str) -> Room:
        self.rooms[exhibit] = play_room(exhibit)
        return self.rooms[exhibit]

    def counts(self, **tallies: int) -> None:
        assert self.glimpse is not None
        self.glimpse = replace(self.glimpse, tallies=tallies)


@pytest.fixture
def guest() -> Iterator[Visitor]:
    with visitor(PlayMuseum(), WindowConfig(size=SIZE, exhibit="demo", sound=False)) as made:
        yield made


def counts(guest: Visitor, **tallies: int) -> None:
    assert isinstance(guest.museum, PlayMuseum)
    guest.museum.counts(**tallies)
    guest.settle()


def seen(guest: Visitor) -> set[str]:
    assert guest.window.stage is not None
    return {placed.place.name for placed in guest.window.stage.standings}


@pytest.mark.parametrize("size", [(1920, 984), (800, 420), (1080, 1740)])
def test_what_is_seen_of_a_part_fills_its_place_and_nothing_else_is_touched(
    size: tuple[int, int],
) -> None:
    stage = Stage(play_room())
    stage.lay(size)
    assert {placed.place.name for placed in stage.standings} == {"panel", "counter"}
    stage.in_play = True
    stage.lay(size)
    there = {placed.place.name: placed for placed in stage.standings}
    assert set(there) == {"panel", "learned"} and stage.steps_back
    panel = there["panel"]
    assert panel.seen.width / panel.seen.height == pytest.approx(KEYS[2] / KEYS[3], rel=0.02)
    assert stage.canvas.get_rect().contains(panel.seen) and panel.rect.width > panel.seen.width
    stage.paint(stage.context(Glimpse(), 0, 16_667))
    wall = stage.backdrop
    for x, y in (
        (panel.seen.left - 3, panel.seen.centery),
        (panel.seen.centerx, panel.seen.top - 3),
    ):
        assert stage.canvas.get_at((x, y)) == wall.get_at((x, y)), "nothing beyond what is seen"
    names = {hit.event for hit in stage.targets()}
    assert "panel.key.0" in names and "panel.start" not in names
    start = panel.area_of((30, 210, 100, 60)).center
    assert stage.hit(*start) is None or stage.hit(*start).event != "panel.start"  # type: ignore[union-attr]
    assert stage.areas(("panel.start",)) == {}
    assert stage.by_key("return") is not None, "a key works what is out of sight"


def test_a_room_that_is_laid_low_keeps_its_own_arrangement() -> None:
    stage = Stage(play_room())
    stage.in_play, stage.low = True, 540
    stage.lay((1920, 984))
    assert {placed.place.name for placed in stage.standings} == {"panel", "counter"}
    assert not stage.steps_back


def test_the_view_follows_a_visitors_game_and_comes_back(guest: Visitor) -> None:
    assert seen(guest) == {"panel", "counter"}
    counts(guest, game=1)
    assert seen(guest) == {"panel", "learned"}
    counts(guest, game=1, other=2)
    counts(guest)
    assert seen(guest) == {"panel", "counter"}


def test_it_glides_there_and_with_reduced_flicker_it_is_there_at_once() -> None:
    for calm in (False, True):
        with visitor(PlayMuseum(), WindowConfig(size=SIZE, exhibit="demo", calm=calm)) as guest:
            assert isinstance(guest.museum, PlayMuseum) and guest.window.stage is not None
            guest.museum.counts(game=1)
            glides = 0
            for _ in range(2 * GLIDE_MS // FRAME_MS):
                guest.frames()
                guest.window.renderer.wait()
                glides += guest.window.stage.glide is not None
            assert guest.window.stage.settled() and seen(guest) == {"panel", "learned"}
            assert bool(glides) != calm


def test_a_glide_has_the_wall_behind_it_not_the_picture_that_it_leaves(guest: Visitor) -> None:
    stage = guest.window.stage
    assert stage is not None
    counts(guest, game=1)
    for in_play in (False, True):
        stage.in_play = in_play
        stage.lay(stage.canvas.get_size(), now_ms=guest.window.now_ms)
        assert stage.glide is not None and stage.backdrop is stage.backdrops[in_play]


def test_escape_gives_the_whole_machine_until_the_game_is_over(guest: Visitor) -> None:
    counts(guest, game=1)
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    assert seen(guest) == {"panel", "counter"} and guest.window.navigator.exhibit == "demo"
    guest.settle()
    assert seen(guest) == {"panel", "counter"}
    counts(guest)
    counts(guest, game=1)
    assert seen(guest) == {"panel", "learned"}
    guest.key(pygame.K_ESCAPE)
    guest.settle()
    guest.key(pygame.K_ESCAPE)
    assert guest.window.navigator.exhibit == ""


def test_nobody_is_moved_who_looks_closely_or_has_a_finger_down(guest: Visitor) -> None:
    window = guest.window
    window.navigator.look("counter", None)
    counts(guest, game=1)
    assert seen(guest) == {"counter"}
    window.step_back()
    guest.settle()
    assert seen(guest) == {"panel", "learned"}
    counts(guest)
    x, y = guest.place("panel.key.1")
    guest.press(x, y)
    counts(guest, game=1)
    assert seen(guest) == {"panel", "counter"}
    guest.release(x, y)
    guest.settle()
    assert seen(guest) == {"panel", "learned"}


def test_a_game_stays_in_sight_until_its_ending_is_closed(guest: Visitor) -> None:
    counts(guest, game=1)
    counts(guest, ended=1)
    (card,) = (one for one in guest.window.overlays if isinstance(one, AfterGameCard))
    assert seen(guest) == {"panel", "learned"}
    card.done = True
    guest.settle()
    assert seen(guest) == {"panel", "counter"}


@pytest.mark.parametrize("wait", range(4))
def test_it_stays_in_sight_in_whichever_frame_it_ends(
    guest: Visitor, wait: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlayRoom, "guide", lambda *_: NextStep("asks"))
    counts(guest, game=1)
    guest.frames(wait)
    assert isinstance(guest.museum, PlayMuseum)
    guest.museum.counts(ended=1)
    for _ in range(5):
        guest.frames()
        assert guest.window.stage is not None
        assert guest.window.stage.in_play


def test_the_way_back_glows_where_the_next_thing_is_out_of_sight(
    guest: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = NextStep("go", ("panel.start",), yours=True)
    assert guest.window.stage is not None
    monkeypatch.setattr(type(guest.window.stage.room), "guide", lambda room, context: step)
    counts(guest, game=1)
    assert guest.window.guidance.glowing == ("rail:plan",)


def test_on_the_floor_plan_the_whole_room_is_seen(guest: Visitor) -> None:
    counts(guest, game=1)
    stage = guest.window.stage
    guest.window.enter("")
    guest.settle()
    assert stage is not None
    assert {placed.place.name for placed in stage.standings} == {"panel", "counter"}
    in_play = stage.room.in_play, stage.room.tall_in_play
    assert not [key for key in stage.parts if key[1] in in_play], "their pictures are let go"
    guest.window.enter("demo")
    guest.settle()
    assert seen(guest) == {"panel", "learned"}
