"""Samuel's rows: the games are followed as the program plays them, the counts as Appendix C has
them, and a row is green only where the paper could be one more run.
"""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from machines.laboratory.printed import samuel as printed
from machines.laboratory.reproduce import rote, rote_play, samuel, samuel_times
from machines.laboratory.reproduce.artefacts import Effort, Made, printed_moves
from machines.laboratory.reproduce.samuel import agreement, games, ply_rules
from machines.samuel.book import Agreement
from machines.samuel.player import settings_at
from tests.machines.perft_tables import GOLDEN


def test_every_printed_move_is_legal() -> None:
    made = games(Effort())
    assert len(made.rows) == 15
    assert {(row.verdict, row.kind) for row in made.rows} == {("agrees", "constant")}
    assert sum(int(str(one[2])) for one in made.numbers) > 300


@pytest.mark.parametrize("wrong_at", [3, 45])
def test_a_printed_move_that_we_typed_wrong_is_told(
    monkeypatch: pytest.MonkeyPatch, wrong_at: int
) -> None:
    """The last one, too: it was counted before it was checked."""

    def typed(path: Path) -> list[str]:
        moves = printed_moves(path)
        return [*moves[:wrong_at], "1-32"] if path.stem == "g-1" else moves

    monkeypatch.setattr(samuel, "printed_moves", typed)
    wrong = [row for row in games(Effort()).rows if row.verdict == "differs"]
    assert [(row.what[:3], row.ours) for row in wrong] == [("G-1", str(wrong_at))]


def test_coefficient_c_agrees_only_where_all_of_our_interval_does() -> None:
    """It was green at .52 +- .08, because of our own noise."""
    same = [Agreement(80, 20)] * 40
    verdicts = {
        samuel._coefficient("", each, "").verdict: each
        for each in (
            [Agreement(90, 10), Agreement(60, 40), Agreement(82, 18), Agreement(75, 25)],
            same,
            [Agreement(76, 24)] * 40,
            [Agreement(70, 30)] * 40,
        )
    }
    assert [*verdicts] == ["inconclusive", "agrees", "differs"]
    assert verdicts["agrees"] is same or verdicts["agrees"][0] == same[0]


def test_games_of_a_file_have_a_row_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "some.pdn"
    path.write_text("\n".join((GOLDEN / "draughts-games.pdn").read_text().split("\n\n")[:6]))
    ours, of_file, _ = agreement(Effort(book=path)).rows
    assert ours.what.endswith("over Appendix B's games")
    assert of_file.what.endswith("over the games of some.pdn")
    assert {ours.kind, of_file.kind} == {"stand-in"}


@pytest.mark.slow
def test_the_rote_program_agrees_with_the_printed_games_as_book_says() -> None:
    made = agreement(Effort())
    known, poorest = made.rows
    assert known.verdict == "inconclusive"
    assert poorest.verdict == "impossible"
    lower, higher = (sum(int(str(one[at])) for one in made.numbers) for at in (1, 2))
    assert len(made.numbers) == 15 and lower + higher > 1_000
    assert known.ours.startswith(f"{(lower - higher) / (lower + higher):.2f} (")
    moves = [int(str(one[2])) for one in games(Effort()).numbers]
    assert sorted(int(str(one[5])) for one in made.numbers) == sorted(moves)


@pytest.mark.slow
def test_boards_are_walked_by_the_rules_and_other_rules_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small, any_board = (2, 3, 4, 5, 7), samuel_times.random_position
    monkeypatch.setattr(samuel, "WALKED", len(small))
    monkeypatch.setattr(samuel, "random_position", lambda number: any_board(small[number]))
    made = ply_rules(Effort())
    walks = made.rows[:2]
    assert [(row.verdict, row.kind) for row in walks] == [("agrees", "twin")] * 2
    assert {row.verdict for row in made.rows[2:-1]} == {"agrees"}
    assert made.rows[-1].verdict == "impossible"
    assert len({one[0] for one in made.numbers}) == len(small)
    monkeypatch.setattr(samuel, "LATER", 4)
    assert [row.verdict for row in ply_rules(Effort()).rows[:2]] == ["differs", "differs"]


@pytest.mark.slow
def test_the_times_are_appendix_as_and_a_moves_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(samuel_times, "QUICK_TIMED_GAMES", 3)
    rows = samuel_times.times(Effort(quick=True)).rows
    assert [(row.verdict, row.kind) for row in rows[:5]] == [("agrees", "constant")] * 5
    assert [row.kind for row in rows[5:7]] == ["outcome", "outcome"]
    assert rows[7].what.startswith("lost games") or "all pieces captured" in rows[7].what


def test_a_game_is_timed_by_the_boards_of_its_moves() -> None:
    timed = samuel_times.timed_game(9)
    assert 5 < timed.seconds < 100 and 0 < timed.limited <= 1
    assert timed.lost or not timed.captured


def test_the_program_has_the_papers_numbers_but_one() -> None:
    rows = samuel_times.built_by(Effort()).rows
    assert {row.kind for row in rows} == {"constant"}
    other = [(row.what, row.ours) for row in rows if row.verdict != "agrees"]
    assert other == [("terms that are simple", "26")]


def test_a_number_that_is_wrong_by_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = replace(printed.BLACK_MARKS, value=4)
    monkeypatch.setattr(printed, "BLACK_MARKS", marks)
    wrong = [row.what for row in samuel_times.built_by(Effort()).rows if row.verdict == "differs"]
    assert "black marks that make the leading coefficient zero" in wrong


def test_the_704_code_counts_bits_as_his_did_and_the_rest_stands_beside() -> None:
    made = samuel_times.code_704(Effort())
    rows = {row.what: row for row in made.rows}
    assert [(row.verdict, row.kind) for row in made.rows[:6]] == [("agrees", "constant")] * 6
    assert rows["time of the bit count, microseconds"].ours == "408"
    assert {row.kind for row in made.rows[6:]} == {"stand-in"}
    assert rows["words of storage: basic program"].verdict == "differs"
    assert rows["words of storage: statistics"].verdict == "agrees"
    sizes = [row for row in made.rows if row.what.startswith("words of storage")]
    assert len(sizes) == len(printed.SIZES) - 1


def test_it_knows_the_openings_that_it_followed_better() -> None:
    made = rote_play.openings(Effort(quick=True))
    rise, less = made.rows
    assert rise.verdict == "agrees" and {rise.kind, less.kind} == {"stand-in"}
    assert "278 boards" in rise.ours and len(made.numbers) == 15


def test_a_memory_of_nothing_raises_nothing() -> None:
    same = [(Agreement(5, 3), Agreement(4, 4)), (Agreement(2, 6), Agreement(0, 0)),
            (Agreement(3, 1), Agreement(1, 0))]  # fmt: skip
    rise, less = rote_play._opening_rows(same, same, "nothing")
    assert rise.ours.startswith("+0.000") and rise.verdict == less.verdict == "agrees"


def test_end_games_are_told_by_their_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rote_play, "QUICK_END_GAMES", 100)
    (row,) = rote_play.endings(Effort(quick=True)).rows
    assert row.kind == "stand-in" and "in the last 50 of 100 games" in row.ours


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
    assert len(expected.rows) == 13


@pytest.mark.slow
def test_records_that_grow_too_large_are_culled(whole: tuple[Path, Made], tmp_path: Path) -> None:
    shutil.copy(whole[0] / "samuel-rote.run", tmp_path)
    rows = {row.what: row for row in made(tmp_path, 2, culled=4).rows}
    shown = rows["boards forgotten or culled in 2 games, records of 4 at most"]
    assert shown.verdict == "differs"  # two games are too few to forget any
    assert int(shown.ours.split()[2].strip(";")) > 0


def test_a_tape_that_does_not_come_to_the_papers_boards_is_told(
    whole: tuple[Path, Made],
) -> None:
    rows = made(whole[0], 2, printed=53_000).rows
    assert [row.verdict for row in rows] == [
        *["differs"] * 3, "agrees", *["impossible"] * 4,
    ]  # fmt: skip


def test_records_are_brought_as_the_704_has_room_for_them(whole: tuple[Path, Made]) -> None:
    tape = rote._read(whole[0] / "samuel-rote.run").study.memory_tape()
    use = rote.use_of(tape, 10)
    assert use.moves == 10 and 0 < use.brought <= 10 * len(tape.records)
    found, looked_up = sum(use.found.values()), sum(use.looked_up.values())
    assert 0 < found < looked_up and use.us > 0
    assert use.a_minute(found) == pytest.approx(found * 60e6 / use.us)
    assert use.looked_up["end game"] == 0 == use.share_found("end game")
