"""What is made: a table or a figure of a paper, with its rows, its numbers and its picture."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from machines.laboratory.reproduce.rows import Row
from machines.laboratory.study.pool import run_tasks
from machines.storage.folders import make_folder

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Dash, Ink, Mark
    from devices.screen.parts.figures import FigureState


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
    """A chart, the paper's pale behind ours; ``names``: what stands at 1, 2, 3 ... along its foot
    in place of these numbers."""
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


T = TypeVar("T")
R = TypeVar("R")
Tell = Callable[[float], None]
"""Told which share of the work is done."""


@dataclass(frozen=True)
class Effort:
    """How much work may be put into it."""

    folder: Path | None = None
    """Where runs are kept, so that an interrupted report goes on with them; None: what keeps any
    can't be made."""
    quick: bool = False
    jobs: int = 1
    scheduler: str | None = None
    tell: Tell = lambda share: None
    book: Path | None = None
    """A PDN file of book games; None: those that ship."""

    def run_folder(self) -> Path:
        """Where runs are kept, made if it isn't there."""
        assert self.folder is not None, "a report has a folder for its runs"
        return make_folder(self.folder)

    def results(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        """``work`` done on every task, told of as it goes; the results in the tasks' order."""
        places = {id(task): place for place, task in enumerate(tasks)}
        found: dict[int, R] = {}
        with contextlib.closing(
            run_tasks(self.jobs, work, tasks, scheduler=self.scheduler)
        ) as results:
            for task, result in results:
                found[places[id(task)]] = result
                self.tell(len(found) / len(tasks))
        return [found[place] for place in range(len(tasks))]

    def of(self, whole: int, quick: int) -> int:
        """How many runs, plays or games: the whole number, or the quick one."""
        return quick if self.quick else whole


@dataclass(frozen=True)
class Made:
    """An artefact that is made."""

    rows: Sequence[Row]
    columns: Sequence[str] = ()
    numbers: Sequence[Sequence[object]] = ()
    """For its CSV file, by ``columns``."""
    charts: "Sequence[FigureState]" = ()
    """For its picture, in this order."""


@dataclass(frozen=True)
class Artefact:
    """A table or figure of a paper."""

    paper: str
    name: str
    """As ``--only`` takes it: ``fig4``."""
    title: str
    make: Callable[[Effort], Made] = field(repr=False)
    cost: float = 1.0
    """Seconds on two cores, about: for the time that is left."""
    whole_only: bool = False
    """Whether a quick report leaves it out."""

    @property
    def key(self) -> str:
        """Of its files."""
        return f"{self.paper}-{self.name}"

    @property
    def command(self) -> str:
        """What makes it alone."""
        return f"uv run main.py reproduce --paper {self.paper} --only {self.name} --out FOLDER"
