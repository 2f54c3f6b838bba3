"""The floor plan: the exhibits as they stand, seen from the front, each with its lamps live.

A long wall with one lit opening an exhibit, a brass plate below each, a polished floor that mirrors
them and a rope before them.  The small pictures are the rooms themselves, brought down in size a
few times a second, one exhibit a frame.
"""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pygame

from devices.screen import brass
from devices.screen.brass import INK, LETTERS
from devices.screen.builder import Builder
from devices.screen.captions import Words
from devices.screen.hall import hall
from devices.screen.room import CANVAS, Seen
from devices.screen.stage import Stage

LIVE_MS = 125
"""How often a small picture is drawn anew."""
FLOOR = 0.80
FOOT = CANVAS[1] * FLOOR - 16
"""Where the openings stand, in design units."""
MIRROR = 0.30
"""How much of a picture's height the floor mirrors."""


def bays(count: int, size: tuple[int, int]) -> list[pygame.Rect]:
    """The openings for so many exhibits on a wall of ``size`` pixels: one row up to three, else
    two."""
    unit = min(size[0] / CANVAS[0], size[1] / CANVAS[1])
    rows = 1 if count <= 3 else 2
    columns = max(1, -(-count // rows))
    left = (size[0] - CANVAS[0] * unit) / 2
    wide = (CANVAS[0] - 120) / columns - 70
    high = wide * CANVAS[1] / CANVAS[0]
    space = 585.0 if rows == 1 else 262.0
    if high > space:
        high, wide = space, space * CANVAS[0] / CANVAS[1]
    made = []
    for k in range(count):
        row, column = divmod(k, columns)
        here = min(columns, count - row * columns)
        x = CANVAS[0] / 2 + (column - (here - 1) / 2) * (wide + 70)
        y = FOOT - high / 2 - (rows - 1 - row) * (space + 92)
        rect = pygame.Rect(0, 0, round(wide * unit), round(high * unit))
        rect.center = round(left + x * unit), round(y * unit)
        made.append(rect)
    return made


class FloorPlan:
    """The wall with all exhibits; paints on a canvas of its own, like a stage."""

    def __init__(self, words: Words, builder: Builder | None = None) -> None:
        self.words = words
        self.builder = Builder(at_once=True) if builder is None else builder
        self.canvas = pygame.Surface((1, 1), 0, 32)
        self.sheet: pygame.Surface | None = None
        self.unit = 1.0
        self.places: dict[str, pygame.Rect] = {}
        self.drawn_ms: dict[str, int] = {}
        self.stale = True
        self.fade = pygame.Surface((1, 1))

    def lay(self, size: tuple[int, int]) -> None:
        """Fit it to ``size`` pixels; the small pictures are drawn anew."""
        if size != self.canvas.get_size():
            old = self.canvas
            self.canvas = pygame.Surface(size, 0, 32)
            if old.get_width() > 1:
                pygame.transform.scale(old, size, self.canvas)
            self.unit = min(size[0] / CANVAS[0], size[1] / CANVAS[1])
            self.sheet = None
        self.places = {}
        self.stale = True

    def hit(self, x: int, y: int) -> str:
        """The exhibit at a point (its picture or its plate); empty: none."""
        for name, rect in self.places.items():
            lintel = self._px(70)
            if rect.inflate(self._px(40), 2 * lintel).collidepoint(x, y):
                return name
        return ""

    def targets(self) -> list[tuple[str, pygame.Rect]]:
        """Each exhibit with its opening, for the keyboard."""
        return list(self.places.items())

    def _px(self, units: float) -> int:
        return max(1, round(units * self.unit))

    # Drawing

    def paint(
        self, stages: Mapping[str, Stage], views: Mapping[str, Seen | None], now_ms: int, calm: bool
    ) -> list[pygame.Rect]:
        """Draw what changed; the rectangles of the canvas that did."""
        size = self.canvas.get_size()
        if list(self.places) != list(stages):
            self.places = dict(zip(stages, bays(len(stages), size), strict=True))
            self.drawn_ms = dict.fromkeys(stages, -LIVE_MS)
            self.sheet = None
        if self.sheet is None:
            places = dict(self.places)
            titles = {name: stage.room.title for name, stage in stages.items()}
            key = (size, tuple(titles.items()))
            self.sheet = self.builder.made("plan", key, lambda: self._make(size, places, titles))
            if self.sheet is None:
                return []
            self.stale = True
        drawn: list[pygame.Rect] = []
        if self.stale:
            self.canvas.blit(self.sheet, (0, 0))
            drawn.append(self.canvas.get_rect())
            self.drawn_ms = dict.fromkeys(stages, -LIVE_MS)
            self.stale = False
        due = min(self.drawn_ms, key=lambda name: self.drawn_ms[name], default="")
        since = now_ms - self.drawn_ms.get(due, now_ms)
        if since >= LIVE_MS:
            drawn += self._paint_bay(due, stages[due], views[due], now_ms, since, calm)
            self.drawn_ms[due] = now_ms
        return drawn

    def _paint_bay(
        self, name: str, stage: Stage, view: Seen | None, now_ms: int, since_ms: int, calm: bool
    ) -> list[pygame.Rect]:
        rect = self.places[name]
        if stage.canvas.get_width() < 2:
            stage.lay(rect.size)
        elif stage.close_up:
            stage.lay(stage.canvas.get_size())
        first = self.drawn_ms[name] < 0
        changed = stage.paint(stage.moment(view, now_ms, since_ms * 1000, calm))
        if not changed and not first:
            return []
        picture = pygame.transform.smoothscale(_fitted(stage.canvas), rect.size)
        self.canvas.blit(picture, rect)
        self._shade(rect)
        return [rect, self._mirror(picture, rect)]

    def _shade(self, rect: pygame.Rect) -> None:
        """The opening's own edge lies in shadow at the top and the left."""
        for k in range(self._px(10)):
            alpha = int(130 * (1 - k / self._px(10)) ** 2)
            across = pygame.Surface((rect.width - k, 1), pygame.SRCALPHA)
            across.fill((0, 0, 0, alpha))
            self.canvas.blit(across, (rect.left + k, rect.top + k))
            down = pygame.Surface((1, rect.height - k), pygame.SRCALPHA)
            down.fill((0, 0, 0, alpha))
            self.canvas.blit(down, (rect.left + k, rect.top + k))

    def _mirror(self, picture: pygame.Surface, rect: pygame.Rect) -> pygame.Rect:
        """The floor mirrors the picture's foot, ever fainter."""
        floor = round(self.canvas.get_height() * FLOOR)
        high = min(round(rect.height * MIRROR), self.canvas.get_height() - floor)
        if rect.bottom > floor or high < 8:  # an upper row stands over no floor
            return pygame.Rect(0, 0, 0, 0)
        box = pygame.Rect(rect.left, floor, rect.width, high)
        if self.fade.get_size() != box.size:
            steps = np.linspace(1.0, 0.0, high)[None, :] ** 1.6
            edge = np.minimum(np.arange(rect.width), np.arange(rect.width)[::-1])[:, None]
            light = 110 * steps * np.clip(edge / (0.05 * rect.width), 0, 1)
            self.fade = pygame.Surface(box.size, 0, 32)
            shade = np.repeat(light[..., None], 3, axis=2).astype(np.uint8)
            pygame.surfarray.blit_array(self.fade, shade)
        foot = pygame.Rect(0, rect.height - high, rect.width, high)
        turned = pygame.transform.flip(picture.subsurface(foot), False, True)
        turned = pygame.transform.smoothscale(turned, (rect.width, max(2, high // 3)))
        turned = pygame.transform.smoothscale(turned, box.size)
        turned.blit(self.fade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        assert self.sheet is not None
        self.canvas.blit(self.sheet, box, box)
        self.canvas.blit(turned, box, special_flags=pygame.BLEND_RGB_ADD)
        self._rope(self.canvas, box)
        return box

    # The wall

    def _make(
        self, size: tuple[int, int], places: Mapping[str, pygame.Rect], titles: Mapping[str, str]
    ) -> pygame.Surface:
        """Everything but the small pictures."""
        made = hall(size, (), FLOOR)
        middle, unit = size[0] // 2, self.unit
        px = self._px
        words = self.words.plan
        for shift, colour in ((2, (10, 9, 8)), (-1, (255, 236, 186)), (0, (206, 172, 104))):
            LETTERS.draw(
                made, words["title"], middle + shift * unit, 50 * unit + shift * unit, px(34),
                colour, "centre", spacing=0.55, weight=0.14,
            )  # fmt: skip
        small = max(brass.SMALLEST, px(14))
        LETTERS.draw(
            made,
            words["subtitle"],
            middle,
            96 * unit,
            small,
            (150, 140, 122),
            "centre",
            spacing=0.3,
        )
        for name, rect in places.items():
            frame = rect.inflate(px(26), px(26))
            brass.cast(made, frame, px(14), 200)
            made.blit(brass.shaped(frame.width, frame.height, px(7), "brass", 91), frame)
            pygame.draw.rect(made, (20, 15, 10), rect.inflate(px(8), px(8)))
            pygame.draw.rect(made, (12, 12, 13), rect)
            self._nameplate(made, rect, titles[name])
        self._rope(made, pygame.Rect(0, 0, size[0], size[1]))
        return made

    def _nameplate(self, made: pygame.Surface, rect: pygame.Rect, title: str) -> None:
        px = self._px
        size = max(brass.SMALLEST, px(17))
        wide = min(rect.width, round(LETTERS.width(title, size, 0.06)) + px(60))
        plate = pygame.Rect(0, 0, wide, px(44))
        plate.midbottom = rect.centerx, rect.top - px(20)
        brass.cast(made, plate, px(4))
        made.blit(brass.shaped(plate.width, plate.height, px(5), "brass", 92), plate)
        brass.engrave(made, title, plate, size, INK)

    def _rope(self, target: pygame.Surface, area: pygame.Rect) -> None:
        """Brass posts and a rope before the exhibits, as far as they lie in ``area``."""
        width, height = self.canvas.get_size()
        px = self._px
        clip = target.get_clip()
        target.set_clip(area.clip(clip))
        foot, top = height - px(26), height - px(150)
        posts = [round(width * (k + 0.5) / 5) for k in range(-1, 6)]
        for left, right in pairwise(posts):
            for thick, tone in (
                (px(11), (44, 8, 10)),
                (px(7), (104, 22, 24)),
                (px(2), (158, 52, 46)),
            ):
                points = []
                for k in range(25):
                    share = k / 24
                    sag = px(46) * (1 - (2 * share - 1) ** 2)
                    shift = -px(2) if thick == px(2) else 0
                    points.append((left + (right - left) * share, top + px(10) + sag + shift))
                pygame.draw.lines(target, tone, False, points, thick)
        for x in posts:
            pygame.draw.ellipse(target, (14, 11, 9), (x - px(34), foot - px(6), px(78), px(20)))
            base = pygame.Rect(x - px(30), foot - px(8), px(60), px(14))
            pygame.draw.ellipse(target, (120, 94, 50), base)
            pygame.draw.ellipse(
                target, (206, 176, 112), base.inflate(-px(10), -px(5)).move(-px(3), -px(2))
            )
            post = brass.shaped(px(12), foot - top, px(3), "brass", 93)
            target.blit(post, (x - px(6), top))
            pygame.draw.circle(target, (150, 120, 66), (x, top), px(11))
            pygame.draw.circle(target, (236, 212, 156), (x - px(3), top - px(3)), px(4))
        target.set_clip(clip)


def _fitted(canvas: pygame.Surface) -> pygame.Surface:
    """The middle of a room's canvas in the proportions of its design."""
    width, height = canvas.get_size()
    unit = min(width / CANVAS[0], height / CANVAS[1])
    box = pygame.Rect(0, 0, round(CANVAS[0] * unit), round(CANVAS[1] * unit))
    box.center = width // 2, height // 2
    return canvas.subsurface(box.clip(canvas.get_rect()))
