"""What has changed in a machine, on a pinned sheet: in words first, then before and after.

A row a change: what it is, a hollow bar for what was, a full one for what is, and both in figures,
so that it needs no legend and can be read without colours.  What has stayed as it was has one bar.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

import pygame

from devices.screen.lettering import Engraving
from devices.screen.parts.pinned import MARGIN, PinnedSheet
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.room import Box, DrawContext, PartPlacement

SAID, NAMED = 15.0, 13.0
"""Heights of the capitals, units."""
LEADING = 1.75
NAME_LINE = 18.0
"""From one line of a name to the next, where a row is high enough for two."""
ROW = 58.0
"""A row is no higher, unless said."""
MORE, LESS, _STILL = (58, 118, 74), (172, 58, 44), (112, 104, 92)
_INK, _PALE = (44, 38, 32), (120, 112, 100)
_SIDE, _TOP = 26.0, 30.0


@dataclass(frozen=True)
class Change:
    """One thing that has changed."""

    name: str
    before: float
    """-1 to 1, as ``after``."""
    after: float
    told: str
    """Both in figures."""
    picture: Hashable = None
    """Stands before the name: what the part's ``draw`` makes of it."""


@dataclass(frozen=True)
class ChangesState:
    """What is shown."""

    said: str
    changes: tuple[Change, ...] = ()


class ChangesPart(PinnedSheet):
    """The sheet, of the ``size`` in units that its room chooses.

    ``draw`` makes the picture of a change so many pixels high, no wider than that; no row is higher
    than ``row``.
    """

    def __init__(
        self,
        size: tuple[float, float],
        draw: Callable[[Hashable, int], pygame.Surface] | None = None,
        row: float = ROW,
    ) -> None:
        super().__init__()
        self.size = size
        self.engraving = Engraving()
        self.draw = draw
        self.row = row

    def look(self, state: ChangesState, now_ms: int) -> list[PlacedSprite]:
        left, top, wide, high = self.paper
        x, y, wide, foot = left + _SIDE, top + _TOP, wide - 2 * _SIDE, top + high - 14.0
        lines = self._lines(state.said, wide, foot - y - 34.0 * len(state.changes))
        stamps = []
        for line, tall in lines:
            text = self.brief(("said", line, tall), partial(self._line, line, tall))
            above = self.engraving.cap_top(tall * self.scale) / self.scale
            stamps.append(self.placed(text, x, y - above))
            y += LEADING * tall
        if state.changes:
            pitch = min(self.row, (foot - y) / len(state.changes))
            signed = any(min(one.before, one.after) < 0 for one in state.changes)
            named = self._named(state.changes, wide, pitch)
            told = max(self._width(one.told) for one in state.changes) + 12.0
            for number, change in enumerate(state.changes):
                measure = (change, named, told, signed, pitch)
                row = self.brief(measure, partial(self._row, *measure, wide))
                stamps.append(self.placed(row, x, y + number * pitch))
        return stamps

    def _lines(self, said: str, wide: float, room: float) -> list[tuple[str, float]]:
        """The sentences, smaller where they have too many lines."""
        k = self.scale
        tall, lines = self.engraving.fit(
            said, SAID * k, wide * k, lambda tall, lines: len(lines) * LEADING * tall <= room * k,
            0.7 * SAID * k,
        )  # fmt: skip
        return [(line, tall / k) for line in lines]

    def _line(self, said: str, tall: float) -> pygame.Surface:
        return self.engraving.text_surface(said, tall * self.scale, _INK, 0.14)

    def _width(self, said: str) -> float:
        return self.engraving.width(said, NAMED * self.scale, weight=0.14) / self.scale

    def _named(self, changes: tuple[Change, ...], wide: float, pitch: float) -> float:
        """How wide names and pictures are, at most two fifths of the sheet."""
        pictures = self.draw is not None and any(one.picture is not None for one in changes)
        shown = (0.86 * pitch + 10.0) if pictures else 0.0
        return min(0.4 * wide, shown + max(self._width(one.name) for one in changes) + 14.0)

    def _row(
        self,
        change: Change,
        named: float,
        told: float,
        signed: bool,
        pitch: float,
        wide: float,
    ) -> pygame.Surface:
        k, px = self.scale, self.px
        made = pygame.Surface((px(wide), px(pitch)), pygame.SRCALPHA, 32)
        made.fill((*_INK, 0))
        middle, x = pitch / 2, 0.0
        if self.draw is not None and change.picture is not None:
            picture = self.draw(change.picture, px(0.86 * pitch))
            made.blit(picture, picture.get_rect(midleft=(0, px(middle))))
            x = 0.86 * pitch + 10.0
        room = max(named - x - 10.0, 1.0)
        lines = [change.name]
        if pitch > 2 * NAME_LINE:
            lines = self.engraving.wrap(change.name, NAMED * k, room * k)
        tall = NAMED * min(1.0, room / max(1.0, *map(self._width, lines)))
        for number, text in enumerate(lines):
            y = middle + (number - (len(lines) - 1) / 2) * NAME_LINE
            self.engraving.draw(made, text, x * k, y * k, tall * k, _INK, "left", 0.14)
        self.engraving.draw(made, change.told, wide * k, middle * k, NAMED * k, _INK, "right", 0.14)
        length = wide - named - told
        zero = named + (length / 2 if signed else 0.0)
        unit = length / 2 if signed else length
        high = min(15.0, 0.3 * pitch)
        line = max(1, px(1.3))
        bars: list[tuple[float, float, tuple[int, int, int] | None]]
        bars = [(change.before, middle - high - 1.0, None)]
        bars.append((change.after, middle + 1.0, MORE if change.after > change.before else LESS))
        if change.after == change.before:
            bars = [(change.after, middle - high / 2, _STILL)]
        for value, top, fill in bars:
            start, end = sorted((zero, zero + max(-1.0, min(1.0, value)) * unit))
            bar = pygame.Rect(px(start), px(top), max(line, px(end - start)), px(high))
            if fill is None:
                pygame.draw.rect(made, _PALE, bar, line)
            else:
                made.fill(fill, bar)
        made.fill(_INK, (px(zero), px(middle - high - 4.0), line, px(2 * high + 8.0)))
        return made


def changes_place(
    name: str,
    title: str,
    state: Callable[[DrawContext], ChangesState],
    rect: Box,
    unit: float,
    draw: Callable[[Hashable, int], pygame.Surface] | None = None,
) -> PartPlacement:
    """A place that such a sheet fills, without its shadow; ``unit``: units of the room's canvas to
    one of the sheet's."""
    left, above, right, below = MARGIN
    wide, high = rect[2] / unit, rect[3] / unit
    make = partial(ChangesPart, (left + wide + right, above + high + below), draw)
    return PartPlacement(name, make, rect, title, state, shows=(left, above, wide, high))
