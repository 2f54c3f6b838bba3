"""The picture of a game that can be taken along: its board, result, moves, and a code of all of it.

It is composed for 1,600 by 1,000 units, or for 1,000 by 1,600 in an upright window; drawn for the
screen and for the file by the same steps.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame

from devices.media.paper import text_of_lines
from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.materials import paper, sheet
from devices.screen.parts.fanfold import last_forms
from devices.screen.png import png
from devices.screen.qr_code import best_code, draw_code
from devices.screen.room import BETWEEN, Souvenir
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from machines.museum.window.overlay import PITCH, RED, TYPED, fit_text

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
        most = max(brass.SMALLEST, units * self.unit * self.larger)
        height, lines = fit_text(said, rect.size, most)
        pitch = round(height * PITCH)
        room = max(1, rect.height // pitch)
        if len(lines) > room:
            lines = [*lines[: room - 1], lines[room - 1] + " ..."]
        for k, line in enumerate(lines):
            LETTERS.draw(self.made, line, rect.left, rect.top + pitch * (k + 0.5), height, ink)
        return pitch * len(lines) / self.unit


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
