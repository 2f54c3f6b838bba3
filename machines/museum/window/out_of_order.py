"""The sign before a room that a fault has closed: what happened, and that one touch leads out.

It goes by itself as soon as the room is open again.
"""

from collections.abc import Callable

import pygame

from devices.screen.brass import LETTERS
from devices.screen.ui_text import UiText
from machines.museum.window.overlay import RED, TYPED, Overlay, PaperCard

SIZE, TALL = (1180.0, 520.0), (900.0, 680.0)
TITLE, BODY = 34.0, 28.0
"""Heights of the capitals, units."""


class OutOfOrder(PaperCard):
    """The sign; a touch anywhere, or a key, leads to the floor plan."""

    modal = True
    veil = 90
    seed = 77

    def __init__(self, words: UiText, lead: Callable[[], None]) -> None:
        super().__init__(words, lasts_ms=0)
        self.lead = lead

    def place(self) -> None:
        """In the middle of the room."""
        self.place_large(SIZE, TALL)

    def area(self) -> pygame.Rect:
        """The veil lies over everything."""
        return Overlay.area(self)

    def tend(self, now_ms: int) -> None:
        """It stays until the room is open again."""

    def press(self, x: int, y: int) -> None:
        self.done = True
        self.lead()

    def key(self, name: str, text: str, shift: bool) -> None:
        self.done = True
        self.lead()

    def compose(self, target: pygame.Surface) -> None:
        """Title, what happened, the way out."""
        self.draw_sheet(target)
        px, box, words = self.px, self.box, self.words.closed
        inner = box.inflate(-px(110), -px(90))
        title = self.high(TITLE)
        top = inner.top + round(title)
        LETTERS.draw(target, words["title"], inner.left, top, title, RED, weight=0.14)
        text = pygame.Rect(inner.left, inner.top + px(90), inner.width, inner.height - px(190))
        self.draw_lines(target, words["said"], text, BODY, TYPED)
        foot = pygame.Rect(inner.left, inner.bottom - px(84), inner.width, px(84))
        self.draw_lines(target, words["lead"], foot, BODY, RED)
