"""What a network learns from a generation's games in its life, and hands on to its offspring.

An option, not the paper's way (machines/anaconda/evolution.py), whose networks change by chance
alone; the shipped player was evolved with it.  Ten games say of 5,046 weights only whether all of
them together were good; each board of a game says of every weight which way it should have gone.

What a board should have been worth follows from what came after it (Sutton 1988, "Learning to
predict by the methods of temporal differences"), judged by the look-ahead rather than by the
network itself, as Samuel's program judged its own (1959; for chess Baxter, Tridgell and Weaver
1998, "KnightCap")::

    aim(t) = (1 - LAMBDA) * what the look-ahead said at t  -  LAMBDA * FADES * aim(t + 1)

with the sign of the side that moves at t; what follows the last board is the result, 1, 0 or -1.
FADES makes a win that is near worth more than one that is far.  A move that was the only one was
made without looking, and then the aim is what follows alone; where a move was made by lot
(Settings.slips), what followed tells nothing, and it is what the look-ahead said.

The network takes every quiet board as the side sees it that is to move, PASSES times, BATCH at once
and in drawn order (fewer that are left over wait for the next pass), and goes down the slope of the
cross entropy of its output and the aim, both taken for chances to win: the slope is the output less
the aim, which doesn't vanish where tanh is flat.  The steps are Adam's (Kingma and Ba 2015), begun
anew each generation.  K learns as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.anaconda.evaluation import SEEN, Floats
from machines.anaconda.games import Game, turn_word
from machines.anaconda.network import (
    FIRST,
    FIRST_BIASES,
    LEAST_KING,
    MOST_KING,
    OUTPUT_BIAS,
    OUTPUT_WEIGHTS,
    SECOND,
    SECOND_BIASES,
    SECOND_WEIGHTS,
    THIRD,
    THIRD_BIASES,
    THIRD_WEIGHTS,
    Network,
)
from machines.anaconda.search import CAPTURE, Words, state_of
from machines.games.draughts.board import SQUARE_OF_BIT
from machines.kernels.kernel import kernel

Reals = npt.NDArray[np.floating]

LAMBDA = 0.5
FADES = 0.99
"""For each ply."""
PASSES = 3
BATCH = 256
"""Boards to a step."""
MEAN, SQUARE, LEAST = 0.9, 0.999, 1e-8
"""Adam's: how long the mean of slopes and of their squares reaches back, and what is added."""
BITS = np.array(sorted(SQUARE_OF_BIT))
"""The bit number of each standard square."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """What a game teaches."""

    boards: Words  # Shape (n, 4): words as a network sees them, its own pieces first
    aims: Floats  # What each should have been worth, -1 to 1


NOTHING = Lesson(np.zeros((0, 4), dtype=np.int64), np.zeros(0, dtype=np.float32))


@kernel(
    "int64(int64[:,::1],float32[::1],int64[::1],int64,int64,int64,int64,int64[:,::1],float32[::1])"
)
def list_aims(
    stood: Words,
    said: Floats,
    slips: Words,
    first: int,
    end: int,
    result: int,
    turned: int,
    boards: Words,
    aims: Floats,
) -> int:
    """Write a game's quiet boards and their aims, at most end - first; how many there are.

    ``stood``, ``said`` and ``slips`` are a Game's.  ``result`` is Red's, who moves at
    even plies; with ``turned`` White sees his boards turned.
    """
    count = 0
    following = float(result if end % 2 == 0 else -result)
    for ply in range(end - 1, first - 1, -1):
        look = said[ply]
        aim = -FADES * following
        if look == look:
            share = 0.0 if len(slips) and slips[ply] >= 0 else LAMBDA
            aim = (1 - share) * np.tanh(look) + share * aim
        following = aim
        fa, ba, fp, bp = stood[ply]
        if state_of(fa, ba, fp, bp, CAPTURE) != 0:
            continue
        if turned and ply % 2:
            fa, ba, fp, bp = turn_word(ba), turn_word(fa), turn_word(bp), turn_word(fp)
        row = boards[count]
        row[0], row[1], row[2], row[3] = fa, ba, fp, bp
        aims[count] = aim
        count += 1
    return count


def lesson_of(game: Game, turned: bool) -> Lesson:
    """What a game teaches; see :func:`list_aims`."""
    boards = np.zeros((game.plies - game.begun, 4), dtype=np.int64)
    aims = np.zeros(len(boards), dtype=np.float32)
    count = list_aims(
        game.stood,
        game.said,
        game.slips,
        game.begun,
        game.plies,
        game.result,
        int(turned),
        boards,
        aims,
    )
    return Lesson(boards[:count], aims[:count])


# -- a network as its parts

NODES = SEEN[:, 1]
FROM = np.searchsorted(BITS, SEEN[:, 0])
"""Which square 0..31 each of the 854 connections comes from, and to which window it goes."""
ENDS = (
    FIRST_BIASES,
    SECOND_WEIGHTS,
    SECOND_BIASES,
    THIRD_WEIGHTS,
    THIRD_BIASES,
    OUTPUT_WEIGHTS,
    OUTPUT_BIAS,
)
"""Where in a network's weights one part ends and the next begins."""


def parts_of(network: Network) -> list[Reals]:
    """Weights and biases in turn, layer by layer, inputs by nodes; the last is K."""
    parts: list[Reals] = list(np.split(network.weights.astype(np.float32), ENDS))
    parts[0] = _spread(parts[0])
    parts[2] = parts[2].reshape(SECOND, FIRST).T.copy()
    parts[4] = parts[4].reshape(THIRD, SECOND).T.copy()
    return [*parts, np.array([network.king], dtype=np.float32)]


def network_of(parts: Sequence[Reals]) -> Network:
    """The network that has these parts."""
    first, *rest, king = parts
    rest[1], rest[3] = rest[1].T, rest[3].T
    weights = np.concatenate([first[FROM, NODES], *(part.ravel() for part in rest)])
    return Network(weights.astype(np.float32), float(king[0]))


def _spread(connections: Reals) -> Reals:
    """The first layer, 32 x 91, zero where a window doesn't see a square."""
    whole = np.zeros((len(BITS), FIRST), dtype=connections.dtype)
    whole[FROM, NODES] = connections
    return whole


def inputs_of(boards: Words) -> tuple[Reals, Reals]:
    """Men and kings on the squares of each board, float32[n, 32]: 1 own, -1 the opponent's."""
    fa, ba, fp, bp = ((boards[:, k : k + 1] >> BITS) & 1 for k in range(4))
    kings = (fa & ba) - (fp & bp)
    men = (fa | ba) - (fp | bp) - kings
    return men.astype(np.float32), kings.astype(np.float32)


def forward(parts: Sequence[Reals], men: Reals, kings: Reals) -> tuple[Reals, ...]:
    """Inputs, the three hidden layers, and what the output node sums,
    whose hyperbolic tangent is the output, shape (n,)."""
    w1, b1, w2, b2, w3, b3, w4, b4, king = parts
    inputs = men + king * kings
    first = np.tanh(inputs @ w1 + b1)
    second = np.tanh(first @ w2 + b2)
    third = np.tanh(second @ w3 + b3)
    return inputs, first, second, third, inputs.sum(axis=1) + third @ w4 + b4


def slopes(parts: Sequence[Reals], men: Reals, kings: Reals, aims: Reals) -> list[Reals]:
    """How the mean cross entropy over the boards rises with each part's every number."""
    w1, _, w2, _, w3, _, w4, _, _ = parts
    inputs, first, second, third, total = forward(parts, men, kings)
    last = (np.tanh(total) - aims) / len(aims)
    to_third = np.outer(last, w4) * (1 - third**2)
    to_second = to_third @ w3.T * (1 - second**2)
    to_first = to_second @ w2.T * (1 - first**2)
    to_king = last @ kings.sum(axis=1) + np.sum(to_first @ w1.T * kings)
    return [
        _spread((inputs.T @ to_first)[FROM, NODES]),
        to_first.sum(axis=0),
        first.T @ to_second,
        to_second.sum(axis=0),
        second.T @ to_third,
        to_third.sum(axis=0),
        third.T @ last,
        last.sum(keepdims=True),
        np.array([to_king], dtype=inputs.dtype),
    ]


# -- learning


def learned(
    network: Network, lessons: Sequence[Lesson], rate: float, generator: np.random.Generator
) -> Network:
    """The network after these lessons; ``rate`` is the size of its steps."""
    men, kings = inputs_of(np.concatenate([lesson.boards for lesson in lessons]))
    aims = np.concatenate([lesson.aims for lesson in lessons])
    parts = parts_of(network)
    means = [np.zeros_like(part) for part in parts]
    squares = [np.zeros_like(part) for part in parts]
    step = 0
    for _ in range(PASSES):
        order = generator.permutation(len(aims))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            some = order[start : start + BATCH]
            step += 1
            found = slopes(parts, men[some], kings[some], aims[some])
            for part, slope, mean, square in zip(parts, found, means, squares, strict=True):
                mean += (1 - MEAN) * (slope - mean)
                square += (1 - SQUARE) * (slope**2 - square)
                height = np.sqrt(square / (1 - SQUARE**step)) + LEAST
                part -= rate * mean / (1 - MEAN**step) / height
            np.clip(parts[-1], LEAST_KING, MOST_KING, out=parts[-1])
    return network_of(parts)
