"""The control bar's geometry for a window's size, its static layer, and its display.

Places are in units of which a row is 96 high; what the window's width leaves over goes to the
caption.  In a window that is not wide the fittings stand in two rows, so that none is too small to
be touched.  The sheet is made from the bar alone, so that a thread may make it.

The display has the caption, the machine's state, the stop reason and the machine's time.  The
reason has one line, or two where it needs them; the caption has what is left of three.  While there
is something to say of a real panel that has the last line, and the reason one.  What doesn't fit is
shown page by page, the first page first; but below a prompt what needs more than its lines is left
away, unless it is a refusal: the rest of a sentence alone says nothing.  While only the machine's
time goes on only the clock is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pygame

from devices.duration import SPEEDS, Speed, format_duration
from devices.screen import brass
from devices.screen.brass import DIM, INK, IVORY, LETTERS
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText

HEIGHT = 96.0
"""Of a bar of one row, units; each further row adds ROW."""
ROW = 90.0
DESIGN = (1920.0, 1080.0)
ENAMEL = (19, 17, 16)
EDGE, GAP = 16.0, 8.0
"""At the bar's ends, and between two fittings of a row, units."""
SPEED = 130.0
"""From one place of the speed lever to the next, at most."""

Row = tuple[tuple[str, float], ...]
"""The fittings of a row with their widths, units; one of 0 takes what is left over."""
SPANS = {
    "plan": 102.0,
    "help": 84.0,
    "language": 92.0,
    "about": 92.0,
    "drawer": 102.0,
    "play": 136.0,
    "quadrant": 492.0,
    "sound": 92.0,
    "lamps": 92.0,
    "reset": 104.0,
}
PLATES = ("plan", "help", "language", "about", "drawer")
WORKINGS = ("quadrant", "sound", "lamps", "reset")


def _row(*names: str, **spans: float) -> Row:
    return tuple((name, {**SPANS, "window": 0.0, **spans}[name]) for name in names)


ONE_ROW = (_row(*PLATES, "play", "window", *WORKINGS),)
WIDE_DISPLAY = (_row(*PLATES, "play", "window", *WORKINGS, quadrant=455.0),)
TWO_ROWS = (
    _row("play", "window", "language", play=190.0),
    _row(*(plate for plate in PLATES if plate != "language"), *WORKINGS, quadrant=0.0, reset=112.0),
)
THREE_ROWS = (
    _row("window", "language"),
    _row(*(plate for plate in PLATES if plate != "language"), "sound", "lamps", "play", play=0.0),
    _row("quadrant", "reset", quadrant=0.0, reset=124.0),
)
WIDE_ENOUGH = 1.5
"""A window so many times as wide as high has all in one row, if that can be read."""
WIDTHS = {1: DESIGN[0], 2: 1180.0, 3: 800.0}
"""Units across a window at the least, by the bar's rows; what is left over widens the fittings."""
LEAST = {1: 0.6, 2: 0.55}
"""Pixels a unit from which a bar of so many rows can be read; of three rows none is smaller."""
MOST_SPREAD = 1.1
"""The fittings are so many times as wide as they must be at most."""
LARGER = 4 / 3
"""So much larger is large text; the bar has a row more for it..."""
LARGEST_MOST, LARGER_LEAST = 0.24, 1.2
"""...if it takes no more than this share of the window's height and is so much larger then; else
only the display has large text."""
MOST = 0.22
"""Of the window's height, the bar of several rows takes so much at most."""
HIGHER, LARGER_LOW = 6.0, 1.25
"""Where only the display has large text the first row is by so many units higher, and that is so
much larger: a third would take the squares of a room that is laid low below 48 pixels."""


@dataclass(frozen=True)
class _Arrangement:
    """The bar's rows, its pixels a unit, and how much higher and larger its display is."""

    rows: tuple[Row, ...]
    unit: float
    higher: float = 0.0
    words: float = 1.0

    def height(self) -> int:
        """Of the bar, in pixels."""
        return max(24, round((_units(self.rows) + self.higher) * self.unit))


def _units(rows: tuple[Row, ...]) -> float:
    """How high a bar of these rows is, units."""
    return HEIGHT + ROW * (len(rows) - 1)


def _arrange(size: tuple[int, int], large: bool, lowered: bool) -> _Arrangement:
    """The bar of a window of that size.  Below a room that is laid low only its display has large
    text: a higher bar would leave the room too little of the lower half."""

    def unit_of(rows: tuple[Row, ...], most: float) -> float:
        return min(size[0] / WIDTHS[len(rows)], most * size[1] / _units(rows))

    rows: tuple[Row, ...] = ONE_ROW
    unit = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
    wide = size[0] >= WIDE_ENOUGH * size[1]
    if not wide or unit < LEAST[1]:
        rows, unit = TWO_ROWS, unit_of(TWO_ROWS, MOST)
        unit = min(unit, LEAST[1]) if wide else unit  # no higher than it must be
    if unit < LEAST.get(len(rows), 0.0):
        rows, unit = THREE_ROWS, unit_of(THREE_ROWS, MOST)
    if not large:
        return _Arrangement(rows, unit)
    more = TWO_ROWS if rows == ONE_ROW else THREE_ROWS
    for others in () if lowered else (more, rows):
        larger = min(unit * LARGER, unit_of(others, LARGEST_MOST))
        if larger >= unit * LARGER_LEAST:
            return _Arrangement(others, larger)
    return _Arrangement(WIDE_DISPLAY if rows == ONE_ROW else rows, unit, HIGHER, LARGER_LOW)


def control_bar_height(size: tuple[int, int], large: bool = False, lowered: bool = False) -> int:
    """How much of a window of ``size`` pixels the bar takes; ``large``: with large text;
    ``lowered``: below a room that is laid low."""
    return _arrange(size, large, lowered).height()


@dataclass(frozen=True)
class ControlBarLayout:
    """The bar of a window: its size in pixels, and each fitting's box on it."""

    size: tuple[int, int]
    unit: float
    boxes: dict[str, pygame.Rect] = field(hash=False)
    words: float = 1.0
    """The display's letters are so many times as large as usual on a bar of this unit."""

    def px(self, units: float) -> int:
        """So many units in whole pixels, at least one."""
        return max(1, round(units * self.unit))

    def slot(self) -> pygame.Rect:
        """The slot that the speed lever moves in."""
        first, last = self.boxes[SPEEDS[0]], self.boxes[SPEEDS[-1]]
        y = self.boxes["quadrant"].top + self.px(53)
        left, right = first.centerx - self.px(20), last.centerx + self.px(20)
        return pygame.Rect(left, y - self.px(5), right - left, self.px(10))


def layout_for(
    window: tuple[int, int], large: bool = False, lowered: bool = False
) -> ControlBarLayout:
    """The bar for a window of that size."""
    arranged = _arrange(window, large, lowered)
    unit, boxes = arranged.unit, {}
    wide = window[0] / unit
    spread = min(MOST_SPREAD, wide / WIDTHS[len(arranged.rows)])
    for k, row in enumerate(arranged.rows):
        if k:  # not that of the display, which takes what is left over
            row = tuple((name, span * spread) for name, span in row)
        rest = wide - 2 * EDGE - GAP * (len(row) - 1) - sum(span for _, span in row)
        left = EDGE
        for name, span in row:
            span = span or rest
            top, high = (
                (13.0 + ROW * k + arranged.higher, 72.0) if k else (13.0, 72.0 + arranged.higher)
            )
            boxes[name] = _box(unit, left, top, span, high)
            left += span + GAP
    quadrant = boxes["quadrant"]
    pitch = min(SPEED * unit, (quadrant.width - 20 * unit) / len(SPEEDS))
    first = quadrant.centerx - pitch * len(SPEEDS) / 2
    ends = [round(first + pitch * k) for k in range(len(SPEEDS) + 1)]
    for speed, left, right in zip(SPEEDS, ends, ends[1:], strict=False):
        boxes[speed] = pygame.Rect(left, quadrant.top, right - left, quadrant.height)
    return ControlBarLayout((window[0], arranged.height()), unit, boxes, arranged.words)


def _box(unit: float, left: float, top: float, width: float, height: float) -> pygame.Rect:
    x, y = round(left * unit), round(top * unit)
    right, bottom = round((left + width) * unit), round((top + height) * unit)
    return pygame.Rect(x, y, right - x, bottom - y)


def make_sheet(layout: ControlBarLayout, words: UiText) -> pygame.Surface:
    """Everything on the bar that never moves."""
    width, height = layout.size
    sheet = pygame.Surface(layout.size, 0, 32)
    face = brass.moulded(max(2, width // 3), height * 2)
    sheet.blit(smoothscale(face, layout.size), (0, 0))
    edge = smoothscale(brass.brush(max(2, width // 2), 12, 9), (width, layout.px(5)))
    sheet.blit(edge, (0, 0))
    for y, alpha in ((edge.get_height(), 150), (edge.get_height() + 1, 70)):
        line = pygame.Surface((width, 1), pygame.SRCALPHA, 32)
        line.fill((0, 0, 0, alpha))
        sheet.blit(line, (0, y))
    brass.recess(sheet, layout.boxes["window"], ENAMEL)
    _quadrant(sheet, layout, words)
    for name in ("sound", "lamps"):
        box = layout.boxes[name]
        _plate(sheet, layout, box, 4)
        title = pygame.Rect(box.left, box.top + layout.px(5), box.width, layout.px(16))
        brass.engrave(sheet, words.rail[name], title, layout.px(11.5), INK)
    _plate(sheet, layout, layout.boxes["reset"], 5)
    return sheet


def _plate(target: pygame.Surface, layout: ControlBarLayout, box: pygame.Rect, seed: int) -> None:
    brass.lay(target, box, layout.px(5), "brass", seed, layout.px(3))


def _quadrant(sheet: pygame.Surface, layout: ControlBarLayout, words: UiText) -> None:
    """The plate of the speed lever: five words, five marks, the slot."""
    box = layout.boxes["quadrant"]
    _plate(sheet, layout, box, 6)
    for k, x in enumerate((box.left + layout.px(8), box.right - layout.px(8))):
        for j, y in enumerate((box.top + layout.px(9), box.bottom - layout.px(9))):
            brass.screw(sheet, x, y, layout.px(3.2), 3 + 2 * k + 3 * j)
    slot = layout.slot()
    brass.recess(sheet, slot, (12, 10, 9))
    for speed in SPEEDS:
        x = layout.boxes[speed].centerx
        top = slot.top - layout.px(4)
        pygame.draw.line(sheet, INK, (x, top), (x, slot.top - layout.px(2)), layout.px(1.5))
        word = words.rail[speed]
        label = pygame.Rect(0, 0, layout.boxes[speed].width + layout.px(20), layout.px(42))
        high = max(brass.SMALLEST, layout.px(12))
        if brass.LETTERS.width(word, high, 0.06, 0.14) > label.width:
            word = word.replace(" ", "|")
        label.center = x, box.top + layout.px(20.5 if "|" in word else 19)
        brass.engrave(sheet, word, label, layout.px(12 if "|" in word else 14), INK)


# -- the display


PAGE_MS = 4500
"""A page is shown so long."""
COUNTS_MS = 100
"""A reason in which figures run is lettered anew no sooner: it may be another in every frame."""
LIT = (255, 196, 110)
LARGE, MIDDLE, SMALL = 17.0, 13.5, 11.5
"""Capitals of a caption of one line, of a longer one, of all that stands below it."""
BOLD = 0.15
"""Weight of the word that tells the machine's state."""
ABOVE, BETWEEN, APART, BELOW = 1.0, 0.85, 1.25, 1.0
"""Of the height that the lines leave over, the shares above them, between two of a kind, between
the caption and the state, and below them."""

FILLED = 0.7
"""Of the height, the capitals of all lines fill no more: else a tail of one touches the next."""


@dataclass(frozen=True)
class ControlBarState:
    """What the bar shows."""

    caption: str = ""
    reason: str = ""
    busy: bool = False
    awake: bool = True
    speed: Speed = "authentic"
    sound: bool = True
    captions: bool = False  # Whether what is heard is also told in words
    calm: bool = False
    armed: bool = False  # Whether the reset's guard is up
    close_up: bool = False
    resets: bool = True  # Whether visitors may reset the machine
    drawer: bool = True  # Whether there is anything for DECKS to open
    about: bool = False  # Whether the room has a placard
    play: bool = False  # Whether the room has a guide that PLAY can follow
    ready: bool = False  # Whether PLAY has something to do
    plan: bool = False  # Whether the floor plan is shown: there is nowhere to step back to
    pressed: str = ""  # The button under a finger
    now_us: int = 0
    exhibit: str = ""  # Whose room is shown: some things it says in words of its own
    panel: str = ""  # What is to be told of a real panel, one line; empty: nothing
    languages: tuple[str, ...] = ()  # Those that the button steps through
    prompt: str = ""  # What to do next; it stands in the caption's place, lit
    refused: bool = False  # Whether the reason says why an act was refused
    helps: bool = False  # Whether the reason is what a control does: the machine says nothing


def state_word(state: ControlBarState) -> str:
    """The machine's state as a key of the language's table [rail]."""
    if not state.awake:
        return "dark"
    if state.busy:
        return "running"
    return "stopped" if state.reason and not state.helps else "waiting"


@dataclass(frozen=True)
class StatusText:
    """What is said, without the time."""

    caption: str
    reason: str
    word: str  # The machine's state; empty: none is told
    calls: bool = False  # Whether that asks for the operator, and is lit
    panel: str = ""  # What is said of a real panel
    prompt: bool = False  # Whether the caption says what to do next
    refused: bool = False  # Whether the reason must be told whole


class StatusDisplay:
    """The window as it was last painted."""

    def __init__(self, words: UiText, layout: ControlBarLayout) -> None:
        self.words = words
        self.layout = layout
        self.box = layout.boxes["window"]
        self.told: StatusText | None = None
        self.page = -1
        self.since_ms = 0
        """When what is told began to be told: its first page comes first."""
        self.second = -1
        self.clean: pygame.Surface | None = None
        """The box as it looks without the clock."""
        self.clock_y = 0.0
        self.clock_from: int | None = None
        """Where the room for the clock begins; None: there is none."""

    def _px(self, units: float) -> int:
        return self.layout.px(units)

    def _high(self, units: float) -> float:
        return max(brass.SMALLEST, self._px(units * self.layout.words))

    def letters(self) -> list[tuple[float, float]]:
        """Height in pixels and weight of all lettering here."""
        heights = [self._high(units) for units in (LARGE, MIDDLE, SMALL)]
        return [(height, 0.115) for height in heights] + [(heights[-1], BOLD)]

    def paint(
        self, canvas: pygame.Surface, sheet: pygame.Surface, state: ControlBarState, now_ms: int
    ) -> list[pygame.Rect]:
        """Draw what changed on the bar's ``canvas``, whose fixed things are on ``sheet``; the
        rectangles that did."""
        told = self._status_text(state)
        if self._only_counts(told) and now_ms - self.since_ms < COUNTS_MS:
            told = self.told or told
        if told != self.told:
            self.since_ms = now_ms
        page, second = (now_ms - self.since_ms) // PAGE_MS, state.now_us // 1_000_000
        anew = self.clean is None or told != self.told or page != self.page
        if not anew and second == self.second:
            return []
        self.second = second
        time = f"{self.words.rail['time']} {format_duration(state.now_us)}"
        if anew:
            self.told, self.page = told, page
            canvas.blit(sheet, self.box, self.box)
            self._paint_words(canvas, told, page)
            self.clean = canvas.subsurface(self.box).copy()
        area = self._paint_clock(canvas, time)
        return [self.box] if anew else [area]

    def _only_counts(self, told: StatusText) -> bool:
        """Whether nothing but the reason is another, and that of no refusal."""
        before = self.told
        if before is None or told.refused:
            return False
        return replace(told, reason=before.reason) == before

    def _status_text(self, state: ControlBarState) -> StatusText:
        if state.plan:
            return StatusText(state.caption, state.reason, "", panel=state.panel)
        caption = state.prompt or state.caption
        key = state_word(state)
        word = self.words.of(state.exhibit, key, self.words.rail[key])
        calls = key in ("stopped", "waiting")
        prompt = bool(state.prompt)
        return StatusText(caption, state.reason, word, calls, state.panel, prompt, state.refused)

    def pages(self, told: StatusText) -> tuple[list[list[str]], float, list[list[str]]]:
        """The caption's pages, the height of their letters, and the reason's pages."""
        wide = self.box.width - self._px(28)
        if told.prompt:
            return self._prompt_pages(told, wide)
        return self._caption_pages(told, wide, self._reasons(told, wide, 1 if told.panel else 2))

    def _reasons(self, told: StatusText, wide: float, most: int) -> list[list[str]]:
        """The reason's pages of at most so many lines."""
        lines = LETTERS.wrap(told.reason, self._high(SMALL), wide - self.flag_width(told.word))
        return [lines[k : k + most] for k in range(0, len(lines), most)]

    def _caption_pages(
        self, told: StatusText, wide: float, reasons: list[list[str]]
    ) -> tuple[list[list[str]], float, list[list[str]]]:
        if len(reasons[0]) == 1 and LETTERS.width(told.caption, self._high(LARGE)) <= wide:
            return [[told.caption]], self._high(LARGE), reasons
        height = self._high(MIDDLE)
        lines = LETTERS.wrap(told.caption, height, wide)
        held = 3 - len(reasons[0]) - bool(told.panel)
        captions = [lines[k : k + held] for k in range(0, len(lines), held)]
        return captions, height, reasons

    def _prompt_pages(
        self, told: StatusText, wide: float
    ) -> tuple[list[list[str]], float, list[list[str]]]:
        """A prompt of one line leaves two to the reason, one of two lines leaves one."""
        high, one_line = self._high(MIDDLE), LETTERS.width(told.caption, self._high(MIDDLE)) <= wide
        reasons = self._reasons(told, wide, 2 if one_line and not told.panel else 1)
        if len(reasons) > 1 and not told.refused:
            reasons = [[""]]
        if len(reasons[0]) > 1:
            return [[told.caption]], high, reasons
        if LETTERS.width(told.caption, self._high(LARGE)) <= wide:
            return [[told.caption]], self._high(LARGE), reasons
        large = LETTERS.wrap(told.caption, self._high(LARGE), wide)
        filled = 2 * self._high(LARGE) + self._high(SMALL)
        if len(large) == 2 and not told.panel and filled <= FILLED * self.box.height:
            return [large], self._high(LARGE), reasons
        return self._caption_pages(told, wide, reasons)

    def flag_width(self, word: str) -> float:
        """From the window's margin to where the reason begins."""
        if not word:
            return 0.0
        long = LETTERS.width(word, self._high(SMALL), 0.12, BOLD)
        return long + self._px(14)

    def _paint_words(self, canvas: pygame.Surface, told: StatusText, page: int) -> None:
        captions, height, reasons = self.pages(told)
        lines, small = captions[page % len(captions)], self._high(SMALL)
        reason = reasons[page % len(reasons)] if told.word else []
        canvas.set_clip(self.box)
        below = len(reason) + bool(told.panel)
        places = self._places([height] * len(lines), [small] * below)
        left = self.box.left + self._px(14)
        for line, y in zip(lines, places, strict=False):
            LETTERS.draw(canvas, line, left, y, height, LIT if told.prompt else IVORY)
        begin = left + self.flag_width(told.word)
        for line, y in zip(reason, places[len(lines) :], strict=False):
            LETTERS.draw(canvas, line, begin, y, small, IVORY)
        if told.panel:
            self._paint_panel(canvas, told.panel, page, left, places[-1])
        self.clock_from = None
        if told.word:
            self.clock_y = places[len(lines)]
            self._paint_state(canvas, told, left, self.clock_y)
        if len(reason) == 1:
            self.clock_from = round(begin + LETTERS.width(reason[0], small)) + self._px(10)
        canvas.set_clip(None)

    def _places(self, captions: list[float], reasons: list[float]) -> list[float]:
        """The middle of each line's capitals, from their heights."""
        heights = captions + reasons
        gaps = [ABOVE] + [BETWEEN] * (len(heights) - 1) + [BELOW]
        if reasons:
            gaps[len(captions)] = APART
        unit = (self.box.height - sum(heights)) / sum(gaps)
        places, y = [], float(self.box.top)
        for gap, height in zip(gaps, heights, strict=False):
            y += gap * unit + height
            places.append(y - height / 2)
        return places

    def _paint_state(self, canvas: pygame.Surface, told: StatusText, left: int, y: float) -> None:
        colour, small = LIT if told.calls else DIM, self._high(SMALL)
        LETTERS.draw(canvas, told.word, left, y, small, colour, weight=BOLD, spacing=0.12)

    def _paint_panel(
        self, canvas: pygame.Surface, said: str, page: int, left: int, y: float
    ) -> None:
        word, small = self.words.rail["panel"], self._high(SMALL)
        wide = self.box.width - self._px(28) - self.flag_width(word)
        lines = LETTERS.wrap(said, small, wide)
        LETTERS.draw(canvas, word, left, y, small, LIT, weight=BOLD, spacing=0.12)
        begin = left + self.flag_width(word)
        LETTERS.draw(canvas, lines[page % len(lines)], begin, y, small, IVORY)

    def _paint_clock(self, canvas: pygame.Surface, clock: str) -> pygame.Rect:
        """The machine's time at the right of the state's line, where there is room for it."""
        assert self.clean is not None
        if self.clock_from is None:
            return pygame.Rect(0, 0, 0, 0)
        small, end = self._high(SMALL), self.box.right - self._px(14)
        high = LETTERS.line_height(small)
        area = pygame.Rect(self.clock_from, round(self.clock_y) - high // 2, 0, high)
        area.width = end + 2 - area.left
        area = area.clip(self.box)
        canvas.blit(self.clean, area, area.move(-self.box.left, -self.box.top))
        if LETTERS.width(clock, small) < end - self.clock_from - self._px(10):
            canvas.set_clip(area)
            LETTERS.draw(canvas, clock, end, self.clock_y, small, DIM, "right", passing=True)
            canvas.set_clip(None)
        return area
