"""What a learner's run looks like as charts: points captured, TD error, length of games, a weight.

Gould and Levinson 1992, Figs 5.1 and 5.2 (points, cumulative average), 2.1 and 2.2 (one weight).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate

import numpy as np
import pygame

from devices.screen.canvas import smooth_step
from devices.screen.lettering import Engraving
from devices.screen.materials import PAPER, cutout
from devices.screen.part import Paced, Touch
from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.chart_ink import Point, Series
from devices.screen.parts.pinned import PinnedSheet
from devices.screen.parts.sprites import PlacedSprite, within
from devices.screen.room import DrawContext
from devices.screen.words import Words
from machines.morph.scene import Curves, MorphScene

WORDS, MUSEUM = Words("morph"), Words("museum")
SIZE = (690.0, 420.0)
UNIT = 1.35
"""The chart's own units, in the part's."""
CORNER = 44.0
"""The turned-up corner's side, in units."""
ANEW_MS = 250
"""The curves are drawn anew no oftener than this while games are played."""
WINDOW = 100
"""Games of the moving average."""
MOST = 400
"""Points of a curve that are drawn at most."""


PAGES = 4


def cumulative(values: Sequence[float]) -> tuple[float, ...]:
    """The mean of all values so far, at each."""
    return tuple(total / count for count, total in enumerate(accumulate(values), 1))


def moving(values: Sequence[float], window: int = WINDOW) -> tuple[float, ...]:
    """The mean of the last ``window`` values, at each."""
    totals = (0.0, *accumulate(values))
    return tuple(
        (totals[end] - totals[max(end - window, 0)]) / min(end, window)
        for end in range(1, len(totals))
    )


def sheet_chart(state: MorphScene) -> ChartState:
    """The figure that is turned up; until there is a line, that of a run that was kept, pale."""
    if state.earlier is None or len(state.curves.points) > 1:
        return chart(state.curves, state.figure)
    made = chart(state.earlier.curves, state.figure)
    title = f"{made.title}: {MUSEUM('chart_earlier_run').upper()}"
    return replace(made, title=title, series=tuple(replace(old, ghost=True) for old in made.series))


def chart(curves: Curves, figure: int) -> ChartState:
    """One of the four figures."""
    window = max(WINDOW // curves.length, 1)

    def line(values: Sequence[float]) -> tuple[Point, ...]:
        return _line(values, curves.length)

    if figure == 0:
        return ChartState(
            WORDS("captured"),
            WORDS("games_axis"),
            WORDS("points"),
            (
                Series(WORDS("all_games"), line(cumulative(curves.points)), "none", "red"),
                Series(
                    WORDS("last_100"), line(moving(curves.points, window)), "none", "blue", "long"
                ),
            ),
        )
    if figure == 1:
        errors = Series(WORDS("last_100"), line(moving(curves.errors, window)), "none", "red")
        return ChartState(WORDS("error"), WORDS("games_axis"), WORDS("td_error"), (errors,))
    if figure == 2:
        plies = Series(WORDS("last_100"), line(moving(curves.plies, window)), "none", "red")
        return ChartState(WORDS("length"), WORDS("games_axis"), WORDS("plies"), (plies,))
    weight = Series(WORDS("down_bishop"), line(curves.weights), "none", "red")
    title = WORDS("bishop_weight")
    return ChartState(title, WORDS("games_axis"), WORDS("weight"), (weight,), y_range=(0.0, 1.0))


def _line(values: Sequence[float], length: int = 1) -> tuple[Point, ...]:
    """No more than MOST of the points and the last one, each ``length`` games on.

    A value more leaves those before it where they are, so that only the line's end is drawn."""
    step = 1
    while len(values) > MOST * step:
        step *= 2
    kept = [*range(0, len(values), step)]
    if values and kept[-1] != len(values) - 1:
        kept.append(len(values) - 1)
    return tuple((float((k + 1) * length), values[k]) for k in kept)


class LearningSheetPart(PinnedSheet):
    """The figures on a sheet on the wall, one at a time; a touch of its corner brings the next."""

    size = SIZE

    def __init__(self) -> None:
        super().__init__()
        left, top, wide, tall = self.paper
        self.chart = ChartPart((wide / UNIT, tall / UNIT))
        corner = (left + wide - CORNER * 1.4, top + tall - CORNER * 1.2, CORNER * 1.4, CORNER * 1.2)
        does = WORDS("turn_does")
        self._touches = (Touch("turn", corner, "act", WORDS("turn"), does, "f"),)
        self.letters = Engraving()
        self._figure = 0
        self._drawn = Paced[list[PlacedSprite]]()

    def make_sheet(self, width: int, height: int) -> pygame.Surface:
        self._drawn.forget()
        self.chart.build(self.scale * UNIT)
        return super().make_sheet(width, height)

    def look(self, context: DrawContext, now_ms: int) -> list[PlacedSprite]:
        scene: MorphScene = context.view.scene
        if scene.figure != self._figure:
            self._figure = scene.figure
            self._drawn.forget()
        of = scene.figure, scene.curves, scene.earlier
        return self._drawn.get(of, now_ms, ANEW_MS, partial(self._draw, scene, now_ms))

    def _draw(self, state: MorphScene, now_ms: int) -> list[PlacedSprite]:
        """The figure's stamps, and the corner's."""
        x, y, wide, tall = (self.px(side) for side in self.paper)
        words, side = f"{state.figure + 1}/{PAGES}", self.px(CORNER)
        corner = self.sprite(("corner", words), partial(self._corner, words, side))
        # The chart's pixels are rounded anew: none may lie beyond the paper's.
        stamps = within(self.chart.look(sheet_chart(state), now_ms), (wide, tall))
        stamps.append(PlacedSprite(corner, wide - side, tall - side))
        return [stamp._replace(x=stamp.x + x, y=stamp.y + y) for stamp in stamps]

    def sprites(self) -> Iterator[Callable[[], object]]:
        yield from self.chart.sprites()
        for page in range(PAGES):
            words = f"{page + 1}/{PAGES}"
            make = partial(self._corner, words, self.px(CORNER))
            yield partial(self.sprite, ("corner", words), make)

    def _corner(self, words: str, side: int) -> pygame.Surface:
        """The corner turned up: the sheet below it, this one's back, the page's number."""
        axis = (np.arange(side, dtype=np.float32) + 0.5) / side
        # Along the fold u is nothing; it grows towards the corner.
        u = np.asarray(axis[None, :] + axis[:, None] - 1.0, np.float32)
        back = np.asarray(PAPER, np.float32) * 0.94
        curl = 0.82 + 0.30 * np.sin(np.clip(-u * 2.4, 0, 1) * 2.4)
        below = np.asarray(PAPER, np.float32) * 0.80
        under = (0.55 + 0.45 * smooth_step(0.0, 0.28, u))[..., None]
        rgb = np.where((u > 0)[..., None], below * under, back * curl[..., None])
        inside = smooth_step(-0.70, -0.68, u) * (axis[None, :] > 0.03) * (axis[:, None] > 0.03)
        cover = np.where(u > 0, 1.0, inside)
        made = cutout(np.asarray(rgb, np.float32), np.asarray(cover, np.float32))
        high = 10.5 * self.scale
        self.letters.draw(made, words, side * 0.40, side * 0.44, high, (84, 78, 70), "centre", 0.15)
        return made
