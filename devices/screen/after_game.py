"""What it learned from you: a card after each game, who won and what changed inside, in figures.

A room says what to show (:meth:`devices.screen.room.Room.after_game`), as a function of the moment
that is drawn.  The window shows the card when such a game has ended while the visitor was there:
:class:`GamesSeen` finds that out.  One touch of SHOW ME leads to the place that has changed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from devices.screen import brass
from devices.screen.brass import INK, LETTERS
from devices.screen.game_lesson import AfterGame
from devices.screen.materials import paper, sheet
from devices.screen.overlay import Overlay
from devices.screen.ui_text import UiText

TYPED = (40, 36, 32)
RED = (150, 34, 24)
STAYS_MS = 25_000
"""It goes by itself after this."""
TITLE, BODY = 28.0, 26.0
"""Heights of the capitals, units."""
PITCH = 1.72
"""From line to line, as a share of the capitals' height."""
MOST_HIGH = 0.4
"""Of the room's height that it may cover."""


@dataclass
class GamesSeen:
    """The games of one room, frame by frame: which have ended before the visitor's eyes."""

    _entered: bool = False
    _last: AfterGame | None = None

    def leave(self) -> None:
        """Another room is entered."""
        self._entered, self._last = False, None

    def ended(self, now: AfterGame | None) -> bool:
        """Whether a game has ended since the last call; the first call only looks."""
        last, entered = self._last, self._entered
        self._entered, self._last = True, now
        return entered and now is not None and (last is None or now.number > last.number)


class AfterGameCard(Overlay):
    """The card; a touch outside it is the room's, and leaves it there."""

    modal = False

    def __init__(self, words: UiText, said: str, show: Callable[[], None] | None = None) -> None:
        """``show`` leads to what has changed; None: there is no such place."""
        super().__init__(words)
        self.said = said
        self.show = show
        self.came_ms = -1
        self.box = pygame.Rect(0, 0, 1, 1)
        self.sheet = pygame.Surface((1, 1), 0, 32)

    # Where things are

    def place(self) -> None:
        """Across the upper middle of the room, as high as its text."""
        self.unit = min(self.room.width / 1400, self.room.height / 880)
        wide = min(self.px(1300), self.room.width - self.px(40))
        most = round(self.room.height * MOST_HIGH)
        self.box = pygame.Rect(0, 0, wide, most)
        height, lines = self.fitted()
        needed = self.px(118) + round(height * PITCH) * len(lines) + self.px(34)
        self.box.height = min(most, needed)
        self.box.midtop = self.room.centerx, self.room.top + self.px(18)

    def area(self) -> pygame.Rect:
        return self.box.inflate(self.px(60), self.px(60))

    def close_rect(self) -> pygame.Rect:
        """The plate that closes it."""
        box = pygame.Rect(0, 0, self.px(170), self.px(64))
        box.topright = self.box.right - self.px(28), self.box.top + self.px(24)
        return box

    def show_rect(self) -> pygame.Rect:
        """The plate that leads to what has changed."""
        box = pygame.Rect(0, 0, self.px(230), self.px(64))
        box.topright = self.close_rect().left - self.px(18), self.box.top + self.px(24)
        return box

    def text_rect(self) -> pygame.Rect:
        """The text's part of the card."""
        side, top = self.px(44), self.px(112)
        high = self.box.height - top - self.px(20)
        return pygame.Rect(
            self.box.left + side, self.box.top + top, self.box.width - 2 * side, high
        )

    def fitted(self) -> tuple[float, list[str]]:
        """The height of the letters and the lines with which the text fits into the card."""
        room = self.text_rect()
        height = float(self.px(BODY))
        while True:
            lines: list[str] = LETTERS.wrap(self.said, height, room.width)
            if round(height * PITCH) * len(lines) <= room.height or height <= brass.SMALLEST:
                return height, lines
            height = max(brass.SMALLEST, height * 0.95)

    def holds(self, x: int, y: int) -> bool:
        return self.box.collidepoint(x, y)

    # What is done

    def tend(self, now_ms: int) -> None:
        """Go when it has been there long enough."""
        if self.came_ms < 0:
            self.came_ms = now_ms
        if now_ms - self.came_ms > STAYS_MS:
            self.done = True

    def press(self, x: int, y: int) -> None:
        """The plates close it and show the place; elsewhere on the card nothing happens."""
        if self.close_rect().collidepoint(x, y):
            self.done = True
        elif self.show is not None and self.show_rect().collidepoint(x, y):
            self.done = True
            self.show()

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title, plates, sentences."""
        px, box, words = self.px, self.box, self.words.after_words
        if self.sheet.get_size() != box.size:
            self.sheet = pygame.transform.smoothscale(sheet(paper(512, 200, 75)), box.size)
        brass.cast(target, box, px(14), 200)
        target.blit(self.sheet, box)
        pygame.draw.rect(target, (150, 120, 70), box.inflate(-px(14), -px(14)), px(2))
        plates = [(self.close_rect(), words["close"])]
        if self.show is not None:
            plates.append((self.show_rect(), words["show"]))
        left = self.text_rect().left
        wide = plates[-1][0].left - left - px(20)
        title = words["title"]
        size = brass.fit_lettering(title, px(TITLE), wide)
        LETTERS.draw(target, title, left, box.top + px(56), size, RED, weight=0.15)
        for rect, word in plates:
            brass.lay(target, rect, px(6), "brass", 75, px(4))
            brass.engrave(target, word, rect, px(20), INK)
        height, lines = self.fitted()
        pitch, top = round(height * PITCH), self.text_rect().top
        for k, line in enumerate(lines):
            LETTERS.draw(target, line, left, top + pitch * (k + 0.5), height, TYPED)
