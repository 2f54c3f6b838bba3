"""Anaconda's room: a beige PC of 2000 on a desk, its monitor with the checkers program.

The monitor is nearly all that there is: board, network, population and generations stand in the
program's window; the tower's lamps say that it computes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pygame

from devices.panel.layout import PanelLayout
from devices.screen.backdrops import Daylight, Office, office
from devices.screen.materials import sheet, wood
from devices.screen.part import Touch
from devices.screen.parts.office_pc import KeyboardPart, TowerPart, TowerState
from devices.screen.room import DelayedEvent, DrawContext, PartPlacement, Room
from devices.units.unit import Value
from machines.anaconda.picture.checkers_picture import CheckersState
from machines.anaconda.picture.checkers_program import CheckersProgramPart, CheckersProgramState
from machines.anaconda.picture.network_drawing import NetworkState
from machines.anaconda.picture.population import GenerationsState, PopulationState
from machines.anaconda.scene import AnacondaScene
from machines.draughts.board import SQUARES, Position
from machines.exhibit import View, resting

DESK = 0.845
"""Where the desk's far edge is, as a share of the canvas's height."""
MONITOR = (206.0, 4.0, 1122.0, 886.0)
TOWER = (1420.0, 92.0, 360.0, 826.0)
KEYBOARD = (250.0, 868.0, 1010.0, 114.0)
POWER, DISK, SCREEN = range(3)
"""The lamps of the layout."""
PIECES = {"b": 1, "B": 2, "w": -1, "W": -2, "": 0}


@dataclass(frozen=True)
class AnacondaRoom(Room):
    """The room; a node that is touched shows its window and is no act."""

    def acts(
        self, place: PartPlacement, touch: Touch, value: Value, context: DrawContext
    ) -> Sequence[DelayedEvent]:
        """A touch's acts."""
        if touch.control.startswith("window."):
            return ()
        return super().acts(place, touch, value, context)


def scene_of(context: DrawContext) -> AnacondaScene:
    """What is to be seen of the program."""
    scene = context.view.scene
    return scene if isinstance(scene, AnacondaScene) else RESTING


def program_state(context: DrawContext) -> CheckersProgramState:
    """What the screen shows."""
    scene = scene_of(context)
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
            context.view.caption or context.view.reason,
            f"{scene.boards:,} BOARDS JUDGED" if scene.boards else "",
            f"WORTH TO IT {scene.value:+.3f}" if scene.boards else "",
        ),
        plies=scene.plies,
        chosen=frozenset({"samuel"} if scene.samuel else ()),
        held=frozenset(name.removeprefix(prefix) for name in context.held if prefix in name),
        pointed=context.pointed.removeprefix(prefix),
        on=context.awake,
        lamp=int(context.brightness[SCREEN]) if len(context.brightness) else 0,
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


def tower_state(context: DrawContext) -> TowerState:
    """The tower's lamps."""
    return TowerState(int(context.brightness[POWER]), int(context.brightness[DISK]))


def no_state(context: DrawContext) -> None:
    """Of the keyboard nothing changes."""
    del context


RESTING = AnacondaScene(position=Position.start(), red="YOU", white="ANACONDA", flipped=True)


def resting_view(layout: PanelLayout) -> View:
    """What is to be seen before it is switched on."""
    return resting("anaconda", layout, RESTING)


def desk_top(wide: int, tall: int) -> pygame.Surface:
    """Light wood, lighter towards the visitor."""
    grain = wood(wide, tall, seed=2000)
    rows = np.linspace(0, 1, tall, dtype=np.float32)[:, None, None]
    columns = np.linspace(-0.75, 1.1, wide, dtype=np.float32)[None, :, None]
    light = (0.66 + 0.30 * rows) * (1.06 - 0.22 * columns**2)
    top = grain * np.array([1.18, 1.06, 0.90], np.float32) * light
    return sheet(np.asarray(top, np.float32))


OFFICE = Office(
    edge=DESK,
    daylight=Daylight((0.22, 0.25), (0.55, 0.75), 10, 52, (1.0, 0.95, 0.84)),
    desk=desk_top,
    edges=((150, 120, 84), (22, 18, 14)),
    standing=(MONITOR, TOWER),
    feet=(
        (MONITOR[0] + 290, 540.0, MONITOR[1] + MONITOR[3] - 10),
        (TOWER[0] + 20, TOWER[2] - 40, TOWER[1] + TOWER[3] - 12),
    ),
)


def make_room(layout: PanelLayout) -> AnacondaRoom:
    """The room for a panel's layout."""
    return AnacondaRoom(
        name="anaconda",
        title="ANACONDA",
        layout=layout,
        resting=resting_view(layout),
        places=(
            PartPlacement("tower", TowerPart, TOWER, tower_state, "THE COMPUTER", shadow=False),
            PartPlacement("pc", CheckersProgramPart, MONITOR, program_state, "THE PROGRAM",
                  legible=1.7, shadow=False),
            PartPlacement("keyboard", KeyboardPart, KEYBOARD, no_state, "KEYBOARD AND MOUSE",
                  shadow=False),
        ),
        backdrop=partial(office, look=OFFICE),
        floor=DESK,
        sounds={"moves": "key"},
    )  # fmt: skip
