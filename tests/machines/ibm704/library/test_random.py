"""RANDOM, RANDF, RSEED beside the formula."""

from collections import Counter

import pytest

from tests.machines.ibm704.library.routines import (
    LISTS,
    SIGN,
    Driven,
    exactly,
    integer_word,
    is_normalised,
)

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
