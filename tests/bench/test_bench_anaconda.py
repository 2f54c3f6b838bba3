"""Anaconda: evaluations a second on one core (goal: 1.6 million afresh, 2.5 million carried),
a choice at four plies, and a generation.

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time;
processor time is counted, since other work may go on.
"""

import time
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from machines.anaconda.evaluation import (
    FAST,
    HIDDEN,
    WIDE,
    Floats,
    align_floats,
    evaluate,
    output_sum,
    prepare_values,
    single,
    update_sums,
)
from machines.anaconda.evolution import EvolutionConfig, competitors, first_population, play, tasks
from machines.anaconda.network import new_network
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.search import Search, new_search_work
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make

BOARDS = 4096
ONE = single(1.0)
njit: Any = numba.njit
compiled: Any = njit(nogil=True, **FAST)


def boards() -> npt.NDArray[np.int64]:
    """int64[BOARDS, 8]: boards of random games, each with the one after a move, mover first."""
    generator = np.random.default_rng(1)
    position = Position.start()
    found: list[tuple[int, ...]] = []
    while len(found) < BOARDS:
        moves = legal_moves(position)
        if not moves:
            position = Position.start()
            continue
        after = make(position, moves[int(generator.integers(len(moves)))])
        g, c, f, b = after.words()
        found.append((*position.words(), f, b, g, c))
        position = after
    return np.array(found, dtype=np.int64)


@compiled
def afresh(net: Floats, words: Any, sums: Floats, hidden: Floats) -> float:
    total = 0.0
    for i in range(words.shape[0]):
        total += evaluate(net, words[i, 0], words[i, 1], words[i, 2], words[i, 3], sums, hidden)
    return total


@compiled
def carried(net: Floats, words: Any, sums: Floats, after: Floats, hidden: Floats) -> float:
    total = 0.0
    for i in range(words.shape[0]):
        before = (words[i, 0], words[i, 1], words[i, 2], words[i, 3])
        moved = (words[i, 4], words[i, 5], words[i, 6], words[i, 7])
        update_sums(net, sums, after, before, moved, ONE)
        total += output_sum(net, after, hidden)
    return total


@pytest.mark.parametrize("how", ["full", "incremental"])
def test_evaluations(benchmark: Any, how: str) -> None:
    words = boards()
    net = prepare_values(new_network(np.random.default_rng(1)))
    sums, after = align_floats(2, WIDE)
    hidden = align_floats(1, HIDDEN)[0]
    seconds = []

    def run() -> float:
        began = time.process_time()
        total = 0.0
        for _ in range(50):
            if how == "full":
                total += afresh(net, words, sums, hidden)
            else:
                total += carried(net, words, sums, after, hidden)
        seconds.append(time.process_time() - began)
        return total

    total = benchmark.pedantic(run, rounds=7, warmup_rounds=1)
    assert np.isfinite(total)
    benchmark.extra_info["evaluations_per_second"] = int(50 * BOARDS / min(seconds))


@pytest.mark.parametrize("plain", [False, True])
def test_choices_at_four_plies(benchmark: Any, plain: bool) -> None:
    player = AnacondaPlayer(new_network(np.random.default_rng(1)), search=Search(plain=plain))
    generator = np.random.default_rng(2)
    position = Position.start()
    positions: list[Position] = []
    while len(positions) < 200:
        moves = legal_moves(position)
        position = (
            make(position, moves[int(generator.integers(len(moves)))])
            if moves
            else (Position.start())
        )
        if legal_moves(position):
            positions.append(position)
    evaluations = 0

    def run() -> None:
        nonlocal evaluations
        evaluations = 0
        for one in positions:
            player.choose(one, generator)
            looked = player.looked()
            assert looked is not None
            evaluations += looked.evaluations

    benchmark.pedantic(run, rounds=3, warmup_rounds=1)
    benchmark.extra_info["evaluations_per_choice"] = evaluations / len(positions)
    assert evaluations > len(positions)


def test_a_generation(benchmark: Any) -> None:
    population = first_population(EvolutionConfig(), 1)
    games = tasks(population, competitors(population))
    desk = new_search_work()
    seconds = []

    def run() -> int:
        began = time.process_time()
        plies = sum(play(task, desk)[0].plies for task in games)
        seconds.append(time.process_time() - began)
        return plies

    plies = benchmark.pedantic(run, rounds=1, warmup_rounds=1)
    assert plies > 150 * 30
    benchmark.extra_info["processor_seconds"] = min(seconds)
    benchmark.extra_info["minutes_of_840_on_two_cores"] = min(seconds) * 840 / 60 / 2
