"""What the museum's own rooms have beyond what every exhibit promises: both arrangements, men on
squares, sounds."""

import itertools

import pygame
import pytest

from devices.screen.room import PartPlacement, Room
from devices.screen.sound_waves import HUMS, WAVES
from devices.screen.stage import Stage
from machines.museum.window.control_bar_layout import control_bar_height
from machines.storage.registry import EXHIBITS, make_room, panel_layout
from tests.machines.visitor import Visitor

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
    return [(each.canvas, each.places) for each in (room.wide, room.tall)]


def test_an_upright_window_has_every_part_that_a_wide_one_has(room: Room) -> None:
    assert [place.name for place in room.tall.places] == [place.name for place in room.places]
    assert [place.title for place in room.tall.places] == [place.title for place in room.places]


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


BEGUN = {
    "ibm704": {"b": 12, "w": 12, "": 8},
    "menace": {"O": 1, "": 8},
    "pegasus": {"O": 1, "": 8},
    "anaconda": {"b": 12, "w": 12, "": 8},
    "morph": {"P": 8, "p": 8, "R": 2, "r": 2, "K": 1, "k": 1, "": 32},
}
"""How many squares hold what, where the visitor is to choose first."""


@pytest.mark.parametrize("name", [one.name for one in EXHIBITS])
def test_the_men_stand_on_squares_that_can_be_touched(name: str) -> None:
    visitor = Visitor(name)
    if not visitor.step().yours:
        assert visitor.press_play(watches=False, speed=20).yours
    men = visitor.room.men(visitor.context())
    assert not visitor.missing(list(men))
    held = list(men.values())
    for man, count in BEGUN[name].items():
        assert held.count(man) == count
    glow = visitor.step().controls
    assert set(glow) <= set(men)


OWN = {
    "ibm704": {"card", "punch", "line", "relay", "checker"},
    "menace": {"rattle", "glass", "pencil"},
    "pegasus": {"type", "return"},
    "morph": {"figure"},
    "anaconda": {"checker"},
}
"""What each room is known by."""


@pytest.mark.parametrize("name", [one.name for one in EXHIBITS])
def test_every_sound_of_a_room_follows_something_that_is_counted(name: str) -> None:
    visitor = Visitor(name)
    sounds, tallies = visitor.room.sounds, visitor.exhibit.view().tallies
    assert set(sounds) <= set(tallies) | {"stops"}  # stops: of the 704's own programs alone
    assert set(sounds.values()) <= set(WAVES) - set(HUMS)
    assert OWN[name] <= set(sounds.values())
