"""The teleprinter as it stands in the room: roll paper, type head, keyboard, its motor's switch.

The paper comes up over the platen, stands before the visitor for some 37 rows with the one under
the type head at the foot, and falls over a wire at the top.  The head goes along the row, strikes a
character in 100 ms, runs back at a carriage return; at a line feed the paper moves up.  When
characters come faster than frames, the head is a streak.

The keyboard is there because the machine has one: the computer alone types on it.

Measured in units of 1/60 inch: a row is 10 high (six to the inch), a column 6.17 wide, which is the
proportion measured on Michie's print-out; the paper is 8.5 inches wide.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
import pygame

from devices.media.roll import FEED, RETURN, WIDTH, Roll
from devices.screen import materials
from devices.screen.parts.paper_unit import PaperUnitPart, StandingPaper, eased
from devices.screen.parts.relief import Canvas, Colour, Rect, smooth_step
from devices.screen.parts.sprites import PlacedSprite, brief_sprite, cached_sprite
from devices.screen.parts.unit_part import ENGRAVING, read_front
from devices.screen.png import png
from devices.screen.print_faces import Typebars, marks_ahead
from devices.screen.smooth import smoothscale
from devices.units.teleprinter import CHARACTER_US, TeleprinterView

# -- Teleprinter paper as a picture: a plain roll, in the machine and taken home in sheets ---------

UNITS_WIDE = 510
MARGIN = 34.0
COLUMN = 6.17
ROW = 10
SHEET_ROWS, TYPED_ROWS = 66, 56
"""Rows of a sheet when the roll is cut up, and of typing on it."""
SHEET = (240, 234, 217)
PNG_WIDTH = 1020
"""Pixels across a roll's sheet as a file: two to a unit."""
BLUR_ROWS, BLUR_MS = 5, 70
"""Where more rows than this come between two looks, their blur is another one only so often."""

_TYPE = Typebars()


class RollPaper:
    """Paper ``width_px`` wide, and typing on it."""

    def __init__(self, width_px: int) -> None:
        self.width = width_px
        self.unit = width_px / UNITS_WIDE
        self.row = max(round(ROW * self.unit), 2)
        self.column = COLUMN * self.unit
        self.left = MARGIN * self.unit

    @property
    def tile_height(self) -> int:
        """Pixels of the piece of blank paper that repeats."""
        return self.row * SHEET_ROWS

    @cached_property
    def tile(self) -> pygame.Surface:
        """That piece, kept with this paper, since a roll that moves must not wait for it: never
        draw on it."""
        return _blank(self.width, self.tile_height, self.unit)

    def lay(self, target: pygame.Surface, top: int, place: pygame.Rect) -> None:
        """Blank paper over ``place``; the roll's row 0 lies at pixel ``top``."""
        target.set_clip(place)
        y = place.top - (place.top - top) % self.tile_height
        while y < place.bottom:
            target.blit(self.tile, (0, y))
            y += self.tile_height
        target.set_clip(None)

    def type(self, target: pygame.Surface, text: str, y: int) -> None:
        """A row typed with its top at pixel ``y``."""
        _TYPE.draw(target, text, self.left, y, self.column, self.row)


def _blank(width: int, height: int, unit: float) -> pygame.Surface:
    rgb = materials.paper(width, height, 75, SHEET)
    x = ((np.arange(width, dtype=np.float32) + 0.5) / unit)[None, :]
    edge = smooth_step(0.0, 2.2, np.asarray(np.minimum(x, UNITS_WIDE - x), np.float32))
    # A roll that was wound lies a little hollow.
    hollow = 1.0 - 0.035 * ((x / UNITS_WIDE - 0.42) * 1.8) ** 2
    rgb *= ((0.86 + 0.14 * edge) * hollow)[..., None]
    return materials.sheet(rgb)


def each_sheet(roll: Roll, width_px: int) -> Iterator[pygame.Surface]:
    """What is typed on a roll, as sheets of 56 rows with a margin, drawn one at a time."""
    paper = RollPaper(width_px)
    rows = iter([*roll.rows, roll.typing] if roll.typing else roll.rows)
    while piece := list(islice(rows, TYPED_ROWS)):
        made = paper.tile.copy()
        for number, text in enumerate(piece, (SHEET_ROWS - TYPED_ROWS) // 2):
            paper.type(made, text, number * paper.row)
        yield made


def png_sheets(roll: Roll, most: int, width: int = PNG_WIDTH) -> Iterator[bytes]:
    """A roll cut into sheets, as PNG files drawn one after another, at most ``most``."""
    return map(png, islice(each_sheet(roll, width), most))


class RollView(StandingPaper):
    """The piece of a roll that stands in the machine.

    Only finished rows: the one under the head is the part's own.
    """

    def __init__(self, width: int, height: int, curl: int, below: int) -> None:
        super().__init__(width, height, curl, below)
        self.paper = RollPaper(width)
        self.row = self.paper.row
        self.newest: list[str] = []
        """The last rows that lie on the flat piece, as many as may be seen."""
        self.shown_ms = -BLUR_MS

    def show(self, view: TeleprinterView, place: float, smear: int, now_ms: int) -> None:
        """Compose the paper with row ``place`` of the roll under the head; ``smear``: rows that
        came since the last look."""
        if smear > BLUR_ROWS and 0 <= now_ms - self.shown_ms < BLUR_MS:
            return
        self.shown_ms = now_ms
        end = view.gone + view.count
        shift = round(place * self.row)
        newest = self._rows_before(view, end)
        smeared = min(smear, 3) if smear > 1 else 0
        key = (view.torn, end, shift, newest, smeared)
        if key == self.key:
            return
        self.key = key
        self._roll(view, end, shift)
        self.newest = newest
        self.bend(smeared, self.below // 2)

    def _rows_before(self, view: TeleprinterView, end: int) -> list[str]:
        """The rows that may be seen above row ``end`` of the roll."""
        stop = min(max(end - view.gone, 0), view.count)
        return view.rows[max(stop - self.flat.get_height() // self.row - 2, 0) : stop]

    def _roll(self, view: TeleprinterView, end: int, shift: int) -> None:
        """Bring the flat piece to ``shift``: move what is there, lay only what is new."""
        whole = self.flat.get_rect()
        torn, old_end, old_shift = self.laid
        up = shift - old_shift
        # A museum that was set back may show another print-out of the same length.
        same = torn == view.torn and self._rows_before(view, old_end) == self.newest
        fresh = [whole]
        if same and 0 <= up < whole.height:
            self.flat.scroll(0, -up)
            fresh = [pygame.Rect(0, whole.height - up, whole.width, up)]
            top = self.top(shift) + old_end * self.row
            # What hangs below a row reaches into the next one, and its own was laid blank.
            tall = (end - old_end) * self.row + self.row // 2
            fresh.append(pygame.Rect(0, top, whole.width, tall if end > old_end else 0))
        for place in fresh:
            self._lay(view, shift, place.clip(whole))
        self.laid = (view.torn, end, shift)

    def _lay(self, view: TeleprinterView, shift: int, place: pygame.Rect) -> None:
        """Paper and typing, as far as they touch ``place``."""
        if not place.height:
            return
        paper, top = self.paper, self.top(shift)
        paper.lay(self.flat, top, place)
        self.flat.set_clip(place)
        first = (place.top - top) // paper.row - 1 - view.gone
        last = (place.bottom - top) // paper.row + 1 - view.gone
        for index in range(max(first, 0), min(last, view.count)):
            paper.type(self.flat, view.rows[index], top + (view.gone + index) * paper.row)
        self.flat.set_clip(None)


# -- teleprinter -----------------------------------------------------------------------------------

GREEN: tuple[Colour, Colour] = ((132, 143, 130), (84, 94, 84))
"""Grey-green hammer enamel."""
DARK_GREEN: tuple[Colour, Colour] = ((66, 74, 67), (44, 50, 46))

FRONT = read_front("teleprinter")
PAPER_LEFT = (FRONT.size[0] - UNITS_WIDE) / 2
PAPER_TOP = 18.0
PAPER_FOOT = 436.0
"""The lower edge of the row under the head."""
BELOW = 14.0
CURL = 26.0
HEAD: tuple[float, float] = (40.0, 34.0)
STRIKE_US = (35_000, 75_000)
"""While the head is against the paper."""
STREAK = 3
"""More characters than this between two looks: the head is a streak."""
_SLIP_MS = 140
_SLOT: Rect = (34.0, 420.0, 572.0, 62.0)
_HOOD: Rect = (8.0, 452.0, 624.0, 148.0)
_KEYS: Rect = (22.0, 596.0, 596.0, 168.0)
_TABLE: Rect = (0.0, 764.0, 640.0, 56.0)
OFTEN = "0123456789+-.TESACLRO"
"""What the print-out of plays is made of."""
_ROWS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")


@dataclass
class RollTravel:
    """Where the roll stands, and how fast it is typed on; remembers the last look."""

    seen: tuple[object, ...] = ()
    torn: int = -1
    row: int = 0
    typed: int = 0
    slip_ms: int = -_SLIP_MS
    hurried: int = 0  # Characters typed between the last two looks
    rows: int = 0  # Rows finished between them

    def place(self, view: TeleprinterView, now_ms: int) -> float:
        """The roll's row that stands under the head, with its fraction."""
        self._follow(view, now_ms)
        row = float(view.gone + view.count)
        if view.char == FEED and self.hurried <= STREAK:
            return row + eased(view.since_us / CHARACTER_US)
        share = (now_ms - self.slip_ms) / _SLIP_MS
        return row - 1 + eased(share) if 0 <= share < 1 else row

    def _follow(self, view: TeleprinterView, now_ms: int) -> None:
        row = view.gone + view.count
        look = (row, view.torn, view.typed, view.since_us, now_ms)
        if look == self.seen:
            return
        fresh = not self.seen or view.torn != self.torn or row < self.row or view.typed < self.typed
        self.seen = look
        self.hurried = 0 if fresh else view.typed - self.typed
        self.rows = 0 if fresh else row - self.row
        if self.rows and not self.hurried:  # by hand
            self.slip_ms = now_ms
        elif self.hurried:
            self.slip_ms = now_ms - _SLIP_MS
        self.torn, self.row, self.typed = view.torn, row, view.typed


def head_column(view: TeleprinterView) -> float:
    """The column before which the head stands, with its fraction as it moves on."""
    share = view.since_us / CHARACTER_US
    if view.char == RETURN:
        return view.column * (1 - eased(share))
    if view.char and view.char != FEED:
        return view.column + eased(min(max((share - 0.75) * 4, 0.0), 1.0))
    return float(view.column)


class TeleprinterPart(PaperUnitPart):
    """The teleprinter; paints a TeleprinterView."""

    front, unit = FRONT, "teleprinter"
    details: Mapping[str, Rect] = {"page": (0.0, 0.0, FRONT.size[0], PAPER_FOOT + BELOW)}

    # The sheet.

    def forget(self) -> None:
        self.travel = RollTravel()
        tall = self.px(PAPER_FOOT + BELOW) - self.px(PAPER_TOP)
        below = self.px(PAPER_FOOT + BELOW) - self.px(PAPER_FOOT)
        self.paper = RollView(self.px(UNITS_WIDE), tall, self.px(CURL), below)

    def oversample(self) -> int:
        return 2 if self.scale < 1.6 else 1

    def draw_body(self, canvas: Canvas) -> None:
        self._draw_rest(canvas)
        self._draw_table(canvas)
        self._draw_case(canvas)
        self._draw_slot(canvas)
        self._draw_keyboard(canvas)

    def _draw_rest(self, canvas: Canvas) -> None:
        """The plate that the paper leans on, and the wire that it falls over."""
        plate = (PAPER_LEFT - 22.0, 8.0, UNITS_WIDE + 44.0, 470.0)
        canvas.shadow(plate, 10.0, 7.0, 8.0, 0.5)
        canvas.plate(plate, 10.0, *DARK_GREEN, 2.5, 0.4, 1.4)
        for x in (PAPER_LEFT - 15.0, PAPER_LEFT + UNITS_WIDE + 8.0):
            canvas.rod((x, 14.0, 7.0, 430.0), (168, 172, 170), upright=True, gloss=0.8)
        canvas.rod((PAPER_LEFT - 18.0, 12.0, UNITS_WIDE + 36.0, 9.0), (186, 190, 188), gloss=0.9)

    def _draw_table(self, canvas: Canvas) -> None:
        """The table that it stands on: its top, the rail below, two legs."""
        x, y, wide, _ = _TABLE
        canvas.plate((x + 26.0, y + 14.0, wide - 52.0, 30.0), 0.0, (70, 56, 40), (42, 33, 23), 1.0)
        canvas.inner_shadow((x + 26.0, y + 14.0, wide - 52.0, 30.0), 0.0, 12.0, 0.6)
        for left in (x + 14.0, x + wide - 46.0):
            canvas.plate(
                (left, y + 14.0, 32.0, 42.0), 1.0, (98, 78, 55), (50, 38, 26), 2.0, 0.4, 1.6
            )
        canvas.plate((x, y, wide, 18.0), 3.0, (128, 103, 74), (82, 64, 44), 2.0, 0.4, 2.0)
        canvas.line((x, y, wide, 5.0), (168, 140, 104), 0.5)
        canvas.shadow((12.0, y - 16.0, 616.0, 16.0), 6.0, 7.0, 7.0, 0.6)

    def _draw_case(self, canvas: Canvas) -> None:
        canvas.shadow(_HOOD, 18.0, 8.0, 9.0, 0.5)
        canvas.plate(_KEYS, 12.0, (112, 122, 110), (74, 83, 74), 3.0, 0.42, 1.5)
        canvas.plate(_HOOD, 18.0, *GREEN, 5.0, 0.5, 1.7)
        x, y, wide, tall = _HOOD
        canvas.line((x + 14.0, y + tall - 15.0, wide - 28.0, 1.4), (40, 46, 41), 0.55)
        canvas.line((x + 14.0, y + tall - 13.4, wide - 28.0, 1.0), (176, 186, 174), 0.45)

    def _draw_slot(self, canvas: Canvas) -> None:
        """The opening over the platen, its ribbon spools and the rail that the head runs on."""
        canvas.recess(_SLOT, 10.0, (22, 24, 23), (36, 38, 37), depth=9.0, strength=0.75, lip=2.4)
        left, top, wide, _ = _SLOT
        platen = (PAPER_LEFT - 10.0, PAPER_FOOT - 4.0, UNITS_WIDE + 20.0, 22.0)
        canvas.rod(platen, (56, 56, 58), gloss=0.25)
        for x in (left + 4.0, left + wide - 24.0):
            canvas.shadow((x, top + 34.0, 20.0, 20.0), 10.0, 2.0, 2.0, 0.5)
            canvas.plate((x, top + 34.0, 20.0, 20.0), 10.0, (70, 72, 74), (40, 41, 43), 3.0, 0.6)
            canvas.plate((x + 7.0, top + 41.0, 6.0, 6.0), 3.0, (170, 172, 172), bevel=2.0)
        canvas.rod((left + 8.0, top + 54.0, wide - 16.0, 6.0), (164, 167, 168), gloss=0.9)

    def _draw_keyboard(self, canvas: Canvas) -> None:
        """Three rows of round keys and the space bar, in a dark well."""
        well = (_KEYS[0] + 18.0, _KEYS[1] + 12.0, _KEYS[2] - 36.0, _KEYS[3] - 24.0)
        canvas.recess(well, 8.0, (34, 36, 35), (44, 46, 45), depth=6.0, strength=0.6, lip=1.6)
        for x, y, _ in _key_places():
            canvas.shadow((x - 16.0, y - 16.0, 32.0, 32.0), 16.0, 4.4, 3.4, 0.6)
            canvas.plate((x - 16.0, y - 16.0, 32.0, 32.0), 16.0, (190, 192, 188), (112, 114, 112))
            cap = (x - 14.0, y - 14.6, 28.0, 28.0)
            canvas.plate(cap, 14.0, (46, 50, 48), (26, 28, 27), 2.6, 0.5)
        bar = (186.0, _KEYS[1] + 137.0, 268.0, 14.0)
        canvas.shadow(bar, 7.0, 3.4, 3.0, 0.6)
        canvas.plate(bar, 7.0, (52, 56, 54), (30, 33, 31), 3.0, 0.6)

    def letter(self, sheet: pygame.Surface) -> None:
        """The letters of the keys."""
        for x, y, text in _key_places():
            where = (x * self.scale, (y - 0.6) * self.scale)
            ENGRAVING.draw(sheet, text, *where, 11.4 * self.scale, (232, 230, 218), "centre", 0.13)

    # What is seen.

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The head, its streak, the bar, then the buttons and plates."""
        yield from (self._type_head, self._streak, self._bail)
        paper = self.paper.paper
        yield from marks_ahead(OFTEN, paper.column, paper.row)
        yield from super().sprites()

    def is_lit(self, name: str, view: TeleprinterView) -> bool:
        return view.running if name == "running" else bool(view.char)

    def stamps(self, view: TeleprinterView, now_ms: int) -> list[PlacedSprite]:
        place = self.shown_row(self.travel.place(view, now_ms))
        self.paper.show(view, place, self.travel.rows, now_ms)
        left, top = self.px(PAPER_LEFT), self.px(PAPER_TOP)
        stamps = [PlacedSprite(self.paper.surface, left, top, edition=self.paper.edition)]
        if self.leafed is None:
            stamps += self._row(view)
        bail = self.placed(self._bail(), PAPER_LEFT - 6.0, PAPER_FOOT + 3.0)
        return [*stamps, bail, self._head(view)]

    def _row(self, view: TeleprinterView) -> list[PlacedSprite]:
        """What stands on the row under the head, which isn't finished."""
        if not view.typing.strip():
            return []
        up = round((self.stands - view.gone - view.count) * self.paper.row)
        foot = self.px(PAPER_FOOT + BELOW) - self.paper.below
        sprite = self._typed_row(view.typing)
        return [PlacedSprite(sprite, self.px(PAPER_LEFT), foot - self.paper.row - up)]

    @brief_sprite
    def _typed_row(self, text: str) -> pygame.Surface:
        paper = self.paper.paper
        longest = max(map(len, text.split(RETURN)))
        wide = min(round(paper.left + (longest + 1) * paper.column), paper.width)
        made = pygame.Surface((wide, paper.row + paper.row // 2), pygame.SRCALPHA, 32)
        paper.type(made, text, 0)
        return made

    @cached_sprite
    def _bail(self) -> pygame.Surface:
        """The bar that holds the paper to the platen, with its scale of columns."""
        wide, tall = UNITS_WIDE + 12.0, 8.0
        canvas = Canvas(self.px(wide), max(self.px(tall), 1), self.scale, 2)
        canvas.rod((0.0, 0.0, wide, tall), (190, 193, 194), gloss=0.9)
        for column in range(WIDTH + 1):
            tall_mark = 5.0 if column % 10 == 0 else 2.6
            x = 6.0 + MARGIN + column * COLUMN
            canvas.line((x - 0.4, 0.6, 0.8, tall_mark), (40, 42, 44), 0.85)
        return canvas.surface()

    def _head(self, view: TeleprinterView) -> PlacedSprite:
        """The type head before its column, against the paper while it strikes."""
        if self.travel.hurried > STREAK:
            return self.placed(self._streak(), PAPER_LEFT + MARGIN - HEAD[0] / 2, _SLOT[1] + 28)
        printing = view.char not in ("", " ", RETURN, FEED)
        struck = printing and STRIKE_US[0] <= view.since_us < STRIKE_US[1]
        x = PAPER_LEFT + MARGIN + (head_column(view) + 0.5) * COLUMN - HEAD[0] / 2
        return self.placed(self._type_head(), x, _SLOT[1] + (18.0 if struck else 28.0))

    @cached_sprite
    def _type_head(self) -> pygame.Surface:
        """A block of types on its carriage, the ribbon before it."""
        wide, tall = HEAD
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2, seed=7)
        canvas.shadow((4.0, 12.0, 32.0, 18.0), 3.0, 2.4, 2.4, 0.6)
        canvas.plate((3.0, 12.0, 34.0, 18.0), 3.0, (120, 123, 124), (70, 72, 74), 2.4, 0.6)
        canvas.rod((12.0, 1.0, 16.0, 20.0), (176, 178, 178), upright=True, gloss=0.9)
        for row in range(4):
            canvas.line((13.0, 4.0 + row * 4.2, 14.0, 1.3), (48, 48, 50), 0.8)
        for x in (5.0, 30.0):
            canvas.rod((x, 3.0, 4.5, 14.0), (206, 208, 208), upright=True, gloss=0.9)
        canvas.line((6.0, 9.0, 28.0, 6.0), (30, 26, 34), 0.55)
        return canvas.surface()

    @cached_sprite
    def _streak(self) -> pygame.Surface:
        """What is seen of a head that goes along the whole row between two looks."""
        head = self._type_head()
        wide = self.px(62 * COLUMN) + head.get_width()
        column = smoothscale(head, (1, head.get_height()))
        made = pygame.transform.scale(column, (wide, head.get_height()))
        alpha = pygame.surfarray.pixels_alpha(made)
        fade = np.clip(np.minimum(np.arange(wide), np.arange(wide)[::-1]) / self.px(40), 0, 1)
        alpha[:] = (alpha * (0.55 * fade)[:, None]).astype(np.uint8)
        del alpha
        return made


def _key_places() -> list[tuple[float, float, str]]:
    """Each key's middle and its letter."""
    places = []
    for number, letters in enumerate(_ROWS):
        left = 96.0 + number * 18.0
        for k, letter in enumerate(letters):
            places.append((left + k * 48.5, _KEYS[1] + 36.0 + number * 38.0, letter))
    return places
