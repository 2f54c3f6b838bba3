"""The card after a game, and the picture of it that can be taken along.

It says who won and what changed inside, in figures: a room says what to show
(:meth:`devices.screen.room.Room.after_game`), and the card comes when such a game has ended while
the visitor was there.  One touch of SHOW ME leads to the place that has changed; one of TAKE IT
ALONG shows the game as a picture with its code, and keeps its files.

The picture is composed for 1,600 by 1,000 units, or for 1,000 by 1,600 in an upright window; drawn
for the screen and for the file by the same steps.
"""

from collections.abc import Callable
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
from machines.museum.media_export import KeptSouvenir
from machines.museum.window.overlay import PITCH, RED, TYPED, Overlay, PaperCard, Plate
from machines.museum.window.window_parts import WindowParts

TITLE, BODY = 28.0, 26.0
"""Heights of the capitals, units."""
MOST_HIGH, LARGE_HIGH = 0.4, 0.62
"""Of the room's height that it may cover, with usual and with large text."""


class AfterGameCard(PaperCard):
    """The card; a touch outside it is the room's, and leaves it there, until another game begins or
    nobody is there any more."""

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
        super().__init__(words)
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

    def follow(self, after: AfterGame | None, told: bool) -> None:
        """Show the card of a game that has ended here; take it away when another begins.

        ``told``: somebody is there to read it, and no demonstration goes on.
        """
        window = self.window
        ended = self.seen.ended(after)
        if after is None or ended:
            for overlay in window.overlays:
                overlay.done = overlay.done or isinstance(overlay, AfterGameCard)
        if after is None or not ended or not told:
            return
        window.caretaker.game_ended(window.navigator.exhibit, after.ending)
        window.put_aside()
        if after.ending:
            window.sounds.play(after.ending)
        self._told, self._souvenir = after, None
        stage, context = window.stage, window.context
        if stage is not None and context is not None and window.museum.keeps_souvenirs():
            self._souvenir = stage.room.souvenir(context)
        self.tell_again()

    def tell_again(self) -> None:
        """Show the card of the last game that one was shown of."""
        after, window = self._told, self.window
        if after is None:
            return
        exhibit = window.navigator.exhibit
        said = window.words.after(exhibit, after.text, after.words)
        shown = partial(self._show_changed, after) if after.place else None
        title = window.words.after(exhibit, after.title, {}) if after.title else ""
        take = partial(self._take_along, said, title) if self._souvenir is not None else None
        self._lay(AfterGameCard(window.words, said, shown, title, take))

    def _lay(self, card: Overlay) -> None:
        card.reopen = self.tell_again
        self.window.show(card)

    def _take_along(self, said: str, title: str) -> None:
        """TAKE IT ALONG was touched: show the game as a picture with its code; keep the files."""
        window, souvenir = self.window, self._souvenir
        if window.stage is None or souvenir is None:
            return
        day = strftime("%Y.%m.%d")
        picture = picture_of(window.words, souvenir, window.stage.room.title, day, said, title)
        kept = window.museum.keep_souvenir(window.navigator.exhibit, souvenir_files(picture))
        self._lay(SouvenirCard(window.words, picture, kept))

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
    words: UiText, souvenir: Souvenir, title: str, day: str, said: str, heading: str = ""
) -> SouvenirPicture:
    """The picture: the exhibit's ``title``, the ``day`` (``2026.11.24``), what the game has taught
    the machine, under its ``heading``."""
    text = SouvenirText(title, day, said, heading or words.after_words["title"])
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
