"""The checkers program on the monitor: board, network, population, generations, its buttons.

A touch of a square, a button or a node of the first layer is a click of the mouse there.  Events:
``new``, ``back``, ``samuel``, ``side``, ``plies.2`` to ``plies.8``, ``square.1`` to ``square.32``,
``window.0`` to ``window.90`` (shows what that node sees while it is held or pointed at).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial

import pygame

from devices.screen.part import Touch
from devices.screen.parts import checkers_picture, network_drawing
from devices.screen.parts.checkers_picture import CheckersPane, CheckersState
from devices.screen.parts.crt_monitor import RASTER, CrtMonitorPart
from devices.screen.parts.desktop_look import FACE, INK, Pen
from devices.screen.parts.network_drawing import NetworkPane, NetworkState
from devices.screen.parts.pane_of_picture import Pane
from devices.screen.parts.population import (
    GenerationsPane,
    GenerationsState,
    PopulationPane,
    PopulationState,
)
from devices.screen.parts.relief import Rect
from devices.screen.parts.stamps import Stamp

WIDE, HIGH = RASTER[2:]
BAR: Rect = (0.0, 0.0, WIDE, 28.0)
PANES = 96.0
"""Where the two upper panes begin."""
LOWER = 598.0
FIRST, OTHER = 18.0, 496.0
PLIES = (2, 3, 4, 5, 6, 7, 8)
BUTTONS: dict[str, tuple[Rect, str, str, str]] = {
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
    caption: str = ""
    """Below the board: who plays, who is to move."""
    status: tuple[str, str, str] = ("", "", "")
    plies: int = 4
    chosen: frozenset[str] = frozenset()
    """Buttons that stay down."""
    held: frozenset[str] = frozenset()
    """Controls under a finger."""
    pointed: str = ""
    """The control under the mouse's pointer."""
    lamp: int = 255
    on: bool = True
    """Whether the monitor shows a picture at all."""


class CheckersProgramPart(CrtMonitorPart):
    """The monitor with the program on it."""

    def __init__(self) -> None:
        super().__init__()
        self.board = CheckersPane(FIRST, PANES)
        self.network = NetworkPane(OTHER, PANES)
        self.population = PopulationPane(FIRST, LOWER)
        self.generations = GenerationsPane(OTHER, LOWER)
        self.flipped = False
        self._touches = touches(False)

    @property
    def panes(self) -> tuple[Pane, ...]:
        """All of them."""
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
        for pane in self.panes:
            x, y, wide, tall = pane.rect
            pane.build(self.scale, self.at(x, y), self.at(x + wide, y + tall))

    # What changes.

    def shown(self, state: CheckersProgramState, now_ms: int) -> list[Stamp]:
        if state.board.flipped != self.flipped:
            self.flipped = state.board.flipped
            self._touches = touches(self.flipped)
        if not state.on:
            return [Stamp(self.sprite("off", self._off), *self.at(0, 0))]
        pointed = _pointed(state)
        window = _window_on_board(pointed, state.network.turned) if pointed >= 0 else None
        shown = (
            replace(state.board, window=window),
            replace(state.network, pointed=pointed),
            state.population,
            state.generations,
        )
        stamps = [
            pane.stamp(self.at(*pane.rect[:2]), one, now_ms, self.sprite)
            for pane, one in zip(self.panes, shown, strict=True)
        ]
        down = {f"plies.{state.plies}", *state.chosen}
        for name, (rect, label, _, _) in BUTTONS.items():
            look = (name in state.held, name in down)
            if any(look):
                sprite = self.sprite(
                    ("button", name, look), partial(self._button, rect, label, look)
                )
                stamps.append(Stamp(sprite, *self.at(*rect[:2])))
        for box, text in zip((CAPTION, *BOXES), (state.caption, *state.status), strict=True):
            if text:
                stamps.append(self._line(box, text))
        return stamps

    def _button(self, rect: Rect, label: str, look: tuple[bool, bool]) -> pygame.Surface:
        made = self._blank(rect)
        Pen(made, self.scale).button((0.0, 0.0, *rect[2:]), label, *look)
        return made

    def _off(self) -> pygame.Surface:
        """The tube with no picture on it."""
        made = self._blank((0.0, 0.0, WIDE, HIGH))
        made.fill((23, 25, 25))
        return made

    def _blank(self, rect: Rect) -> pygame.Surface:
        (x0, y0), (x1, y1) = self.at(*rect[:2]), self.at(rect[0] + rect[2], rect[1] + rect[3])
        made = pygame.Surface((x1 - x0, y1 - y0), 0, 32)
        made.fill(FACE)
        return made

    def _line(self, box: Rect, text: str) -> Stamp:
        inner = (box[0] + 2.0, box[1] + 2.0, box[2] - 4.0, box[3] - 4.0)

        def make() -> pygame.Surface:
            made = self._blank(inner)
            Pen(made, self.scale).text(text, 6.0, inner[3] / 2, inner[3] * 0.62, passing=True)
            return made

        return Stamp(self.brief((box, text), make), *self.at(*inner[:2]))

    def sprites(self) -> Iterable[Callable[[], object]]:
        yield partial(self.sprite, "off", self._off)
        for pane in self.panes:
            yield from pane.sprites(self.sprite)
        for name, (rect, label, _, _) in BUTTONS.items():
            for look in ((True, False), (False, True), (True, True)):
                make = partial(self._button, rect, label, look)
                yield partial(self.sprite, ("button", name, look), make)


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
