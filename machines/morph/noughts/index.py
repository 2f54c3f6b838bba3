"""The patterns of noughts and crosses by row, with all their boards: there are only 5,478 of them.

Where a pattern holds is reckoned once for every board, which of two is more general once for every
pair; a board's matching patterns are then looked up.  It says what machines.morph.aps.order says,
hundreds of times sooner.
"""

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import TURNS, boards
from machines.morph.aps.domain import Rows, Weights
from machines.morph.aps.order import value_of
from machines.morph.noughts.patterns import Pattern, Words, mover_view, turn_words

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
