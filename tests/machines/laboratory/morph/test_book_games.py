"""``main.py morph book``: games of a PGN file rated by what Morph has learned."""

import csv
from pathlib import Path

import pytest

from machines.commands import main
from machines.games.chess import Position, legal_moves, make
from machines.games.chess.notation import read_pgn
from machines.laboratory.morph.databases import as_json, load_learner
from tests.machines.commanded import refused, result_of, said

GAMES = """[White "a"]
[Result "1-0"]
1. e4 d5 2. exd5 Qxd5 {here} 3. Nc3 Qa5 1-0

[White "b"]
1. f3 e5 2. g4 Qh4# 0-1
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Some of the shipped patterns: quickly read."""
    path = tmp_path_factory.mktemp("book") / "some.json"
    path.write_bytes(as_json(100, load_learner("shipped", "").records()[:60]))
    return str(path)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of two short games."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def test_each_move_is_placed_among_the_values_of_all(
    capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path, database: str
) -> None:
    table = tmp_path / "moves.csv"
    result = result_of(said(capsys, "morph", "book", str(games), database, "--csv", str(table)))
    learner = load_learner(database, "")
    with table.open(newline="") as file:
        rows = iter(list(csv.DictReader(file)))
    lower = higher = 0
    for read in read_pgn(GAMES, "games").games:
        position = Position.start()
        for move in read.moves:
            row = next(rows)
            values = {
                other: learner.value(make(position, other)) for other in legal_moves(position)
            }
            assert float(row["value"]) == pytest.approx(values[move])
            assert float(row["choice_value"]) == pytest.approx(max(values.values()))
            lower += int(row["lower"])
            higher += int(row["higher"])
            assert int(row["lower"]) + int(row["higher"]) < len(values)
            position = make(position, move)
    assert (int(result["lower"]), int(result["higher"])) == (lower, higher)
    assert (result["games"], result["moves"], result["left_out"]) == ("2", "10", "0")


def test_games_that_can_not_be_followed_are_listed_and_the_status_tells(
    capsys: pytest.CaptureFixture[str], games: Path, database: str
) -> None:
    games.write_text(f"{GAMES}\n1. e4 e5 2. Ke3 1-0\n")
    assert main(("morph", "book", str(games), database)) == 2
    *_, title, why, result = capsys.readouterr().out.splitlines()
    assert title == "1 of 3 games can't be followed:"
    assert "games.pgn, game 3, move 2 (White), line 8: Ke3 can't be played" in why
    assert result.endswith("left_out=1")
    games.write_text("1. e4 e5 2. Ke3 1-0\n")
    assert "Ke3 can't be played" in refused(capsys, "morph", "book", str(games), database)
    games.write_text("[White 'x']\n")
    assert "has no moves; expected games in PGN" in refused(
        capsys, "morph", "book", str(games), database
    )
