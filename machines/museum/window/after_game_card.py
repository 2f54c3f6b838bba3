"""What it learned from you: a card after each game, who won and what changed inside, in figures.

A room says what to show (:meth:`devices.screen.room.Room.after_game`); the window shows the card
when such a game has ended while the visitor was there (:class:`devices.screen.after_game.GamesSeen`
finds that out).  One touch of SHOW ME leads to the place that has changed.
"""

from collections.abc import Callable

import pygame

from devices.screen.ui_text import UiText
from machines.museum.window.overlay import PITCH, RED, PaperCard, Plate

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

    def plate_rect(self, wide: float, right: int) -> pygame.Rect:
        """Beside the title or below it."""
        return super().plate_rect(wide, right).move(0, self.lower())

    def text_rect(self) -> pygame.Rect:
        """The text's part of the card."""
        side, top = self.px(44), self.px(112) + self.lower()
        high = self.box.height - top - self.px(20)
        return pygame.Rect(
            self.box.left + side, self.box.top + top, self.box.width - 2 * side, high
        )

    def plates(self) -> list[Plate]:
        """SHOW ME, where there is something to show, TAKE IT ALONG, and CLOSE."""
        show, take = ("show", 230.0, self.show, True), ("take", 290.0, self.take, True)
        return self.row(self.words.after_words, show, take)

    def fitted(self) -> tuple[float, list[str]]:
        """The height of the letters and the lines with which the text fits into the card."""
        return self.fit_text(self.said, self.text_rect().size, BODY)

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title, plates, sentences."""
        self.draw_sheet(target)
        text, first = self.text_rect(), min(rect.left for rect in self.rects().values())
        end = text.right if self.lower() else first - self.px(20)
        self.draw_title(target, self.title, 56, TITLE, end - text.left, RED)
        self.draw_plates(target)
        self.draw_lines(target, self.said, text, BODY)
