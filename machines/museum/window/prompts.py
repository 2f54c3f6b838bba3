"""What a control wants chosen or typed: the drawer of decks and reels, and a card that is punched.

The drawer rises from the rail, a cabinet of labelled trays.  Each has a brass frame with a paper
label (name, how much, what it holds) and a pull; the one that is chosen stands out.  Arrows and
ENTER, a touch, or a double press of the same tray choose; ESCAPE or a touch beside it closes it.

The card is shown as it is punched, above a keypunch's keyboard.  What is typed appears over its
column and its holes are cut at once; the keyboard on the desk works by mouse and finger, the real
one by typing.  ENTER (or PUNCH) puts the card back into the machine.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

import pygame

from devices.media.card import Card
from devices.screen import brass
from devices.screen.brass import INK, IVORY, LETTERS
from devices.screen.kept_picture import kept_picture
from devices.screen.materials import paper, sheet, soft_shadow, wood
from devices.screen.parts.cards import INCHES, face, face_height
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText
from devices.units.unit import Value
from machines.museum.window.focus import ARROWS
from machines.museum.window.museum import MediaPicker, TextPrompt
from machines.museum.window.overlay import Overlay, wrap_in_two

T = TypeVar("T")
COLUMNS, ROWS = 3, 4
TALL_GRID = 2, 7
"""Columns and rows of trays in an upright window."""
LABELLED = (44, 36, 30)
TALL_SCALE = 0.86
"""So much smaller it is in an upright window, which is less wide than the keyboard."""
KEYS = ("1234567890-+", "QWERTYUIOP*/", "ASDFGHJKL=()", "ZXCVBNM,.$@")
FIRST_COLUMN, COLUMN = 0.2515, 0.087
"""Inches from the card's left edge to the middle of column 1, and from column to column."""
ERASE, SPACE, PUNCH, CANCEL = "\b", " ", "\r", "\x1b"


class PromptOverlay(Overlay, Generic[T]):
    """What a control wants chosen or typed: ``chosen`` is called with it."""

    def __init__(
        self,
        prompt: T,
        words: UiText,
        chosen: Callable[[Value], None],
        sound: Callable[[str], None],
    ) -> None:
        super().__init__(words)
        self.prompt = prompt
        self.chosen = chosen
        self.sound = sound

    def follow(self, old: "PromptOverlay[T]") -> None:
        """Stand as it stood before, in another language."""


class DrawerMenu(PromptOverlay[MediaPicker]):
    """The cabinet for one control; ``chosen`` is called with a tray's value."""

    veil = 150
    at = 0  # The tray that stands out
    pulled = ""

    def follow(self, old: PromptOverlay[MediaPicker]) -> None:
        """The same tray stands out."""
        if isinstance(old, DrawerMenu):
            self.at = min(old.at, max(0, len(self.prompt.trays) - 1))

    # Where things are

    def place(self) -> None:
        """Standing on the rail, in the middle."""
        px = self.px
        columns, most = self._grid()
        rows = min(most, max(1, -(-len(self.prompt.trays) // columns)))
        self.box = pygame.Rect(0, 0, px(78 + 474 * columns), px(130 + 172 * rows + 70))
        self.box.midbottom = self.room.centerx, self.room.bottom

    def _grid(self) -> tuple[int, int]:
        """How many trays stand beside and below one another."""
        columns, rows = TALL_GRID if self.tall else (COLUMNS, ROWS)
        if not self.large:
            return columns, rows
        across = int((self.room.width / self.unit - 78) // 474)
        down = int((self.room.height / self.unit - 200) // 172)
        return max(1, min(columns, across)), max(1, min(rows, down))

    def _held(self) -> int:
        """How many trays a page has."""
        columns, rows = self._grid()
        return columns * rows

    def area(self) -> pygame.Rect:
        """The cabinet and its shadow."""
        return self.box.inflate(self.px(60), self.px(60))

    def tray_rect(self, k: int) -> pygame.Rect:
        """Where the tray in place ``k`` of the page is."""
        px = self.px
        row, column = divmod(k, self._grid()[0])
        left = self.box.left + px(44) + column * px(474)
        return pygame.Rect(left, self.box.top + px(112) + row * px(172), px(464), px(160))

    def _page(self) -> int:
        return self.at // self._held()

    def _pages(self) -> int:
        return max(1, -(-len(self.prompt.trays) // self._held()))

    def _listed(self) -> range:
        first = self._page() * self._held()
        return range(first, min(len(self.prompt.trays), first + self._held()))

    def _plate(self, name: str) -> pygame.Rect:
        """The two brass plates along the cabinet's foot."""
        px = self.px
        left = self.box.right - px(44 + 180)
        plate = pygame.Rect(left, self.box.bottom - px(66), px(180), px(48))
        return plate if name == "close" else plate.move(-px(196), 0)

    # Touch and keys

    def press(self, x: int, y: int) -> None:
        """A tray, a plate, or beside it all."""
        if not self.box.collidepoint(x, y) or self._plate("close").collidepoint(x, y):
            self.done = True
            return
        if self._pages() > 1 and self._plate("more").inflate(0, 20).collidepoint(x, y):
            self._turn(1)
            return
        for place, k in enumerate(self._listed()):
            if self.tray_rect(place).collidepoint(x, y):
                self.at = k
                self.pulled = self.prompt.trays[k].label
                self.fresh = True
                self.sound("key")

    def release(self, x: int, y: int) -> None:
        """Let go over the tray that was pressed: it is chosen."""
        place = self.at - self._page() * self._held()
        if self.pulled and self.tray_rect(place).collidepoint(x, y):
            self._choose()
        self.pulled = ""

    def key(self, name: str, text: str, shift: bool) -> None:
        """Arrows move, ENTER or SPACE chooses, a letter goes to the next tray that begins so."""
        count = len(self.prompt.trays)
        if name in ("escape", "f3"):
            self.done = True
        elif name in ("return", "space"):
            self._choose()
        elif name in ("pageup", "pagedown"):
            self._turn(-1 if name == "pageup" else 1)
        elif name in ARROWS or name == "tab":
            across, down = ARROWS.get(name, (-1 if shift else 1, 0))
            self._move(across + self._grid()[0] * down)
        elif text.strip() and count:
            for step in range(1, count + 1):
                k = (self.at + step) % count
                if self.prompt.trays[k].label.upper().startswith(text.upper()):
                    self._move(k - self.at)
                    break

    def _move(self, by: int) -> None:
        if 0 <= self.at + by < len(self.prompt.trays):
            self.at += by
            self.fresh = True
            self.sound("key")

    def _turn(self, by: int) -> None:
        page = (self._page() + by) % self._pages()
        self.at = max(0, min(len(self.prompt.trays) - 1, page * self._held()))
        self.fresh = True

    def _choose(self) -> None:
        if self.prompt.trays:
            self.chosen(self.prompt.trays[self.at].value)
        self.done = True

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """The cabinet and its trays."""
        px = self.px
        blur = px(26)
        shadow = soft_shadow(self.box.width, self.box.height, blur, 0.7)
        target.blit(shadow, (self.box.left - blur + px(8), self.box.top - blur + px(8)))
        target.blit(_coarse_wood(self.box.size, 62, 0.62), self.box)
        _edge(target, self.box, px(3))
        title = pygame.Rect(0, 0, min(px(620), self.box.width - px(88)), px(62))
        title.center = self.box.centerx, self.box.top + px(54)
        brass.lay(target, title, px(6), "brass", 61, px(4))
        brass.engrave(target, self.prompt.title, title, px(24), INK)
        for place, k in enumerate(self._listed()):
            self._draw_tray(target, self.tray_rect(place), k)
        self._draw_foot(target)

    def _draw_tray(self, target: pygame.Surface, rect: pygame.Rect, k: int) -> None:
        px, tray, out = self.px, self.prompt.trays[k], k == self.at
        pygame.draw.rect(target, (16, 10, 6), rect.inflate(px(6), px(6)))
        blur = px(14 if out else 5)
        away = px(10 if out else 2)
        shadow = soft_shadow(rect.width, rect.height, blur, 0.75 if out else 0.5)
        target.blit(shadow, (rect.left - blur + away, rect.top - blur + away))
        shown = rect.move(-px(4), -px(4)) if out else rect
        target.blit(_coarse_wood(rect.size, 63, 1.0), shown)
        if not out:
            target.fill((196, 186, 178), shown, pygame.BLEND_RGB_MULT)
        _edge(target, shown, px(2))
        frame = self._frame(shown)
        brass.lay(target, frame, px(5), "brass", 64, px(3))
        label = frame.inflate(-px(14), -px(14))
        target.blit(_label_paper(label.size), label)
        if out:
            pygame.draw.rect(target, (160, 40, 24), label, px(3))
        self._draw_label(target, label, tray.label, tray.note, tray.count)
        self._draw_pull(target, shown)

    def _frame(self, tray: pygame.Rect) -> pygame.Rect:
        """The brass frame on a tray's front."""
        px = self.px
        return pygame.Rect(tray.left + px(26), tray.top + px(14), tray.width - px(52), px(96))

    def _draw_label(
        self, target: pygame.Surface, label: pygame.Rect, name: str, note: str, count: str
    ) -> None:
        px = self.px
        left, wide = label.left + px(12), label.width - px(24)
        size = brass.fit_lettering(name, px(19), wide)
        y = label.top + px(20)
        LETTERS.draw(target, _cut(name, size, wide), left, y, size, LABELLED, weight=0.13)
        small = self.high(12)
        y += round(size * 0.8 + small)
        LETTERS.draw(
            target, count, label.right - px(12), label.bottom - px(13), small, LABELLED, "right"
        )
        room = wide - (LETTERS.width(count, small) + px(14) if count else 0)
        small, lines = wrap_in_two(note, small, wide)
        alone = y + small * 1.6 > label.bottom - small * 0.4  # there is one row for the note
        if alone:
            lines = lines[:1]
        # A single line stands beside the count, or above it where it needs the whole width.
        beside = len(lines) == 1 and (alone or LETTERS.width(lines[0], small) <= room)
        for k, line in enumerate(lines[:2]):
            low = label.bottom - px(13) if k or beside else y
            space = room if low > y + 1 or beside else wide
            LETTERS.draw(target, _cut(line, small, space), left, low, small, LABELLED)

    def _draw_pull(self, target: pygame.Surface, shown: pygame.Rect) -> None:
        px = self.px
        pull = pygame.Rect(0, 0, px(84), px(24))
        pull.center = shown.centerx, shown.bottom - px(24)
        brass.lay(target, pull, px(11), "brass", 65, px(4), 190)
        inner = pygame.Rect(pull.left + px(8), pull.centery, pull.width - px(16), px(8))
        pygame.draw.rect(target, (48, 34, 14), inner, border_radius=px(4))

    def _draw_foot(self, target: pygame.Surface) -> None:
        px, words = self.px, self.words.drawer
        hint = words["choose"] if self.prompt.trays else words["empty"]
        names = ("more", "close") if self._pages() > 1 else ("close",)
        wide = self._plate(names[0]).left - self.box.left - px(60)
        small, lines = wrap_in_two(hint, self.high(15), wide)
        if len(lines) > 2:  # there is no room for it in a small window
            lines = []
        y = self.box.bottom - px(42) - round(small * 0.75) * (len(lines) - 1)
        for k, line in enumerate(lines):
            place = y + round(small * 1.5) * k
            LETTERS.draw(target, line, self.box.left + px(48), place, small, IVORY)
        for name in names:
            plate = self._plate(name)
            brass.lay(target, plate, px(5), "brass", 66, px(3))
            word = words[name]
            if name == "more":
                word = f"{word}  {self._page() + 1}/{self._pages()}"
            brass.engrave(target, word, plate, px(16), INK)


@kept_picture
def _coarse_wood(size: tuple[int, int], seed: int, tone: float) -> pygame.Surface:
    """Wood, made at about a sixth of a million pixels and brought up: it opens without waiting."""
    fine = min(1.0, (160_000 / (size[0] * size[1])) ** 0.5)
    made = sheet(wood(max(8, round(size[0] * fine)), max(8, round(size[1] * fine)), seed, tone))
    return smoothscale(made, size)


@kept_picture
def _label_paper(size: tuple[int, int]) -> pygame.Surface:
    return sheet(paper(*size, 72))


def _cut(line: str, height: float, wide: float) -> str:
    """The line, or as much of it as fits with three dots."""
    if LETTERS.width(line, height) <= wide:
        return line
    while line and LETTERS.width(line + "...", height) > wide:
        line = line[:-1]
    return line + "..."


def _edge(target: pygame.Surface, rect: pygame.Rect, thick: int) -> None:
    """Light along the upper left edges of wood, shade along the lower right."""
    for k in range(thick):
        inner = rect.inflate(-2 * k, -2 * k)
        pygame.draw.line(target, (196, 150, 100), inner.topleft, inner.topright)
        pygame.draw.line(target, (160, 116, 72), inner.topleft, inner.bottomleft)
        pygame.draw.line(target, (34, 20, 10), inner.bottomleft, inner.bottomright)
        pygame.draw.line(target, (44, 28, 14), inner.topright, inner.bottomright)


# -- a card that is punched


class CardEntry(PromptOverlay[TextPrompt]):
    """A card for one control; ``chosen`` is called with its text."""

    veil = 190
    typed_in = True

    def __init__(
        self,
        prompt: TextPrompt,
        words: UiText,
        chosen: Callable[[Value], None],
        sound: Callable[[str], None],
    ) -> None:
        super().__init__(prompt, words, chosen, sound)
        self.text = prompt.text[: prompt.columns]
        self.caret = len(self.text)
        self.card = pygame.Rect(0, 0, 1, 1)
        self.keys: dict[str, pygame.Rect] = {}
        self.down = ""

    def follow(self, old: PromptOverlay[TextPrompt]) -> None:
        """What was typed stays."""
        if isinstance(old, CardEntry):
            self.text, self.caret = old.text, old.caret

    def place(self) -> None:
        """The card above, the keyboard below."""
        if self.tall:
            self.unit *= TALL_SCALE
        if self.large:  # as large as the window allows
            self.unit = min(self.unit, self.room.width / 1240, self.room.height / 960)
        wide = self.px(1180)
        self.card = pygame.Rect(0, 0, wide, face_height(wide))
        self.card.midtop = self.room.centerx, self._top() + self.px(70)
        self.keys = self._lay_keys()

    def _top(self) -> int:
        """Where it begins: in an upright window low enough to be reached."""
        return self.room.top + (self.room.height // 3 if self.tall and not self.large else 0)

    def _lay_keys(self) -> dict[str, pygame.Rect]:
        px = self.px
        side, pitch = px(58), px(65)
        made: dict[str, pygame.Rect] = {}
        top = self.card.bottom + px(62)
        for row, chars in enumerate(KEYS):
            left = self.room.centerx - px(600) + px((0, 18, 36, 62)[row])
            for k, char in enumerate(chars):
                made[char] = pygame.Rect(left + k * pitch, top + row * pitch, side, side)
        right = self.room.centerx + px(262)
        for k, name in enumerate((ERASE, PUNCH, CANCEL)):
            made[name] = pygame.Rect(right, top + k * pitch, px(250), side)
        made[SPACE] = pygame.Rect(right, top + 3 * pitch, px(250), side)
        return made

    # Touch and keys

    def press(self, x: int, y: int) -> None:
        """A key of the keyboard, or a column of the card."""
        for name, rect in self.keys.items():
            if rect.inflate(self.px(6), self.px(6)).collidepoint(x, y):
                self.down = name
                self.fresh = True
                self._typed(name)
                return
        if self.card.collidepoint(x, y):
            inch = (x - self.card.left) * INCHES[0] / self.card.width
            column = round((inch - FIRST_COLUMN) / COLUMN)
            self.caret = min(len(self.text), max(0, column))
            self.fresh = True

    def release(self, x: int, y: int) -> None:
        """The key comes up."""
        self.down, self.fresh = "", True

    def key(self, name: str, text: str, shift: bool) -> None:
        """The real keyboard."""
        keys = {"backspace": ERASE, "return": PUNCH, "escape": CANCEL}
        moves = {"left": -1, "right": 1, "home": -999, "end": 999}
        if name in keys:
            self._typed(keys[name])
        elif name in moves:
            self.caret = min(len(self.text), max(0, self.caret + moves[name]))
            self.fresh = True
        elif name == "delete":
            self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
            self.fresh = True
        elif text:
            self._typed(text.upper())

    def _typed(self, char: str) -> None:
        self.fresh = True
        if char == CANCEL:
            self.done = True
        elif char == PUNCH:
            self.chosen(self.text.rstrip())
            self.done = True
        elif char == ERASE:
            self.text = self.text[: max(0, self.caret - 1)] + self.text[self.caret :]
            self.caret = max(0, self.caret - 1)
            self.sound("key")
        elif char in self.prompt.allowed and len(self.text) < self.prompt.columns:
            self.text = self.text[: self.caret] + char + self.text[self.caret :]
            self.caret += 1
            self.sound("punch")

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """The card, the keyboard and the words."""
        px = self.px
        brass.cast(target, self.card, px(14), 190)
        target.blit(face(Card.of_text(self.text), self.card.width), self.card)
        self._draw_caret(target)
        middle = self.room.centerx
        title = self.high(20)
        y = self._top() + px(38)
        LETTERS.draw(target, self.prompt.title, middle, y, title, IVORY, "centre", spacing=0.25)
        words = self.words.entry
        hint = f"{self.prompt.hint or words['hint']}  -  {words['left']} {self.caret + 1}"
        small = self.high(15)
        LETTERS.draw(target, hint, middle, self.card.bottom + px(32), small, IVORY, "centre")
        for name, rect in self.keys.items():
            self._draw_key(target, name, rect)

    def _draw_caret(self, target: pygame.Surface) -> None:
        """A red line in the card's margin over the column that is punched next."""
        inch = self.card.width / INCHES[0]
        x = round(self.card.left + (FIRST_COLUMN + self.caret * COLUMN) * inch)
        top = self.card.top - self.px(12)
        line = pygame.Rect(x - self.px(1), top, self.px(3), self.px(12) + round(0.16 * inch))
        pygame.draw.rect(target, (196, 40, 26), line)
        tip = [(x, top + self.px(10)), (x - self.px(9), top - 2), (x + self.px(9), top - 2)]
        pygame.draw.polygon(target, (196, 40, 26), tip)

    def _draw_key(self, target: pygame.Surface, name: str, rect: pygame.Rect) -> None:
        px, words = self.px, self.words.entry
        there = name in (ERASE, PUNCH, CANCEL) or name in self.prompt.allowed
        kind = "brass" if name in (PUNCH, CANCEL) else "bakelite"
        down = name == self.down
        shown = rect.move(px(1), px(2)) if down else rect
        if not down:
            brass.cast(target, rect, px(5), 200)
        target.blit(brass.shape_edges(rect.width, rect.height, px(10), kind, 71), shown)
        label = {
            ERASE: words["erase"],
            PUNCH: words["punch"],
            CANCEL: words["cancel"],
            SPACE: words["space"],
        }.get(name, name)
        colour = INK if kind == "brass" else (IVORY if there else (96, 88, 80))
        brass.engrave(
            target, label, shown, px(22 if len(label) == 1 else 17), colour, kind == "brass"
        )
