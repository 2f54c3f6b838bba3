"""The patterns of noughts and crosses by row, with all their boards: there are only 5,478 of them.

Where a pattern holds is reckoned once for every board, which of two is more general once for every
pair; a board's matching patterns are then looked up.  It says what machines.morph.aps.database
says, hundreds of times sooner.

A pattern is three words of squares: the mover's own, the other side's, and empty ones; what else is
on the board is open.  It holds wherever one of the eight ways to lay the board brings it there
(machines.games.noughts.symmetry), as Morph's graphs hold wherever their pieces stand.  The form
that is kept is the greatest of the eight.  Written it is three rows, ``O`` the mover's, ``X`` the
other's, ``.`` empty and ``?`` open: ``OO./???/???`` is two in a row with the third free.

The mover is who has **just moved**, so an empty square beside two of the other's is a threat that
comes true at once.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import READING, SQUARES, Board, squares_of
from machines.games.noughts.players import EVEN, STANDARD, chances, read_standard
from machines.games.noughts.symmetry import TURNS, boards, turn_word
from machines.morph.aps.database import value_of
from machines.morph.aps.domain import Chance, Rows, Weights

# -- What an APS system may know of noughts and crosses: some squares, and what is on them ---------

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


# -- Who plays noughts and crosses against an APS system: the players of machines.games.noughts,
#    by name ---------------------------------------------------------------------------------------

NAMES = (*EVEN, f"{STANDARD}:s")


def opponent(name: str, where: str = "opponent") -> Callable[[Board, Chance], Board]:
    """Whoever goes by that name (:data:`NAMES`).  Raises RefusedError for anyone else."""
    kind = name.partition(":")[0]
    if name not in EVEN and kind != STANDARD:
        raise RefusedError(where, f"is {name!r}; expected one of {', '.join(NAMES)}")
    standard = read_standard(name, where) if kind == STANDARD else 0.0

    def reply(state: Board, chance: Chance) -> Board:
        shares = [float(share) for share in chances(kind, state, standard)]
        return state.play(int(chance.choice(len(SQUARES), p=shares)))

    return reply


# -- index -----------------------------------------------------------------------------------------

ROOM = 256
"""For so many patterns at first; then twice as many, and so on."""
Truths = npt.NDArray[np.bool_]


@functools.cache
def _numbers() -> dict[Board, int]:
    return {board: number for number, board in enumerate(boards())}


def _packed(words: Words) -> int:
    """The three words in one."""
    own, other, empty = words
    return own | other << 9 | empty << 18


@functools.cache
def _all_boards() -> npt.NDArray[np.int32]:
    """Shape (5478,): every board as who has just moved sees it, in one word."""
    return np.array([_packed(mover_view(board)) for board in boards()], dtype=np.int32)


class Table:
    """An index (machines.morph.aps.domain.Index) of what holds where.

    Its arrays have room for more patterns than there are; what is past the last means nothing.
    """

    def __init__(self) -> None:
        self.patterns: list[Pattern] = []
        self._ways = np.zeros((ROOM, len(TURNS)), dtype=np.int32)
        self._words = np.zeros(ROOM, dtype=np.int32)
        self._holds: Truths = np.zeros((len(boards()), ROOM), dtype=np.bool_)
        self._general: Truths = np.zeros((ROOM, ROOM), dtype=np.bool_)
        """``[row, other]``: whether the pattern in ``row`` is more general than ``other``."""

    def __len__(self) -> int:
        return len(self.patterns)

    def add(self, pattern: Pattern) -> None:
        """A pattern, as the next row."""
        row = len(self.patterns)
        if row == len(self._words):
            self._move(np.arange(row, dtype=np.int64), 2 * row)
        word = _packed(pattern.words)
        ways = np.array([_packed(turn_words(pattern.words, t)) for t in TURNS], dtype=np.int32)
        self._holds[:, row] = _within(ways[None, :], _all_boards()[:, None])
        self._general[row, :row] = _within(ways[None, :], self._words[:row, None])
        self._general[:row, row] = _within(self._ways[:row], np.int32(word))
        self._ways[row], self._words[row] = ways, word
        self.patterns.append(pattern)

    def keep(self, rows: Rows) -> None:
        """Drop all rows but these."""
        self.patterns = [self.patterns[row] for row in rows]
        self._move(rows, len(self._words))

    def _move(self, rows: Rows, room: int) -> None:
        """These rows, from the first on, in arrays with room for so many."""
        new, count = np.zeros((room, len(TURNS)), dtype=np.int32), len(rows)
        new[:count] = self._ways[rows]
        self._ways = new
        self._words = np.concatenate((self._words[rows], np.zeros(room - count, dtype=np.int32)))
        holds = np.zeros((len(boards()), room), dtype=np.bool_)
        holds[:, :count] = self._holds[:, rows]
        general = np.zeros((room, room), dtype=np.bool_)
        general[:count, :count] = self._general[np.ix_(rows, rows)]
        self._holds, self._general = holds, general

    def matching(self, state: Board) -> Rows:
        """The rows that hold and have none more specific that holds."""
        held = np.flatnonzero(self._holds[_numbers()[state], : len(self.patterns)])
        hidden = self._general[np.ix_(held, held)].any(axis=1)
        rows: Rows = held[~hidden].astype(np.int64)
        return rows

    def matching_each(self, states: Sequence[Board]) -> tuple[Rows, ...]:
        """:meth:`matching` of every board."""
        return tuple(self.matching(state) for state in states)

    def values(self, states: Sequence[Board], weights: Weights, fold: int) -> Weights:
        """Each board's value."""
        return np.array([value_of(self.matching(each), weights, fold) for each in states])


def _within(ways: npt.NDArray[np.int32], words: npt.NDArray[np.int32] | np.int32) -> Truths:
    """Whether any of the ways, on the last axis, lies within the word."""
    found: Truths = (ways & ~words == 0).any(axis=1)
    return found
