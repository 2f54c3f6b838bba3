"""Rows that are printed over leave a run as they stand on the paper, whichever way they leave."""

import io
import sys
from pathlib import Path

import pytest

from devices.media.deck import write_cbn
from machines import commands
from machines.ibm704.standalone import Ibm704Computer
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.printing import Line, printing_deck

LEFT = "".join(chr(ord("A") + n % 26) for n in range(72))
RIGHT = "".join(chr(ord("0") + n % 10) for n in range(48))
LINES: tuple[Line, ...] = (
    (None, ()),
    ("HEADING   =  UNDERLINED", (5,)),
    ("          /", (5,)),
    (LEFT, ()),
    (RIGHT, (9,)),
    ("LAST", (4,)),
    ("     ROW", (5,)),
)
LISTING = f"          =\rHEADING   /  UNDERLINED\n{LEFT}{RIGHT}\n\nLAST ROW\n"


@pytest.fixture
def deck(tmp_path: Path) -> str:
    path = tmp_path / "printing.cbn"
    path.write_bytes(write_cbn(printing_deck(*LINES, wait=True)))
    return str(path)


def test_standard_output_has_each_row_once_and_whole(
    deck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces: list[str] = []

    class Out(io.StringIO):
        def write(self, text: str) -> int:
            pieces.append(text)
            return len(text)

    monkeypatch.setattr(sys, "stdout", Out())
    assert commands.main(["run704", deck]) == 0
    *rows, registers = pieces
    assert "".join(rows) == LISTING
    assert len(rows) == 3, "rows come as the paper leaves them, not all at the end"
    assert registers.startswith("ACCUMULATOR")


def test_the_listings_file_and_the_replay_of_the_log_are_the_same(
    deck: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    paper, log = tmp_path / "paper.txt", tmp_path / "run.log"
    assert commands.main(["run704", deck, "--listing", str(paper), "--log", str(log)]) == 0
    assert paper.read_bytes().decode() == LISTING
    capfdbinary.readouterr()
    assert commands.main(["replay", str(log)]) == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out.decode() == LISTING


def test_a_computer_without_its_console_prints_the_same() -> None:
    assert Ibm704Computer().run(printing_deck(*LINES)).printed == LISTING


def test_a_second_run_that_prints_over_the_last_row_of_the_first_has_that_row() -> None:
    computer = Ibm704Computer()
    assert computer.run(printing_deck(("FIRST", ()))).printed == "FIRST\n"
    assert computer.run(printing_deck(("      RUN", (5,)))).printed == "FIRST RUN\n"
    assert computer.run(printing_deck(("NEXT", (4,)))).printed == "\nNEXT\n"


@pytest.mark.slow
@pytest.mark.parametrize("slice_us", [1_000, 7_001, 40_000, 1_000_000])
def test_a_line_that_is_on_its_way_when_the_program_stops_comes_out(slice_us: int) -> None:
    operator = ProgramOperator(lambda line: None, 4_096, 60_000_000)
    operator.slice_us = slice_us  # type: ignore[misc]
    operator.load([printing_deck(("ONLY LINE", ()))], {})
    pieces: list[str] = []

    def each() -> bool:
        pieces.append(operator.printed())
        return True

    assert operator.run(each) == ""
    assert set(pieces) == {""}, "the paper has not left the row"
    assert operator.printed() == "ONLY LINE\n"
    assert operator.printed() == ""


def test_what_stood_on_the_paper_comes_out_of_a_run_that_is_broken_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "printing.cbn"
    path.write_bytes(write_cbn(printing_deck(("ONE", ()), ("TWO", ()), wait=True)))
    assert commands.main(["run704", str(path), "--max-seconds", "4"]) == 2
    told = capsys.readouterr()
    assert told.out.startswith("ONE\nACCUMULATOR")
    assert "no program stop within 4 s" in told.err


def test_under_the_debugger_rows_come_out_the_same(
    deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, paper = tmp_path / "script.txt", tmp_path / "paper.txt"
    script.write_text("go\n")
    options = ["--debug", "--script", str(script), "--listing", str(paper)]
    assert commands.main(["run704", deck, *options]) == 0, capsys.readouterr()
    assert paper.read_bytes().decode() == LISTING
