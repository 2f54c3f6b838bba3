"""The kernel that runs a program under the debugger, one instruction at a time.

    reason = observe(state, storage, until, marks, codes, points, units, ...)

It comes back where :func:`machines.ibm704.processor.work` would, with the same reasons, and besides
where the debugger wants the machine to pause: always in front of an instruction, with
``control[WHY]`` saying why and RAN as the reason.  What it keeps on the way:

=============  =====================================================================================
array          holds
=============  =====================================================================================
control        int64[CONTROL]: what is wanted and why it paused, by the names below
tally          int64[TALLY]: how many instructions, rows and transfers there have been
marks          int8[storage]: PLACED where a breakpoint is, WATCHED where a change is watched
shadow         int64[storage]: the words as they were when they were last compared
codes          int8[4096]: 1 where a breakpoint may be on this operation (bits S,1-11 of the word)
points         int64[n, POINT]: the breakpoints
rows           int64[ROWS, ROW]: the instructions executed last, around and around
transfers      int64[TRANSFERS, TRANSFER]: the transfers taken last, around and around; the same
               one again and again is one row
profile        int64[2, storage]: instructions and cycles by location
=============  =====================================================================================
"""

import numpy as np
import numpy.typing as npt

from machines.ibm704.operations import OPERATIONS, number, of_code, of_sense
from machines.ibm704.processor import work
from machines.ibm704.registers import (
    AC,
    AC_OVERFLOW,
    ADDRESS,
    CYCLES,
    DIVIDE_CHECK,
    IC,
    INPUT_OUTPUT,
    MQ,
    MQ_OVERFLOW,
    RAN,
    SENSE_LIGHTS,
    SIZE_MASK,
    TRAPPING,
    XA,
    XB,
    XC,
    Words,
)
from machines.kernels.kernel import inner_kernel, kernel

Marks = npt.NDArray[np.int8]
Table = npt.NDArray[np.int64]

(
    LEFT,
    SKIP,
    ARMED,
    WHY,
    NEXT_WHY,
    WHICH,
    UNTIL,
    CALL_TAG,
    CALL_FROM,
    SELECTED_UNITS,
    WAS,
    CHANGED_AT,
) = range(12)
"""What ``control`` holds: instructions left to execute; 1: no breakpoint counts at the first; 1:
breakpoints count; why it paused, and why it will at the next instruction; the breakpoint; the
address of UNTIL, -1: none; tag and location of the TSX that is to come back, tag 0: none; which
units a copy is for; the word that a watched one was before, and its address."""
CONTROL = CHANGED_AT + 1

STEPS, ROW_COUNT, TRANSFER_COUNT = range(3)
TALLY = 3

NOT_PAUSED, STEPPED, BROKEN, CHANGED, CAME_TO, CAME_BACK = range(6)
"""Why it paused: so many instructions; a breakpoint; a watched word; UNTIL; a call's return."""

PLACED, WATCHED = 1, 2

ON_PLACE, ON_OPERATION, ON_CHANGE, ON_UNIT = range(4)
KIND, LOW, HIGH, NEED, EVERY, HITS = range(6)
"""A breakpoint: its kind (-1: none); addresses from, to (or an operation, or a mask of units); the
effective address that the operation must have, -1: any; every how many times it stops; how often
it was met."""
POINT = 6

ROWS = 1024
(AT, WORD_AT, BEGAN, TOOK, AC_AFTER, MQ_AFTER, XA_AFTER, XB_AFTER, XC_AFTER, LIGHTS, NEXT) = range(
    11
)
"""A row: location and word, cycles before and taken, the registers after it, lights (1 accumulator
overflow, 2 MQ overflow, 4 divide check, 8 trapping, sense lights from 16), the next location."""
ROW = NEXT + 1

TRANSFERS = 64
FROM, TO, WHEN, TIMES = range(4)
TRANSFER = 4

CODE = 0o7777
SENSES = 512
PSE, MSE, RDS, WRS = number("PSE"), number("MSE"), number("RDS"), number("WRS")
CPY, CAD, LDA = number("CPY"), number("CAD"), number("LDA")
MOVES = tuple(number(name) for name in ("BST", "WEF", "REW"))


def _row(code: int) -> int:
    found = of_code(code)
    return -1 if found is None else found.number


def _sensed(code: int, address: int) -> int:
    found = of_sense(code, address)
    return -1 if found is None else found.number


MAY, ALWAYS, RETURNS = 1, 2, 4
"""Of an operation: it may transfer, it always does, it can come back from a subroutine."""


def _transfers(code: int) -> int:
    found = of_code(code)
    if found is None or found.mnemonic[0] != "T":
        return 0
    always = ALWAYS if found.mnemonic in ("TRA", "TTR", "TSX", "TXI") else 0
    return MAY | always | (RETURNS if found.kind == "B" else 0)


NUMBERS = np.array([_row(code) for code in range(4096)], dtype=np.int8)
SENSED = np.array(
    [_sensed(code, address) for code in (0o0760, 0o4760) for address in range(SENSES)],
    dtype=np.int8,
)
TRANSFERRING = np.array([_transfers(code) for code in range(4096)], dtype=np.int8)
CLASSES = np.full(len(OPERATIONS), -1, dtype=np.int8)
"""Which column of ``units`` an operation looks into: RDS, WRS, tape movements, PSE."""
CLASSES[RDS], CLASSES[WRS], CLASSES[PSE] = 0, 1, 3
CLASSES[list(MOVES)] = 2
UNIT_CLASSES = 4


@inner_kernel("int64(int64[::1],int64)")
def index_of(state: Words, word: int) -> int:
    """The OR of the index registers that a word's tag names."""
    x = 0
    if word & 1 << 15:
        x |= state[XA]
    if word & 1 << 16:
        x |= state[XB]
    if word & 1 << 17:
        x |= state[XC]
    return x


@inner_kernel("int64(int64[:,::1],int64)")
def _meet(points: Table, which: int) -> int:
    """A breakpoint is met; 1 if this is one of the times at which it stops."""
    points[which, HITS] += 1
    return 1 if points[which, HITS] % points[which, EVERY] == 0 else 0


@inner_kernel("int64(int64[::1],int64,int64,int64[:,::1],int64[:,::1],int64)")
def find_point(
    state: Words, location: int, word: int, points: Table, units: Table, selected: int
) -> int:
    """The breakpoint at which the machine stops before this instruction; -1: none."""
    y = (word - index_of(state, word)) & state[SIZE_MASK]
    op = int(NUMBERS[word >> 24 & CODE])
    if op == PSE and y < SENSES:
        op = int(SENSED[y])
    elif op == MSE and y < SENSES:
        op = int(SENSED[SENSES + y])
    touched = 0
    if op in (CPY, CAD, LDA):
        touched = selected
    elif op >= 0 and CLASSES[op] >= 0 and y < SENSES:
        touched = units[int(CLASSES[op]), y]
    found = -1
    for k in range(len(points)):
        kind = points[k, KIND]
        met = False
        if kind == ON_PLACE:
            met = points[k, LOW] <= location <= points[k, HIGH]
        elif kind == ON_OPERATION:
            met = points[k, LOW] == op and (points[k, NEED] < 0 or points[k, NEED] == y)
        elif kind == ON_UNIT:
            met = points[k, LOW] & touched != 0
        if met and _meet(points, k) and found < 0:
            found = k
    return found


@inner_kernel("int64(int64[::1],int64,int64[::1],int64[:,::1],int64[::1])")
def find_change(storage: Words, address: int, shadow: Words, points: Table, control: Words) -> int:
    """The breakpoint that stops because this word has changed; -1: none."""
    was = shadow[address]
    if storage[address] == was:
        return -1
    shadow[address] = storage[address]
    found = -1
    for k in range(len(points)):
        met = points[k, KIND] == ON_CHANGE and points[k, LOW] <= address <= points[k, HIGH]
        if met and _meet(points, k) and found < 0:
            found = k
    if found >= 0:
        control[NEXT_WHY], control[WHICH] = CHANGED, found
        control[WAS], control[CHANGED_AT] = was, address
    return found


@kernel("void(int64[::1],int64[::1],int8[::1],int64[::1],int64[:,::1],int64[::1])")
def compare(
    state: Words, storage: Words, marks: Marks, shadow: Words, points: Table, control: Words
) -> None:
    """After an instruction that may have stored at ADDRESS, or trapped: does it stop for that?"""
    address = state[ADDRESS] & state[SIZE_MASK]
    if marks[address] & WATCHED:
        find_change(storage, address, shadow, points, control)
    if address and marks[0] & WATCHED:
        find_change(storage, 0, shadow, points, control)


@kernel("void(int64[::1],int64,int64,int64,int64[::1],int64[:,::1],int64[:,::1])")
def note(
    state: Words,
    location: int,
    word: int,
    began: int,
    tally: Words,
    rows: Table,
    profile: Table,
) -> None:
    """An instruction is done: a row of the history, and its time in the profile."""
    took = state[CYCLES] - began
    profile[0, location] += 1
    profile[1, location] += took
    row = rows[tally[ROW_COUNT] & (ROWS - 1)]
    tally[ROW_COUNT] += 1
    row[AT], row[WORD_AT], row[BEGAN], row[TOOK] = location, word, began, took
    row[AC_AFTER], row[MQ_AFTER] = state[AC], state[MQ]
    row[XA_AFTER], row[XB_AFTER], row[XC_AFTER] = state[XA], state[XB], state[XC]
    row[LIGHTS] = (
        state[AC_OVERFLOW]
        | state[MQ_OVERFLOW] << 1
        | state[DIVIDE_CHECK] << 2
        | state[TRAPPING] << 3
        | state[SENSE_LIGHTS] << 4
    )
    row[NEXT] = state[IC] & state[SIZE_MASK]


@inner_kernel("void(int64,int64,int64,int64[::1],int64[:,::1])")
def _note_transfer(source: int, target: int, when: int, tally: Words, transfers: Table) -> None:
    count = tally[TRANSFER_COUNT]
    last = transfers[(count - 1) & (TRANSFERS - 1)]
    if count and last[FROM] == source and last[TO] == target:
        last[WHEN] = when
        last[TIMES] += 1
        return
    row = transfers[count & (TRANSFERS - 1)]
    row[FROM], row[TO], row[WHEN], row[TIMES] = source, target, when, 1
    tally[TRANSFER_COUNT] += 1


@kernel(
    "int64(int64[::1],int64[::1],int64,int64[::1],int64[::1],int8[::1],int64[::1],int8[::1],"
    "int64[:,::1],int64[:,::1],int64[:,::1],int64[:,::1],int64[:,::1])"
)
def observe(
    state: Words,
    storage: Words,
    until: int,
    control: Words,
    tally: Words,
    marks: Marks,
    shadow: Words,
    codes: Marks,
    points: Table,
    units: Table,
    rows: Table,
    transfers: Table,
    profile: Table,
) -> int:
    """Execute instructions while CYCLES < ``until`` and nothing wants a pause; why it ended."""
    mask = state[SIZE_MASK]
    reason = RAN
    armed = control[ARMED]
    left = control[LEFT]
    skip = control[SKIP]
    wanted = control[UNTIL]
    call_tag = control[CALL_TAG]
    returns = -control[CALL_FROM] & mask
    steps = tally[STEPS]
    while reason == RAN and state[CYCLES] < until:
        location = state[IC] & mask
        word = int(storage[location])
        code = word >> 24 & CODE
        if control[NEXT_WHY]:
            control[WHY] = control[NEXT_WHY]
            break
        if left <= 0:
            control[WHY] = STEPPED
            break
        if armed and not skip:
            if location == wanted:
                control[WHY] = CAME_TO
                break
            if marks[location] & PLACED or codes[code]:
                which = find_point(state, location, word, points, units, control[SELECTED_UNITS])
                if which >= 0:
                    control[WHY] = BROKEN
                    control[WHICH] = which
                    break
        skip = 0
        x = 0
        if call_tag:
            x = index_of(state, word)
        began = state[CYCLES]
        reason = work(state, storage, began + 1, -1)
        left -= 1
        steps += 1
        if reason == INPUT_OUTPUT:
            break
        note(state, location, word, began, tally, rows, profile)
        transferring = TRANSFERRING[code]
        if transferring:
            target = state[IC] & mask
            if transferring & ALWAYS or target != location + 1 & mask:
                _note_transfer(location, target, state[CYCLES], tally, transfers)
                if transferring & RETURNS and call_tag & word >> 15 and x == returns:
                    control[NEXT_WHY] = CAME_BACK
        if armed:
            address = state[ADDRESS] & mask
            if marks[address] & WATCHED:
                find_change(storage, address, shadow, points, control)
            if marks[0] & WATCHED:
                find_change(storage, 0, shadow, points, control)
    control[LEFT] = left
    control[SKIP] = skip
    tally[STEPS] = steps
    return reason
