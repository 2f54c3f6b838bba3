"""Anaconda's room: what is touched becomes an act, what is seen is drawn."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from devices.panel.layout import read_layout
from devices.screen.guide import Medium
from devices.screen.room import DrawContext
from devices.screen.stage import Stage
from machines.anaconda.exhibit import PLIES, AnacondaExhibit, RoomPlayers
from machines.anaconda.network import new_network
from machines.anaconda.picture.checkers_picture import GREEN, checker
from machines.anaconda.picture.room import make_room, resting_view
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.state import AnacondaScene, History
from machines.exhibit.exhibit import Event
from machines.games.draughts.player import RandomPlayer
from machines.storage.program import ASSETS
from tests.colour_vision import KINDS, contrast, seen
from tests.machines.room_moment import moment_of

LAYOUT = read_layout((ASSETS / "panels" / "anaconda.toml").read_bytes(), "anaconda.toml")
ROOM = make_room(LAYOUT)
PLACES = {place.name: place for place in ROOM.places}
NETWORK = new_network(np.random.default_rng(16))
HISTORY = History((3.0, 5.0), (0.5, 0.6), (0.05, 0.06), 0, (9, 4, -2), (True, False, True))
SEATS = RoomPlayers(
    {plies: AnacondaPlayer(NETWORK, plies) for plies in PLIES}, lambda _: RandomPlayer(), HISTORY
)


class Visit:
    """An exhibit and its room, worked by touches."""

    def __init__(self) -> None:
        self.exhibit = AnacondaExhibit(LAYOUT, SEATS)
        self.touches = {touch.control: touch for touch in PLACES["pc"].make().touches()}

    def context(self) -> DrawContext:
        return moment_of(self.exhibit.view())

    def touch(self, control: str, value: int = 1) -> list[str]:
        acts = ROOM.acts(PLACES["pc"], self.touches[control], value, self.context())
        for act in acts:
            assert not isinstance(act.value, Medium)
            self.exhibit.operate(Event("anaconda", act.control, act.value, self.exhibit.now_us))
        return [act.control for act in acts]

    def scene(self) -> AnacondaScene:
        scene: AnacondaScene = self.context().view.scene
        return scene


def test_the_node_under_the_pointer_and_the_finger_reach_the_program() -> None:
    context = replace(
        Visit().context(), pointed="pc.window.17", held=frozenset({"pc.new", "tower.x"})
    )
    assert context.number_at("pc", "window") == 17
    assert context.held_at("pc") == {"new"}
    held = replace(context, held=frozenset({"pc.window.3"}))
    assert held.number_at("pc", "window") == 3, "the finger goes before the pointer"
    assert held.number_at("tower", "window") == -1


@pytest.mark.parametrize("size", [(1280, 656), (1920, 984)])
def test_the_stage_finds_what_the_pointer_is_on(size: tuple[int, int]) -> None:
    stage = Stage(ROOM)
    stage.lay(size)
    view = resting_view(LAYOUT)
    for hit in stage.targets():
        if hit.touch.kind == "button":
            pointed = stage.context(view, 0, 1, pointer=hit.rect.center).pointed
            assert pointed == f"pc.{hit.touch.control}"
    assert stage.context(view, 0, 1, pointer=(-1, -1)).pointed == ""
    assert stage.context(view, 0, 1).pointed == ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", [1, -1])
def test_a_checker_is_told_from_its_square_without_colour(what: int, kind: str) -> None:
    square = seen(GREEN, kind)
    piece = pygame.surfarray.array3d(checker(what, 1.0))
    solid = pygame.surfarray.array_alpha(checker(what, 1.0)) > 250
    strong = [contrast(one, square) >= 3.0 for one in seen(piece[solid], kind)]
    assert sum(strong) > 0.1 * solid.sum()
