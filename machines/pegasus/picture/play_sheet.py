"""The sheet on which a visitor plays: a board in pencil, who plays, whose move it is.

While nobody plays by hand it stands empty, and says which knob gives a visitor a side.  The rubber
that lies on it takes the visitor's last mark back.

The board is pencilled, each mark with the number of its move; the rest is typed.  It has two
arrangements: as it lies beside the desk, and large while somebody plays.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import paper, sheet
from devices.screen.part import Touch
from devices.screen.parts.pencil_board import PENCIL, Lead, PencilBoardPart, PencilSheet, mark
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, SpritePart, brief_sprite, cached_sprite
from devices.screen.print_faces import Typebars, marks_ahead
from devices.screen.room import DrawContext
from machines.games.noughts.board import READING
from machines.games.noughts.marks import ROWS, finished_line, signed
from machines.pegasus.picture.words import WORDS, odds, players, said
from machines.pegasus.view import PegasusScene

# -- A slip of paper beside the machine: the last play on its board, the odds of a position's
#    moves, and the play that is made over and over, if one begins to be ---------------------------

BOARD = (24.0, 34.0, 134.0)
"""Left, top and side."""
CELL = BOARD[2] / 3
SIGNS = {1: "+", 0: ".", -1: "-"}
OUTCOMES = {1: "nought_wins", 0: "drawn", -1: "cross_wins"}
COLUMN, ROW = 12.6, 22
_BARS = (192.0, 52.0, 214.0)
"""Left, top and length of the bars of the odds."""
_BAR_STEP = 30.0
_FILL = (196, 92, 62)
_VARIETIES = 3
STANDS_OUT = 20
"""From so many times in a hundred on a play is called the standard one."""

_LETTERS = Engraving()
_TYPE = Typebars()


class PlaySlipPart(SpritePart):
    """The slip."""

    size = (430.0, 216.0)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        rgb = paper(width, height, 53, (243, 239, 226))
        y = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
        x = np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
        rgb *= 1.02 - 0.05 * y - 0.03 * x
        edge = max(self.px(1.0), 1)
        rgb[:edge] *= 1.03
        rgb[-edge:] *= 0.86
        rgb[:, -edge:] *= 0.90
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        made.blit(sheet(rgb), (0, 0))
        side = self.px(BOARD[2])
        grid = mark("grid", side, Lead(PENCIL.colour, 0.012, 0.30), 2)
        made.blit(grid, (self.px(BOARD[0]), self.px(BOARD[1])))
        self._letter(made, WORDS("last_play"), BOARD[0], 18.0, 11.5)
        for number, square in enumerate(READING):
            left, top = self._corner(number)
            self._letter(made, str(square), left + 4.0, top + 8.0, 6.2, (160, 152, 140))
        return made

    def _letter(
        self,
        target: pygame.Surface,
        text: str,
        x: float,
        y: float,
        high: float,
        ink: tuple[int, int, int] = (44, 40, 38),
    ) -> None:
        k = self.scale
        _LETTERS.draw(target, text, x * k, y * k, high * k, ink, "left", 0.14, 0.04)

    def _corner(self, number: int) -> tuple[float, float]:
        """Where the square that is read as number 0 to 8 begins, in units."""
        row, column = divmod(number, 3)
        return BOARD[0] + column * CELL, BOARD[1] + row * CELL

    # What is seen.

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The marks and their numbers."""
        for sign in "OX":
            for variety in range(_VARIETIES):
                yield partial(self._mark, sign, variety)
        for move in range(1, 9):
            yield partial(self._move, move)
        yield from marks_ahead("012345678+-.", *self._type_size())

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene: PegasusScene = context.view.scene
        play = scene.visitor
        mine = play is not None and play.over and play.plays == scene.made
        last = play.squares if play is not None and mine else scene.last  # as it lies on the sheet
        title, rows = odds(scene)
        stamps = []
        for move, square in enumerate(last):
            left, top = self._corner(READING.index(int(square)))
            sprite = self._mark("OX"[move % 2], (move // 2 + int(square)) % _VARIETIES)
            inset = CELL * 0.05
            stamps.append(PlacedSprite(sprite, self.px(left + inset), self.px(top + inset)))
            figure = self._move(move + 1)
            stamps.append(
                PlacedSprite(figure, self.px(left + CELL - 11.0), self.px(top + CELL - 14.0))
            )
        if last:
            stamps.append(self._typed(f"{last} {SIGNS[scene.result]}", BOARD[0], 174.0))
            stamps.append(self._text_sprite(WORDS(OUTCOMES[scene.result]), BOARD[0], 203.0))
        stamps.append(PlacedSprite(self._head(title), self.px(_BARS[0]), self.px(9.0)))
        step = min(_BAR_STEP, (self.size[1] - _BARS[1] + 16.0) / max(len(rows), 1))
        for row, (words, chance, chosen) in enumerate(rows):
            y = _BARS[1] - 20.0 + row * step
            bar = self._odds(words, round(chance * 1000), chosen, step < _BAR_STEP)
            stamps.append(PlacedSprite(bar, self.px(_BARS[0]), self.px(y)))
        if scene.standard and scene.often >= STANDS_OUT and len(rows) <= 3:
            words = WORDS("standard", n=scene.often)
            stamps.append(self._text_sprite(words, _BARS[0], 140.0))
            stamps.append(self._typed(scene.standard, _BARS[0], 148.0))
        return stamps

    def _mark(self, sign: str, variety: int) -> pygame.Surface:
        return mark(sign, self.px(CELL * 0.90), PENCIL, 61 + variety)

    @cached_sprite
    def _move(self, move: int) -> pygame.Surface:
        made = pygame.Surface((self.px(12.0), self.px(14.0)), pygame.SRCALPHA, 32)
        k = self.scale
        _LETTERS.draw(made, str(move), 5.0 * k, 6.5 * k, 8.0 * k, (150, 40, 32), "centre", 0.15)
        return made

    def _typed(self, text: str, x: float, y: float) -> PlacedSprite:
        return PlacedSprite(self._type(text), self.px(x), self.px(y))

    @brief_sprite
    def _type(self, text: str) -> pygame.Surface:
        column, row = self._type_size()
        made = pygame.Surface((round(column * (len(text) + 1)), row), pygame.SRCALPHA, 32)
        _TYPE.draw(made, text, 0.0, 0, column, row)
        return made

    def _type_size(self) -> tuple[float, int]:
        """A column's and a row's pixels."""
        return COLUMN * self.scale, self.px(ROW)

    def _text_sprite(self, text: str, x: float, middle: float) -> PlacedSprite:
        return PlacedSprite(self._write(text), self.px(x), self.px(middle - 8.0))

    @brief_sprite
    def _write(self, text: str) -> pygame.Surface:
        high = 9.4 * self.scale
        wide = round(_LETTERS.width(text, high, 0.02, 0.13)) + 4
        made = pygame.Surface((wide, self.px(16.0)), pygame.SRCALPHA, 32)
        _LETTERS.draw(made, text, 1, self.px(8.0), high, (70, 64, 60), "left", 0.13, 0.02)
        return made

    @brief_sprite
    def _head(self, words: str) -> pygame.Surface:
        k, high, room = self.scale, 11.5, self.size[0] - _BARS[0] - 6.0
        high *= min(1.0, room / _LETTERS.width(words, high, 0.04, 0.14))
        made = pygame.Surface((self.px(room), self.px(18.0)), pygame.SRCALPHA, 32)
        _LETTERS.draw(made, words, 0, self.px(9.0), high * k, (44, 40, 38), "left", 0.14, 0.04)
        return made

    @brief_sprite
    def _odds(self, words: str, shown: int, chosen: bool, thin: bool) -> pygame.Surface:
        """One move: its square and kind, and its chance as a bar and a number; a thin one has its
        bar beside the words.  The chosen one is marked."""
        k, long = self.scale, _BARS[2]
        made = pygame.Surface((self.px(long + 14.0), self.px(_BAR_STEP)), pygame.SRCALPHA, 32)
        ink = (150, 40, 32) if chosen else (60, 54, 50)
        weight = 0.17 if chosen else 0.13
        said = f"\u2022 {words}" if chosen else words
        _LETTERS.draw(made, said, k, 7 * k, 8.6 * k, ink, "left", weight, 0.04)
        percent = f"{shown / 10:.1f}%"
        _LETTERS.draw(made, percent, long * k, 7 * k, 8.6 * k, ink, "right", weight)
        left, top = (86.0, 2.0) if thin else (0.0, 15.0)
        wide = long - left - (46.0 if thin else 0.0)
        frame = pygame.Rect(self.px(left), self.px(top), self.px(wide), self.px(11.0))
        made.fill((222, 214, 196), frame)
        made.fill(_FILL, (frame.x, frame.y, round(frame.width * shown / 1000), frame.height))
        pygame.draw.rect(made, ink, frame, max(round(0.8 * k), 1))
        return made


# -- play sheet ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SheetLayout:
    """Where everything is on the sheet, in units."""

    size: tuple[float, float]
    pencilled: PencilSheet
    rubber: tuple[float, float, float]
    """Left, top, and how many times as large as usual."""
    column: tuple[float, float, float]
    """Left, top and width of what is written beside the board."""
    high: float = 11.5
    """Of its capitals."""


USUAL = SheetLayout(
    (430.0, 312.0),
    PencilSheet((5.0, 6.0, 418.0, 298.0), (32.0, 36.0, 236.0), 0.8, READING, ROWS, 53),
    (288.0, 234.0, 1.0),
    (284.0, 38.0, 126.0),
)
IN_PLAY = SheetLayout(
    (326.0, 270.0),
    PencilSheet((3.0, 3.0, 319.0, 263.0), (14.0, 17.0, 236.0), 0.4, READING, ROWS, 53),
    (254.0, 224.0, 0.53),
    (256.0, 22.0, 57.0),
    6.2,
)
RUBBER = (118.0, 54.0)
_WRITTEN, _SAID = (96, 90, 86), (44, 40, 42)
_PINK, _PALE_PINK = ((232, 142, 136), (206, 108, 104)), ((226, 206, 198), (206, 188, 180))
_BLUE, _PALE_BLUE = ((64, 104, 148), (44, 78, 118)), ((186, 190, 192), (168, 172, 176))
_PITCH = 1.65
"""From line to line, in capital heights."""


class PlaySheetPart(PencilBoardPart):
    """The sheet."""

    def __init__(self, arranged: SheetLayout = USUAL) -> None:
        super().__init__()
        self.arranged, self.size, self.pencil_sheet = arranged, arranged.size, arranged.pencilled
        self.letters = Engraving()
        self.forget_marks()
        sheet = arranged.pencilled
        squares = (sheet.touch(number, WORDS("square_help", n=number)) for number in range(9))
        label, told = WORDS("take_back"), WORDS("take_back_help")
        left, top, zoom = arranged.rubber
        rubber: Rect = (left, top, RUBBER[0] * zoom, RUBBER[1] * zoom)
        self._touches = (*squares, Touch("undo", rubber, "button", label, told, "u"))

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.forget_marks()
        canvas = Canvas(width, height, self.scale, 1, seed=5)
        x, y, wide, high = self.pencil_sheet.paper
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

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene: PegasusScene = context.view.scene
        play = scene.visitor
        marks = signed(tuple(map(int, play.squares))) if play else ()
        stamps = self.marks(marks, finished_line(marks), now_ms)
        written = [(WORDS("invited"), _SAID)]
        if play is not None or scene.seats:
            written = [*((player, _WRITTEN) for player in players(scene)), (said(scene), _SAID)]
        left, top, wide = self.arranged.column
        pitch = _PITCH * self.arranged.high
        for words, ink in written:
            for line in self._wrapped(words, wide):
                stamps.append(PlacedSprite(self._line(line, ink), self.px(left), self.px(top)))
                top += pitch
            top += 0.26 * pitch
        rubber = self._rubber(scene.undoable, "undo" in context.held_at("sheet"))
        left, top, _ = self.arranged.rubber
        return [*stamps, PlacedSprite(rubber, self.px(left), self.px(top))]

    # Lettering

    def _wrapped(self, words: str, wide: float) -> list[str]:
        """The words in lines no wider than that, units."""
        lines: list[str] = []
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.letters.width(longer, self.arranged.high, 0.02, 0.13) <= wide:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    @brief_sprite
    def _line(self, words: str, ink: tuple[int, int, int]) -> pygame.Surface:
        k, high = self.scale, self.arranged.high * self.scale
        room = (self.arranged.column[2] + 4.0) * k
        wide = self.letters.width(words, high, 0.02, 0.13)
        high *= min(1.0, room / max(wide, 1.0))
        size = (round(min(wide, room)) + 3, self.px(_PITCH * self.arranged.high))
        made = pygame.Surface(size, pygame.SRCALPHA, 32)
        self.letters.draw(made, words, 1, size[1] / 2, high, ink, "left", 0.13, 0.02)
        return made

    @cached_sprite
    def _rubber(self, undoable: bool, held: bool) -> pygame.Surface:
        """A rubber in its paper sleeve, pale while there is nothing to take back."""
        (wide, high), k = RUBBER, self.scale * self.arranged.rubber[2]
        canvas = Canvas(round(wide * k), round(high * k), k, 2, seed=9)
        sink = 2.0 if held else 0.0
        body = (3.0, 4.0 + sink, wide - 8.0, high - 12.0)
        if not held:
            canvas.shadow((5.0, 8.0, wide - 10.0, high - 14.0), 6.0, 3.0, 3.0, 0.45)
        pink, sleeve = (_PINK, _BLUE) if undoable else (_PALE_PINK, _PALE_BLUE)
        canvas.plate(body, 7.0, *pink, 2.0, 0.35, 1.0)
        canvas.plate((16.0, body[1] - 0.5, wide - 34.0, body[3] + 1.0), 1.5, *sleeve, 1.2, 0.3)
        made = canvas.surface()
        words = WORDS("take_back")
        room, tall = wide - 46.0, 10.5
        tall *= min(1.0, room / self.letters.width(words, tall, 0.04, 0.14))
        middle = (wide / 2 - 1.0) * k, (body[1] + body[3] / 2) * k
        ink = (246, 244, 236) if undoable else (120, 122, 124)
        self.letters.draw(made, words, *middle, tall * k, ink, "centre", 0.14, 0.04)
        return made
