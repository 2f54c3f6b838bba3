"""Samuel's rows: the games are followed as the program plays them, the counts as Appendix C has
them, and a row is green only where the paper could be one more run.
"""

import shutil
from pathlib import Path

import numpy as np
import pytest

from machines.games.draughts import legal_moves
from machines.games.draughts.board import SQUARES
from machines.laboratory.reproduce import rote, samuel, two_series
from machines.laboratory.reproduce import samuel as walker
from machines.laboratory.reproduce.artefacts import Effort, Made, among
from machines.laboratory.reproduce.report import chosen
from machines.laboratory.reproduce.samuel import agreement, games, ply_rules, times
from machines.laboratory.reproduce.two_series import (
    LEADING,
    OFTEN,
    QUICK_RUNS,
    RARE,
    SETS,
    TIMES_ADJUSTED,
    Lessons,
    _at_most,
    _counts,
    _likeness,
)
from machines.samuel.generalization.series import Series, first_series, play
from machines.samuel.player import settings_at
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings

SEEDS = list(range(1, QUICK_RUNS + 1))


def test_every_printed_move_is_legal() -> None:
    made = games(Effort())
    assert len(made.rows) == 15
    assert {row.verdict for row in made.rows} == {"green"}
    assert sum(int(str(one[2])) for one in made.numbers) > 300


@pytest.mark.slow
def test_the_rote_program_agrees_with_the_printed_games_as_book_says() -> None:
    made = agreement(Effort())
    known, poorest = made.rows
    assert poorest.verdict == "impossible"
    lower, higher = (sum(int(str(one[at])) for one in made.numbers) for at in (1, 2))
    assert len(made.numbers) == 15 and lower + higher > 1_000
    assert known.ours.startswith(f"{(lower - higher) / (lower + higher):.2f} +- ")
    moves = [int(str(one[2])) for one in games(Effort()).numbers]
    assert sorted(int(str(one[5])) for one in made.numbers) == sorted(moves)


def test_its_games_are_those_of_the_series() -> None:
    def brief() -> Series:
        made = first_series(7)
        made.settings = ProgramSettings(minimum=1, quiet=2, jump=3, ahead=9, last=20)
        return made

    followed = Lessons()
    followed.play(brief(), 2)
    usual = play(brief(), 2)
    assert followed.records == usual.records
    assert followed.corrections == usual.contest.alpha.corrections
    adjusted = sum(record.adjusted for record in usual.contest.alpha.active)
    gone = sum(one.adjusted for record in usual.records for one in record.discarded)
    assert followed.adjusted == adjusted + gone
    assert followed.could == followed.adjusted  # the first series spares none
    assert 0 < followed.nonzero["MOB"] <= followed.corrections


def test_a_term_that_is_seldom_not_0_is_red_and_one_that_is_often_green() -> None:
    fair = Lessons(corrections=1_000, adjusted=100, could=200)
    fair.nonzero = {name: round(1_000 * times / SETS) for name, times in TIMES_ADJUSTED.items()}
    fair.nonzero |= dict.fromkeys(RARE, 10)
    rows = {row.what.partition(":")[0]: row for row in _counts([fair], SEEDS)}
    assert set(rows) == {name for name, times in TIMES_ADJUSTED.items() if times >= OFTEN} | {*RARE}
    assert {row.verdict for row in rows.values()} == {"green"}
    fair.nonzero |= {"FORK": 300, "MODE4": 400, "HOLE": 400}
    red = {row.what.partition(":")[0] for row in _counts([fair], SEEDS) if row.verdict == "red"}
    assert red == {"FORK", "MODE4", "HOLE"}


def test_the_chance_of_so_few() -> None:
    assert _at_most(0, 32, 0.1) == pytest.approx(0.9**32)
    assert _at_most(1, 2, 0.5) == pytest.approx(0.75)
    assert _at_most(32, 32, 0.3) == pytest.approx(1.0)


def test_a_number_is_green_where_it_could_be_one_more_run() -> None:
    dice = np.random.default_rng(5)
    green = 0
    for _ in range(2_000):
        *ours, printed = dice.normal(10.0, 2.0, QUICK_RUNS + 1)
        green += among("won", "text", printed, ours, SEEDS, "").verdict == "green"
    assert 0.93 < green / 2_000 < 0.97


@pytest.mark.slow
def test_boards_are_walked_by_the_rules_and_other_rules_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small, any_board = (2, 3, 4, 5, 7), samuel.random_position
    monkeypatch.setattr(samuel, "WALKED", len(small))
    monkeypatch.setattr(samuel, "random_position", lambda number: any_board(small[number]))
    made = ply_rules(Effort())
    assert [row.verdict for row in made.rows] == ["green", "green", "impossible"]
    assert len({one[0] for one in made.numbers}) == len(small)
    monkeypatch.setattr(walker, "LATER", 4)
    changed = [row.verdict for row in ply_rules(Effort()).rows]
    assert changed == ["red", "red", "impossible"]


def test_the_times_are_appendix_as() -> None:
    made = times(Effort())
    assert [row.verdict for row in made.rows] == ["green"] * 5


def test_it_is_asked_for_by_its_paper() -> None:
    assert [one.name for one in chosen("samuel", None)] == [
        "games",
        "agreement",
        "plies",
        "times",
        "first",
        "second",
        "rote",
    ]


def test_a_list_of_leading_terms_is_like_others_by_name_and_sign() -> None:
    names = [*LEADING]
    alike = [{**LEADING, names[k]: -LEADING[names[k]]} for k in range(QUICK_RUNS)]
    row = _likeness(alike, SEEDS)
    assert (row.printed, row.ours) == ("11", "10.00 on average, 10.00 to 10.00")
    turned = _likeness([{name: -sign for name, sign in one.items()} for one in alike], SEEDS)
    assert (turned.printed, turned.verdict) == ("1", "red")


def test_two_kings_against_one_begin_in_the_double_corner_without_a_jump() -> None:
    boards = two_series.placings(7)
    assert len(boards) == two_series.PLACINGS
    for board in boards:
        assert board.black.bit_count() == 2 and board.black_to_move
        assert next(s for s in SQUARES if board.piece(s) == "W") in (1, 5, 28, 32)
        assert not any(move.captured for move in legal_moves(board))


def test_piece_advantage_alone_does_not_win_with_two_kings() -> None:
    assert two_series.share_won(Polynomial.pieces(), 7) < 0.5


def made(folder: Path, games: int, printed: int = 60, culled: int = rote.CULLED_RECORD) -> Made:
    """What a run of so many short games tells."""
    sizes = {"GAMES": games, "EVERY": 1, "PRINTED": printed, "MOVES": 10, "CULLED_RECORD": culled}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in sizes.items():
            patch.setattr(rote, name, value)
        patch.setattr(rote, "settings_at", lambda plies: settings_at(1))
        return rote.rote(Effort(folder))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Made]:
    """Two games without a break: where they are kept, and what they tell."""
    folder = tmp_path_factory.mktemp("rote") / "whole"
    return folder, made(folder, 2)


@pytest.mark.slow
def test_an_interrupted_run_goes_on_to_the_same(whole: tuple[Path, Made], tmp_path: Path) -> None:
    _, expected = whole
    first = made(tmp_path, 1)
    parts = made(tmp_path, 2)
    assert first.numbers == expected.numbers[::2]
    assert (parts.numbers, parts.rows) == (expected.numbers, expected.rows)
    largest, games, saved, boards, words, records, forgotten, culled = expected.numbers[-1]
    assert (largest, games) == (rote.CULLED_RECORD, 2)
    assert 60 < int(str(boards)) <= int(str(saved))
    assert 3 * int(str(boards)) <= int(str(words)) <= 4 * int(str(boards))
    assert int(str(records)) > 1 and forgotten == culled == 0
    assert len(expected.rows) == 6


@pytest.mark.slow
def test_records_that_grow_too_large_are_culled(whole: tuple[Path, Made], tmp_path: Path) -> None:
    shutil.copy(whole[0] / "samuel-rote.run", tmp_path)
    rows = {row.what: row for row in made(tmp_path, 2, culled=4).rows}
    shown = rows["boards forgotten or culled in 2 games, records of 4 at most"]
    assert shown.verdict == "red"  # two games are too few to forget any
    assert int(shown.ours.split()[2].strip(";")) > 0


def test_a_tape_that_does_not_come_to_the_papers_boards_is_told(
    whole: tuple[Path, Made],
) -> None:
    rows = made(whole[0], 2, printed=53_000).rows
    assert [row.verdict for row in rows] == ["red", "red", "red", "impossible"]


def test_records_are_brought_as_the_704_has_room_for_them(whole: tuple[Path, Made]) -> None:
    tape = rote._read(whole[0] / "samuel-rote.run").study.memory_tape()
    brought = rote.records_brought(tape, 10)
    assert 0 < brought <= len(tape.records)
