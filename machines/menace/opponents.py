"""Who plays against the boxes, other than a visitor: their names and how they choose.

``random``, ``distinct``, ``perfect``, ``expert`` and ``standard:s`` are the players of
:mod:`machines.noughts.players`; ``1961``, which plays Cross only, is a reconstruction of the
opponent of Michie's tournament (1963, Fig. 4).

The figure names the variants that were tried and the games at which they were brought in, not the
moves.  The reconstruction answers an opening in a corner with the variant printed for that game's
number and otherwise plays perfectly; what comes of it is simulated, not history.
"""

import functools

import numpy as np

from devices.refusal import RefusedError
from machines.noughts.board import Board
from machines.noughts.kernels import PERFECT, Choices, choices, index_of
from machines.noughts.players import EVEN
from machines.noughts.symmetry import TURNED

VARIANTS = (0, 5, 2, 3, 4)
"""V0 to V4: the square on which Cross answers Nought's opening in corner 1 (Fig. 4)."""
CHANGES = ((1, 0), (22, 1), (58, 0), (77, 2), (106, 3), (132, 4), (188, 1), (204, 0))
"""From which game on (within one or so, read off Fig. 4) the opponent played which variant."""

FIRST_VARIANT = len(EVEN)
"""The row of choices() in which V0 stands; V1 to V4 follow."""
PRINTED_1961 = 100
"""Stands for the row of whichever variant is due."""
ROWS = {**{name: row for row, name in enumerate(EVEN)}, "1961": PRINTED_1961}
NAMES = (*ROWS, "standard:s")


def row_of(name: str, side: str) -> int:
    """The row of an opponent that plays ``side`` (``"O"`` or ``"X"``); raises RefusedError."""
    if name not in ROWS:
        raise RefusedError("opponent", f"is {name!r}; expected one of {', '.join(NAMES)}")
    if name == "1961" and side == "O":
        raise RefusedError("opponent", "1961 plays Cross; expected another for Nought")
    return ROWS[name]


def variant_of_game(number: int) -> int:
    """The variant, 0..4, of game ``number`` (from 1) of the tournament."""
    return next(variant for first, variant in reversed(CHANGES) if first <= max(number, 1))


@functools.cache
def all_choices() -> Choices:
    """The game's four rows and one for each variant, shape (9, 19683); not to be written to."""
    made = np.concatenate([choices(), np.repeat(choices()[[PERFECT]], len(VARIANTS), axis=0)])
    for variant, reply in enumerate(VARIANTS):
        for turn in range(4):
            corner, answer = TURNED[turn][1], TURNED[turn][reply]
            made[FIRST_VARIANT + variant, index_of(Board(1 << corner, 0))] = 1 << answer
    return made
