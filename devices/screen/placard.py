"""The placard of a room: who built the machine and why, how it learns, three things to try.

It lies over the room when a visitor comes in, steps aside by itself or at a touch beside it, and
comes back by ABOUT.  A touch of a card starts what it says, by the machine's own controls.
"""

from collections.abc import Callable

import pygame

from devices.screen import brass
from devices.screen.brass import INK, LETTERS
from devices.screen.materials import paper, sheet
from devices.screen.overlay import Overlay
from devices.screen.ui_text import PlacardText, TryCard, UiText

TYPED = (40, 36, 32)
RED = (150, 34, 24)
FAINT = (108, 98, 84)
STAYS_MS = 30_000
"""It steps aside by itself after this..."""
READ_MS = 90_000
"""...later where somebody has asked for it, or has turned it over."""
TITLE, BODY, SMALL = 34.0, 23.0, 18.0
"""Heights of the capitals, units."""


class Placard(Overlay):
    """The placard; touches outside it are the room's."""

    modal = False
    yields = True

    def __init__(
        self, words: UiText, text: PlacardText, start: Callable[[str], None], asked: bool
    ) -> None:
        """``start`` is called with the name of the card that was touched; ``asked``: somebody wants
        to read it, and it has the keyboard."""
        super().__init__(words)
        self.text = text
        self.start = start
        self.modal = asked
        self.lasts_ms = READ_MS if asked else STAYS_MS
        self.came_ms = -1
        self.learning = False
        """Whether it says how the machine learns."""
        self.at = -1
        """The card that the keyboard has chosen; -1: none."""
        self.box = pygame.Rect(0, 0, 1, 1)
        self.sheet = pygame.Surface((1, 1), 0, 32)

    # Where things are

    def place(self) -> None:
        """In the middle of the room."""
        self.unit = min(self.room.width / 1640, self.room.height / 880)
        wide = min(self.px(1500), self.room.width - self.px(40))
        high = min(self.px(760), self.room.height - self.px(24))
        self.box = pygame.Rect(0, 0, wide, high)
        self.box.center = self.room.center

    def area(self) -> pygame.Rect:
        return self.box.inflate(self.px(80), self.px(80))

    def close_rect(self) -> pygame.Rect:
        """The plate that closes it."""
        box = pygame.Rect(0, 0, self.px(170), self.px(64))
        box.topright = self.box.right - self.px(28), self.box.top + self.px(24)
        return box

    def turn_rect(self) -> pygame.Rect:
        """The plate that turns it over."""
        box = pygame.Rect(0, 0, self.px(330), self.px(64))
        box.topright = self.close_rect().left - self.px(18), self.box.top + self.px(24)
        return box

    def card_rect(self, k: int) -> pygame.Rect:
        """The kth card."""
        gap, side = self.px(20), self.px(40)
        count = max(1, len(self.text.cards))
        wide = (self.box.width - 2 * side - (count - 1) * gap) // count
        high = self.px(330)
        left = self.box.left + side + k * (wide + gap)
        return pygame.Rect(left, self.box.bottom - self.px(36) - high, wide, high)

    def holds(self, x: int, y: int) -> bool:
        """Whether a touch there is the placard's."""
        return self.box.collidepoint(x, y)

    # What is done

    def tend(self, now_ms: int) -> None:
        """Step aside when it has been there long enough."""
        if self.came_ms < 0:
            self.came_ms = now_ms
        if now_ms - self.came_ms > self.lasts_ms:
            self.done = True

    def press(self, x: int, y: int) -> None:
        """A card is started; the plates turn and close; beside it it steps aside."""
        if self.turn_rect().collidepoint(x, y):
            self._turn()
        elif self.close_rect().collidepoint(x, y) or not self.holds(x, y):
            self.done = True
        else:
            for k, card in enumerate(self.text.cards):
                if self.card_rect(k).collidepoint(x, y):
                    self._start(card)

    def key(self, name: str, text: str, shift: bool) -> None:
        """Arrows choose a card, ENTER starts it, SPACE or H turns, ESCAPE and INSERT close."""
        del text, shift
        if name in ("escape", "insert"):
            self.done = True
        elif name in ("left", "right", "tab", "up", "down"):
            by = -1 if name in ("left", "up") else 1
            self.at = (self.at + by) % len(self.text.cards) if self.text.cards else -1
            self.fresh = True
        elif name == "return" and self.at >= 0:
            self._start(self.text.cards[self.at])
        elif name in ("space", "h"):
            self._turn()

    def _turn(self) -> None:
        self.learning = not self.learning
        self.lasts_ms = READ_MS
        self.fresh = True

    def _start(self, card: TryCard) -> None:
        self.done = True
        self.start(card.name)

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """The placard: title, text, cards."""
        px, box, words = self.px, self.box, self.words.placard_words
        if self.sheet.get_size() != box.size:
            self.sheet = pygame.transform.smoothscale(sheet(paper(512, 300, 74)), box.size)
        brass.cast(target, box, px(18), 210)
        target.blit(self.sheet, box)
        pygame.draw.rect(target, (150, 120, 70), box.inflate(-px(16), -px(16)), px(2))
        left = box.left + px(44)
        wide = self.turn_rect().left - left - px(20)
        size = brass.fit_lettering(self.text.title, px(TITLE), wide)
        LETTERS.draw(target, self.text.title, left, box.top + px(58), size, TYPED, weight=0.15)
        for rect, word in (
            (self.turn_rect(), words["who" if self.learning else "learns"]),
            (self.close_rect(), words["close"]),
        ):
            brass.lay(target, rect, px(6), "brass", 75, px(4))
            brass.engrave(target, word, rect, px(19), INK)
        said = self.text.learns if self.learning else self.text.text
        top = self.card_rect(0).top
        first = box.top + px(104)
        room = pygame.Rect(left, first, box.width - px(88), top - px(56) - first)
        self._draw_lines(target, said, room, BODY)
        LETTERS.draw(
            target, words["try"], left, top - px(30), px(19), RED, weight=0.15, spacing=0.15
        )
        for k, card in enumerate(self.text.cards):
            self._draw_card(target, self.card_rect(k), card, k == self.at)

    def _draw_card(
        self, target: pygame.Surface, rect: pygame.Rect, card: TryCard, chosen: bool
    ) -> None:
        px = self.px
        brass.cast(target, rect, px(7), 150)
        pygame.draw.rect(target, (252, 248, 236), rect, border_radius=px(6))
        edge = RED if chosen else (176, 156, 116)
        pygame.draw.rect(target, edge, rect, px(4 if chosen else 2), px(6))
        left, wide = rect.left + px(20), rect.width - px(40)
        size = brass.fit_lettering(card.title, px(24), wide)
        LETTERS.draw(target, card.title, left, rect.top + px(36), size, RED, weight=0.15)
        inner = pygame.Rect(left, rect.top + px(64), wide, rect.height - px(76))
        used = self._draw_lines(target, card.do, inner, SMALL)
        inner.top, inner.height = inner.top + used + px(10), inner.height - used - px(10)
        self._draw_lines(target, card.see, inner, SMALL, FAINT)

    def _draw_lines(
        self,
        target: pygame.Surface,
        said: str,
        rect: pygame.Rect,
        units: float,
        ink: tuple[int, int, int] = TYPED,
    ) -> int:
        """A text in a box, smaller where it would not fit; the height that it takes."""
        size, lines = self.fitted(said, rect.size, units)
        pitch = round(size * 1.72)
        for k, line in enumerate(lines):
            LETTERS.draw(target, line, rect.left, rect.top + pitch * (k + 0.5), size, ink)
        return pitch * len(lines)

    def fitted(self, said: str, size: tuple[int, int], units: float) -> tuple[float, list[str]]:
        """The height of the letters and the lines with which a text fits into a box."""
        height = float(self.px(units))
        while True:
            lines: list[str] = LETTERS.wrap(said, height, size[0])
            if round(height * 1.72) * len(lines) <= size[1] or height <= brass.SMALLEST:
                return height, lines
            height = max(brass.SMALLEST, height * 0.95)
