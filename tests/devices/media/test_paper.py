"""Printer paper: rows, forms, and the text that is saved."""

import threading
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media.charset import PUNCHES
from devices.media.paper import (
    BLOCK,
    FORM_ROWS,
    MOST_BLANK_ROWS,
    MOST_UNDER,
    WIDTH,
    Carriage,
    Listing,
    Paper,
    PrintedLine,
    text_of_lines,
)
from machines.exhibit import snapshot
from tests.devices.media.media_strategies import graphics

CARRIAGES: tuple[Carriage, ...] = ("single", "double", "eject")


def test_an_eject_of_an_untouched_form_wastes_no_paper() -> None:
    paper = Paper()
    paper.print_line("A", "eject")
    paper.restore()
    paper.restore()
    paper.print_line("B", "double")
    assert paper.text() == "A\n\f\nB\n"
    assert paper.lines[1].row == FORM_ROWS + 1


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


def listing(count: int) -> tuple[Listing, list[PrintedLine]]:
    """So many lines, some of them with rows left free, and the same as a plain list."""
    paper, plain = Paper(), []
    for number in range(count):
        carriage = CARRIAGES[number % 50 // 48 + number % 7 // 6]
        plain.append(paper.print_line(f"{number:9}  11-15 {number % 37:3}", carriage))
    return paper.lines, plain


@pytest.mark.parametrize("count", [0, 1, BLOCK, 2 * BLOCK - 1, 2 * BLOCK, 5 * BLOCK + 17])
def test_a_listing_is_read_as_a_list_is_whatever_was_put_away(count: int) -> None:
    lines, plain = listing(count)
    assert len(lines) == count
    assert list(lines) == plain
    assert [lines[k] for k in range(count)] == plain
    assert [lines[-k] for k in range(1, count + 1)] == plain[::-1]
    assert lines[count // 3 : count // 2] == plain[count // 3 : count // 2]
    assert lines[-5:] == plain[-5:]
    assert lines[::997] == plain[::997]
    assert text_of_lines(lines) == text_of_lines(plain)
    with pytest.raises(IndexError):
        lines[count]


def test_old_lines_are_put_away_in_little_room() -> None:
    lines, plain = listing(20 * BLOCK)
    assert len(lines.held[1]) < 2 * BLOCK
    kept = sum(map(len, lines.away))
    assert kept < sum(len(line.text) for line in plain) / 2


def test_the_seal_tells_listings_apart_by_what_is_put_away() -> None:
    one, other = listing(3 * BLOCK)[0], listing(3 * BLOCK)[0]
    assert one == other
    assert one.seal == other.seal != b""
    third = Paper()
    for line in one:
        third.print_line("SOMETHING ELSE" if line.row == 7 else line.text, line.carriage)
    assert third.lines.seal != one.seal


def test_another_thread_may_read_while_lines_are_printed() -> None:
    paper, wrong = Paper(), []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            count = len(paper.lines)
            for place in (0, count // 2, count - BLOCK, count - 1):
                if 0 <= place < count and paper.lines[place].text != str(place):
                    wrong.append(place)

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(6 * BLOCK):
        paper.print_line(str(number))
    done.set()
    reader.join()
    assert wrong == []


@pytest.mark.parametrize("row", [0, 2, 4 + MOST_BLANK_ROWS, 2**53])
def test_lines_that_cannot_stand_there_are_no_state(row: int) -> None:
    paper = Paper()
    for text in ("A", "B", "C", "D", "E"):
        paper.print_line(text)
    paper.lines.check_state()
    paper.check_state()
    paper.lines.held[1][-1] = PrintedLine("E", "single", row)
    with pytest.raises(ValueError, match=f"stands on row {row}"):
        paper.lines.check_state()


@pytest.mark.parametrize("row", [-1, 1, 3 + MOST_BLANK_ROWS])
def test_a_paper_that_cannot_stand_there_is_no_state(row: int) -> None:
    paper = Paper()
    for text in ("A", "B", "C"):
        paper.print_line(text)
    paper.row = row
    with pytest.raises(ValueError, match=f"stands at row {row}"):
        paper.check_state()


def test_a_block_put_away_with_a_row_far_off_is_no_state() -> None:
    lines, _ = listing(3 * BLOCK)
    lines.check_state()
    text = zlib.decompress(lines.away[0]).decode().split("\n")
    text[7] = f"single {2**60} FAR"
    lines.away[0] = zlib.compress("\n".join(text).encode())
    with pytest.raises(ValueError, match="stands on row"):
        lines.check_state()


# -- rows that were printed over -------------------------------------------------------------------


STROKES = st.lists(st.text("ABC =/", max_size=6), min_size=1, max_size=9)


def ink(strokes: list[str]) -> list[list[str]]:
    """Each place's characters as they came to lie there, the last on top."""
    places: list[list[str]] = [[] for _ in range(WIDTH)]
    for stroke in strokes:
        for place, char in zip(places, stroke, strict=False):
            if char != " ":
                place[:] = [other for other in place if other != char] + [char]
    return places


@given(STROKES)
def test_the_row_reads_as_the_last_strokes_and_keeps_the_ink_of_all(strokes: list[str]) -> None:
    paper = Paper()
    paper.print_line(strokes[0])
    for stroke in strokes[1:]:
        paper.overprint(stroke)
    (line,) = paper.lines
    line.check_state()
    for column, place in enumerate(ink(strokes)):
        chars = [text[column : column + 1].strip() for text in line.strikes]
        assert {char for char in chars if char} == set(place)
        assert chars[-1] == (place[-1] if place else "")
    assert all(text == text.rstrip() != "" for text in line.under or ())
    assert text_of_lines(paper.lines) == "\r".join(line.strikes) + "\n"


def test_the_same_stroke_again_changes_nothing() -> None:
    paper = Paper()
    line = paper.print_line("BOLD")
    assert paper.overprint("BOLD") == line


def test_ink_has_a_bound() -> None:
    """A program that prints all characters over one another for ever fills no memory."""
    paper = Paper()
    chars = sorted(set(PUNCHES) - {" "})
    paper.print_line(chars[0])
    for char in chars[1:] * 2:
        paper.overprint(char * WIDTH)
        assert len(paper.lines[0].strikes) <= MOST_UNDER + 1
        assert paper.lines[0].text[-1] == char
    paper.lines[0].check_state()


def test_a_line_is_open_while_it_stands_under_the_wheels() -> None:
    paper = Paper()
    assert not paper.line_is_open
    paper.print_line("ONE")
    assert paper.line_is_open
    paper.space(1)
    assert not paper.line_is_open
    paper.print_line("TWO", "eject")
    assert paper.line_is_open
    paper.restore()
    assert not paper.line_is_open


def test_put_away_and_packed_it_stays_as_it_was() -> None:
    paper = Paper()
    for number in range(2 * BLOCK):
        paper.print_line(f"ROW {number} =")
        if number % 3 == 0:
            paper.overprint("      / X")
    texts = [line.strikes for line in paper.lines]
    assert len(paper.lines.away) == 1
    assert texts[0] == ("      =", "ROW 0 / X")
    again = snapshot.unpack(snapshot.pack(paper, 1), Paper, 1)
    assert [line.strikes for line in again.lines] == texts
    assert again.text() == paper.text()


@pytest.mark.parametrize("under", [(), ("A",) * (MOST_UNDER + 1), ("A" * (WIDTH + 1),), ("A\n",)])
def test_what_can_not_lie_under_a_line_is_no_state(under: tuple[str, ...]) -> None:
    line = PrintedLine("TEXT", "single", 0)
    with pytest.raises(ValueError, match="lie"):
        replace(line, under=under).check_state()


def test_a_block_with_what_can_not_lie_under_a_line_is_refused() -> None:
    paper = Paper()
    for number in range(2 * BLOCK):
        paper.print_line(str(number))
    data = zlib.decompress(paper.lines.away[0]).replace(b" 7\n", b" \x01\r7\n", 1)
    paper.lines.away[0] = zlib.compress(data)
    with pytest.raises(ValueError, match="lies under"):
        paper.lines.check_state()
