"""The 716 line printer as it stands in the room: paper, print wheels, buttons, lights.

Paper comes up over the platen from behind the bank of 120 print wheels, stands in front of the
visitor for some thirty rows with the newest at the foot, and curls back over a rod at the top.
Within a line's 400 ms the paper first moves to its row, then the wheels turn, and when the hammers
have struck the line is on the paper (fanfold.py says when).
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pygame

from devices.screen.parts.fanfold import MOVE_US, STRIKE_US, UNITS_WIDE, FanfoldView, Travel
from devices.screen.parts.paper_unit import PaperUnitPart
from devices.screen.parts.relief import Canvas, Rect
from devices.screen.parts.sprites import PlacedSprite, cached_sprite
from devices.screen.parts.unit_part import ENGRAVING, draw_louvres, grown, read_front
from devices.units.line_printer import PrinterView

WELL: Rect = (22.0, 18.0, 836.0, 338.0)
PAPER_LEFT = (880.0 - UNITS_WIDE) / 2
PAPER_TOP = 32.0
PAPER_FOOT = 318.0
"""Where the newest row's lower edge is."""
BELOW = 12.0
"""How much blank paper is seen below the newest row, where it comes over the platen."""
CURL = 32.0
"""How far below its top the paper begins to bend back."""
TURNING = 3
"""Pictures of the wheels as they turn."""
_BANK: Rect = (30.0, 332.0, 820.0, 24.0)


class LinePrinterPart(PaperUnitPart):
    """The printer; paints a PrinterView."""

    front, unit = read_front("line-printer"), "printer"

    def forget(self) -> None:
        self.travel = Travel()
        tall = self.px(PAPER_FOOT + BELOW) - self.px(PAPER_TOP)
        below = self.px(PAPER_FOOT + BELOW) - self.px(PAPER_FOOT)
        self.paper = FanfoldView(self.px(UNITS_WIDE), tall, self.px(CURL), below)
        # Part of the printer, and not made ahead like a sprite: a listing that is there when the
        # printer is first seen would need nearly all of them in one frame.
        self.paper.paper.make_types()

    def oversample(self) -> int:
        return 2 if self.scale < 1.6 else 1

    def draw_body(self, canvas: Canvas) -> None:
        """The well of the paper, and the cover over the print wheels with its polished lip."""
        canvas.recess(WELL, 8.0, (22, 22, 23), (34, 34, 35), depth=14.0, strength=0.7, lip=2.2)
        x, y, wide, tall = _BANK
        canvas.shadow(_BANK, 2.0, 3.0, 4.0, 0.7)
        canvas.plate((x, y, wide, tall), 2.0, (78, 80, 83), (48, 49, 52), 2.0, 0.4, 0.8)
        canvas.rod((x, y - 1.0, wide, 5.0), (176, 178, 180), gloss=0.9)

    def letter(self, sheet: pygame.Surface) -> None:
        """The scale of columns: a mark under each, every tenth with its number."""
        _, y, _, _ = _BANK
        first = PAPER_LEFT + 42.0
        for column in range(1, 121):
            place = round((first + (column - 0.5) * 6.0) * self.scale)
            tenth, fifth = column % 10 == 0, column % 5 == 0
            long = 7.0 if tenth else 5.0 if fifth else 3.2
            top = self.px(y + 5.0)
            mark = pygame.Rect(place, top, max(self.px(0.8), 1), max(self.px(long), 2))
            sheet.fill((196, 196, 190, 255), mark)
            if tenth:
                middle = (y + 17.6) * self.scale
                ENGRAVING.draw(
                    sheet, str(column), place, middle, 6.6 * self.scale, (214, 212, 202), "centre"
                )

    def draw_front(self, canvas: Canvas) -> None:
        """Two doors: the joint of each, its slightly raised skin, louvres at its foot, a handle."""
        for x in (26.0, 446.0):
            rect = (x, 460.0, 408.0, 106.0)
            canvas.recess(grown(rect, 1.0), 4.0, (40, 41, 42), depth=1.0, strength=0.3, lip=0.8)
            canvas.plate(rect, 4.0, (140, 142, 142), (104, 106, 108), 3.0, 0.30, 1.6)
        for x in (60.0, 480.0):
            draw_louvres(canvas, (x, 492.0, 340.0, 52.0), 6)
        for x in (418.0, 452.0):
            canvas.shadow((x, 496.0, 10.0, 34.0), 2.0, 2.0, 2.0, 0.5)
            canvas.rod((x, 496.0, 10.0, 34.0), (178, 180, 182), upright=True, gloss=0.8)

    def sprites(self) -> Iterator[Callable[[], object]]:
        """Tractors and wheels."""
        yield self._tractor
        yield from (partial(self._wheel_bank, frame) for frame in range(1 + TURNING))
        yield from super().sprites()

    # What is seen.

    def stamps(self, view: PrinterView, now_ms: int) -> list[PlacedSprite]:
        return [self._standing(view, now_ms), *self._tractors(), self._wheels(view)]

    def _standing(self, view: PrinterView, now_ms: int) -> PlacedSprite:
        place = self.shown_row(self.travel.place(view, now_ms))
        printed = self.travel.printed(view)
        self.paper.show(view.lines, printed, view.torn, place, self.travel.hurried)
        left, top = self.px(PAPER_LEFT), self.px(PAPER_TOP)
        return PlacedSprite(self.paper.surface, left, top, edition=self.paper.edition)

    def _tractors(self) -> list[PlacedSprite]:
        """The covers over the pins that draw the paper up by its holes."""
        lefts = (PAPER_LEFT - 8.0, PAPER_LEFT + UNITS_WIDE - 30.0)
        return [self.placed(self._tractor(), x, PAPER_FOOT - 70.0) for x in lefts]

    @cached_sprite
    def _tractor(self) -> pygame.Surface:
        wide, tall = 46.0, 92.0
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2)
        body = (3.0, 2.0, 32.0, 78.0)
        canvas.shadow(body, 4.0, 3.5, 3.0, 0.5)
        canvas.plate(body, 4.0, (186, 188, 189), (118, 120, 123), 2.4, 0.5, 0.7)
        canvas.recess((9.0, 9.0, 20.0, 64.0), 3.0, (58, 59, 61), (40, 41, 42), 2.5, 0.5, 0.8)
        for pin in range(2):
            y = 21.0 + pin * 30.0
            canvas.shadow((14.0, y, 9.0, 9.0), 4.5, 1.4, 1.2, 0.6)
            canvas.plate((14.0, y, 9.0, 9.0), 4.5, (226, 228, 228), (138, 140, 142), 3.0, 0.6)
        return canvas.surface()

    def _wheels(self, view: PrinterView) -> PlacedSprite:
        """The upper edges of the print wheels; they turn while they come to their characters."""
        turning = view.busy and MOVE_US // 2 <= view.since_us < STRIKE_US
        frame = 1 + view.since_us // 20_000 % TURNING if turning else 0
        struck = view.busy and STRIKE_US <= view.since_us < STRIKE_US + 60_000
        sprite = self._wheel_bank(frame)
        lift = self.px(1.6) if struck else 0
        return PlacedSprite(sprite, self.px(PAPER_LEFT + 36.0), self.px(PAPER_FOOT + 5.0) - lift)

    @cached_sprite
    def _wheel_bank(self, frame: int) -> pygame.Surface:
        """120 wheels side by side, each with the edges of its types."""
        wide, tall = 732.0, 9.0
        canvas = Canvas(self.px(wide), self.px(tall), self.scale, 2, seed=120 + frame)
        where, x, y = canvas.window((0.0, 0.0, wide, tall))
        u, v = (x / canvas.k - 6.0) / 6.0, y / canvas.k / tall
        across = np.abs(u - np.floor(u) - 0.5) * 2
        wheel = np.clip(np.floor(u), 0, 119).astype(np.int64)
        turn = canvas.generator.uniform(0, 1, 120).astype(np.float32)[wheel]
        types = 0.5 + 0.5 * np.sin((v * 3.0 + turn) * 2 * np.pi)
        if frame:
            types = 0.45 + 0.10 * types
        round_over = 0.35 + 0.65 * np.sin(np.clip(v, 0, 1) * np.pi * 0.62)
        grey = (40 + 92 * types) * round_over * np.clip(1.25 - across**3, 0.2, 1.0)
        inside = (u >= 0) & (u < 120)
        edge = np.clip(v * 5, 0, 1)
        rgb = np.repeat(grey[..., None], 3, axis=2) * np.array([1.0, 0.98, 0.94], np.float32)
        cover = np.where(inside, edge, 0.0)
        canvas.over(where, np.asarray(rgb, np.float32), np.asarray(cover, np.float32))
        return canvas.surface()
