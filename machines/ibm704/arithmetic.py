"""The arithmetic of the 704's processor: sums, products, quotients, shifts, floating point.

Kernels of integers alone: an accumulator has 38 bits (S is 2**37, Q 2**36, P 2**35, then 1..35), a
word 36 (S is 2**35).  Source: the 704's Manual of Operation; floating point as measured on a
gate-level model (docs/sources/ibm704.md).
"""

from machines.kernels.kernel import inner_kernel

# -- parts of words ------------------------------------------------------------------------------

SIGN = 1 << 35
MAGNITUDE = (1 << 35) - 1
BIT_1 = 1 << 34
AC_SIGN = 1 << 37
AC_Q = 1 << 36
AC_P = 1 << 35
AC_MAGNITUDE = (1 << 37) - 1
"""Q, P, 1-35."""
FRACTION = (1 << 27) - 1
NORMAL = 1 << 26
"""Bit 9: a fraction that has it is normalised."""
AC_CHARACTERISTIC = 0o1777
"""Q, P, 1-8."""
P_OF_CHARACTERISTIC = 0o400
OUTSIDE_AC = 1
OUTSIDE_MQ = 2


# -- fixed point ---------------------------------------------------------------------------------


@inner_kernel("UniTuple(int64,2)(int64,int64)")
def add(ac: int, word: int) -> tuple[int, int]:
    """AC plus a word of 36 bits, and 1 if the sum overflowed.  A zero keeps AC's sign."""
    ours = ac & AC_MAGNITUDE
    other = word & MAGNITUDE
    sign = ac & AC_SIGN
    if sign >> 2 == word & SIGN:
        total = (ours + other) & AC_MAGNITUDE
        return sign | total, ((total ^ ours) & AC_P) >> 35
    if ours >= other:
        return sign | (ours - other), 0
    return (sign ^ AC_SIGN) | (other - ours), 0


@inner_kernel("UniTuple(int64,2)(int64,int64)")
def multiply(multiplier: int, multiplicand: int) -> tuple[int, int]:
    """AC and MQ after MPY: the product's upper and lower 35 bits, both with its sign."""
    a = multiplier & MAGNITUDE
    b = multiplicand & MAGNITUDE
    low = a * (b & 0o377777)
    high = a * (b >> 17) + (low >> 17)
    sign = (multiplier ^ multiplicand) & SIGN
    return (
        sign << 2 | high >> 18,
        sign | (high & 0o777777) << 17 | low & 0o377777,
    )


@inner_kernel("UniTuple(int64,2)(int64,int64,int64)", error_model="numpy")
def divide(ac: int, mq: int, divisor: int) -> tuple[int, int]:
    """AC and MQ after DVH, where the divisor's magnitude exceeds AC's: remainder and quotient."""
    by = divisor & MAGNITUDE
    rest = (ac & MAGNITUDE) << 17 | (mq & MAGNITUDE) >> 18
    upper = rest // by
    rest = (rest - upper * by) << 18 | mq & 0o777777
    lower = rest // by
    sign = ac & AC_SIGN
    return sign | (rest - lower * by), (sign >> 2 ^ divisor & SIGN) | upper << 18 | lower


@inner_kernel("int64(int64)")
def ordered(signed: int) -> int:
    """An accumulator's word as a number that compares as CAS and TLQ do: +0 exceeds -0."""
    if signed & AC_SIGN:
        return ~(signed & AC_MAGNITUDE)
    return signed


# -- shifts --------------------------------------------------------------------------------------


@inner_kernel("UniTuple(int64,3)(int64,int64,int64,int64)")
def long_left(upper: int, lower: int, width: int, places: int) -> tuple[int, int, int]:
    """AC's magnitude with the lower ``width`` bits of MQ behind it, shifted left: both, and 1 if a
    1 came into P."""
    counted = upper & MAGNITUDE
    if places <= width:
        passed = counted >> max(35 - places, 0)
        if places > 35:
            passed |= lower >> (35 + width - places)
        upper = (upper << places | lower >> (width - places)) & AC_MAGNITUDE
        lower = lower << places & ((1 << width) - 1)
    else:
        beyond = places - width
        passed = counted | lower >> max(35 - beyond, 0)
        upper = upper << 36 & AC_Q if places == 36 else 0
        if beyond < 37:
            upper |= lower << beyond & AC_MAGNITUDE
        lower = 0
    return upper, lower, 1 if passed else 0


@inner_kernel("UniTuple(int64,2)(int64,int64,int64)")
def long_right(upper: int, lower: int, places: int) -> tuple[int, int]:
    """AC's magnitude with MQ 1-35 behind it, shifted right."""
    if places <= 35:
        return upper >> places, (upper << (35 - places) | lower >> places) & MAGNITUDE
    if places < 72:
        return upper >> min(places, 63), upper >> (places - 35) & MAGNITUDE
    return 0, 0


# -- floating point ------------------------------------------------------------------------------
# Step by step as the machine works, for normalised and other operands alike.  A characteristic is
# kept as a number that may leave 0..255; AC holds ten bits of it, MQ eight.


@inner_kernel("int64(int64,int64)")
def outside(ac_characteristic: int, mq_characteristic: int) -> int:
    """Which of the two overflow lights come on: OUTSIDE_AC, OUTSIDE_MQ or both.

    Both are reckoned in AC's ten places, and it is a 1 in P that lights; one in Q alone doesn't.
    """
    lights = 0
    if ac_characteristic & P_OF_CHARACTERISTIC:
        lights = OUTSIDE_AC
    if mq_characteristic & P_OF_CHARACTERISTIC:
        lights |= OUTSIDE_MQ
    return lights


@inner_kernel("UniTuple(int64,5)(int64,int64,boolean)")
def float_add(ac: int, word: int, normalised: bool) -> tuple[int, int, int, int, int]:
    """AC, MQ and SR after FAD or UFA of a word, the cycles taken, and the lights of `outside`.

    Q and P count as AC's characteristic where the two are compared; when AC goes to the storage
    register Q is lost and P is ORed into the sign.  The difference is taken afterwards in eight
    bits: it may go round, and then nothing of the smaller fraction remains.
    """
    if word >> 27 & 0o377 < (ac & AC_MAGNITUDE) >> 27:
        ac, word = (
            (word & SIGN) << 2 | word & MAGNITUDE,
            (ac >> 2 | ac) & SIGN | ac & MAGNITUDE,
        )
    difference = (word >> 27) - (ac >> 27) & 0o377
    mq_sign = ac >> 2 & SIGN
    sign = mq_sign
    took = 5 + difference // 12
    both = (ac & FRACTION) << 27 >> min(difference, 63)
    fraction = both >> 27
    behind = both & FRACTION
    characteristic = word >> 27 & 0o377
    if sign == word & SIGN:
        fraction += word & FRACTION
    else:
        fraction -= word & FRACTION
        if fraction < 0:
            fraction = -fraction
            sign ^= SIGN
    if fraction > FRACTION:
        behind = behind >> 1 | (fraction & 1) << 26
        fraction >>= 1
        characteristic += 1
    if not normalised:
        lights = outside(characteristic, characteristic - 27)
        ac = sign << 2 | characteristic << 27 | fraction
        return ac, mq_sign | (characteristic - 27 & 0o377) << 27 | behind, word, took, lights
    if fraction == 0:
        return sign << 2, mq_sign | behind, word, took + 1, 0
    differ = 1 if sign != mq_sign else 0
    fraction -= differ
    places = 0
    while fraction < NORMAL:
        fraction = fraction << 1 | behind >> 26 ^ differ
        behind = behind << 1 & FRACTION
        places += 1
    characteristic -= places
    mq_characteristic = characteristic - 27
    fraction += differ
    if fraction > FRACTION:
        fraction >>= 1
        characteristic += 1
    lights = outside(characteristic, mq_characteristic)
    ac = sign << 2 | (characteristic & AC_CHARACTERISTIC) << 27 | fraction
    mq = mq_sign | (mq_characteristic & 0o377) << 27 | behind
    return ac, mq, word, took + 2 + places // 4, lights


@inner_kernel("UniTuple(int64,3)(int64,int64,boolean)")
def float_multiply(mq: int, word: int, normalised: bool) -> tuple[int, int, int]:
    """AC and MQ after FMP or UFM, and the lights of `outside`.

    Only FMP looks for a product whose fraction in AC is zero, after its shift.
    """
    sign = (mq ^ word) & SIGN
    characteristic = (mq >> 27 & 0o377) + (word >> 27 & 0o377) - 128
    product = (mq & FRACTION) * (word & FRACTION)
    if normalised and not product >> 53:
        product <<= 1
        characteristic -= 1
    fraction = product >> 27
    if normalised and fraction == 0:
        return sign << 2, sign | product, 0
    lights = outside(characteristic, characteristic - 27)
    ac = sign << 2 | (characteristic & AC_CHARACTERISTIC) << 27 | fraction
    return ac, sign | (characteristic - 27 & 0o377) << 27 | product & FRACTION, lights


@inner_kernel("UniTuple(int64,3)(int64,int64)", error_model="numpy")
def float_divide(ac: int, word: int) -> tuple[int, int, int]:
    """AC and MQ after FDP where there is no divide check and AC's fraction isn't zero, and the
    lights of `outside`."""
    sign = ac & AC_SIGN
    by = word & FRACTION
    characteristic = (ac & AC_MAGNITUDE) >> 27
    rest = (ac & FRACTION) << 27
    if rest >> 27 >= by:
        rest >>= 1
        characteristic += 1
    quotient = rest // by
    of_quotient = characteristic - (word >> 27 & 0o377) + 128
    characteristic -= 27
    lights = outside(characteristic, of_quotient)
    ac = sign | (characteristic & AC_CHARACTERISTIC) << 27 | rest - quotient * by
    mq = (sign >> 2 ^ word & SIGN) | (of_quotient & 0o377) << 27 | quotient
    return ac, mq, lights
