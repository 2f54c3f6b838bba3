"""What is printed to build MENACE has its true size and what the boxes are."""

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from machines.commands import main
from tests.machines.workshop.printing.pages import POINT, open_pdf, picture

pytest.importorskip("reportlab", reason="the extra print is not installed")

DOTS = 4
"""Pixels a point here: labels are measured to a tenth of a millimetre."""
PIXEL = POINT / DOTS


def printed(folder: Path, *words: str) -> Path:
    out = folder / "menace.pdf"
    assert main(["print", "menace", "--out", str(out), *words]) == 0
    return out


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is printed unless anything else is asked for."""
    return printed(tmp_path_factory.mktemp("print"))


def lines(dark: npt.NDArray[np.bool_], axis: int) -> list[float]:
    """Where lines go all through the labels, which those of their boards don't: millimetres."""
    share = dark.mean(axis=axis)
    at = np.flatnonzero(share > 0.97)
    groups = np.split(at, np.flatnonzero(np.diff(at) > 1) + 1)
    return [float(group.mean() + 0.5) * PIXEL for group in groups]


def check_labels(
    out: Path,
    size: tuple[float, float],
    label: tuple[float, float],
    grid: tuple[int, int],
    left: float,
) -> None:
    """The first page of labels: its size, and where its lines are."""
    wide, high = open_pdf(out)[1].get_size()
    assert (wide * POINT, high * POINT) == pytest.approx(size, abs=0.01)
    dark = picture(out, 1, DOTS) < 128
    upright = lines(dark[round(11 / PIXEL) : round(230 / PIXEL)], 0)
    level = lines(dark[:, round(25 / PIXEL) : round(185 / PIXEL)], 1)
    assert upright == pytest.approx([left + label[0] * n for n in range(grid[0] + 1)], abs=0.1)
    assert level[: grid[1] + 1] == pytest.approx(
        [10 + label[1] * n for n in range(grid[1] + 1)], abs=0.1
    )


@pytest.mark.slow
def test_a_label_is_as_large_as_it_should_be(document: Path) -> None:
    check_labels(document, (210, 297), (34, 14), (5, 19), 20)


@pytest.mark.slow
def test_a_label_for_a_larger_box_is_as_large_as_that_on_other_paper(tmp_path: Path) -> None:
    out = printed(tmp_path, "--paper", "letter", "--box", "58 x 37.5 x 17mm")
    check_labels(out, (215.9, 279.4), (35.5, 16), (5, 15), 19.2)


@pytest.mark.slow
def test_the_label_of_figure_3_has_its_beads(document: Path) -> None:
    """Nought in the centre, Cross above it: white, black, amber, red (Michie 1963, Fig. 3)."""
    text = open_pdf(document)[1].get_textpage()
    x, y = 20.0, 297 - (10 + 2 * 14.0)  # the first of the third row
    sides = (x / POINT, (y - 14) / POINT, (x + 34) / POINT, y / POINT)
    assert sorted(text.get_text_bounded(*sides).split()) == sorted(
        ["1", "8", "7", "6", "11", "2nd", "move"]
    )


def check_contents(out: Path, count: int, beads: str) -> None:
    """Every box has a label, and the pages are where the first one says."""
    texts = [page.get_textpage().get_text_range() for page in open_pdf(out)]
    assert f"{count} matchboxes of 53 x 36 x 15 mm" in texts[0]
    assert f"{beads} beads in nine colours" in texts[0]
    labels = [text for text in texts if re.search("Labels [0-9]", text)]
    assert sum(text.count(" move") for text in labels) == count
    contents = texts[0].split("main")[0].splitlines()
    starts = {
        "Gluing the chest": "Gluing the chest",
        "Which beads": "Beads of boxes 1 to",
        "Which box?": "Which box? All positions",
        "The operator's rules": "The operator's rules",
        "The mat": "MENACE plays",
        "The tally sheet": "MENACE: tally of plays",
        "The score chart": "MENACE: how it learns",
    }
    for name, heading in starts.items():
        number = next(int(line.split()[0]) for line in contents if name in line)
        assert heading in texts[number - 1], name


def test_every_box_has_a_label_and_the_pages_are_where_the_first_one_says(document: Path) -> None:
    check_contents(document, 304, "1,720")


@pytest.mark.slow
@pytest.mark.parametrize(("boxes", "count", "beads"), [("287", 287, "1,674"), ("second", 289, "")])
def test_so_has_every_box_of_other_builds(
    boxes: str, count: int, beads: str, tmp_path: Path
) -> None:
    check_contents(printed(tmp_path, "--build", boxes), count, beads)


def test_what_cannot_be_printed_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "menace.pdf"
    for words, said in (
        ("--box 40x20x8", "--box: a drawer of 20 x 8 mm is too small for its label; expected"),
        ("--box 53x36", "--box: '53x36'; expected millimetres such as 53x36x15"),
        ("--box 53x0x15", "--box: '53x0x15' has a length of 0"),
        ("--box 900x36x15", "900 x 36 x 15 mm is no matchbox; expected at most 300 mm"),
        ("--box 60x240x60", "a label of 238 x 59 mm is larger than the paper, a4"),
        ("--paper b5", "--paper: 'b5' is no paper here; expected a4 or letter"),
        ("--build 300", "--build: '300' is no build; expected 304, 287, 287L, 287W, second"),
        ("--replicates 4,3,2", "--replicates: '4,3,2'; expected whole numbers such as 4,3,2,1"),
    ):
        assert main(["print", "menace", "--out", str(out), *words.split()]) == 2, words
        assert said in capsys.readouterr().err, words
        assert not out.exists(), words
