"""The curves of learning runs: points captured (Figs 5.1, 5.2), one weight (2.1, 2.2), the rest."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from devices.screen.parts.chart import ChartState
from devices.screen.parts.chart_ink import Dash, Ink, Series
from machines.laboratory.morph.databases import KeptGame
from machines.laboratory.study.outputs import save_charts
from machines.morph.picture.learning_curves import cumulative, moving

MOST_POINTS = 300
"""Of a line."""

Run = Sequence[KeptGame]
Line = tuple[float, ...]


LINES: dict[str, Callable[[Run], Line]] = {
    "points": lambda run: cumulative([float(game.captured) for game in run]),
    "last points": lambda run: moving([float(game.captured) for game in run]),
    "error": lambda run: moving([game.error for game in run]),
    "plies": lambda run: moving([float(game.plies) for game in run]),
}
"""Points captured per game, by all games so far; the rest by the last hundred."""


def mean_of(runs: Sequence[Run], name: str) -> Line:
    """A line of several runs, as far as all go."""
    lines = [LINES[name](run) for run in runs]
    return tuple(sum(values) / len(values) for values in zip(*lines, strict=False))


def series(name: str, values: Sequence[float], ink: Ink, dash: Dash = "") -> Series:
    """A line of a value a game, thinned, its last among the points."""
    step = max(1, -(-len(values) // MOST_POINTS))
    first = (len(values) - 1) % step
    points = tuple((float(at + 1), values[at]) for at in range(first, len(values), step))
    return Series(name, points, "none", ink, dash)


def chart(
    title: str, upwards: str, lines: Sequence[Series], y_range: tuple[float, float] | None = None
) -> ChartState:
    """Lines over games; from nought upwards if nothing else is said."""
    ends = [line.points[-1][0] for line in lines if line.points]
    return ChartState(
        title=title,
        across="games",
        upwards=upwards,
        series=tuple(lines),
        x_range=(0.0, max(ends, default=1.0)),
        y_range=y_range
        or (0.0, 1.08 * max((y for line in lines for _, y in line.points), default=1)),
    )


def bishop_chart(title: str, run: Run) -> ChartState:
    """The weight of "down one bishop" since it came in, not thinned by means (Figs 2.1 and 2.2)."""
    points = [(float(game.number), game.bishop) for game in run if game.bishop >= 0]
    step = max(1, len(points) // (2 * MOST_POINTS))
    line = Series("down one bishop", tuple(points[::step]), "none", "red")
    return chart(title, "weight", [line], (0.0, 1.0))


def draw_learning(path: Path, runs: Sequence[Run], words: str) -> None:
    """Four charts of runs of one kind: points, the error, the length of games, one weight."""
    among = f", mean of {len(runs)} runs" if len(runs) > 1 else ""
    lines = [
        series("all games so far", mean_of(runs, "points"), "red"),
        series("last 100 games", mean_of(runs, "last points"), "blue", "long"),
    ]
    charts = (
        chart(f"MORPH {words}{among}".upper(), "points captured per game", lines),
        chart(
            "ERROR OF PREDICTION",
            "mean TD error of 100 games",
            [series("|prediction - TD value|", mean_of(runs, "error"), "red")],
        ),
        chart(
            "LENGTH OF GAMES",
            "plies, mean of 100 games",
            [series("plies", mean_of(runs, "plies"), "red")],
        ),
        bishop_chart("DOWN ONE BISHOP", runs[0]),
    )
    save_charts(charts, path, 2)


def ablation_charts(played: Mapping[str, Sequence[Run]], opponent: str) -> tuple[ChartState, ...]:
    """Figs 5.1, 5.2, 2.1 and 2.2, the error and the length of games, of the four versions."""
    basic, reverse, evaluation, annealing = played
    against = f"v {opponent}".upper()

    def of(line: str, *named: tuple[str, str, Ink, Dash]) -> list[Series]:
        return [
            series(words, mean_of(played[name], line), ink, dash)
            for name, words, ink, dash in named
        ]

    every: tuple[tuple[str, str, Ink, Dash], ...] = (
        (basic, "basic", "grey", ""),
        (reverse, "with reverse node ordering", "blue", ""),
        (evaluation, "... and Fig. 3.2", "green", ""),
        (annealing, "... and annealing", "red", ""),
    )
    five_one = of("points", (basic, "(a) basic Morph", "blue", "long"),
                  (reverse, "(b) with reverse node ordering", "red", ""))  # fmt: skip
    five_two = of("points", (evaluation, "(a) 5.1(b) with Fig. 3.2", "blue", "long"),
                  (annealing, "(b) with annealing", "red", ""))  # fmt: skip
    top = 1.08 * max(y for line in (*five_one, *five_two) for _, y in line.points)
    upwards = "points captured per game, cumulative"
    return (
        chart(f"FIG. 5.1 {against}", upwards, five_one, (0.0, top)),
        chart(f"FIG. 5.2 {against}", upwards, five_two, (0.0, top)),
        bishop_chart("FIG. 2.1: DOWN ONE BISHOP WITHOUT ANNEALING", played[evaluation][0]),
        bishop_chart("FIG. 2.2: DOWN ONE BISHOP WITH ANNEALING", played[annealing][0]),
        chart("LENGTH OF GAMES", "plies, mean of 100 games", of("plies", *every)),
        chart("ERROR OF PREDICTION", "mean TD error of 100 games", of("error", *every)),
    )
