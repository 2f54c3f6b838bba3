"""What the assembler makes of single cards: operations, fields, and the words of the manual."""

import random

import pytest

from machines.ibm704 import registers as at
from machines.ibm704.assembler import Assembly, assemble, deck_of, disassemble
from machines.ibm704.assembler.passes import PSEUDO_OPERATIONS
from machines.ibm704.operations import BY_MNEMONIC, CONSTANTS, EXTENDED, OPERATIONS, SYNONYMS
from machines.workshop.unattended.ibm704 import ProgramOperator
from tests.machines.ibm704.assembler.share_source import CARDS, LIBRARY, share_source


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
