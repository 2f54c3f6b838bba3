"""What every room shows while a visitor's game runs: the board large, what is learned, no step of
the game out of sight."""

import itertools
import random
from functools import cache

import pygame
import pytest

from devices.screen.guide import BAR
from devices.screen.room import Room
from devices.screen.stage import Stage
from machines.museum.window.control_bar_layout import control_bar_height
from machines.storage.registry import EXHIBITS, make_room, panel_layout
from tests.machines.visitor import Visitor

NAMES = [one.name for one in EXHIBITS]
WINDOWS = [(800, 480), (1280, 720), (1920, 1080), (3840, 2160), (1080, 1920)]
"""The usual run has the smallest."""
SIZES = [pytest.param(size, marks=[pytest.mark.slow] * bool(k)) for k, size in enumerate(WINDOWS)]
BRIEF = ("menace",)
"""Whose games are short; the usual run follows this room's."""
SQUARE = 762
"""Pixels a side of 28% of 1920 x 1080."""
FINGER = 48
MOVES = 4


@cache
def room_of(name: str) -> Room:
    one = next(one for one in EXHIBITS if one.name == name)
    made: Room = make_room(one, panel_layout(one))
    return made


def in_play(room: Room, window: tuple[int, int]) -> Stage:
    stage = Stage(room)
    stage.in_play = True
    stage.lay((window[0], window[1] - control_bar_height(window)))
    return stage


def board_of(stage: Stage) -> pygame.Rect:
    """All squares."""
    stage.paint(stage.context(None, 0, 16_667))
    names = stage.room.men(stage.context(None, 0, 16_667))
    rects = [hit.rect for hit in stage.targets() if hit.event in names]
    assert len(rects) == len(names), "every square is in sight"
    return rects[0].unionall(rects)


@pytest.mark.parametrize("name", NAMES)
def test_what_the_steps_of_help_name_is_seen_in_play(name: str) -> None:
    stage = in_play(room_of(name), WINDOWS[0])
    stage.paint(stage.context(None, 0, 16_667))
    steps = [step for step in stage.room.steps_at if not step.startswith(BAR)]
    assert [step for step in steps if stage.area_of(step) is None] == []


@pytest.mark.parametrize("window", SIZES)
def test_board_and_what_is_learned_are_large_and_nothing_covers_them(
    window: tuple[int, int],
) -> None:
    for room in map(room_of, NAMES):
        stage = in_play(room, window)
        there = {placed.place.name: placed for placed in stage.standings}
        assert "learned" in there and there["learned"].place.title
        assert room.takes_back in {hit.event for hit in stage.targets()}
        whole = stage.canvas.get_rect()
        for placed in stage.standings:
            assert whole.contains(placed.seen), (placed.place.name, window)
        for one, other in itertools.combinations(stage.standings, 2):
            both = one.seen.clip(other.seen)
            assert min(both.size) <= 1, (one.place.name, other.place.name, window)
        board = board_of(stage)
        if window == (1920, 1080):
            assert min(board.size) >= SQUARE
        if window[0] > window[1]:
            assert board.centerx < whole.centerx, "the ending lies beside it"
        else:
            assert board.centery < whole.centery


@pytest.mark.parametrize("name", NAMES)
def test_what_is_seen_fills_the_picture(name: str) -> None:
    room = room_of(name)
    for seen, (wide, high) in (
        (room.in_play, room.wide.canvas),
        (room.tall_in_play, room.tall.canvas),
    ):
        area = sum(place.rect[2] * place.rect[3] for place in seen.places)
        assert area >= 0.8 * wide * high
        assert len({place.name for place in seen.places}) == len(seen.places)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in BRIEF)) for name in NAMES]
)
def test_no_step_of_a_visitors_game_is_out_of_sight(name: str) -> None:
    dice = random.Random(704)
    guest = Visitor(name)
    step = guest.press_play(speed=10)
    stage = in_play(guest.room, (1920, 1080))
    seen = 0
    for _ in range(400):
        if guest.room.plays(guest.context()):
            seen += 1
            stage.paint(guest.context())
            there = {hit.event: hit for hit in stage.targets()}
            own = [one for one in step.controls if not one.startswith(BAR)]
            assert set(own) <= set(there), step.prompt
            for one in own:
                assert min(there[one].rect.size) >= FINGER, one
        elif seen > MOVES:
            break
        elif seen and step.prompt == "over":  # a play of noughts and crosses is short
            step = guest.press_play(speed=10)
            continue
        if seen > 12 * MOVES:
            break
        own = [one for one in step.controls if one in guest.hits()]
        if step.yours and own:
            guest.touch(guest.hits()[dice.choice(own)])
            guest.wait(400, 10)
        else:
            guest.play.tend(step, guest.now_ms, guest.send)
            guest.wait(400, 10)
        guest.settle()
        guest.look()
        step = guest.step()
    assert seen > MOVES, "a visitor's game runs"
