"""Plays of MENACE by the million: a bead drawn for each move, beads given and taken at the end.

Either side is boxes or an opponent.  What the kernels are handed::

        rows      int64[2]         Nought's, Cross's: BOXES, or the row of choices that it plays by
        choices   int16[9, 19683]  words of squares (machines.menace.opponents)
        boxes     int16[2, 19683]  box and turn of each board (machines.menace.build.lookup); the
                                   second player's boxes come after the first player's
        beads     int64[n, 9]      beads of each colour in each box
        terms     int64[2, 4]      each side's: 1 if it learns, beads for a play won, drawn, lost
        stock     int64[2, 2, 9]   each side's cups, and the beads bought for it so far, by colour
        opened    int64[9, 2]      scratch: box and colour of each move of a play, or -1
        state     int64[4]         the generator (machines.generator)

A play's record is one integer: four bits a move (the square plus 1), from bit 36 the result, from
bit 38 how it ended.
"""

import numpy as np
import numpy.typing as npt

from machines.generator import State, below
from machines.kernel import inner_kernel, kernel
from machines.menace.build import FOREGONE_WIN, NO_BOX
from machines.menace.opponents import CHANGES, FIRST_VARIANT, PRINTED_1961
from machines.noughts.kernels import LINED, POWERS, RANDOM, Choices, choose
from machines.noughts.symmetry import BACK

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
LEARNS, FOR_WIN, FOR_DRAW, FOR_LOSS = range(4)
"""What ``terms`` holds."""
BAG = 1000
"""Beads of one colour that are bought at a time."""

BACK_TO_BOARD = np.array(BACK, dtype=np.int64)
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
    "int64(int64,int64,int16[:,::1],int16[:,::1],int64[:,::1],int64[:,::1],int64[::1])",
)
def one_play(
    nought: int,
    cross: int,
    choices: Choices,
    boxes: Lookup,
    beads: Words,
    opened: Words,
    state: State,
) -> int:
    """One play by those rows; its record, or DECLINED.  No beads change; ``opened`` is filled."""
    index, record, active, passive = 0, 0, 0, 0
    for ply in range(9):
        opened[ply, 0] = -1
    for ply in range(9):
        side = ply & 1
        row = cross if side else nought
        box = int(boxes[0, index]) if row == BOXES else NO_BOX
        if box >= 0:
            colour = draw_colour(beads, box, state)
            if colour < 0:
                if ply == 0:
                    return DECLINED
                return record | (WON if side else LOST) << RESULT_BIT | RESIGNED << END_BIT
            opened[ply, 0] = box
            opened[ply, 1] = colour
            square = BACK_TO_BOARD[int(boxes[1, index]), colour]
        elif box == NO_BOX:
            # with boxes this is the forced last move: one square, no chance
            square = choose(int(choices[row if row >= 0 else RANDOM, index]), state)
        else:
            won_by_nought = (box == FOREGONE_WIN) == (side == 0)
            return record | (WON if won_by_nought else LOST) << RESULT_BIT | FOREGONE << END_BIT
        record |= (square + 1) << (4 * ply)
        active |= 1 << square
        if LINED[active]:
            return int(record | (LOST if side else WON) << RESULT_BIT | LINE << END_BIT)
        index += (1 + side) * POWERS[square]
        active, passive = passive, active
    return int(record | DRAWN << RESULT_BIT | FULL_BOARD << END_BIT)


@inner_kernel("void(int64,int64[:,::1],int64[:,::1],int64[:,:,::1],int64[:,::1])")
def reinforce(record: int, terms: Words, beads: Words, stock: Words, opened: Words) -> None:
    """Give and take the beads that the play has earned each side that learns.

    A box loses no more beads of a colour than it has; a cup that runs out is filled from a new bag.
    """
    result = (record >> RESULT_BIT) & 3
    for ply in range(9):
        box = opened[ply, 0]
        side = ply & 1
        if box < 0 or terms[side, LEARNS] == 0:
            continue
        colour = opened[ply, 1]
        own = LOST + WON - result if side else result
        gain = max(terms[side, FOR_LOSS - own], -beads[box, colour])
        beads[box, colour] += gain
        stock[side, 0, colour] -= gain
        while stock[side, 0, colour] < 0:
            stock[side, 0, colour] += BAG
            stock[side, 1, colour] += BAG


@kernel(
    "int64(int64,int64[::1],int16[:,::1],int16[:,::1],int64[:,::1],int64[:,::1],int64[:,:,::1],"
    "int64[:,::1],int64[::1],int64[::1])"
)
def play_on(
    first: int,
    rows: Words,
    choices: Choices,
    boxes: Lookup,
    beads: Words,
    terms: Words,
    stock: Words,
    opened: Words,
    state: State,
    records: Words,
) -> int:
    """Plays numbered from ``first`` until ``records`` is full or a play is declined; how many."""
    for done in range(len(records)):
        nought = row_in_game(rows[0], first + done)
        cross = row_in_game(rows[1], first + done)
        record = one_play(nought, cross, choices, boxes, beads, opened, state)
        if record == DECLINED:
            return done
        reinforce(record, terms, beads, stock, opened)
        records[done] = record
    return len(records)


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
