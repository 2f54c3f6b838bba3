"""The 711 card reader as it stands in the room: hopper, card bed, stacker, buttons, lights.

The deck lies in the hopper; the lowest card leaves it, passes down the bed behind glass with its
face towards the visitor in the 240 ms of its cycle, and comes to lie on the read cards in the
stacker.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pygame

from devices.media.card import Card
from devices.screen.parts import cards
from devices.screen.parts.card_unit import CardUnitPart, pile_units
from devices.screen.parts.relief import Canvas
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite
from devices.screen.parts.unit_part import ENGRAVING, draw_louvres, read_front
from devices.screen.words import Words
from devices.units.card_reader import CARD_US, FRONT_DECK, ReaderView

WORDS = Words("museum")

FRONT = read_front("card-reader")
HOPPER, BED, STACKER = FRONT.wells
_WEIGHT = 12.0
"""Height of the plate that presses the deck down."""
_TAB = (HOPPER[2] - 32.0, 17.0)


class CardReaderPart(CardUnitPart):
    """The reader; paints a ReaderView."""

    front, unit = FRONT, "reader"
    card_wide = 246.0
    card_us = CARD_US

    def __init__(self, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(keys)
        self._touches = tuple(
            replace(touch, next_value=_taken_out) if touch.control == "empty_hopper" else touch
            for touch in self._touches
        )

    def draw_body(self, canvas: Canvas) -> None:
        super().draw_body(canvas)
        for y in (BED[1] + 4.0, BED[1] + BED[3] - 10.0):
            canvas.rod((BED[0] + 6.0, y, BED[2] - 12.0, 6.0), (120, 122, 124))
        # The brushes' bar lies across the bed.
        canvas.rod((BED[0] - 4.0, BED[1] + 52.0, BED[2] + 8.0, 9.0), (60, 60, 62), gloss=0.3)

    def draw_rails(self, canvas: Canvas) -> None:
        left, top, wide, tall = HOPPER
        for x in (left + 1.0, left + wide - 6.0):
            canvas.rod((x, top + 2.0, 5.0, tall - 2.0), (150, 152, 154), upright=True)

    def draw_front(self, canvas: Canvas) -> None:
        draw_louvres(canvas, (20.0, 420.0, 120.0, 60.0), 7)

    def own_sprites(self) -> tuple[Callable[[], object], ...]:
        return self._weight, self._tab

    def in_hopper(self, view: ReaderView) -> list[PlacedSprite]:
        """The deck, the weight on it, and the tab that says whose it is and how many."""
        top = HOPPER[1] + HOPPER[3] - self.floor - pile_units(view.hopper) - _WEIGHT
        words = WORDS("card" if view.hopper == 1 else "cards", n=view.hopper)
        written = self._label(view.deck.removesuffix(".txt") if view.hopper else "", words)
        corner = HOPPER[0] + 16.0, HOPPER[1] + 4.0
        return [
            *self.pile(view.hopper, HOPPER),
            self.placed(self._weight(), HOPPER[0] + 6.0, top),
            self.placed(self._tab(), *corner),
            self.placed(written, *corner),
        ]

    @cached_sprite
    def _weight(self) -> pygame.Surface:
        wide = HOPPER[2] - 12.0
        canvas = Canvas(self.px(wide), self.px(_WEIGHT), self.scale, 2)
        canvas.plate((0, 3, wide, _WEIGHT - 3), 1.5, (206, 208, 208), (110, 112, 114), 1.5, 0.5)
        canvas.rod((wide / 2 - 26, 0, 52, 5.0), (70, 70, 74))
        return canvas.surface()

    @cached_sprite
    def _tab(self) -> pygame.Surface:
        """A card label in the hopper's frame."""
        wide, tall = _TAB
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        canvas.plate((0, 0, wide, tall), 1.0, (240, 236, 222), (222, 216, 198), 0.8, 0.2)
        return canvas.surface()

    @brief_sprite
    def _label(self, name: str, words: str) -> pygame.Surface:
        """What is written on the label."""
        wide, tall = _TAB
        made = pygame.Surface((self.px(wide), self.px(tall)), pygame.SRCALPHA, 32)
        high, ink = self.count_high * self.scale, (52, 44, 40)
        middle = tall * self.scale / 2
        ENGRAVING.draw(made, words, (wide - 5) * self.scale, middle, high, ink, "right", 0.13)
        room = (wide - 16) * self.scale - ENGRAVING.width(words, high)
        while name and ENGRAVING.width(name, high) > room:
            name = name[:-1]
        ENGRAVING.draw(made, name, 5 * self.scale, middle, high, ink, "left", 0.13)
        return made

    def stacked(self, count: int) -> str:
        return WORDS("cards_read", n=count)

    def passing_card(self, view: ReaderView, y: float) -> pygame.Surface:
        assert view.card is not None
        if view.jammed:
            return self._crooked(view.card)
        return cards.face(view.card, self.px(self.card_wide))

    @brief_sprite
    def _crooked(self, card: Card) -> pygame.Surface:
        """A card that has jammed: not straight, one corner crumpled up."""
        width = self.px(self.card_wide)
        turned = pygame.transform.rotozoom(cards.face(card, width), 4.0, 0.96)
        made = pygame.Surface((width, turned.get_height()), pygame.SRCALPHA, 32)
        made.blit(turned, ((width - turned.get_width()) // 2, 0))
        return made

    @cached_sprite
    def glass(self) -> pygame.Surface:
        """The pane over the bed, with the brushes' bar behind it and the light on it."""
        wide, tall = BED[2] + 8.0, BED[3]
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        pane = (4.0, 0.0, BED[2], tall)
        where, x, y = canvas.window(pane)
        shade = 0.42 * np.exp(-((y / canvas.k) / 9.0))
        inside = canvas.box(x, y, pane, 4.0)
        canvas.over(where, (0, 0, 0), np.asarray(shade * np.clip(0.5 - inside, 0, 1), np.float32))
        canvas.shadow((6.0, 52.0, BED[2] - 4.0, 9.0), 2.0, 3.0, 2.5, 0.6)
        canvas.rod((0.0, 52.0, wide, 9.0), (64, 64, 67), gloss=0.35)
        for step in range(0, 80, 2):
            canvas.line((13.0 + step * 2.9, 60.0, 0.9, 3.0), (196, 150, 84), 0.9)
        canvas.glass(pane, 4.0, 0.13)
        return canvas.surface()


def _taken_out(view: ReaderView) -> int:
    """TAKE DECK OUT: where another deck lies behind one of which no card has been read, that one
    alone, so that the other comes in its place."""
    return FRONT_DECK if view.behind else 1
