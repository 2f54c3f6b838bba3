"""Plays of the Pegasus program, many a millisecond (Michie 1963; rules in tables.py, odds.py).

One table of chances (positions x 9) serves both players, since the positions before an even number
of moves are Nought's and the others Cross's; a player that doesn't learn has fixed chances there.

A recorded play is one integer: bits 0..31 the choices made, four bits each in their order, bits
32..35 how many, bits 36..37 the result + 1.

Random numbers are the words of machines.generator, whose state is handed in.  The answers
are the same with ``NUMBA_DISABLE_JIT=1``.
"""

import numpy as np
import numpy.typing as npt

from machines.generator import word
from machines.kernel import inner_kernel, kernel
from machines.pegasus import odds
from machines.pegasus.tables import tables

_TABLES = tables()
CHOICES = _TABLES.choices
FOLLOWING = _TABLES.following
RESULTS = _TABLES.results
LEAST_CHANCE = odds.LEAST_CHANCE
FIXED = int(odds.Origin.FIXED)
EACH_PLAY = int(odds.Origin.EACH_PLAY)
SET_OF_PLAYS = odds.SET_OF_PLAYS

UNIT = 2.0**-32
"""A word of 32 bits times this is a number from 0 up to 1."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@inner_kernel("void(float64[:,::1],int64,int64,float64)")
def reinforce(chances: Floats, position: int, choice: int, multiplier: float) -> None:
    """Multiply the odds of one choice; the others keep their proportions (none below the least)."""
    count = CHOICES[position]
    rest = 0.0
    for k in range(count):
        if k != choice:
            rest += chances[position, k]
    raised = chances[position, choice] * multiplier
    share = 1.0 / (rest + raised)
    for k in range(count):
        made = (raised if k == choice else chances[position, k]) * share
        chances[position, k] = max(made, LEAST_CHANCE)


@inner_kernel("void(float64[::1],int64,float64,int64)")
def slide(origin: Floats, way: int, decay: float, result: int) -> None:
    """Bring the sliding origin up to date with one more result (Table 3).

    ``origin``: the decayed sum of outcomes, the decayed count, the results of the set of a hundred
    under way, how many they are.
    """
    value = float(result)
    if way != EACH_PLAY:
        origin[2] += value
        origin[3] += 1.0
        if origin[3] < SET_OF_PLAYS:
            return
        value = origin[2] / SET_OF_PLAYS
        origin[2] = 0.0
        origin[3] = 0.0
    origin[0] = decay * (origin[0] + value)
    origin[1] = decay * (1.0 + origin[1])


@kernel(
    "void(int64,int64,int64,int64[::1],float64[:,::1],int64,int64,float64[::1],int64,float64,"
    "float64[::1])",
)
def learn(
    record: int,
    made: int,
    result: int,
    path: Integers,
    chances: Floats,
    nought_learns: int,
    cross_learns: int,
    multipliers: Floats,
    way: int,
    decay: float,
    origin: Floats,
) -> None:
    """Reinforce whoever learns by one play of ``made`` moves from the positions in ``path``.

    The others are as for :func:`play`.
    """
    value = float(result)
    if way != FIXED:
        value -= origin[0] / origin[1]
        slide(origin, way, decay, result)
    if value == 0.0:
        return
    for move in range(made):
        learns = nought_learns if move & 1 == 0 else cross_learns
        if learns != 0:
            above = value if move & 1 == 0 else -value
            multiplier = multipliers[made - move]
            if way != FIXED:
                multiplier = multiplier**above
            elif above < 0.0:
                multiplier = 1.0 / multiplier
            reinforce(chances, path[move], (record >> (4 * move)) & 15, multiplier)


@kernel(
    "void(float64[:,::1],int64,int64,float64[::1],int64,float64,float64[::1],int64[::1],int64[::1])"
)
def play(
    chances: Floats,
    nought_learns: int,
    cross_learns: int,
    multipliers: Floats,
    way: int,
    decay: float,
    origin: Floats,
    generator: Integers,
    games: Integers,
) -> None:
    """Fill ``games`` with recorded plays; whoever learns is reinforced after each.

    ``multipliers``: M_n at index n.  ``way``: an :class:`odds.Origin`, ``decay`` its D and
    ``origin`` its four numbers (:func:`slide`).
    """
    path = np.zeros(9, dtype=np.int64)
    for game in range(games.size):
        position = 0
        made = 0
        record = 0
        while CHOICES[position] > 0:
            point = word(generator) * UNIT
            last = CHOICES[position] - 1
            choice = 0
            while choice < last and point >= chances[position, choice]:
                point -= chances[position, choice]
                choice += 1
            path[made] = position
            record |= choice << (4 * made)
            made += 1
            position = FOLLOWING[position, choice]
        result = RESULTS[position]
        games[game] = record | (made << 32) | ((result + 1) << 36)
        if nought_learns + cross_learns != 0 and (way != FIXED or result != 0):
            learn(
                record,
                made,
                result,
                path,
                chances,
                nought_learns,
                cross_learns,
                multipliers,
                way,
                decay,
                origin,
            )


@kernel("void(int64[::1],int64[:,::1])")
def tally(games: Integers, blocks: Integers) -> None:
    """Count results: row i of ``blocks`` gets Nought's wins, draws and Cross's wins of block i.

    The plays are cut into ``len(blocks)`` equal blocks; what is left over isn't counted.
    """
    size = games.size // blocks.shape[0]
    for block in range(blocks.shape[0]):
        for column in range(3):
            blocks[block, column] = 0
        for game in range(block * size, (block + 1) * size):
            blocks[block, 2 - (games[game] >> 36)] += 1
