"""``main.py learn anaconda``: a run of evolution begun or gone on with, kept by generations."""

import argparse
import contextlib
import sys
import time
from pathlib import Path

from devices.refusal import RefusedError
from machines.anaconda.evolution import Population, first_population
from machines.app.anaconda import report
from machines.app.anaconda.generations import generation_runner
from machines.app.anaconda.options import check_same, complete, settings_named
from machines.app.anaconda.run_records import (
    EVOLUTION,
    MACHINE,
    PLAYER,
    best_after,
    open_evolution,
    packed,
    settings_kept,
)
from machines.app.commands import VERSION as PROGRAM
from machines.app.commands._work_options import jobs_asked
from machines.app.option_parsing import read_number
from machines.app.storage.files import check_apart, check_writable, replace_file
from machines.app.storage.folders import data_folder
from machines.app.storage.run_file import RunFile
from machines.app.storage.run_store import new_run, next_path, remove_run
from machines.app.study.csv_file import check_csv_place
from machines.app.study.plotting import check_picture_place
from machines.app.study.progress import progress
from machines.app.worker.interruptions import interruptions
from machines.run_record import RunMetadata

MOST_GENERATIONS = 1_000_000
GENERATIONS = 250
"""If none are asked for: as many as had the player of class A."""
WANTED, SECONDS = "wanted", "seconds"
"""Among a run's results: how many generations were asked for, and how long all have taken."""


def learn(args: argparse.Namespace) -> int:
    """Play what is missing, then tell of it; raises RefusedError, or KeyboardInterrupt with every
    generation that is over kept."""
    _check(args)
    jobs = jobs_asked(args)
    with contextlib.ExitStack() as files:
        run, population = _resumed(args) if args.resume is not None else _begun(args)
        files.enter_context(run)
        wanted = _wanted(args, run)
        try:
            run.keep_results({WANTED: wanted})
            _evolve(run, population, wanted, jobs, args.scheduler)
        except KeyboardInterrupt:
            _say(f"interrupted; learn anaconda --resume {run.path} goes on")
            raise
        except RefusedError:
            if args.resume is None and not run.plays:
                remove_run(run)
            elif run.plays < wanted:
                _say(
                    f"{run.plays} generations are kept; learn anaconda --resume {run.path} goes on"
                )
            raise
        _say(f"the generations are kept in {run.path}")
        if args.player is not None:
            replace_file(Path(args.player), best_after(run.path).to_bytes())
        print(report.print_report(run, args))
    return 0


def _say(words: str) -> None:
    sys.stderr.write(f"learn: {words}\n")


def _check(args: argparse.Namespace) -> None:
    """Raises RefusedError for what can't be done or written, before anything is."""
    places = {f"--{name}": getattr(args, name) for name in ("out", "csv", "plot", "player")}
    check_apart(places | {"--resume": args.resume})
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    if args.player is not None:
        if Path(args.player).suffix.lower() != PLAYER:
            raise RefusedError("--player", f"is {args.player}; expected a name with {PLAYER}")
        check_writable(Path(args.player))
    if args.resume is not None and args.out is not None:
        raise RefusedError("--resume", "has a run already; expected no --out with it")
    read_number(args.print_every, "--print-every", 1, MOST_GENERATIONS)
    if args.generations is not None:
        read_number(args.generations, "--generations", 1, MOST_GENERATIONS)


def _begun(args: argparse.Namespace) -> tuple[RunFile, Population]:
    settings, seed = complete(settings_named(args))
    population = first_population(settings, seed)
    path = next_path(data_folder(args.data), MACHINE) if args.out is None else Path(args.out)
    about = RunMetadata(MACHINE, EVOLUTION, settings_kept(settings, seed), PROGRAM)
    return new_run(path, about, packed(population)), population


def _resumed(args: argparse.Namespace) -> tuple[RunFile, Population]:
    """The run of the file; what is asked for besides must be what it has."""
    asked = settings_named(args)
    run, population = open_evolution(Path(args.resume))
    try:
        check_same(asked, run)
    except RefusedError:
        run.close()
        raise
    return run, population


def _wanted(args: argparse.Namespace, run: RunFile) -> int:
    """How many generations there shall be."""
    if args.generations is None:
        kept = run.results().get(WANTED, GENERATIONS)
        return max(run.plays, kept if type(kept) is int and 0 < kept <= MOST_GENERATIONS else 1)
    wanted = read_number(args.generations, "--generations", 1, MOST_GENERATIONS)
    if wanted < run.plays:
        raise RefusedError("--generations", f"are {wanted}; there are {run.plays} already")
    return wanted


def _evolve(
    run: RunFile, population: Population, wanted: int, jobs: int, scheduler: str | None
) -> None:
    """Generation after generation, each kept as soon as it is over."""
    if run.plays >= wanted:
        return
    before = run.results().get(SECONDS, 0.0)
    seconds = float(before) if isinstance(before, int | float) else 0.0
    with (
        progress("generations", wanted, run.plays) as say,
        generation_runner(jobs, scheduler) as floor,
    ):
        while run.plays < wanted:
            began = time.monotonic()
            generation, population = floor.next_generation(population)
            with interruptions() as interrupted:
                seconds += time.monotonic() - began
                results = {SECONDS: round(seconds, 3)}
                run.keep(1, packed(generation), packed(population), results)
            say(run.plays)
            if interrupted:
                raise KeyboardInterrupt
