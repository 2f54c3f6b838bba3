"""Morph's room: what is touched becomes an act, what is seen is drawn."""

from dataclasses import replace
from functools import cache
from typing import Any

import pygame
import pytest

from devices.screen.guide import Medium
from devices.screen.room import DrawContext
from machines.exhibit.exhibit import Event
from machines.morph.picture.fold import ROWS, first_of
from machines.morph.picture.morph_program import caption
from machines.morph.picture.room import make_room, resting_view
from machines.morph.picture.workstation import WorkstationBoxPart
from machines.morph.scene import Fold, Mark, MorphScene, Sketch, Step, Successors
from machines.morph.state import FOLD_US, MOVE_US
from tests.machines.morph.test_exhibit import LAYOUT, made
from tests.machines.room_moment import moment_of

ROOM = make_room(LAYOUT)
PLACES = {place.name: place for place in ROOM.places}


@cache
def small_workstation() -> Any:
    """One for all visits: a touch paints the whole of it anew."""
    part = PLACES["workstation"].make()
    part.build(0.25)
    return part


class Visit:
    """An exhibit and its room, worked by touches."""

    def __init__(self) -> None:
        self.exhibit = made()
        self.part = small_workstation()

    def context(self) -> DrawContext:
        return moment_of(self.exhibit.view())

    def touch(self, control: str, value: int = 1) -> list[str]:
        """Touch what stands on the screen now."""
        surface = pygame.Surface((330, 270), 0, 32)
        self.part.paint(surface, (0, 0), self.context(), 0, True)
        touch = next(one for one in self.part.touches() if one.control == control)
        acts = ROOM.acts(PLACES["workstation"], touch, value, self.context())
        for act in acts:
            assert not isinstance(act.value, Medium)
            self.exhibit.operate(Event("morph", act.control, act.value, self.exhibit.now_us))
        return [act.control for act in acts]

    def scene(self) -> MorphScene:
        scene: MorphScene = self.context().view.scene
        return scene

    def down(self) -> set[str]:
        """The buttons that are drawn down."""
        laid = [stamp.sprite for stamp in self.part.look(self.context(), 0)]
        made = self.part._sprites.items()
        return {key[1] for key, sprite in made if key[0] == "button" and sprite in laid}


def test_no_key_of_the_program_is_one_that_the_window_takes_first() -> None:
    keys = [touch.key for place in ROOM.places for touch in place.make().touches() if touch.key]
    assert len(keys) == len(set(keys)) == 15
    assert not {"h", "[", "]", ".", "+", "-", "escape"} & set(keys)


@pytest.mark.slow
def test_a_game_is_seen_on_the_board() -> None:
    visit = Visit()
    assert visit.scene().board.men.startswith("RNBQKBNRPPPPPPPP....")
    visit.touch("square.e2")
    board = visit.scene().board
    assert (board.entered, board.targets) == (12, (20, 28))
    visit.touch("square.e4")
    visit.exhibit.advance(MOVE_US // 2)
    scene = visit.scene()
    assert scene.board.last == (12, 28)
    assert scene.board.men[28] == "P"
    assert 5 < len(scene.successors.bars) < 15
    assert "BLACK: MORPH · TO MOVE" in caption(scene)


def test_why_it_moved_is_handed_on() -> None:
    visit = Visit()
    visit.touch("square.e2")
    visit.touch("square.e4")
    visit.exhibit.advance(MOVE_US + FOLD_US)
    scene = visit.scene()
    bars = scene.successors.bars
    assert scene.successors.chosen == 0
    assert len(bars) == 20
    assert scene.fold.move == bars[0].move
    assert scene.fold.steps[-1].value == bars[0].value
    assert scene.board.pattern.nodes
    step = scene.fold.steps[scene.fold.pointed]
    assert step.sketch.nodes == scene.board.pattern.nodes
    visit.touch("move.4")
    other = visit.scene()
    move = other.successors.bars[4].move
    assert other.successors.looked == 4
    assert other.fold.move == move
    assert caption(other) == f"THE BOARD AFTER {move}"


def test_a_line_of_a_long_fold_is_known_by_its_place_on_the_screen() -> None:
    steps = tuple(Step(0.1, k / 20, Sketch((Mark("P", 12),))) for k in range(15))
    assert 14 - first_of(Fold("e4", steps, -1, 14)) == ROWS - 1
    assert 2 - first_of(Fold("e4", steps, -1, 2)) < 0
    visit = Visit()
    visit.touch("square.e2")
    visit.touch("square.e4")
    visit.exhibit.advance(MOVE_US + FOLD_US)
    count = len(visit.scene().fold.steps)
    first = max(0, count - ROWS)
    assert visit.touch(f"why.{first}") == [f"workstation.why.{first}"]
    assert visit.scene().fold.pointed == first


def test_buttons_stay_down_while_what_they_began_goes_on() -> None:
    visit = Visit()
    assert visit.down() == {"depth.1"}
    for control in ("arrows", "depth.3", "house"):
        visit.touch(control)
    assert visit.down() == {"house", "arrows", "depth.3"}
    assert len(visit.scene().board.graph) == 54
    assert "BLACK: THE HOUSE, DEPTH 3" in caption(visit.scene())


def test_curves_and_table_hang_on_the_wall() -> None:
    visit = Visit()
    assert visit.touch("empty") == [], "it asks first"
    visit.touch("empty")
    visit.touch("house")
    while visit.exhibit.state.games < 3:
        visit.exhibit.advance(MOVE_US)
    scene = visit.scene()
    assert (len(scene.curves.points), scene.curves.length, scene.figure) == (3, 1, 0)
    visit.exhibit.operate(Event("morph", "curves.turn", 1, visit.exhibit.now_us))
    scene = visit.scene()
    assert scene.figure == 1
    assert scene.games == 3
    assert [row.printed.traditional for row in scene.table][:4] == [0, -3, 3, 3]
    ours, theirs = scene.table[0], scene.table[0].printed
    assert ours.weight is not None
    assert (theirs.weight, theirs.updates, ours.age) == (0.455, 2485, 3)


def test_what_hangs_is_the_wall_of_the_scene() -> None:
    visit = Visit()
    wall = visit.scene().wall
    assert len(wall.patterns) == 15
    assert wall.total > 15
    visit.touch("pattern.3")
    scene = visit.scene()
    assert scene.wall.pointed == 3
    assert scene.board.men == wall.patterns[3].sketch.men
    assert scene.board.pattern.nodes == wall.patterns[3].sketch.nodes


def test_before_it_is_switched_on_everything_is_dark() -> None:
    context = replace(moment_of(resting_view(LAYOUT)), awake=False)
    assert context.brightness.tolist() == [0, 0, 0]
    assert len(small_workstation().look(context, 0)) == 2, "the dark tube and its glass"
    assert WorkstationBoxPart().look(context, 0) == []
    assert context.view.scene.successors == Successors()
    assert len(context.view.scene.table) == 19
