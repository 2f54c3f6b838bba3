"""Which kind a file is: told by its content, the name a hint; whatever lies in it, no traceback."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media.card import Card
from devices.media.deck import Deck, open_deck, read_images, read_text_deck, write_cbn
from devices.media.file_kinds import ANY, DECKS, MEANT, TAPES, find_kind
from devices.media.tape import Record, Tape, TapeMark, write_tap
from devices.media.tape_files import open_tape, write_p7b, write_tape
from devices.refusal import RefusedError
from tests.devices.media.media_strategies import any_cards, any_decks, p7b_tapes, tapes

BCD = Record.of_characters(b"\x10" * 84)
BINARY = Record.of_characters(bytes(range(12)), binary=True)
TAPE = Tape("t", (BCD, TapeMark(), BINARY, TapeMark()))
DECK = Deck("d", (Card.of_row_words(tuple(range(24))), Card.of_text("END")))


def images(deck: Deck) -> bytes:
    """As SIMH writes its binary card images."""
    pairs = [(punches << 4 & 0xF0, punches >> 4) for card in deck.cards for punches in card.columns]
    return bytes(byte for pair in pairs for byte in pair)


@pytest.mark.parametrize("suffix", [".tap", ".tp", ".p7b", ".bcd", ".bin", ".img", ""])
@pytest.mark.parametrize(("data", "kind"), [(write_tap(TAPE), "tap"), (write_p7b(TAPE), "p7b")])
def test_a_tape_is_read_whatever_its_name_says(suffix: str, data: bytes, kind: str) -> None:
    found = open_tape(data, f"t{suffix}")
    assert (found.tape.items, found.kind) == (TAPE.items, kind)
    told = kind in MEANT.get(suffix, ())
    assert bool(found.notes) != told
    assert all(note.startswith(f"t{suffix}: ") for note in found.notes)


def test_a_tap_file_of_one_byte_a_character_says_so() -> None:
    (note,) = open_tape(write_p7b(TAPE), "t.tap").notes
    assert note == (
        "t.tap: its name says a SIMH tape (.tap), its content a tape of one byte a character "
        "(.p7b): read as that"
    )


def test_a_p7b_file_that_just_ends_is_told_where() -> None:
    (note,) = open_tape(write_p7b(TAPE)[:40], "t.p7b").notes
    assert note.startswith("t.p7b, record 1: the file ends after 40 characters of it")


@pytest.mark.parametrize("suffix", [".cbn", ".dck", ".txt", ".bin"])
@pytest.mark.parametrize("data", [write_cbn(DECK), images(DECK)])
def test_a_deck_of_binary_cards_is_read_whatever_its_name_says(suffix: str, data: bytes) -> None:
    assert open_deck(data, f"d{suffix}").deck.cards == DECK.cards


def test_a_dck_file_is_column_binary_or_text_without_a_word() -> None:
    assert open_deck(write_cbn(DECK), "d.dck").notes == ()
    assert open_deck(b"GAME\nEND\n", "d.dck").notes == ()
    assert open_deck(b"GAME\nEND\n", "d").notes == ()
    assert len(open_deck(b"GAME\nEND\n", "d.cbn").notes) == 1


def test_cards_and_a_tape_of_such_records_look_the_same_and_the_name_decides() -> None:
    data = write_cbn(DECK)
    cards = find_kind(data, "d", ANY)
    assert cards is not None
    assert cards.kind == "cbn"
    assert "could be a tape of one byte a character" in cards.note
    assert find_kind(data, "d.p7b", ANY) == ("p7b", "")
    assert find_kind(data, "d.dck", ANY) == ("cbn", "")


def test_marks_between_cards_in_column_binary_are_passed_over() -> None:
    data = write_cbn(DECK)
    assert open_deck(b"\x8f" + data + b"\x8f" + data + b"\x8f", "d.cbn").deck.cards == (
        *DECK.cards,
        *DECK.cards,
    )


@given(any_decks)
def test_binary_images_read_back(deck: Deck) -> None:
    assert read_images(images(deck), deck.name) == deck


@pytest.mark.parametrize("data", [b"\0" * 100, b"\x01" + b"\0" * 159])
def test_a_spoiled_binary_image_names_its_card(data: bytes) -> None:
    with pytest.raises(RefusedError, match=r"d\.bin, card 1"):
        read_images(data, "d.bin")


@given(any_cards)
def test_a_raw_card_in_text_is_read_with_all_its_punches(card: Card) -> None:
    raw = "~raw" + "".join(f"{punches:04o}" for punches in card.columns)
    assert read_text_deck(f"{raw}\n~\nEND\n~eof\n", "d.txt").cards == (
        card,
        Card.of_text("END"),
        Card((0x00D,) + (0,) * 79),
    )


@pytest.mark.parametrize("line", ["~rax", "~raw 012", "~raw 9999", "~raw" + "0" * 324])
def test_a_raw_card_that_is_none_names_its_line(line: str) -> None:
    with pytest.raises(RefusedError, match=r"d\.txt, line 2, column 1: expected ~raw"):
        read_text_deck(f"END\n{line}\n", "d.txt")


SUFFIXES = st.sampled_from([*MEANT, ""])
FILES = st.one_of(
    st.binary(max_size=400),
    st.builds(write_tap, tapes),
    st.builds(write_p7b, p7b_tapes),
    st.builds(write_cbn, any_decks),
    st.builds(images, any_decks),
)


@given(FILES, SUFFIXES, st.data())
def test_any_file_whole_or_cut_is_read_or_refused(
    data: bytes, suffix: str, draw: st.DataObject
) -> None:
    cut = data[: draw.draw(st.integers(0, len(data)))]
    name = f"x{suffix}"
    for among in (ANY, TAPES, DECKS):
        find_kind(cut, name, among)
    with contextlib.suppress(RefusedError):
        found = open_tape(cut, name)
        with contextlib.suppress(RefusedError):  # what .p7b can't hold
            again = open_tape(write_tape(found.tape, name, found.kind), name, found.kind)
            assert again.tape == found.tape
    with contextlib.suppress(RefusedError):
        open_deck(cut, name)
