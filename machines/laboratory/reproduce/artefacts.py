"""A table or a figure of a paper: its rows, its numbers, its picture, and how it is made.

The interval in which ours must lie is written down in the code, before anything is run: it comes
from the paper's sample and from ours, never from the result.
"""

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from machines.games.draughts.board import Position
from machines.games.draughts.moves import find_move, legal_moves, make
from machines.games.draughts.notation import Game, read_move
from machines.laboratory.study.intervals import mean_interval, next_interval
from machines.laboratory.study.pool import run_tasks
from machines.storage.files import read_file
from machines.storage.folders import make_folder

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Dash, Ink, Mark
    from devices.screen.parts.figures import FigureState


# -- rows ------------------------------------------------------------------------------------------

Verdict = Literal["green", "red", "impossible"]


@dataclass(frozen=True)
class Row:
    """What stands in one row of the report; all of it is text that is shown as it is."""

    what: str
    where: str
    """In the paper: its page, table or figure."""
    printed: str
    ours: str
    verdict: Verdict
    statistic: str = ""
    """What is compared."""
    accepted: str = ""
    """For which values of that the row is green."""
    seeds: str = ""
    """Of the runs from which ours comes; empty: nothing is drawn by lot."""
    why: str = ""
    """Why it is red or can't be reproduced, where that is known."""


def equal(what: str, where: str, printed: object, ours: object, why: str = "") -> Row:
    """A row that is green where both are the same."""
    verdict: Verdict = "green" if printed == ours else "red"
    return Row(what, where, _text(printed), _text(ours), verdict, "the number itself", "equal",
               why="" if verdict == "green" else why)  # fmt: skip


def within(
    what: str,
    where: str,
    printed: str,
    ours: float,
    low: float,
    high: float,
    *,
    shown: str = "",
    statistic: str = "the number itself",
    seeds: str = "",
    why: str = "",
    digits: int | None = None,
) -> Row:
    """A row that is green where ours lies between two numbers; ``shown``: ours in words;
    ``digits``: of the two numbers, shown after the point."""
    verdict: Verdict = "green" if low <= ours <= high else "red"
    least, most = (_text(end) if digits is None else f"{end:,.{digits}f}" for end in (low, high))
    accepted = f"{least} to {most}" if high < math.inf else f"{least} or more"
    said = shown or _text(ours)
    return Row(what, where, printed, said, verdict, statistic, accepted, seeds,
               "" if verdict == "green" else why)  # fmt: skip


def impossible(what: str, where: str, printed: str, why: str, ours: str = "") -> Row:
    """A row that nobody can make here; ``ours``: what comes nearest, which decides nothing."""
    return Row(what, where, printed, ours, "impossible", why=why)


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.6g}" if abs(value) < 1_000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def seeds_said(seeds: Sequence[int]) -> str:
    """The runs, for a row."""
    return f"{len(seeds)} runs, seeds {seeds[0]} to {seeds[-1]}"


def among(
    what: str,
    where: str,
    printed: float,
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    digits: int = 1,
) -> Row:
    """Whether the printed number could be one more run of ours; ``digits``: of ours, shown."""
    values = [float(value) for value in ours]
    found = next_interval(values)
    shown = (
        f"{found.value:,.{digits}f} on average, {min(values):,.{digits}f} to "
        f"{max(values):,.{digits}f}"
    )
    return within(what, where, f"{printed:,g}", printed, found.low, found.high, shown=shown,
                  statistic="the printed number where one more run of ours lies in 95%",
                  seeds=seeds_said(seeds), why=why, digits=digits + 1)  # fmt: skip


def sign_of(
    what: str,
    where: str,
    printed: str,
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    digits: int = 2,
) -> Row:
    """Whether the mean of all such runs of ours is more than 0, as the paper says it is."""
    found = mean_interval([float(value) for value in ours])
    shown = f"{found.value:+.{digits}f} ({found.low:+.{digits}f} to {found.high:+.{digits}f})"
    return within(what, where, printed, found.low, 0.0, math.inf, shown=shown,
                  statistic="the lower end of the 95% interval of the mean",
                  seeds=seeds_said(seeds), why=why)  # fmt: skip


# -- what is made ----------------------------------------------------------------------------------

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


# -- printed games ---------------------------------------------------------------------------------

TEXT_COLUMNS = slice(5, 72)
"""Of a BOOK card: its moves."""


def printed_moves(path: Path) -> list[str]:
    """The moves on a deck's BOOK cards, as they are printed."""
    lines = read_file(path).decode().splitlines()
    cards = [line[TEXT_COLUMNS].split() for line in lines if line.startswith("BOOK")]
    return [move for card in cards for move in card]


def played_game(path: Path) -> Game:
    """A deck's game, with the deck's name.  Raises RefusedError for a move that isn't legal."""
    position, made = Position.start(), []
    for text in printed_moves(path):
        made.append(find_move(position, read_move(text)))
        position = make(position, made[-1])
    return Game(tuple(made), (("Event", path.stem),))


def follow(moves: list[str]) -> Iterator[tuple[str, int]]:
    """Each move and how many were legal in its place.  Raises RefusedError for one that isn't."""
    position = Position.start()
    for text in moves:
        yield text, len(legal_moves(position))
        position = make(position, find_move(position, read_move(text)))
