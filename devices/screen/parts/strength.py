"""Strength against ply: a player's share of the points at each ply, with its error bars.

Chellapilla and Fogel 2000 announce such an experiment.  Nothing here knows a machine.
"""

from collections.abc import Sequence

from devices.screen.parts.chart import ChartState
from devices.screen.parts.chart_ink import Series, error_bars
from devices.screen.words import Words

WORDS = Words("museum")

Strength = tuple[int, float, float, float]
"""The ply; the share of the points, and the lower and the upper end of its interval."""
_FIFTHS = 5


def strength_chart(found: Sequence[Strength], *, name: str, other: str) -> ChartState:
    """The points of ``name`` by ply (at least one, ascending), and half of them, an equal's.

    ``other``: who is played against.

    Where the interval has no width there is a mark alone.
    """
    first, last = float(found[0][0] - 1), float(found[-1][0] + 1)
    ends = ((float(ply), low, high) for ply, _, low, high in found)
    points = tuple((float(ply), value) for ply, value, _, _ in found)
    return ChartState(
        title=WORDS("strength"),
        across=WORDS("ply"),
        upwards=WORDS("points_interval"),
        series=(
            Series(
                WORDS("as_strong", other=other), ((first, 0.5), (last, 0.5)), "none", "grey", "long"
            ),
            *error_bars(ends, last - first),
            Series(name, points, "ring", "red"),
        ),
        x_range=(first, last),
        y_range=(0.0, 1.0),
        x_ticks=tuple((float(ply), str(ply)) for ply, *_ in found),
        y_ticks=tuple((part / _FIFTHS, f"{part / _FIFTHS:g}") for part in range(_FIFTHS + 1)),
    )
