"""Who sits at Anaconda's board: the files that ship, a run's curve, Samuel's program."""

from pathlib import Path

import numpy as np
import pytest

from machines.anaconda.evolution import EvolutionConfig
from machines.anaconda.network import new_network
from machines.anaconda.statistics import Generation, Statistics
from machines.exhibit.run_record import RunMetadata
from machines.laboratory.anaconda.study import (
    EVOLUTION,
    MACHINE,
    packed,
    stored_settings,
)
from machines.storage.run_store import new_run
from tests.make_history import history_of, rank_points

NETWORK = new_network(np.random.default_rng(3))
FIGURES = Statistics(0.05, 0.1, 0.1, 0.5, 2.0, 0.7, 0.4, 0.8, 0.1, 180.0)


def generation(number: int) -> Generation:
    """One whose last fifteen stay, the thirtieth first."""
    points = tuple(range(number - 20, number + 10))
    survivors = tuple(range(29, 14, -1))
    return Generation(number, points, (2.0,) * 30, survivors, (), NETWORK, FIGURES)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = tmp_path / "run.sqlite"
    about = RunMetadata(MACHINE, EVOLUTION, stored_settings(EvolutionConfig(), 1))
    with new_run(path, about) as record:
        for number in (1, 2, 3):
            record.keep(1, packed(generation(number)), b"", {})
    return path


def test_with_mirrored_twins_nobody_was_a_parent(tmp_path: Path) -> None:
    about = RunMetadata(
        MACHINE, EVOLUTION, stored_settings(EvolutionConfig(strategy="mirrored"), 1)
    )
    with new_run(tmp_path / "run.sqlite", about) as record:
        record.keep(1, packed(generation(1)), b"", {})
    assert history_of(tmp_path / "run.sqlite").parents == (False,) * 30


def test_a_runs_curve_is_read_generation_by_generation(run: Path) -> None:
    history = history_of(run)
    assert history.points == (10.0, 11.0, 12.0)
    assert history.draws == (0.8,) * 3
    assert history.sigma == (0.05,) * 3
    assert history.first == 1
    assert history.population == tuple(range(12, -18, -1))
    assert history.parents == (False,) * 15 + (True,) * 15


def test_those_who_stay_stand_first() -> None:
    points, parents = rank_points(generation(5))
    assert points == tuple(sorted(points, reverse=True))
    assert parents.count(True) == 15
