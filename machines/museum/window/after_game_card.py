"""What it learned from you: a card after each game, who won and what changed inside, in figures.

A room says what to show (:meth:`devices.screen.room.Room.after_game`); the window shows the card
when such a game has ended while the visitor was there (:class:`devices.screen.after_game.GamesSeen`
finds that out).  One touch of SHOW ME leads to the place that has changed.
"""

from collections.abc import Callable

import pygame

from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.ui_text import UiText
from machines.museum.window.paper_card import PITCH, RED, PaperCard

STAYS_MS = 25_000
"""It goes by itself after this."""
TITLE, BODY = 28.0, 26.0
"""Heights of the capitals, units."""
MOST_HIGH, LARGE_HIGH = 0.4, 0.62
"""Of the room's height that it may cover, with usual and with large text."""


class AfterGameCard(PaperCard):
    """The card; a touch outside it is the room's, and leaves it there."""

    leads = True
    seed = 75

    def __init__(
        self,
        words: UiText,
        said: str,
        show: Callable[[], None] | None = None,
        title: str = "",
        take: Callable[[], None] | None = None,
    ) -> None:
        """``show`` leads to what has changed; None: there is no such place.  ``take`` shows what
        a visitor may take along of the game; None: nothing."""
        super().__init__(words, STAYS_MS)
        self.title = title or words.after_words["title"]
        self.said = said
        self.show = show
        self.take = take

    # Where things are

    def place(self) -> None:
        """Across the upper middle of the room, as high as its text."""
        if not self.tall and not self.large:
            self.unit = min(self.room.width / 1400, self.room.height / 880)
        wide = min(self.px(1300), self.room.width - self.px(40))
        most = round(self.room.height * (LARGE_HIGH if self.large else MOST_HIGH))
        self.box = pygame.Rect(0, 0, wide, most)
        height, lines = self.fitted()
        needed = self.px(118) + self.lower() + round(height * PITCH) * len(lines) + self.px(34)
        self.box.height = min(most, needed)
        self.box.midtop = self.room.centerx, self.room.top + self.px(18)
        if self.low is not None:
            self.box.bottom = self.room.bottom - self.px(10)

    def lower(self) -> int:
        """How much lower the plates lie where three of them leave no room for the title."""
        return self.px(76) if self.take is not None and (self.tall or self.large) else 0

    def plate(self, wide: float, right: int) -> pygame.Rect:
        """A plate, beside the title or below it."""
        return super().plate(wide, right).move(0, self.lower())

    def take_rect(self) -> pygame.Rect:
        """The plate that shows what can be taken along."""
        return (
            self.plate(290.0, self.show_rect().left - self.px(18))
            if self.show
            else (self.beside_close(290.0))
        )

    def show_rect(self) -> pygame.Rect:
        """The plate that leads to what has changed."""
        return self.beside_close(230.0)

    def text_rect(self) -> pygame.Rect:
        """The text's part of the card."""
        side, top = self.px(44), self.px(112) + self.lower()
        high = self.box.height - top - self.px(20)
        return pygame.Rect(
            self.box.left + side, self.box.top + top, self.box.width - 2 * side, high
        )

    def plates(self) -> list[tuple[str, pygame.Rect]]:
        """SHOW ME, where there is something to show, and CLOSE."""
        shown = [("show", self.show_rect())] if self.show is not None else []
        taken = [("take", self.take_rect())] if self.take is not None else []
        return [*shown, *taken, *super().plates()]

    def fitted(self) -> tuple[float, list[str]]:
        """The height of the letters and the lines with which the text fits into the card."""
        return self.fit_text(self.said, self.text_rect().size, BODY)

    # What is done

    def press(self, x: int, y: int) -> None:
        """The plates close it and show the place; elsewhere on the card nothing happens."""
        if self.close_rect().collidepoint(x, y):
            self.done = True
        elif self.show is not None and self.show_rect().collidepoint(x, y):
            self.done = True
            self.show()
        elif self.take is not None and self.take_rect().collidepoint(x, y):
            self.done = True
            self.take()

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title, plates, sentences."""
        words = self.words.after_words
        self.draw_sheet(target)
        plates = [(self.close_rect(), words["close"])]
        if self.show is not None:
            plates.append((self.show_rect(), words["show"]))
        if self.take is not None:
            plates.append((self.take_rect(), words["take"]))
        left = self.text_rect().left
        end = self.text_rect().right if self.lower() else plates[-1][0].left - self.px(20)
        wide = end - left
        size = brass.fit_lettering(self.title, self.px(TITLE), wide)
        top = self.box.top + self.px(56)
        LETTERS.draw(target, self.title, left, top, size, RED, weight=0.15)
        for rect, word in plates:
            self.draw_plate(target, rect, word)
        self.draw_lines(target, self.said, self.text_rect(), BODY)
