"""Anaconda's room: a beige PC of 2000 on a desk, its monitor with the checkers program.

The monitor is nearly all that there is: board, network, population and generations stand in the
program's window; the tower's lamps say that it computes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pygame

from devices.panel.layout import PanelLayout
from devices.screen.hall import hall
from devices.screen.materials import sheet, soft_shadow, wood
from devices.screen.part import Touch
from devices.screen.parts.checkers_picture import CheckersState
from devices.screen.parts.checkers_program import CheckersProgramPart, CheckersProgramState
from devices.screen.parts.network_drawing import NetworkState
from devices.screen.parts.office_pc import KeyboardPart, TowerPart, TowerState
from devices.screen.parts.population import GenerationsState, PopulationState
from devices.screen.room import CANVAS, Act, Moment, Place, Room
from devices.units.unit import Value
from machines.anaconda.scene import AnacondaScene
from machines.draughts.board import SQUARES, Position
from machines.exhibit import View

DESK = 0.845
"""Where the desk's far edge is, as a share of the canvas's height."""
MONITOR = (206.0, 4.0, 1122.0, 886.0)
TOWER = (1420.0, 92.0, 360.0, 826.0)
BELOW = 1.2
"""The hall's floor is out of sight: the desk is before it."""
KEYBOARD = (250.0, 868.0, 1010.0, 114.0)
POWER, DISK, SCREEN = range(3)
"""The lamps of the layout."""
PIECES = {"b": 1, "B": 2, "w": -1, "W": -2, "": 0}


@dataclass(frozen=True)
class AnacondaRoom(Room):
    """The room; a node that is touched shows its window and is no act."""

    def acts(self, place: Place, touch: Touch, value: Value, moment: Moment) -> Sequence[Act]:
        """A touch's acts."""
        if touch.control.startswith("window."):
            return ()
        return super().acts(place, touch, value, moment)


def scene_of(moment: Moment) -> AnacondaScene:
    """What is to be seen of the program."""
    scene = moment.view.scene
    return scene if isinstance(scene, AnacondaScene) else RESTING


def program_state(moment: Moment) -> CheckersProgramState:
    """What the screen shows."""
    scene = scene_of(moment)
    prefix = "pc."
    seen = scene.sight
    history = scene.history
    return CheckersProgramState(
        board=_board(scene),
        network=NetworkState(
            seen.inputs, seen.windows, seen.second, seen.third, seen.total, seen.output, seen.turned
        ),
        population=PopulationState(history.population, history.parents),
        generations=GenerationsState(history.points, history.draws, history.sigma, history.first),
        caption=_caption(scene),
        status=(
            moment.view.caption or moment.view.reason,
            f"{scene.boards:,} BOARDS JUDGED" if scene.boards else "",
            f"WORTH TO IT {scene.value:+.3f}" if scene.boards else "",
        ),
        plies=scene.plies,
        chosen=frozenset({"samuel"} if scene.samuel else ()),
        held=frozenset(name.removeprefix(prefix) for name in moment.held if prefix in name),
        pointed=moment.pointed.removeprefix(prefix),
        on=moment.awake,
        lamp=int(moment.brightness[SCREEN]) if len(moment.brightness) else 0,
    )


def _board(scene: AnacondaScene) -> CheckersState:
    position = scene.position
    return CheckersState(
        squares=tuple(PIECES[position.piece(square)] for square in SQUARES),
        last=scene.last.squares if scene.last else (),
        trying=scene.trying.squares if scene.trying else (),
        chosen=scene.entered,
        targets=scene.targets,
        movable=scene.movable,
        flipped=scene.flipped,
    )


def _caption(scene: AnacondaScene) -> str:
    if scene.result:
        return scene.result.upper()
    to_move = " · TO MOVE"
    black = scene.position.black_to_move
    red, white = (to_move, "") if black else ("", to_move)
    return f"RED: {scene.red}{red}     WHITE: {scene.white}{white}"


def tower_state(moment: Moment) -> TowerState:
    """The tower's lamps."""
    return TowerState(int(moment.brightness[POWER]), int(moment.brightness[DISK]))


def nothing(moment: Moment) -> None:
    """Of the keyboard nothing changes."""
    del moment


RESTING = AnacondaScene(position=Position.start(), red="YOU", white="ANACONDA", flipped=True)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before it is switched on."""
    lamps = len(layout.lamps())
    return View(
        exhibit="anaconda",
        now_us=0,
        on_us=np.zeros(lamps, dtype=np.int64),
        lit=np.zeros(lamps, dtype=np.bool_),
        controls={},
        units={},
        scene=RESTING,
    )


def backdrop(size: tuple[int, int], scale: float):
    """An office's wall and a desk of light wood, with the shadows of what stands on it."""
    left, top = (size[0] - CANVAS[0] * scale) / 2, (size[1] - CANVAS[1] * scale) / 2
    edge = round(top + CANVAS[1] * DESK * scale)
    wide, tall = size[0], max(size[1] - edge, 1)
    standing = [
        pygame.Rect(round(left + x * scale), round(top + y * scale), round(w * scale),
                    round((h + 60.0) * scale))
        for x, y, w, h in (MONITOR, TOWER)
    ]  # fmt: skip
    made = hall(size, (), BELOW)
    made.blit(_wall(wide, edge), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    made.blit(_shades(size, standing), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    grain = wood(wide, tall, seed=2000)
    rows = np.linspace(0, 1, tall, dtype=np.float32)[:, None, None]
    columns = np.linspace(-0.75, 1.1, wide, dtype=np.float32)[None, :, None]
    light = (0.66 + 0.30 * rows) * (1.06 - 0.22 * columns**2)
    desk = grain * np.array([1.18, 1.06, 0.90], np.float32) * light
    made.blit(sheet(np.asarray(desk, np.float32)), (0, edge))
    line = max(1, round(2 * scale))
    made.fill((150, 120, 84), (0, edge, wide, line))
    made.fill((22, 18, 14), (0, edge - line, wide, line))
    for x, y, w, low in (
        (MONITOR[0] + 290, 0.0, 540.0, MONITOR[1] + MONITOR[3] - 10),
        (TOWER[0] + 20, 0.0, TOWER[2] - 40, TOWER[1] + TOWER[3] - 12),
    ):
        del y
        blur = max(round(20 * scale), 2)
        shade = soft_shadow(round(w * scale), max(round(16 * scale), 2), blur, 0.75, 6)
        made.blit(shade, (round(left + x * scale) - blur + round(14 * scale),
                          round(top + low * scale) - blur))  # fmt: skip
    return made


def _shades(size: tuple[int, int], standing: list[pygame.Rect]):
    """What of the wall's light is left behind what stands before it, to be multiplied with it."""
    coarse = 8
    wide, tall = max(size[0] // coarse, 4), max(size[1] // coarse, 4)
    x, y = np.arange(wide, dtype=np.float32)[None, :], np.arange(tall, dtype=np.float32)[:, None]
    light = np.ones((tall, wide), np.float32)
    soft = size[0] / coarse / 26
    for rect in standing:
        x0, x1, y0 = (
            rect.left / coarse + soft * 0.9,
            rect.right / coarse + soft * 0.9,
            rect.top / coarse,
        )
        dark = 1 / (1 + np.exp(-(x - x0) / soft * 3)) / (1 + np.exp((x - x1) / soft * 3))
        light *= 1 - 0.6 * dark / (1 + np.exp(-(y - y0 - soft) / soft * 3))
    grey = np.repeat((255 * light)[..., None], 3, axis=2)
    return pygame.transform.smoothscale(sheet(np.asarray(grey, np.float32)), size)


def _wall(wide: int, tall: int):
    """What a window at the left adds to the wall: warm light, falling off to the right."""
    x = np.linspace(0, 1, max(wide // 8, 2), dtype=np.float32)[None, :]
    y = np.linspace(0, 1, max(tall // 8, 2), dtype=np.float32)[:, None]
    pool = np.exp(-(((x - 0.22) / 0.55) ** 2 + ((y - 0.25) / 0.75) ** 2))
    rgb = (10 + 52 * pool)[..., None] * np.array([1.0, 0.95, 0.84], np.float32)
    return pygame.transform.smoothscale(sheet(np.asarray(rgb, np.float32)), (wide, max(tall, 1)))


def make_room(layout: PanelLayout) -> AnacondaRoom:
    """The room for a panel's layout."""
    return AnacondaRoom(
        name="anaconda",
        title="ANACONDA",
        layout=layout,
        resting=resting_view(layout),
        places=(
            Place("tower", TowerPart, TOWER, tower_state, "THE COMPUTER", shadow=False),
            Place("pc", CheckersProgramPart, MONITOR, program_state, "THE PROGRAM", legible=1.7,
                  shadow=False),
            Place("keyboard", KeyboardPart, KEYBOARD, nothing, "KEYBOARD AND MOUSE", shadow=False),
        ),
        backdrop=backdrop,
        floor=DESK,
        sounds={"moves": "key"},
    )  # fmt: skip
