"""The control bar's geometry for a window's size, and its static layer.

Places are in units of which a row is 96 high; what the window's width leaves over goes to the
caption.  In a window that is not wide the fittings stand in two rows, so that none is too small to
be touched.  The sheet is made from the bar alone, so that a thread may make it.
"""

from dataclasses import dataclass, field

import pygame

from devices.duration import SPEEDS
from devices.screen import brass
from devices.screen.brass import INK
from devices.screen.smooth import smoothscale
from devices.screen.ui_text import UiText

HEIGHT = 96.0
"""Of a bar of one row, units; each further row adds ROW."""
ROW = 90.0
DESIGN = (1920.0, 1080.0)
ENAMEL = (19, 17, 16)
EDGE, GAP = 16.0, 8.0
"""At the bar's ends, and between two fittings of a row, units."""
SPEED = 94.0
"""From one place of the speed lever to the next, where there is room for it."""

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
    _row(*(one for one in PLATES if one != "language"), *WORKINGS, quadrant=0.0),
)
THREE_ROWS = (
    _row("window", "language"),
    _row(*(one for one in PLATES if one != "language"), "play", play=0.0),
    _row(*WORKINGS, quadrant=0.0),
)
WIDE_ENOUGH = 1.5
"""A window so many times as wide as high has all in one row."""
TWO_ROWS_WIDE = 1180.0
"""Units across a window that has two."""
LARGER = 4 / 3
"""So much larger is large text; the bar has a row more for it."""
MOST = 0.22
"""Of the window's height, the bar of two rows takes so much at most."""
HIGHER, LARGER_LOW = 6.0, 1.25
"""Below a room that is laid low the first row is by so many units higher where its display has
large text, and that is so much larger: a third would take the room's squares below 48 pixels."""


@dataclass(frozen=True)
class _Arrangement:
    """The bar's rows, its pixels a unit, and how much higher and larger its display is."""

    rows: tuple[Row, ...]
    unit: float
    higher: float = 0.0
    words: float = 1.0

    def height(self) -> int:
        """Of the bar, in pixels."""
        units = HEIGHT + ROW * (len(self.rows) - 1) + self.higher
        return max(24, round(units * self.unit))


def _arrange(size: tuple[int, int], large: bool, lowered: bool) -> _Arrangement:
    """The bar of a window of that size.  Below a room that is laid low only its display has large
    text: a higher bar would leave the room too little of the lower half."""
    wide = size[0] >= WIDE_ENOUGH * size[1]
    if wide:
        unit = min(size[0] / DESIGN[0], size[1] / DESIGN[1])
    else:
        unit = min(size[0] / TWO_ROWS_WIDE, MOST * size[1] / (HEIGHT + ROW))
    if large and lowered:
        return _Arrangement(WIDE_DISPLAY if wide else TWO_ROWS, unit, HIGHER, LARGER_LOW)
    if large:
        return _Arrangement(TWO_ROWS if wide else THREE_ROWS, unit * LARGER)
    return _Arrangement(ONE_ROW if wide else TWO_ROWS, unit)


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
    for k, row in enumerate(arranged.rows):
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
        if brass.LETTERS.width(word, max(brass.SMALLEST, layout.px(12)), 0.06) > layout.px(70):
            word = word.replace(" ", "|")
        label = pygame.Rect(0, 0, layout.boxes[speed].width + layout.px(4), layout.px(42))
        label.center = x, box.top + layout.px(20.5 if "|" in word else 19)
        brass.engrave(sheet, word, label, layout.px(12 if "|" in word else 14), INK)
