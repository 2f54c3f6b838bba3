"""The 716 as a copy loop sees it: half rows, echo, the carriage, 150 lines a minute."""

import pytest

from devices.media.card import Card
from devices.units.card_unit import LINE_HALF_ROW_US as HALF_ROW_US
from devices.units.card_unit import LINE_SET_US as SET_US
from devices.units.line_printer import LINE_US
from machines.ibm704.selection import TOO_LATE, Outcome
from tests.machines.ibm704.channel_bench import CYCLE_US, Rig

PRINTER, ENTRY = 0o361, 0o360
TEXT = "THE 704 PRINTS +-./,()*$=@ 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ IN 72  "
ROWS = Card.of_text(TEXT).row_words()


@pytest.fixture
def rig() -> Rig:
    return Rig()


def print_line(rig: Rig, text: str, *exits: int) -> None:
    """One line as a program prints it, with impulses at sense exits after the select."""
    rig.do("WRS", PRINTER)
    for exit in exits:
        rig.do("PSE", ENTRY + exit)
    rig.write(Card.of_text(text).row_words())


def printed(rig: Rig) -> list[tuple[int, str]]:
    """Rows and texts on the paper when the printer has come to rest."""
    rig.run(LINE_US)
    return [(line.row, line.text) for line in rig.state.printer.paper.lines]


def test_the_first_word_is_wanted_221_ms_after_the_select_of_a_stopped_printer(rig: Rig) -> None:
    rig.meet("WRS", PRINTER)
    rig.wait()
    rig.meet("CPY")
    rig.wait()
    assert rig.state.now_us == 221_000


def test_ten_lines_in_a_copying_loop_come_at_150_a_minute(rig: Rig) -> None:
    times = []
    for _ in range(11):
        print_line(rig, TEXT)
        times.append(rig.state.now_us)
        rig.run(100_000)  # what the program has time for
    assert times[10] - times[0] == 10 * LINE_US
    assert len(printed(rig)) == 11


def test_a_half_row_is_in_time_until_the_next_and_late_a_cycle_later(rig: Rig) -> None:
    rig.do("WRS", PRINTER)
    rig.run(221_000 + HALF_ROW_US - rig.state.now_us)
    late = rig.copy()
    assert rig.do("CPY", word=1) == Outcome()
    late.run(CYCLE_US)
    assert late.do("CPY", word=1) == TOO_LATE


def test_the_line_has_what_was_copied_before_a_check(rig: Rig) -> None:
    rig.do("WRS", PRINTER)
    rig.write(Card.of_text("999888").row_words()[:2])
    rig.run(30_000)
    assert rig.do("CPY", word=1) == TOO_LATE
    assert printed(rig) == [(0, "999")]


def test_a_25th_copy_is_too_late(rig: Rig) -> None:
    print_line(rig, TEXT)
    assert rig.do("CPY") == TOO_LATE


def test_the_printer_disconnects_when_row_12_has_passed(rig: Rig) -> None:
    print_line(rig, TEXT)
    assert rig.channel.selected
    rig.do("WRS", 0o333)
    assert rig.state.now_us == 171_002 + SET_US + 2 * CYCLE_US
    assert not rig.channel.selected


def test_rows_without_a_character_print_blank(rig: Rig) -> None:
    rig.do("WRS", PRINTER)
    columns = list(Card.of_text("ABC").columns)
    columns[1] = 0x0C0  # rows 2 and 3
    rig.write(Card(tuple(columns)).row_words())
    assert printed(rig) == [(0, "A C")]


# -- the carriage


@pytest.mark.parametrize(
    ("exits", "row", "next_row"),
    [
        ((), 1, 2),
        ((1,), 66, 67),
        ((2,), 33, 34),
        ((3,), 1, 3),
        ((4,), 2, 3),
        ((6,), 1, 4),
        ((8,), 1, 2),
        ((4, 6), 2, 5),
    ],
)
def test_where_a_line_stands(rig: Rig, exits: tuple[int, ...], row: int, next_row: int) -> None:
    print_line(rig, "FIRST")
    print_line(rig, "SECOND", *exits)
    print_line(rig, "THIRD")
    assert printed(rig) == [(0, "FIRST"), (row, "SECOND"), (next_row, "THIRD")]


def test_an_impulse_after_the_last_half_row_moves_the_paper_after_the_line(rig: Rig) -> None:
    print_line(rig, "LAST OF ITS FORM")
    rig.do("PSE", ENTRY + 1)
    print_line(rig, "FIRST OF THE NEXT")
    assert printed(rig) == [(0, "LAST OF ITS FORM"), (66, "FIRST OF THE NEXT")]
    assert rig.state.printer.paper.text() == "LAST OF ITS FORM\n\fFIRST OF THE NEXT\n"


def test_exit_10_prints_right_on_a_new_row_and_5_over_the_row_before(rig: Rig) -> None:
    print_line(rig, "LEFT")
    print_line(rig, "RIGHT", 10)
    print_line(rig, " UNDER", 5)
    assert printed(rig) == [(0, "LEFT"), (1, " UNDER" + " " * 66 + "RIGHT")]


def test_the_sense_entry_is_impulsed_by_exit_7(rig: Rig) -> None:
    rig.do("WRS", PRINTER)
    assert rig.do("PSE", ENTRY) == Outcome(skip=0)
    rig.do("PSE", ENTRY + 7)
    assert rig.do("PSE", ENTRY) == Outcome(skip=1)
    rig.write(ROWS)
    rig.run(LINE_US)
    assert rig.do("PSE", ENTRY) == Outcome(skip=0)


# -- with echo


def echoes(text: str) -> dict[str, tuple[int, int]]:
    """What the wheels of these characters echo, from the characters' own rows."""
    codes = {"8-4": "@)*(", "8-3": "=.$,", "9": "9IRZ", "8": "8HQY", "7": "7GPX", "6": "6FOW"}
    codes |= {"5": "5ENV", "4": "4DMU", "3": "3CLT", "2": "2BKS", "1": "1AJ/"}
    masks = {}
    for name, characters in codes.items():
        bits = "".join("1" if char in characters else "0" for char in text.ljust(72))
        masks[name] = int(bits[:36], 2), int(bits[36:], 2)
    return masks


def test_46_copies_write_a_line_and_read_its_echo(rig: Rig) -> None:
    expected = echoes(TEXT)
    rig.do("RDS", PRINTER)
    rig.write(ROWS[:18])
    for name, rows in (("8-4", ROWS[18:20]), ("8-3", ROWS[20:22]), ("9", ROWS[22:24])):
        assert rig.read(2) == list(expected[name]), name
        rig.write(rows)
    for name in "87654321":
        assert rig.read(2) == list(expected[name]), name
    assert printed(rig) == [(0, TEXT.rstrip())]


def test_lines_with_echo_come_at_150_a_minute_too(rig: Rig) -> None:
    times = []
    for _ in range(6):
        rig.do("RDS", PRINTER)
        for _ in range(46):
            rig.do("CPY", word=5)
            rig.run(48)
        times.append(rig.state.now_us)
    assert times[5] - times[0] == 5 * LINE_US
    assert rig.do("CPY") == TOO_LATE


# -- the operator


def test_a_printer_that_is_not_ready_keeps_the_select_waiting(rig: Rig) -> None:
    rig.state.printer.operate("stop", 1)
    rig.meet("WRS", PRINTER)
    assert rig.wait(1_000_000) is None
    assert rig.channel.selected
    assert rig.channel.waiting() == "the printer is not ready: press START on it"
    rig.state.printer.operate("start", 1)
    assert rig.wait() == Outcome()


def test_stop_in_mid_line_lets_it_be_printed_and_holds_the_next(rig: Rig) -> None:
    rig.do("WRS", PRINTER)
    rig.write(ROWS[:10])
    rig.state.printer.operate("stop", 1)
    rig.write(ROWS[10:])
    rig.meet("WRS", PRINTER)
    assert rig.wait(2_000_000) is None
    assert "printer is not ready" in rig.channel.waiting()
    rig.state.printer.operate("start", 1)
    assert rig.wait() == Outcome()
    assert printed(rig)[0] == (0, TEXT.rstrip())


def test_reset_in_mid_line_prints_the_rows_that_came(rig: Rig) -> None:
    rig.do("WRS", PRINTER)
    rig.write(Card.of_text("9 9 1").row_words()[:2])
    rig.channel.reset()
    assert not rig.channel.selected
    assert printed(rig) == [(0, "9 9")]
