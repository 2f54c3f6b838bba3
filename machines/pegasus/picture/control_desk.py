"""A computer's desk of about 1960: monitor tubes, lamps, keys, pointer knobs, number wheels.

Lamps and controls stand where the layout has them.  The tubes show words bit by bit, one word a
trace, a one as a stroke and a nought as a dot.  A knob's places and a number's window are the
part's own.  All names stand in English in the layout and are lettered as the shown language tells
them (table [said]).
"""

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pygame

from devices.panel.layout import Control, PanelLayout
from devices.screen import widgets
from devices.screen.lamps import LEVEL_OF, LEVELS, PHASES, dark_neon, neon, neon_size
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout
from devices.screen.part import Touch
from devices.screen.parts.relief import Canvas, Colour, smooth_step
from devices.screen.parts.sprites import PlacedSprite, SpritePart, brief_sprite, cached_sprite
from devices.screen.room import DrawContext
from machines.pegasus.picture.words import WORDS
from machines.pegasus.view import WORD_BITS, PegasusScene

KNOB_PLACES = ("LEARN", "RANDOM", "DISTINCT", "EXPERT", "HALF", "FROZEN", "VISITOR")
"""A side's places, in the order of machines.pegasus.controls.SEATS."""
SIDE = dict(zip(KNOB_PLACES, (-122.0, -76.0, -38.0, 0.0, 38.0, 98.0, 140.0), strict=True))
ORIGIN = {"FIXED": -60.0, "EACH PLAY": 0.0, "HUNDREDS": 60.0}
KNOBS = {name: tuple(places.items()) for name, places in
         (("nought", SIDE), ("cross", SIDE), ("origin", ORIGIN))}  # fmt: skip
"""The pointer knobs with their places, each with its degrees clockwise from the top.  A touch of a
place is ``CONTROL.NAME``, in small letters, with ``_`` for a space."""
STEEL: tuple[Colour, Colour] = ((126, 137, 126), (86, 96, 88))
PANEL: tuple[Colour, Colour] = ((64, 70, 68), (46, 51, 50))
INK = (234, 232, 220)
PALE = (176, 182, 172)
GLOW = (150, 255, 176)
TUBES: tuple[tuple[float, float], ...] = ((96.0, 98.0), (252.0, 98.0))
RADIUS = 62.0
_PANEL_TALL = 356.0
_TRACE = 15.0
"""From one word to the next on a tube."""
_REACH = 46.0
"""Half a trace's length."""

LETTERS = Engraving()


class ControlDeskPart(SpritePart):
    """The desk; touches of a number are ``NAME.up`` and ``NAME.down``."""

    def __init__(self, layout: PanelLayout) -> None:
        super().__init__()
        self.layout = layout
        self.size = (layout.width, layout.height)
        self.lamps = layout.lamps()
        self.controls = {control.id: control for control in layout.controls()}
        self.numbers = tuple(
            name
            for name, control in self.controls.items()
            if control.kind == "switch" and name not in KNOBS
        )
        self.motion = widgets.Motion()
        self._touches = tuple(self._every_touch())
        self.tubes: list[pygame.Surface] = []
        self.shown: list[tuple[int, ...] | None] = []
        self.editions: list[int] = []

    def _every_touch(self) -> Iterator[Touch]:
        for name, control in self.controls.items():
            left, top = control.x - control.width / 2, control.y - control.height / 2
            if name in self.numbers:
                for suffix, x in (("down", left - 2.0), ("up", control.x)):
                    rect = (x, top - 4.0, control.width / 2 + 2.0, control.height + 8.0)
                    label = f"{WORDS.said(control.label)} {WORDS.said(suffix)}"
                    yield Touch(f"{name}.{suffix}", rect, "button", label, control.help)
            elif name in KNOBS:
                yield Touch(name, (left, top, control.width, control.height), "button",
                            WORDS.said(control.label), control.help, control.key)  # fmt: skip
                for place, degrees in KNOBS[name]:
                    yield self._place_touch(control, place, degrees)
            else:
                kind = "button" if control.kind == "button" else "latch"
                rect = (left, top - 4.0, control.width, control.height + 8.0)
                label = WORDS.said(control.label)
                yield Touch(name, rect, kind, label, control.help, control.key)  # type: ignore[arg-type]

    def _place_touch(self, control: Control, place: str, degrees: float) -> Touch:
        """A knob's place, with its lettering: one touch turns the knob there."""
        x, y, anchor = self._place_at(control, degrees)
        knob, told = WORDS.said(control.label), WORDS.said(place)
        wide = max(LETTERS.width(told, 7.4, 0.04, 0.13) + 8.0, 34.0)
        left = {"right": x - wide + 4.0, "left": x - 4.0, "centre": x - wide / 2}[anchor]
        name = place.lower().replace(" ", "_")
        help_text = WORDS("knob_to", knob=knob, place=told)
        return Touch(f"{control.id}.{name}", (left, y - 13.0, wide, 26.0), "button",
                     f"{knob} {told}", help_text)  # fmt: skip

    def _place_at(self, control: Control, degrees: float) -> tuple[float, float, str]:
        """Where the name of a knob's place is lettered."""
        angle = math.radians(degrees)
        x = control.x + math.sin(angle) * (control.width / 2 + 13.0)
        y = control.y - math.cos(angle) * (control.height / 2 + 15.0)
        if abs(math.sin(angle)) < 0.3:
            return x, y, "centre"
        return x, y, "right" if math.sin(angle) < 0 else "left"

    # The sheet.

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        canvas = Canvas(width, height, self.scale, 2 if self.scale < 1.6 else 1, seed=39)
        self._body(canvas)
        panel = (14.0, 14.0, self.size[0] - 28.0, _PANEL_TALL)
        canvas.recess(panel, 8.0, *PANEL, depth=3.0, strength=0.4, lip=2.0, grain=1.2)
        for x, y in TUBES:
            self._tube_seat(canvas, x, y)
        for control in self.controls.values():
            self._seat(canvas, control)
        sheet = canvas.surface()
        for lamp in self.lamps:
            self._dark_lamp(sheet, lamp.x, lamp.y)
        self._letter(sheet)
        side = 2 * self.px(RADIUS)
        self.tubes = [pygame.Surface((side, side), pygame.SRCALPHA, 32) for _ in TUBES]
        self.shown = [None for _ in TUBES]
        self.editions = [0 for _ in TUBES]
        return sheet

    def _body(self, canvas: Canvas) -> None:
        """The steel desk: its sloping top, an edge, two pedestals with drawers."""
        wide, tall = self.size
        for x in (24.0, wide - 224.0):
            canvas.plate((x, 384.0, 200.0, tall - 392.0), 4.0, (92, 101, 93), (58, 65, 60), 2.0)
            for row in range(2):
                drawer = (x + 10.0, 394.0 + row * 50.0, 180.0, 44.0)
                canvas.plate(drawer, 3.0, (112, 122, 112), (78, 87, 79), 2.4, 0.45, 1.4)
                canvas.rod((x + 70.0, 411.0 + row * 50.0, 60.0, 7.0), (176, 180, 178), gloss=0.8)
        knee = (224.0, 384.0, wide - 448.0, tall - 388.0)
        canvas.plate(knee, 0.0, (30, 32, 31), (14, 15, 15), 0.0, 0.0)
        canvas.inner_shadow(knee, 0.0, 26.0, 0.7)
        for x in (28.0, wide - 228.0):
            canvas.plate((x, tall - 8.0, 208.0, 8.0), 2.0, (30, 30, 31), (18, 18, 19), 1.0, 0.3)
        canvas.plate((0.0, 0.0, wide, 392.0), 10.0, *STEEL, 4.0, 0.5, 1.6)
        canvas.line((6.0, 380.0, wide - 12.0, 1.6), (188, 196, 186), 0.5)
        canvas.shadow((10.0, 384.0, wide - 20.0, 8.0), 3.0, 9.0, 8.0, 0.5)
        canvas.line((0.0, 388.0, wide, 4.0), (40, 45, 42), 0.8, 2.0)

    def _tube_seat(self, canvas: Canvas, x: float, y: float) -> None:
        """A tube's ring and its dark glass."""
        ring = (x - RADIUS - 8.0, y - RADIUS - 8.0, 2 * RADIUS + 16.0, 2 * RADIUS + 16.0)
        canvas.shadow(ring, RADIUS + 8.0, 4.0, 4.0, 0.6)
        canvas.plate(ring, RADIUS + 8.0, (92, 96, 94), (52, 55, 54), 5.0, 0.7, 1.0)
        where, px, py = canvas.window(ring)
        away = canvas.ring(px, py, (x, y), RADIUS)
        u, v = (px / canvas.k - x) / RADIUS, (py / canvas.k - y) / RADIUS
        r = np.hypot(u, v)
        bulge = 0.55 + 0.45 * np.sqrt(np.clip(1 - r * r, 0, 1))
        rgb = np.array([22.0, 40.0, 32.0], np.float32) * bulge[..., None]
        shine = np.exp(-(((u + 0.42) / 0.30) ** 2) - (((v + 0.52) / 0.17) ** 2))
        rgb = rgb + 58.0 * shine[..., None]
        rim = np.exp(-(((r - 0.97) / 0.05) ** 2))
        rgb = rgb * (1 - 0.5 * rim[..., None])
        canvas.over(where, np.asarray(rgb, np.float32), np.clip(0.5 - away, 0, 1))

    def _seat(self, canvas: Canvas, control: Control) -> None:
        """What a control stands in."""
        left, top = control.x - control.width / 2, control.y - control.height / 2
        rect = (left, top, control.width, control.height)
        if control.id in self.numbers:
            canvas.shadow(rect, 5.0, 2.0, 2.0, 0.5)
            canvas.plate(rect, 5.0, (150, 154, 150), (96, 100, 98))
            canvas.recess(
                (left + 12.0, top + 5.0, control.width - 24.0, control.height - 10.0),
                2.0, (20, 20, 21), (30, 30, 31), depth=2.0, lip=1.0,
            )  # fmt: skip
            for x in (left + 2.0, left + control.width - 10.0):
                canvas.rod((x, top + 4.0, 8.0, control.height - 8.0), (84, 86, 86), gloss=0.5)
                for ridge in range(6):
                    y = top + 6.0 + ridge * (control.height - 12.0) / 5
                    canvas.line((x, y - 0.5, 8.0, 1.0), (24, 24, 25), 0.75)
        elif control.id in KNOBS:
            canvas.shadow(rect, control.width / 2, 5.0, 5.0, 0.6)
            for _, degrees in KNOBS[control.id]:
                angle = math.radians(degrees)
                x = control.x + math.sin(angle) * (control.width / 2 + 7.0)
                y = control.y - math.cos(angle) * (control.height / 2 + 7.0)
                canvas.line((x - 1.6, y - 1.6, 3.2, 3.2), INK, 0.9, 1.6)
        else:
            canvas.shadow(rect, 1.0, 2.4, 2.4, 0.55)

    def _dark_lamp(self, sheet: pygame.Surface, x: float, y: float) -> None:
        quarters = round((x * self.scale - 0.5) * PHASES)
        whole, phase = divmod(quarters, PHASES)
        picture, mask = dark_neon(self.scale, phase / PHASES)
        lamp = cutout(picture, mask)
        middle = (whole, round(y * self.scale - 0.5))
        sheet.blit(lamp, lamp.get_rect(center=middle))

    def _letter(self, sheet: pygame.Surface) -> None:
        def at(x: float, y: float, text: str, high: float, colour: Colour = INK) -> None:
            ink = (round(colour[0]), round(colour[1]), round(colour[2]))
            tall, spacing = high * self.scale, 0.12
            LETTERS.draw(
                sheet, text, x * self.scale, y * self.scale, tall, ink, "centre", 0.13, spacing
            )

        at(self.size[0] * 0.69, 34.0, self.layout.title, 15.0)
        for row in self.layout.lamp_rows:
            for k, label in enumerate(row.labels):
                x = row.x + row.columns[k] * row.pitch
                at(x, row.y + 17.0, WORDS.said(label), 6.4 if row.id == "play" else 8.0)
            if row.title:
                at(row.title_x, row.title_y, WORDS.said(row.title), 7.4, PALE)
        for (x, y), caption in zip(TUBES, ("tube_first_moves", "tube_plays"), strict=True):
            at(x, y + RADIUS + 19.0, WORDS(caption), 7.0, PALE)
        for control in self.controls.values():
            if control.id in self.numbers:
                at(control.x - control.width / 2 - 13.0, control.y, WORDS.said(control.label), 11.0)
            elif control.id in KNOBS:
                at(control.x, control.y + control.height / 2 + 34.0, WORDS.said(control.label), 9.6)
                self._place_names(sheet, control)
            elif control.kind != "button":
                at(control.x, control.y + control.height / 2 + 14.0, WORDS.said(control.label), 8.6)

    def _place_names(self, sheet: pygame.Surface, control: Control) -> None:
        """The names of a knob's places, around it."""
        for name, degrees in KNOBS[control.id]:
            x, y, anchor = self._place_at(control, degrees)
            where = (x * self.scale, y * self.scale)
            told = WORDS.said(name)
            LETTERS.draw(sheet, told, *where, 7.4 * self.scale, INK, anchor, 0.13, 0.04)  # type: ignore[arg-type]

    # What is seen.

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Keys, buttons and knobs as they can stand, lamps in every light, the tubes' spots."""
        yield self._spots
        for control in self.controls.values():
            if control.id in KNOBS:
                for _, degrees in KNOBS[control.id]:
                    yield partial(self._knob, control, degrees)
            elif control.id not in self.numbers:
                for frame in range(widgets.FRAMES):
                    yield partial(self._pressed, control, frame)
        for phase in {self._lamp_place(lamp.x, lamp.y)[2] for lamp in self.lamps}:
            for level in range(1, LEVELS):
                yield partial(neon, self.scale, phase, level)

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene: PegasusScene = context.view.scene
        stands, held = context.stands_at("desk"), context.held_at("desk")
        words = scene.words if context.awake else ((), ())
        stamps = [self._tube(number, word) for number, word in enumerate(words)]
        for control in self.controls.values():
            x, y = self.px(control.x - control.width / 2), self.px(control.y - control.height / 2)
            if control.id in self.numbers:
                value = getattr(scene.reinforcement, control.id)
                stamps.append(self._number(control, f"{value:g}"))
            elif control.id in KNOBS:
                places, place = KNOBS[control.id], stands.get(control.id, 0)
                degrees = places[place][1] if 0 <= place < len(places) else 180.0
                stamps.append(PlacedSprite(self._knob(control, degrees), x, y))
            else:
                down = int(control.id in held) if control.kind == "button" else 0
                down = down or int(bool(stands.get(control.id, 0)))
                frame = self.motion.frame(control.id, down, now_ms)
                stamps.append(PlacedSprite(self._pressed(control, frame), x, y))
        return stamps + self._lights(context)

    def _lamp_place(self, x: float, y: float) -> tuple[int, int, int]:
        """Where a lamp's light begins, and its phase."""
        half = neon_size(self.scale) // 2
        whole, phase = divmod(round((x * self.scale - 0.5) * PHASES), PHASES)
        return whole - half, round(y * self.scale - 0.5) - half, phase

    def _lights(self, context: DrawContext) -> list[PlacedSprite]:
        stamps = []
        for lamp, level in zip(self.lamps, LEVEL_OF[context.brightness], strict=True):
            if level:
                x, y, phase = self._lamp_place(lamp.x, lamp.y)
                light = neon(self.scale, phase, int(level))
                stamps.append(PlacedSprite(light, x, y, flags=pygame.BLEND_RGB_ADD))
        return stamps

    def _knob(self, control: Control, degrees: float) -> pygame.Surface:
        side = self.px(control.width)
        return widgets.dial(control.width / 2, degrees, (side, side))

    def _pressed(self, control: Control, frame: int) -> pygame.Surface:
        size = (self.px(control.width), self.px(control.height))
        if control.kind == "button":
            half = control.width / 2, control.height / 2
            label = WORDS.said(control.label)
            return widgets.push_button(*half, label, control.colour, frame, size, 5.2)
        return widgets.rocker(control.width / 2, control.height / 2, "white", frame, size)

    def _number(self, control: Control, text: str) -> PlacedSprite:
        """The figures behind a number's window."""
        sprite = self._figures(control, text)
        left, top = control.x - control.width / 2, control.y - control.height / 2
        return PlacedSprite(sprite, self.px(left + 12.0), self.px(top + 5.0))

    @brief_sprite
    def _figures(self, control: Control, text: str) -> pygame.Surface:
        size = (self.px(control.width - 24.0), self.px(control.height - 10.0))
        canvas = Canvas(*size, self.scale, 2)
        wide, tall = control.width - 24.0, control.height - 10.0
        canvas.plate((0.0, 0.0, wide, tall), 1.5, (42, 42, 43), (24, 24, 25), 1.2, 0.3)
        canvas.inner_shadow((0.0, 0.0, wide, tall), 1.5, 4.0, 0.5)
        made = canvas.surface()
        high = min(tall * 0.52, wide * 0.30) * self.scale
        LETTERS.draw(made, text, size[0] / 2, size[1] / 2, high, (244, 240, 226), "centre", 0.14)
        return made

    # The tubes.

    def _tube(self, number: int, words: tuple[int, ...]) -> PlacedSprite:
        """The traces on a tube."""
        if words != self.shown[number]:
            self.shown[number] = words
            self.editions[number] += 1
            self._trace(self.tubes[number], words)
        x, y = TUBES[number]
        return PlacedSprite(
            self.tubes[number], self.px(x - RADIUS), self.px(y - RADIUS),
            edition=self.editions[number],
        )  # fmt: skip

    def _trace(self, tube: pygame.Surface, words: tuple[int, ...]) -> None:
        tube.fill((0, 0, 0, 0))
        spots = self._spots()
        corners = [(spot.get_width() // 2, spot.get_height() // 2) for spot in spots]
        step = 2 * _REACH / WORD_BITS
        marks = []
        for row, word in enumerate(words):
            y = self.px(RADIUS + (row - (len(words) - 1) / 2) * _TRACE)
            for place in range(WORD_BITS):
                bit = word >> (WORD_BITS - 1 - place) & 1
                x = self.px(RADIUS - _REACH + (place + 0.5) * step)
                marks.append((spots[bit], (x - corners[bit][0], y - corners[bit][1])))
        tube.blits(marks, False)

    def _spots(self) -> tuple[pygame.Surface, pygame.Surface]:
        """A nought's and a one's."""
        return self._spot(0.6, 0.45), self._spot(4.2)

    @cached_sprite
    def _spot(self, tall: float, bright: float = 1.0) -> pygame.Surface:
        """Phosphor that the beam has struck: a stroke so many units high each way."""
        half_x, half_y = self.px(3.0) + 1, self.px(tall + 2.4) + 1
        x = (np.arange(2 * half_x + 1) - half_x) / self.scale
        y = (np.arange(2 * half_y + 1) - half_y) / self.scale
        away = np.hypot(x[None, :], np.maximum(np.abs(y[:, None]) - tall, 0))
        heart = np.exp(-((away / 0.62) ** 2))
        halo = 0.34 * (1 - smooth_step(0.0, 2.6, np.asarray(away, np.float32)))
        rgb = np.empty((*away.shape, 3), np.float32)
        rgb[:] = np.asarray(GLOW, np.float32) + 90.0 * heart[..., None]
        return cutout(
            np.clip(rgb, 0, 255), np.asarray(bright * np.maximum(heart, halo), np.float32)
        )
