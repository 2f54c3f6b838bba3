"""A program on a monitor: panes, buttons that go down, lines of words; what such programs share."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from devices.panel.layout import PanelLayout
from devices.screen.lettering import Anchor
from devices.screen.part import Touch, TouchKind
from devices.screen.parts.crt_monitor import CrtMonitorPart
from devices.screen.parts.desktop_look import FACE, INK, Colour, Pen, fit
from devices.screen.parts.program_pane import ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.room import DrawContext
from devices.screen.words import Words, in_figures, named

WORDS = Words("museum")

DARK: Colour = (23, 25, 25)
"""Of a tube with no picture on it."""


@dataclass(frozen=True)
class ProgramState:
    """What a program's window shows: what can be seen of the machine, and what is touched."""

    scene: Any
    caption: str = ""  # Below the board: who plays, who is to move
    status: tuple[str, ...] = ()  # Words in the places that the program has for them
    chosen: frozenset[str] = frozenset()  # Buttons that stay down
    held: frozenset[str] = frozenset()  # Controls under a finger
    pointed: str = ""  # The control under the mouse's pointer
    lamp: int = 255
    on: bool = True  # Whether the monitor shows a picture at all

    def number(self, kind: str, otherwise: int = -1) -> int:
        """The number of that kind of control (``move.3``) under a finger or the pointer."""
        for name in (*sorted(self.held), self.pointed):
            what, _, number = name.partition(".")
            if what == kind:
                return int(number)
        return otherwise


def players(
    first: tuple[str, str], second: tuple[str, str], second_to_move: bool, to_move: str = ""
) -> str:
    """Who plays which side, and who is to move."""
    to_move = to_move or WORDS("to_move")
    sides = (f"{side}: {name}" for side, name in (first, second))
    marked = (side + f" · {to_move}" * (k == second_to_move) for k, side in enumerate(sides))
    return "     ".join(marked)


def program_state(
    context: DrawContext, place: str, lamp: int, caption: str, status: tuple[str, ...],
    chosen: Iterable[str],
) -> ProgramState:  # fmt: skip
    """What the program at that place of a room shows; ``lamp``: the monitor's in the layout."""
    return ProgramState(
        context.view.scene,
        caption,
        status,
        frozenset(chosen),
        context.held_at(place),
        context.pointed.removeprefix(f"{place}."),
        int(context.brightness[lamp]) if len(context.brightness) else 0,
        context.awake,
    )


class DesktopProgramPart(CrtMonitorPart):
    """A monitor with a program; a subclass says its panes, and where buttons and words stand.

    What a button is called, its key and its help come from the panel's layout.
    """

    places: Mapping[str, Rect] = {}  # Of the layout's buttons, on the raster
    signs: Mapping[str, str] = {}  # What is written on those that don't bear their label
    spoken: Mapping[str, Rect] = {}  # Things on the raster that a tour speaks of, with their titles

    def __init__(self, layout: PanelLayout) -> None:
        super().__init__()
        self.controls = {control.id: control for control in layout.controls()}
        self.room = layout.name
        self.buttons = {
            name: (rect, self.signs.get(name) or self._label(name, rect))
            for name, rect in self.places.items()
        }

    @property
    def details(self) -> Mapping[str, Rect]:
        """What a tour can come close to (devices/screen/framing.py)."""
        left, top = self.housing.raster[:2]
        return {name: (left + x, top + y, w, h) for name, (x, y, w, h) in self.spoken.items()}

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        """All of them."""
        raise NotImplementedError

    def lamp(self, state: ProgramState) -> int:
        return state.lamp

    def _label(self, name: str, rect: Rect) -> str:
        """A button's own, in the language that is shown."""
        label = in_figures(self.controls[name].label)
        return named(self.room, f".{name}", Touch(name, rect, "button", label, "", "")).label

    # What a subclass draws with.

    def button_touches(self) -> Iterator[Touch]:
        """The buttons as a finger finds them."""
        for name, rect in self.places.items():
            one = self.controls[name]
            label, what = one.label, name.partition(".")[0]
            if label.replace(",", "").isdigit():
                label = f"{Words(self.room)(what)} {in_figures(label)}"
            yield self.touch_of(name, rect, label, one.help, one.key, "button")

    def touch_of(
        self,
        name: str,
        rect: Rect,
        label: str,
        does: str,
        key: str = "",
        kind: TouchKind = "square",
        pane: ProgramPane | None = None,
    ) -> Touch:
        """A control at a place on the raster, or on a pane."""
        left, top = self.housing.raster[:2]
        x, y, wide, tall = rect if pane is None else pane.on_picture(rect)
        return Touch(name, (left + x, top + y, wide, tall), kind, label, does, key)

    def draw_buttons(self, pen: Pen) -> None:
        """All of them, none down."""
        for rect, label in self.buttons.values():
            pen.button(rect, label, False)

    def build_panes(self) -> None:
        """Make their grounds."""
        for pane in self.panes:
            x, y, wide, tall = pane.rect
            pane.build(self.scale, self.at(x, y), self.at(x + wide, y + tall))

    def dark(self) -> list[PlacedSprite]:
        """The tube with no picture on it."""
        return [PlacedSprite(self.sprite("off", self._off), *self.at(0, 0))]

    def pane_sprites(self, states: Sequence[Any], now_ms: int) -> list[PlacedSprite]:
        """Each pane with its state."""
        return [
            pane.stamp(self.at(*pane.rect[:2]), one, now_ms, self.sprite)
            for pane, one in zip(self.panes, states, strict=True)
        ]

    def button_sprites(self, state: ProgramState) -> list[PlacedSprite]:
        """Those that are down."""
        stamps = []
        for name, (rect, label) in self.buttons.items():
            look = (name in state.held, name in state.chosen)
            if any(look):
                make = partial(self._button, rect, label, look)
                sprite = self.sprite(("button", name, look), make)
                stamps.append(PlacedSprite(sprite, *self.at(*rect[:2])))
        return stamps

    def line(
        self,
        rect: Rect,
        text: str,
        x: float,
        high: float,
        colours: tuple[Colour, Colour] = (INK, FACE),
        anchor: Anchor = "left",
    ) -> PlacedSprite:
        """Words in the middle of a place on the raster: letters and ground in ``colours``."""

        def make() -> pygame.Surface:
            made = self._blank(rect, colours[1])
            pen = Pen(made, self.scale)
            size = fit(text, high, (rect[2] - x if anchor == "left" else x) - 4.0)
            pen.text(text, x, rect[3] / 2, size, colours[0], anchor, passing=True)
            return made

        return PlacedSprite(self.brief((rect, text), make), *self.at(*rect[:2]))

    def sprites(self) -> Iterable[Callable[[], object]]:
        yield partial(self.sprite, "off", self._off)
        for pane in self.panes:
            yield from pane.sprites(self.sprite)
        for name, (rect, label) in self.buttons.items():
            for look in ((True, False), (False, True), (True, True)):
                make = partial(self._button, rect, label, look)
                yield partial(self.sprite, ("button", name, look), make)

    # The rest.

    def _button(self, rect: Rect, label: str, look: tuple[bool, bool]) -> pygame.Surface:
        made = self._blank(rect, FACE)
        Pen(made, self.scale).button((0.0, 0.0, *rect[2:]), label, *look)
        return made

    def _off(self) -> pygame.Surface:
        return self._blank((0.0, 0.0, *self.housing.raster[2:]), DARK)

    def _blank(self, rect: Rect, colour: Colour) -> pygame.Surface:
        (x0, y0), (x1, y1) = self.at(*rect[:2]), self.at(rect[0] + rect[2], rect[1] + rect[3])
        made = pygame.Surface((x1 - x0, y1 - y0), 0, 32)
        made.fill(colour)
        return made
