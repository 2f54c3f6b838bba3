"""A record of the memory: the boards that share a key, and what bounds them.

The limits that the paper leaves "arbitrary" stand here together (docs/sources/samuel.md section
10); what it does say is quoted at each.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel, kernel
from machines.samuel.rote.keys import has_kings, key_of
from machines.samuel.rote.lookup import (
    BLACK,
    COUNT,
    FIRST,
    KEY,
    KINGS,
    NOT_HELD,
    PLACE,
    WHITE,
    Rows,
    no_lines,
)
from machines.samuel.rote.standard import (
    BLACK_LAST_ROW,
    WHITE_LAST_ROW,
    WHOLE_BOARD,
    least_reflection,
)

AGE_BITS, PLY_BITS = 12, 6
"""Of the word that a board's score, age and effective ply share on tape."""
MOST_PLY = (1 << PLY_BITS) - 1
"""A greater effective ply is kept as this."""

PLAIN_WORDS = 3
"""Words for a board without kings; with kings there is one more."""

WHOLE_TAPE = 1 << 40
"""As the words for the records held: room for all."""


@dataclass(frozen=True)
class Limits:
    """The named choices of rote learning, each one word that an operator could change."""

    held_words: int = 2_048
    """For the records held: what our program in 704 code, longer than his, leaves of 32,768 beside
    directory and a record that is merged (assets/programs/samuel/rotape.sap).  A record that takes
    more is held alone.  Of 53,000 boards in 2,000 records 20 are held ("usually five or more
    records").  A study may hold the :data:`WHOLE_TAPE`: it brings every record that is wanted, so
    what it finds is the same."""
    largest_record: int = 1000
    """Boards; a record that has grown larger is culled."""
    culled_record: int = 750
    """Boards left to it then: "well below" (item 20)."""
    initial_age: int = 64
    """Of a new board ("arbitrarily assigned an age")."""
    maximum_age: int = (1 << AGE_BITS) - 1
    """At this age a board is forgotten.  A board never used again lasts 4031 merges, about 80,000
    boards of play: 13 or more of the 20 in a merge are new to the tape, so that it can come to the
    paper's 53,000.  With an initial age of 2048 the first were forgotten when it held 28,000."""
    merge_after: int = 20
    """Boards saved between two merges ("normally occurring about once every 20 moves")."""


@dataclass(frozen=True)
class MemoryRecord:
    """The boards of one key."""

    key: int
    rows: Rows
    """int64[n, 6], columns as in :mod:`machines.samuel.rote.lookup`, ascending by the words."""

    @property
    def words(self) -> int:
        """Words that it takes, in memory as on tape: three or four a board."""
        return len(self.rows) * board_words(self.key)


def board_words(key: int) -> int:
    """Words for each board of a record: two or three for the board, one for the rest."""
    return PLAIN_WORDS + has_kings(key)


def ascending(rows: Rows) -> Rows:
    """The rows in the order of a record."""
    order = np.lexsort((rows[:, KINGS], rows[:, WHITE], rows[:, BLACK]))
    return np.ascontiguousarray(rows[order])


def directory_of(records: Iterable[MemoryRecord]) -> Rows:
    """The directory of a tape with these records behind its heading, none of them held."""
    lines = [(r.key, NOT_HELD, len(r.rows), place) for place, r in enumerate(records, 1)]
    directory = no_lines(len(lines))
    if lines:
        directory[:, [KEY, FIRST, COUNT, PLACE]] = lines
    return directory


FAULTS = (
    "a piece stands on no square",
    "a square holds a black and a white piece",
    "a king is marked where no piece stands",
    "a man stands on the row where it would be crowned",
    "a side has no piece or more than 12",
    "a board of kings alone is not the least of its reflections",
    "the board belongs to a record of another key",
    "the boards don't ascend by their words",
)
"""What can be wrong with a board of a record."""


@inner_kernel("int64(int64,int64,int64,int64)")
def fault_of(black: int, white: int, kings: int, key: int) -> int:
    """Which of FAULTS a board has for a record of that key, or -1."""
    pieces = black | white
    if pieces & ~WHOLE_BOARD:
        return 0
    if black & white:
        return 1
    if kings & ~pieces:
        return 2
    if (black & BLACK_LAST_ROW | white & WHITE_LAST_ROW) & ~kings:
        return 3
    if not 1 <= popcount(black) <= 12 or not 1 <= popcount(white) <= 12:
        return 4
    if kings == pieces:
        least_black, least_white = least_reflection(black, white)
        if black != least_black or white != least_white:
            return 5
    return 6 if key_of(black, white, kings) != key else -1


@kernel("UniTuple(int64,2)(int64[:,::1],int64)")
def first_fault(rows: Rows, key: int) -> tuple[int, int]:
    """The first row of a record with a fault, and which of FAULTS it is; (-1, -1) if none."""
    for row in range(rows.shape[0]):
        black, white, kings = rows[row, BLACK], rows[row, WHITE], rows[row, KINGS]
        fault = fault_of(black, white, kings, key)
        if fault >= 0:
            return row, fault
        if row > 0:
            b, w, k = rows[row - 1, BLACK], rows[row - 1, WHITE], rows[row - 1, KINGS]
            if b > black or (b == black and (w > white or (w == white and k >= kings))):
                return row, 7
    return -1, -1
