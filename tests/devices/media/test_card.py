"""A card: text, punches, fields, and the row words that the 711 delivers."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media.card import Card
from devices.refusal import RefusedError
from tests.devices.media.media_strategies import any_cards, texts


@given(texts)
def test_a_card_reads_back_the_text_that_was_punched(text: str) -> None:
    assert Card.of_text(text).text() == text.rstrip(" ")


def test_fields_are_named_by_the_columns_of_the_manual() -> None:
    card = Card.of_text("MOVE   1/ 11-15")
    assert card.field(1, 6) == "MOVE  "
    assert card.field(8, 9) == "1/"
    assert card.field(73, 80) == " " * 8


def test_a_character_without_a_punch_is_refused_by_column() -> None:
    with pytest.raises(RefusedError) as refused:
        Card.of_text("MOVE  \t11-15", "game.txt, line 4")
    assert refused.value.where == "game.txt, line 4, column 7"
    assert "U+0009 has no punch; use blanks" in refused.value.what


def test_the_81st_character_is_refused() -> None:
    with pytest.raises(RefusedError, match="line 1, column 81: 81 characters"):
        Card.of_text("X" * 81, "line 1")


def test_punches_without_a_character_are_refused_as_text_by_column() -> None:
    card = Card((0x800, 0x842, 0xFFF) + (0,) * 77)
    assert card.as_text().rstrip() == "+.?"
    assert card.without_graphic() == (3,)
    assert card.field(1, 2) == "+."
    with pytest.raises(RefusedError, match="d, column 3: punches 12-11-0-1-2-3-4-5-6-7-8-9 have"):
        card.text("d")


def test_a_card_has_80_columns_of_12_bits() -> None:
    for columns in ((0,) * 79, (0,) * 79 + (0x1000,), (-1,) + (0,) * 79):
        with pytest.raises(ValueError, match="80 columns of 12 bits"):
            Card(columns)


def test_row_words_come_row_9_first_left_then_right() -> None:
    columns = [0] * 80
    columns[0] = 0x001  # row 9 of column 1: bit S of the first word
    columns[71] = 0x800  # row 12 of column 72: bit 35 of the last word
    columns[36] = 0x200  # row 0 of column 37
    columns[72] = 0xFFF  # column 73 is not read
    words = Card(tuple(columns)).row_words()
    assert len(words) == 24
    assert words[0] == 1 << 35
    assert words[23] == 1
    assert words[2 * 9 + 1] == 1 << 35
    assert sum(word.bit_count() for word in words) == 3


@given(any_cards)
def test_row_words_punch_the_same_72_columns(card: Card) -> None:
    assert Card.of_row_words(card.row_words()).columns == card.columns[:72] + (0,) * 8


@given(any_cards, any_cards, st.integers(0, 23), st.integers(0, 24))
def test_half_rows_are_punched_into_what_is_there(
    card: Card, other: Card, first: int, count: int
) -> None:
    words = other.row_words()[first : first + count]
    punched, one_by_one = card.with_half_rows(first, words), card
    for index, word in enumerate(words, start=first):
        one_by_one = one_by_one.with_half_rows(index, [word])
        assert punched.half_row(index) == card.half_row(index) | word
    assert punched == one_by_one
    assert punched.columns[72:] == card.columns[72:]


def test_a_snapshot_shares_the_card() -> None:
    card = Card.of_text("*")
    assert copy.deepcopy([card])[0] is card
