"""SQRT, SIN, COS, EXP, LOG beside Python's, in units of the last place."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from tests.machines.ibm704.library.routines import (
    REFUSED,
    SIGN,
    bound_of,
    exactly,
    float_word,
    is_normalised,
    results_of,
    unit_of,
)

SEED = 704
LEAST, LARGEST = 0o000400000000, 0o377777777777
"""The smallest normalised number and the largest."""
ONE = float_word(1)
BELOW_ONE = ONE - 0o000400000001
SMALL = float_word(2**-14)
"""From here on SIN takes more than the angle itself."""
HALF_TURNS = [n * math.pi / 2 for n in range(1, 60)]


def random_words(least: int, most: int, count: int, negative: bool = False) -> list[int]:
    """Numbers of all magnitudes from 2**(least-1) to 2**most."""
    chance = random.Random(f"{SEED} {least} {most}")
    numbers = [
        math.ldexp(chance.uniform(0.5, 1), chance.randint(least, most)) for _ in range(count)
    ]
    signs = [chance.choice((1, -1)) if negative else 1 for _ in numbers]
    return [float_word(sign * number) for sign, number in zip(signs, numbers, strict=True)]


def worst(
    entry: str,
    arguments: Sequence[int],
    truth: Callable[[float], float],
    name: str = "",
    least_unit: Fraction = Fraction(0),
) -> float:
    """The largest error, in units of the last place of the true value (or in ``least_unit``)."""
    largest = Fraction(0)
    results = results_of(entry, arguments, name or entry)
    for argument, result in zip(arguments, results, strict=True):
        assert result != REFUSED and is_normalised(result), f"{entry} of {argument:012o}"
        right = truth(float(exactly(argument)))
        unit = max(unit_of(right), least_unit)
        largest = max(largest, abs(exactly(result) - Fraction(right)) / unit)
    return float(largest)


BELOW_A_HALF = 0o177777777777


def test_square_roots_of_all_magnitudes() -> None:
    edges = [LEAST, LARGEST, ONE, BELOW_ONE, ONE + 1, BELOW_A_HALF, BELOW_A_HALF + 0o400000001]
    squares = [float_word(n * n) for n in range(1, 1000)]
    (bound,) = bound_of("sqrt")
    assert worst("SQRT", edges + random_words(-127, 127, 1200), math.sqrt) < bound
    roots = results_of("SQRT", squares)
    assert [exactly(root) for root in roots] == list(range(1, 1000)), "exact where it can be"
    assert results_of("SQRT", [0]) == [0]


def test_no_root_below_zero() -> None:
    negative = [ONE | SIGN, LEAST | SIGN, LARGEST | SIGN]
    assert results_of("SQRT", negative) == [REFUSED] * 3


def test_small_angles_have_sines_right_to_their_own_last_place() -> None:
    edges = [LEAST, BELOW_ONE, SMALL, SMALL - 0o000400000001]
    angles = edges + random_words(-128, 0, 800, negative=True) + random_words(-15, 0, 800)
    assert worst("SIN", angles, math.sin) < bound_of("sin")[0]


@pytest.mark.parametrize(("entry", "truth"), [("SIN", math.sin), ("COS", math.cos)])
def test_all_angles_have_sines_and_cosines_right_to_27_bits(
    entry: str, truth: Callable[[float], float]
) -> None:
    edges = [float_word(turn * sign) for turn in HALF_TURNS for sign in (1, -1)]
    edges += [LEAST, BELOW_ONE, ONE, float_word(131071.99), float_word(2**-13)]
    angles = edges + random_words(1, 17, 900, negative=True) + random_words(-30, 1, 900)
    bound = bound_of("sin")[1]
    assert worst(entry, angles, truth, "SIN", Fraction(1, 2**27)) < bound


def test_sine_of_0_and_of_angles_that_are_too_large() -> None:
    assert results_of("SIN", [0, SIGN], "SIN") == [0, SIGN]
    assert results_of("COS", [0, SIGN], "SIN") == [ONE, ONE]
    large = [float_word(131072), LARGEST, float_word(-131072)]
    for entry in ("SIN", "COS"):
        assert results_of(entry, large, "SIN") == [REFUSED] * 3


def test_powers_of_e() -> None:
    chance = random.Random(SEED)
    spread = [float_word(chance.uniform(-89.4, 88.029)) for _ in range(900)]
    near = random_words(-40, 4, 900, negative=True)
    edges = [0, SIGN, ONE, ONE | SIGN, LEAST, LEAST | SIGN, float_word(88.029)]
    assert worst("EXP", [*edges, *spread, *near], math.exp) < bound_of("exp")[0]


def test_powers_of_e_that_no_number_can_hold() -> None:
    assert results_of("EXP", [float_word(88.03), float_word(200), LARGEST]) == [REFUSED] * 3
    small = [float_word(-89.4161), float_word(-200), LARGEST | SIGN]
    assert results_of("EXP", small) == [0] * 3


def test_logarithms() -> None:
    chance = random.Random(SEED)
    near = [
        float_word(1 + math.ldexp(chance.uniform(-0.5, 0.5), -chance.randint(0, 26)))
        for _ in range(900)
    ]
    root = [float_word(math.sqrt(0.5) + n * 2**-27) for n in range(-5, 6)]
    edges = [LEAST, LARGEST, BELOW_ONE, ONE + 1, BELOW_A_HALF, *root]
    words = [word for word in [*edges, *near, *random_words(-127, 127, 900)] if word != ONE]
    assert worst("LOG", words, math.log) < bound_of("log")[0]
    assert results_of("LOG", [ONE]) == [0]


def test_no_logarithm_of_0_or_below() -> None:
    assert results_of("LOG", [0, SIGN, ONE | SIGN, LEAST | SIGN]) == [REFUSED] * 4
