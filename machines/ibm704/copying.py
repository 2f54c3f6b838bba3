"""The copy loop flat out: the processor's kernel, with copies done by a unit's schedule.

A copy instruction is met some ten thousand times a second and costs a hundred times the
processor's own work where the units are asked each time.  Here the kernel does it, as
machine.py and the selections (records.py, card_rows.py ...) do: the same waiting, in whole cycles,
the same word through the MQ.  Whatever else comes up, a copy that is too late or waits beyond the
slice, the end of a record, any other instruction of the units, is left to them.
"""

import numpy as np

from machines.ibm704.lamp_times import forget
from machines.ibm704.operations import CYCLE_US, number
from machines.ibm704.processor import work
from machines.ibm704.registers import (
    AC,
    ADDRESS,
    CYCLES,
    INPUT_OUTPUT,
    MQ,
    OPERATION,
    RAN,
    SIZE_MASK,
    SR,
    WORD,
    Words,
)
from machines.ibm704.selection import Schedule
from machines.kernels.kernel import kernel

CPY, CAD = number("CPY"), number("CAD")

(
    LAG,
    SLICE_ENDS,
    COUNT,
    WRITES,
    STANDS,
    GONE,
    ENDS,
    SPACING,
    MORE,
    COPIED,
    MET,
    LIMIT,
) = range(12)
"""What ``plan`` holds, times in microseconds from where the units stand.

=============  ===================================================================================
LAG            where the processor is
SLICE_ENDS     until then it may run
COUNT          how many words are known
WRITES ...     a schedule's, by their names (schedule.py)
COPIED         put there: how many words were copied
MET            put there: when the last of those copies was met
LIMIT          put there: the moment beyond which it didn't begin an instruction
=============  ===================================================================================
"""


def plan_numbers(plan: Schedule, lag_us: int, slice_us: int) -> Words:
    """What ``plan`` holds before the kernel is called: int64[LIMIT + 1]."""
    _, words, writes, *times, more, _ = plan
    return np.array([lag_us, slice_us, len(words), writes, *times, more, 0, 0, 0])


@kernel("int64(int64[::1],int64[::1],int64[::1],int64[::1],int64[::1])")
def run_copying(state: Words, storage: Words, plan: Words, due_us: Words, words: Words) -> int:
    """Execute instructions and copies until a limit of ``plan`` or due_us; as `run` tells why.

    INPUT_OUTPUT: an instruction of the units is met that is left to whoever owns them.  The lamps'
    on-times aren't counted.
    """
    mask = state[SIZE_MASK]
    began = state[CYCLES]
    lag = plan[LAG]
    count = plan[COUNT]
    ends = min(plan[SLICE_ENDS], plan[ENDS])
    copied = 0
    reason = RAN
    forget(state)
    while True:
        limit = ends
        if copied < count:
            limit = min(limit, due_us[copied] + plan[GONE])
        elif plan[MORE]:
            break
        until = began - (lag - limit) // CYCLE_US
        if state[CYCLES] >= until:
            break
        reason = work(state, storage, until, -1)
        if reason == RAN:
            continue
        operation = state[OPERATION]
        if reason != INPUT_OUTPUT or copied == count or (operation != CPY and operation != CAD):
            break
        met = lag + CYCLE_US * (state[CYCLES] - began)
        done = max(met, due_us[copied])
        if met - due_us[copied] > plan[STANDS] or done >= plan[SLICE_ENDS]:
            break
        reason = RAN
        address = state[ADDRESS] & mask
        word = storage[address]
        if plan[WRITES]:
            words[copied] = word
        else:
            word = words[copied]
            storage[address] = word
        state[MQ] = word
        state[SR] = word
        if operation == CAD:
            ac = state[AC]
            total = (ac & WORD) + word
            state[AC] = ac & ~WORD | (total & WORD) + (total >> 36) & WORD
        state[CYCLES] += 2 - (met - done) // CYCLE_US
        plan[MET] = met
        copied += 1
        if plan[SPACING]:
            due_us[copied] = done + plan[SPACING]
    plan[COPIED] = copied
    plan[LIMIT] = limit
    return reason
