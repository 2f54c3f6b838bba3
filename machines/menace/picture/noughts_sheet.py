"""The board on a sheet of paper: pencilled noughts and crosses, with the drawn beads beside them.

Squares have Michie's numbers, printed small: 1 2 3 over 8 0 4 over 7 6 5.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import pygame

from devices.screen.materials import sheet
from devices.screen.parts.pencil_board import PencilBoardPart, PencilSheet
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, within
from machines.games.noughts.board import READING
from machines.games.noughts.marks import ROWS, finished_line, signed
from machines.menace import motion
from machines.menace.picture import beads, words
from machines.menace.picture.table import ORIGIN, OnTable, Standing, TablePart

SIZE = (420.0, 454.0)
SHEET = PencilSheet((30.0, 18.0, 356.0, 418.0), (54.0, 40.0, 306.0), 2.4, READING, ROWS)
BEAD = 30.0
_WRITTEN = (60, 58, 62)


class NoughtsSheetPart(PencilBoardPart, TablePart):
    """The sheet on the table."""

    size = SIZE
    pencil_sheet = SHEET

    def __init__(self, at: Standing = ORIGIN) -> None:
        super().__init__(at)
        self.forget_marks()
        self._touches = tuple(
            SHEET.touch(square, words.WORDS("square_help", n=square)) for square in range(9)
        )

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.forget_marks()
        x, y, wide, high = SHEET.paper
        spot = (x + 8, y + 9, wide - 4, high - 4)
        made = sheet(self.ground(width, height, (spot, 9.0, 0.60, 0.0)))
        self.lay_sheet(made)
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Marks as they are drawn, whole ones first; beads; the strokes through a line."""
        yield from self.mark_sprites()
        for colour, lift in product(range(9), range(5)):
            yield partial(beads.bead_sprites, colour, self._diameter(), (0.0, 0.0), lift)
        for high in (14.0, 12.0):
            yield partial(self.letters.prepare, high * self.scale, 0.125)
        yield from self.line_sprites()

    # What is seen.

    def look(self, state: OnTable, now_ms: int) -> list[PlacedSprite]:
        scene = state.scene
        marks = signed(motion.marks_in_view(scene))
        stamps = self.marks(marks, finished_line(marks), now_ms)
        for square, colour in motion.beads_in_view(scene):
            stamps += beads.bead_sprites(
                colour, self._diameter(), self.at_square(square, 0.80, 0.80)
            )
        stamps += self._words(words.words(scene))
        for one in state.flying:
            stamps += one.sprites(self._diameter(), self.scale)
        return within(stamps, (self.px(SIZE[0]), self.px(SIZE[1])))

    def _words(self, lines: tuple[str, ...]) -> list[PlacedSprite]:
        stamps = []
        _, top, side = SHEET.board
        for row, line in enumerate(lines):
            sprite = self._text(line, (14.0 if row == 0 else 12.0) * self.scale)
            x = self.px(SHEET.middle[0] + 3.0 + 0.9 * row) - sprite.get_width() // 2
            stamps.append(PlacedSprite(sprite, x, self.px(top + side + 10.0 + 26.0 * row)))
        return stamps

    @brief_sprite
    def _text(self, line: str, high: float) -> pygame.Surface:
        flat = self.letters.text_surface(line, high, _WRITTEN, 0.125)
        return pygame.transform.rotozoom(flat, SHEET.turn, 1.0)

    def _diameter(self) -> int:
        return max(self.px(BEAD), 3)


def place_on_sheet(square: int, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
    """A place in a square of the board as it lies there, in units of the part."""
    return SHEET.place(square, across, down)
