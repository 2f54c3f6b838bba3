"""SORT: records in storage by any of their words."""

import random
from collections import Counter

import pytest

from tests.machines.ibm704.library.routines import (
    LISTS,
    SIGN,
    Driven,
    exactly,
    integer_word,
    is_normalised,
    text_of,
    text_words,
)

CALL = """
START  TSX SORT,4
       PZE {first},0,{count}
       {prefix} {length},0,{key}
       HPR 1
"""
Records = list[tuple[int, ...]]


def sorted_by_the_704(
    records: Records, key: int, prefix: str = "PZE", first: int = LISTS
) -> Records:
    length = len(records[0])
    source = CALL.format(first=first, count=len(records), prefix=prefix, length=length, key=key)
    driven = Driven(source, "SORT")
    driven.put(first, [word for record in records for word in record])
    before, after = driven.words(first - 1, 1), first + length * len(records)
    behind = driven.words(after, 1)
    driven.run()
    assert driven.words(first - 1, 1) == before and driven.words(after, 1) == behind
    words = driven.words(first, length * len(records))
    return [tuple(words[at : at + length]) for at in range(0, len(words), length)]


def order(word: int) -> float:
    """As CAS compares: -0 is below +0."""
    magnitude = word & (SIGN - 1)
    return -magnitude - 0.5 if word & SIGN else magnitude


def random_records(count: int, length: int, kinds: int = 2**36) -> Records:
    chance = random.Random(f"{count} {length} {kinds}")
    return [
        (*(chance.randrange(kinds) for _ in range(length - 1)), chance.randrange(2**36))
        if length > 1
        else (chance.randrange(kinds),)
        for _ in range(count)
    ]


def test_words_come_into_the_order_of_their_numbers() -> None:
    for count in [1, 2, 3, 4, 5, 13, 14, 40, 41, 100, 1000]:
        records = random_records(count, 1)
        in_order = sorted(records, key=lambda one: order(one[0]))
        assert sorted_by_the_704(records, 1) == in_order, count


def test_records_stay_whole() -> None:
    for length, key in [(2, 1), (2, 2), (3, 2), (14, 1), (14, 14)]:
        records = random_records(150, length)
        in_order = sorted(records, key=lambda one: order(one[key - 1]))
        assert sorted_by_the_704(records, key) == in_order, (length, key)


def test_records_with_equal_keys_are_all_there() -> None:
    records = random_records(500, 2, kinds=7)
    found = sorted_by_the_704(records, 1)
    assert [one[0] for one in found] == sorted(one[0] for one in records)
    assert sorted(found) == sorted(records)


def test_what_is_in_order_stays_and_what_is_backwards_is_turned() -> None:
    records: Records = [(n,) for n in range(300)]
    assert sorted_by_the_704(records, 1) == records
    assert sorted_by_the_704(records[::-1], 1) == records


def test_plus_zero_comes_behind_minus_zero() -> None:
    assert sorted_by_the_704([(1,), (0,), (SIGN | 1,), (SIGN,)], 1) == [
        (SIGN | 1,),
        (SIGN,),
        (0,),
        (1,),
    ]


def test_characters_come_in_the_order_of_their_codes() -> None:
    names = [
        "SAMUEL",
        "MICHIE",
        "ARKWRT",
        "  NAME",
        "704",
        "ZZZZZZ",
        "JONES",
        "0",
        "R",
        "S",
    ]
    records: Records = [(n, *text_words(name, 1)) for n, name in enumerate(names)]
    found = sorted_by_the_704(records, 2, "MZE")
    assert found == sorted(records, key=lambda one: one[1])
    assert [text_of(one[1:]).strip() for one in found] == [
        "0",
        "704",
        "ARKWRT",
        "JONES",
        "MICHIE",
        "R",
        "NAME",
        "SAMUEL",
        "S",
        "ZZZZZZ",
    ]


def test_keys_of_36_bits_are_what_they_were() -> None:
    records: Records = [(word,) for word in (0, 1, SIGN - 1, SIGN, SIGN + 1, 2 * SIGN - 1)]
    chance = random.Random(704)
    mixed = records * 20
    chance.shuffle(mixed)
    assert sorted_by_the_704(mixed, 1, "MZE") == sorted(mixed)


def test_no_record_is_no_error() -> None:
    driven = Driven(CALL.format(first=LISTS, count=0, prefix="PZE", length=1, key=1), "SORT")
    driven.put(LISTS, [2, 1])
    driven.run()
    assert driven.words(LISTS, 2) == [2, 1]


# -- RANDOM, RANDF, RSEED beside the formula -------------------------------------------------------


MULTIPLIER = 5**15
DRIVER = """
START  CLA SEED
       TZE *+2
       TSX RSEED,4
       LXA COUNT,1
NEXT   TSX {entry},4
       STO ENDS,1
       TIX NEXT,1,1
       HPR 1
SEED   PZE
COUNT  DEC {count}
ENDS   EQU {end}
"""


def numbers(entry: str, count: int, seed: int = 0) -> list[int]:
    driven = Driven(DRIVER.format(entry=entry, count=count, end=LISTS + count), "RANDOM")
    driven.put("SEED", [integer_word(seed)])
    driven.run()
    return driven.words(LISTS, count)


def test_the_numbers_are_those_of_the_formula() -> None:
    for seed in (0, 1, 17, 704, -12, 2**35 - 1):
        value = abs(seed) | 1
        for number in numbers("RANDOM", 2000, seed):
            value = value * MULTIPLIER % SIGN
            assert number == value


def test_no_number_comes_twice_before_2_to_the_33() -> None:
    """The order of the multiplier in the group of odd numbers is 2**33, the most there can be."""
    assert pow(MULTIPLIER, 2**33, SIGN) == 1
    assert pow(MULTIPLIER, 2**32, SIGN) != 1


def test_the_low_bits_repeat_as_the_head_says() -> None:
    found = numbers("RANDOM", 600)
    assert {number & 3 for number in found} == {1}
    for place in range(3, 9):
        period = 2 ** (place - 1)
        bits = [number >> place & 1 for number in found]
        assert bits[period:] == bits[:-period]
        assert bits[period // 2 :] != bits[: -period // 2]


def test_floating_numbers_are_the_fractions_with_27_bits() -> None:
    fixed, floating = numbers("RANDOM", 3000, 704), numbers("RANDF", 3000, 704)
    for fraction, word in zip(fixed, floating, strict=True):
        assert is_normalised(word)
        assert exactly(word) * 2**27 == fraction >> 8


@pytest.mark.slow
def test_they_are_spread_evenly() -> None:
    tenths = Counter(int(exactly(word) * 10) for word in numbers("RANDF", 10_000, 704))
    chi_square = sum((tenths[n] - 1000) ** 2 / 1000 for n in range(10))
    assert chi_square < 27.9, "one chance in a thousand, 9 degrees of freedom"
    pairs = numbers("RANDF", 10_000, 12345)
    places = Counter(
        (int(exactly(a) * 5), int(exactly(b) * 5))
        for a, b in zip(pairs[::2], pairs[1::2], strict=True)
    )
    chi_square = sum((places[a, b] - 200) ** 2 / 200 for a in range(5) for b in range(5))
    assert chi_square < 51.2, "one chance in a thousand, 24 degrees of freedom"
