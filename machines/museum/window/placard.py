"""The placard of a room: who built the machine and why, how it learns, three things to try.

It lies over the room when a visitor comes in, steps aside by itself or at a touch beside it, and
comes back by ABOUT.  A touch of a card starts what it says, by the machine's own controls.
"""

from collections.abc import Callable
from functools import partial

import pygame

from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.guide import ENDS
from devices.screen.ui_text import PlacardText, TryCard, UiText
from machines.museum.window.overlay import PITCH, RED, PaperCard, Plate, fit_text

FAINT = (108, 98, 84)
STAYS_MS = 30_000
"""It steps aside by itself after this..."""
READ_MS = 90_000
"""...later where somebody has asked for it, or has turned it over."""
TITLE, BODY, SMALL = 34.0, 23.0, 18.0
"""Heights of the capitals, units."""
SIZE, TALL_SIZE = (1500.0, 760.0), (1040.0, 1400.0)
TALL_BODY, TALL_SMALL = 28.0, 22.0
"""In an upright window, which has more room for them."""
HEAD, TALL_HEAD, LOW_HEAD = 104.0, 176.0, 90.0
"""From its upper edge to its text: in an upright window the title stands below the plates, and
where all is laid low those are at its foot."""
CARDS, LOW_CARDS = 0.47, 0.39
"""How high the cards are at most, as shares of it: usually, and above the plates where all is laid
low."""
SMALL_LOW, SMALL_PAIR = 0.44, 0.2
"""Such shares in a small window: below plates, and where two stand beside each other."""
TALL_CARD, TALL_PAIR = 236.0, 364.0
"""How high each card is there; of more than three, two stand beside each other."""


class Placard(PaperCard):
    """The placard."""

    yields = True
    plates_low = True

    def __init__(
        self,
        words: UiText,
        text: PlacardText,
        start: Callable[[str], object],
        asked: bool,
        tour: Callable[[], None] | None = None,
    ) -> None:
        """``start`` is called with the name of the card that was touched, and answers False where
        that would end a game and a second touch is wanted; ``asked``: somebody wants
        to read it, and it has the keyboard; ``tour`` begins the guided journey, if there is
        one."""
        super().__init__(words, READ_MS if asked else STAYS_MS)
        self.text = text
        self.start = start
        self.tour = tour
        self.modal = asked
        self.learning = False
        """Whether it says how the machine learns."""
        self.again = ""
        """The card that asks for a second touch."""

    # Where things are

    def place(self) -> None:
        """In the middle of the room; in an upright window its cards lie one below the other."""
        self.place_large(SIZE, TALL_SIZE)

    def head(self) -> int:
        """Where its text begins, below the title and the plates."""
        if self.foot():
            return self.box.top + self.px(LOW_HEAD)
        return self.box.top + self.px(TALL_HEAD if self.tall else HEAD)

    def tour_rect(self) -> pygame.Rect:
        """The plate that begins the guided journey: at the lower edge of the text's part, over the
        cards, where nobody can overlook it; beside the others where all is laid low."""
        wide = self.px(470 if self.tall else 400)
        if self.foot():
            rect, left = self._row()[0].rect, self.box.left + self.px(40)
            return pygame.Rect(
                left, rect.top, min(wide, rect.left - self.px(18) - left), rect.height
            )
        card = self.card_rect(0)
        high = self.px(72)
        right = self.box.right - self.px(40)
        return pygame.Rect(right - wide, card.top - self.px(12) - high, wide, high)

    def card_rect(self, k: int) -> pygame.Rect:
        """The kth card."""
        gap, side = self.px(20), self.px(40)
        count = max(1, len(self.text.cards))
        if self.tall:
            columns = 1 if count <= 3 and not self.small else 2
            rows, (row, column) = -(-count // columns), divmod(k, columns)
            most, share = (TALL_CARD, 0.19) if columns == 1 else (TALL_PAIR, 0.293)
            share = SMALL_PAIR if self.small and columns > 1 else share
            high = min(self.px(most), round(self.box.height * share))
            below = (rows - row) * high + (rows - 1 - row) * gap
            top = self.box.bottom - self.foot() - self.px(36) - below
            wide = (self.box.width - 2 * side - (columns - 1) * gap) // columns
            return pygame.Rect(self.box.left + side + column * (wide + gap), top, wide, high)
        wide = (self.box.width - 2 * side - (count - 1) * gap) // count
        share = CARDS if not self.foot() else SMALL_LOW if self.small else LOW_CARDS
        high = min(self.px(330), round(self.box.height * share))
        left = self.box.left + side + k * (wide + gap)
        return pygame.Rect(left, self.box.bottom - self.foot() - self.px(36) - high, wide, high)

    def plates(self) -> list[Plate]:
        """The guided journey, its cards, and the plates that turn and close it."""
        tour = []
        if self.tour is not None:
            word = self.words.journey["begin"]
            tour = [Plate("tour", self.tour_rect(), self.tour, word, leaves=True)]
        return [*tour, *self.choices(), *self._row()]

    def choices(self) -> list[Plate]:
        """Its cards; a touch starts what they say."""
        return [
            Plate(card.name, self.card_rect(k), partial(self._start, card))
            for k, card in enumerate(self.text.cards)
        ]

    def _row(self) -> list[Plate]:
        words = self.words.placard_words
        turned = words["who" if self.learning else "learns"]
        return self.row({**words, "turn": turned}, ("turn", 330.0, self._turn, False))

    # What is done

    def key(self, name: str, text: str, shift: bool) -> None:
        """Arrows choose a card, ENTER starts it, SPACE or H turns, ESCAPE and INSERT close."""
        if name in ("space", "h"):
            self._turn()
        else:
            super().key("escape" if name == "insert" else name, text, shift)

    def _turn(self) -> None:
        self.learning = not self.learning
        self.lasts_ms = READ_MS
        self.fresh = True

    def _start(self, card: TryCard) -> None:
        self.done = self.start(card.name) is not False
        self.again = "" if self.done else card.name
        self.fresh = True

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """The placard: title, text, cards."""
        px, box, words = self.px, self.box, self.words.placard_words
        self.draw_sheet(target)
        left = box.left + px(44)
        alone = self.tall or self.foot()
        wide = (box.right - px(44) if alone else self.rects()["turn"].left - px(20)) - left
        down = 132 if self.tall and not self.foot() else 58
        self.draw_title(target, self.text.title, down, TITLE, wide)
        self.draw_plates(target)
        said = self.text.learns if self.learning else self.text.text
        top = self.card_rect(0).top
        first = self.head()
        over_cards = self.tour is not None and not self.foot()
        end = self.tour_rect().left if over_cards else box.right - px(40)
        heading = LETTERS.wrap(words["try"], px(19), end - px(16) - left, 0.15)
        over = (px(96) if over_cards else px(56)) + px(26) * (len(heading) - 1)
        room = pygame.Rect(left, first, box.width - px(88), top - over - first)
        self.draw_lines(target, said, room, TALL_BODY if self.tall else BODY)
        for k, line in enumerate(reversed(heading)):
            size = brass.fit_lettering(line, px(19), (end - px(16) - left) / 1.2)
            y = top - px(30) - k * px(34)
            LETTERS.draw(target, line, left, y, size, RED, weight=0.15, spacing=0.15)
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
        self.letter(target, card.title, (left, rect.top + px(36)), px(24), wide, RED, weight=0.15)
        inner = pygame.Rect(left, rect.top + px(64), wide, rect.height - px(76))
        small = TALL_SMALL if self.tall else SMALL
        if card.name == self.again:
            self.draw_lines(target, self.words.captions[ENDS], inner, TALL_BODY, RED)
            return
        used = self.draw_lines(target, card.do, inner, small)
        if self.small and self.tall:  # no room for more
            return
        inner.top, inner.height = inner.top + used + px(10), inner.height - used - px(10)
        height, lines = fit_text(card.see, inner.size, px(small))
        if round(height * PITCH) * len(lines) <= inner.height:  # else the card would cut it
            self.draw_lines(target, card.see, inner, small, FAINT)
