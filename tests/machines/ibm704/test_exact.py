"""The 704's floating point against exact fractions: the AC to its last place, both parts together
exactly.

Operands are normalised and such that neither overflow light comes on.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.ibm704 import processor as fast
from machines.ibm704 import registers
from machines.ibm704.operations import BY_MNEMONIC
from tests.machines.ibm704.beside import DUTY

STORAGE = np.zeros(4096, dtype=np.int64)
Y = 0o100


def kernel(mnemonic: str, ac: int, mq: int, y: int) -> tuple[int, int]:
    """The kernel's result."""
    state = registers.new_state(4096)
    STORAGE[0], STORAGE[Y] = BY_MNEMONIC[mnemonic].code << 24 | Y, y
    state[registers.AC], state[registers.MQ] = ac >> 35 << 37 | ac % 2**35, mq
    assert fast.run(state, STORAGE, 1, DUTY, 0) == registers.RAN
    assert not state[registers.AC_OVERFLOW]
    assert not state[registers.MQ_OVERFLOW]
    after = int(state[registers.AC])
    return after >> 37 << 35 | after % 2**35, int(state[registers.MQ])


def value(word: int) -> Fraction:
    """What a floating-point word means: excess 128, the point before bit 9."""
    sign, magnitude = divmod(word, 2**35)
    characteristic, fraction = divmod(magnitude, 2**27)
    return Fraction(-fraction if sign else fraction) * unit(characteristic)


def unit(characteristic: int) -> Fraction:
    """The weight of bit 35."""
    return Fraction(2**characteristic, 2 ** (128 + 27))


def characteristic(word: int) -> int:
    """Bits 1-8."""
    return word >> 27 & 0o377


@st.composite
def normalised(draw: st.DrawFn, around: int = 128, away: int = 30) -> int:
    """A normalised number."""
    char = draw(st.integers(around - away, around + away))
    fraction = draw(
        st.integers(2**26, 2**27 - 1)
        | st.integers(2**26, 2**26 + 3)
        | st.integers(2**27 - 4, 2**27 - 1)
    )
    return draw(st.sampled_from((0, 2**35))) | char << 27 | fraction


@pytest.mark.parametrize(("mnemonic", "minus"), [("FAD", 1), ("FSB", -1)])
@settings(max_examples=60)
@given(ac=normalised(), y=normalised())
def test_a_sum_is_right_to_the_last_place_and_the_mq_has_the_rest(
    mnemonic: str, minus: int, ac: int, y: int
) -> None:
    exact = value(ac) + minus * value(y)
    sum_ac, sum_mq = kernel(mnemonic, ac, 0, y)
    assert abs(value(sum_ac) - exact) < unit(characteristic(sum_ac))
    both = value(sum_ac) + value(sum_mq)
    first, second = sorted((characteristic(ac), characteristic(y)))
    if second - first <= 26:  # a carry moves it one place more
        assert both == exact
    else:
        assert abs(both - exact) < unit(second + 1 - 27)
    if exact:
        assert sum_ac % 2**27 >= 2**26


@settings(max_examples=60)
@given(mq=normalised(), y=normalised())
def test_a_product_stands_whole_in_ac_and_mq(mq: int, y: int) -> None:
    product, rest = kernel("FMP", 0o777, mq, y)
    assert value(product) + value(rest) == value(mq) * value(y)
    assert product % 2**27 >= 2**26


@settings(max_examples=60)
@given(ac=normalised(), mq=st.integers(0, 2**36 - 1), y=normalised())
def test_quotient_and_remainder_make_up_the_dividend(ac: int, mq: int, y: int) -> None:
    remainder, quotient = kernel("FDP", ac, mq, y)
    assert value(quotient) * value(y) + value(remainder) == value(ac)
    assert abs(value(remainder)) < abs(value(y)) * unit(characteristic(quotient))
    assert abs(value(quotient) - value(ac) / value(y)) < unit(characteristic(quotient))
    assert remainder >> 35 == ac >> 35
