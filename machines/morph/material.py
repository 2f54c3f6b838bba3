"""What White, who has just moved, is up: pawns, knights, bishops, rooks, queens (section 3.1)."""

import numpy as np
import numpy.typing as npt

from machines.games.chess.board import BLACK, BLACK_TO_MOVE, STATE, WHITE, Position, Words
from machines.kernels.bits import popcount
from machines.kernels.kernel import kernel

Vector = npt.NDArray[np.int64]

COUNTED = 5
"""Pawns, knights, bishops, rooks, queens."""


@kernel("void(int64[::1],int64[::1])")
def material_of(words: Words, differences: Vector) -> None:
    """Fills ``differences`` int64[5] for the side that has just moved."""
    sign = 1 if words[STATE] & BLACK_TO_MOVE else -1
    white, black = words[WHITE], words[BLACK]
    for kind in range(COUNTED):
        men = words[kind]
        differences[kind] = sign * (popcount(men & white) - popcount(men & black))


def material(position: Position) -> tuple[int, int, int, int, int]:
    """The five differences for the side that has just moved into ``position``."""
    made = np.zeros(COUNTED, dtype=np.int64)
    material_of(position.words(), made)
    pawns, knights, bishops, rooks, queens = made.tolist()
    return pawns, knights, bishops, rooks, queens
