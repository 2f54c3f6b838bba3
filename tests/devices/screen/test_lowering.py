"""Laid low: what a visitor plays by lies in the lower half of the window."""

import pygame
import pytest

from devices.screen.control_bar.layout import control_bar_height
from devices.screen.room import Room
from devices.screen.stage import Stage
from machines.app.exhibits import panel_layout
from machines.registry import EXHIBITS, make_room
from tests.devices.screen.window_driver import visitor

SIZES = [(1920, 1080), (1280, 720), (1080, 1920)]


@pytest.fixture(scope="module", params=EXHIBITS, ids=[one.name for one in EXHIBITS])
def room(request: pytest.FixtureRequest) -> Room:
    made: Room = make_room(request.param, panel_layout(request.param))
    return made


@pytest.mark.parametrize("size", SIZES)
def test_what_a_visitor_plays_by_lies_in_the_lower_half(room: Room, size: tuple[int, int]) -> None:
    stage = Stage(room)
    stage.low = size[1] // 2
    stage.lay((size[0], size[1] - control_bar_height(size)))
    must = [hit.rect for hit in stage.targets() if hit.event.startswith(room.reached)]
    assert must
    for rect in must:
        assert rect.top >= size[1] // 2 - 2
        assert rect.bottom <= stage.canvas.get_height()


def test_the_backdrop_goes_with_the_parts(room: Room) -> None:
    size = (1280, 656)
    usual, low = Stage(room), Stage(room)
    low.low = 360
    for stage in (usual, low):
        stage.lay(size)
        stage.paint(stage.context(None, 60_000, 1_000_000))
        assert stage.settled()
        assert stage.backdrop.get_size() == size
    if low.lowering.scale == 1.0 and low.lowering.down and room.backdrop is not None:
        down = low.lowering.down
        for x in (3, 640, 1270):
            for y in range(down + 3, 650, 60):
                now = pygame.Vector3(low.backdrop.get_at((x, y))[:3])
                was = pygame.Vector3(usual.backdrop.get_at((x, y - down))[:3])
                assert (now - was).length() < 40


def test_a_unit_that_is_looked_at_closely_has_its_controls_low() -> None:
    spec = EXHIBITS[0]
    stage = Stage(make_room(spec, panel_layout(spec)))
    stage.low = 540
    stage.lay((1920, 984), "reader")
    for hit in stage.targets():
        assert hit.rect.top >= 538 and hit.rect.bottom <= 984


def test_keys_lay_all_low_and_letter_it_larger_and_back() -> None:
    with visitor() as guest:
        window = guest.window
        assert window.stage is not None
        usual = window.room_rect.height
        guest.key(pygame.K_t, mod=pygame.KMOD_CTRL)
        guest.settle()
        assert window.large and window.room_rect.height < usual
        guest.key(pygame.K_t, mod=pygame.KMOD_CTRL)
        guest.settle()
        assert not window.large and window.room_rect.height == usual
        guest.key(pygame.K_d, mod=pygame.KMOD_CTRL)
        guest.settle()
        assert window.stage.low == window.size[1] // 2
        assert guest.acts() == []
