"""``main.py match``: engines that fail, strength against ply, Hoyle's format, draw rules, PDN."""

import csv
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import draughts.PDN
import numpy as np
import pygame
import pytest

from devices.screen.parts.strength import strength_chart
from machines.anaconda.network import new_network
from machines.anaconda.player import AnacondaPlayer
from machines.commands import main
from machines.games.draughts.moves import legal_moves, openings
from machines.games.draughts.notation import read_fen, read_pdn, write_fen
from machines.laboratory.anaconda.study import best_after
from machines.laboratory.matches.players import make_player, player_files
from machines.laboratory.matches.referee import DrawRules, GamePair, PairResult, play_pair
from machines.laboratory.study.intervals import difference
from machines.laboratory.study.pool import cores
from machines.samuel.games import QUIET_PLIES
from tests.machines.commanded import refused, result_of, said
from tests.machines.laboratory.matches.test_match import First

HERE = Path(__file__).parents[1] / "external"
EXAMPLE = "engine:" + shlex.join((sys.executable, str(HERE / "example_engine.py")))


def faulty(fault: str, answers: int) -> str:
    """The player that does that after so many moves."""
    words = (sys.executable, str(HERE / "faulty_engine.py"), fault, str(answers))
    return "engine:" + shlex.join(words)


# -- engines ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_engine_plays_a_match_by_depth_and_by_time(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "random", EXAMPLE, "--games", "2", "--ply", "1", "--seed", "2")
    by_depth = said(capsys, *words, "--jobs", "1")
    assert by_depth == said(capsys, *words, "--jobs", "1", "--engine-wait", "50")
    assert result_of(by_depth)["losses"] == "2"
    by_time = result_of(said(capsys, *words, "--jobs", "1", "--limit", "8", "--engine-ms", "20"))
    assert (by_time["draws"], by_time["forfeits"]) == ("2", "0")


@pytest.mark.slow
def test_an_engine_that_fails_forfeits_the_game_and_the_match_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, games = tmp_path / "a.csv", tmp_path / "a.pdn"
    out = said(
        capsys, "match", "pieces", faulty("crash", 3), "--games", "4", "--ply", "1", "--jobs", "1",
        "--csv", str(table), "--pdn", str(games),
    )  # fmt: skip
    result = result_of(out)
    assert (result["wins"], result["losses"], result["forfeits"]) == ("4", "0", "4")
    why = "FORFEITS, ended with status 3 (out of memory at square 7); expected a move"
    assert f"match, pair 1: WHITE {why}\nmatch, pair 1: BLACK {why}\n" in out
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["ending"] for row in rows] == [f"WHITE {why}", f"BLACK {why}"] * 2
    assert [row["result"] for row in rows] == ["1-0", "0-1"] * 2
    for game in read_pdn(games.read_text(), "a.pdn"):
        assert legal_moves(game.positions()[-1])  # three of the opening, three of the engine's
        assert len(game.moves) in (9, 10)


def test_an_engine_that_never_answers_is_refused_before_the_first_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for fault, why in (
        ("crash", "ended with status 3 (out of memory at square 7); expected a move"),
        ("illegal", "answers '1-32' in B:W21,22"),
    ):
        assert why in refused(capsys, "match", "pieces", faulty(fault, 0))
    assert "can't be started" in refused(capsys, "match", "engine:./nothing-here", "random")


# -- strength against ply --------------------------------------------------------------------------


@pytest.mark.slow
def test_strength_against_ply_is_a_match_at_each_ply(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, picture, games = tmp_path / "a.csv", tmp_path / "a.png", tmp_path / "a.pdn"
    words = ("match", "pieces", "standard", "--games", "6", "--ply", "2", "--seed", "4")
    out = said(
        capsys, *words, "--plies", "3,1", "--jobs", "1",
        "--csv", str(table), "--plot", str(picture), "--pdn", str(games),
    )  # fmt: skip
    assert said(capsys, *words, "--plies", "1,3", "--jobs", "2") == out
    result = result_of(out)
    assert (result["plies"], result["games"], result["ply"]) == ("1,3", "12", "2")
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["ply"] for row in rows] == ["1", "3"]
    read = read_pdn(games.read_text(), "a.pdn")
    assert [game.tag("Event") for game in read[::6]] == [
        "ply 1 against ply 2, pair 1",
        "ply 3 against ply 2, pair 1",
    ]
    assert [game.moves[:3] for game in read[:6]] == [game.moves[:3] for game in read[6:]]
    for at, row in enumerate(rows):
        assert int(row["wins"]) + int(row["losses"]) + int(row["draws"]) == 6
        points = (int(row["wins"]) + int(row["draws"]) / 2) / 6
        assert float(row["points"]) == pytest.approx(points, abs=1e-4)
        assert float(row["points_low"]) <= points <= float(row["points_high"])
        assert float(row["elo"]) == pytest.approx(difference(points), abs=0.06)
        assert result["points"].split(",")[at] == row["points"]
        assert f"\n  {row['ply']}      6 " in out
    assert pygame.image.load(str(picture)).get_size() == (1600, 1000)


def test_a_ply_is_played_as_a_match_at_that_ply_is(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "standard", "pieces", "--games", "4", "--ply", "2", "--jobs", "1")
    alone = result_of(said(capsys, *words))
    by_ply = result_of(said(capsys, *words, "--plies", "2"))
    for name in ("points", "se", "elo", "elo_low", "elo_high"):
        assert by_ply[name] == alone[name]


def test_the_picture_has_a_point_and_an_error_bar_for_each_ply() -> None:
    state = strength_chart([(2, 0.4, 0.3, 0.5), (4, 1.0, 1.0, 1.0)], name="a", other="b")
    equals, upright, *caps, points = state.series
    assert equals.points == ((1.0, 0.5), (5.0, 0.5))
    assert upright.points == ((2.0, 0.3), (2.0, 0.5))
    assert [cap.points[0][1] for cap in caps] == [0.3, 0.5]
    assert points.points == ((2.0, 0.4), (4.0, 1.0))
    assert (points.name, equals.name) == ("a", "as strong as b")
    assert state.x_ticks == ((2.0, "2"), (4.0, "4"))


# -- Hoyle's format --------------------------------------------------------------------------------


def test_hoyles_format_is_a_game_as_red_and_one_as_white_against_each_of_three(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games = tmp_path / "a.pdn"
    words = ("match", "standard", "random", "pieces", "samuel:paper-1959", "--format", "hoyle")
    out = said(capsys, *words, "--ply", "1", "--jobs", "1", "--pdn", str(games))
    result = result_of(out)
    assert (result["games"], result["c"], result["d"]) == ("6", "pieces", "samuel:paper-1959")
    read = read_pdn(games.read_text(), "a.pdn")
    others = ("random", "pieces", "paper-1959")
    sides = [(game.tag("Black"), game.tag("White")) for game in read]
    assert sides == [
        pair for other in others for pair in (("standard", other), (other, "standard"))
    ]
    for_standard = [{"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game.result] for game in read]
    points = sum(
        share if black == "standard" else 1 - share
        for share, (black, _) in zip(for_standard, sides, strict=True)
    )
    assert float(result["points"]) == pytest.approx(points / 6, abs=1e-4)
    assert "against random" in out and f"{points / 6:.3f}" in out


# -- draws -----------------------------------------------------------------------------------------


def endings(draws: DrawRules, limit: int = 0) -> list[tuple[PairResult, str]]:
    """How games of the two end, sixteen of them."""
    made = []
    for number in range(8):
        opening = openings()[12 * number]
        pair = GamePair(
            number, opening, First("first", 0), First("last", -1), 1, limit, draws=draws
        )
        played = play_pair(pair)
        made += [(played, ending) for ending in played.endings]
    return made


@pytest.mark.slow
def test_a_draw_rule_holds_only_where_it_is_asked_for() -> None:
    both = [ending for _, ending in endings(DrawRules.EVERY)]
    repeated = [ending for _, ending in endings(DrawRules.REPETITION)]
    quiet = endings(DrawRules.QUIET)
    assert any("THIRD TIME" in ending for ending in both)
    assert any("THIRD TIME" in ending for ending in repeated)
    assert not any("40 MOVES" in ending for ending in repeated)
    assert any("40 MOVES" in ending for _, ending in quiet)
    assert not any("THIRD TIME" in ending for _, ending in quiet)
    for played, _ in quiet:
        for game, ending in zip(played.games, played.endings, strict=True):
            if "40 MOVES" in ending:
                kings = [
                    not move.captured and position.piece(move.squares[0]).isupper()
                    for position, move in zip(game.positions(), game.moves, strict=False)
                ]
                assert all(kings[-QUIET_PLIES:]) and not kings[-QUIET_PLIES - 1]
    cut = [ending for _, ending in endings(DrawRules.NONE, limit=300)]
    assert any(ending == "300 MOVE TERMINATION" for ending in cut)
    assert not any("DRAWN" in ending for ending in cut)


@pytest.mark.slow
def test_draw_rules_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "pieces", "standard", "--games", "2", "--ply", "1", "--jobs", "1")
    usual = said(capsys, *words)
    assert said(capsys, *words, "--draws", "quiet,repetition") == usual
    out = said(capsys, *words, "--draws", "none", "--limit", "30")
    assert "30 plies a game, 2 of them cut" in out


# -- games, refusals, Ctrl-C -----------------------------------------------------------------------


@pytest.mark.slow
def test_the_games_are_replayed_by_us_and_by_pydraughts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.pdn"
    words = ("match", "random", "random", "--games", "2", "--jobs", "1", "--pdn", str(path))
    said(capsys, *words)
    ours = read_pdn(path.read_text(), "a.pdn")
    theirs: list[Any] = draughts.PDN.PDNReader(filename=str(path)).games
    assert len(ours) == len(theirs) == 2
    for number, (game, other) in enumerate(zip(ours, theirs, strict=True)):
        assert other.variant == "english"
        assert (other.tags["Round"], other.game_ending) == (str(number // 2 + 1), game.result)
        board: Any = draughts.Board(variant="english")
        assert len(other.moves) == len(game.moves)
        for text in other.moves:
            board.push(draughts.Move(board, pdn_move=text))
        last = game.positions()[-1]
        assert sorted(
            tuple(move.steps_move)
            for move in draughts.Board("english", write_fen(last)).legal_moves()
        ) == sorted(tuple(move.steps_move) for move in board.legal_moves())


def test_a_network_in_a_file_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "zero.network"
    whole = new_network(np.random.default_rng(1)).to_bytes()
    path.write_bytes(whole)
    words = ("match", f"anaconda:{path}", "random", "--games", "2", "--ply", "2", "--jobs", "1")
    assert result_of(said(capsys, *words))["wins"] == "2"
    assert "looks 12 plies ahead at most, not 13" in refused(capsys, *words[:3], "--ply", "13")
    assert "zero.network: is there, and is something else" in refused(
        capsys, *words, "--pdn", str(path)
    )
    path.write_bytes(whole[:-9])
    assert "zero.network: is damaged" in refused(capsys, *words)


def test_the_piece_sum_alone_gives_no_man_away() -> None:
    player = make_player("anaconda:pieces", 1, "A")
    assert isinstance(player, AnacondaPlayer)
    assert player_files("anaconda:pieces") == ()
    position = read_fen("B:W22,23:B1,14")
    assert {str(move) for move in legal_moves(position)} == {"1-5", "1-6", "14-17", "14-18"}
    assert str(player.choose(position, np.random.default_rng(0))) in ("1-5", "1-6")


@pytest.mark.slow
def test_the_best_of_an_evolution_plays_by_the_rules_of_its_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = tmp_path / "RUN.sqlite"
    words: tuple[str, ...] = ("--generations", "1", "--ply", "1", "--moves", "10", "--jobs", "1")
    assert main(("learn", "anaconda", *words, "--white-sees", "signs", "--out", str(run))) == 0
    capsys.readouterr()
    begun = make_player(f"anaconda:{run}:0", 3, "A")
    ended = make_player(f"anaconda:{run}", 3, "A")
    after = make_player(f"anaconda:{run}:1", 3, "A")
    assert isinstance(begun, AnacondaPlayer)
    assert isinstance(ended, AnacondaPlayer) and isinstance(after, AnacondaPlayer)
    assert (ended.plies, ended.search.turned) == (3, False)
    assert ended.network == after.network == best_after(run, 1)
    assert begun.network == best_after(run, 0)
    assert player_files(f"anaconda:{run}:1") == (str(run),)
    words = ("match", f"anaconda:{run}:1", f"anaconda:{run}:0", "--games", "2", "--ply", "1")
    assert result_of(said(capsys, *words, "--jobs", "1"))["games"] == "2"
    assert "expected one with 2 or more" in refused(capsys, "match", f"anaconda:{run}:2", "random")


def test_what_is_not_asked_for_well_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (("a", "b", "c"), "C: is c; expected two players, or --format hoyle and four"),
        (("a", "b", "--format", "hoyle"), "--format hoyle: has 1 for A to play; expected three"),
        (
            ("a", "b", "c", "d", "--format", "hoyle", "--games", "4"),
            "--games: are two against each in --format hoyle",
        ),
        (
            ("a", "b", "c", "d", "--format", "hoyle", "--plies", "4"),
            "--plies: and --format hoyle are two things",
        ),
        (("a", "b", "--plot", "x.png"), "--plot: is of strength against ply; expected --plies"),
        (("a", "b", "--plies", "2,4,2"), "--plies: 2,4,2 names a ply twice"),
        (("a", "b", "--plies", "2,x"), "--plies: 'x' is no whole number"),
        (("a", "b", "--plies", "0"), "--plies: 0 is out of range; expected 1 to 20"),
        (("a", "b", "--draws", "agreed"), "--draws: there is no rule 'agreed'; expected repet"),
        (("a", "b", "--draws", "none"), "--draws: none: a game might never end"),
        (("a", "b", "--engine-ms", "0"), "--engine-ms: 0 is out of range"),
        (("a", "b", "--engine-wait", "x"), "--engine-wait: 'x'; expected seconds"),
        (("pieces", "engine:"), "B: engine: without a command; expected engine:COMMAND"),
        (("pieces", "anaconda:no.network"), "B: there is no file no.network"),
    ):
        assert why in refused(capsys, "match", *words), words


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_played(tmp_path: Path, jobs: int) -> None:
    if sys.platform == "win32" or jobs > cores() + 1:
        pytest.skip("Ctrl-C is sent otherwise there")
    games = tmp_path / "a.pdn"
    marks = tmp_path / "marks"
    marks.mkdir()
    script = (
        "import os, pathlib, runpy, sys, time\n"
        f"marks = pathlib.Path({str(marks)!r})\n"
        "(marks / str(os.getpid())).touch()\n"
        "if len(list(marks.iterdir())) > 9: time.sleep(600)\n"  # deaf to the end of its input
        f"sys.argv = [{str(HERE / 'example_engine.py')!r}]\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    engine = "engine:" + shlex.join((sys.executable, "-c", script))
    house = Path(__file__).resolve().parents[4]
    process = subprocess.Popen(
        [sys.executable, str(house / "main.py"), "match", "random", engine, "--games", "2000",
         "--ply", "1", "--jobs", str(jobs), "--pdn", str(games)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 200
        while len(list(marks.iterdir())) < 10 and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(1)  # until it sits there, deaf
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=200)
    finally:
        process.kill()
    assert (process.returncode, err) == (130, "")
    result = result_of(out)
    played = int(result["games"])
    assert 2 <= played <= 8
    assert f"Interrupted: {played} of 2000 games." in out
    assert len(read_pdn(games.read_text(), "a.pdn")) == played
    time.sleep(2)
    for mark in marks.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(mark.name), 0)
