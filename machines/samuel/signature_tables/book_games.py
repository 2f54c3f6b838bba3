"""A book game measured: at each of its boards every alternative move made, and which is the book's.

The tables are learned from this and rated by it, so that each board of a game is looked at once,
however often the game is gone through.  Boards with one legal move say nothing and are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.games.draughts import Move, Position, legal_moves
from machines.samuel.signature_tables.arrangement import COUNT
from machines.samuel.signature_tables.signatures import (
    AT_OWN,
    AT_PIECES,
    ROW,
    measure_alternatives,
    new_measurements,
)

Small = npt.NDArray[np.int8]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class MeasuredGame:
    """The alternatives of a game, board by board."""

    digits: Small
    """int8[alternatives, COUNT]: the quantised parameters of the board after each, for the side
    that has moved."""
    pieces: Small
    """int8[alternatives]: the pieces on that board."""
    material: Small
    """int8[alternatives, 2]: the material there (man 2, king 3) of that side and of the other."""
    starts: Counts
    """int64[boards + 1]: where each board's alternatives begin; behind the last, how many."""
    book: Counts
    """int64[boards]: which of all alternatives is the book's move."""

    @property
    def boards(self) -> int:
        """Boards with more than one legal move: the book moves that are learned from."""
        return len(self.book)


def measure_game(
    positions: Sequence[Position], moves: Sequence[Move], settled: bool
) -> MeasuredGame:
    """The game that goes from each position by the move that stands beside it.

    ``settled``: whether jumps that a move leads to are played out before its board is measured.
    Raises ValueError for a move that isn't legal there.
    """
    rows, *scratch = new_measurements()
    found, book, starts = [np.zeros((0, ROW), dtype=np.int8)], [], [0]
    for position, move in zip(positions, moves, strict=False):
        at = legal_moves(position).index(move)
        black = int(position.black_to_move)
        count = measure_alternatives(*position.words(), black, int(settled), rows, *scratch)
        if count > 1:
            found.append(rows[:count].astype(np.int8))
            book.append(starts[-1] + at)
            starts.append(starts[-1] + count)
    every = np.concatenate(found)
    return MeasuredGame(
        np.ascontiguousarray(every[:, :COUNT]),
        every[:, AT_PIECES].copy(),
        np.ascontiguousarray(every[:, AT_OWN:ROW]),
        np.array(starts, dtype=np.int64),
        np.array(book, dtype=np.int64),
    )
