"""The floor plan's wall: lit alcoves on plinths, a picture lamp over each, a plate below, a rope.

Everything here is drawn once for a window's size; what stands in the alcoves is alive and painted
by machines.museum.window.floor_plan.  The rope before the exhibits is the thread through the years:
each post holds the sign of a station, a year and the machine of that year.  The picture at the left
asks the thread's question, the one at the right shows how the machines' strength grew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import pygame

from devices.screen import brass
from devices.screen.backdrops import add_grain, hall
from devices.screen.brass import INK, LETTERS
from devices.screen.materials import paper, sheet
from devices.screen.room import CANVAS, TALL_CANVAS, is_tall
from devices.screen.smooth import smoothscale
from machines.laboratory.strength.today import StrengthCurve
from machines.museum.window.overlay import RED, TYPED, draw_text
from machines.museum.window.strength_graph import draw_curves

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
class Station:
    """A sign on a post."""

    name: str  # The exhibit
    rect: pygame.Rect
    year: str
    title: str


@dataclass(frozen=True)
class Picture:
    """A picture on the wall, or the plate that stands for it."""

    name: str
    rect: pygame.Rect
    title: str
    text: str = ""
    knots: int = 0  # Of a small thread below the text
    curves: tuple[StrengthCurve, ...] = ()

    @property
    def plate(self) -> bool:
        """Whether there is no room for a picture."""
        return self.rect.height < 0.65 * self.rect.width


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


# -- the thread and the pictures


POSTS = 5
"""Where there is no thread."""
SIGN = (300.0, 92.0)
"""A station's sign, units, where there is room."""
SIGN_TOP, LONE_TOP = 190.0, 150.0
"""How high a post's upper end is over the lower edge, with a sign and without one."""
PICTURE = (400.0, 290.0)
"""A picture on the wall, at most ..."""
NARROWEST = 215.0
"""... and at least; where there is less room at the alcoves' sides, plates at the top stand for
them."""
MARGIN = 26.0
CORNER, TALL_CORNER = (360.0, 74.0), (160.0, 84.0)


TALL_PLATE, TALL_PLATE_TOP = (330.0, 52.0), 156.0
"""A plate below the museum's name."""


def sign_rects(count: int, size: tuple[int, int]) -> list[pygame.Rect]:
    """Where the signs of so many stations stand."""
    unit = unit_of(size)
    wide = round(min(SIGN[0] * unit, 0.88 * size[0] / max(1, count)))
    high = max(48, round(SIGN[1] * unit))
    made = []
    for k in range(count):
        rect = pygame.Rect(0, 0, wide, high)
        rect.midtop = round(size[0] * (k + 0.5) / count), size[1] - round(SIGN_TOP * unit)
        made.append(rect)
    return made


def picture_rects(alcoves: Sequence[pygame.Rect], size: tuple[int, int]) -> list[pygame.Rect]:
    """Where the two pictures hang: beside the lowest alcoves, else as plates in the corners."""
    unit, tall = unit_of(size), is_tall(size)
    foot = max((alcove.bottom for alcove in alcoves), default=0)
    row = [alcove for alcove in alcoves if alcove.bottom == foot]
    free = min((alcove.left for alcove in row), default=0) - round(14 * unit)
    wide = min(round(PICTURE[0] * unit), free - 2 * round(MARGIN * unit))
    if row and wide >= NARROWEST * unit:
        high = round(min(PICTURE[1] * unit, wide * 1.05))
        left = pygame.Rect(0, 0, wide, high)
        left.center = free // 2, row[0].centery + round(30 * unit)
        right = left.copy()
        right.centerx = size[0] - left.centerx
        return [left, right]
    corner = TALL_CORNER if tall else CORNER
    left = pygame.Rect(round(24 * unit), round(20 * unit), *(round(n * unit) for n in corner))
    left.height = max(48, left.height)
    right = left.copy()
    right.right = size[0] - left.left
    return [left, right]


def plate_rect(pictures: Sequence[Picture], size: tuple[int, int]) -> pygame.Rect:
    """Where a plate hangs: in the upper right corner, or below a picture that is a plate there; in
    an upright window below the museum's name."""
    unit = unit_of(size)
    rect = pygame.Rect(0, round(20 * unit), *(round(n * unit) for n in CORNER))
    rect.height = max(48, rect.height)
    rect.right = size[0] - round(24 * unit)
    if is_tall(size):
        rect.size = round(TALL_PLATE[0] * unit), max(48, round(TALL_PLATE[1] * unit))
        rect.midtop = size[0] // 2, round(TALL_PLATE_TOP * unit)
    taken = [picture.rect.bottom for picture in pictures if picture.rect.colliderect(rect)]
    if taken:
        rect.top = max(taken) + round(12 * unit)
    return rect


def draw_rope(
    target: pygame.Surface,
    area: pygame.Rect,
    size: tuple[int, int],
    stations: Sequence[Station],
) -> None:
    """Brass posts and the rope before the exhibits, as far as they lie in ``area``."""
    unit = unit_of(size)
    clip = target.get_clip()
    target.set_clip(area.clip(clip))
    count = len(stations) or POSTS
    foot = size[1] - round(26 * unit)
    top = size[1] - round((SIGN_TOP - 8 if stations else LONE_TOP) * unit)
    hook = stations[0].rect.bottom if stations else top
    posts = [round(size[0] * (k + 0.5) / count) for k in range(-1, count + 1)]
    _draw_ropes(target, posts, hook + round(10 * unit), 34 if stations else 46, unit)
    for x in posts:
        _draw_post(target, x, top, foot, unit)
    for station in stations:
        if target.get_clip().colliderect(station.rect):
            _draw_sign(target, station, unit)
    target.set_clip(clip)


def _draw_ropes(
    target: pygame.Surface, posts: Sequence[int], y: int, sag: float, unit: float
) -> None:
    for left, right in pairwise(posts):
        for units, tone in ((11, (44, 8, 10)), (7, (104, 22, 24)), (2, (158, 52, 46))):
            thick = max(1, round(units * unit))
            shift = -round(2 * unit) if units == 2 else 0
            points = []
            for k in range(25):
                share = k / 24
                low = round(sag * unit) * (1 - (2 * share - 1) ** 2)
                points.append((left + (right - left) * share, y + low + shift))
            pygame.draw.lines(target, tone, False, points, thick)


def _draw_post(target: pygame.Surface, x: int, top: int, foot: int, unit: float) -> None:
    def px(units: float) -> int:
        return max(1, round(units * unit))

    pygame.draw.ellipse(target, (14, 11, 9), (x - px(34), foot - px(6), px(78), px(20)))
    base = pygame.Rect(x - px(30), foot - px(8), px(60), px(14))
    pygame.draw.ellipse(target, (120, 94, 50), base)
    pygame.draw.ellipse(target, (206, 176, 112), base.inflate(-px(10), -px(5)).move(-px(3), -px(2)))
    post = brass.shape_edges(px(12), foot - top, px(3), "brass", 93)
    target.blit(post, (x - px(6), top))
    pygame.draw.circle(target, (150, 120, 66), (x, top), px(11))
    pygame.draw.circle(target, (236, 212, 156), (x - px(3), top - px(3)), px(4))


def _draw_sign(target: pygame.Surface, station: Station, unit: float) -> None:
    """A station's sign: its year, and below it the machine."""
    rect, px = station.rect, max(1, round(unit))
    brass.lay(target, rect, 6 * px, "bakelite", 89)
    inner = rect.inflate(-8 * px, -8 * px)
    brass.lay(target, inner, 4 * px, "brass", 88)
    upper = pygame.Rect(inner.left, inner.top, inner.width, round(inner.height * 0.60))
    lower = pygame.Rect(inner.left, 0, inner.width, inner.height - upper.height)
    lower.top = upper.bottom - round(0.06 * inner.height)
    brass.engrave(target, station.year, upper, min(30 * unit, upper.height * 0.62), INK)
    brass.engrave(target, station.title, lower, min(17 * unit, lower.height * 0.58), INK)


def draw_picture(target: pygame.Surface, picture: Picture, unit: float) -> None:
    """A framed sheet with its title, and a text or the curves below it; or a plate."""
    rect = picture.rect

    def px(units: float) -> int:
        return max(1, round(units * unit))

    if picture.plate:
        brass.lay(target, rect, px(6), "brass", 86, px(6))
        high = max(brass.SMALLEST, 17 * unit)
        lines = LETTERS.wrap(picture.title, high * 1.2, round(rect.width * 0.9))
        fits = rect.height / (1.7 * len(lines))
        brass.engrave(target, "|".join(lines), rect, min(high, fits), INK)
        return
    brass.lay(target, rect, px(4), "bakelite", 87, px(14), 200)
    brass.lay(target, rect.inflate(-px(14), -px(14)), px(2), "brass", 85)
    inner = rect.inflate(-px(26), -px(26))
    target.blit(smoothscale(sheet(paper(256, 190, 79)), inner.size), inner)
    body = inner.inflate(-px(26), -px(20))
    title = pygame.Rect(body.left, body.top, body.width, px(54))
    used = draw_text(target, picture.title, title, max(brass.SMALLEST, 21 * unit), RED)
    body.height, body.top = body.bottom - title.top - used - px(8), title.top + used + px(8)
    if picture.text:
        body.height -= px(42)  # the small thread has its place below
        draw_text(target, picture.text, body, max(brass.SMALLEST, 24 * unit), TYPED)
        _draw_knots(target, inner, picture.knots, unit)
    else:
        draw_curves(target, body, picture.curves, unit)


def _draw_knots(target: pygame.Surface, sheet: pygame.Rect, count: int, unit: float) -> None:
    """A small thread with its knots, near the lower edge of a sheet."""
    y = sheet.bottom - round(34 * unit)
    thick = max(2, round(5 * unit))
    pygame.draw.line(target, RED, (sheet.left, y), (sheet.right - 1, y), thick)
    for k in range(count):
        x = sheet.left + round(sheet.width * (k + 0.5) / count)
        pygame.draw.circle(target, RED, (x, y), max(4, round(10 * unit)))
