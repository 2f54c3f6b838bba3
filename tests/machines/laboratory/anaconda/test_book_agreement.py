"""``main.py book --player anaconda:FILE``: the paper's appendix with our player's choices."""

import csv
from pathlib import Path

import numpy as np
import pytest

from machines.anaconda.network import new_network
from machines.anaconda.player import AnacondaPlayer
from machines.games.draughts.moves import legal_moves
from machines.laboratory.matches.book_agreement import follow_game
from tests.machines.commanded import refused, result_of, said
from tests.machines.games.draughts.test_games import FORCED, GAMES
from tests.machines.perft_tables import GOLDEN

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
