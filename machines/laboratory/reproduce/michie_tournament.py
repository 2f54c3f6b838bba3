"""Fig. 4 of Michie 1963: MENACE's tournament of 1961, against opponents of ours."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from machines.laboratory.menace.opponents_of_1961 import (
    FITTED,
    FITTED_TO_ALL,
    PRINTED_RISES,
    SEES,
    STRETCHES,
    WAYPOINTS,
    Opponent,
    Tournaments,
    play_tournaments,
    share_as_far,
)
from machines.laboratory.printed import michie as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    Effort,
    Made,
    Row,
    equal,
    give_or_take,
    judged,
    within,
)
from machines.laboratory.study.intervals import CENTRAL, Estimate, mean_interval
from machines.menace.beads import starting_beads
from machines.menace.build import build
from machines.menace.opponents import CHANGES
from machines.menace.text import CALLOUTS, RESULTS, scores
from machines.pegasus.controls import SEED

if TYPE_CHECKING:
    from devices.screen.parts.figures import FigureState

READ_OFF = "+-1, by which the figure can be read"
ONE_IN_TWENTY = 0.05
"""Of our tournaments must lie as far from their mean as the printed one."""
TRIED = (
    "Tried: both chances of an error from none to 60%, the second from plays 58, 77, 106, 132 and "
    "188 on, and five kinds of memory (below)."
)
LEFT_OUT = "107 to 132"
"""Plays to which opponents aren't fitted."""
OPPONENTS = {
    "a perfect opponent": Opponent(),
    "one fitted to it": FITTED_TO_ALL[0],
    f"one who {FITTED_TO_ALL[1].memory}, fitted to it": FITTED_TO_ALL[1],
    "the fitted opponent": FITTED[0],
}
"""But for the printed variants; the last is fitted to all plays but those left out."""


def make_tournaments(effort: Effort) -> Made:
    """Fig. 4: the tournament of 1961 among many against opponents of ours."""
    count = effort.of(2_000, 400)
    opponents = [*OPPONENTS.values(), *FITTED[1:], SEES]
    said = f"{count} tournaments, seeds spawned from {SEED}"
    played = []
    for opponent, seed in zip(
        opponents, np.random.SeedSequence(SEED).spawn(len(opponents)), strict=True
    ):
        played.append(play_tournaments(opponent, count, seed))
        effort.tell(len(played) / len(opponents))
    rows = rows_of_the_line()
    for (name, one), found in zip(OPPONENTS.items(), played, strict=False):
        rows += _rows_of_fig_4(name, one, found, said)
    fitted, *others, seeing = played[len(OPPONENTS) - 1 :]
    for plays in STRETCHES:
        sample = "out of sample" if plays == LEFT_OUT else "in sample"
        rows.append(_row_of_stretch(plays, "the fitted opponent", FITTED[0], fitted, said, sample))
    rows += [
        _row_of_stretch(LEFT_OUT, f"one who {one.memory}", one, found, said, "out of sample")
        for one, found in zip(FITTED[1:], others, strict=True)
    ]
    bound = f"one who {SEES.memory} up to play {SEES.uses[1]}, then dares"
    rows.append(_row_of_stretch(LEFT_OUT, bound, SEES, seeing, said, "in sample"))
    numbers = [
        (one.memory, one.careful, one.daring, one.first, one.trust, k + 1,
         *counts.tolist(), *rises.tolist(), int(last))
        for one, found in zip(opponents, played, strict=True)
        for k, (counts, rises, last) in enumerate(
            zip(found.counts, found.rises, found.last_elsewhere, strict=True))
    ]  # fmt: skip
    rises = [f"rise_to_{play}" for play in printed.LEVELS]
    columns = ("opponent", "careful", "daring", "first", "trust", "tournament", "won", "drawn",
               "lost", *rises, "last_other_opening")  # fmt: skip
    return Made(rows, columns, numbers, [chart(fitted)])


def rows_of_the_line() -> list[Row]:
    """What the line itself says, and that ours is drawn as it is."""
    results = (1, 0, -1)
    first_box = int(starting_beads(build("304"))[0].sum()) + scores(RESULTS)
    alone = int(np.argmax(first_box == 1)) + 1
    return [
        *(equal(f"the line's step after a play {said}", printed.STEPS[result],
                int(scores([result])[0]))
          for said, result in zip(("won", "drawn", "lost"), results, strict=True)),
        equal("won, drawn, lost by the line that we draw", printed.TOURNAMENT,
              tuple(RESULTS.count(result) for result in results)),
        equal("where the line that we draw ends", printed.LEVELS[len(RESULTS)],
              int(scores(RESULTS)[-1])),
        equal("from which play on which reply to a corner", printed.VARIANTS,
              ", ".join(f"{play}: {variant}" for play, variant in CHANGES).removeprefix("1: ")),
        equal("levels at which the line that we draw is as printed", printed.LEVELS_READ,
              sum(int(scores(RESULTS)[play - 1]) == level.value
                  for play, level in printed.LEVELS.items())),
        _arithmetic(alone),
    ]  # fmt: skip


def _arithmetic(alone: int) -> Row:
    """Why the boxes open in a corner alone."""
    return within("play after which the first box holds one bead", printed.ABANDONS, alone,
                  printed.ABANDONS.value - 1, printed.ABANDONS.value + 1,
                  statistic="12 beads and 3W + D - L by the printed line: with one bead left no "
                  "other opening can be drawn, whoever plays Cross",
                  margin=READ_OFF)  # fmt: skip


def _rows_of_fig_4(name: str, opponent: Opponent, found: Tournaments, seeds: str) -> list[Row]:
    why = "Nobody knows how Michie's opponent played. " + TRIED
    totals = share_as_far(found.counts[:, :2], np.array(printed.TOURNAMENT.value[:2]))
    line = share_as_far(found.rises, PRINTED_RISES)
    mean = " - ".join(f"{count:.1f}" for count in found.counts.mean(axis=0))
    last = found.last_elsewhere
    low, high = np.percentile(last, CENTRAL)
    return [
        _row_of_share(f"won, drawn, lost of {len(RESULTS)}; {name}", printed.TOURNAMENT, totals,
                      f"{mean} on average", seeds, why, opponent.words),
        _row_of_share(f"the whole line; {name}", printed.LEVELS[len(RESULTS)], line,
                      f"{found.rises.sum(axis=1).mean():.0f} on average", seeds, why,
                      f"by its rises between 11 plays; {opponent.words}"),
        judged(f"last play that opens elsewhere than in a corner; {name}", printed.ABANDONS,
               give_or_take(printed.ABANDONS, 1, said=READ_OFF),
               mean_interval(last.tolist()), Estimate(float(np.median(last)), low, high),
               kind="stand-in", seeds=seeds,
               why="Ours lose fewer of the first plays than the 14 of 17 in the printed line, and "
               "have beads left for other openings."),
    ]  # fmt: skip


def _row_of_stretch(
    plays: str, name: str, opponent: Opponent, found: Tournaments, seeds: str, sample: str
) -> Row:
    """How far an opponent explains a stretch of the line."""
    those = STRETCHES[plays]
    share = share_as_far(found.rises[:, those], np.array(printed.RISES[plays].value))
    mean = ", ".join(f"{rise:+.0f}" for rise in found.rises[:, those].mean(axis=0))
    why = "Nobody knows how Michie's opponent played. " + TRIED
    return _row_of_share(f"rises in plays {plays}; {name}", printed.RISES[plays], share,
                         f"{mean} on average", seeds, why,
                         f"{opponent.words}; {sample}")  # fmt: skip


def _row_of_share(
    what: str, value: Printed[Any], share: float, mean: str, seeds: str, why: str, how: str
) -> Row:
    return within(what, value, share, ONE_IN_TWENTY, 1.0, kind="stand-in",
                  shown=f"{mean}; {share:.1%} lie as far",
                  statistic="share of our tournaments that lie as far from their mean as the "
                  f"printed one; {how}", margin="one in twenty", seeds=seeds, why=why)  # fmt: skip


def chart(found: Tournaments) -> "FigureState":
    """Fig. 4, and of these the one whose end is the median, with lines between which 95% of them
    lie."""
    from devices.screen.parts.chart_ink import Series
    from devices.screen.parts.figures import score_chart

    title = "FIG. 4: THE TOURNAMENT OF 1961, AND ONE OF OURS"
    middle = np.argsort(found.rises.sum(axis=1), kind="stable")[len(found.results) // 2]
    made = score_chart(
        found.results[middle],
        ghost=RESULTS,
        callouts=CALLOUTS,
        title=title,
        name="one of ours, its end the median",
    )
    ends = np.percentile(found.rises.cumsum(axis=1), CENTRAL, axis=0)
    lines = tuple(
        Series(
            name,
            ((0.0, 0.0), *zip(map(float, WAYPOINTS), line, strict=True)),
            "none",
            "red",
            "short",
            True,
        )
        for name, line in zip(("95% of ours", ""), ends.tolist(), strict=True)
    )
    low, high = made.y_range or (0.0, 0.0)
    y_range = min(float(ends.min()), low), max(float(ends.max()), high)
    return replace(made, series=(*lines, *made.series), y_range=y_range)
