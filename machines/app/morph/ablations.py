"""``main.py morph ablations``: the four versions of Figs 5.1 and 5.2, each with several seeds."""

import argparse
import contextlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.commands._work_options import jobs_asked
from machines.app.morph.learn import MOST_GAMES, begin, play
from machines.app.morph.opponents import check_opponent
from machines.app.morph.options import MOST_SEED, MOST_SEEDS, with_choice
from machines.app.morph.report import sums
from machines.app.morph.run_records import (
    MACHINE,
    KeptGame,
    MorphRunConfig,
    config_from_record,
    games_of,
)
from machines.app.option_parsing import read_number
from machines.app.storage.files import check_apart, file_exists
from machines.app.storage.folders import data_folder
from machines.app.storage.run_store import RUNS, SUFFIX, open_run, read_run
from machines.app.study.csv_file import check_csv_place, write_csv
from machines.app.study.plotting import check_picture_place
from machines.app.study.tables import print_table
from machines.morph.settings import VERSIONS, LearnerConfig, version

FIGURES = {"basic": "5.1a", "reverse": "5.1b", "evaluation": "5.2a", "annealing": "5.2b"}
"""Which curve of the paper each version is."""
HEADINGS = ("figure", "version", "seed", "points", "last 100", "won", "drawn", "plies", "TD error")
COLUMNS = (
    "version", "seed", "game", "points", "captured", "lost", "result", "plies", "error", "bishop",
)  # fmt: skip

Played = Mapping[str, tuple[tuple[KeptGame, ...], ...]]
"""The games of each version, run by run."""


def tell_ablations(args: argparse.Namespace) -> int:
    """Play what is missing and tell of it; raises RefusedError, or KeyboardInterrupt."""
    games = read_number(args.games, "--games", 1, MOST_GAMES)
    seeds = read_number(args.seeds, "--seeds", 1, MOST_SEEDS)
    first = read_number(args.seed, "--seed", 0, MOST_SEED - MOST_SEEDS)
    check_apart({"--plot": args.plot, "--csv": args.csv})
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    check_opponent(args.opponent)
    jobs = jobs_asked(args)
    paths = _runs(args, range(first, first + seeds))
    try:
        play(list(paths.values()), games, jobs, args.scheduler)
    except (KeyboardInterrupt, RefusedError):
        sys.stderr.write("morph: the games are kept; the same command goes on with them\n")
        raise
    played: Played = {
        name: tuple(
            _games(path, games) for (version_of, _), path in paths.items() if version_of == name
        )
        for name in VERSIONS
    }
    _tell(args, played, first)
    return 0


def _runs(args: argparse.Namespace, seeds: range) -> dict[tuple[str, int], Path]:
    """The record of each version with each seed, begun where there is none."""
    folder = _folder(args)
    settings = LearnerConfig()
    for text in args.set or ():
        settings = with_choice(settings, text)
    found = {}
    for seed in seeds:
        for name in VERSIONS:
            asked = MorphRunConfig(version(name, settings), args.opponent, seed)
            path = folder / f"morph-{name}-{seed}{SUFFIX}"
            if file_exists(path):
                _check(path, asked)
            else:
                begin(path, asked)
            found[name, seed] = path
    return found


def _folder(args: argparse.Namespace) -> Path:
    path = data_folder(args.data) / RUNS / "morph-ablations" if args.out is None else Path(args.out)
    try:
        path.mkdir(parents=args.out is None, exist_ok=True)
    except FileExistsError:
        raise RefusedError(str(path), "this is a file; a folder was expected") from None
    except OSError as error:
        raise RefusedError(str(path), f"the folder can't be made: {error.strerror}") from None
    return path


def _check(path: Path, asked: MorphRunConfig) -> None:
    """Raises RefusedError for a run of something else."""
    with contextlib.closing(open_run(path, MACHINE)) as run:
        if config_from_record(run) != asked:
            raise RefusedError(
                str(path), "is a run of other settings; expected those asked for, or another --out"
            )


def _games(path: Path, count: int) -> tuple[KeptGame, ...]:
    with read_run(path, MACHINE) as run:
        return tuple(game for game, _ in zip(games_of(run), range(count), strict=False))


def _tell(args: argparse.Namespace, played: Played, first: int) -> None:
    rows, points, last = [], [], []
    for name in VERSIONS:
        ends = [sums(run) for run in played[name]]
        points.append(f"{name}={sum(end.points for end in ends) / len(ends):.2f}")
        last.append(f"{name}_last={sum(end.last for end in ends) / len(ends):.2f}")
        for number, end in enumerate(ends):
            numbers = (f"{end.points:.2f}", f"{end.last:.2f}", str(end.won), str(end.drawn))
            rest = (f"{end.plies:.0f}", f"{end.error:.4f}")
            rows.append((FIGURES[name], name, str(first + number), *numbers, *rest))
    count = len(played[VERSIONS[0]][0])
    print_table(HEADINGS, rows, f"Points captured per game v {args.opponent}, {count} games each")
    if args.csv is not None:
        write_csv(Path(args.csv), COLUMNS, _numbers(played, first))
    if args.plot is not None:
        from machines.app.morph.charts import draw_ablations

        draw_ablations(Path(args.plot), played, args.opponent)
    print(
        f"RESULT games={count} seeds={len(played[VERSIONS[0]])} opponent={args.opponent} "
        f"{' '.join(points)} {' '.join(last)}"
    )


def _numbers(played: Played, first: int) -> Iterator[tuple[object, ...]]:
    for name, runs in played.items():
        for seed, run in enumerate(runs, first):
            total = 0
            for game in run:
                total += game.captured
                mean = round(total / game.number, 4)
                bishop = round(game.bishop, 6) if game.bishop >= 0 else None
                yield (
                    name, seed, game.number, mean, game.captured, game.lost, game.result,
                    game.plies, round(game.error, 6), bishop,
                )  # fmt: skip
