"""Decks and their files: what was written reads back, what is spoiled is refused by place."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media import deck as decks
from devices.media.card import Card
from devices.media.deck import Deck
from devices.refusal import RefusedError
from tests.devices.media.media_strategies import any_decks, text_decks

TWO = Deck("two.cbn", (Card.of_text("GAME   1"), Card.of_text("END")))


@given(st.one_of(any_decks, text_decks))
def test_a_deck_goes_through_a_log_as_one_string(deck: Deck) -> None:
    assert decks.deck_of_value(decks.deck_value(deck)) == deck


def test_the_cards_that_end_a_record_or_a_file_are_written_as_they_are_read() -> None:
    text = "END\n~eor\n~eof\n~eoi\nA\n"
    assert decks.write_text_deck(decks.read_text_deck(text, "ends.txt")) == text


def test_column_binary_is_what_simh_writes() -> None:
    # 'A' is 12-1: high six bits 12 11 0 1 2 3 = 100100, even: parity bit on; low six bits 0.
    data = decks.write_cbn(Deck("a", (Card.of_text("A"),)))
    assert len(data) == 160
    assert data[:4] == bytes([0x80 | 0x40 | 0o44, 0x40, 0x40, 0x40])
    digits = decks.write_cbn(Deck("nine", (Card.of_text("9"),)))
    assert digits[:2] == bytes([0x80 | 0x40, 0x01])


def test_a_bare_line_feed_is_a_blank_card_and_windows_lines_are_the_same() -> None:
    deck = decks.read_text_deck("END\r\n\r\n* x\r\n", "w.txt")
    assert [card.text() for card in deck.cards] == ["END", "", "* X"]
    assert decks.read_text_deck("END\n\n* x", "w.txt") == deck


def test_a_bad_character_names_file_line_and_column() -> None:
    with pytest.raises(RefusedError) as refused:
        decks.read_text_deck("GAME\nMOVE   1: 11-15\n", "g.txt")
    assert refused.value.where == "g.txt, line 2, column 9"
    assert "':' has no punch; use /" in refused.value.what


def test_bytes_that_are_not_text_name_file_line_and_byte() -> None:
    with pytest.raises(RefusedError, match=r"g.deck, line 2: byte 5 \(0xFF\) is not text"):
        decks.read_deck(b"END\n \xff", "g.deck")


@pytest.mark.parametrize("cut", [1, 80, 159, 161, 319])
def test_a_column_binary_cut_short_names_the_card_and_the_byte(cut: int) -> None:
    data = decks.write_cbn(TWO)[:cut]
    with pytest.raises(RefusedError) as refused:
        decks.read_cbn(data, "two.cbn")
    card, left = cut // 160 + 1, cut % 160
    assert refused.value.where == f"two.cbn, card {card}, column {left // 2 + 1}"
    assert f"ends at byte {cut}, after {left} of the card's 160 bytes" in refused.value.what


def test_bad_parity_names_the_column_and_the_byte() -> None:
    data = bytearray(decks.write_cbn(TWO))
    data[160 + 7] ^= 0x01
    with pytest.raises(RefusedError, match=r"card 2, column 4: byte 167 \(0x41\) has even parity"):
        decks.read_cbn(bytes(data), "two.cbn")


def test_a_lost_start_of_card_is_refused() -> None:
    data = decks.write_cbn(TWO)
    with pytest.raises(RefusedError, match=r"card 1, column 1: .* must have bit 7 set"):
        decks.read_cbn(data[1:], "two.cbn")
    with pytest.raises(RefusedError, match=r"card 1, column 80: .* has only 159 of 160"):
        decks.read_cbn(data[:100] + data[101:], "two.cbn")


@given(any_decks.filter(lambda deck: bool(deck.cards)), st.data())
def test_one_bit_wrong_in_column_binary_never_goes_unnoticed(
    deck: Deck, data: st.DataObject
) -> None:
    image = bytearray(decks.write_cbn(deck))
    image[data.draw(st.integers(0, len(image) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(RefusedError):
        decks.read_cbn(bytes(image), deck.name)


def test_a_closing_tape_mark_is_passed_over() -> None:
    assert decks.read_cbn(decks.write_cbn(TWO) + b"\x8f", "two.cbn") == TWO


def test_a_deck_that_text_cannot_hold_is_refused_by_card_and_column() -> None:
    deck = Deck("b.cbn", (Card.of_text("END"), Card((0, 0xFFF) + (0,) * 78)))
    with pytest.raises(RefusedError, match=r"b\.cbn, card 2, column 2: .* only column binary"):
        decks.write_deck(deck, "b.txt")
    assert decks.read_deck(decks.write_deck(deck, "B.CBN"), "b.cbn") == deck


@pytest.mark.parametrize("value", ["", "GAME 1", "cbn x\n!!", "cbn x\n" + "A" * 8, "tap x\n"])
def test_a_string_that_holds_no_deck_is_refused(value: str) -> None:
    with pytest.raises(RefusedError):
        decks.deck_of_value(value)


def test_a_name_that_cannot_be_shown_is_refused() -> None:
    with pytest.raises(RefusedError, match="without control characters"):
        Deck("a\nb", ())
    with pytest.raises(RefusedError, match="without control characters"):
        decks.read_cbn(struct.pack("<I", 0), "a\x1b[31m")
