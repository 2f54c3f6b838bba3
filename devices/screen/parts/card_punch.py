"""The 721 card punch as it stands in the room: blank cards, the card being punched, the stacker.

A blank card leaves the hopper face up, passes under the punches in its 600 ms row by row (nine
first: its foot leads; a hole is there once its row has passed), and falls on the punched cards.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import pygame

from devices.media.card import Card
from devices.screen.part import Touch
from devices.screen.parts import cards
from devices.screen.parts.card_reader import pile_units
from devices.screen.parts.fittings import (
    ENGRAVING,
    Button,
    Plate,
    UnitPart,
    attended,
    base,
    cabinet,
    dark_panel,
    name_letters,
    name_plate,
)
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.units.card_punch import CARD_US, HOPPER_CARDS, PunchView

CARD_WIDE = 190.0
CARD_TALL = CARD_WIDE * cards.INCHES[1] / cards.INCHES[0]
HOPPER: Rect = (132.0, 18.0, 202.0, 118.0)
BED: Rect = (132.0, 148.0, 202.0, 92.0)
STACKER: Rect = (132.0, 254.0, 202.0, 126.0)
_PUNCHES_Y = 46.0
"""Where the punches stand across the bed, from its top."""
_LEFT = HOPPER[0] + (HOPPER[2] - CARD_WIDE) / 2
_NAME: Rect = (12.0, 66.0, 108.0, 36.0)
_PILE = 0.80
"""Piles here are drawn to the smaller card."""
_FLOOR = 4.0
COUNT = 8.0
"""Height of the counts of cards, in units."""


class CardPunchPart(UnitPart):
    """The punch; paints a PunchView."""

    size = (352.0, 430.0)
    plates = (
        Plate("ready", (13.0, 118.0, 53.0, 38.0), "READY", "green"),
        Plate("busy", (66.0, 118.0, 53.0, 38.0), "SELECT", "white"),
        Plate("jammed", (13.0, 156.0, 106.0, 38.0), "PUNCH CHECK", "red"),
    )
    buttons = (
        Button("start", (13.0, 208.0, 53.0, 42.0), "START", "Makes the punch ready.", "green"),
        Button(
            "stop",
            (66.0, 208.0, 53.0, 42.0),
            "STOP",
            "Stops the punch after the card that is passing.",
            "red",
        ),
        Button(
            "feed",
            (13.0, 250.0, 106.0, 42.0),
            "FEED",
            "Runs a blank card through, and takes out a card that has jammed.",
        ),
    )
    acts = (
        Touch("hopper", HOPPER, "act", "HOPPER", "Fills the hopper with blank cards."),
        Touch("stacker", STACKER, "act", "STACKER", "Takes the punched cards away and keeps them."),
    )

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self._cycles = -1
        self._hurried = 0
        self._seen: tuple[object, int] = (None, 0)
        self._last: Card | None = None
        canvas = Canvas(width, height, self.scale, 2, seed=721)
        base(canvas, (12.0, 408.0, 328.0, 22.0))
        cabinet(canvas, (0.0, 48.0, 352.0, 366.0), (118.0, 0.0, 234.0, 240.0), radius=12.0)
        for rect in (HOPPER, BED, STACKER):
            canvas.recess(rect, 4.0, (30, 30, 32), (46, 46, 48), depth=8.0, strength=0.7, lip=1.8)
        for rect in (HOPPER, STACKER):
            floor = (rect[0] + 2.0, rect[1] + rect[3] - _FLOOR, rect[2] - 4.0, _FLOOR)
            canvas.plate(floor, 1.0, (196, 198, 198), (120, 122, 124), 1.2, 0.4)
        canvas.plate(
            (BED[0] + 3.0, BED[1] + 1.0, BED[2] - 6.0, BED[3] - 2.0),
            1.0,
            (92, 94, 96),
            (58, 59, 61),
            0.0,
            0.0,
            1.0,
        )
        canvas.inner_shadow(BED, 4.0, 7.0, 0.65)
        dark_panel(canvas, (7.0, 112.0, 118.0, 186.0))
        self.sockets(canvas)
        name_plate(canvas, _NAME)
        sheet = canvas.surface()
        name_letters(sheet, _NAME, self.scale, "721", "CARD\nPUNCH")
        for text, well in (("HOPPER", HOPPER), ("STACKER", STACKER)):
            x, y = (well[0] + well[2]) * self.scale, (well[1] + well[3] + 6.6) * self.scale
            ENGRAVING.draw(sheet, text, x, y, 7.6 * self.scale, (34, 34, 36), "right", 0.13, 0.25)
        return sheet

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The punches' block, piles, the letters of counts, a blank card."""
        yield from (self._glass, self._edges)
        yield from super().sprites()
        yield partial(ENGRAVING.prepare, COUNT * self.scale, 0.13)
        yield partial(cards.prepare, self.px(CARD_WIDE))

    def look(self, state: object, now_ms: int) -> list[PlacedSprite]:
        scene = attended(state)
        view: PunchView = scene.view
        self._follow(view, now_ms)
        lit = {"ready": view.ready, "busy": view.busy, "jammed": view.jammed}
        stamps = self._piles(view) + self._bed(view)
        return stamps + self.fitted(lit, scene, now_ms)

    def _follow(self, view: PunchView, now_ms: int) -> None:
        """Whether more than one card has begun to pass since the last look, and the last to lie."""
        if self._seen == (view, now_ms):
            return
        self._seen = (view, now_ms)
        self._hurried = view.cycles - self._cycles if self._cycles >= 0 else 0
        self._cycles = view.cycles
        if view.travel_us >= CARD_US:
            self._last = view.card

    def _piles(self, view: PunchView) -> list[PlacedSprite]:
        stamps = self._pile(min(view.hopper, HOPPER_CARDS), HOPPER)
        floor = STACKER[1] + STACKER[3] - _FLOOR
        if view.stacker and self._last is not None:
            width, tall = self.px(CARD_WIDE), self.px(CARD_TALL * 0.40)
            sprite = self.brief(
                ("leaning", self._last), partial(cards.leaning, self._last, width, tall, False)
            )
            top = self.px(floor - _PILE * pile_units(view.stacker)) - tall + 1
            cut = max(self.px(STACKER[1] + 2) - top, 0)
            stamps.append(
                PlacedSprite(sprite, self.px(_LEFT), top + cut, (0, cut, width, tall - cut))
            )
        stamps += self._pile(view.stacker, STACKER)
        for words, well in ((f"{view.hopper} BLANK", HOPPER), (f"{view.stacker} PUNCHED", STACKER)):
            sprite = self.brief(("count", words), partial(self._count, words))
            stamps.append(PlacedSprite(sprite, self.px(well[0] + 8.0), self.px(well[1] + 3.0)))
        return stamps

    def _pile(self, count: int, well: Rect) -> list[PlacedSprite]:
        if not count:
            return []
        tall = max(self.px(_PILE * pile_units(count)), 2)
        sprite = self._edges()
        area = (0, sprite.get_height() - tall, sprite.get_width(), tall)
        floor = self.px(well[1] + well[3] - _FLOOR)
        return [PlacedSprite(sprite, self.px(_LEFT), floor - tall, area)]

    def _edges(self) -> pygame.Surface:
        size = self.px(CARD_WIDE), self.px(_PILE * pile_units(1000)) + 2
        return self.sprite("edges", partial(cards.edges, *size, 21))

    def _count(self, words: str) -> pygame.Surface:
        return ENGRAVING.text_surface(words, COUNT * self.scale, (206, 202, 190), 0.13, 0.06)

    def _bed(self, view: PunchView) -> list[PlacedSprite]:
        """The card that is passing, its holes cut as far as it has passed the punches."""
        stamps = []
        x, width = self.px(_LEFT), self.px(CARD_WIDE)
        top, bottom = self.px(BED[1]), self.px(BED[1] + BED[3])
        if self._hurried > 1 and view.card is not None:
            stamps.append(PlacedSprite(cards.passing(view.card, width, bottom - top), x, top))
        elif view.card is not None and view.travel_us < CARD_US:
            start = BED[1] - CARD_TALL
            y = start + (BED[3] + CARD_TALL) * view.travel_us / CARD_US
            passed = (y + CARD_TALL - BED[1] - _PUNCHES_Y) / CARD_TALL
            rows = min(max(round(passed * 13 - 0.5), 0), 12)
            sprite = cards.face(_lower_rows(view.card, rows), width, False)
            first, last = max(self.px(y), top), min(self.px(y) + sprite.get_height(), bottom)
            if last > first:
                area = (0, first - self.px(y), width, last - first)
                stamps.append(PlacedSprite(sprite, x, first, area))
        stamps.append(PlacedSprite(self._glass(), self.px(BED[0] - 4.0), top))
        return stamps

    def _glass(self) -> pygame.Surface:
        """The pane over the bed, and the block in which the 80 punches stand."""
        return self.sprite("glass", self._draw_glass)

    def _draw_glass(self) -> pygame.Surface:
        wide, tall = BED[2] + 8.0, BED[3]
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        canvas.shadow((6.0, _PUNCHES_Y - 7.0, BED[2] - 4.0, 14.0), 2.0, 3.5, 2.5, 0.6)
        block = (0.0, _PUNCHES_Y - 7.0, wide, 14.0)
        canvas.plate(block, 2.0, (150, 152, 154), (92, 94, 96), 2.4, 0.6, 0.6)
        for step in range(80):
            canvas.line((10.4 + step * 2.36, _PUNCHES_Y + 3.0, 1.0, 4.0), (36, 36, 38), 0.9)
        canvas.glass((4.0, 0.0, BED[2], tall), 4.0, 0.12)
        return canvas.surface()


@lru_cache(maxsize=64)
def _lower_rows(card: Card, rows: int) -> Card:
    """The card with only its ``rows`` lowest rows punched yet (9 first): it moves foot first."""
    mask = (1 << min(rows, 12)) - 1
    return Card(tuple(column & mask for column in card.columns))
