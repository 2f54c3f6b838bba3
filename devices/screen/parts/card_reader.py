"""The 711 card reader as it stands in the room: hopper, card bed, stacker, buttons, lights.

The deck lies in the hopper, seen from its long edge; the lowest card leaves it, passes down the bed
behind glass with its face towards the visitor in the 240 ms of its cycle, and comes to lie on the
read cards in the stacker, where the last one is seen leaning.  A pile's height tells how many cards
are in it (small decks are drawn a little thicker than they are, so that ten cards are seen).  When
cards follow each other faster than frames, the bed shows them drawn out into streaks.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pygame

from devices.media.card import Card
from devices.screen.part import Touch
from devices.screen.parts import cards
from devices.screen.parts.fittings import (
    ENGRAVING,
    Button,
    Plate,
    UnitPart,
    attended,
    base,
    cabinet,
    dark_panel,
    louvres,
    name_letters,
    name_plate,
    sign,
    sign_letters,
)
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite
from devices.units.card_reader import CARD_US, ReaderView

CARD_WIDE = 246.0
CARD_TALL = CARD_WIDE * cards.INCHES[1] / cards.INCHES[0]
HOPPER: Rect = (164.0, 20.0, 258.0, 138.0)
BED: Rect = (164.0, 172.0, 258.0, 118.0)
STACKER: Rect = (164.0, 304.0, 258.0, 152.0)
_WELLS = (HOPPER, BED, STACKER)
_CARD_LEFT = 170.0
_NAME: Rect = (16.0, 84.0, 132.0, 40.0)
_SIGN: Rect = (16.0, 374.0, 132.0, 26.0)
_WEIGHT = 12.0
"""Height of the plate that presses the deck down."""
_TAB = (HOPPER[2] - 32.0, 17.0)
LABEL = 8.6
"""Height of what is written on labels, in units."""
_LEAN = 0.46
"""How much of the last card's height is seen where it leans in the stacker."""
_FLOOR = 5.0


def pile_units(count: int) -> float:
    """How high ``count`` cards lie, in units."""
    return 0.115 * count + 8.0 * (1 - math.exp(-count / 14.0)) if count else 0.0


class CardReaderPart(UnitPart):
    """The reader; paints a ReaderView."""

    size = (440.0, 520.0)
    plates = (
        Plate("ready", (16.0, 144.0, 66.0, 42.0), "READY", "green"),
        Plate("selected", (82.0, 144.0, 66.0, 42.0), "SELECT", "white"),
        Plate("end_of_file", (16.0, 186.0, 66.0, 42.0), "END OF\nFILE", "ivory"),
        Plate("jammed", (82.0, 186.0, 66.0, 42.0), "FEED CHECK", "red"),
    )
    buttons = (
        Button(
            "start",
            (16.0, 246.0, 66.0, 52.0),
            "START",
            "Makes the reader ready; cards move when the computer asks for them.",
            "green",
        ),
        Button(
            "stop",
            (82.0, 246.0, 66.0, 52.0),
            "STOP",
            "Stops the reader after the card that is passing.",
            "red",
        ),
        Button(
            "feed",
            (16.0, 298.0, 66.0, 52.0),
            "FEED",
            "Runs one card through unread, and frees a card that has jammed.",
        ),
        Button(
            "end_of_file",
            (82.0, 298.0, 66.0, 52.0),
            "END OF\nFILE",
            "Says that these are all the cards.",
        ),
    )
    acts = (
        Touch("hopper", HOPPER, "act", "HOPPER", "Choose a deck of cards for the hopper."),
        Touch("correct", BED, "act", "CARD", "Look at the card last read, or correct it."),
        Touch("stacker", STACKER, "act", "STACKER", "Takes the cards that were read away."),
        Touch(
            "empty_hopper",
            (_SIGN[0] - 4.0, _SIGN[1] - 5.0, _SIGN[2] + 8.0, _SIGN[3] + 10.0),
            "act",
            "TAKE DECK OUT",
            "Takes the unread cards out of the hopper.",
        ),
    )

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self._cycles = -1
        self._last: Card | None = None
        self._hurried = 0
        self._seen: tuple[object, int] = (None, 0)
        canvas = Canvas(width, height, self.scale, 2, seed=711)
        base(canvas, (14.0, 496.0, 412.0, 24.0))
        cabinet(canvas, (0.0, 62.0, 440.0, 440.0), (148.0, 0.0, 292.0, 300.0))
        self._wells(canvas)
        dark_panel(canvas, (9.0, 137.0, 146.0, 222.0))
        self.sockets(canvas)
        name_plate(canvas, _NAME)
        sign(canvas, _SIGN)
        louvres(canvas, (20.0, 420.0, 120.0, 60.0), 7)
        sheet = canvas.surface()
        name_letters(sheet, _NAME, self.scale, "711", "CARD\nREADER")
        sign_letters(sheet, _SIGN, self.scale, "TAKE DECK OUT")
        for text, well in (("HOPPER", HOPPER), ("STACKER", STACKER)):
            x, y = (well[0] + well[2]) * self.scale, (well[1] + well[3] + 7.6) * self.scale
            ENGRAVING.draw(sheet, text, x, y, 8.6 * self.scale, (34, 34, 36), "right", 0.13, 0.25)
        return sheet

    def _wells(self, canvas: Canvas) -> None:
        """The three openings, the rollers between them and the hopper's rails."""
        for rect in _WELLS:
            canvas.recess(rect, 4.0, (30, 30, 32), (46, 46, 48), depth=9.0, strength=0.7, lip=2.0)
        left, top, wide, tall = HOPPER
        for x in (left + 1.0, left + wide - 6.0):
            canvas.rod((x, top + 2.0, 5.0, tall - 2.0), (150, 152, 154), upright=True)
        for rect in (HOPPER, STACKER):
            floor = (rect[0] + 2.0, rect[1] + rect[3] - _FLOOR, rect[2] - 4.0, _FLOOR)
            canvas.plate(floor, 1.0, (196, 198, 198), (120, 122, 124), 1.2, 0.4)
        # The bed is a polished plate with the brushes' bar across it.
        bed = (BED[0] + 3.0, BED[1] + 1.0, BED[2] - 6.0, BED[3] - 2.0)
        canvas.plate(bed, 1.0, (92, 94, 96), (58, 59, 61), 0.0, 0.0, 1.0)
        canvas.inner_shadow(BED, 4.0, 8.0, 0.65)
        for y in (BED[1] + 4.0, BED[1] + BED[3] - 10.0):
            canvas.rod((BED[0] + 6.0, y, BED[2] - 12.0, 6.0), (120, 122, 124))
        canvas.rod((BED[0] - 4.0, BED[1] + 52.0, BED[2] + 8.0, 9.0), (60, 60, 62), gloss=0.3)

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The hopper's fittings, piles, the letters of labels, a blank card."""
        yield from (self._glass, self._weight, self._tab, self._edges)
        yield from super().sprites()
        yield partial(ENGRAVING.prepare, LABEL * self.scale, 0.13)
        yield partial(cards.prepare, self.px(CARD_WIDE))

    def look(self, state: object, now_ms: int) -> list[PlacedSprite]:
        scene = attended(state)
        view: ReaderView = scene.view
        self._follow(view, now_ms)
        lit = {
            "ready": view.ready,
            "selected": view.selected,
            "end_of_file": view.end_of_file,
            "jammed": view.jammed,
        }
        stamps = self._hopper(view) + self._stacker(view) + self._bed(view)
        return stamps + self.fitted(lit, scene, now_ms)

    def _follow(self, view: ReaderView, now_ms: int) -> None:
        """Whether more than one card has begun to pass since the last look."""
        if self._seen == (view, now_ms):
            return
        self._seen = (view, now_ms)
        self._hurried = view.cycles - self._cycles if self._cycles >= 0 else 0
        self._cycles = view.cycles
        if not self._travels(view):
            self._last = view.card

    def _travels(self, view: ReaderView) -> bool:
        return view.card is not None and view.travel_us < CARD_US

    def _hopper(self, view: ReaderView) -> list[PlacedSprite]:
        """The deck, the weight on it, and the tab that says whose it is and how many."""
        floor = HOPPER[1] + HOPPER[3] - _FLOOR
        tall = pile_units(view.hopper)
        stamps = self._pile(view.hopper, floor)
        top = self.px(floor - tall - _WEIGHT)
        stamps.append(PlacedSprite(self._weight(), self.px(HOPPER[0] + 6.0), top))
        words = f"{view.hopper} CARDS" if view.hopper != 1 else "1 CARD"
        name = view.deck if view.hopper else ""
        written = self.brief(("tab", name, words), partial(self._written, name, words))
        place = self.px(HOPPER[0] + 16.0), self.px(HOPPER[1] + 4.0)
        return [*stamps, PlacedSprite(self._tab(), *place), PlacedSprite(written, *place)]

    def _pile(self, count: int, floor: float) -> list[PlacedSprite]:
        """A deck seen from its edge, standing on ``floor``."""
        if not count:
            return []
        tall = max(self.px(pile_units(count)), 2)
        sprite = self._edges()
        area = (0, sprite.get_height() - tall, sprite.get_width(), tall)
        return [PlacedSprite(sprite, self.px(_CARD_LEFT), self.px(floor) - tall, area)]

    def _edges(self) -> pygame.Surface:
        size = self.px(CARD_WIDE), self.px(pile_units(1000)) + 2
        return self.sprite("edges", partial(cards.edges, *size))

    def _weight(self) -> pygame.Surface:
        return self.sprite("weight", self._draw_weight)

    def _draw_weight(self) -> pygame.Surface:
        wide = HOPPER[2] - 12.0
        canvas = Canvas(self.px(wide), self.px(_WEIGHT), self.scale, 2)
        canvas.plate((0, 3, wide, _WEIGHT - 3), 1.5, (206, 208, 208), (110, 112, 114), 1.5, 0.5)
        canvas.rod((wide / 2 - 26, 0, 52, 5.0), (70, 70, 74))
        return canvas.surface()

    def _tab(self) -> pygame.Surface:
        """A card label in the hopper's frame."""
        return self.sprite("tab", self._draw_tab)

    def _draw_tab(self) -> pygame.Surface:
        wide, tall = _TAB
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        canvas.plate((0, 0, wide, tall), 1.0, (240, 236, 222), (222, 216, 198), 0.8, 0.2)
        return canvas.surface()

    def _written(self, name: str, words: str) -> pygame.Surface:
        """What is written on the label."""
        wide, tall = _TAB
        made = pygame.Surface((self.px(wide), self.px(tall)), pygame.SRCALPHA, 32)
        high, ink = LABEL * self.scale, (52, 44, 40)
        middle = tall * self.scale / 2
        ENGRAVING.draw(made, words, (wide - 5) * self.scale, middle, high, ink, "right", 0.13)
        room = (wide - 16) * self.scale - ENGRAVING.width(words, high)
        while name and ENGRAVING.width(name, high) > room:
            name = name[:-1]
        ENGRAVING.draw(made, name, 5 * self.scale, middle, high, ink, "left", 0.13)
        return made

    def _stacker(self, view: ReaderView) -> list[PlacedSprite]:
        """The read cards, and the last of them leaning on the back."""
        floor = STACKER[1] + STACKER[3] - _FLOOR
        count = view.stacker
        stamps = []
        last = self._last
        if count and last is not None:
            width = self.px(CARD_WIDE)
            tall = self.px(CARD_TALL * _LEAN)
            leaning = self.brief(("leaning", last), partial(cards.leaning, last, width, tall))
            top = self.px(floor - pile_units(count)) - tall + 1
            cut = max(self.px(STACKER[1] + 2) - top, 0)
            area = (0, cut, width, tall - cut)
            stamps.append(PlacedSprite(leaning, self.px(_CARD_LEFT), top + cut, area))
        stamps += self._pile(count, floor)
        words = f"{count} READ"
        sprite = self.brief(("read", words), partial(self._count, words))
        stamps.append(PlacedSprite(sprite, self.px(STACKER[0] + 8.0), self.px(STACKER[1] + 4.0)))
        return stamps

    def _count(self, words: str) -> pygame.Surface:
        return ENGRAVING.text_surface(words, LABEL * self.scale, (206, 202, 190), 0.13, 0.06)

    def _bed(self, view: ReaderView) -> list[PlacedSprite]:
        """The card that is passing, clipped to the bed, and the glass over it."""
        stamps = []
        x, width = self.px(_CARD_LEFT), self.px(CARD_WIDE)
        top, bottom = self.px(BED[1]), self.px(BED[1] + BED[3])
        if self._hurried > 1 and view.card is not None:
            blur = cards.passing(view.card, width, bottom - top)
            stamps.append(PlacedSprite(blur, x, top))
        elif self._travels(view) and view.card is not None:
            sprite = cards.face(view.card, width)
            if view.jammed:
                sprite = self.brief(("jam", view.card), partial(_crooked, view.card, width))
            share = view.travel_us / CARD_US
            start = BED[1] - CARD_TALL
            y = self.px(start + (BED[3] + CARD_TALL) * share)
            first, last = max(y, top), min(y + sprite.get_height(), bottom)
            if last > first:
                area = (0, first - y, width, last - first)
                stamps.append(PlacedSprite(sprite, x, first, area))
        stamps.append(PlacedSprite(self._glass(), self.px(BED[0] - 4.0), top))
        return stamps

    def _glass(self) -> pygame.Surface:
        """The pane over the bed, with the brushes' bar behind it and the light on it."""
        return self.sprite("glass", self._draw_glass)

    def _draw_glass(self) -> pygame.Surface:
        wide, tall = BED[2] + 8.0, BED[3]
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        pane = (4.0, 0.0, BED[2], tall)
        where, x, y = canvas.window(pane)
        del x
        shade = 0.42 * np.exp(-((y / canvas.k) / 9.0))
        inside = canvas.box(*canvas.window(pane)[1:], pane, 4.0)
        canvas.over(where, (0, 0, 0), np.asarray(shade * np.clip(0.5 - inside, 0, 1), np.float32))
        canvas.shadow((6.0, 52.0, BED[2] - 4.0, 9.0), 2.0, 3.0, 2.5, 0.6)
        canvas.rod((0.0, 52.0, wide, 9.0), (64, 64, 67), gloss=0.35)
        for step in range(0, 80, 2):
            canvas.line((13.0 + step * 2.9, 60.0, 0.9, 3.0), (196, 150, 84), 0.9)
        canvas.glass(pane, 4.0, 0.13)
        return canvas.surface()


def _crooked(card: Card, width: int) -> pygame.Surface:
    """A card that has jammed: not straight, one corner crumpled up."""
    turned = pygame.transform.rotozoom(cards.face(card, width), 4.0, 0.96)
    made = pygame.Surface((width, turned.get_height()), pygame.SRCALPHA, 32)
    made.blit(turned, ((width - turned.get_width()) // 2, 0))
    return made
