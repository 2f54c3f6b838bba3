"""The patterns of noughts and crosses by row, with all their boards: there are only 5,478 of them.

Where a pattern holds is reckoned once for every board, which of two is more general once for every
pair; a board's matching patterns are then looked up.  It says what machines.morph.aps.order says,
hundreds of times sooner.
"""

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from machines.morph.aps.domain import Rows, Weights
from machines.morph.aps.evaluation import folded
from machines.morph.noughts.patterns import Pattern, seen, words_turned
from machines.noughts.board import Board
from machines.noughts.symmetry import TURNS, boards

Truths = npt.NDArray[np.bool_]


@functools.cache
def _numbers() -> dict[Board, int]:
    return {board: number for number, board in enumerate(boards())}


@functools.cache
def _seen() -> npt.NDArray[np.int16]:
    """Shape (5478, 3): every board as who has just moved sees it."""
    return np.array([seen(board) for board in boards()], dtype=np.int16)


class Table:
    """An index (machines.morph.aps.domain.Index) of what holds where."""

    def __init__(self) -> None:
        self.patterns: list[Pattern] = []
        self._ways = np.zeros((0, len(TURNS), 3), dtype=np.int16)
        self._words = np.zeros((0, 3), dtype=np.int16)
        self._holds: Truths = np.zeros((0, len(boards())), dtype=np.bool_)
        self._general: Truths = np.zeros((0, 0), dtype=np.bool_)
        """``[row, other]``: whether the pattern in ``row`` is more general than ``other``."""

    def add(self, pattern: Pattern) -> None:
        """A pattern, as the next row."""
        ways = np.array([words_turned(pattern.words, turn) for turn in TURNS], dtype=np.int16)
        words = np.array(pattern.words, dtype=np.int16)
        holds = _within(ways[None, :, :], _seen()[:, None, :])
        below = _within(ways[None, :, :], self._words[:, None, :])
        above = _within(self._ways, words[None, None, :])
        grown = np.zeros((len(self.patterns) + 1,) * 2, dtype=np.bool_)
        grown[:-1, :-1], grown[-1, :-1], grown[:-1, -1] = self._general, below, above
        self.patterns.append(pattern)
        self._general = grown
        self._ways = np.concatenate((self._ways, ways[None]))
        self._words = np.concatenate((self._words, words[None]))
        self._holds = np.concatenate((self._holds, holds[None]))

    def keep(self, rows: Rows) -> None:
        """Drop all rows but these."""
        self.patterns = [self.patterns[row] for row in rows]
        self._ways, self._words, self._holds = (
            self._ways[rows],
            self._words[rows],
            self._holds[rows],
        )
        self._general = self._general[np.ix_(rows, rows)]

    def matching(self, state: Board) -> Rows:
        """The rows that hold and have none more specific that holds."""
        held = np.flatnonzero(self._holds[:, _numbers()[state]])
        hidden = self._general[np.ix_(held, held)].any(axis=1)
        rows: Rows = held[~hidden].astype(np.int64)
        return rows

    def matching_each(self, states: Sequence[Board]) -> tuple[Rows, ...]:
        """:meth:`matching` of every board."""
        return tuple(self.matching(state) for state in states)

    def values(self, states: Sequence[Board], weights: Weights, fold: int) -> Weights:
        """Each board's value."""
        made = np.empty(len(states), dtype=np.float64)
        for at, state in enumerate(states):
            rows = self.matching(state)
            count = len(rows)
            made[at] = folded(weights[rows], rows, count, fold, np.empty(count, dtype=np.float64))
        return made


def _within(ways: npt.NDArray[np.int16], words: npt.NDArray[np.int16]) -> Truths:
    """Whether any of the ways, on the second axis, lies within the words."""
    found: Truths = ((ways & ~words) == 0).all(axis=2).any(axis=1)
    return found
