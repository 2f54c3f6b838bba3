"""Teleprinter paper as a picture: a plain roll, in the machine and taken home in sheets.

Measured in units of 1/60 inch: a row is 10 high (six to the inch), a column 6.17 wide, which is the
proportion measured on Michie's print-out; the paper is 8.5 inches wide.
"""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pygame

from devices.media.roll import Roll
from devices.screen import materials
from devices.screen.kept_picture import kept_picture
from devices.screen.parts.paper_unit import StandingPaper
from devices.screen.parts.relief import smooth_step
from devices.screen.png import png
from devices.screen.print_faces import Typebars
from devices.units.teleprinter import TeleprinterView

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

    def tile(self) -> pygame.Surface:
        """That piece (shared: never draw on it)."""
        return _blank(self.width, self.tile_height, self.unit)

    def lay(self, target: pygame.Surface, top: int, place: pygame.Rect) -> None:
        """Blank paper over ``place``; the roll's row 0 lies at pixel ``top``."""
        target.set_clip(place)
        y = place.top - (place.top - top) % self.tile_height
        while y < place.bottom:
            target.blit(self.tile(), (0, y))
            y += self.tile_height
        target.set_clip(None)

    def type(self, target: pygame.Surface, text: str, y: int) -> None:
        """A row typed with its top at pixel ``y``."""
        _TYPE.draw(target, text, self.left, y, self.column, self.row)


@kept_picture
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
        made = paper.tile().copy()
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
