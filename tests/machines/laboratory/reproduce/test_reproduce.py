"""The report of the papers: its files, its rows, going on with it, and what is refused."""

import json
import math
import re
import shutil
from pathlib import Path

import numpy as np
import pygame
import pytest

from devices.screen.parts.figures import score_chart
from machines.commands import main
from machines.laboratory.reproduce import morph, report
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    equal,
    impossible,
    numbered,
    picture,
    within,
)
from machines.laboratory.reproduce.michie import (
    LEAST_INSIDE,
    _least_inside,
    last_other_opening,
    share_as_far,
)
from machines.laboratory.reproduce.report import ARTEFACTS, PAGE, RESULTS, Report, Results, chosen
from machines.menace.study import Tally
from machines.menace.text import RESULTS as RESULTS_OF_1961
from machines.menace.text import scores
from machines.menace.tournament import Tournament

EXACT = ("boxes", "fig6", "fig7")
"""Quick artefacts, which are as printed."""


def report_of(folder: Path, artefacts: tuple[Artefact, ...]) -> Path:
    """A quick report of these, its pictures drawn small."""
    words = ("--quick", "--paper", "michie", "--jobs", "1", "--out", str(folder))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "SMALL", (416, 260))
        patch.setattr(report, "ARTEFACTS", artefacts)
        assert main(["reproduce", *words]) == 0
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quick report of a part of Michie's paper."""
    some = tuple(one for name in EXACT for one in chosen("michie", name))
    return report_of(tmp_path_factory.mktemp("report"), some)


def keys() -> list[str]:
    return [f"michie-{name}" for name in EXACT]


def rows_of(folder: Path) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads((folder / RESULTS).read_bytes())["rows"]
    return found


def check_rows(made: Path, keys: list[str]) -> None:
    """That each of these artefacts has its rows and its numbers."""
    rows = rows_of(made)
    assert list(rows) == keys
    for key in keys:
        assert rows[key]
        assert (made / f"{key}.csv").read_text().count("\n") >= 2
        assert pygame.image.load(made / f"{key}.png").get_width() >= 416
        for row in rows[key]:
            assert row["what"] and row["where"] and row["printed"]
            assert row["why"] or row["verdict"] != "impossible"
            assert row["verdict"] == "impossible" or (row["accepted"] and row["statistic"])


def check_page(made: Path) -> None:
    """That the page needs nothing beside itself."""
    page = (made / PAGE).read_text()
    assert not re.search(r"https?:|<script|<link|@import", page)
    assert page.count("<img") == len(list(made.glob("*.png"))) > 0
    assert set(re.findall(r'src="([^,"]*)', page)) == {"data:image/jpeg;base64"}
    for name in re.findall(r'href="([^"#]+)"', page):
        assert (made / name).is_file()
    for key in re.findall(r'href="#([^"]+)"', page):
        assert f'<section id="{key}">' in page
    contents = page.split("<h2>")[1]
    for key, rows in rows_of(made).items():
        assert contents.count(f'href="#{key}"') == 1
        assert f'id="{key}"' in page
        assert f"--only {key.removeprefix('michie-')} " in page
        assert page.count("<tr class=green>") > 10, rows


def test_what_is_not_as_it_was_written_is_made_again(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(made, tmp_path / "report")
    numbers, picture = (folder / f"{keys()[0]}.{kind}" for kind in ("csv", "png"))
    whole = {path: path.read_bytes() for path in (numbers, picture)}
    some = tuple(one for name in EXACT for one in chosen("michie", name))

    def altered() -> None:
        numbers.write_text("square,chance\n")

    def cut() -> None:
        picture.write_bytes(whole[picture][:100])

    def killed_before_any_row() -> None:
        (folder / RESULTS).unlink()
        (folder / f".{RESULTS}.1-0.new").write_bytes(b"{")

    for spoil in (altered, cut, killed_before_any_row):
        spoil()
        report_of(folder, some)
        assert {path: path.read_bytes() for path in whole} == whole, spoil.__name__
    strangers = tmp_path / "strangers"
    strangers.mkdir()
    (strangers / PAGE).write_text("<h1>My page</h1>")
    assert main(["reproduce", "--quick", "--only", "boxes", "--out", str(strangers)]) == 2
    assert "holds other files" in capsys.readouterr().err


@pytest.mark.slow
def test_every_artefact_has_its_rows_and_its_numbers(made: Path) -> None:
    check_rows(made, keys())


@pytest.mark.slow
def test_the_page_needs_nothing_beside_itself(made: Path) -> None:
    check_page(made)


@pytest.mark.slow
def test_so_it_is_with_the_whole_paper(tmp_path: Path) -> None:
    report_of(tmp_path, ARTEFACTS)
    check_rows(tmp_path, [one.key for one in ARTEFACTS if one.paper == "michie"])
    check_page(tmp_path)


@pytest.mark.parametrize(
    ("paper", "only"), [("anaconda", "network"), ("anaconda", "game"), ("morph", "table3.1")]
)
def test_what_is_exact_of_the_others_is_green(paper: str, only: str | None) -> None:
    for one in chosen(paper, only):
        made = one.make(Effort(quick=True))
        assert [row.what for row in made.rows if row.verdict != "green"] == []
        assert len(made.numbers) > 5


def test_what_is_exact_is_green(made: Path) -> None:
    rows = rows_of(made)
    exact = [row for key in ("michie-boxes", "michie-fig6") for row in rows[key]]
    assert {row["verdict"] for row in exact} == {"green"}
    assert rows["michie-fig7"][-1]["verdict"] == "green"


def test_it_is_gone_on_with_where_it_was_interrupted(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    results = json.loads((tmp_path / RESULTS).read_bytes())
    del results["rows"]["michie-fig6"]
    results["rows"]["michie-boxes"][0]["ours"] = "kept"
    (tmp_path / RESULTS).write_text(json.dumps(results))
    before = (tmp_path / "michie-fig7.csv").stat().st_mtime_ns
    some = tuple(one for name in EXACT for one in chosen("michie", name))
    report_of(tmp_path, some)
    assert sorted(rows_of(tmp_path)) == sorted(keys())
    assert rows_of(tmp_path)["michie-boxes"][0]["ours"] == "kept"
    assert (tmp_path / "michie-fig7.csv").stat().st_mtime_ns == before
    said = capsys.readouterr().out
    assert re.search(r"RESULT green=\d+ red=\d+ impossible=\d+\n$", said)


@pytest.mark.slow
def test_one_artefact_alone(tmp_path: Path) -> None:
    assert main(["reproduce", "--quick", "--only", "boxes", "--out", str(tmp_path / "new")]) == 0
    assert list(rows_of(tmp_path / "new")) == ["michie-boxes"]


@pytest.mark.slow
def test_a_folder_with_anything_else_is_refused_unless_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    words = ["reproduce", "--quick", "--only", "fig6", "--out", str(tmp_path)]
    for results, refusal in (
        ("", "holds other files"),
        ('{"nothing": 1}', "is no report of ours"),
        ('{"program": "0.0.1", "quick": true}', "holds another report (version 0.0.1, quick)"),
    ):
        if results:
            (tmp_path / RESULTS).write_text(results)
        assert main(words) == 2, refusal
        assert refusal in capsys.readouterr().err
    assert main([*words, "--force"]) == 0
    assert (tmp_path / "letter.txt").read_text() == "mine"


@pytest.mark.slow
def test_a_quick_report_says_what_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(morph, "_missing_engine", lambda name: f"{name} is not here.")
    assert main(["reproduce", "--quick", "--paper", "morph", "--out", str(tmp_path)]) == 0
    assert list(rows_of(tmp_path)) == ["morph-table3.1", "morph-table5.1"]
    (row,) = rows_of(tmp_path)["morph-table5.1"]
    assert (row["verdict"], row["why"]) == ("impossible", "gnuchess is not here.")
    page = (tmp_path / PAGE).read_text()
    assert page.count("Left out of a quick report") == 2
    assert "--only level1 " in page


def test_names_that_there_are_not_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "--only", "fig99", "--out", "nowhere"]) == 2
    assert (
        "expected one of games, agreement, plies, times, first, second, rote, tables, book, boxes"
        in capsys.readouterr().err
    )
    assert not Path("nowhere").exists()


def test_a_row_is_green_within_its_interval_and_red_beside_it() -> None:
    assert within("a", "b", "5", 5.0, 4.0, 6.0).verdict == "green"
    assert within("a", "b", "5", 6.1, 4.0, 6.0, why="so").why == "so"
    assert within("a", "b", "5", 4.0, 4.0, 6.0, why="so").why == ""
    assert equal("a", "b", 287, 304).verdict == "red"
    assert impossible("a", "b", "5", "nobody can").verdict == "impossible"


def test_how_many_blocks_must_lie_inside_is_worked_out() -> None:
    def chance(count: int, least: int) -> float:
        return sum(
            math.comb(count, k) * 0.95**k * 0.05 ** (count - k) for k in range(least, count + 1)
        )

    for count in (14, 18, 20, 52):
        least = _least_inside(count)
        assert chance(count, least) >= 0.975 > chance(count, least + 1)
    assert _least_inside(52) == LEAST_INSIDE


def test_michies_score_counts_draws_wherever_it_is_summed() -> None:
    won, drawn, lost = (RESULTS_OF_1961.count(one) for one in (1, 0, -1))
    score = Tally(won, drawn, lost).score
    (line,) = (one for one in score_chart(RESULTS_OF_1961).series if not one.ghost)
    assert score == scores(RESULTS_OF_1961)[-1] == line.points[-1][1] == 150


def test_the_distance_takes_the_spread_into_account() -> None:
    dice = np.random.default_rng(1)
    found = np.round(dice.normal(0.0, (1_000.0, 10.0), (4_000, 2))).astype(np.int64)
    assert share_as_far(found, np.array([1_000, 0])) == pytest.approx(math.exp(-0.5), abs=0.05)
    assert share_as_far(found, np.array([0, 60])) < 0.001
    assert share_as_far(found, np.array([0, 0])) > 0.99


def test_the_last_play_that_opens_elsewhere() -> None:
    corner, edge, centre = 1 + 1, 2 + 1, 0 + 1
    played = Tournament(np.array([corner, centre, edge, corner, corner], dtype=np.int64))
    assert last_other_opening(played) == 3
    assert last_other_opening(Tournament(np.array([corner], dtype=np.int64))) == 0


@pytest.mark.slow
def test_each_artefact_has_a_name_of_its_own() -> None:
    assert len({one.key for one in ARTEFACTS}) == len(ARTEFACTS)
    assert [one.name for one in chosen("michie", "fig4")] == ["fig4"]
    assert Effort(quick=True).of(2_000, 200) == 200
    assert not Report(Path(), Results("1", quick=True)).has(ARTEFACTS[0])


def test_the_papers_line_is_pale_and_ours_differ() -> None:
    lines = [Line("printed", numbered([1.0, 2.0]), paper=True)]
    lines += [Line(f"ours {k}", numbered([float(k)] * 2)) for k in range(4)]
    made = picture("A TABLE", "", "weight", *lines, names=("first", "second"))
    printed, *ours = made.series
    assert printed.ghost and printed.points == ((1.0, 1.0), (2.0, 2.0))
    assert len({(one.ink, one.mark, one.dash) for one in ours}) == 4
    assert made.x_ticks == ((1.0, "first"), (2.0, "second"))
    assert made.x_range == (0.5, 2.5)


def test_a_long_line_has_no_marks() -> None:
    made = picture("A RUN", "game", "points", Line("ours", numbered(range(100), first=0)))
    assert made.series[0].mark == "none"
    assert made.series[0].points[0] == (0.0, 0.0)
    assert made.x_range is None and made.x_ticks is None
