"""What the IBM 704's processor holds, and why its kernels come back: names for one int64 array.

A word is an integer 0..2**36 - 1: bit S is 2**35, bit n is 2**(35 - n).  The accumulator has 38
bits: S is 2**37, Q 2**36, P 2**35, then 1..35.  The kernels are in :mod:`.processor`;
what only looks at registers does not import them.
"""

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from machines.ibm704.operations import OPERATIONS
from machines.kernels.generator import generator_state

Words = npt.NDArray[np.int64]

WORD = (1 << 36) - 1

(
    AC,
    MQ,
    SR,
    IC,
    IR,
    XA,
    XB,
    XC,
    AC_OVERFLOW,
    MQ_OVERFLOW,
    DIVIDE_CHECK,
    TRAPPING,
    TAPE_CHECK,
    END_OF_TAPE,
    READ_WRITE_CHECK,
    PROGRAM_STOP,
    SELECTED,
    SENSE_LIGHTS,
    SENSE_SWITCHES,
    KEYS,
    CYCLES,
    LOCATION,
    OPERATION,
    ADDRESS,
    SIZE_MASK,
) = range(25)
"""What ``state`` holds.

=============================  =================================================================
AC MQ SR                       accumulator (38 bits), MQ and storage register (36)
IC                             instruction counter: where the next instruction is
IR                             instruction register: S,1-17 of the last instruction, 18 bits
XA XB XC                       index registers, as wide as an address of this storage
AC_OVERFLOW ... SELECTED       0 or 1 each: indicators and plates.  TAPE_CHECK, END_OF_TAPE,
                               READ_WRITE_CHECK and SELECTED are set by whoever owns the units;
                               PROGRAM_STOP is set here and cleared by START
SENSE_LIGHTS                   4 bits: light 1 is 8, 2 is 4, 3 is 2, 4 is 1
SENSE_SWITCHES                 6 bits: switch 1 is 32 ... 6 is 1; 1 is down
KEYS                           the entry keys; only a panel reads it
CYCLES                         machine cycles of 12 us since power came on
LOCATION OPERATION ADDRESS     of the instruction executed (or met) last: where it was, its number
                               in machines.ibm704.operations (-1: unknown), its effective address
SIZE_MASK                      words of storage - 1: addresses and the counter wrap there
=============================  =================================================================
"""

OPERATION_COUNT = len(OPERATIONS)

ASIDE = SIZE_MASK + 1
"""From here on: what the sampling of the lamps needs.  It changes nothing before it."""

PENDING = ASIDE
"""Cycles not yet put to any lamp."""
NEXT_LOOK = ASIDE + 1
"""Cycles from now until the lamps are looked at next."""
LENGTH = ASIDE + 2
"""Cycles that the last instruction took."""
GENERATOR = ASIDE + 3
"""The sampling's own generator (machines.kernels.generator), 4 words."""
BEFORE = GENERATOR + 4
"""What is shown during an instruction's first cycle: a copy of the first SHOWN words of state."""
SHOWN = SENSE_LIGHTS + 1
STATE_WORDS = BEFORE + SHOWN
"""What is kept of a processor; from here on stands what its looks have counted (.lamp_times)."""
LOOKS = STATE_WORDS
"""How many looks the counts are of."""
COUNTS = LOOKS + 1
SHOWN_WORDS = 9
PLANES = 8
"""Binary digits of a count: of up to 255 looks."""
WORKING_WORDS = COUNTS + SHOWN_WORDS * PLANES

RAN, STOPPED_HPR, STOPPED_HTR, STOPPED_DIVIDE, INPUT_OUTPUT, UNKNOWN = range(6)
"""Why :func:`.processor.run` came back.

==============  ================================================================================
RAN             the limit of cycles is reached
STOPPED_HPR     program stop; IC is the next instruction
STOPPED_HTR     program stop; IC is the address of the HTR, or 1 in trapping mode
STOPPED_DIVIDE  DVH or FDH met a divide check; IC is the next instruction
INPUT_OUTPUT    an instruction of the units is fetched (IR, SR, LOCATION, OPERATION, ADDRESS are
                set, IC is the next instruction, CYCLES unchanged): whoever owns the units does it
UNKNOWN         no such operation: fetched likewise, OPERATION is -1
==============  ================================================================================
"""


def check(words: Words, looking: Words, size: int) -> None:
    """Raises ValueError unless each register is within its bits, beside ``size`` of storage."""
    if words.shape != (ASIDE,) or looking.shape != (STATE_WORDS - ASIDE,):
        raise ValueError("the registers are others")
    check_within(0, (1 << 38) - 1, accumulator=words[AC])
    check_within(0, WORD, registers=words[[MQ, SR, KEYS]])
    check_within(0, size - 1, addresses=words[[IC, XA, XB, XC]])
    check_within(0, (1 << 18) - 1, instruction=words[IR])
    check_within(0, 0o77777, places=words[[LOCATION, ADDRESS]])
    check_within(0, 1, indicators=words[AC_OVERFLOW : SELECTED + 1])
    check_within(0, 63, sense=words[[SENSE_LIGHTS, SENSE_SWITCHES]])
    check_within(0, 2**53, cycles=words[CYCLES])
    check_within(-1, OPERATION_COUNT - 1, operation=words[OPERATION])
    check_within(size - 1, size - 1, mask=words[SIZE_MASK])
    check_within(0, (1 << 32) - 1, generator=looking[GENERATOR - ASIDE : BEFORE - ASIDE])
    check_within(0, 2**53, sampling=looking[: GENERATOR - ASIDE])
    check_within(0, (1 << 38) - 1, before=looking[BEFORE - ASIDE :])


def new_state(size: int) -> Words:
    """int64[WORKING_WORDS]: all zero, beside ``size`` words of storage (one of SIZES)."""
    state = np.zeros(WORKING_WORDS, dtype=np.int64)
    state[SIZE_MASK] = size - 1
    state[OPERATION] = -1
    state[GENERATOR : GENERATOR + 4] = generator_state(704)
    return state
