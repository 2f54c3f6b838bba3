"""The 716: one line in 400 ms."""

import pytest

from devices.refusal import RefusedError
from devices.units.line_printer import LINE_US, LinePrinter


def test_150_lines_take_a_minute() -> None:
    printer = LinePrinter()
    us = 0
    for number in range(150):
        printer.print_line(f"LINE {number}")
        us += printer.due_us() or 0
        printer.advance(printer.due_us() or 0)
    assert us == 60_000_000
    assert printer.paper.text().startswith("LINE 0\nLINE 1\n")


def test_a_line_sent_too_early_is_the_computers_error() -> None:
    printer = LinePrinter()
    printer.print_line("ONE")
    printer.advance(LINE_US - 1)
    with pytest.raises(ValueError, match="printer is busy"):
        printer.print_line("TWO")
    printer.advance(1)
    printer.operate("stop", 1)
    with pytest.raises(ValueError, match="printer is not ready"):
        printer.print_line("TWO")
    printer.operate("start", 1)
    printer.print_line("TWO")
    assert printer.view().count == 2


def test_a_line_that_does_not_fit_is_the_computers_error_and_nothing_is_printed() -> None:
    printer = LinePrinter()
    with pytest.raises(ValueError, match="121 columns"):
        printer.print_line("X" * 121)
    assert printer.view().count == 0
    assert not printer.busy


def test_lower_case_is_printed_as_capitals() -> None:
    printer = LinePrinter()
    printer.print_line("card 3: no such square")
    assert printer.paper.text() == "CARD 3/ NO SUCH SQUARE\n"


def test_torn_paper_keeps_its_lines_and_new_paper_is_another_list() -> None:
    printer = LinePrinter()
    printer.print_line("OLD")
    with pytest.raises(RefusedError, match="being printed"):
        printer.operate("tear", 1)
    printer.advance(LINE_US)
    view = printer.view()
    printer.operate("tear", 1)
    printer.print_line("NEW")
    assert [line.text for line in view.lines] == ["OLD"]
    assert printer.torn_paper.text() == "OLD\n"
    assert printer.view().torn == 1
    assert [line.text for line in printer.view().lines] == ["NEW"]


def test_restore_needs_a_printer_at_rest() -> None:
    printer = LinePrinter()
    printer.print_line("ONE")
    with pytest.raises(RefusedError, match="press STOP"):
        printer.operate("restore", 1)
    printer.operate("stop", 1)
    printer.advance(LINE_US)
    printer.operate("restore", 1)
    assert printer.view().row == 66
    printer.operate("start", 1)
    printer.print_line("TWO")
    assert printer.paper.text() == "ONE\n\fTWO\n"
