"""The thread through the years on the floor plan: its posts, and two pictures on the wall.

The rope before the exhibits is the thread.  Each post holds the sign of a station: a year, and the
machine of that year.  The picture at the left asks the thread's question, the one at the right
shows how the machines' strength grew (machines.museum.window.strength_chart).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from devices.screen import brass
from devices.screen.brass import INK, LETTERS
from devices.screen.materials import paper, sheet
from devices.screen.room import CANVAS, TALL_CANVAS, is_tall
from devices.screen.smooth import smoothscale
from machines.laboratory.strength.today import StrengthCurve
from machines.museum.window.overlay import PITCH, RED, TYPED
from machines.museum.window.strength_chart import draw_curves

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


TALL_PLATE, TALL_PLATE_TOP = (330.0, 52.0), 156.0
"""A plate below the museum's name."""


def unit_of(size: tuple[int, int]) -> float:
    """Pixels a design unit."""
    canvas = TALL_CANVAS if is_tall(size) else CANVAS
    return min(size[0] / canvas[0], size[1] / canvas[1])


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
    foot = max((one.bottom for one in alcoves), default=0)
    row = [one for one in alcoves if one.bottom == foot]
    free = min((one.left for one in row), default=0) - round(14 * unit)
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
    taken = [one.rect.bottom for one in pictures if one.rect.colliderect(rect)]
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
    for one in stations:
        if target.get_clip().colliderect(one.rect):
            _draw_sign(target, one, unit)
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
    used = _draw_words(target, picture.title, title, 21 * unit, RED)
    body.height, body.top = body.bottom - title.top - used - px(8), title.top + used + px(8)
    if picture.text:
        body.height -= px(42)  # the small thread has its place below
        _draw_words(target, picture.text, body, 24 * unit, TYPED)
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


def _draw_words(
    target: pygame.Surface, text: str, rect: pygame.Rect, height: float,
    ink: tuple[int, int, int],
) -> int:  # fmt: skip
    """Lines from the top of a box, smaller where they would not fit; the height they take."""
    height = max(brass.SMALLEST, height)
    while True:
        lines = LETTERS.wrap(text, height, rect.width)
        pitch = round(height * PITCH)
        if height <= brass.SMALLEST or pitch * len(lines) <= rect.height:
            break
        height = max(brass.SMALLEST, height * 0.95)
    for k, line in enumerate(lines):
        LETTERS.draw(target, line, rect.left, rect.top + pitch * (k + 0.5), height, ink)
    return pitch * len(lines)
