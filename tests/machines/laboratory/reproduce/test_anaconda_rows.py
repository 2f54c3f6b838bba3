"""Anaconda's rows: matches from the same openings, evolution that is gone on with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from devices.refusal import RefusedError
from machines.anaconda.evolution import EvolutionConfig
from machines.laboratory.anaconda.study import begin_evolution
from machines.laboratory.reproduce import anaconda
from machines.laboratory.reproduce.anaconda import Match, play_matches
from machines.laboratory.reproduce.artefacts import Effort
from machines.storage.run_store import read_run


@dataclass(frozen=True)
class Pair:
    """A pair's share of its two points, and its games' outcomes, for ``a``."""

    points: float

    @property
    def outcomes(self) -> tuple[int, int]:
        return (1, 1) if self.points == 1 else (0, 0)

    games: tuple[Any, ...] = ()
    endings: tuple[str, ...] = ()


def pairs(*points: float) -> Any:
    return [Pair(one) for one in points]


def test_it_grows_where_the_difference_is_sure() -> None:
    def verdict(before: Any, after: Any) -> str:
        return anaconda._grows("points", "text", "more", before, after, "few games").verdict

    assert verdict(pairs(0.5, 0.25, 0.5, 0.75), pairs(0.75, 0.5, 0.75, 1.0)) == "green"
    assert verdict(pairs(0.5, 0.25, 0.5, 0.75), pairs(0.75, 0.25, 0.5, 0.75)) == "red"
    assert verdict(pairs(0.75, 0.5, 0.75, 1.0), pairs(0.5, 0.25, 0.5, 0.75)) == "red"


def test_matches_of_as_many_games_have_the_same_openings() -> None:
    told: list[float] = []
    matches = [Match("random", "random", 1, 1, 4), Match("samuel:pieces", "random", 1, 1, 4)]
    first, second = play_matches(Effort(tell=told.append), matches)
    opened = [[one.games[0].moves[:3] for one in played] for played in (first, second)]
    assert opened[0] == opened[1]
    assert len(set(opened[0])) == 2
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_no_row_names_a_folder_of_this_computer() -> None:
    assert anaconda._short(anaconda.BEGINNING) == "anaconda:anaconda-0.network"
    assert anaconda._short("anaconda:pieces") == "anaconda:pieces"


@pytest.mark.slow
def test_evolution_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("GENERATIONS", 1), ("PLY", 1), ("ALL_OPENINGS", 2)):
        monkeypatch.setattr(anaconda, name, value)
    brief = EvolutionConfig(moves=2)
    monkeypatch.setattr(anaconda, "EvolutionConfig", lambda: brief)
    begin_evolution(tmp_path / "anaconda-1.sqlite", brief, 1)
    made = anaconda.evolved(Effort(folder=tmp_path))
    assert [row[:2] for row in made.numbers] == [(1, 1), (2, 1), (3, 1)]
    assert made.rows[1].ours == "100%"
    again = anaconda.evolved(Effort(folder=tmp_path))
    assert (again.rows, again.numbers) == (made.rows, made.numbers)
    with read_run(tmp_path / "anaconda-3.sqlite", "anaconda") as run:
        assert run.plays == 1
    with pytest.raises(RefusedError, match="other settings"):
        begin_evolution(tmp_path / "anaconda-1.sqlite", brief, 2)
