"""Morph's room: a workstation of 1992 on a desk in a university's office, two sheets on the wall.

The program has the monitor: board, successors, why this move, the wall of patterns.  On the sheets
are the curves of section 5 and Table 5.1 with Morph's own weights beside the printed ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from typing import TypeVar

import numpy as np
import pygame

from devices.panel.layout import PanelLayout
from devices.screen.backdrops import Daylight, Office, office
from devices.screen.materials import sheet
from devices.screen.part import Touch
from devices.screen.parts.office_pc import TowerState
from devices.screen.room import DelayedEvent, DrawContext, PartPlacement, Room
from devices.units.unit import Value
from machines.exhibit import View, resting
from machines.morph.history import TABLE
from machines.morph.picture.chess_picture import ChessBoardState, Edge, Node
from machines.morph.picture.fold import FoldRow, FoldState, first_of
from machines.morph.picture.learning_curves import LearningSheetPart, LearningState
from machines.morph.picture.material_table import (
    Learned,
    MaterialRow,
    MaterialTablePart,
    MaterialTableState,
)
from machines.morph.picture.morph_program import MorphProgramPart, MorphProgramState
from machines.morph.picture.pattern_wall import PatternWallState
from machines.morph.picture.small_board import PatternPicture
from machines.morph.picture.successor_bars import SuccessorBarsState
from machines.morph.picture.workstation import WorkstationBoxPart, WorkstationKeyboardPart
from machines.morph.scene import Arrow, Fold, Hung, Mark, MorphScene, Sketch, Step, Wall, Weighed

DESK = 0.862
"""Where the desk's far edge is, as a share of the canvas's height."""
MONITOR = (60.0, 2.0, 1084.0, 892.0)
KEYBOARD = (96.0, 874.0, 1010.0, 106.0)
CURVES = (1236.0, 6.0, 596.0, 363.0)
TABLE_SHEET = (1236.0, 368.0, 596.0, 460.0)
BOX = (1256.0, 836.0, 560.0, 128.0)
POWER, DISK, SCREEN = range(3)
"""The lamps of the layout."""
PREFIX = "workstation."
Seen = TypeVar("Seen")
Shown = TypeVar("Shown")


@dataclass(frozen=True)
class MorphRoom(Room):
    """The room; a line of the fold is known by its place on the screen."""

    def acts(
        self, place: PartPlacement, touch: Touch, value: Value, context: DrawContext
    ) -> Sequence[DelayedEvent]:
        """A touch's acts."""
        what, _, line = touch.control.partition(".")
        if what == "why":
            number = int(line) + first_of(fold_state(scene_of(context).fold))
            return (DelayedEvent(place.event(f"why.{number}"), value),)
        return super().acts(place, touch, value, context)


def scene_of(context: DrawContext) -> MorphScene:
    """What is to be seen of the program."""
    scene = context.view.scene
    return scene if isinstance(scene, MorphScene) else RESTING


# -- the program


def program_state(context: DrawContext) -> MorphProgramState:
    """What the screen shows."""
    scene = scene_of(context)
    chosen = {f"depth.{scene.depth}"}
    chosen |= {"house"} if scene.house else set()
    chosen |= {"arrows"} if scene.graph_shown else set()
    return MorphProgramState(
        board=_board(scene),
        bars=_bars(scene),
        fold=fold_state(scene.fold),
        wall=_wall(scene.wall),
        caption=_caption(scene),
        status=_status(scene),
        chosen=frozenset(chosen),
        held=frozenset(name.removeprefix(PREFIX) for name in context.held if PREFIX in name),
        pointed=context.pointed.removeprefix(PREFIX),
        on=context.awake,
        lamp=int(context.brightness[SCREEN]) if len(context.brightness) else 0,
    )


def _board(scene: MorphScene) -> ChessBoardState:
    return ChessBoardState(
        men=scene.men,
        last=scene.last,
        chosen=scene.entered,
        targets=scene.targets,
        movable=scene.movable,
        check=scene.check,
        edges=_edges(scene.graph),
        nodes=_nodes(scene.pattern.nodes),
        pattern=_edges(scene.pattern.arrows),
        promotion=scene.promotion,
        flipped=scene.flipped,
    )


def latest(make: Callable[[Seen], Shown]) -> Callable[[Seen], Shown]:
    """Keep what was made last of one and the same object: a view's tuples are too large to be
    compared, or hashed, at every frame."""
    kept: list[tuple[Seen, Shown]] = []

    @wraps(make)
    def made(what: Seen) -> Shown:
        if not kept or kept[0][0] is not what:
            kept[:] = [(what, make(what))]
        return kept[0][1]

    return made


@lru_cache(maxsize=64)
def _nodes(nodes: tuple[Mark, ...]) -> tuple[Node, ...]:
    return tuple(Node(one.label, one.square, one.held) for one in nodes)


@lru_cache(maxsize=64)
def _edges(arrows: tuple[Arrow, ...]) -> tuple[Edge, ...]:
    return tuple(Edge(one.source, one.target, one.kind) for one in arrows)


def _bars(scene: MorphScene) -> SuccessorBarsState:
    return SuccessorBarsState(
        tuple(one.move for one in scene.bars),
        tuple(one.value for one in scene.bars),
        scene.chosen,
        scene.looked,
    )


def fold_state(fold: Fold) -> FoldState:
    """Why a move, line by line; the pointed one by its place on the screen."""
    state = FoldState(fold.move, _fold_rows(fold.steps), fold.shown)
    if fold.pointed < 0:
        return state
    line = fold.pointed - first_of(state)
    return FoldState(state.move, state.rows, state.shown, max(line, -1))


@latest
def _fold_rows(steps: tuple[Step, ...]) -> tuple[FoldRow, ...]:
    return tuple(
        FoldRow(
            one.weight,
            one.value,
            "".join(node.label for node in one.sketch.nodes),
            one.sketch.material,
        )
        for one in steps
    )


@latest
def _wall(wall: Wall) -> PatternWallState:
    pictures = tuple(_picture(one) for one in wall.patterns)
    return PatternWallState(pictures, wall.page, wall.pages, wall.total, wall.pointed)


@lru_cache(maxsize=256)
def _picture(one: Hung) -> PatternPicture:
    sketch: Sketch = one.sketch
    return PatternPicture(
        one.weight, _nodes(sketch.nodes), _edges(sketch.arrows), sketch.men, sketch.material,
        one.updates,
    )  # fmt: skip


def _caption(scene: MorphScene) -> str:
    if scene.other_board:
        return scene.other_board
    if scene.result:
        return scene.result.upper()
    to_move = " · TO MOVE"
    white, black = ("", to_move) if scene.black_to_move else (to_move, "")
    return f"WHITE: {scene.white}{white}     BLACK: {scene.black}{black}"


def _status(scene: MorphScene) -> tuple[str, str]:
    won, drawn, lost = scene.score
    games = f"{scene.games:,} GAMES" if scene.games != 1 else "ONE GAME"
    learned = f"LEARNED FROM {games}" if scene.games else "KNOWS NOTHING YET"
    return learned, f"+{won:,}  ={drawn:,}  \N{MINUS SIGN}{lost:,}" if sum(scene.score) else ""


# -- the sheets on the wall


def learning_state(context: DrawContext) -> LearningState:
    """The curves of section 5."""
    scene = scene_of(context)
    curves = scene.curves
    return LearningState(
        curves.points,
        curves.errors,
        curves.plies,
        curves.weights,
        page=scene.figure,
        length=curves.length,
    )


def table_state(context: DrawContext) -> MaterialTableState:
    """Table 5.1 with ours."""
    scene = scene_of(context)
    return MaterialTableState(_rows(scene.table), scene.games)


@latest
def _rows(table: tuple[Weighed, ...]) -> tuple[MaterialRow, ...]:
    made = []
    for one in table:
        theirs = one.printed
        ours = None
        if one.weight is not None:
            ours = Learned(one.weight, one.updates, one.variance, one.age)
        printed = Learned(theirs.weight, theirs.updates, theirs.variance, theirs.age)
        made.append(MaterialRow(theirs.material, theirs.traditional, printed, ours))
    return tuple(made)


# -- the rest


def box_state(context: DrawContext) -> TowerState:
    """The computer's lamps."""
    return TowerState(int(context.brightness[POWER]), int(context.brightness[DISK]))


def no_state(context: DrawContext) -> None:
    """Of the keyboard nothing changes."""
    del context


START = "RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr"
RESTING = MorphScene(
    men=START, white="YOU", black="MORPH", table=tuple(Weighed(printed) for printed in TABLE)
)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before it is switched on."""
    return resting("morph", layout, RESTING)


def desk_top(wide: int, tall: int) -> pygame.Surface:
    """Grey laminate with a fine grain, lighter towards the visitor."""
    noise = np.random.default_rng(1992).normal(0.0, 1.0, (tall, wide)).astype(np.float32)
    grain = noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, (1, 1), (0, 1))
    rows = np.linspace(0, 1, tall, dtype=np.float32)[:, None]
    columns = np.linspace(-0.75, 1.1, wide, dtype=np.float32)[None, :]
    light = (0.72 + 0.30 * rows) * (1.06 - 0.22 * columns**2)
    tone = (118.0 + 1.6 * grain) * light
    rgb = tone[..., None] * np.array([1.0, 0.985, 0.95], np.float32)
    return sheet(np.asarray(rgb, np.float32))


OFFICE = Office(
    edge=DESK,
    daylight=Daylight((0.3, 0.2), (0.75, 0.8), 14, 58, (0.90, 0.97, 1.0)),
    desk=desk_top,
    edges=((132, 134, 136), (16, 17, 18)),
    standing=(MONITOR,),
    feet=tuple(
        (rect[0] + inset, rect[2] - 2 * inset, rect[1] + rect[3] - 14.0)
        for rect, inset in ((MONITOR, 240.0), (BOX, 6.0))
    ),
)


def make_room(layout: PanelLayout) -> MorphRoom:
    """The room for a panel's layout."""
    return MorphRoom(
        name="morph",
        title="MORPH",
        layout=layout,
        resting=resting_view(layout),
        places=(
            PartPlacement("curves", LearningSheetPart, CURVES, learning_state,
                  "THE CURVES OF SECTION 5", legible=1.7, shadow=False),
            PartPlacement("table", MaterialTablePart, TABLE_SHEET, table_state, "TABLE 5.1",
                  legible=1.7, shadow=False),
            PartPlacement("box", WorkstationBoxPart, BOX, box_state, "THE WORKSTATION",
                  shadow=False),
            PartPlacement("workstation", MorphProgramPart, MONITOR, program_state, "THE PROGRAM",
                  legible=1.7, shadow=False),
            PartPlacement("keyboard", WorkstationKeyboardPart, KEYBOARD, no_state,
                  "KEYBOARD AND MOUSE", shadow=False),
        ),
        backdrop=partial(office, look=OFFICE),
        floor=DESK,
        sounds={"moves": "key"},
    )  # fmt: skip
