"""``main.py match``: paired games from the three-move openings, points with their error."""

import csv
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.commands import main
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make, openings
from machines.games.draughts.notation import Game, read_fen, read_pdn
from machines.laboratory.external.draughts_engine import EnginePlayer, Go
from machines.laboratory.matches import play
from machines.laboratory.matches.meetings import WAYS, play_meeting
from machines.laboratory.matches.players import make_player
from machines.laboratory.matches.referee import (
    GamePair,
    PairResult,
    draw_openings,
    play_pair,
    score,
)
from machines.museum.meetings import SHIPPED, read_shipped
from machines.samuel.player import SamuelPlayer
from machines.storage.program import ASSETS
from tests.machines.commanded import refused, result_of, said


class First:
    """Always plays the first legal move, or the last."""

    def __init__(self, name: str, at: int) -> None:
        self.name = name
        self.at = at

    def choose(self, position: Position, generator: np.random.Generator) -> Move:
        """That move."""
        return legal_moves(position)[self.at]


def test_the_openings_are_all_positions_after_three_moves() -> None:
    reached = set()
    for line in openings():
        position = Position.start()
        for move in line:
            assert move in legal_moves(position)
            position = make(position, move)
        assert len(line) == 3 and legal_moves(position)
        reached.add(position)
    assert len(reached) == len(openings())
    every = {
        make(make(make(Position.start(), a), b), c)
        for a in legal_moves(Position.start())
        for b in legal_moves(make(Position.start(), a))
        for c in legal_moves(make(make(Position.start(), a), b))
    }
    assert reached == every


def test_no_opening_comes_twice_while_there_are_others() -> None:
    count = len(openings())
    drawn = draw_openings(count + 5, seed=3)
    assert len(set(drawn[:count])) == count
    assert draw_openings(7, seed=3) == drawn[:7] != draw_openings(7, seed=4)


def test_a_pair_is_one_opening_with_the_sides_changed() -> None:
    pair = GamePair(4, openings()[100], First("first", 0), First("last", -1), seed=1, limit=0)
    played = play_pair(pair)
    one, other = played.games
    assert one.moves[:3] == other.moves[:3] == openings()[100]
    assert (one.tag("Black"), one.tag("White")) == ("first", "last")
    assert (other.tag("Black"), other.tag("White")) == ("last", "first")
    for game, ending in zip(played.games, played.endings, strict=True):
        last = game.positions()[-1]
        assert bool(legal_moves(last)) == ending.startswith("DRAWN")
        if not legal_moves(last):
            assert game.result == ("0-1" if last.black_to_move else "1-0")


def test_a_game_is_cut_where_it_is_to_be() -> None:
    pair = GamePair(0, openings()[0], First("first", 0), First("last", -1), seed=1, limit=9)
    played = play_pair(pair)
    assert [len(game.moves) for game in played.games] == [9, 9]
    found = score([played])
    assert (found.draws, found.cut, found.points.value) == (2, 2, 0.5)


def test_a_game_that_is_cut_can_be_adjudged_by_material() -> None:
    players = First("first", 0), First("last", -1)
    for number, opening in enumerate(openings()[::20]):
        for limit in (30, 31):
            pair = GamePair(number, opening, *players, seed=1, limit=limit, adjudged=True)
            for game, ending in zip(play_pair(pair).games, play_pair(pair).endings, strict=True):
                if not ending.endswith("ADJUDGED BY MATERIAL"):
                    continue
                last = game.positions()[-1]
                black = 2 * last.black.bit_count() + (last.black & last.kings).bit_count()
                white = 2 * last.white.bit_count() + (last.white & last.kings).bit_count()
                assert len(game.moves) == limit
                assert game.result == (
                    "1-0" if black > white else "0-1" if white > black else "1/2-1/2"
                )


def test_the_error_is_over_pairs() -> None:
    results = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}

    def played(with_black: int, with_white: int) -> PairResult:
        games = (Game((), result=results[with_black]), Game((), result=results[-with_white]))
        return PairResult(games, ("", ""))

    found = score([played(1, 1), played(1, -1), played(0, 0), played(-1, 0)])
    assert (found.wins, found.losses, found.draws, found.cut) == (3, 2, 3, 0)
    assert found.points.value == pytest.approx((3 + 1.5) / 8)
    shares = np.array([1.0, 0.5, 0.5, 0.25])
    assert found.error == pytest.approx(shares.std(ddof=1) / 2)


def test_equals_come_to_half_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "match", "pieces", "samuel:pieces", "--games", "4", "--ply", "1", "--jobs=1")
    result = result_of(out)
    assert result["points"] == "0.5000"
    assert result["wins"] == result["losses"]
    assert (result["a"], result["b"], result["games"]) == ("pieces", "samuel:pieces", "4")


BY_CHANCE = ("match", "standard", "random", "--games", "6", "--ply", "1", "--seed", "5")


@pytest.mark.slow
def test_all_cores_come_to_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    alone = said(capsys, *BY_CHANCE, "--jobs", "1")
    assert said(capsys, *BY_CHANCE, "--jobs", "2") == alone


def test_the_program_beats_random_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, games = tmp_path / "a.csv", tmp_path / "a.pdn"
    words = ("--jobs", "1", "--csv", str(table), "--pdn", str(games))
    result = result_of(said(capsys, *BY_CHANCE, *words))
    assert float(result["points"]) > 0.9
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    read = read_pdn(games.read_text(), "a.pdn")
    assert [game.result for game in read] == [row["result"] for row in rows]
    assert [game.tag("Black") for game in read] == ["standard", "random"] * 3
    won = sum(
        (row["result"] == "1-0") == (row["black"] == "standard")
        for row in rows
        if row["result"] in ("1-0", "0-1")
    )
    assert str(won) == result["wins"]


def test_what_can_not_be_played_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (("standard", "nobody"), "B: there is no polynomial nobody; expected standard"),
        (("x", "pieces"), "A: there is no polynomial x"),
        (("pieces", "pieces", "--games", "7"), "--games: are 7; expected an even number"),
        (("pieces", "pieces", "--games", "0"), "--games: 0 is out of range"),
        (("pieces", "pieces", "--ply", "21"), "--ply: 21 is out of range; expected 1 to 20"),
        (("pieces", "pieces", "--seed", "-1"), "--seed: -1 is out of range"),
        (("pieces", "pieces", "--adjudge"), "--adjudge: is for games that are cut"),
        (("pieces", "pieces", "--csv", "a.csv", "--pdn", "a.csv"), "--pdn: is a.csv as is --csv"),
    ):
        assert why in refused(capsys, "match", *words), words


def test_a_player_has_its_program_before_its_name() -> None:
    for name, called in (
        ("samuel:pieces", "pieces"),
        ("pieces", "pieces"),
        ("samuel", "samuel"),
        ("samuel:standard", "standard"),
    ):
        player = make_player(name, 2, "A")
        assert isinstance(player, SamuelPlayer)
        assert (player.name, player.settings.minimum) == (called, 2)
    assert make_player("random", 2, "A").name == "random"
    engine = make_player("engine:my engine", 5, "A", Go(patience_s=9.0))
    assert isinstance(engine, EnginePlayer)
    assert (engine.words, str(engine.go), engine.go.most_s) == (("my", "engine"), "go depth 5", 9)
    timed = make_player("engine:it", 5, "A", Go(ms=70))
    assert isinstance(timed, EnginePlayer)
    assert str(timed.go) == "go ms 70"


def test_samuels_program_may_hold_a_board_that_it_has_left_for_even() -> None:
    nobody = np.random.default_rng(0)
    ahead, behind = "W:WK14,K15,K18,K19:BK1,K30", "W:WK14,18:BK1,K5,K9,K30"
    for fen, is_ahead in ((ahead, True), (behind, False)):
        position = read_fen(fen)
        player = make_player("samuel", 2, "A")
        as_ever = make_player("samuel", 2, "A", repeats="search")
        assert isinstance(player, SamuelPlayer) and isinstance(as_ever, SamuelPlayer)
        first = player.choose(position, nobody)
        rated = dict(player.decide(position, exact=True).rated)
        assert (rated[first] == max(rated.values()) > 0) is is_ahead
        assert player.choose_recalling(position, [], nobody) == first
        left = [make(position, first)]
        assert as_ever.choose_recalling(position, left, nobody) == first
        again = player.choose_recalling(position, left, nobody)
        if is_ahead:
            assert again != first
            assert rated[again] == max(rated[move] for move in rated if move != first)
        else:
            # Nothing is better than a draw here: any board left before will do.
            worst = min(rated, key=lambda move: rated[move])
            assert player.choose_recalling(position, [make(position, worst)], nobody) == worst


@pytest.mark.slow
def test_repeats_is_for_every_program_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("samuel", "pieces", "anaconda:pieces"):
        for repeats in ("even", "search"):
            player: Any = make_player(kind, 2, "A", repeats=repeats)
            assert getattr(player, "search", player).repeats == repeats
    found = {}
    for repeats in ("even", "search"):
        words = ("samuel", "pieces", "--games", "4", "--ply", "1", "--repeats", repeats)
        found[repeats] = result_of(said(capsys, "match", *words, "--jobs", "1"))
    assert found["even"] != found["search"]


def test_what_was_played_before_a_cluster_was_lost_is_told_and_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def lost(jobs: int, work: Any, tasks: Any, scheduler: str) -> Iterator[Any]:
        yield tasks[0], work(tasks[0])
        raise RefusedError(scheduler, "was lost in the middle of the work; expected it to run")

    monkeypatch.setattr(play, "run_tasks", lost)
    games = tmp_path / "games.pdn"
    words = ("random", "random", "--games", "6", "--ply", "1", "--pdn", str(games))
    assert main(["match", *words, "--scheduler", "tls://there:1"]) == 2
    told = capsys.readouterr()
    assert "Interrupted: 2 of 6 games." in told.out
    assert result_of(told.out)["games"] == "2"
    assert told.err.startswith("match: tls://there:1: was lost in the middle of the work")
    assert len(read_pdn(games.read_text(), "a.pdn")) == 2


def first_results(row: tuple[str, str], seed: int, most: int) -> tuple[list[tuple[int, ...]], int]:
    """What the first few games bring, and how often somebody rested."""
    rests = 0

    def rest() -> None:
        nonlocal rests
        rests += 1

    return list(islice(play_meeting(*row, rest, seed), most)), rests


@pytest.mark.slow
def test_every_row_of_the_table_is_played_with_rests() -> None:
    for row in read_shipped((ASSETS / SHIPPED).read_bytes()):
        assert row[0] in WAYS
        played, rests = first_results(row, 1, 1)
        assert len(played[0]) == 2, row
        assert set(played[0]) <= {1, 0, -1}, row
        # Before each move of two games.
        assert rests >= (60 if row[0] == "anaconda" else 1), row


def test_the_seed_fixes_the_games_and_another_seed_has_others() -> None:
    row = ("menace", "meet_pegasus")
    assert first_results(row, 7, 60) == first_results(row, 7, 60)
    assert first_results(row, 7, 60) != first_results(row, 8, 60)


def test_the_boxes_learn_and_are_filled_anew_after_a_thousand_plays() -> None:
    played, _ = first_results(("menace", "meet_morph"), 3, 1_000)
    points = [sum(sum(one) for one in played[k : k + 50]) for k in (0, 450, 500, 950)]
    assert points[1] > points[0] + 40
    assert points[2] < points[1] - 40  # new boxes
    assert points[3] > points[2] + 40
