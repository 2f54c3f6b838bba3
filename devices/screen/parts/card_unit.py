"""What the 711 and the 721 share: a hopper, a bed behind glass and a stacker, with their cards.

Cards lie in the wells as piles, seen from their long edge; a pile's height tells how many are in it
(small decks are drawn a little thicker than they are, so that ten cards are seen).  The card that
passes is seen on the bed; when cards follow each other faster than frames, the bed shows them drawn
out into streaks.  In the stacker the last card leans on the back.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pygame

from devices.media.card import Card
from devices.screen.parts import cards
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite
from devices.screen.parts.unit_part import ENGRAVING, UnitPart


def pile_units(count: int) -> float:
    """How high ``count`` cards lie, in units."""
    return 0.115 * count + 8.0 * (1 - math.exp(-count / 14.0)) if count else 0.0


class CardUnitPart(UnitPart):
    """A unit that cards pass through; paints a ReaderView or a PunchView."""

    card_wide: float
    card_us: int
    """How long a card passes."""
    typed = True
    """Whether the cards bear the characters that a keypunch types."""
    pile_scale = 1.0
    """How high piles are drawn: to the cards' own size."""
    pile_seed = 7
    lean = 0.46
    """How much of the last card's height is seen where it leans in the stacker."""
    floor = 5.0  # Thickness of the plate that a pile stands on
    deep, lip, bed_deep = 9.0, 2.0, 8.0
    """Of the wells in the cabinet: their shadow, their edge, the bed's shadow."""
    legend = 8.6
    """Height of what is engraved below the wells, in units."""
    count_high, count_down = 8.6, 4.0
    """Height of the counts of cards, and how far below a well's edge they stand, in units."""

    def forget(self) -> None:
        self._cycles = -1
        self._last: Card | None = None
        self._hurried = 0

    @property
    def card_tall(self) -> float:
        """A card's height, in units."""
        return self.card_wide * cards.INCHES[1] / cards.INCHES[0]

    @property
    def card_left(self) -> float:
        """Where a card's left edge passes."""
        return self.front.wells[0][0] + (self.front.wells[0][2] - self.card_wide) / 2

    # The sheet.

    def draw_body(self, canvas: Canvas) -> None:
        """The three openings; the bed is a polished plate."""
        hopper, bed, stacker = self.front.wells
        for rect in self.front.wells:
            canvas.recess(rect, 4.0, (30, 30, 32), (46, 46, 48), self.deep, 0.7, self.lip)
        self.draw_rails(canvas)
        for rect in (hopper, stacker):
            floor = (rect[0] + 2.0, rect[1] + rect[3] - self.floor, rect[2] - 4.0, self.floor)
            canvas.plate(floor, 1.0, (196, 198, 198), (120, 122, 124), 1.2, 0.4)
        plate = (bed[0] + 3.0, bed[1] + 1.0, bed[2] - 6.0, bed[3] - 2.0)
        canvas.plate(plate, 1.0, (92, 94, 96), (58, 59, 61), 0.0, 0.0, 1.0)
        canvas.inner_shadow(bed, 4.0, self.bed_deep, 0.65)

    def draw_rails(self, canvas: Canvas) -> None:
        """What stands in the hopper, behind the cards."""

    def letter(self, sheet: pygame.Surface) -> None:
        """The wells' names, below their right ends."""
        tall, ink = self.legend, (34, 34, 36)
        for text, well in (("HOPPER", self.front.wells[0]), ("STACKER", self.front.wells[2])):
            x, y = (well[0] + well[2]) * self.scale, (well[1] + well[3] + tall - 1.0) * self.scale
            ENGRAVING.draw(sheet, text, x, y, tall * self.scale, ink, "right", 0.13, 0.25)

    # What is seen.

    def own_sprites(self) -> tuple[Callable[[], object], ...]:
        """What this unit alone lays, to be made ahead."""
        return ()

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The bed's glass, piles, the letters of counts, a blank card."""
        yield from (self.glass, *self.own_sprites(), self._edges)
        yield from super().sprites()
        yield partial(ENGRAVING.prepare, self.count_high * self.scale, 0.13)
        yield partial(cards.prepare, self.px(self.card_wide))

    def glass(self) -> pygame.Surface:
        """The pane over the bed, and what lies across the bed below it."""
        raise NotImplementedError

    def follow(self, view: Any, now_ms: int) -> None:
        """Whether more than one card has begun to pass since the last look, and the last to lie."""
        self._hurried = view.cycles - self._cycles if self._cycles >= 0 else 0
        self._cycles = view.cycles
        if not self._passes(view):
            self._last = view.card

    def _passes(self, view: Any) -> bool:
        return view.card is not None and view.travel_us < self.card_us

    def stamps(self, view: Any, now_ms: int) -> list[PlacedSprite]:
        return self.in_hopper(view) + self._in_stacker(view) + self._on_bed(view)

    def in_hopper(self, view: Any) -> list[PlacedSprite]:
        """The cards that wait."""
        raise NotImplementedError

    def stacked(self, count: int) -> str:
        """What is written in the stacker with so many cards."""
        raise NotImplementedError

    def pile(self, count: int, well: Rect) -> list[PlacedSprite]:
        """A deck seen from its edge, on a well's floor."""
        if not count:
            return []
        tall = max(self.px(self.pile_scale * pile_units(count)), 2)
        sprite = self._edges()
        area = (0, sprite.get_height() - tall, sprite.get_width(), tall)
        foot = self.px(well[1] + well[3] - self.floor)
        return [PlacedSprite(sprite, self.px(self.card_left), foot - tall, area)]

    @cached_sprite
    def _edges(self) -> pygame.Surface:
        tall = self.px(self.pile_scale * pile_units(1000)) + 2
        return cards.edges(self.px(self.card_wide), tall, self.pile_seed)

    def count(self, words: str, well: Rect) -> PlacedSprite:
        """How many cards lie in a well."""
        return self.placed(self._count(words), well[0] + 8.0, well[1] + self.count_down)

    @brief_sprite
    def _count(self, words: str) -> pygame.Surface:
        tall = self.count_high * self.scale
        return ENGRAVING.text_surface(words, tall, (206, 202, 190), 0.13, 0.06)

    def _in_stacker(self, view: Any) -> list[PlacedSprite]:
        """The cards that have passed, and the last of them leaning on the back."""
        stamps, well = [], self.front.wells[2]
        if view.stacker and self._last is not None:
            width, tall = self.px(self.card_wide), self.px(self.card_tall * self.lean)
            high = self.pile_scale * pile_units(view.stacker)
            top = self.px(well[1] + well[3] - self.floor - high) - tall + 1
            cut = max(self.px(well[1] + 2) - top, 0)
            area = (0, cut, width, tall - cut)
            leaning = self._leaning(self._last)
            stamps.append(PlacedSprite(leaning, self.px(self.card_left), top + cut, area))
        count = self.count(self.stacked(view.stacker), well)
        return [*stamps, *self.pile(view.stacker, well), count]

    @brief_sprite
    def _leaning(self, card: Card) -> pygame.Surface:
        tall = self.px(self.card_tall * self.lean)
        return cards.leaning(card, self.px(self.card_wide), tall, self.typed)

    def _on_bed(self, view: Any) -> list[PlacedSprite]:
        """The card that is passing, clipped to the bed, and the glass over it."""
        bed, stamps = self.front.wells[1], []
        x, width = self.px(self.card_left), self.px(self.card_wide)
        top, bottom = self.px(bed[1]), self.px(bed[1] + bed[3])
        if self._hurried > 1 and view.card is not None:
            stamps.append(PlacedSprite(cards.passing(view.card, width, bottom - top), x, top))
        elif self._passes(view):
            y = bed[1] - self.card_tall + (bed[3] + self.card_tall) * view.travel_us / self.card_us
            sprite = self.passing_card(view, y)
            first, last = max(self.px(y), top), min(self.px(y) + sprite.get_height(), bottom)
            if last > first:
                area = (0, first - self.px(y), width, last - first)
                stamps.append(PlacedSprite(sprite, x, first, area))
        return [*stamps, self.placed(self.glass(), bed[0] - 4.0, bed[1])]

    def passing_card(self, view: Any, y: float) -> pygame.Surface:
        """The card that passes, its upper edge at ``y`` (units)."""
        raise NotImplementedError
