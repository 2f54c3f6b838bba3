"""``main.py learn morph``: games against an opponent, what is learned from them, game by game."""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.commands import VERSION as PROGRAM
from machines.app.commands._work_options import jobs_asked
from machines.app.morph import report
from machines.app.morph.databases import SUFFIX as DATABASE
from machines.app.morph.game_batch import BatchResult, GameBatch, play_batch, play_on
from machines.app.morph.opponents import check_opponent
from machines.app.morph.options import MOST_SEEDS, check_same, read_config
from machines.app.morph.run_records import (
    LEARNING,
    MACHINE,
    MorphRunConfig,
    config_from_record,
    learner_after,
    open_learning,
    settings_kept,
)
from machines.app.option_parsing import read_number
from machines.app.storage.files import check_apart, check_writable, replace_file
from machines.app.storage.folders import data_folder
from machines.app.storage.run_store import new_run, next_path, open_run, read_run, remove_run
from machines.app.study.csv_file import check_csv_place
from machines.app.study.plotting import check_picture_place
from machines.app.study.pool import run_tasks
from machines.app.study.progress import progress
from machines.morph.learner import Learner
from machines.run_record import RunMetadata

MOST_GAMES = 10_000_000
GAMES = 2000
"""If none are asked for: by then most Morphs stop learning (section 5.1)."""
WANTED = "wanted"
"""Among a run's results: how many games were asked for."""
STRETCH_S = 3.0
"""So long a process plays one of several runs before it looks up."""


def learn(args: argparse.Namespace) -> int:
    """Play what is missing, then tell of all; raises RefusedError, or KeyboardInterrupt with every
    game that is over kept."""
    _check(args)
    jobs = jobs_asked(args)
    paths = _resumed(args) if args.resume else _begun(args)
    try:
        wanted = _wanted(args, paths)
        play(paths, wanted, jobs, args.scheduler)
    except KeyboardInterrupt:
        _say(f"interrupted; learn morph --resume {_names(paths)} goes on")
        raise
    except RefusedError:
        if not args.resume and not any(map(_games, paths)):
            _take_away(paths)
        else:
            _say(f"the games are kept; learn morph --resume {_names(paths)} goes on")
        raise
    _say(f"the games are kept in {_names(paths)}")
    if args.database is not None:
        _write_database(Path(args.database), paths[0])
    with contextlib.ExitStack() as files:
        runs = [files.enter_context(read_run(path, MACHINE)) for path in paths]
        print(report.print_report(runs, args))
    return 0


def _say(words: str) -> None:
    sys.stderr.write(f"learn: {words}\n")


def _names(paths: Sequence[Path]) -> str:
    return " ".join(map(str, paths))


def _check(args: argparse.Namespace) -> None:
    """Raises RefusedError for what can't be done or written, before anything is."""
    places = {f"--{name}": getattr(args, name) for name in ("out", "csv", "plot", "database")}
    names = args.resume or []
    check_apart(places | {f"--resume {name}": name for name in names})
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    if args.database is not None:
        if Path(args.database).suffix.lower() != DATABASE:
            raise RefusedError("--database", f"is {args.database}; expected a name with {DATABASE}")
        check_writable(Path(args.database))
    if args.resume and (args.out is not None or args.seeds is not None):
        raise RefusedError("--resume", "has its runs already; expected no --out or --seeds with it")
    read_number(args.print_every, "--print-every", 1, MOST_GAMES)
    if args.games is not None:
        read_number(args.games, "--games", 1, MOST_GAMES)


def _write_database(path: Path, run: Path) -> None:
    """What a run learned, and its curves beside it, as the room takes them."""
    from machines.app.morph.shipped_player import HISTORY, growth_of
    from machines.morph.room_players import history_bytes

    replace_file(path.with_suffix(HISTORY), history_bytes(growth_of(run)))
    replace_file(path, learner_after(run).to_bytes())


# -- the runs --------------------------------------------------------------------------------------


def _begun(args: argparse.Namespace) -> list[Path]:
    """As many runs as seeds were asked for, each with nothing learned."""
    first = read_config(args)
    check_opponent(first.opponent)
    seeds = 1 if args.seeds is None else read_number(args.seeds, "--seeds", 1, MOST_SEEDS)
    paths: list[Path] = []
    try:
        for number in range(seeds):
            paths.append(
                begin(_place(args, number, seeds), replace(first, seed=first.seed + number))
            )
    except BaseException:
        _take_away(paths)
        raise
    return paths


def begin(path: Path, what: MorphRunConfig) -> Path:
    """A run's record with nothing learned yet.  Raises RefusedError if there is a file already."""
    about = RunMetadata(MACHINE, LEARNING, settings_kept(what), PROGRAM)
    new_run(path, about, Learner(what.settings).to_bytes()).close()
    return path


def _place(args: argparse.Namespace, number: int, seeds: int) -> Path:
    if args.out is None:
        return next_path(data_folder(args.data), MACHINE)
    path = Path(args.out)
    return path if seeds == 1 else path.with_name(f"{path.stem}-{number + 1}{path.suffix}")


def _take_away(paths: Sequence[Path]) -> None:
    for path in paths:
        remove_run(open_run(path, MACHINE))


def _games(path: Path) -> int:
    with read_run(path, MACHINE) as run:
        return run.plays


def _resumed(args: argparse.Namespace) -> list[Path]:
    """The runs of the files, looked through; what is asked for besides must be what they have."""
    paths = [Path(name) for name in args.resume]
    for path in paths:
        run, _ = open_learning(path)
        with run:
            has = config_from_record(run)
            check_same(args, run, has)
            check_opponent(has.opponent)
    return paths


def _wanted(args: argparse.Namespace, paths: Sequence[Path]) -> int:
    """How many games there shall be in each run; kept with it."""
    with contextlib.ExitStack() as files:
        runs = [files.enter_context(open_run(path, MACHINE)) for path in paths]
        most = max(run.plays for run in runs)
        if args.games is not None:
            wanted = read_number(args.games, "--games", 1, MOST_GAMES)
            if wanted < most:
                raise RefusedError("--games", f"are {wanted}; there are {most} already")
        else:
            kept = [run.results().get(WANTED, GAMES) for run in runs]
            wanted = max(most, *(n for n in kept if type(n) is int and 0 < n <= MOST_GAMES), 1)
        for run in runs:
            run.keep_results({WANTED: wanted})
    return wanted


def play(paths: Sequence[Path], wanted: int, jobs: int, scheduler: str | None) -> None:
    """Every run until it has so many games; each game is kept as soon as it is over.

    Raises RefusedError (EngineError) for the first run that can't go on.
    """
    done = {path: _games(path) for path in paths}
    due = [path for path in paths if done[path] < wanted]
    with progress("games", wanted * len(paths), sum(done.values())) as say:
        if len(due) == 1 and scheduler is None:
            others = sum(done.values()) - done[due[0]]
            with open_run(due[0], MACHINE) as run:
                play_on(run, wanted, say=lambda games: say(others + games))
            return

        def follow(task: GameBatch, result: BatchResult) -> GameBatch | None:
            return task if result.refused is None and result.games < wanted else None

        tasks = [GameBatch(path.resolve(), wanted, STRETCH_S) for path in due]
        at = {path.resolve(): path for path in due}
        with contextlib.closing(
            run_tasks(jobs, play_batch, tasks, follow=follow, scheduler=scheduler)
        ) as results:
            for task, result in results:
                done[at[task.path]] = max(result.games, done[at[task.path]])
                say(sum(done.values()))
                if result.refused is not None:
                    raise RefusedError(*result.refused)
