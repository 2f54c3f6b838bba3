"""``main.py pegasus run``: plays of the Pegasus program, beside what was printed in 1963."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.app.commands import VERSION
from machines.app.pegasus.frozen import frozen_sides
from machines.app.storage.files import check_apart
from machines.app.storage.run_store import new_run, open_run
from machines.app.study.csv_file import check_csv_place, write_csv
from machines.app.study.plotting import check_picture_place, save_chart
from machines.app.study.progress import progress
from machines.app.study.tables import print_table
from machines.app.worker.interruptions import interruptions
from machines.pegasus.history import Figure, figure_of
from machines.pegasus.odds import SET_OF_PLAYS
from machines.pegasus.play_quality import outlook
from machines.pegasus.printout import printed_page
from machines.pegasus.program import Pegasus, blocks
from machines.pegasus.study import (
    MACHINE,
    MOST_PLAYS,
    Study,
    StudyConfig,
    commonest,
    emerged,
    play_on,
    plays_of,
    put_together,
)
from machines.pegasus.typescript import test_name
from machines.run_record import RunRecord

MOST_RUNS = 100_000
MOST_MEANT = 1_000_000_000
"""Plays in all runs of which a mean is made: every hundred of every run is held."""
WIDE = 95.0
"""Per cent of the runs that lie between the two numbers given of many."""
OPTIONS = ("nought", "cross", "seed", "a", "b", "origin", "d", "finite")
"""What a run follows from."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def run(args: argparse.Namespace) -> int:
    """Play; the exit status."""
    _check(args)
    if args.runs > 1:
        _many(args)
        return 0
    study, games = _begun(args) if args.resume is None else _resumed(args)
    figure = figure_of(study.settings.nought, study.settings.cross)
    if args.print:
        tests = [
            (test_name(at), [int(record) for record in games[at : at + SET_OF_PLAYS]])
            for at in range(0, len(games), SET_OF_PLAYS)
        ]
        print(printed_page(tests), end="")
    else:
        _tell(study, games, figure)
    if args.csv is not None:
        _write(Path(args.csv), blocks(games))
    if args.plot is not None:
        _draw(Path(args.plot), study.settings, games, figure)
    print(_result(games))
    return 0


def _check(args: argparse.Namespace) -> None:
    """Raises RefusedError for what can't be done, before anything is."""
    if not 1 <= args.plays <= MOST_PLAYS:
        raise RefusedError("--plays", f"{args.plays} is out of range; expected 1 to {MOST_PLAYS}")
    if not 1 <= args.runs <= MOST_RUNS:
        raise RefusedError("--runs", f"{args.runs} is out of range; expected 1 to {MOST_RUNS}")
    kept = [place for place in (args.run, args.resume) if place is not None]
    if args.seed is not None and args.seed < 0:
        raise RefusedError("--seed", f"{args.seed} is below 0; expected 0 or more")
    if args.runs > 1 and args.runs * args.plays > MOST_MEANT:
        what = f"of {args.plays} plays are too many; expected at most {MOST_MEANT} plays in all"
        raise RefusedError("--runs", f"{args.runs} {what}")
    if args.runs > 1 and (args.print or kept):
        raise RefusedError("--runs", "is for a mean; expected no --print, --run or --resume")
    if len(kept) > 1:
        raise RefusedError("--run", "begins a record; expected either --run or --resume")
    check_apart({f"--{name}": getattr(args, name) for name in ("run", "resume", "csv", "plot")})
    given = [name for name in OPTIONS if getattr(args, name) not in (None, False)]
    if args.resume is not None and given:
        raise RefusedError(f"--{given[0]}", "stands in the record; expected none with --resume")
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    if args.csv is not None:
        check_csv_place(Path(args.csv))


def _settings(args: argparse.Namespace) -> StudyConfig:
    """What was asked for; raises RefusedError where it is out of range."""
    origin = args.origin or "fixed"
    if origin == "fixed" and args.d is not None:
        raise RefusedError("--d", "is of a sliding origin; expected --origin each or hundreds")
    asked = {name: getattr(args, name) for name in ("nought", "cross", "seed", "a", "b")}
    held = {name: value for name, value in asked.items() if value is not None}
    slid = 0.9 if args.d is None else args.d
    d = 1.0 if origin == "fixed" else slid
    infinite = origin == "fixed" and not args.finite
    settings = StudyConfig(origin=origin, d=d, last_infinite=infinite, **held)
    settings.reinforcement()
    return settings


# One run.


def _begun(args: argparse.Namespace) -> tuple[Study, Integers]:
    settings = _settings(args)
    study = Study.begin(settings, frozen_sides(settings))
    if args.run is None:
        return study, study.program.play(args.plays)
    with new_run(Path(args.run), settings.about(VERSION)) as record:
        record.keep(0, b"", study.state())  # to go on with, should the first block be broken off
        return study, _play(study, record, args.plays)


def _resumed(args: argparse.Namespace) -> tuple[Study, Integers]:
    with open_run(Path(args.resume), MACHINE) as record:
        study = Study.of_run(record)
        plays_of(record)  # refuses damaged plays before any are added to them
        return study, _play(study, record, args.plays)


def _play(study: Study, record: RunRecord, plays: int) -> Integers:
    """The run until it has that many plays, kept by the block; all its plays."""
    with interruptions() as interrupted, progress("plays", plays, record.plays) as done:
        for count in play_on(study, record, plays):
            done(count)
            if interrupted:
                break
    if interrupted:
        sys.stderr.write(f"pegasus: interrupted; {record.where} has {record.plays} plays\n")
        raise KeyboardInterrupt
    return plays_of(record)


def _result(games: Integers) -> str:
    """The last line."""
    nought, draws, cross = blocks(games, len(games))[0]
    often = commonest(games[-SET_OF_PLAYS:])
    return (
        f"RESULT nought={nought} draws={draws} cross={cross} plays={len(games)} "
        f"emergent={often.squares} times={often.times}"
    )


def _words(settings: StudyConfig) -> str:
    """The settings on two lines."""
    held = settings.reinforcement()
    slid = f"sliding origin ({settings.origin}), D = {held.d:g}"
    origin = "fixed origin" if settings.origin == "fixed" else slid
    first = "M(1) infinite" if held.last_infinite else f"M(1) = {held.multipliers()[1]:.4g}"
    return (
        f"Nought: {settings.nought}. Cross: {settings.cross}. Seed {settings.seed}.\n"
        f"A = {held.a:g}, B = {held.b:g}, {first}, {origin}."
    )


def _tell(study: Study, games: Integers, figure: Figure | None) -> None:
    """The settings, the results by blocks, what the odds are worth now."""
    rows, size = put_together(games)
    print(_words(study.settings))
    _table(rows.tolist(), size, figure)
    chances = outlook(study.program.chances)
    now = ", ".join(
        f"{name} {chance:.2%}"
        for name, chance in zip(("Nought wins", "drawn", "Cross wins"), chances, strict=True)
    )
    often = commonest(games[-SET_OF_PLAYS:])
    print(f"By the odds as they stand: {now}.")
    print(f"Made most often in the last hundred plays: {often.squares}, {often.times} times.")


def _table(
    rows: Sequence[Sequence[float]], size: int, figure: Figure | None, ends: Floats | None = None
) -> None:
    """Results by blocks, beside those of 1963 where there are any."""
    printed = figure.runs if figure and size == SET_OF_PLAYS else ()
    head = ["plays", "Nought wins", "drawn", "Cross wins"]
    if ends is not None:
        head.append(f"{WIDE:g}% of the runs")
    if figure:
        head += [f"Fig. {figure.number}, run {number + 1}" for number in range(len(printed))]
    lines = []
    for number, row in enumerate(rows):
        line = [f"{number * size + 1}-{(number + 1) * size}", *(f"{value:.4g}" for value in row)]
        if ends is not None:
            line.append(f"{ends[0, number]:.4g} to {ends[1, number]:.4g}")
        for run in printed:
            won, both = run[number] if number < len(run) else (0, 0)
            line.append(f"{won}/{both - won}/{100 - both}" if number < len(run) else "")
        lines.append(line)
    print_table(head, lines)


def _write(path: Path, rows: Integers | Floats) -> None:
    header = ("first", "last", "nought", "draws", "cross")
    numbered = (
        (n * SET_OF_PLAYS + 1, (n + 1) * SET_OF_PLAYS, *row.tolist()) for n, row in enumerate(rows)
    )
    write_csv(path, header, numbered)


def _draw(path: Path, settings: StudyConfig, games: Integers, figure: Figure | None) -> None:
    from devices.screen.parts.figures import blocks_chart

    notes = []
    block = emerged(games)
    if block is not None and settings.nought == settings.cross == "learn":
        often = commonest(games[block * SET_OF_PLAYS : (block + 1) * SET_OF_PLAYS])
        notes.append((block, f"standard play begins\nto emerge: {often.squares}"))
    state = blocks_chart(
        blocks(games),
        figure.runs if figure else (),
        notes=notes,
        published_notes=figure.notes if figure else (),
        name=f"this run, seed {settings.seed}",
        title=_title(settings, figure),
    )
    save_chart(state, path)


def _title(settings: StudyConfig, figure: Figure | None) -> str:
    return figure.title if figure else f"NOUGHT {settings.nought}, CROSS {settings.cross}".upper()


# Many runs.


@dataclass(frozen=True)
class RunEnsemble:
    """Means of many runs by hundreds, and between which two numbers most runs have Nought's wins
    (2 x hundreds)."""

    means: Floats
    ends: Floats
    totals: Floats
    """Nought's wins, draws, Cross's wins of a whole run."""


def _many(args: argparse.Namespace) -> None:
    """The mean of many runs, each with a generator of its own."""
    settings = _settings(args)
    figure = figure_of(settings.nought, settings.cross)
    found = _means(settings, args.plays, args.runs)
    if found.means.size:
        print(_words(settings))
        _table(found.means.tolist(), SET_OF_PLAYS, figure, found.ends)
    if args.csv is not None:
        _write(Path(args.csv), found.means)
    if args.plot is not None:
        _draw_many(Path(args.plot), settings, found, args.runs, figure)
    nought, draws, cross = found.totals
    line = f"RESULT nought={nought:.2f} draws={draws:.2f} cross={cross:.2f} plays={args.plays} "
    line += f"runs={args.runs}"
    if figure:
        inside, count = _inside(found, figure)
        line += f" published={count} inside={inside}"
    print(line)


def _means(settings: StudyConfig, plays: int, runs: int) -> RunEnsemble:
    frozen = frozen_sides(settings)
    seeds = np.random.SeedSequence(settings.seed).spawn(runs)
    wins = np.zeros((runs, plays // SET_OF_PLAYS))
    means, totals = np.zeros((plays // SET_OF_PLAYS, 3)), np.zeros(3)
    with progress("runs", runs) as done:
        for number, seed in enumerate(seeds):
            program: Pegasus = Study.begin(settings, frozen, seed).program
            games = program.play(plays)
            rows = blocks(games)
            wins[number] = rows[:, 0]
            means += rows / runs
            totals += blocks(games, plays)[0] / runs
            done(number + 1)
    ends = np.percentile(wins, (50 - WIDE / 2, 50 + WIDE / 2), axis=0)
    return RunEnsemble(means, np.asarray(ends), totals)


def _inside(found: RunEnsemble, figure: Figure) -> tuple[int, int]:
    """How many printed blocks have Nought's wins where most of our runs have them, and of how
    many that both have."""
    pairs = [
        (won, number)
        for run in figure.runs
        for number, (won, _) in enumerate(run)
        if number < len(found.means)
    ]
    low, high = found.ends
    return sum(bool(low[n] <= won <= high[n]) for won, n in pairs), len(pairs)


def _draw_many(
    path: Path, settings: StudyConfig, found: RunEnsemble, runs: int, figure: Figure | None
) -> None:
    from devices.screen.parts.figures import blocks_chart

    state = blocks_chart(
        found.means,
        figure.runs if figure else (),
        published_notes=figure.notes if figure else (),
        spread=[(float(low), float(high)) for low, high in found.ends.T],
        name=f"the mean of {runs} runs; strokes: {WIDE:g}% of them",
        title=_title(settings, figure),
    )
    save_chart(state, path)
