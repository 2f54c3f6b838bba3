"""Which boxes a MENACE is built of, their numbers, and how a board is laid before its box.

A box stands for an essentially distinct unfinished board with the machine's side to move, drawn on
its face in standard form (:mod:`machines.games.noughts.symmetry`); the forced last move needs
none.  By
stage (the number of the move to be made)::

        build     stage 1   3    5    7          boxes   beads at 4, 3, 2, 1
        304             1  12  108  183            304   1720
        287L            1  12  108  166            287   1674
        287W            1  12  108  166            287   1674

        build     stage 2   4    6    8          boxes
        second          3  38  153   95            289

Michie speaks of 287 boxes and doesn't say which; both rules below drop 17 of stage 7 and both are
hypotheses (docs/sources/menace.md, section 2).  Where a rule has no box, the play is taken as
foregone and stops there.  Boxes are numbered from 1, by stage, and within a stage in the order of
:func:`machines.games.noughts.symmetry.distinct_boards`; that order is ours, since Michie's chart
of code numbers isn't known.
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts import symmetry
from machines.games.noughts.board import Board
from machines.games.noughts.kernels import BOARDS, index_of

NO_BOX, FOREGONE_LOSS, FOREGONE_WIN = -1, -2, -3
"""In :func:`lookup` where there is no box: not the machine's turn or a forced move; by rule L; by
rule W."""

Lookup = npt.NDArray[np.int16]
"""Shape (2, 19683): for each board the place of its box (or one of the above), and the turn that
lays the board as the box's face shows it."""


@dataclass(frozen=True)
class Build:
    """A way to build the machine."""

    name: str
    side: str  # ``"O"``: opens; ``"X"``: the second player's boxes
    reason: str  # Why one might build it so, for its label
    faces: tuple[Board, ...]  # The boards on the boxes' faces; box number n is ``faces[n - 1]``
    foregone: tuple[Board, ...] = ()  # Have no box by the build's rule, in standard form
    foregone_for: str = ""  # The side for which those are won

    def stage(self, number: int) -> int:
        """The move, 1..8, that box ``number`` decides."""
        return self.faces[number - 1].ply + 1

    def colours(self, number: int) -> tuple[int, ...]:
        """The squares, which are the colours, that have beads in box ``number`` at the start."""
        return symmetry.distinct_moves(self.faces[number - 1])


@dataclass(frozen=True)
class Laid:
    """How the visitor's board lies before its box."""

    number: int  # The box's number, from 1
    face: Board  # What is drawn on it
    turn: int  # The turn (0..7) that brings the board to the face

    def to_board(self, square: int) -> int:
        """The board's square for a square of the face: for a bead's colour, the move."""
        return symmetry.BACK[self.turn][square]

    def in_words(self) -> str:
        """What to do with the board: ``"mirror in the diagonal 1-5, then turn half round"``."""
        ways = ("", "a quarter clockwise", "half round", "a quarter anticlockwise")
        quarters = ways[self.turn % 4]
        mirror = "mirror in the diagonal 1-5" if self.turn > 3 else ""
        turning = f"turn {quarters}" if quarters else ""
        return ", then ".join(part for part in (mirror, turning) if part) or "as it lies"


def is_lost(board: Board) -> bool:
    """Rule L: Cross has two winning squares or more, Nought to move has none."""
    return board.winning_squares("X").bit_count() >= 2 and not board.winning_squares("O")


def is_fork_won(board: Board) -> bool:
    """Rule W: Nought has two winning squares or more and Cross none."""
    return board.winning_squares("O").bit_count() >= 2 and not board.winning_squares("X")


NAMES = ("304", "287L", "287W", "second")
EVERY_BOX = {"O": "304", "X": "second"}
"""By side: the build that has a box for every position."""
OTHER_SIDE = {"O": "X", "X": "O"}


@functools.cache
def build(name: str) -> Build:
    """The build of that name (see :data:`NAMES`); raises RefusedError for another."""
    opening = tuple(face for ply in (0, 2, 4, 6) for face in symmetry.distinct_boards(ply))
    if name == "304":
        reason = "Every essentially distinct position with Nought to move. The photograph of 1963 "
        return Build(name, "O", reason + "shows about 305 boxes.", opening)
    if name == "287L":
        gone = tuple(face for face in opening if face.ply == 6 and is_lost(face))
        reason = "Hypothesis: without the 17 boxes in which the play is already lost."
        return Build(name, "O", reason, _without(opening, gone), gone, "X")
    if name == "287W":
        gone = tuple(face for face in opening if face.ply == 6 and is_fork_won(face))
        reason = "Hypothesis: without the 17 boxes in which the play is already won."
        return Build(name, "O", reason, _without(opening, gone), gone, "O")
    if name == "second":
        faces = tuple(face for ply in (1, 3, 5, 7) for face in symmetry.distinct_boards(ply))
        return Build(name, "X", "Every essentially distinct position with Cross to move.", faces)
    raise RefusedError("build", f"is {name!r}; expected one of {', '.join(NAMES)}")


def _without(faces: tuple[Board, ...], gone: tuple[Board, ...]) -> tuple[Board, ...]:
    return tuple(face for face in faces if face not in gone)


@functools.cache
def _numbers(name: str) -> dict[Board, int]:
    return {face: number for number, face in enumerate(build(name).faces, 1)}


def lay(name: str, board: Board, where: str = "board") -> Laid | None:
    """Build ``name``'s box for ``board``, and how the board lies before it.

    None where the play is foregone by the build's rule.  Raises RefusedError if there is no box
    since the play is over, it is the other side's turn, or one square is left.
    """
    made = build(name)
    if board.finished:
        raise RefusedError(where, "is the end of a play; expected an unfinished one")
    if board.to_move != made.side:
        raise RefusedError(where, f"has {board.to_move} to move; expected {made.side} to move")
    if board.ply == 8:
        raise RefusedError(where, "has one square left, which is played without a box")
    face, turn = symmetry.standard(board)
    number = _numbers(name).get(face)
    return None if number is None else Laid(number, face, turn)


@functools.cache
def lookup(name: str) -> Lookup:
    """For kernels: box and turn of every board; not to be written to."""
    made, numbers = build(name), _numbers(name)
    table = np.full((2, BOARDS), NO_BOX, dtype=np.int16)
    missing = FOREGONE_WIN if made.foregone_for == made.side else FOREGONE_LOSS
    for board in symmetry.boards():
        face, turn = symmetry.standard(board)
        if face in numbers:
            table[:, index_of(board)] = numbers[face] - 1, turn
        elif face in made.foregone:
            table[:, index_of(board)] = missing, turn
    return table
