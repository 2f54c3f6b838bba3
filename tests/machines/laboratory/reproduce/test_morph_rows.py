"""Morph's rows: Table 5.1 from records, the curves from games, Level I from what was kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from machines.laboratory.reproduce import morph
from machines.laboratory.reproduce.artefacts import Effort, Row
from machines.laboratory.reproduce.morph import LevelGame, LevelTask
from machines.morph.history import TABLE
from machines.morph.learner import Record
from machines.morph.patterns import MaterialPattern

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
