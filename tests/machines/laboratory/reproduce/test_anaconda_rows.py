"""The rows of the papers of Michie (Fig. 5), of Morph and of Anaconda."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from devices.refusal import RefusedError
from machines.anaconda.evolution import EvolutionConfig
from machines.laboratory.anaconda.study import begin_evolution
from machines.laboratory.reproduce import anaconda, michie, morph
from machines.laboratory.reproduce.anaconda import Match, play_matches
from machines.laboratory.reproduce.artefacts import Effort, Row
from machines.laboratory.reproduce.morph import LevelGame, LevelTask
from machines.morph.history import TABLE
from machines.morph.learner import Record
from machines.morph.patterns import MaterialPattern
from machines.pegasus.printout import printed_plays, record_of
from machines.storage.run_store import read_run


@dataclass(frozen=True)
class Pair:
    """A pair's share of its two points, and its games' outcomes, for ``a``."""

    points: float

    @property
    def outcomes(self) -> tuple[int, int]:
        return (1, 1) if self.points == 1 else (0, 0)

    games: tuple[Any, ...] = ()
    endings: tuple[str, ...] = ()


def pairs(*points: float) -> Any:
    return [Pair(one) for one in points]


def test_it_grows_where_the_difference_is_sure() -> None:
    def verdict(before: Any, after: Any) -> str:
        return anaconda._grows("points", "text", "more", before, after, "few games").verdict

    assert verdict(pairs(0.5, 0.25, 0.5, 0.75), pairs(0.75, 0.5, 0.75, 1.0)) == "green"
    assert verdict(pairs(0.5, 0.25, 0.5, 0.75), pairs(0.75, 0.25, 0.5, 0.75)) == "red"
    assert verdict(pairs(0.75, 0.5, 0.75, 1.0), pairs(0.5, 0.25, 0.5, 0.75)) == "red"


def test_matches_of_as_many_games_have_the_same_openings() -> None:
    told: list[float] = []
    matches = [Match("random", "random", 1, 1, 4), Match("samuel:pieces", "random", 1, 1, 4)]
    first, second = play_matches(Effort(tell=told.append), matches)
    opened = [[one.games[0].moves[:3] for one in played] for played in (first, second)]
    assert opened[0] == opened[1]
    assert len(set(opened[0])) == 2
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_no_row_names_a_folder_of_this_computer() -> None:
    assert anaconda._short(anaconda.BEGINNING) == "anaconda:anaconda-0.network"
    assert anaconda._short("anaconda:pieces") == "anaconda:pieces"


@pytest.mark.slow
def test_evolution_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("GENERATIONS", 1), ("PLY", 1), ("ALL_OPENINGS", 2)):
        monkeypatch.setattr(anaconda, name, value)
    brief = EvolutionConfig(moves=2)
    monkeypatch.setattr(anaconda, "EvolutionConfig", lambda: brief)
    begin_evolution(tmp_path / "anaconda-1.sqlite", brief, 1)
    made = anaconda.evolved(Effort(folder=tmp_path))
    assert [row[:2] for row in made.numbers] == [(1, 1), (2, 1), (3, 1)]
    assert made.rows[1].ours == "100%"
    again = anaconda.evolved(Effort(folder=tmp_path))
    assert (again.rows, again.numbers) == (made.rows, made.numbers)
    with read_run(tmp_path / "anaconda-3.sqlite", "anaconda") as run:
        assert run.plays == 1
    with pytest.raises(RefusedError, match="other settings"):
        begin_evolution(tmp_path / "anaconda-1.sqlite", brief, 2)


LINES = ("123", "804", "765", "187", "206", "345", "105", "307")
AROUND = "12345678"


def test_the_plays_add_up_as_they_were_added_by_hand() -> None:
    signs = [sign for _, sign in printed_plays()]
    assert Counter(signs[:100]) == {"+": 58, "-": 33, ".": 9}
    assert Counter(signs[100:]) == {"+": 57, "-": 28, ".": 15}
    assert Counter(squares[0] for squares, _ in printed_plays()) == {"0": 69, "1": 64, "2": 67}


def results(board: dict[str, str]) -> set[str]:
    """How a play can still end, on a board of marks by square."""
    for line in LINES:
        marks = {board.get(square) for square in line}
        if len(marks) == 1 and marks != {None}:
            return {"+" if marks == {"O"} else "-"}
    empty = [square for square in "012345678" if square not in board]
    mark = "OX"[len(board) % 2]
    return set().union(*(results({**board, one: mark}) for one in empty)) if empty else {"."}


def test_the_plays_end_as_printed_by_a_plain_walk() -> None:
    for squares, sign in set(printed_plays()):
        board: dict[str, str] = {}
        for square in squares:
            assert square not in board, squares
            board[square] = "OX"[len(board) % 2]
        assert results(board) == {sign}, squares


def same_squares(board: dict[str, str], square: str) -> set[str]:
    """The squares that a turn of the board, which leaves the marks as they are, brings it to."""
    found = set()
    for shift in range(0, 8, 2):
        for mirrored in (False, True):
            spiral = AROUND[::-1][1:] + AROUND[-1] if mirrored else AROUND
            to = {one: spiral[(k + shift) % 8] for k, one in enumerate(AROUND)} | {"0": "0"}
            if {to[one]: mark for one, mark in board.items()} == board:
                found.add(to[square])
    return found


@pytest.mark.slow
def test_the_odds_are_those_of_a_plain_count() -> None:
    found = 0.0
    for squares, _ in printed_plays():
        board: dict[str, str] = {}
        for square in squares:
            empty = [one for one in "012345678" if one not in board]
            kinds = {frozenset(same_squares(board, one)) for one in empty}
            found += math.log(len(empty) / len(kinds) / len(same_squares(board, square)))
            board[square] = "OX"[len(board) % 2]
    ours = michie.nats(record_of(squares) for squares, _ in printed_plays())
    assert ours == pytest.approx(found) == pytest.approx(63.7, abs=0.05)


@pytest.mark.slow
def test_the_rows() -> None:
    made = michie.random_play(Effort(quick=True))
    assert [row.verdict for row in made.rows] == ["green", "green", "green", "green", "red"]
    assert len(made.numbers) == 100


SEEDS = [1, 2, 3]


def as_printed(shift: float = 0.0) -> dict[object, Record | None]:
    """Records as the table has them, each weight a little off."""
    return {
        one: Record(k, MaterialPattern(one.material), one.weight + k * shift, one.updates, 0,
                    one.variance, one.age, "material")
        for k, one in enumerate(TABLE)
    }  # fmt: skip


def rows(*found: dict[object, Record | None]) -> dict[str, Row]:
    return {row.what: row for row in morph._of_material(found, SEEDS)}  # type: ignore[arg-type]


def test_the_printed_table_beside_itself_is_green() -> None:
    made = rows(as_printed(-0.002), as_printed(), as_printed(0.002))
    assert len(made) == 3 + 5 + 3 * len(TABLE)
    assert {row.verdict for row in made.values()} == {"green"}
    assert made["weight updates in the 19 rows"].printed == "11,020"
    assert made["w(+Q) + w(-Q)"].printed == "0.988"


def test_what_is_off_is_red_and_what_was_not_met_cannot_be_compared() -> None:
    wrong = [as_printed(shift) for shift in (-0.002, 0.0, 0.002)]
    queen, rook = TABLE[9], TABLE[5]
    for one in wrong:
        record = one[queen]
        assert record is not None
        one[queen] = replace(record, weight=0.4, updates=10 * record.updates)
    wrong[1][rook] = None
    made = rows(*wrong)
    assert made["single men whose weight has the right sign"].verdict == "red"
    assert {made[f"+1Q: {name}"].verdict for name in ("weight", "updates")} == {"red"}
    assert made["-1R: weight"].verdict == "impossible"
    assert "2 of our 3 runs" in made["-1R: weight"].why


def test_a_report_goes_on_with_games_against_level_i(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def play(task: LevelTask) -> LevelGame:
        played.append(task.number)
        if task.number == 5 and len(played) == 5:
            raise KeyboardInterrupt
        return LevelGame(0.5 if task.number == 2 else 0.0, task.number, 60)

    monkeypatch.setattr(morph, "_missing_engine", lambda name: "")
    monkeypatch.setattr(morph, "_play_runs", lambda *asked: {"annealing": [tmp_path / "run"]})
    monkeypatch.setattr(morph, "play_level_1", play)
    monkeypatch.setattr(
        morph, "run_tasks", lambda jobs, do, due, scheduler: ((one, do(one)) for one in due)
    )
    effort = Effort(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        morph.level_1(effort)
    made = morph.level_1(effort)
    assert played == [1, 2, 3, 4, 5, *range(5, morph.LEVEL_I_GAMES + 1)]
    assert made.rows[0].ours.startswith("1 and 0 in 30 games")
    assert len(made.numbers) == morph.LEVEL_I_GAMES
