"""``main.py menace boxes`` and ``odds``: the beads of the start, and as they lie in a run."""

from pathlib import Path

import pytest

from machines.games.noughts.board import Board
from machines.menace.beads import COLOURS, Cabinet
from machines.menace.build import build
from machines.menace.odds import odds
from machines.menace.study import Study
from machines.storage.run_store import read_run
from tests.machines.commanded import result_of
from tests.machines.laboratory.menace.menace_command import menace

Capture = pytest.CaptureFixture[str]


# -- boxes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["287L", "287W"])
def test_a_build_that_is_a_hypothesis_says_so(name: str, capsys: Capture) -> None:
    out, _ = menace(capsys, f"boxes --build {name}")
    assert "Hypothesis: without the 17 boxes" in out
    assert ["all", "287", "1041", "1674", "0"] in [line.split() for line in out.splitlines()]


def test_one_box_is_shown_with_its_face_and_colours(capsys: Capture) -> None:
    out, _ = menace(capsys, "boxes --box 2")
    title, *lines = out.splitlines()
    assert title == "Box 2 of 304, stage 3:"
    assert lines[:3] == [" X | O | 3", " 8 | 0 | 4", " 7 | 6 | 5"]
    assert build("304").faces[1] == Board.of_rows("XO./.../...")
    assert [line.split()[:3] for line in lines[4:]] == [
        [str(colour), COLOURS[colour], "3"] for colour in (0, 3, 4, 5, 6, 7, 8)
    ]


def test_all_boxes_of_a_stage_are_listed(capsys: Capture) -> None:
    out, _ = menace(capsys, "boxes --stage 5")
    lines = out.splitlines()[2:]
    assert len(lines) == 108
    assert [int(line.split()[0]) for line in lines] == list(range(14, 122))


def test_the_beads_of_a_run_are_shown_as_they_lie(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    menace(capsys, f"tournament --games 500 --opponent menace --run {path}")
    with read_run(path, "menace") as run:
        study = Study.of_run(run)
    for name, cabinet in (("304", study.cabinet), ("second", study.opponent)):
        assert isinstance(cabinet, Cabinet)
        out, _ = menace(capsys, f"boxes --run {path} --build {name}")
        rows = [line.split() for line in out.splitlines()]
        ledger = [row for row in rows if row[:1] == ["all"]][-1]
        assert [int(cell) for cell in ledger[1:]] == [
            cabinet.bought.sum(),
            cabinet.beads.sum(),
            cabinet.cups.sum(),
            0,
        ]
        assert f"lie as after play 500 of {path.name}" in out
    _, err = menace(capsys, f"boxes --run {path} --build 287L", status=2)
    assert "--build: is 287L; the beads in a.sqlite are of 304" in err


# -- odds ----------------------------------------------------------------------------------------


def test_the_odds_of_the_start_are_the_exact_ones(capsys: Capture) -> None:
    found = result_of(menace(capsys, "odds")[0])
    # the beads of the start are the same for each colour of a box: random over distinct moves
    assert float(found["distinct.win"]) == pytest.approx(215363 / 362880, abs=1e-9)
    assert float(found["distinct.draw"]) == pytest.approx(39959 / 302400, abs=1e-9)
    assert float(found["distinct.loss"]) == pytest.approx(497831 / 1814400, abs=1e-9)
    assert float(found["perfect.win"]) == 0


def test_the_odds_of_a_run_and_from_a_board(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    menace(capsys, f"tournament --games 300 --opponent random --build second --run {path}")
    found = result_of(menace(capsys, f"odds --run {path} --board o../.../...")[0])
    with read_run(path, "menace") as run:
        cabinet = Study.of_run(run).cabinet
    told = odds("random", cabinet, board=Board.of_rows("O../.../..."))
    assert float(found["random.win"]) == pytest.approx(told.loss, abs=1e-9)
    assert float(found["random.loss"]) == pytest.approx(told.win, abs=1e-9)
    assert not any(name.startswith("1961") for name in found)


def test_the_odds_against_the_other_cabinet_of_a_run(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    menace(capsys, f"tournament --games 900 --opponent menace --run {path}")
    with read_run(path, "menace") as run:
        study = Study.of_run(run)
    told = odds(study.cabinet, study.opponent)
    out, _ = menace(capsys, f"odds --run {path}")
    assert float(result_of(out)["menace.win"]) == pytest.approx(told.win, abs=1e-9)
    assert "menace, as in this run" in out
    out, _ = menace(capsys, f"odds --run {path} --build second")
    assert float(result_of(out)["menace.loss"]) == pytest.approx(told.win, abs=1e-9)
