"""The souvenir as it lies over the room: its picture, what became of its files, CLOSE."""

import pygame

from devices.screen.ui_text import UiText
from machines.museum.souvenirs import KeptSouvenir
from machines.museum.window.overlay import PaperCard, Plate
from machines.museum.window.souvenir_picture import TALL, WIDE, SouvenirPicture

STAYS_MS = 180_000
"""It goes by itself after this."""
FREE = 250.0
"""Left at the right of its top for CLOSE, units of the picture."""


class SouvenirCard(PaperCard):
    """The sheet; it covers nearly all of the room."""

    leads = True
    seed = 76

    def __init__(self, words: UiText, picture: SouvenirPicture, kept: KeptSouvenir) -> None:
        super().__init__(words, STAYS_MS)
        self.souvenir = picture
        self.kept = kept
        self._told = ""
        self._drawn: tuple[object, pygame.Surface] | None = None

    def place(self) -> None:
        """As large as the room allows, its proportions kept; laid low, CLOSE is at its foot."""
        wide, high = TALL if self.tall else WIDE
        margin = max(8, round(min(self.room.size) * 0.015))
        self.unit = min((self.room.width - margin) / wide, (self.room.height - margin) / high)
        self.box = pygame.Rect(0, 0, round(wide * self.unit), round(high * self.unit))
        self.box.center = self.room.center

    def plates(self) -> list[Plate]:
        """CLOSE; where all is laid low, at its foot."""
        shut = self.plate_rect(220.0 if self.large else 180.0, self.box.right - self.px(32))
        if self.low is not None:
            shut.bottom = self.box.bottom - self.px(24)
        return [Plate("close", shut, word=self.words.souvenir_words["close"], leaves=True)]

    def said(self) -> str:
        """What became of its files."""
        words = self.words.souvenir_words
        if self.kept.failed:
            return words["failed"]
        if not self.kept.names:
            return words["saving"]
        return words["kept"].format(files=", ".join(self.kept.names))

    def tend(self, now_ms: int) -> None:
        """Say what became of the files as soon as that is known."""
        super().tend(now_ms)
        self.fresh = self.fresh or self.said() != self._told

    def compose(self, target: pygame.Surface) -> None:
        """The picture, the plate, what became of the files."""
        self._told = said = self.said()
        measure = (self.box.size, self.large, self.souvenir)
        if self._drawn is None or self._drawn[0] != measure:
            made = self.souvenir.draw(self.box.size, self.tall, self.large, FREE)
            self._drawn = (measure, made)
        target.blit(self._drawn[1], self.box)
        self.draw_plates(target)
        self.draw_lines(target, said, self.said_rect(), 17.0)

    def said_rect(self) -> pygame.Rect:
        """Where that is said: under the code's own sentence."""
        left, top, wide, high = (48, 1522, 904, 50) if self.tall else (952, 890, 600, 76)
        if self.low is not None:  # CLOSE stands there
            wide -= 260
        px = [round(one * self.unit) for one in (left, top, wide, high)]
        return pygame.Rect(px[0] + self.box.left, px[1] + self.box.top, px[2], px[3])
