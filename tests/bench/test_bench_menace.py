"""MENACE: plays a second on one core while it learns (beside C: test_bench_learners.py).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet
from machines.menace.odds import odds
from machines.menace.opponents import Frozen
from machines.menace.sides import Player
from machines.menace.study import Study, StudyConfig, play_on
from machines.menace.tournament import Tournament, tournament
from machines.storage.run_store import new_run

GAMES = 1_000_000


@pytest.mark.parametrize("learning", [True, False])
@pytest.mark.parametrize(
    "cross", ["random", "distinct", "perfect", "expert", "standard:0.5", "frozen", "boxes"]
)
def test_a_million_games(benchmark: Any, cross: str, learning: bool) -> None:
    state = generator_state(1961)
    others: dict[str, Callable[[], Player]] = {
        "boxes": lambda: Cabinet.new("second"),
        "frozen": lambda: Frozen("second", Cabinet.new("second").beads),
    }

    def play() -> Tournament:
        other: Player = others[cross]() if cross in others else cross
        return tournament(GAMES, Cabinet.new(), other, state, learning=learning, reload=True)

    played = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["games_per_second"] = int(GAMES / benchmark.stats.stats.min)
    assert len(played.records) == GAMES


def test_the_odds_of_a_cabinet(benchmark: Any) -> None:
    cabinet = Cabinet.new()
    found = benchmark(odds, cabinet, "random")
    assert found.win + found.draw + found.loss == pytest.approx(1)


def test_a_million_games_into_a_run_record(benchmark: Any, tmp_path: Path) -> None:
    made = iter(range(100))

    def play() -> int:
        settings = StudyConfig("random")
        study = Study.begin(settings)
        path = tmp_path / f"{next(made)}.sqlite"
        with new_run(path, settings.about(), study.state()) as run:
            for _ in play_on(study, run, GAMES):
                pass
            return run.plays

    assert benchmark.pedantic(play, rounds=3, warmup_rounds=1) == GAMES
    benchmark.extra_info["games_per_second"] = int(GAMES / benchmark.stats.stats.min)
