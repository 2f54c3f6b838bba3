"""Chellapilla and Fogel 2000: evolution by the paper's rules alone (section 3), without anything
that the shipped player had besides.

What the paper rates by games against people is measured here against the run's own beginning, and
against the shipped player.  Runs are files, which an interrupted report goes on with; a longer one
takes up where a shorter one ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from machines.anaconda.evolution import EvolutionConfig
from machines.laboratory.anaconda.study import (
    MACHINE,
    begin_evolution,
    evolve,
    generations_in,
)
from machines.laboratory.matches.referee import PairResult, score
from machines.laboratory.printed import anaconda as printed
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    estimated,
    impossible,
    picture,
    run_seeds,
    seeds_said,
    sign_of,
)
from machines.laboratory.reproduce.matches import (
    Match,
    mobilities,
    play_matches,
    rounded,
    shipped_network,
)
from machines.laboratory.study.intervals import mean_interval
from machines.laboratory.study.runner import seconds_of
from machines.storage.run_store import SUFFIX, read_run

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState

PAPER = "anaconda"
PLY: int = printed.PLIES.value
RUNS, GAMES = 3, 432
"""Of the short evolution; each of the 216 openings with either side."""
GENERATIONS: int = printed.GENERATIONS.value
LONG_RUNS, CURVE_GAMES = 10, 100
"""Of the long one; what varies is the run."""
CURVE = (0, 120, GENERATIONS, 480, printed.MORE_GENERATIONS.value)
"""Generations at which strength is measured."""
SHIPPED_CURVE = (0, GENERATIONS, printed.MORE_GENERATIONS.value, 1_002)
"""Those of the shipped run whose networks ship; the last is the shipped player."""
OWN, SHIPPED = "its beginning", "the shipped player"
"""Whom a network meets."""
AFTER_840 = (
    f"points of generation {printed.MORE_GENERATIONS} over those of generation "
    f"{printed.GENERATIONS}, against its own beginning"
)
ITS_MOVES = "legal moves less its opponent's while pieces are even, against its own beginning"
NOT_IMPROVED = (
    "Most games are drawn, and a step of 0.05 in each of 5,046 weights wanders: tried here were "
    "openings, a share of the pieces for undecided games, one point off for a loss, and a bound on "
    "sigma (docs/research/anaconda.md). Left open by the paper, and chosen: White's board is "
    "turned, a board is quiet when no capture is pending, nobody meets himself, equals survive by "
    "lot."
)
PENTIUM = "A Pentium II of 400 MHz isn't here, and ours looks ahead by alpha-beta."


def evolve_runs(effort: Effort, seeds: Sequence[int], generations: int) -> list[Path]:
    """The runs' files, each with so many generations or more."""
    paths = [effort.run_folder() / f"anaconda-{seed}{SUFFIX}" for seed in seeds]
    for done, (seed, path) in enumerate(zip(seeds, paths, strict=True)):
        begin_evolution(path, EvolutionConfig(), seed)
        for reached in evolve(path, generations, effort.jobs, effort.scheduler):
            effort.tell((done + reached / generations) / len(seeds))
    return paths


def ahead(pairs: Sequence[PairResult]) -> float:
    """The first player's share of the points over a half."""
    return score(pairs).points.value - 0.5


def moves_ahead(pairs: Sequence[PairResult]) -> float:
    """Its legal moves less its opponent's while pieces are even, on average: who is ahead in pieces
    has more of them by that alone."""
    return float(np.nanmean(mobilities(pairs, even=True)))


def evolved(effort: Effort) -> Made:
    """Three runs of 250 generations by the paper's rules alone, each against its beginning."""
    seeds = run_seeds(RUNS)
    paths = evolve_runs(effort.part(0, 0.9), seeds, GENERATIONS)
    matches = [
        Match(f"anaconda:{path}:{GENERATIONS}", f"anaconda:{path}:0", PLY, PLY, GAMES)
        for path in paths
    ]
    played = play_matches(effort.part(0.9, 1), matches).values()
    rows = [
        sign_of(f"points of generation {GENERATIONS} over a half against its own beginning",
                printed.LEARNS, map(ahead, played), seeds, NOT_IMPROVED),
        sign_of(f"{ITS_MOVES}, generation {GENERATIONS}", printed.RESTRICTS,
                map(moves_ahead, played), seeds, NOT_IMPROVED),
        _time(paths, seeds),
    ]  # fmt: skip
    runs = [generations_in(path)[:GENERATIONS] for path in paths]
    columns = ("seed", "generation", "best", "mean", "drawn", "sigma", "weight", "saturated")
    numbers = [
        (seed, gen.number, max(gen.points), round(float(np.mean(gen.points)), 3),
         round(gen.statistics.drawn, 3), round(gen.statistics.sigma, 4),
         round(gen.statistics.weight, 4), round(gen.statistics.saturated, 4))
        for seed, run in zip(seeds, runs, strict=True) for gen in run
    ]  # fmt: skip
    lines = [
        Line(f"seed {seed}", [(gen.number, 100.0 * gen.statistics.drawn) for gen in run])
        for seed, run in zip(seeds, runs, strict=True)
    ]
    chart = picture("GAMES DRAWN IN EVOLUTION", "generation", "percent", *lines)
    return Made(rows, columns, numbers, [chart])


def _time(paths: Sequence[Path], seeds: Sequence[int]) -> Row:
    """How long a generation took there, and here."""
    taken = []
    for path in paths:
        with read_run(path, MACHINE) as run:
            taken.append(seconds_of(run) / run.plays)
    return impossible("time of a generation", printed.GENERATION_S, PENTIUM,
                      f"{float(np.mean(taken)):.2f} s; there {printed.GENERATION_S.value:,.0f} s",
                      kind="stand-in", seeds=seeds_said(seeds))  # fmt: skip


# -- ten runs of 840 generations, and their strength curves ----------------------------------------


@dataclass(frozen=True)
class Point:
    """A network of a run, and whom it meets."""

    run: str
    generation: int
    against: str
    """:data:`OWN` or :data:`SHIPPED`."""
    match: Match


def curve_points(run: str, names: dict[int, str]) -> list[Point]:
    """The matches of a run's curve: its networks' names by generation, with that of its
    beginning."""
    others = {OWN: names[0], SHIPPED: "anaconda"}
    return [
        Point(run, generation, against, Match(name, other, PLY, PLY, CURVE_GAMES))
        for generation, name in names.items()
        for against, other in others.items()
        if name != other
    ]


def shipped_names() -> dict[int, str]:
    """The shipped run's networks by generation."""
    *earlier, last = SHIPPED_CURVE
    return {**{generation: shipped_network(generation) for generation in earlier},
            last: "anaconda"}  # fmt: skip


def strength_curves(effort: Effort) -> Made:
    """Ten runs of 840 generations by the paper's rules alone, beside the shipped run."""
    seeds = run_seeds(LONG_RUNS)
    paths = evolve_runs(effort.part(0, 0.9), seeds, CURVE[-1])
    points = curve_points("shipped", shipped_names())
    for seed, path in zip(seeds, paths, strict=True):
        points += curve_points(f"seed {seed}", {at: f"anaconda:{path}:{at}" for at in CURVE})
    played = play_matches(effort.part(0.9, 1), [point.match for point in points])
    found = {(point.run, point.generation, point.against): played[point.match] for point in points}
    numbers = [
        (point.run, point.generation, point.against, point.match.games,
         *rounded(score(played[point.match]).points, 4))
        for point in points
    ]  # fmt: skip
    columns = ("run", "generation", "against", "games", "points", "low", "high")
    charts = [_curve(found, seeds, against) for against in (OWN, SHIPPED)]
    return Made(_rows(found, seeds), columns, numbers, charts)


Found = dict[tuple[str, int, str], list[PairResult]]
"""Pairs by run, generation and whom they are against."""


def _rows(found: Found, seeds: Sequence[int]) -> list[Row]:
    first, last = ([found[f"seed {seed}", at, OWN] for seed in seeds]
                   for at in (GENERATIONS, CURVE[-1]))  # fmt: skip
    half = "over a half against its own beginning"
    return [
        sign_of(f"points of generation {GENERATIONS} {half}", printed.LEARNS, map(ahead, first),
                seeds, NOT_IMPROVED),
        sign_of(f"points of generation {CURVE[-1]} {half}", printed.LEARNS, map(ahead, last),
                seeds, NOT_IMPROVED),
        sign_of(AFTER_840, printed.IMPROVES,
                [ahead(b) - ahead(a) for a, b in zip(first, last, strict=True)], seeds,
                NOT_IMPROVED),
        sign_of(f"{ITS_MOVES}, generation {CURVE[-1]}", printed.RESTRICTS, map(moves_ahead, last),
                seeds, NOT_IMPROVED),
    ]  # fmt: skip


def _curve(found: Found, seeds: Sequence[int], against: str) -> "ChartState":
    """Points by generation: the mean of all runs with its 95% interval, and the shipped run's."""

    def at(run: str, generation: int) -> float:
        pairs = found.get((run, generation, against))
        return 0.5 if pairs is None else score(pairs).points.value  # against itself

    means = {
        generation: mean_interval([at(f"seed {seed}", generation) for seed in seeds])
        for generation in CURVE
    }
    return picture(
        f"AGAINST {against.upper()}", "generation", "share of the points",
        estimated("the paper's rules, the mean with its 95% interval", means.items()),
        Line("the shipped run", [(gen, at("shipped", gen)) for gen in SHIPPED_CURVE]),
    )  # fmt: skip


EVOLUTION = (
    Artefact(PAPER, "evolution", "Evolution by the paper's rules alone", evolved, 550.0, True),
    Artefact(PAPER, "evolution840", "Ten evolutions of 840 generations by the paper's rules alone",
             strength_curves, 6_800.0, True, True),
)  # fmt: skip
