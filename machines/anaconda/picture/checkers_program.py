"""The checkers program on the monitor: board, network, population, generations, its buttons.

A touch of a square, a button or a node of the first layer is a click of the mouse there.  Events:
``new``, ``back``, ``samuel``, ``side``, ``plies.2`` to ``plies.8``, ``square.1`` to ``square.32``,
``window.0`` to ``window.90`` (shows what that node sees while it is held or pointed at).
"""

from dataclasses import dataclass, field, replace

import pygame

from devices.screen.part import Touch
from devices.screen.parts.crt_monitor import RASTER
from devices.screen.parts.desktop_look import FACE, INK, Pen
from devices.screen.parts.desktop_program import Button, DesktopProgramPart
from devices.screen.parts.program_pane import ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from machines.anaconda.picture import checkers_picture, network_drawing
from machines.anaconda.picture.checkers_picture import CheckersPane, CheckersState
from machines.anaconda.picture.network_drawing import NetworkPane, NetworkState
from machines.anaconda.picture.population import (
    GenerationsPane,
    GenerationsState,
    PopulationPane,
    PopulationState,
)

WIDE, HIGH = RASTER[2:]
BAR: Rect = (0.0, 0.0, WIDE, 28.0)
PANES = 96.0
"""Where the two upper panes begin."""
LOWER = 598.0
FIRST, OTHER = 18.0, 496.0
PLIES = (2, 3, 4, 5, 6, 7, 8)
BUTTONS: dict[str, Button] = {
    "new": ((12.0, 36.0, 122.0, 32.0), "NEW GAME", "n", "Sets the pieces up anew."),
    "back": ((140.0, 36.0, 132.0, 32.0), "TAKE BACK", "b", "Takes your last move back."),
    "side": ((278.0, 36.0, 150.0, 32.0), "CHANGE SIDES", "c", "You play the other colour."),
    "samuel": ((434.0, 36.0, 232.0, 32.0), "ANACONDA v SAMUEL", "s",
               "Lets Anaconda play Samuel's program of 1959; again: stops it."),
    **{f"plies.{n}": ((760.0 + 36.0 * k, 36.0, 32.0, 32.0), str(n), str(n),
                      f"Anaconda looks {n} plies ahead.") for k, n in enumerate(PLIES)},
}  # fmt: skip
CAPTION: Rect = (FIRST, PANES + checkers_picture.SIDE + 4.0, checkers_picture.SIDE, 22.0)
STATUS: Rect = (0.0, HIGH - 20.0, WIDE, 20.0)
BOXES: tuple[Rect, ...] = (
    (4.0, HIGH - 19.0, 560.0, 18.0),
    (568.0, HIGH - 19.0, 260.0, 18.0),
    (832.0, HIGH - 19.0, 188.0, 18.0),
)


@dataclass(frozen=True)
class CheckersProgramState:
    """All that the screen shows."""

    board: CheckersState = field(default_factory=CheckersState)
    network: NetworkState = field(default_factory=NetworkState)
    population: PopulationState = field(default_factory=PopulationState)
    generations: GenerationsState = field(default_factory=GenerationsState)
    caption: str = ""  # Below the board: who plays, who is to move
    status: tuple[str, str, str] = ("", "", "")
    plies: int = 4
    chosen: frozenset[str] = frozenset()  # Buttons that stay down
    held: frozenset[str] = frozenset()  # Controls under a finger
    pointed: str = ""  # The control under the mouse's pointer
    lamp: int = 255
    on: bool = True  # Whether the monitor shows a picture at all


class CheckersProgramPart(DesktopProgramPart):
    """The monitor with the program on it."""

    buttons = BUTTONS

    def __init__(self) -> None:
        super().__init__()
        self.board = CheckersPane(FIRST, PANES)
        self.network = NetworkPane(OTHER, PANES)
        self.population = PopulationPane(FIRST, LOWER)
        self.generations = GenerationsPane(OTHER, LOWER)
        self.flipped = False
        self._touches = touches(False)

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        return self.board, self.network, self.population, self.generations

    def lamp(self, state: CheckersProgramState) -> int:
        return state.lamp

    def draw_raster(self, raster: pygame.Surface) -> None:
        pen = Pen(raster, self.scale)
        pen.fill((0.0, 0.0, WIDE, HIGH), FACE)
        pen.bar(BAR, "ANACONDA - A NETWORK THAT LEARNED CHECKERS BY EVOLUTION")
        for k in range(3):
            pen.box((WIDE - 26.0 * (3 - k) + 2.0, 5.0, 20.0, 18.0), True)
        pen.fill((WIDE - 71.0, 18.0, 8.0, 2.0), INK)
        pen.fill((WIDE - 46.0, 9.0, 10.0, 2.0), INK)
        pen.fill((WIDE - 46.0, 18.0, 10.0, 1.0), INK)
        for x in (-46.0, -37.0):
            pen.fill((WIDE + x, 9.0, 1.0, 10.0), INK)
        pen.text("x", WIDE - 13.5, 13.0, 13.0, INK, "centre", 0.2)
        pen.box((2.0, 31.0, WIDE - 4.0, 42.0), True)
        pen.text("PLIES", 748.0, 52.0, 12.5, INK, "right")
        for name, (rect, label, _, _) in BUTTONS.items():
            del name
            pen.button(rect, label, False)
        pen.text("THE BOARD", FIRST + 2.0, PANES - 11.5, 11.5)
        pen.text("THE NETWORK: 5,046 WEIGHTS", OTHER + 2.0, PANES - 11.5, 11.5)
        pen.text("THE POPULATION OF THIRTY, THEIR POINTS", FIRST + 2.0, LOWER - 11.0, 10.5)
        pen.text("GENERATIONS", OTHER + 2.0, LOWER - 11.0, 10.5)
        for box in (CAPTION, *BOXES):
            pen.box(box, False)
        self.build_panes()

    # What changes.

    def shown(self, state: CheckersProgramState, now_ms: int) -> list[PlacedSprite]:
        if state.board.flipped != self.flipped:
            self.flipped = state.board.flipped
            self._touches = touches(self.flipped)
        if not state.on:
            return self.dark()
        pointed = _pointed(state)
        window = _window_on_board(pointed, state.network.turned) if pointed >= 0 else None
        shown = (
            replace(state.board, window=window),
            replace(state.network, pointed=pointed),
            state.population,
            state.generations,
        )
        stamps = self.panes_shown(shown, now_ms)
        stamps += self.buttons_shown(state.held, {f"plies.{state.plies}", *state.chosen})
        for box, text in zip((CAPTION, *BOXES), (state.caption, *state.status), strict=True):
            if text:
                inner = (box[0] + 2.0, box[1] + 2.0, box[2] - 4.0, box[3] - 4.0)
                stamps.append(self.line(inner, text, 6.0, inner[3] * 0.62))
        return stamps


def _pointed(state: CheckersProgramState) -> int:
    """Which window's node the finger or the pointer is on; -1: none."""
    for name in (*sorted(state.held), state.pointed):
        what, _, number = name.partition(".")
        if what == "window":
            return int(number)
    return -1


def _window_on_board(number: int, turned: bool) -> tuple[int, int, int]:
    size, row, column = network_drawing.window_at(number)
    return (size, 8 - row - size, 8 - column - size) if turned else (size, row, column)


def touches(flipped: bool) -> tuple[Touch, ...]:
    """Every control of the program, in units of the part."""
    made = [
        Touch(name, _on_part(rect), "button", label if len(label) > 1 else f"PLIES {label}",
              said, key)
        for name, (rect, label, key, said) in BUTTONS.items()
    ]  # fmt: skip
    for number in range(1, 33):
        x, y, wide, tall = checkers_picture.area(number, flipped)
        made.append(Touch(f"square.{number}", _on_part((FIRST + x, PANES + y, wide, tall)),
                          "square", f"SQUARE {number}", "A checker, or its goal."))  # fmt: skip
    reach = 12.0  # neighbours' areas overlap: the nearest node is meant
    for number, (x, y) in enumerate(network_drawing.NODES):
        size, row, column = network_drawing.window_at(number)
        place = (OTHER + x - reach, PANES + y - reach, 2 * reach, 2 * reach)
        made.append(Touch(f"window.{number}", _on_part(place), "square",
                          f"WINDOW {size}x{size} AT {row + 1}, {column + 1}",
                          "Shows on the board what this node sees."))  # fmt: skip
    return tuple(made)


def _on_part(rect: Rect) -> Rect:
    return (RASTER[0] + rect[0], RASTER[1] + rect[1], *rect[2:])
