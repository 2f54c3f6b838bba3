"""A table or a figure of a paper: its rows, its numbers, its picture, and how it is made.

The interval in which ours must lie is written down in the code, before anything is run: it comes
from the paper's sample, from its digits or from a margin that is named, never from our own spread.
"""

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from machines.games.draughts.board import Position
from machines.games.draughts.moves import find_move, legal_moves, make
from machines.games.draughts.notation import Game
from machines.laboratory.printed.value import Printed, written
from machines.laboratory.study.intervals import NORMAL, Estimate, mean_interval, next_interval
from machines.laboratory.study.pool import run_tasks
from machines.storage.files import read_file
from machines.storage.folders import make_folder

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Dash, Ink, Mark
    from devices.screen.parts.figures import FigureState


T = TypeVar("T")
R = TypeVar("R")

# -- rows ------------------------------------------------------------------------------------------

Verdict = Literal["agrees", "differs", "inconclusive", "impossible"]
Kind = Literal["outcome", "constant", "twin", "stand-in"]
"""What a row can tell: of an experiment of the paper that was made again, and could have come out
otherwise; of a number or a formula that ours was built by; of two programs of ours that must agree;
of something that stands in the place of what the paper had."""


@dataclass(frozen=True)
class Row:
    """What stands in one row of the report; all of it is text that is shown as it is."""

    what: str
    where: str
    """In the paper: its page, table or figure."""
    printed: str
    ours: str
    kind: Kind
    verdict: Verdict
    statistic: str = ""
    """What is compared."""
    accepted: str = ""
    """For which values of that the row agrees."""
    margin: str = ""
    """Where these ends come from: the paper's sample, its digits, or a share named before the
    run."""
    sample: str = ""
    """The paper's: "28 games"."""
    seeds: str = ""
    """Of the runs from which ours comes; empty: nothing is drawn by lot."""
    why: str = ""
    """Why it doesn't agree or can't be made, where that is known; what was tried."""


def equal(
    what: str, printed: Printed[T], ours: T, why: str = "", *, kind: Kind = "constant"
) -> Row:
    """A row that agrees where both are the same."""
    verdict: Verdict = "agrees" if printed.value == ours else "differs"
    return Row(what, printed.where, str(printed), written(ours), kind, verdict, "the number itself",
               "equal", why="" if verdict == "agrees" else why)  # fmt: skip


def within(
    what: str,
    printed: Printed[Any],
    ours: float,
    low: float,
    high: float,
    *,
    kind: Kind = "constant",
    shown: str = "",
    statistic: str = "the number itself",
    margin: str = "",
    seeds: str = "",
    why: str = "",
    digits: int | None = None,
) -> Row:
    """A row that agrees where a number without an error of its own lies between two others.

    ``shown``: ours in words; ``digits``: of the two numbers, shown after the point.
    """
    verdict: Verdict = "agrees" if low <= ours <= high else "differs"
    return Row(what, printed.where, str(printed), shown or written(ours), kind, verdict, statistic,
               _ends(low, high, digits), margin, "", seeds,
               "" if verdict == "agrees" else why)  # fmt: skip


def _ends(low: float, high: float, digits: int | None) -> str:
    least, most = (written(end) if digits is None else f"{end:,.{digits}f}" for end in (low, high))
    if low == -math.inf:
        return f"{most} or less"
    return f"{least} to {most}" if high < math.inf else f"{least} or more"


def impossible(
    what: str, printed: Printed[Any], why: str, ours: str = "", *, kind: Kind = "outcome",
    seeds: str = "",
) -> Row:  # fmt: skip
    """A row that nobody can make here; ``ours``: what comes nearest, which decides nothing."""
    return Row(what, printed.where, str(printed), ours, kind, "impossible", seeds=seeds, why=why)


def run_seeds(count: int, first: int = 1) -> list[int]:
    """Of so many runs."""
    return list(range(first, first + count))


def seeds_said(seeds: Sequence[int]) -> str:
    """The runs, for a row."""
    return f"{len(seeds)} runs, seeds {seeds[0]} to {seeds[-1]}"


@dataclass(frozen=True)
class Accepted:
    """Where the truth behind a printed number may lie; written down before anything is run."""

    low: float
    high: float
    margin: str
    sample: str = ""


NO_NUMBER = "the claim has no number"
CLAIM = Accepted(0.0, math.inf, NO_NUMBER)
"""More than nothing."""


def by_chance(printed: Printed[int], of: int, sample: str = "") -> Accepted:
    """The 95% interval (Wilson's) of a count among so many cases of the paper's own, as a count."""
    share, z = printed.value / of, NORMAL
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    width = z * math.sqrt(share * (1 - share) / of + (z / (2 * of)) ** 2) / (1 + z * z / of)
    said = sample or f"{of:,} games"
    low, high = of * (middle - width), of * (middle + width)
    # None or all of them is an end, and mustn't fall out of it by a rounding.
    return Accepted(min(low, printed.value), max(high, printed.value), "95% of the paper's sample",
                    said)  # fmt: skip


def give_or_take(printed: Printed[Any], most: float, sample: str = "", said: str = "") -> Accepted:
    """Up to ``most`` to each side; ``said``: why so much."""
    return Accepted(printed.value - most, printed.value + most, said or f"+-{most:g}", sample)


def share_of(printed: Printed[Any], share: float, sample: str = "") -> Accepted:
    """A share of the printed number to each side."""
    return give_or_take(printed, abs(share * printed.value), sample, f"+-{share:.0%}")


def judged(
    what: str,
    printed: Printed[Any],
    accepted: Accepted,
    ours: Estimate,
    one_more: Estimate | None = None,
    *,
    kind: Kind = "outcome",
    shown: str = "",
    statistic: str = "the 95% interval of our mean",
    seeds: str = "",
    why: str = "",
    digits: int = 1,
) -> Row:
    """A measured number beside a printed one.

    It agrees where the 95% interval of ours lies in what is accepted.  It differs where it lies
    wholly beside it, and what is printed isn't what one more run of ours could give, either
    (``one_more``: where that lies in 95%; None: ours has no runs that vary).  Else ours is too
    noisy to tell: inconclusive.  Raises ValueError for an interval that doesn't hold the printed
    number, if that is compared: it was written down wrong.
    """
    compared = one_more is not None  # else a share or a sign may be judged beside a claim in words
    if compared and not accepted.low <= printed.value <= accepted.high:
        raise ValueError(f"{what}: {accepted.low} to {accepted.high} doesn't hold what is printed")
    inside = accepted.low <= ours.low and ours.high <= accepted.high
    beside = ours.high < accepted.low or accepted.high < ours.low
    could_be = one_more is not None and one_more.low <= printed.value <= one_more.high
    verdict: Verdict = "agrees" if inside else "inconclusive"
    if beside and not could_be:
        verdict = "differs"
    said = shown or f"{ours:,.{digits}f}" + (
        "" if one_more is None else
        f"; one run {one_more.low:,.{digits}f} to {one_more.high:,.{digits}f}"
    )  # fmt: skip
    return Row(what, printed.where, str(printed), said, kind, verdict, statistic,
               _ends(accepted.low, accepted.high, digits + 1), accepted.margin, accepted.sample,
               seeds, "" if verdict == "agrees" else why)  # fmt: skip


def measured(
    what: str,
    printed: Printed[Any],
    accepted: Accepted,
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    kind: Kind = "outcome",
    digits: int = 1,
    in_words: bool = False,
    fitted: bool = False,
) -> Row:
    """:func:`judged`, of a number a run.

    ``in_words``: what is printed is a claim, which no number of a run of ours could be; ``fitted``:
    our reading of the paper was chosen by what is printed there, so that the row is no outcome.
    """
    values = [float(value) for value in ours]
    one_more = None if in_words else next_interval(values)
    statistic = "the 95% interval of our mean" + "; our reading was chosen by it" * fitted
    return judged(what, printed, accepted, mean_interval(values), one_more,
                  kind="constant" if fitted else kind, statistic=statistic,
                  seeds=seeds_said(seeds), why=why, digits=digits)  # fmt: skip


def sign_of(
    what: str,
    printed: Printed[Any],
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    kind: Kind = "outcome",
    digits: int = 2,
) -> Row:
    """Whether the mean of all such runs of ours is more than 0, as the paper says it is."""
    found = mean_interval([float(value) for value in ours])
    more = replace(CLAIM, low=math.nextafter(0.0, 1.0))
    row = judged(what, printed, more, found, kind=kind, seeds=seeds_said(seeds), why=why,
                 shown=f"{found:+.{digits}f}")  # fmt: skip
    return replace(row, accepted="more than 0")


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
    ends: Points = ()
    """Of an error bar at each point, low and high; none: the points have no error."""


def estimated(name: str, found: Iterable[tuple[float, Estimate]]) -> Line:
    """A line through what was estimated at each x, with its intervals."""
    at = list(found)
    ends = [(one.low, one.high) for _, one in at]
    return Line(name, [(x, one.value) for x, one in at], ends=ends)


def numbered(values: Sequence[float], first: int = 1) -> Points:
    """Values one after the other, numbered from ``first``."""
    return [(float(number), float(value)) for number, value in enumerate(values, start=first)]


def picture(
    title: str, across: str, upwards: str, *lines: Line, names: Sequence[str] = ()
) -> "ChartState":
    """A chart, the paper's pale behind ours; ``names``: what stands at 1, 2, 3 ... along its foot
    in place of these numbers."""
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series, error_bars

    series, ours = list[Series](), 0
    xs = [x for line in lines for x, _ in line.points]
    width = len(names) or max(xs) - min(xs)
    for line in lines:
        at = min(ours, len(INKS) - 1)
        ours += not line.paper
        marked = line.joined and len(line.points) <= MOST_MARKED
        mark = "ring" if line.paper else MARKS[at]
        if line.ends:
            bars = ((x, *ends) for (x, _), ends in zip(line.points, line.ends, strict=True))
            series += error_bars(bars, width, INKS[at])
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

    def part(self, low: float, high: float) -> "Effort":
        """The same for a part of the work, from one share of it to another."""
        return replace(self, tell=lambda share: self.tell(low + share * (high - low)))

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
    named_only: bool = False
    """Whether every report leaves it out in which ``--only`` doesn't name it: it takes hours."""

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
        made.append(find_move(position, text))
        position = make(position, made[-1])
    return Game(tuple(made), (("Event", path.stem),))


def follow(moves: list[str]) -> Iterator[tuple[str, int]]:
    """Each move and how many were legal in its place.  Raises RefusedError for one that isn't."""
    position = Position.start()
    for text in moves:
        count, move = len(legal_moves(position)), find_move(position, text)
        yield text, count
        position = make(position, move)
