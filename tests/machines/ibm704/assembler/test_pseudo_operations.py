"""UA SAP's REP, DEF, OPD, SKP and SPC, integers as locations, and fields that are left out."""

import pytest

from machines.ibm704.assembler import assemble, deck_of
from tests.machines.ibm704.assembler.test_cards import program


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
