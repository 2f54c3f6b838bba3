"""A program on a monitor: panes, buttons that go down, lines of words; what such programs share.

Everything is drawn at the picture's own size with edges of whole pixels, as such programs did.
``Pen`` holds where a program's picture elements lie on a surface.

Hundreds of small sprites on one screen would each be compared and laid at every painting; a pane
lays them on its own surface, opaque, and the part stamps that.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import pygame

from devices.panel.layout import PanelLayout
from devices.screen.lettering import Anchor, Engraving
from devices.screen.part import Paced, Touch, TouchKind
from devices.screen.parts.office_pc import CrtMonitorPart
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.smooth import smoothscale
from devices.screen.words import Words, in_figures, named

# -- The look of a program of 2000: grey boxes with light and dark edges, a title in a blue bar ----

Colour = tuple[int, int, int]
FACE: Colour = (198, 198, 194)
LIGHT: Colour = (255, 255, 252)
SHADE: Colour = (132, 132, 128)
EDGE: Colour = (34, 34, 34)
INK: Colour = (16, 16, 18)
FAINT: Colour = (104, 104, 102)
BAR: tuple[Colour, Colour] = ((8, 20, 112), (34, 132, 208))
PAPER: Colour = (255, 255, 250)
WEIGHT = 0.15
FIGURES = "0123456789.,+-\N{MINUS SIGN}"
"""What numbers are written of."""

ENGRAVING = Engraving()
SPACING = 0.06
"""Between letters, in capital heights."""


@dataclass(frozen=True)
class Pen:
    """Draws on ``surface`` in picture elements, ``scale`` pixels to each."""

    surface: pygame.Surface
    scale: float

    def rect(self, rect: Rect) -> pygame.Rect:
        """Whole pixels; boxes that touch share no pixel and leave none out."""
        x, y, wide, tall = rect
        left, top = round(x * self.scale), round(y * self.scale)
        right, bottom = round((x + wide) * self.scale), round((y + tall) * self.scale)
        return pygame.Rect(left, top, right - left, bottom - top)

    @property
    def edge(self) -> int:
        """How many pixels an edge is wide."""
        return max(1, round(self.scale))

    def fill(self, rect: Rect, colour: Colour) -> None:
        """A flat box."""
        self.surface.fill(colour, self.rect(rect))

    def box(self, rect: Rect, raised: bool, face: Colour | None = FACE) -> None:
        """A box whose edges catch the light; sunk if not ``raised``."""
        area = self.rect(rect)
        if face is not None:
            self.surface.fill(face, area)
        outer, inner = (LIGHT, FACE) if raised else (SHADE, EDGE)
        far, near = (EDGE, SHADE) if raised else (LIGHT, FACE)
        for first, last in ((outer, far), (inner, near)):
            e = self.edge
            self.surface.fill(first, (area.left, area.top, area.width, e))
            self.surface.fill(first, (area.left, area.top, e, area.height))
            self.surface.fill(last, (area.left, area.bottom - e, area.width, e))
            self.surface.fill(last, (area.right - e, area.top, e, area.height))
            area = area.inflate(-2 * e, -2 * e)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        high: float,
        colour: Colour = INK,
        anchor: Anchor = "left",
        weight: float = WEIGHT,
        passing: bool = False,
    ) -> None:
        """Capitals ``high`` elements high, their middle at y."""
        k = self.scale
        ENGRAVING.draw(
            self.surface, text, x * k, y * k, high * k, colour, anchor, weight, SPACING, passing
        )

    def bar(self, rect: Rect, title: str) -> None:
        """A title bar: blue, lighter to the right."""
        area = self.rect(rect)
        strip = pygame.Surface((2, 1), 0, 32)
        strip.set_at((0, 0), BAR[0])
        strip.set_at((1, 0), BAR[1])
        self.surface.blit(smoothscale(strip, area.size), area)
        middle = rect[1] + rect[3] / 2
        self.text(title, rect[0] + 10, middle, rect[3] * 0.46, (255, 255, 255), weight=0.17)

    def button(self, rect: Rect, label: str, down: bool, chosen: bool = False) -> None:
        """A push button; ``chosen`` ones stay down with a lighter face."""
        sunk = down or chosen
        self.box(rect, not sunk, (226, 226, 222) if chosen else FACE)
        push = 1.5 if sunk else 0.0
        x, y = rect[0] + rect[2] / 2 + push, rect[1] + rect[3] / 2 + push
        high = max(12.5, min(0.18 * rect[3], 15.0))
        weight = 0.165 if chosen else WEIGHT
        self.text(label, x, y, fit(label, high, rect[2] - 8.0), INK, "centre", weight)

    def group(self, rect: Rect, title: str) -> None:
        """A sunk pane below its title."""
        self.text(title, rect[0] + 2, rect[1] - 11, 11.5)
        self.box(rect, False, None)


def fit(text: str, high: float, wide: float, weight: float = WEIGHT, scale: float = 1.0) -> float:
    """The height of capitals, ``high`` at most, with which a text has room in ``wide``, both in
    elements of ``scale`` pixels."""
    room = wide * scale
    long = ENGRAVING.width(text, high * scale, SPACING, weight)
    size = high if long <= room else high * room / long
    while ENGRAVING.width(text, size * scale, SPACING, weight) > room and size * scale > 2.0:
        size *= 0.97  # strokes don't grow thinner with the letters for ever
    return size


# -- A pane of a program on a monitor: a picture of its own, drawn again when what it shows
#    changes ---------------------------------------------------------------------------------------

Keep = Callable[[Hashable, Callable[[], pygame.Surface]], pygame.Surface]
"""The part's sprites (StampedPart.sprite)."""


class ProgramPane:
    """One pane; a subclass says its ``ground`` and what is ``laid`` on it."""

    size = (0.0, 0.0)  # In picture elements
    anew_ms = 0  # It is drawn anew no oftener than this

    def __init__(self, left: float, top: float) -> None:
        self.rect: Rect = (left, top, *self.size)  # On the picture
        self.zoom = 1.0  # The picture's elements to each of its own
        self.scale = 1.0
        self.ground: pygame.Surface | None = None
        self.picture: pygame.Surface | None = None
        self.edition = 0
        self.drawn = Paced[int]()
        """Which edition the picture is."""

    # What a subclass says.

    def draw_ground(self, pen: Pen) -> None:
        """What stays: a sheet of paper, if nothing else is said."""
        pen.box((0.0, 0.0, *self.size), False, PAPER)

    def key_of(self, state: Any, now_ms: int) -> object:
        """Equal for two moments at which the pane looks the same."""
        return state

    def lay(self, pen: Pen, state: Any, now_ms: int, keep: Keep) -> None:
        """Lay what is shown on the ground."""
        raise NotImplementedError

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        """Calls that make what ``lay`` lays (StampedPart.sprites)."""
        return ()

    # The rest.

    def zoomed(self, zoom: float) -> Self:
        """The same pane, drawn ``zoom`` times as large from its left upper corner on."""
        wide, tall = self.size
        self.zoom, self.rect = zoom, (*self.rect[:2], wide * zoom, tall * zoom)
        return self

    def on_picture(self, rect: Rect) -> Rect:
        """Where a place of the pane lies on the picture."""
        left, top = self.rect[:2]
        x, y, wide, tall = (side * self.zoom for side in rect)
        return left + x, top + y, wide, tall

    def build(self, scale: float, at: tuple[int, int], end: tuple[int, int]) -> None:
        """Make the ground for the pixels from ``at`` to ``end`` of the part."""
        self.scale = scale * self.zoom
        size = (end[0] - at[0], end[1] - at[1])
        ground = pygame.Surface(size, 0, 32)
        self.draw_ground(Pen(ground, self.scale))
        self.ground, self.picture = ground, ground.copy()
        self.drawn.forget()

    def stamp(self, at: tuple[int, int], state: Any, now_ms: int, keep: Keep) -> PlacedSprite:
        """The pane as it looks now, at a pixel of the part."""
        assert self.picture is not None
        draw = partial(self._draw, state, now_ms, keep)
        edition = self.drawn.get(self.key_of(state, now_ms), now_ms, self.anew_ms, draw)
        return PlacedSprite(self.picture, *at, edition=edition)

    def _draw(self, state: Any, now_ms: int, keep: Keep) -> int:
        """Draw the picture anew; its edition."""
        assert self.ground is not None and self.picture is not None
        self.picture.blit(self.ground, (0, 0))
        self.lay(Pen(self.picture, self.scale), state, now_ms, keep)
        self.edition += 1
        return self.edition


# -- desktop program -------------------------------------------------------------------------------

DARK: Colour = (23, 25, 25)
"""Of a tube with no picture on it."""
APART = 5 * " "
"""Between the two who play, in one line."""


def players(
    first: tuple[str, str], second: tuple[str, str], second_to_move: bool, to_move: str
) -> str:
    """Who plays which side, and who is to move."""
    sides = (f"{side}: {name}" for side, name in (first, second))
    marked = (side + f" · {to_move}" * (k == second_to_move) for k, side in enumerate(sides))
    return APART.join(marked)


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

    def _label(self, name: str, rect: Rect) -> str:
        """A button's own, in the language that is shown."""
        label = in_figures(self.controls[name].label)
        return named(self.room, f".{name}", Touch(name, rect, "button", label, "", "")).label

    # What a subclass draws with.

    def button_touches(self) -> Iterator[Touch]:
        """The buttons as a finger finds them."""
        for name, rect in self.places.items():
            control = self.controls[name]
            label, what = control.label, name.partition(".")[0]
            if label.replace(",", "").isdigit():
                label = f"{Words(self.room)(what)} {in_figures(label)}"
            yield self.touch_of(name, rect, label, control.help, control.key, "button")

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

    def pane_sprites(
        self, panes: Iterable[tuple[ProgramPane, Any]], now_ms: int
    ) -> list[PlacedSprite]:
        """Each pane with its state."""
        return [
            pane.stamp(self.at(*pane.rect[:2]), state, now_ms, self.sprite) for pane, state in panes
        ]

    def button_sprites(self, held: Set[str], chosen: Set[str]) -> list[PlacedSprite]:
        """Those that are down: under a finger, or because they are chosen."""
        stamps = []
        for name, (rect, label) in self.buttons.items():
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
