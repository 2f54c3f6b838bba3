"""perft: the published numbers to depth 11, and how fast (goal: 100 million positions/s).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.moves import perft
from tests.machines.games.draughts.positions import perft_table

START = {8: 845931, 9: 3963680, 10: 18391564, 11: 85242128}


@pytest.mark.parametrize("depth", START)
def test_perft_from_the_start(benchmark: Any, depth: int) -> None:
    lines = benchmark.pedantic(perft, (Position.start(), depth), rounds=3, warmup_rounds=1)
    benchmark.extra_info["positions_per_second"] = int(lines / benchmark.stats.stats.min)
    assert lines == START[depth]


def test_perft_of_all_the_golden_positions_to_their_full_depth(benchmark: Any) -> None:
    def count() -> list[list[tuple[int, int]]]:
        return [
            [(depth, perft(position, depth)) for depth, _ in counts]
            for position, counts in perft_table()
        ]

    found = benchmark.pedantic(count, rounds=1)
    assert found == [counts for _, counts in perft_table()]
