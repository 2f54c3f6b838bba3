"""2,000 cards in SHARE's style: words and cards as the slow twin has them, and the deck runs."""

import pytest

from machines.ibm704 import registers as at
from machines.ibm704.assembler import Assembly, assemble, deck_of
from machines.ibm704.assembler.first_pass import PSEUDO_OPERATIONS
from machines.ibm704.assembler.relocating_loader import RELOCATING_CARDS
from machines.ibm704.operations import CONSTANTS, EXTENDED, OPERATIONS, SYNONYMS
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.assembler.share_source import CARDS, LIBRARY, share_source
from tests.naive import ibm704_assembler as naive

STORAGE = 8192


@pytest.fixture(scope="module")
def assembly() -> Assembly:
    return assemble(share_source(), "share.sap", LIBRARY, STORAGE)


@pytest.fixture(scope="module")
def twin() -> naive.Result:
    return naive.assemble(share_source(), LIBRARY)


def test_the_source_has_everything() -> None:
    lines = share_source()
    assert len(lines) == CARDS
    assert all(len(line) == 80 for line in lines)
    used = {line[7:10].strip() for line in lines if line[0] != "*"}
    names = {one.mnemonic for one in OPERATIONS} | {*EXTENDED, *CONSTANTS, *SYNONYMS}
    tapes = {"AST", "BOS", "FIN", "FST", "PLB", "PST", "RST"}  # two of their like are there
    assert names | set(PSEUDO_OPERATIONS) - tapes - {"ABS"} <= used | {"ABS"}


@pytest.mark.slow
def test_words_symbols_and_cards_are_the_twins(assembly: Assembly, twin: naive.Result) -> None:
    assert assembly.errors == ()
    assert assembly.symbols == twin.symbols
    assert assembly.words == twin.words
    cards = [card.row_words() for card in deck_of(assembly, loader=False).cards]
    assert cards == twin.cards


def test_omissions_are_warnings(assembly: Assembly) -> None:
    rows = assembly.listing[: assembly.listing.index("SYMBOLS (- NOT REFERRED TO)")]
    letters = {letter for row in rows[1:] for letter in row[:6].strip()}
    assert letters == set("ATDQ")


def test_the_deck_loads_and_runs(assembly: Assembly, twin: naive.Result) -> None:
    deck = deck_of(assembly)
    operator = ProgramOperator(lambda line: None, STORAGE, 120_000_000)
    operator.load([deck], {})
    operator.run(lambda: True)
    state, words = operator.machine.state, operator.machine.words
    assert (state.stop, int(words[at.LOCATION])) == (at.STOPPED_HPR, 0o114)
    first, last = twin.symbols["FIRST"], twin.symbols["LAST"]
    added = [twin.words[one] for one in range(first, last + 1)]
    full = next(card for card in reversed(twin.cards) if any(card[1:]))
    assert int(words[at.AC]) & (1 << 36) - 1 == naive.total([*added, *full])
    loaded = {one: word for one, word in twin.words.items() if one >= 24}  # Not the full card
    assert {one: int(state.storage[one]) for one in loaded} == loaded
    assert len(deck.cards) == RELOCATING_CARDS + 1 + len(twin.cards)
