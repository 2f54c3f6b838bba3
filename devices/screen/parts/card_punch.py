"""The 721 card punch as it stands in the room: blank cards, the card being punched, the stacker.

A blank card leaves the hopper face up, passes under the punches in its 600 ms row by row (nine
first: its foot leads; a hole is there once its row has passed), and falls on the punched cards.
"""

from functools import lru_cache

import pygame

from devices.media.card import Card
from devices.screen.parts import cards
from devices.screen.parts.card_unit import CardUnitPart
from devices.screen.parts.relief import Canvas
from devices.screen.parts.sprites import PlacedSprite, cached_sprite
from devices.screen.parts.unit_part import read_front
from devices.screen.words import Words
from devices.units.card_punch import CARD_US, PunchView

WORDS = Words("museum")

FRONT = read_front("card-punch")
HOPPER, BED, STACKER = FRONT.wells
_PUNCHES_Y = 46.0
"""Where the punches stand across the bed, from its top."""


class CardPunchPart(CardUnitPart):
    """The punch; paints a PunchView."""

    front, unit = FRONT, "punch"
    card_wide = 190.0
    card_us = CARD_US
    typed = False
    pile_scale, pile_seed = 0.80, 21
    lean = 0.40
    floor = 4.0
    deep, lip, bed_deep = 8.0, 1.8, 7.0
    legend = 7.6
    count_high, count_down = 8.0, 3.0

    def in_hopper(self, view: PunchView) -> list[PlacedSprite]:
        """The blank cards."""
        return [
            *self.pile(view.hopper, HOPPER),
            self.count(WORDS("cards_blank", n=view.hopper), HOPPER),
        ]

    def stacked(self, count: int) -> str:
        return WORDS("cards_punched", n=count)

    def passing_card(self, view: PunchView, y: float) -> pygame.Surface:
        """The card with its holes cut as far as it has passed the punches."""
        assert view.card is not None
        passed = (y + self.card_tall - BED[1] - _PUNCHES_Y) / self.card_tall
        rows = min(max(round(passed * 13 - 0.5), 0), 12)
        return cards.face(_lower_rows(view.card, rows), self.px(self.card_wide), self.typed)

    @cached_sprite
    def glass(self) -> pygame.Surface:
        """The pane over the bed, and the block in which the 80 punches stand."""
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
