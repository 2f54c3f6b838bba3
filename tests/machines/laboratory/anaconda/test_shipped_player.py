"""Who sits at Anaconda's board: the files that ship, a run's curve, Samuel's program."""

import csv
from pathlib import Path

import numpy as np
import pytest

from machines.anaconda.evolution import EvolutionConfig
from machines.anaconda.network import new_network
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.statistics import Generation, Statistics
from machines.exhibit.run_record import RunMetadata
from machines.games.draughts.moves import legal_moves
from machines.laboratory.anaconda.study import (
    EVOLUTION,
    MACHINE,
    packed,
    stored_settings,
)
from machines.laboratory.matches.book_agreement import follow_game
from machines.storage.run_store import new_run
from tests.machines.commanded import refused, result_of, said
from tests.machines.games.draughts.test_games import FORCED, GAMES
from tests.machines.perft_tables import GOLDEN
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


APPENDIX = GAMES[-1]


@pytest.fixture
def player(tmp_path: Path) -> Path:
    path = tmp_path / "a.network"
    path.write_bytes(new_network(np.random.default_rng(1)).to_bytes())
    return path


def test_every_move_of_the_appendix_is_legal_and_the_forced_ones_are_those_marked() -> None:
    network = new_network(np.random.default_rng(1))
    moves = follow_game((0, APPENDIX), AnacondaPlayer(network))
    assert len(moves) == 119
    marked = tuple(f"{one.number}.{'R' if one.black else 'W'}" for one in moves if one.forced)
    assert marked == FORCED
    for one, position in zip(moves, APPENDIX.positions(), strict=False):
        assert {one.move, one.own} <= set(legal_moves(position))
        assert -1 <= one.value <= 1


@pytest.mark.slow
def test_the_games_are_told_with_the_players_own_choices(
    player: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, table = str(GOLDEN / "draughts-games.pdn"), tmp_path / "x.csv"
    words = ("--player", f"anaconda:{player}", "--games", games, "--ply", "2", "--csv", str(table))
    text = said(capsys, "book", *words)
    assert "23.R  10x19x28 (f)" in text
    assert "Anaconda v Beatrice, game 1: anaconda:" in text
    found = result_of(text)
    assert found["moves"] == str(sum(len(game.moves) for game in GAMES))
    rows = list(csv.DictReader(table.read_text().splitlines()))
    free = [row for row in rows if row["forced"] == "0"]
    assert found["agreed"] == str(sum(row["move"] == row["own"] for row in free))
    assert found["forced"] == str(len(rows) - len(free))


def test_another_player_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    games = str(GOLDEN / "draughts-games.pdn")
    assert "expected anaconda" in refused(capsys, "book", "--player", "random", "--book", games)
