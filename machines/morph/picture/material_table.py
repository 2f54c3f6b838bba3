"""A sheet on the wall: what material is worth by the paper's Table 5.1 and by our own weights.

A ring is the paper's weight, a full dot ours, on a line from 0 to 1.
"""

from collections.abc import Callable, Iterable
from functools import partial

import pygame

from devices.screen.materials import PAPER
from devices.screen.parts.chart_axes import sheet_of_paper
from devices.screen.parts.chart_ink import paler
from devices.screen.parts.desktop_program import (
    ENGRAVING,
    FIGURES,
    Colour,
    Keep,
    Pen,
    ProgramPane,
    fit,
)
from devices.screen.parts.pinned import PinnedSheet
from devices.screen.parts.sprites import PlacedSprite
from devices.screen.room import DrawContext
from devices.screen.words import Words, numeral
from machines.morph.picture.chess_marks import disc
from machines.morph.picture.chess_men import man
from machines.morph.scene import MorphScene, Weighed

WORDS = Words("morph")
SIZE = (690.0, 532.0)
FIRST, ROW = 72.0, 20.4
VECTOR = (28.0, 25.0)
"""Where the first of the five differences stands, and how far apart they are."""
THEIRS = (194.0, 248.0, 292.0, 324.0)
"""Where the columns weight, updates, variance and age end."""
OURS = (376.0, 428.0, 466.0, 514.0)
HEADS = ("weight", "updates", "variance", "age")
AXIS = (530.0, 604.0)
TRADITIONAL = 646.0
ICON = 22.0
LARGE, SMALL = (12.0, 0.18), (9.0, 0.13)
"""Height and stroke of a weight, and of the other numbers."""
INK: Colour = (44, 42, 42)
FAINT: Colour = (132, 126, 116)
RED: Colour = (164, 30, 28)
PALE_RED = paler(RED)
LINE: Colour = (206, 200, 184)


class MaterialPane(ProgramPane):
    """The table as it is printed."""

    size = (654.0, 472.0)
    anew_ms = 500

    def draw_ground(self, pen: Pen) -> None:
        pen.surface.blit(sheet_of_paper(*pen.surface.get_size(), 1), (0, 0))
        pen.text(WORDS("material"), 30.0, 20.0, 13.0, INK, weight=0.16)
        pen.text(WORDS("printed"), THEIRS[3], 40.0, 9.5, FAINT, "right")
        for columns, left in ((THEIRS, 146.0), (OURS, THEIRS[3])):
            ends = zip((left, *columns), columns, strict=False)
            for name, (start, end) in zip(HEADS, ends, strict=True):
                size = fit(WORDS(name), 7.6, end - start - 6.0)
                pen.text(WORDS(name), end, 60.0, size, FAINT, "right")
        pen.text("0", AXIS[0], 60.0, 8.0, FAINT, "centre")
        pen.text("1", AXIS[1], 60.0, 8.0, FAINT, "centre")
        pen.text(WORDS("pawns"), TRADITIONAL + 6.0, 60.0, 7.6, FAINT, "right")
        pen.fill((12.0, FIRST - 4.0, self.rect[2] - 24.0, 1.2), INK)

    def key_of(self, state: MorphScene, now_ms: int) -> object:
        return state.table, state.games, state.earlier

    def lay(self, pen: Pen, state: MorphScene, now_ms: int, keep: Keep) -> None:
        side = _icon_px(pen.scale)
        for k, letter in enumerate("PNBRQ"):
            sprite = keep(("man", letter, side), partial(man, letter, side))
            x = (VECTOR[0] + k * VECTOR[1]) * pen.scale - side / 2
            pen.surface.blit(sprite, (round(x), round(57.0 * pen.scale - side / 2)))
        table, text, ink = _ours(state)
        if text:
            size = fit(text, 9.5, OURS[3] - THEIRS[3] - 8.0)
            pen.text(text, OURS[3], 40.0, size, ink, "right", passing=True)
        for number, row in enumerate(table):
            self._row(pen, FIRST + (number + 0.5) * ROW, row, ink)
        low = FIRST + len(table) * ROW
        middle = (AXIS[0] + AXIS[1]) / 2
        for x in (AXIS[0], middle, AXIS[1]):
            pen.fill((x - 0.5, FIRST, 1.0, low - FIRST), LINE)
        for number, row in enumerate(table):
            self._dots(pen, FIRST + (number + 0.5) * ROW, row, ink)

    def _row(self, pen: Pen, y: float, row: Weighed, ink: Colour) -> None:
        pen.fill((12.0, y + ROW / 2 - 0.5, self.rect[2] - 24.0, 1.0), LINE)
        for k, by in enumerate(row.printed.material):
            x = VECTOR[0] + k * VECTOR[1]
            text = f"{by:+d}".replace("-", "\N{MINUS SIGN}") if by else "\N{MIDDLE DOT}"
            pen.text(text, x, y, 12.0, INK if by else FAINT, "centre", 0.16)
        for columns, what, colour in ((THEIRS, row.printed, INK), (OURS, row, ink)):
            if what.weight is None:
                continue
            texts = (
                f"{what.weight:.3f}",
                numeral(what.updates),
                f"{what.variance:.2f}",
                numeral(what.age),
            )
            for x, text in zip(columns, texts, strict=True):
                high, weight = LARGE if x == columns[0] else SMALL
                pen.text(text, x, y, high, colour, "right", weight, True)
        pawns = row.printed.traditional
        text = f"{pawns:+d}".replace("-", "\N{MINUS SIGN}") if pawns else "0"
        pen.text(text, TRADITIONAL, y, 12.0, INK, "right")

    def _dots(self, pen: Pen, y: float, row: Weighed, ink: Colour) -> None:
        k = pen.scale
        place = (_at(row.printed.weight) * k, y * k)
        disc(pen.surface, place, 5.8 * k, INK)
        disc(pen.surface, place, 4.2 * k, PAPER)
        if row.weight is not None:
            disc(pen.surface, (_at(row.weight) * k, y * k), 3.8 * k, ink)

    def sprites(self, keep: Keep) -> Iterable[Callable[[], object]]:
        side = _icon_px(self.scale)
        for high, weight in (LARGE, SMALL, (12.0, 0.16)):
            yield partial(ENGRAVING.prepare, high * self.scale, weight, FIGURES)
        for letter in "PNBRQ":
            yield partial(keep, ("man", letter, side), partial(man, letter, side))


def _ours(state: MorphScene) -> tuple[tuple[Weighed, ...], str, Colour]:
    """The lines, whose weights they are, and their ink: today's, or of a run that was kept while
    today's Morph has weighed nothing."""
    earlier = state.earlier
    if earlier is not None and all(row.weight is None for row in state.table):
        return earlier.table, WORDS("earlier", n=f"{earlier.games:,}"), PALE_RED
    text = WORDS("this_one", n=f"{state.games:,}") if state.games else ""
    return state.table, text, RED


class MaterialTablePart(PinnedSheet):
    """The table on the wall."""

    size = SIZE

    def __init__(self) -> None:
        super().__init__()
        # Below the pins, within the edges.
        self.pane = MaterialPane(self.paper[0] + 2.0, self.paper[1] + 24.0)

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        x, y, wide, tall = self.pane.rect
        at, end = (self.px(x), self.px(y)), (self.px(x + wide), self.px(y + tall))
        self.pane.build(self.scale, at, end)
        return super().make_sheet(width, height)

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        at = (self.px(self.pane.rect[0]), self.px(self.pane.rect[1]))
        return [self.pane.stamp(at, context.view.scene, now_ms, self.sprite)]

    def sprites(self) -> Iterable[Callable[[], object]]:
        yield from self.pane.sprites(self.sprite)


def _icon_px(scale: float) -> int:
    return max(round(ICON * scale), 4)


def _at(weight: float) -> float:
    return AXIS[0] + (AXIS[1] - AXIS[0]) * min(max(weight, 0.0), 1.0)
