"""``assemble --uasap``: what SHARE's UA SAP 3 punched, cards, errors and all.

Each word and card here was punched by UA SAP itself, run on this 704 from its own deck.
"""

from machines.ibm704.assembler import Assembly, deck_of
from machines.ibm704.assembler.uasap import assemble_uasap

DECIMALS = {
    "17": 0o000000000021,
    "-0": 0o400000000000,
    "3.5": 0o202700000000,
    ".03465735903B0": 0o010676467774,
    "1E-3": 0o167406111564,  # its last bit is lost
    "-1.5B17": 0o400001400000,
    "34359738367": 0o377777777777,
    "34359738368": 0o031463146314,  # its last digit doesn't fit
    "1E38": 0o377454732313,
    "1E39": 0,
    "1.E-38": 0o002663437346,
    "1.E-39": 0,
    "12.5E-2B8": 0o000100000000,
    "2B1": 0,
    "2B3B4": 0o000000000004,
    "1E2E3": 0o315522640262,
    "1.2.3": 0o201472702436,
    "5-3": 0o400000000065,
    "9=": 0o000000000011,
    "": 0,
}
FIELDS = {
    "HTR -1,7,-1": 0o077777777777,
    "HTR 32769": 0o000000000001,
    "HTR -32769": 0o000000077777,
    "HTR 1234567": 0o000000012107,
    "TXI **,**,-": 0o100000000000,
    "HTR A/0": 0o000000000100,
    "HTR A*A-A": 0o000000007700,
    "HTR ,5": 0o000000500000,
    "SWT 7": 0o476000000161,
    "RTB 20": 0o076200000224,
    "CLA 1,2,300": 0o050454200001,
    "XYZ 5,1,2": 0o000002100005,
    "HTR U+5": 0,
    "HTR *+*": 0o000000000234,
    "HTR 0*5": 0,
    "HTR =": 0o000000000013,
    "HTR 1,2,3,4": 0o000003200001,
    "CAC 5": 0o470000000005,
    "BSR 5": 0o000000000005,
    "": 0,
}


def programs(*cards: str) -> list[Assembly]:
    """The programs of these cards."""
    return assemble_uasap(cards, "test.sap")[0]


def rows(*cards: str) -> list[tuple[int, ...]]:
    """The 24 words of each card that is punched."""
    return [
        card.row_words() for each in programs(*cards) for card in deck_of(each, loader=False).cards
    ]


def test_numbers_are_converted_with_the_704s_own_arithmetic() -> None:
    (found,) = programs("       ORG 64", *(f"       DEC {text}" for text in DECIMALS), "       END")
    for text, word, given in zip(DECIMALS, found.words.values(), DECIMALS.values(), strict=True):
        assert (text, f"{word:012o}") == (text, f"{given:012o}")


def test_fields_are_taken_as_they_come() -> None:
    cards = ["       ORG 64", "A      HTR", *(f"       {text}" for text in FIELDS), "       END"]
    (found,) = programs(*cards)
    words = list(found.words.values())[1:]
    for text, word, given in zip(FIELDS, words, FIELDS.values(), strict=True):
        assert (text, f"{word:012o}") == (text, f"{given:012o}")


def test_programs_follow_each_other_up_to_fin_with_their_statistics() -> None:
    one, two = (
        [f"       ORG {start}", "A      CLA A", "       WST 10,1", "       END A"]
        for start in (64, 100)
    )
    two[2:3] = ["       RST 10,1", "       CLA A"]
    blank = (0,) * 24
    deck = rows(*one, *two, "       FIN", "       CLA 5")
    assert len(deck) == 14
    assert deck[0][:3] == (0o1000100, 0o50001000200, 0o50000000100)
    assert deck[1] == (0o100, *[0] * 23)
    assert deck[2] == deck[3] == deck[5] == deck[6] == blank
    assert deck[4] == ((1 << 36) - 1, 0o11000000, 0o1000000, *statistics(4))
    assert deck[7][2:4] == (0o50000000100, 0o50000000100)  # the table that came in is the other's
    assert deck[11] == ((1 << 36) - 1, 0o13000000, 0o1000000, *statistics(5))


def statistics(cards: int) -> list[int]:
    """The words behind the number of symbols: how many cards were read, in both passes."""
    words = [0] * 21
    words[4] = words[9] = cards << 18
    return words


def test_wrong_cards_are_punched_and_each_kind_is_said_once() -> None:
    cards = ["", "* A TITLE", "B      CLA X", "B      CLA 40000", " C     CLA X", "       DEC 1E-3"]
    cards += ["       BCD 0", "B2     EQU LATER", "LATER  LXA 1", "       PLB", "       RST 9"]
    found, told = assemble_uasap([*cards, "       END C", "       OCT 1", "       FIN", "A"], "t")
    assert found[0].words[2] == 0o50000000000 and len(found[0].words) == 7
    for text in (
        "t, card 1, column 1: a blank card is a word of zeros",
        "t, card 2, column 8: U there is no operation LE; the card is a word of its fields",
        "t, card 3, column 12: U X is not defined; the field is 0 (and 2 more",
        "M B is defined more than once (and 1 more",
        "t, card 4, column 12: 40000 is taken modulo 32768: 7232",
        "t, card 6, column 12: 1E-3 is truncated to 167406111564; rounded it is 167406111565",
        "t, card 7, column 12: BCD 0 has no words",
        "t, card 8, column 12: U LATER is not defined before this card",
        "t, card 9, column 14: T LXA has no tag; it is 0",
        "t, card 10, column 8: PLB is passed over",
        "t, card 11, column 12: no WST of this run wrote tape 9, file 1",
        "t, card 13, column 8: no END follows; dropped",
        "t, card 15, column 8: behind FIN; dropped",
    ):
        assert any(text in line for line in told), (text, told)


def test_words_go_where_the_second_pass_finds_their_symbol() -> None:
    """The first pass leaves no room for N, which it doesn't know yet."""
    (found,) = programs("       BSS N", "A      HTR", "B      HTR B", "N      EQU 5", "       END")
    assert found.words == {0: 0, 1: 1}
    assert found.listing[3].startswith("PA     00000")


def test_pseudo_operations_close_and_form_cards_as_there() -> None:
    cards = """
REL
A      CLA B
       LOC 500
B      CLA A,0,B
C      TXI C-A,1,-C
       DEF 900,1
       CLA U
       CLA V
H      HED
A      CLA A,0,$A
XYZ    OPD 123400400000
       XYZ 5
       ABS
       REP 2,2
R      C/T 77,1
       TCD *
       BCD 2123456
       END A
"""
    deck = rows(*cards.replace("REL", "       REL").strip("\n").split("\n"))
    assert [" ".join(f"{word:o}" for word in row if word) for row in deck[:6]] == [
        "200007000000 306513104553 253105000000 50000000764 50764000000 177013100765 50000001604 "
        "50000000000 50000000770 123400000005",
        "1000772 123401000777 123400000005",
        "1000773 123401001000 123400000005",
        "1000774 1101111 100115",
        "774",
        "2000774 616265647562 10203040506 606060606060",
    ]
