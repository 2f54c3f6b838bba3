"""A part at its place on a canvas, its stand-in until it is drawn, and what is under a finger.

A window of another size, or a closer look, needs other sheets; meanwhile the old pictures of parts
are shown, scaled, before the tone of the old wall.

Every control that a visitor plays by is moved down into the lower half of the window.  The room is
moved only as far as nothing that is read or touched leaves the canvas at the bottom; where that is
not far enough, the whole room is made smaller.  What may be cut is cut at the top: charts, name
plates, tape units, the upper part of a console.  At the bottom the control bar covers only what has
nothing to read or touch (``PartPlacement.foot``): a monitor's stand, keyboard and computer.

A room whose board would become too small that way has an arrangement of its own for a wide window
(``Room.low``), in which little is left to move.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

import pygame

from devices.screen.part import Part, Touch
from devices.screen.room import DrawContext, PartPlacement, Room
from devices.screen.smooth import smoothscale, tone_of
from devices.screen.words import named

MARGIN = 8
"""Pixels of wall beside the edge of a part that is larger than the window."""
GLIDE_MS = 240
"""How long it takes to come closer to a part, or to step back."""
FINGER_PX, FINGER_AT = 48, 984
"""What a finger needs in a window of 1920 x 1080 (whose room is so high), and more in a larger."""


@dataclass(frozen=True)
class Hit:
    """A control of a place, and its area in pixels of the canvas."""

    place: PartPlacement
    touch: Touch
    rect: pygame.Rect

    @property
    def event(self) -> str:
        """The control's name in events."""
        return self.place.event(self.touch.control)


def finger_area(hit: Hit, least: int) -> pygame.Rect:
    """Where a finger finds a control: its own area, or, if that is too small, so much around its
    middle.  What is only looked at stays as it is."""
    if hit.touch.kind == "look":
        return hit.rect
    wide, high = hit.rect.size
    return hit.rect.inflate(max(0, least - wide), max(0, least - high))


@dataclass(eq=False)
class PlacedPart:
    """A part as it stands now: ``scale`` pixels a unit, ``rect`` on the canvas."""

    place: PartPlacement
    part: Part
    scale: float
    rect: pygame.Rect
    picture: pygame.Surface | None = None  # Its old picture at this size, until its sheets are made
    shown: bool = False  # Whether it has painted itself whole since it was laid out

    @property
    def seen(self) -> pygame.Rect:
        """What of the canvas it may paint, and is touched on."""
        shows = self.place.shows
        return self.rect if shows is None else self.area_of(shows)

    def rehearse(self, context: DrawContext) -> None:
        """Paint it where nobody sees it, so that what it makes when it first needs it is made."""
        unseen = pygame.Surface(self.rect.size, 0, 32)
        self.part.paint(unseen, (0, 0), self.place.state(context), context.now_ms, True)

    def lies_in_sight(self, touch: Touch) -> bool:
        """Whether the middle of a control is seen."""
        return self.place.shows is None or self.seen.collidepoint(self.area(touch).center)

    def move_to(self, point: tuple[float, float], size: tuple[int, int]) -> None:
        """Stand so that a point (own units) is in the middle of a canvas of ``size``, as far as
        the part's edges allow."""
        for axis in (0, 1):
            length, room = self.rect.size[axis], size[axis]
            start = round(room / 2 - point[axis] * self.scale)
            start = max(room - length - MARGIN, min(MARGIN, start))
            if length <= room:
                start = (room - length) // 2
            if axis == 0:
                self.rect.left = start
            else:
                self.rect.top = start

    def point_at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the canvas lies on the part, in its own units."""
        return (x - self.rect.left) / self.scale, (y - self.rect.top) / self.scale

    def hit(self, touch: Touch) -> Hit:
        """A control where it lies on the canvas."""
        return Hit(self.place, touch, self.area(touch))

    def area(self, touch: Touch) -> pygame.Rect:
        """A control's area on the canvas."""
        return self.area_of(touch.rect)

    def area_of(self, rect: tuple[float, float, float, float]) -> pygame.Rect:
        """Where a rectangle of the part (own units) lies on the canvas."""
        left, top, width, height = rect
        x, y = self.rect.left + left * self.scale, self.rect.top + top * self.scale
        return pygame.Rect(
            round(x), round(y), round(width * self.scale), round(height * self.scale)
        )

    def cover(self, canvas: pygame.Surface) -> None:
        """Stand in for the sheets: the old picture, or a covered shape."""
        if self.picture is not None:
            canvas.blit(self.picture, self.seen)
            return
        radius = max(3, min(self.seen.size) // 24)
        for inset, tone in ((0, 24), (max(1, radius // 4), 33), (max(2, radius // 2), 30)):
            shape = self.seen.inflate(-2 * inset, -2 * inset)
            pygame.draw.rect(canvas, (tone + 1, tone, tone), shape, border_radius=radius)


class StandingParts:
    """Those that stand on a canvas, from the farthest to the nearest: what is under a finger."""

    room: Room
    canvas: pygame.Surface
    standings: tuple[PlacedPart, ...]

    def hit(self, x: int, y: int, asked: Collection[str] = ()) -> Hit | None:
        """The control under a point of the canvas, or beside it within what a finger needs.

        Of the controls that are ``asked`` for (by event names) the nearest goes first; else the one
        that is under the point, else the nearest that is too small for a finger.
        """
        if asked:
            found = self._nearest(x, y, [hit for hit in self.targets() if hit.event in asked])
            if found is not None:
                return found
        return self.under(x, y) or self._nearest(x, y, self.targets())

    def under(self, x: int, y: int) -> Hit | None:
        """The control right under a point of the canvas."""
        for placed in reversed(self.standings):
            if placed.seen.collidepoint(x, y):
                touch = placed.part.touch(*placed.point_at(x, y))
                if touch is not None:
                    return self._hit(placed, touch)
        return None

    def finger(self) -> int:
        """The least width and height in pixels that a finger needs."""
        wide, high = self.canvas.get_size()
        return round(FINGER_PX * max(1.0, min(wide, high) / FINGER_AT))

    def _nearest(self, x: int, y: int, hits: Iterable[Hit]) -> Hit | None:
        """Of the controls whose area for a finger holds the point, the nearest."""
        least = self.finger()

        def away(hit: Hit) -> float:
            box = hit.rect
            dx = max(box.left - x, 0, x - box.right + 1)
            dy = max(box.top - y, 0, y - box.bottom + 1)
            return hypot(dx, dy)

        there = [hit for hit in hits if finger_area(hit, least).collidepoint(x, y)]
        return min(there, key=away, default=None)

    def fits_a_finger(self, hit: Hit) -> bool:
        """Whether a control can be touched without touching its neighbour: in all of a finger's
        width and height around its middle it is the nearest."""
        least = self.finger()
        box = hit.rect.inflate(max(0, least - hit.rect.width), max(0, least - hit.rect.height))
        x, y = box.center
        dx, dy = least // 2 - 1, least // 2 - 1
        for point in ((x - dx, y), (x + dx, y), (x, y - dy), (x, y + dy)):
            found = self.hit(*point)
            if found is not None and found.event != hit.event:
                return False
        return True

    def place_at(self, x: int, y: int) -> PartPlacement | None:
        """The place under a point of the canvas."""
        for placed in reversed(self.standings):
            if placed.seen.collidepoint(x, y):
                return placed.place
        return None

    def area_of(self, name: str) -> pygame.Rect | None:
        """Where a place is seen, or controls whose event names begin so: in play another place may
        have them.  None: nowhere."""
        control = name.partition(".")[2]
        rects = [placed.rect for placed in self.standings if placed.place.name == name] or [
            hit.rect
            for hit in self.targets()
            if control and hit.event.partition(".")[2].startswith(control)
        ]
        return rects[0].unionall(rects) if rects else None

    def targets(self) -> tuple[Hit, ...]:
        """Every control that stands on the canvas, place by place."""
        return tuple(
            self._hit(placed, touch)
            for placed in self.standings
            for touch in placed.part.touches()
            if placed.lies_in_sight(touch)
        )

    def areas(self, events: Collection[str]) -> dict[str, pygame.Rect]:
        """Where the controls with these names in events lie, as far as they stand there."""
        return {
            event: placed.area(touch)
            for placed in self.standings
            for touch in placed.part.touches()
            if (event := placed.place.event(touch.control)) in events
            and placed.lies_in_sight(touch)
        }

    def _hit(self, placed: PlacedPart, touch: Touch) -> Hit:
        return placed.hit(named(self.room.name, placed.place.event(touch.control), touch))


class PendingLayout:
    """The canvas of a coming layout, and its stand-ins, made step by step: at 3840 x 2160 all of
    them together would take a tenth of a second, and no frame may."""

    def __init__(
        self,
        old: pygame.Surface,
        wall: pygame.Surface,
        size: tuple[int, int],
        shown: tuple[PlacedPart, ...],
        rooms: tuple[pygame.Rect, pygame.Rect] | None = None,
    ) -> None:
        self.old, self.wall, self.size = old, wall, size
        self.shown = {placed.place.name: placed.seen for placed in shown}
        """Where the places are on the old canvas."""
        self.canvas = pygame.Surface(size, 0, 32)
        self.backdrop = old
        self.pictures: dict[str, pygame.Surface] = {}
        self.rooms = rooms
        """Where the room's own canvas is on both, whose wall and floor stand in too if the parts
        stand alike; None: its parts alone do."""
        self.done = False
        self._steps: Iterator[None] | None = None

    def step(self, standings: tuple[PlacedPart, ...]) -> bool:
        """Make one more thing for ``standings``; whether that was the last."""
        self._steps = self._steps or self._make_stand_ins(standings)
        self.done = self.done or next(self._steps, self) is self
        return self.done

    def _make_stand_ins(self, standings: tuple[PlacedPart, ...]) -> Iterator[None]:
        if self.size != self.old.get_size():
            self.backdrop = pygame.Surface(self.size, 0, 32)
            self.backdrop.fill(tone_of(self.wall))
            yield
            if self.rooms is not None and self._stand_alike(standings, *self.rooms):
                inner, place = self.rooms
                self.backdrop.blit(smoothscale(self.old.subsurface(inner), place.size), place)
                for placed in standings:
                    self.pictures[placed.place.name] = self.backdrop.subsurface(placed.rect)
                return
        for placed in standings:
            crop = self.crop(placed.place.name)
            if crop is not None and _is_same_shape(crop.get_size(), placed.seen.size):
                made = smoothscale(crop, placed.seen.size)
                self.pictures[placed.place.name] = made
                yield

    def _stand_alike(
        self, standings: tuple[PlacedPart, ...], inner: pygame.Rect, place: pygame.Rect
    ) -> bool:
        """Whether the parts stand as they stood, in a room as much larger or smaller."""
        scale, whole = place.width / inner.width, self.backdrop.get_rect()
        for placed in standings:
            old, rect = self.shown.get(placed.place.name), placed.rect
            if old is None or not whole.contains(rect):
                return False
            x, y = old.left - inner.left, old.top - inner.top
            meant = (place.left + x * scale, place.top + y * scale, old.width * scale)
            if any(abs(a - b) > 1 + scale for a, b in zip(rect[:3], meant, strict=True)):
                return False
        return bool(standings)

    def crop(self, name: str) -> pygame.Surface | None:
        """What the old canvas shows of a place, if that is wholly on it."""
        rect = self.shown.get(name)
        if rect is None or not rect.width or not self.old.get_rect().contains(rect):
            return None
        return self.old.subsurface(rect)


def _is_same_shape(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether both have the same proportions, but for rounding to whole pixels."""
    return abs(one[0] * other[1] - one[1] * other[0]) <= (sum(one) + sum(other)) / 2


@dataclass
class ZoomAnimation:
    """Pictures of parts that grow or shrink on their way from one rectangle to another."""

    pictures: tuple[tuple[pygame.Surface, pygame.Rect, pygame.Rect], ...]
    """Each, where it begins and where it ends."""
    began_ms: int

    @classmethod
    def between(
        cls,
        canvas: pygame.Surface,
        before: Sequence[PlacedPart],
        after: Sequence[PlacedPart],
        moved: str,
        now_ms: int,
    ) -> "ZoomAnimation | None":
        """From how parts stand on ``canvas`` to how they will: of the one called ``moved``; empty:
        of all that are still seen, with what both arrangements show of each."""
        there = {placed.place.name: placed for placed in before}
        pictures = []
        for placed in after:
            was = there.get(placed.place.name)
            if was is None or (moved and placed.place.name != moved):
                continue
            start, end, one, other = was.seen, placed.seen, was.place.shows, placed.place.shows
            if type(was.part) is type(placed.part) and (one is None) != (other is None):
                start = was.area_of(other) if other is not None else start
                end = placed.area_of(one) if one is not None else end
            if start.width and canvas.get_rect().contains(start):
                pictures.append((canvas.subsurface(start).copy(), start, end))
        return cls(tuple(pictures), now_ms) if pictures else None

    def paint(self, canvas: pygame.Surface, wall: pygame.Surface, now_ms: int) -> bool:
        """Draw them where they are now, before ``wall``; False when they have arrived."""
        share = (now_ms - self.began_ms) / GLIDE_MS
        if share >= 1.0:
            return False
        share = share * share * (3.0 - 2.0 * share)
        canvas.blit(wall, (0, 0))
        for picture, a, b in self.pictures:
            ends = zip((a.x, a.y, a.w, a.h), (b.x, b.y, b.w, b.h), strict=True)
            x, y, width, height = (round(first + (last - first) * share) for first, last in ends)
            size = max(1, width), max(1, height)
            canvas.blit(pygame.transform.scale(picture, size), (x, y))
        return True


# -- A room laid low, for whoever sits before the window or is small -------------------------------

ROUNDING = 1
"""Pixels that a part may be off, as each is rounded to whole ones."""


@dataclass(frozen=True)
class Lowering:
    """How a picture is laid lower: made ``scale`` times as large about the middle of its lower
    edge, then moved down by ``down`` pixels."""

    scale: float = 1.0
    down: int = 0

    @classmethod
    def of(
        cls,
        standings: Sequence[PlacedPart],
        reached: Sequence[str],
        low: int,
        size: tuple[int, int],
    ) -> "Lowering":
        """How far to move and shrink the room, so that every control whose event begins with one of
        ``reached`` lies below ``low``, and nothing read or touched below the canvas (``size``,
        pixels).  ``low``: pixels from the top."""
        hits = [placed.hit(touch) for placed in standings for touch in placed.part.touches()]
        tops = [
            hit.rect.top
            for hit in hits
            if hit.touch.kind != "look" and hit.event.startswith(tuple(reached))
        ]
        if not reached or min(tops, default=low) >= low:
            return cls()
        readable = [
            placed.rect.bottom - placed.place.foot * placed.rect.height
            for placed in standings
            if placed.place.foot < 1.0
        ]
        top, foot = min(tops), max(readable, default=size[1])
        scale = min(1.0, (size[1] - low - 3 * ROUNDING) / max(1.0, foot - top))
        down = low + ROUNDING - (size[1] - (size[1] - top) * scale)
        return cls(scale, max(0, round(down)))

    def apply(self, placed: PlacedPart, size: tuple[int, int]) -> None:
        """Lay a part lower."""
        rect, middle = placed.rect, size[0] / 2
        placed.scale *= self.scale
        placed.rect = pygame.Rect(
            round(middle + (rect.left - middle) * self.scale),
            round(size[1] - (size[1] - rect.top) * self.scale) + self.down,
            round(rect.width * self.scale),
            round(rect.height * self.scale),
        )

    def lowered_floor(self, floor: float, high: int) -> float:
        """Where wall and floor meet now, as a share of a canvas ``high`` pixels high."""
        return 1.0 - (1.0 - floor) * self.scale + self.down / high

    def lowered_backdrop(
        self,
        backdrop: Callable[[tuple[int, int], float], pygame.Surface],
        canvas: tuple[float, float],
        size: tuple[int, int],
        scale: float,
    ) -> pygame.Surface:
        """The room's backdrop where the parts are now: cut from a higher one, in whose middle the
        room's canvas lies."""
        smaller = scale * self.scale
        upper = (size[1] - canvas[1] * scale) / 2
        first = size[1] - (size[1] - upper) * self.scale + self.down
        high = canvas[1] * smaller
        spare = max(first, size[1] - first - high, 0.0)
        whole = backdrop((size[0], round(high + 2 * spare)), smaller)
        top = max(0, min(round(spare - first), whole.get_height() - size[1]))
        return whole.subsurface(pygame.Rect(0, top, *size)).copy()


AS_IT_IS = Lowering()
