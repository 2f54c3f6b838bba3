"""Morph's room: a workstation of 1992 on a desk in a university's office, two sheets on the wall.

The program has the monitor: board, successors, why this move, the wall of patterns.  On the sheets
are the curves of section 5 and Table 5.1 with Morph's own weights beside the printed ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame

from devices.panel.layout import PanelLayout
from devices.screen.hall import hall
from devices.screen.materials import sheet, soft_shadow
from devices.screen.part import Touch
from devices.screen.parts.chess_picture import ChessBoardState, Edge, Node
from devices.screen.parts.fold import FoldRow, FoldState, first_of
from devices.screen.parts.learning_curves import LearningSheetPart, LearningState
from devices.screen.parts.material_table import (
    Learned,
    MaterialRow,
    MaterialTablePart,
    MaterialTableState,
)
from devices.screen.parts.morph_program import MorphProgramPart, MorphProgramState
from devices.screen.parts.office_pc import TowerState
from devices.screen.parts.pattern_wall import PatternWallState
from devices.screen.parts.small_board import PatternPicture
from devices.screen.parts.successor_bars import SuccessorBarsState
from devices.screen.parts.workstation import WorkstationBoxPart, WorkstationKeyboardPart
from devices.screen.room import CANVAS, Act, Moment, Place, Room
from devices.units.unit import Value
from machines.exhibit import View
from machines.morph.history import TABLE
from machines.morph.scene import Arrow, Fold, Hung, Mark, MorphScene, Sketch, Wall, Weighed

DESK = 0.862
"""Where the desk's far edge is, as a share of the canvas's height."""
MONITOR = (60.0, 2.0, 1084.0, 892.0)
KEYBOARD = (96.0, 874.0, 1010.0, 106.0)
CURVES = (1236.0, 6.0, 596.0, 363.0)
TABLE_SHEET = (1236.0, 368.0, 596.0, 460.0)
BOX = (1256.0, 836.0, 560.0, 128.0)
BELOW = 1.2
"""The hall's floor is out of sight: the desk is before it."""
POWER, DISK, SCREEN = range(3)
"""The lamps of the layout."""
PREFIX = "workstation."


@dataclass(frozen=True)
class MorphRoom(Room):
    """The room; a line of the fold is known by its place on the screen."""

    def acts(self, place: Place, touch: Touch, value: Value, moment: Moment) -> Sequence[Act]:
        """A touch's acts."""
        what, _, line = touch.control.partition(".")
        if what == "why":
            number = int(line) + first_of(fold_state(scene_of(moment).fold))
            return (Act(place.event(f"why.{number}"), value),)
        return super().acts(place, touch, value, moment)


def scene_of(moment: Moment) -> MorphScene:
    """What is to be seen of the program."""
    scene = moment.view.scene
    return scene if isinstance(scene, MorphScene) else RESTING


# -- the program


def program_state(moment: Moment) -> MorphProgramState:
    """What the screen shows."""
    scene = scene_of(moment)
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
        held=frozenset(name.removeprefix(PREFIX) for name in moment.held if PREFIX in name),
        pointed=moment.pointed.removeprefix(PREFIX),
        on=moment.awake,
        lamp=int(moment.brightness[SCREEN]) if len(moment.brightness) else 0,
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
    state = _folded(fold.move, fold.steps, fold.shown)
    if fold.pointed < 0:
        return state
    line = fold.pointed - first_of(state)
    return FoldState(state.move, state.rows, state.shown, max(line, -1))


@lru_cache(maxsize=64)
def _folded(move: str, steps: tuple, shown: int) -> FoldState:
    rows = tuple(
        FoldRow(
            one.weight,
            one.value,
            "".join(node.label for node in one.sketch.nodes),
            one.sketch.material,
        )
        for one in steps
    )
    return FoldState(move, rows, shown)


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


def learning_state(moment: Moment) -> LearningState:
    """The curves of section 5."""
    scene = scene_of(moment)
    curves = scene.curves
    return LearningState(
        curves.points,
        curves.errors,
        curves.plies,
        curves.weights,
        page=scene.figure,
        length=curves.length,
    )


def table_state(moment: Moment) -> MaterialTableState:
    """Table 5.1 with ours."""
    scene = scene_of(moment)
    return MaterialTableState(_rows(scene.table), scene.games)


@lru_cache(maxsize=4)
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


def box_state(moment: Moment) -> TowerState:
    """The computer's lamps."""
    return TowerState(int(moment.brightness[POWER]), int(moment.brightness[DISK]))


def nothing(moment: Moment) -> None:
    """Of the keyboard nothing changes."""
    del moment


START = "RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr"
RESTING = MorphScene(
    men=START, white="YOU", black="MORPH", table=tuple(Weighed(printed) for printed in TABLE)
)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before it is switched on."""
    lamps = len(layout.lamps())
    return View(
        exhibit="morph",
        now_us=0,
        on_us=np.zeros(lamps, dtype=np.int64),
        lit=np.zeros(lamps, dtype=np.bool_),
        controls={},
        units={},
        scene=RESTING,
    )


def backdrop(size: tuple[int, int], scale: float):
    """An office's wall and a grey desk, with the shadows of what stands before them."""
    left, top = (size[0] - CANVAS[0] * scale) / 2, (size[1] - CANVAS[1] * scale) / 2
    edge = round(top + CANVAS[1] * DESK * scale)
    wide, tall = size[0], max(size[1] - edge, 1)
    made = hall(size, (), BELOW)
    made.blit(_wall_light(wide, edge), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    made.blit(_shades(size, _on_canvas(left, top, scale, MONITOR)), (0, 0),
              special_flags=pygame.BLEND_RGB_MULT)  # fmt: skip
    made.blit(_desk(wide, tall), (0, edge))
    line = max(1, round(2 * scale))
    made.fill((132, 134, 136), (0, edge, wide, line))
    made.fill((16, 17, 18), (0, edge - line, wide, line))
    blur = max(round(20 * scale), 2)
    for rect, inset in ((MONITOR, 240.0), (BOX, 6.0)):
        x, low = rect[0] + inset, rect[1] + rect[3] - 14.0
        long = round((rect[2] - 2 * inset) * scale)
        shade = soft_shadow(long, max(round(16 * scale), 2), blur, 0.75, 6)
        at = (round(left + x * scale) - blur + round(14 * scale), round(top + low * scale) - blur)
        made.blit(shade, at)
    return made


def _on_canvas(left: float, top: float, scale: float, rect: Sequence[float]) -> pygame.Rect:
    x, y, wide, tall = rect
    return pygame.Rect(round(left + x * scale), round(top + y * scale), round(wide * scale),
                       round((tall + 60.0) * scale))  # fmt: skip


def _desk(wide: int, tall: int) -> pygame.Surface:
    """Grey laminate with a fine grain, lighter towards the visitor."""
    noise = np.random.default_rng(1992).normal(0.0, 1.0, (tall, wide)).astype(np.float32)
    grain = noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, (1, 1), (0, 1))
    rows = np.linspace(0, 1, tall, dtype=np.float32)[:, None]
    columns = np.linspace(-0.75, 1.1, wide, dtype=np.float32)[None, :]
    light = (0.72 + 0.30 * rows) * (1.06 - 0.22 * columns**2)
    tone = (118.0 + 1.6 * grain) * light
    rgb = tone[..., None] * np.array([1.0, 0.985, 0.95], np.float32)
    return sheet(np.asarray(rgb, np.float32))


def _shades(size: tuple[int, int], rect: pygame.Rect) -> pygame.Surface:
    """What of the wall's light is left behind the monitor, to be multiplied with it."""
    coarse = 8
    wide, tall = max(size[0] // coarse, 4), max(size[1] // coarse, 4)
    x, y = np.arange(wide, dtype=np.float32)[None, :], np.arange(tall, dtype=np.float32)[:, None]
    soft = size[0] / coarse / 26
    x0, x1 = rect.left / coarse + soft * 0.9, rect.right / coarse + soft * 0.9
    dark = 1 / (1 + np.exp(-(x - x0) / soft * 3)) / (1 + np.exp((x - x1) / soft * 3))
    light = 1 - 0.6 * dark / (1 + np.exp(-(y - rect.top / coarse - soft) / soft * 3))
    grey = np.repeat((255 * light)[..., None], 3, axis=2)
    return pygame.transform.smoothscale(sheet(np.asarray(grey, np.float32)), size)


def _wall_light(wide: int, tall: int) -> pygame.Surface:
    """What a window at the left adds to the wall: cool daylight, falling off to the right."""
    x = np.linspace(0, 1, max(wide // 8, 2), dtype=np.float32)[None, :]
    y = np.linspace(0, 1, max(tall // 8, 2), dtype=np.float32)[:, None]
    pool = np.exp(-(((x - 0.3) / 0.75) ** 2 + ((y - 0.2) / 0.8) ** 2))
    rgb = (14 + 58 * pool)[..., None] * np.array([0.90, 0.97, 1.0], np.float32)
    return pygame.transform.smoothscale(sheet(np.asarray(rgb, np.float32)), (wide, max(tall, 1)))


def make_room(layout: PanelLayout) -> MorphRoom:
    """The room for a panel's layout."""
    return MorphRoom(
        name="morph",
        title="MORPH",
        layout=layout,
        resting=resting_view(layout),
        places=(
            Place("curves", LearningSheetPart, CURVES, learning_state, "THE CURVES OF SECTION 5",
                  legible=1.7, shadow=False),
            Place("table", MaterialTablePart, TABLE_SHEET, table_state, "TABLE 5.1",
                  legible=1.7, shadow=False),
            Place("box", WorkstationBoxPart, BOX, box_state, "THE WORKSTATION", shadow=False),
            Place("workstation", MorphProgramPart, MONITOR, program_state, "THE PROGRAM",
                  legible=1.7, shadow=False),
            Place("keyboard", WorkstationKeyboardPart, KEYBOARD, nothing, "KEYBOARD AND MOUSE",
                  shadow=False),
        ),
        backdrop=backdrop,
        floor=DESK,
        sounds={"moves": "key"},
    )  # fmt: skip
