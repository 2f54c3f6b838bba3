"""ABS, REL, FUL, TCD and LOC: what goes on which card, by hand and as the machine loads it."""

from collections.abc import Sequence

import numpy as np
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.refusal import RefusedError
from devices.units.card_unit import HOPPER_CARDS
from machines.ibm704 import registers
from machines.ibm704.assembler import MOST_CARDS, Assembly, assemble, deck_of
from machines.ibm704.assembler.deck_listing import deck_lines
from machines.ibm704.assembler.expressions import ABSOLUTE, COMPLEMENT, DIRECT
from machines.ibm704.assembler.loader import (
    BAD_SUM_STOP,
    BAD_TOTAL_STOP,
    NO_BINARY_STOP,
    NO_END_STOP,
    NO_TRANSFER_STOP,
    stop_in_words,
)
from machines.ibm704.assembler.relocating_loader import RELOCATING_CARDS, relocating_cards
from machines.ibm704.assembler.rows import ControlCard, logical_sum, place_card, read_card
from machines.ibm704.assembler.words import operation_word
from machines.ibm704.debugger.job import find_start_instruction
from machines.ibm704.exhibit import STORED
from machines.ibm704.operations import BY_MNEMONIC
from machines.workshop.unattended.ibm704 import NAME, ProgramOperator
from tests.machines.ibm704.assembler.test_deck import Bare704

SUMS = [
    "       REL",
    "       ORG 10",
    "START  LXA FOUR,1",
    "       PXD 0,0",
    "ADDING ADD TABLE+4,1",
    "       TIX ADDING,1,1",
    "       STO SUM",
    "       LXD BACK,2         THE COMPLEMENT OF SUM",
    "       CLA 0,2            IS ITS ADDRESS, BY INDEX REGISTER B",
    "       TSX STOP,4",
    "FOUR   PZE 4",
    "BACK   PZE ,,-SUM",
    "TABLE  DEC 1,20,300,4000",
    "SUM    BSS 1",
    "STOP   HPR 7",
    "       END START",
]
"""4,321 in AC wherever it is put, if address, decrement and complement are relocated."""


def program(*cards: str, storage: int = 32768) -> Assembly:
    """A program without errors."""
    found = assemble(cards, "forms.sap", storage=storage)
    assert found.errors == ()
    return found


def bare(found: Assembly) -> list[tuple[int, ...]]:
    """The cards without a loader, 24 words each."""
    return [card.row_words() for card in deck_of(found, loader=False).cards]


def rows(*octal: str) -> tuple[int, ...]:
    """A card that begins with these words."""
    return (*(int(word, 8) for word in octal), *[0] * (24 - len(octal)))


# -- cards by hand -------------------------------------------------------------------------------


def test_a_relocatable_card_by_hand() -> None:
    cards = bare(
        program(
            "       REL",
            "A      CLA B",  # 0 10
            "       TIX A,1,B",  # 10 10
            "       PZE -A,,5",  # 0 11
            "       PZE B-A,,-B",  # 11 0
            "B      DEC 1",  # 0 0
            "       END B",
        )
    )
    indicators = int("010101001111000".ljust(72, "0"), 2)
    words = [
        int(one, 8)
        for one in ("050000000004", "200004100000", "000005000000", "077774000004", "000000000001")
    ]
    head = 1 << 34 | 5 << 18
    eight = [indicators >> 36, indicators & (1 << 36) - 1]
    assert cards == [
        (head, logical_sum([head, *eight, *words]), *eight, *words, *[0] * 15),
        rows("200000000004"),
    ]


def test_a_relocatable_card_is_full_at_20_words_or_when_its_bits_run_out() -> None:
    def counts(card: str) -> list[int]:
        found = bare(program("       REL", *[card] * 50, "       END 0"))
        return [one[0] >> 18 & 0o77777 for one in found]

    assert counts("       DEC 5") == [20, 20, 10, 0]
    assert counts("       CLA *") == [20, 20, 10, 0]  # 3 bits a word
    assert counts("       PZE *,,*") == [18, 18, 14, 0]  # 4 bits a word


def test_what_is_relocatable() -> None:
    cards = [
        ("CLA A", DIRECT),
        ("CLA *", DIRECT),
        ("CLA **", DIRECT),
        ("CLA A+B-C", DIRECT),
        ("CLA A*2", DIRECT),
        ("CLA -A", COMPLEMENT),
        ("CLA 5-A", COMPLEMENT),
        ("CLA 5", ABSOLUTE),
        ("CLA A-B", ABSOLUTE),
        ("CLA A+B", ABSOLUTE),
        ("CLA EQUAL", ABSOLUTE),
        ("CLA SAME", DIRECT),
        ("CLA BLOCK", DIRECT),
        ("CLA FREE", DIRECT),
        ("CLA NUMBER", ABSOLUTE),
    ]
    found = program(
        "       REL",
        *(f"       {card}" for card, _ in cards),
        *("A      DEC 1", "B      DEC 2", "C      DEC 3", "BLOCK  BSS 3", "FREE   BES 3"),
        *("EQUAL  EQU A", "SAME   SYN 5", "500    DEC 1", "NUMBER DEC 2", "       END 0"),
    )
    card = read_card(bare(found)[0])
    assert isinstance(card, ControlCard)
    assert [pair[1] for pair in card.relocation[: len(cards)]] == [kind for _, kind in cards]


def test_origins_and_blocks_begin_a_card() -> None:
    found = program(
        "       ORG 64",
        "       DEC 1",
        "A      BSS 0",
        "       DEC 2",
        "       ORG 66",
        "       DEC 3",
        "       BES 2",
        "       DEC 4",
        "200    DEC 5",
        "       TCD 64",
        "       DEC 6",
        "       END 66",
    )
    heads = [card[0] for card in bare(found)]
    assert [(head >> 18, head & 0o77777) for head in heads] == [
        (1, 64), (1, 65), (1, 66), (1, 69), (1, 200), (0, 64), (1, 201), (0, 66)
    ]  # fmt: skip


def test_loc_parts_where_a_word_is_at_home_from_where_it_is_loaded() -> None:
    found = program(
        "       ORG 100",
        "       DEC 1",
        "       LOC 10",
        "HOME   TRA HOME",
        "       TRA *",
        "       ORG 300",
        "       DEC 2",
        "       LOC 20",
        "AGAIN  TRA AGAIN",
        "       BSS 1",
        "       DEC 3",
        "       END 100",
    )
    assert found.symbols == {"HOME": 10, "AGAIN": 20}
    assert {at: word & 0o77777 for at, word in found.words.items()} == {
        100: 1, 101: 10, 102: 11, 300: 2, 301: 20, 22: 3
    }  # fmt: skip
    assert [(one[0] >> 18, one[0] & 0o77777) for one in bare(found)] == [
        (3, 100), (2, 300), (1, 22), (0, 100)
    ]  # fmt: skip
    assert "00012" in found.listing[5]


def test_a_full_program_has_no_loader_and_may_use_all_storage() -> None:
    found = program("       FUL", "       ORG 4090", "       DEC 1", "       END 0", storage=4096)
    assert found.loads_itself
    assert len(deck_of(found).cards) == 2


def test_transfer_cards_are_those_of_the_loader_in_front() -> None:
    found = program("       DEC 1", "       TCD 3", "       END 0")
    assert bare(found)[1:] == [rows("000000000003"), rows("0")]
    ours = [card.row_words() for card in deck_of(found).cards[3:]]
    assert ours == [rows("100000000003", "100000000003"), rows("100000000000", "100000000000")]


def test_a_place_is_for_relocatable_programs_that_fit() -> None:
    with pytest.raises(RefusedError, match="can't be put to 00100: expected a program with REL"):
        deck_of(program("       DEC 1", "       END 0"), place=64)
    found = program(*SUMS, storage=4096)
    with pytest.raises(RefusedError, match="expected a program with REL and our loader"):
        deck_of(found, place=64, loader=False)
    last = 4096 - 128 - 26  # START is 10, the last word 25
    assert deck_of(found, place=last)
    with pytest.raises(RefusedError, match="from 07600 on stands the loader"):
        deck_of(found, place=last + 1)


# -- on the machine ------------------------------------------------------------------------------


def loaded(cards: Sequence[Card], size: int) -> Bare704:
    """The machine at its first stop behind LOAD CARDS."""
    machine = Bare704.with_deck(list(cards), size)
    assert machine.load_cards() == registers.STOPPED_HPR
    return machine


def test_a_relocatable_program_runs_wherever_it_is_put() -> None:
    for size in [4096, 8192, 32768]:
        for place in [0, 1, 90, 0o1777, 3900]:
            found = program(*SUMS, storage=size)
            before = Bare704.with_deck([], size).storage
            machine = loaded(deck_of(found, place=place).cards, size)
            assert machine.stop() == 7, (size, place)
            assert int(machine.state[registers.AC]) == 4321, (size, place)
            assert not machine.state[registers.AC_OVERFLOW], (size, place)
            changed = set(np.flatnonzero(machine.storage != before).tolist())
            top = set(range(size - 128, size))
            own = {place + at for at in found.words}
            assert changed <= {0, 1, place + 24} | top | own, (size, place)
            for at, word in found.words.items():
                kept = 0o777777000000 if at in (10, 12, 13, 14, 15, 17) else 0o777777777777
                if at not in (13, 19):
                    assert int(machine.storage[place + at]) & kept == word & kept, (size, place)


def test_every_field_is_relocated_as_its_bits_say() -> None:
    source = [
        "       REL",
        *("       PZE *,7,*", "       SVN -*,7,-*", "       SVN -1,,-1", "       PZE *,,-5"),
        *("       MZE -*,,*", "       SVN *,7,*", "       OCT 777777777777") * 9,
        "STOP   HPR 3",
        "       END STOP",
    ]
    found = program(*source)
    place = 0o1234
    machine = loaded(deck_of(found, place=place).cards, 8192)
    assert machine.stop() == 3
    signs = {DIRECT: 1, COMPLEMENT: -1, ABSOLUTE: 0}
    cards = [one for one in map(read_card, bare(found)) if isinstance(one, ControlCard)]
    tried = 0
    for card in cards:
        for offset, (word, (decrement, address)) in enumerate(
            zip(card.words, card.relocation, strict=True)
        ):
            moved = word & ~(0o77777 << 18 | 0o77777)
            moved |= ((word >> 18) + signs[decrement] * place & 0o77777) << 18
            moved |= word + signs[address] * place & 0o77777
            assert int(machine.storage[place + card.address + offset]) == moved
            tried += 1
    assert tried == len(found.words) == 32


def test_several_decks_are_put_one_behind_the_other() -> None:
    main = program("       REL", "       TSX 100,4", "       HPR 9", "       END 0")
    routine = program(
        "       REL", "A      CLA B", "       TRA 1,4", "B      DEC 77", "       END A"
    )
    cards = [
        *relocating_cards(),
        place_card(100),
        *deck_of(routine, loader=False).cards[:-1],
        place_card(50),
        *deck_of(program("       DEC 0", "       END 0"), loader=False).cards[:-1],
        *deck_of(main, loader=False).cards,
    ]
    machine = loaded(cards, 4096)
    assert machine.stop() == 9
    assert int(machine.state[registers.AC]) == 77


def _flip(card: Card, column: int, row: int) -> Card:
    columns = list(card.columns)
    columns[column - 1] ^= row
    return Card(tuple(columns))


def test_the_relocating_loader_stops_as_the_other() -> None:
    deck = deck_of(program(*SUMS), place=200).cards
    words = RELOCATING_CARDS + 1
    bad = _flip(deck[words], 70, 0x002)
    machine = loaded([*deck[:words], bad, *deck[words:]], 4096)
    assert machine.stop() == BAD_SUM_STOP
    assert machine.go_on() == registers.STOPPED_HPR and machine.stop() == 7
    machine = loaded([*deck[:words], Card.of_text(""), *deck[words:]], 4096)
    assert machine.stop() == NO_BINARY_STOP
    machine = loaded(deck[:-1], 4096)
    assert machine.stop() == NO_TRANSFER_STOP


def test_a_self_loading_full_card_runs() -> None:
    found = program(
        "       FUL",
        "       ORG 0",
        "       LXA *,4",
        "       CPY *+1,4",
        "       TXI *-1,4,-1",
        "       PZE",
        "       CLA SEVEN",
        "       HPR 5",
        "SEVEN  DEC 7",
        "       END 0",
    )
    cards = deck_of(found).cards
    machine = loaded(cards, 4096)
    assert (machine.stop(), int(machine.state[registers.AC])) == (5, 7)
    assert len(machine.cards) == 1  # END's transfer card is left
    lines = list(deck_lines(Deck("own.cbn", cards)))
    assert lines[0] == "CARD 1, SELF-LOADING"
    assert lines[1].startswith("00000   0 534   4 00000  LXA 0,4")
    assert lines[5].startswith("00004   0 500   0 00006  CLA 6")


# -- decks read back -----------------------------------------------------------------------------


def test_a_relocatable_deck_is_listed_with_its_marks() -> None:
    lines = list(deck_lines(deck_of(program(*SUMS), place=0o100)))
    assert lines[:4] == [
        "THE RELOCATING LOADER, 5 CARDS",
        "RELOCATABLE CARDS GO TO 00100",
        "00012 .R   0 534   1 00022  LXA 18,1                  5)080B",
        "00013 ..  -0 754   0 00000  PXD 0,0                   P*0000",
    ]
    assert [line[6:8] for line in lines[2:12]] == [
        ".R", "..", ".R", ".R", ".R", ".R", "..", ".R", "..", "C."
    ]  # fmt: skip
    assert lines[-1] == "STARTS AT 00012 BEYOND THE PLACE"


def test_a_deck_that_loads_itself_is_listed_card_by_card() -> None:
    loader = deck_of(
        program("       FUL", "       LXA 0,1", "       CPY 25,1", "       END 0")
    ).cards
    more = deck_of(
        program("       ORG 64", "       DEC 5", "       TCD 64", "       END 0"), loader=False
    )
    damaged = _flip(more.cards[0], 36, 0x001)
    full = Card.of_row_words((1 << 35, 5, *[0] * 22))
    deck = Deck("odd.cbn", (loader[0], *more.cards, damaged, full))
    lines = list(deck_lines(deck))
    assert lines[:4] == [
        "CARD 1, SELF-LOADING",
        "9L      0 534   1 00000  LXA 0,1                   5)0800",
        "9R      0 700   1 00031  CPY 25,1                  70080I",
        "",
    ]
    headings = [line for line in lines if line.startswith(("CARD", "OR"))]
    assert headings[1:] == [
        "CARD 2, ABSOLUTE, 1 WORDS FROM 00100",
        "CARD 3, STARTS AT 00100",
        "CARD 4, BLANK",
        "CARD 5, FULL",
        headings[5],
        "CARD 6, FULL",
    ]
    assert headings[5].startswith("OR DAMAGED, ITS WORDS SUM TO")


# -- 24 words a card -------------------------------------------------------------------------------


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
