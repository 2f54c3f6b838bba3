"""What a learner's run looks like as charts: points captured, TD error, length of games, a weight.

Gould and Levinson 1992, Figs 5.1 and 5.2 (points, cumulative average), 2.1 and 2.2 (one weight).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from devices.screen.parts.chart import ChartState
from devices.screen.parts.chart_ink import Point, Series

SIZE = (690.0, 400.0)
WINDOW = 100
"""Games of the moving average."""
MOST = 400
"""Points of a curve that are drawn at most."""


@dataclass(frozen=True)
class LearningState:
    """One number a game, from the first game on, and the figure that is turned up."""

    points: tuple[float, ...] = ()
    """Points captured by the learner (1, 3, 3, 5, 9)."""
    errors: tuple[float, ...] = ()
    """Mean TD error of the game's positions."""
    plies: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()
    """The weight of the material pattern "down one bishop"."""
    opponent: str = ""
    page: int = 0


PAGES = 4


def cumulative(values: Sequence[float]) -> tuple[float, ...]:
    """The mean of all values so far, at each."""
    return tuple(total / count for count, total in enumerate(accumulate(values), 1))


def moving(values: Sequence[float], window: int = WINDOW) -> tuple[float, ...]:
    """The mean of the last ``window`` values, at each."""
    totals = (0.0, *accumulate(values))
    return tuple(
        (totals[end] - totals[max(end - window, 0)]) / min(end, window)
        for end in range(1, len(totals))
    )


def chart(state: LearningState) -> ChartState:
    """The figure of ``state.page``."""
    against = f" v {state.opponent.upper()}" if state.opponent else ""
    if state.page == 0:
        return ChartState(
            "MATERIAL CAPTURED" + against,
            "GAMES",
            "POINTS A GAME",
            (
                Series("ALL GAMES SO FAR", _line(cumulative(state.points)), "none", "red"),
                Series("LAST 100", _line(moving(state.points)), "none", "blue", "long"),
            ),
        )
    if state.page == 1:
        errors = Series("LAST 100", _line(moving(state.errors)), "none", "red")
        return ChartState("ERROR OF PREDICTION" + against, "GAMES", "MEAN TD ERROR", (errors,))
    if state.page == 2:
        plies = Series("LAST 100", _line(moving(state.plies)), "none", "red")
        return ChartState("LENGTH OF THE GAMES" + against, "GAMES", "PLIES", (plies,))
    weight = Series("DOWN ONE BISHOP", _line(state.weights), "none", "red")
    title = "THE WEIGHT OF BEING DOWN ONE BISHOP"
    return ChartState(title, "GAMES", "WEIGHT", (weight,), y_range=(0.0, 1.0))


def _line(values: Sequence[float]) -> tuple[Point, ...]:
    """No more than MOST of the points, the last one among them."""
    step = -(-len(values) // MOST) if values else 1
    last = len(values) - 1
    return tuple(
        (float(k + 1), values[k]) for k in range(last % step if values else 0, last + 1, step)
    )
