"""The sheet on which a visitor plays: a board in pencil, who plays, whose move it is.

While nobody plays by hand it stands empty, and says which knob gives a visitor a side.  The rubber
that lies on it takes the visitor's last mark back.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame

from devices.screen.lettering import Engraving
from devices.screen.part import Touch
from devices.screen.parts.pencil_board import Marks, PencilBoardPart, PencilSheet
from devices.screen.parts.relief import Canvas
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite
from machines.games.noughts.board import READING
from machines.games.noughts.marks import ROWS, finished_line
from machines.pegasus.picture.play_slip import WORDS

SIZE = (430.0, 312.0)
SHEET = PencilSheet((5.0, 6.0, 418.0, 298.0), (32.0, 36.0, 236.0), 0.8, READING, ROWS, 53)
RUBBER = (288.0, 234.0, 118.0, 54.0)
_COLUMN = (284.0, 38.0, 126.0)
"""Left, top and width of what is written beside the board."""
_WRITTEN, _SAID = (96, 90, 86), (44, 40, 42)
_PINK, _PALE_PINK = ((232, 142, 136), (206, 108, 104)), ((226, 206, 198), (206, 188, 180))
_BLUE, _PALE_BLUE = ((64, 104, 148), (44, 78, 118)), ((186, 190, 192), (168, 172, 176))
_HIGH, _PITCH = 11.5, 19.0


@dataclass(frozen=True)
class PlaySheetState:
    """What stands on the sheet."""

    marks: Marks = ()
    players: tuple[str, ...] = ()
    """Who plays, a line each."""
    said: str = ""
    """Whose move it is, what the program chose, or how it ended."""
    undoable: bool = False
    held: bool = False
    """Whether the rubber is under a finger."""


class PlaySheetPart(PencilBoardPart):
    """The sheet."""

    size = SIZE
    pencil_sheet = SHEET

    def __init__(self) -> None:
        super().__init__()
        self.letters = Engraving()
        self.forget_marks()
        squares = (SHEET.touch(number, WORDS("square_help", n=number)) for number in range(9))
        label, told = WORDS("take_back"), WORDS("take_back_help")
        undo = Touch("undo", RUBBER, "button", label, told, "u")
        self._touches = (*squares, undo)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.forget_marks()
        canvas = Canvas(width, height, self.scale, 1, seed=5)
        x, y, wide, high = SHEET.paper
        canvas.shadow((x + 2.0, y + 3.0, wide, high), 0.0, 5.0, 5.0, 0.5)
        made = canvas.surface()
        self.lay_sheet(made)
        return made

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Marks, the rubber as it can lie, the strokes through a line."""
        yield from self.mark_sprites()
        for undoable, held in ((False, False), (True, False), (True, True)):
            yield partial(self._rubber, undoable, held)
        yield from self.line_sprites()

    def look(self, state: PlaySheetState, now_ms: int) -> list[PlacedSprite]:
        stamps = self.marks(state.marks, finished_line(state.marks), now_ms)
        left, top, wide = _COLUMN
        for words, ink in (*((one, _WRITTEN) for one in state.players), (state.said, _SAID)):
            for line in self._wrapped(words, wide):
                stamps.append(PlacedSprite(self._line(line, ink), self.px(left), self.px(top)))
                top += _PITCH
            top += 5.0
        rubber = self._rubber(state.undoable, state.held)
        return [*stamps, PlacedSprite(rubber, self.px(RUBBER[0]), self.px(RUBBER[1]))]

    # Lettering

    def _wrapped(self, words: str, wide: float) -> list[str]:
        """The words in lines no wider than that, units."""
        lines: list[str] = []
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.letters.width(longer, _HIGH, 0.02, 0.13) <= wide:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    @brief_sprite
    def _line(self, words: str, ink: tuple[int, int, int]) -> pygame.Surface:
        k, high = self.scale, _HIGH * self.scale
        room = (_COLUMN[2] + 4.0) * k
        wide = self.letters.width(words, high, 0.02, 0.13)
        high *= min(1.0, room / max(wide, 1.0))
        size = (round(min(wide, room)) + 3, self.px(_PITCH))
        made = pygame.Surface(size, pygame.SRCALPHA, 32)
        self.letters.draw(made, words, 1, size[1] / 2, high, ink, "left", 0.13, 0.02)
        return made

    @cached_sprite
    def _rubber(self, undoable: bool, held: bool) -> pygame.Surface:
        """A rubber in its paper sleeve, pale while there is nothing to take back."""
        wide, high = RUBBER[2], RUBBER[3]
        canvas = Canvas(self.px(wide), self.px(high), self.scale, 2, seed=9)
        sink = 2.0 if held else 0.0
        body = (3.0, 4.0 + sink, wide - 8.0, high - 12.0)
        if not held:
            canvas.shadow((5.0, 8.0, wide - 10.0, high - 14.0), 6.0, 3.0, 3.0, 0.45)
        pink, sleeve = (_PINK, _BLUE) if undoable else (_PALE_PINK, _PALE_BLUE)
        canvas.plate(body, 7.0, *pink, 2.0, 0.35, 1.0)
        canvas.plate((16.0, body[1] - 0.5, wide - 34.0, body[3] + 1.0), 1.5, *sleeve, 1.2, 0.3)
        made = canvas.surface()
        words, k = WORDS("take_back"), self.scale
        room, tall = wide - 46.0, 10.5
        tall *= min(1.0, room / self.letters.width(words, tall, 0.04, 0.14))
        middle = (wide / 2 - 1.0) * k, (body[1] + body[3] / 2) * k
        ink = (246, 244, 236) if undoable else (120, 122, 124)
        self.letters.draw(made, words, *middle, tall * k, ink, "centre", 0.14, 0.04)
        return made
