"""Every room is composed for a wide window and for one that stands upright."""

import itertools

import pygame
import pytest

from devices.screen.room import CANVAS, PartPlacement, Room
from devices.screen.stage import Stage
from machines.museum.window.control_bar_layout import control_bar_height
from machines.storage.registry import EXHIBITS, make_room, panel_layout

NAMES = [one.name for one in EXHIBITS]
BEHIND = {
    ("anaconda", "pc", "tower"),
    ("morph", "keyboard", "workstation"),
    ("anaconda", "keyboard", "pc"),
}
"""Parts that stand one behind the other."""


@pytest.fixture(scope="module", params=EXHIBITS, ids=NAMES)
def room(request: pytest.FixtureRequest) -> Room:
    """Each museum's room."""
    made: Room = make_room(request.param, panel_layout(request.param))
    return made


def arrangements(room: Room) -> list[tuple[tuple[float, float], tuple[PartPlacement, ...]]]:
    return [(CANVAS, room.places), (room.tall_canvas, room.tall)]


def test_an_upright_window_has_every_part_that_a_wide_one_has(room: Room) -> None:
    assert [place.name for place in room.tall] == [place.name for place in room.places]
    assert [place.title for place in room.tall] == [place.title for place in room.places]


def test_every_part_stands_on_the_canvas(room: Room) -> None:
    for canvas, places in arrangements(room):
        whole = pygame.Rect(0, 0, *map(round, canvas))
        for place in places:
            assert whole.contains(pygame.Rect(*map(round, place.rect))), place.name


@pytest.mark.parametrize("size", [(1080, 1920), (1920, 1080), (1280, 720), (1024, 768)])
def test_no_part_covers_another(room: Room, size: tuple[int, int]) -> None:
    stage = Stage(room)
    stage.lay((size[0], size[1] - control_bar_height(size)))
    for one, other in itertools.combinations(stage.standings, 2):
        both = one.rect.clip(other.rect)
        names = (room.name, *sorted((one.place.name, other.place.name)))
        most = 0.25 if names in BEHIND else 0.06
        smaller = min(one.rect.width * one.rect.height, other.rect.width * other.rect.height)
        assert both.width * both.height <= most * smaller, names


def test_an_upright_window_is_used(room: Room) -> None:
    size = (1080, 1920)
    stage = Stage(room)
    high = size[1] - control_bar_height(size)
    stage.lay((size[0], high))
    rects = [one.rect for one in stage.standings]
    used = rects[0].unionall(rects)
    assert used.height > 0.85 * high and used.width > 0.9 * size[0]
    assert sum(rect.width * rect.height for rect in rects) > 0.6 * size[0] * high
