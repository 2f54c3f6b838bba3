"""The floor plan's wall: lit alcoves on plinths, a picture lamp over each, a plate below, a rope.

Everything here is drawn once for a window's size; what stands in the alcoves is alive and painted
by machines.museum.window.floor_plan.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pygame

from devices.screen import brass
from devices.screen.backdrops import add_grain, hall
from devices.screen.brass import INK, LETTERS
from devices.screen.room import CANVAS, TALL_CANVAS, is_tall
from devices.screen.smooth import smoothscale
from machines.museum.window.plan_thread import Picture, Station, draw_picture, draw_rope

FLOOR = 0.80
"""Where the wall meets the floor, as a share of the canvas's height."""
PLINTH = 84.0
"""How high a plinth is, in design units."""
GAP = 52.0
"""Between two alcoves."""
BETWEEN = 70.0
"""From a plinth to the alcove below it."""
ROW_SPACE = {1: 505.0, 2: 205.0}
"""How high an alcove of a wide wall is at most, by the number of rows."""
TITLE = 42.0
"""The height of the museum's name."""


@dataclass(frozen=True)
class Bay:
    """One exhibit's alcove: where its picture is, in pixels, and what its plate says."""

    rect: pygame.Rect
    number: int
    title: str
    line: str = ""  # What stands there, in one line


def unit_of(size: tuple[int, int]) -> float:
    """Pixels a design unit on a wall of ``size`` pixels."""
    canvas = canvas_of(size)
    return min(size[0] / canvas[0], size[1] / canvas[1])


def canvas_of(size: tuple[int, int]) -> tuple[float, float]:
    """The wall's own canvas, wide (the higher the window, the higher) or upright."""
    if is_tall(size):
        return TALL_CANVAS
    return CANVAS[0], max(CANVAS[1], CANVAS[0] * size[1] / size[0])


def bays(count: int, size: tuple[int, int]) -> list[pygame.Rect]:
    """The openings for so many exhibits on a wall of ``size`` pixels: one row up to three, else
    two; in an upright window one column up to three, else two."""
    unit, canvas, tall = unit_of(size), canvas_of(size), is_tall(size)
    rows = 1 if count <= 3 else 2
    if tall:
        rows = -(-count // rows)
    columns = max(1, -(-count // rows))
    left = (size[0] - canvas[0] * unit) / 2
    wide = (canvas[0] - 88.0 - GAP * (columns - 1)) / columns
    high = wide * CANVAS[1] / CANVAS[0]
    space = (canvas[1] * FLOOR - 190.0) / rows - PLINTH - BETWEEN
    if not tall:
        space = ROW_SPACE[rows] + (canvas[1] - CANVAS[1]) * FLOOR / rows
    foot = canvas[1] * FLOOR - 12
    if high > space:
        high, wide = space, space * CANVAS[0] / CANVAS[1]
    made = []
    for k in range(count):
        row, column = divmod(k, columns)
        here = min(columns, count - row * columns)
        x = canvas[0] / 2 + (column - (here - 1) / 2) * (wide + GAP)
        y = foot - PLINTH - high / 2 - (rows - 1 - row) * (space + PLINTH + BETWEEN)
        rect = pygame.Rect(0, 0, round(wide * unit), round(high * unit))
        rect.center = round(left + x * unit), round(y * unit)
        made.append(rect)
    return made


def plinth(rect: pygame.Rect, unit: float) -> pygame.Rect:
    """What an alcove stands on."""
    out = round(14 * unit)
    return pygame.Rect(rect.left - out, rect.bottom, rect.width + 2 * out, round(PLINTH * unit))


class Wall:
    """The wall of one window's size."""

    def __init__(
        self,
        size: tuple[int, int],
        bays: tuple[Bay, ...],
        stations: tuple[Station, ...] = (),
        pictures: tuple[Picture, ...] = (),
    ) -> None:
        self.size = size
        self.bays = bays
        self.stations = stations
        self.pictures = pictures
        self.unit = unit_of(size)
        self.floor = round(size[1] * FLOOR)

    def px(self, units: float) -> int:
        """So many design units in whole pixels, at least one."""
        return max(1, round(units * self.unit))

    def draw(self, title: str, subtitle: str) -> pygame.Surface:
        """Everything but what stands in the alcoves."""
        sheet = hall(self.size, (), FLOOR)
        self._light(sheet)
        self._name(sheet, title, subtitle)
        for bay in self.bays:
            self._alcove(sheet, bay)
            self._plinth(sheet, bay)
            self._lamp(sheet, bay.rect)
        for picture in self.pictures:
            draw_picture(sheet, picture, self.unit)
        for bay in self.bays:
            self._reflection(sheet, plinth(bay.rect, self.unit))
        self.rope(sheet, sheet.get_rect())
        return sheet

    # Light

    def _light(self, sheet: pygame.Surface) -> None:
        """The lamps' warm light on the wall around the alcoves, and on the floor before them."""
        coarse = 8
        wide, high = max(2, self.size[0] // coarse), max(2, self.size[1] // coarse)
        x = (np.arange(wide) + 0.5)[:, None] * coarse
        y = (np.arange(high) + 0.5)[None, :] * coarse
        light = np.zeros((wide, high))
        for bay in self.bays:
            rect = bay.rect
            top = rect.top - self.px(30)
            # A cone: narrow above the lamp, wider below it.
            spread = np.clip(0.40 + 0.22 * (y - top) / rect.height, 0.26, 0.60) * rect.width
            down = np.where(y < top, (top - y) / self.px(130), (y - top) / (1.15 * rect.height))
            wall = np.exp(-(np.abs((x - rect.centerx) / spread) ** 2.6) - np.abs(down) ** 1.5)
            pool = np.exp(-(((x - rect.centerx) / (0.55 * rect.width)) ** 2))
            before = np.clip((y - self.floor) / max(1.0, self.size[1] - self.floor), 0, 1)
            floor = pool * np.where(y > self.floor, np.exp(-2.2 * before), 0.0)
            light += np.where(y > self.floor, 0.5 * floor, wall)
        glow = np.clip(light, 0.0, 1.3)[..., None] * np.asarray((78, 60, 38), float)
        picture = pygame.Surface((wide, high), 0, 32)
        pygame.surfarray.blit_array(picture, glow.astype(np.uint8))
        full = smoothscale(picture, self.size)
        add_grain(full, 3)
        sheet.blit(full, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

    def _lamp(self, sheet: pygame.Surface, rect: pygame.Rect) -> None:
        """A brass picture lamp on two arms, over the opening."""
        px = self.px
        wide = min(px(330), rect.width // 2)
        tube = pygame.Rect(0, 0, wide, px(15))
        tube.midbottom = rect.centerx, rect.top - px(24)
        for x in (tube.left + wide // 5, tube.right - wide // 5):
            pygame.draw.line(
                sheet, (12, 10, 9), (x + 2, tube.bottom + px(11)), (x + 2, tube.top), 3
            )
            arm = pygame.Rect(x - px(2), tube.centery, px(4), rect.top - px(12) - tube.centery)
            brass.lay(sheet, arm, 1, "brass", 95)
        brass.lay(sheet, tube, tube.height // 2, "brass", 94, px(5), 160)
        bulb = pygame.Rect(tube.left + px(8), tube.bottom - px(4), tube.width - px(16), px(4))
        pygame.draw.rect(sheet, (255, 236, 190), bulb, border_radius=px(2))
        halo = pygame.Surface((wide // 2, px(20)), 0, 32)
        span = np.linspace(-1, 1, halo.get_width())[:, None]
        depth = np.linspace(0, 1, halo.get_height())[None, :]
        glow = np.exp(-((span / 0.8) ** 4)) * np.exp(-3.0 * depth)
        pygame.surfarray.blit_array(
            halo, (glow[..., None] * np.asarray((150, 120, 74))).astype(np.uint8)
        )
        large = smoothscale(halo, (round(wide * 1.1), px(24)))
        place = large.get_rect(midtop=bulb.midbottom)
        sheet.blit(large, place, special_flags=pygame.BLEND_RGB_ADD)

    # What stands there

    def _name(self, sheet: pygame.Surface, title: str, subtitle: str) -> None:
        """The museum's name on the wall, above the highest lamp."""
        unit, px = self.unit, self.px
        top = min((bay.rect.top for bay in self.bays), default=self.size[1] // 2)
        large = min(px(TITLE), (top - px(50)) * 0.36)
        small = max(brass.SMALLEST, large * 0.38)
        block = large + small * 2.3
        y = max(large * 0.8, (top - px(50) - block) * 0.52 + large / 2)
        middle = self.size[0] // 2
        for shift, colour in ((2, (10, 9, 8)), (-1, (255, 236, 186)), (0, (206, 172, 104))):
            LETTERS.draw(
                sheet, title, middle + shift * unit, y + shift * unit, large, colour, "centre",
                spacing=0.55, weight=0.14,
            )  # fmt: skip
        centre = y + large / 2 + small * 1.8
        if centre + small * 0.8 > top - px(42):
            return  # a low window: the lamps hang there
        LETTERS.draw(sheet, subtitle, middle, centre, small, (168, 156, 132), "centre", spacing=0.3)

    def _alcove(self, sheet: pygame.Surface, bay: Bay) -> None:
        """A dark surround with a brass moulding, and the opening in it."""
        px, rect = self.px, bay.rect
        frame = pygame.Rect(0, 0, rect.width + 2 * px(13), rect.height + px(13))
        frame.midbottom = rect.midbottom
        brass.lay(sheet, frame, px(4), "bakelite", 96, px(16), 200)
        moulding = pygame.Rect(0, 0, rect.width + 2 * px(4), rect.height + px(4))
        moulding.midbottom = rect.midbottom
        brass.lay(sheet, moulding, px(2), "brass", 91)
        pygame.draw.rect(sheet, (12, 12, 13), rect)

    @cached_property
    def widest_line(self) -> float:
        """Of what the plates say of their exhibits, as small as can be read, in pixels: where that
        would be cut, no plate says anything but a name."""
        return max(LETTERS.width(bay.line, brass.SMALLEST, 0.06) for bay in self.bays)

    def _plinth(self, sheet: pygame.Surface, bay: Bay) -> None:
        """The plinth with the exhibit's plate: number, name, and what it is."""
        px, box = self.px, plinth(bay.rect, self.unit)
        brass.lay(sheet, box, px(3), "bakelite", 97, px(10), 190)
        edge = pygame.Rect(box.left, box.top, box.width, px(6))
        brass.lay(sheet, edge, px(2), "brass", 98)
        plate = pygame.Rect(0, 0, min(box.width - px(16), px(560)), box.height - px(22))
        plate.center = box.centerx, box.centery + px(3)
        brass.lay(sheet, plate, px(5), "brass", 92, px(4))
        for x in (plate.left + px(10), plate.right - px(10)):
            brass.screw(sheet, x, plate.centery, px(3.4), 3 + x % 5)
        inner = plate.inflate(-px(32), 0)
        name = f"{bay.number}   {bay.title}" if len(self.bays) > 1 else bay.title
        if not bay.line or self.widest_line > inner.width * 0.92:
            brass.engrave(sheet, name, inner, px(24), INK)
            return
        upper = pygame.Rect(inner.left, plate.top + px(3), inner.width, plate.height // 2)
        lower = pygame.Rect(inner.left, upper.bottom, inner.width, plate.bottom - upper.bottom)
        brass.engrave(sheet, name, upper, min(px(21), round(upper.height * 0.8)), INK)
        brass.engrave(sheet, bay.line, lower.move(0, -px(1.5)), px(14), INK)

    def _reflection(self, sheet: pygame.Surface, box: pygame.Rect) -> None:
        """The floor mirrors a plinth that stands on it."""
        high = min(round(box.height * 0.9), self.size[1] - self.floor)
        if box.bottom < self.floor - self.px(40) or high < 4:
            return
        foot = pygame.Rect(box.left, box.bottom - high, box.width, high)
        turned = pygame.transform.flip(sheet.subsurface(foot.clip(sheet.get_rect())), False, True)
        turned = smoothscale(turned, (turned.get_width(), max(2, high // 3)))
        turned = smoothscale(turned, foot.size)
        fade = np.linspace(1.0, 0.0, high)[None, :] ** 1.4 * 84
        shade = pygame.Surface(foot.size, 0, 32)
        rows = np.repeat(np.broadcast_to(fade, foot.size)[..., None], 3, axis=2)
        pygame.surfarray.blit_array(shade, rows.astype(np.uint8))
        turned.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        sheet.blit(turned, (foot.left, self.floor), special_flags=pygame.BLEND_RGB_ADD)

    def beam(self, rect: pygame.Rect) -> pygame.Surface:
        """What the lamp over an alcove adds to what stands in it."""
        wide, high = max(2, rect.width // 8), max(2, rect.height // 8)
        x = np.linspace(-1.0, 1.0, wide)[:, None]
        y = np.linspace(0.0, 1.0, high)[None, :]
        light = np.exp(-(np.abs(x / (0.42 + 0.5 * y)) ** 3.0)) * np.exp(-2.6 * y)
        made = pygame.Surface((wide, high), 0, 32)
        glow = light[..., None] * np.asarray((30, 22, 12), float)
        pygame.surfarray.blit_array(made, glow.astype(np.uint8))
        return smoothscale(made, rect.size)

    def rope(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Brass posts and a rope before the exhibits, as far as they lie in ``area``."""
        draw_rope(target, area, self.size, self.stations)
