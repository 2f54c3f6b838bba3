"""The network as kernels: a board's value afresh, or from what changed since another board.

Boards are Samuel's four words (:mod:`machines.games.draughts.kernels`).  All weights of a network
stand in one float32 array, laid out for these kernels by :func:`prepare_values`::

    from           rows x words   holds
    COLUMNS        36 x 96        row n: what a man on bit n adds to each window; row 0: biases
    SECOND_ROWS    92 x 40        row n: what window n gives to each node of the second layer
    SECOND_BIAS    40
    THIRD_ROWS     40 x 16        the same for the third, and
    THIRD_BIAS     16
    OUTPUT_ROW     16             the output's weights, its bias as the eleventh, K as the twelfth

Word 91 of a column is 1: word 91 of the sums is therefore the sum of the inputs, which goes
straight to the output.  Words beyond are zeros, so that every loop is of whole vectors.

The first layer is linear in the inputs, so its 91 sums are carried from a board to the next: a move
changes two squares and one for each piece taken.

Sums are float32 in the processor's own order (fastmath; in the written order with
``--strict-float``): the same on every run on one kind of
processor; another may differ in the last digits.
"""

import numpy as np
import numpy.typing as npt

from machines.anaconda.layers import layer_16, layer_40
from machines.anaconda.network import (
    FIRST,
    FIRST_BIASES,
    OUTPUT_BIAS,
    OUTPUT_WEIGHTS,
    SECOND,
    SECOND_BIASES,
    SECOND_WEIGHTS,
    THIRD,
    THIRD_BIASES,
    THIRD_WEIGHTS,
    WINDOWS,
    Network,
)
from machines.kernels.bits import popcount
from machines.kernels.kernel import FLOAT_SUMS, inner_kernel, kernel

Floats = npt.NDArray[np.float32]
Board = tuple[int, int, int, int]

BITS = 36
"""A column for each bit number 0..35; bits 0, 9, 18 and 27 are no squares."""
WIDE, NARROW, LAST = 96, SECOND, 16
"""Words of a layer: 91, 40 and 10, rounded up to whole vectors."""
INPUTS = 92
"""Rows of the second layer: 91, rounded up to an even number."""
SUM = FIRST
"""The word of the sums that holds the sum of the inputs."""
COLUMNS = 0
SECOND_ROWS = COLUMNS + BITS * WIDE
SECOND_BIAS = SECOND_ROWS + INPUTS * NARROW
THIRD_ROWS = SECOND_BIAS + NARROW
THIRD_BIAS = THIRD_ROWS + NARROW * LAST
OUTPUT_ROW = THIRD_BIAS + LAST
BIAS, KING = OUTPUT_ROW + THIRD, OUTPUT_ROW + THIRD + 1
PREPARED = OUTPUT_ROW + LAST
"""Words of a prepared network."""
CACHE_LINE = 64
"""Bytes; vectors that lie across two lines take twice the time."""

SEEN = np.array(
    [
        (square + (square - 1) // 8, node)
        for node, window in enumerate(WINDOWS)
        for square in window.squares
    ]
)
"""Bit number and node of each of the 854 connections."""

HIDDEN = WIDE + NARROW + LAST
"""Words of scratch: the three hidden layers' nodes."""

FAST = FLOAT_SUMS


def single(value: float) -> float:
    """A constant of a kernel as float32: a plain one would make its sums float64."""
    return np.float32(value)  # type: ignore[return-value]


# A quotient of polynomials for tanh on [-9, 9], of degrees 13 and 6: within 3e-7 (measured).
MOST = single(7.90531110763549805)
P1 = single(4.89352455891786e-03)
P3 = single(6.37261928875436e-04)
P5 = single(1.48572235717979e-05)
P7 = single(5.12229709037114e-08)
P9 = single(-8.60467152213735e-11)
P11 = single(2.00018790482477e-13)
P13 = single(-2.76076847742355e-16)
Q0 = single(4.89352518554385e-03)
Q2 = single(2.26843463243900e-03)
Q4 = single(1.18534705686654e-04)
Q6 = single(1.19825839466702e-06)
ONE = single(1.0)


def align_floats(rows: int, words: int) -> Floats:
    """Zeros, float32[rows, words], from the beginning of a cache line on."""
    room = np.zeros(rows * words * 4 + CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    found: Floats = room[start : start + rows * words * 4].view(np.float32)
    made: Floats = found.reshape(rows, words)
    return made


def prepare_values(network: Network) -> Floats:
    """A network's weights as the kernels read them, float32[PREPARED]."""
    weights = network.weights
    made: Floats = align_floats(1, PREPARED)[0]
    columns = made[COLUMNS:SECOND_ROWS].reshape(BITS, WIDE)
    columns[SEEN[:, 0], SEEN[:, 1]] = weights[:FIRST_BIASES]
    columns[0, :FIRST] = weights[FIRST_BIASES:SECOND_WEIGHTS]
    for square in range(1, 33):
        columns[square + (square - 1) // 8, SUM] = 1
    rows = weights[SECOND_WEIGHTS:SECOND_BIASES].reshape(SECOND, FIRST)
    made[SECOND_ROWS:SECOND_BIAS].reshape(INPUTS, NARROW)[:FIRST] = rows.T
    made[SECOND_BIAS:THIRD_ROWS] = weights[SECOND_BIASES:THIRD_WEIGHTS]
    rows = weights[THIRD_WEIGHTS:THIRD_BIASES].reshape(THIRD, SECOND)
    made[THIRD_ROWS:THIRD_BIAS].reshape(SECOND, LAST)[:, :THIRD] = rows.T
    made[THIRD_BIAS : THIRD_BIAS + THIRD] = weights[THIRD_BIASES:OUTPUT_WEIGHTS]
    made[OUTPUT_ROW : OUTPUT_ROW + THIRD] = weights[OUTPUT_WEIGHTS:OUTPUT_BIAS]
    made[BIAS] = weights[OUTPUT_BIAS]
    made[KING] = network.king
    return made


@inner_kernel("float32(float32)", inline="always", **FAST)
def tanh(x: float) -> float:
    """The hyperbolic tangent within 3e-7."""
    x = min(max(x, -MOST), MOST)
    s = x * x
    p = x * (P1 + s * (P3 + s * (P5 + s * (P7 + s * (P9 + s * (P11 + s * P13))))))
    return p / (Q0 + s * (Q2 + s * (Q4 + s * Q6)))


@inner_kernel("float32(float32[::1],float32[::1],float32[::1])", **FAST)
def output_sum(net: Floats, sums: Floats, hidden: Floats) -> float:
    """What the output node sums, from the first layer's sums; ``hidden`` gets the nodes.

    net float32[PREPARED], sums float32[WIDE], hidden float32[HIDDEN].
    """
    first = hidden[0:WIDE]
    second = hidden[WIDE : WIDE + NARROW]
    third = hidden[WIDE + NARROW : HIDDEN]
    for j in range(WIDE):
        first[j] = tanh(sums[j])
    layer_40(net, SECOND_ROWS, hidden, 0, INPUTS, WIDE)
    bias = net[SECOND_BIAS : SECOND_BIAS + NARROW]
    for i in range(NARROW):
        second[i] = tanh(second[i] + bias[i])
    layer_16(net, THIRD_ROWS, hidden, WIDE, NARROW, WIDE + NARROW)
    bias = net[THIRD_BIAS : THIRD_BIAS + LAST]
    for i in range(LAST):
        third[i] = tanh(third[i] + bias[i])
    total: float = sums[SUM] + net[BIAS]
    for i in range(THIRD):
        total += net[OUTPUT_ROW + i] * third[i]
    return total


@inner_kernel("float32(float32)", inline="always", **FAST)
def output_of(total: float) -> float:
    """The network's output, -1 to 1, from what its last node sums."""
    return min(max(tanh(total), -ONE), ONE)


@inner_kernel("void(float32[::1],float32[::1],int64,float32)", inline="always", **FAST)
def add_column(net: Floats, sums: Floats, square: int, value: float) -> None:
    """Add what ``value`` on ``square`` (a word of one bit) gives to each window."""
    at = COLUMNS + popcount(square - 1) * WIDE
    column = net[at : at + WIDE]
    for j in range(WIDE):
        sums[j] += value * column[j]


@inner_kernel("void(float32[::1],int64,int64,int64,int64,float32[::1])", **FAST)
def first_sums(net: Floats, fa: int, ba: int, fp: int, bp: int, sums: Floats) -> None:
    """The first layer's sums afresh, for the active side: its pieces count positive."""
    king = net[KING]
    for j in range(WIDE):
        sums[j] = net[j]
    word = fa | ba
    while word:
        square = word & -word
        word ^= square
        add_column(net, sums, square, king if fa & ba & square else ONE)
    word = fp | bp
    while word:
        square = word & -word
        word ^= square
        add_column(net, sums, square, -king if fp & bp & square else -ONE)


@inner_kernel(
    "void(float32[::1],float32[::1],float32[::1],UniTuple(int64,4),UniTuple(int64,4),float32)",
    **FAST,
)
def update_sums(
    net: Floats, before: Floats, after: Floats, board: Board, moved: Board, sign: float
) -> None:
    """The sums ``after`` a move that makes ``board`` into ``moved``, the mover's words first.

    ``sign`` is +1 if the mover is the side whose pieces count positive, else -1.
    """
    fa, ba, fp, bp = board
    f, b, g, c = moved
    king = net[KING]
    start = (fa | ba) & ~(f | b)
    end = (f | b) & ~(fa | ba)
    if start:
        at = COLUMNS + popcount(start - 1) * WIDE
        to = COLUMNS + popcount(end - 1) * WIDE
        left = net[at : at + WIDE]
        reached = net[to : to + WIDE]
        out = -sign * (king if fa & ba & start else ONE)
        into = sign * (king if f & b & end else ONE)
        for j in range(WIDE):
            after[j] = before[j] + (out * left[j] + into * reached[j])
    else:  # a king that came back to where it began
        for j in range(WIDE):
            after[j] = before[j]
    word = (fp | bp) & ~(g | c)
    while word:
        square = word & -word
        word ^= square
        add_column(net, after, square, sign * (king if fp & bp & square else ONE))


@kernel("float32(float32[::1],int64,int64,int64,int64,float32[::1],float32[::1])", **FAST)
def evaluate(
    net: Floats, fa: int, ba: int, fp: int, bp: int, sums: Floats, hidden: Floats
) -> float:
    """The board's value for the active side, from nothing but its words."""
    first_sums(net, fa, ba, fp, bp, sums)
    return output_of(output_sum(net, sums, hidden))
