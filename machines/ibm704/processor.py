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

from machines.ibm704.arithmetic import (
    AC_MAGNITUDE,
    AC_P,
    AC_Q,
    AC_SIGN,
    BIT_1,
    FRACTION,
    MAGNITUDE,
    OUTSIDE_AC,
    OUTSIDE_MQ,
    SIGN,
    add,
    divide,
    float_add,
    float_divide,
    float_multiply,
    long_left,
    long_right,
    multiply,
    ordered,
)
from machines.ibm704.lamp_times import (
    draw,
    forget,
    give_pending,
    keep_before,
    look_if_due,
    put,
)
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
    SENSE_LIGHTS,
    SENSE_SWITCHES,
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
from machines.kernels.kernel import inner_kernel, kernel

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

TRAPS = np.array([row >= 0 and OPERATIONS[row].traps for row in DECODED], dtype=np.int8)
INDEXED = np.array([row < 0 or OPERATIONS[row].kind in "BE" for row in DECODED], dtype=np.int8)
"""By bits S,1-11: whether trapping mode catches it, whether index registers lessen its address."""

# -- parts of words --------------------------------------------------------------------------------

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


@inner_kernel("int64(int64,int64)")
def sensed(word: int, address: int) -> int:
    """The number of a word's operation, where ``address`` is its effective address; -1: none."""
    op = int(DECODED[word >> 24 & CODE])
    if address < SENSES and op == PSE:
        return int(SENSED[address])
    if address < SENSES and op == MSE:
        return int(SENSED[address + SENSES])
    return op


@inner_kernel("UniTuple(int64,3)(int64,int64,int64,int64,int64)")
def tagged(word: int, x: int, xa: int, xb: int, xc: int) -> tuple[int, int, int]:
    """The index registers when those that the word's tag names are given ``x``."""
    return (
        x if word & TAG_A else xa,
        x if word & TAG_B else xb,
        x if word & TAG_C else xc,
    )


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


# -- running -------------------------------------------------------------------------------------


@kernel("int64(int64[::1],int64[::1],int64,int64[::1],int64)")
def run(state: Words, storage: Words, until_cycles: int, duty: Words, sample: int) -> int:
    """Execute instructions while CYCLES < ``until_cycles``; RAN, or why it stopped.

    An instruction that begins is finished, so CYCLES may come out past the limit.

    ``duty`` (int64[machines.exhibit.computer.DUTY_WORDS]) is given the microseconds that each lamp
    is on: ``sample`` 0: nothing; 1: exactly; n: from a look at one instruction in about n, at
    intervals of chance.  With 1, an instruction's first cycle shows it in SR and IR and all else
    as it was; the other cycles show everything as it is at its end.  With n, a lamp has the share
    of the time that it has of the looks; time not yet given when the kernel comes back with
    INPUT_OUTPUT stays in PENDING, else there is none.  The cycles of input-output instructions
    aren't counted here at
    all (see :func:`.lamp_times.show`).
    """
    reason = RAN
    if sample == 0:
        forget(state)
        if state[CYCLES] < until_cycles:
            reason = work(state, storage, until_cycles, -1)
        return reason
    if sample == 1:
        give_pending(state, storage, duty)
        while reason == RAN and state[CYCLES] < until_cycles:
            keep_before(state, storage)
            reason = work(state, storage, state[CYCLES] + 1, -1)
            if state[LENGTH]:
                put(state, BEFORE, duty, CYCLE_US)
                put(state, 0, duty, CYCLE_US * (state[LENGTH] - 1))
        return reason
    while reason == RAN and state[CYCLES] < until_cycles:
        if state[NEXT_LOOK] <= 0:  # at first, and where a stop fell on a look
            state[NEXT_LOOK] = 0
            draw(state, sample)
        began = state[CYCLES]
        reason = work(state, storage, min(until_cycles, began + state[NEXT_LOOK]), -1)
        passed = state[CYCLES] - began
        state[PENDING] += passed
        state[NEXT_LOOK] -= passed
        if reason == RAN:
            look_if_due(state, storage, duty, sample)
    if reason != INPUT_OUTPUT:
        give_pending(state, storage, duty)
    return reason
