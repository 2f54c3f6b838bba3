"""READ, IMGBCD, PUNCH, BCDIMG: cards to characters and back."""

import random

import pytest

from devices.media.card import Card
from devices.media.charset import PUNCHES, punches_of_bcd
from devices.media.deck import Deck
from devices.units.card_unit import PUNCH_CARD_US, READER_CARD_US
from machines.ibm704 import registers as at
from tests.machines.ibm704.library.routines import LISTS, Driven, assembled, text_of, text_words
from tests.machines.ibm704.library.running import Run, started, stop_of, text_deck

ALL = "".join(sorted(PUNCHES))
COLUMNS = 72
ROWS = 24
READ_ALL = """
START  TSX READ,4
AREA   PZE 8192
       TRA DONE
       CLA CARDS
       ADD ONE
       STO CARDS
       CLA AREA
       ADD TWELVE
       STA AREA
       TRA START
DONE   CLA CARDS
       HPR 1
ONE    DEC 1
TWELVE DEC 12
CARDS  DEC 0
"""
PUNCH_ALL = """
START  TSX PUNCH,4
AREA   PZE 8192
       CLA AREA
       ADD TWELVE
       STA AREA
       CLA CARDS
       SUB ONE
       STO CARDS
       TNZ START
       IOD
       HPR 1
ONE    DEC 1
TWELVE DEC 12
CARDS  DEC {count}
"""
CONVERT = """
START  LXA COUNT,1
NEXT   TSX {entry},4
WHERE  PZE 8192,0,16384
       CLA WHERE
       ADD STEP
       STO WHERE
       TIX NEXT,1,1
       HPR 1
STEP   PZE 12,0,24
COUNT  DEC {count}
"""


def random_texts(count: int) -> list[str]:
    chance = random.Random(704)
    return ["".join(chance.choices(ALL, k=COLUMNS)) for _ in range(count)]


TEXTS = [ALL + " " * (COLUMNS - len(ALL)), " " * COLUMNS, "0" * COLUMNS, *random_texts(20)]


def card_of(text: str) -> Card:
    return Card.of_text(text)


def with_signed_zeros() -> tuple[Card, list[int]]:
    """The two characters without a graphic, and their codes."""
    codes = [0o32, 0o52] * 36
    columns = [punches for code in codes if (punches := punches_of_bcd(code)) is not None]
    assert len(columns) == COLUMNS
    words = [0o325232523252] * 12
    return Card((*columns, *[0] * 8)), words


def test_a_card_image_becomes_characters() -> None:
    driven = Driven(CONVERT.format(entry="IMGBCD", count=len(TEXTS)), "READ")
    images = [word for text in TEXTS for word in card_of(text).row_words()]
    driven.put(LISTS * 2, images)
    driven.run()
    found = driven.words(LISTS, 12 * len(TEXTS))
    assert [text_of(found[at : at + 12]) for at in range(0, len(found), 12)] == TEXTS
    assert driven.words(LISTS * 2, len(images)) == images


def test_characters_become_a_card_image() -> None:
    driven = Driven(CONVERT.format(entry="BCDIMG", count=len(TEXTS)), "PUNCH")
    driven.put(LISTS, [word for text in TEXTS for word in text_words(text, 12)])
    driven.run()
    found = driven.words(LISTS * 2, ROWS * len(TEXTS))
    assert found == [word for text in TEXTS for word in card_of(text).row_words()]


@pytest.mark.parametrize(("entry", "name"), [("IMGBCD", "READ"), ("BCDIMG", "PUNCH")])
def test_plus_and_minus_zero_have_codes(entry: str, name: str) -> None:
    card, words = with_signed_zeros()
    driven = Driven(CONVERT.format(entry=entry, count=1), name)
    driven.put(LISTS, words)
    driven.put(LISTS * 2, card.row_words())
    driven.run()
    assert driven.words(LISTS, 12) == words
    assert driven.words(LISTS * 2, ROWS) == list(card.row_words())


def test_cards_are_read_to_the_end_of_file() -> None:
    run = Run(READ_ALL, "READ", cards=text_deck(*TEXTS))
    assert run.stop == 1
    assert run.words("CARDS", 1) == [len(TEXTS)]
    found = run.words(8192, 12 * len(TEXTS))
    assert [text_of(found[at : at + 12]) for at in range(0, len(found), 12)] == TEXTS


def test_the_reader_keeps_its_250_cards_a_minute() -> None:
    ten = Run(READ_ALL, "READ", cards=text_deck(*["704"] * 10))
    thirty = Run(READ_ALL, "READ", cards=text_deck(*["704"] * 30))
    assert thirty.us - ten.us == pytest.approx(20 * READER_CARD_US, abs=12)


def test_cards_are_punched() -> None:
    words = [word for text in TEXTS for word in text_words(text, 12)]
    placed = dict(enumerate(words, start=8192))
    run = Run(PUNCH_ALL.format(count=len(TEXTS)), "PUNCH", words=placed)
    assert run.stop == 1
    punched = run.operator.attendant.take_punched_cards()
    assert punched == Deck("", tuple(card_of(text) for text in TEXTS)).cards


def test_the_punch_keeps_its_100_cards_a_minute() -> None:
    ten = Run(PUNCH_ALL.format(count=10), "PUNCH")
    thirty = Run(PUNCH_ALL.format(count=30), "PUNCH")
    assert thirty.us - ten.us == pytest.approx(20 * PUNCH_CARD_US, rel=0.001)


INDEX_KEPT = """
START  LXA ELEVEN,1
       LXA FIVE,2
       TSX READ,4
       PZE 8192
       HPR 7
       TSX PUNCH,4
       PZE 8192
       TSX IMGBCD,4
       PZE 8192,0,16384
       TSX BCDIMG,4
       PZE 8192,0,16384
       TXH BAD,1,11
       TXL BAD,1,10
       TXH BAD,2,5
       TXL BAD,2,4
       HPR 1
BAD    HPR 2
ELEVEN DEC 11
FIVE   DEC 5
"""


def test_index_registers_come_back() -> None:
    run = Run(INDEX_KEPT, "READ", "PUNCH", cards=text_deck("704"))
    assert run.stop == 1


# -- SNAP: what it prints, and that the program goes on as if it had not been there ----------------


DRIVER = """
START  LXA ADDRES,1
       LXD INDEXB,2
{make}
HERE   TSX SNAP,4
       PZE {first},0,{last}
       HPR 1
ADDRES PZE 17
INDEXB PZE 0,0,63
M      OCT 123456701234
X      OCT 377777777777
MINUS  OCT -17
DATA   OCT 1,2,3,-4,5,6,7,10,11,12
"""
PLAIN = """
       CLA MINUS
       LDQ M
"""
P_AND_OVERFLOW = """
       CLA X
       ADD X
       LDQ M
"""
Q_WITHOUT_OVERFLOW = """
       CLA X
       ALS 3
       TOV *+1
       LDQ M
"""
SAVED = (at.AC, at.MQ, at.XA, at.XB, at.AC_OVERFLOW, at.MQ_OVERFLOW, at.DIVIDE_CHECK)


def snapped(make: str, first: str = "DATA", last: str = "DATA+9") -> tuple[list[int], list[str]]:
    """The registers at the stop behind it, and the lines."""
    source = DRIVER.format(make=make.strip("\n"), first=first, last=last)
    one = started(assembled(source, "SNAP", "PRINT"))
    assert stop_of(one) == 1
    return [int(one.machine.words[place]) for place in SAVED], one.printed().splitlines()


def without(make: str) -> list[int]:
    """The registers of the same program that calls no SNAP."""
    source = DRIVER.format(make=make.strip("\n"), first="0", last="0")
    source = source.replace("HERE   TSX SNAP,4", "HERE   TRA *+2")
    one = started(assembled(source, "SNAP", "PRINT"))
    assert stop_of(one) == 1
    return [int(one.machine.words[place]) for place in SAVED]


@pytest.mark.parametrize("make", [PLAIN, P_AND_OVERFLOW, Q_WITHOUT_OVERFLOW])
def test_everything_comes_back_as_it_was(make: str) -> None:
    registers, _ = snapped(make)
    assert registers == without(make)


def test_the_cases_hold_what_they_say() -> None:
    assert without(P_AND_OVERFLOW)[0] >> 35 & 3 == 1
    assert without(P_AND_OVERFLOW)[4] == 1
    assert without(Q_WITHOUT_OVERFLOW)[0] >> 35 & 3 == 3
    assert without(Q_WITHOUT_OVERFLOW)[4] == 0
    assert without(PLAIN)[0] == 1 << 37 | 0o17


def test_the_lines_say_what_the_registers_and_the_storage_hold() -> None:
    _, lines = snapped(PLAIN)
    data = assembled(
        DRIVER.format(make=PLAIN.strip("\n"), first="DATA", last="DATA+9"), "SNAP", "PRINT"
    ).symbols["DATA"]
    assert lines == [
        "SNAP  00104    AC    -0 000000000017   MQ       123456701234",
        "INDEX   A   00021   B   00077   C   77674",
        f"{data:05o} 000000000001      000000000002      000000000003      400000000004",
        f"{data + 4:05o} 000000000005      000000000006      000000000007      000000000010",
        f"{data + 8:05o} 000000000011      000000000012",
    ]


def test_p_is_printed_as_1_and_overflow_as_ov() -> None:
    _, lines = snapped(P_AND_OVERFLOW, "0", "0")
    assert lines == [
        "SNAP  00105    AC    +1 377777777776   MQ       123456701234          OV",
        "INDEX   A   00021   B   00077   C   77673",
    ]


def test_one_word_of_storage() -> None:
    _, lines = snapped(PLAIN, "M", "M")
    assert [line[6:] for line in lines[2:]] == ["123456701234"]
