"""A picture for an artefact that the paper prints as a table or in words: lines of numbers on the
sheet of paper that hangs in the rooms, the paper's pale behind ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Dash, Ink, Mark

Points = Sequence[tuple[float, float]]

INKS: "tuple[Ink, ...]" = ("red", "black", "blue", "green")
MARKS: "tuple[Mark, ...]" = ("dot", "square", "diamond", "triangle")
DASHES: "tuple[Dash, ...]" = ("", "long", "short", "points")
MOST_MARKED = 40
"""A line of more points is drawn without marks."""


@dataclass(frozen=True)
class Line:
    """A line of a picture; ``paper``: what is printed."""

    name: str
    points: Points
    paper: bool = False
    joined: bool = True
    """False: each point is a small mark."""


def numbered(values: Sequence[float], first: int = 1) -> Points:
    """Values one after the other, numbered from ``first``."""
    return [(float(number), float(value)) for number, value in enumerate(values, start=first)]


def picture(
    title: str, across: str, upwards: str, *lines: Line, names: Sequence[str] = ()
) -> "ChartState":
    """A chart; ``names``: what stands at 1, 2, 3 ... along its foot in place of these numbers."""
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series

    series, ours = [], 0
    for line in lines:
        at = min(ours, len(INKS) - 1)
        ours += not line.paper
        marked = line.joined and len(line.points) <= MOST_MARKED
        mark = "ring" if line.paper else MARKS[at]
        series.append(Series(
            line.name, tuple((float(x), float(y)) for x, y in line.points),
            mark if marked or not line.joined else "none", "grey" if line.paper else INKS[at],
            "" if line.paper else DASHES[at], line.paper, line.joined,
        ))  # fmt: skip
    named = tuple((float(number), name) for number, name in enumerate(names, start=1))
    return ChartState(
        title=title, across=across, upwards=upwards, series=tuple(series),
        x_range=(0.5, len(names) + 0.5) if names else None, x_ticks=named or None,
    )  # fmt: skip
