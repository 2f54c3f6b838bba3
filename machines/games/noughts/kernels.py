"""Noughts and crosses for kernels: a board is one index, and what may be played is looked up.

The index of a board reads its squares in base 3: the sum over squares s of 3**s for a nought and
2 * 3**s for a cross, 0..19682.  A move by Nought adds ``POWERS[s]``, one by Cross twice that.  A
way to choose a move without learning is a table of words by index, and the choice is even among
the squares in the word: the rows of :func:`choices` are RANDOM, DISTINCT, PERFECT and EXPERT, the
players of :mod:`machines.games.noughts.players`.
"""

import functools

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import FULL, SQUARES, Board, has_line, squares_of
from machines.games.noughts.players import EVEN, even_choice
from machines.games.noughts.symmetry import boards
from machines.kernels.generator import State, Words, draw
from machines.kernels.kernel import inner_kernel, kernel

BOARDS = 3**9
"""Indices; 5,478 of them are boards that a play can come to."""
RANDOM, DISTINCT, PERFECT, EXPERT = range(4)
"""Rows of :func:`choices`, in the order of machines.games.noughts.players.EVEN."""

POWERS = np.array([3**square for square in SQUARES], dtype=np.int64)
_IN_BASE_3: tuple[int, ...] = tuple(
    sum(3**square for square in squares_of(word)) for word in range(FULL + 1)
)
LINED = np.array([has_line(word) for word in range(FULL + 1)], dtype=np.int8)
"""By word: 1 if there is a line in it."""
COUNT = np.array([word.bit_count() for word in range(FULL + 1)], dtype=np.int8)
"""By word: how many squares are in it."""
NTH = np.array(
    [(*squares_of(word), *[0] * (9 - word.bit_count())) for word in range(FULL + 1)], dtype=np.int8
)
"""By word and n: the n-th square in it, ascending."""

Choices = npt.NDArray[np.int16]
"""Shape (rows, 19683): a word of squares for each way to choose and each board."""


def index_of(board: Board) -> int:
    """The board's index."""
    return _IN_BASE_3[board.noughts] + 2 * _IN_BASE_3[board.crosses]


@functools.cache
def choices() -> Choices:
    """A row for each of machines.games.noughts.players.EVEN, (4, 19683); not to be written to."""
    made = np.zeros((len(EVEN), BOARDS), dtype=np.int16)
    for board in boards():
        for row, name in enumerate(EVEN):
            made[row, index_of(board)] = sum(1 << square for square in even_choice(name, board))
    return made


@inner_kernel("Tuple((int64,UniTuple(int64,4)))(int64,UniTuple(int64,4))", inline="always")
def choose_by(squares: int, words: Words) -> tuple[int, Words]:
    """The same as :func:`choose`, and the generator's words after."""
    count, nth = int(COUNT[squares]) & 15, 0
    if count > 1:
        nth, words = draw(count, words)
    return int(NTH[squares, nth]) & 15, words


@kernel("int64(int64,int64[::1])", inline="always")
def choose(squares: int, state: State) -> int:
    """One of the squares in the word, each with the same chance; a single one takes no chance."""
    square, words = choose_by(squares, (state[0], state[1], state[2], state[3]))
    state[0], state[1], state[2], state[3] = words
    return square
