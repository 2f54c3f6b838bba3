"""What a run of evolution came to: a table, numbers, a picture, the RESULT line."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from pathlib import Path

from machines.anaconda.statistics import Generation, Statistics
from machines.app.anaconda.run_records import generations_of
from machines.app.storage.run_file import RunFile
from machines.app.study.csv_file import write_csv
from machines.app.study.plotting import save_chart
from machines.app.study.tables import print_table

NAMES = tuple(field.name for field in fields(Statistics))
COLUMNS = ("generation", "best", "mean", "least", *NAMES)
HEADINGS = (
    "generation", "best", "mean", "drawn", "plies", "sigma", "most", "weight", "most", "K",
    "spread", "saturated",
)  # fmt: skip


def print_report(run: RunFile, args: argparse.Namespace) -> str:
    """Print what came of it and write what was asked for; the RESULT line."""
    generations = list(generations_of(run))
    every = int(args.print_every)
    listed = [one for one in generations if one.number % every == 0 or one is generations[-1]]
    seconds = run.results().get("seconds", 0.0)
    print_table(
        HEADINGS,
        [_row(one) for one in listed],
        f"Evolution, seed {run.about.settings['seed']}: points of the thirty, games, step sizes, "
        f"weights, outputs; {seconds / len(generations):.2f} seconds a generation",
    )
    if args.csv is not None:
        write_csv(Path(args.csv), COLUMNS, _numbers(generations))
    if args.plot is not None:
        _draw(Path(args.plot), run, generations)
    last = generations[-1]
    now = last.statistics
    return (
        f"RESULT generations={last.number} seed={run.about.settings['seed']} "
        f"best={max(last.points):g} drawn={now.drawn:.3f} sigma={now.sigma:.4f} "
        f"weight={now.weight:.4f} king={now.king:.2f} spread={now.spread:.3f} "
        f"saturated={now.saturated:.3f}"
    )


def _row(one: Generation) -> tuple[str, ...]:
    now = one.statistics
    return (
        str(one.number),
        f"{max(one.points):.4g}",
        f"{sum(one.points) / len(one.points):.2f}",
        f"{now.drawn:.0%}",
        f"{now.plies:.0f}",
        f"{now.sigma:.4f}",
        f"{now.sigma_most:.3f}",
        f"{now.weight:.3f}",
        f"{now.weight_most:.2f}",
        f"{now.king:.2f}",
        f"{now.spread:.3f}",
        f"{now.saturated:.0%}",
    )


def _numbers(generations: Sequence[Generation]) -> Iterator[tuple[object, ...]]:
    for one in generations:
        mean = round(sum(one.points) / len(one.points), 4)
        yield (one.number, max(one.points), mean, min(one.points), *astuple(one.statistics))


def _draw(path: Path, run: RunFile, generations: Sequence[Generation]) -> None:
    """Shares and spreads by generation."""
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Ink, Series

    lines: tuple[tuple[str, str, Ink], ...] = (
        ("drawn games", "drawn", "red"),
        ("saturated outputs", "saturated", "blue"),
        ("spread of outputs", "spread", "grey"),
        ("median sigma x 10", "sigma", "green"),
    )
    stride = max(1, len(generations) // 400)
    series = tuple(
        Series(
            label,
            tuple(
                (float(one.number), getattr(one.statistics, name) * (10 if name == "sigma" else 1))
                for one in generations[::stride]
            ),
            "none",
            colour,
        )
        for label, name, colour in lines
    )
    state = ChartState(
        title=f"EVOLUTION, SEED {run.about.settings['seed']}",
        across="generations",
        upwards="share of games and of outputs; spread of outputs; sigma",
        series=series,
        x_range=(0.0, float(generations[-1].number)),
        y_range=(0.0, max(1.0, *(y for line in series for _, y in line.points))),
    )
    save_chart(state, path)
