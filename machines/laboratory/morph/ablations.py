"""``main.py morph ablations``: the four versions of Figs 5.1 and 5.2, each with several seeds."""

import argparse
from collections.abc import Iterator, Mapping

from machines.laboratory.morph.databases import KeptGame, first_games
from machines.laboratory.morph.study import (
    begin_runs,
    check_opponent,
    games_in,
    play_runs,
    sums,
    with_choices,
)
from machines.laboratory.study.outputs import print_table, result_line, save_charts, write_outputs
from machines.laboratory.study.pool import read_jobs
from machines.laboratory.study.progress import follow, goes_on, progress
from machines.morph.settings import VERSIONS, LearnerConfig, version
from machines.storage.files import check_apart
from machines.storage.folders import data_folder, make_folder
from machines.storage.option_parsing import UserNamed
from machines.storage.run_store import RUNS

FIGURES = {"basic": "5.1a", "reverse": "5.1b", "evaluation": "5.2a", "annealing": "5.2b"}
"""Which curve of the paper each version is."""
HEADINGS = ("figure", "version", "seed", "points", "last 100", "won", "drawn", "plies", "TD error")
COLUMNS = (
    "version", "seed", "game", "points", "captured", "lost", "result", "plies", "error", "bishop",
)  # fmt: skip

Played = Mapping[str, tuple[tuple[KeptGame, ...], ...]]
"""The games of each version, run by run."""


def run_ablations(args: argparse.Namespace) -> int:
    """Play what is missing and tell of it; raises RefusedError, or KeyboardInterrupt."""
    check_apart({"--plot": args.plot, "--csv": args.csv})
    check_opponent(UserNamed(args.opponent))
    jobs = read_jobs(args)
    folder = make_folder(args.out or data_folder(args.data) / RUNS / "morph-ablations")
    settings = with_choices(LearnerConfig(), args.set)
    versions = {name: version(name, settings) for name in VERSIONS}
    paths = begin_runs(folder, versions, args.opponent, _seeds(args))
    every = [path for runs in paths.values() for path in runs]
    with (
        goes_on(lambda: "morph: the games are kept; the same command goes on with them"),
        progress("games", args.games * len(every), sum(map(games_in, every))) as tell,
    ):
        follow(play_runs(every, args.games, args.opponent, jobs, args.scheduler), tell)
    played: Played = {
        name: tuple(first_games(path, args.games) for path in runs) for name, runs in paths.items()
    }
    print(_report(args, played))
    return 0


def _seeds(args: argparse.Namespace) -> range:
    return range(args.seed, args.seed + args.seeds)


def _report(args: argparse.Namespace, played: Played) -> str:
    """Print what came of it and write what was asked for; the RESULT line."""
    from machines.laboratory.morph.charts import ablation_charts

    rows, points, last = [], {}, {}
    for name in VERSIONS:
        ends = [sums(run) for run in played[name]]
        points[name] = f"{sum(end.points for end in ends) / len(ends):.2f}"
        last[f"{name}_last"] = f"{sum(end.last for end in ends) / len(ends):.2f}"
        rows += [
            (
                f"{FIGURES[name]} {name} {seed} {end.points:.2f} {end.last:.2f} {end.won} "
                f"{end.drawn} {end.plies:.0f} {end.error:.4f}"
            ).split()
            for seed, end in zip(_seeds(args), ends, strict=True)
        ]
    count = len(played[VERSIONS[0]][0])
    print_table(HEADINGS, rows, f"Points captured per game v {args.opponent}, {count} games each")
    write_outputs(
        args,
        COLUMNS,
        _numbers(played, args.seed),
        lambda path: save_charts(ablation_charts(played, args.opponent), path, 2),
    )
    return result_line(games=count, seeds=args.seeds, opponent=args.opponent, **points, **last)


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
