"""The card after a game, and the one with the picture of it that can be taken along.

It says who won, large, and what changed inside, in words and as the room's picture of it: a room
says what to show (:meth:`devices.screen.room.Room.after_game`, ``learned``), and the card comes
when such a game has ended while the visitor was there.  It stays until it is touched or another
game begins.  PLAY AGAIN does what PLAY on the bar does; SHOW ME leads close to the sheet of what
has changed, and the step back from there brings the card back; TAKE BACK, under the room's own
name for it, takes the visitor's last turn back; TAKE IT ALONG shows the game as a picture with its
code, and keeps its files.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from time import strftime

import pygame

from devices.screen.placed_part import Hit
from devices.screen.room import LEARNED, AfterGame, Souvenir
from devices.screen.ui_text import UiText
from devices.screen.words import headline
from machines.museum.media_export import KeptSouvenir
from machines.museum.window.control_bar_layout import LARGER
from machines.museum.window.overlay import (
    LEAST,
    PITCH,
    PLATE_HIGH,
    RED,
    TYPED,
    PaperCard,
    Plate,
    fit_text,
)
from machines.museum.window.souvenir_picture import (
    TALL,
    WIDE,
    SouvenirPicture,
    picture_of,
    souvenir_files,
)
from machines.museum.window.window_parts import WindowParts

WIDE_CARD, HIGH_CARD = 860.0, 870.0
"""Of the card, in its own units."""
WON, HEADING, BODY = 66.0, 24.0, 32.0
"""Heights of the capitals, units."""
WITH_PICTURE = 0.4
"""Of the height between heading and plates that the words may have where there is a picture."""
LEAST_PICTURE = 90
"""Where it would be less high, pixels, there is none: nobody could read it."""
SAVED_HIGH = 60.0
"""Of what is said about the souvenir."""
IN_A_ROW = 3
"""Plates at most."""


class AfterGameCard(PaperCard):
    """The card; a touch outside it is the room's, and leaves it there, until another game begins or
    nobody is there any more."""

    leads = True
    seed = 75

    def __init__(
        self,
        words: UiText,
        headings: tuple[str, str],
        said: str,
        acts: Mapping[str, Callable[[], object] | None],
        back: str = "",
        learned: Callable[[int], pygame.Surface] | None = None,
    ) -> None:
        """``headings``: who has won, and what stands small below it.  ``acts``: what its plates do,
        by their names (``again``, ``show``, ``back``, ``take``); None: there is none.  ``back``:
        the word on that.  ``learned`` draws what has changed, so many pixels wide or high,
        whichever is more."""
        super().__init__(words)
        self.headings = headings
        self.said = said
        self.acts = acts
        self.back = back
        self.learned = learned
        self.drawn: pygame.Surface | None = None
        """What that has drawn."""
        self.kept: KeptSouvenir | None = None
        """What became of the souvenir's files, once it was taken."""
        self._told = ""
        self.text = self.image = pygame.Rect(0, 0, 1, 0)
        """Where the words and the picture lie."""

    # Where things are

    def place(self) -> None:
        """Over the right half of the room, so that the board is seen beside it, or over the lower
        one."""
        room, air = self.room, round(min(self.room.size) * 0.012)
        self.box = room.inflate(-2 * air, -2 * air)
        if self.tall:
            self.box.height //= 2
            self.box.bottom = room.bottom - air
        else:
            self.box.width = room.width // 2 - air
            self.box.left = room.centerx
        self.unit = min(self.box.width / WIDE_CARD, self.box.height / HIGH_CARD)
        self.unit *= LARGER if self.large else 1.0
        self.drawn = None
        self._divide()

    def plates(self) -> list[Plate]:
        """PLAY AGAIN and, where there is something to show, to take along or to take back, those;
        and CLOSE: at its foot, in rows that are about as long, each as wide as the words."""
        acts = [(name, do) for name, do in (*self.acts.items(), ("close", bool)) if do is not None]
        inner, gap = self.box.inflate(-2 * self.px(44), -2 * self.px(32)), self.px(16)
        high = max(self.px(PLATE_HIGH), LEAST)
        rows = -(-len(acts) // IN_A_ROW)
        long = -(-len(acts) // rows)
        made = []
        for k, (name, do) in enumerate(acts):
            row, column = divmod(k, long)
            across = min(long, len(acts) - row * long)
            wide = (inner.width - (across - 1) * gap) // across
            top = inner.bottom - (rows - row) * high - (rows - row - 1) * gap
            rect = pygame.Rect(inner.left + column * (wide + gap), top, wide, high)
            word = self.back if name == "back" else self.words.after_words[name]
            made.append(Plate(name, rect, do, word, name != "take"))
        return made

    def _divide(self) -> None:
        """Between heading and plates, above the line about the souvenir: words, then the picture in
        what they leave; where that is too little the words have it all."""
        side, top = self.px(44), self.box.top + self.px(182 if self.headings[1] else 132)
        bottom = min(rect.top for rect in self.rects().values()) - self.px(20)
        if self.acts.get("take"):
            bottom -= self.px(SAVED_HIGH)
        text = pygame.Rect(self.box.left + side, top, self.box.width - 2 * side, bottom - top)
        self.text, self.image = text, pygame.Rect(text.topleft, (0, 0))
        if self.learned is None:
            return
        self.text = pygame.Rect(text.topleft, (text.width, round(text.height * WITH_PICTURE)))
        height, lines = fit_text(self.said, self.text.size, float(self.px(BODY)))
        used = round(height * PITCH) * len(lines)
        left = text.height - used - self.px(16)
        if used > self.text.height or left < LEAST_PICTURE:
            self.text = text
        else:
            self.image = pygame.Rect(text.left, text.bottom - left, text.width, left)

    # What comes by itself

    def tend(self, now_ms: int) -> None:
        """Say what became of the souvenir, and show the picture, as soon as that is known."""
        super().tend(now_ms)
        self.fresh = self.fresh or self._souvenir() != self._told
        if self.image.height:
            size = self.image.size
            made = self.builder.get("learned", (self.learned, size), partial(self._fitted, *size))
            self.fresh = self.fresh or made is not self.drawn
            self.drawn = made

    def _fitted(self, wide: int, high: int) -> pygame.Surface:
        """The picture, drawn again where it was higher or wider than its place."""
        assert self.learned is not None
        made = self.learned(max(wide, high))
        share = min(wide / made.get_width(), high / made.get_height())
        return made if share >= 1 else self.learned(int(max(made.get_size()) * share))

    def _souvenir(self) -> str:
        return souvenir_said(self.words, self.kept) if self.kept is not None else ""

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Who has won, what has changed in words and as a picture, plates."""
        self.draw_sheet(target)
        text = self.text
        for said, down, high, ink in zip(
            self.headings, (76, 148), (WON, HEADING), (TYPED, RED), strict=True
        ):
            self.draw_title(target, said, down, high, text.width, ink)
        self.draw_lines(target, self.said, text, BODY)
        if self.drawn is not None:
            target.blit(self.drawn, self.drawn.get_rect(center=self.image.center))
        self._told = self._souvenir()
        below = min(rect.top for rect in self.rects().values()) - self.px(SAVED_HIGH + 12)
        saved = pygame.Rect(text.left, below, text.width, self.px(SAVED_HIGH))
        self.draw_lines(target, self._told, saved, 20.0)
        self.draw_plates(target, 24.0)


SOUVENIR_STAYS_MS = 180_000
"""It goes by itself after this."""
FREE = 250.0
"""Left at the right of its top for CLOSE, units of the picture."""


def souvenir_said(words: UiText, kept: KeptSouvenir) -> str:
    """What became of a souvenir's files."""
    if kept.failed:
        return words.souvenir_words["failed"]
    if not kept.names:
        return words.souvenir_words["saving"]
    return words.souvenir_words["kept"].format(files=", ".join(kept.names))


class SouvenirCard(PaperCard):
    """The sheet; it covers nearly all of the room."""

    leads = True
    seed = 76

    def __init__(self, words: UiText, picture: SouvenirPicture, kept: KeptSouvenir) -> None:
        super().__init__(words, SOUVENIR_STAYS_MS)
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
        return souvenir_said(self.words, self.kept)

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
        px = [round(number * self.unit) for number in (left, top, wide, high)]
        return pygame.Rect(px[0] + self.box.left, px[1] + self.box.top, px[2], px[3])


# -- when which card is shown


@dataclass
class GamesSeen:
    """The games of one room, frame by frame: which have ended before the visitor's eyes."""

    shown: bool = False
    """Whether SHOW ME led to what the last has changed: the step back brings its card again."""
    _entered: bool = False
    _last: AfterGame | None = None

    def leave(self) -> None:
        """Another room is entered."""
        self.shown, self._entered, self._last = False, False, None

    def ended(self, now: AfterGame | None) -> bool:
        """Whether a game has ended since the last call; the first call only looks."""
        last, entered = self._last, self._entered
        self._entered, self._last = True, now
        return entered and now is not None and (last is None or now.number > last.number)


class GameCards:
    """Knows which games have ended in the room, and tells of the last."""

    def __init__(self, window: WindowParts) -> None:
        self.window = window
        self.seen = GamesSeen()
        self._told: AfterGame | None = None
        self._souvenir: Souvenir | None = None
        self._learned: Callable[[int], pygame.Surface] | None = None
        self._kept: KeptSouvenir | None = None

    def follow(self, after: AfterGame | None, told: bool) -> None:
        """Show the card of a game that has ended here; take it away when another begins.

        ``told``: somebody is there to read it, and no demonstration goes on.
        """
        window = self.window
        ended = self.seen.ended(after)
        if after is None or ended:
            self.seen.shown = False
            for overlay in window.overlays:
                overlay.done = overlay.done or isinstance(overlay, AfterGameCard | SouvenirCard)
        if self.seen.shown and window.stage is not None and window.stage.close_up != LEARNED:
            self.seen.shown = False
            self.tell_again()
        if after is None or not ended or not told:
            return
        window.caretaker.game_ended(window.navigator.exhibit, after.ending)
        window.put_aside()
        if after.ending:
            window.sounds.play(after.ending)
        self._told, self._souvenir, self._learned, self._kept = after, None, None, None
        stage, context = window.stage, window.context
        if stage is not None and context is not None:
            self._learned = stage.room.learned(context)
            if window.museum.keeps_souvenirs():
                self._souvenir = stage.room.souvenir(context)
        self.tell_again()

    def is_told(self) -> bool:
        """Whether the last game's ending was not closed yet."""
        cards = [one for one in self.window.overlays if isinstance(one, AfterGameCard)]
        return self.seen.shown or any(not one.done for one in cards)

    def tell_again(self) -> None:
        """Show the card of the last game that one was shown of."""
        after, window = self._told, self.window
        if after is None:
            return
        told = partial(window.words.after, window.navigator.exhibit)
        said = told(after.text, after.words)
        title = told(after.title, {}) if after.title else window.words.after_words["title"]
        won = headline(told(after.winner, after.words))
        back, played = self._takes_back(), bool(after.winner)
        acts = {
            "again": window.play.begin,
            "show": self._show_changed if played and self._learned is not None else None,
            "back": partial(self._take_back, back) if played and back is not None else None,
            "take": partial(self._take_along, said, title) if self._souvenir is not None else None,
        }
        headings = (won, title) if played else (title, "")
        word = back.touch.label if back is not None else ""
        card = AfterGameCard(window.words, headings, said, acts, word, self._learned)
        card.kept, card.reopen = self._kept, self.tell_again
        window.show(card)

    def _take_along(self, said: str, title: str) -> None:
        """TAKE IT ALONG was touched: show the game as a picture with its code; keep the files."""
        window, souvenir = self.window, self._souvenir
        if window.stage is None or souvenir is None:
            return
        day = strftime("%Y.%m.%d")
        picture = picture_of(window.words, souvenir, window.stage.room.title, day, said, title)
        if self._kept is None or self._kept.failed:
            files = souvenir_files(picture)
            self._kept = window.museum.keep_souvenir(window.navigator.exhibit, files)
        for card in window.overlays:
            if isinstance(card, AfterGameCard):
                card.kept = self._kept
        window.show(SouvenirCard(window.words, picture, self._kept))

    def _takes_back(self) -> Hit | None:
        """The control of the room that takes a visitor's last turn back."""
        stage = self.window.stage
        if stage is None:
            return None
        return next((hit for hit in stage.targets() if hit.event == stage.room.takes_back), None)

    def _take_back(self, hit: Hit) -> None:
        """That was touched on the card, which may lie over it."""
        self.window.play.stop()
        for value in (1, 0) if hit.touch.kind == "button" else (1,):
            self.window.act(hit, value)

    def _show_changed(self) -> None:
        """SHOW ME was touched: look closely at what the game has changed."""
        self.window.navigator.look(LEARNED, self.window.gliding_ms())
        self.seen.shown = True
