"""Stacked step charts, one under another: how many of each hundred plays were won, drawn, lost.

As Figs 7 to 9 of Michie 1963: Nought's wins below, the draws dotted above them, Cross's wins on
top; the column at the left is the average of random play.  The panels share their columns, so that
one run can be read against another.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from devices.screen.parts.chart_axes import sheet_of_paper, tick_text
from devices.screen.parts.chart_ink import Colour
from devices.screen.parts.chart_notes import NotePen
from devices.screen.parts.sprites import LetteredPart, PlacedSprite
from devices.screen.words import Words

Block = tuple[float, float, float]
"""Nought's wins, draws, Cross's wins; of their sum."""

WORDS = Words("museum")
_PENCIL: Colour = (52, 48, 46)
_PALE: Colour = (132, 126, 114)
_FILLS: tuple[Colour, Colour, Colour] = ((233, 196, 178), (247, 243, 230), (188, 203, 220))
_GHOSTS: tuple[Colour, Colour, Colour] = ((238, 220, 206), (246, 242, 230), (215, 221, 224))
_SMALL = 7.6
"""Capitals of the lettering, in units."""
_LEFT, _RIGHT, _TOP, _FOOT = 40.0, 16.0, 32.0, 40.0
_GAP = 15.0
"""Above each panel, for its name."""
_DOTS = 4.0
"""From one dot of the draws to the next, in units."""


@dataclass(frozen=True)
class Panel:
    """One run."""

    name: str
    blocks: tuple[Block, ...]
    ghost: bool = False
    """Measured elsewhere: pale."""
    spread: tuple[tuple[float, float], ...] = ()
    """By block, between which two values (of 100) Nought's wins lie: drawn as a stroke."""
    notes: tuple[tuple[int, str], ...] = ()
    """Words with an arrow at a block, counted from 0."""
    tall: float = 1.0
    """How high it is beside the others."""


@dataclass(frozen=True)
class BlocksState:
    """What the sheet shows."""

    title: str = ""
    panels: tuple[Panel, ...] = ()
    random_average: Block | None = None
    plays: int = 100  # In each block
    shown: int = 10  # At least so many columns, beside the random average


class BlocksPart(LetteredPart):
    """Step charts as a part; ``size`` in units is chosen by the room."""

    size = (480.0, 300.0)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        return sheet_of_paper(width, height, self.px(1.0))

    def look(self, state: BlocksState, now_ms: int) -> list[PlacedSprite]:
        columns = self.columns(state)
        frame = self.brief(
            ("frame", state.title, columns, state.plays, state.random_average is not None),
            partial(self._frame, state, columns),
        )
        made = [PlacedSprite(frame, 0, 0)]
        for panel, place in zip(state.panels, self.places(state), strict=True):
            name = ("panel", panel, columns, state.random_average, tuple(place))
            drawn = self.brief(name, partial(self._panel, panel, state, columns, place.size))
            made.append(PlacedSprite(drawn, 0, place.y - self.px(_GAP)))
        return made

    def columns(self, state: BlocksState) -> int:
        """How many, the random average among them."""
        most = max((len(panel.blocks) for panel in state.panels), default=0)
        return max(most, state.shown) + (state.random_average is not None)

    def places(self, state: BlocksState) -> list[pygame.Rect]:
        """Where each panel's columns stand, in pixels."""
        width, height = self.size
        tall = sum(panel.tall for panel in state.panels) or 1.0
        room = height - _TOP - _FOOT - _GAP * len(state.panels)
        made, top = [], _TOP
        for panel in state.panels:
            top += _GAP
            high = room * panel.tall / tall
            rect = (_LEFT, top, width - _LEFT - _RIGHT, high)
            made.append(pygame.Rect([self.px(side) for side in rect]))
            top += high
        return made

    # The sheet's words.

    def _frame(self, state: BlocksState, columns: int) -> pygame.Surface:
        """The title, the blocks' names along the foot, and the key."""
        width, height = (self.px(side) for side in self.size)
        made = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        small, k = _SMALL * self.scale, self.scale
        self.engraving.draw(
            made, state.title, _LEFT * k, 19 * k, 11.5 * k, (40, 36, 34), "left", 0.14
        )
        left, wide = self.px(_LEFT), self.px(self.size[0] - _LEFT - _RIGHT)
        averaged = state.random_average is not None
        ends = [tick_text(n * state.plays) for n in range(1, columns + 1)]
        names = [f"1-{ends[0]}", *(f"-{end}" for end in ends[1:])]
        room = max(self.engraving.width(name, small, 0.0, 0.12) for name in names) + 6 * k
        each = max(1, -int(-room // (wide / columns)))
        y = (self.size[1] - _FOOT + 10) * k
        for column in range(averaged, columns):
            number = column - averaged + 1
            x = left + (column + 0.5) * wide / columns
            if x - room / 2 < left + averaged * 34 * k:  # the random average's frame is wider
                continue
            if number == 1 or number % each == 0:
                self.engraving.draw(made, names[number - 1], x, y, small, _PENCIL, "centre", 0.12)
        if averaged:
            self._random_average(made, left, wide / columns, y)
        self._key(made, left, (self.size[1] - 12.0) * k)
        words = WORDS("chart_number_of_plays")
        right, foot = left + wide, (self.size[1] - 12.0) * k
        self.engraving.draw(made, words, right, foot, small, _PENCIL, "right", 0.12)
        return made

    def _random_average(self, made: pygame.Surface, left: int, wide: float, y: float) -> None:
        """The first column's name, framed as the figure has it."""
        k = self.scale
        tall = 5.4 * k
        room = max(wide, self.engraving.width(WORDS("chart_average"), tall, 0.0, 0.12) + 4 * k)
        frame = pygame.Rect(left, round(y - 8 * k), round(room), round(17 * k))
        pygame.draw.rect(made, _PENCIL, frame, max(round(0.8 * k), 1))
        for word, down in ((WORDS("chart_random"), 4.6), (WORDS("chart_average"), 12.2)):
            at = frame.y + down * k
            self.engraving.draw(made, word, frame.centerx, at, tall, _PENCIL, "centre", 0.12)

    def _key(self, made: pygame.Surface, x: float, y: float) -> None:
        small, k = _SMALL * self.scale, self.scale
        for number, key in enumerate(("chart_nought_wins", "chart_drawn", "chart_cross_wins")):
            words = WORDS(key)
            patch = pygame.Rect(round(x), round(y - 5 * k), round(18 * k), round(10 * k))
            made.fill(_FILLS[number], patch)
            if number == 1:
                self._dots(made, patch)
            pygame.draw.rect(made, _PENCIL, patch, max(round(0.8 * k), 1))
            drawn = self.engraving.draw(
                made, words, patch.right + 5 * k, y, small, _PENCIL, "left", 0.12
            )
            x = drawn.right + 14 * k

    # A panel.

    def _panel(
        self, panel: Panel, state: BlocksState, columns: int, size: tuple[int, int]
    ) -> pygame.Surface:
        """The panel with its name above it, as wide as the sheet."""
        k, gap, left = self.scale, self.px(_GAP), self.px(_LEFT)
        made = pygame.Surface(
            (self.px(self.size[0]), gap + size[1] + self.px(7.0)), pygame.SRCALPHA, 32
        )
        plot = pygame.Rect((left, gap), size)
        ink = _PALE if panel.ghost else _PENCIL
        self.engraving.draw(made, panel.name, left, gap - 6 * k, 6.6 * k, ink, "left", 0.12)
        average = [] if state.random_average is None else [state.random_average]
        blocks = [*average, *panel.blocks]
        fills = _GHOSTS if panel.ghost else _FILLS
        edges = [round(plot.x + n * plot.width / columns) for n in range(columns + 1)]
        levels = [_levels(block, plot) for block in blocks]
        for column, (upper, lower) in enumerate(levels):
            x, wide = edges[column], edges[column + 1] - edges[column]
            made.fill(fills[2], (x, plot.y, wide, upper - plot.y))
            draws = pygame.Rect(x, upper, wide, lower - upper)
            made.fill(fills[1], draws)
            self._dots(made, draws)
            made.fill(fills[0], (x, lower, wide, plot.bottom - lower))
        self._outline(made, plot, edges, levels, ink)
        for value in (0, 50, 100):
            y = plot.bottom - value / 100 * plot.height
            words = tick_text(value)
            self.engraving.draw(made, words, left - 6 * k, y, _SMALL * k, ink, "right", 0.12)
        for column, (low, high) in enumerate(panel.spread, len(average)):
            self._stroke(made, plot, (edges[column] + edges[column + 1]) / 2, low, high)
        self._notes(made, panel, plot, edges[len(average) :], len(blocks) - len(average))
        return made

    def _dots(self, made: pygame.Surface, place: pygame.Rect) -> None:
        """Dots on a grid that runs on from block to block."""
        inside = place.clip(made.get_clip())
        made.blit(self.sprite("dots", self._dotted), inside, inside)

    def sprites(self) -> Iterator[Callable[[], object]]:
        """The dots."""
        yield partial(self.sprite, "dots", self._dotted)

    def _dotted(self) -> pygame.Surface:
        """As many dots as the whole sheet could hold; pieces of it are laid."""
        size = (self.px(self.size[0]) + 1, self.px(self.size[1]) + 1)
        made = pygame.Surface(size, pygame.SRCALPHA, 32)
        step, radius = _DOTS * self.scale, max(round(0.62 * self.scale), 1)
        for row in range(int(size[1] / step) + 1):
            for column in range(int(size[0] / step) + 1):
                at = (round((column + 0.5) * step), round((row + 0.5) * step))
                pygame.draw.circle(made, (84, 78, 72), at, radius)
        return made

    def _outline(
        self,
        made: pygame.Surface,
        plot: pygame.Rect,
        edges: Sequence[int],
        levels: Sequence[tuple[int, int]],
        ink: Colour,
    ) -> None:
        """The steps, and a frame around the blocks that there are."""
        thin = max(round(1.1 * self.scale), 1)
        for column, pair in enumerate(levels):
            x, wide = edges[column], edges[column + 1] - edges[column]
            for which, level in enumerate(pair):
                y = min(level, plot.bottom - thin)
                made.fill(ink, (x, y, wide, thin))
                if column:
                    low, high = sorted((y, min(levels[column - 1][which], plot.bottom - thin)))
                    made.fill(ink, (x, low, thin, high - low + thin))
        right = edges[len(levels)]
        pygame.draw.rect(made, ink, (plot.x, plot.y, right - plot.x + thin, plot.height), thin)
        made.fill(ink, (plot.x, plot.bottom - thin, plot.width, thin))

    def _stroke(
        self, made: pygame.Surface, plot: pygame.Rect, x: float, low: float, high: float
    ) -> None:
        """Between which values Nought's wins lie."""
        ink, thin = (150, 44, 34), max(round(1.3 * self.scale), 1)
        top, foot = (round(plot.bottom - value / 100 * plot.height) for value in (high, low))
        made.fill(ink, (round(x) - thin // 2, top, thin, max(foot - top, 1)))
        bar = max(round(6 * self.scale), 3)
        for y in (top, foot):
            made.fill(ink, (round(x) - bar // 2, y - thin // 2, bar, thin))

    def _notes(
        self,
        made: pygame.Surface,
        panel: Panel,
        plot: pygame.Rect,
        edges: Sequence[int],
        blocks: int,
    ) -> None:
        """Framed words at the right, a leader over the blocks, an arrow at the one meant."""
        pen = NotePen(self.scale)
        for block, words in panel.notes:
            box = pygame.Rect((0, 0), pen.size(words))
            free = plot.right - edges[blocks]
            box.centery = plot.centery
            box.right = plot.right - self.px(3)
            if box.width + self.px(8) < free:
                box.x = edges[blocks] + self.px(8)
            x = (edges[block] + edges[block + 1]) / 2
            high = plot.y - self.px(5)
            thin = max(round(0.7 * self.scale), 1)
            made.fill(_PENCIL, (round(x), high, box.centerx - round(x), thin))
            made.fill(_PENCIL, (box.centerx, high, thin, box.y - high))
            pen.arrow(made, (x, high), (x, plot.y + 8 * self.scale), _PENCIL)
            pen.frame(made, box, words)


def _levels(block: Block, plot: pygame.Rect) -> tuple[int, int]:
    """Where the draws end and begin, in pixels from the top."""
    whole = sum(block) or 1.0
    lower = plot.bottom - block[0] / whole * plot.height
    upper = lower - block[1] / whole * plot.height
    return round(upper), round(lower)
