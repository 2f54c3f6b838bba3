"""The room: a table with the board; arrows on it are the beads of the open box."""

import pygame

from devices.panel.layout import PanelLayout
from devices.screen.lettering import Engraving
from devices.screen.materials import sheet, wood
from devices.screen.part import layout_touches
from devices.screen.parts.sprites import PlacedSprite, SpritePart
from devices.screen.room import Arrangement, DrawContext, PartPlacement, Room
from machines.hexapawn.exhibit import Hexapawn, HexapawnState

PAWNS = {"W": (240, 234, 220), "B": (34, 30, 30)}
BEADS = ((196, 60, 48), (52, 120, 190), (60, 150, 80), (226, 180, 60))


class TablePart(SpritePart):
    """The table: board, button, and a row of pawns that says who won the last games."""

    def __init__(self, layout: PanelLayout) -> None:
        super().__init__()
        self.size = (layout.width, layout.height)
        self._touches = layout_touches(layout)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        made = sheet(wood(width, height))
        for touch in self._touches:
            rect = pygame.Rect([self.px(side) for side in touch.rect]).inflate(-4, -4)
            made.fill((214, 190, 146), rect)
            Engraving().draw(made, touch.label, *rect.center, self.px(20), (40, 30, 20), "centre")
        return made

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        state: HexapawnState = context.view.scene
        seen = state.board, state.chosen, state.results, state.boxes.get(state.board, ())
        return [PlacedSprite(self.brief(seen, lambda: self._drawn(*seen)), 0, 0)]

    def _drawn(self, board, chosen, results, beads) -> pygame.Surface:
        made = pygame.Surface([self.px(side) for side in self.size], pygame.SRCALPHA, 32)
        at = [pygame.Rect([self.px(x) for x in one.rect]).center for one in self._touches[1:]]
        for square in range(9):
            if board[square] in PAWNS:
                pygame.draw.circle(made, PAWNS[board[square]], at[square], self.px(70))
            if square == chosen:
                pygame.draw.circle(made, BEADS[3], at[square], self.px(76), self.px(6))
        for bead, (start, to) in enumerate(beads):
            pygame.draw.line(made, BEADS[bead % 4], at[start], at[to], self.px(8))
            pygame.draw.circle(made, BEADS[bead % 4], at[to], self.px(16))
        for game, side in enumerate(results[-24:]):
            middle = self.px(50 + 30 * game), self.px(900)
            pygame.draw.circle(made, PAWNS[side], middle, self.px(11))
        return made


def make_room(layout: PanelLayout) -> Room:
    """The room for a panel's layout."""
    table = PartPlacement("table", lambda: TablePart(layout), (560, 24, 800, 940), "THE TABLE")
    return Room("hexapawn", "HEXAPAWN", Arrangement((table,)), Hexapawn(layout).view(), layout)
