"""Finding the score of a board in the memory: two dichotomous searches, as a kernel.

"Reference must be made, of course, to the board positions already saved, and this is done by
reading the correct record into the memory and searching through it by a dichotomous search
procedure" (Samuel 1959).  The board is made standard, its key looked up in the directory of the
tape and the board among those of its record, if the record is held.

``rows`` int64[n, 6], a board a row: its words as in :mod:`machines.samuel.rote.standard`, its score
for the side to move (the look-ahead's units), age, and effective ply: the plies over which the
score has been backed up.  The rows of a record stand together, ascending by their words.
``directory`` int64[m, 4], a record of the tape a line, ascending by key: key, first row (or
:data:`NOT_HELD`, :data:`PASSED_OVER`), boards, and its place on tape (which of the tape's items).
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from devices.annotations import Shape, check_within
from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel.rote.keys import key_of
from machines.samuel.rote.standard import standard_words

BLACK, WHITE, KINGS, SCORE_KEPT, AGE, EFFECTIVE_PLY = range(6)
COLUMNS = 6
KEY, FIRST, COUNT, PLACE = range(4)
LINE = 4

NOT_HELD = -1
"""As a first row: the record isn't in memory."""
PASSED_OVER = -2
"""As a first row: nor is it to be brought for this move; its boards count as not found."""
NOT_FOUND = -1
"""No such record on the tape, or the board isn't in it."""
WANTED = -2
"""Its record must be brought into memory before anything can be said."""

Rows = Annotated[npt.NDArray[np.int64], Shape(None, COLUMNS)]
Directory = Annotated[npt.NDArray[np.int64], Shape(None, LINE)]


def check_tables(rows: Rows, directory: Directory) -> None:
    """Raises ValueError unless each record that a directory says is held lies within ``rows``."""
    first, count = directory[:, FIRST], directory[:, COUNT]
    check_within(PASSED_OVER, len(rows), first=first)
    check_within(0, 2**40, count=count)
    if (first + count > len(rows))[first >= 0].any():
        raise ValueError("a record lies beyond the memory")
    if (np.diff(directory[:, KEY]) < 0).any():
        raise ValueError("the keys don't ascend")
    check_within(-(2**40), 2**40, rows=rows, directory=directory)


@kernel("int64(int64,int64[:,::1])")
def line_of(key: int, directory: Rows) -> int:
    """The line of the directory with that key, or NOT_FOUND."""
    low, high = 0, directory.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if directory[middle, KEY] < key:
            low = middle + 1
        else:
            high = middle
    if low < directory.shape[0] and directory[low, KEY] == key:
        return low
    return NOT_FOUND


@kernel("int64(int64,int64,int64,int64[:,::1],int64,int64)")
def row_of(black: int, white: int, kings: int, rows: Rows, first: int, end: int) -> int:
    """The row of that board among rows first..end-1 of one record, or NOT_FOUND."""
    low, high = first, end
    while low < high:
        middle = (low + high) >> 1
        b, w = rows[middle, BLACK], rows[middle, WHITE]
        if b < black or (
            b == black and (w < white or (w == white and rows[middle, KINGS] < kings))
        ):
            low = middle + 1
        else:
            high = middle
    if (
        low < end
        and rows[low, BLACK] == black
        and rows[low, WHITE] == white
        and rows[low, KINGS] == kings
    ):
        return low
    return NOT_FOUND


@inner_kernel("int64(int64,int64,int64,int64,int64,int64[:,::1],int64[:,::1],int64[::1])")
def look_up(
    fa: int,
    ba: int,
    fp: int,
    bp: int,
    black_active: int,
    rows: Rows,
    directory: Rows,
    scratch: npt.NDArray[np.int64],
) -> int:
    """The row of the board with these four words, NOT_FOUND, or WANTED.

    Then ``scratch[0]`` is the line of the directory whose record must be brought; otherwise
    scratch (int64[1]) stays as it is.
    """
    black, white, kings = standard_words(fa, ba, fp, bp, black_active)
    line = line_of(key_of(black, white, kings), directory)
    if line < 0:
        return NOT_FOUND
    first = directory[line, FIRST]
    if first == NOT_HELD:
        scratch[0] = line
        return WANTED
    if first == PASSED_OVER:
        return NOT_FOUND
    return row_of(black, white, kings, rows, first, first + directory[line, COUNT])


def no_rows(count: int = 0) -> Rows:
    """``count`` rows of zeros."""
    return np.zeros((count, COLUMNS), dtype=np.int64)


def no_lines(count: int = 0) -> Rows:
    """``count`` lines of a directory of zeros."""
    return np.zeros((count, LINE), dtype=np.int64)
