"""``main.py strength``: a learner's share of points against its own beginning, from run records.

Several records of one machine are put together: exact chances are a mean over runs, with its 95%
interval over runs; matches are a mean over pairs of games of all runs, with that over pairs.
"""

import argparse
from collections.abc import Sequence

from devices.refusal import RefusedError
from machines.laboratory.strength.records import Settings, Worth, exhibit_of, worths
from machines.laboratory.strength.table import COLUMNS, Row
from machines.laboratory.study.intervals import Estimate, share
from machines.laboratory.study.outputs import csv_bytes, print_table, result_line
from machines.laboratory.study.progress import progress
from machines.storage.files import check_apart, replace_file


def measure(args: argparse.Namespace) -> int:
    """Measure, print the table, write the file; the exit status.  Raises RefusedError."""
    check_apart({**{source: source for source in args.runs}, "--csv": args.csv})
    exhibits = {exhibit_of(source) for source in args.runs}
    if len(exhibits) > 1:
        raise RefusedError(
            "the runs", f"are of {', '.join(sorted(exhibits))}; expected one machine"
        )
    if args.games % 2:
        raise RefusedError("--games", f"are {args.games}; expected an even number: sides change")
    match = Settings(args.games, args.seed)
    found = [tuple(worths(source, args.at, match)) for source in args.runs]
    steps = {tuple(one.games for one in run) for run in found}
    if len(steps) > 1:
        raise RefusedError("--at", "is needed: the runs have different lengths")
    exhibit = exhibits.pop()
    rows = []
    with progress("points", len(found[0])) as show:
        for done, together in enumerate(zip(*found, strict=True), 1):
            rows.append(_row(exhibit, together, match))
            show(done)
    shown = [[str(value) for value in one.cells()] for one in rows]
    print_table(COLUMNS, shown)
    if args.csv is not None:
        replace_file(args.csv, csv_bytes(COLUMNS, (one.cells() for one in rows)))
    last = rows[-1]
    print(result_line(
        exhibit=exhibit, experience=last.experience, points=f"{last.points:.4f}",
        low=f"{last.low:.4f}", high=f"{last.high:.4f}", runs=last.runs, games=last.games,
        seed=last.seed,
    ))  # fmt: skip
    return 0


def _row(exhibit: str, together: Sequence[Worth], match: Settings) -> Row:
    """A point of the graph: what all runs were worth after so many games."""
    experience, runs = together[0].games, len(together)
    exact = [one.exact for one in together if one.exact is not None]
    if len(exact) == runs:
        found = share(exact) if runs > 1 and len(set(exact)) > 1 else Estimate(*exact[:1] * 3)
        return Row(exhibit, experience, found.value, found.low, found.high, runs, 0, 0)
    pairs = [play(number) for one in together for number, play in enumerate(one.pairs)]
    found = share(pairs)
    return Row(
        exhibit, experience, found.value, found.low, found.high, runs, 2 * len(pairs), match.seed
    )


def read_at(text: str, where: str) -> tuple[int, ...]:
    """``10,100,1000`` as numbers of games.  Raises RefusedError."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 0 < int(part) < 10**9 for part in parts):
        raise RefusedError(where, f"{text!r}; expected numbers of games such as 10,100,1000")
    return tuple(int(part) for part in parts)
