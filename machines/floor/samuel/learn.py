"""``main.py learn samuel``: series begun or gone on with, a process a game, kept game by game."""

import argparse
import contextlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from devices.refusal import RefusedError
from machines.floor.commands import VERSION as PROGRAM
from machines.floor.commands._work import jobs_asked
from machines.floor.csv_file import check_csv_place
from machines.floor.files import check_apart, check_place, is_there, read_file, replace_file
from machines.floor.folders import data_folder
from machines.floor.interruptions import interruptions
from machines.floor.options import read_number
from machines.floor.plotting import check_picture_place
from machines.floor.pool import done_by
from machines.floor.progress import progress
from machines.floor.records import new_run, next_path
from machines.floor.run_file import RunFile
from machines.floor.samuel import told
from machines.floor.samuel.book import games_in
from machines.floor.samuel.both_study import BothStudy, abridged_tape
from machines.floor.samuel.general_study import GeneralizationStudy
from machines.floor.samuel.players import LEAST_PLY, MOST_PLY, heading_on, memory_on, settings_at
from machines.floor.samuel.polynomials import (
    DECKS,
    polynomial_named,
)
from machines.floor.samuel.rote_study import KINDS, RoteStudy
from machines.floor.samuel.runs import LEARNING, MACHINE, SERIES, open_learning
from machines.floor.samuel.studies import (
    STUDIES,
    VERSION,
    Study,
    Turn,
    Turned,
    packed,
    tape_bytes,
    turn,
)
from machines.runs import About
from machines.samuel.generalization.both import Partial
from machines.samuel.generalization.coefficients import PowerRule
from machines.samuel.generalization.rules import Rules
from machines.samuel.settings import Settings
from machines.snapshot import unpack

MOST_GAMES = 1_000_000
MOST_SEEDS = 10_000
MOST_SEED = (1 << 63) - 1
WANTED = "wanted"
"""Among a run's results: how many games were asked for."""


@dataclass
class Run:
    """A run under way."""

    record: RunFile
    state: bytes
    tape: Path | None = None

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
        runs = _resumed(args, files) if args.resume else _begun(args, files)
        wanted = _wanted(args, runs)
        for run in runs:
            run.record.keep_results({WANTED: wanted})
            _put_tape(run)
        try:
            _play(runs, wanted, jobs, args.scheduler)
        except KeyboardInterrupt:
            _say(f"interrupted; learn samuel --resume {_names(runs)} goes on")
            raise
        _say(f"the games are kept in {_names(runs)}")
        print(told.tell([run.record for run in runs], args))
    return 0


def _say(words: str) -> None:
    sys.stderr.write(f"learn: {words}\n")


def _names(runs: Sequence[Run]) -> str:
    return " ".join(str(run.record.path) for run in runs)


# -- what is asked for -----------------------------------------------------------------------------


def _check(args: argparse.Namespace) -> None:
    """Raises RefusedError for what can't be done or written, before anything is."""
    places = {f"--{name}": getattr(args, name) for name in ("tape", "csv", "plot", "punch")}
    check_apart({**places, "--run": args.run} | {f"--resume {n}": n for n in args.resume or ()})
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    for option, suffixes in (("tape", (".tap",)), ("punch", DECKS)):
        name = getattr(args, option)
        if name is not None:
            if Path(name).suffix.lower() not in suffixes:
                raise RefusedError(f"--{option}", f"is {name}; expected {' or '.join(suffixes)}")
            check_place(Path(name))
    read_number(args.print_every, "--print-every", 1, MOST_GAMES)
    if args.games is not None:
        read_number(args.games, "--games", 1, MOST_GAMES)


def _settings(args: argparse.Namespace) -> dict[str, Any]:
    """What was asked for by name, as a record has it; what wasn't is left out."""
    found: dict[str, Any] = {}
    if args.series is not None:
        found[SERIES] = args.series
    if args.ply is not None:
        found["ply"] = read_number(args.ply, "--ply", LEAST_PLY, MOST_PLY)
    for name in ("without", "power_rule", "moment", "polynomial", "way"):
        if getattr(args, name) is not None:
            found[name] = getattr(args, name)
    if args.terms is not None:
        found["terms"] = args.terms.upper().split(",")
    if args.games_of is not None:
        found["games_of"] = args.games_of.split(",")
    if args.book is not None:
        found["book"] = sha256(read_file(Path(args.book))).hexdigest()[:16]
    if args.abridge is not None:
        found["abridge"] = sha256(read_file(Path(args.abridge))).hexdigest()[:16]
    return found


DEFAULTS: Mapping[str, Any] = {"ply": 3}
_FIRST = {"power_rule": "table", "moment": False}
_SECOND = {**_FIRST, "without": "", "terms": []}
OF_SERIES: Mapping[str, Mapping[str, Any]] = {
    "first": _FIRST,
    "second": _SECOND,
    "both": {**_SECOND, "way": "b", "abridge": "", "polynomial": "standard"},
    "rote": {"polynomial": "standard", "games_of": ["self"], "book": ""},
}
"""The settings that each series has, and what they are if they aren't named."""


def _complete(asked: dict[str, Any]) -> dict[str, Any]:
    """With everything that wasn't named.  Raises RefusedError for what isn't of the series."""
    series = asked.get(SERIES, "second")
    every = {SERIES: series, **DEFAULTS, **OF_SERIES[series]}
    for name in asked:
        if name not in every:
            raise RefusedError(f"--{name.replace('_', '-')}", f"is nothing of --series {series}")
    return {**every, **asked}


def _machine_settings(ply: int) -> Settings:
    """As the 704 looked ahead: plain minimax, so that machine time is the program's own."""
    return replace(settings_at(ply), alpha_beta=0)


def _study(settings: Mapping[str, Any], seed: int, args: argparse.Namespace) -> Study:
    """A study that has yet to play.  Raises RefusedError."""
    ply = _machine_settings(settings["ply"])
    if settings[SERIES] == "rote":
        return _rote_study(settings, seed, ply, args)
    name = "first" if settings[SERIES] == "first" else "second"
    rules = Rules.first() if name == "first" else Rules.second(settings["without"])
    rules = replace(rules, power_rule=PowerRule[settings["power_rule"].upper()])
    study = GeneralizationStudy(
        name, seed, rules, ply, tuple(settings.get("terms", ())), settings["moment"]
    )
    study.check()
    if settings[SERIES] == "both":
        return BothStudy.begin(settings["way"], study, _earlier(settings, ply, args))
    return study


def _earlier(
    settings: Mapping[str, Any], ply: Settings, args: argparse.Namespace
) -> tuple[Partial, ...]:
    """The boards of the abridged tape with which the way (c) begins."""
    if (settings["way"] == "c") != (args.abridge is not None):
        raise RefusedError("--abridge", "names the tape of --way c; expected both or neither")
    if args.abridge is None:
        return ()
    polynomial = polynomial_named(settings["polynomial"])
    return abridged_tape(memory_on(Path(args.abridge), polynomial, ply), polynomial)


def _rote_study(
    settings: Mapping[str, Any], seed: int, ply: Settings, args: argparse.Namespace
) -> RoteStudy:
    kinds = tuple(settings["games_of"])
    for kind in kinds:
        if kind not in KINDS:
            raise RefusedError("--games-of", f"has {kind!r}; expected of {','.join(KINDS)}")
    if ("book" in kinds) != (args.book is not None):
        raise RefusedError("--book", "names the games of --games-of book; expected both or neither")
    book = games_in(Path(args.book)) if args.book is not None else ()
    polynomial = polynomial_named(settings["polynomial"])
    tape = None
    if args.tape is not None and is_there(Path(args.tape)):
        tape = memory_on(Path(args.tape), polynomial, ply)
    return RoteStudy.begin(seed, ply, kinds, polynomial, tape, book)


# -- beginning and going on ------------------------------------------------------------------------


def _seeds(args: argparse.Namespace) -> list[int]:
    """The seed itself for one run; for several, seeds spawned from it."""
    seed = read_number(args.seed or "1", "--seed", 0, MOST_SEED)
    count = read_number(args.seeds or "1", "--seeds", 1, MOST_SEEDS)
    if count == 1:
        return [seed]
    spawned = np.random.SeedSequence(seed).spawn(count)
    return [int(one.generate_state(1, np.uint64)[0] >> 1) for one in spawned]


def _begun(args: argparse.Namespace, files: contextlib.ExitStack) -> list[Run]:
    settings = _complete(_settings(args))
    seeds = _seeds(args)
    if args.punch is not None and settings[SERIES] == "rote":
        raise RefusedError("--punch", "is nothing of --series rote: its polynomial is fixed")
    if args.tape is not None:
        if settings[SERIES] not in ("rote", "both"):
            raise RefusedError("--tape", f"is nothing of --series {settings[SERIES]}")
        if settings[SERIES] == "both" and is_there(Path(args.tape)):
            raise RefusedError(args.tape, "is there already; expected a new tape for both")
        if len(seeds) > 1:
            raise RefusedError("--tape", f"is for one run; expected no --seeds {len(seeds)}")
    states = [packed(_study(settings, seed, args)) for seed in seeds]
    runs = []
    for number, (seed, state) in enumerate(zip(seeds, states, strict=True), 1):
        path = _path(args, str(settings[SERIES]), number, len(seeds))
        about = About(MACHINE, LEARNING, {**settings, "seed": seed}, PROGRAM)
        record = files.enter_context(new_run(path, about, state))
        runs.append(Run(record, state, None if args.tape is None else Path(args.tape)))
    return runs


def _path(args: argparse.Namespace, series: str, number: int, count: int) -> Path:
    if args.run is None:
        return next_path(data_folder(args.data), f"samuel-{series}")
    path = Path(args.run)
    return path if count == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


def _resumed(args: argparse.Namespace, files: contextlib.ExitStack) -> list[Run]:
    """The runs of the files; what is asked for besides must be what they have."""
    if args.run is not None or args.seeds is not None:
        raise RefusedError("--resume", "has runs already; expected no --run and no --seeds with it")
    asked = _settings(args)
    if args.seed is not None:
        asked["seed"] = read_number(args.seed, "--seed", 0, MOST_SEED)
    runs = []
    for name in args.resume:
        record, state = open_learning(Path(name))
        files.enter_context(record)
        has = record.about.settings
        for what, value in asked.items():
            if value != has.get(what):
                option = f"--{what.replace('_', '-')}"
                raise RefusedError(
                    option, f"is {value}; the run in {record.where} has {has.get(what)}"
                )
        runs.append(Run(record, state, None if args.tape is None else Path(args.tape)))
    if len({run.series for run in runs}) > 1:
        raise RefusedError("--resume", "names runs of different series; expected one series")
    if args.tape is not None:
        _check_tape(args, runs)
    return runs


def _check_tape(args: argparse.Namespace, runs: Sequence[Run]) -> None:
    """Raises RefusedError if the run's memory would take the place of one that isn't its own."""
    study = _study_of(runs[0])
    if len(runs) > 1 or isinstance(study, GeneralizationStudy):
        raise RefusedError("--tape", "is for one run of rote learning")
    path, mine = Path(args.tape), study.merges
    if not is_there(path):
        return
    there = heading_on(path).merges
    if there > mine:
        raise RefusedError(
            args.tape, f"has been merged {there} times; the run in {runs[0].record.where} {mine}"
        )


def _study_of(run: Run) -> Study:
    return unpack(run.state, STUDIES[run.series], VERSION, run.record.where)


def _wanted(args: argparse.Namespace, runs: Sequence[Run]) -> int:
    """How many games there shall be in each run."""
    most = max(run.record.plays for run in runs)
    if args.games is None and args.resume is None:
        return told.GAMES
    if args.games is None:
        kept = [run.record.results().get(WANTED, most) for run in runs]
        return max(most, *(n for n in kept if type(n) is int and 0 < n <= MOST_GAMES), 1)
    games = read_number(args.games, "--games", 1, MOST_GAMES)
    if games < most:
        raise RefusedError("--games", f"are {games}; there are {most} already")
    return games


# -- playing ---------------------------------------------------------------------------------------


def _put_tape(run: Run) -> None:
    """The run's memory tape in its file, before the first game too."""
    if run.tape is None:
        return
    data = tape_bytes(_study_of(run))
    if data is not None:
        replace_file(run.tape, data)


def _play(runs: Sequence[Run], wanted: int, jobs: int, scheduler: str | None) -> None:
    """Every run until it has so many games; each game is kept as soon as it is over."""
    due = [
        Turn(number, run.series, run.state, run.tape is not None)
        for number, run in enumerate(runs)
        if run.record.plays < wanted
    ]

    def follow(task: Turn, turned: Turned) -> Turn | None:
        return replace(task, state=turned.state) if turned.games < wanted else None

    with (
        progress("games", wanted * len(runs), sum(run.record.plays for run in runs)) as say,
        contextlib.closing(done_by(jobs, turn, due, follow=follow, scheduler=scheduler)) as results,
    ):
        for task, turned in results:
            run = runs[task.run]
            with interruptions() as interrupted:
                run.record.keep(1, turned.game, turned.state)
                if run.tape is not None and turned.tape is not None:
                    replace_file(run.tape, turned.tape)
            say(sum(run.record.plays for run in runs))
            if interrupted:
                raise KeyboardInterrupt
