"""The 721 card punch as it stands in the room: blank cards, the card being punched, the stacker.

A blank card leaves the hopper face up, passes under the punches in its 600 ms row by row (nine
first: its foot leads; a hole is there once its row has passed), and falls on the punched cards.
"""

from functools import lru_cache

import pygame

from devices.media.card import Card
from devices.screen.part import Touch
from devices.screen.parts import cards
from devices.screen.parts.card_unit import CardUnitPart
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, cached_sprite
from devices.screen.parts.unit_part import Button, Plate
from devices.units.card_punch import CARD_US, PunchView

HOPPER: Rect = (132.0, 18.0, 202.0, 118.0)
BED: Rect = (132.0, 148.0, 202.0, 92.0)
STACKER: Rect = (132.0, 254.0, 202.0, 126.0)
_PUNCHES_Y = 46.0
"""Where the punches stand across the bed, from its top."""


class CardPunchPart(CardUnitPart):
    """The punch; paints a PunchView."""

    size = (352.0, 430.0)
    seed = 721
    plinth = (12.0, 408.0, 328.0, 22.0)
    boxes = ((0.0, 48.0, 352.0, 366.0), (118.0, 0.0, 234.0, 240.0))
    radius = 12.0
    panel = (7.0, 112.0, 118.0, 186.0)
    name_plate = (12.0, 66.0, 108.0, 36.0)
    number, title = "721", "CARD\nPUNCH"
    wells = (HOPPER, BED, STACKER)
    card_wide = 190.0
    card_us = CARD_US
    typed = False
    pile_scale, pile_seed = 0.80, 21
    lean = 0.40
    floor = 4.0
    deep, lip, bed_deep = 8.0, 1.8, 7.0
    legend = 7.6
    count_high, count_down = 8.0, 3.0
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

    def in_hopper(self, view: PunchView) -> list[PlacedSprite]:
        """The blank cards."""
        return [*self.pile(view.hopper, HOPPER), self.count(f"{view.hopper} BLANK", HOPPER)]

    def stacked(self, count: int) -> str:
        return f"{count} PUNCHED"

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
