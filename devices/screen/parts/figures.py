"""Michie's Figs 4 and 6 to 9, and charts of ours, built from plain numbers.

``score_chart`` is Fig. 4, ``multiplier_chart`` Fig. 6, ``blocks_chart`` Figs 7 to 9; ``box_chart``
follows one box of beads, ``sweep_chart`` varies A, B and D.  A room's part draws the state
(ChartPart, BlocksPart), and :func:`figure_surface` draws it without a room.  Nothing here knows a
machine.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

from devices.screen.parts.chart import ChartPart, ChartState
from devices.screen.parts.chart_axes import Range, Tick, round_step, tick_text, ticks
from devices.screen.parts.chart_ink import Colour, Dash, Mark, Point, Series
from devices.screen.parts.chart_notes import Callout, Upright
from devices.screen.parts.coefficients import CoefficientsPart, CoefficientsState
from devices.screen.parts.heat_map import HeatPart, HeatRow, HeatState, Shaded
from devices.screen.parts.sprites import SpritePart
from devices.screen.parts.step_chart import Block, BlocksPart, BlocksState, Panel
from devices.screen.words import Words

WORDS = Words("museum")
Note = tuple[int, str]
"""After how many plays, and the words."""
Results = Sequence[int] | npt.NDArray[Any]
FigureState = ChartState | BlocksState | HeatState | CoefficientsState

RANDOM_AVERAGE: Block = (59.348, 13.214, 27.438)
"""Nought's wins, draws, Cross's wins of 100 plays over essentially distinct moves, exactly
enumerated (Figs 7 to 9 draw about 59, 12 and 29)."""

SHEET = (480.0, 300.0)
"""A sheet's size in units, where nothing else is asked for."""
WIDE_SHEET = (800.0, 500.0)
"""The same of a sweep."""
MOST_POINTS = 400
"""Of a line; more can't be told apart on a sheet."""
MOST_BLOCKS = 40
_PUBLISHED = 100
"""Plays in a block of the printed runs: ours stand beside them while theirs are as long."""
_MOST_CALLED = 480.0
"""Plays along the foot: where there are more, the callouts would stand on each other."""
_ROUND = (1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
"""Where an axis may end, times a power of ten."""


# Fig. 4.


def score_chart(
    results: Results,
    *,
    ghost: Results = (),
    callouts: Sequence[Note] = (),
    changes: Sequence[Note] = (),
    name: str = "",
    ghost_name: str = "1961",
    test_run: int = 0,
    title: str = "",
) -> ChartState:
    """Fig. 4: 3W + D - L after each play, whatever the rewards were.

    ``results``: 1 won, 0 drawn, -1 lost, play by play (an array, if there may be many).
    ``ghost``: those of another tournament, drawn pale beneath, and ``test_run`` draws that were
    sketched beyond its end.  ``callouts``: words at plays of the ghost, or of the results where
    there is no ghost.  ``changes``: after how many plays the rewards were changed, and the word.
    """
    mine, theirs = _points_of_score(results), _points_of_score(ghost)
    has_ghost = len(theirs) > 1
    name = name or WORDS("chart_now")
    lines = [Series(name, mine, "square", "red", joined=len(mine) <= len(results))]
    if has_ghost:
        joined = len(theirs) <= len(ghost)
        lines.append(Series(ghost_name, theirs, "dot", "grey", ghost=True, joined=joined))
        if test_run:
            (x, y) = theirs[-1]
            end = (x + test_run, y + test_run)
            lines.append(
                Series(
                    WORDS("chart_test_run"), (theirs[-1], end), "none", "grey", "long", ghost=True
                )
            )
    called = ghost if has_ghost else results
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    x_range = (0.0, _rounded_up(max(xs), 240.0))
    y_range = (-_rounded_up(-min(ys), 20.0), _rounded_up(max(ys), 180.0))
    return ChartState(
        title=title,
        across=WORDS("chart_plays"),
        upwards=WORDS("chart_excess"),
        series=tuple(lines),
        x_range=x_range,
        y_range=y_range,
        x_ticks=_by_tens(x_range, 10.0, 2),
        y_ticks=_by_tens(y_range, 10.0, 2, signed=True),
        callouts=tuple(
            Callout((float(play), float(_score_after(called, play))), words, has_ghost)
            for play, words in callouts
            if play <= len(called) and x_range[1] <= _MOST_CALLED
        ),
        uprights=tuple(Upright(float(play), words) for play, words in changes),
    )


def _points_of_score(results: Results) -> tuple[Point, ...]:
    """The line from (0, 0) on: each play, or the ends of equal runs of plays, and the last."""
    array = np.asarray(results, dtype=np.int8)
    stride = 1
    while array.size > MOST_POINTS * stride:
        stride *= 2
    whole = array.size // stride
    above = array[: whole * stride].reshape(whole, stride).sum(axis=1, dtype=np.int32)
    ends = np.arange(1, whole + 1) * stride
    scores = ends + 2 * np.cumsum(above, dtype=np.int64)  # 3, 1, -1 is 1 + 2 times the result
    points = [
        (0.0, 0.0),
        *zip(ends.astype(float).tolist(), scores.astype(float).tolist(), strict=True),
    ]
    if whole * stride < array.size:
        left = array[whole * stride :]
        last = points[-1][1] + left.size + 2 * float(left.sum(dtype=np.int64))
        points.append((float(array.size), last))
    return tuple(points)


def _score_after(results: Results, plays: int) -> int:
    return plays + 2 * int(np.asarray(results, dtype=np.int8)[:plays].sum(dtype=np.int64))


def _rounded_up(value: float, least: float) -> float:
    """A round number that holds the value; it grows by a fifth or more, so seldom."""
    if value <= least:
        return least
    power = 10.0 ** math.floor(math.log10(value))
    return next(power * part for part in _ROUND if power * part >= value)


def _by_tens(span: Range, step: float, every: int, signed: bool = False) -> tuple[Tick, ...]:
    """A line each ``step`` and a number at each so many of them; fewer where they'd be too many."""
    sign = "+" if signed else ""
    first, last = math.ceil(span[0] / step), math.floor(span[1] / step)
    if last - first > 26:
        wide = ticks(*span, 7)
        return tuple((value, (sign if value > 0 else "") + tick_text(value)) for value in wide)
    return tuple(
        (n * step, (f"{n * step:{sign}g}" if n else "0") if n % every == 0 else "")
        for n in range(first, last + 1)
    )


# Figs 7 to 9.


def blocks_chart(
    blocks: Sequence[Sequence[float]] | npt.NDArray[Any],
    published: Sequence[Sequence[tuple[int, int]]] = (),
    *,
    plays: int = 100,
    notes: Sequence[Note] = (),
    published_notes: Sequence[Sequence[Note]] = (),
    spread: Sequence[tuple[float, float]] = (),
    name: str = "",
    title: str = "",
    earlier: Sequence[Block] = (),
    earlier_name: str = "",
) -> BlocksState:
    """Figs 7 to 9: of each block Nought's wins, draws, Cross's wins, stacked.

    ``blocks``: rows of these three, of ``plays`` plays each (many are drawn together).
    ``published``: the printed runs, by block Nought's wins and Nought's wins with the draws, of a
    hundred.  Notes: a block, counted from 0, and words for it; ``spread``: by block, between which
    two values of 100 Nought's wins lie.  ``earlier``: blocks of a run that was kept, which stand
    in, pale and by ``earlier_name``, until there is a block.
    """
    mine = np.asarray(blocks, dtype=np.float64).reshape(-1, 3)
    times = max(int(round_step(len(mine), MOST_BLOCKS)), 1)
    whole = len(mine) // times
    together = mine[: whole * times].reshape(whole, times, 3).sum(axis=1)
    own = Panel(
        name or WORDS("chart_this_run"),
        tuple((float(n), float(d), float(x)) for n, d, x in together),
        spread=tuple(spread) if times == 1 else (),
        notes=tuple((block // times, words) for block, words in notes if block // times < whole),
        tall=1.5 if published and plays * times == _PUBLISHED else 1.0,
    )
    if earlier and not own.blocks:
        name = earlier_name or WORDS("chart_earlier_run")
        own = Panel(name, tuple(earlier), ghost=True, tall=own.tall)
    panels = [own]
    if plays * times == _PUBLISHED:
        for number, run in enumerate(published):
            held = tuple((float(won), float(both - won), float(100 - both)) for won, both in run)
            there = tuple(published_notes[number]) if number < len(published_notes) else ()
            title_of_run = WORDS("chart_run_of_1963", n=number + 1)
            panels.append(Panel(title_of_run, held, ghost=True, notes=there))
    return BlocksState(title, tuple(panels), RANDOM_AVERAGE, plays * times)


# Fig. 6.


def multiplier_chart(a: float, b: float, infinite: bool = True) -> ChartState:
    """Fig. 6: M_n = A ** (B ** (8 - n)) against n; ``infinite``: M_1 is, and shown beyond."""
    values = {n: a ** (b ** (8 - n)) for n in range(8, 0, -1)}
    if infinite:
        del values[1]
    points = tuple((-float(n), value) for n, value in values.items())
    top = _rounded_up(max(values.values()) - 0.7, 1.0) + 1.0
    lines = [Series(WORDS("chart_multiplier"), points, "dot", "black")]
    if infinite:
        side, high = points[-1][1], top - 0.03 * (top - 1.0)
        beyond = (points[-1], (-1.0, side), (-1.0, high))
        lines.append(Series(WORDS("chart_infinite"), beyond, "none", "black", "short"))
        lines.append(Series("", ((-1.0, high),), "triangle", "black"))
    return ChartState(
        title=WORDS("chart_multipliers", a=f"{a:g}", b=f"{b:g}"),
        across=WORDS("chart_moves_from_end"),
        upwards="M(n)",
        series=tuple(lines),
        x_range=(-8.3, -0.7),
        y_range=(1.0, top),
        x_ticks=tuple((-float(n), str(n)) for n in range(8, 0, -1)),
    )


# Counts of several kinds.

_COUNT_LINES: tuple[tuple[Mark, Dash], ...] = (
    ("dot", ""),
    ("square", "long"),
    ("triangle", "short"),
    ("diamond", ""),
    ("wedge", "long"),
    ("ring", "short"),
    ("bar", ""),
    ("cross", "long"),
    ("plus", "short"),
)


def counts_chart(
    history: Sequence[tuple[int, Sequence[int]]],
    colours: Sequence[tuple[str, Colour]],
    *,
    plays: int | None = None,
    title: str = "",
    upwards: str = "",
) -> ChartState:
    """What something holds: a line for each colour that it ever held.

    ``history``: after how many plays it came to hold which counts (one for each colour), in order;
    ``plays``: how many there have been.  ``colours``: each one's name and how it looks.
    """
    steps = list(history)
    if steps and plays is not None and plays > steps[-1][0]:
        steps.append((plays, steps[-1][1]))
    lines = []
    for number, (name, core) in enumerate(colours):
        points = _held([(float(play), float(counts[number])) for play, counts in steps])
        if any(y for _, y in points):
            mark, dash = _COUNT_LINES[number % len(_COUNT_LINES)]
            lines.append(Series(name, points, mark, "black", dash, core=core))
    most = max((y for line in lines for _, y in line.points), default=1.0)
    last = max((x for line in lines for x, _ in line.points), default=1.0)
    return ChartState(
        title=title,
        across=WORDS("chart_plays"),
        upwards=upwards,
        series=tuple(lines),
        x_range=(0.0, _rounded_up(last, 10.0)),
        y_range=(0.0, _rounded_up(most, 8.0)),
    )


def _held(counts: Sequence[Point]) -> tuple[Point, ...]:
    """The corners of a line that stays at each count until the next, no more than can be seen."""
    changes = [pair for n, pair in enumerate(counts) if n == 0 or pair[1] != counts[n - 1][1]]
    every = -(-len(changes) * 2 // MOST_POINTS) or 1
    made: list[Point] = []
    for play, count in changes[::every]:
        if made:
            made.append((play, made[-1][1]))
        made.append((play, count))
    if counts:
        made += [(counts[-1][0], made[-1][1]), counts[-1]]
    return tuple(dict.fromkeys(made))


# The sweep.


@dataclass(frozen=True)
class SweepRow:
    """One measure of the sweep: values by column, B and A; infinite: never, NaN: no such cell."""

    name: str
    values: npt.NDArray[np.float64]
    share: bool = False  # Of the runs; else a number of plays, least shaded where it is least


def sweep_chart(
    a: Sequence[float],
    b: Sequence[float],
    columns: Sequence[str],
    rows: Sequence[SweepRow],
    *,
    title: str = "",
    notes: Sequence[str] = (),
    most: float = 10_000.0,
) -> HeatState:
    """Over A and B, in a column for each way of taking D: plays to a standard, shares of runs.

    ``most``: plays in a run, beyond which nothing was seen.
    """
    shaded = tuple(
        HeatRow(
            row.name,
            "green" if row.share else "brown",
            tuple(
                tuple(tuple(_shaded(value, row.share, most) for value in line) for line in table)
                for table in row.values
            ),
        )
        for row in rows
    )
    across = ("A", *(f"{value:g}" for value in a))
    upwards = ("B", *(f"{value:g}" for value in b))
    return HeatState(title, tuple(columns), shaded, across, upwards, tuple(notes))


def _shaded(value: float, share: bool, most: float) -> Shaded:
    if math.isnan(value):
        return Shaded()
    if share:
        return Shaded(
            value, f"{value:.2f}".replace("0.", ".", 1) if 0 < value < 1 else f"{value:g}"
        )
    if math.isinf(value):
        return Shaded(1.0, f">{tick_text(most)}")
    depth = math.log(value / 100) / math.log(most / 100) if most > 100 else 0.0
    return Shaded(0.94 * depth, f"{value:.0f}")


# Drawn without a room.


def part_for(state: FigureState, size: tuple[float, float] = SHEET) -> SpritePart:
    """The part that draws such a state."""
    if isinstance(state, HeatState):
        return HeatPart(size)
    if isinstance(state, CoefficientsState):
        return CoefficientsPart(size)
    return (BlocksPart if isinstance(state, BlocksState) else ChartPart)(size)


def figure_surface(
    state: FigureState, size_px: tuple[int, int], unit_px: float | None = None
) -> pygame.Surface:
    """The figure on its sheet of paper, ``size_px`` pixels large, at ``unit_px`` a unit.

    Without ``unit_px`` the sheet is about as large as the one in a room.
    """
    sheet = SHEET
    if isinstance(state, HeatState | CoefficientsState):
        sheet = WIDE_SHEET
    unit = unit_px or min(size_px[0] / sheet[0], size_px[1] / sheet[1])
    part = part_for(state, (size_px[0] / unit, size_px[1] / unit))
    part.build(unit)
    made = pygame.Surface(size_px, 0, 32)
    part.paint(made, (0, 0), state, 0, True)
    return made


def figures_surface(
    states: Sequence[FigureState], across: int, size_px: tuple[int, int]
) -> pygame.Surface:
    """The figures in rows of ``across``, each ``size_px`` pixels large."""
    width, height = size_px
    rows = -(-len(states) // across)
    made = pygame.Surface((width * min(across, len(states)), height * rows), 0, 32)
    for number, state in enumerate(states):
        down, right = divmod(number, across)
        made.blit(figure_surface(state, size_px), (right * width, down * height))
    return made
