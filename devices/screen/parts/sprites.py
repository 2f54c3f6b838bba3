"""A part's picture as a list of stamps over a static sheet, and the painting of what changed.

A part says what can be seen at one moment as stamps: a sprite and the pixel where it lies, from
the lowest to the topmost.  Painting compares the list with the one that is on the screen; where a
stamp came, went or moved, the sheet is put back and every stamp that touches the place is laid
again, so that a partial painting leaves the same pixels as a whole one (docs/sources/look.md:
everything static is drawn once, at two or three times its size, and only what moves is drawn
again).

The sheet may be see-through (a shadow on the floor) only where no stamp ever lies.
"""

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import pygame

from devices.screen.lettering import Engraving
from devices.screen.part import Touch, touch_at

BRIEFLY = 40
"""Sprites of passing looks that a part keeps."""

S = TypeVar("S", bound="SpritePart")
P = ParamSpec("P")
Draw = Callable[Concatenate[S, P], pygame.Surface]
"""A part's method that draws a sprite; its arguments, which can be hashed, say which."""


class PlacedSprite(NamedTuple):
    """A sprite laid at pixel (x, y) of the part; ``area`` is the piece of it that is shown.

    ``edition`` tells apart the contents of a sprite that is drawn again in place; ``flags`` are
    pygame's blend flags.  Two that are equal leave the same pixels: surfaces are compared by which
    they are.
    """

    sprite: pygame.Surface
    x: int
    y: int
    area: tuple[int, int, int, int] | None = None
    flags: int = 0
    edition: int = 0

    def rect(self) -> pygame.Rect:
        """The pixels of the part that it covers."""
        width, height = self.area[2:] if self.area else self.sprite.get_size()
        return pygame.Rect(self.x, self.y, width, height)


class SpritePart:
    """A part that is a sheet and stamps; a device's part says what its sheet and stamps are.

    Subclasses give ``size``, ``make_sheet``, ``look``, ``_touches`` and, so that none is made in
    a frame, the ``sprites`` that ``look`` lays.
    """

    size: tuple[float, float] = (0.0, 0.0)

    def __init__(self) -> None:
        self.scale = 0.0
        self._touches: tuple[Touch, ...] = ()
        self._sheet: pygame.Surface | None = None
        self._ground: pygame.Surface | None = None
        self._sprites: dict[Hashable, pygame.Surface] = {}
        self._brief: dict[Hashable, pygame.Surface] = {}
        self._shown: list[PlacedSprite] = []
        self._making = threading.Lock()
        """Held while a sheet or one of the sprites ahead is made: those of one scale only."""

    # What a subclass says.

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        """The static picture at ``self.scale``, (width, height) pixels, with alpha."""
        raise NotImplementedError

    def look(self, state: Any, now_ms: int) -> list[PlacedSprite]:
        """Everything that is laid on the sheet for ``state``, the lowest first; nothing on a part
        that looks always the same."""
        return []

    def sprites(self) -> Iterable[Callable[[], object]]:
        """For each sprite that ``look`` may ever lay a call that makes it, the likeliest first."""
        return ()

    # What a room asks.

    def build(self, scale: float) -> None:
        """Make the sheet and forget the sprites of another scale."""
        with self._making:
            if scale == self.scale and self._sheet is not None:
                return
            self.scale = scale
            self._sprites.clear()
            self._brief.clear()
            self._shown = []
            width, height = (round(side * scale) for side in self.size)
            self._sheet = self.make_sheet(width, height)
            self._ground = self._sheet.subsurface(self._sheet.get_rect())
            self._ground.set_alpha(None)  # the same pixels, laid without looking through them

    def make_sprites(self) -> Iterator[None]:
        """Make all sprites ahead; given up when the part is built for another scale."""
        scale = self.scale
        for make in self.sprites():
            with self._making:
                if self.scale != scale:
                    return
                make()
            yield

    def paint(
        self, target: pygame.Surface, at: tuple[int, int], state: Any, now_ms: int, whole: bool
    ) -> list[pygame.Rect]:
        """Draw ``state`` at pixel ``at``; returns the rectangles of ``target`` drawn on."""
        if self._sheet is None or self._ground is None:
            self.build(1.0)
        assert self._sheet is not None and self._ground is not None
        stamps = self.look(state, now_ms)
        if whole:
            self._shown = stamps
            target.blit(self._sheet, at)
            for stamp in stamps:
                _lay(target, at, stamp)
            return [pygame.Rect(at, self._sheet.get_size())]
        places = _changed(self._shown, stamps)
        self._shown = stamps
        if not places:
            return []
        clip = target.get_clip()
        board = [(stamp, stamp.rect()) for stamp in stamps]
        drawn = []
        for place in places:
            on_target = place.move(at).clip(clip)
            if not on_target:
                continue
            target.set_clip(on_target)
            target.blit(self._ground, place.move(at), place)
            for stamp, rect in board:
                if rect.colliderect(place):
                    _lay(target, at, stamp)
            drawn.append(on_target)
        target.set_clip(clip)
        return drawn

    def touch(self, x: float, y: float) -> Touch | None:
        """What is under the finger at (x, y), in units."""
        return touch_at(self._touches, x, y)

    def touches(self) -> tuple[Touch, ...]:
        """Every control that can be touched."""
        return self._touches

    # What subclasses draw with.

    def px(self, units: float) -> int:
        """A length in whole pixels at the present scale."""
        return round(units * self.scale)

    def placed(self, sprite: pygame.Surface, x: float, y: float) -> PlacedSprite:
        """A sprite laid at (x, y), in units."""
        return PlacedSprite(sprite, round(x * self.scale), round(y * self.scale))

    def sprite(self, name: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The sprite of that name at this scale, made when it is first wanted."""
        found = self._sprites.get(name)
        # Two threads may make it at a time; they shall lay the same one.
        return self._sprites.setdefault(name, make()) if found is None else found

    def brief(self, name: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """As ``sprite``, for what may have thousands of looks (a card, a count): few are kept."""
        found = self._brief.pop(name, None)
        if found is None:
            found = make()
            while len(self._brief) >= BRIEFLY:
                del self._brief[next(iter(self._brief))]
        self._brief[name] = found
        return found


class LetteredPart(SpritePart):
    """A part with letters on it, of the ``size`` in units that its room chooses."""

    def __init__(self, size: tuple[float, float] | None = None) -> None:
        super().__init__()
        self.size = size or self.size
        self.engraving = Engraving()


def cached_sprite(draw: Draw[S, P]) -> Draw[S, P]:
    """A method whose sprite is drawn once at each scale (SpritePart.sprite)."""
    name = draw.__name__

    @wraps(draw)
    def drawn(part: S, /, *args: P.args, **named: P.kwargs) -> pygame.Surface:
        key = (name, *args)
        found = part._sprites.get(key)  # at once: some hundred are looked up in a frame
        return part.sprite(key, partial(draw, part, *args, **named)) if found is None else found

    return drawn


def brief_sprite(draw: Draw[S, P]) -> Draw[S, P]:
    """A method whose sprite is kept as long as it is among the last (SpritePart.brief)."""

    @wraps(draw)
    def drawn(part: S, /, *args: P.args, **named: P.kwargs) -> pygame.Surface:
        return part.brief((draw.__name__, *args), partial(draw, part, *args, **named))

    return drawn


def within(stamps: Iterable[PlacedSprite], size: tuple[int, int]) -> list[PlacedSprite]:
    """The stamps cut off at the edges of a part of ``size`` pixels: a bead that flies on beyond."""
    bound = pygame.Rect((0, 0), size)
    made = []
    for stamp in stamps:
        rect = stamp.rect()
        seen = rect.clip(bound)
        if seen == rect:
            made.append(stamp)
        elif seen:
            left, top = (stamp.area or (0, 0))[:2]
            area = (left + seen.x - rect.x, top + seen.y - rect.y, seen.width, seen.height)
            made.append(stamp._replace(x=seen.x, y=seen.y, area=area))
    return made


def _lay(target: pygame.Surface, at: tuple[int, int], stamp: PlacedSprite) -> None:
    target.blit(stamp.sprite, (at[0] + stamp.x, at[1] + stamp.y), stamp.area, stamp.flags)


def _changed(before: list[PlacedSprite], after: list[PlacedSprite]) -> list[pygame.Rect]:
    """The places where the two lists leave different pixels, as rectangles that do not overlap."""
    if before is after or before == after:
        return []  # a part that has many gives the same list until something happens
    old, new = dict.fromkeys(before), dict.fromkeys(after)
    places: list[pygame.Rect] = []
    for stamp in [*(s for s in old if s not in new), *(s for s in new if s not in old)]:
        _gather(places, stamp.rect())
    return places


def _gather(places: list[pygame.Rect], rect: pygame.Rect) -> None:
    """Add ``rect`` to ``places``, joining it with those it touches."""
    while True:
        hit = rect.collidelist(places)
        if hit < 0:
            places.append(rect)
            return
        rect = rect.union(places.pop(hit))
