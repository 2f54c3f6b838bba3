"""``main.py learn samuel``: series begun or gone on with, a process a game, kept game by game."""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from devices.refusal import RefusedError
from machines.app.commands import VERSION as PROGRAM
from machines.app.commands._work_options import jobs_asked
from machines.app.option_parsing import read_number
from machines.app.samuel import report
from machines.app.samuel.generalization_study import GeneralizationStudy
from machines.app.samuel.options import (
    complete,
    differs,
    seed_asked,
    seeds_asked,
    settings_named,
    study_of_settings,
)
from machines.app.samuel.polynomials import DECKS, file_named
from machines.app.samuel.run_records import (
    LEARNING,
    MACHINE,
    SERIES,
    SPAWNED_FROM,
    contest_after,
    open_learning,
)
from machines.app.samuel.studies import (
    STUDIES,
    VERSION,
    GameTask,
    GameTaskResult,
    Study,
    packed,
    play_game_task,
)
from machines.app.samuel.tape_file import TAPES, check_own, digest, put_tape
from machines.app.storage.files import check_apart, check_writable, file_exists, replace_file
from machines.app.storage.folders import data_folder
from machines.app.storage.lock import Lock
from machines.app.storage.run_file import RunFile
from machines.app.storage.run_store import new_run, next_path, remove_run
from machines.app.study.csv_file import check_csv_place
from machines.app.study.plotting import check_picture_place
from machines.app.study.pool import run_tasks
from machines.app.study.progress import progress
from machines.app.worker.interruptions import interruptions
from machines.run_record import RunMetadata
from machines.snapshot import unpack

MOST_GAMES = 1_000_000
RETURNED = "returned"
"""Among a run's results: after how many games it was returned to which."""
WANTED = "wanted"
"""Among a run's results: how many games were asked for."""


@dataclass
class Run:
    """A run under way."""

    record: RunFile
    state: bytes
    tape: Path | None = None
    new_tape: bool = False
    """Whether there was none when the run was begun."""
    results: dict[str, Any] = field(default_factory=dict)
    """To be kept with the next game."""

    @property
    def series(self) -> str:
        """Which series it is."""
        return str(self.record.about.settings[SERIES])


def learn(args: argparse.Namespace) -> int:
    """Play what is missing, then tell of all; raises RefusedError, or KeyboardInterrupt with every
    game that is over kept."""
    _check(args)
    jobs = jobs_asked(args)
    with contextlib.ExitStack() as files:
        if args.tape is not None:
            files.enter_context(Lock(Path(args.tape).resolve()))
        runs = _resumed(args, files) if args.resume else _begun(args, files)
        wanted = _wanted(args, runs)
        try:
            for run in runs:
                run.record.keep_results({WANTED: wanted})
            _play(runs, wanted, jobs, args.scheduler)
        except KeyboardInterrupt:
            _say(f"interrupted; learn samuel --resume {_names(runs)} goes on")
            raise
        except RefusedError:
            if not args.resume and not any(run.record.plays for run in runs):
                _take_away(runs)
            raise
        _say(f"the games are kept in {_names(runs)}")
        print(report.print_report([run.record for run in runs], args))
    return 0


def _say(words: str) -> None:
    sys.stderr.write(f"learn: {words}\n")


def _names(runs: Sequence[Run]) -> str:
    return " ".join(str(run.record.path) for run in runs)


# -- what is asked for -----------------------------------------------------------------------------


def _check(args: argparse.Namespace) -> None:
    """Raises RefusedError for what can't be done or written, before anything is."""
    _check_apart(args, [] if args.run is None else [args.run])
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    for option, suffixes in (("tape", (".tap",)), ("punch", DECKS)):
        name = getattr(args, option)
        if name is not None:
            if Path(name).suffix.lower() not in suffixes:
                raise RefusedError(f"--{option}", f"is {name}; expected {' or '.join(suffixes)}")
            check_writable(Path(name))
    read_number(args.print_every, "--print-every", 1, MOST_GAMES)
    if args.games is not None:
        read_number(args.games, "--games", 1, MOST_GAMES)
    if args.return_to is not None and not args.resume:
        raise RefusedError("--return-to", "is for a run that there is; expected --resume too")


def _check_apart(args: argparse.Namespace, runs: Sequence[str]) -> None:
    """Raises RefusedError where a file that is read or written would be lost to another."""
    options = ("tape", "csv", "plot", "punch", "book", "abridge")
    places = {f"--{name}": getattr(args, name) for name in options}
    if args.polynomial is not None:
        places["--polynomial"] = file_named(args.polynomial)
    places |= {f"--run {name}": name for name in runs}
    check_apart(places | {f"--resume {name}": name for name in args.resume or ()})


# -- beginning and going on ------------------------------------------------------------------------


def _begun(args: argparse.Namespace, files: contextlib.ExitStack) -> list[Run]:
    settings = complete(settings_named(args))
    seeds = seeds_asked(args)
    if args.punch is not None and settings[SERIES] == "rote":
        raise RefusedError("--punch", "is nothing of --series rote: its polynomial is fixed")
    if args.tape is not None:
        if settings[SERIES] not in ("rote", "both"):
            raise RefusedError("--tape", f"is nothing of --series {settings[SERIES]}")
        if settings[SERIES] == "both" and file_exists(Path(args.tape)):
            raise RefusedError(args.tape, "is there already; expected a new tape for both")
        if len(seeds) > 1:
            raise RefusedError("--tape", f"is for one run; expected no --seeds {len(seeds)}")
    states = [packed(study_of_settings(settings, seed, args)) for seed in seeds]
    if len(seeds) > 1:
        settings[SPAWNED_FROM] = seed_asked(args)
    if args.run is not None:
        _check_apart(args, [str(_path(args, "", n, len(seeds))) for n in range(1, len(seeds) + 1)])
    runs: list[Run] = []
    try:
        for number, (seed, state) in enumerate(zip(seeds, states, strict=True), 1):
            path = _path(args, str(settings[SERIES]), number, len(seeds))
            about = RunMetadata(MACHINE, LEARNING, {**settings, "seed": seed}, PROGRAM)
            record = files.enter_context(new_run(path, about, state))
            tape = None if args.tape is None else Path(args.tape)
            runs.append(Run(record, state, tape, tape is not None and not file_exists(tape)))
            _put_tape(runs[-1])
    except RefusedError:  # all or none
        _take_away(runs)
        raise
    return runs


def _take_away(runs: Sequence[Run]) -> None:
    """Runs that were begun and can't go on before their first game, and tapes begun with them."""
    for run in runs:
        if run.tape is not None and run.new_tape:
            run.tape.unlink(missing_ok=True)
        remove_run(run.record)


def _path(args: argparse.Namespace, series: str, number: int, count: int) -> Path:
    if args.run is None:
        return next_path(data_folder(args.data), f"samuel-{series}")
    path = Path(args.run)
    return path if count == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


def _resumed(args: argparse.Namespace, files: contextlib.ExitStack) -> list[Run]:
    """The runs of the files; what is asked for besides must be what they have."""
    if args.run is not None or args.seeds is not None:
        raise RefusedError("--resume", "has runs already; expected no --run and no --seeds with it")
    asked = settings_named(args)
    if args.seed is not None:
        asked["seed"] = seed_asked(args)
    runs = []
    for name in args.resume:
        record, state = open_learning(Path(name))
        files.enter_context(record)
        has = record.about.settings
        for what, value in asked.items():
            if value != has.get(what) and (what != "seed" or value != has.get(SPAWNED_FROM)):
                raise RefusedError(f"--{what.replace('_', '-')}", differs(what, value, record))
        runs.append(Run(record, state, None if args.tape is None else Path(args.tape)))
        if args.return_to is not None:
            _return(runs[-1], read_number(args.return_to, "--return-to", 0, MOST_GAMES))
    if len({run.series for run in runs}) > 1:
        raise RefusedError("--resume", "names runs of different series; expected one series")
    if args.tape is not None:
        _check_tape(args, runs)
        _put_tape(runs[0])
    return runs


def _return(run: Run, game: int) -> None:
    """Both players as they were after that game; the games stay in the record."""
    study = _study_of(run)
    if not isinstance(study, GeneralizationStudy) or study.series is None:
        raise RefusedError("--return-to", f"is nothing for {run.record.where}, which has no Alpha")
    study.series.contest = contest_after(run.record, game)
    run.state = packed(study)
    before = run.record.results().get(RETURNED, [])
    run.results = {RETURNED: [*before, [run.record.plays, game]]}


def _check_tape(args: argparse.Namespace, runs: Sequence[Run]) -> None:
    """Raises RefusedError if the run's memory would take the place of one that isn't its own."""
    study = _study_of(runs[0])
    if len(runs) > 1 or isinstance(study, GeneralizationStudy):
        raise RefusedError("--tape", "is for one run of rote learning")
    check_own(runs[0].record, study, Path(args.tape))


def _study_of(run: Run) -> Study:
    return unpack(run.state, STUDIES[run.series], VERSION, run.record.where)


def _wanted(args: argparse.Namespace, runs: Sequence[Run]) -> int:
    """How many games there shall be in each run."""
    most = max(run.record.plays for run in runs)
    if args.games is None and args.resume is None:
        return report.GAMES
    if args.games is None and args.return_to is not None:
        raise RefusedError("--return-to", "is to be played on from; expected --games too")
    if args.games is None:
        kept = [run.record.results().get(WANTED, most) for run in runs]
        return max(most, *(n for n in kept if type(n) is int and 0 < n <= MOST_GAMES), 1)
    games = read_number(args.games, "--games", 1, MOST_GAMES)
    if games < most + (args.return_to is not None):
        raise RefusedError("--games", f"are {games}; there are {most} already")
    return games


# -- playing ---------------------------------------------------------------------------------------


def _put_tape(run: Run) -> None:
    """The run's memory tape in its file, before the first game too."""
    if run.tape is not None:
        put_tape(run.record, _study_of(run), run.tape)


def _play(runs: Sequence[Run], wanted: int, jobs: int, scheduler: str | None) -> None:
    """Every run until it has so many games; each game is kept as soon as it is over."""
    due = [
        GameTask(number, run.series, run.state, run.tape is not None)
        for number, run in enumerate(runs)
        if run.record.plays < wanted
    ]

    def follow(task: GameTask, turned: GameTaskResult) -> GameTask | None:
        return replace(task, state=turned.state) if turned.games < wanted else None

    with (
        progress("games", wanted * len(runs), sum(run.record.plays for run in runs)) as say,
        contextlib.closing(
            run_tasks(jobs, play_game_task, due, follow=follow, scheduler=scheduler)
        ) as results,
    ):
        for task, turned in results:
            run = runs[task.run]
            with interruptions() as interrupted:
                if turned.tape is not None:
                    put = run.record.results().get(TAPES, [])
                    run.results[TAPES] = [*put[-1:], digest(turned.tape)]
                run.record.keep(1, turned.game, turned.state, run.results)
                run.results = {}
                if run.tape is not None and turned.tape is not None:
                    replace_file(run.tape, turned.tape)
            say(sum(run.record.plays for run in runs))
            if interrupted:
                raise KeyboardInterrupt
