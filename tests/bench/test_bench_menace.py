"""MENACE: plays a second on one core while it learns (issue B: 5 million against random play).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

import pytest

from machines.menace.beads import Cabinet
from machines.menace.odds import odds
from machines.menace.sides import Player
from machines.menace.tournament import Tournament, tournament
from machines.noughts.generator import generator_state

GAMES = 1_000_000


@pytest.mark.parametrize("learning", [True, False])
@pytest.mark.parametrize("cross", ["random", "distinct", "perfect", "boxes"])
def test_a_million_games(benchmark: Any, cross: str, learning: bool) -> None:
    state = generator_state(1961)

    def play() -> Tournament:
        other: Player = Cabinet.new("second") if cross == "boxes" else cross
        return tournament(GAMES, Cabinet.new(), other, state, learning=learning, reload=True)

    played = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["games_per_second"] = int(GAMES / benchmark.stats.stats.min)
    assert len(played.records) == GAMES


def test_the_odds_of_a_cabinet(benchmark: Any) -> None:
    cabinet = Cabinet.new()
    found = benchmark(odds, cabinet, "random")
    assert found.win + found.draw + found.loss == pytest.approx(1)
