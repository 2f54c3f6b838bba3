"""``main.py pegasus``: runs beside the printed ones, the print-out, the sweep."""

import csv
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pygame
import pytest

from devices.media.tape import Tape, TapeMark, write_tap
from machines.games.noughts.tape_file import records_of
from machines.laboratory.pegasus import sweep
from machines.pegasus.odds_tape import Learned, file_of_odds
from machines.pegasus.printout import record_of
from machines.pegasus.study import Cell, Measured, Study, StudyConfig, measure
from machines.storage.run_store import open_run, read_run
from tests.machines import commanded
from tests.machines.commanded import result_of

pytestmark = pytest.mark.usefixtures("small_charts")

ROOT = Path(__file__).resolve().parents[4]


def pegasus(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    return commanded.said(capsys, "pegasus", *words)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    return commanded.refused(capsys, "pegasus", *words)


# -- run -----------------------------------------------------------------------------------------


def test_a_run_is_told_by_blocks_beside_the_printed_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = pegasus(capsys, "run", "--plays", "1000", "--seed", "7")
    rows = [line.split() for line in out.splitlines() if re.match(r"\d+-\d+ ", line)]
    assert [row[0] for row in rows] == [f"{n * 100 + 1}-{n * 100 + 100}" for n in range(10)]
    counted = np.array([[int(value) for value in row[1:4]] for row in rows])
    assert (counted.sum(axis=1) == 100).all()
    assert rows[0][4:] == ["56/15/29", "65/15/20"]
    assert rows[9][4:] == ["94/3/3"]
    result = result_of(out)
    totals = [int(result[name]) for name in ("nought", "draws", "cross")]
    assert totals == counted.sum(axis=0).tolist()
    assert result["plays"] == "1000"


def test_the_same_seed_gives_the_same_run_and_another_a_different_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, again, other = (
        pegasus(capsys, "run", "--plays", "300", "--seed", seed) for seed in ("7", "7", "8")
    )
    assert first == again != other


def test_the_print_out_is_that_of_the_paper(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, _ = pegasus(
        capsys, "run", "--print", "--plays", "200", "--nought", "distinct"
    ).splitlines()
    assert lines[:6] == ["7168 CLEAR STORE", "", "", "TEST A0", "", lines[5]]
    assert lines[25:29] == ["", "", "TEST A1", ""]
    plays = [line for line in lines if re.match(r"[0-2]\d{4}", line)]
    assert len(plays) == 40
    games = np.array(
        [record_of(line[at : at + 8].strip(), line) for line in plays for at in range(0, 60, 12)]
    )
    signs = [line[at + 9] for line in plays for at in range(0, 60, 12)]
    assert ["-.+"[(int(game) >> 36)] for game in games] == signs
    study = Study.begin(StudyConfig("distinct", "distinct"))
    assert (study.program.play(200) == games).all()


@pytest.mark.slow
def test_both_sides_and_every_player_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    expert = result_of(pegasus(capsys, "run", "--nought", "expert", "--cross", "expert"))
    assert expert["draws"] == "1000"
    weak, strong = (
        int(
            result_of(pegasus(capsys, "run", "--nought", f"standard:{s}", "--cross", "expert"))[
                "cross"
            ]
        )
        for s in ("0", "0.9")
    )
    assert weak > 600 and strong < 200


def test_the_sliding_origin_is_taken_with_a_finite_last_multiplier(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = pegasus(capsys, "run", "--origin", "hundreds", "--d", "0.8", "--plays", "200")
    assert "M(1) = 23.59, sliding origin (hundreds), D = 0.8." in out
    assert "M(1) infinite, fixed origin." in pegasus(capsys, "run", "--plays", "200")
    assert "M(1) = 23.59, fixed origin." in pegasus(capsys, "run", "--plays", "200", "--finite")


def test_many_runs_have_a_mean_and_hold_most_of_the_printed_blocks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = tmp_path / "means.csv"
    out = pegasus(capsys, "run", "--cross", "learn", "--runs", "300", "--csv", str(table))
    result = result_of(out)
    assert (result["runs"], result["published"]) == ("300", "14")
    assert int(result["inside"]) >= 11
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    # Fig. 9 by the mean of 400 runs of the measured model (specs).
    model = (60, 56, 40, 24, 15, 11, 8, 6, 5, 5)
    assert [float(row["nought"]) for row in rows] == pytest.approx(model, abs=5)


@pytest.mark.slow
def test_a_frozen_side_plays_by_a_record_or_by_a_tape(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run, tape = tmp_path / "taught.sqlite", tmp_path / "odds.tap"
    pegasus(capsys, "run", "--plays", "3000", "--out", str(run))
    with read_run(run, "pegasus") as record:
        chances = Study.of_run(record).program.chances
    records = records_of(file_of_odds(Learned(chances, 3000), "TAUGHT"))
    tape.write_bytes(write_tap(Tape("odds", (*records, TapeMark()))))
    by_record, by_tape = (
        pegasus(capsys, "run", "--nought", f"frozen:{path}", "--seed", "5", "--plays", "500")
        for path in (run, tape)
    )
    assert result_of(by_record) == result_of(by_tape)
    assert int(result_of(by_record)["nought"]) > 440
    blank = tmp_path / "blank.tap"
    blank.write_bytes(write_tap(Tape("blank", (TapeMark(),))))
    assert "holds no file of PEGASUS ODDS" in refused(capsys, "run", "--nought", f"frozen:{blank}")


def test_the_chart_is_a_picture_and_the_numbers_stand_beside_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture, table = tmp_path / "fig7.png", tmp_path / "fig7.csv"
    out = pegasus(
        capsys, "run", "--plays", "950", "--seed", "2", "--plot", str(picture), "--csv", str(table)
    )
    surface = pygame.image.load(str(picture))
    assert surface.get_size() == (400, 250)
    # Nought's wins are drawn at the foot of the first panel, Cross's at the top, in their colours.
    red, blue = (surface.get_at((81, y)) for y in (101, 41))
    assert red.r - red.b > 40 and blue.b - blue.r > 20
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["first"], row["last"]) for row in rows][-1] == ("801", "900")
    first = next(line.split() for line in out.splitlines() if line.startswith("1-100 "))
    assert [rows[0][name] for name in ("nought", "draws", "cross")] == first[1:4]


@pytest.mark.slow
def test_fewer_than_a_hundred_plays_make_no_block(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for plays in (1, 7, 99):
        table, chart = tmp_path / f"{plays}.csv", tmp_path / f"{plays}.png"
        places = ("--csv", str(table), "--plot", str(chart))
        out = pegasus(capsys, "run", "--plays", str(plays), *places)
        assert f"plays={plays} " in out.splitlines()[-1]
        assert len(table.read_text().splitlines()) == 1
        assert chart.exists()


def test_a_cell_that_was_changed_by_hand_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "s.sqlite"
    words = ("sweep", "--a", "1.1", "--b", "2", "--d", "fixed", "--against", "distinct", *QUICK)
    place = ("--jobs", "1", "--out", str(path))
    pegasus(capsys, *words, *place)
    for value in ('{"hundreds": []}', "null", '"x"'):
        database = sqlite3.connect(path)
        with database:
            database.execute("UPDATE results SET value = ?", (value,))
        database.close()
        assert "distinct: isn't what a cell measures: " in refused(capsys, *words, *place)


def test_what_is_to_be_done_must_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected run or sweep" in refused(capsys)


# -- sweep ---------------------------------------------------------------------------------------

SMALL = ("--a", "1.01,1.1", "--b", "1.5,2", "--d", "fixed,0.9", "--against", "distinct,expert")
QUICK = ("--runs", "6", "--plays", "400", "--seed", "5")


def cells_of(path: Path) -> dict[str, object]:
    with read_run(path, "pegasus") as record:
        return record.results()


@pytest.mark.slow
def test_a_sweep_measures_each_cell_by_one_process_or_two_and_tells_of_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture, table, kept = (tmp_path / name for name in ("s.png", "s.csv", "s.sqlite"))
    words = ("sweep", *SMALL, *QUICK, "--plot", str(picture), "--csv", str(table))
    out = pegasus(capsys, *words, "--jobs", "1", "--out", str(kept))
    result = result_of(out)
    assert (result["cells"], result["runs"], result["plays"]) == ("16", "6", "400")
    assert result["sooner_expert"].endswith("/8") or result["sooner_expert"][-2] == "/"
    assert len(cells_of(kept)) == 16
    by_two = tmp_path / "two.sqlite"
    assert pegasus(capsys, *words, "--jobs", "2", "--out", str(by_two)) == out
    assert cells_of(by_two) == cells_of(kept)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 16
    assert {row["origin"] for row in rows} == {"fixed", "each"}
    for row in rows:
        assert sum(float(row[f"{who}_1"]) for who in ("nought", "draws", "cross")) == (
            pytest.approx(100)
        )
        assert float(row["perfect"]) <= float(row["infallible"]) <= 1
    assert out.count("Nought learns against random play, fixed origin:") == 1
    assert pygame.image.load(str(picture)).get_size() == (400, 250)


@pytest.mark.slow
def test_cells_that_were_kept_are_not_measured_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[str] = []

    def counted(cell: Cell, runs: int, plays: int, seed: int) -> Measured:
        measured.append(cell.name)
        return measure(cell, runs, plays, seed)

    monkeypatch.setattr(sweep, "measure", counted)
    first = pegasus(capsys, "sweep", *SMALL, *QUICK, "--jobs", "1")
    assert len(measured) == 16
    assert pegasus(capsys, "sweep", *SMALL, *QUICK, "--jobs", "1") == first
    assert len(measured) == 16
    more = ("--a", "1.01,1.05,1.1", *SMALL[2:])
    pegasus(capsys, "sweep", *more, *QUICK, "--jobs", "1")
    assert len(measured) == 24
    assert all("A=1.05 " in name for name in measured[16:])


def child(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "pegasus", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )


def wait_for_cells(path: Path, process: "subprocess.Popen[str]", count: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        if path.exists() and len(cells_of(path)) >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"no {count} cells: {process.communicate()}")


LONGER = ("--runs", "60", "--plays", "2000", "--seed", "5")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_ends_a_sweep_with_the_cells_it_has(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    process = child("sweep", *SMALL, *LONGER, "--jobs", "2", "--out", str(kept))
    wait_for_cells(kept, process, 1)
    workers = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r".*kept\.sqlite has \d+ of 16 cells", said)
    assert "Traceback" not in said
    must_end(workers)
    with open_run(kept, "pegasus") as record:
        assert 1 <= len(record.results()) < 16


def must_end(workers: list[int]) -> None:
    """The processes of a sweep that is over are gone soon."""
    assert len(workers) >= 2 or sys.platform != "linux"
    deadline = time.monotonic() + 30
    while (left := [pid for pid in workers if alive(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []


def children_of(pid: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(one) for one in found.stdout.split()]


def alive(pid: int) -> bool:
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return bool(found.stdout.strip()) and not found.stdout.strip().startswith("Z")


def test_a_sweep_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (("--a", "1.1,11"), "A: 11 is out of range"),
        (("--b", "0,2"), "B: 0 is out of range"),
        (("--d", "fixed,2"), "D: 2 is out of range"),
        (("--d", "none"), "--d: 'none'; expected numbers"),
        (("--a", "x"), "--a: 'x'; expected numbers"),
        (("--a", "1.1,1.1"), "--a: has one value twice"),
        (("--a", "1.35", "--b", "2.5"), "make M_1 too great"),
        (("--against", "random"), "opposition: no 'random'; expected one of distinct, expert,"),
        (("--plays", "150"), "--plays: 150; expected hundreds of plays"),
        (("--runs", "0"), "--runs: 0 is out of range"),
        (("--jobs", "0"), "--jobs: 0 is out of range"),
        (("--plot", "s.gif"), "ends with '.gif'; expected .png"),
    ):
        assert why in refused(capsys, "sweep", *words), words


def test_a_record_of_another_sweep_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "s.sqlite"
    pegasus(capsys, "sweep", "--a", "1.1", "--b", "2", *QUICK, "--jobs", "1", "--out", str(path))
    why = refused(
        capsys, "sweep", "--runs", "7", "--plays", "400", "--seed", "5", "--out", str(path)
    )
    assert "runs 6, plays 400, seed 5" in why and "expected sweep runs 7" in why
    run = tmp_path / "r.sqlite"
    pegasus(capsys, "run", "--plays", "100", "--out", str(run))
    assert "is of run" in refused(capsys, "sweep", *QUICK, "--out", str(run))
    assert "is the record of a sweep; expected a run" in refused(
        capsys, "run", "--resume", str(path)
    )
