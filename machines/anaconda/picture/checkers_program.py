"""The checkers program on the monitor: board, network, population, generations, its buttons.

A touch of a square, a button or a node of the first layer is a click of the mouse there.  Events:
``new``, ``back``, ``samuel``, ``side``, ``why``, ``contest``, ``generation.0`` (``.250``, ``.840``,
``.1002``), ``plies.2`` to ``plies.8``, ``square.1`` to ``square.32``,
``window.0`` to ``window.90`` (shows what that node sees while it is held or pointed at).
"""

from collections.abc import Iterator
from typing import TypeVar

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
from machines.anaconda.picture.program_layout import USUAL, ProgramLayout
from machines.anaconda.picture.why_pane import WhyPane

WIDE, HIGH = RASTER[2:]
BAR: Rect = (0.0, 0.0, WIDE, 28.0)
WORDS = Words("anaconda")
Pane = TypeVar("Pane", bound=ProgramPane)

TITLED, RIM = 22.0, 6.0
"""What is spoken of is framed with its title over it, and a little of what is round it."""


def _spoken(left: float, top: float, wide: float, high: float) -> Rect:
    """A pane with its title."""
    return left - RIM, top - TITLED, wide + 2 * RIM, high + TITLED + RIM


def _pane(kind: type[Pane], at: tuple[float, float, float]) -> Pane:
    """A pane of that kind at its place."""
    return kind(*at[:2]).zoomed(at[2])


class CheckersProgramPart(DesktopProgramPart):
    """The monitor with the program on it."""

    def __init__(self, layout: PanelLayout, arranged: ProgramLayout = USUAL) -> None:
        self.arranged = arranged
        self.places = arranged.buttons
        super().__init__(layout)
        self.board = _pane(CheckersPane, arranged.board)
        self.network = _pane(NetworkPane, arranged.network)
        self.population = _pane(PopulationPane, arranged.below)
        self.why = _pane(WhyPane, arranged.below)
        self.strength = _pane(StrengthPane, arranged.strength)
        left, top, wide, tall = self.board.rect
        tall = max(tall, arranged.caption[1] + arranged.caption[3] - top)
        self.spoken = {
            "board": _spoken(left, top, wide, tall),
            "network": _spoken(*self.network.rect),
            "population": _spoken(*self.population.rect),
            "strength": _spoken(*self.strength.rect),
        }
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
        arranged = self.arranged
        pen.box(arranged.tools, True)
        for (x, y, room), word in ((arranged.generation, "generation"), (arranged.plies, "plies")):
            pen.text(WORDS(word), x, y, fit(WORDS(word), 12.5, room), INK, "right")
        self.draw_buttons(pen)
        titles = [(self.network, "network", 11.5), (self.strength, "strength", 10.0)]
        if arranged.names_board:
            titles.append((self.board, "board", 11.5))
        for pane, word, high in titles:
            left, top = pane.rect[:2]
            pen.text(WORDS(word), left + 2.0, top - (11.5 if high > 11 else 11.0), high)
        for box in (arranged.caption, *arranged.boxes):
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
        stamps.append(self.line(self.arranged.title, WORDS(what), 2.0, 10.0))
        stamps += self.button_sprites(state)
        boxes = self.arranged.caption, *self.arranged.boxes
        for box, text in zip(boxes, (state.caption, *state.status), strict=False):
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
                                WORDS("square_does"), pane=self.board)  # fmt: skip
        reach = 12.0  # neighbours' areas overlap: the nearest node is meant
        for number, (x, y) in enumerate(network_drawing.NODES):
            size, row, column = network_drawing.window_at(number)
            area = (x - reach, y - reach, 2 * reach, 2 * reach)
            label = WORDS("window", size=size, row=row + 1, column=column + 1)
            does = WORDS("window_does")
            yield self.touch_of(f"window.{number}", area, label, does, "", "look", self.network)
