"""The checkers program on the monitor: board, network, population, generations, its buttons.

A touch of a square, a button or a node of the first layer is a click of the mouse there.  Events:
``new``, ``back``, ``samuel``, ``side``, ``plies.2`` to ``plies.8``, ``square.1`` to ``square.32``,
``window.0`` to ``window.90`` (shows what that node sees while it is held or pointed at).
"""

from collections.abc import Iterator

import pygame

from devices.panel.layout import PanelLayout
from devices.screen.part import Touch
from devices.screen.parts.crt_monitor import RASTER
from devices.screen.parts.desktop_look import FACE, INK, Pen
from devices.screen.parts.desktop_program import DesktopProgramPart, ProgramState
from devices.screen.parts.program_pane import ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from machines.anaconda.picture import checkers_picture, network_drawing
from machines.anaconda.picture.checkers_picture import CheckersPane
from machines.anaconda.picture.network_drawing import LookedAt, NetworkPane
from machines.anaconda.picture.population import GenerationsPane, PopulationPane

WIDE, HIGH = RASTER[2:]
BAR: Rect = (0.0, 0.0, WIDE, 28.0)
PANES = 96.0
"""Where the two upper panes begin."""
LOWER = 598.0
FIRST, OTHER = 18.0, 496.0
BUTTONS: dict[str, Rect] = {
    "new": (12.0, 36.0, 122.0, 32.0),
    "back": (140.0, 36.0, 132.0, 32.0),
    "side": (278.0, 36.0, 150.0, 32.0),
    "samuel": (434.0, 36.0, 232.0, 32.0),
    **{f"plies.{2 + k}": (760.0 + 36.0 * k, 36.0, 32.0, 32.0) for k in range(7)},
}
CAPTION: Rect = (FIRST, PANES + checkers_picture.SIDE + 4.0, checkers_picture.SIDE, 22.0)
STATUS: Rect = (0.0, HIGH - 20.0, WIDE, 20.0)
BOXES: tuple[Rect, ...] = (
    (4.0, HIGH - 19.0, 560.0, 18.0),
    (568.0, HIGH - 19.0, 260.0, 18.0),
    (832.0, HIGH - 19.0, 188.0, 18.0),
)


class CheckersProgramPart(DesktopProgramPart):
    """The monitor with the program on it."""

    places = BUTTONS

    def __init__(self, layout: PanelLayout) -> None:
        super().__init__(layout)
        self.board = CheckersPane(FIRST, PANES)
        self.network = NetworkPane(OTHER, PANES)
        self.population = PopulationPane(FIRST, LOWER)
        self.generations = GenerationsPane(OTHER, LOWER)
        self.flipped = False
        self._touches = tuple(self.controls_for(False))

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        return self.board, self.network, self.population, self.generations

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
        self.draw_buttons(pen)
        pen.text("THE BOARD", FIRST + 2.0, PANES - 11.5, 11.5)
        pen.text("THE NETWORK: 5,046 WEIGHTS", OTHER + 2.0, PANES - 11.5, 11.5)
        pen.text("THE POPULATION OF THIRTY, THEIR POINTS", FIRST + 2.0, LOWER - 11.0, 10.5)
        pen.text("GENERATIONS", OTHER + 2.0, LOWER - 11.0, 10.5)
        for box in (CAPTION, *BOXES):
            pen.box(box, False)
        self.build_panes()

    # What changes.

    def picture(self, state: ProgramState, now_ms: int) -> list[PlacedSprite]:
        scene = state.scene
        if scene.flipped != self.flipped:
            self.flipped = scene.flipped
            self._touches = tuple(self.controls_for(self.flipped))
        if not state.on:
            return self.dark()
        looked_at = LookedAt(scene, state.number("window"))
        shown = (looked_at, looked_at, scene.history, scene.history)
        stamps = self.pane_sprites(shown, now_ms)
        stamps += self.button_sprites(state)
        for box, text in zip((CAPTION, *BOXES), (state.caption, *state.status), strict=False):
            if text:
                inner = (box[0] + 2.0, box[1] + 2.0, box[2] - 4.0, box[3] - 4.0)
                stamps.append(self.line(inner, text, 6.0, inner[3] * 0.62))
        return stamps

    def controls_for(self, flipped: bool) -> Iterator[Touch]:
        """Every control of the program."""
        yield from self.button_touches()
        for number in range(1, 33):
            area = checkers_picture.area(number, flipped)
            yield self.touch_of(f"square.{number}", area, f"SQUARE {number}",
                                "A checker, or its goal.", pane=(FIRST, PANES))  # fmt: skip
        reach = 12.0  # neighbours' areas overlap: the nearest node is meant
        for number, (x, y) in enumerate(network_drawing.NODES):
            size, row, column = network_drawing.window_at(number)
            area = (x - reach, y - reach, 2 * reach, 2 * reach)
            label = f"WINDOW {size}x{size} AT {row + 1}, {column + 1}"
            does = "Shows on the board what this node sees."
            yield self.touch_of(f"window.{number}", area, label, does, "", "look", (OTHER, PANES))
