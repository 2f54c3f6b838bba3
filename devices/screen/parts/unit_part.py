"""A unit's picture: its cabinet with push buttons, lit plates, a name plate and enamel signs.

:class:`UnitPart` draws what all units have, from a file of assets/units that says where it stands;
a unit's own part draws what it alone has, by the view of the unit of its name.  Push buttons go
down while they are held; a plate tells its state by its light and its word, and an unlit word stays
readable.  Both are the console's own widgets.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec
import numpy as np
import pygame

from devices.assets import read_asset
from devices.screen import widgets
from devices.screen.lamps import LEVELS, PLATE_COLOURS
from devices.screen.lettering import Engraving
from devices.screen.materials import CABINET, DARK_ENAMEL
from devices.screen.part import Touch
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart, cached_sprite
from devices.screen.room import DrawContext

HALF = 2.0
"""Buttons and plates are the console's, twice as large."""
LETTERS = 5.2
"""Height of a button's capitals at most, in the console's units."""
HEAT_MS, COOL_MS = 60.0, 120.0
"""How slowly a plate's bulbs follow (devices.panel.lamps)."""

ENGRAVING = Engraving()


class Button(msgspec.Struct, frozen=True):
    """A push button; ``cap`` and a plate's ``light`` are colours of the console's (widgets)."""

    control: str
    rect: Rect
    label: str
    cap: str
    help: str

    def touch(self) -> Touch:
        """Its area."""
        label = self.label.replace("\n", " ")
        return Touch(self.control, self.rect, "button", label, self.help)


class Plate(msgspec.Struct, frozen=True):
    """A lit plate with a word on it; ``name`` is the field of the unit's view that lights it."""

    name: str
    rect: Rect
    label: str
    light: str


class Sign(msgspec.Struct, frozen=True):
    """A small enamel sign for what is done by hand, with no button for it."""

    rect: Rect
    text: str


class UnitFront(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit's file says of its front; places are left, top, width, height in units."""

    size: tuple[float, float]
    seed: int
    """Of the enamel's unevenness."""
    name_plate: Rect
    title: str
    number: str = ""
    """Its type number, large on the name plate; empty: the title alone."""
    plinth: Rect = (0.0, 0.0, 0.0, 0.0)
    boxes: tuple[Rect, ...] = ()
    """The cabinet: one body of several boxes; none where the unit draws its own."""
    radius: float = 0.0
    """Of the cabinet's corners."""
    panel: Rect | None = None
    """The plate of dark enamel that its controls stand on."""
    panel_radius: float = 0.0
    wells: tuple[Rect, ...] = ()
    """Openings that cards pass through: hopper, bed and stacker."""
    signs: tuple[Sign, ...] = ()
    plates: tuple[Plate, ...] = ()
    buttons: tuple[Button, ...] = ()
    touches: tuple[Touch, ...] = ()
    """Whatever else can be touched."""


def read_front(name: str) -> UnitFront:
    """The front that a file of assets/units describes."""
    return read_asset(f"units/{name}.toml", UnitFront)


class UnitPart(SpritePart):
    """A unit's front; subclasses give ``front``, ``stamps`` for what moves, and draw what they
    alone have in ``draw_body`` and ``draw_front``."""

    front: UnitFront
    unit: str
    """Its name among a machine's units."""

    def __init__(self, keys: Mapping[str, str] | None = None) -> None:
        """``keys`` names the keyboard's key for some of the controls."""
        super().__init__()
        self.size = self.front.size
        self.motion = widgets.Motion()
        self.glow = Glow()
        touches = (*self.front.touches, *(button.touch() for button in self.front.buttons))
        named = keys or {}
        self._touches = tuple(replace(touch, key=named.get(touch.control, "")) for touch in touches)
        self._seen: tuple[int, object] = (0, None)

    # What a unit's own part says.

    def forget(self) -> None:
        """It is drawn at another scale: what it remembers of the last look is none of this."""

    def follow(self, view: Any, now_ms: int) -> None:
        """Another view than at the last look, or another moment."""

    def stamps(self, view: Any, now_ms: int) -> list[PlacedSprite]:
        """What is laid on the sheet below buttons and plates."""
        raise NotImplementedError

    def is_lit(self, name: str, view: Any) -> bool:
        """Whether the plate of that name is lit."""
        return bool(getattr(view, name))

    def draw_body(self, canvas: Canvas) -> None:
        """What stands on the cabinet below its controls."""

    def draw_front(self, canvas: Canvas) -> None:
        """What stands on it besides, above everything."""

    def letter(self, sheet: pygame.Surface) -> None:
        """What is lettered on it besides."""

    # The sheet.

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        """The cabinet with everything on it that never moves."""
        front, scale = self.front, self.scale
        self._seen = (0, None)
        self.forget()
        canvas = Canvas(width, height, scale, self.oversample(), seed=front.seed)
        if front.boxes:
            canvas.plate(front.plinth, 2.0, (38, 38, 40), (20, 20, 21), 1.5, 0.3)
            _draw_cabinet(canvas, front.boxes, front.radius)
        self.draw_body(canvas)
        if front.panel is not None:
            radius = front.panel_radius
            canvas.recess(front.panel, radius, *DARK_ENAMEL, 2.0, 0.35, lip=1.4, grain=1.2)
        for rect in self._blocks():
            canvas.line(grown(rect, 0.8), (20, 20, 21), 0.8, 1.5)
            canvas.shadow(rect, 1.0, 3.0, 3.0, 0.55)
        _draw_name_plate(canvas, front.name_plate)
        for sign in front.signs:
            canvas.shadow(sign.rect, 3.0, 1.2, 1.4, 0.5)
            canvas.plate(sign.rect, 3.0, (236, 232, 218), (214, 209, 194), 1.6, 0.35)
        self.draw_front(canvas)
        sheet = canvas.surface()
        _letter_name(sheet, front.name_plate, scale, front.number, self.title)
        for sign in front.signs:
            _letter_sign(sheet, sign.rect, scale, sign.text)
        self.letter(sheet)
        return sheet

    @property
    def title(self) -> str:
        """What its name plate says beside the number."""
        return self.front.title

    def oversample(self) -> int:
        """How much finer the sheet is drawn than it is shown."""
        return 2

    def _blocks(self) -> list[Rect]:
        """Fittings that stand against each other, together."""
        done: list[Rect] = []
        fittings: list[Button | Plate] = [*self.front.buttons, *self.front.plates]
        for box in [fitting.rect for fitting in fittings]:
            while True:
                near = next((other for other in done if _meet(grown(box, 1.0), other)), None)
                if near is None:
                    break
                done.remove(near)
                box = _joined(box, near)
            done.append(box)
        return done

    # What is seen.

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        """What moves, and the buttons and plates as they stand and shine now."""
        view, held = context.view.units[self.unit], context.held_at(self.unit)
        if self._seen != (now_ms, view):
            self._seen = (now_ms, view)
            self.follow(view, now_ms)
        stamps = self.stamps(view, now_ms)
        for k, button in enumerate(self.front.buttons):
            frame = self.motion.frame(button.control, int(button.control in held), now_ms)
            stamps.append(self.placed(self._button(k, frame), *button.rect[:2]))
        for k, plate in enumerate(self.front.plates):
            level = self.glow.level(plate.name, self.is_lit(plate.name, view), now_ms)
            stamps.append(self.placed(self._plate(k, level), *plate.rect[:2]))
        return stamps

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Every button at every step of its way, every plate in every light."""
        for k in range(len(self.front.buttons)):
            yield from (partial(self._button, k, frame) for frame in range(widgets.FRAMES))
        for k in range(len(self.front.plates)):
            yield from (partial(self._plate, k, level) for level in range(LEVELS))

    @cached_sprite
    def _button(self, k: int, frame: int) -> pygame.Surface:
        return _button(self.front.buttons[k], frame, self._size(self.front.buttons[k].rect))

    @cached_sprite
    def _plate(self, k: int, level: int) -> pygame.Surface:
        return _plate(self.front.plates[k], level, self._size(self.front.plates[k].rect))

    def _size(self, rect: Rect) -> tuple[int, int]:
        """Pixels from edge to edge, so that neighbours meet."""
        x, y, width, height = rect
        return self.px(x + width) - self.px(x), self.px(y + height) - self.px(y)


@dataclass
class Glow:
    """How brightly each plate shines, in the widgets' steps: its bulbs heat and cool in time."""

    shares: dict[str, float] = field(default_factory=dict)
    seen_ms: dict[str, int] = field(default_factory=dict)

    def level(self, name: str, lit: bool, now_ms: int) -> int:
        """The step, 0 to LEVELS - 1; at its end at once where the plate wasn't seen before."""
        share = self.shares.get(name, float(lit))
        passed = max(now_ms - self.seen_ms.get(name, now_ms), 0)
        share += (float(lit) - share) * (1 - math.exp(-passed / (HEAT_MS if lit else COOL_MS)))
        if abs(float(lit) - share) < 0.02:
            share = float(lit)
        self.shares[name], self.seen_ms[name] = share, now_ms
        return round(share * (LEVELS - 1))


def _button(button: Button, frame: int, size: tuple[int, int]) -> pygame.Surface:
    width, height = button.rect[2] / HALF, button.rect[3] / HALF
    words = "" if "\n" in button.label else button.label
    made = widgets.push_button(width, height, words, button.cap, frame, size, LETTERS)
    if words:
        return made
    made = made.copy()
    ink = widgets.CAP_COLOURS[button.cap][2]
    sunk = 1.1 * frame / (widgets.FRAMES - 1)
    _two_lines(made, button.label, (height * 0.485 + 0.5 + 0.8 * sunk) / height, ink, width)
    return made


def _plate(plate: Plate, level: int, size: tuple[int, int]) -> pygame.Surface:
    width, height = plate.rect[2] / HALF, plate.rect[3] / HALF
    words = "" if "\n" in plate.label else plate.label
    made = widgets.plate(width, height, words, plate.light, level, size)
    if words:
        return made
    made = made.copy()
    _two_lines(made, plate.label, 0.495, PLATE_COLOURS[plate.light][3], width)
    return made


def _two_lines(
    made: pygame.Surface, text: str, middle: float, ink: tuple[int, int, int], units: float
) -> None:
    """Letter lines that are parted by line breaks, which the console's widgets have no use for."""
    wide, tall = made.get_size()
    unit = wide / units
    rows = text.split("\n")
    most = max(ENGRAVING.width(row, 100.0, 0.04, 0.135) for row in rows) / 100
    room = (tall * 0.60 - 3.6 * unit) / (1.46 * len(rows) - 0.46)
    high = min(LETTERS * unit, (wide - 7.6 * unit) / most, room)
    for number, row in enumerate(rows):
        y = tall * middle + (number - (len(rows) - 1) / 2) * high * 1.46
        ENGRAVING.draw(made, row, wide / 2, y, high, ink, "centre", 0.135, 0.04)


def _draw_name_plate(canvas: Canvas, rect: Rect) -> None:
    """A black plate with a white line round it, for the type number and the name."""
    canvas.shadow(rect, 2.0, 1.4, 1.4, 0.55)
    canvas.plate(rect, 2.0, (36, 37, 40), (24, 25, 27), 1.2, 0.5)
    x, y, width, height = rect
    for edge in (
        (x + 3, y + 3, width - 6, 0.8),
        (x + 3, y + height - 3.8, width - 6, 0.8),
        (x + 3, y + 3, 0.8, height - 6),
        (x + width - 3.8, y + 3, 0.8, height - 6),
    ):
        canvas.line(edge, (228, 226, 216), 0.9)


def _letter_name(target: pygame.Surface, rect: Rect, scale: float, number: str, name: str) -> None:
    """The type number large and the name (one line or two) beside it, on a name plate."""
    ink = (240, 238, 230)
    if not number:
        centre = (rect[0] + rect[2] / 2) * scale, (rect[1] + rect[3] / 2) * scale
        ENGRAVING.draw(target, name, *centre, 11.5 * scale, ink, "centre", 0.15, 0.30)
        return
    x, y, width, height = (side * scale for side in rect)
    rows = name.split("\n")
    tall = height * (0.46 if len(rows) == 1 else 0.50)
    small = height * (0.28 if len(rows) == 1 else 0.215)
    gap, room = 12 * scale, width - 20 * scale
    spacing = 0.24
    long = ENGRAVING.width(number, tall, 0.06, 0.17)
    while True:
        wide = max(ENGRAVING.width(row, small, spacing, 0.13) for row in rows)
        if long + gap + wide <= room or spacing < -0.05:
            break
        spacing -= 0.02
    left = x + (width - long - gap - wide) / 2
    middle = y + height / 2
    ENGRAVING.draw(target, number, left, middle, tall, ink, "left", 0.17, 0.06)
    for index, row in enumerate(rows):
        line = middle + (index - (len(rows) - 1) / 2) * small * 1.62
        ENGRAVING.draw(target, row, left + long + gap, line, small, ink, "left", 0.13, spacing)


def _letter_sign(target: pygame.Surface, rect: Rect, scale: float, text: str) -> None:
    """Dark letters on a sign, in as many lines as the text has."""
    x, y, width, height = (side * scale for side in rect)
    rows = text.split("\n")
    most = max(ENGRAVING.width(row, 100.0, 0.08, 0.14) for row in rows) / 100
    high = min((width - 14 * scale) / most, (height - 9 * scale) / (1.5 * len(rows) - 0.5))
    for number, row in enumerate(rows):
        line = y + height / 2 + (number - (len(rows) - 1) / 2) * high * 1.5
        ENGRAVING.draw(target, row, x + width / 2, line, high, (44, 40, 38), "centre", 0.14, 0.08)


def _draw_cabinet(canvas: Canvas, rects: tuple[Rect, ...], radius: float) -> None:
    """A cabinet's front of grey hammertone enamel with rounded edges: one body, several boxes."""
    whole = rects[0]
    for rect in rects[1:]:
        whole = _joined(whole, rect)
    where, x, y = canvas.window(whole)
    away = canvas.box(x, y, rects[0], radius)
    for rect in rects[1:]:
        away = np.minimum(away, canvas.box(x, y, rect, radius))
    u = (x / canvas.k - whole[0]) / whole[2]
    v = (y / canvas.k - whole[1]) / whole[3]
    top, bottom = (np.asarray(colour, np.float32) for colour in CABINET)
    tones = top * (1 - v[..., None]) + bottom * v[..., None]
    light = (1.10 - 0.19 * (u * 0.6 + v * 0.4)) * canvas.bevel_shade(away, 9.0, 0.36)
    canvas.coat(where, away, tones, 1.7, np.asarray(light, np.float32))


def draw_louvres(canvas: Canvas, rect: Rect, count: int) -> None:
    """Slots through which air is drawn, each under a pressed lip."""
    x, y, width, height = rect
    step = height / count
    for number in range(count):
        top = y + number * step
        canvas.line((x, top + step * 0.42, width, step * 0.40), (18, 18, 19), 0.92, step * 0.2)
        canvas.line((x, top + step * 0.22, width, step * 0.24), (176, 178, 178), 0.55, step * 0.12)


def grown(rect: Rect, by: float) -> Rect:
    """The rectangle, larger by so much at each side."""
    return rect[0] - by, rect[1] - by, rect[2] + 2 * by, rect[3] + 2 * by


def _meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def _joined(a: Rect, b: Rect) -> Rect:
    left, top = min(a[0], b[0]), min(a[1], b[1])
    right, bottom = max(a[0] + a[2], b[0] + b[2]), max(a[1] + a[3], b[1] + b[3])
    return left, top, right - left, bottom - top
