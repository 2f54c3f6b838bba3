"""A chart on a sheet of paper: axes, lines with marks, a ghost line to compare with, labels.

The same chart hangs in a room and is what ``--plot FILE.png`` writes (:func:`chart_surface`, no
window needed).  Lines differ in their marks and dashes as well as in their ink; each has its name
in the key below.  A ghost is drawn pale and beneath the others.  When points are only added at the
ends of lines, only the added ends are drawn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER, paper, sheet
from devices.screen.parts.chart_ink import INKS, Point, Series, every, thinned, trace
from devices.screen.parts.stamps import Stamp, StampedPart

Range = tuple[float, float]

_PENCIL = (66, 62, 58)
_RULED = (214, 208, 192)
_MARGIN = 9
"""How far ink may reach beyond a point, in units."""


@dataclass(frozen=True)
class ChartState:
    """What a chart shows; a range left out is chosen from the points, rounded outwards."""

    title: str = ""
    across: str = ""
    """What is counted along the foot."""
    upwards: str = ""
    series: tuple[Series, ...] = ()
    x_range: Range | None = None
    y_range: Range | None = None


def round_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... (or 0.1 ...) that parts ``span`` into at most so many."""
    if span <= 0:
        return 1.0
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= rough * (1 - 1e-9))


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round numbers from ``low`` to ``high``, at most ``most`` + 1 of them."""
    step = round_step(high - low, most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def tick_text(value: float) -> str:
    """A tick's number, as short as it can be."""
    return f"{value:.6g}" if abs(value) < 1e6 else f"{value / 1e6:.6g}M"


def span_of(values: Sequence[float], most: int = 6) -> Range:
    """A range that begins and ends on a tick and holds all the values."""
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if low > 0 and low < high * 0.5:
        low = 0.0
    if low == high:
        return low - 1.0, high + 1.0
    step = round_step(high - low, most)
    return math.floor(low / step) * step, math.ceil(high / step) * step


class ChartPart(StampedPart):
    """A chart as a part; ``size`` in units is chosen by the room."""

    def __init__(self, size: tuple[float, float] = (480.0, 300.0)) -> None:
        super().__init__()
        self.size = size
        self.engraving = Engraving()
        self.drawn: ChartState | None = None
        self.frame: tuple[Range, Range] = ((0.0, 1.0), (0.0, 1.0))
        self.ink: pygame.Surface | None = None
        self.edition = 0

    @property
    def plot(self) -> pygame.Rect:
        """Where the lines are drawn, in pixels."""
        width, height = self.size
        return pygame.Rect(
            self.px(58.0),
            self.px(36.0),
            self.px(width - 58.0 - 22.0),
            self.px(height - 36.0 - 70.0),
        )

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.drawn, self.ink = None, None
        rgb = paper(width, height, 61, PAPER)
        y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
        x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
        rgb *= (1.02 - 0.05 * y - 0.03 * x)[..., None]
        edge = max(self.px(1.0), 1)
        rgb[:edge] *= 1.03
        rgb[-edge:] *= 0.86
        rgb[:, -edge:] *= 0.90
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        made.blit(sheet(rgb), (0, 0))
        return made

    def look(self, state: ChartState, now_ms: int) -> list[Stamp]:
        del now_ms
        frame = _frame(state)
        self._ink(state, frame)
        self.frame = frame
        title = (state.title, state.across, state.upwards)
        named = tuple(replace(series, points=()) for series in state.series)
        axes = self.brief(("axes", frame, title), partial(self._axes, state, frame))
        key = self.brief(("key", named), partial(self._key, named))
        plot = self.plot
        assert self.ink is not None
        return [
            Stamp(axes, 0, 0),
            Stamp(self.ink, plot.x - self.px(_MARGIN), plot.y - self.px(_MARGIN),
                  edition=self.edition),
            Stamp(key, plot.x, self.px(self.size[1] - 24.0)),
        ]  # fmt: skip

    # Axes and words.

    def _axes(self, state: ChartState, frame: tuple[Range, Range]) -> pygame.Surface:
        """Title, ruled lines, the two axes, their numbers and names."""
        width, height = (self.px(side) for side in self.size)
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        plot, thin = self.plot, max(round(0.8 * self.scale), 1)
        small, ink = 8.6 * self.scale, (52, 48, 46)
        (left, right), (low, high) = frame
        for value in ticks(low, high, 5):
            y = round(plot.bottom - (value - low) / (high - low) * plot.height)
            made.fill(_RULED, (plot.x, y, plot.width, thin))
            where = (plot.x - 7 * self.scale, y)
            self.engraving.draw(made, tick_text(value), *where, small, ink, "right", 0.12)
        for value in ticks(left, right, 7):
            x = round(plot.x + (value - left) / (right - left) * plot.width)
            made.fill(_PENCIL, (x, plot.bottom, thin, self.px(4.0)))
            under = plot.bottom + 12 * self.scale
            self.engraving.draw(made, tick_text(value), x, under, small, ink, "centre", 0.12)
        bold = max(round(1.4 * self.scale), 1)
        made.fill(_PENCIL, (plot.x - bold, plot.y - self.px(4), bold, plot.height + self.px(4)))
        made.fill(_PENCIL, (plot.x - bold, plot.bottom, plot.width + bold + self.px(4), bold))
        self.engraving.draw(
            made,
            state.title,
            plot.x,
            18 * self.scale,
            11.5 * self.scale,
            (40, 36, 34),
            "left",
            0.14,
        )
        below = plot.bottom + 28 * self.scale
        self.engraving.draw(made, state.across, plot.right, below, small, ink, "right", 0.12)
        if state.upwards:
            words = self.engraving.text_surface(state.upwards, small, ink, 0.12)
            turned = pygame.transform.rotate(words, 90)
            middle = (self.px(13.0), plot.centery)
            made.blit(turned, turned.get_rect(center=middle))
        return made

    def _key(self, named: tuple[Series, ...]) -> pygame.Surface:
        """Each line's own stroke and mark, and its name."""
        width, height = self.px(self.size[0] - 70.0), self.px(18.0)
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        x, middle, small = 0.0, height / 2, 8.6 * self.scale
        for series in named:
            long = 26 * self.scale
            sample = ((0.0, 0.0), (1.0, 0.0))
            piece = pygame.Surface((round(long + 12 * self.scale), height), pygame.SRCALPHA, 32)
            places = [(6 * self.scale + long * px, middle) for px, _ in sample]
            middle_mark = [(6 * self.scale + long / 2, middle)]
            trace(piece, series, places, middle_mark, piece.get_rect(), self.scale)
            made.blit(piece, (round(x), 0))
            x += piece.get_width() + 3 * self.scale
            ink = INKS["black"]
            drawn = self.engraving.draw(made, series.name, x, middle, small, ink, "left", 0.12)
            x = drawn.right + 14 * self.scale
        return made

    # The lines.

    def _ink(self, state: ChartState, frame: tuple[Range, Range]) -> None:
        """Bring the drawn lines to ``state``, drawing no more than what is new."""
        before = self.drawn
        if self.ink is not None and before == state and frame == self.frame:
            return
        margin = self.px(_MARGIN)
        size = (self.plot.width + 2 * margin, self.plot.height + 2 * margin)
        fresh = None
        if self.ink is not None and before is not None and frame == self.frame:
            fresh = self._added(before, state, frame)
        if self.ink is None or fresh is None:
            self.ink = pygame.Surface(size, pygame.SRCALPHA, 32)
            fresh = self.ink.get_rect()
        self.drawn = state
        self.edition += 1
        fresh = fresh.clip(self.ink.get_rect())
        if fresh:
            self._draw(state, frame, fresh)

    def _places(self, series: Series, frame: tuple[Range, Range]) -> list[Point]:
        """A line's points on the ink's surface, in pixels; no more than can be told apart."""
        plot, margin = self.plot, self.px(_MARGIN)
        (left, right), (low, high) = frame
        places = [
            (
                margin + (x - left) / (right - left) * plot.width,
                margin + plot.height - (y - low) / (high - low) * plot.height,
            )
            for x, y in series.points
        ]
        return places if len(places) <= 2 * plot.width else thinned(places)

    def _added(
        self, before: ChartState, state: ChartState, frame: tuple[Range, Range]
    ) -> pygame.Rect | None:
        """The place that added points reach; None when something else changed."""
        if len(before.series) != len(state.series):
            return None
        reach: list[Point] = []
        for old, new in zip(before.series, state.series, strict=True):
            if old == new:
                continue
            known = len(old.points)
            same = replace(new, points=()) == replace(old, points=())
            few = known > 0 and len(new.points) <= 2 * self.plot.width
            few = few and every(len(new.points)) == every(known)
            if not (same and few and new.points[:known] == old.points) or new.dashed:
                return None
            reach += self._places(new, frame)[known - 1 :]
        if not reach:
            return None
        xs, ys = [x for x, _ in reach], [y for _, y in reach]
        box = pygame.Rect(int(min(xs)), int(min(ys)), 0, 0)
        box.width, box.height = math.ceil(max(xs)) - box.x, math.ceil(max(ys)) - box.y
        return box.inflate(2 * self.px(_MARGIN), 2 * self.px(_MARGIN))

    def _draw(self, state: ChartState, frame: tuple[Range, Range], place: pygame.Rect) -> None:
        assert self.ink is not None
        self.ink.fill((0, 0, 0, 0), place)
        for series in sorted(state.series, key=lambda one: not one.ghost):
            places = self._places(series, frame)
            trace(self.ink, series, places, places[:: every(len(places))], place, self.scale)


def _frame(state: ChartState) -> tuple[Range, Range]:
    """The ranges of both axes."""
    xs = [x for series in state.series for x, _ in series.points]
    ys = [y for series in state.series for _, y in series.points]
    return state.x_range or span_of(xs, 8), state.y_range or span_of(ys)


def chart_surface(state: ChartState, size_px: tuple[int, int], unit_px: float) -> pygame.Surface:
    """The chart on its sheet of paper, ``size_px`` pixels large, at ``unit_px`` a unit."""
    part = ChartPart((size_px[0] / unit_px, size_px[1] / unit_px))
    part.build(unit_px)
    made = pygame.Surface(size_px, 0, 32)
    part.paint(made, (0, 0), state, 0, True)
    return made
