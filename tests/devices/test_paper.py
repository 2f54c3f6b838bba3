"""Printer paper: rows, forms, and the text that is saved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media.paper import FORM_ROWS, Carriage, Paper
from tests.devices.media_strategies import graphics

CARRIAGES: tuple[Carriage, ...] = ("single", "double", "eject")


def test_lines_stand_where_the_carriage_brings_them() -> None:
    paper = Paper()
    for text, carriage in zip(
        "ABCDE", ("single", "single", "double", "eject", "single"), strict=True
    ):
        paper.print_line(text, carriage)  # type: ignore[arg-type]
    assert [line.row for line in paper.lines] == [0, 1, 3, FORM_ROWS, FORM_ROWS + 1]
    assert paper.text() == "A\nB\n\nC\n\fD\nE\n"


def test_an_eject_of_an_untouched_form_wastes_no_paper() -> None:
    paper = Paper()
    paper.print_line("A", "eject")
    paper.restore()
    paper.restore()
    paper.print_line("B", "double")
    assert paper.text() == "A\n\f\nB\n"
    assert paper.lines[1].row == FORM_ROWS + 1


def test_running_over_a_fold_puts_no_form_feed() -> None:
    paper = Paper()
    for _ in range(FORM_ROWS + 1):
        paper.print_line("X")
    assert "\f" not in paper.text()
    paper.print_line("Y", "eject")
    assert paper.lines[-1].row == 2 * FORM_ROWS


@given(st.lists(st.tuples(st.text(graphics, max_size=120), st.sampled_from(CARRIAGES))))
def test_the_text_shows_every_line_at_its_row_of_its_form(
    printed: list[tuple[str, Carriage]],
) -> None:
    paper = Paper()
    for text, carriage in printed:
        paper.print_line(text, carriage)
    found = []
    form = 0
    for part in paper.text().split("\f"):
        rows = part.split("\n")[:-1]
        found += [(form * FORM_ROWS + row, text) for row, text in enumerate(rows) if text]
        form += -(-len(rows) // FORM_ROWS)
    assert found == [(line.row, line.text) for line in paper.lines if line.text]


def test_what_no_wheel_has_is_a_programming_error() -> None:
    for text, why in (("X" * 121, "121 columns"), ("a", "no print wheel"), ("?", "no print wheel")):
        with pytest.raises(ValueError, match=why):
            Paper().print_line(text)
    with pytest.raises(ValueError, match="expected one of single, double, eject"):
        Paper().print_line("A", "triple")  # type: ignore[arg-type]
