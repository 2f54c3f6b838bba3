"""Anaconda's room: what is touched becomes an act, what is seen is drawn."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from devices.panel.layout import read_layout
from devices.refusal import RefusedError
from devices.screen.guide import Medium
from devices.screen.parts.desktop_program import ProgramState
from devices.screen.parts.office_pc import TowerState, tower_state
from devices.screen.room import CANVAS, DrawContext
from devices.screen.stage import Stage
from machines.anaconda.exhibit import PLIES, AnacondaExhibit, RoomPlayers
from machines.anaconda.network import new_network
from machines.anaconda.picture.checkers_picture import GREEN, checker
from machines.anaconda.picture.room import make_room, program, resting_view
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.scene import AnacondaScene, History
from machines.exhibit.exhibit import Event
from machines.games.draughts.player import RandomPlayer
from machines.games.draughts.scene import pieces_of
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

    def program(self) -> ProgramState:
        return program(self.context())

    def scene(self) -> AnacondaScene:
        scene: AnacondaScene = self.program().scene
        return scene


def test_every_place_stands_on_the_canvas() -> None:
    canvas = pygame.Rect(0, 0, *CANVAS)
    assert all(canvas.contains(pygame.Rect(place.rect)) for place in ROOM.places)


@pytest.mark.slow
def test_every_touch_is_an_act_that_the_exhibit_knows_or_none() -> None:
    for control in Visit().touches:
        visit = Visit()
        try:
            acts = visit.touch(control)
        except RefusedError as refusal:
            assert "no such" not in str(refusal)
            continue
        assert acts == ([] if control.startswith("window.") else [f"pc.{control}"])


def test_the_panels_buttons_are_the_programs() -> None:
    visit = Visit()
    for control in LAYOUT.controls():
        touch = visit.touches[control.id]
        assert (touch.key, touch.help) == (control.key, control.help)


def test_a_game_is_seen_on_the_board() -> None:
    visit = Visit()
    scene = visit.scene()
    assert pieces_of(scene.position) == (1,) * 12 + (0,) * 8 + (-1,) * 12
    assert scene.flipped
    visit.touch("square.11")
    scene = visit.scene()
    assert (scene.entered, scene.targets) == ((11,), (15, 16))
    visit.touch("square.15")
    visit.exhibit.advance(200_000)
    state, scene = visit.program(), visit.scene()
    assert scene.last is not None
    assert scene.last.squares == (11, 15)
    assert pieces_of(scene.position)[14] == 1
    assert scene.trying is not None
    assert len(scene.trying.squares) > 1
    assert "WHITE: ANACONDA · TO MOVE" in state.caption
    assert "BOARDS JUDGED" in state.status[1]


def test_network_population_and_generations_are_handed_on() -> None:
    scene = Visit().scene()
    sight = Visit().exhibit.view().scene.sight  # type: ignore[attr-defined]
    assert scene.sight.windows == sight.windows
    assert scene.sight.turned
    assert scene.history.population == (9, 4, -2)
    assert scene.history.draws == (0.5, 0.6)


def test_the_node_under_the_pointer_and_the_finger_reach_the_program() -> None:
    context = replace(
        Visit().context(), pointed="pc.window.17", held=frozenset({"pc.new", "tower.x"})
    )
    state = program(context)
    assert state.pointed == "window.17"
    assert state.held == {"new"}


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


def test_the_towers_disk_lamp_follows_the_thinking() -> None:
    visit = Visit()
    assert tower_state(visit.context()) == TowerState(255, 0)
    visit.touch("square.11")
    visit.touch("square.15")
    assert tower_state(visit.context()) == TowerState(255, 255)


def test_before_it_is_switched_on_everything_is_dark() -> None:
    context = replace(moment_of(resting_view(LAYOUT)), awake=False)
    assert tower_state(context) == TowerState(0, 0)
    state = program(context)
    assert state.lamp == 0
    assert not state.on
    assert state.scene.sight.windows == ()
    assert pieces_of(state.scene.position)[0] == 1


def test_the_match_holds_its_button_down() -> None:
    visit = Visit()
    assert visit.program().chosen == {"plies.4", "generation.1002"}
    visit.touch("samuel")
    assert visit.program().chosen == {"plies.4", "generation.1002", "samuel"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", [1, -1])
def test_a_checker_is_told_from_its_square_without_colour(what: int, kind: str) -> None:
    square = seen(GREEN, kind)
    piece = pygame.surfarray.array3d(checker(what, 1.0))
    solid = pygame.surfarray.array_alpha(checker(what, 1.0)) > 250
    strong = [contrast(one, square) >= 3.0 for one in seen(piece[solid], kind)]
    assert sum(strong) > 0.1 * solid.sum()
