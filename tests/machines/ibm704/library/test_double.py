"""DPADD, DPSUB, DPMPY, DPDIV beside exact arithmetic."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from tests.machines.ibm704.library.routines import (
    LISTS,
    REFUSED,
    Driven,
    bound_of,
    exactly,
    float_word,
    is_normalised,
)

DRIVER = """
START  LXA COUNT,1
NEXT   CLA HIGHA,1
       STO A
       LDQ LOWA,1
       CLA HIGHB,1
       STO B
       CLA LOWB,1
       STO B+1
       CLA A
       TSX {entry},4
       PZE B
{error}
       STO HIGHA,1
       STQ LOWA,1
       TIX NEXT,1,1
       HPR 1
FAIL   CAL NONE
       SLW HIGHA,1
       TIX NEXT,1,1
       HPR 1
A      BSS 1
B      BSS 2
NONE   OCT -377777777777
COUNT  PZE {count}
HIGHA  EQU {high_a}
LOWA   EQU {low_a}
HIGHB  EQU {high_b}
LOWB   EQU {low_b}
"""
COUNT = 500
UNIT = Fraction(1, 2**54)
Pair = tuple[int, int]


def pair(value: Fraction) -> Pair:
    """A number as two floating words."""
    high = float_word(value)
    rest = value - exactly(high)
    return high, float_word(rest) if rest else 0


def total(words: Pair) -> Fraction:
    return exactly(words[0]) + exactly(words[1])


def results(entry: str, first: Sequence[Pair], second: Sequence[Pair]) -> list[Pair]:
    """What the routine gives for each two pairs."""
    ends = [LISTS + COUNT * n for n in range(1, 5)]
    source = DRIVER.format(
        entry=entry,
        error="       TRA FAIL" if entry == "DPDIV" else "* NO ERROR RETURN",
        count=len(first),
        **dict(zip(("high_a", "low_a", "high_b", "low_b"), ends, strict=True)),
    )
    driven = Driven(source, "DOUBLE")
    lists = [[one[n] for one in side] for side in (first, second) for n in (0, 1)]
    for end, words in zip(ends, lists, strict=True):
        driven.put(end - len(words), words)
    driven.run()
    high, low = (driven.words(end - len(first), len(first)) for end in ends[:2])
    return list(zip(high, low, strict=True))


def random_values(seed: str, least: int, most: int, count: int) -> list[Fraction]:
    """Numbers of 54 bits."""
    chance = random.Random(seed)
    return [
        chance.choice((1, -1))
        * Fraction(chance.randrange(2**53, 2**54))
        * Fraction(2) ** (chance.randint(least, most) - 54)
        for _ in range(count)
    ]


OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "DPADD": lambda a, b: a + b,
    "DPSUB": lambda a, b: a - b,
    "DPMPY": lambda a, b: a * b,
    "DPDIV": lambda a, b: a / b,
}


def worst(entry: str, first: Sequence[Fraction], second: Sequence[Fraction]) -> float:
    """The largest error, in units of 2**-54 of the power of two above the largest of the values
    that the head names."""
    found = Fraction(0)
    pairs = [pair(one) for one in first], [pair(one) for one in second]
    for a, b, words in zip(*pairs, results(entry, *pairs), strict=True):
        right = OPERATIONS[entry](total(a), total(b))
        assert is_normalised(words[0])
        measure = abs(right)
        if entry in ("DPADD", "DPSUB"):
            measure = max(measure, abs(total(a)), abs(total(b)))
        unit = UNIT * Fraction(2) ** math.frexp(measure)[1]
        found = max(found, abs(total(words) - right) / unit)
    return float(found)


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "place"), [("DPADD", 0), ("DPSUB", 0), ("DPMPY", 1)])
def test_results_are_right_to_within_their_bound(entry: str, place: int) -> None:
    first = random_values("a", -10, 10, COUNT)
    second = random_values("b", -10, 10, COUNT)
    assert worst(entry, first, second) < bound_of("double")[place]


def test_quotients_are_right_to_within_their_bound() -> None:
    first = random_values("a", -40, 40, COUNT)
    second = random_values("b", -40, 40, COUNT)
    assert worst("DPDIV", first, second) < bound_of("double")[2]


@pytest.mark.slow
def test_sums_of_numbers_that_nearly_cancel() -> None:
    first = random_values("a", 0, 0, COUNT)
    tiny = random_values("b", -50, -20, COUNT)
    second = [-(one + part) for one, part in zip(first, tiny, strict=True)]
    assert worst("DPADD", first, second) < bound_of("double")[0]
    assert worst("DPSUB", first, [-one for one in second]) < bound_of("double")[0]


def test_a_third_three_times_is_one_to_53_bits() -> None:
    one, three = pair(Fraction(1)), pair(Fraction(3))
    (third,) = results("DPDIV", [one], [three])
    (whole,) = results("DPMPY", [third], [three])
    assert abs(total(whole) - 1) <= Fraction(1, 2**53)


def test_0_may_be_a_term_or_factor_but_no_divisor() -> None:
    zero, two = (0, 0), pair(Fraction(2))
    assert total(results("DPADD", [zero], [two])[0]) == 2
    assert total(results("DPSUB", [zero], [two])[0]) == -2
    assert total(results("DPMPY", [two], [zero])[0]) == 0
    assert total(results("DPDIV", [zero], [two])[0]) == 0
    assert results("DPDIV", [two], [zero])[0][0] == REFUSED
