"""Printed cards have their holes where the standard has them (ANSI X3.21-1967)."""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from machines.commands import main
from tests.machines.workshop.printing.pages import PIXEL, dark_run, open_pdf, picture

ROWS = ["12", "11", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
INCH = 25.4
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.)$*/,(=@"
DECK = f"{SIGNS}\n~raw {'7777' * 80}\nEND\n"
"""All characters; every hole there is; a short card."""
SVG = "{http://www.w3.org/2000/svg}"


def centre(column: int, row: str) -> tuple[float, float]:
    """By the standard: a grid in inches, in the middle of 7 3/8 by 3 1/4."""
    x = 7.375 / 2 + (column - 40.5) * 0.087
    y = 3.25 / 2 + (ROWS.index(row) - 5.5) * 0.250
    return x * INCH, y * INCH


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "signs.txt"
    path.write_text(DECK)
    return path


def test_a_cutter_is_given_every_hole_and_the_outline_alone(deck: Path, tmp_path: Path) -> None:
    out = tmp_path / "cards.svg"
    assert main(["print", "deck", str(deck), "--out", str(out), "--cards", "2", "--cutter"]) == 0
    root = ElementTree.parse(out).getroot()
    assert (root.get("width"), root.get("height")) == ("187.325mm", "82.55mm")
    assert root.get("viewBox") == "0 0 187.325 82.55"
    found = []
    for hole in root.iter(f"{SVG}rect"):
        x, y, wide, high = (float(hole.get(name, 0)) for name in ("x", "y", "width", "height"))
        assert (wide, high) == pytest.approx((0.055 * INCH, 0.125 * INCH), abs=1e-3)
        found.append((x + wide / 2, y + high / 2))
    want = [centre(column, row) for column in range(1, 81) for row in ROWS]
    for at, expected in zip(found, want, strict=True):
        assert at == pytest.approx(expected, abs=1e-3)
    assert len(list(root.iter(f"{SVG}polygon"))) == 1
    assert not list(root.iter(f"{SVG}text"))


def test_a_printed_hole_is_where_the_standard_has_it(deck: Path, tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="the extra print is not installed")
    out = tmp_path / "cards.pdf"
    arguments = ["print", "deck", str(deck), "--out", str(out), "--paper", "card", "--cards", "2"]
    assert main(arguments) == 0
    dark = picture(out) < 128
    assert (dark.shape[1] * PIXEL, dark.shape[0] * PIXEL) == pytest.approx(
        (187.325, 82.55), abs=0.1
    )
    for column in (1, 40, 41, 80):
        for row in ROWS:
            x, y = centre(column, row)
            left, right = dark_run(dark[round(y / PIXEL)], round(x / PIXEL))
            top, bottom = dark_run(dark[:, round(x / PIXEL)], round(y / PIXEL))
            assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((x, y), abs=0.06)
            assert (right - left, bottom - top) == pytest.approx((1.397, 3.175), abs=0.1)


def test_the_top_line_says_what_is_punched(deck: Path, tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="the extra print is not installed")
    out = tmp_path / "cards.pdf"
    assert main(["print", "deck", str(deck), "--out", str(out), "--paper", "letter"]) == 0
    pages = open_pdf(out)
    assert len(pages) == 1
    assert pages[0].get_size() == pytest.approx((612, 792), abs=0.01)
    text = pages[0].get_textpage().get_text_range()
    assert "ABCDEFGHIJKLMNOPQRSTUVWXYZ" in "".join(text.split())
    assert "cards 1 to 3" in text


def test_what_cannot_be_printed_is_told_in_a_sentence(
    deck: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(deck.parent)
    Path("odd.txt").write_text("AB&\n")
    Path("empty.txt").write_text("")
    for words, said in (
        (["odd.txt", "--out", "a.pdf", "--strict"], "first at line 1, column 3 ('&' as +)"),
        (["none.txt", "--out", "a.pdf"], "none.txt: there is no such file"),
        (["empty.txt", "--out", "a.pdf"], "empty.txt: has no card"),
        (["signs.txt", "--out", "a.png"], "expected .pdf or .svg"),
        (["signs.txt", "--out", "a.pdf", "--paper", "a5"], "'a5' is no paper here; expected a4"),
        (["signs.txt", "--out", "a.pdf", "--cards", "2-9"], "9 is out of range; expected 1 to 3"),
        (["signs.txt", "--out", "a.pdf", "--cards", "3-2"], "ends before it begins"),
    ):
        assert main(["print", "deck", *words]) == 2, words
        assert said in capsys.readouterr().err, words
        assert not list(Path().glob("a.*")), words


def test_without_reportlab_a_sentence_names_the_extra(
    deck: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from machines.workshop.printing import drawing

    monkeypatch.chdir(deck.parent)
    monkeypatch.setitem(sys.modules, "reportlab.pdfbase", None)
    drawing._fonts.cache_clear()
    assert main(["print", "deck", "signs.txt", "--out", "a.pdf"]) == 2
    assert "uv run --extra print" in capsys.readouterr().err
    assert main(["print", "deck", "signs.txt", "--out", "a.svg"]) == 0
