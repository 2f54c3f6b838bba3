"""Files of any origin: what is taken for what, and that each change is told with its count and
place."""

import struct

import pytest

from devices.media.card import Card
from devices.media.deck import DeckFile, open_deck
from devices.media.tape import Record, Tape, TapeMark, write_tap
from devices.media.tape_files import card_record, open_tape
from devices.refusal import RefusedError

OF_TEXT = {
    "small letters": (b"end\n", ["END"], ""),
    "BOM": (b"\xef\xbb\xbfEND\n", ["END"], ""),
    "BOM before Latin-1": (b"\xef\xbb\xbf* A LONG REMARK \xe4\nEND\n", ["* A LONG REMARK A", "END"],
                           "bytes that aren't UTF-8, read as Windows-1252: 1, first at line 1"),
    "UTF-16": ("END\nÄ\n".encode("utf-16"), ["END", "A"], "text in UTF-16: 1, first at line 1"),
    "pi": ("* πR\n".encode(), ["*  R"], "blanks punched: 1, first at line 1, column 3 ('\\u03c0')"),
    "lozenge": ("A(1⌑\n".encode(), ["A(1)"], "the nearest here: 1, first at line 1, column 4"),
    "an accent apart": ("E\u0301X\n".encode(), ["EX"], "at line 1, column 1 ('\\xc9' as E)"),
    "no width": ("A\u200bB\f\n".encode(), ["AB"], "take no column, left out: 2, first at line 1"),
    "Windows": (b"A\r\nB\r\r\n", ["A", "B"], ""),
    "Macintosh": (b"A\rB\rC", ["A", "B", "C"], "taken for ends of lines: 2, first at line 2"),
    "tabs": (b"A\tB\t\tC\n", ["A       B               C"], "column 9, 17, 25 ...: 3, first at l"),
    "blanks behind": (b"A" + b" " * 90 + b"\n", ["A"], ""),
    "wide": (b"A".ljust(80) + b"000100\n", ["A"], "left out: 1, first at line 1 ('000100')"),
    "control-Z": (b"END\n\x1a\x1a", ["END"], "left out: 2, first at byte 4"),
    "nothing": (b"", [], ""),
}  # fmt: skip


def test_text_of_any_origin_is_punched_and_told() -> None:
    for row, (data, cards, told) in OF_TEXT.items():
        found = open_deck(data, "x.txt")
        assert [card.text() for card in found.deck.cards] == cards, row
        assert (told in "\n".join(found.notes)) if told else not found.notes, row


def test_a_tab_in_a_symbolic_program_goes_to_its_fields() -> None:
    (card,) = open_deck(b"A\tCLA\tB\tREMARK\n", "x.sap").deck.cards
    assert card.text() == "A      CLA B    REMARK"


def test_bytes_of_no_text_name_the_line() -> None:
    for data in (b"END\n\0\1\2", b"\0\0", b"\xff\xfea"):
        with pytest.raises(RefusedError, match=r"x\.txt, line \d: byte \d+ .* is not text"):
            open_deck(data, "x.txt")


CARDS = (Card.of_text("AB 1"), Card.of_text("END"))
COLUMNS_72 = b"".join(
    bytes([0x80 * (n == 0) | byte for n, byte in enumerate(image[:144])])
    for image in (b"\x40" * 160, b"\x40" * 160)
)
BCD = b"\x8f".join(
    bytes([0x80 | record[0]]) + record[1:] for record in (card_record(c).data[:4] for c in CARDS)
)
OF_CARDS = {
    "BCD": ("x", BCD, 2, (1,), "in BCD"),
    "EBCDIC": ("x", b"".join(c.text().ljust(80).encode("cp037") for c in CARDS), 2, (), "EBCDIC"),
    "72 columns": ("x.cbn", COLUMNS_72, 2, (), "cards of 72 columns, the others taken for blank"),
    "a file's end": ("x.txt", b"AB 1\n~\nEND\n~\n", 2, (1, 2), ""),
    "7-8": ("x.txt", b"~78\n~RAW0001\n", 2, (), ""),
}


def opened(row: str) -> DeckFile:
    name, data, *_ = OF_CARDS[row]
    return open_deck(data, name)


def test_the_card_images_that_simh_takes_are_read() -> None:
    for row, (_, _, count, ends, told) in OF_CARDS.items():
        found = opened(row)
        assert (len(found.deck.cards), found.ends) == (count, ends), row
        assert told in "\n".join(found.notes), row
    assert opened("EBCDIC").deck.cards == opened("BCD").deck.cards == CARDS


RECORD = Record.of_characters(bytes(range(7)), binary=True)
WHOLE = write_tap(Tape("t", (RECORD, TapeMark())))[:-4]
LENGTH = struct.pack("<I", 7)
OF_TAPES = {
    "junk": (WHOLE + b"54 bytes of what lay there", "left out: 26, first at byte 20"),
    "junk like a length": (WHOLE + bytes(4) + LENGTH + b"XY", "left out: 6, first at byte 24"),
    "a part of a word": (WHOLE + b"\0\0", "left out: 2, first at byte 20"),
    "behind the end": (WHOLE + b"\xff" * 4 + b"ABC", "left out: 3, first at byte 24"),
    "no pad byte": (
        LENGTH + RECORD.data + LENGTH + bytes(4),
        "without their pad byte: 1, first at",
    ),
    "another class": (
        b"\2\0\0\x60HI\2\0\0\x60" + WHOLE,
        "of class 6, which aren't the tape's data",
    ),
    "no characters": (WHOLE + b"\0\0\0\x80", "in error of no characters, left out: 1"),
}


def test_tape_files_with_other_ends_and_records_are_read_and_told() -> None:
    for row, (data, told) in OF_TAPES.items():
        found = open_tape(data, "x.tap")
        assert found.tape.records() == (RECORD,), row
        assert any(told in note for note in found.notes), (row, found.notes)


def test_a_record_that_was_cut_stays_refused() -> None:
    for data in (WHOLE + LENGTH + b"\1\2\3", WHOLE[:10], WHOLE + b"\1\2\3\x40" * 2000):
        with pytest.raises(RefusedError):
            open_tape(data, "x.tap")
