"""The pad for the staff's code: ten digits, typed or touched.

Three wrong codes, or half a minute without a touch, and it goes.
"""

from collections.abc import Callable
from functools import partial

import pygame

from devices.screen import brass
from devices.screen.brass import INK
from devices.screen.ui_text import UiText
from machines.museum.window.overlay import RED, TYPED, PaperCard, Plate

STAYS_MS = 30_000
TRIES = 3
ROWS = ("123", "456", "789", "<0X")
"""``<`` takes the last digit back, ``X`` closes."""
SIZE = (560.0, 720.0)


class StaffPad(PaperCard):
    """The pad; ``enter`` is called when the code was right."""

    modal = True
    veil = 170
    covers_bar = True

    def __init__(self, words: UiText, code: str, enter: Callable[[], None]) -> None:
        super().__init__(words, STAYS_MS)
        self.code = code
        self.enter = enter
        self.typed = ""
        self.wrong = 0

    def place(self) -> None:
        """In the middle of the window."""
        across, down = SIZE
        self.unit = min(self.size[0] / 1000, self.size[1] / 820)
        self.box = pygame.Rect(0, 0, self.px(across), self.px(down))
        self.box.center = self.size[0] // 2, self.size[1] // 2

    def plates(self) -> list[Plate]:
        """Its twelve keys."""
        px, side, gap = self.px, self.px(40), self.px(16)
        wide, high = (self.box.width - 2 * side - 2 * gap) // 3, px(112)
        top, left = self.box.bottom - px(36) - 4 * high - 3 * gap, self.box.left + side
        made = []
        for k, sign in enumerate("".join(ROWS)):
            row, column = divmod(k, 3)
            rect = pygame.Rect(left + column * (wide + gap), top + row * (high + gap), wide, high)
            made.append(Plate(sign, rect, partial(self._take, sign)))
        return made

    def key(self, name: str, text: str, shift: bool) -> None:
        """Digits are typed, BACKSPACE takes one back, ESCAPE closes."""
        signs = {"escape": "X", "backspace": "<"}
        self._take(signs.get(name, text))

    def _take(self, sign: str) -> None:
        self.came_ms = -1  # it stays on
        self.fresh = True
        if sign == "X":
            self.done = True
        elif sign == "<":
            self.typed = self.typed[:-1]
        elif len(sign) == 1 and sign in "0123456789":
            self.typed += sign
            if len(self.typed) == len(self.code):
                self._try()

    def _try(self) -> None:
        right, self.typed = self.typed == self.code, ""
        self.wrong += not right
        self.done = right or self.wrong >= TRIES
        if right:
            self.enter()

    def compose(self, target: pygame.Surface) -> None:
        """Title, dots for what was typed, keys."""
        px, box, words = self.px, self.box, self.words.staff
        self.draw_sheet(target)
        title = words["wrong" if self.wrong and not self.typed else "code"]
        place, wide = (box.centerx, box.top + px(62)), box.width - px(80)
        self.letter(target, title, place, self.high(26), wide, RED, "centre", 0.15, 0.06)
        for k in range(len(self.code)):
            centre = box.centerx + round((k - (len(self.code) - 1) / 2) * px(44)), box.top + px(126)
            pygame.draw.circle(target, TYPED, centre, px(13), 0 if k < len(self.typed) else px(3))
        for sign, rect in self.rects().items():
            word = {"<": words["erase"], "X": words["close"]}.get(sign, sign)
            brass.lay(target, rect, px(6), "brass", 75, px(4))
            brass.engrave(target, word, rect, px(34 if sign.isdecimal() else 18), INK)
