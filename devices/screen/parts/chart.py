"""A chart on a sheet of paper: axes, lines with marks, a ghost line to compare with, labels.

The same chart hangs in a room and is what ``--plot FILE.png`` writes (no window needed).  Lines
differ in their marks and dashes as well as in their ink; each has its name in the key below.  A
ghost is drawn pale and beneath the others.  When points are only added at the ends of lines, only
the added ends are drawn.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np
import pygame

from devices.screen.parts.chart_axes import (
    AxisWords,
    Range,
    Tick,
    key_surface,
    sheet_of_paper,
    span_of,
    tick_text,
    ticks,
)
from devices.screen.parts.chart_ink import Inked, Point, Series, every, thin_points, trace
from devices.screen.parts.chart_notes import Callout, NotePen, Upright, place_all
from devices.screen.parts.sprites import PlacedSprite, SpritePart

_TILES = (12, 6)
"""Of the ink, across and down: a point added changes few of them on the screen."""
_MARGIN = 9
"""How far ink may reach beyond a point, in units."""
MARGINS = (58.0, 36.0, 22.0, 70.0)
"""Of the paper left, above, right and below the lines, in units."""


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
    x_ticks: tuple[Tick, ...] | None = None
    """None: round numbers."""
    y_ticks: tuple[Tick, ...] | None = None
    callouts: tuple[Callout, ...] = ()
    """Those of a ghost are laid out by its own line, the others by the other lines."""
    uprights: tuple[Upright, ...] = ()


class ChartPart(SpritePart):
    """A chart as a part; ``size`` in units is chosen by the room."""

    def __init__(
        self,
        size: tuple[float, float] = (480.0, 300.0),
        margins: tuple[float, float, float, float] = MARGINS,
    ) -> None:
        super().__init__()
        self.size, self.margins = size, margins
        self._plot = (0.0, pygame.Rect(0, 0, 0, 0))
        self.drawn: ChartState | None = None
        self.frame: tuple[Range, Range] = ((0.0, 1.0), (0.0, 1.0))
        self.ink: pygame.Surface | None = None
        self.editions = [0] * (_TILES[0] * _TILES[1])
        self.expected: tuple[ChartState, ...] = ()
        """States whose lettering is made ahead (the room sets them before the part is built)."""

    @property
    def plot(self) -> pygame.Rect:
        """Where the lines are drawn, in pixels."""
        scale, known = self._plot
        if scale != self.scale:
            known = self._plot_at_scale()
            self._plot = (self.scale, known)
        return known

    def _plot_at_scale(self) -> pygame.Rect:
        (width, height), (left, above, right, below) = self.size, self.margins
        return pygame.Rect(
            self.px(left),
            self.px(above),
            self.px(width - left - right),
            self.px(height - above - below),
        )

    def at(self, x: float, y: float) -> Point:
        """Where a place in the axes' numbers lies, in pixels, by the state drawn last."""
        return self._x(x, self.frame), self._y(y, self.frame)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self.drawn, self.ink = None, None
        return sheet_of_paper(width, height, self.px(1.0))

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The axes, the key and the callouts of the states that are expected."""
        for state in self.expected:
            yield partial(self._words, state, _frame(state))

    def look(self, state: ChartState, now_ms: int) -> list[PlacedSprite]:
        frame = _frame(state)
        self._ink(state, frame)
        self.frame = frame
        assert self.ink is not None
        axes, beneath, above, key = self._words(state, frame)
        made = [PlacedSprite(axes, 0, 0)]
        if beneath is not None:
            made.append(PlacedSprite(beneath, 0, 0))
        plot, margin = self.plot, self.px(_MARGIN)
        for (x, y, wide, high), edition in zip(_tiles(self.ink), self.editions, strict=True):
            at = (plot.x - margin + x, plot.y - margin + y)
            made.append(PlacedSprite(self.ink, *at, (x, y, wide, high), edition=edition))
        if above is not None:
            made.append(PlacedSprite(above, 0, 0))
        if key is not None:
            made.append(PlacedSprite(key, plot.x, self.px(self.size[1] - 4.0) - key.get_height()))
        return made

    def _words(
        self, state: ChartState, frame: tuple[Range, Range]
    ) -> tuple[pygame.Surface, pygame.Surface | None, pygame.Surface | None, pygame.Surface | None]:
        """The axes; the notes beneath the lines and above them, and the key, if there are any."""
        title = (state.title, state.across, state.upwards, state.x_ticks, state.y_ticks)
        named = tuple(replace(series, points=()) for series in state.series if series.name)
        axes = self.brief(("axes", frame, title), partial(self._axes, state, frame))
        notes, beneath, above, key = (state.callouts, state.uprights, frame), None, None, None
        if named:
            wide = self.px(self.size[0] - 70.0)
            key = self.brief(("key", named), partial(key_surface, named, wide, self.scale))
        if state.uprights or any(callout.ghost for callout in state.callouts):
            beneath = self.brief(("beneath", notes), partial(self._notes, state, frame, True))
        if any(not callout.ghost for callout in state.callouts):
            above = self.brief(("above", notes), partial(self._notes, state, frame, False))
        return axes, beneath, above, key

    def _axes(self, state: ChartState, frame: tuple[Range, Range]) -> pygame.Surface:
        """Title, ruled lines, the two axes, their numbers and names; as large as the chart."""
        size = [self.px(side) for side in self.size]
        made = pygame.Surface(size, pygame.SRCALPHA, 32)
        x_ticks = state.x_ticks or _numbered(ticks(*frame[0], 7))
        y_ticks = state.y_ticks or _numbered(ticks(*frame[1], 5))
        words = AxisWords(made, self.plot, self.scale)
        words.upright([(self._y(at, frame), name) for at, name in y_ticks], state.upwards)
        words.along([(self._x(at, frame), name) for at, name in x_ticks], state.across)
        words.title(state.title)
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
        fresh = fresh.clip(self.ink.get_rect())
        for number, tile in enumerate(_tiles(self.ink)):
            self.editions[number] += bool(fresh.colliderect(tile))
        if fresh:
            self._draw(state, frame, fresh)

    def _places(
        self, points: Sequence[Point], frame: tuple[Range, Range], thin: bool = True
    ) -> list[Point]:
        """A line's points on the ink's surface, in pixels; no more than can be told apart."""
        plot, margin = self.plot, self.px(_MARGIN)
        (left, right), (low, high) = frame
        across, up = plot.width / (right - left), plot.height / (high - low)
        foot = margin + plot.height
        places = [(margin + (x - left) * across, foot - (y - low) * up) for x, y in points]
        return thin_points(places) if thin and len(places) > 2 * plot.width else places

    def _added(
        self, before: ChartState, state: ChartState, frame: tuple[Range, Range]
    ) -> pygame.Rect | None:
        """The place that points added or taken away reach; None when something else changed."""
        pairs = _paired(before.series, state.series)
        if pairs is None:
            return None
        reach: list[Point] = []
        for old, new in pairs:
            if old == new.points:
                continue
            few = max(len(new.points), len(old)) <= 2 * self.plot.width
            marked = new.joined and new.mark != "none"
            if not few or (marked and every(len(new.points)) != every(len(old))):
                return None
            kept = max(_in_common(old, new.points) - 1, 0)
            reach += self._places(new.points[kept:] + old[kept:], frame, thin=False)
        if not reach:
            return pygame.Rect(0, 0, 0, 0)
        xs, ys = [x for x, _ in reach], [y for _, y in reach]
        box = pygame.Rect(int(min(xs)), int(min(ys)), 0, 0)
        box.width, box.height = math.ceil(max(xs)) - box.x, math.ceil(max(ys)) - box.y
        return box.inflate(2 * self.px(_MARGIN), 2 * self.px(_MARGIN))

    def _draw(self, state: ChartState, frame: tuple[Range, Range], place: pygame.Rect) -> None:
        assert self.ink is not None
        self.ink.fill((0, 0, 0, 0), place)
        margin, (left, right) = 2 * self.px(_MARGIN), frame[0]
        across = (right - left) / self.plot.width
        begin = left + (place.left - margin) * across
        end = left + (place.right + margin) * across
        # Those of the same colours are drawn together, which takes a fraction of the time.
        together: dict[object, list[Inked]] = {}
        for series in sorted(state.series, key=lambda series: not series.ghost):
            points = series.points
            if points and points[0][0] <= end and points[-1][0] >= begin:
                places = self._places(points, frame)
                line = Inked(series, places, series.marked(places))
                together.setdefault(line.colours, []).append(line)
        for lines in together.values():
            trace(self.ink, lines, place, self.scale)

    # Callouts and uprights.

    def _notes(self, state: ChartState, frame: tuple[Range, Range], ghost: bool) -> pygame.Surface:
        """The callouts of the ghosts (with the uprights), or the others; as large as the chart."""
        made = pygame.Surface([self.px(side) for side in self.size], pygame.SRCALPHA, 32)
        plot, pen = self.plot, NotePen(self.scale)
        within = plot.inflate(-self.px(4), -self.px(4))
        if ghost:
            marks = [(self._x(mark.at, frame), mark.words) for mark in state.uprights]
            pen.uprights(made, marks, plot)
        line = [
            (self._x(x, frame), self._y(y, frame))
            for series in state.series
            if series.ghost == ghost
            for x, y in series.points
        ]
        places = np.array(line, dtype=np.float64).reshape(-1, 2)
        callouts = [callout for callout in state.callouts if callout.ghost == ghost]
        tips = [(self._x(x, frame), self._y(y, frame)) for x, y in (tip.at for tip in callouts)]
        sizes = [pen.size(callout.words) for callout in callouts]
        known = [places if ghost else places[places[:, 0] <= x] for x, _ in tips]
        notes = place_all(tips, sizes, within, known, self.scale)
        for callout, note in zip(callouts, notes, strict=True):
            if note.cost == float("inf"):
                continue
            pen.callout(made, note, callout.words, ghost)
        return made

    def _x(self, value: float, frame: tuple[Range, Range]) -> float:
        left, right = frame[0]
        return self.plot.x + (value - left) / (right - left) * self.plot.width

    def _y(self, value: float, frame: tuple[Range, Range]) -> float:
        low, high = frame[1]
        return self.plot.bottom - (value - low) / (high - low) * self.plot.height


def _tiles(ink: pygame.Surface) -> list[tuple[int, int, int, int]]:
    """The rectangles that the ink is shown in."""
    xs, ys = (
        [side * number // count for number in range(count + 1)]
        for side, count in zip(ink.get_size(), _TILES, strict=True)
    )
    return [
        (x, y, right - x, bottom - y) for y, bottom in pairwise(ys) for x, right in pairwise(xs)
    ]


def _paired(
    old: tuple[Series, ...], new: tuple[Series, ...]
) -> list[tuple[tuple[Point, ...], Series]] | None:
    """What each line had and what it has: it may have grown, be new or be gone (then it has
    nothing left); None if lines lie over each other in another order."""
    before: dict[object, list[int]] = {}
    for number, line in enumerate(old):
        before.setdefault(_line_key(line), []).append(number)
    pairs: list[tuple[tuple[Point, ...], Series]] = []
    order: list[int] = []
    for line in new:
        same = before.get(_line_key(line), [])
        order += same[:1]
        pairs.append((old[same.pop(0)].points if same else (), line))
    gone = [number for numbers in before.values() for number in numbers]
    pairs += [(old[number].points, replace(old[number], points=())) for number in gone]
    return pairs if order == sorted(order) else None


def _line_key(series: Series) -> object:
    """Equal for two lines that are drawn alike and begin with the same point."""
    looks = (series.name, series.mark, series.ink, series.dash)
    return (*looks, series.ghost, series.joined, series.core, series.points[:1])


def _in_common(old: tuple[Point, ...], new: tuple[Point, ...]) -> int:
    """How many points both lines begin with."""
    few = min(len(old), len(new))
    if old[:few] == new[:few]:
        return few
    return next(place for place in range(few) if old[place] != new[place])


def _numbered(values: tuple[float, ...]) -> tuple[Tick, ...]:
    return tuple((value, tick_text(value)) for value in values)


def _frame(state: ChartState) -> tuple[Range, Range]:
    """The ranges of both axes."""
    xs = [x for series in state.series for x, _ in series.points]
    ys = [y for series in state.series for _, y in series.points]
    (left, right), (low, high) = state.x_range or span_of(xs, 8), state.y_range or span_of(ys)
    # The range of a study's first point, or of a week without a visitor, may have no extent.
    return (left, right + (right == left)), (low, high + (high == low))
