"""Who sits at Anaconda's board: the files that ship, a run's curve, Samuel's program."""

from pathlib import Path

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda.evolution import EvolutionConfig
from machines.anaconda.exhibit import PLIES, AnacondaExhibit
from machines.anaconda.network import new_network
from machines.anaconda.scene import History
from machines.anaconda.statistics import Generation, Statistics
from machines.app.anaconda.room_players import (
    history_bytes,
    history_of,
    population_of,
    samuel,
    seats_for,
    shipped_seats,
)
from machines.app.anaconda.run_records import EVOLUTION, MACHINE, packed, settings_kept
from machines.app.storage.run_store import new_run
from machines.draughts.board import Position
from machines.draughts.moves import legal_moves
from machines.exhibit import Event
from machines.run_record import RunMetadata
from tests.machines.anaconda.picture.test_room import LAYOUT

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
    about = RunMetadata(MACHINE, EVOLUTION, settings_kept(EvolutionConfig(), 1))
    with new_run(path, about) as record:
        for number in (1, 2, 3):
            record.keep(1, packed(generation(number)), b"", {})
    return path


def test_with_mirrored_twins_nobody_was_a_parent(tmp_path: Path) -> None:
    about = RunMetadata(MACHINE, EVOLUTION, settings_kept(EvolutionConfig(strategy="mirrored"), 1))
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
    points, parents = population_of(generation(5))
    assert points == tuple(sorted(points, reverse=True))
    assert parents.count(True) == 15


def test_what_ships_is_read_back(tmp_path: Path) -> None:
    player = tmp_path / "anaconda.network"
    player.write_bytes(NETWORK.to_bytes())
    history = History((1.0, 2.0), (0.5, 0.6), (0.05, 0.06), 1, (3, -2), (True, False))
    with pytest.raises(RefusedError, match=r"anaconda\.history"):
        shipped_seats(player)
    player.with_suffix(".history").write_bytes(history_bytes(history))
    seats = shipped_seats(player)
    assert seats.history == history
    assert {plies: one.plies for plies, one in seats.anaconda.items()} == {n: n for n in PLIES}
    assert all(one.network == NETWORK for one in seats.anaconda.values())
    player.with_suffix(".history").write_bytes(history_bytes(history)[:-3])
    with pytest.raises(RefusedError):
        shipped_seats(player)
    player.write_bytes(NETWORK.to_bytes()[:99])
    with pytest.raises(RefusedError):
        shipped_seats(player)


def test_samuels_program_sits_down_at_every_depth() -> None:
    start = Position.start()
    for plies in PLIES:
        move = samuel(plies).choose(start, np.random.default_rng(0))
        assert move in legal_moves(start)


def test_anaconda_meets_the_checkers_program_in_the_room() -> None:
    one = AnacondaExhibit(LAYOUT, seats_for(NETWORK, History()))
    one.operate(Event("anaconda", "pc.samuel", 1, 0))
    one.advance(20_000_000)
    assert len(one.state.moves) > 10
    first = samuel(4).choose(Position.start(), np.random.default_rng(0))
    assert one.state.moves[0] == first
