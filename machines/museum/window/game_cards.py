"""The card after a game, and the picture of it that can be taken along.

It says who won, large, and what changed inside, in words and as the room's picture of it: a room
says what to show (:meth:`devices.screen.room.Room.after_game`, ``learned``), and the card comes
when such a game has ended while the visitor was there.  It stays until it is touched or another
game begins.  PLAY AGAIN does what PLAY on the bar does; one touch of SHOW ME leads to the place
that has changed; one of TAKE IT ALONG shows the game as a picture with its code, and keeps its
files.

The picture is composed for 1,600 by 1,000 units, or for 1,000 by 1,600 in an upright window; drawn
for the screen and for the file by the same steps.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from time import strftime

import pygame

from devices.media.paper import text_of_lines
from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.materials import paper, sheet
from devices.screen.parts.fanfold import last_forms
from devices.screen.png import png
from devices.screen.qr_code import best_code, draw_code
from devices.screen.room import BETWEEN, AfterGame, Souvenir
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from devices.screen.words import headline
from machines.museum.media_export import KeptSouvenir
from machines.museum.window.control_bar_layout import LARGER
from machines.museum.window.overlay import LEAST, PITCH, PLATE_HIGH, RED, TYPED, PaperCard, Plate
from machines.museum.window.window_parts import WindowParts

WIDE_CARD, HIGH_CARD = 860.0, 870.0
"""Of the card, in its own units."""
WON, HEADING, BODY = 66.0, 24.0, 32.0
"""Heights of the capitals, units."""
WITH_PICTURE = 0.4
"""Of the height between heading and plates that the words may have where there is a picture."""
LEAST_PICTURE = 130.0
"""Where it would be less high, units, there is none."""
SAVED_HIGH = 60.0
"""Of what is said about the souvenir."""


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
        learned: Callable[[int], pygame.Surface] | None = None,
    ) -> None:
        """``headings``: who has won, and what stands small below it.  ``acts``: what its plates do,
        by their names (``again``, ``show``, ``take``); None: there is none.  ``learned`` draws
        what has changed, so many pixels wide or high, whichever is more."""
        super().__init__(words)
        self.headings = headings
        self.said = said
        self.acts = acts
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
        self._divide()

    def plates(self) -> list[Plate]:
        """PLAY AGAIN, SHOW ME and TAKE IT ALONG, where there is something to show and to take, and
        CLOSE: at its foot, two in a row."""
        acts = [(name, do) for name, do in (*self.acts.items(), ("close", bool)) if do is not None]
        inner, gap = self.box.inflate(-2 * self.px(44), -2 * self.px(32)), self.px(16)
        high = max(self.px(PLATE_HIGH), LEAST)
        wide, rows = (inner.width - gap) // 2, -(-len(acts) // 2)
        made = []
        for k, (name, do) in enumerate(acts):
            row, column = divmod(k, 2)
            top = inner.bottom - (rows - row) * high - (rows - row - 1) * gap
            rect = pygame.Rect(inner.left + column * (wide + gap), top, wide, high)
            made.append(Plate(name, rect, do, self.words.after_words[name], name != "take"))
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
        height, lines = self.fit_text(self.said, self.text.size, BODY)
        used = round(height * PITCH) * len(lines)
        left = text.height - used - self.px(16)
        if used > self.text.height or left < self.px(LEAST_PICTURE):
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


# -- the picture of a game


WIDE, TALL = (1600.0, 1000.0), (1000.0, 1600.0)
GOLD = (150, 120, 70)
FAINT = (96, 86, 72)
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Arrangement:
    """Where everything stands, units."""

    size: tuple[float, float]
    board: Box
    told: Box
    """Result and what was learned."""
    moves: Box
    code: Box
    hint: Box


ARRANGED = Arrangement(
    WIDE,
    board=(48.0, 168.0, 480.0, 480.0),
    told=(560.0, 168.0, 360.0, 480.0),
    moves=(48.0, 676.0, 872.0, 276.0),
    code=(952.0, 168.0, 600.0, 600.0),
    hint=(952.0, 784.0, 600.0, 168.0),
)
UPRIGHT = Arrangement(
    TALL,
    board=(48.0, 248.0, 440.0, 440.0),
    told=(520.0, 248.0, 432.0, 440.0),
    moves=(48.0, 712.0, 904.0, 136.0),
    code=(180.0, 864.0, 640.0, 580.0),
    hint=(48.0, 1456.0, 904.0, 104.0),
)


@dataclass(frozen=True)
class SouvenirText:
    """What is lettered on it."""

    title: str
    """The exhibit's."""
    day: str
    said: str
    """What the game has taught the machine."""
    heading: str


class SouvenirPicture:
    """Draws it; the same for the screen and for the file."""

    def __init__(self, words: UiText, text: SouvenirText, souvenir: Souvenir) -> None:
        self.words = words.souvenir_words
        self.museum = words.plan["title"]
        self.text = text
        self.souvenir = souvenir

    def draw(
        self, size: tuple[int, int], upright: bool = False, large: bool = False, free: float = 0.0
    ) -> pygame.Surface:
        """The whole sheet in pixels; ``free`` units at the right of its top are left for plates."""
        at = UPRIGHT if upright else ARRANGED
        page = _Page(size, size[0] / at.size[0], 1.25 if large else 1.0)
        self._head(page, at, free)
        board = self.souvenir.board(round(at.board[2] * page.unit))
        page.put(board, at.board)
        rule = page.rect((at.moves[0], at.moves[1] - 14.0, at.moves[2], 2.0))
        page.made.fill(GOLD, rule)
        self._tell(page, at.told)
        height = page.text(self.words["moves"], (*at.moves[:3], 26.0), 15.0, RED)
        left, top, wide, high = at.moves
        page.text(self.souvenir.record.moves, (left, top + height, wide, high - height), 19.0)
        self._code(page, at)
        return page.made

    def _head(self, page: "_Page", at: Arrangement, free: float) -> None:
        wide = at.size[0] - 96.0 - (free if at is ARRANGED else 0.0)
        down = 0.0 if at is ARRANGED else 78.0
        above = f"{self.museum}  \N{MIDDLE DOT}  {self.text.day}"
        page.text(above, (48.0, 44.0 + down, wide, 34.0), 19.0, FAINT)
        page.line(self.text.title, (48.0, 84.0 + down, wide, 60.0), 38.0, RED)

    def _tell(self, page: "_Page", box: Box) -> None:
        """Result, the facts beside it, what was learned."""
        left, top, wide, high = box
        result = self.souvenir.record.result
        name = self.souvenir.ended or result.lower().replace(" ", "_")
        ended = self.words.get(name, result)
        result = self.words["result"].format(n=ended)
        used = page.text(result, (left, top, wide, 52.0), 30.0) + 8.0
        for name, value in self.souvenir.facts.items():
            fact = self.words[name].format(*value.split(BETWEEN), n=value)
            used += page.text(fact, (left, top + used, wide, 84.0), 20.0) + 6.0
        used += 14.0
        used += page.text(self.text.heading, (left, top + used, wide, 56.0), 17.0, RED) + 4.0
        page.text(self.text.said, (left, top + used, wide, high - used), 23.0)

    def _code(self, page: "_Page", at: Arrangement) -> None:
        rect = page.rect(at.code)
        side = min(rect.size)
        code = best_code(self.souvenir.record.forms, side)
        if code is None:
            page.text(self.words["too_long"], at.hint, 24.0)
            return
        drawn = draw_code(code, side)
        place = drawn.get_rect(center=rect.center)
        page.made.blit(drawn, place)
        pygame.draw.rect(page.made, GOLD, place.inflate(6, 6), max(1, round(2 * page.unit)))
        page.text(self.words["scan"], (*at.hint[:3], at.hint[3] * 0.6), 23.0)


class _Page:
    """A sheet of paper that is lettered box by box."""

    def __init__(self, size: tuple[int, int], unit: float, larger: float) -> None:
        self.unit, self.larger = unit, larger
        self.made = pygame.Surface(size, 0, 32)
        self.made.blit(smoothscale(sheet(paper(512, 320, 76)), size), (0, 0))
        inset = round(16 * unit)
        frame = self.made.get_rect().inflate(-inset, -inset)
        pygame.draw.rect(self.made, GOLD, frame, max(1, round(2 * unit)))

    def rect(self, box: Box) -> pygame.Rect:
        """A box in pixels."""
        left, top, wide, high = (round(number * self.unit) for number in box)
        return pygame.Rect(left, top, max(1, wide), max(1, high))

    def put(self, picture: pygame.Surface, box: Box) -> None:
        """A picture in the middle of a box, its proportions kept."""
        rect = self.rect(box)
        share = min(rect.width / picture.get_width(), rect.height / picture.get_height())
        wide, high = (max(1, round(side * share)) for side in picture.get_size())
        if (wide, high) != picture.get_size():
            picture = smoothscale(picture, (wide, high))
        place = picture.get_rect(center=rect.center)
        brass.cast(self.made, place, max(2, round(8 * self.unit)), 120)
        self.made.blit(picture, place)

    def line(self, said: str, box: Box, units: float, ink: tuple[int, int, int] = TYPED) -> None:
        """One line, lettered smaller where it is too long."""
        rect = self.rect(box)
        high = brass.fit_lettering(said, units * self.unit, rect.width)
        LETTERS.draw(self.made, said, rect.left, rect.centery, high, ink, weight=0.15)

    def text(self, said: str, box: Box, units: float, ink: tuple[int, int, int] = TYPED) -> float:
        """Lines that fill a box from its top, smaller where they don't fit; the units they take."""
        rect = self.rect(box)
        height = max(brass.SMALLEST, units * self.unit * self.larger)
        while True:
            lines = LETTERS.wrap(said, height, rect.width)
            pitch = round(height * PITCH)
            if pitch * len(lines) <= rect.height or height <= brass.SMALLEST:
                break
            height = max(brass.SMALLEST, height * 0.95)
        room = max(1, rect.height // pitch)
        if len(lines) > room:
            lines = [*lines[: room - 1], lines[room - 1] + " ..."]
        for k, line in enumerate(lines):
            LETTERS.draw(self.made, line, rect.left, rect.top + pitch * (k + 0.5), height, ink)
        return pitch * len(lines) / self.unit


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
            for overlay in window.overlays:
                overlay.done = overlay.done or isinstance(overlay, AfterGameCard | SouvenirCard)
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

    def tell_again(self) -> None:
        """Show the card of the last game that one was shown of."""
        after, window = self._told, self.window
        if after is None:
            return
        told = partial(window.words.after, window.navigator.exhibit)
        said = told(after.text, after.words)
        title = told(after.title, {}) if after.title else window.words.after_words["title"]
        won = headline(told(after.winner, after.words))
        acts = {
            "again": window.play.begin,
            "show": partial(self._show_changed, after) if after.place else None,
            "take": partial(self._take_along, said, title) if self._souvenir is not None else None,
        }
        headings = (won, title) if after.winner else (title, "")
        card = AfterGameCard(window.words, headings, said, acts, self._learned)
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

    def _show_changed(self, after: AfterGame) -> None:
        """SHOW ME was touched: look at what the game has changed."""
        window = self.window
        if window.stage is None or window.context is None:
            return
        for act in window.stage.room.show_changed(after, window.context):
            window.send(act)
        window.navigator.look(after.place, window.gliding_ms())


LISTING_FORMS = 3
"""Of a printer's paper, in the picture of a listing."""


def picture_of(
    words: UiText, souvenir: Souvenir, title: str, day: str, said: str, heading: str
) -> SouvenirPicture:
    """The picture: the exhibit's ``title``, the ``day`` (``2026.11.24``), what the game has taught
    the machine, under its ``heading``."""
    text = SouvenirText(title, day, said, heading)
    return SouvenirPicture(words, text, replace(souvenir, record=souvenir.record.dated(day)))


def souvenir_files(picture: SouvenirPicture) -> dict[str, Callable[[], bytes]]:
    """What makes each file, by the end of its name: picture, game, the printer's listing (whole as
    text, its end as a picture)."""
    souvenir = picture.souvenir
    size = round(WIDE[0]), round(WIDE[1])
    files: dict[str, Callable[[], bytes]] = {
        ".png": lambda: png(picture.draw(size)),
        souvenir.record.suffix: souvenir.record.forms[0].encode,
    }
    listing = souvenir.listing
    if listing is not None:
        files["-listing.txt"] = lambda: text_of_lines(listing()).encode()
        files["-listing.png"] = lambda: png(last_forms(listing(), LISTING_FORMS))
    return files
