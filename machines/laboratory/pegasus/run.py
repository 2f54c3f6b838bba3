"""``main.py pegasus run``: plays of the Pegasus program, beside what was printed in 1963."""

import argparse
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from devices.media.tape_files import SUFFIXES
from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata
from machines.games.noughts.tape_file import file_of
from machines.laboratory.study.intervals import CENTRAL, CONFIDENCE
from machines.laboratory.study.outputs import print_table, result_line, save_chart, write_outputs
from machines.laboratory.study.progress import Done, progress
from machines.laboratory.study.runner import Study, hold_interrupts, run_study
from machines.pegasus.odds import SET_OF_PLAYS
from machines.pegasus.odds_tape import KIND, odds_of_file
from machines.pegasus.play_quality import outlook
from machines.pegasus.printout import Figure, figure_of, printed_page, test_name
from machines.pegasus.program import Pegasus, blocks
from machines.pegasus.study import (
    FROZEN,
    MACHINE,
    MOST_PLAYS,
    StudyConfig,
    commonest,
    find_emergence,
    play_on,
    plays_of,
    put_together,
)
from machines.pegasus.study import Study as PegasusRun
from machines.storage.media_files import last_file_of
from machines.storage.option_parsing import Setting
from machines.storage.program import VERSION
from machines.storage.run_file import RunFile
from machines.storage.run_store import read_run

if TYPE_CHECKING:
    from devices.screen.parts.figures import FigureState

Floats = npt.NDArray[np.float64]


def frozen_sides(settings: StudyConfig) -> tuple[Floats | None, Floats | None]:
    """The chances of Nought and of Cross where one of them is frozen, else None.

    Raises RefusedError for a file that has none.
    """
    nought, cross = (
        odds_in(_file(text)) if text.startswith(FROZEN) else None
        for text in (settings.nought, settings.cross)
    )
    return nought, cross


def _file(text: str) -> Path:
    name = text.removeprefix(FROZEN)
    if not name:
        raise RefusedError(text, "names no file; expected one, such as frozen:run.sqlite")
    return Path(name)


def odds_in(path: Path) -> Floats:
    """The chances (positions x 9) that are kept in a file, of both sides.  Raises RefusedError."""
    if path.suffix.lower() in SUFFIXES:
        found = last_file_of(path, KIND)
        if found is None:
            raise RefusedError(path.name, f"holds no file of {KIND}; expected one")
        records, where = found
        return odds_of_file(file_of(records, KIND, where), where).chances
    with read_run(path, MACHINE) as record:
        return PegasusRun.of_run(record).program.chances


MOST_MEANT = 1_000_000_000
"""Plays in all runs of which a mean is made: every hundred of every run is held."""
PLAYS = 1000
"""If none are asked for."""
COLUMNS = ("first", "last", "nought", "draws", "cross")

Integers = npt.NDArray[np.int64]


class PegasusStudy(Study):
    """Plays of one run that is kept."""

    machine = MACHINE
    command = "pegasus run"
    unit = "plays"
    count_option = "--plays"
    default_count = PLAYS
    most_count = MOST_PLAYS
    quiet = True

    @property
    def config(self) -> StudyConfig:
        """What was asked for.  Raises RefusedError where it is out of range."""
        asked = self.asked_settings
        fixed = asked.get("origin", "fixed") == "fixed"
        infinite = asked.pop("last_infinite", fixed)
        if fixed and "d" in asked:
            raise RefusedError("--d", "is of a sliding origin; expected --origin each or hundreds")
        d = 1.0 if fixed else asked.pop("d", 0.9)
        settings = StudyConfig(**asked, d=d, last_infinite=infinite)
        settings.reinforcement()
        return settings

    def new(self) -> PegasusRun:
        """With the odds as at the start."""
        settings = self.config
        return PegasusRun.begin(settings, frozen_sides(settings))

    def begin(self) -> Iterator[tuple[RunMetadata, bytes]]:
        """With the odds as at the start."""
        study = self.new()
        yield study.settings.about(VERSION), study.state()

    def resume(self, run: RunFile) -> None:
        """Look at its odds and its plays."""
        PegasusRun.of_run(run)
        plays_of(run)  # refuses damaged plays before any are added to them

    def play(self, runs: Sequence[RunFile], wanted: int) -> Generator[int, None, None]:
        """Block after block."""
        (run,) = runs
        kept = play_on(PegasusRun.of_run(run), run, wanted)
        while True:
            with hold_interrupts():
                plays = next(kept, None)
            if plays is None:
                return
            yield plays

    def report(self, runs: Sequence[RunFile]) -> str:
        """See :func:`print_run`."""
        (run,) = runs
        return print_run(self.args, PegasusRun.of_run(run), plays_of(run))


def play_runs(args: argparse.Namespace, settings: Sequence[Setting]) -> int:
    """Play; the exit status."""
    plays = PLAYS if args.count is None else args.count
    kept = args.out is not None or args.resume is not None
    if args.runs > 1 and args.runs * plays > MOST_MEANT:
        what = f"of {plays} plays are too many; expected at most {MOST_MEANT} plays in all"
        raise RefusedError("--runs", f"{args.runs} {what}")
    if args.runs > 1 and (args.print or kept):
        raise RefusedError("--runs", "is for a mean; expected no --print, --out or --resume")
    study = PegasusStudy(args, settings)
    if kept:
        return run_study(study)
    if args.runs > 1:
        print(_print_means(args, study.config, plays))
    else:
        new = study.new()
        print(print_run(args, new, new.program.play(plays)))
    return 0


# One run.


def print_run(args: argparse.Namespace, study: PegasusRun, games: Integers) -> str:
    """Print what came of a run and write what was asked for; the RESULT line."""
    figure = figure_of(study.settings.nought, study.settings.cross)
    if args.print:
        tests = [
            (test_name(at), [int(record) for record in games[at : at + SET_OF_PLAYS]])
            for at in range(0, len(games), SET_OF_PLAYS)
        ]
        print(printed_page(tests), end="")
    else:
        _print_tables(study, games, figure)
    write_outputs(
        args,
        COLUMNS,
        _numbers(blocks(games)),
        lambda path: _draw(path, study.settings, games, figure),
    )
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


def _print_tables(study: PegasusRun, games: Integers, figure: Figure | None) -> None:
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
        head.append(f"{CONFIDENCE:.0%} of the runs")
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


def _numbers(rows: Integers | Floats) -> Iterator[tuple[object, ...]]:
    for number, row in enumerate(rows):
        yield (number * SET_OF_PLAYS + 1, (number + 1) * SET_OF_PLAYS, *row.tolist())


def _draw(path: Path, settings: StudyConfig, games: Integers, figure: Figure | None) -> None:
    from devices.screen.parts.figures import blocks_chart

    notes = []
    block = find_emergence(games)
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
    totals: Floats  # Nought's wins, draws, Cross's wins of a whole run

    def inside(self, figure: Figure) -> tuple[int, int]:
        """How many printed blocks have Nought's wins where most of our runs have them, and of how
        many that both have."""
        pairs = [
            (won, number)
            for run in figure.runs
            for number, (won, _) in enumerate(run)
            if number < len(self.means)
        ]
        low, high = self.ends
        return sum(bool(low[n] <= won <= high[n]) for won, n in pairs), len(pairs)

    def chart(self, figure: Figure | None, name: str, title: str) -> "FigureState":
        """The means with these ends, beside what was printed."""
        from devices.screen.parts.figures import blocks_chart

        return blocks_chart(
            self.means,
            figure.runs if figure else (),
            published_notes=figure.notes if figure else (),
            spread=[(float(low), float(high)) for low, high in self.ends.T],
            name=name,
            title=title,
        )


def _print_means(args: argparse.Namespace, settings: StudyConfig, plays: int) -> str:
    """The mean of many runs, each with a generator of its own; the RESULT line."""
    figure = figure_of(settings.nought, settings.cross)
    seeds = np.random.SeedSequence(settings.seed).spawn(args.runs)
    with progress("runs", args.runs) as done:
        found = play_ensemble(settings, plays, seeds, done)
    if found.means.size:
        print(_words(settings))
        _table(found.means.tolist(), SET_OF_PLAYS, figure, found.ends)
    name = f"the mean of {args.runs} runs; strokes: {CONFIDENCE:.0%} of them"
    chart = partial(found.chart, figure, name, _title(settings, figure))
    write_outputs(args, COLUMNS, _numbers(found.means), lambda path: save_chart(chart(), path))
    nought, draws, cross = (f"{total:.2f}" for total in found.totals)
    published = {}
    if figure:
        inside, count = found.inside(figure)
        published = {"published": count, "inside": inside}
    return result_line(
        nought=nought, draws=draws, cross=cross, plays=plays, runs=args.runs, **published
    )


def play_ensemble(
    settings: StudyConfig,
    plays: int,
    seeds: Sequence[np.random.SeedSequence],
    done: Done = lambda runs: None,
) -> RunEnsemble:
    """A run of so many plays for each of the seeds."""
    frozen = frozen_sides(settings)
    wins = np.zeros((len(seeds), plays // SET_OF_PLAYS))
    means, totals = np.zeros((plays // SET_OF_PLAYS, 3)), np.zeros(3)
    for number, seed in enumerate(seeds):
        program: Pegasus = PegasusRun.begin(settings, frozen, seed).program
        games = program.play(plays)
        rows = blocks(games)
        wins[number] = rows[:, 0]
        means += rows / len(seeds)
        totals += blocks(games, plays)[0] / len(seeds)
        done(number + 1)
    ends = np.percentile(wins, CENTRAL, axis=0)
    return RunEnsemble(means, np.asarray(ends), totals)
