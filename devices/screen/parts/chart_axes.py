"""The axes of a chart: their numbers and names, the paper, the title, the key, names kept apart."""

import math
from collections.abc import Sequence

import numpy as np
import pygame

from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER, paper, sheet
from devices.screen.parts.chart_ink import INKS, Inked, Point, Series, trace

# -- The numbers on a chart's axes: round steps, ticks, ranges that hold what is shown -------------

Range = tuple[float, float]
Tick = tuple[float, str]
"""Where a number stands on its axis, and how it is written ("": a line without a number)."""


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
    for least, unit, letter in ((1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= least:
            return f"{value / unit:.6g}{letter}"
    return f"{value:.6g}"


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


# -- axes in ink -----------------------------------------------------------------------------------

_PENCIL = (66, 62, 58)
_RULED = (214, 208, 192)
_FAINT = (226, 221, 207)
_INK = (52, 48, 46)
_SMALL, _SMALLER = 8.6, 7.2
"""Capitals of the lettering, in units; the second where a key runs over two rows."""
_NAME_AT = 11.0
"""The middle of the upright axis's name, from the sheet's left edge, in units."""
_SAMPLE = 26.0
"""Length of a line in the key."""

Placed = tuple[float, str]
"""A number's pixel along its axis, and how it is written."""


def sheet_of_paper(width: int, height: int, edge: int) -> pygame.Surface:
    """A sheet of paper in the room's light, its edges ``edge`` pixels thick."""
    rgb = paper(width, height, 61, PAPER)
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    rgb *= (1.02 - 0.05 * y - 0.03 * x)[..., None]
    edge = max(edge, 1)
    rgb[:edge] *= 1.03
    rgb[-edge:] *= 0.86
    rgb[:, -edge:] *= 0.90
    made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    made.blit(sheet(rgb), (0, 0))
    return made


class AxisWords:
    """Draws on a surface as large as the chart, whose lines lie in ``plot``."""

    def __init__(self, made: pygame.Surface, plot: pygame.Rect, scale: float) -> None:
        self.made = made
        self.plot = plot
        self.scale = scale
        self.engraving = Engraving()
        self.thin = max(round(0.8 * scale), 1)
        self.bold = max(round(1.4 * scale), 1)

    def title(self, words: str) -> None:
        """The sheet's title."""
        tall, y = 11.5 * self.scale, 18 * self.scale
        self.engraving.draw(self.made, words, self.plot.x, y, tall, (40, 36, 34), "left", 0.14)

    def upright(self, ticks: Sequence[Placed], name: str) -> None:
        """The axis at the left with its ruled lines; its name turned, as tall as there is room,
        and its numbers so small that the longest keeps clear of the name."""
        plot, small = self.plot, _SMALL * self.scale
        end, clear = plot.x - 7 * self.scale, (_NAME_AT + 4.0) * self.scale + small / 2
        longest = max(
            (self.engraving.width(words, small, 0.0, 0.12) for _, words in ticks), default=0
        )
        number = small * min(1.0, (end - clear) / longest) if name and longest else small
        for at, words in ticks:
            y = round(at)
            self.made.fill(_RULED if words else _FAINT, (plot.x, y, plot.width, self.thin))
            self.engraving.draw(self.made, words, end, y, number, _INK, "right", 0.12)
        up = round(4 * self.scale)
        self.made.fill(_PENCIL, (plot.x - self.bold, plot.y - up, self.bold, plot.height + up))
        if name:
            room = plot.height + 16 * self.scale
            tall = small * min(1.0, room / self.engraving.width(name, small, 0.0, 0.12))
            turned = self.engraving.text_surface(name, tall, _INK, 0.12)
            turned = pygame.transform.rotate(turned, 90)
            middle = (round(_NAME_AT * self.scale), plot.centery)
            self.made.blit(turned, turned.get_rect(center=middle))

    def along(self, ticks: Sequence[Placed], name: str) -> None:
        """The axis along the foot."""
        plot, small = self.plot, _SMALL * self.scale
        for at, words in ticks:
            long = round((4.0 if words else 2.4) * self.scale)
            self.made.fill(_PENCIL, (round(at), plot.bottom, self.thin, long))
            under = plot.bottom + 12 * self.scale
            self.engraving.draw(self.made, words, round(at), under, small, _INK, "centre", 0.12)
        beyond = plot.width + self.bold + round(4 * self.scale)
        self.made.fill(_PENCIL, (plot.x - self.bold, plot.bottom, beyond, self.bold))
        below = plot.bottom + 28 * self.scale
        self.engraving.draw(self.made, name, plot.right, below, small, _INK, "right", 0.12)


def key_surface(named: Sequence[Series], width: int, scale: float) -> pygame.Surface:
    """Each line's own stroke and mark, and its name; on two rows where one doesn't hold them."""
    engraving = Engraving()
    for tall, rows in ((_SMALL, 1), (_SMALLER, 2)):
        small = tall * scale
        gap, long = 0.9 * small, _SAMPLE * scale
        widths = [long + 2.4 * gap + engraving.width(line.name, small, 0.0, 0.12) for line in named]
        held = rows
        if sum(widths) <= width:
            break
    high = round(1.9 * small)
    made = pygame.Surface((width, high * held), pygame.SRCALPHA, 32)
    x, row = 0.0, 0
    for series, wide in zip(named, widths, strict=True):
        if x + wide > width and row + 1 < held:
            x, row = 0.0, row + 1
        middle = high * (row + 0.5)
        _sample(made, series, (x, middle), long, scale)
        ink = INKS["black"]
        engraving.draw(made, series.name, x + long + gap, middle, small, ink, "left", 0.12)
        x += wide
    return made


def _sample(made: pygame.Surface, series: Series, at: Point, long: float, scale: float) -> None:
    """A piece of the line, with a mark in its middle, or a few of its dots."""
    x, y = at
    count = 1 if series.joined else 6
    marks = [(x + long * (n + 0.5) / count, y) for n in range(count)]
    place = pygame.Rect(round(x) - 2, round(y - 8 * scale), round(long) + 4, round(16 * scale))
    edge = 2.0 * scale
    ends = ((x + edge, y), (x + long - edge, y))
    trace(made, [Inked(series, ends, marks)], place.clip(made.get_rect()), scale)


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as can be to those wanted (ascending), ``gap`` apart, from low to high."""
    gap = min(gap, (high - low) / max(len(wanted) - 1, 1))
    groups: list[list[float]] = []  # each: where its first stands, and how many stand together
    for place in wanted:
        groups.append([place, 1.0])
        while True:
            first, count = groups[-1]
            groups[-1][0] = min(max(first, low), high - (count - 1) * gap)
            if len(groups) < 2 or groups[-2][0] + groups[-2][1] * gap <= groups[-1][0]:
                break
            later, more = groups.pop()
            before, few = groups[-1]
            # Both move to where they are wanted on average.
            start = (before * few + (later - few * gap) * more) / (few + more)
            groups[-1] = [start, few + more]
    return [first + k * gap for first, count in groups for k in range(int(count))]
