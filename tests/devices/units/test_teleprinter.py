"""The teleprinter: one character in 100 ms, and what it leaves on the roll."""

import pytest

from devices.media.roll import KEPT, WIDTH, Roll
from devices.refusal import RefusedError
from devices.units.teleprinter import CHARACTER_US, ROOM, Teleprinter


def typed(text: str) -> Roll:
    roll = Roll()
    for char in text:
        roll.type(char)
    return roll


def send_all(unit: Teleprinter, text: str) -> int:
    """Send as much as there is room for, again and again; the time that it takes."""
    us = 0
    while text:
        now = min(len(text), unit.room)
        unit.send(text[:now])
        text = text[now:]
        step = unit.room_us(min(len(text), ROOM)) or unit.due_us() or 0
        unit.advance(step)
        us += step
    rest = unit.due_us() or 0
    unit.advance(rest)
    return us + rest


def test_ten_characters_take_a_second_and_a_line_of_five_plays_six() -> None:
    unit = Teleprinter()
    assert send_all(unit, "7168 CLEAR") == 1_000_000
    unit = Teleprinter()
    assert send_all(unit, "247018   -  " * 5 + "\r\n") == 6_200_000
    assert unit.paper.text() == "247018   -  " * 5 + "\n"


def test_a_character_stands_on_the_paper_at_the_end_of_its_time() -> None:
    unit = Teleprinter()
    unit.send("AB")
    unit.advance(CHARACTER_US - 1)
    assert (unit.paper.typing, unit.view().char, unit.view().column) == ("", "A", 0)
    unit.advance(1)
    assert (unit.paper.typing, unit.view().char, unit.view().column) == ("A", "B", 1)
    assert unit.due_us() == CHARACTER_US
    unit.advance(5 * CHARACTER_US)
    assert (unit.paper.typing, unit.view().char, unit.due_us()) == ("AB", "", None)
    assert unit.typed == 2


def test_the_computer_waits_for_room() -> None:
    unit = Teleprinter()
    unit.send("X" * ROOM)
    assert unit.room == 0
    assert unit.room_us(0) == 0
    assert unit.room_us(3) == 3 * CHARACTER_US
    unit.advance(30_000)
    assert unit.room_us(3) == 3 * CHARACTER_US - 30_000
    with pytest.raises(ValueError, match="has room for 0 characters, not 1"):
        unit.send("X")
    unit.operate("stop", 1)
    assert unit.room_us(3) is None
    unit.operate("start", 1)
    unit.advance(unit.room_us(3) or 0)
    assert unit.room == 3
    unit.send("XXX")


def test_what_it_is_refused_to_type_is_the_computers_error_and_nothing_is_sent() -> None:
    unit = Teleprinter()
    for text, why in (("A!", "hasn't '!'"), ("a", "hasn't 'a'"), ("A\t", "hasn't")):
        with pytest.raises(ValueError, match=why):
            unit.send(text)
    send_all(unit, "X" * WIDTH)
    with pytest.raises(ValueError, match="beyond the margin"):
        unit.send("X")
    unit.send("\rX")
    assert unit.waiting == "\rX"


def test_it_stops_after_the_character_under_way_and_goes_on_when_started() -> None:
    unit = Teleprinter()
    unit.send("ABC")
    unit.advance(150_000)
    unit.operate("stop", 1)
    assert unit.due_us() == 50_000
    unit.advance(10_000_000)
    assert (unit.paper.typing, unit.due_us()) == ("AB", None)
    unit.operate("start", 1)
    unit.advance(CHARACTER_US)
    assert unit.paper.typing == "ABC"


def test_torn_paper_ends_above_the_row_that_is_being_typed() -> None:
    unit = Teleprinter()
    send_all(unit, "OLD\r\nNEW")
    view = unit.view()
    unit.operate("tear", 1)
    send_all(unit, "ER\r\n")
    assert unit.torn_paper.text() == "OLD\n"
    assert unit.paper.text() == "NEWER\n"
    assert (view.rows[: view.count], view.typing) == (["OLD"], "NEW")
    assert unit.view().torn == 1


def test_a_line_is_fed_by_hand_while_nothing_is_typed() -> None:
    unit = Teleprinter()
    unit.operate("line_feed", 1)
    unit.operate("line_feed", 0)
    assert unit.paper.rows == [""]
    unit.send("A")
    with pytest.raises(RefusedError, match="is typing"):
        unit.operate("line_feed", 1)


def test_a_return_without_a_feed_types_over_the_row() -> None:
    roll = typed("TEST A2\rTEST A9\r\n")
    assert roll.rows == ["TEST A2\rTEST A9"]
    assert roll.text() == "TEST A2\rTEST A9\n"


def test_of_a_long_roll_the_last_rows_are_kept_and_counted() -> None:
    roll = Roll()
    before = None
    for number in range(2 * KEPT + 10):
        for char in f"{number}\r\n":
            roll.type(char)
        if number == KEPT:
            before = roll.rows
    assert before is not None
    assert len(before) == 2 * KEPT
    assert KEPT <= len(roll.rows) < 2 * KEPT
    assert roll.gone + len(roll.rows) == 2 * KEPT + 10
    assert roll.rows[0] == str(roll.gone)
    assert roll.rows[-1] == str(2 * KEPT + 9)


def test_what_would_run_beyond_the_margin_begins_a_new_line() -> None:
    unit = Teleprinter()
    unit.send("1234567 ")
    assert unit.fitted("23\r\n") == "23\r\n"
    unit.ends_at = WIDTH - 1
    assert unit.fitted("123") == "1\r\n23"
    assert unit.fitted("1\r234") == "1\r234"
