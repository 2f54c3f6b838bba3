"""The graph of strength over the floor plan: how each learner grew, and today's machine.

Games of experience run to the right on a logarithmic scale, after a column for the beginning; the
share of points goes up from :data:`LEAST` to 100%.  Each learner has a colour and a shape of its
own, so that it shows without colour too.  Intervals are bars.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import pygame

from devices.screen import brass
from devices.screen.brass import LETTERS
from devices.screen.figures import figures, put_in
from devices.screen.ui_text import UiText
from machines.laboratory.strength.today import StrengthCurve, StrengthPoint
from machines.museum.window.overlay import FAINT, TYPED, PaperCard, Plate

COLOURS = ((160, 44, 32), (24, 92, 140), (40, 112, 60), (134, 74, 150), (168, 104, 12))
SHAPES = ("circle", "square", "triangle", "diamond", "bar")
LEAST, MOST = 0.40, 1.0
"""Shares at the lower and the upper edge."""
DECADES = 5.3
"""So many powers of ten fit: up to 200,000 games."""
BEGINNING = 0.06
"""The column for no games at all, as a share of the width."""
FAR = 30
"""Points with so many times the games between them are joined by dots: nothing was measured."""
INK = (60, 54, 46)
RULE = (202, 190, 164)
LEVEL = (120, 108, 88)


class Axes:
    """Where games and shares are in a box of pixels."""

    def __init__(self, box: pygame.Rect) -> None:
        self.box = box

    def x(self, games: int) -> int:
        """Of a number of games; 0: the beginning's column."""
        if games < 1:
            return self.box.left + round(self.box.width * BEGINNING / 2)
        share = BEGINNING + (0.985 - BEGINNING) * min(math.log10(games), DECADES) / DECADES
        return self.box.left + round(self.box.width * share)

    def y(self, points: float) -> int:
        """Of a share of points; beyond the edges: at them."""
        share = (min(max(points, LEAST), MOST) - LEAST) / (MOST - LEAST)
        return self.box.bottom - round(self.box.height * share)


def colour_of(k: int) -> tuple[int, int, int]:
    """The colour of the kth learner."""
    return COLOURS[k % len(COLOURS)]


def draw_curves(
    target: pygame.Surface, box: pygame.Rect, curves: Sequence[StrengthCurve], unit: float
) -> None:
    """The curves alone, small: the level of the beginning, and each learner's line."""
    axes = Axes(box)
    thick = max(1, round(2 * unit))
    pygame.draw.line(target, LEVEL, box.bottomleft, box.topleft, thick)
    pygame.draw.line(target, LEVEL, box.bottomleft, box.bottomright, thick)
    level = axes.y(0.5)
    _dashes(target, (box.left, level), box.right, max(4, round(7 * unit)))
    for k, curve in enumerate(curves):
        draw_curve(target, axes, curve, k, 0.62 * unit, bars=False)


def draw_curve(
    target: pygame.Surface, axes: Axes, curve: StrengthCurve, k: int, unit: float, bars: bool = True
) -> None:
    """A learner's line from the level of its beginning on, its marks and intervals; today's mark
    stands alone, in a ring."""
    colour = colour_of(k)
    line = [(axes.x(0), axes.y(0.5))]
    line += [(axes.x(point.games), axes.y(point.points)) for point in curve.points]
    games = [1, *(point.games for point in curve.points)]
    for (start, end), (before, after) in zip(pairwise(line), pairwise(games), strict=True):
        thick = max(2, round(3.4 * unit))
        if after > FAR * before:
            _draw_dots(target, colour, start, end, thick)
        else:
            pygame.draw.line(target, colour, start, end, thick)
    for point, place in zip(curve.points, line[1:], strict=True):
        if bars:
            draw_interval(target, axes, point, colour, unit)
        draw_mark(target, place, k, 8.5 * unit)
    if curve.today is not None:
        today = curve.today
        place = axes.x(today.games), axes.y(today.points)
        if bars:
            draw_interval(target, axes, today, colour, unit)
        ring = max(5, round(19 * unit))
        pygame.draw.circle(target, (252, 248, 236), place, ring)
        pygame.draw.circle(target, colour, place, ring, max(2, round(4 * unit)))
        draw_mark(target, place, k, 8.5 * unit)


def draw_interval(
    target: pygame.Surface,
    axes: Axes,
    point: StrengthPoint,
    colour: tuple[int, int, int],
    unit: float,
) -> None:
    """The 95% interval of a point as an upright bar with two ends."""
    x, high, low = axes.x(point.games), axes.y(point.high), axes.y(point.low)
    if low - high < 3:
        return
    thick, arm = max(1, round(2 * unit)), max(3, round(6 * unit))
    pygame.draw.line(target, colour, (x, high), (x, low), thick)
    for y in (high, low):
        pygame.draw.line(target, colour, (x - arm, y), (x + arm, y), thick)


def draw_mark(target: pygame.Surface, place: tuple[int, int], k: int, radius: float) -> None:
    """The kth learner's shape."""
    x, y = place
    r = max(3, round(radius))
    colour, shape = colour_of(k), SHAPES[k % len(SHAPES)]
    if shape == "circle":
        pygame.draw.circle(target, colour, place, r)
        return
    corners = {
        "square": ((-r, -r), (r, -r), (r, r), (-r, r)),
        "triangle": ((0, -r - 1), (r + 1, r), (-r - 1, r)),
        "diamond": ((0, -r - 2), (r + 2, 0), (0, r + 2), (-r - 2, 0)),
        "bar": ((-r - 2, -r // 2), (r + 2, -r // 2), (r + 2, r // 2), (-r - 2, r // 2)),
    }[shape]
    pygame.draw.polygon(target, colour, [(x + dx, y + dy) for dx, dy in corners])


def draw_axes(
    target: pygame.Surface, box: pygame.Rect, words: dict[str, str], high: float, code: str
) -> None:
    """Frame, rules and numbers of the whole graph: ``words`` are the language's, ``high`` the
    height of capitals in pixels, ``code`` that language's folder."""
    axes = Axes(box)
    pygame.draw.rect(target, (253, 250, 241), box)
    for percent in range(40, 101, 10):
        y = axes.y(percent / 100)
        pygame.draw.line(target, RULE, (box.left, y), (box.right, y))
        LETTERS.draw(target, f"{percent}%", box.left - round(0.8 * high), y, high, INK, "right")
    for power in range(int(DECADES) + 1):
        x = axes.x(10**power)
        pygame.draw.line(target, RULE, (x, box.top), (x, box.bottom))
        digits = figures(f"{10**power:,}", code)
        LETTERS.draw(target, digits, x, box.bottom + round(1.5 * high), high, INK, "centre")
    LETTERS.draw(target, "0", axes.x(0), box.bottom + round(1.5 * high), high, INK, "centre")
    level = axes.y(0.5)
    _dashes(target, (box.left, level), box.right, max(5, round(0.8 * high)))
    pygame.draw.rect(target, LEVEL, box, 2)
    size = brass.fit_lettering(words["beginning"], high, box.width * 0.5)
    x, y = box.right - round(0.8 * high), level + round(1.1 * size)
    LETTERS.draw(target, words["beginning"], x, y, size, LEVEL, "right")


def _dashes(target: pygame.Surface, start: tuple[int, int], end: int, dash: int) -> None:
    x, y = start
    while x < end:
        pygame.draw.line(target, LEVEL, (x, y), (min(x + dash, end), y), 2)
        x += 2 * dash


def _draw_dots(
    target: pygame.Surface,
    colour: tuple[int, int, int],
    start: tuple[int, int],
    end: tuple[int, int],
    thick: int,
) -> None:
    """A dotted line."""
    count = max(2, round(math.dist(start, end) / (4 * thick)))
    for k in range(count + 1):
        x, y = (round(a + (b - a) * k / count) for a, b in zip(start, end, strict=True))
        pygame.draw.circle(target, colour, (x, y), max(1, round(0.6 * thick)))


# -- the sheet


STAYS_MS = 180_000
SIZE, TALL_SIZE = (1560.0, 840.0), (1050.0, 1500.0)
TITLE, SMALL = 34.0, 17.0
LOOK_MS = 250
"""It is asked this often whether something else was measured."""
MEASURE_MS = 2_000
"""Those that were not switched on are asked for again this often."""

Look = Callable[[], tuple[StrengthCurve, ...]]


class StrengthGraph(PaperCard):
    """The sheet."""

    seed = 77
    plates_low = True

    def __init__(
        self, words: UiText, titles: Mapping[str, str], look: Look, measure: Callable[[], None]
    ) -> None:
        """``titles`` are the exhibits' names; ``look`` gives the newest curves; ``measure`` has
        those machines measured that are switched on."""
        super().__init__(words, STAYS_MS)
        self.modal = True
        self.titles = dict(titles)
        self.look = look
        self.curves = look()
        self.measure = measure
        self._looked_ms = 0
        self._measured_ms = -MEASURE_MS

    # Where things are

    def place(self) -> None:
        """In the middle of the room, nearly all of it."""
        self.place_large(SIZE, TALL_SIZE, (30, 20, 8))

    def chart_rect(self) -> pygame.Rect:
        """The frame of the graph."""
        px, box = self.px, self.box
        rect = pygame.Rect(box.left + px(120), box.top + px(176 if self.tall else 150), 0, 0)
        rect.width = (
            box.width - px(160) if self.tall else round(box.width * (0.48 if self.small else 0.555))
        )
        low = box.height - px(112) - self.foot()
        if self.tall:
            low = round(box.height * (0.44 if self.large else 0.56))
        rect.height = box.top + low - rect.top
        return rect

    def row_rect(self, k: int) -> pygame.Rect:
        """What is said of the kth learner: at the graph's right; upright: below it."""
        px, chart, count = self.px, self.chart_rect(), max(1, len(self.curves))
        if self.tall:
            top = chart.bottom + px(100)
            left, wide = self.box.left + px(50), self.box.width - px(100)
            high = (self.box.bottom - px(140) - self.foot() - top) // count
        else:
            top, left = self.box.top + px(84 if self.foot() else 112), chart.right + px(40)
            wide = self.box.right - px(36) - left
            high = (self.box.bottom - px(146) - self.foot() - top) // count
        return pygame.Rect(left, top + k * high, wide, high - px(6))

    def plates(self) -> list[Plate]:
        return self.row(self.words.strength_words)

    def key(self, name: str, text: str, shift: bool) -> None:
        """ESCAPE, ENTER and SPACE close it."""
        self.done = self.done or name in ("escape", "return", "space")

    def tend(self, now_ms: int) -> None:
        """Look whether today's machines have been measured meanwhile."""
        super().tend(now_ms)
        if now_ms - self._measured_ms >= MEASURE_MS:  # a machine may have been switched on since
            self._measured_ms = now_ms
            self.measure()
        if now_ms - self._looked_ms >= LOOK_MS:
            self._looked_ms = now_ms
            now = self.look()
            if now != self.curves:
                self.curves = now
                self.fresh = True

    # Drawing

    def compose(self, target: pygame.Surface) -> None:
        """Title, graph, what is said of each learner, and how it was measured."""
        px, words = self.px, self.words.strength_words
        self.draw_sheet(target)
        self.draw_plates(target)
        wide = self.rects()["close"].left - (self.box.left + px(44)) - px(20)
        self.draw_title(target, words["title"], 58, TITLE, wide)
        chart, high = self.chart_rect(), self.high(SMALL)
        place = chart.left - px(70), chart.top - px(30)
        self.letter(target, words["points"], place, high, chart.width)
        draw_axes(target, chart, words, high, self.words.code)
        place = chart.centerx, chart.bottom + round(3.4 * high)
        self.letter(target, words["games"], place, high, chart.width, anchor="centre")
        clip = target.get_clip()
        target.set_clip(chart.inflate(px(30), px(30)).clip(clip))
        for k, curve in enumerate(self.curves):
            draw_curve(target, Axes(chart), curve, k, self.unit)
        target.set_clip(clip)
        for k, curve in enumerate(self.curves):
            self._draw_row(target, k, curve)
        self._draw_note(target)

    def _draw_row(self, target: pygame.Surface, k: int, curve: StrengthCurve) -> None:
        """A learner's mark and name; today's machine, in words."""
        px, rect = self.px, self.row_rect(k)
        high = self.high(SMALL if self.large else 22)
        y = rect.top + round(0.9 * high)
        x = rect.left + px(16)
        pygame.draw.line(target, colour_of(k), (x - px(16), y), (x + px(16), y), px(4))
        draw_mark(target, (x, y), k, 10 * self.unit)
        left = rect.left + px(48)
        title = self.titles.get(curve.name, curve.name)
        self.letter(target, title, (left, y), high, rect.right - left, colour_of(k), weight=0.16)
        if self.large:
            left = rect.left
        rest = pygame.Rect(left, y + high, rect.right - left, 0)
        rest.height = rect.bottom - rest.top
        self.draw_lines(target, self.said_of(curve), rest, SMALL, TYPED)

    def said_of(self, curve: StrengthCurve) -> str:
        """What is known of today's machine."""
        words, code, today = self.words.strength_words, self.words.code, curve.today
        if today is None:
            return words[curve.state]
        values = {"points": str(round(100 * today.points)), "games": f"{today.games:,}"}
        values |= {"low": str(round(100 * today.low)), "high": str(round(100 * today.high))}
        said = "today" if today.high - today.low < 0.01 else "today_between"
        return put_in(words[said], values, code)

    def _draw_note(self, target: pygame.Surface) -> None:
        """How it was measured, at the foot."""
        px, box, words = self.px, self.box, self.words.strength_words
        chart = self.chart_rect()
        if self.tall:
            rect = pygame.Rect(box.left + px(50), 0, box.width - px(100), px(108))
        else:
            rect = pygame.Rect(chart.right + px(40), 0, 0, px(112))
            rect.width = box.right - px(36) - rect.left
        rect.bottom = box.bottom - px(26) - self.foot()
        self.draw_lines(target, f"{words['read']} {words['sides']}", rect, 15.0, FAINT)
