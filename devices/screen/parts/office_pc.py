"""A PC of 2000: its tower, keyboard and mouse, beside the monitor.

That one is beige and has a raster of 1,024 by 768; another gives its own ``housing``, chin
and foot.  What is on the raster a subclass says (:meth:`CrtMonitorPart.draw_raster` for what
stays, ``picture`` for what changes).  Over it all lies the glass: a window's reflection, darker
corners, the lines of the raster, and its edges, which bow outward as the tube does.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pygame

from devices.screen.canvas import smooth_step
from devices.screen.lettering import Engraving
from devices.screen.materials import cutout
from devices.screen.parts.relief import Array, Canvas, Colour, Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart
from devices.screen.room import DrawContext

# -- A colour monitor: its housing, curved glass, a raster on it; by itself an office's of 2000 ----

RASTER: Rect = (88.0, 52.0, 1024.0, 768.0)
"""Where the picture lies on the part, in units; a unit is a picture element."""
GLASS: Rect = (68.0, 36.0, 1064.0, 800.0)
FRONT: Rect = (10.0, 4.0, 1180.0, 888.0)
BOW = (0.006, 0.008)
"""By how much of its half the raster is narrower (lower) at its corners than in the middle."""
LAMP = (1098.0, 864.0)

BEIGE: tuple[Colour, Colour] = ((222, 215, 196), (186, 177, 154))
_DARK = (20, 22, 22)
_GREEN = (96, 255, 110)


@dataclass(frozen=True)
class Housing:
    """Where a monitor's picture, glass, front and lamp are, and how its plastic is coloured."""

    raster: Rect = RASTER
    glass: Rect = GLASS
    front: Rect = FRONT
    lamp: tuple[float, float] = LAMP
    body: tuple[Colour, Colour] = BEIGE
    slope: tuple[Colour, Colour] = ((196, 188, 168), (206, 199, 180))
    """Of the frame that slopes down to the glass."""
    lip: tuple[Colour, Colour] = ((132, 126, 110), (176, 169, 150))
    chin: float = 58.0
    """How much lower than the frame the front reaches."""
    fine_below: float = 0.9
    """At a smaller scale it is drawn at twice its size."""


class CrtMonitorPart(SpritePart):
    """The monitor; its raster is a subclass's."""

    size = (1200.0, 948.0)
    housing = Housing()

    @classmethod
    def foot(cls) -> float:
        """Share of its height below the glass, where nothing is read or touched."""
        glass = cls.housing.glass
        return 1.0 - (glass[1] + glass[3]) / cls.size[1]

    # What a subclass says.

    def draw_raster(self, raster: pygame.Surface) -> None:
        """Draw what stays on the picture, ``raster`` pixels of it."""
        raise NotImplementedError

    def picture(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        """What changes on the picture."""
        raise NotImplementedError

    # The rest.

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The part's pixel where a place of the raster lies."""
        raster = self.housing.raster
        return self.px(raster[0] + x), self.px(raster[1] + y)

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        stamps = self.picture(context, now_ms)
        x, y = self.at(0, 0)
        stamps.append(PlacedSprite(self.sprite("glass", self._glass), x, y))
        if context.brightness[SCREEN] > 100:
            x, y = (self.px(side - 8) for side in self.housing.lamp)
            stamps.append(PlacedSprite(self.sprite("lamp", self._lamp), x, y))
        return stamps

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        times = 2 if self.scale < self.housing.fine_below else 1
        canvas = Canvas(width, height, self.scale, times, seed=2000)
        self._foot(canvas)
        housing = self.housing
        front = housing.front
        canvas.shadow(front, 30.0, (6.0, 10.0), 8.0, 0.45)
        canvas.plate(front, 30.0, *housing.body, 9.0, 0.34, 0.5)
        inner = (front[0] + 26, front[1] + 15, front[2] - 52, front[3] - housing.chin)
        canvas.plate(inner, 26.0, *housing.slope, -7.0, 0.5, 0.4)
        self._slopes(canvas)
        self._chin(canvas)
        made = canvas.surface((width, height))
        x, y = self.at(0, 0)
        right, bottom = self.at(*housing.raster[2:])
        self.draw_raster(made.subsurface((x, y, right - x, bottom - y)))
        self.sprite("glass", self._glass)
        self.sprite("lamp", self._lamp)
        return made

    def _slopes(self, canvas: Canvas) -> None:
        """The frame slopes down to the glass, which bulges towards us."""
        glass = self.housing.glass
        left, top, wide, tall = glass
        lip = (left - 9, top - 8, wide + 18, tall + 16)
        canvas.plate(lip, 24.0, *self.housing.lip, -8.0, 0.8, 0.3)
        canvas.plate(glass, 22.0, _DARK, (14, 15, 15), 0.0, 0.0)
        where, x, y = canvas.window(glass)
        u = (x / canvas.k - left) / wide * 2 - 1
        v = (y / canvas.k - top) / tall * 2 - 1
        light = 1.0 + 0.9 * np.clip(1 - np.hypot(u + 0.35, v + 0.45), 0, 1)
        inside = np.clip(0.5 - canvas.box(x, y, glass, 22.0), 0, 1)
        canvas.shade(where, np.asarray(1 + (light - 1) * inside, np.float32))
        canvas.inner_shadow(glass, 22.0, 5.0, 0.7)

    def _chin(self, canvas: Canvas) -> None:
        """Below the glass: knobs for the picture, the power switch and its lamp."""
        for k in range(4):
            key = (520.0 + 42.0 * k, 856.0, 32.0, 14.0)
            canvas.shadow(key, 5.0, (1.5, 2.0), 1.5, 0.5)
            canvas.plate(key, 5.0, (214, 207, 188), (192, 184, 163), 2.5, 0.5)
            mark = (key[0] + 14.0, key[1] - 9.0, 4.0, 4.0)
            canvas.line(mark, (120, 113, 98), 0.9, 2.0 if k % 2 else 0.0)
        button = (1118.0, 850.0, 28.0, 28.0)
        canvas.plate((1114.0, 846.0, 36.0, 36.0), 18.0, (176, 168, 148), (206, 199, 180), -3.0, 0.7)
        canvas.plate(button, 14.0, (218, 211, 193), (190, 182, 160), 4.0, 0.6)
        x, y = LAMP
        canvas.plate((x - 5.0, y - 3.0, 10.0, 6.0), 3.0, (40, 58, 40), (30, 44, 30), -1.2, 0.6)
        for row in range(3):
            for k in range(12):
                slot = (60.0 + 14.0 * k, 853.0 + 8.0 * row, 10.0, 3.0)
                canvas.line(slot, (126, 119, 104), 0.75, 1.5)

    def _foot(self, canvas: Canvas) -> None:
        """The neck and the round base that it turns on."""
        base = (330.0, 908.0, 540.0, 34.0)
        canvas.shadow(base, 17.0, (8.0, 5.0), 6.0, 0.6)
        canvas.plate(base, 17.0, (204, 197, 178), (150, 142, 122), 6.0, 0.5, 0.4)
        neck = [(430.0, 880.0), (770.0, 880.0), (820.0, 922.0), (380.0, 922.0)]
        canvas_neck = (380.0, 880.0, 440.0, 42.0)
        where, x, y = canvas.window(canvas_neck)
        low = np.clip((y / canvas.k - neck[0][1]) / 42.0, 0, 1)
        half = 170.0 + 50.0 * low
        cover = np.clip((half - np.abs(x / canvas.k - 600.0)) * canvas.k + 0.5, 0, 1)
        cover = cover * np.clip(0.5 - canvas.box(x, y, canvas_neck, 0.0), 0, 1)
        grey = np.asarray((96, 90, 76), np.float32) + low[..., None] * 88.0
        rgb = np.broadcast_to(grey, (*cover.shape, 3)).copy()
        canvas.over(where, rgb, np.asarray(cover, np.float32))

    def _glass(self) -> pygame.Surface:
        """What lies over the whole raster."""
        x0, y0 = self.at(0, 0)
        x1, y1 = self.at(*self.housing.raster[2:])
        wide, tall = x1 - x0, y1 - y0
        u = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
        v = np.linspace(-1, 1, tall, dtype=np.float32)[:, None]
        dark = 0.26 * np.clip((u * u + v * v) / 2 - 0.12, 0, 1) ** 1.6
        dark = dark + _lines(tall, self.scale)
        half = wide / 2
        off = np.maximum((np.abs(u) - 1 + BOW[0] * v * v) * half,
                         (np.abs(v) - 1 + BOW[1] * u * u) * (tall / 2))  # fmt: skip
        dark = np.maximum(dark, smooth_step(-1.6 * self.scale, 0.6 * self.scale, off))
        light = _reflection(u, v)
        cover = 1 - (1 - dark) * (1 - light)
        tone = 246.0 * light / np.maximum(light + dark, 1e-6)
        tint = np.asarray((0.96, 1.0, 1.0), np.float32)
        return cutout(np.asarray(tone[..., None] * tint, np.float32), np.asarray(cover, np.float32))

    def _lamp(self) -> pygame.Surface:
        side = max(self.px(16), 6)
        at = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
        x, y = at[None, :], at[:, None]
        core = np.clip(3.2 - 6 * np.maximum(np.abs(x) - 0.28, 0) - 8 * np.abs(y), 0, 1)
        bloom = 0.75 * np.exp(-((x * x + 1.6 * y * y) / 0.16)) * np.clip(1.2 - np.hypot(x, y), 0, 1)
        cover = np.maximum(core * 0.95, bloom)
        rgb = np.asarray(_GREEN, np.float32) + (core**2)[..., None] * np.float32(90.0)
        return cutout(np.asarray(np.clip(rgb, 0, 255), np.float32), np.asarray(cover, np.float32))


def _lines(tall: int, scale: float) -> Array:
    """How dark the gaps between the raster's lines are, float32[tall, 1]."""
    pitch = max(2, round(1.5 * scale))
    row = np.arange(tall) % pitch
    return np.asarray(0.045 * (row == pitch - 1), np.float32)[:, None]


def _reflection(u: Array, v: Array) -> Array:
    """A window at the left behind us, four panes, out of focus; and the room's light."""
    across, down = u + 0.10 * v * v + 0.62, v - 0.16 * u + 0.52
    panes = np.zeros(np.broadcast(u, v).shape, dtype=np.float32)
    for x in (-0.15, 0.15):
        for y in (-0.22, 0.20):
            away = np.maximum(np.abs(across - x) - 0.125, np.abs(down - y) - 0.185)
            panes += 0.078 * (1 - smooth_step(-0.03, 0.035, np.asarray(away, np.float32)))
    room = 0.045 * np.clip(1.0 - np.hypot(u + 0.8, v + 1.0) / 1.9, 0, 1)
    return np.asarray(panes + room, np.float32)


# -- office pc -------------------------------------------------------------------------------------

LEVELS = 8
SCREEN = 2
"""The monitor's lamp in a computer's layout, behind the box's two: power, then disk."""
POWER, DISK = (126.0, 392.0), (126.0, 418.0)
ENGRAVING = Engraving()

_GREY = (92, 88, 78)
_DEEP = ((58, 55, 49), (34, 33, 30))


class LampedPart(SpritePart):
    """A computer's box with a lamp for its power and one for its disk."""

    lamps: tuple[tuple[str, tuple[float, float]], ...] = ()

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        stamps = []
        for (name, (x, y)), bright in zip(self.lamps, context.brightness[:SCREEN], strict=True):
            step = round(int(bright) / 255 * LEVELS)
            if step:
                sprite = self.sprite((name, step), partial(self._lamp, name, step))
                half = sprite.get_width() // 2
                stamps.append(PlacedSprite(sprite, self.px(x) - half, self.px(y) - half))
        return stamps

    def sprites(self) -> Iterable[Callable[[], object]]:
        for name, _ in self.lamps:
            for step in range(1, LEVELS + 1):
                yield partial(self.sprite, (name, step), partial(self._lamp, name, step))

    def _lamp(self, name: str, step: int) -> pygame.Surface:
        """A small lamp's light: green for power, amber for the disk."""
        side = max(2 * self.px(15), 8)
        at = ((np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1) * 15.0
        x, y = np.abs(at)[None, :], np.abs(at)[:, None]
        core = np.clip(6.6 - x, 0, 1) * np.clip(3.6 - y, 0, 1)
        r = np.hypot(x / 1.35, y)
        bloom = 0.8 * np.exp(-((np.maximum(r - 3, 0) / 4.0) ** 2)) * np.clip((15 - r) / 8, 0, 1)
        hue = np.array((80, 255, 96) if name == "power" else (255, 176, 48), np.float32)
        share = step / LEVELS
        rgb = np.clip(hue + 110.0 * core[..., None] * share, 0, 255)
        cover = np.maximum(core * share, bloom * share * 0.8)
        return cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))


class TowerPart(LampedPart):
    """The computer: drives at the top, switches and lamps, slots for air."""

    size = (340.0, 780.0)
    lamps = (("power", POWER), ("disk", DISK))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        canvas = Canvas(width, height, self.scale, 2, seed=400)
        side = (280.0, 18.0, 46.0, 738.0)
        canvas.plate(side, 4.0, (172, 165, 146), (128, 121, 104), 3.0, 0.4, 0.6)
        front = (10.0, 8.0, 288.0, 756.0)
        canvas.shadow(front, 14.0, (3.0, 4.0), 4.0, 0.45)
        canvas.plate(front, 14.0, *BEIGE, 7.0, 0.4, 0.5)
        for k in range(2):
            foot = (30.0 + 190.0 * k, 762.0, 60.0, 12.0)
            canvas.plate(foot, 4.0, (60, 58, 54), (40, 39, 36), 2.0, 0.5)
        self._drives(canvas)
        self._switches(canvas)
        self._air(canvas)
        return canvas.surface((width, height))

    def _drives(self, canvas: Canvas) -> None:
        """A tray for discs, two blank bays, and the slot for floppy discs."""
        for k in range(3):
            bay = (26.0, 28.0 + 72.0 * k, 256.0, 66.0)
            canvas.line((bay[0] - 2, bay[1] - 2, bay[2] + 4, bay[3] + 4), (92, 87, 76), 0.9, 4.0)
            canvas.plate(bay, 3.0, (218, 211, 192), (198, 190, 169), 3.0, 0.45, 0.4)
        tray = (38.0, 38.0, 232.0, 22.0)
        canvas.line(
            (tray[0] - 1.5, tray[1] - 1.5, tray[2] + 3, tray[3] + 3), (70, 66, 58), 0.9, 3.0
        )
        canvas.plate(tray, 2.5, (222, 215, 197), (204, 196, 176), 2.0, 0.5)
        canvas.plate((236.0, 70.0, 30.0, 12.0), 3.0, (212, 205, 186), (186, 178, 157), 2.5, 0.6)
        canvas.plate((44.0, 72.0, 10.0, 10.0), 5.0, (40, 38, 34), (26, 25, 23), -2.0, 0.7)
        canvas.plate((70.0, 70.0, 30.0, 12.0), 6.0, (150, 143, 126), (176, 169, 150), -2.0, 0.6)
        floppy = (52.0, 254.0, 204.0, 54.0)
        canvas.line((50.0, 252.0, 208.0, 58.0), (92, 87, 76), 0.9, 4.0)
        canvas.plate(floppy, 3.0, (214, 207, 188), (196, 188, 167), 3.0, 0.45, 0.4)
        canvas.recess((64.0, 268.0, 180.0, 9.0), 2.0, *_DEEP, depth=4.0)
        canvas.plate((206.0, 288.0, 34.0, 12.0), 3.0, (216, 209, 190), (186, 178, 157), 2.5, 0.6)
        canvas.plate((66.0, 291.0, 10.0, 6.0), 2.0, (54, 66, 44), (44, 54, 36), -1.0, 0.6)

    def _switches(self, canvas: Canvas) -> None:
        canvas.plate((206.0, 352.0, 62.0, 62.0), 31.0, (172, 164, 144), (208, 201, 182), -4.0, 0.7)
        canvas.shadow((212.0, 358.0, 50.0, 50.0), 25.0, (2.0, 3.0), 3.0, 0.4)
        canvas.plate((212.0, 358.0, 50.0, 50.0), 25.0, (222, 215, 198), (192, 184, 162), 6.0, 0.6)
        canvas.plate((223.0, 438.0, 28.0, 18.0), 9.0, (206, 199, 180), (178, 170, 149), 3.0, 0.6)
        for (x, y), text in ((POWER, "POWER"), (DISK, "DISK")):
            canvas.plate((x - 7.0, y - 4.0, 14.0, 8.0), 2.0, (52, 56, 44), (36, 38, 32), -1.5, 0.7)
            canvas.letter(text, x - 18.0, y, 8.5, _GREY, "right", 0.13, 0.1)
        canvas.letter("RESET", 237.0, 468.0, 8.0, _GREY, "centre", 0.13, 0.1)
        plate = (40.0, 448.0, 112.0, 26.0)
        canvas.plate(plate, 3.0, (206, 208, 210), (148, 151, 155), 2.0, 0.5, 0.4)
        canvas.letter("400 MHz", 96.0, 461.0, 11.0, (44, 46, 50), "centre", 0.13, 0.12)

    def _air(self, canvas: Canvas) -> None:
        """Curved grooves and slots below."""
        for k in range(11):
            slot = (44.0, 520.0 + 20.0 * k, 220.0, 9.0)
            canvas.recess(slot, 4.5, *_DEEP, depth=3.5, strength=0.5)
        canvas.line((10.0, 494.0, 288.0, 2.0), (120, 113, 97), 0.8)
        canvas.line((10.0, 496.0, 288.0, 1.5), (240, 234, 218), 0.6)


class KeyboardPart(SpritePart):
    """Keyboard and mouse as they lie on the desk; nothing on them moves."""

    size = (1080.0, 130.0)
    tones = ((232, 226, 210), (206, 199, 180))  # Of a key at its top and at its foot
    dark_tones = ((186, 179, 160), (160, 153, 134))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        canvas = Canvas(width, height, self.scale, 2, seed=104)
        body = (10.0, 6.0, 800.0, 112.0)
        canvas.shadow(body, 12.0, (6.0, 6.0), 5.0, 0.6)
        canvas.plate(body, 12.0, (216, 209, 190), (188, 180, 158), 5.0, 0.5, 0.4)
        canvas.plate((10.0, 108.0, 800.0, 10.0), 5.0, (150, 143, 124), (120, 114, 98), 2.0, 0.3)
        top = 14.0
        for row, high in enumerate((11.0, 14.0, 14.5, 15.0, 15.5, 16.0)):
            for key, dark in keys_of(row):
                self._key(canvas, (key[0], top, key[1], high), dark)
            top += high + (6.0 if row == 0 else 1.8)
        for k in range(3):
            lamp = (648.0 + 40.0 * k, 17.0, 12.0, 3.0)
            canvas.line(lamp, (90, 240, 110) if k == 0 else (70, 78, 62), 0.9, 1.5)
        self._mouse(canvas)
        return canvas.surface((width, height))

    def _key(self, canvas: Canvas, rect: Rect, dark: bool) -> None:
        x, y, wide, high = rect
        canvas.line((x, y, wide, high), (84, 80, 70), 0.85, 2.0)
        tones = self.dark_tones if dark else self.tones
        canvas.plate((x + 0.8, y + 0.6, wide - 2.0, high - 1.8), 2.2, *tones, 2.0, 0.6)

    def _mouse(self, canvas: Canvas) -> None:
        """A mouse with two buttons on its mat, its cable going back."""
        mat = (850.0, 8.0, 218.0, 114.0)
        canvas.shadow(mat, 8.0, (3.0, 3.0), 3.0, 0.5)
        canvas.plate(mat, 8.0, (34, 58, 104), (24, 42, 78), 1.5, 0.3, 1.2)
        cable = [(958.0, 30.0), (962.0, 16.0), (974.0, 8.0), (996.0, 3.0), (1030.0, 0.0)]
        canvas.stroke(cable, (172, 165, 147), 4.0)
        mouse = (926.0, 26.0, 62.0, 84.0)
        canvas.shadow(mouse, 28.0, (5.0, 6.0), 5.0, 0.6)
        canvas.plate(mouse, 29.0, (226, 219, 201), (176, 168, 147), 14.0, 0.5)
        canvas.line((956.0, 28.0, 2.0, 32.0), (120, 113, 98), 0.85)
        canvas.line((929.0, 60.0, 56.0, 1.8), (120, 113, 98), 0.85)


def keys_of(row: int) -> list[tuple[tuple[float, float], bool]]:
    """Left and width of a row's keys, and whether each is of the darker kind."""
    unit, left = 33.0, 22.0
    made: list[tuple[tuple[float, float], bool]] = []

    def run(x: float, widths: tuple[float, ...], dark: tuple[int, ...] = ()) -> None:
        for k, wide in enumerate(widths):
            made.append(((x, wide * unit - 1.6), k in dark))
            x += wide * unit

    rows: tuple[tuple[tuple[float, ...], tuple[int, ...]], ...] = (
        ((), ()),
        ((1,) * 13 + (2,), (13,)),
        ((1.5,) + (1,) * 12 + (1.5,), (0, 13)),
        ((1.75,) + (1,) * 11 + (2.25,), (0, 12)),
        ((2.25,) + (1,) * 10 + (2.75,), (0, 11)),
        ((1.5, 1.25, 1.25, 6.0, 1.25, 1.25, 2.5), (0, 1, 2, 4, 5, 6)),
    )
    if row == 0:
        run(left, (1,), (0,))
        for k in range(3):
            run(left + unit * (2 + 4.33 * k), (1,) * 4, (0, 1, 2, 3) if k == 1 else ())
        run(left + unit * 15.3, (1,) * 3, (0, 1, 2))
        return made
    run(left, *rows[row])
    if row in (1, 2):
        run(left + unit * 15.3, (1,) * 3, (0, 1, 2))
    elif row == 4:
        run(left + unit * 16.3, (1,), (0,))
    elif row == 5:
        run(left + unit * 15.3, (1,) * 3, (0, 1, 2))
    pad = ((1,) * 4, (1,) * 4, (1,) * 3, (1,) * 4, (2, 1, 1))[row - 1]
    run(left + unit * 18.7, pad, (0, 1, 2, 3) if row == 1 else ())
    return made
