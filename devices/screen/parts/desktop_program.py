"""A program on a monitor: panes, buttons that go down, lines of words; what such programs share."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from devices.screen.lettering import Anchor
from devices.screen.parts.crt_monitor import CrtMonitorPart
from devices.screen.parts.desktop_look import FACE, INK, Colour, Pen
from devices.screen.parts.program_pane import ProgramPane
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite

DARK: Colour = (23, 25, 25)
"""Of a tube with no picture on it."""
Button = tuple[Rect, str, str, str]
"""Its place on the raster, label, key and help."""


class DesktopProgramPart(CrtMonitorPart):
    """A monitor with a program; a subclass says its panes and buttons, and where words stand."""

    buttons: Mapping[str, Button] = {}

    @property
    def panes(self) -> tuple[ProgramPane, ...]:
        """All of them."""
        raise NotImplementedError

    # What a subclass draws with.

    def build_panes(self) -> None:
        """Make their grounds."""
        for pane in self.panes:
            x, y, wide, tall = pane.rect
            pane.build(self.scale, self.at(x, y), self.at(x + wide, y + tall))

    def dark(self) -> list[PlacedSprite]:
        """The tube with no picture on it."""
        return [PlacedSprite(self.sprite("off", self._off), *self.at(0, 0))]

    def panes_shown(self, states: Sequence[Any], now_ms: int) -> list[PlacedSprite]:
        """Each pane with its state."""
        return [
            pane.stamp(self.at(*pane.rect[:2]), one, now_ms, self.sprite)
            for pane, one in zip(self.panes, states, strict=True)
        ]

    def buttons_shown(self, held: Collection[str], chosen: Collection[str]) -> list[PlacedSprite]:
        """Those that are down."""
        stamps = []
        for name, (rect, label, _, _) in self.buttons.items():
            look = (name in held, name in chosen)
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
            pen.text(text, x, rect[3] / 2, high, colours[0], anchor, passing=True)
            return made

        return PlacedSprite(self.brief((rect, text), make), *self.at(*rect[:2]))

    def sprites(self) -> Iterable[Callable[[], object]]:
        yield partial(self.sprite, "off", self._off)
        for pane in self.panes:
            yield from pane.sprites(self.sprite)
        for name, (rect, label, _, _) in self.buttons.items():
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
