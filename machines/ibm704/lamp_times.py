"""How long each lamp of the 704's console is on: counted exactly, or from looks by chance.

Lamps show the processor's state; the on-times (int64[machines.exhibit.computer.DUTY_WORDS],
microseconds) change nothing in it.  A look counts each lamp that is lit; after
:data:`LOOKS_TOGETHER` of them, or when the processor comes back, the time that has passed is given
to the lamps by how many of the looks saw each one lit.  So all time is given, and a lamp that is
always lit has all of it.

A look's counts are kept bit by bit: of each word that the lamps show there are PLANES words, the
first with the lowest bits of all its lamps' counts.  Counting a word then takes a few additions
without carries, whatever number of lamps it has.
"""

from machines.exhibit import computer
from machines.ibm704.operations import CYCLE_US
from machines.ibm704.registers import (
    AC,
    AC_OVERFLOW,
    BEFORE,
    COUNTS,
    DIVIDE_CHECK,
    GENERATOR,
    IC,
    IR,
    LENGTH,
    LOCATION,
    LOOKS,
    MQ,
    MQ_OVERFLOW,
    NEXT_LOOK,
    PENDING,
    PLANES,
    PROGRAM_STOP,
    READ_WRITE_CHECK,
    SELECTED,
    SENSE_LIGHTS,
    SHOWN,
    SHOWN_WORDS,
    SIZE_MASK,
    SR,
    TAPE_CHECK,
    TRAPPING,
    XA,
    XB,
    XC,
    Words,
)
from machines.kernels.generator import below
from machines.kernels.kernel import inner_kernel, kernel

LOOKS_TOGETHER = 128
"""So many looks are given their time together; an instruction may bring a few more, as PLANES
allow."""

AT_SR, AT_AC, AT_MQ = computer.STORAGE[0], computer.ACCUMULATOR[0], computer.MQ[0]
AT_A, AT_B, AT_C = computer.INDEX_A[0], computer.INDEX_B[0], computer.INDEX_C[0]
AT_IC, AT_IR, AT_LIGHTS = computer.COUNTER[0], computer.INSTRUCTION[0], computer.LIGHTS[0]


# -- exactly -------------------------------------------------------------------------------------


@inner_kernel("int64(int64[::1],int64)")
def lights(state: Words, base: int) -> int:
    """The plates and lights of the words of state from ``base`` on, the first the highest bit."""
    word = state[base + PROGRAM_STOP] << 7 | state[base + SELECTED] << 6
    word |= state[base + READ_WRITE_CHECK] << 5 | state[base + AC_OVERFLOW] << 4
    word |= state[base + MQ_OVERFLOW] << 3 | state[base + DIVIDE_CHECK] << 2
    word |= state[base + TRAPPING] << 1 | state[base + TAPE_CHECK]
    return int(word << 4 | state[base + SENSE_LIGHTS])


@inner_kernel("void(int64[::1],int64,int64,int64,int64)")
def _word(duty: Words, first: int, count: int, word: int, us: int) -> None:
    for k in range(count):
        duty[first + k] += us * (word >> (count - 1 - k) & 1)


@inner_kernel("void(int64[::1],int64,int64[::1],int64)")
def put(state: Words, base: int, duty: Words, us: int) -> None:
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
    _word(duty, AT_LIGHTS, 12, lights(state, base), us)


@kernel("void(int64[::1],int64[::1],int64)")
def show(state: Words, duty: Words, us: int) -> None:
    """Put ``us`` to everything that is shown now: waiting, or the cycles of an input-output
    instruction."""
    put(state, 0, duty, us)


@inner_kernel("void(int64[::1],int64[::1])")
def keep_before(state: Words, storage: Words) -> None:
    """BEFORE becomes what is shown while the next instruction is fetched."""
    for k in range(SHOWN):
        state[BEFORE + k] = state[k]
    word = storage[state[IC] & state[SIZE_MASK]]
    state[BEFORE + SR] = word
    state[BEFORE + IR] = word >> 18


# -- by looks ------------------------------------------------------------------------------------


@inner_kernel("void(int64[::1],int64,int64)")
def _tally(state: Words, place: int, word: int) -> None:
    """Count the bits of a word that is shown: a 1 more in the number that stands in its planes."""
    at = COUNTS + place * PLANES
    while word:
        plane = state[at]
        state[at] = plane ^ word
        word &= plane
        at += 1


@inner_kernel("void(int64[::1],int64[::1],boolean)")
def _look(state: Words, storage: Words, fetching: bool) -> None:
    """Count what is lit now, or while the next instruction is ``fetching``."""
    sr, ir = state[SR], state[IR]
    if fetching:
        sr = storage[state[IC] & state[SIZE_MASK]]
        ir = sr >> 18
    _tally(state, 0, sr)
    _tally(state, 1, state[AC])
    _tally(state, 2, state[MQ])
    _tally(state, 3, state[XA])
    _tally(state, 4, state[XB])
    _tally(state, 5, state[XC])
    _tally(state, 6, state[IC])
    _tally(state, 7, ir)
    _tally(state, 8, lights(state, 0))
    state[LOOKS] += 1


@inner_kernel("void(int64[::1],int64)")
def draw(state: Words, sample: int) -> None:
    """The next moment at which the lamps are looked at, ``sample`` instructions on in the mean."""
    state[NEXT_LOOK] += 1 + below(4 * sample, state[GENERATOR : GENERATOR + 4])


@inner_kernel("void(int64[::1],int64[::1],int64,int64,int64,int64,int64)")
def _give_word(
    state: Words, duty: Words, place: int, first: int, count: int, us: int, looks: int
) -> None:
    """Give the lamps of one word their shares of ``us``."""
    at = COUNTS + place * PLANES
    for k in range(count):
        seen = 0
        for plane in range(PLANES):
            seen += (state[at + plane] >> (count - 1 - k) & 1) << plane
        # Whole for a lamp that every look saw: only a few microseconds of the others are lost.
        duty[first + k] += int(us * (seen / looks))
    for plane in range(PLANES):
        state[at + plane] = 0


@inner_kernel("void(int64[::1],int64[::1])")
def _give(state: Words, duty: Words) -> None:
    """Give the pending time to the lamps by what the looks saw."""
    us, looks = CYCLE_US * state[PENDING], state[LOOKS]
    _give_word(state, duty, 0, AT_SR, 36, us, looks)
    _give_word(state, duty, 1, AT_AC, 38, us, looks)
    _give_word(state, duty, 2, AT_MQ, 36, us, looks)
    _give_word(state, duty, 3, AT_A, 15, us, looks)
    _give_word(state, duty, 4, AT_B, 15, us, looks)
    _give_word(state, duty, 5, AT_C, 15, us, looks)
    _give_word(state, duty, 6, AT_IC, 15, us, looks)
    _give_word(state, duty, 7, AT_IR, 18, us, looks)
    _give_word(state, duty, 8, AT_LIGHTS, 12, us, looks)
    state[PENDING] = state[LOOKS] = 0


@inner_kernel("void(int64[::1],int64[::1],int64[::1],int64)")
def look_if_due(state: Words, storage: Words, duty: Words, sample: int) -> None:
    """Look once for each moment of chance that the last instruction has reached, and draw the next.

    Moments are counted one from another, not from the end of the instruction that one fell into:
    else long instructions were favoured.  A moment in all but the first of an instruction's cycles
    sees the registers as they are at its end; for the first stands that of the instruction after
    it, which follows it as often.  An instruction takes a little over two cycles.
    """
    while state[NEXT_LOOK] <= 0:
        _look(state, storage, -state[NEXT_LOOK] == state[LENGTH] - 1)
        draw(state, sample)
    if state[LOOKS] >= LOOKS_TOGETHER:
        _give(state, duty)


@inner_kernel("void(int64[::1],int64[::1],int64[::1])")
def give_pending(state: Words, storage: Words, duty: Words) -> None:
    """Give all time that is pending, by a look at this moment if there was none."""
    if state[PENDING] > 0:
        if state[LOOKS] == 0:
            _look(state, storage, False)
        _give(state, duty)


@inner_kernel("void(int64[::1])")
def forget(state: Words) -> None:
    """Nobody looks any more: the pending time belongs to no lamp."""
    state[PENDING] = 0
    if state[LOOKS]:
        state[LOOKS] = 0
        for k in range(SHOWN_WORDS * PLANES):
            state[COUNTS + k] = 0
