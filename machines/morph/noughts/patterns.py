"""What an APS system may know of noughts and crosses: some squares, and what is on them.

A pattern is three words of squares: the mover's own, the other side's, and empty ones; what else is
on the board is open.  It holds wherever one of the eight ways to lay the board brings it there
(machines.games.noughts.symmetry), as Morph's graphs hold wherever their pieces stand.  The form
that is kept is the greatest of the eight.  Written it is three rows, ``O`` the mover's, ``X`` the
other's, ``.`` empty and ``?`` open: ``OO./???/???`` is two in a row with the third free.

The mover is who has **just moved**, so an empty square beside two of the other's is a threat that
comes true at once.
"""

import functools
from dataclasses import dataclass
from typing import Self

import numpy as np

from devices.refusal import RefusedError
from machines.games.noughts.board import READING, Board, squares_of
from machines.games.noughts.symmetry import TURNS, turn_word

Words = tuple[int, int, int]
"""Squares: own, the other's, empty."""
SIGNS = "OX."
OPEN = "?"


def mover_view(board: Board) -> Words:
    """The board as who has just moved into it sees it."""
    sides = board.noughts, board.crosses
    own, other = sides if board.to_move == "X" else sides[::-1]
    return own, other, board.empty


def turn_words(words: Words, turn: int) -> Words:
    """The three words after that turn of the board."""
    own, other, empty = (turn_word(word, turn) for word in words)
    return own, other, empty


@dataclass(frozen=True)
class Pattern:
    """In the form that is kept; make one with :meth:`of`."""

    own: int
    other: int
    empty: int

    @classmethod
    def of(cls, words: Words) -> Self:
        """The pattern of these squares in the form that is kept."""
        return cls(*max(turn_words(words, turn) for turn in TURNS))

    @classmethod
    def of_rows(cls, text: str, where: str = "pattern") -> Self:
        """The pattern written as ``"OO./???/???"``; raises RefusedError, by column."""
        rows = text.split("/")
        if [len(row) for row in rows] != [3, 3, 3]:
            raise RefusedError(where, f"is {text!r}; expected three rows of three, as OO./???/???")
        for column, sign in enumerate(text, 1):
            if sign not in f"{SIGNS}{OPEN}/":
                at = f"{where}, column {column}"
                raise RefusedError(at, f"is {sign!r}; expected O, X, . or ?")
        read = list(zip(READING, "".join(rows), strict=True))
        own, other, empty = (sum(1 << s for s, sign in read if sign == each) for each in SIGNS)
        if not own | other | empty:
            raise RefusedError(where, "has no square; expected one at least that isn't ?")
        return cls.of((own, other, empty))

    def rows(self) -> str:
        """The pattern as three rows."""
        words = (self.own, self.other, self.empty)
        signs = "".join(
            next((sign for sign, word in zip(SIGNS, words, strict=True) if word >> s & 1), OPEN)
            for s in READING
        )
        return "/".join((signs[:3], signs[3:6], signs[6:]))

    @property
    def words(self) -> Words:
        """Own, the other's, empty."""
        return self.own, self.other, self.empty

    @property
    def squares(self) -> int:
        """All that it says something of, as a word."""
        return self.own | self.other | self.empty


@functools.lru_cache(maxsize=1 << 14)
def ways(pattern: Pattern) -> tuple[Words, ...]:
    """The distinct ways to lay a pattern on the board, 1 to 8."""
    return tuple(sorted({turn_words(pattern.words, turn) for turn in TURNS}))


def holds(words: Words, pattern: Pattern) -> bool:
    """Whether the pattern holds on a board as seen, or in the squares of another pattern."""
    own, other, empty = words
    return any(not (a & ~own or b & ~other or c & ~empty) for a, b, c in ways(pattern))


def placements(words: Words, pattern: Pattern) -> tuple[Words, ...]:
    """The ways to lay the pattern in which it holds."""
    own, other, empty = words
    return tuple(
        (a, b, c) for a, b, c in ways(pattern) if not (a & ~own or b & ~other or c & ~empty)
    )


def cut(words: Words, squares: int) -> Words:
    """What is on these squares, and nothing of the others."""
    own, other, empty = words
    return own & squares, other & squares, empty & squares


def a_square(squares: int, chance: np.random.Generator) -> int:
    """One of the squares in a word by lot; there is one at least."""
    among = squares_of(squares)
    return among[int(chance.integers(len(among)))]
