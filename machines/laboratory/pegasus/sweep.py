"""``main.py pegasus sweep``: A, B and D varied by all cores or a cluster, kept cell by cell."""

import argparse
import contextlib
import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata
from machines.laboratory.study.outputs import print_table, result_line, save_chart, write_outputs
from machines.laboratory.study.pool import read_jobs, run_tasks
from machines.laboratory.study.progress import goes_on, progress
from machines.laboratory.study.runner import hold_interrupts
from machines.pegasus.odds import Reinforcement
from machines.pegasus.study import (
    AGAINST,
    IN_A_ROW,
    MACHINE,
    MOST_LOST,
    Cell,
    Measured,
    as_json,
    from_json,
    measure,
)
from machines.storage.files import check_apart, file_exists
from machines.storage.folders import data_folder, make_folder
from machines.storage.option_parsing import read_reals
from machines.storage.program import VERSION
from machines.storage.run_file import RunFile
from machines.storage.run_store import RUNS, SUFFIX, new_run, open_run

SWEEP = "sweep"
"""The study's name in a run record."""
A_VALUES = (1.005, 1.01, 1.025, 1.05, 1.1, 1.2, 1.35)
B_VALUES = (1.0, 1.5, 1.75, 2.0, 2.25, 2.5)
D_VALUES = ("fixed", "0.9", "0.99")
_PLAY = {"distinct": "random play", "expert": "expert play", "stereotyped": "stereotyped play"}
COLUMNS = (
    "learner", "against", "origin", "d", "b", "a", "plays_to_standard", "reached", "infallible",
    "perfect", "risk", "losing",
    *(f"{what}_{n}" for n in (*range(1, 11), "last") for what in ("nought", "draws", "cross")),
)  # fmt: skip

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """What was asked for.  ``d`` is ``"fixed"`` or a number's text."""

    a: tuple[float, ...]
    b: tuple[float, ...]
    d: tuple[str, ...]
    origin: str
    learner: str
    against: tuple[str, ...]

    def cell(self, a: float, b: float, d: str, against: str) -> Cell:
        """One place of it."""
        fixed = d == "fixed"
        origin, worth = ("fixed", 1.0) if fixed else (self.origin, float(d))
        return Cell(a, b, origin, worth, self.learner, against)

    def cells(self) -> list[Cell]:
        """All places at which A and B don't make M_1 too great; raises RefusedError if none."""
        found = [
            self.cell(a, b, d, against)
            for against, d, b, a in itertools.product(self.against, self.d, self.b, self.a)
            if _possible(a, b)
        ]
        if not found:
            Reinforcement(self.a[0], self.b[0])  # says why
        return found


def sweep(args: argparse.Namespace) -> int:
    """Do what isn't done yet, then show all of it; the exit status."""
    grid = _grid(args)
    jobs = read_jobs(args)
    check_apart({f"--{name}": getattr(args, name) for name in ("out", "csv", "plot")})
    cells = grid.cells()
    with _record(args) as record:
        done = {
            name: from_json(kept, f"{record.where}, {name}")
            for name, kept in record.results().items()
        }
        with goes_on(
            lambda: (
                f"pegasus: {record.path} has {sum(cell.name in done for cell in cells)} of "
                f"{len(cells)} cells, and the same command goes on with the others"
            )
        ):
            _work(record, [cell for cell in cells if cell.name not in done], done, jobs, args)
    _print_tables(grid, done)
    write_outputs(
        args,
        COLUMNS,
        _numbers(cells, done),
        lambda path: _draw(path, grid, done, args.runs, args.plays),
    )
    print(_result(grid, cells, done, args))
    return 0


# What is asked for.


def _grid(args: argparse.Namespace) -> Grid:
    """Raises RefusedError for values out of range."""
    a, b = args.a or A_VALUES, args.b or B_VALUES
    for value in a:
        Reinforcement(a=value, b=1.0)
    for value in b:
        Reinforcement(a=1.0, b=value)
    d = D_VALUES if args.d is None else tuple(args.d.split(","))
    for text in d:
        if text != "fixed":
            (value,) = read_reals(text, "--d")
            Reinforcement(d=value)
    against = AGAINST if args.against is None else tuple(args.against.split(","))
    grid = Grid(a, b, d, args.origin, args.learner, against)
    for name in against:
        grid.cell(a[0], b[0], d[0], name)
    for where, values in (("--a", a), ("--b", b), ("--d", d), ("--against", against)):
        if len(set(values)) < len(values):
            raise RefusedError(where, "has one value twice; expected each once")
    return grid


def _possible(a: float, b: float) -> bool:
    try:
        Reinforcement(a, b)
    except RefusedError:
        return False
    return True


def _record(args: argparse.Namespace) -> RunFile:
    """The record of sweeps with so many runs of so many plays from that seed: begun or opened.

    Any cell that was ever done with these is in it, whatever the sweep it was done for.
    """
    settings = {
        "runs": args.runs,
        "plays": args.plays,
        "seed": args.seed,
        "standard": f"{MOST_LOST} lost of {IN_A_ROW}",
    }
    if args.out is not None:
        path = Path(args.out)
    else:
        folder = make_folder(data_folder(args.data) / RUNS)
        path = folder / f"pegasus-sweep-{args.runs}x{args.plays}-seed-{args.seed}{SUFFIX}"
    if not file_exists(path):
        return new_run(path, RunMetadata(MACHINE, SWEEP, settings, VERSION))
    record = open_run(path, MACHINE)
    about = record.about
    if about.study != SWEEP or dict(about.settings) != settings:
        record.close()
        has, expected = _describe(about.settings), _describe(settings)
        raise RefusedError(str(path), f"is of {about.study} {has}; expected {SWEEP} {expected}")
    return record


def _describe(settings: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items())


# The work.


def _work(
    record: RunFile,
    cells: Sequence[Cell],
    done: dict[str, Measured],
    jobs: int,
    args: argparse.Namespace,
) -> None:
    """Measure these cells; each is kept, and put into ``done``, as soon as it is measured."""
    work = functools.partial(measure, runs=args.runs, plays=args.plays, seed=args.seed)
    with (
        progress("cells", len(cells)) as told,
        contextlib.closing(run_tasks(jobs, work, cells, scheduler=args.scheduler)) as results,
    ):
        for number, (cell, measured) in enumerate(results, 1):
            with hold_interrupts():
                record.keep_results({cell.name: as_json(measured)})
                done[cell.name] = measured
            told(number)


# What was found.


def _values(grid: Grid, done: Mapping[str, Measured], against: str, measure: str) -> Floats:
    """One measure by D, B and A: NaN where A and B make no cell, infinite where it is None."""
    made = np.full((len(grid.d), len(grid.b), len(grid.a)), math.nan)
    for (i, d), (j, b), (k, a) in itertools.product(
        enumerate(grid.d), enumerate(grid.b), enumerate(grid.a)
    ):
        found = done.get(grid.cell(a, b, d, against).name)
        if found is not None:
            value = getattr(found, measure)
            made[i, j, k] = math.inf if value is None else value
    return made


def _print_tables(grid: Grid, done: Mapping[str, Measured]) -> None:
    """By opposition and D: the median plays to the standard, and what share ends infallible."""
    for against in grid.against:
        plays = _values(grid, done, against, "plays_to_standard")
        shares = _values(grid, done, against, "infallible")
        for number, d in enumerate(grid.d):
            rows = [
                [f"{b:g}", *map(_both, plays[number, line], shares[number, line])]
                for line, b in enumerate(grid.b)
            ]
            who = f"{grid.learner.capitalize()} learns against {_PLAY[against]}"
            title = f"{who}, {_named(d, grid.origin)}:"
            print_table(["B", *(f"A={a:g}" for a in grid.a)], rows, title)


def _both(plays: float, share: float) -> str:
    if math.isnan(share):
        return ""
    return f"{'never' if math.isinf(plays) else f'{plays:.0f}'} {share:.0%}"


def _named(d: str, origin: str) -> str:
    if d == "fixed":
        return "fixed origin"
    return f"D = {d} at each play" if origin == "each" else f"D = {d} by hundreds"


def _numbers(cells: Sequence[Cell], done: Mapping[str, Measured]) -> Iterator[Sequence[object]]:
    for cell in cells:
        found = done[cell.name]
        hundreds: list[float | None] = [n for row in found.hundreds[:-1] for n in row]
        hundreds += [None] * (30 - len(hundreds))
        yield (
            cell.learner, cell.against, cell.origin, cell.d, cell.b, cell.a,
            found.plays_to_standard, found.reached, found.infallible, found.perfect,
            found.risk, found.losing, *hundreds, *found.hundreds[-1],
        )  # fmt: skip


def _draw(path: Path, grid: Grid, done: Mapping[str, Measured], runs: int, plays: int) -> None:
    from devices.screen.parts.figures import SweepRow, sweep_chart

    rows = [
        SweepRow(
            f"plays until at\nmost {MOST_LOST} of {IN_A_ROW}\nare lost, against\n{_PLAY[against]}",
            _values(grid, done, against, "plays_to_standard"),
        )
        for against in grid.against
    ]
    rows += [
        SweepRow(
            f"share of runs\ninfallible after\n{plays} plays of\n{_PLAY[against]}",
            _values(grid, done, against, "infallible"),
            share=True,
        )
        for against in grid.against
        if against == "distinct"
    ]
    state = sweep_chart(
        grid.a,
        grid.b,
        [_named(d, grid.origin) for d in grid.d],
        rows,
        title=f"THE SWEEP OF A, B AND D: {grid.learner} learns".upper(),
        notes=(
            f"The median of {runs} runs of {plays} plays in each cell. Infallible: the odds, as "
            "they stand, can't be made to lose by any play.",
        ),
        most=plays,
    )
    save_chart(state, path)


def _result(
    grid: Grid, cells: Sequence[Cell], done: Mapping[str, Measured], args: argparse.Namespace
) -> str:
    """The last line: in how many cells the standard was reached sooner than against random play
    (of those in which it was reached at all), and where most runs end infallible."""
    sooner = {}
    if "distinct" in grid.against:
        random = _values(grid, done, "distinct", "plays_to_standard")
        for against in grid.against:
            if against != "distinct":
                plays = _values(grid, done, against, "plays_to_standard")
                reached = np.isfinite(random) | np.isfinite(plays)
                sooner[f"sooner_{against}"] = f"{(plays < random).sum()}/{reached.sum()}"
    best = max(cells, key=lambda cell: done[cell.name].infallible)
    return result_line(
        cells=len(cells),
        runs=args.runs,
        plays=args.plays,
        seed=args.seed,
        **sooner,
        infallible=f"{done[best.name].infallible:.3f}",
        a=f"{best.a:g}",
        b=f"{best.b:g}",
        d="fixed" if best.origin == "fixed" else f"{best.d:g}",
        against=best.against,
    )
