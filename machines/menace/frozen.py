"""A side that plays by fixed weights: beads that were learned before, or any table of chances.

To the kernels it is boxes whose beads never move.  A table of chances becomes whole numbers of
beads, so many that no chance is off by more than some 1e-9; a chance above 0 keeps a bead.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.menace.build import EVERY_BOX, build
from machines.noughts.board import SQUARES, Board
from machines.noughts.players import STANDARD, chances, read_standard

WHOLE = 1 << 30
"""Beads that a chance of 1 becomes: the generator needs one word for a draw from so many."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Frozen:
    """Boxes of a build, and beads, shape (boxes, 9), that are drawn and always put back."""

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
def standard_player(text: str, side: str, where: str = "opponent") -> Frozen:
    """The player ``standard:s`` of machines.noughts.players; raises RefusedError."""
    standard = read_standard(text, where)
    return of_chances(side, lambda board: chances(STANDARD, board, standard))
