"""A deck that no hopper would hold is punched 24 words a card, and loads."""

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.units.card_unit import HOPPER_CARDS
from machines.ibm704 import registers
from machines.ibm704.assembler import MOST_CARDS, Assembly, assemble, deck_of
from machines.ibm704.assembler.loader import BAD_TOTAL_STOP, NO_END_STOP, stop_in_words
from machines.ibm704.assembler.words import operation_word
from machines.ibm704.debugger.job import find_start_instruction
from machines.ibm704.exhibit import STORED
from machines.ibm704.operations import BY_MNEMONIC
from machines.workshop.unattended.ibm704 import NAME, ProgramOperator

STORAGE, LIMIT_US = 32_768, 10_000_000_000


def many(words: int) -> Assembly:
    """A program of so many words, each at an even location, that stops."""
    spread = [card for n in range(words) for card in ("       BSS 1", f"       DEC {n}")]
    cards = ["       ORG 1000", "START  HPR -1", *spread, "       END START"]
    return assemble(cards, "many.sap", {}, STORAGE)


def stopped_with(deck: Deck, dirty: bool = False) -> tuple[int, ProgramOperator]:
    """The HPR's address at which the machine stops; ``dirty``: storage held other words before."""
    one = ProgramOperator(lambda line: None, STORAGE, LIMIT_US)
    one.session.act(NAME, "reader.hopper", deck_value(deck))
    for control in ("reader.end_of_file", "reader.start"):
        for value in (1, 0):
            one.session.act(NAME, control, value)
    one.session.act(NAME, "selector.program", STORED)
    if dirty:
        one.machine.state.storage[:] = 0o123456
    for value in (1, 0):
        one.session.act(NAME, "console.load_cards", value)
    one.run(lambda: True)
    return int(one.machine.words[registers.SR]) & 0o77777, one


def test_a_deck_that_leaves_room_in_the_hopper_has_22_words_a_card() -> None:
    words = MOST_CARDS - 4
    assert len(deck_of(many(words)).cards) == MOST_CARDS
    assert len(deck_of(many(words + 1)).cards) < MOST_CARDS


@pytest.fixture(scope="module")
def dense() -> tuple[Assembly, Deck]:
    assembly = many(HOPPER_CARDS)
    return assembly, deck_of(assembly)


def test_a_larger_one_is_dense_and_loads_all_its_words(dense: tuple[Assembly, Deck]) -> None:
    assembly, deck = dense
    assert len(deck.cards) < HOPPER_CARDS // 5
    stop, one = stopped_with(deck)
    assert stop == 0o77777
    storage = one.machine.state.storage
    assert all(storage[at] == word for at, word in assembly.words.items())


def test_the_debugger_knows_where_its_program_begins(dense: tuple[Assembly, Deck]) -> None:
    assembly, deck = dense
    place = find_start_instruction(deck.cards, STORAGE)
    assert place is not None
    _, one = stopped_with(deck)
    assert assembly.start is not None
    assert one.machine.state.storage[place] == operation_word(BY_MNEMONIC["TRA"]) | assembly.start


def test_what_stood_in_storage_before_is_gone(dense: tuple[Assembly, Deck]) -> None:
    zeros = ["       ORG 1000", "START  HPR -1", *["       DEC 0,0,0,7"] * 1_000]
    loaded = stopped_with(
        deck_of(assemble([*zeros, "       END START"], "z.sap", {}, STORAGE)), dirty=True
    )[1]
    found = loaded.machine.state.storage[1001 : 1001 + 4_000]
    assert found.tolist() == [0, 0, 0, 7] * 1_000


def test_a_wrong_word_and_a_missing_end_stop_it(dense: tuple[Assembly, Deck]) -> None:
    deck = dense[1]
    rows = list(deck.cards[20].row_words())
    rows[5] ^= 1
    wrong = (*deck.cards[:20], Card.of_row_words(tuple(rows)), *deck.cards[21:])
    short = deck.cards[:-1]
    swapped = (*deck.cards[:30], deck.cards[31], deck.cards[30], *deck.cards[32:])
    far = (*deck.cards[:30], deck.cards[33], *deck.cards[31:33], deck.cards[30], *deck.cards[34:])
    faults = ((wrong, BAD_TOTAL_STOP), (swapped, BAD_TOTAL_STOP), (far, BAD_TOTAL_STOP))
    for cards, number in (*faults, (short, NO_END_STOP)):
        stop, one = stopped_with(Deck("x.cbn", cards))
        assert stop == number
        location = int(one.machine.words[registers.LOCATION])
        assert "deck's" in stop_in_words(location, stop, STORAGE)
