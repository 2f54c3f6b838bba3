"""Row-binary cards, the loader that carries them into storage, and decks read back."""

import random
from dataclasses import dataclass

import numpy as np
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_cbn, write_cbn
from devices.refusal import RefusedError
from machines.exhibit.computer import DUTY_WORDS
from machines.ibm704 import processor as at
from machines.ibm704 import registers
from machines.ibm704.assembler import assemble, deck_of
from machines.ibm704.assembler.deck_listing import deck_lines
from machines.ibm704.assembler.expressions import ABSOLUTE
from machines.ibm704.assembler.loader import (
    BAD_SUM_STOP,
    LOADER_CARDS,
    NO_BINARY_STOP,
    SOURCE,
    assemble_loader,
    loader_cards,
)
from machines.ibm704.assembler.rows import (
    Block,
    ControlCard,
    Transfer,
    logical_sum,
    punched_cards,
    read_card,
    transfer_card,
    word_card,
)
from machines.ibm704.operations import number

PROGRAM = [
    "       ORG 64",
    "GO     CLA TWO",
    "       ADD TWO",
    "       STO SUM",
    "       HPR 7",
    "TWO    DEC 2",
    "SUM    BSS 1",
    "       ORG 2000",
    *(f"       DEC {n}" for n in range(50)),
    "       END GO",
]
DECK = deck_of(assemble(PROGRAM, "adds.sap"))


def block(address: int, words: list[int]) -> Block:
    """Words for absolute cards."""
    return Block("ABS", address, tuple(words), ((ABSOLUTE, ABSOLUTE),) * len(words))


# -- cards by hand -------------------------------------------------------------------------------


def test_sums_carry_end_around() -> None:
    assert logical_sum([]) == 0
    assert logical_sum([(1 << 36) - 1, 1]) == 1
    assert logical_sum([1 << 35, 1 << 35, 5]) == 6


def test_a_deck_is_loader_words_and_transfer_card() -> None:
    assert len(DECK.cards) == LOADER_CARDS + 1 + 3 + 1
    assert [card.row_words() for card in DECK.cards[:2]] == [
        card.row_words() for card in loader_cards()
    ]
    assert [card.field(73, 80) for card in DECK.cards] == [f"ADDS{n:04}" for n in range(1, 8)]
    assert read_cbn(write_cbn(DECK), DECK.name) == DECK


def test_the_loader_stands_in_the_top_64_words() -> None:
    assert min(assemble_loader(SOURCE)[0]) == 0o77700
    assert len(assemble_loader(SOURCE)[0]) == 34
    first = loader_cards()[0].row_words()
    assert [f"{word:012o}" for word in first[:3]] == [
        "070000077777", "002100077777", "070000000000"
    ]  # fmt: skip


def test_a_deck_reads_back_as_its_words() -> None:
    words: dict[int, int] = {}
    for card in DECK.cards[LOADER_CARDS:-1]:
        found = read_card(card.row_words(), sum_needed=True)
        assert isinstance(found, ControlCard) and found.kind == "absolute"
        words.update(enumerate(found.words, start=found.address))
    assert words == assemble(PROGRAM, "adds.sap").words
    assert read_card(DECK.cards[-1].row_words(), sum_needed=True) == ControlCard("transfer", 64)
    lines = list(deck_lines(DECK))
    assert lines[0] == "THE LOADER, 2 CARDS"
    assert lines[1] == "00100   0 500   0 00104  CLA 68                    500014"
    assert lines[-1] == "STARTS AT 00100"


def test_decks_that_are_no_row_binary_cards_are_refused() -> None:
    text = Deck("games.txt", (Card.of_text("GAME 1"), Card.of_text("ZZZZZZ")))
    with pytest.raises(
        RefusedError, match=r"games.txt, card 1: its 9 row begins with 000000000000"
    ):
        list(deck_lines(text))
    damaged = Deck("a.cbn", (*DECK.cards[:2], _flipped(DECK.cards[2]), *DECK.cards[3:]))
    with pytest.raises(
        RefusedError, match=r"a.cbn, card 3: its words sum to \d{12}, the check sum"
    ):
        list(deck_lines(damaged))
    with pytest.raises(RefusedError, match=r"the transfer card \(word count 0\) was expected"):
        list(deck_lines(Deck("a.cbn", DECK.cards[:-1])))
    with pytest.raises(RefusedError, match="an empty deck"):
        list(deck_lines(Deck("a.cbn", ())))


def _flipped(card: Card) -> Card:
    """The card with a hole too many: row 8, column 1."""
    return Card((card.columns[0] ^ 0x002, *card.columns[1:]))


# -- the loader on the processor -----------------------------------------------------------------

DUTY = np.zeros(DUTY_WORDS, dtype=np.int64)
RDS, CPY, CAD = number("RDS"), number("CPY"), number("CAD")


@dataclass
class Bare704:
    """The processor with a reader that hands over half rows at once: no time, no units."""

    state: registers.Words
    storage: registers.Words
    cards: list[Card]
    rows: list[int]
    hopper_was_empty: bool = False

    @classmethod
    def with_deck(cls, cards: list[Card], size: int, seed: int = 1) -> "Bare704":
        """Storage and index registers hold what they happen to hold."""
        generator = np.random.default_rng(seed)
        state = registers.new_state(size)
        state[registers.XA : registers.XC + 1] = generator.integers(0, size, 3)
        return cls(state, generator.integers(0, 1 << 36, size), cards, [])

    def load_cards(self) -> int:
        """The button, then as far as the first stop: why it stopped."""
        self.select()
        self.storage[0], self.storage[1] = self.rows.pop(0), self.rows.pop(0)
        self.state[registers.IC] = 0
        return self.go_on()

    def select(self) -> None:
        self.hopper_was_empty = not self.cards
        self.rows = list(self.cards.pop(0).row_words()) if self.cards else []

    def go_on(self) -> int:
        state = self.state
        while True:
            why = at.run(state, self.storage, int(state[registers.CYCLES]) + 100_000, DUTY, 0)
            if why != registers.INPUT_OUTPUT:
                return int(why)
            if state[registers.OPERATION] == RDS:
                assert state[registers.ADDRESS] == 0o321
                self.select()
                continue
            assert state[registers.OPERATION] in (CPY, CAD)
            if not self.rows:  # end of file, or of record
                state[registers.IC] += 1 if self.hopper_was_empty else 2
                continue
            word = self.rows.pop(0)
            self.storage[state[registers.ADDRESS]] = state[registers.MQ] = word
            if state[registers.OPERATION] == CAD:
                total = (int(state[registers.AC]) & (1 << 36) - 1) + word
                total = (total & (1 << 36) - 1) + (total >> 36)
                state[registers.AC] = int(state[registers.AC]) & 3 << 36 | total

    def stop(self) -> int:
        """The address of the stop."""
        return int(self.state[registers.ADDRESS])


@pytest.mark.parametrize("size", [4096, 8192, 32768])
def test_the_loader_brings_a_program_and_starts_it(size: int) -> None:
    machine = Bare704.with_deck(list(DECK.cards), size)
    before = machine.storage.copy()
    assert machine.load_cards() == registers.STOPPED_HPR
    assert machine.stop() == 7
    assembly = assemble(PROGRAM, "adds.sap")
    changed = set(np.flatnonzero(machine.storage != before).tolist())
    assert changed <= {0, 1, 69, *assembly.words, *range(size - 64, size)}
    assert machine.storage[69] == 4
    for address, word in assembly.words.items():
        assert machine.storage[address] == word


def test_a_program_may_have_words_at_0_and_1_and_just_below_the_loader() -> None:
    cards = [
        "       TRA 2",
        "       DEC 5",
        "       HPR 9",
        "       ORG 4031",
        "       DEC 6,"[:-1],
    ]
    assembly = assemble([*cards, "       END 0"], "low", storage=4096)
    assert assembly.errors == ()
    machine = Bare704.with_deck(list(deck_of(assembly).cards), 4096)
    assert machine.load_cards() == registers.STOPPED_HPR
    assert machine.stop() == 9
    assert [int(machine.storage[a]) for a in (0, 1, 2, 4031)] == list(assembly.words.values())


def test_any_words_come_through() -> None:
    generator = random.Random(5)
    words = {address: generator.getrandbits(36) for address in range(99, 300)}
    words[99] = 0o042000000011
    punched = (block(99, list(words.values())), Transfer("ABS", 99))
    cards = [*loader_cards(), *punched_cards(punched, for_our_loader=True)]
    machine = Bare704.with_deck(cards, 8192)
    assert machine.load_cards() == registers.STOPPED_HPR
    assert machine.stop() == 9
    assert {address: int(machine.storage[address]) for address in words} == words


def test_a_hole_too_many_stops_the_loader_and_start_reads_the_card_again() -> None:
    for row in range(24):
        good = word_card(200, [0o042000000005] * 22)
        words = list(good.row_words())
        words[row] ^= 1 << (17 if row == 0 else 35)  # in the 9 row: the prefix that no card has
        bad = Card.of_row_words(tuple(words))
        machine = Bare704.with_deck([*loader_cards(), bad, good, transfer_card(200)], 4096)
        assert machine.load_cards() == registers.STOPPED_HPR, row
        assert machine.stop() == BAD_SUM_STOP, row
        assert machine.go_on() == registers.STOPPED_HPR, row
        assert machine.stop() == 5, row


def test_a_card_that_is_not_binary_stops_the_loader() -> None:
    for text in ["", "GAME   1 FULL", "MOVE   22-18", "99999999", "ZIZIRIRI  9 9"]:
        machine = Bare704.with_deck([*loader_cards(), Card.of_text(text), transfer_card(200)], 4096)
        assert machine.load_cards() == registers.STOPPED_HPR, text
        assert machine.stop() == NO_BINARY_STOP, text
