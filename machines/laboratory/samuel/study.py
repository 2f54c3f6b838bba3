"""``main.py learn samuel``: series of games, a process a game, kept game by game."""

import argparse
import contextlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from devices.media.tape import write_tap
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.run_record import RunMetadata
from machines.laboratory.matches.book_agreement import games_in
from machines.laboratory.samuel import report
from machines.laboratory.samuel.files import (
    LEARNING,
    MACHINE,
    SERIES,
    SPAWNED_FROM,
    STUDIES,
    TERM_READINGS,
    VERSION,
    SeriesStudy,
    contest_after,
    find_polynomial,
    heading_on,
    memory_on,
    packed,
    ply_rules,
    polynomial_file,
    study_of,
)
from machines.laboratory.samuel.studies import KINDS, BothStudy, GeneralizationStudy, RoteStudy
from machines.laboratory.study.pool import run_tasks
from machines.laboratory.study.runner import Study, hold_interrupts
from machines.samuel.generalization.coefficients import PowerRule, Rules
from machines.samuel.generalization.combined import abridged, boards_of
from machines.samuel.generalization.series import GAMES
from machines.samuel.rote.tape_format import write_memory
from machines.samuel.settings import ProgramSettings
from machines.samuel.term_table import READINGS
from machines.storage.files import file_exists, read_file, replace_file
from machines.storage.lock import Lock
from machines.storage.option_parsing import Setting, check_same
from machines.storage.program import VERSION as PROGRAM
from machines.storage.run_file import RunFile
from machines.storage.telling import tell_user

RETURNED = "returned"
"""Among a run's results: after how many games it was returned to which."""
TAPES = "tapes"
"""Among a run's results: the digests of what its tape's file had before, and of what was put."""

OTHER_READINGS = (
    "another reading of some terms (docs/research/samuel.md); its games from here on are played "
    "with the one of today, so don't count them together"
)


class SamuelStudy(Study):
    """Series of games of checkers."""

    machine = MACHINE
    command = "learn samuel"
    default_count = GAMES
    most_count = 1_000_000
    several = True
    files = ("tape", "csv", "plot", "punch", "book", "abridge")

    def __init__(self, args: argparse.Namespace, settings: Sequence[Setting]) -> None:
        super().__init__(args, settings)
        self._new_tape = False
        """Whether the run's tape was begun with it."""
        self._returned: dict[Path, bytes] = {}
        """By record, the study of a run that was returned to an earlier game."""

    def places(self) -> dict[str, str | Path | None]:
        """With the file of the polynomial."""
        name = self.args.polynomial
        return {**super().places(), "--polynomial": None if name is None else polynomial_file(name)}

    @property
    def name(self) -> str:
        """Of the records in the data folder."""
        return f"samuel-{self.args.series or 'second'}"

    # -- beginning and going on --------------------------------------------------------------------

    def begin(self) -> Iterator[tuple[RunMetadata, bytes]]:
        """As many runs as seeds were asked for."""
        args = self.args
        asked = self.asked_settings
        seed, series = asked["seed"], asked[SERIES]
        settings = {}
        for setting in self.settings:
            if not setting.of or series in setting.of:
                settings[setting.key] = asked[setting.key]
            elif getattr(args, setting.dest) is not None:
                raise RefusedError(setting.name, f"is nothing of --series {series}")
        seeds = spawn_seeds(seed, args.seeds or 1)
        self._check_begin(series, len(seeds))
        if len(seeds) > 1:
            settings[SPAWNED_FROM] = seed
        settings[TERM_READINGS] = READINGS
        for seed in seeds:
            about = RunMetadata(MACHINE, LEARNING, {**settings, "seed": seed}, PROGRAM)
            yield about, packed(study_of_settings(settings, seed, args))

    def _check_begin(self, series: str, runs: int) -> None:
        """Raises RefusedError for what isn't of that series, or can't be begun."""
        args = self.args
        if args.return_to is not None:
            raise RefusedError("--return-to", "is for a run that there is; expected --resume too")
        if args.punch is not None and series == "rote":
            raise RefusedError("--punch", "is nothing of --series rote: its polynomial is fixed")
        if args.tape is None:
            return
        if series not in ("rote", "both"):
            raise RefusedError("--tape", f"is nothing of --series {series}")
        self._new_tape = not file_exists(args.tape)
        if series == "both" and not self._new_tape:
            raise RefusedError(str(args.tape), "is there already; expected a new tape for both")
        if runs > 1:
            raise RefusedError("--tape", f"is for one run; expected no --seeds {runs}")
        self.held.enter_context(Lock(args.tape.resolve()))

    def resume(self, run: RunFile) -> None:
        """Look at its study; with ``--return-to`` Alpha and Beta become what they were."""
        study = study_of(run)
        if run.about.settings.get(TERM_READINGS, 1) != READINGS:
            tell_user(f"learn: {run.where} was begun with {OTHER_READINGS}")
        game = self.args.return_to
        if game is None:
            return
        if not isinstance(study, GeneralizationStudy) or study.series is None:
            raise RefusedError("--return-to", f"is nothing for {run.where}, which has no Alpha")
        study.series.contest = contest_after(run, game)
        self._returned[run.path] = packed(study)
        if self.args.count is None:
            raise RefusedError("--return-to", "is to be played on from; expected --games too")
        if self.args.count == run.plays:
            raise RefusedError("--games", f"are {run.plays}; there are {run.plays} already")

    def prepare(self, runs: Sequence[RunFile]) -> None:
        """Put the run's memory tape into its file before the first game too."""
        if len({run.about.settings[SERIES] for run in runs}) > 1:
            raise RefusedError("--resume", "names runs of different series; expected one series")
        tape = self.args.tape
        if tape is None:
            return
        study = study_of(runs[0])
        if self.resume_names:
            self.held.enter_context(Lock(tape.resolve()))
            if len(runs) > 1 or isinstance(study, GeneralizationStudy):
                raise RefusedError("--tape", "is for one run of rote learning")
            check_own(runs[0], study, tape)
        data = tape_bytes(study)
        if data is not None:
            if runs[0].results().get(TAPES, [])[-1:] != [digest(data)]:  # else it is the run's own
                before = [digest(read_file(tape))] if file_exists(tape) else []
                runs[0].keep_results({TAPES: [*before, digest(data)]})
            replace_file(tape, data)

    def take_away(self, runs: Sequence[RunFile]) -> None:
        """Remove runs, and a tape that was begun with them."""
        if self._new_tape:
            self.args.tape.unlink(missing_ok=True)
        super().take_away(runs)

    def check_same(self, run: RunFile) -> None:
        """Raises RefusedError; the seed may be the one from which those of several were spawned."""
        has = dict(run.about.settings)
        if has.get(SPAWNED_FROM) == self.args.seed:
            has["seed"] = self.args.seed
        check_same(self.settings, self.args, has, f"the run in {run.where}")

    # -- playing -----------------------------------------------------------------------------------

    def play(self, runs: Sequence[RunFile], wanted: int) -> Generator[int, None, None]:
        """Game after game of every run, by whichever processes."""
        due = []
        results: list[dict[str, Any]] = [{} for _ in runs]
        for number, run in enumerate(runs):
            state = self._returned.get(run.path)
            if state is not None:
                before = run.results().get(RETURNED, [])
                results[number] = {RETURNED: [*before, [run.plays, self.args.return_to]]}
            if run.plays < wanted:
                series, with_tape = str(run.about.settings[SERIES]), self.args.tape is not None
                due.append(GameTask(number, series, state or run.state() or b"", with_tape))

        def follow(task: GameTask, result: GameTaskResult) -> GameTask | None:
            return replace(task, state=result.state) if result.games < wanted else None

        with contextlib.closing(
            run_tasks(self.jobs, play_game_task, due, follow=follow, scheduler=self.scheduler)
        ) as games:
            for task, result in games:
                run, besides = runs[task.run], results[task.run]
                results[task.run] = {}
                with hold_interrupts():
                    if result.tape is not None:
                        put = run.results().get(TAPES, [])
                        besides[TAPES] = [*put[-1:], digest(result.tape)]
                    run.keep(1, result.game, result.state, besides)
                    if result.tape is not None:
                        replace_file(self.args.tape, result.tape)
                yield sum(run.plays for run in runs)

    def report(self, runs: Sequence[RunFile]) -> str:
        """As the paper tells it."""
        return report.print_report(runs, self.args)


@dataclass(frozen=True)
class GameTask:
    """A run whose next game is due."""

    run: int  # Which of the runs, from 0
    series: str
    state: bytes  # The study, packed
    with_tape: bool = False  # Whether its memory tape is wanted


@dataclass(frozen=True)
class GameTaskResult:
    """What became of it."""

    games: int
    """Games that are over now."""
    game: bytes
    """What is kept of the game, packed."""
    state: bytes
    tape: bytes | None = field(default=None, repr=False)
    """The memory tape as a .tap file's bytes, if it is another than before."""


def play_game_task(due: GameTask) -> GameTaskResult:
    """Play the next game of a run; raises RefusedError for a state that is none."""
    study = snapshot.unpack(due.state, STUDIES[due.series], VERSION, f"run {due.run + 1}")
    merges = study.merges
    game = snapshot.pack(study.play_game(), VERSION)
    tape = None
    if due.with_tape and study.merges != merges:
        tape = tape_bytes(study)
    return GameTaskResult(study.games, game, packed(study), tape)


# -- what a run begins with ------------------------------------------------------------------------


def spawn_seeds(seed: int, count: int) -> list[int]:
    """The seed itself for one run; for several, seeds spawned from it."""
    if count == 1:
        return [seed]
    spawned = np.random.SeedSequence(seed).spawn(count)
    return [int(child.generate_state(1, np.uint64)[0] >> 1) for child in spawned]


def study_of_settings(
    settings: Mapping[str, Any], seed: int, args: argparse.Namespace
) -> SeriesStudy:
    """A study that has yet to play.  Raises RefusedError."""
    program = ply_rules(settings["ply"])
    if settings[SERIES] == "rote":
        return _rote_study(settings, seed, program, args)
    name = "first" if settings[SERIES] == "first" else "second"
    rules = Rules.first() if name == "first" else Rules.second(settings["without"])
    rules = replace(rules, power_rule=PowerRule[settings["power_rule"].upper()])
    if settings.get("no_adoption"):
        first, last = map(int, settings["no_adoption"].split("-"))
        rules = replace(rules, no_adoption=(first, last))
    terms = tuple(settings.get("terms", ()))
    study = GeneralizationStudy(name, seed, rules, program, terms, settings["moment"])
    study.check()
    if settings[SERIES] != "both":
        return study
    if (settings["way"] == "c") != (args.abridge is not None):
        raise RefusedError("--abridge", "names the tape of --way c; expected both or neither")
    if args.abridge is None:
        return BothStudy.begin(settings["way"], study)
    polynomial = find_polynomial(settings["polynomial"])
    tape = memory_on(args.abridge, polynomial, program)
    earlier = abridged(boards_of(tape.records), polynomial)
    return BothStudy.begin(settings["way"], study, earlier)


def _rote_study(
    settings: Mapping[str, Any], seed: int, program: ProgramSettings, args: argparse.Namespace
) -> RoteStudy:
    kinds = tuple(settings["games_of"])
    for kind in kinds:
        if kind not in KINDS:
            raise RefusedError("--games-of", f"has {kind!r}; expected of {','.join(KINDS)}")
    if ("book" in kinds) != (args.book is not None):
        raise RefusedError("--book", "names the games of --games-of book; expected both or neither")
    book = games_in(args.book).games if args.book is not None else ()
    polynomial = find_polynomial(settings["polynomial"])
    tape = None
    if args.tape is not None and file_exists(args.tape):
        tape = memory_on(args.tape, polynomial, program)
    return RoteStudy.begin(seed, program, kinds, polynomial, tape, book)


# -- a run's memory tape in its file ---------------------------------------------------------------
# What a run puts there is one of: the tape as the run's state has it, or, where it was killed
# between keeping a game and putting the tape, the one before.  The record knows both by digests.


def digest(data: bytes) -> str:
    """By which a file is known again."""
    return sha256(data).hexdigest()


def tape_bytes(study: SeriesStudy) -> bytes | None:
    """The memory tape as a .tap file has it, if there is one by now."""
    tape = study.memory_tape()
    return None if tape is None else write_tap(write_memory(tape, "memory.tap"))


def check_own(record: RunFile, study: SeriesStudy, path: Path) -> None:
    """Raises RefusedError if what is at ``path`` isn't this run's tape: it would be lost."""
    if not file_exists(path):
        return
    data = read_file(path)
    if digest(data) in record.results().get(TAPES, ()) or data == tape_bytes(study):
        return
    there, mine = heading_on(path).merges, study.merges
    if there > mine:
        raise RefusedError(
            str(path), f"has been merged {there} times; the run in {record.where} {max(mine, 0)}"
        )
    raise RefusedError(
        str(path), f"isn't what the run in {record.where} put there; expected that or a new file"
    )
