"""A colour monitor: its housing, curved glass, a raster on it; by itself an office's of 2000.

That one is beige and has a raster of 1,024 by 768; another gives its own ``housing``, chin
and foot.  What is on the raster a subclass says (:meth:`CrtMonitorPart.draw_raster` for what
stays, ``picture`` for what changes).  Over it all lies the glass: a window's reflection, darker
corners, the lines of the raster, and its edges, which bow outward as the tube does.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pygame

from devices.screen.canvas import smooth_step
from devices.screen.materials import cutout
from devices.screen.parts.relief import Array, Canvas, Colour, Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart

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

    def picture(self, state: Any, now_ms: int) -> list[PlacedSprite]:
        """What changes on the picture."""
        raise NotImplementedError

    def lamp(self, state: Any) -> int:
        """How bright the lamp of its power switch is, 0 to 255."""
        raise NotImplementedError

    # The rest.

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The part's pixel where a place of the raster lies."""
        raster = self.housing.raster
        return self.px(raster[0] + x), self.px(raster[1] + y)

    def look(self, state: Any, now_ms: int) -> list[PlacedSprite]:
        stamps = self.picture(state, now_ms)
        x, y = self.at(0, 0)
        stamps.append(PlacedSprite(self.sprite("glass", self._glass), x, y))
        if self.lamp(state) > 100:
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
