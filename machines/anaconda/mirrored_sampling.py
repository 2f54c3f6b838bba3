"""Evolution by mirror twins: one parent, who follows what its offspring win of each other.

An option, not the paper's way (machines/anaconda/evolution.py), and the one by which the shipped
player was evolved.  With four games of five drawn, ten games say too little of which of thirty
networks is the best, and survivors may just be lucky.  Here every game tells something:

- the parent's fifteen offspring and their twins differ from it by opposite steps in every weight
  (*mirrored sampling*: Brockhoff, Auger and others 2010, "Mirrored sampling and sequential
  selection for evolution strategies", PPSN XI)::

      w(i) = w + sigma N(0,1)      K(i) = K + delta
      its twin: w - sigma N(0,1)   K - delta        delta of {-0.1, 0, 0.1}

- twins play each other and nobody else: five beginnings, each with either as Red, so that only what
  they differ in decides;
- the parent makes each pair's step in the proportion in which it was ahead (*weighted
  recombination*: Rechenberg 1994, "Evolutionsstrategie '94")::

      w' = w + rate * sum over pairs of lead * (w(i) - w(i's twin)) / 2
      K' likewise, kept within [1, 3]

``lead`` is the mean of what the ten games were worth to the first of both, -1 to 1.  Step sizes
stay as they are; the rate falls with the root of the generations (:func:`rate_at`), since chance
moves the parent as well, and in the end only chance would.  So a parent wanders about where it
would be best; its average over the last generations doesn't (Polyak and Juditsky 1992), and that is
who plays for the run.

A parent that learns as well (Settings.learning) does so from all games of its offspring, after that
step, and by steps that fall alike.
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from machines.anaconda.evolution import (
    GAMES_EACH,
    KING_STEPS,
    LESSONS_DRAW,
    OFFSPRING_DRAW,
    PARENTS,
    PLAYERS,
    Individual,
    Played,
    Population,
    Task,
    after_lessons,
    draw_boards,
    game_value,
    games_of,
    generator_of,
)
from machines.anaconda.learning import Lesson
from machines.anaconda.network import LEAST_KING, MOST_KING, MOST_WEIGHT, WEIGHTS, Network

PAIRS = PARENTS
"""Player n's twin is player n + 15."""
AVERAGED = 250
"""Generations: how far back the average reaches."""
SETTLES = 100
"""Generations until the rate has fallen to 0.7 of what it was at the beginning."""


def competitors(population: Population) -> tuple[Individual, ...]:
    """Fifteen offspring, then their twins in the same order."""
    generator = generator_of(population.seed, population.generation + 1, OFFSPRING_DRAW)
    parent = population.parents[-1]
    both = [_twins(parent, generator) for _ in range(PAIRS)]
    return (*(first for first, _ in both), *(other for _, other in both))


def _twins(parent: Individual, generator: np.random.Generator) -> tuple[Individual, Individual]:
    steps = parent.sigma * generator.standard_normal(WEIGHTS)
    king = KING_STEPS[int(generator.integers(len(KING_STEPS)))]
    return _moved(parent, steps, king), _moved(parent, -steps, -king)


def _moved(player: Individual, steps: npt.NDArray[np.float64], king: float) -> Individual:
    weights = np.clip(player.network.weights + steps, -MOST_WEIGHT, MOST_WEIGHT)
    kept = min(max(player.network.king + king, LEAST_KING), MOST_KING)
    return Individual(Network(weights.astype(np.float32), kept), player.sigma)


def tasks(population: Population, players: Sequence[Individual]) -> tuple[Task, ...]:
    """The 150 games: each as Red against its twin, from the five boards of the pair."""
    twin = (np.arange(PLAYERS) + PAIRS) % PLAYERS
    boards = draw_boards(population.settings, population.seed, population.generation + 1)
    both = boards[: PAIRS * GAMES_EACH] * 2
    return games_of(population, players, np.repeat(twin[:, None], GAMES_EACH, axis=1), both)


def rate_at(rate: float, generation: int) -> float:
    """How far a parent follows after ``generation`` others."""
    return rate / math.sqrt(1 + generation / SETTLES)


def leads(population: Population, games: Sequence[Played]) -> npt.NDArray[np.float64]:
    """By how much the first of each pair was ahead of its twin, shape (15,), -1 to 1."""
    found = np.zeros(PAIRS)
    for played in games:
        pair, second = played.game // GAMES_EACH % PAIRS, played.game >= PAIRS * GAMES_EACH
        value = game_value(played, population.settings)
        found[pair] += -value if second else value
    return found / (2 * GAMES_EACH)


def next_population(
    population: Population,
    players: Sequence[Individual],
    games: Sequence[Played],
    lessons: Sequence[Lesson] = (),
) -> Population:
    """The average, and the parent where its offspring's games have led it."""
    settings = population.settings
    average, parent = population.parents
    steps, king = np.zeros(WEIGHTS), 0.0
    rate = rate_at(settings.rate, population.generation)
    for lead, first, twin in zip(
        leads(population, games), players[:PAIRS], players[PAIRS:], strict=True
    ):
        steps += rate * lead * (first.network.weights - twin.network.weights) / 2
        king += rate * float(lead) * (first.network.king - twin.network.king) / 2
    parent = _moved(parent, steps, king)
    generation = population.generation + 1
    if settings.learning:
        drawn = generator_of(population.seed, generation, LESSONS_DRAW)
        parent = after_lessons(
            parent, lessons, rate_at(settings.learning, population.generation), drawn
        )
    share = max(1 / AVERAGED, 2 / (generation + 1))
    ahead = parent.network.weights.astype(np.float64) - average.network.weights
    average = _moved(average, share * ahead, share * (parent.network.king - average.network.king))
    return Population(settings, population.seed, generation, (average, parent))
