"""An operator who does everything at the wrong time, at a 704 that runs its own programs.

As tests/machines/ibm704/test_fuzz.py, which says what must hold; here the selector is turned, the
decks are programs, whole, spoiled or out of order, with cards of text behind them, the keys hold
any instruction, and tapes and blank cards lie ready or don't.
"""

from typing import Any

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_cbn
from machines.ibm704.exhibit import CHECKERS, STORED
from machines.ibm704.operations import OPERATIONS
from machines.storage.program import ASSETS
from tests.machines.fuzzing import Fuzzer, soak, tried
from tests.machines.ibm704.test_fuzz import CARDS, Operator

ACTS = 60
SEEDS = range(2)
UNITS = (
    0o201,
    0o202,
    0o221,
    0o222,
    0o301,
    0o310,
    0o321,
    0o341,
    0o361,
    0o030,
    0o333,
    0o203,
    0o77777,
)
LONGEST_TURN_US = 20 * 12
"""The lamps of an instruction that has begun are counted at once."""


class Programmer(Operator):
    """Works a 704 with its own programs."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.act("selector.program", STORED)
        self.copy = self.copied()

    def copied(self) -> Any:
        """A copy whose lamps nobody may look at: then its copies are done ahead."""
        copy = super().copied()
        copy.sample = self.dice.choice((0, 0, copy.sample))
        return copy

    def tend(self) -> None:
        if self.dice.random() < 0.1:
            self.act("selector.program", self.dice.choice((CHECKERS, STORED, STORED)))
        if not self.exhibit.state.reader.hopper:
            self.load()
        self.act("console.lever", 1)
        load = self.dice.choice(("load_cards", "load_cards", "load_tape", "load_drum", "start"))
        ready = ("printer.start", "punch.start", "reader.start", "tape1.start", "tape2.start")
        for control in ("console.power_on", "console.dc_on", *ready, f"console.{load}"):
            self.act(control, 1)
            self.act(control, 0)
        self.advance(self.dice.choice((100_000, 3_000_000, 10_000_000)))

    def deck(self) -> Deck:
        dice = self.dice
        paths = sorted((ASSETS / "programs").glob("*.cbn"))
        if dice.random() < 0.8:
            paths = [path for path in paths if "samuel" not in path.name]  # the long ones
        path = dice.choice(paths)
        cards = list(read_cbn(path.read_bytes(), path.name).cards)
        if dice.random() < 0.4:
            at = dice.randrange(len(cards))
            columns = list(cards[at].columns)
            columns[dice.randrange(72)] ^= 1 << dice.randrange(12)
            cards[at] = Card(tuple(columns))
        if dice.random() < 0.2:
            del cards[dice.randrange(len(cards)) :]
        if dice.random() < 0.1:
            dice.shuffle(cards)
        if dice.random() < 0.5:
            cards += [Card.of_text(text) for text in dice.choices(CARDS, k=dice.randint(1, 5))]
        return Deck(path.name, tuple(cards))

    def enter_keys(self, well: bool = False) -> None:
        """Any instruction, most of them of the units; executed, or put into M-Q."""
        dice = self.dice
        one = dice.choice([one for one in OPERATIONS if one.kind != "A"])
        if dice.random() < 0.6:
            one = dice.choice([one for one in OPERATIONS if one.section == "input-output"])
        address = dice.choice(UNITS) if dice.random() < 0.7 else dice.randrange(1 << 15)
        word = one.code << 24 | (address if one.extension is None else one.extension)
        self.act("console.lever", 0)
        changed = word ^ self.exhibit.state.console.keys
        for place in range(36):
            if changed >> place & 1:
                self.act(f"console.key.{35 - place or 'S'}", word >> place & 1)
        button = dice.choice(("enter_instruction", "enter_instruction", "enter_mq"))
        for control in (button, *(["single_step"] * dice.randint(0, 3))):
            self.act(f"console.{control}", 1)
            self.act(f"console.{control}", 0)
            self.advance(dice.choice((0, 24, 1_000, 300_000)))

    def compare(self) -> None:
        Fuzzer.compare(self)
        if self.exhibit.sample == 1:
            on_us = self.exhibit.view().on_us
            assert on_us.min() >= 0
            assert on_us.max() <= self.exhibit.now_us + LONGEST_TURN_US

    def settle(self) -> None:
        """A program may run for ever: RESET ends it, and then the machine says what can be done."""
        for control in ("power_on", "dc_on", "reset"):
            self.act(f"console.{control}", 1)
            self.act(f"console.{control}", 0)
        self.act("console.multiple_step", 0)
        self.act("selector.program", STORED)
        self.advance(60_000_000)
        view = self.exhibit.view()
        assert not view.busy
        assert view.reason


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_order_of_acts_breaks_the_704(seed: int) -> None:
    tried(Programmer, seed, ACTS)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_no_order_of_acts_breaks_the_704_for_a_long_time() -> None:
    soak(Programmer, 2 * ACTS, "60")
