"""The 716's fanfold as a picture: forms with holes, bars and print, in the printer and taken home.

Paper is measured in units of 1/60 inch: a column is 6 wide (ten to the inch), a row 10 high (six
to the inch), the sheet 804 wide: 120 columns, and at each side a strip with a hole every half inch
that tears off.  A form is 66 rows.  Pale bars, three rows deep, lead the eye along a line.

:class:`Fanfold` makes the blank form and the lines' ink for one width in pixels;
:class:`FanfoldView` is the piece of it that stands in the printer, :class:`Travel` says where the
paper stands at each moment of a line's 400 ms.  :func:`png_pages` needs no window.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import pygame

from devices.media.charset import PUNCHES
from devices.media.paper import FORM_ROWS, PrintedLine
from devices.screen import materials
from devices.screen.kept_picture import kept_picture
from devices.screen.parts.paper_unit import StandingPaper, eased
from devices.screen.parts.relief import Array, smooth_step
from devices.screen.png import png
from devices.screen.print_faces import PrintWheel
from devices.screen.smooth import smoothscale
from devices.units.line_printer import PrinterView

UNITS_WIDE = 804
MARGIN = 42
"""From the paper's edge to the first column."""
COLUMN = 6
ROW = 10
TEAR_OFF = 30
"""From the edge to the perforation that frees the strip with the holes."""
HOLE_EVERY_ROWS = 3
BAR_ROWS = 3
SHEET = (243, 239, 226)
BAR = np.array([0.909, 0.975, 0.942], dtype=np.float32)
"""What a bar's ink leaves of the paper's red, green and blue."""
READABLE = 5.5
"""Pixels a column from which the wheels' own strokes are at least a pixel wide."""
HOLE = (30.0, 29.0, 28.0)
PNG_WIDTH = 1206
"""Pixels across the paper as a file: one and a half to a unit of its picture."""
MOVE_US, STRIKE_US = 170_000, 280_000
"""How long the paper takes to come to the line's row, and when the hammers strike."""
_SLIP_MS = 350
"""How long the paper takes when the operator moves it."""

_WHEELS = PrintWheel()


class Fanfold:
    """Blank forms and printed lines, ``width_px`` wide."""

    def __init__(self, width_px: int) -> None:
        self.width = width_px
        self.unit = width_px / UNITS_WIDE
        self.row = max(round(ROW * self.unit), 2)
        """Pixels a row."""

    @property
    def height(self) -> int:
        """Pixels a form."""
        return self.row * FORM_ROWS

    def form(self) -> pygame.Surface:
        """One blank form (opaque; shared: never draw on it)."""
        return _form(self.width)

    def ink(self, text: str) -> pygame.Surface:
        """A line's print, transparent; it lies ``left`` pixels from the paper's edge."""
        return _ink(text, COLUMN * self.unit, self.row)

    def make_types(self) -> None:
        """Make the marks of the 704's graphics: ``ink`` is then soon put together of them."""
        column, row = COLUMN * self.unit, self.row
        fine = 1 if column >= READABLE else 2
        for char in PUNCHES:
            _WHEELS.type_of(char, fine * column, fine * row)

    @property
    def left(self) -> int:
        """Pixels from the paper's edge to the first column."""
        return round(MARGIN * self.unit)


@kept_picture
def _ink(text: str, column: float, row: int) -> pygame.Surface:
    if column >= READABLE:
        return _WHEELS.line_surface(text, column, row)
    # So small, a stroke is less than a pixel wide: printed larger and seen from further away.
    large = _WHEELS.line_surface(text, 2 * column, 2 * row)
    size = (max(round(len(text) * column), 1), row)
    return smoothscale(large, size)


@kept_picture
def _form(width: int) -> pygame.Surface:
    unit = width / UNITS_WIDE
    row = max(round(ROW * unit), 2)
    height = row * FORM_ROWS
    x = ((np.arange(width, dtype=np.float32) + 0.5) / unit).astype(np.float32)[None, :]
    y = ((np.arange(height, dtype=np.float32) + 0.5) / row).astype(np.float32)[:, None]
    rgb = materials.paper(width, height, 716, SHEET)
    barred = (
        (np.floor(y / BAR_ROWS) % 2 == 1) & (x > TEAR_OFF + 4) & (x < UNITS_WIDE - TEAR_OFF - 4)
    )
    rgb[barred] *= BAR
    _perforate(rgb, x, y, unit)
    _punch(rgb, x, y, row, unit)
    return materials.sheet(rgb)


def _perforate(rgb: Array, x: Array, y: Array, unit: float) -> None:
    """Rows of fine cuts: beside the holes, and across each fold."""
    line = max(0.8, 0.9 / unit)
    for edge in (TEAR_OFF, UNITS_WIDE - TEAR_OFF):
        dash = (np.floor(y * 3) % 2 == 0) & (np.abs(x - edge) < line / 2)
        rgb[dash] *= 0.80
    crease = np.minimum(y, FORM_ROWS - y) * ROW
    rgb *= (1 - 0.10 * np.exp(-((crease / 5.0) ** 2)))[..., None]
    cut = (np.floor(x / 3) % 2 == 0) & (crease < max(0.6, 0.6 / unit))
    rgb[cut] *= 0.72
    edge_dark = smooth_step(0.0, 2.4, np.asarray(np.minimum(x, UNITS_WIDE - x), np.float32))
    rgb *= (0.86 + 0.14 * edge_dark)[..., None]


def _punch(rgb: Array, x: Array, y: Array, row: int, unit: float) -> None:
    """The tractor holes, dark, with an edge that catches light at the lower right."""
    pitch = HOLE_EVERY_ROWS
    offset = (y - pitch / 2 + pitch / 2) % pitch - pitch / 2
    down = offset * row / unit
    for middle in (TEAR_OFF / 2, UNITS_WIDE - TEAR_OFF / 2):
        near = np.flatnonzero(np.abs(x[0] - middle) < 9)
        strip = slice(int(near[0]), int(near[-1]) + 1)
        across = x[:, strip] - middle
        away = np.asarray(np.hypot(across, down) - 4.6, np.float32)
        rim = np.exp(-((away / 0.9) ** 2)) * (across * 0.5 + down * 0.7) / 4.6
        rgb[:, strip] += 26.0 * rim[..., None]
        cover = np.clip(0.5 - away * unit, 0, 1)[..., None]
        depth = 1.0 + 0.35 * np.clip((across + down) / 9.0, -0.6, 1.0)
        hole = np.asarray(HOLE, np.float32) * depth[..., None]
        rgb[:, strip] = rgb[:, strip] * (1 - cover) + hole * cover


def each_page(lines: Sequence[PrintedLine], width_px: int) -> Iterator[pygame.Surface]:
    """The printed forms, drawn one at a time, from the first to the last that has a line on it."""
    paper = Fanfold(width_px)
    end = 0
    for number in range(max((line.row for line in lines), default=0) // FORM_ROWS + 1):
        page, first = paper.form().copy(), number * FORM_ROWS
        start = end
        while end < len(lines) and lines[end].row < first + FORM_ROWS:
            end += 1
        for line in lines[start:end]:
            for text in filter(None, line.strikes):
                page.blit(paper.ink(text), (paper.left, (line.row - first) * paper.row))
        page.blit(_lie(paper.width, paper.height, number % 2 == 0), (0, 0))
        yield page


def png_pages(lines: Sequence[PrintedLine], most: int, width: int = PNG_WIDTH) -> Iterator[bytes]:
    """The printed forms as PNG files, drawn one after another, at most ``most``."""
    return map(png, islice(each_page(lines, width), most))


def last_forms(lines: Sequence[PrintedLine], most: int, width: int = PNG_WIDTH) -> pygame.Surface:
    """The end of a listing: its last forms, at most ``most``, hanging together."""
    first = max(0, lines[-1].row // FORM_ROWS + 1 - most) * FORM_ROWS if lines else 0
    shown = [replace(line, row=line.row - first) for line in lines if line.row >= first]
    pages = list(each_page(shown, width))
    made = pygame.Surface((width, sum(page.get_height() for page in pages)), 0, 32)
    for k, page in enumerate(pages):
        made.blit(page, (0, k * page.get_height()))
    return made


@kept_picture
def _lie(width: int, height: int, rising: bool) -> pygame.Surface:
    """How a form that was folded takes the light: each second one leans the other way."""
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    dark = (y if rising else 1 - y) ** 2 * 0.075
    cover = np.asarray(np.broadcast_to(dark, (height, width)), np.float32)
    return materials.cutout(np.zeros((height, width, 3), np.float32), cover)


# In the printer


@dataclass
class Travel:
    """Where the paper stands, and how fast lines come; remembers the last look."""

    seen: tuple[object, ...] = ()
    count: int = 0
    row: int = 0
    torn: int = -1
    slip_from: float = 0.0
    slip_ms: int = -_SLIP_MS
    hurried: int = 0  # Lines that were printed between the last two looks

    def place(self, view: PrinterView, now_ms: int) -> float:
        """The paper's row that stands under the wheels, with its fraction."""
        self._follow(view, now_ms)
        before = view.lines[view.count - 2].row if view.count > 1 else view.row
        if view.busy and view.since_us < MOVE_US and self.hurried < 2:
            return before + (view.row - before) * eased(view.since_us / MOVE_US)
        share = (now_ms - self.slip_ms) / _SLIP_MS
        if 0 <= share < 1:
            return self.slip_from + (view.row - self.slip_from) * eased(share)
        return float(view.row)

    def printed(self, view: PrinterView) -> int:
        """How many lines are on the paper: the last one once the hammers have struck."""
        waits = view.busy and view.since_us < STRIKE_US
        return view.count - 1 if waits else view.count

    def _follow(self, view: PrinterView, now_ms: int) -> None:
        look = (view.count, view.row, view.torn, view.since_us, now_ms)
        if look == self.seen:
            return
        fresh = not self.seen or view.torn != self.torn
        self.seen = look
        self.hurried = 0 if fresh else view.count - self.count
        if not fresh and view.count == self.count and view.row != self.row:
            self.slip_from, self.slip_ms = float(self.row), now_ms
        elif self.hurried:
            self.slip_ms = now_ms - _SLIP_MS
        self.count, self.row, self.torn = view.count, view.row, view.torn


class FanfoldView(StandingPaper):
    """The piece of fanfold that stands in the printer."""

    def __init__(self, width: int, height: int, curl: int, below: int) -> None:
        super().__init__(width, height, curl, below)
        self.paper = Fanfold(width)
        self.row = self.paper.row
        self.newest: PrintedLine | None = None
        """The last line that lies on the flat piece."""

    def show(
        self, lines: Sequence[PrintedLine], count: int, torn: int, place: float, smear: int
    ) -> None:
        """Compose the paper with ``place`` under the wheels and ``count`` lines printed."""
        shift = round(place * self.row)
        smeared = min(smear, 3) if smear > 1 else 0
        key = (torn, count, shift, smeared, lines[count - 1] if count else None)
        if key == self.key:
            return
        self.key = key
        self._roll(lines, count, torn, shift)
        self.bend(smeared, self.below)

    def _roll(self, lines: Sequence[PrintedLine], count: int, torn: int, shift: int) -> None:
        """Bring the flat piece to ``shift``: move what is there, lay only what is new."""
        whole = self.flat.get_rect()
        fresh: list[pygame.Rect] = []
        old_torn, old_count, old_shift = self.laid
        up = shift - old_shift
        # A museum that was set back may show another listing of the same length.
        other = count < old_count or (old_count > 0 and lines[old_count - 1] != self.newest)
        if old_torn != torn or other or not 0 <= up < whole.height:
            fresh.append(whole)
        else:
            if up:
                self.flat.scroll(0, -up)
                fresh.append(pygame.Rect(0, whole.height - up, whole.width, up))
            top = self.top(shift)
            fresh += [
                pygame.Rect(0, top + line.row * self.row, whole.width, self.row)
                for line in lines[old_count:count]
            ]
        self.laid = (torn, count, shift)
        self.newest = lines[count - 1] if count else None
        for place in fresh:
            if place.colliderect(whole):  # a reader may have leafed far back
                self.flat.set_clip(place)
                self._lay(lines, count, shift, place)
        self.flat.set_clip(None)

    def _lay(
        self, lines: Sequence[PrintedLine], count: int, shift: int, place: pygame.Rect
    ) -> None:
        """Forms and print, as they lie flat, as far as they touch ``place``."""
        paper, row, top = self.paper, self.row, self.top(shift)
        y = top + (place.top - top) // paper.height * paper.height
        while y < place.bottom:
            self.flat.blit(paper.form(), (0, y))
            y += paper.height
        below = count
        if count and top + lines[count - 1].row * row >= place.bottom:
            last = (place.bottom - top - 1) // row
            below = bisect_right(lines, last, hi=count, key=lambda line: line.row)
        for index in range(below - 1, -1, -1):
            line = lines[index]
            y = top + line.row * row
            if y + row <= place.top:
                break
            for text in filter(None, line.strikes):
                self.flat.blit(paper.ink(text), (paper.left, y))
