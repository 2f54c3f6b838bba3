"""Symbols, expressions, pseudo-operations, libraries, and the letters in the listing's margin."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media.card import Card
from devices.media.charset import char_of_bcd
from devices.media.deck import Deck
from devices.refusal import RefusedError
from machines.ibm704.assembler import Assembly, assemble, deck_of
from machines.ibm704.assembler.expressions import Scope, evaluate
from machines.ibm704.assembler.passes import PSEUDO_OPERATIONS


def program(text: str, library: dict[str, list[str]] | None = None) -> Assembly:
    """The program in these lines, each a card with three columns cut off in front of it."""
    cards = [line[3:] for line in text.strip("\n").split("\n")]
    return assemble(cards, "test", library)


def words(data: str) -> list[str]:
    """The words of one card of data, in octal."""
    found = assemble([f"       {data}", "       END 0"], "test")
    assert found.errors == ()
    return [f"{word:012o}" for word in found.words.values()]


def letters(text: str) -> dict[int, str]:
    """The letters in the margin of each card, counted from 1, that has any."""
    found = program(text)
    rows = [line for line in found.listing[2:] if len(line) > 32][
        : text.strip("\n").count("\n") + 1
    ]
    return {n: row[:6].strip() for n, row in enumerate(rows, start=1) if row[:6].strip()}


# -- expressions ---------------------------------------------------------------------------------


def test_an_expression_is_read_from_left_to_right() -> None:
    for text, value in [
        ("5", 5),
        ("-5", 32763),
        ("A", 100),
        ("A+5", 105),
        ("A-B", 93),
        ("B-A", 32768 - 93),
        ("A+B*3", 121),
        ("A*2+B/2", 203),
        ("A/B*B", 98),
        ("2*A/7-1", 27),
        ("-7/2", 32765),
        ("*", 64),
        ("*-1", 63),
        ("*+2*3", 70),
        ("***", 4096),
        ("2**", 128),
        ("**", 0),
        ("-", 0),
        ("", 0),
        ("A-**", 100),
        ("8.5+1", 10),
        ("32767", 32767),
        ("-32767", 1),
    ]:
        scope = Scope(symbols={"A": 100, "B": 7, "8.5": 9}, here=64)
        found = evaluate(text, 12, scope)
        assert (found.number, found.problems) == (value, ()), (text, value)


def test_an_expression_that_cannot_be_says_why() -> None:
    for text, letter, column, what in [
        ("A+X", "U", 14, "X is not defined"),
        ("A+1X34567", "F", 14, "1X34567 has 7 characters; a symbol has at most 6"),
        ("1234567", "F", 12, "1234567 has more than 6 digits"),
        ("A/0", "F", 13, "division by nothing or zero in A/0"),
        ("A*", "F", 13, "nothing stands behind *; a symbol or number was expected"),
        ("*A", "F", 13, "A behind *; one of + - * / was expected"),
        ("A*400", "F", 12, "A*400 is 40000; it has to be less than 32768"),
        ("AB$A", "F", 12, "AB before $ is no heading; a heading is one character"),
        ("A$", "F", 12, "a symbol was expected after $"),
    ]:
        found = evaluate(text, 12, Scope(symbols={"A": 100}))
        assert found.number == 0, (text, letter, column, what)
        assert [(one.letter, one.column, one.what) for one in found.problems] == [
            (letter, column, what)
        ], (text, letter, column, what)


# -- data ----------------------------------------------------------------------------------------


def test_data_by_hand() -> None:
    for data, octal in [
        ("DEC 1", ["000000000001"]),
        ("DEC -1", ["400000000001"]),
        ("DEC -0", ["400000000000"]),
        ("DEC +34359738367", ["377777777777"]),
        ("DEC 2B2", ["200000000000"]),
        ("DEC 1B2,35B8", ["100000000000", "043000000000"]),
        ("DEC 3.5B17", ["000003400000"]),
        ("DEC -.5B0", ["600000000000"]),
        ("DEC 1.5E1B20,1.5B20E1", ["000001700000", "000001700000"]),
        ("DEC 1.", ["201400000000"]),
        ("DEC 10.", ["204500000000"]),
        ("DEC -1E1", ["604500000000"]),
        ("DEC .1", ["175631463146"]),
        ("DEC 1E-2", ["172507534122"]),
        ("DEC 0.", ["000000000000"]),
        ("DEC 3.14159265", ["202622077325"]),
        ("DEC 1E38", ["377454732313"]),
        ("DEC 134217727.,134217728.5", ["233777777777", "234400000000"]),
        ("OCT 7", ["000000000007"]),
        ("OCT -7,377777777777", ["400000000007", "377777777777"]),
        ("OCT -131103003646", ["531103003646"]),
        ("OCT 777777777777", ["777777777777"]),
        ("BCI 1,AB 09Z", ["212260001171"]),
        ("BCI 2,ABCDEFG", ["212223242526", "276060606060"]),
        ("BCI 1,+.)-$*", ["203334405354"]),
        ("BCI 1,/,(=@", ["617374131460"]),
        ("BCD 2000END000FIN", ["000000254524", "000000263145"]),
    ]:
        assert words(data) == octal, (data, octal)


def test_a_blank_ends_the_field_of_data() -> None:
    assert words("DEC 1 2,3") == ["000000000001"]


def test_ten_words_of_characters_fill_the_card() -> None:
    text = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789 AND MORE"
    found = [
        "".join(char_of_bcd(int(word, 8) >> at & 63) or "?" for at in range(30, -1, -6))
        for word in words(f"BCI ,{text}")
    ]
    assert "".join(found) == text[:60]  # column 72 is the last
    assert len(words(f"BCD 0{text}")) == len(words(f"BCD  {text}")) == 10


@given(st.integers(0, 10**9), st.integers(0, 9), st.integers(-28, 27), st.sampled_from(["", "-"]))
def test_floating_point_is_the_nearest(digits: int, places: int, power: int, sign: str) -> None:
    text = f"{digits:010}"
    text = f"{text[: 10 - places]}.{text[10 - places :]}"
    word = int(words(f"DEC {sign}{text}E{power}")[0], 8)
    value = Fraction(text) * Fraction(10) ** power
    magnitude = word & (1 << 35) - 1
    characteristic, fraction = magnitude >> 27, magnitude & (1 << 27) - 1
    assert word >> 35 == bool(sign)
    found = Fraction(fraction) * Fraction(2) ** (characteristic - 128 - 27)
    assert abs(found - value) * 2 <= Fraction(2) ** (characteristic - 128 - 27)
    assert fraction >> 26 == bool(value)  # normalised


@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(20, 35))
def test_fixed_point_is_the_nearest(digits: int, places: int, point: int) -> None:
    value = Fraction(digits, 10**places)
    text = str(digits).zfill(places + 1)
    text = f"{text[: len(text) - places]}.{text[len(text) - places :]}"
    word = int(words(f"DEC {text}B{point}")[0], 8)
    assert abs(Fraction(word) - value * 2 ** (35 - point)) <= Fraction(1, 2)


def test_data_that_cannot_be_is_flagged_u() -> None:
    for data, what in [
        ("DEC 34359738368", "34359738368 with its binary point behind bit 35 is too large"),
        ("DEC 4B2", "4 with its binary point behind bit 2 is too large for a word"),
        ("DEC 1E39", "is out of range; floating point goes from 1E-38 to 1E+38"),
        ("DEC 1E-40", "is out of range"),
        ("DEC 1X", "1X is no decimal number such as 17, -3.5, 1E-3 or 3.5B17"),
        ("DEC 1,,2", "nothing is no decimal number"),
        ("DEC 1B3B4", "1B3B4 has E or B twice"),
        ("OCT 8", "8 is no octal number of one to twelve digits"),
        ("OCT 1234567012345", "1234567012345 is no octal number"),
        ("BCI HELLO", "BCI has the number of its words (1 to 10) and a comma from column 12"),
        ("BCI 11,HELLO", "11 words; a card holds 10 at most"),
        ("BCI 0,", "BCI has the number of its words"),
        ("BCD HELLO", "BCD has the number of its words, one digit, in column 12"),
    ]:
        found = assemble([f"       {data}", "       END 0"], "test")
        assert len(found.errors) == 1, (data, what)
        assert ": U " in found.errors[0] and what in found.errors[0], (data, what)
        assert found.listing[2].startswith("U"), (data, what)


# -- pseudo-operations ---------------------------------------------------------------------------


def test_locations_are_counted_and_blocks_left_free() -> None:
    found = program("""
          ORG 64
   A      CLA B
   TABLE  BSS 10
   ENDT   BES 6
   B      DEC 1,2
   C      SYN B+1
   D      EQU 3*4
          ABS
          ORG C+100
   E      TRA A
          END A
""")
    assert found.errors == ()
    assert found.symbols == {
        "A": 64, "TABLE": 65, "ENDT": 81, "B": 81, "C": 82, "D": 12, "E": 182
    }  # fmt: skip
    assert sorted(found.words) == [64, 81, 82, 182]
    assert found.start == 64


def test_small_letters_and_blanks_in_the_location_dont_matter() -> None:
    found = assemble(["a b    cla ab,4   the next", "       end ab"], "test")
    assert found.symbols == {"AB": 0}
    assert found.words == {0: 0o050000400000}


def test_a_heading_keeps_symbols_of_two_parts_apart() -> None:
    found = program("""
   A      DEC 1
   COMMON DEC 2
   X      HED
   A      DEC 3
          TRA A
          TRA $A
          TRA COMMON
          HED Y
   A      DEC 4
          TRA X$A
          TRA A
          HED
          TRA A
          END Y$A
""")
    assert found.errors == ()
    assert found.symbols == {"A": 0, "COMMON": 1, "X$A": 2, "Y$A": 6}
    assert [found.words[at] & 0o77777 for at in (3, 4, 5, 7, 8, 9)] == [2, 0, 1, 2, 6, 0]
    assert found.start == 6


def test_library_cards_follow_the_card_that_calls_for_them() -> None:
    library = {
        "SQRT": ["SQRT   TRA 1,4", "       LIB ABS1", "       END 0"],
        "ABS1": ["ABS1   SSP", "       TRA 1,4", "       END 0", "       DEC 9"],
    }
    found = program(
        """
   A      TSX SQRT,4
   SQRT   LIB
          TRA ABS1
          END A
""",
        library,
    )
    assert found.errors == ()
    assert found.symbols == {"A": 0, "SQRT": 1, "ABS1": 2}
    assert [f"{word:012o}" for word in found.words.values()] == [
        "007400400001",
        "002000400001",
        "076000000003",
        "002000400001",
        "002000000002",
    ]


def test_a_routine_that_the_library_lacks_or_that_calls_for_itself_is_flagged() -> None:
    library = {"A1": ["       LIB A1", "       END 0"]}
    found = program("          LIB B2\n          LIB A1\n          END 0", library)
    assert [error.partition(": U ")[2] for error in found.errors] == [
        "the library has no routine B2",
        "A1 calls for itself",
    ]


# -- letters -------------------------------------------------------------------------------------


def test_the_letters_of_the_margin() -> None:
    found = letters("""
          ORG 64
   A      CLA NOPE
          XYZ 4
          OCT 9
   B      BSS C
   C      DEC 1
   C      DEC 2
          CLA
          TIX A,4
          LXA A
          PXD
          CLA A,8
          CLA A,0,64
          CHS 5
          RTB 11
          CLA A,1,2,3
   12     DEC 1
          DVP A
          STO A
          ORG
          END A
""")
    assert found == {
        2: "U", 3: "U", 4: "U", 5: "U", 6: "M", 7: "M", 8: "A", 9: "D", 10: "T",
        11: "T", 12: "F", 13: "F", 14: "F", 15: "F", 16: "F", 19: "Q", 20: "A",
    }  # fmt: skip


def test_several_letters_stand_together() -> None:
    assert letters("   A      TIX X\n   A      DEC 1\n          END 0") == {1: "MUTD", 2: "M"}


def test_a_question_keeps_no_deck_from_being_punched() -> None:
    found = assemble(["       DVP 5", "       STO 6", "       END 0"], "test")
    assert found.errors == ()
    assert found.warnings == (
        "test, card 2, column 8: Q STO behind a division: the quotient is in the MQ "
        "(STQ stores it)",
    )
    assert len(deck_of(found).cards) == 4


def test_an_error_names_card_column_and_what_was_expected() -> None:
    found = assemble(["       CLA A+XX", "       RTD 11", "      CLA 5", "       END 0"], "p.sap")
    assert found.errors == (
        "p.sap, card 1, column 12: U A is not defined",
        "p.sap, card 1, column 14: U XX is not defined",
        "p.sap, card 2, column 12: F RTD 11; expected a unit from 1 to 10",
        "p.sap, card 3, column 7: F C; expected a blank here",
        "p.sap, card 3, column 11: F 5; expected a blank here",
        "p.sap, card 3, column 8: U there is no operation LA; CLA has to stand in columns 8-10",
    )
    with pytest.raises(
        RefusedError, match=r"column 12: U A is not defined \(and 5 more\); no deck"
    ):
        deck_of(found)


def test_without_end_there_is_no_deck() -> None:
    found = assemble(["       CLA 5"], "p.sap")
    assert found.start is None
    assert found.errors == ("p.sap: the END card is missing; it names where the program starts",)


def test_words_for_the_loaders_place_are_refused() -> None:
    for storage in (4096, 8192, 32768):
        top = storage - 64
        fits = [f"       ORG {top - 1}", "       DEC 1", "X      BSS 64", "       END 0"]
        assert assemble(fits, "test", storage=storage).errors == ()
        (error,) = assemble(
            [f"       ORG {top - 1}", "       DEC 1,2", "       END 0"], "test", storage=storage
        ).errors
        assert "column 1: F the word goes to" in error and f"from {top:05o} on stands" in error


def test_a_location_past_the_storage_is_flagged() -> None:
    found = assemble(["       ORG 4090", "A      BSS 7", "       END 0"], "test", storage=4096)
    assert found.errors == ("test, card 2, column 12: F past the end of a storage of 4096 words",)


# -- media ---------------------------------------------------------------------------------------


def test_a_deck_of_cards_assembles_as_its_text() -> None:
    lines = ["A      CLA A,4", "       END A"]
    deck = Deck("p.cbn", tuple(Card.of_text(line) for line in lines))
    assert assemble(deck, "p.sap").words == assemble(lines, "p.sap").words


def test_cards_that_are_no_symbolic_cards_are_refused() -> None:
    with pytest.raises(RefusedError, match=r"p.sap, card 1, column 81: 81 characters"):
        assemble(["X" * 81], "p.sap")
    binary = Deck("p.cbn", (Card((0xFFF,) * 80),))
    with pytest.raises(RefusedError, match=r"p.cbn, card 1, column 1: punches"):
        assemble(binary, "p.cbn")


def test_the_listing_by_hand() -> None:
    found = assemble(
        [
            "* LISTED",
            "       ORG 100",
            "LOOP   CLA TABLE,4    NEXT",
            "       TXL LOOP,1,20",
            "MASK   OCT -377777000000,1",
            "TABLE  BSS 4",
            "       BCI 1,ABC",
            "       END LOOP",
        ],
        "p.sap",
    )
    assert found.listing == (
        "P.SAP",
        "",
        "                                * LISTED",
        "                         00144         ORG 100",
        "       00144  0 500   4 00150   LOOP   CLA TABLE,4    NEXT",
        "       00145 -3 00024 1 00144          TXL LOOP,1,20",
        "       00146 -377777000000      MASK   OCT -377777000000,1",
        "       00147  000000000001",
        "                         00150  TABLE  BSS 4",
        "       00154  212223606060             BCI 1,ABC",
        "                         00144         END LOOP",
        "",
        "SYMBOLS (- NOT REFERRED TO)",
        " LOOP     00144   -MASK     00146    TABLE    00150",
        "",
        "NO ERRORS",
    )


def test_a_symbol_behind_the_last_address_is_flagged() -> None:
    for cards in (["0", "0000000BES0-1", "="], ["       ORG 32767", "       PZE", "END    BSS 0"]):
        found = assemble(cards, "past")
        assert any("32768 is past the last address, 32767" in error for error in found.errors)
        assert all(0 <= value < 32768 for value in found.symbols.values())


@given(
    st.lists(
        st.one_of(
            st.text("ABXCLORGEQUBSTIDHP019+-*/,$.B =(", max_size=80),
            st.builds(
                "{:<6} {} {}".format,
                st.sampled_from(["", "A", "B", "12", "A B", "$"]),
                st.sampled_from([*PSEUDO_OPERATIONS, "TIX", "CLA", "SLN", "PZE"]),
                st.text("AB019+-*/,$.BE ", max_size=20),
            ),
        ),
        max_size=12,
    )
)
def test_any_cards_are_assembled_or_flagged(cards: list[str]) -> None:
    found = assemble(cards, "any", {"A": ["A      LIB B"], "B": ["       LIB A"]})
    assert all(0 <= word < 1 << 36 for word in found.words.values())
    assert all(0 <= value < 32768 for value in found.symbols.values())
    if not found.errors:
        assert deck_of(found).cards
