"""Draughts for learners of others: a move as numbered single steps, a position as planes.

Everything is as the side to move sees it: White's board is turned end for end
(:meth:`machines.games.draughts.board.Position.reversed`), so that both move forward to higher
squares.  Action ``4 * (square - 1) + way`` has the piece on ``square`` go one step, or jump, in way
0 to 3: right forward, left forward, left backward, right backward.  A multiple jump is as many
actions, one after the other, by the same side.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from machines.games.draughts.board import Move, Position, bit
from machines.games.draughts.kernels import WAYS
from machines.games.draughts.moves import legal_moves

ACTIONS = 32 * len(WAYS)
PLANES = 4


def actions_of(move: Move, black_to_move: bool) -> tuple[int, ...]:
    """The actions that make up a move."""
    path = move.squares if black_to_move else tuple(33 - square for square in move.squares)
    places = [bit(square).bit_length() - 1 for square in path]
    jump = 2 if move.captured else 1
    return tuple(
        len(WAYS) * (square - 1) + WAYS.index((there - here) // jump)
        for square, here, there in zip(path, places, places[1:], strict=False)
    )


def action_mask(position: Position, begun: Sequence[int] = ()) -> npt.NDArray[np.int8]:
    """int8[128]: 1 for each action that may come next; ``begun``: those of a jump that goes on."""
    mask, made = np.zeros(ACTIONS, dtype=np.int8), tuple(begun)
    for move in legal_moves(position):
        actions = actions_of(move, position.black_to_move)
        if actions[: len(made)] == made and len(actions) > len(made):
            mask[actions[len(made)]] = 1
    return mask


def planes(position: Position, black: bool) -> npt.NDArray[np.int8]:
    """int8[8, 8, 4], as that side sees it: its men, its kings, the other's men, the other's kings,
    each 1 where one stands."""
    seen = (position if black else position.reversed()).squares()
    return np.stack([seen == what for what in (1, 2, -1, -2)], axis=-1).astype(np.int8)
