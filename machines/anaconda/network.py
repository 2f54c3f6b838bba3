"""Anaconda's network: 32 squares, 91 windows, 40, 10 and 1 node; 5,046 weights and a king's value.

Chellapilla and Fogel 2000, section 3 and Figs 2 and 3.  Each of the 91 nodes of the first hidden
layer sees one square window of the board of 3x3 to 8x8, that is, the playing squares in it; the
other layers are fully connected; every node has a bias and the hyperbolic tangent.  The sum of the
32 inputs goes to the output node as well, unweighted: no weight is left over for it in 5,046.

    layer    nodes   weights                      biases   offsets in :attr:`Network.weights`
    first    91      854 (a window's squares)     91       0     854
    second   40      40 x 91 = 3640               40       945   4585
    third    10      10 x 40 = 400                10       4625  5025
    output   1       10                           1        5035  5045

Within a layer the weights stand node by node, each node's in the order of what it sees (squares
ascending).  Windows stand by size, 3x3 first, then row by row from the row of squares 1 to 4::

    size     3x3     4x4     5x5     6x6     7x7     8x8
    windows  36      25      16      9       4       1        together 91
    squares  4, 5    8       12, 13  18      24, 25  32       together 854

An input is 0 for an empty square, +1 for a man and +K for a king of the player whose board it is,
-1 and -K for the opponent's.  K is evolved beside the weights and is not one of them.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.exhibit import snapshot

Weights = npt.NDArray[np.float32]
"""Shape (5046,)."""

ROWS = 8
SIZES = (3, 4, 5, 6, 7, 8)


def place(square: int) -> tuple[int, int]:
    """Row 0..7 (that of squares 1 to 4 is 0) and column 0..7 of a standard square 1..32."""
    row, index = divmod(square - 1, 4)
    return row, 2 * index + (row + 1) % 2


@dataclass(frozen=True)
class Window:
    """What one node of the first hidden layer sees."""

    size: int  # Rows, and columns: 3 to 8
    row: int  # Its first row, 0..8 - size
    column: int
    squares: tuple[int, ...]  # The standard squares in it, ascending


def _window(size: int, row: int, column: int) -> Window:
    places = ((square, *place(square)) for square in range(1, 33))
    squares = (s for s, r, c in places if 0 <= r - row < size and 0 <= c - column < size)
    return Window(size, row, column, tuple(squares))


WINDOWS: tuple[Window, ...] = tuple(
    _window(size, row, column)
    for size in SIZES
    for row in range(ROWS - size + 1)
    for column in range(ROWS - size + 1)
)
"""The 91 windows in their order."""

FIRST, SECOND, THIRD = len(WINDOWS), 40, 10
"""Nodes of the hidden layers."""
CONNECTIONS = sum(len(window.squares) for window in WINDOWS)
"""854: from squares to windows."""

FIRST_BIASES = CONNECTIONS
SECOND_WEIGHTS = FIRST_BIASES + FIRST
SECOND_BIASES = SECOND_WEIGHTS + SECOND * FIRST
THIRD_WEIGHTS = SECOND_BIASES + SECOND
THIRD_BIASES = THIRD_WEIGHTS + THIRD * SECOND
OUTPUT_WEIGHTS = THIRD_BIASES + THIRD
OUTPUT_BIAS = OUTPUT_WEIGHTS + THIRD
WEIGHTS = OUTPUT_BIAS + 1
"""5,046."""

INITIAL_RANGE = 0.2
"""Weights and biases begin uniformly in [-0.2, 0.2] (section 3)."""
INITIAL_KING = 2.0
LEAST_KING, MOST_KING = 1.0, 3.0
MOST_WEIGHT = 1e6
"""A file with a weight beyond this is refused: no run comes near it, and floats lose the sums."""

VERSION = 1
"""Of a network's bytes."""


@dataclass(frozen=True, eq=False)
class Network:
    """A player's evaluation of boards."""

    weights: Weights  # All weights and biases, in the order above
    king: float = INITIAL_KING  # K, 1 to 3

    def __eq__(self, other: object) -> bool:
        """The same weights bit for bit, and the same K."""
        if not isinstance(other, Network):
            return NotImplemented
        return self.king == other.king and self.weights.tobytes() == other.weights.tobytes()

    def __hash__(self) -> int:
        return hash((self.king, self.weights.tobytes()))

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check(self, "network")

    def to_bytes(self) -> bytes:
        """As a player's file has it."""
        return snapshot.pack(self, VERSION)

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "network") -> Self:
        """What :meth:`to_bytes` wrote.

        Raises RefusedError for bytes cut short or damaged, for another shape, and for values that
        are no numbers or out of range.
        """
        network = snapshot.unpack(data, cls, VERSION, where)
        check(network, where)
        return network


def check(network: Network, where: str) -> None:
    """Raises RefusedError unless it is 5,046 finite float32 and a K from 1 to 3."""
    weights: Any = network.weights
    if not isinstance(weights, np.ndarray) or weights.dtype != np.float32:
        raise RefusedError(where, f"its weights are no float32; expected {WEIGHTS} of them")
    if weights.shape != (WEIGHTS,):
        shape = " x ".join(map(str, weights.shape)) or "one number"
        raise RefusedError(where, f"has weights of shape {shape}; expected {WEIGHTS}")
    wrong = np.flatnonzero(~(np.abs(weights) <= MOST_WEIGHT))
    if wrong.size:
        first = int(wrong[0])
        raise RefusedError(
            where,
            f"weight {first} is {weights[first]}; expected a number from "
            f"-{MOST_WEIGHT:.0f} to {MOST_WEIGHT:.0f}",
        )
    king: Any = network.king
    if not isinstance(king, float) or not LEAST_KING <= king <= MOST_KING:
        raise RefusedError(where, f"its K is {king}; expected {LEAST_KING} to {MOST_KING}")


def new_network(generator: np.random.Generator) -> Network:
    """A network of generation 0: all of [-0.2, 0.2] alike, K = 2."""
    drawn = generator.uniform(-INITIAL_RANGE, INITIAL_RANGE, WEIGHTS)
    return Network(drawn.astype(np.float32), INITIAL_KING)
