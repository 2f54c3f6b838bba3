"""The 704's floating point, step by step as the specification numbers the steps.

A number is a characteristic (bits 1-8, excess 128) and a fraction (bits 9-35).  The accumulator's
characteristic has ten places: Q, P and 1-8.  The rules with Q or P on, the order of a division's
tests and the lights are those of the specification's last section, measured on the gates.

What is named ``long`` here is 54 places: a fraction in the AC and one behind it in the MQ.
"""

from tests.naive.ibm704_arithmetic import Arithmetic
from tests.naive.ibm704_codes import PLACES

FRACTION = 2**27
"""Fractions are less than this."""
HALF = FRACTION // 2
"""Bit 9 of a fraction: those from here on are normalised."""
TEN_PLACES = 0o2000
"""A characteristic with Q and P is less than this; below zero it has gone round."""


def is_out_of_range(characteristic: int) -> bool:
    """Whether the overflow light comes on: bit P of the ten places alone says so."""
    return bool(characteristic & 0o400)


def put(
    machine: Arithmetic,
    ac: tuple[int, int, int],
    mq: tuple[int, int, int],
) -> None:
    """Sign, characteristic and fraction to the AC and to the MQ, with their lights."""
    for_ac, for_mq = ac[1] % TEN_PLACES, mq[1] % TEN_PLACES
    machine.ac_sign, machine.ac37 = ac[0], for_ac * FRACTION + ac[2]
    machine.mq_sign, machine.mq = mq[0], for_mq % 0o400 * FRACTION + mq[2]
    machine.ac_overflow |= is_out_of_range(for_ac)
    machine.mq_overflow |= is_out_of_range(for_mq)


def add(machine: Arithmetic, y_sign: int, y_word: int, normalised: bool) -> None:
    """FAD, FSB, UFA and UFS: what comes is added with the sign given."""
    # 2
    y, y_fraction = divmod(y_word, FRACTION)
    machine.sr = y_sign * PLACES + y_word
    # 3: the greater is what SR holds from here on, the smaller what the AC holds.
    greater_sign, greater, greater_fraction = y_sign, y, y_fraction
    smaller_sign, smaller, smaller_fraction = machine.ac_sign, *divmod(machine.ac37, FRACTION)
    if y < smaller:
        greater_sign = machine.ac_sign | machine.p
        greater, greater_fraction = divmod(machine.ac, FRACTION)
        machine.sr = greater_sign * PLACES + machine.ac
        smaller_sign, smaller, smaller_fraction = y_sign, y, y_fraction
    # Choice: as many places as this says, also where it has gone round to a few.
    places = (greater - smaller) % 0o400
    # 4
    mq_sign = smaller_sign
    # 5
    long = smaller_fraction * FRACTION >> places
    machine.taken = 5 + places // 12
    # 6
    characteristic = greater
    # 7
    sign, (fraction, rest) = smaller_sign, divmod(long, FRACTION)
    if greater_sign == smaller_sign:
        fraction += greater_fraction
    else:
        fraction -= greater_fraction
        if fraction < 0:
            sign, fraction = greater_sign, -fraction
    long = fraction * FRACTION + rest
    # 8
    if fraction >= FRACTION:
        long //= 2
        characteristic += 1
    if normalised and fraction == 0:
        # 9a.  Choice: the AC's fraction alone is looked at; what the MQ's holds stays there.
        put(machine, (smaller_sign, 0, 0), (mq_sign, 0, rest))
        machine.taken += 1
        return
    if normalised:
        put(machine, *normal(machine, sign, characteristic, long, mq_sign))
        return
    # 10
    fraction, rest = divmod(long, FRACTION)
    put(machine, (sign, characteristic, fraction), (mq_sign, characteristic - 27, rest))


def normal(
    machine: Arithmetic, sign: int, characteristic: int, long: int, mq_sign: int
) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Steps 9b, 10 and 11: the AC and the MQ, each a sign, a characteristic and a fraction."""
    unlike = sign != mq_sign
    fraction, rest = divmod(long, FRACTION)
    # 9b
    fraction -= unlike
    shifted = 0
    while fraction < HALF:
        entering, rest = divmod(rest * 2, FRACTION)
        fraction = fraction * 2 + (entering ^ unlike)
        shifted += 1
    machine.taken += 2 + shifted // 4
    characteristic -= shifted
    # 10
    mq = (mq_sign, characteristic - 27, rest)
    # 11.  Choice: a carry moves the AC alone (it is 1 and 27 zeros then), for the MQ's
    # characteristic has been made already.
    fraction += unlike
    if fraction == FRACTION:
        fraction //= 2
        characteristic += 1
    return (sign, characteristic, fraction), mq


def multiply(machine: Arithmetic, y_sign: int, y_word: int, normalised: bool) -> None:
    """FMP and UFM: MQ times what comes; what Q and P hold beforehand is without effect.

    Choice: FMP looks for a fraction of zero in the AC after the shift, in the specification's
    order; UFM, which shifts nothing, doesn't look for it either.
    """
    mq, mq_fraction = divmod(machine.mq, FRACTION)
    y, y_fraction = divmod(y_word, FRACTION)
    sign = machine.mq_sign ^ y_sign
    characteristic, long = mq + y - 128, mq_fraction * y_fraction
    if normalised and long < HALF * FRACTION:
        characteristic, long = characteristic - 1, long * 2
    fraction, rest = divmod(long, FRACTION)
    if normalised and fraction == 0:
        put(machine, (sign, 0, 0), (sign, 0, rest))
    else:
        put(machine, (sign, characteristic, fraction), (sign, characteristic - 27, rest))


def divided(machine: Arithmetic, y_sign: int, y_word: int) -> bool:
    """FDP and FDH: the AC by what comes; False on a divide check."""
    ac, fraction = divmod(machine.ac37, FRACTION)
    y, y_fraction = divmod(y_word, FRACTION)
    quotient_sign = machine.ac_sign ^ y_sign
    machine.taken = 3
    # 1: also when the divisor is zero.
    if fraction == 0:
        put(machine, (0, 0, 0), (quotient_sign, 0, 0))
        return True
    # 2
    if fraction >= 2 * y_fraction:
        machine.mq_sign, machine.mq = quotient_sign, machine.ac % 2 * FRACTION
        machine.ac_overflow |= bool(machine.p)
        machine.divide_check = True
        return False
    # 3
    machine.taken = 18
    long = fraction * FRACTION
    if fraction >= y_fraction:
        ac, long = ac + 1, long // 2
    quotient, remainder = divmod(long, y_fraction)
    put(machine, (machine.ac_sign, ac - 27, remainder), (quotient_sign, ac - y + 128, quotient))
    return True
