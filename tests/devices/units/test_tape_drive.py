"""The 727: motion, times, and everything that can go wrong with a tape."""

import pytest

from devices.media.card import Card
from devices.media.deck import Deck
from devices.media.tape import Gap, Item, Record, Tape, TapeMark, tape_value
from devices.media.tape_files import book_tape, record_card
from devices.refusal import RefusedError
from devices.units.tape_drive import LOAD_US, TapeDrive, TapeError
from devices.units.tape_travel import END_OF_TAPE_MIL, RUN_OUT_MIL

BOOK = book_tape(Deck("book.tap", (Card.of_text("GAME   1"), Card.of_text("MOVE   11-15"))))
FULL_RECORD = Record(b"\x03" * 149_999)
"""With its gap and check character 750.75 inches."""


def drive_with(*items: Item, protect: bool = True) -> TapeDrive:
    drive = TapeDrive()
    drive.operate("mount", tape_value(Tape("t.tap", items)))
    drive.operate("file_protect", int(protect))
    drive.operate("load_rewind", 1)
    drive.advance(LOAD_US)
    drive.operate("start", 1)
    return drive


def wait(drive: TapeDrive) -> int:
    us = drive.due_us() or 0
    drive.advance(us)
    return us


def read(drive: TapeDrive) -> object:
    drive.read_record()
    wait(drive)
    return drive.take()


def test_a_book_tape_is_read_record_by_record() -> None:
    drive = drive_with(*BOOK.items)
    cards = []
    while isinstance(record := read(drive), Record):
        cards.append(record_card(record).text())
    assert cards == ["GAME   1", "MOVE   11-15"]
    assert record == TapeMark()
    assert read(drive) == TapeMark()


def test_a_rewind_runs_at_500_inches_a_second() -> None:
    drive = drive_with(FULL_RECORD)
    read(drive)
    drive.rewind()
    assert drive.view().moving == -1
    assert drive.view().rewinding
    assert wait(drive) == 750_750 * 2 + 5000
    assert drive.view().position_mil == 0
    assert read(drive) == FULL_RECORD


def test_what_is_written_is_read_back_and_what_lay_there_is_gone() -> None:
    drive = drive_with(Record(b"\x03" * 6), Record(b"\x05" * 6), TapeMark(), protect=False)
    read(drive)
    drive.write_record(b"\x01\x02\x03")
    wait(drive)
    drive.write_record(b"\x00\x3f", binary=True)
    wait(drive)
    drive.write_mark()
    wait(drive)
    assert drive.take() is None
    tape = drive.tape()
    assert tape is not None
    assert tape.items == (
        Record(b"\x03" * 6),
        Record(b"\x41\x42\x03"),
        Record(b"\x40\x7f"),
        TapeMark(),
    )
    assert drive.view().written == 3
    assert drive.view().position_mil == drive.view().length_mil


def test_backspace_goes_back_over_records_marks_and_gaps() -> None:
    drive = drive_with(Record(b"\x03"), Gap(), TapeMark())
    assert read(drive) == Record(b"\x03")
    assert read(drive) == TapeMark()
    for expected in (TapeMark(), Record(b"\x03")):
        drive.backspace()
        wait(drive)
        drive.read_record()
        wait(drive)
        assert drive.take() == expected
        drive.backspace()
        wait(drive)
    drive.backspace()
    wait(drive)
    assert drive.view().position_mil == 0


def test_a_damaged_record_stays_unreadable_but_dust_does_not() -> None:
    drive = drive_with(Record(b"\x03"), Record(b"\x05", damaged=True))
    drive.operate("damage", 1)
    assert read(drive) == TapeError("parity", Record(b"\x03"))
    drive.backspace()
    wait(drive)
    assert read(drive) == Record(b"\x03")
    for _ in range(2):
        assert read(drive) == TapeError("parity", Record(b"\x05", damaged=True))
        drive.backspace()
        wait(drive)


def test_a_protected_reel_is_not_written_on() -> None:
    drive = drive_with(Record(b"\x03"))
    drive.write_record(b"\x01")
    assert not drive.busy
    assert drive.take() == TapeError("file protect")
    assert drive.tape() == Tape("t.tap", (Record(b"\x03"),))


def test_reading_past_the_last_record_runs_25_feet_and_stops_the_unit() -> None:
    drive = drive_with()
    drive.read_record()
    assert wait(drive) == 4_005_000
    assert drive.take() == TapeError("blank tape")
    with pytest.raises(RefusedError, match="run past its last record: press LOAD REWIND"):
        drive.operate("start", 1)
    drive.operate("load_rewind", 1)
    wait(drive)
    drive.operate("start", 1)
    assert drive.ready


def test_writing_past_2400_feet_lights_the_tape_indicator() -> None:
    records = END_OF_TAPE_MIL // 750_750
    drive = drive_with(*[FULL_RECORD] * records, protect=False)
    for _ in range(records):
        read(drive)
    assert not drive.end_of_tape
    drive.write_record(b"\x01" * 60_000)
    wait(drive)
    assert drive.end_of_tape
    assert drive.tape_indicator
    assert drive.take() is None


def test_the_tape_runs_out_14_feet_later() -> None:
    records = END_OF_TAPE_MIL // 750_750
    drive = drive_with(*[FULL_RECORD] * records, protect=False)
    for _ in range(records):
        read(drive)
    drive.write_record(b"\x01" * 149_999)
    wait(drive)
    assert drive.take() == TapeError("end of tape")
    assert drive.view().position_mil == RUN_OUT_MIL
    assert drive.view().tape_indicator
    assert not drive.ready
    tape = drive.tape()
    assert tape is not None
    assert len(tape.items) == records


def test_a_tape_longer_than_a_reel_is_refused() -> None:
    drive = TapeDrive()
    with pytest.raises(RefusedError, match="a reel holds 2400"):
        drive.operate("mount", tape_value(Tape("long.tap", (FULL_RECORD,) * 39)))
    assert drive.mounted is None


def test_an_operation_out_of_turn_is_the_computers_error() -> None:
    drive = TapeDrive()
    for operation in (drive.read_record, drive.write_mark, drive.backspace, drive.rewind):
        with pytest.raises(ValueError, match="tape1 is not ready"):
            operation()
    drive = drive_with(*BOOK.items)
    drive.read_record()
    with pytest.raises(ValueError, match="tape1 is busy"):
        drive.read_record()
    with pytest.raises(ValueError, match="digit 0 is 12"):
        drive_with(protect=False).write_record(b"\x00")


def test_the_operators_order_is_mount_load_start_and_reset_unload() -> None:
    drive = TapeDrive()
    with pytest.raises(RefusedError, match="no tape is mounted"):
        drive.operate("load_rewind", 1)
    drive.operate("mount", tape_value(BOOK))
    with pytest.raises(RefusedError, match="press UNLOAD first"):
        drive.operate("mount", tape_value(BOOK))
    with pytest.raises(RefusedError, match="press LOAD REWIND first"):
        drive.operate("start", 1)
    drive.operate("load_rewind", 1)
    with pytest.raises(RefusedError, match="the tape is moving"):
        drive.operate("unload", 1)
    drive.operate("start", 1)  # it will be ready when it is loaded
    wait(drive)
    with pytest.raises(RefusedError, match="press RESET"):
        drive.operate("unload", 1)
    drive.operate("reset", 1)
    drive.operate("unload", 1)
    assert drive.removed == BOOK
    assert drive.view().mounted is None
