"""Every control is large enough for a finger: in the room what a prompt asks for, else close by."""

from unittest.mock import patch

import pygame
import pytest

from devices.screen.placed_part import FINGER_PX, Hit
from devices.screen.room import PartPlacement, Room
from devices.screen.stage import Stage
from machines.museum.window.control_bar_layout import control_bar_height
from machines.storage.registry import EXHIBITS, make_room, panel_layout


def reach(stage: Stage, hit: Hit, asked: tuple[str, ...] = ()) -> tuple[int, int]:
    """Width and height of what finds a control, through its middle, in pixels."""
    x, y = hit.rect.center
    ways = []
    targets = stage.targets()
    with patch.object(stage, "targets", lambda: targets):  # nothing moves meanwhile
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            far = 0
            while far < FINGER_PX:
                found = stage.hit(x + dx * (far + 1), y + dy * (far + 1), asked)
                if found is None or found.event != hit.event:
                    break
                far += 1
            ways.append(far)
    return ways[0] + ways[1] + 1, ways[2] + ways[3] + 1


SIZE = (1920, 1080)
ROOM = (SIZE[0], SIZE[1] - control_bar_height(SIZE))
NAMES = [one.name for one in EXHIBITS]
FILLS = 0.9
"""Of the window's width or height, a unit that is looked at closely fills at least so much."""


@pytest.fixture(scope="module", params=EXHIBITS, ids=NAMES)
def room(request: pytest.FixtureRequest) -> Room:
    """Each museum's room."""
    made: Room = make_room(request.param, panel_layout(request.param))
    return made


def stage_of(room: Room) -> Stage:
    stage = Stage(room)
    stage.lay(ROOM)
    return stage


def come_close(stage: Stage, place: PartPlacement, at: tuple[int, int]) -> None:
    """As a tap on the unit does."""
    stage.lay(ROOM, place.name, deep=stage.half_at(place, *at))


def kinds(stage: Stage) -> list[Hit]:
    """One control of each row of like ones that can be touched (``key.1`` stands for all keys)."""
    found: dict[str, Hit] = {}
    for hit in stage.targets():
        if hit.touch.kind != "look":
            found.setdefault(hit.event.rstrip("0123456789"), hit)
    return list(found.values())


@pytest.mark.slow
def test_what_a_prompt_asks_for_is_large_enough_in_the_room(room: Room) -> None:
    stage = stage_of(room)
    for hit in kinds(stage):
        wide, high = reach(stage, hit, (hit.event,))
        assert min(wide, high) >= FINGER_PX - 1, (hit.event, wide, high)


@pytest.mark.slow
def test_close_by_every_control_is_large_enough(room: Room) -> None:
    stage = stage_of(room)
    for place in room.places:
        stage.lay(ROOM)
        middle = next(one for one in stage.standings if one.place is place).rect.center
        come_close(stage, place, middle)
        for hit in kinds(stage):
            wide, high = reach(stage, hit)
            assert min(wide, high) >= FINGER_PX - 1, (hit.event, wide, high)


@pytest.mark.slow
def test_a_unit_that_is_tapped_fills_the_window_one_way(room: Room) -> None:
    stage = stage_of(room)
    for place in room.places:
        stage.lay(ROOM)
        standing = next(one for one in stage.standings if one.place is place)
        come_close(stage, place, standing.rect.center)
        seen = stage.standings[0].rect.clip(stage.canvas.get_rect())
        share = max(seen.width / SIZE[0], seen.height / SIZE[1])
        assert share >= FILLS, (place.name, share)


@pytest.mark.slow
def test_a_half_of_a_unit_is_the_one_that_was_tapped(room: Room) -> None:
    stage = stage_of(room)
    for place in room.places:
        stage.lay(ROOM)
        rect = next(one for one in stage.standings if one.place is place).rect
        if stage.half_at(place, *rect.center) is None:
            continue
        ways = [(rect.top + 2, "top"), (rect.bottom - 2, "bottom")]
        if place.name != "console":  # longer than two windows: seen round what was tapped
            ways += [(rect.centery - 2, "top"), (rect.centery + 2, "bottom")]
        for y, edge in ways:
            stage.lay(ROOM)
            come_close(stage, place, (rect.centerx, y))
            shown = stage.standings[0].rect
            at = getattr(shown, edge)
            assert stage.canvas.get_rect().top <= at <= stage.canvas.get_height(), (place.name, y)


@pytest.mark.slow
def test_most_controls_of_a_room_that_a_finger_cannot_tell_apart_are_known_as_such() -> None:
    rooms = {one.name: make_room(one, panel_layout(one)) for one in EXHIBITS}
    stage = stage_of(rooms["ibm704"])
    small = {hit.event for hit in stage.targets() if not stage.fits_a_finger(hit)}
    assert {"console.load_cards", "console.key.7"} <= small
    assert not any(event.startswith("board.square") for event in small)


def test_nothing_is_hit_far_from_every_control(room: Room) -> None:
    stage = stage_of(room)
    taken = [hit.rect.inflate(FINGER_PX, FINGER_PX) for hit in stage.targets()]
    for x in range(5, ROOM[0], 193):
        for y in range(5, ROOM[1], 101):
            if pygame.Rect(x, y, 1, 1).collidelist(taken) < 0:
                assert stage.hit(x, y) is None
