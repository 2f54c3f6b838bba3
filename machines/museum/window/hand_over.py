"""The question that the first touch of a demonstration is answered with: play, watch, or go on.

Three large plates, and below them the languages.  Nothing has been done to any machine until one of
the plates is touched; where none is for a while, the demonstration goes on.
"""

from collections.abc import Callable
from functools import partial

import pygame

from devices.screen import brass
from devices.screen.brass import INK
from devices.screen.languages import languages
from devices.screen.ui_text import UiText
from machines.museum.window.overlay import Overlay, Plate, draw_row, row_width

ASKS_MS = 15_000
"""So long it asks."""
PANEL, EDGE, TITLE = (20, 17, 15), (150, 120, 70), (248, 243, 230)
LIT = (255, 196, 110)
ARMED_MS = 350
"""A touch sooner than this after the question has come is the end of the one that called it."""


class HandOver(Overlay):
    """The question; ``chosen`` is called with ``play``, ``watch`` or ``room``, once."""

    veil = 150
    covers_bar = True
    steady = True
    language_air = 30, 30

    def __init__(self, words: UiText, chosen: Callable[[str], None], here: bool) -> None:
        """``here``: whether there is a machine to play before; on the floor plan there is none."""
        super().__init__(words)
        self.chosen = chosen
        self.here = here
        self.names = ("play", "watch", "room") if here else ("room", "watch")
        self.offered = languages()
        self.at = 0
        self.came_ms = -1
        self.now_ms = 0

    # Where things are

    def place(self) -> None:
        """In the middle of the window: three plates side by side, or one below the other."""
        wide, high = self.size
        self.unit = wide / 1080 if self.tall else min(wide / 1920, high / 1080)
        count = len(self.names)
        across = (920, 250 + count * 236) if self.tall else (130 + count * 500, 470)
        self.box = pygame.Rect(0, 0, self.px(across[0]), self.px(across[1]) + self._below())
        self.box.center = wide // 2, high // 2
        if self.low is not None:
            self.box.bottom = high - self.px(30)

    def plates(self) -> list[Plate]:
        words = self.words.journey
        words = {"play": words["play_here"], "watch": words["watch"], "room": words["room"]}
        side, head, gap, count = self.px(56), self.px(170), self.px(36), len(self.names)
        high = self.box.height - head - side - self._below()
        wide = self.box.width - 2 * side
        if self.tall:
            high = (high - gap * (count - 1)) // count
        else:
            wide = (wide - gap * (count - 1)) // count
        made, left, top = [], self.box.left + side, self.box.top + head
        for name in self.names:
            rect = pygame.Rect(left, top, wide, high)
            made.append(Plate(name, rect, partial(self.choose, name), words[name]))
            left, top = (left, top + high + gap) if self.tall else (left + wide + gap, top)
        return made

    def choices(self) -> list[Plate]:
        return self.plates()

    def _below(self) -> int:
        """How much of its lower edge the languages have."""
        return max(self.px(60), 44) + self.px(24) if len(self.offered) > 1 else 0

    def language_rect(self) -> pygame.Rect:
        """The plate with the languages; without width where there is no choice."""
        wide = row_width(len(self.offered), self.unit)
        rect = pygame.Rect(0, 0, wide, max(0, self._below() - self.px(24)))
        rect.midbottom = self.box.centerx, self.box.bottom - self.px(40)
        return rect

    # What is done

    def tend(self, now_ms: int) -> None:
        """Nobody has answered: the demonstration goes on."""
        self.now_ms = now_ms
        if self.came_ms < 0:
            self.came_ms = now_ms
        if not self.done and now_ms - self.came_ms >= ASKS_MS:
            self.choose("watch")

    def choose(self, name: str) -> None:
        """The answer."""
        if not self.done:
            self.done = True
            self.chosen(name)

    def press(self, x: int, y: int) -> None:
        """A plate is touched; beside them nothing happens."""
        if self.now_ms - self.came_ms >= ARMED_MS:
            super().press(x, y)

    def key(self, name: str, text: str, shift: bool) -> None:
        """Arrows and TAB choose, ENTER and SPACE answer, ESCAPE lets the round go on."""
        if name == "escape":
            self.choose("watch")
        elif name not in ("return", "space"):
            super().key(name, text, shift)
            self.came_ms = self.now_ms  # somebody is there and thinks
        elif self.now_ms - self.came_ms >= ARMED_MS:
            super().key(name, text, shift)

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title and plates."""
        px, box, words = self.px, self.box, self.words.journey
        brass.cast(target, box, px(24), 220)
        pygame.draw.rect(target, PANEL, box, border_radius=px(18))
        pygame.draw.rect(target, EDGE, box.inflate(-px(14), -px(14)), max(2, px(3)), px(14))
        title = words["ask"]
        place = box.centerx, box.top + px(92)
        self.letter(target, title, place, px(44), box.width - px(112), TITLE, "centre")
        plates = self.plates()
        size = min(brass.fit_lettering(one.word, px(46), one.rect.width * 0.86) for one in plates)
        for k, one in enumerate(plates):
            brass.lay(target, one.rect, px(10), "brass", 75, px(7))
            brass.engrave(target, one.word, one.rect, size, INK)
            if k == self.at:
                pygame.draw.rect(target, LIT, one.rect, max(3, px(7)), px(10))
        tongues = self.language_rect()
        if tongues.width:
            draw_row(target, tongues, self.offered, self.words.code, self.unit)
