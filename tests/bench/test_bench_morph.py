"""Morph: the graph of a position (goal: under 1 microsecond), and a choice over about thirty
successors with 2,500 patterns (under 0.5 ms).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time;
processor time is counted, since other work may go on.  The patterns are of the kinds and sizes that
node orderings add: connected subgraphs of two to six nodes from random games, kings and pawns held
to their squares, and material.
"""

import time
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from machines.games.chess.board import Move, Position, Words
from machines.games.chess.house import HousePlayer
from machines.morph.batch_matching import words_of
from machines.morph.graph import edges_out, graph_of
from machines.morph.index import Index
from machines.morph.learner import Learner, game_generator, play_game
from tests.machines.morph.examples import connected_pattern, random_material, random_positions

njit: Any = numba.njit
PATTERNS = 2500
MATERIAL = 100


def database() -> Index:
    """2,500 patterns."""
    generator = np.random.default_rng(1)
    index = Index()
    found: dict[Any, None] = {}
    while len(found) < MATERIAL:
        found[random_material(generator)] = None
    positions = random_positions(400, 17)
    while len(found) < PATTERNS:
        position = positions[int(generator.integers(len(positions)))]
        found[connected_pattern(position, int(generator.integers(2, 7)), generator)] = None
    for pattern in found:
        index.add(pattern)
    return index


@njit(nogil=True)
def graphs(words: Words, labels: Any, out: Any, into: Any) -> None:
    for i in range(words.shape[0]):
        graph_of(words[i], labels, out, into)


@njit(nogil=True)
def outward(words: Words, labels: Any, out: Any) -> None:
    for i in range(words.shape[0]):
        edges_out(words[i], labels, out)


def table(*shape: int) -> npt.NDArray[np.int64]:
    return np.zeros(shape, dtype=np.int64)


@pytest.mark.parametrize("both_ends", [False, True])
def test_the_graph_of_a_position(benchmark: Any, both_ends: bool) -> None:
    words = words_of(random_positions(1000, 2))
    labels, out, into = table(15), table(4, 64), table(4, 64)

    def all_graphs() -> None:
        if both_ends:
            graphs(words, labels, out, into)
        else:
            outward(words, labels, out)

    all_graphs()
    benchmark(all_graphs)
    start = time.process_time()
    for _ in range(200):
        all_graphs()
    taken = (time.process_time() - start) / 200 / len(words)
    benchmark.extra_info["microseconds a graph"] = round(taken * 1e6, 3)
    print(
        f"\n{taken * 1e6:.3f} microseconds a graph, edges by {'both ends' if both_ends else 'one'}"
    )


def test_a_choice_with_2500_patterns(benchmark: Any) -> None:
    index = database()
    generator = np.random.default_rng(4)
    weights = generator.random(PATTERNS)
    positions = random_positions(200, 5)
    index.order.compiled()

    def choose() -> int:
        return sum(len(index.successor_values(position, weights, 0)) for position in positions)

    choose()
    benchmark(choose)
    start = time.process_time()
    for _ in range(10):
        successors = choose()
    taken = (time.process_time() - start) / 10 / len(positions)
    benchmark.extra_info["milliseconds a choice"] = round(taken * 1e3, 3)
    print(f"\n{taken * 1e3:.3f} ms a choice of {successors / len(positions):.1f} successors")


# -- games and lessons -----------------------------------------------------------------------------


TAUGHT = 150
GAMES = 20


class Timed:
    """A player and how long it took, in seconds of the processor."""

    def __init__(self, player: HousePlayer) -> None:
        self.player = player
        self.name = player.name
        self.seconds = 0.0

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """The player's move."""
        start = time.process_time()
        move = self.player.choose(position, generator)
        self.seconds += time.process_time() - start
        return move


def test_a_game_and_its_lesson(benchmark: Any) -> None:
    learner, opponent = Learner(), Timed(HousePlayer(1))

    def games(first: int, count: int) -> int:
        plies = 0
        for game in range(first, first + count):
            generator = game_generator(1, game)
            played = play_game(learner, opponent, generator, morph_white=game % 2 == 1)
            learner.learn(played, generator)
            plies += played.plies
        return plies

    games(1, TAUGHT)
    opponent.seconds = 0.0
    start = time.process_time()
    plies = benchmark.pedantic(games, args=(TAUGHT + 1, GAMES), rounds=1)
    taken = (time.process_time() - start - opponent.seconds) / GAMES
    benchmark.extra_info["milliseconds a game"] = round(taken * 1e3, 1)
    print(f"\n{taken * 1e3:.1f} ms a game of {plies / GAMES:.0f} plies, {len(learner)} patterns")
