"""The 711: one card in 240 ms, and every way in which it can stop."""

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.refusal import RefusedError
from devices.units.card_reader import CARD_US, CardReader
from devices.units.card_unit import HOPPER_CARDS, STACKER_CARDS

TEXTS = ("GAME   1 FIRST", "MOVE   11-15", "END")


def deck(*texts: str) -> str:
    return deck_value(Deck("opening.txt", tuple(map(Card.of_text, texts))))


@pytest.fixture
def reader() -> CardReader:
    made = CardReader()
    made.operate("hopper", deck(*TEXTS))
    made.operate("start", 1)
    return made


def read(reader: CardReader) -> str | None:
    """Read one card as the computer does."""
    assert reader.select()
    reader.advance(CARD_US)
    card = reader.take()
    return card.text() if card else None


def test_a_card_takes_240_ms(reader: CardReader) -> None:
    assert reader.select()
    reader.advance(239_999)
    assert reader.take() is None
    assert reader.due_us() == 1
    reader.advance(1)
    card = reader.take()
    assert card is not None
    assert card.text() == TEXTS[0]
    assert reader.take() is None


def test_where_names_deck_and_card(reader: CardReader) -> None:
    read(reader)
    read(reader)
    assert reader.where() == "opening.txt, card 2"
    assert reader.view().where == "opening.txt, card 2"


def test_end_of_file_is_told_once_when_the_hopper_is_empty(reader: CardReader) -> None:
    reader.operate("end_of_file", 1)
    for text in TEXTS:
        assert not reader.take_end_of_file()
        assert read(reader) == text
    assert reader.ready
    assert reader.take_end_of_file()
    assert not reader.take_end_of_file()
    assert not reader.ready


def test_a_card_put_back_is_read_again(reader: CardReader) -> None:
    assert read(reader) == TEXTS[0]
    assert reader.put_back()
    assert reader.put_back()
    assert reader.view().hopper == 3
    assert reader.view().stacker == 0
    assert [read(reader) for _ in TEXTS] == list(TEXTS)


@pytest.mark.parametrize("put_back", [True, False])
def test_a_corrected_card_replaces_the_one_last_read(reader: CardReader, put_back: bool) -> None:
    read(reader)
    assert read(reader) == "MOVE   11-15"
    if put_back:
        assert reader.put_back()
    reader.operate("correct", "move   11-16")
    reader.operate("correct", "MOVE   22-18")
    assert reader.where() == "opening.txt, card 2"
    assert reader.view().stacker == 1
    assert [read(reader), read(reader)] == ["MOVE   22-18", "END"]
    assert [card.card.text() for card in reader.stacker] == [TEXTS[0], "MOVE   22-18", "END"]


def test_a_correction_that_has_no_punch_is_refused_and_the_card_stays(reader: CardReader) -> None:
    read(reader)
    with pytest.raises(RefusedError, match=r"opening\.txt, card 1, column 6: '#' has no punch"):
        reader.operate("correct", "GAME #1")
    assert reader.put_back()
    assert read(reader) == TEXTS[0]


def test_there_is_nothing_to_correct_before_a_card_is_read(reader: CardReader) -> None:
    with pytest.raises(RefusedError, match="no card has been read"):
        reader.operate("correct", "END")
    reader.select()
    with pytest.raises(RefusedError, match="travelling"):
        reader.operate("correct", "END")


def test_a_jammed_card_waits_for_feed_and_is_read_after_start(reader: CardReader) -> None:
    assert reader.select()
    reader.advance(100_000)
    reader.operate("jam", 1)
    assert reader.jammed
    assert reader.due_us() is None
    reader.advance(CARD_US)
    assert reader.take() is None
    with pytest.raises(RefusedError, match="press FEED"):
        reader.operate("start", 1)
    reader.operate("feed", 1)
    assert not reader.select()
    reader.operate("start", 1)
    assert [read(reader) for _ in TEXTS] == list(TEXTS)


def test_the_computer_that_selected_a_jammed_card_gets_it_after_start(reader: CardReader) -> None:
    reader.select()
    reader.operate("jam", 1)
    reader.operate("feed", 1)
    reader.operate("start", 1)
    assert reader.due_us() == CARD_US
    reader.advance(CARD_US)
    card = reader.take()
    assert card is not None
    assert card.text() == TEXTS[0]


def test_a_card_corrected_before_the_computer_took_it_comes_by_itself(reader: CardReader) -> None:
    reader.select()
    reader.advance(CARD_US)
    reader.operate("correct", "GAME   6")
    assert reader.take() is None
    reader.advance(CARD_US)
    card = reader.take()
    assert card is not None
    assert card.text() == "GAME   6"


def test_a_card_that_jams_on_its_second_way_can_still_be_corrected(reader: CardReader) -> None:
    read(reader)
    reader.put_back()
    reader.select()
    reader.operate("jam", 1)
    reader.operate("feed", 1)
    reader.operate("correct", "GAME   5")
    reader.operate("start", 1)
    assert [read(reader) for _ in TEXTS] == ["GAME   5", *TEXTS[1:]]


def test_feed_runs_a_card_through_unread(reader: CardReader) -> None:
    with pytest.raises(RefusedError, match="press STOP"):
        reader.operate("feed", 1)
    reader.operate("stop", 1)
    reader.operate("feed", 1)
    assert not reader.select()
    reader.advance(CARD_US)
    assert reader.take() is None
    assert reader.view().stacker == 1
    reader.operate("start", 1)
    assert read(reader) == TEXTS[1]


def test_a_full_hopper_refuses_the_whole_deck(reader: CardReader) -> None:
    full = deck(*["*"] * HOPPER_CARDS)
    with pytest.raises(RefusedError, match="800 cards; there is room for 797"):
        reader.operate("hopper", full)
    assert reader.view().hopper == 3


def test_a_full_stacker_stops_the_reader() -> None:
    reader = CardReader()
    for _ in range(2):
        reader.operate("hopper", deck(*["*"] * 501))
        reader.operate("start", 1)
        while reader.select():
            reader.advance(CARD_US)
        if reader.view().stacker < STACKER_CARDS:
            assert reader.hopper_empty
    assert reader.view().stacker == STACKER_CARDS
    assert reader.view().hopper == 2
    with pytest.raises(RefusedError, match="stacker is full"):
        reader.operate("start", 1)
    reader.operate("stacker", 1)
    reader.operate("start", 1)
    assert read(reader) == "*"


def test_a_deck_without_cards_is_refused() -> None:
    with pytest.raises(RefusedError, match="has no cards"):
        CardReader().operate("hopper", deck_value(Deck("empty.txt", ())))


def test_the_view_follows_the_travelling_card(reader: CardReader) -> None:
    reader.select()
    reader.advance(100_000)
    view = reader.view()
    assert view.selected
    assert view.travel_us == 100_000
    assert view.card is not None
    assert view.card.text() == TEXTS[0]
    assert view.deck == "opening.txt"
    assert view.cycles == 1
