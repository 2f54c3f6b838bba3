"""Statistics of a generation: step sizes, weights, the spread of outputs, draws.

A public reproduction found its outputs saturated near generation 850 with sigma unbounded, and most
games of self-play drawn; so these are kept for every generation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from machines.anaconda.evaluation import evaluate, prepare_values
from machines.anaconda.evolution import (
    GAMES,
    Individual,
    Played,
    Population,
    points,
)
from machines.anaconda.network import Network
from machines.anaconda.search import new_search_work
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make

SAMPLE = 200
SAMPLE_SEED = 1959
SAMPLE_PLIES = 60
"""The boards on which outputs are compared: reached by up to so many random moves, one side's."""
SATURATED = 0.99


@dataclass(frozen=True)
class Statistics:
    """Of a generation's fifteen survivors, and of its games."""

    sigma: float
    """The median step size."""
    sigma_most: float
    """The greatest."""
    weight: float
    """The mean size of a weight."""
    weight_most: float
    king: float
    """The mean K."""
    spread: float
    """The standard deviation of an output over the sample of boards, meant over networks."""
    saturated: float
    """The share of outputs beyond 0.99 either way."""
    drawn: float
    """The share of games that were drawn."""
    red_won: float
    plies: float
    """The mean length of a game."""


@dataclass(frozen=True)
class Generation:
    """What is kept of a generation."""

    number: int
    """From 1."""
    points: tuple[float, ...]
    """Of the thirty: fifteen parents, then their offspring in the same order."""
    kings: tuple[float, ...]
    """Their K."""
    survivors: tuple[int, ...]
    """Which of them are the next parents, the best first."""
    games: tuple[Played, ...]
    """All 150, in order."""
    best: Network
    """That of the first survivor."""
    statistics: Statistics


@cache
def sample() -> tuple[tuple[int, int, int, int], ...]:
    """The words of 200 boards, always the same."""
    generator = np.random.default_rng(SAMPLE_SEED)
    found = []
    for _ in range(SAMPLE):
        position = Position.start()
        for _ in range(int(generator.integers(1, SAMPLE_PLIES))):
            moves = legal_moves(position)
            if not moves:
                break
            position = make(position, moves[int(generator.integers(len(moves)))])
        found.append(position.words())
    return tuple(found)


def outputs(network: Network) -> list[float]:
    """The network's outputs on the sample."""
    net, desk = prepare_values(network), new_search_work()
    return [evaluate(net, *words, desk.sums[0], desk.hidden) for words in sample()]


def statistics(parents: Sequence[Individual], games: Sequence[Played]) -> Statistics:
    """The figures of a generation that left these parents."""
    sigma = np.array([parent.sigma for parent in parents])
    weights = np.abs(np.array([parent.network.weights for parent in parents], dtype=np.float64))
    values = np.array([outputs(parent.network) for parent in parents])
    return Statistics(
        sigma=float(np.median(sigma)),
        sigma_most=float(sigma.max()),
        weight=float(weights.mean()),
        weight_most=float(weights.max()),
        king=float(np.mean([parent.network.king for parent in parents])),
        spread=float(values.std(axis=1).mean()),
        saturated=float((np.abs(values) > SATURATED).mean()),
        drawn=sum(game.result == 0 for game in games) / GAMES,
        red_won=sum(game.result > 0 for game in games) / GAMES,
        plies=sum(game.plies for game in games) / GAMES,
    )


def generation_of(
    players: Sequence[Individual],
    chosen: Sequence[int],
    games: Sequence[Played],
    after: Population,
) -> Generation:
    """What is kept of the generation that led to ``after``."""
    return Generation(
        after.generation,
        points(games, after.settings),
        tuple(player.network.king for player in players),
        tuple(chosen),
        tuple(games),
        after.parents[0].network,
        statistics(after.parents, games),
    )
