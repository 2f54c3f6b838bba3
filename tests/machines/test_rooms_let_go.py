"""A room where nobody stands keeps no picture, and is drawn again as it was."""

import gc
import weakref
from collections.abc import Iterator

import pygame
import pytest

from devices.screen.stage import Stage
from machines.storage.registry import EXHIBITS
from tests.machines.solo_museum import SoloMuseum

SIZE = (320, 164)
LAMPS_LIT = 30
"""Frames until lamps are as bright as they will be."""


@pytest.fixture(autouse=True)
def _only_what_is_let_go_goes() -> Iterator[None]:
    """In the museum nothing looks for cycles while a machine works (worker/gc_policy.py)."""
    gc.disable()
    yield
    gc.enable()


QUICK = ("anaconda", "pegasus")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one.name, marks=() if one.name in QUICK else pytest.mark.slow)
        for one in EXHIBITS
    ],
)
def test_what_a_room_lets_go_is_gone_and_is_drawn_again_alike(name: str) -> None:
    museum = SoloMuseum(name, [0])
    stage, view = Stage(museum.room(museum.name)), museum.view(museum.name)

    def drawn() -> bytes:
        for _ in range(LAMPS_LIT):
            stage.paint(stage.context(view, 0, 16_667))
        return pygame.image.tobytes(stage.canvas, "RGB")

    stage.lay(SIZE)
    room = drawn()
    looked = stage.room.places[0].name
    stage.lay(SIZE, looked)
    close = drawn()
    parts = [weakref.ref(part) for part in stage.parts.values()]
    walls = weakref.ref(stage.backdrops[True])
    stage.let_go()
    assert [type(part()) for part in parts if part() is not None] == []
    assert walls() is None
    assert stage.canvas.get_size() == (1, 1)
    assert not stage.builder.work
    stage.lay(SIZE)
    assert drawn() == room
    stage.lay(SIZE, looked)
    assert drawn() == close


def test_of_close_ups_only_the_one_before_is_kept() -> None:
    museum = SoloMuseum("anaconda", [0])
    stage, view = Stage(museum.room("anaconda")), museum.view("anaconda")
    stage.lay(SIZE)
    whole = dict(stage.parts)
    before = ""
    for place in stage.room.places:
        stage.lay(SIZE, place.name)
        stage.paint(stage.context(view, 0, 16_667))
        there = {name for name, _, look in stage.parts if look != "room"}
        assert there == {place.name, before} - {""}
        before = place.name
    assert all(stage.parts[key] is part for key, part in whole.items()), "coming back is at once"
    names = set(stage.layer_names())
    assert {name for name in stage.builder.work if isinstance(name, int)} <= names
