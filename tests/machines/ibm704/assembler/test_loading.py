"""An assembled deck in the card reader: LOAD CARDS, the loader, the program, in the 704's time."""

import pytest

from devices.media.card import Card
from devices.media.deck import Deck
from machines.ibm704 import registers as at
from machines.ibm704.assembler import assemble, deck_of
from machines.ibm704.assembler.loader import BAD_SUM_STOP, NO_TRANSFER_STOP, stop_in_words
from machines.workshop.unattended.ibm704 import ProgramOperator

ASSEMBLY = assemble(
    [
        "       ORG 64",
        "GO     CLA TABLE+199",
        "       HPR 7",
        "TABLE  DEC 0",
        *(f"       DEC {n}" for n in range(1, 200)),
        "       END GO",
    ],
    "table.sap",
)
DECK = deck_of(ASSEMBLY)
PROGRAM_CARDS = 10


def _no_log(line: str) -> None:
    """Nothing is kept."""


def _go_on() -> bool:
    return True


def stopped(deck: Deck, storage: int) -> tuple[ProgramOperator, int]:
    """The deck is loaded and runs to its stop: the operator, and the stop's address."""
    operator = ProgramOperator(_no_log, storage, 60_000_000)
    operator.load([deck], {})
    operator.run(_go_on)
    assert operator.machine.state.stop == at.STOPPED_HPR
    return operator, int(operator.machine.words[at.ADDRESS])


@pytest.mark.parametrize("storage", [4096, 8192, 32768])
def test_a_deck_loads_by_its_button_in_storage_of_every_size(storage: int) -> None:
    operator, address = stopped(DECK, storage)
    assert address == 7
    machine = operator.machine
    assert int(machine.words[at.AC]) == 199
    for location, word in ASSEMBLY.words.items():
        assert machine.state.storage[location] == word
    assert not machine.lights().read_write_check


@pytest.mark.parametrize("card", range(2, 2 + PROGRAM_CARDS + 1))
def test_one_hole_too_many_stops_the_loader_in_words(card: int) -> None:
    columns = list(DECK.cards[card].columns)
    columns[40] ^= 0x001 if card == 12 else 0x002  # row 9 of the transfer card, row 8 of others
    damaged = Deck("bad", (*DECK.cards[:card], Card(tuple(columns)), *DECK.cards[card + 1 :]))
    operator, address = stopped(damaged, 4096)
    assert address == BAD_SUM_STOP
    location = int(operator.machine.words[at.LOCATION])
    assert "don't sum to its check sum" in stop_in_words(location, address, 4096)


def test_a_deck_without_its_last_card_stops_the_loader() -> None:
    operator, address = stopped(Deck("short", DECK.cards[:-1]), 4096)
    assert address == NO_TRANSFER_STOP
    assert stop_in_words(int(operator.machine.words[at.LOCATION]), address, 4096)


def test_a_programs_own_stop_is_not_the_loaders() -> None:
    assert stop_in_words(0o100, BAD_SUM_STOP, 4096) == ""
    assert stop_in_words(4095, 7, 4096) == ""
