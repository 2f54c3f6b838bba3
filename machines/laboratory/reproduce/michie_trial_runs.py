"""Figs 7 to 9 of Michie 1963: trial runs of the Pegasus program, and what the text says of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.kernels.generator import generator_state
from machines.laboratory.pegasus.run import RunEnsemble
from machines.laboratory.printed import michie as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    CLAIM,
    NO_NUMBER,
    Accepted,
    Effort,
    Made,
    Row,
    by_chance,
    equal,
    judged,
    within,
)
from machines.laboratory.study.intervals import (
    CENTRAL,
    NORMAL,
    Estimate,
    mean_interval,
    next_interval,
    normal_interval,
)
from machines.pegasus.controls import SEED
from machines.pegasus.odds import SET_OF_PLAYS, TRIAL_A, TRIAL_B, Reinforcement
from machines.pegasus.play_quality import outlook, play_quality
from machines.pegasus.players import chances_of, read_player
from machines.pegasus.printout import FIGURES, record_of, result_of
from machines.pegasus.program import Pegasus, blocks
from machines.pegasus.study import (
    EMERGED,
    IN_A_ROW,
    MOST_LOST,
    SIDES,
    Cell,
    find_emergence,
    measure,
    opposition,
    plays_to_standard,
)
from machines.pegasus.tables import tables

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

KINDS = ("Nought's wins", "draws", "Cross's wins")


@dataclass(frozen=True)
class TrialRuns:
    """Many runs of a figure."""

    results: Integers
    """Nought's wins, draws, Cross's wins (runs x hundreds x 3)."""
    infallible: npt.NDArray[np.bool_]
    """Of the side that learns, after as many plays as the shorter printed run has."""
    lost: Floats
    """How many of 100 plays Nought, and Cross, loses to an expert then (runs x 2)."""
    emerged: tuple[int, ...]
    """Of runs in which a standard play emerged, in which hundred, from 1."""

    @property
    def ends(self) -> Floats:
        """Between which two numbers the central 95% of the runs lie (2 x hundreds x 3)."""
        return np.asarray(np.percentile(self.results, CENTRAL, axis=0), np.float64)

    def inside(self, number: int, kind: int) -> int:
        """How many printed blocks of a figure lie there, by one of :data:`KINDS`."""
        low, high = self.ends[:, :, kind]
        return sum(
            bool(low[at] <= block[kind] <= high[at])
            for run in FIGURES[number].runs
            for at, block in enumerate((won, both - won, 100 - both) for won, both in run)
        )


def _trial(task: tuple[int, int]) -> TrialRuns:
    """So many runs of a figure."""
    number, runs = task
    figure = FIGURES[number]
    sides = read_player(figure.nought), read_player(figure.cross)
    learner = 0 if sides[0].learns else 1
    first, last = sorted(SET_OF_PLAYS * len(run) for run in figure.runs)
    results, chances, emerged = [], [], []
    for seed in np.random.SeedSequence([SEED, figure.number]).spawn(runs):
        program = Pegasus(*sides, Reinforcement(), generator_state(seed))
        games = program.play(first)
        chances.append(program.chances.copy())
        games = np.concatenate([games, program.play(last - first)])
        results.append(blocks(games))
        at = find_emergence(games)
        emerged += [] if at is None else [at + 1]
    held = np.array(chances)
    lost = [100.0 * _losing(held, side) for side in (0, 1)]
    infallible = play_quality(held, learner).infallible
    return TrialRuns(np.array(results), infallible, np.stack(lost, axis=1), tuple(emerged))


def _losing(chances: Floats, side: int) -> Floats:
    """With what chance each run's side (0 Nought, 1 Cross) loses to an expert."""
    mine = (tables().made % 2 == side)[:, None]
    ends = outlook(np.where(mine, chances, chances_of("expert")))
    return np.asarray(ends[:, 2 - 2 * side], np.float64)


def make_trial_runs(effort: Effort) -> Made:
    """Figs 7 to 9: by hundreds of plays, one side learning or both."""
    runs = effort.of(1_000, 200)
    said = f"{runs} runs, spawned from {SEED}"
    found = effort.results(_trial, [(number, runs) for number in range(len(FIGURES))])
    rows: list[Row] = []
    for kind, name in enumerate(KINDS):
        inside = [trial.inside(number, kind) for number, trial in enumerate(found)]
        rows += [
            _row_of_blocks(f"blocks by {name}: {figure.title.lower()}",
                           printed.BLOCKS[figure.number], those, said)
            for figure, those in zip(FIGURES, inside, strict=True)
        ]  # fmt: skip
        rows.append(_row_of_blocks(f"blocks by {name}: all three figures", printed.ALL_BLOCKS,
                                   sum(inside), said))  # fmt: skip
    rows += [*_rows_of_learners(found, said), *_rows_of_both(found[2], said),
             *_rows_of_opponents(effort.of(400, 100))]  # fmt: skip
    numbers, charts = [], []
    for figure, trial in zip(FIGURES, found, strict=True):
        means, ends = trial.results.mean(axis=0), trial.ends
        for block, mean in enumerate(means):
            numbers.append((figure.number, block + 1, *mean.tolist(), *ends[:, block].T.ravel()))
        ensemble = RunEnsemble(means, ends[:, :, 0], means.sum(axis=0))
        charts.append(ensemble.chart(figure, f"the mean of {runs} runs", figure.title))
    names = ("nought", "drawn", "cross")
    ends_of = (f"{name}_{end}" for name in names for end in ("low", "high"))
    return Made(rows, ("figure", "block", *names, *ends_of), numbers, charts)


def _row_of_blocks(what: str, count: Printed[int], inside: int, seeds: str) -> Row:
    return within(what, count, inside, least_inside(count.value), count.value, kind="outcome",
                  shown=f"{inside} lie within ours",
                  statistic="blocks that lie within the central 95% of our runs",
                  margin="so many do, with 97.5%, if each does with 95%",
                  seeds=seeds)  # fmt: skip


def least_inside(count: int) -> int:
    """How many of so many lie inside, with chance 0.95 each, in 97.5% of all cases at least."""
    below = 0.0
    for inside in range(count + 1):
        below += math.comb(count, inside) * 0.95**inside * 0.05 ** (count - inside)
        if below > 0.025:
            return inside
    return count


def _rows_of_learners(found: Sequence[TrialRuns], seeds: str) -> list[Row]:
    """Figs 7 and 8: that neither of the two runs became infallible."""
    rows = []
    for value, figure, trial in ((printed.NOT_INFALLIBLE, 7, found[0]),
                                 (printed.SIMILAR, 8, found[1])):  # fmt: skip
        ours = mean_interval(trial.infallible.astype(float).tolist()).times(2)
        rows.append(judged(f"of two runs, infallible at the end: Fig. {figure}", value,
                           by_chance(value, 2, "2 runs"), ours, seeds=seeds, digits=2,
                           statistic="twice our share of runs that nobody could make lose with a "
                           "chance of one in a million"))  # fmt: skip
    return rows


NEAR = 10.0
"""Of a hundred plays an expert may win at most against who plays nearly like him: ours to say."""


def _rows_of_both(trial: TrialRuns, seeds: str) -> list[Row]:
    """Fig. 9: near-expert play, and the play that emerged."""
    near = Accepted(0.0, NEAR, f"{NEAR:g} of 100: what near means, we say")
    draws = trial.results[:, 5, 1].astype(float).tolist()
    emerged = [float(hundred) for hundred in trial.emerged]
    soonest, latest = printed.EMERGENCE.value
    count = len(trial.results)
    drawn = sum(result_of(record_of(play)) == 0 for play in printed.EMERGED.value)
    return [
        judged("draws in plays 501 to 600, both learning", printed.SIXTH_HUNDRED,
               by_chance(printed.SIXTH_HUNDRED, 100, "100 plays of each run"),
               mean_interval(draws), next_interval(draws), seeds=seeds,
               why="Runs differ much: some are still drawn into other lines then."),
        *(judged(f"of 100 plays, lost by {who} to an expert, after 600 of both learning",
                 printed.NEAR_EXPERT, near, mean_interval(trial.lost[:, side].tolist()),
                 kind="stand-in", seeds=seeds,
                 statistic="the mean of exact chances by the odds as they stand",
                 why="Both draw nearly all plays with each other by then. Cross has met few of the "
                 "lines that an expert of ours plays, and isn't expert there.")
          for side, who in enumerate(("Nought", "Cross"))),
        judged("the hundred in which a standard play begins to emerge", printed.EMERGENCE,
               Accepted(soonest, latest, "between the paper's two", "2 runs"),
               mean_interval(emerged), seeds=seeds,
               statistic=f"first with {EMERGED} plays alike (ours to say), in the "
               f"{len(emerged) / count:.0%} of the runs that have one"),
        equal("plays that emerged and are drawn by our rules", printed.EMERGED_DRAWN,
              drawn),
    ]  # fmt: skip


ENORMOUSLY = 2.0
"""Times as many plays, at least."""
MOST_PLAYS = 10_000
WEAKER_A = 1.005


def _rows_of_opponents(runs: int) -> list[Row]:
    """What the text says of random and expert opponents, and of reinforcements too strong.  The
    paper shows no runs of these."""
    seeds = f"{runs} runs of {MOST_PLAYS:,} plays each, spawned from {SEED}"
    rows = [
        _row_of_learning(value, name, side, runs, seeds)
        for side in SIDES
        for value, name in ((printed.HARDER, "expert"), (printed.STEREOTYPED, "stereotyped"))
    ]
    rows += [_row_of_subtree(name) for name in ("expert", "stereotyped")]
    weak, strong = (measure(Cell(a, TRIAL_B), runs, MOST_PLAYS, SEED).infallible
                    for a in (WEAKER_A, TRIAL_A))  # fmt: skip
    error = math.sqrt((weak * (1 - weak) + strong * (1 - strong)) / runs)
    rows.append(judged(
        "more infallible runs with weaker reinforcements", printed.TOO_STRONG,
        CLAIM, normal_interval(weak - strong, error), kind="stand-in", seeds=seeds,
        digits=2, statistic=f"share with A = {WEAKER_A} ({weak:.2f}) less that with "
        f"A = {TRIAL_A} ({strong:.2f}); Nought learns against random",
    ))  # fmt: skip
    return rows


def _row_of_learning(value: Printed[str], opponent: str, side: str, runs: int, seeds: str) -> Row:
    hard, easy = (_to_standard(side, against, runs) for against in ("distinct", opponent))
    ours = Estimate(hard.value / easy.value, hard.low / easy.high, hard.high / easy.low)
    return judged(
        f"plays to a standard against random, by those against {opponent} play; {side} learns",
        value, Accepted(ENORMOUSLY, math.inf, "enormously is twice at least: we say so"), ours,
        kind="stand-in", seeds=seeds, digits=2,
        statistic=f"quotient of the medians of the first play that ends {IN_A_ROW} with at most "
        f"{MOST_LOST} lost ({hard.value:g} and {easy.value:g})",
        why="Random play is soon beaten by who knows little, and an expert punishes every error. "
        "Tried: infallible runs and the chance of losing after 10,000 plays in place of the "
        "standard; the sweep's weaker and stronger multipliers (the claim holds for strong ones).",
    )  # fmt: skip


def _row_of_subtree(opponent: str) -> Row:
    every, met = (len(_positions_met(against)) for against in ("distinct", opponent))
    return within(f"positions that Nought can meet against {opponent} play, of all",
                  printed.SUBTREE, met / every, 0.0, 1.0 - 1.0 / every,
                  shown=f"{met} of {every}", statistic="by enumeration",
                  margin=NO_NUMBER)  # fmt: skip


def _positions_met(opponent: str) -> set[int]:
    """Where Nought, whatever it does, can come to move against that opponent."""
    held, chances = tables(), opposition(opponent).chances()
    met, left = set(), {0}
    while left:
        at = left.pop()
        met.add(at)
        for choice in range(held.choices[at]):
            between = held.following[at, choice]
            replies = np.flatnonzero(chances[between] > 0.0)
            after = {int(held.following[between, reply]) for reply in replies}
            left |= {one for one in after if held.choices[one]} - met
    return met


def _to_standard(side: str, against: str, runs: int) -> Estimate:
    """The median plays to the standard, and its 95% interval by ranks."""
    found = []
    for seed in np.random.SeedSequence(SEED).spawn(runs):
        players = [read_player("learn"), opposition(against)]
        nought, cross = players if side == SIDES[0] else players[::-1]
        program = Pegasus(nought, cross, Reinforcement(), generator_state(seed))
        results = (program.play(MOST_PLAYS) >> 36) - 1
        found.append(plays_to_standard(results if side == SIDES[0] else -results))
    found.sort()
    apart = NORMAL * math.sqrt(runs) / 2
    return Estimate(float(np.median(found)), found[int(runs / 2 - apart)],
                    found[math.ceil(runs / 2 + apart)])  # fmt: skip
