"""Tapes and their files, and book tapes of card images."""

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media import tape, tape_files
from devices.media import tape_files as p7b_codec
from devices.media.card import Card
from devices.media.charset import bcd_of_tape
from devices.media.deck import Deck, read_text_deck
from devices.media.tape import Gap, Record, Tape, TapeMark
from devices.media.tape_files import open_tape, write_tape
from devices.refusal import RefusedError
from tests.devices.media.media_strategies import deck_of_tape, p7b_tapes, tapes

GOLDEN = Path(__file__).parents[2] / "golden"
BOOK = "* TWO GAMES\nGAME 1 ONE\nMOVE 11-15\nGAME 2 TWO\nEND\n"


@given(tapes)
def test_a_tape_goes_through_a_log_as_one_string(made: Tape) -> None:
    assert tape.tape_of_value(tape.tape_value(made)) == made


@given(tapes, st.data())
def test_a_tap_file_cut_short_is_refused_or_ends_between_items(
    made: Tape, data: st.DataObject
) -> None:
    image = tape.write_tap(made)
    cut = data.draw(st.integers(0, len(image)))
    try:
        found = tape.read_tap(image[:cut], made.name)
    except RefusedError as refused:
        assert "the file ends" in str(refused)
        assert "byte " in refused.where
    else:
        assert found.items == made.items[: len(found.items)]


@given(p7b_tapes, st.data())
def test_a_p7b_file_cut_short_keeps_what_is_there_and_says_so_of_a_torn_word(
    made: Tape, data: st.DataObject
) -> None:
    image = p7b_codec.write_p7b(made)
    cut = data.draw(st.integers(0, len(image)))
    found, notes = p7b_codec.read_p7b(image[:cut], made.name)
    whole = max(len(found.items) - 1, 0)
    assert found.items[:whole] == made.items[:whole]
    last = found.items[-1] if found.items else None
    torn = isinstance(last, Record) and len(last.data) % 6 != 0
    assert torn == any("whole words of 6" in note for note in notes)


def test_a_tap_file_is_what_simh_writes() -> None:
    made = Tape("t", (Record(b"\x01\x02\x04"), TapeMark(), Gap(), Record(b"\x10\x20", True)))
    assert tape.write_tap(made) == (
        b"\x03\0\0\0\x01\x02\x04\0\x03\0\0\0"
        b"\0\0\0\0"
        b"\xfe\xff\xff\xff"
        b"\x02\0\0\x80\x10\x20\x02\0\0\x80"
        b"\xff\xff\xff\xff"
    )


def test_a_p7b_file_is_what_paul_pierce_wrote() -> None:
    made = Tape("t", (Record(b"\x41\x02"), TapeMark()))
    assert p7b_codec.write_p7b(made) == b"\xc1\x02\x8f"


def test_half_a_gap_is_passed_over() -> None:
    half = struct.pack("<I", 0xFFFEFFFF)[:2] + struct.pack("<I", 0xFFFFFFFE)
    assert tape.read_tap(half, "t").items == (Gap(),)


def test_lengths_that_do_not_agree_name_the_record_and_the_byte() -> None:
    good = tape.write_tap(Tape("t", (Record(b"\x01" * 6),)))
    bad = good[:4] + good[4:10] + struct.pack("<I", 8)
    with pytest.raises(RefusedError) as refused:
        tape.read_tap(good[:-4] + bad, "t.tap")
    assert refused.value.where == "t.tap, record 2, byte 14"
    assert "byte 24" in refused.value.what
    assert "0x00000006 was expected" in refused.value.what


def test_eight_bit_characters_are_no_704_tape() -> None:
    data = struct.pack("<I", 2) + b"\x01\xc1" + struct.pack("<I", 2)
    with pytest.raises(RefusedError, match=r"record 1, byte 0: character 2 \(byte 5\) is 0xC1"):
        tape.read_tap(data, "t.tap")


def test_an_impossible_length_is_refused() -> None:
    with pytest.raises(RefusedError, match="0x01000000 is no record length"):
        tape.read_tap(struct.pack("<I", 0x0100_0000) + bytes(100), "t.tap")


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ((Record(b"\x0f" * 6), TapeMark()), "would be a tape mark"),
        ((Record(b"\x01" * 6, True), TapeMark()), "error flag"),
        ((Gap(), TapeMark()), "gap"),
    ],
)
def test_what_a_p7b_file_cannot_hold_is_refused(items: tuple[tape.Item, ...], why: str) -> None:
    with pytest.raises(RefusedError, match=f"t.p7b, record 1, byte .*{why}"):
        p7b_codec.write_p7b(Tape("t.p7b", items))


def test_a_p7b_file_must_start_with_a_record() -> None:
    with pytest.raises(RefusedError, match="record 1, byte 0: 0x41 must have bit 7 set"):
        p7b_codec.read_p7b(b"\x41\x41", "t.p7b")


def test_bytes_behind_the_last_record_of_a_p7b_file_are_passed_over_with_a_note() -> None:
    for more, how in ((b"\x80", "the last byte holds"), (bytes(7), "the last 7 bytes hold")):
        found, notes = p7b_codec.read_p7b(b"\xc1\x02\x8f\x0f" + more, "t.bcd")
        assert found.items == (Record(b"\x41\x02"), TapeMark())
        assert len(notes) == 1
        assert notes[0].startswith(f"t.bcd: {how} no character")


def test_a_tape_of_another_suffix_is_not_written() -> None:
    with pytest.raises(RefusedError, match=r"suffixes \.tap, .*\.p7b"):
        write_tape(Tape("t", ()), "t.txt")


def test_a_cut_tape_names_the_record_of_its_file_and_what_is_whole() -> None:
    card = Record.of_characters(b"\x10" * 84)
    made = tape.write_tap(Tape("t", (card, card, TapeMark(), card, card)))
    cut = len(made) - 4 - 4 - 44
    with pytest.raises(tape.SpoiledTapeError) as refused:
        tape.read_tap(made[:cut], "t.tap")
    assert refused.value.where == "t.tap, record 4 (record 2 of file 2), byte 280"
    assert "ends after 40 of this record's 84 characters: the tape was cut" in refused.value.what
    assert refused.value.what.endswith("records 1 to 3 are whole")
    assert refused.value.whole.items == (card, card, TapeMark(), card)


def test_a_tape_without_parity_is_told() -> None:
    bare = tape.write_tap(Tape("t", (Record(b"\x01\x03" * 3),)))
    assert "has a parity bit" in open_tape(bare, "t.tap").notes[0]
    assert open_tape(tape.write_tap(Tape("t", (Record(b"\x03" * 6),))), "t.tap").notes == ()


def test_a_book_tape_has_a_mark_between_games_and_two_at_the_end() -> None:
    deck = read_text_deck(BOOK, "book.txt")
    made = tape_files.book_tape(deck)
    assert [type(item).__name__ for item in made.items] == [
        *["Record"] * 3,
        "TapeMark",
        *["Record"] * 2,
        "TapeMark",
        "TapeMark",
    ]
    assert [len(records) for records in made.files()] == [3, 2]
    assert deck_of_tape(made) == deck


def test_a_card_without_a_code_cannot_go_to_a_book_tape() -> None:
    deck = Deck("b.cbn", (Card((0x006,) + (0,) * 79),))
    with pytest.raises(RefusedError, match=r"b\.cbn, card 1, column 1: punches 7-8 have no BCD"):
        tape_files.book_tape(deck)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x50" * 40, "40 characters"),
        (b"\x50" * 79 + b"\x10" + b"\x50" * 4, "column 80: .* odd parity"),
        (b"\x50" * 80 + b"\x50" * 3 + b"\x41", "column 84: .* blanks were expected"),
        (b"\x00" + b"\x50" * 83, "column 1: .* no BCD character"),
    ],
)
def test_a_record_that_is_no_card_image_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        tape_files.record_card(Record(data), "book.tap, record 1")


def test_parity_is_told_of_the_whole_record() -> None:
    assert Record(b"\x03\x41").parity == "even"
    assert Record(b"\x01\x43").parity == "odd"
    assert Record(b"\x01\x03").parity == "mixed"
    assert Record.of_characters(b"\x01\x03", binary=True).parity == "odd"
    with pytest.raises(ValueError, match="one or more"):
        Record(b"")


@pytest.mark.parametrize(("suffix", "marks_more"), [("tap", 0), ("p7b", 1)])
def test_a_tape_written_by_simh_is_read_as_it_was_written(suffix: str, marks_more: int) -> None:
    # Written by a program on SIMH's 7094 (3.8-1): the card GAME 1 in BCD, a mark, the same words
    # in binary, a mark; on detaching SIMH ends a .p7b file by a mark more.
    path = GOLDEN / f"simh-i7094-book.{suffix}"
    found = open_tape(path.read_bytes(), path.name).tape
    image = tape_files.card_record(Card.of_text("GAME   1"))
    storage = bytes(map(bcd_of_tape, image.characters))
    binary = Record.of_characters(storage, binary=True)
    assert found.items == (image, TapeMark(), binary, TapeMark(), *[TapeMark()] * marks_more)
