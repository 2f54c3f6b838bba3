"""Long runs, whatever machine makes them: begun or gone on with, kept block by block, reported.

A machine's study says what its runs begin with, what a block is and what the report shows
(:class:`Study`); :func:`run_study` does what all have in common.  A run is one record
(machines/exhibit/run_record.py), so that Ctrl-C loses only the block under way.
"""

import argparse
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from devices.interruptions import Interrupted, interruptions
from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata
from machines.laboratory.study.pool import read_jobs
from machines.laboratory.study.progress import follow, progress
from machines.storage.files import check_apart
from machines.storage.folders import data_folder
from machines.storage.option_parsing import Setting, asked_settings, check_same
from machines.storage.run_file import RunFile
from machines.storage.run_store import new_run, next_path, open_run, read_run, remove_run
from machines.storage.telling import tell_user

WANTED, SECONDS = "wanted", "seconds"
"""Among a run's results: how many blocks were asked for in all, and how long they have taken."""


FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What values lead to that don't go together."""


class Study(ABC):
    """What a machine says of its long runs.

    The command's options are ``--resume``, ``--out`` for the new run's file, one for how many
    blocks there shall be in all (``count``), and those of ``settings``, from which a run follows.
    """

    machine: str
    """As records have it."""
    command: str
    """As it is typed: ``learn anaconda``."""
    unit: str = "games"
    """What is counted."""
    count_option: str = "--games"
    default_count: int
    """How many, if none are asked for."""
    most_count: int
    several: bool = False
    """Whether ``--seeds`` begins several runs, and ``--resume`` takes several."""
    quiet: bool = False
    """Whether nothing is said of where runs are kept."""
    files: Sequence[str] = ("csv", "plot")
    """Options that name other files, which are written or read."""

    def __init__(self, args: argparse.Namespace, settings: Sequence[Setting] = ()) -> None:
        """Raises RefusedError where the options don't go together."""
        self.args, self.settings = args, settings
        self.held = contextlib.ExitStack()
        """What is let go when the study is over."""
        self.scheduler: str | None = getattr(args, "scheduler", None)
        self.jobs = read_jobs(args)
        self.resume_names = [args.resume] if isinstance(args.resume, str) else args.resume or []
        check_apart(self.places())
        if args.resume is not None and (
            args.out is not None or getattr(args, "seeds", None) is not None
        ):
            others = "--out or --seeds" if self.several else "--out"
            raise RefusedError("--resume", f"has its runs already; expected no {others} with it")

    def places(self) -> dict[str, str | Path | None]:
        """The files that the options name, by option."""
        named = {f"--{name}": getattr(self.args, name) for name in self.files}
        return {**{f"--resume {name}": name for name in self.resume_names}, **named}

    @property
    def asked_settings(self) -> dict[str, Any]:
        """The settings, as a record has them."""
        return asked_settings(self.settings, self.args)

    @property
    def name(self) -> str:
        """Of the records in the data folder."""
        return self.machine

    # -- what a machine says -----------------------------------------------------------------------

    @abstractmethod
    def begin(self) -> Iterable[tuple[RunMetadata, bytes]]:
        """What each new run is of, and the state in which it begins.  Raises RefusedError."""

    @abstractmethod
    def resume(self, run: RunFile) -> None:
        """Look through a run that is to be gone on with.  Raises RefusedError if it can't be."""

    def prepare(self, runs: Sequence[RunFile]) -> None:
        """What else is done before the first block.  Raises RefusedError."""
        return

    @abstractmethod
    def play(self, runs: Sequence[RunFile], wanted: int) -> Generator[int, None, None]:
        """Play until each has as many blocks as wanted; how many all have, after each that is kept.

        It may close the runs.  Raises RefusedError for what can't go on.
        """

    @abstractmethod
    def report(self, runs: Sequence[RunFile]) -> str:
        """Print what came of the runs and write what was asked for; the RESULT line."""

    def take_away(self, runs: Sequence[RunFile]) -> None:
        """Remove runs that were begun and can't go on before their first block."""
        for run in runs:
            remove_run(run)

    def check_same(self, run: RunFile) -> None:
        """Raises RefusedError where what is asked for differs from what the run has."""
        check_same(self.settings, self.args, run.about.settings, f"the run in {run.where}")

    def say(self, words: str) -> None:
        """A line on standard error."""
        tell_user(f"{self.args.command}: {words}")


# -- what all have in common -----------------------------------------------------------------------


def run_study(study: Study) -> int:
    """Play what is missing, then report; the exit status.

    Raises RefusedError, or KeyboardInterrupt with every block that is over kept.
    """
    with study.held as held, _foreign(study.resume_names):
        runs = _open_runs(study, held) if study.resume_names else _begin_runs(study, held)
        wanted = _count_wanted(study, runs)
        names = " ".join(str(run.path) for run in runs)
        try:
            for run in runs:
                run.keep_results({WANTED: wanted})
            done = sum(run.plays for run in runs)
            with progress(study.unit, wanted * len(runs), done) as tell:
                follow(study.play(runs, wanted), tell)
        except KeyboardInterrupt:
            study.say(f"interrupted; {study.command} --resume {names} goes on")
            raise
        except RefusedError:
            held.close()
            kept = bool(study.resume_names)
            for run in runs:  # whoever wrote its blocks
                with read_run(run.path, study.machine) as record:
                    kept = kept or record.plays > 0
            if kept:
                study.say(f"the {study.unit} are kept; {study.command} --resume {names} goes on")
            else:
                study.take_away(runs)
            raise
        if not study.quiet:
            study.say(f"the {study.unit} are kept in {names}")
    with contextlib.ExitStack() as held, _foreign(study.resume_names):
        print(study.report([held.enter_context(read_run(r.path, study.machine)) for r in runs]))
    return 0


@contextlib.contextmanager
def _foreign(names: Sequence[str]) -> Iterator[None]:
    """What a run's file leads to that no run leaves behind is the file's fault."""
    try:
        yield
    except FAULTS as error:
        if not names or isinstance(error, RefusedError):
            raise
        fault = f"{type(error).__name__}: {error}"
        raise RefusedError(" ".join(names), f"holds what no run leaves behind ({fault})") from error


def _begin_runs(study: Study, held: contextlib.ExitStack) -> list[RunFile]:
    """New runs, all or none."""
    begun = list(study.begin())
    places = _new_places(study, len(begun))
    runs: list[RunFile] = []
    wanted = {WANTED: study.args.count or study.default_count}
    try:
        for place, (about, state) in zip(places, begun, strict=True):
            path = place or next_path(data_folder(study.args.data), study.name)
            runs.append(held.enter_context(new_run(path, about, state, wanted)))
        study.prepare(runs)
    except BaseException:
        study.take_away(runs)
        raise
    return runs


def _new_places(study: Study, count: int) -> list[Path | None]:
    """Where new runs are kept; None: in the data folder."""
    if study.args.out is None:
        return [None] * count
    out = Path(study.args.out)
    if count == 1:
        check_apart({"--out": out, **study.places()})
        return [out]
    places = [out.with_name(f"{out.stem}-{number}{out.suffix}") for number in range(1, count + 1)]
    check_apart({**{f"--out {place}": place for place in places}, **study.places()})
    return [*places]


def _open_runs(study: Study, held: contextlib.ExitStack) -> list[RunFile]:
    """The runs that are there; what is asked for besides must be what they have."""
    runs = []
    for name in study.resume_names:
        runs.append(held.enter_context(open_run(Path(name), study.machine)))
        study.resume(runs[-1])
        study.check_same(runs[-1])
    study.prepare(runs)
    return runs


def _count_wanted(study: Study, runs: Sequence[RunFile]) -> int:
    """How many blocks there shall be in each run.  Raises RefusedError."""
    most = max(run.plays for run in runs)
    if study.args.count is not None:
        asked = int(study.args.count)
        if asked < most:
            raise RefusedError(study.count_option, f"are {asked}; there are {most} already")
        return asked
    wanted = [run.results().get(WANTED, max(study.default_count, run.plays)) for run in runs]
    for run, number in zip(runs, wanted, strict=True):
        if type(number) is not int or not run.plays <= number <= study.most_count:
            raise RefusedError(
                str(run.path),
                f"says that {number} {study.unit} are {WANTED}; expected {run.plays} to "
                f"{study.most_count}, or {study.count_option}",
            )
    return int(max(wanted))


@contextlib.contextmanager
def hold_interrupts() -> Iterator[None]:
    """An ending meanwhile, while a block is being kept, is heard when it is kept."""
    with interruptions() as interrupted:
        yield
    if interrupted:
        raise Interrupted(interrupted[0])


def seconds_of(run: RunFile) -> float:
    """How long all its blocks have taken."""
    value = run.results().get(SECONDS, 0.0)
    return float(value) if isinstance(value, int | float) else 0.0
