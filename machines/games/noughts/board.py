"""The board of noughts and crosses in two words of nine bits, with Michie's spiral numbers.

Michie (1963, Fig. 3) numbers the squares round the edge and calls the centre 0; square s is bit s::

        1 2 3        bit  1 2 3
        8 0 4             8 0 4
        7 6 5             7 6 5

so that a quarter-turn adds 2 to the numbers round the edge
(:mod:`machines.games.noughts.symmetry`). Nought begins.  A board is written as its three rows,
``"O.X/.O./..X"``.
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Self

import numpy as np
import numpy.typing as npt

from devices.annotations import Within
from devices.refusal import RefusedError
from machines.games.two_sides import Squares

SQUARES = range(9)
"""Michie's numbers; 0 is the centre."""
READING = (1, 2, 3, 8, 0, 4, 7, 6, 5)
"""The squares as one reads them, row by row."""
FULL = 0b111111111
"""All nine squares."""
SIDE_NAMES = {"O": "Nought", "X": "Cross"}
LINES = tuple(
    sum(1 << square for square in line)
    for line in (
        (1, 2, 3),
        (8, 0, 4),
        (7, 6, 5),
        (1, 8, 7),
        (2, 0, 6),
        (3, 4, 5),
        (1, 0, 5),
        (3, 0, 7),
    )
)
"""Three rows, three columns, two diagonals."""


_LINED = tuple(any(word & line == line for line in LINES) for word in range(FULL + 1))


def has_line(word: int) -> bool:
    """Whether there is a whole line in ``word``."""
    return _LINED[word]


@cache
def squares_of(word: int) -> tuple[int, ...]:
    """The squares in ``word``, ascending."""
    return tuple(square for square in SQUARES if word >> square & 1)


@dataclass(frozen=True)
class Board(Squares):
    """Noughts and crosses, each a word of nine bits."""

    noughts: Annotated[int, Within(0, FULL)] = 0
    crosses: Annotated[int, Within(0, FULL)] = 0

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        more = self.noughts.bit_count() - self.crosses.bit_count()
        if self.noughts & self.crosses or more not in (0, 1):
            raise ValueError("the marks can't have been made by turns")

    @classmethod
    def of_rows(cls, text: str, where: str = "board") -> Self:
        """The board written as ``"O.X/.O./..X"``; raises RefusedError, by column.

        Refused is what no play leads to: a letter other than O, X and ``.``, numbers of noughts
        and crosses that alternate moves don't give, two winners.
        """
        rows = text.split("/")
        if [len(row) for row in rows] != [3, 3, 3]:
            raise RefusedError(where, f"is {text!r}; expected three rows of three, as ..X/OXO/.XO")
        for column, letter in enumerate(text, 1):
            if letter not in "OX./":
                raise RefusedError(
                    f"{where}, column {column}", f"is {letter!r}; expected O, X or ."
                )
        read = list(zip(READING, "".join(rows), strict=True))
        made = cls(*(sum(1 << s for s, letter in read if letter == side) for side in "OX"))
        noughts, crosses = made.noughts.bit_count(), made.crosses.bit_count()
        if noughts - crosses not in (0, 1):
            raise RefusedError(
                where,
                f"has {noughts} noughts and {crosses} crosses; expected none or one nought more",
            )
        over_by = has_line(made.noughts), has_line(made.crosses)
        if over_by == (True, True) or (over_by == (True, False) and noughts == crosses):
            raise RefusedError(
                where, "was played on after Nought had won; expected the play to stop"
            )
        if over_by == (False, True) and noughts > crosses:
            raise RefusedError(
                where, "was played on after Cross had won; expected the play to stop"
            )
        return made

    def rows(self) -> str:
        """The board as ``"O.X/.O./..X"``."""
        letters = "".join(self.at(square) or "." for square in READING)
        return "/".join((letters[:3], letters[3:6], letters[6:]))

    def squares(self) -> npt.NDArray[np.int8]:
        """int8[3, 3], the three rows: 1 a nought, -1 a cross."""
        signs = [(self.noughts >> square & 1) - (self.crosses >> square & 1) for square in READING]
        return np.array(signs, dtype=np.int8).reshape(3, 3)

    def at(self, square: int) -> str:
        """``"O"``, ``"X"`` or ``""``."""
        there = 1 << square
        return "O" if self.noughts & there else "X" if self.crosses & there else ""

    @property
    def ply(self) -> int:
        """Moves made so far."""
        return (self.noughts | self.crosses).bit_count()

    @property
    def to_move(self) -> str:
        """``"O"`` or ``"X"``, were the play to go on."""
        return "X" if self.ply % 2 else "O"

    @property
    def empty(self) -> int:
        """The empty squares, as a word."""
        return FULL & ~(self.noughts | self.crosses)

    @property
    def winner(self) -> str:
        """``"O"``, ``"X"`` or, if there is no line, ``""``."""
        return "O" if has_line(self.noughts) else "X" if has_line(self.crosses) else ""

    @property
    def finished(self) -> bool:
        """There is a line, or no empty square."""
        return not self.empty or _LINED[self.noughts] or _LINED[self.crosses]

    @property
    def moves(self) -> tuple[int, ...]:
        """The squares that can be played on, ascending; none when the play is over."""
        return () if self.finished else squares_of(self.empty)

    def winning_squares(self, side: str) -> int:
        """The empty squares, as a word, on which ``side`` would complete a line."""
        own = self.noughts if side == "O" else self.crosses
        return sum(1 << square for square in squares_of(self.empty) if has_line(own | 1 << square))

    def play(self, square: int, where: str = "move") -> "Board":
        """The board after the side to move plays on ``square``; raises RefusedError."""
        if square not in self.moves:
            raise RefusedError(where, self._why_not(square))
        if self.ply % 2:
            return Board(self.noughts, self.crosses | 1 << square)
        return Board(self.noughts | 1 << square, self.crosses)

    def _why_not(self, square: int) -> str:
        if square not in SQUARES:
            return f"is on square {square}; expected one of 0 to 8"
        if self.finished:
            return "comes after the end of the play; expected a new play"
        free = " ".join(map(str, self.moves))
        return f"is on square {square}, which {self.at(square)} has taken; free are {free}"
