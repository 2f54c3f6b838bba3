"""The tournament table: every meeting of two machines with its games and points.

It lies over the floor plan and grows while it is looked at.  A touch of a row leads to the room
where these two play, and begins the meeting there.
"""

from collections.abc import Callable
from functools import partial

import pygame

from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.figures import figures, put_in
from devices.screen.guide import ENDS, Confirmation
from devices.screen.ui_text import UiText
from machines.museum.meetings import Meeting
from machines.museum.window.overlay import FAINT, PITCH, RED, PaperCard, Plate

STAYS_MS = 180_000
SIZE, TALL_SIZE = (1560.0, 840.0), (1050.0, 1300.0)
TITLE, ROW, HEAD, SMALL = 34.0, 25.0, 16.0, 17.0
LINE = (176, 156, 116)
LOOK_MS = 250
"""It is asked this often whether a game has ended."""
COLUMNS = ("games", "won", "drawn", "lost", "points", "share")
NAMED = 0.44, 0.38
"""How much of a row's width its name has; in an upright window."""
FEW, FEW_NAMED = ("games", "share"), 0.62
"""The columns, and the name's share, where all of them would be narrower than WIDEST."""
WIDEST = "123,456"
MOST_ROWS = 10

Look = Callable[[], tuple[Meeting, ...]]
Start = Callable[[str, str], bool]


def share_of(meeting: Meeting) -> float:
    """The first one's share of the points, 0 to 1; without games 0."""
    return (meeting.won + meeting.drawn / 2) / meeting.games if meeting.games else 0.0


def row_name(exhibit: str, name: str) -> str:
    """What a row is called, for the keyboard and where it asks for a second touch."""
    return f"{exhibit}.{name}"


def cells_of(meeting: Meeting, code: str) -> tuple[str, ...]:
    """What stands in the columns, as that language writes figures."""
    if not meeting.games:
        return ("0", "0", "0", "0", "0", "-")
    whole = f"{meeting.won + meeting.drawn // 2:,}"
    half = "½" if meeting.drawn % 2 else ""
    counts = (f"{n:,}" for n in (meeting.games, meeting.won, meeting.drawn, meeting.lost))
    told = tuple(figures(count, code) for count in (*counts, whole))
    return (*told[:-1], told[-1] + half, f"{100 * share_of(meeting):.0f}%")


class MeetingsBoard(PaperCard):
    """The sheet."""

    seed = 79
    plates_low = True

    def __init__(self, words: UiText, look: Look, start: Start, guard: Confirmation) -> None:
        """``look`` gives the newest table; ``start`` begins a meeting (exhibit, name), and answers
        False where that would end a visitor's game and a second touch is wanted; ``guard`` knows
        which row (:func:`row_name`) waits for that."""
        super().__init__(words, STAYS_MS)
        self.modal = True
        self.look = look
        self.start = start
        self.guard = guard
        self.rows = look()[:MOST_ROWS]
        self.asked = ""
        """The row that asks for a second touch (:func:`row_name`); empty: none."""
        self._looked_ms = 0

    # Where things are

    def place(self) -> None:
        """In the middle of the room, nearly all of it."""
        self.place_large(SIZE, TALL_SIZE, (30, 20, 8))

    def row_rect(self, k: int) -> pygame.Rect:
        """The kth row: where it is touched."""
        px, box = self.px, self.box
        top, foot = box.top + px(166), box.bottom - px(104)
        high = min((foot - top) // max(1, len(self.rows)), px(140 if self.tall else 110))
        return pygame.Rect(box.left + px(36), top + k * high, box.width - px(72), high)

    def columns(self, row: pygame.Rect) -> dict[str, int]:
        """Where the figures of each column end, in pixels; in a narrow window there are few."""
        share, names = NAMED[self.tall], list(COLUMNS)
        least = LETTERS.width(WIDEST, brass.SMALLEST) + self.px(12)
        if row.width * (1 - share) < len(names) * least:
            share, names = FEW_NAMED, list(FEW)
        first = row.left + round(row.width * share)
        wide = (row.right - self.px(20) - first) / len(names)
        return {name: round(first + wide * (k + 1)) for k, name in enumerate(names)}

    def plates(self) -> list[Plate]:
        return [*self.choices(), *self.row(self.words.meetings_words)]

    def choices(self) -> list[Plate]:
        """Its rows; a touch begins the meeting."""
        return [
            Plate(row_name(row.exhibit, row.name), self.row_rect(k), partial(self._start, k))
            for k, row in enumerate(self.rows)
        ]

    # What is done

    def _start(self, k: int) -> None:
        row = self.rows[k]
        self.done = self.start(row.exhibit, row.name)
        self.came_ms = -1
        self.fresh = True

    def tend(self, now_ms: int) -> None:
        """Look whether a game has ended meanwhile, and whether a question still stands."""
        super().tend(now_ms)
        asked = self.guard.asks(now_ms)
        if asked != self.asked:
            self.asked, self.fresh = asked, True
        if now_ms - self._looked_ms >= LOOK_MS:
            self._looked_ms = now_ms
            now = self.look()[:MOST_ROWS]
            if now != self.rows:
                self.rows = now
                self.fresh = True

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title, the heads of the columns, the rows, and how the figures came about."""
        px, box, words = self.px, self.box, self.words.meetings_words
        self.draw_sheet(target)
        self.draw_plates(target)
        left = box.left + px(44)
        wide = self.rects()["close"].left - left - px(20)
        self.draw_title(target, words["title"], 58, TITLE, wide)
        first = self.row_rect(0)
        self._draw_heads(target, first)
        for k, row in enumerate(self.rows):
            self._draw_row(target, k, row)
        note_wide = wide if self.foot() else box.width - px(88)  # CLOSE is beside it
        rect = pygame.Rect(left, box.bottom - px(94), note_wide, px(76))
        here = sum(row.here for row in self.rows)
        note = put_in(words["note" if here else "note_none"], {"n": f"{here:,}"}, self.words.code)
        self.draw_lines(target, note, rect, SMALL, FAINT)

    def _draw_heads(self, target: pygame.Surface, row: pygame.Rect) -> None:
        words, px = self.words.meetings_words, self.px
        y, ends = row.top - px(24), self.columns(row)
        first, second = list(ends.values())[:2]
        room, high = second - first - px(12), self.high(HEAD)
        wide = first - room - row.left - px(30)
        place = row.left + px(16), y
        if LETTERS.width(words["touch"], brass.SMALLEST, weight=0.14) > wide:  # above the heads
            place, wide = (place[0], y - round(high * PITCH)), row.width
        self.letter(target, words["touch"], place, high, wide, RED, weight=0.14)
        for name, right in ends.items():
            self.letter(target, words[name], (right, y), high, room, FAINT, "right")

    def _draw_row(self, target: pygame.Surface, k: int, meeting: Meeting) -> None:
        """A meeting: a card to be touched, with its name and figures, and a bar of the points."""
        px, rect = self.px, self.row_rect(k)
        card = rect.inflate(0, -px(12))
        brass.cast(target, card, px(5), 130)
        pygame.draw.rect(target, (252, 248, 236), card, border_radius=px(6))
        asks = self.asked == row_name(meeting.exhibit, meeting.name)
        chosen = asks or k == self.at
        pygame.draw.rect(target, RED if chosen else LINE, card, px(4 if chosen else 2), px(6))
        ends, y = self.columns(rect), card.centery
        left, high = card.left + px(16), min(self.high(ROW), card.height * 0.40)
        if asks:
            said = self.words.captions[ENDS]
            self.letter(target, said, (left, y), high, card.width - px(32), RED, weight=0.14)
            return
        name = self.words.meeting(meeting.exhibit, meeting.name)
        first, second = list(ends.values())[:2]
        room = second - first - px(12)
        self.letter(target, name, (left, y), high, first - room - left - px(14), weight=0.15)
        for column, cell in zip(COLUMNS, cells_of(meeting, self.words.code), strict=True):
            if column in ends:
                self.letter(target, cell, (ends[column], y), high, room, anchor="right")
        if meeting.games:
            self._draw_bar(target, card, meeting)

    def _draw_bar(self, target: pygame.Surface, card: pygame.Rect, meeting: Meeting) -> None:
        """The first one's share along the card's lower edge."""
        px = self.px
        bar = pygame.Rect(card.left + px(16), card.bottom - px(14), card.width - px(32), px(6))
        pygame.draw.rect(target, (222, 212, 188), bar, border_radius=px(3))
        filled = pygame.Rect(bar.left, bar.top, round(bar.width * share_of(meeting)), bar.height)
        pygame.draw.rect(target, RED, filled, border_radius=px(3))
