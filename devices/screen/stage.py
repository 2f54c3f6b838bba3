"""A room composed for a window: where each part stands in pixels, who paints what.

The stage owns a canvas of the window's size without the strip.  Parts are fitted into their places
and paint straight onto it; the window copies the rectangles that changed.  A part's sheets are made
one part at a time, by one thread of the stage's own while the window runs (headless: at once); a
part that isn't ready is stood in for by its old picture, scaled.  Before it has one the room's
small picture of assets/rooms stands in: the room at rest; where there is none, a covered shape.

Looking closely at one part (``close_up``) gives it the whole canvas; where the window is too small
for its lettering, one can come closer still (``deep``) and move over it.  The part in the room, in
close-up and deep are three, so that each keeps its sheets and coming back is at once.

While a visitor's game runs (``in_play``) what belongs to it is seen, large, in an arrangement of
the room's own; its parts are drawn ahead and stand beside those of the whole room.
"""

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pygame

from devices.assets import ASSETS
from devices.panel.lamps import LampBank
from devices.panel.view import View
from devices.screen.backdrops import close_wall, hall
from devices.screen.framing import Framing, details_of
from devices.screen.lamps import RoomLamps
from devices.screen.layer_renderer import LayerRenderer
from devices.screen.part import Part, Touch, pixels
from devices.screen.placed_part import (
    AS_IT_IS,
    Hit,
    Lowering,
    PendingLayout,
    PlacedPart,
    StandingParts,
    ZoomAnimation,
)
from devices.screen.room import (
    NOWHERE,
    Arrangement,
    DrawContext,
    PartPlacement,
    Room,
    is_tall,
)
from devices.screen.words import named

CLOSE_MARGIN = 0.99
"""Of the canvas, what a part that is looked at closely fills in one direction."""
HALVES = 2.3
"""A part that is no longer than so many canvases is looked at in two halves; a longer one round
the point that was touched."""
GAINS = 1.25
"""A closer look that makes a part no more than so many times as large is none."""
COMES_IN = 1.6
"""So many times as large as it was drawn last a room is for who comes in from the floor plan: wall
and floor of the small picture stand in too.  A window that is made larger has its parts one by one.
"""
Look = Literal["room", "close", "deep", "framed", "ahead"]
"""How a part is looked at: in the room, in close-up, deep; by a tour now, and by it next."""
PartKey = tuple[str, Arrangement, Look]
"""By which a part is kept: its place's name, where that stands, and how it is looked at."""


def picture_path(name: str, tall: bool) -> Path:
    """The file with the small picture of a room, wide or upright."""
    return ASSETS / "rooms" / f"{name}{'-upright' if tall else ''}.jpg"


class Stage(StandingParts):
    """One room, composed for one size of window."""

    def __init__(self, room: Room, builder: LayerRenderer | None = None) -> None:
        self.room = room
        self.builder = LayerRenderer(at_once=True) if builder is None else builder
        self.lamps = RoomLamps(LampBank.of(room.layout) if room.layout else None)
        self.parts: dict[PartKey, Part] = {}
        self.let_go()

    def let_go(self) -> None:
        """Keep no picture: nobody stands here.  The room is drawn anew for whoever comes."""
        drawn = self.layer_names()
        self.parts = {}
        for place in self._all_places().values():
            self._made(place, self.room.wide, "room")
        self.low: int | None = None
        """From where down a visitor reaches, in pixels; None: everywhere."""
        self.close_up = ""
        self.deep = False
        self.framing: Framing | None = None
        """What a tour looks at; it counts as a close-up."""
        self.ahead: Framing | None = None
        """What it will look at: its parts and wall are drawn meanwhile."""
        self._framed: dict[PartKey, float] = {}
        """The scales that the parts for tours are for."""
        self._laid_low: int | None = None
        self.in_play = False
        """Whether a visitor's game runs, and what belongs to it is looked at."""
        self._laid_in_play = False
        self.lowering = AS_IT_IS
        """How the room is laid lower."""
        self.canvas = pygame.Surface((1, 1), 0, 32)
        self.backdrop = pygame.Surface((1, 1), 0, 32)
        self.backdrops: dict[bool, pygame.Surface] = {}  # By whether one part is looked at
        self.standings: tuple[PlacedPart, ...] = ()
        self.scale = 1.0
        self.glide: ZoomAnimation | None = None
        self.backdrop_ready = False
        self.stale = True
        """Whether everything must be painted, whatever changed."""
        self.successor: PendingLayout | None = None
        """What the next layout begins with, as far as it is made already."""
        self.builder.forget(drawn)

    # Where things stand

    def lay(
        self,
        size: tuple[int, int],
        close_up: str = "",
        now_ms: int | None = None,
        deep: tuple[int, int] | None = None,
        framing: Framing | None = None,
    ) -> None:
        """Compose the room for ``size`` pixels, or one of its parts for the whole of them.

        With ``now_ms`` a change of ``close_up`` is seen as a movement that begins then.  ``deep``
        is the point of the canvas that one comes closer still to.  ``framing``: what a tour looks
        at, instead of a close-up.
        """
        close_up = framing.close_up if framing is not None else close_up
        before, old, lowering = self.standings, self.canvas, self.lowering
        same_size = size == old.get_size()
        same_place = close_up == self.close_up and (deep is not None) == self.deep
        as_low = self.low == self._laid_low
        same_place = same_place and as_low and framing == self.framing
        moved = close_up or self.close_up if same_size else ""
        point = self._point_of(close_up, deep)
        self.close_up, self.deep, self.framing = close_up, deep is not None, framing
        turned = self._plays(size) != self._laid_in_play
        if turned:
            self.builder.forget([self._rehearsal])
        self._laid_low, self._laid_in_play = self.low, self._plays(size)
        if same_size and same_place and before and not turned:
            return
        self.scale = self._unit(size)
        wall, is_new = self.backdrop, not before
        if is_new:
            old, before = self._at_rest(self._usual(size))
            wall = old
        self.standings = self._stand_all(size, self.deep)
        made = self.successor
        if made is None or made.size != size or made.old is not old:
            rooms = self._inner(old.get_size()), self._inner(size)
            comes_in = is_new or rooms[1].width >= COMES_IN * rooms[0].width
            made = PendingLayout(old, wall, size, before, rooms if comes_in else None)
        drawn = framing is not None or turned
        drawn = drawn and all(self._is_drawn(placed) for placed in self.standings)
        while not made.step(() if drawn else self.standings):
            pass
        if not same_size or not as_low or self.lowering != lowering:
            self.backdrops = {}
        self.canvas, self.backdrop, self.successor = made.canvas, made.backdrop, None
        for placed in self.standings:
            placed.picture = made.pictures.get(placed.place.name)
            if self.deep:
                placed.move_to(point, size)
        self.backdrop_ready = False
        self.glide = None
        if now_ms is not None and same_size and before:
            self.glide = ZoomAnimation.between(old, before, self.standings, moved, now_ms)
            if not close_up:  # what it leaves doesn't stand behind it, as what it enters does
                self.backdrop = self.backdrops.get(self.steps_back, self.backdrop)
        self.stale = True
        self._forget_all_but(before)

    def _forget_all_but(self, before: tuple[PlacedPart, ...]) -> None:
        """Keep the room's parts, and of those that are looked at those of now and before."""
        seen = {id(placed.part) for placed in (*before, *self.standings)}
        gone = [key for key, part in self.parts.items() if id(part) not in seen]
        self._forget([key for key in gone if key[2] != "room"])

    def _forget(self, keys: list[PartKey]) -> None:
        if keys:
            self.builder.forget([id(self.parts.pop(key)) for key in keys])

    def leave_play(self) -> None:
        """Nobody stands here: show the whole room, and keep no picture of what is seen in play."""
        self.in_play = False
        if self.canvas.get_width() > 1:
            self.lay(self.canvas.get_size())
        in_play = self.room.in_play, self.room.tall_in_play
        self._forget([key for key in self.parts if key[1] in in_play])

    def _at_rest(self, usual: Arrangement) -> tuple[pygame.Surface, tuple[PlacedPart, ...]]:
        """The small picture of the room, and where its parts are on it; nothing where there is
        none, or where everything is drawn at once."""
        path = picture_path(self.room.name, usual is self.room.tall)
        if self.builder.pool is None or self.room.out_of_order or not path.is_file():
            return self.canvas, ()
        loaded = pygame.image.load(path)
        made = pygame.Surface(loaded.get_size(), 0, 32)
        made.blit(loaded, (0, 0))
        there = ((place, self.in_room(place.name)) for place in usual.places)
        return made, tuple(self._stand_in_room(*one, made.get_size()) for one in there)

    def follow(self, old: "Stage") -> None:
        """Stand as the same room's stage stood before; its pictures stand in for what is made."""
        size = old.canvas.get_size()
        self.close_up, self.deep, self.framing = old.close_up, old.deep, old.framing
        self.scale = old.scale
        self.in_play, self._laid_in_play = old.in_play, old._laid_in_play
        self.canvas, self.backdrop, self.lamps = old.canvas, old.backdrop, old.lamps
        self.standings = self._stand_all(size, self.deep) if size[0] > 1 else ()
        there = {placed.place.name: placed for placed in old.standings}
        for placed in self.standings:
            before = there.get(placed.place.name)
            if before is not None and before.rect.size == placed.rect.size:
                placed.rect = before.rect
                seen = before.seen.clip(self.canvas.get_rect())
                if seen == before.seen:
                    placed.picture = self.canvas.subsurface(seen).copy()

    def ready_for(self, size: tuple[int, int]) -> bool:
        """Whether it can be laid out for another size, as it is shown, without delay: a step nearer
        to that with each call."""
        if size == self.canvas.get_size() or not self.standings:
            return True
        found = self.successor
        if found is None or found.size != size or found.old is not self.canvas:
            self.successor = found = PendingLayout(self.canvas, self.backdrop, size, self.standings)
        return found.step(self._stand_all(size, False))

    def _stand_all(self, size: tuple[int, int], deep: bool) -> tuple[PlacedPart, ...]:
        self.lowering = AS_IT_IS
        if self.framing is not None:
            return self._stand_framed(self.framing, size)
        standings = tuple(self._stand(place, size, deep) for place in self._places(size))
        if self.low is not None and not deep:
            self.lowering = Lowering.of(standings, self._reached(size), self.low, size)
            for placed in standings:
                self.lowering.apply(placed, size)
        return standings

    def _reached(self, size: tuple[int, int]) -> tuple[str, ...]:
        """Beginnings of the names of what must be in reach."""
        if self.close_up:
            return tuple(name for place in self._places(size) for name in place.reached)
        return self._whole(size).reached

    def _usual(self, size: tuple[int, int]) -> Arrangement:
        """How the room is arranged for a window of that shape."""
        tall = self.room.tall
        return tall if tall.places and is_tall(size) else self.room.wide

    def _whole(self, size: tuple[int, int]) -> Arrangement:
        """The same; laid low, as it is then, where it is arranged for that."""
        usual, low = self._usual(size), self.room.low
        lowered = self.low is not None and low.places and usual is self.room.wide
        return low if lowered else usual

    def _playing(self, size: tuple[int, int]) -> Arrangement:
        """What is seen in play; nothing where the room is laid low."""
        if self.low is not None:
            return NOWHERE
        tall = self._usual(size) is self.room.tall
        return self.room.tall_in_play if tall else self.room.in_play

    def _all_places(self) -> dict[str, PartPlacement]:
        """Every place of the room, by its name, those that are seen only in play, too."""
        return {place.name: place for place in (*self.room.in_play.places, *self.room.places)}

    def in_room(self, name: str) -> Part:
        """The part of that name as it stands in the wide room: it is there always."""
        return self.parts[name, self.room.wide, "room"]

    def _plays(self, size: tuple[int, int]) -> bool:
        """Whether what is seen in play is looked at: nothing is looked at closely."""
        return self.in_play and not self.close_up and bool(self._playing(size).places)

    @property
    def steps_back(self) -> bool:
        """Whether a step leads back to the whole room."""
        return bool(self.close_up) or self._plays(self.canvas.get_size())

    def _unit(self, size: tuple[int, int]) -> float:
        """Pixels a unit of the room's canvas, on a canvas of that size."""
        canvas = self._usual(size).canvas
        return min(size[0] / canvas[0], size[1] / canvas[1])

    def _inner(self, size: tuple[int, int]) -> pygame.Rect:
        """Where the room's own canvas is on one of that size."""
        unit, canvas = self._unit(size), self._usual(size).canvas
        inner = pygame.Rect(0, 0, round(canvas[0] * unit), round(canvas[1] * unit))
        inner.center = size[0] // 2, size[1] // 2
        return inner

    def _places(self, size: tuple[int, int]) -> tuple[PartPlacement, ...]:
        if self._plays(size):
            return self._playing(size).places
        places = self._whole(size).places
        if not self.close_up:
            return places
        there = {place.name: place for place in (*self.room.in_play.places, *places)}
        return tuple(replace(there[name], shows=None) for name in there if name == self.close_up)

    def _stand(self, place: PartPlacement, size: tuple[int, int], deep: bool) -> PlacedPart:
        """Fit a place's part: into its rectangle, or in close-up into the whole canvas."""
        part = self._part(place, deep, size)
        wide, high = part.size
        if self.close_up:
            low = self._whole(size) is self.room.low
            scale = _close_scale(place, part, size, deep, low)
            width, height = round(wide * scale), round(high * scale)
            at = (size[0] - width) // 2, (size[1] - height) // 2
            return PlacedPart(place, part, scale, pygame.Rect(at, (width, height)))
        return self._stand_in_room(place, part, size)

    def _stand_in_room(self, place: PartPlacement, part: Part, size: tuple[int, int]) -> PlacedPart:
        scale, x, y, width, height = self._in_room(place, part, size)
        return PlacedPart(place, part, scale, pygame.Rect(round(x), round(y), width, height))

    def _in_room(
        self, place: PartPlacement, part: Part, size: tuple[int, int]
    ) -> tuple[float, float, float, int, int]:
        """Where a part stands in the room: its scale, left, top, width and height in pixels."""
        first, upper, wide, high = place.shows or (0.0, 0.0, *part.size)
        unit = self._unit(size)
        left, top, room_wide, room_high = (value * unit for value in place.rect)
        scale = min(room_wide / wide, room_high / high)
        width, height = round(wide * scale), round(high * scale)
        canvas = self._usual(size).canvas
        x = (size[0] - canvas[0] * unit) / 2 + left + (room_wide - width) / 2
        y = (size[1] - canvas[1] * unit) / 2 + top + (room_high - height)
        if place.shows is not None:
            x, y = x - first * scale, y - upper * scale
            width, height = round(part.size[0] * scale), round(part.size[1] * scale)
        return scale, x, y, width, height

    def _stand_framed(self, framing: Framing, size: tuple[int, int]) -> tuple[PlacedPart, ...]:
        """Stand as a tour looks at it."""
        usual = self._usual(size)
        places = [place for place in usual.places if place.name in framing.names]
        parts = [self.in_room(place.name) for place in places]
        if len(places) == 1:
            stands = [framing.place_one(parts[0], size)]
        else:
            rooms = [
                self._in_room(place, part, size) for place, part in zip(places, parts, strict=True)
            ]
            stands = framing.place_several(rooms, size)
        return tuple(
            PlacedPart(place, self._framed_part(place, usual, scale), scale, rect)
            for place, (scale, rect) in zip(places, stands, strict=True)
        )

    def _framed_part(self, place: PartPlacement, arranged: Arrangement, scale: float) -> Part:
        """The part that is drawn at that scale for a tour; else one that isn't looked at now."""
        looks: tuple[Look, ...] = ("framed", "ahead")
        keys = [(place.name, arranged, look) for look in looks]
        shown = {id(placed.part) for placed in self.standings}
        free = [key for key in keys if id(self.parts.get(key)) not in shown]
        key = next((key for key in keys if self._framed.get(key) == scale), free[0])
        self._framed[key] = scale
        return self._made(place, *key[1:])

    def spoken_of(self) -> pygame.Rect | None:
        """Where the thing is, on the canvas, that a tour speaks of on a part; None: it speaks of
        whole parts, or the picture is still moving there."""
        if self.framing is None or not self.framing.detail or not self.settled():
            return None
        (placed,) = self.standings
        rect = details_of(placed.part).get(self.framing.detail)
        return pixels(rect, placed.scale).move(placed.rect.topleft) if rect is not None else None

    def is_drawn_ahead(self, framing: Framing) -> bool:
        """Whether what a tour is to look at can be shown as it is, at once."""
        standings = self._stand_framed(framing, self.canvas.get_size())
        return True in self.backdrops and all(self._is_drawn(placed) for placed in standings)

    def _is_drawn(self, placed: PlacedPart) -> bool:
        return self.builder.has(id(placed.part), placed.scale)

    def _draw_ahead(self, framing: Framing, context: DrawContext) -> None:
        """Have drawn what a tour will look at."""
        self._wall(close=True)
        for placed in self._stand_framed(framing, self.canvas.get_size()):
            self._ready(placed, context)

    def draw_play_ahead(self, context: DrawContext) -> bool:
        """Have drawn what is seen in play; whether it is, or there is nothing to draw."""
        self._wall(close=True)
        made = self._stand_in_play()
        drawn = [self._ready(placed, context) for placed in made]
        if all(drawn):
            self._make_sprites(made)
        return all(drawn)

    def _stand_in_play(self) -> tuple[PlacedPart, ...]:
        size = self.canvas.get_size()
        playing = self._playing(size)
        return tuple(
            self._stand_in_room(place, self._made(place, playing, "room"), size)
            for place in playing.places
        )

    def rehearse_play(self, context: DrawContext) -> bool:
        """Have what is seen in play painted unseen once more, just before the view glides there;
        whether it is.  Since it was drawn ahead pictures that it needs may have been let go, and
        the frame in which it arrives would wait for them."""
        if self.builder.pool is None:
            return True
        made = self._stand_in_play()

        def rehearse() -> None:
            for placed in made:
                placed.rehearse(context)

        return self.builder.ensure(self._rehearsal, tuple(id(one.part) for one in made), rehearse)

    def _make_sprites(self, standings: tuple[PlacedPart, ...]) -> None:
        for placed in standings:
            self.builder.make_ahead(id(placed.part), placed.scale, placed.part.make_sprites)

    def _point_of(self, name: str, deep: tuple[int, int] | None) -> tuple[float, float]:
        """Where a point of the canvas lies on the part as it stands, in its own units."""
        placed = next((placed for placed in self.standings if placed.place.name == name), None)
        if placed is None or deep is None:
            return 0.0, 0.0
        return placed.point_at(*deep)

    def can_go_deeper(self) -> bool:
        """Whether the part in close-up is drawn smaller than it can be read."""
        if not self.close_up or self.deep:
            return False
        placed = self.standings[0]
        return placed.scale < placed.place.legible * 0.96

    def gains(self, place: PartPlacement) -> bool:
        """Whether a place is seen noticeably larger when it is looked at closely, or more of the
        same part; in play a board is large already."""
        size = self.canvas.get_size()
        placed = next(one for one in self.standings if one.place.name == place.name)
        close = _close_scale(replace(place, shows=None), placed.part, size, False)
        same = place.make is self._all_places()[place.name].make
        larger = close > GAINS * placed.scale or (same and place.shows is not None)
        return larger or not self._plays(size)

    def half_at(self, place: PartPlacement, x: int, y: int) -> tuple[int, int] | None:
        """Where a place of the room is looked at half by half, as all of it would be too small:
        the edge or the corner of the half at a point; None: it is looked at whole."""
        part, size = self.in_room(place.name), self.canvas.get_size()
        if not place.halves or _close_scale(place, part, size, False) >= place.legible * 0.96:
            return None
        scale = _close_scale(place, part, size, True)
        rect = next(placed.rect for placed in self.standings if placed.place.name == place.name)
        at = [x, y]
        for axis, (low, high) in enumerate(((rect.left, rect.right), (rect.top, rect.bottom))):
            if part.size[axis] * scale <= HALVES * size[axis]:
                at[axis] = low if at[axis] < (low + high) / 2 else high
        return at[0], at[1]

    def move(self, dx: int, dy: int) -> None:
        """Move over the part that is looked at deeply, by so many pixels."""
        if self.deep and (dx or dy):
            placed, (width, height) = self.standings[0], self.canvas.get_size()
            placed.move_to(placed.point_at(width / 2 - dx, height / 2 - dy), (width, height))
            self.stale = True

    def reveal(self, rect: pygame.Rect) -> None:
        """Bring a rectangle of the canvas into sight, if the part is looked at deeply."""
        inner = self.canvas.get_rect().inflate(-60, -60)
        dx = max(0, inner.left - rect.left) - max(0, rect.right - inner.right)
        dy = max(0, inner.top - rect.top) - max(0, rect.bottom - inner.bottom)
        self.move(dx, dy)

    def _part(self, place: PartPlacement, deep: bool, size: tuple[int, int]) -> Part:
        """The part that stands there, as it is looked at."""
        if self._plays(size):
            return self._made(place, self._playing(size), "room")
        look: Look = ("deep" if deep else "close") if self.close_up else "room"
        return self._made(place, self._whole(size), look)

    def _made(self, place: PartPlacement, arranged: Arrangement, look: Look) -> Part:
        key = place.name, arranged, look
        if key not in self.parts:
            self.parts[key] = place.make()
        return self.parts[key]

    def _prepare_backdrop(self) -> None:
        """Have the wall made; until it is, its old picture stands in."""
        made = self._wall(self.steps_back)
        if made is not None:
            self.backdrop = made
            self.backdrop_ready = self.stale = True

    def _wall(self, close: bool) -> pygame.Surface | None:
        """The wall behind the room, or behind what is looked at closely; None: not made yet."""
        size = self.canvas.get_size()
        if close not in self.backdrops:
            arranged, scale, lowering = self._whole(size), self.scale, self.lowering
            backdrop, canvas = arranged.backdrop, arranged.canvas
            shadows = [placed.rect for placed in self.standings if placed.place.shadow]

            def make() -> pygame.Surface:
                if close:
                    return close_wall(size)
                if backdrop is None:
                    return hall(size, shadows, lowering.lowered_floor(arranged.floor, size[1]))
                if lowering == AS_IT_IS:
                    return backdrop(size, scale)
                return lowering.lowered_backdrop(backdrop, canvas, size, scale)

            measure = (size, scale) if close else (size, scale, lowering, arranged)
            made = self.builder.get((id(self), "wall", close), measure, make)
            if made is None:
                return None
            self.backdrops[close] = made
        return self.backdrops[close]

    @property
    def _rehearsal(self) -> Hashable:
        """By which the builder knows :meth:`rehearse_play`."""
        return id(self), "rehearsal"

    def layer_names(self) -> tuple[Hashable, ...]:
        """By which the builder knows what it makes for this stage."""
        walls = tuple((id(self), "wall", close) for close in (False, True))
        return (*walls, self._rehearsal, *(id(part) for part in self.parts.values()))

    def _ready(self, placed: PlacedPart, context: DrawContext) -> bool:
        """Whether a part's sheets are made for the scale at which it stands.

        It is also painted once where nobody sees it, so that what parts make when they first need
        it is made by then.
        """

        def build() -> None:
            placed.part.build(placed.scale)
            if self.builder.pool is not None:
                placed.rehearse(context)

        return self.builder.ensure(id(placed.part), placed.scale, build)

    # What is given to draw

    def context(
        self,
        view: View | None,
        now_ms: int,
        frame_us: int,
        calm: bool = False,
        held: frozenset[str] = frozenset(),
        pointer: tuple[int, int] | None = None,
    ) -> DrawContext:
        """The moment that this frame draws, the lamps filtered; ``view`` None: not switched on."""
        seen = self.room.resting if view is None else view
        brightness = self.lamps.frame(seen, frame_us, calm)
        hit = None if pointer is None else self.under(*pointer)
        pointed = "" if hit is None else hit.event
        return DrawContext(seen, brightness, now_ms, calm, view is not None, held, pointed)

    # Drawing

    def paint(self, context: DrawContext) -> list[pygame.Rect]:
        """Draw what changed onto the canvas; the rectangles of it that did."""
        if self.glide is not None:
            self.builder.give_way()
            if self.glide.paint(self.canvas, self.backdrop, context.now_ms):
                self.stale = True
                return [self.canvas.get_rect()]
            self.glide = None
        if not self.backdrop_ready:
            for placed in self.standings:  # what a visitor plays by is made before wall and floor
                place = f"{placed.place.name}."
                if any(name.startswith(place) for name in self.room.wide.reached):
                    self._ready(placed, context)
            self._prepare_backdrop()
        drawn: list[pygame.Rect] = []
        ready = [placed for placed in self.standings if self._ready(placed, context)]
        anew = self.stale or self._one_came_over_another(ready)
        if anew:
            self.canvas.blit(self.backdrop, (0, 0))
            drawn.append(self.canvas.get_rect())
            for placed in self.standings:
                placed.shown = False
                if placed not in ready:
                    placed.cover(self.canvas)
            self.stale = False
        for placed in ready:
            drawn += self._paint_one(placed, context, anew)
        if self.ahead is not None:
            self._draw_ahead(self.ahead, context)
        if self.settled():
            self._make_sprites(self.standings)
        return drawn

    def _paint_one(self, placed: PlacedPart, context: DrawContext, bare: bool) -> list[pygame.Rect]:
        """Paint a part, where it wasn't yet in front of the wall (``bare``: that is there)."""
        whole = not placed.shown
        seen = placed.seen.clip(self.canvas.get_rect())
        self.canvas.set_clip(seen)
        if whole and not bare:
            self.canvas.blit(self.backdrop, seen, seen)
        state = placed.place.state(context)
        rects = placed.part.paint(self.canvas, placed.rect.topleft, state, context.now_ms, whole)
        self.canvas.set_clip(None)
        if whole:
            placed.shown, placed.picture = True, None
            return [seen]
        return [rect.clip(seen) for rect in rects]

    def _one_came_over_another(self, ready: list[PlacedPart]) -> bool:
        """Whether a part that just became ready overlaps another: then all is painted again."""
        return any(
            one is not other and one.seen.colliderect(other.seen)
            for one in ready
            if not one.shown
            for other in self.standings
        )

    def settled(self) -> bool:
        """Whether every part shows itself: no stand-ins, no movement."""
        ready = self.backdrop_ready and self.glide is None
        return ready and all(placed.shown for placed in self.standings)

    # Touch

    def touches_of(self, place: PartPlacement) -> tuple[Touch, ...]:
        """The controls of a place, named as the language has it."""
        touches = self.in_room(place.name).touches()
        return tuple(named(self.room.name, place.event(touch.control), touch) for touch in touches)

    def by_key(self, key: str) -> Hit | None:
        """The control that a keyboard key works; those of a close-up go first, but all answer."""
        for hit in self.targets():
            if hit.touch.key == key:
                return hit
        for place in self._all_places().values():
            for touch in self.touches_of(place):
                if touch.key == key:
                    return Hit(place, touch, pygame.Rect(0, 0, 0, 0))
        return None


def _close_scale(
    place: PartPlacement, part: Part, size: tuple[int, int], deep: bool, low: bool = False
) -> float:
    """The scale of a part in close-up, or deeply, where it may be larger than the canvas; ``low``:
    the control bar may cover its foot."""
    wide, high = part.size
    if low and place.foot < 1.0:
        high *= 1.0 - place.foot
    scale = min(size[0] / wide, size[1] / high) * CLOSE_MARGIN
    if deep:
        cover = max(size[0] / wide, size[1] / high) * CLOSE_MARGIN if place.halves else 0.0
        scale = max(scale * 1.2, place.legible, min(cover, 2.2 * scale))
    return scale
