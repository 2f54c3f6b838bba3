"""A sheet of paper on a wall, hanging by two pins: what a part's picture is drawn on."""

import pygame

from devices.screen.materials import soft_shadow
from devices.screen.parts.chart_words import sheet_of_paper
from devices.screen.parts.pins import pin
from devices.screen.parts.relief import Rect
from devices.screen.parts.sprites import SpritePart

MARGIN = (12.0, 10.0, 20.0, 24.0)
"""Of the part that is not paper: left, above, right, below (the shadow falls there)."""
PIN = 17.0


class PinnedSheet(SpritePart):
    """The sheet; what is on it a subclass lays within ``paper``."""

    @property
    def paper(self) -> Rect:
        """Where the sheet lies on the part, in units."""
        left, above, right, below = MARGIN
        return left, above, self.size[0] - left - right, self.size[1] - above - below

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        x, y, wide, tall = (self.px(side) for side in self.paper)
        blur = max(self.px(13.0), 2)
        made.blit(
            soft_shadow(wide, tall, blur, 0.42), (x - blur + self.px(6), y - blur + self.px(8))
        )
        made.blit(sheet_of_paper(wide, tall, self.px(1.0)), (x, y))
        head = pin(max(self.px(PIN), 4))
        for across in (0.03, 0.97):
            made.blit(head, head.get_rect(center=(x + round(wide * across), y + self.px(13.0))))
        return made
