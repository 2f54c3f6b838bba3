"""Who plays against the boxes, other than a visitor: their names and how they choose.

``random``, ``distinct``, ``perfect``, ``expert`` and ``standard:s`` are the players of
:mod:`machines.games.noughts.players`; ``1961``, which plays Cross only, is a reconstruction of the
opponent of Michie's tournament (1963, Fig. 4).  ``pegasus`` and ``morph`` are other machines, as
:mod:`machines.games.noughts.players` has them.

The figure names the variants that were tried and the games at which they were brought in, not the
moves.  The reconstruction answers an opening in a corner with the variant printed for that game's
number and otherwise plays perfectly; what comes of it is simulated, not history.

Who plays by fixed weights (beads that were learned before, or any table of chances) is to the
kernels boxes whose beads never move.  A table of chances becomes whole numbers of beads, so many
that no chance is off by more than some 1e-9; a chance above 0 keeps a bead.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.kernels import PERFECT, Choices, choices, index_of
from machines.games.noughts.players import (
    EVEN,
    LEARNED,
    STANDARD,
    chances,
    learned_chances,
    read_standard,
)
from machines.games.noughts.symmetry import TURNED
from machines.menace.build import EVERY_BOX, build

VISITOR, SECOND_CABINET = "visitor", "menace"
"""Opponents at the table that are no players by name."""
VARIANTS = (0, 5, 2, 3, 4)
"""V0 to V4: the square on which Cross answers Nought's opening in corner 1 (Fig. 4)."""
CHANGES = ((1, 0), (22, 1), (58, 0), (77, 2), (106, 3), (132, 4), (188, 1), (204, 0))
"""From which game on (within one or so, read off Fig. 4) the opponent played which variant."""

FIRST_VARIANT = len(EVEN)
"""The row of choices() in which V0 stands; V1 to V4 follow."""
PRINTED_1961 = 100
"""Stands for the row of whichever variant is due."""
ROWS = {**{name: row for row, name in enumerate(EVEN)}, "1961": PRINTED_1961}
NAMES = (*ROWS, *LEARNED, "standard:s")
MACHINES = (SECOND_CABINET, *LEARNED)
"""Opponents that have learned, or learn as they play."""


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


# -- a side that plays by fixed weights ------------------------------------------------------------

WHOLE = 1 << 30
"""Beads that a chance of 1 becomes: the generator needs one word for a draw from so many."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Frozen:
    """Boxes of a build, and beads, shape (boxes, 9), that are drawn and always put back.

    So any table of chances plays here, another machine's too.
    """

    build: str
    beads: Counts

    @property
    def side(self) -> str:
        """``"O"`` or ``"X"``."""
        return build(self.build).side


def of_chances(side: str, chances_of: Callable[[Board], Sequence[Fraction | float]]) -> Frozen:
    """Who plays ``side`` by the chances of the nine squares that are given for each board.

    Only boards in standard form are asked for.  Raises RefusedError for what can't be chances.
    """
    name = EVERY_BOX[side]
    rows = [_weights(face, chances_of(face)) for face in build(name).faces]
    return Frozen(name, np.array(rows, dtype=np.int64))


def _weights(face: Board, given: Sequence[Fraction | float]) -> list[int]:
    taken = any(given[square] for square in SQUARES if square not in face.moves)
    if taken or any(chance < 0 for chance in given) or abs(sum(map(float, given)) - 1) > 1e-6:
        raise RefusedError(
            f"chances on {face.rows()}",
            f"are {[float(chance) for chance in given]}; expected 0 where it is taken and 1 in all",
        )
    return [max(round(chance * WHOLE), 1) if chance else 0 for chance in given]


@functools.lru_cache(maxsize=16)
def standard_player(text: str, side: str) -> Frozen:
    """The player ``standard:s`` of machines.games.noughts.players; raises RefusedError."""
    standard = read_standard(text, "opponent")
    return of_chances(side, lambda board: chances(STANDARD, board, standard))


@functools.cache
def learned_player(name: str, side: str) -> Frozen:
    """One of machines.games.noughts.players at this board."""
    return of_chances(side, functools.partial(learned_chances, name))
