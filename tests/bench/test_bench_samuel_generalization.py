"""How long a series of Alpha against Beta takes (must: 28 games in a minute on one quiet core).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

from machines.samuel.generalization.series import GAMES, first_series, play


def test_a_series_of_28_games_at_the_papers_ply(benchmark: Any) -> None:
    series = benchmark.pedantic(lambda: play(first_series(1)), rounds=1)
    assert len(series.records) == GAMES
