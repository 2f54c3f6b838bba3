"""``main.py morph ablations``: the four versions of Figs 5.1 and 5.2, each with several seeds."""

import argparse
import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from devices.refusal import RefusedError
from machines.laboratory.morph.databases import KeptGame, MorphRunConfig, first_games
from machines.laboratory.morph.study import (
    begin_run,
    check_opponent,
    games_in,
    play_runs,
    sums,
    with_choices,
)
from machines.laboratory.study.outputs import print_table, result_line, save_charts, write_outputs
from machines.laboratory.study.pool import read_jobs
from machines.laboratory.study.progress import progress
from machines.morph.settings import VERSIONS, LearnerConfig, version
from machines.storage.files import check_apart
from machines.storage.folders import data_folder, make_folder
from machines.storage.option_parsing import UserNamed
from machines.storage.run_store import RUNS, SUFFIX
from machines.storage.telling import tell_user

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
    paths = _runs(args)
    try:
        with (
            progress("games", args.games * len(paths), sum(map(games_in, paths.values()))) as tell,
            contextlib.closing(
                play_runs([*paths.values()], args.games, args.opponent, jobs, args.scheduler)
            ) as games,
        ):
            for done in games:
                tell(done)
    except (KeyboardInterrupt, RefusedError):
        tell_user("morph: the games are kept; the same command goes on with them")
        raise
    played: Played = {
        name: tuple(first_games(paths[seed, name], args.games) for seed in _seeds(args))
        for name in VERSIONS
    }
    print(_report(args, played))
    return 0


def _seeds(args: argparse.Namespace) -> range:
    return range(args.seed, args.seed + args.seeds)


def _runs(args: argparse.Namespace) -> dict[tuple[int, str], Path]:
    """The record of each version with each seed, begun where there is none."""
    folder = make_folder(args.out or data_folder(args.data) / RUNS / "morph-ablations")
    settings = with_choices(LearnerConfig(), args.set)
    found = {}
    for seed in _seeds(args):
        for name in VERSIONS:
            asked = MorphRunConfig(version(name, settings), args.opponent, seed)
            path = found[seed, name] = folder / f"morph-{name}-{seed}{SUFFIX}"
            begin_run(path, asked)
    return found


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
