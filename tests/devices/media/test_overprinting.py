"""Rows that were printed over: what lies on them, and how they leave as text."""

import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media.charset import PUNCHES
from devices.media.paper import BLOCK, MOST_UNDER, WIDTH, Paper, PrintedLine, text_of_lines
from machines.exhibit import snapshot

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
