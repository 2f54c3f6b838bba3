"""A small MENACE for a lesson: the boxes that a play from a given board can need.

As in the whole machine, turned and mirrored boards share a box, and equal moves share a colour.  A
board with one empty square needs no box.
"""

from dataclasses import dataclass

from machines.noughts.board import Board
from machines.noughts.symmetry import distinct_moves, standard

FIRST_BEADS, LATER_BEADS = 2, 1
"""Of each colour, in the first box and in the others."""


@dataclass(frozen=True)
class SmallBox:
    """A box: its number, its board as a play first comes to it, and the moves it has beads for."""

    number: int
    board: Board
    moves: tuple[int, ...]
    beads: int  # Of each colour


def small_boxes(start: Board) -> tuple[SmallBox, ...]:
    """All boxes of the side to move at ``start``, in the order in which plays come to them."""
    found: dict[Board, SmallBox] = {}
    waiting = [start]
    while waiting:
        board = waiting.pop(0)
        form, _ = standard(board)
        if form in found or len(board.moves) < 2:
            continue
        beads = FIRST_BEADS if board == start else LATER_BEADS
        found[form] = SmallBox(len(found) + 1, board, distinct_moves(board), beads)
        after = [board.play(square) for square in found[form].moves]
        waiting += [one.play(reply) for one in after for reply in one.moves]
    return tuple(found.values())
