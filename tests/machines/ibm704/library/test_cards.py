"""READ, IMGBCD, PUNCH, BCDIMG: cards to characters and back."""

import random

import pytest

from devices.media.card import Card
from devices.media.charset import PUNCHES, punches_of_bcd
from devices.media.deck import Deck
from devices.units.row_times import PUNCH_CARD_US, READER_CARD_US
from tests.machines.ibm704.library.routines import LISTS, Driven, text_of, text_words
from tests.machines.ibm704.library.running import Run, text_deck

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
