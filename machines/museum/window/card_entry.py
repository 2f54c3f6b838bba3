"""Punching a card anew: the card as it is punched, and a keypunch's keyboard below it.

What is typed appears over its column and its holes are cut at once; the keyboard on the desk works
by mouse and finger, the real one by typing.  ENTER (or PUNCH) puts the card back into the machine.
"""

from collections.abc import Callable

import pygame

from devices.media.card import Card
from devices.screen import brass
from devices.screen.brass import INK, IVORY, LETTERS
from devices.screen.parts.cards import INCHES, face, face_height
from devices.screen.ui_text import UiText
from devices.units.unit import Value
from machines.museum.window.museum import TextPrompt
from machines.museum.window.overlay import PromptOverlay

TALL_SCALE = 0.86
"""So much smaller it is in an upright window, which is less wide than the keyboard."""
ROWS = ("1234567890-+", "QWERTYUIOP*/", "ASDFGHJKL=()", "ZXCVBNM,.$@")
FIRST_COLUMN, COLUMN = 0.2515, 0.087
"""Inches from the card's left edge to the middle of column 1, and from column to column."""
ERASE, SPACE, PUNCH, CANCEL = "\b", " ", "\r", "\x1b"


class CardEntry(PromptOverlay[TextPrompt]):
    """A card for one control; ``chosen`` is called with its text."""

    veil = 190
    typed_in = True

    def __init__(
        self,
        prompt: TextPrompt,
        words: UiText,
        chosen: Callable[[Value], None],
        sound: Callable[[str], None],
    ) -> None:
        super().__init__(prompt, words, chosen, sound)
        self.text = prompt.text[: prompt.columns]
        self.caret = len(self.text)
        self.card = pygame.Rect(0, 0, 1, 1)
        self.keys: dict[str, pygame.Rect] = {}
        self.down = ""

    def follow(self, old: PromptOverlay[TextPrompt]) -> None:
        """What was typed stays."""
        if isinstance(old, CardEntry):
            self.text, self.caret = old.text, old.caret

    def place(self) -> None:
        """The card above, the keyboard below."""
        if self.tall:
            self.unit *= TALL_SCALE
        if self.large:  # as large as the window allows
            self.unit = min(self.unit, self.room.width / 1240, self.room.height / 960)
        wide = self.px(1180)
        self.card = pygame.Rect(0, 0, wide, face_height(wide))
        self.card.midtop = self.room.centerx, self._top() + self.px(70)
        self.keys = self._lay_keys()

    def _top(self) -> int:
        """Where it begins: in an upright window low enough to be reached."""
        return self.room.top + (self.room.height // 3 if self.tall and not self.large else 0)

    def _lay_keys(self) -> dict[str, pygame.Rect]:
        px = self.px
        side, pitch = px(58), px(65)
        made: dict[str, pygame.Rect] = {}
        top = self.card.bottom + px(62)
        for row, chars in enumerate(ROWS):
            left = self.room.centerx - px(600) + px((0, 18, 36, 62)[row])
            for k, char in enumerate(chars):
                made[char] = pygame.Rect(left + k * pitch, top + row * pitch, side, side)
        right = self.room.centerx + px(262)
        for k, name in enumerate((ERASE, PUNCH, CANCEL)):
            made[name] = pygame.Rect(right, top + k * pitch, px(250), side)
        made[SPACE] = pygame.Rect(right, top + 3 * pitch, px(250), side)
        return made

    # Touch and keys

    def press(self, x: int, y: int) -> None:
        """A key of the keyboard, or a column of the card."""
        for name, rect in self.keys.items():
            if rect.inflate(self.px(6), self.px(6)).collidepoint(x, y):
                self.down = name
                self.fresh = True
                self._typed(name)
                return
        if self.card.collidepoint(x, y):
            inch = (x - self.card.left) * INCHES[0] / self.card.width
            column = round((inch - FIRST_COLUMN) / COLUMN)
            self.caret = min(len(self.text), max(0, column))
            self.fresh = True

    def release(self, x: int, y: int) -> None:
        """The key comes up."""
        self.down, self.fresh = "", True

    def key(self, name: str, text: str, shift: bool) -> None:
        """The real keyboard."""
        keys = {"backspace": ERASE, "return": PUNCH, "escape": CANCEL}
        moves = {"left": -1, "right": 1, "home": -999, "end": 999}
        if name in keys:
            self._typed(keys[name])
        elif name in moves:
            self.caret = min(len(self.text), max(0, self.caret + moves[name]))
            self.fresh = True
        elif name == "delete":
            self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
            self.fresh = True
        elif text:
            self._typed(text.upper())

    def _typed(self, char: str) -> None:
        self.fresh = True
        if char == CANCEL:
            self.done = True
        elif char == PUNCH:
            self.chosen(self.text.rstrip())
            self.done = True
        elif char == ERASE:
            self.text = self.text[: max(0, self.caret - 1)] + self.text[self.caret :]
            self.caret = max(0, self.caret - 1)
            self.sound("key")
        elif char in self.prompt.allowed and len(self.text) < self.prompt.columns:
            self.text = self.text[: self.caret] + char + self.text[self.caret :]
            self.caret += 1
            self.sound("punch")

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """The card, the keyboard and the words."""
        px = self.px
        brass.cast(target, self.card, px(14), 190)
        target.blit(face(Card.of_text(self.text), self.card.width), self.card)
        self._draw_caret(target)
        middle = self.room.centerx
        title = self.high(20)
        y = self._top() + px(38)
        LETTERS.draw(target, self.prompt.title, middle, y, title, IVORY, "centre", spacing=0.25)
        words = self.words.entry
        hint = f"{self.prompt.hint or words['hint']}  -  {words['left']} {self.caret + 1}"
        small = self.high(15)
        LETTERS.draw(target, hint, middle, self.card.bottom + px(32), small, IVORY, "centre")
        for name, rect in self.keys.items():
            self._draw_key(target, name, rect)

    def _draw_caret(self, target: pygame.Surface) -> None:
        """A red line in the card's margin over the column that is punched next."""
        inch = self.card.width / INCHES[0]
        x = round(self.card.left + (FIRST_COLUMN + self.caret * COLUMN) * inch)
        top = self.card.top - self.px(12)
        line = pygame.Rect(x - self.px(1), top, self.px(3), self.px(12) + round(0.16 * inch))
        pygame.draw.rect(target, (196, 40, 26), line)
        tip = [(x, top + self.px(10)), (x - self.px(9), top - 2), (x + self.px(9), top - 2)]
        pygame.draw.polygon(target, (196, 40, 26), tip)

    def _draw_key(self, target: pygame.Surface, name: str, rect: pygame.Rect) -> None:
        px, words = self.px, self.words.entry
        there = name in (ERASE, PUNCH, CANCEL) or name in self.prompt.allowed
        kind = "brass" if name in (PUNCH, CANCEL) else "bakelite"
        down = name == self.down
        shown = rect.move(px(1), px(2)) if down else rect
        if not down:
            brass.cast(target, rect, px(5), 200)
        target.blit(brass.shape_edges(rect.width, rect.height, px(10), kind, 71), shown)
        label = {
            ERASE: words["erase"],
            PUNCH: words["punch"],
            CANCEL: words["cancel"],
            SPACE: words["space"],
        }.get(name, name)
        colour = INK if kind == "brass" else (IVORY if there else (96, 88, 80))
        brass.engrave(
            target, label, shown, px(22 if len(label) == 1 else 17), colour, kind == "brass"
        )
