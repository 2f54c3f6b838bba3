"""The draughts board as Samuel held it: thirty-two squares in a word of thirty-five bits.

The standard numbers 1..32 stand four to a row; Samuel numbers the bits so that a row of four and
the next row of four make nine, which leaves 9, 18 and 27 unused (Samuel 1959, Fig. A-1)::

        standard (White's side below)      bit
          .  1  .  2  .  3  .  4        .  1  .  2  .  3  .  4
          5  .  6  .  7  .  8  .        5  .  6  .  7  .  8  .
          .  9  . 10  . 11  . 12        . 10  . 11  . 12  . 13
         13  . 14  . 15  . 16  .       14  . 15  . 16  . 17  .
          . 17  . 18  . 19  . 20        . 19  . 20  . 21  . 22
         21  . 22  . 23  . 24  .       23  . 24  . 25  . 26  .
          . 25  . 26  . 27  . 28        . 28  . 29  . 30  . 31
         29  . 30  . 31  . 32  .       32  . 33  . 34  . 35  .

Then right forward is always +4, left forward +5, left backward -4 and right backward -5, and a
piece at the edge finds an unused bit beyond it: no masks.  Forward is towards higher numbers, for
both sides; Black starts on 1..12, moves first and moves forward.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from devices.annotations import check_within
from machines.games.two_sides import TwoSides

SQUARES = range(1, 33)
"""The standard square numbers."""


def bit(square: int) -> int:
    """The word that has only the standard square ``square`` (1..32) in it."""
    return 1 << (square + (square - 1) // 8)


SQUARE_OF_BIT: dict[int, int] = {square + (square - 1) // 8: square for square in SQUARES}
"""Bit number (1..35 without 9, 18, 27) to standard square number."""

BOARD = sum(bit(square) for square in SQUARES)
"""All squares."""

MOST_PIECES = 12
"""Of a side."""
BLACK_HOME = sum(bit(square) for square in range(1, 13))
WHITE_HOME = sum(bit(square) for square in range(21, 33))
LOWEST_ROW = sum(bit(square) for square in range(1, 5))
"""Squares 1..4, where White's men are crowned."""
HIGHEST_ROW = sum(bit(square) for square in range(29, 33))
"""Squares 29..32, where Black's men are crowned."""


def squares_of(word: int) -> tuple[int, ...]:
    """The standard numbers of the squares in ``word``, ascending."""
    return tuple(square for square in SQUARES if word & bit(square))


def turned(word: int) -> int:
    """``word`` turned end for end: square s goes to 33 - s (bit n to 36 - n)."""
    return int(f"{word:037b}"[::-1], 2)


@dataclass(frozen=True)
class Position(TwoSides):
    """Pieces on the board, and who is to move."""

    black: int  # Black's men and kings
    white: int  # White's men and kings
    kings: int  # The kings of both sides
    black_to_move: bool

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`: kernels have room for the moves of twelve a
        side."""
        check_within(0, BOARD, black=self.black, white=self.white, kings=self.kings)
        if (self.black | self.white | self.kings) & ~BOARD or self.black & self.white:
            raise ValueError("pieces stand on no square, or two on one")
        if self.kings & ~(self.black | self.white):
            raise ValueError("a king is marked where no piece stands")
        if self.black.bit_count() > MOST_PIECES or self.white.bit_count() > MOST_PIECES:
            raise ValueError(f"a side has more than {MOST_PIECES} pieces")

    @classmethod
    def start(cls) -> Self:
        """Twelve men a side, Black to move."""
        return cls(BLACK_HOME, WHITE_HOME, 0, True)

    @classmethod
    def of_words(cls, fa: int, ba: int, fp: int, bp: int, black_to_move: bool) -> Self:
        """The position of Samuel's four words (see :meth:`words`)."""
        active, passive = fa | ba, fp | bp
        if black_to_move:
            return cls(active, passive, ba | fp, True)
        return cls(passive, active, fa | bp, False)

    def words(self) -> tuple[int, int, int, int]:
        """Samuel's FA, BA, FP, BP: pieces that can move forward or backward, active or passive.

        The active side is the one to move.  Black's men move forward (towards higher numbers),
        White's backward, so with Black active FA is all of Black and BA his kings, and with White
        active FA is White's kings and BA all of White.
        """
        black_forward, black_backward = self.black, self.black & self.kings
        white_forward, white_backward = self.white & self.kings, self.white
        if self.black_to_move:
            return black_forward, black_backward, white_forward, white_backward
        return white_forward, white_backward, black_forward, black_backward

    def reversed(self) -> Self:
        """Turned end for end with the colours exchanged: the same game for the other side."""
        return type(self)(
            turned(self.white), turned(self.black), turned(self.kings), not self.black_to_move
        )

    @property
    def empty(self) -> int:
        """The empty squares."""
        return BOARD & ~(self.black | self.white)

    def squares(self) -> npt.NDArray[np.int8]:
        """int8[8, 8], squares 1 to 4 in the first row: 1 a black man, 2 a black king; White's -1
        and -2.  (Who is to move is ``black_to_move``.)"""
        made = np.zeros((8, 8), dtype=np.int8)
        for square in squares_of(self.black | self.white):
            row, across = divmod(square - 1, 4)
            there = bit(square)
            worth = 2 if self.kings & there else 1
            made[row, 2 * across + 1 - row % 2] = worth if self.black & there else -worth
        return made

    def piece(self, square: int) -> str:
        """What stands on ``square``: ``"b"``, ``"B"`` (king), ``"w"``, ``"W"`` or ``""``."""
        there = bit(square)
        letter = "b" if self.black & there else "w" if self.white & there else ""
        return letter.upper() if self.kings & there else letter

    def __str__(self) -> str:
        """The board as eight lines of text, square 1 in the top row, then who is to move."""
        rows = []
        for row in range(8):
            here = [self.piece(square) or "." for square in range(4 * row + 1, 4 * row + 5)]
            rows.append((" " if row % 2 == 0 else "") + " ".join(here))
        return "\n".join((*rows, "Black to move" if self.black_to_move else "White to move"))


@dataclass(frozen=True)
class Move:
    """A whole move: the squares that the piece touches, and the squares of the pieces it takes.

    ``captured`` stands in the order of the jumps; it is empty for a plain move.
    """

    squares: tuple[int, ...]
    captured: tuple[int, ...] = ()

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_within(1, 32, squares=self.squares, captured=self.captured)
        if len(self.squares) < 2:
            raise ValueError("a move has two squares or more")

    def __str__(self) -> str:
        """As in PDN: ``11-15``, ``15x22x31``."""
        return ("x" if self.captured else "-").join(map(str, self.squares))

    def card(self) -> str:
        """As punched on a card: ``11-15``, ``15X22X31``."""
        return str(self).upper()
