"""Plays of MENACE by the million: a bead drawn for each move, beads given and taken at the end.

Either side is boxes or an opponent.  What the kernels are handed::

        rows      int64[2]         Nought's, Cross's: BOXES, or the row of choices that it plays by
        choices   int16[9, 19683]  words of squares (machines.menace.opponents)
        boxes     int16[2, 19683]  box and turn of each board (machines.menace.build.lookup); the
                                   second player's boxes come after the first player's
        beads     int64[n, 9]      beads of each colour in each box
        held      int64[n * 10]    for each box, how many beads it holds, then those of each colour
        gains     int64[2, 3]      each side's beads for a play that Nought lost, drew, won
        stock     int64[2, 2, 9]   each side's cups, and the beads bought for it so far, by colour
        opened    int64[10]        scratch: the beads drawn in a play, then -1; each is one integer
                                   of its row in ``held``, four bits of colour, and a
                                   bit for Cross
        state     int64[4]         the generator (machines.kernels.generator)

A play's record is one integer: four bits a move (the square plus 1), from bit 36 the result, from
bit 38 how it ended.

MENACE is as fast as in C (tests/bench/test_bench_learners.py) for these reasons.  The generator's
words and the play are kept in registers.  The kernels that a play needs are inlined.  What indexes
is masked: numba otherwise looks whether it is negative.  The rows of ``held`` have a width that the
compiler knows, and their sums are kept.
"""

import numpy as np
import numpy.typing as npt

from machines.games.noughts.kernels import LINED, POWERS, RANDOM, Choices, choose_by
from machines.games.noughts.symmetry import BACK
from machines.kernels.generator import State, below, draw
from machines.kernels.kernel import inner_kernel, kernel
from machines.menace.build import FOREGONE_WIN, NO_BOX
from machines.menace.opponents import CHANGES, FIRST_VARIANT, PRINTED_1961

Words = npt.NDArray[np.int64]
Lookup = npt.NDArray[np.int16]

BOXES = -1
"""In ``rows``: this side's moves are drawn from boxes."""
LOST, DRAWN, WON = range(3)
"""A play's result, for Nought."""
LINE, FULL_BOARD, RESIGNED, FOREGONE = range(4)
"""How a play ended."""
DECLINED = -1
"""Instead of a record: the first box is empty, no play was begun."""
RESULT_BIT, END_BIT = 36, 38
HELD = 10
"""Numbers a box in ``held``."""
BAG = 1000
"""Beads of one colour that are bought at a time."""

BACK_TO_BOARD = np.array(BACK, dtype=np.int64)
BACK_POWERS = POWERS[BACK_TO_BOARD]
CHANGE_GAMES = np.array([game for game, _ in CHANGES], dtype=np.int64)
CHANGE_VARIANTS = np.array([variant for _, variant in CHANGES], dtype=np.int64)


@kernel("int64(int64[:,::1],int64,int64[::1])", inline="always")
def draw_colour(beads: Words, box: int, state: State) -> int:
    """The colour of a bead drawn from the box, all beads alike likely; -1 if it is empty."""
    total = 0
    for colour in range(9):
        total += beads[box, colour]
    if total == 0:
        return -1
    # the bead's colour is the number of colours whose beads all come before it: no early way out,
    # which the processor would guess wrong
    bead, before, passed = below(total, state), 0, 0
    for colour in range(9):
        before += beads[box, colour]
        passed += int(before <= bead)
    return passed


@kernel("int64(int64,int64)")
def row_in_game(row: int, number: int) -> int:
    """The row to play by in game ``number``: 1961's variant of that game, else the same."""
    if row != PRINTED_1961:
        return row
    variant = 0
    for change in range(len(CHANGE_GAMES)):
        if CHANGE_GAMES[change] <= number:
            variant = CHANGE_VARIANTS[change]
    return FIRST_VARIANT + variant


@inner_kernel(
    "int64(int64,int64,int16[:,::1],int16[:,::1],int64[::1],int64[::1],int64[::1])",
    inline="always",
)
def one_play(
    nought: int,
    cross: int,
    choices: Choices,
    boxes: Lookup,
    held: Words,
    opened: Words,
    state: State,
) -> int:
    """One play by those rows; its record, or DECLINED.  No beads change; ``opened`` is filled."""
    words = (state[0], state[1], state[2], state[3])
    index, record, active, passive, count = 0, 0, 0, 0, 0
    result, end = DRAWN, FULL_BOARD
    for ply in range(9):
        side = ply & 1
        row = cross if side else nought
        box = int(boxes[0, index & 32767]) if row == BOXES else NO_BOX
        if box >= 0:
            at = box * HELD
            total = held[at]
            if total == 0:
                if ply == 0:
                    return DECLINED
                result, end = WON if side else LOST, RESIGNED
                break
            bead, words = draw(total, words)
            colour, before = 0, 0
            # no early way out, which the processor would guess wrong; compared without signs, each
            # colour is an addition with carry
            for other in range(8):
                before += held[at + 1 + other]
                colour += int(np.uint64(before) <= np.uint64(bead))
            opened[count] = at << 5 | colour << 1 | side
            count += 1
            turn = int(boxes[1, index & 32767]) & 7
            square = int(BACK_TO_BOARD[turn, colour]) & 15
            power = BACK_POWERS[turn, colour]
        elif box == NO_BOX:
            # with boxes this is the forced last move: one square, no chance
            squares = int(choices[row if row >= 0 else RANDOM, index & 32767]) & 511
            square, words = choose_by(squares, words)
            power = POWERS[square]
        else:
            won_by_nought = (box == FOREGONE_WIN) == (side == 0)
            result, end = WON if won_by_nought else LOST, FOREGONE
            break
        record |= (square + 1) << (4 * ply)
        active |= 1 << square
        if LINED[active & 511]:
            result, end = LOST if side else WON, LINE
            break
        index += power << side
        active, passive = passive, active
    opened[count] = -1
    state[0], state[1], state[2], state[3] = words
    return int(record | result << RESULT_BIT | end << END_BIT)


@inner_kernel("void(int64,int64[:,::1],int64[::1],int64[:,:,::1],int64[::1])", inline="always")
def reinforce(record: int, gains: Words, held: Words, stock: Words, opened: Words) -> None:
    """Give and take the beads that the play has earned each side.

    A box loses no more beads of a colour than it has; a cup that runs out is filled from a new bag.
    """
    result = (record >> RESULT_BIT) & 3
    for bead in opened:
        if bead < 0:
            break
        side, colour, at = bead & 1, bead >> 1 & 15, bead >> 5 & 0xFFFF
        gain = max(gains[side, result], -held[at + 1 + colour])
        held[at + 1 + colour] += gain
        held[at] += gain
        stock[side, 0, colour] -= gain
        while stock[side, 0, colour] < 0:
            stock[side, 0, colour] += BAG
            stock[side, 1, colour] += BAG


@kernel(
    "int64(int64,int64[::1],int16[:,::1],int16[:,::1],int64[::1],int64[:,::1],int64[:,:,::1],"
    "int64[::1],int64[::1],int64[::1])",
)
def play_on(
    first: int,
    rows: Words,
    choices: Choices,
    boxes: Lookup,
    held: Words,
    gains: Words,
    stock: Words,
    opened: Words,
    state: State,
    records: Words,
) -> int:
    """Plays numbered from ``first`` until ``records`` is full or a play is declined; how many."""
    for done in range(len(records)):
        nought = row_in_game(rows[0], first + done)
        cross = row_in_game(rows[1], first + done)
        record = one_play(nought, cross, choices, boxes, held, opened, state)
        if record == DECLINED:
            return done
        reinforce(record, gains, held, stock, opened)
        records[done] = record
    return len(records)


@kernel("void(int64[::1],int64[::1])")
def count_results(records: Words, counts: Words) -> None:
    """Fill ``counts`` (4): how many plays Nought lost, drew and won, and how many were resigned."""
    drawn, won, resigned = 0, 0, 0
    for play in range(len(records)):  # counted in registers, several at a time
        record = records[play]
        drawn += int(record >> RESULT_BIT & 3 == DRAWN)
        won += int(record >> RESULT_BIT & 3 == WON)
        resigned += int(record >> END_BIT & 3 == RESIGNED)
    counts[LOST], counts[DRAWN], counts[WON] = len(records) - drawn - won, drawn, won
    counts[3] = resigned


@kernel(
    "void(int64,int64,int64[::1],int8[::1],int64[::1],int16[:,::1],int16[:,::1],int64[:,::1],"
    "float64[:,::1])"
)
def all_chances(
    nought: int,
    cross: int,
    order: Words,
    endings: npt.NDArray[np.int8],
    forms: Words,
    choices: Choices,
    boxes: Lookup,
    beads: Words,
    chances: npt.NDArray[np.float64],
) -> None:
    """Fill ``chances`` (19683, 3): that Nought loses, draws, wins from each board in ``order``.

    ``order`` holds the indices of the boards in standard form, later ones first, ``forms`` by index
    that of the standard form; ``endings`` by index a finished board's result, -1 for Nought to
    move, -2 for Cross.
    """
    for index in order:
        ending = int(endings[index])
        chances[index, :] = 0.0
        if ending >= 0:
            chances[index, ending] = 1.0
            continue
        side = -1 - ending
        row = cross if side else nought
        box = int(boxes[0, index]) if row == BOXES else NO_BOX
        if box < NO_BOX:
            chances[index, WON if (box == FOREGONE_WIN) == (side == 0) else LOST] = 1.0
            continue
        total = 0
        if box >= 0:
            for colour in range(9):
                total += beads[box, colour]
            if total == 0:
                chances[index, WON if side else LOST] = 1.0
                continue
        squares = int(choices[row if row >= 0 else RANDOM, index])
        for at in range(9):
            square = BACK_TO_BOARD[int(boxes[1, index]), at] if box >= 0 else at
            weight = beads[box, at] if box >= 0 else (squares >> at) & 1
            if weight:
                after = forms[index + (1 + side) * POWERS[square]]
                for result in range(3):
                    chances[index, result] += weight * chances[after, result]
        scale = chances[index, 0] + chances[index, 1] + chances[index, 2]
        for result in range(3):
            chances[index, result] /= scale
