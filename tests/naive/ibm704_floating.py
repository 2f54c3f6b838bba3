"""The 704's floating point, step by step as the specification numbers the steps.

A number is a characteristic (bits 1-8, excess 128) and a fraction (bits 9-35).  The accumulator's
characteristic has ten places: Q, P and 1-8.
"""

from tests.naive.ibm704_arithmetic import Arithmetic
from tests.naive.ibm704_codes import PLACES

FRACTION = 2**27
"""Fractions are less than this."""
HALF = FRACTION // 2
"""Bit 9 of a fraction: those from here on are normalised."""


def lights(machine: Arithmetic, ac: int, mq: int) -> None:
    """The overflow lights, for the characteristics that the AC and the MQ were to hold."""
    if not 0 <= ac <= 255:
        machine.ac_overflow = True
    if not 0 <= mq <= 255:
        machine.mq_overflow = True


def add(machine: Arithmetic, sr_sign: int, sr_word: int, normalised: bool) -> None:
    """FAD, FSB, UFA and UFS: what comes is added with the sign given."""
    # 1 is step 11's: nothing is left in MQ.
    sr, sr_fraction = divmod(sr_word, FRACTION)
    machine.sr = sr_sign * PLACES + sr_word
    # 3.  Choice: how far they differ is what was found in comparing them, before Q and P are lost.
    ac, fraction = divmod(machine.ac37, FRACTION)
    sign = machine.ac_sign
    difference = abs(sr - ac)
    if sr < ac:
        machine.sr = machine.ac_word
        sr, ac = ac % 256, sr
        sr_fraction, fraction = fraction, sr_fraction
        sr_sign, sign = sign, sr_sign
    # 4
    smaller_sign = machine.mq_sign = sign
    # 5
    mq_fraction = 0
    for _ in range(difference):
        mq_fraction = (fraction % 2) * HALF + mq_fraction // 2
        fraction //= 2
    # 6
    ac = sr
    # 7
    if sign == sr_sign:
        fraction += sr_fraction
    elif fraction >= sr_fraction:
        fraction -= sr_fraction
    else:
        fraction, sign = sr_fraction - fraction, sr_sign
    # 8
    if fraction >= FRACTION:
        mq_fraction = (fraction % 2) * HALF + mq_fraction // 2
        fraction //= 2
        ac += 1
    machine.taken = 5 + difference // 12
    places = 0
    if normalised:
        # 9a.  Choice: the AC's fraction alone is looked at; what the MQ's holds stays there.
        if fraction == 0:
            machine.ac_sign, machine.ac37 = smaller_sign, 0
            machine.mq = mq_fraction
            machine.taken = 6 + difference // 12
            return
        # 9b
        unlike = sign != machine.mq_sign
        if unlike:
            fraction -= 1
        while fraction < HALF:
            entering, mq_fraction = divmod(mq_fraction * 2, FRACTION)
            fraction = fraction * 2 + (1 - entering if unlike else entering)
            ac -= 1
            places += 1
        machine.taken = 7 + difference // 12 + places // 4
    # 10
    mq = ac - 27
    # 11.  Choice: a carry moves the AC alone (it is 1 and 27 zeros then), for the MQ's
    # characteristic has been made already.
    if normalised and unlike:
        fraction += 1
        if fraction == FRACTION:
            fraction //= 2
            ac += 1
    machine.ac_sign = sign
    machine.ac37 = (ac % 1024) * FRACTION + fraction
    machine.mq = (mq % 256) * FRACTION + mq_fraction
    lights(machine, ac, mq)


def multiply(machine: Arithmetic, y_sign: int, y_word: int, normalised: bool) -> None:
    """FMP and UFM: MQ times what comes, in 54 places.

    Choice: FMP looks for a fraction of zero in the AC after the shift, in the specification's
    order (the manual numbers the test before it; they differ only when the product is below
    2**27); UFM omits both, as the manual says.
    """
    mq, mq_fraction = divmod(machine.mq, FRACTION)
    y, y_fraction = divmod(y_word, FRACTION)
    ac = mq + y - 128
    fraction, mq_fraction = divmod(mq_fraction * y_fraction, FRACTION)
    machine.ac_sign = machine.mq_sign = machine.mq_sign ^ y_sign
    if normalised and fraction < HALF:
        entering, mq_fraction = divmod(mq_fraction * 2, FRACTION)
        fraction = fraction * 2 + entering
        ac -= 1
    if normalised and fraction == 0:
        machine.ac37, machine.mq = 0, mq_fraction
        return
    machine.ac37 = (ac % 1024) * FRACTION + fraction
    machine.mq = ((ac - 27) % 256) * FRACTION + mq_fraction
    lights(machine, ac, ac - 27)


def divided(machine: Arithmetic, y_sign: int, y_word: int) -> bool:
    """FDP and FDH: the AC by what comes; False on a divide check."""
    ac, fraction = divmod(machine.ac37, FRACTION)
    y, y_fraction = divmod(y_word, FRACTION)
    machine.mq, machine.mq_sign = 0, machine.ac_sign ^ y_sign
    machine.taken = 3
    # Choice: zero by zero is a divide check, for that is looked at first.
    if fraction >= 2 * y_fraction:
        machine.divide_check = True
        return False
    if fraction == 0:
        machine.ac37 = 0
        return True
    machine.taken = 18
    dividend = fraction * FRACTION
    if fraction >= y_fraction:
        dividend //= 2
        ac += 1
    quotient, remainder = divmod(dividend, y_fraction)
    # Choice: characteristics are reckoned in the AC's ten places, so a characteristic below zero
    # that an earlier operation left there (Q and P 1) counts as below zero.
    mq = (ac - y + 128) % 1024
    ac = (ac - 27) % 1024
    machine.ac37 = ac * FRACTION + remainder
    machine.mq = (mq % 256) * FRACTION + quotient
    lights(machine, ac, mq)
    return True
