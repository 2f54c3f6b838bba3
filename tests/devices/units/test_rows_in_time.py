"""Half rows of cards and lines, and words on tape, in time: the units without a computer."""

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.paper import Paper, text_of_lines
from devices.media.tape import Gap, Record, Tape, tape_value
from devices.refusal import RefusedError
from devices.units import card_unit, tape_words
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import LOAD_US, TapeDrive, TapeError

CARD = Card.of_text("HALF ROWS 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ +-./,()*$=@")
ROWS = CARD.row_words()


def reader_with(*cards: Card) -> CardReader:
    reader = CardReader()
    reader.operate("hopper", deck_value(Deck("rows.cbn", cards)))
    reader.operate("start", 1)
    return reader


def test_the_gates_times_and_the_nominal_cycles() -> None:
    """docs/sources/ibm704.md: 63.6 ms, 744 us, 11.52 ms; 573.4 ms in 14 places; 221 ms."""
    reader = card_unit.READER_HALF_ROW_AT_US
    assert reader[:3] == (63_600, 64_344, 75_120)
    assert reader[24] == 63_600 + 12 * 11_520 < card_unit.READER_CARD_US
    punch = card_unit.PUNCH_HALF_ROW_AT_US
    assert punch[2] - punch[0] == pytest.approx(600_000 / 14, abs=1)
    assert punch[24] < card_unit.PUNCH_CARD_US
    row_9 = card_unit.FIRST_PLACE * card_unit.LINE_ROW_US
    assert card_unit.LINE_START_US + row_9 == 221_000
    assert card_unit.LINE_SET_US < card_unit.PRINTER_LINE_US


# -- reader


def test_the_reader_tells_when_each_half_row_comes() -> None:
    reader = reader_with(CARD)
    assert reader.half_row_in_us(0) is None
    assert reader.select_rows()
    assert reader.half_row_in_us(0) == 63_600
    reader.advance(64_344)
    assert reader.half_row_in_us(1) == 0
    assert reader.half_row_in_us(0) == -744
    assert tuple(reader.half_row(index) for index in range(24)) == ROWS


def test_what_acts_say_while_a_card_travels_by_rows() -> None:
    reader = reader_with(CARD, CARD)
    reader.select_rows()
    with pytest.raises(RefusedError, match="press STOP"):
        reader.operate("feed", 1)
    with pytest.raises(RefusedError, match="wait until it lies"):
        reader.operate("correct", "X")
    reader.operate("empty_hopper", 1)
    reader.operate("stop", 1)
    reader.advance(240_000)
    assert reader.last is not None
    assert not reader.ready


# -- printer


def printed(exits: tuple[int, ...] = (), after: tuple[int, ...] = ()) -> LinePrinter:
    printer = LinePrinter()
    printer.print_line("BEFORE")
    printer.advance(400_000)
    printer.begin_rows(rolling=True)
    for exit in exits:
        printer.impulse(exit)
    for index, word in enumerate(ROWS):
        printer.print_half_row(index, word)
    for exit in after:
        printer.impulse(exit, after=True)
    return printer


def test_a_line_by_rows_is_set_when_row_12_has_passed() -> None:
    printer = printed()
    printer.advance(card_unit.LINE_SET_US - 1)
    assert len(printer.paper.lines) == 1
    assert printer.view().since_us == 400_000
    printer.advance(1)
    assert printer.paper.lines[1].text == CARD.text()
    assert printer.view().since_us == 0
    assert printer.view().busy
    with pytest.raises(RefusedError, match="being printed"):
        printer.operate("tear", 1)


@pytest.mark.parametrize(
    ("exits", "after", "row", "paper_row"),
    [((), (), 1, 1), ((4,), (), 2, 2), ((3,), (), 1, 2), ((2,), (2,), 33, 66), ((), (1,), 1, 66)],
)
def test_exits_move_the_paper(
    exits: tuple[int, ...], after: tuple[int, ...], row: int, paper_row: int
) -> None:
    printer = printed(exits, after)
    printer.advance(1_000_000)
    assert printer.paper.lines[1].row == row
    assert printer.paper.row == paper_row
    assert (printer.exits, printer.exits_after) == (0, 0)


# -- paper


def test_overprinting_keeps_what_a_blank_lies_on() -> None:
    paper = Paper()
    paper.print_line("LEFT      =")
    paper.overprint("     RIGHT")
    line = paper.overprint(" /")
    assert [shown.text for shown in paper.lines] == ["L/FT RIGHT="]
    assert line.row == 0
    paper.print_line("NEXT")
    assert paper.lines[0].under == (" E",)
    assert text_of_lines(paper.lines) == " E\rL/FT RIGHT=\nNEXT\n"


# -- tape


def drive_with(*items: Record | Gap) -> TapeDrive:
    drive = TapeDrive()
    drive.operate("mount", tape_value(Tape("t.tap", items)))
    drive.operate("file_protect", 0)
    drive.operate("load_rewind", 1)
    drive.advance(LOAD_US)
    drive.operate("start", 1)
    return drive


SIX = b"\x01\x02\x03\x04\x05\x06"


def test_characters_pass_at_15000_a_second_after_start_and_gap() -> None:
    drive = drive_with(Gap(), Record.of_characters(SIX * 2))
    drive.read_record()
    gap_us = 20 * 40 // 3 + 1
    assert tape_words.passed_in_us(drive, 0) == 2_500 + 10_000 + gap_us
    assert tape_words.passed_in_us(drive, 12) == 2_500 + 10_000 + gap_us + 800
    assert not tape_words.reads_badly(drive)
    drive.advance(drive.due_us() or 0)
    assert tape_words.under_head(drive) is None
    assert tape_words.passed_in_us(drive, 0) is None


def test_an_open_record_ends_with_the_last_word_that_came() -> None:
    drive = drive_with(Record(b"\x7f"))
    drive.begin_record()
    for number in range(3):
        assert tape_words.next_word_in_us(drive) == (12_500 if number == 0 else 400)
        drive.advance(tape_words.next_word_in_us(drive) or 0)
        drive.write_word(SIX)
    drive.advance(drive.due_us() or 0)
    assert drive.items == [Record.of_characters(SIX * 3)]
    assert drive.head_mil == drive.ends_mil[-1] == 750 + 19 * 5
    assert tape_words.next_word_in_us(drive) is None
    with pytest.raises(ValueError, match="no record"):
        drive.write_word(SIX)
    drive.rewind()
    drive.advance(drive.due_us() or 0)
    drive.read_record()
    drive.advance(drive.due_us() or 0)
    assert drive.take() == Record.of_characters(SIX * 3)


def test_an_open_record_without_a_word_leaves_erased_tape() -> None:
    drive = drive_with()
    drive.begin_record()
    drive.advance(drive.due_us() or 0)
    assert drive.items == [Gap()] * 37
    assert drive.head_mil == drive.ends_mil[-1] == 740
    drive.operate("reset", 1)
    drive.operate("start", 1)
    assert drive.ready


def test_an_open_record_needs_a_ring() -> None:
    drive = drive_with()
    drive.operate("reset", 1)
    drive.operate("file_protect", 1)
    drive.operate("start", 1)
    drive.begin_record()
    assert not drive.busy
    assert drive.take() == TapeError("file protect")


def test_a_tape_that_runs_is_not_taken_off() -> None:
    drive = drive_with()
    drive.begin_record()
    for control in ("unload", "load_rewind"):
        with pytest.raises(RefusedError, match="the tape is moving"):
            drive.operate(control, 1)
    with pytest.raises(RefusedError, match="the tape is moving"):
        drive.operate("select", 5)
