"""What the assembler makes of single cards: operations, fields, and the words of the manual."""

import random

import pytest

from devices.media.card import Card
from devices.media.deck import Deck
from machines.ibm704 import registers as at
from machines.ibm704.assembler import Assembly, assemble, deck_of, disassemble
from machines.ibm704.assembler.loader import BAD_SUM_STOP, NO_TRANSFER_STOP, stop_in_words
from machines.ibm704.assembler.passes import PSEUDO_OPERATIONS
from machines.ibm704.operations import BY_MNEMONIC, CONSTANTS, EXTENDED, OPERATIONS, SYNONYMS
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.assembler.share_source import CARDS, LIBRARY, share_source
from tests.machines.ibm704.assembler.test_cards import program


def assembled(*cards: str, storage: int = 32_768) -> Assembly:
    """A program of these cards at 64 (00100 octal), with an END card."""
    return assemble(["       ORG 64", *cards, "       END 64"], "test", storage=storage)


def card(operation: str, variable: str = "", location: str = "") -> str:
    """A symbolic card."""
    return f"{location:<6} {operation:<3} {variable}"


def word(operation: str, variable: str = "") -> int:
    """The word of an instruction that must assemble."""
    program = assembled(card(operation, variable))
    assert program.errors == ()
    return program.words[64]


def test_an_instruction_is_the_manuals_word() -> None:
    for operation, variable, octal in [
        ("CLA", "65", "050000000101"),
        ("CAL", "65,4", "450000400101"),
        ("ADD", "0,7", "040000700000"),
        ("ACL", "32767", "036100077777"),
        ("MPR", "1", "420000000001"),
        ("DVP", "1", "022100000001"),
        ("SLQ", "8", "462000000010"),
        ("STP", "8", "063000000010"),
        ("RND", "", "076000000010"),
        ("SSM", "", "476000000003"),
        ("ANA", "8", "432000000010"),
        ("ORS", "8", "460200000010"),
        ("LGL", "36", "476300000044"),
        ("RQL", "36", "477300000044"),
        ("UFS", "9", "430200000011"),
        ("FDP", "9", "024100000011"),
        ("HPR", "3777", "042000007301"),
        ("HTR", "64", "000000000100"),
        ("TLQ", "64", "004000000100"),
        ("CAS", "64", "034000000100"),
        ("ETM", "", "076000000007"),
        ("LTM", "", "476000000007"),
        ("TSX", "64,4", "007400400100"),
        ("TXI", "64,4,-1", "177777400100"),
        ("TIX", "64,1,1", "200001100100"),
        ("TNX", "64,2,3", "600003200100"),
        ("TXL", "64,7,5", "700005700100"),
        ("SXD", "64,4", "463400400100"),
        ("PXD", "0,4", "475400400000"),
        ("PXD", "", "475400000000"),
        ("CPY", "64", "070000000100"),
        ("CAD", "64,4", "470000400100"),
        ("CAC", "64,4", "470000400100"),
        ("LDA", "64", "046000000100"),
        ("SLN", "2", "076000000142"),
        ("SLT", "4", "476000000144"),
        ("SLF", "", "076000000140"),
        ("SWT", "6", "076000000166"),
        ("SPR", "10", "076000000372"),
        ("RCD", "", "076200000321"),
        ("RTB", "10", "076200000232"),
        ("WTD", "3", "076600000203"),
        ("WTV", "", "076600000030"),
        ("IOD", "", "076600000333"),
        ("REW", "3", "077200000203"),
        ("REW", "147", "077200000223"),
        ("BST", "1", "076400000201"),
        ("BSR", "1", "076400000201"),
        ("PZE", "1,2,3", "000003200001"),
        ("MZE", "1,2,3", "400003200001"),
        ("SVN", "-1,-8+15,-1", "777777777777"),
        ("", "64,,5", "000005000100"),
    ]:
        assert f"{word(operation, variable):012o}" == octal, (operation, variable, octal)


def fields_of(mnemonic: str) -> str:
    """A variable field with all that the operation takes."""
    operation = BY_MNEMONIC[mnemonic]
    if mnemonic in EXTENDED:
        return "5,2"
    return {"A": "100,3,7", "B": "100,3", "INDEX": "100,3", "E": ""}[operation.kind]


def test_every_operation_has_its_code() -> None:
    for mnemonic in list(BY_MNEMONIC):
        operation = BY_MNEMONIC[mnemonic]
        sign, digits = operation.octal[0], operation.octal[1:].partition("..")[0]
        width = 1 if operation.kind == "A" else 4
        found = f"{word(mnemonic, fields_of(mnemonic)):012o}"
        assert int(found[0], 8) >= 4 if sign == "-" else int(found[0], 8) < 4, mnemonic
        assert f"{int(found, 8) & (1 << 35) - 1:012o}"[:width] == digits, mnemonic


def test_there_are_89_operations_and_each_comes_back_from_its_text() -> None:
    generator = random.Random(704)
    assert len(OPERATIONS) == 89
    for operation in OPERATIONS:
        for _ in range(12):
            shift, spare = (33, 0o77777) if operation.kind == "A" else (24, 0o77)
            made = operation.code << shift | generator.choice((0, generator.getrandbits(18)))
            made |= (generator.choice((0, 0, generator.getrandbits(15))) & spare) << 18
            if operation.extension is not None:
                made = made & ~0o77777 | operation.extension
            name, _, variable = disassemble(made).partition(" ")
            assert word(name, variable) == made, disassemble(made)


def test_any_word_comes_back_from_its_text() -> None:
    generator = random.Random(1)
    for _ in range(200):
        made = generator.getrandbits(36)
        name, _, variable = disassemble(made).partition(" ")
        assert word(name, variable) == made, disassemble(made)


def test_select_addresses_have_names_of_their_own() -> None:
    for name, (_, _, units) in EXTENDED.items():
        for unit in range(1, units + 1) if units else (0,):
            text = f"{name} {unit}" if units else name
            assert disassemble(word(name, str(unit) if units else "")) == text


# -- share source ----------------------------------------------------------------------------------


STORAGE = 8192


@pytest.fixture(scope="module")
def assembly() -> Assembly:
    return assemble(share_source(), "share.sap", LIBRARY, STORAGE)


def test_the_source_has_everything() -> None:
    lines = share_source()
    assert len(lines) == CARDS
    assert all(len(line) == 80 for line in lines)
    used = {line[7:10].strip() for line in lines if line[0] != "*"}
    names = {one.mnemonic for one in OPERATIONS} | {*EXTENDED, *CONSTANTS, *SYNONYMS}
    tapes = {"AST", "BOS", "FIN", "FST", "PLB", "PST", "RST"}  # two of their like are there
    assert names | set(PSEUDO_OPERATIONS) - tapes - {"ABS"} <= used | {"ABS"}


def test_omissions_are_warnings(assembly: Assembly) -> None:
    rows = assembly.listing[: assembly.listing.index("SYMBOLS (- NOT REFERRED TO)")]
    letters = {letter for row in rows[1:] for letter in row[:6].strip()}
    assert letters == set("ATDQ")


def test_the_deck_loads_and_runs(assembly: Assembly) -> None:
    assert assembly.errors == ()
    operator = ProgramOperator(lambda line: None, STORAGE, 120_000_000)
    operator.load([deck_of(assembly)], {})
    operator.run(lambda: True)
    state, words = operator.machine.state, operator.machine.words
    assert (state.stop, int(words[at.LOCATION])) == (at.STOPPED_HPR, 0o114)
    loaded = {one: word for one, word in assembly.words.items() if one >= 24}  # Not the full card
    assert {one: int(state.storage[one]) for one in loaded} == loaded


# -- pseudo-operations of UA SAP -------------------------------------------------------------------


def test_rep_repeats_the_cards_before_without_their_symbols() -> None:
    found = program("""
   A      DEC 1,2
   *      A REMARK
          TRA *
          REP 3,2
   B      DEC 9
          END A
""")
    assert found.errors == ()
    assert found.symbols == {"A": 0, "B": 9}
    tra = 0o002000000000
    assert list(found.words.values()) == [1, 2, tra | 2, 1, 2, tra | 5, 1, 2, tra | 8, 9]
    assert sum("DEC 1,2" in line for line in found.listing) == 3
    assert sum(line[32:34] == "A " for line in found.listing) == 1


def test_def_gives_places_to_symbols_that_no_card_defines() -> None:
    found = program("""
          DEF 100,2
          CLA X
          PZE Y,,X
          DEF 200
          CLA Z
          CLA Y
   W      CLA W
          END 0
""")
    assert found.errors == ()
    assert found.symbols == {"X": 100, "Y": 101, "Z": 200, "W": 4}
    assert [word & 0o77777 for word in found.words.values()] == [100, 101, 200, 101, 4]


def test_a_symbol_named_before_def_or_beyond_its_number_stays_undefined() -> None:
    found = program("""
          CLA EARLY
          DEF 100,1
          CLA EARLY
          CLA FIRST
          CLA SECOND
          END 0
""")
    assert [error.partition(": ")[0] for error in found.errors] == [
        f"test, card {n}, column 12" for n in (1, 3, 5)
    ]
    assert found.symbols == {"FIRST": 100}


def test_opd_defines_an_operation_for_the_whole_program() -> None:
    found = program("""
          AND 5
          TSL 5,4
          OWN 5,1,6
   AND    OPD -032000400000
   TSL    OPD 007400600000
   OWN    OPD 100000700000
   CLA    OPD 012300400000
          CLA 7
          AND
          OWN
          END 0
""")
    assert found.errors == ()
    assert [f"{word:012o}" for word in found.words.values()] == [
        *("432000000005", "007400400005", "100006100005"),
        *("012300000007", "432000000000", "100000000000"),
    ]
    assert [one.partition(": ")[2][:1] for one in found.warnings] == ["A", "A", "T", "D"]


def test_omissions_are_warnings_and_the_field_is_0() -> None:
    found = program("""
          CLA
          LXA 5,
          TIX 5
          ORG
   A      EQU
          PAX ,4
          END
""")
    assert found.errors == ()
    assert [one.partition("card ")[2].partition(" has")[0] for one in found.warnings] == [
        *("1, column 12: A CLA", "2, column 13: T LXA", "3, column 13: T TIX"),
        *("3, column 13: D TIX", "4, column 12: A ORG", "5, column 12: A EQU"),
        "7, column 12: A END",
    ]
    assert found.start == 0
    assert len(deck_of(found).cards) == 5


def test_the_listing_is_spaced_and_goes_to_new_pages() -> None:
    found = program("""
          SPC 2
          DEC 1
          SPC 1
          DEC 2
          SKP 1
          END 0
""")
    rows = [line[39:].rstrip() if line.strip() else line for line in found.listing[2:11]]
    assert rows == ["SPC 2", "", "DEC 1", "", "SPC 1", "DEC 2", "SKP 1", "\f", "END 0"]


@pytest.mark.parametrize(
    ("card", "letter", "what"),
    [
        ("       REP 5,2", "F", "REP 5 of 2 cards that stand before it"),
        ("       REP 2,2", "F", "REP repeats words and data; ORG is among the 2 cards"),
        ("       REP 1,32767", "F", "32767 words don't fit a storage of 32768"),
        ("       REP 1", "U", "REP has to have two numbers: how many cards, and how often"),
        ("       REP X,1", "U", "X is not defined"),
        ("       OPD 5", "F", "OPD has to have an operation of up to three characters here"),
        ("LONG   OPD 5", "F", "OPD has to have an operation of up to three characters here"),
        ("ORG    OPD 5", "F", "ORG is a pseudo-operation and can't be another operation"),
        ("ABC    OPD 8", "U", "8 is no octal number of one to twelve digits"),
        ("ABC    OPD", "U", "OPD has to have the operation's word in octal"),
        ("32768  DEC 1", "F", "32768 is past a storage of 32768 words"),
        ("       C/T 5", "U", "there is no operation C/T"),
        ("       DEF NOPE", "U", "NOPE is not defined"),
    ],
)
def test_cards_of_ua_sap_that_cannot_be_say_why(card: str, letter: str, what: str) -> None:
    found = assemble(["       ORG 64", "       DEC 1", card, "       END 0"], "test")
    assert any(f": {letter} {what}" in error for error in found.errors), found.errors


def test_an_operation_is_defined_once() -> None:
    found = assemble(["ABC    OPD 5", "ABC    OPD 6", "       END 0"], "test")
    assert found.errors == ("test, card 2, column 1: M ABC is defined more than once",)


# -- loading what was assembled --------------------------------------------------------------------


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
