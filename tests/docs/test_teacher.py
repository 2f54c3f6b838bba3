"""What the lessons and worksheets say is so: every figure is worked out anew."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

from devices.screen.ui_text import languages, read_language
from devices.screen.words import use
from machines.commands import main
from machines.games.noughts.board import Board
from machines.games.noughts.players import value
from machines.menace.build import build
from machines.menace.text import RESULTS
from machines.samuel.generalization.coefficients import TermRecord
from machines.samuel.terms import advantage_of
from machines.workshop.printing.drawing import Letters, text_width
from machines.workshop.printing.menace.make import menace_pages
from machines.workshop.printing.paper import PAPERS as PRINTED_ON
from machines.workshop.printing.paper import Box
from machines.workshop.printing.worksheets import (
    NAMES,
    Part,
    read_worksheet,
    set_answers,
    set_lesson,
    set_worksheet,
    small_boxes,
)
from tests.docs.snippets import ROOT
from tests.machines.workshop.printing.pages import PIXEL, open_pdf, picture

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN_MM = 7.0
"""What most printers leave white."""


def part_of(name: str, words: str) -> Part:
    """The part of a worksheet in whose question or text these words stand."""
    (found,) = (one for one in read_worksheet(name).parts if words in one.question + one.text)
    return found


def answer_to(name: str, words: str) -> str:
    return part_of(name, words).answer


def test_every_worksheet_has_its_lesson_and_every_question_its_answer() -> None:
    assert sorted(NAMES) == sorted(
        one.stem for one in (ROOT / "assets/text/en/worksheets").glob("*.toml")
    )
    for name in NAMES:
        page = (ROOT / "docs/teacher" / f"{name}.md").read_text(encoding="utf-8")
        assert f"{name}.pdf" in page
        for part in read_worksheet(name).parts:
            assert bool(part.answer) >= bool(part.question), part.question


def test_fourteen_boxes_are_enough_and_their_first_move_matters() -> None:
    start = Board.of_rows(read_worksheet("menace-boxes").boxes)
    boxes = small_boxes(start)
    assert len(boxes) == 14
    assert boxes[0].moves == (0, 1, 3, 5)
    beads = [len(box.moves) * box.beads for box in boxes]
    assert beads[0] == 8
    assert sum(beads) <= 120
    worth = {square: value(start.play(square)) for square in boxes[0].moves}
    assert worth == {1: 1, 0: -1, 3: 0, 5: 0}
    after_gold = start.play(0)
    assert [s for s in after_gold.moves if value(after_gold.play(s)) < 0] == [5]
    after_white = start.play(1)
    assert [s for s in after_white.moves if after_white.play(s).winner] == []
    assert all(value(after_white.play(s)) == 1 for s in after_white.moves)


def ten_runs() -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """The table that pupils are given, shape (10, 7)."""
    table = read_worksheet("is-it-learning").parts[0].table
    assert table is not None
    return np.array(table.rows, dtype=np.int64)


@pytest.mark.slow
def test_the_games_of_the_ten_runs_are_those_of_the_worksheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path))
    found = []
    for seed in range(1, 11):
        row = [seed]
        for rewards in ("3,1,-1", "0,0,0"):
            path = tmp_path / f"{seed}-{rewards[0]}.csv"
            asked = ["--games", "220", "--opponent", "random", "--seed", str(seed)]
            asked += ["--rewards", rewards, "--csv", str(path)]
            assert main(["menace", "tournament", *asked]) == 0
            with path.open(newline="") as file:
                won = [game["outcome"] == "won" for game in csv.DictReader(file)]
            row += [sum(won[:20]), sum(won[-20:]), sum(won)]
        found.append(row)
    assert np.array_equal(ten_runs(), found)


@pytest.mark.slow
def test_what_a_class_sees_in_220_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path))
    shown = answer_to("menace-program", "Fill in the beads")
    for opponent, name in (("1961", "against 1961"), ("random", "Against RANDOM")):
        run, games = tmp_path / f"{opponent}.sqlite", tmp_path / f"{opponent}.csv"
        asked = ["--games", "220", "--opponent", opponent, "--run", str(run), "--csv", str(games)]
        assert main(["menace", "tournament", *asked]) == 0
        with games.open(newline="") as file:
            outcomes = [game["outcome"] for game in csv.DictReader(file)]
        capsys.readouterr()
        assert main(["menace", "boxes", "--box", "1", "--run", str(run)]) == 0
        beads = dict(re.findall(r"(gold|white|lilac) +([0-9]+)", capsys.readouterr().out))
        won, drawn, lost = (outcomes.count(how) for how in ("won", "drawn", "lost"))
        text = f"{name} gold {beads['gold']}, white {beads['white']}, lilac {beads['lilac']}; "
        assert text + f"won {won}, drawn {drawn}, lost {lost}" in shown
        if opponent == "1961":
            first, last = outcomes[:20], outcomes[-20:]
            assert (first.count("drawn"), first.count("lost")) == (3, 17)
            assert last.count("drawn") == 20
    asked = ["--games", "220", "--opponent", "1961", "--seed", "3"]
    assert main(["menace", "tournament", *asked]) == 0
    assert "RESULT wins=34 " in capsys.readouterr().out


def test_what_the_ten_runs_show() -> None:
    _, first, last, learned, first_control, last_control, control = ten_runs().T
    assert (last > first).sum() == (last_control > first_control).sum() == 6
    assert "6 of 10 with beads, and in 6 of 10 without" in answer_to(
        "is-it-learning", "In how many of the ten runs"
    )
    assert (learned > control).all()
    # What `menace odds` prints of the beads of the start: the page's own test runs it.
    page = (ROOT / "docs/teacher/is-it-learning.md").read_text(encoding="utf-8")
    shown = re.search(r"^random +([0-9.]+)", page, re.MULTILINE)
    assert shown is not None
    chance = float(shown[1])
    assert round(chance, 3) == 0.607
    mean, spread = 220 * chance, (220 * chance * (1 - chance)) ** 0.5
    low, high = mean - 2 * spread, mean + 2 * spread
    text = f"{mean:.1f} on average, standard deviation {spread:.1f}: "
    text += f"between {low:.0f} and {high:.0f}."
    assert answer_to("is-it-learning", "How many of 220 games") == text
    assert list(np.flatnonzero((learned < low) | (learned > high)) + 1) == [1, 2, 4, 5, 8]
    assert ((control >= 122) & (control <= 139)).all()


def test_what_is_read_off_michies_chart() -> None:
    def counts(results: "tuple[int, ...]") -> tuple[int, int, int]:
        return results.count(1), results.count(0), results.count(-1)

    assert len(RESULTS) == 220
    assert (counts(tuple(RESULTS[:20])), counts(tuple(RESULTS[-20:]))) == ((0, 6, 14), (12, 5, 3))
    scores = np.cumsum([{1: 3, 0: 1, -1: -1}[result] for result in RESULTS])
    assert (scores[19], scores[219]) == (-8, 150)
    assert "from -8 after 20 games to 150" in part_of("is-it-learning", "In 1961").question


def test_samuels_first_clue_and_his_rule_for_a_weight() -> None:
    assert [advantage_of(*ap) for ap in ((24, 22), (22, 20), (6, 4))] == [164, 172, 236]
    answers = answer_to("samuel-polynomial", "White has 12") + answer_to(
        "samuel-polynomial", "Each side then loses"
    )
    assert "= 164." in answers and "= 172." in answers and "= 236." in answers
    table = part_of("samuel-polynomial", "Fill in the table").table
    assert table is not None
    record, values = TermRecord("A"), []
    for _, clue, surprise, *_ in table.rows:
        record.use()
        record.adjust(clue == surprise)
        values.append(f"{record.correlation:.3f}")
    assert values == ["0.062", "0.121", "0.051", "0.110"]  # 0.0625 is rounded to even
    assert "0.0625 (0.063), 0.121, 0.051, 0.110" in answer_to("samuel-polynomial", "Fill in")
    moves = part_of("samuel-polynomial", "Work out the scores").table
    assert moves is not None
    scores = {row[0]: np.dot([8, -4, 2], np.array(row[1:4], dtype=int)) for row in moves.rows}
    assert scores == {"11-15": 6, "9-14": 4, "12-16": 6}
    changed = {row[0]: np.dot([11, -4, 2], np.array(row[1:4], dtype=int)) for row in moves.rows}
    assert changed == {"11-15": 9, "9-14": 10, "12-16": 6}


@pytest.mark.slow
@pytest.mark.parametrize("code", languages())
def test_what_is_printed_fills_its_pages(code: str) -> None:
    pytest.importorskip("reportlab", reason="the extra print is not installed")
    use(read_language(code))
    try:
        for paper in map(PRINTED_ON.get, PAPERS):
            assert paper is not None
            sheets = [read_worksheet(name) for name in NAMES]
            made = [set_answers(sheets, paper)]
            made += [put(sheet, paper) for sheet in sheets for put in (set_worksheet, set_lesson)]
            # MENACE's are tables, boards and labels in true size, which end where they end.
            menace = menace_pages(build("304"), Box(53, 36, 15), paper)[5:]
            for pages in (*made, menace):
                for number, page in enumerate(pages, 1):
                    placed = [one for one in page.shapes if isinstance(one, Letters)]
                    assert pages is menace or (
                        max(one.y for one in placed if one.size > 2.7) > page.high * 0.55
                    ), (paper.name, placed[0].text, number)
                    for one in placed:
                        wide = text_width(one.text, one.size, one.face) * (one.turned == 0)
                        share = {"left": 1.0, "centre": 0.5, "right": 0.0}[one.anchor]
                        right, left = one.x + wide * share, one.x - wide * (1 - share)
                        assert left >= MARGIN_MM and right <= page.wide - MARGIN_MM, one
    finally:
        use(None)


def test_the_museums_language_is_printed_unless_another_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("reportlab", reason="the extra print is not installed")
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path))
    deck = str(ROOT / "assets/decks/opening-g04.txt")
    out = tmp_path / "cards.pdf"

    def note(*words: str) -> str:
        assert main(["print", "deck", deck, "--out", str(out), *words]) == 0
        return str(open_pdf(out)[0].get_textpage().get_text_range())

    assert "Print at 100 %" in note()
    (tmp_path / "museum.toml").write_text('[languages]\nfirst = "de"\n')
    assert "drucken" in note()
    assert "Imprima" in note("--language", "es")
    assert main(["print", "deck", deck, "--out", str(out), "--language", "xx"]) == 2
    assert "--language: xx; there are en, de, fr, es" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_worksheets_are_whole_pages_of_their_paper(
    paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("reportlab", reason="the extra print is not installed")
    folder = tmp_path / "sheets"
    assert main(["print", "worksheets", "--out", str(folder), "--paper", paper]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(NAMES) + 2
    for name in (*NAMES, "answers"):
        document = open_pdf(folder / f"{name}.pdf")
        words = "".join(page.get_textpage().get_text_range() for page in document)
        plain = " ".join(words.split())
        for part in (part for one in NAMES for part in read_worksheet(one).parts):
            expected = part.answer if name == "answers" else part.question
            if name == "answers" or part in read_worksheet(name).parts:
                assert " ".join(expected.split()) in plain
        for number in range(len(document)):
            dark = picture(folder / f"{name}.pdf", number, dots=2) < 200
            scale = PIXEL * 4
            size = (dark.shape[1] * scale, dark.shape[0] * scale)
            assert size == pytest.approx(PAPERS[paper], abs=0.4)
            edge = round(MARGIN_MM / scale)
            inner = dark[edge:-edge, edge:-edge]
            assert inner.any() and inner.sum() == dark.sum(), f"{name}, page {number + 1}"


def test_a_paper_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "sheets"
    assert main(["print", "worksheets", "--out", str(folder), "--paper", "a3"]) == 2
    assert "--paper: 'a3' is no paper here; expected a4 or letter" in capsys.readouterr().err
    assert not folder.exists()
