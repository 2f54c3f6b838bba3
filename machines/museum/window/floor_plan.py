"""The floor plan: the exhibits as they stand, seen from the front, each with its lamps live.

A long wall with one lit alcove an exhibit (machines.museum.window.plan_wall), on a polished floor
that mirrors them.  What stands in the alcoves are the rooms themselves, brought down in size a few
times a second, one exhibit a frame; one that is not drawn in full yet comes first.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import pygame

from devices.panel.view import View
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.room import CANVAS
from devices.screen.smooth import smoothscale, tone_of
from devices.screen.stage import Stage
from devices.screen.ui_text import StoryText, UiText
from machines.laboratory.strength.today import StrengthCurve
from machines.museum.window.plan_wall import (
    FLOOR,
    Bay,
    Picture,
    Station,
    Wall,
    bays,
    picture_rects,
    plate_rect,
    plinth,
    sign_rects,
)

LIVE_MS = 125
"""How often a small picture is drawn anew."""
FINE = 2.0
"""A room that was not entered yet is drawn so much larger than its picture."""
MIRROR = 0.30
"""How much of a picture's height the floor mirrors."""
EXHIBIT, STATION, THREAD, STRENGTH = "exhibit:", "station:", "wall:thread", "wall:strength"
MEETINGS = "wall:meetings"
"""What can be touched, by name: an exhibit, a station of the thread, the two pictures, the plate of
the tournament table."""


class Stop(NamedTuple):
    """A machine on the thread."""

    name: str
    title: str
    text: StoryText


def stops_of(words: UiText, names: Sequence[str], titles: Sequence[str]) -> tuple[Stop, ...]:
    """The stations of these exhibits, by their years."""
    told = ((name, title, words.story(name)) for name, title in zip(names, titles, strict=True))
    made = [Stop(name, title, text) for name, title, text in told if text is not None]
    return tuple(sorted(made, key=lambda stop: stop.text.year))


class FloorPlan:
    """The wall with all exhibits; paints on a canvas of its own, like a stage."""

    def __init__(self, words: UiText, builder: LayerRenderer | None = None) -> None:
        self.words = words
        self.builder = LayerRenderer(at_once=True) if builder is None else builder
        self.canvas = pygame.Surface((1, 1), 0, 32)
        self.sheet: pygame.Surface | None = None
        self.wall = Wall((1, 1), ())
        self.places: dict[str, pygame.Rect] = {}
        self.stops: tuple[Stop, ...] = ()
        """The stations of the thread, by their years; fewer than two are none."""
        self.curves: tuple[StrengthCurve, ...] = ()
        """What the small graph on the wall shows; without any it isn't there."""
        self.has_meetings = False
        """Whether there is a tournament table."""
        self.drawn_ms: dict[str, int] = {}
        self.stages: dict[str, Stage] = {}
        self.whole: dict[str, Stage] = {}
        """The exhibits that were drawn in full, each with its stage."""
        self._shown: dict[str, pygame.Surface] = {}
        """The last small picture of each exhibit: no alcove is empty while the wall is redrawn."""
        self.painting = ""
        """The exhibit that is being painted."""
        self._out_of_order: tuple[str, ...] = ()
        self.stale = True
        self.fade = self.beam = pygame.Surface((1, 1), 0, 32)

    def speak(self, words: UiText) -> None:
        """Letter it in another language."""
        self.words = words
        self.stages, self.whole = {}, {}  # those of the language before are let go
        self.places = {}
        self.sheet = None
        self.stale = True

    def lay(self, size: tuple[int, int]) -> None:
        """Fit it to ``size`` pixels; the small pictures are drawn anew."""
        if size != self.canvas.get_size():
            old = self.canvas
            self.canvas = pygame.Surface(size, 0, 32)
            self.canvas.fill(tone_of(old))
            self.sheet = None
        self.places = {}
        self.stale = True

    def ready_for(self, size: tuple[int, int]) -> bool:
        """Whether its wall is made for another size, too; asked until it is."""
        if size == self.canvas.get_size() or not self.stages:
            return True
        places = dict(zip(self.stages, bays(len(self.stages), size), strict=True))
        return self._sheet_of(self._wall(size, places)) is not None

    def hit(self, x: int, y: int) -> str:
        """The exhibit at a point (its picture, its lamp or its plate); empty: none."""
        px = self.wall.px
        for name, rect in self.places.items():
            stands = rect.union(plinth(rect, self.wall.unit))
            if stands.inflate(px(24), px(50)).collidepoint(x, y):
                return name
        return ""

    def item(self, x: int, y: int) -> str:
        """The station or the picture at a point, by its name among the targets; empty: none."""
        found = (name for name, rect in self._items() if rect.collidepoint(x, y))
        return next(found, "")

    def targets(self) -> list[tuple[str, pygame.Rect]]:
        """Each exhibit with its opening, the stations and the pictures, for the keyboard."""
        return [*((f"{EXHIBIT}{name}", rect) for name, rect in self.places.items()), *self._items()]

    def _items(self) -> list[tuple[str, pygame.Rect]]:
        stations = [(f"{STATION}{station.name}", station.rect) for station in self.wall.stations]
        return [*stations, *((picture.name, picture.rect) for picture in self.wall.pictures)]

    def settled(self) -> bool:
        """Whether every exhibit is drawn in full."""
        return (
            self.sheet is not None and bool(self.places) and all(map(self.has_drawn, self.stages))
        )

    def has_drawn(self, name: str) -> bool:
        """Whether an exhibit is drawn in full."""
        stage = self.stages.get(name)
        return stage is not None and self.whole.get(name) is stage and stage.settled()

    # Drawing

    def paint(
        self,
        stages: Mapping[str, Stage],
        views: Mapping[str, View | None],
        now_ms: int,
        calm: bool,
        first: str = "",
    ) -> list[pygame.Rect]:
        """Draw what changed, the exhibit ``first`` before all others; the rectangles of the canvas
        that did."""
        size, self.stages = self.canvas.get_size(), dict(stages)
        if list(self.places) != list(stages):
            self.places = dict(zip(stages, bays(len(stages), size), strict=True))
            self.sheet = None
        out_of_order = tuple(name for name, stage in stages.items() if stage.room.out_of_order)
        if out_of_order != self._out_of_order:
            self._out_of_order = out_of_order
            self.sheet = None
        if self.sheet is None:
            self.wall = self._wall(size, self.places)
            self.sheet = self._sheet_of(self.wall)
            if self.sheet is None:
                return []
            self.stale = True
        drawn: list[pygame.Rect] = []
        if self.stale:
            self.canvas.blit(self.sheet, (0, 0))
            drawn.append(self.canvas.get_rect())
            self.drawn_ms = dict.fromkeys(stages, -LIVE_MS)
            self.whole = {}
            self.stale = False
            for name, picture in self._shown.items():
                if name in stages and picture.get_size() == self.places[name].size:
                    self._hang(picture, self.places[name])
        waits = first in stages and not self.has_drawn(first)
        due = first if waits else self._due(stages, now_ms)
        if due:
            since = max(1, now_ms - self.drawn_ms[due])
            self.painting = due
            drawn += self._paint_bay(due, stages[due], views[due], now_ms, since, calm)
            self.painting = ""
        return drawn

    def show(self, curves: Sequence[StrengthCurve]) -> None:
        """Have these in the small graph on the wall."""
        if tuple(curves) != self.curves:
            self.curves = tuple(curves)
            self.sheet = None

    def show_meetings(self, there: bool) -> None:
        """Whether the plate of the tournament table is on the wall."""
        if there != self.has_meetings:
            self.has_meetings = there
            self.sheet = None

    def _sheet_of(self, wall: Wall) -> pygame.Surface | None:
        """The wall's picture; None: it isn't made yet."""
        title, subtitle = self.words.plan["title"], self.words.plan["subtitle"]
        key = (wall.size, wall.bays, wall.stations, wall.pictures)
        return self.builder.get("plan", key, partial(wall.draw, title, subtitle), urgent=True)

    def _wall(self, size: tuple[int, int], places: Mapping[str, pygame.Rect]) -> Wall:
        """The wall with its thread, where two exhibits or more have a station on it."""
        words, stages = self.words, self.stages
        told = [self._bay(k, name, rect) for k, (name, rect) in enumerate(places.items(), start=1)]
        names, titles = list(stages), [stage.room.title for stage in stages.values()]
        stops = stops_of(words, names, titles)
        self.stops = stops = stops if len(stops) > 1 else ()
        rects = sign_rects(len(stops), size)
        stations = tuple(
            Station(stop.name, rect, stop.text.year, stop.title)
            for stop, rect in zip(stops, rects, strict=True)
        )
        left, right = picture_rects([bay.rect for bay in told], size)
        pictures = []
        if stops:
            question = words.story_words["question"]
            title = words.story_words["title"]
            pictures.append(Picture(THREAD, left, title, question, len(stops)))
        if self.curves:
            title = words.strength_words["title"]
            pictures.append(Picture(STRENGTH, right, title, curves=self.curves))
        if self.has_meetings and len(told) > 1:
            plate = plate_rect(pictures, size)
            pictures.append(Picture(MEETINGS, plate, words.meetings_words["title"]))
        return Wall(size, tuple(told), stations, tuple(pictures))

    def _bay(self, number: int, name: str, rect: pygame.Rect) -> Bay:
        line, stage = self.words.of(name, "line", ""), self.stages[name]
        if stage.room.out_of_order:
            line = self.words.closed["plate"]
        return Bay(rect, number, stage.room.title, line)

    def _due(self, stages: Mapping[str, Stage], now_ms: int) -> str:
        """The exhibit that is drawn in this frame: the one that was so longest ago, but at once if
        it was not there in full."""
        due = min(self.drawn_ms, key=lambda name: self.drawn_ms[name], default="")
        if due and now_ms - self.drawn_ms[due] >= LIVE_MS:
            return due
        return next((name for name in stages if self.whole.get(name) is not stages[name]), "")

    def _paint_bay(
        self,
        name: str,
        stage: Stage,
        view: View | None,
        now_ms: int,
        since_ms: int,
        calm: bool,
    ) -> list[pygame.Rect]:
        """One exhibit as it stands now; while its room is made anew, in another language say, its
        last picture stays."""
        rect = self.places[name]
        if stage.canvas.get_width() < 2:
            # Drawn larger and brought down, its lettering stays fine; never larger than entered.
            fine = min(FINE, self.canvas.get_width() / rect.width)
            stage.lay((round(rect.width * fine), round(rect.height * fine)))
        else:
            stage.lay(stage.canvas.get_size())  # all of the room
        first = self.drawn_ms[name] < 0
        changed = stage.paint(stage.context(view, now_ms, since_ms * 1000, calm))
        self.drawn_ms[name] = now_ms
        if stage.settled():
            self.whole[name] = stage
        if not changed and not first:
            return []
        before = self._shown.get(name)
        if before is not None and before.get_size() == rect.size and not stage.settled():
            return self._hang(before, rect) if first else []
        picture = smoothscale(_fitted(stage.canvas), rect.size)
        if self.beam.get_size() != rect.size:
            self.beam = self.wall.beam(rect)
        picture.blit(self.beam, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        self._shown[name] = picture
        return self._hang(picture, rect)

    def _hang(self, picture: pygame.Surface, rect: pygame.Rect) -> list[pygame.Rect]:
        """Put a small picture into its alcove, with its shadow and its image on the floor."""
        self.canvas.blit(picture, rect)
        self._shade(rect)
        return [rect, self._mirror(picture, rect)]

    def _shade(self, rect: pygame.Rect) -> None:
        """The opening's own edge lies in shadow at the top and the left."""
        deep = self.wall.px(10)
        for k in range(deep):
            alpha = int(130 * (1 - k / deep) ** 2)
            across = pygame.Surface((rect.width - k, 1), pygame.SRCALPHA, 32)
            across.fill((0, 0, 0, alpha))
            self.canvas.blit(across, (rect.left + k, rect.top + k))
            down = pygame.Surface((1, rect.height - k), pygame.SRCALPHA, 32)
            down.fill((0, 0, 0, alpha))
            self.canvas.blit(down, (rect.left + k, rect.top + k))

    def _mirror(self, picture: pygame.Surface, rect: pygame.Rect) -> pygame.Rect:
        """The floor mirrors the picture's foot behind the plinth's, ever fainter."""
        foot = plinth(rect, self.wall.unit)
        floor = round(self.canvas.get_height() * FLOOR)
        top = floor + round(foot.height * 0.9)
        high = min(round(rect.height * MIRROR), self.canvas.get_height() - top)
        if foot.bottom < floor - self.wall.px(40) or high < 8:  # an upper row stands over no floor
            return pygame.Rect(0, 0, 0, 0)
        box = pygame.Rect(rect.left, top, rect.width, high)
        if self.fade.get_size() != box.size:
            steps = np.linspace(1.0, 0.0, high)[None, :] ** 1.6
            edge = np.minimum(np.arange(rect.width), np.arange(rect.width)[::-1])[:, None]
            light = 58 * steps * np.clip(edge / (0.05 * rect.width), 0, 1)
            self.fade = pygame.Surface(box.size, 0, 32)
            shade = np.repeat(light[..., None], 3, axis=2).astype(np.uint8)
            pygame.surfarray.blit_array(self.fade, shade)
        low = pygame.Rect(0, rect.height - high, rect.width, high)
        turned = pygame.transform.flip(picture.subsurface(low), False, True)
        turned = smoothscale(turned, (rect.width, max(2, high // 3)))
        turned = smoothscale(turned, box.size)
        turned.blit(self.fade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        assert self.sheet is not None
        self.canvas.blit(self.sheet, box, box)
        self.canvas.blit(turned, box, special_flags=pygame.BLEND_RGB_ADD)
        self.wall.rope(self.canvas, box)
        return box


def _fitted(canvas: pygame.Surface) -> pygame.Surface:
    """The middle of a room's canvas in the proportions of its design."""
    width, height = canvas.get_size()
    unit = min(width / CANVAS[0], height / CANVAS[1])
    box = pygame.Rect(0, 0, round(CANVAS[0] * unit), round(CANVAS[1] * unit))
    box.center = width // 2, height // 2
    return canvas.subsurface(box.clip(canvas.get_rect()))
