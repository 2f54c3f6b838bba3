"""The checkers program on the monitor: board, network, population, generations, its buttons.

A touch of a square, a button or a node of the first layer is a click of the mouse there.  Events:
``new``, ``back``, ``samuel``, ``side``, ``why``, ``contest``, ``generation.0`` (``.250``, ``.840``,
``.1002``), ``plies.2`` to ``plies.8``, ``square.1`` to ``square.32``,
``window.0`` to ``window.90`` (shows what that node sees while it is held or pointed at).
"""

from collections.abc import Iterator, Mapping

import pygame

from devices.panel.layout import PanelLayout
from devices.screen.part import Touch
from devices.screen.parts.crt_monitor import RASTER
from devices.screen.parts.desktop_look import FACE, INK, Pen, fit
from devices.screen.parts.desktop_program import DesktopProgramPart, ProgramState
from devices.screen.parts.program_pane import ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.words import Words
from machines.anaconda.picture import checkers_picture, network_drawing
from machines.anaconda.picture.checkers_picture import CheckersPane
from machines.anaconda.picture.network_drawing import LookedAt, NetworkPane
from machines.anaconda.picture.population import PopulationPane, StrengthPane
from machines.anaconda.picture.why_pane import WhyPane

WIDE, HIGH = RASTER[2:]
BAR: Rect = (0.0, 0.0, WIDE, 28.0)
PANES = 140.0
"""Where the two upper panes begin."""
LOWER = 642.0
FIRST, OTHER = 18.0, 496.0
BUTTONS: dict[str, Rect] = {
    "new": (12.0, 36.0, 140.0, 36.0),
    "back": (158.0, 36.0, 140.0, 36.0),
    "side": (304.0, 36.0, 164.0, 36.0),
    "samuel": (474.0, 36.0, 252.0, 36.0),
    "why": (732.0, 36.0, 280.0, 36.0),
    "generation.0": (140.0, 78.0, 44.0, 36.0),
    "generation.250": (188.0, 78.0, 56.0, 36.0),
    "generation.840": (248.0, 78.0, 56.0, 36.0),
    "generation.1002": (308.0, 78.0, 72.0, 36.0),
    "contest": (388.0, 78.0, 284.0, 36.0),
    **{f"plies.{2 + k}": (746.0 + 38.4 * k, 78.0, 35.0, 36.0) for k in range(7)},
}
"""The drawn buttons; they are touched up to half the gap to their neighbours."""
GENERATION, PLIES, PLIES_WIDE = (130.0, 96.0), (738.0, 96.0), 62.0
TOOLS: Rect = (2.0, 31.0, WIDE - 4.0, 87.0)
WORDS = Words("anaconda")
CAPTION: Rect = (FIRST, PANES + checkers_picture.SIDE + 4.0, checkers_picture.SIDE, 22.0)
TITLE: Rect = (FIRST, LOWER - 19.0, 456.0, 17.0)
"""Over the pane at the left: what it shows."""
STATUS: Rect = (0.0, HIGH - 20.0, WIDE, 20.0)
BOXES: tuple[Rect, ...] = (
    (4.0, HIGH - 19.0, 560.0, 18.0),
    (568.0, HIGH - 19.0, 260.0, 18.0),
    (832.0, HIGH - 19.0, 188.0, 18.0),
)


TITLED, RIM = 22.0, 6.0
"""What is spoken of is framed with its title over it, and a little of what is round it."""


def _spoken(left: float, top: float, wide: float, high: float) -> Rect:
    """A pane with its title."""
    return left - RIM, top - TITLED, wide + 2 * RIM, high + TITLED + RIM


class CheckersProgramPart(DesktopProgramPart):
    """The monitor with the program on it."""

    places = BUTTONS
    spoken: Mapping[str, Rect] = {
        "board": _spoken(FIRST, PANES, checkers_picture.SIDE, CAPTION[1] + CAPTION[3] - PANES),
        "network": _spoken(OTHER, PANES, *NetworkPane.size),
        "population": _spoken(FIRST, LOWER, *PopulationPane.size),
        "strength": _spoken(OTHER, LOWER, *StrengthPane.size),
    }

    def __init__(self, layout: PanelLayout) -> None:
        super().__init__(layout)
        self.board = CheckersPane(FIRST, PANES)
        self.network = NetworkPane(OTHER, PANES)
        self.population = PopulationPane(FIRST, LOWER)
        self.why = WhyPane(FIRST, LOWER)
        self.strength = StrengthPane(OTHER, LOWER)
        self.flipped = False
        self._touches = tuple(self.controls_for(False))

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        return self.board, self.network, self.population, self.strength, self.why

    def draw_raster(self, raster: pygame.Surface) -> None:
        pen = Pen(raster, self.scale)
        pen.fill((0.0, 0.0, WIDE, HIGH), FACE)
        pen.bar(BAR, WORDS("title"))
        for k in range(3):
            pen.box((WIDE - 26.0 * (3 - k) + 2.0, 5.0, 20.0, 18.0), True)
        pen.fill((WIDE - 71.0, 18.0, 8.0, 2.0), INK)
        pen.fill((WIDE - 46.0, 9.0, 10.0, 2.0), INK)
        pen.fill((WIDE - 46.0, 18.0, 10.0, 1.0), INK)
        for x in (-46.0, -37.0):
            pen.fill((WIDE + x, 9.0, 1.0, 10.0), INK)
        pen.text("x", WIDE - 13.5, 13.0, 13.0, INK, "centre", 0.2)
        pen.box(TOOLS, True)
        pen.text(WORDS("generation"), *GENERATION, 12.5, INK, "right")
        plies = WORDS("plies")
        pen.text(plies, *PLIES, fit(plies, 12.5, PLIES_WIDE), INK, "right")
        self.draw_buttons(pen)
        pen.text(WORDS("board"), FIRST + 2.0, PANES - 11.5, 11.5)
        pen.text(WORDS("network"), OTHER + 2.0, PANES - 11.5, 11.5)
        pen.text(WORDS("strength"), OTHER + 2.0, LOWER - 11.0, 10.0)
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
        below, what = (self.why, "why") if scene.why else (self.population, "population")
        panes = (self.board, self.network, below, self.strength)
        states = (looked_at, looked_at, scene, scene)
        stamps = [
            pane.stamp(self.at(*pane.rect[:2]), one, now_ms, self.sprite)
            for pane, one in zip(panes, states, strict=True)
        ]
        stamps.append(self.line(TITLE, WORDS(what), 2.0, 10.0))
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
            yield self.touch_of(f"square.{number}", area, WORDS("square", n=number),
                                WORDS("square_does"), pane=(FIRST, PANES))  # fmt: skip
        reach = 12.0  # neighbours' areas overlap: the nearest node is meant
        for number, (x, y) in enumerate(network_drawing.NODES):
            size, row, column = network_drawing.window_at(number)
            area = (x - reach, y - reach, 2 * reach, 2 * reach)
            label = WORDS("window", size=size, row=row + 1, column=column + 1)
            does = WORDS("window_does")
            yield self.touch_of(f"window.{number}", area, label, does, "", "look", (OTHER, PANES))
