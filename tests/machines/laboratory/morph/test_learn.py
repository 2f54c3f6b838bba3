"""``main.py learn morph``: kept game by game, gone on with, the same however it is cut."""

import csv
import json
import shlex
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines.commands import main
from machines.laboratory.morph.databases import (
    HISTORY,
    KeptGame,
    games_of,
    learner_after,
    learner_of,
    load_learner,
    moves_of,
)
from machines.morph.exhibit import read_history
from machines.morph.learner import Learner
from machines.morph.patterns import GraphPattern
from machines.storage.run_store import read_run
from tests.machines.commanded import printed, refused, result_of

ROOT = Path(__file__).resolve().parents[4]
FAULTY = ROOT / "tests" / "machines" / "laboratory" / "external" / "faulty_uci.py"
QUICK = ("learn", "morph", "--set", "most_plies=24")
GAMES = "9"
"""With the seventh, patterns are added."""


def kept(path: Path) -> list[bytes]:
    """Every game as it is kept, and the database after the last."""
    with read_run(path, "morph") as run:
        return [*(block.data for block in run.blocks()), run.state() or b""]


def games(path: Path) -> list[KeptGame]:
    with read_run(path, "morph") as run:
        return list(games_of(run))


def faulty(fault: str, answers: int) -> str:
    """An opponent that does that after so many moves."""
    return f"uci:{shlex.join((sys.executable, str(FAULTY), fault, str(answers)))}"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine games without a break."""
    path = tmp_path_factory.mktemp("morph") / "whole.sqlite"
    assert main((*QUICK, "--games", GAMES, "--seed", "5", "--out", str(path))) == 0
    return path


def test_games_are_kept_move_by_move(whole: Path) -> None:
    every = games(whole)
    assert [game.number for game in every] == list(range(1, 10))
    assert [game.white for game in every] == [number % 2 == 1 for number in range(1, 10)]
    assert all(len(moves_of(game)) == game.plies <= 24 for game in every)
    assert every[-1].patterns == len(learner_after(whole))
    patterns = [record.pattern for record in learner_after(whole).records()]
    assert any(isinstance(pattern, GraphPattern) for pattern in patterns)


@pytest.mark.slow
def test_two_runs_at_once_come_to_the_same_as_one(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.sqlite"
    words = ("--games", GAMES, "--seed", "5", "--seeds", "2", "--jobs", "2", "--out", str(path))
    found = result_of(printed(capsys, *QUICK, *words))
    assert (found["runs"], found["games"]) == ("2", GAMES)
    assert kept(tmp_path / "x-1.sqlite") == kept(whole)
    assert games(tmp_path / "x-2.sqlite") != games(whole)


def test_a_database_between_two_that_were_kept_is_found_by_going_over_the_games(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "eight.sqlite"
    printed(capsys, *QUICK, "--games", "8", "--seed", "5", "--out", str(path))
    with read_run(path, "morph") as run:
        there = Learner.from_bytes(run.state() or b"")
    assert load_learner(f"{whole}:8", "x").to_bytes() == there.to_bytes()
    assert len(load_learner(f"{whole}:0", "x")) == 0
    with pytest.raises(RefusedError, match="has 9 games; expected one with 10"):
        load_learner(f"{whole}:10", "x")


@pytest.mark.usefixtures("small_charts")
def test_what_came_of_it_is_told_and_written(
    whole: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = {name: tmp_path / f"x.{name}" for name in ("csv", "png", "database")}
    files = [word for name, path in names.items() for word in (f"--{name}", str(path))]
    files = ["--plot" if word == "--png" else word for word in files]
    words = ("--resume", str(whole), "--print-every", "3", *files)
    text = printed(capsys, "learn", "morph", *words)
    found = result_of(text)
    every = games(whole)
    assert float(found["points"]) == pytest.approx(sum(g.captured for g in every) / 9, abs=0.006)
    assert int(found["won"]) + int(found["drawn"]) + int(found["lost"]) == 9
    assert "Its best game is number" in text
    rows = list(csv.DictReader(names["csv"].read_text().splitlines()))
    assert [int(row["captured"]) for row in rows] == [game.captured for game in every]
    assert names["png"].read_bytes().startswith(b"\x89PNG")
    assert names["database"].read_bytes() == learner_after(whole).to_bytes()
    curves = names["database"].with_suffix(HISTORY)
    growth = read_history(curves.read_bytes())
    drawn = sum(game.result == 0.5 for game in every)
    assert (growth.games, growth.drawn) == (9, drawn)


@pytest.mark.slow
def test_nothing_is_learned_from_a_broken_game_and_those_before_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = tmp_path / "sound.sqlite"
    words = ("--seed", "3", "--set", "most_plies=12")
    good = (*words, "--games", "2", "--opponent", faulty("none", 0), "--out", str(sound))
    printed(capsys, "learn", "morph", *good)
    weights = [record.weight for record in learner_after(sound).records()]
    for fault, why in (
        ("crash", "ended with status 3 (hash table lost); expected a move"),
        ("illegal", "answers e1e8 in "),
    ):
        path = tmp_path / f"{fault}.sqlite"
        broken = (*words, "--games", "5", "--opponent", faulty(fault, 14), "--out", str(path))
        assert main(("learn", "morph", *broken)) == 2
        told = capsys.readouterr()
        assert why in told.err and "--resume" in told.err and "Traceback" not in told.err
        with read_run(path, "morph") as run:
            learner = learner_of(run)
        assert learner.games == len(games(path)) == 2, fault
        assert [g.moves for g in games(path)] == [g.moves for g in games(sound)], fault
        assert [record.weight for record in learner.records()] == weights, fault


def test_a_run_whose_first_game_breaks_is_taken_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.sqlite"
    words = ("--opponent", faulty("illegal", 2), "--out", str(path))
    assert "answers e1e8" in refused(capsys, "learn", "morph", "--games", "2", *words)
    assert list(tmp_path.iterdir()) == []


def _with_settings(whole: Path, path: Path, **settings: object) -> Path:
    """A copy of a run that says of itself that it has these settings."""
    with sqlite3.connect(shutil.copy(whole, path)) as database:
        (text,) = database.execute("SELECT value FROM about WHERE key = 'settings'").fetchone()
        changed = json.dumps({**json.loads(text), **settings})
        database.execute("UPDATE about SET value = ? WHERE key = 'settings'", (changed,))
    database.close()
    return path


def test_a_program_that_a_run_names_is_run_only_if_the_user_names_it(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = tmp_path / "done"
    program = f"uci:touch {done}"
    path = _with_settings(whole, tmp_path / "x.sqlite", opponent=program)
    before = kept(path)
    printed(capsys, "learn", "morph", "--resume", str(path))  # what was played is told
    for more in ((), ("--jobs", "2"), ("--opponent", "random")):
        resumes = ("learn", "morph", "--resume", str(path), "--games", "12", *more)
        assert "--opponent" in refused(capsys, *resumes), more
    assert not done.exists()
    assert kept(path) == before
    named = ("--resume", str(path), "--games", "12", "--opponent", program)
    assert main(("learn", "morph", *named)) == 2  # it plays no chess, but it is the user's own now
    assert done.exists()


@pytest.mark.parametrize("opponent", ["random", "house"])
def test_with_any_opponent_of_ours_the_games_can_be_gone_over(
    opponent: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (*QUICK, "--opponent", opponent, "--seed", "2")
    path, before = tmp_path / "three.sqlite", tmp_path / "two.sqlite"
    printed(capsys, *words, "--games", "3", "--out", str(path))
    printed(capsys, *words, "--games", "2", "--out", str(before))
    assert learner_after(path, 2).to_bytes() == learner_after(before).to_bytes()


OPENED = ("learn", "morph", "--set", "most_plies=40", "--seed", "3", "--openings", "4")


def test_openings_by_lot_give_other_games_the_same_by_the_same_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole.sqlite", tmp_path / "parts.sqlite"
    text = printed(capsys, *OPENED, "--games", "8", "--out", str(whole))
    assert "the first 4 plies by lot" in text
    openings = {moves_of(game)[:4] for game in games(whole)}
    assert len(openings) == 8
    printed(capsys, *OPENED, "--games", "5", "--out", str(parts))
    printed(capsys, "learn", "morph", "--resume", str(parts), "--games", "8")
    assert kept(parts)[:-1] == kept(whole)[:-1]
    assert learner_after(parts).to_bytes() == learner_after(whole).to_bytes()
    with read_run(whole, "morph") as run:
        assert run.about.settings["openings"] == 4
    with sqlite3.connect(whole) as database:  # gone over from the first game on
        database.execute("DELETE FROM checkpoints")
    database.close()
    assert learner_after(whole).to_bytes() == learner_after(parts).to_bytes()


def test_a_run_without_openings_is_as_it_was_and_none_can_be_added(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with read_run(whole, "morph") as run:
        assert set(run.about.settings) == {"opponent", "seed", "settings"}
    resumes = ("learn", "morph", "--resume", str(whole), "--games", GAMES)
    assert "--openings" in refused(capsys, *resumes, "--openings", "4")
    printed(capsys, *resumes, "--openings", "0")


def test_games_that_come_out_otherwise_are_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _with_settings(whole, tmp_path / "x.sqlite", seed=6)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM checkpoints")
    database.close()
    assert main(("learn", "morph", "--resume", str(path))) == 2
    assert "comes out otherwise than it is kept" in capsys.readouterr().err


@pytest.mark.slow
def test_a_database_of_a_file_that_is_cut_short_is_refused(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.database"
    path.write_bytes(learner_after(whole).to_bytes()[:-10])
    with pytest.raises(RefusedError, match="database"):
        load_learner(str(path), "DATABASE")
    with pytest.raises(RefusedError, match="there is no file"):
        load_learner(str(tmp_path / "y.database"), "DATABASE")
