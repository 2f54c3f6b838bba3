"""The paper that stands in a printer: which rows are seen where, and how it bends.

:class:`PaperView` composes the visible piece of fanfold for one place of the paper: forms, print,
the bend back over the rod at the top (the rows on it foreshortened as on a cylinder), the light on
it.
:class:`Travel` says where the paper stands at each moment of a line's 400 ms.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame

from devices.media.paper import PrintedLine
from devices.screen.materials import sheet
from devices.screen.parts.paper_picture import Fanfold
from devices.units.line_printer import PrinterView

MOVE_US = 170_000
"""How long the paper takes to come to the line's row."""
STRIKE_US = 280_000
"""When the hammers strike."""
_SLIP_MS = 350
"""How long the paper takes when the operator moves it."""
_SMEARS = 4


@dataclass
class Travel:
    """Where the paper stands, and how fast lines come; remembers the last look."""

    seen: tuple[object, ...] = ()
    count: int = 0
    row: int = 0
    torn: int = -1
    slip_from: float = 0.0
    slip_ms: int = -_SLIP_MS
    hurried: int = 0
    """Lines that were printed between the last two looks."""

    def place(self, view: PrinterView, now_ms: int) -> float:
        """The paper's row that stands under the wheels, with its fraction."""
        self._follow(view, now_ms)
        before = view.lines[view.count - 2].row if view.count > 1 else view.row
        if view.busy and view.since_us < MOVE_US and self.hurried < 2:
            return before + (view.row - before) * _eased(view.since_us / MOVE_US)
        share = (now_ms - self.slip_ms) / _SLIP_MS
        if 0 <= share < 1:
            return self.slip_from + (view.row - self.slip_from) * _eased(share)
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


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


class PaperView:
    """A piece of paper ``width`` by ``height`` pixels, drawn again in place when it moves."""

    def __init__(self, width: int, height: int, curl: int, below: int) -> None:
        """``curl``: pixels on the rod's bend; ``below``: pixels under the newest row."""
        self.paper = Fanfold(width)
        self.curl = curl
        self.below = below
        # What lies on a quarter of a cylinder is longer than it looks.
        self.hidden = round(curl * (math.pi / 2 - 1))
        self.flat = pygame.Surface((width, height + self.hidden), 0, 32)
        self.surface = pygame.Surface((width, height), 0, 32)
        self.key: tuple[object, ...] = ()
        self.edition = 0
        self.laid: tuple[int, int, int] = (-1, 0, 0)
        """What lies on the flat piece: tears, lines, shift."""
        self.newest: PrintedLine | None = None
        """The last of those lines."""

    def show(
        self, lines: Sequence[PrintedLine], count: int, torn: int, place: float, smear: int
    ) -> None:
        """Compose the paper with ``place`` under the wheels and ``count`` lines printed."""
        shift = round(place * self.paper.row)
        smeared = min(smear, 3) if smear > 1 else 0
        key = (torn, count, shift, smeared, lines[count - 1] if count else None)
        if key == self.key:
            return
        self.key = key
        self.edition += 1
        self._roll(lines, count, torn, shift)
        source = self._smear(smeared) if smeared else self.flat
        self._bend(source)
        for light, y in light_on(*self.surface.get_size(), self.curl, self.below):
            self.surface.blit(light, (0, y), special_flags=pygame.BLEND_RGB_MULT)

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
            top = self._top(shift)
            fresh += [
                pygame.Rect(0, top + line.row * self.paper.row, whole.width, self.paper.row)
                for line in lines[old_count:count]
            ]
        self.laid = (torn, count, shift)
        self.newest = lines[count - 1] if count else None
        for place in fresh:
            if place.colliderect(whole):  # a reader may have leafed far back
                self.flat.set_clip(place)
                self._lay(lines, count, shift, place)
        self.flat.set_clip(None)

    def _top(self, shift: int) -> int:
        """Where the paper's row 0 lies."""
        return self.flat.get_height() - self.below - self.paper.row - shift

    def _lay(
        self, lines: Sequence[PrintedLine], count: int, shift: int, place: pygame.Rect
    ) -> None:
        """Forms and print, as they lie flat, as far as they touch ``place``."""
        paper, row, top = self.paper, self.paper.row, self._top(shift)
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
            if line.text:
                self.flat.blit(paper.ink(line.text), (paper.left, y))

    def _smear(self, rows: int) -> pygame.Surface:
        """What the eye sees of paper that moves up by ``rows`` a frame: rows drawn out upwards."""
        made, copy = self.flat.copy(), self.flat.copy()
        for step in range(1, _SMEARS + 1):
            copy.set_alpha(255 // (step + 1))
            made.blit(copy, (0, -round(rows * self.paper.row * step / _SMEARS)))
        return made

    def _bend(self, source: pygame.Surface) -> None:
        """The flat piece as it is seen: its upper end bends away over the rod."""
        curl, width = self.curl, source.get_width()
        straight = self.surface.get_height() - curl
        start = source.get_height() - straight
        self.surface.blit(source, (0, curl), (0, start, width, straight))
        for y, row in bent_rows(curl, start):
            self.surface.blit(source, (0, y), (0, row, width, 1))


@lru_cache(maxsize=8)
def bent_rows(curl: int, start: int) -> tuple[tuple[int, int], ...]:
    """For each pixel row of the bend: itself, and the flat row that is seen there."""
    rows = []
    for y in range(curl):
        rise = (curl - y - 0.5) / curl
        rows.append((y, max(round(start - math.asin(min(rise, 1.0)) * curl - 0.5), 0)))
    return tuple(rows)


@lru_cache(maxsize=4)
def light_on(
    width: int, height: int, curl: int, below: int
) -> tuple[tuple[pygame.Surface, int], ...]:
    """How much light falls on the paper's upper and lower end: pictures to multiply with, and y."""
    y = np.arange(height, dtype=np.float32) + 0.5
    rise = np.clip((curl * 1.25 - y) / (curl * 1.25), 0, 1)
    # The bend turns its face up to the light first, then away from the eye.
    bend = 0.22 + 0.78 * np.sqrt(np.maximum(1 - rise**1.6, 0))
    foot = max(below, 1) * 1.9
    over = np.clip((y - (height - foot)) / foot, 0, 1)
    grey = 255 * bend * (1 - 0.60 * over**2.0)
    column = np.repeat(grey[:, None], 3, axis=1).astype(np.float32)
    upper, lower = round(curl * 1.25) + 1, height - round(foot) - 1
    made = []
    for start, end in ((0, upper), (lower, height)):
        part = np.broadcast_to(column[start:end, None, :], (end - start, width, 3))
        made.append((sheet(np.asarray(part, dtype=np.float32)), start))
    return tuple(made)
