"""What the 740's words (machines.ibm704.display) put on the tube, as whoever draws a tube has it.

Film takes a picture of every place; a tube in a room is drawn small, from the points themselves.
"""

import numpy as np
import numpy.typing as npt

from machines.ibm704.display import BRIGHT, DIM, SIDE

Axis = tuple[int, int, int, int, int]
"""From column and row to column and row, and how bright."""

LAST = SIDE - 1


def on_tube(words: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], tuple[Axis, ...]]:
    """Points as column, row from the top, brightness (int64[n, 3]); and the axes drawn."""
    columns, rows = words >> 18 & LAST, LAST - (words & LAST)
    bright = np.where(words >> 35 & 1, BRIGHT, DIM)
    points = np.stack([columns, rows, bright], axis=1)
    lined = words >> 33 & 3
    return points, tuple(
        _axis(int(lined[k]), *(int(value) for value in points[k])) for k in np.flatnonzero(lined)
    )


def _axis(way: int, column: int, row: int, bright: int) -> Axis:
    """2: to the right edge, 1: to the upper one, 3: at 45 degrees to the nearer of them."""
    far = min(LAST - column, row)
    right = {2: LAST - column, 1: 0, 3: far}[way]
    up = {2: 0, 1: row, 3: far}[way]
    return column, row, column + right, row - up, bright
