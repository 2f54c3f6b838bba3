"""The IBM 704's processor: the kernels that run it.

Storage is int64[4096, 8192 or 32768] and the only truth about what is stored: nothing decoded is
kept, so anyone may write into it between two calls.  All else that the processor holds is one int64
array, indexed by the names in :mod:`.registers`, which also says how words are written.

Source: the 704's Manual of Operation; cycles, index tags, trapping and floating point as measured
on a gate-level model (docs/sources/ibm704.md).  Where both are silent:

* Index registers, the counter and what is subtracted from them are as wide as an address of this
  storage, so only as many bits of a decrement count.
* PSE and MSE are done here where they name sense lights and switches; every other address is met
  like an input-output instruction, and who owns the units knows which mean nothing.
"""

import numpy as np

from machines import computer
from machines.generator import below
from machines.ibm704.operations import (
    CYCLE_US,
    OPERATIONS,
    Operation,
    number,
    of_code,
    of_sense,
)
from machines.ibm704.registers import (
    AC,
    AC_OVERFLOW,
    ADDRESS,
    BEFORE,
    CYCLES,
    DIVIDE_CHECK,
    END_OF_TAPE,
    GENERATOR,
    IC,
    INPUT_OUTPUT,
    IR,
    LENGTH,
    LOCATION,
    MQ,
    MQ_OVERFLOW,
    NEXT_LOOK,
    OPERATION,
    PENDING,
    PROGRAM_STOP,
    RAN,
    READ_WRITE_CHECK,
    SELECTED,
    SENSE_LIGHTS,
    SENSE_SWITCHES,
    SHOWN,
    SIZE_MASK,
    SR,
    STOPPED_DIVIDE,
    STOPPED_HPR,
    STOPPED_HTR,
    TAPE_CHECK,
    TRAPPING,
    UNKNOWN,
    WORD,
    XA,
    XB,
    XC,
    Words,
)
from machines.kernel import inner_kernel, kernel

# -- decoding ------------------------------------------------------------------------------------


def _numbers(mnemonics: str) -> list[int]:
    return [number(mnemonic) for mnemonic in mnemonics.split()]


# The operations' numbers, from the one table of operations.
CLA, CAL, CLS, ADD, ADM, SUB, SBM, ACL = _numbers("CLA CAL CLS ADD ADM SUB SBM ACL")
MPY, MPR, RND, DVH, DVP = _numbers("MPY MPR RND DVH DVP")
LDQ, STQ, SLQ, STO, STZ, SLW = _numbers("LDQ STQ SLQ STO STZ SLW")
STP, STD, STA, CLM, CHS, SSP, SSM = _numbers("STP STD STA CLM CHS SSP SSM")
COM, ANA, ANS, ORA, ORS = _numbers("COM ANA ANS ORA ORS")
ALS, ARS, LLS, LRS, LGL, RQL = _numbers("ALS ARS LLS LRS LGL RQL")
FAD, FSB, UFA, UFS, FMP, UFM, FDH, FDP = _numbers("FAD FSB UFA UFS FMP UFM FDH FDP")
NOP, HPR, HTR, TRA, TTR, TZE, TNZ = _numbers("NOP HPR HTR TRA TTR TZE TNZ")
TPL, TMI, TOV, TNO, TQO, TQP, TLQ = _numbers("TPL TMI TOV TNO TQO TQP TLQ")
CAS, LBT, PBT, DCT, ETM, LTM = _numbers("CAS LBT PBT DCT ETM LTM")
TSX, TXI, TIX, TXH, TNX, TXL = _numbers("TSX TXI TIX TXH TNX TXL")
LXA, LXD, SXD, PAX, PDX, PXD = _numbers("LXA LXD SXD PAX PDX PXD")
PSE, MSE, ETT, RTT = _numbers("PSE MSE ETT RTT")

SENSES = 512
"""Addresses of PSE and MSE from here on mean nothing."""


def _row(found: Operation | None) -> int:
    return -1 if found is None else found.number


DECODED = np.array([_row(of_code(code)) for code in range(4096)], dtype=np.int8)
"""The operation's number by bits S,1-11 of the word; -1: there is none.  Bytes, to stay in the
first cache beside the program."""

SENSED = np.array(
    [_row(of_sense(code, address)) for code in (0o0760, 0o4760) for address in range(SENSES)],
    dtype=np.int8,
)
"""The operation that PSE (then MSE) becomes by its address."""

ALIKE = {"FSB": "FAD", "UFA": "FAD", "UFS": "FAD", "UFM": "FMP", "FDP": "FDH"}
ALIKE |= {"DVP": "DVH", "TTR": "TRA", "MSE": "PSE"}


def _form(row: int) -> int:
    if row < 0:
        return -1
    mnemonic = OPERATIONS[row].mnemonic
    return number(ALIKE.get(mnemonic, mnemonic))


FORMS = np.array([_form(row) for row in DECODED], dtype=np.int8)
"""As DECODED, with one number for operations that differ in little: the kernel's table of jumps."""

TRAPS = np.array([one >= 0 and OPERATIONS[one].traps for one in DECODED], dtype=np.int8)
INDEXED = np.array([one < 0 or OPERATIONS[one].kind in "BE" for one in DECODED], dtype=np.int8)
"""By bits S,1-11: whether trapping mode catches it, whether index registers lessen its address."""

# -- parts of words ------------------------------------------------------------------------------

SIGN = 1 << 35
MAGNITUDE = (1 << 35) - 1
BIT_1 = 1 << 34
AC_SIGN = 1 << 37
AC_Q = 1 << 36
AC_P = 1 << 35
AC_MAGNITUDE = (1 << 37) - 1
"""Q, P, 1-35."""
CODE = 0o7777
"""S, 1-11, shifted right by 24."""
PREFIX = 0o7 << 33
DECREMENT = 0o77777 << 18
FIELD = 0o77777
"""An address or, shifted right by 18, a decrement."""
LEFT_HALF = 0o777777 << 18
TAG_A, TAG_B, TAG_C = 1 << 15, 1 << 16, 1 << 17
TRAP = 1 << 40
"""Beside a word's bits: trapping mode, as the kernel keeps it."""
MARKED = TAG_A | TAG_B | TAG_C | TRAP
"""What takes a word off the shortest way."""
FRACTION = (1 << 27) - 1
NORMAL = 1 << 26
"""Bit 9: a fraction that has it is normalised."""
AC_CHARACTERISTIC = 0o1777
"""Q, P, 1-8."""
P_OF_CHARACTERISTIC = 0o400
OUTSIDE_AC = 1
OUTSIDE_MQ = 2


@inner_kernel("int64(int64,int64)")
def sensed(word: int, address: int) -> int:
    """The number of a word's operation, where ``address`` is its effective address; -1: none."""
    op = int(DECODED[word >> 24 & CODE])
    if address < SENSES and op == PSE:
        return int(SENSED[address])
    if address < SENSES and op == MSE:
        return int(SENSED[address + SENSES])
    return op


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


@inner_kernel("UniTuple(int64,3)(int64,int64,int64,int64,int64)")
def tagged(word: int, x: int, xa: int, xb: int, xc: int) -> tuple[int, int, int]:
    """The index registers when those that the word's tag names are given ``x``."""
    return (
        x if word & TAG_A else xa,
        x if word & TAG_B else xb,
        x if word & TAG_C else xc,
    )


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


# -- the processor -------------------------------------------------------------------------------


@inner_kernel("int64(int64[::1],int64[::1],int64,int64)", error_model="numpy")
def work(state: Words, storage: Words, until: int, entered: int) -> int:
    """Execute instructions until CYCLES is ``until`` or more, at least one; why it ended.

    ``entered`` is executed first unless it is -1: the operator's instruction, for which the counter
    doesn't go on by itself.  Registers live in local variables; the chain of comparisons becomes a
    table of jumps; the instruction fetched last is decoded at the loop's top.
    """
    mask = int(state[SIZE_MASK]) & FIELD
    ac = int(state[AC])
    mq = int(state[MQ])
    xa = int(state[XA])
    xb = int(state[XB])
    xc = int(state[XC])
    cycles = int(state[CYCLES])
    trapping = TRAP if state[TRAPPING] else 0
    location = int(state[IC]) & mask
    if entered >= 0:
        word = entered
        ic = location
    else:
        word = int(storage[location])
        ic = location + 1 & mask
    reason = RAN
    while True:
        form = int(FORMS[word >> 24 & CODE])
        sr = word
        a = word & mask
        y = a
        x = 0
        began = cycles
        cycles += 2
        if (word | trapping) & MARKED:
            if word & TAG_A:
                x = xa
            if word & TAG_B:
                x |= xb
            if word & TAG_C:
                x |= xc
            y = a - x & mask
            if trapping and TRAPS[word >> 24 & CODE]:
                storage[0] = int(storage[0]) & ~FIELD | location
                y = 1
                a = 1

        # Fixed point.
        if form == CLA:
            sr = int(storage[y])
            ac = (sr & SIGN) << 2 | sr & MAGNITUDE
        elif form == CAL:
            sr = int(storage[y])
            ac = sr
        elif form == CLS:
            sr = int(storage[y])
            ac = ((sr & SIGN) << 2 | sr & MAGNITUDE) ^ AC_SIGN
        elif form == ADD:
            sr = int(storage[y])
            ac, over = add(ac, sr)
            if over:
                state[AC_OVERFLOW] = 1
        elif form == ADM:
            sr = int(storage[y])
            ac, over = add(ac, sr & MAGNITUDE)
            if over:
                state[AC_OVERFLOW] = 1
        elif form == SUB:
            sr = int(storage[y])
            ac, over = add(ac, sr ^ SIGN)
            if over:
                state[AC_OVERFLOW] = 1
        elif form == SBM:
            sr = int(storage[y])
            ac, over = add(ac, sr | SIGN)
            if over:
                state[AC_OVERFLOW] = 1
        elif form == ACL:
            sr = int(storage[y])
            total = (ac & WORD) + sr
            ac = ac & (AC_SIGN | AC_Q) | (total + (total >> 36)) & WORD
        elif form == MPY:
            sr = int(storage[y])
            ac, mq = multiply(mq, sr)
            cycles += 18
        elif form == MPR:
            sr = int(storage[y])
            ac, mq = multiply(mq, sr)
            if mq & BIT_1:
                ac += 1
            cycles += 18
        elif form == DVH:
            sr = int(storage[y])
            if sr & MAGNITUDE > ac & AC_MAGNITUDE:
                ac, mq = divide(ac, mq, sr)
                cycles += 18
            else:
                mq = (ac >> 2 ^ sr) & SIGN | mq & MAGNITUDE
                state[DIVIDE_CHECK] = 1
                cycles += 1
                if DECODED[word >> 24 & CODE] == DVH:
                    reason = STOPPED_DIVIDE
                    break
        elif form == LDQ:
            sr = int(storage[y])
            mq = sr
        elif form == STQ:
            sr = mq
            storage[y] = sr
        elif form == SLQ:
            sr = int(storage[y]) & ~LEFT_HALF | mq & LEFT_HALF
            storage[y] = sr
        elif form == STO:
            sr = ac >> 2 & SIGN | ac & MAGNITUDE
            storage[y] = sr
        elif form == STZ:
            sr = 0
            storage[y] = sr
        elif form == SLW:
            sr = ac & WORD
            storage[y] = sr
        elif form == STP:
            sr = int(storage[y]) & ~PREFIX | ac & PREFIX
            storage[y] = sr
        elif form == STD:
            sr = int(storage[y]) & ~DECREMENT | ac & DECREMENT
            storage[y] = sr
        elif form == STA:
            sr = int(storage[y]) & ~FIELD | ac & FIELD
            storage[y] = sr

        # Logical.
        elif form == ANA:
            sr = int(storage[y])
            ac &= sr
            cycles += 1
        elif form == ANS:
            sr = int(storage[y]) & ac
            storage[y] = sr
            cycles += 2
        elif form == ORA:
            sr = int(storage[y])
            ac |= sr
        elif form == ORS:
            sr = int(storage[y]) | ac & WORD
            storage[y] = sr

        # Shifts.
        elif form == ALS:
            places = y & 255
            cycles += (places + 2) // 12
            if (ac & MAGNITUDE) >> max(35 - places, 0):
                state[AC_OVERFLOW] = 1
            ac = ac & AC_SIGN | (ac << min(places, 37) & AC_MAGNITUDE)
        elif form == ARS:
            places = y & 255
            cycles += (places + 2) // 12
            ac = ac & AC_SIGN | (ac & AC_MAGNITUDE) >> min(places, 37)
        elif form == LLS:
            places = y & 255
            cycles += (places + 2) // 12
            upper, lower, over = long_left(ac & AC_MAGNITUDE, mq & MAGNITUDE, 35, places)
            ac = (mq & SIGN) << 2 | upper
            mq = mq & SIGN | lower
            if over:
                state[AC_OVERFLOW] = 1
        elif form == LRS:
            places = y & 255
            cycles += (places + 2) // 12
            upper, lower = long_right(ac & AC_MAGNITUDE, mq & MAGNITUDE, places)
            ac = ac & AC_SIGN | upper
            mq = ac >> 2 & SIGN | lower
        elif form == LGL:
            places = y & 255
            cycles += (places + 2) // 12
            upper, mq, over = long_left(ac & AC_MAGNITUDE, mq, 36, places)
            ac = ac & AC_SIGN | upper
            if over:
                state[AC_OVERFLOW] = 1
        elif form == RQL:
            places = y & 255
            cycles += (places + 2) // 12
            places %= 36
            mq = (mq << places | mq >> (36 - places)) & WORD

        # Floating point.
        elif form == FAD:
            op = int(DECODED[word >> 24 & CODE])
            sr = int(storage[y])
            if op in (FSB, UFS):
                sr ^= SIGN
            ac, mq, sr, took, lights = float_add(ac, sr, op in (FAD, FSB))
            cycles += took - 2
            if lights & OUTSIDE_AC:
                state[AC_OVERFLOW] = 1
            if lights & OUTSIDE_MQ:
                state[MQ_OVERFLOW] = 1
        elif form == FMP:
            sr = int(storage[y])
            ac, mq, lights = float_multiply(mq, sr, word >> 35 == 0)
            cycles += 15
            if lights & OUTSIDE_AC:
                state[AC_OVERFLOW] = 1
            if lights & OUTSIDE_MQ:
                state[MQ_OVERFLOW] = 1
        elif form == FDH:
            sr = int(storage[y])
            mq = (ac >> 2 ^ sr) & SIGN
            if ac & FRACTION == 0:
                ac = 0
                cycles += 1
            elif ac & FRACTION >= (sr & FRACTION) << 1:
                mq |= (ac & 1) << 27
                if ac & AC_P:
                    state[AC_OVERFLOW] = 1
                state[DIVIDE_CHECK] = 1
                cycles += 1
                if DECODED[word >> 24 & CODE] == FDH:
                    reason = STOPPED_DIVIDE
                    break
            else:
                ac, mq, lights = float_divide(ac, sr)
                cycles += 16
                if lights & OUTSIDE_AC:
                    state[AC_OVERFLOW] = 1
                if lights & OUTSIDE_MQ:
                    state[MQ_OVERFLOW] = 1

        # Control.
        elif form == NOP:
            pass
        elif form == HPR:
            state[PROGRAM_STOP] = 1
            reason = STOPPED_HPR
            break
        elif form == HTR:
            ic = y
            state[PROGRAM_STOP] = 1
            reason = STOPPED_HTR
            break
        elif form == TRA:
            ic = y
        elif form == TZE:
            if ac & AC_MAGNITUDE == 0:
                ic = y
        elif form == TNZ:
            if ac & AC_MAGNITUDE:
                ic = y
        elif form == TPL:
            if not ac & AC_SIGN:
                ic = y
        elif form == TMI:
            if ac & AC_SIGN:
                ic = y
        elif form == TOV:
            if state[AC_OVERFLOW]:
                state[AC_OVERFLOW] = 0
                ic = y
        elif form == TNO:
            if state[AC_OVERFLOW]:
                state[AC_OVERFLOW] = 0
            else:
                ic = y
        elif form == TQO:
            if state[MQ_OVERFLOW]:
                state[MQ_OVERFLOW] = 0
                ic = y
        elif form == TQP:
            if not mq & SIGN:
                ic = y
        elif form == TLQ:
            if ordered((mq & SIGN) << 2 | mq & MAGNITUDE) < ordered(ac):
                ic = y
        elif form == CAS:
            sr = int(storage[y])
            ours = ordered(ac)
            other = ordered((sr & SIGN) << 2 | sr & MAGNITUDE)
            if ours == other:
                ic = ic + 1 & mask
            elif ours < other:
                ic = ic + 2 & mask
            cycles += 1

        # Index.
        elif form == TSX:
            x = -location & mask
            xa, xb, xc = tagged(word, x, xa, xb, xc)
            ic = a
        elif form == TXI:
            x = x + (word >> 18) & mask
            xa, xb, xc = tagged(word, x, xa, xb, xc)
            ic = a
        elif form == TIX:
            if x > word >> 18 & mask:
                x -= word >> 18 & mask
                xa, xb, xc = tagged(word, x, xa, xb, xc)
                ic = a
        elif form == TXH:
            if x > word >> 18 & mask:
                ic = a
        elif form == TNX:
            if x > word >> 18 & mask:
                x -= word >> 18 & mask
                xa, xb, xc = tagged(word, x, xa, xb, xc)
            else:
                ic = a
        elif form == TXL:
            if x <= word >> 18 & mask:
                ic = a
        elif form == LXA:
            sr = int(storage[a])
            x = sr & mask
            xa, xb, xc = tagged(word, x, xa, xb, xc)
        elif form == LXD:
            sr = int(storage[a])
            x = sr >> 18 & mask
            xa, xb, xc = tagged(word, x, xa, xb, xc)
        elif form == PAX:
            x = ac & mask
            xa, xb, xc = tagged(word, x, xa, xb, xc)
        elif form == PDX:
            x = ac >> 18 & mask
            xa, xb, xc = tagged(word, x, xa, xb, xc)
        elif form == SXD:
            sr = int(storage[a]) & ~DECREMENT | x << 18
            storage[a] = sr
            xa, xb, xc = tagged(word, x, xa, xb, xc)
        elif form == PXD:
            ac = x << 18
            xa, xb, xc = tagged(word, x, xa, xb, xc)

        # What the address says.
        elif form == PSE:
            op = sensed(word, y)
            if op == CLM:
                ac &= AC_SIGN
            elif op == CHS:
                ac ^= AC_SIGN
            elif op == SSP:
                ac &= AC_MAGNITUDE
            elif op == SSM:
                ac |= AC_SIGN
            elif op == COM:
                ac ^= AC_MAGNITUDE
            elif op == RND:
                if mq & BIT_1:
                    ac, over = add(ac, 1 | ac >> 2 & SIGN)
                    if over:
                        state[AC_OVERFLOW] = 1
            elif op == LBT:
                ic = ic + (ac & 1) & mask
            elif op == PBT:
                if ac & AC_P:
                    ic = ic + 1 & mask
            elif op == ETM:
                trapping = TRAP
            elif op == LTM:
                trapping = 0
            elif op in (DCT, ETT, RTT):
                which = DIVIDE_CHECK
                if op == ETT:
                    which = END_OF_TAPE
                elif op == RTT:
                    which = TAPE_CHECK
                if state[which]:
                    state[which] = 0
                else:
                    ic = ic + 1 & mask
            elif op == PSE and y == 0o140:
                state[SENSE_LIGHTS] = 0
            elif op == PSE and 0o141 <= y <= 0o144:
                state[SENSE_LIGHTS] |= 8 >> (y - 0o141)
            elif op == PSE and 0o161 <= y <= 0o166:
                if state[SENSE_SWITCHES] & 32 >> (y - 0o161):
                    ic = ic + 1 & mask
            elif op == MSE and 0o140 <= y <= 0o144:
                light = 16 >> (y - 0o140)
                if state[SENSE_LIGHTS] & light & 15:
                    state[SENSE_LIGHTS] ^= light
                    ic = ic + 1 & mask
            else:
                cycles -= 2
                reason = INPUT_OUTPUT
                break
        else:
            cycles -= 2
            reason = UNKNOWN if form < 0 else INPUT_OUTPUT
            break

        if cycles >= until:
            break
        location = ic
        word = int(storage[ic & mask])
        ic = ic + 1 & mask

    state[AC] = ac
    state[MQ] = mq
    state[SR] = sr
    state[IC] = ic
    state[IR] = word >> 18
    state[XA] = xa
    state[XB] = xb
    state[XC] = xc
    state[TRAPPING] = 1 if trapping else 0
    state[CYCLES] = cycles
    state[LOCATION] = location
    state[ADDRESS] = word - x & mask if INDEXED[word >> 24 & CODE] else word & mask
    state[OPERATION] = sensed(word, state[ADDRESS])
    state[LENGTH] = cycles - began
    return reason


@kernel("int64(int64[::1],int64[::1],int64)")
def execute(state: Words, storage: Words, word: int) -> int:
    """Execute a word from the entry keys (ENTER INSTRUCTION); the reasons are those of `run`.

    It is executed as if it had been fetched, and IC goes on only by its transfers and skips.
    LOCATION is IC.
    """
    return work(state, storage, 0, word)


# -- lamps ---------------------------------------------------------------------------------------

AT_SR, AT_AC, AT_MQ = computer.STORAGE[0], computer.ACCUMULATOR[0], computer.MQ[0]
AT_A, AT_B, AT_C = computer.INDEX_A[0], computer.INDEX_B[0], computer.INDEX_C[0]
AT_IC, AT_IR, AT_LIGHTS = computer.COUNTER[0], computer.INSTRUCTION[0], computer.LIGHTS[0]


@inner_kernel("void(int64[::1],int64,int64,int64,int64)")
def _word(duty: Words, first: int, count: int, word: int, us: int) -> None:
    for k in range(count):
        duty[first + k] += us * (word >> (count - 1 - k) & 1)


@inner_kernel("void(int64[::1],int64,int64[::1],int64)")
def _put(state: Words, base: int, duty: Words, us: int) -> None:
    """Put ``us`` to what the words of state from ``base`` on show.

    At a program stop the counter shows where the HPR or HTR is.
    """
    counter = state[base + IC]
    if base == 0 and state[PROGRAM_STOP]:
        counter = state[LOCATION]
    _word(duty, AT_SR, 36, state[base + SR], us)
    _word(duty, AT_AC, 38, state[base + AC], us)
    _word(duty, AT_MQ, 36, state[base + MQ], us)
    _word(duty, AT_A, 15, state[base + XA], us)
    _word(duty, AT_B, 15, state[base + XB], us)
    _word(duty, AT_C, 15, state[base + XC], us)
    _word(duty, AT_IC, 15, counter, us)
    _word(duty, AT_IR, 18, state[base + IR], us)
    duty[AT_LIGHTS] += us * state[base + PROGRAM_STOP]
    duty[AT_LIGHTS + 1] += us * state[base + SELECTED]
    duty[AT_LIGHTS + 2] += us * state[base + READ_WRITE_CHECK]
    duty[AT_LIGHTS + 3] += us * state[base + AC_OVERFLOW]
    duty[AT_LIGHTS + 4] += us * state[base + MQ_OVERFLOW]
    duty[AT_LIGHTS + 5] += us * state[base + DIVIDE_CHECK]
    duty[AT_LIGHTS + 6] += us * state[base + TRAPPING]
    duty[AT_LIGHTS + 7] += us * state[base + TAPE_CHECK]
    _word(duty, AT_LIGHTS + 8, 4, state[base + SENSE_LIGHTS], us)


@kernel("void(int64[::1],int64[::1],int64)")
def show(state: Words, duty: Words, us: int) -> None:
    """Put ``us`` to everything that is shown now: waiting, or the cycles of an input-output
    instruction."""
    _put(state, 0, duty, us)


@inner_kernel("void(int64[::1],int64[::1])")
def _keep_before(state: Words, storage: Words) -> None:
    """BEFORE becomes what is shown while the next instruction is fetched."""
    for k in range(SHOWN):
        state[BEFORE + k] = state[k]
    word = storage[state[IC] & state[SIZE_MASK]]
    state[BEFORE + SR] = word
    state[BEFORE + IR] = word >> 18


@inner_kernel("int64(int64[::1],int64)")
def _draw(state: Words, sample: int) -> int:
    """Bring NEXT_LOOK beyond the present; from now to the last moment of a look, 0 or less.

    Moments are counted one from another, not from the end of the instruction that one fell into:
    else long instructions were favoured.  An instruction takes a little over two cycles.
    """
    last = 0
    while state[NEXT_LOOK] <= 0:
        last = state[NEXT_LOOK]
        state[NEXT_LOOK] += 1 + below(4 * sample, state[GENERATOR : GENERATOR + 4])
    return last


@inner_kernel("void(int64[::1],int64[::1],int64[::1],int64)", error_model="numpy")
def _look(state: Words, storage: Words, duty: Words, cycles: int) -> None:
    """Put so many of the pending cycles to what is shown about now.

    Who comes here at a chance moment finds an instruction of LENGTH cycles as often as they are
    many.  All but one of them show the registers as they are at its end; for the first cycle stands
    that of the instruction after it, which follows it as often.
    """
    if cycles > 0:
        us = CYCLE_US * cycles
        fetching = us // state[LENGTH]
        _put(state, 0, duty, us - fetching)
        _keep_before(state, storage)
        _put(state, BEFORE, duty, fetching)
        state[PENDING] -= cycles


# -- running -------------------------------------------------------------------------------------


@kernel("int64(int64[::1],int64[::1],int64,int64[::1],int64)")
def run(state: Words, storage: Words, until_cycles: int, duty: Words, sample: int) -> int:
    """Execute instructions while CYCLES < ``until_cycles``; RAN, or why it stopped.

    An instruction that begins is finished, so CYCLES may come out past the limit.

    ``duty`` (int64[machines.computer.DUTY_WORDS]) is given the microseconds that each lamp is on:
    ``sample`` 0: nothing; 1: exactly; n: from a look at one instruction in about n, at intervals
    of chance.  With 1, an instruction's first cycle shows it in SR and IR and all else as it was;
    the other cycles show everything as it is at its end.  With n, what is shown at a look is given
    all the time since the last one; time not yet given when the kernel comes back with INPUT_OUTPUT
    stays in PENDING, else there is none.  The cycles of input-output instructions aren't counted
    here at all (see :func:`show`).
    """
    reason = RAN
    if sample == 0:
        state[PENDING] = 0
        if state[CYCLES] < until_cycles:
            reason = work(state, storage, until_cycles, -1)
        return reason
    if sample == 1:
        _look(state, storage, duty, state[PENDING])
        while reason == RAN and state[CYCLES] < until_cycles:
            _keep_before(state, storage)
            reason = work(state, storage, state[CYCLES] + 1, -1)
            if state[LENGTH]:
                _put(state, BEFORE, duty, CYCLE_US)
                _put(state, 0, duty, CYCLE_US * (state[LENGTH] - 1))
        return reason
    while reason == RAN and state[CYCLES] < until_cycles:
        if state[NEXT_LOOK] <= 0:
            _draw(state, sample)
        began = state[CYCLES]
        reason = work(state, storage, min(until_cycles, began + state[NEXT_LOOK]), -1)
        passed = state[CYCLES] - began
        state[PENDING] += passed
        state[NEXT_LOOK] -= passed
        if state[NEXT_LOOK] <= 0 and reason == RAN:
            _look(state, storage, duty, state[PENDING] + _draw(state, sample))
    if reason != INPUT_OUTPUT:
        _look(state, storage, duty, state[PENDING])
    return reason
