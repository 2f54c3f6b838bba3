"""Pegasus plays a second on one core, and its published runs at full length.

test_bench_learners.py has plain C beside it.

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

import pytest

from machines.kernels.generator import generator_state
from machines.pegasus.odds import Origin, Reinforcement
from machines.pegasus.players import read_player
from machines.pegasus.program import Pegasus, blocks

PLAYS = 1_000_000
TRIAL = Reinforcement()
SLIDING = Reinforcement(last_infinite=False, origin=Origin.EACH_PLAY, d=0.9)


@pytest.mark.parametrize(
    ("nought", "cross", "settings"),
    [
        ("learn", "distinct", TRIAL),
        ("distinct", "learn", TRIAL),
        ("learn", "learn", TRIAL),
        ("learn", "learn", SLIDING),
        ("distinct", "distinct", TRIAL),
    ],
)
def test_plays(benchmark: Any, nought: str, cross: str, settings: Reinforcement) -> None:
    def program() -> tuple[tuple[Pegasus, int], dict[str, Any]]:
        generator = generator_state(7)
        return (Pegasus(read_player(nought), read_player(cross), settings, generator), PLAYS), {}

    games = benchmark.pedantic(Pegasus.play, setup=program, rounds=5, warmup_rounds=1)
    benchmark.extra_info["plays_per_second"] = int(PLAYS / benchmark.stats.stats.min)
    assert len(games) == PLAYS


@pytest.mark.soak
def test_ten_million_random_plays_come_within_four_standard_errors() -> None:
    number = 10_000_000
    for name, wanted in (
        ("distinct", (215363 / 362880, 39959 / 302400, 497831 / 1814400)),
        ("random", (737 / 1260, 8 / 63, 121 / 420)),
    ):
        generator = generator_state(1963)
        program = Pegasus(read_player(name), read_player(name), TRIAL, generator)
        found = blocks(program.play(number), number)[0] / number
        for share, exact in zip(found, wanted, strict=True):
            assert abs(share - exact) < 4 * (exact * (1 - exact) / number) ** 0.5
