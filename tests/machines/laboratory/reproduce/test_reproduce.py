"""The report of the papers: its files, its rows, going on with it, and what is refused."""

import json
import re
import shutil
from pathlib import Path

import pygame
import pytest

from machines.commands import main
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce import morph, report
from machines.laboratory.reproduce.artefacts import (
    Accepted,
    Artefact,
    Effort,
    Line,
    by_chance,
    equal,
    estimated,
    give_or_take,
    impossible,
    judged,
    measured,
    numbered,
    picture,
    share_of,
    within,
)
from machines.laboratory.reproduce.report import ARTEFACTS, PAGE, RESULTS, Report, Results, chosen
from machines.laboratory.study.intervals import Estimate

EXACT = tuple(one for name in ("boxes", "fig5", "fig6") for one in chosen("michie", name))
"""Quick artefacts."""


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
    return report_of(tmp_path_factory.mktemp("report"), EXACT)


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
        assert page.count("<tr class=agrees>") > 10, rows


def test_what_is_not_as_it_was_written_is_made_again(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(made, tmp_path / "report")
    numbers, picture = (folder / f"{EXACT[0].key}.{kind}" for kind in ("csv", "png"))
    whole = {path: path.read_bytes() for path in (numbers, picture)}

    def altered() -> None:
        numbers.write_text("square,chance\n")

    def cut() -> None:
        picture.write_bytes(whole[picture][:100])

    def killed_before_any_row() -> None:
        (folder / RESULTS).unlink()
        (folder / f".{RESULTS}.1-0.new").write_bytes(b"{")

    for spoil in (altered, cut, killed_before_any_row):
        spoil()
        report_of(folder, EXACT)
        assert {path: path.read_bytes() for path in whole} == whole, spoil.__name__
    strangers = tmp_path / "strangers"
    strangers.mkdir()
    (strangers / PAGE).write_text("<h1>My page</h1>")
    assert main(["reproduce", "--quick", "--only", "boxes", "--out", str(strangers)]) == 2
    assert "holds other files" in capsys.readouterr().err


@pytest.mark.slow
def test_every_artefact_has_its_rows_and_the_page_needs_nothing_beside_itself(
    tmp_path: Path,
) -> None:
    report_of(tmp_path, ARTEFACTS)
    check_rows(tmp_path, [one.key for one in ARTEFACTS if one.paper == "michie"])
    check_page(tmp_path)


def test_it_is_gone_on_with_where_it_was_interrupted(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    results = json.loads((tmp_path / RESULTS).read_bytes())
    del results["rows"]["michie-fig6"]
    results["rows"]["michie-boxes"][0]["ours"] = "kept"
    (tmp_path / RESULTS).write_text(json.dumps(results))
    before = (tmp_path / "michie-fig5.csv").stat().st_mtime_ns
    report_of(tmp_path, EXACT)
    assert sorted(rows_of(tmp_path)) == sorted(one.key for one in EXACT)
    assert rows_of(tmp_path)["michie-boxes"][0]["ours"] == "kept"
    assert (tmp_path / "michie-fig5.csv").stat().st_mtime_ns == before
    said = capsys.readouterr().out
    assert re.search(r"RESULT agrees=\d+ differs=\d+ inconclusive=\d+ impossible=\d+\n$", said)


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
        ('{"program": "0.0.1", "quick": true}', "version 0.0.1, quick, verdicts of form 1"),
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
    monkeypatch.setattr(morph, "missing_engine", lambda name: f"{name} is not here.")
    assert main(["reproduce", "--quick", "--paper", "morph", "--out", str(tmp_path)]) == 0
    assert list(rows_of(tmp_path)) == ["morph-table3.1", "morph-patterns", "morph-table5.1"]
    (row,) = rows_of(tmp_path)["morph-table5.1"]
    assert (row["verdict"], row["why"]) == ("impossible", "gnuchess is not here.")
    page = (tmp_path / PAGE).read_text()
    assert page.count("Left out of a quick report") == 3
    assert "--only level1 " in page


def test_names_that_there_are_not_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce", "--only", "fig99", "--out", "nowhere"]) == 2
    refusal = capsys.readouterr().err
    assert "expected one of games, agreement" in refusal
    assert "boxes, fig4, fig5, fig6, fig7" in refusal
    assert not Path("nowhere").exists()


FIVE = Printed(5, "p. 1", 0, "made up")


def test_a_row_agrees_within_its_interval_and_differs_beside_it() -> None:
    assert within("a", FIVE, 5.0, 4.0, 6.0).verdict == "agrees"
    assert within("a", FIVE, 6.1, 4.0, 6.0, why="so").why == "so"
    assert within("a", FIVE, 4.0, 4.0, 6.0, why="so").why == ""
    assert equal("a", Printed(287, "p. 1"), 304).verdict == "differs"
    assert impossible("a", FIVE, "nobody can").verdict == "impossible"


@pytest.mark.parametrize(
    ("ours", "one_more", "verdict"),
    [
        ((4.5, 5.5), None, "agrees"),
        ((3.5, 5.5), None, "inconclusive"),
        ((6.5, 7.5), None, "differs"),
        ((6.5, 7.5), (4.9, 9.1), "inconclusive"),
        ((6.5, 7.5), (5.1, 8.9), "differs"),
    ],
)
def test_a_measured_row_can_say_no_and_can_say_that_it_does_not_know(
    ours: tuple[float, float], one_more: tuple[float, float] | None, verdict: str
) -> None:
    estimate = Estimate(sum(ours) / 2, *ours)
    other = None if one_more is None else Estimate(sum(one_more) / 2, *one_more)
    row = judged("a", FIVE, give_or_take(FIVE, 1.0), estimate, other, why="so")
    assert row.verdict == verdict
    assert bool(row.why) == (verdict != "agrees")


def test_a_claim_in_words_is_held_to_our_mean_alone() -> None:
    ours, seeds = [6.0, 7.0, 8.0, 7.0, 7.0], [1, 2, 3, 4, 5]
    words = measured("a", Printed("few", "p. 1"), Accepted(0, 5, ""), ours, seeds, in_words=True)
    assert (words.verdict, words.ours) == ("differs", "7.0 (6.1 to 7.9)")
    number = measured("a", FIVE, Accepted(0, 5, ""), [*ours, 2.0], [*seeds, 6])
    assert number.verdict == "inconclusive" and "; one run " in number.ours
    fitted = measured("a", FIVE, Accepted(0, 5, ""), ours, seeds, fitted=True)
    assert fitted.kind == "constant" and "chosen by it" in fitted.statistic


def test_a_part_of_the_work_tells_of_its_share_of_the_whole() -> None:
    told: list[float] = []
    part = Effort(quick=True, tell=told.append).part(0.5, 1.0).part(0.0, 0.5)
    part.tell(0.5)
    assert part.quick and told == [0.625]


def test_an_interval_that_was_written_down_wrong_is_found() -> None:
    with pytest.raises(ValueError, match="doesn't hold what is printed"):
        measured("a", FIVE, give_or_take(Printed(7, "p. 1"), 1.0), [6.9, 7.1], [1, 2])


def test_what_is_accepted_comes_from_the_papers_sample() -> None:
    few, many = (by_chance(Printed(share // 2, "p. 1"), share) for share in (20, 2_000))
    assert few.low / 20 < many.low / 2_000 < 0.5 < many.high / 2_000 < few.high / 20
    assert (few.sample, few.margin) == ("20 games", "95% of the paper's sample")
    assert share_of(Printed(200, "p. 1"), 0.1) == Accepted(180.0, 220.0, "+-10%")


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


def test_an_estimate_has_its_interval_as_a_bar() -> None:
    line = estimated("ours", [(1.0, Estimate(0.5, 0.4, 0.7)), (2.0, Estimate(0.5, 0.5, 0.5))])
    *bars, ours = picture("SHARES", "", "share", line, names=("first", "second")).series
    assert ours.points == ((1.0, 0.5), (2.0, 0.5))
    assert bars[0].points == ((1.0, 0.4), (1.0, 0.7))
    assert len(bars) == 3, "the second has no width"


def test_a_long_line_has_no_marks() -> None:
    made = picture("A RUN", "game", "points", Line("ours", numbered(range(100), first=0)))
    assert made.series[0].mark == "none"
    assert made.series[0].points[0] == (0.0, 0.0)
    assert made.x_range is None and made.x_ticks is None
