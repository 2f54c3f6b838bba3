"""Plays of the Pegasus program, many a millisecond (Michie 1963; rules in tables.py, odds.py).

One table of chances (positions x 9) serves both players, since the positions before an even number
of moves are Nought's and the others Cross's; a player that doesn't learn has fixed chances there.

A recorded play is one integer: bits 0..31 the choices made, four bits each in their order, bits
32..35 how many, bits 36..37 the result + 1.

Random numbers are the words of machines.kernels.generator, whose state is handed in.  The answers
are the same with ``NUMBA_DISABLE_JIT=1``.  How the kernels are as fast as C:
:mod:`machines.menace.kernels`.
"""

import numpy as np
import numpy.typing as npt

from machines.kernels.generator import next_word
from machines.kernels.kernel import inner_kernel, kernel
from machines.pegasus import odds
from machines.pegasus.tables import MOST_CHOICES, tables

_TABLES = tables()
CHOICES = _TABLES.choices.astype(np.int8)
FOLLOWING = _TABLES.following.astype(np.int16)
RESULTS = _TABLES.results.astype(np.int8)
WIDEST = int(_TABLES.choices.max())
"""Choices where there are most."""
LEAST_CHANCE = odds.LEAST_CHANCE
FIXED = int(odds.Origin.FIXED)
EACH_PLAY = int(odds.Origin.EACH_PLAY)
SET_OF_PLAYS = odds.SET_OF_PLAYS

UNIT = 2.0**-32
"""A word of 32 bits times this is a number from 0 up to 1."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@inner_kernel("void(float64[::1],int64,int64,float64)", inline="always")
def reinforce(chances: Floats, position: int, choice: int, multiplier: float) -> None:
    """Multiply the odds of one choice; the others keep their proportions (none below the least)."""
    first = position * MOST_CHOICES
    rest = 0.0
    for k in range(WIDEST):  # beyond the last choice there is 0
        if k != choice:
            rest += chances[first + k]
    raised = chances[first + choice] * multiplier
    share = 1.0 / (rest + raised)
    chances[first + choice] = raised
    for k in range(CHOICES[position]):
        chances[first + k] = max(chances[first + k] * share, LEAST_CHANCE)


@inner_kernel("void(float64[::1],int64,float64,int64)", inline="always")
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
    "void(int64,float64[::1],int64,int64,float64[::1],int64,float64,float64[::1])",
    inline="always",
)
def learn(
    record: int,
    chances: Floats,
    nought_learns: int,
    cross_learns: int,
    multipliers: Floats,
    way: int,
    decay: float,
    origin: Floats,
) -> None:
    """Reinforce whoever learns by one play; the others are as for :func:`play`."""
    made = record >> 32 & 15
    result = (record >> 36) - 1
    value = float(result)
    if way != FIXED:
        value -= origin[0] / origin[1]
        slide(origin, way, decay, result)
    if value == 0.0:
        return
    position = 0
    for move in range(made):
        choice = record >> (4 * move) & 15
        learns = nought_learns if move & 1 == 0 else cross_learns
        if learns != 0:
            above = value if move & 1 == 0 else -value
            multiplier = multipliers[made - move]
            if way != FIXED:
                multiplier = multiplier**above
            elif above < 0.0:
                multiplier = 1.0 / multiplier
            reinforce(chances, position, choice, multiplier)
        position = int(FOLLOWING[position, choice]) & 1023


@kernel(
    "void(float64[::1],int64,int64,float64[::1],int64,float64,float64[::1],int64[::1],int64[::1])",
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

    ``chances``: of each choice, the nine of a position after those of the one before.
    ``multipliers``: M_n at index n.  ``way``: an :class:`odds.Origin`, ``decay`` its D and
    ``origin`` its four numbers (:func:`slide`).
    """
    words = (generator[0], generator[1], generator[2], generator[3])
    for game in range(games.size):
        position, made, record = 0, 0, 0
        while CHOICES[position] > 0:
            drawn, words = next_word(words)
            point = drawn * UNIT
            first, last = position * MOST_CHOICES, CHOICES[position] - 1
            choice = 0
            while choice < last and point >= chances[first + choice]:
                point -= chances[first + choice]
                choice += 1
            record |= choice << (4 * made)
            made += 1
            position = int(FOLLOWING[position, choice]) & 1023
        record |= (made << 32) | ((int(RESULTS[position]) + 1) << 36)
        games[game] = record
        if nought_learns + cross_learns != 0:
            learn(record, chances, nought_learns, cross_learns, multipliers, way, decay, origin)
    generator[0], generator[1], generator[2], generator[3] = words


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
