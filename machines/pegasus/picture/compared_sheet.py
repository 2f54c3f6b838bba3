"""The sheet on the cork that shows the multipliers or, at a touch, before and after."""

from collections.abc import Callable, Iterator

import pygame

from devices.screen.part import Touch
from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.odds_chart import STAMP, OddsPart, OddsState, stamp_plate
from devices.screen.parts.sprites import LetteredPart, PlacedSprite, SpritePart, cached_sprite
from machines.pegasus.picture.words import WORDS

SIZE = (460.0, 226.0)
PLATE_AT = (SIZE[0] - STAMP[0] - 12.0, 10.0)


class ComparedSheetPart(LetteredPart):
    """The sheet."""

    size = SIZE

    def __init__(self) -> None:
        super().__init__()
        self.kinds: dict[type, SpritePart] = {
            ChartState: ChartPart(SIZE),
            OddsState: OddsPart(SIZE),
        }
        x, y, wide, high = *PLATE_AT, *STAMP
        around = (x - 8.0, y - 10.0, wide + 16.0, high + 22.0)
        label, told = WORDS("compare"), WORDS("compare_help")
        self._touches = (Touch("compare", around, "act", label, told, "v"),)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        for part in self.kinds.values():
            part.build(self.scale)
        return self.kinds[ChartState].make_sheet(width, height)

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Those of the figures."""
        for part in self.kinds.values():
            yield from part.sprites()

    def look(self, state: ChartState | OddsState, now_ms: int) -> list[PlacedSprite]:
        stamps = list(self.kinds[type(state)].look(state, now_ms))
        plate = self._plate(isinstance(state, OddsState))
        return [*stamps, PlacedSprite(plate, self.px(PLATE_AT[0]), self.px(PLATE_AT[1]))]

    @cached_sprite
    def _plate(self, down: bool) -> pygame.Surface:
        return stamp_plate(self.engraving, WORDS("compare"), self.scale, down)
