"""Samuel's ply rules in plain code, to check the program's look-ahead: how many boards it visits
and why each branch ends.

Samuel 1959, "Ply limitations"; docs/sources/samuel.md, item 10.  A board here is a dict from square
(1 to 32) to piece (``b`` ``B`` ``w`` ``W``); nothing of the program's own look-ahead is used.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

Board = dict[int, str]
LOST, ROOM, QUIET, CALM, NO_JUMP, AHEAD = (
    "no move", "20 plies", "3: (1) (2) (3)", "4: (1) (3)", "5 to 19: no jump", "11 to 19: ahead",
)  # fmt: skip
"""Why a branch ends; each name is a line of the paper's table."""
LEAST, NEXT, LATER, FAR, MOST = 3, 4, 5, 11, 20
"""Plies at which the table's lines begin."""
TWO_KINGS = 6
"""In units of which a man counts two and a king three."""


class Step(NamedTuple):
    """A plain move, or one jump of a move."""

    start: int
    end: int
    taken: int
    """The square of the piece that is jumped; 0: none."""


def _place(square: int) -> tuple[int, int]:
    row, number = divmod(square - 1, 4)
    return row, 2 * number + (row % 2 == 0)


_SQUARES = {_place(square): square for square in range(1, 33)}


def _far(square: int, down: int, right: int, steps: int) -> int:
    """The square so many steps away on a diagonal; 0: there is none."""
    row, column = _place(square)
    return _SQUARES.get((row + down * steps, column + right * steps), 0)


def _ways(piece: str) -> Iterator[tuple[int, int]]:
    for down in (1, -1):
        if piece.isupper() or down == (1 if piece == "b" else -1):
            yield down, -1
            yield down, 1


def steps_of(board: Board, side: str, only: int = 0) -> list[Step]:
    """The side's jumps (of the piece on ``only`` alone, if that is given); without any its plain
    moves."""
    jumps, plain = [], []
    for square, piece in board.items():
        if piece.lower() != side or only not in (0, square):
            continue
        for down, right in _ways(piece):
            near, behind = (_far(square, down, right, steps) for steps in (1, 2))
            if near and near not in board:
                plain.append(Step(square, near, 0))
            elif near and behind and board[near].lower() != side and behind not in board:
                jumps.append(Step(square, behind, near))
    return jumps or plain


def after(board: Board, step: Step) -> Board:
    """The board after a step; a man on the last row is crowned."""
    made = {square: piece for square, piece in board.items() if square != step.taken}
    piece = made.pop(step.start)
    crowned = step.end > 28 if piece == "b" else step.end < 5
    made[step.end] = piece.upper() if crowned else piece
    return made


def _other(side: str) -> str:
    return "w" if side == "b" else "b"


def offers_exchange(board: Board, side: str) -> bool:
    """Whether there is a plain move that forces a jump, and each such jump is answered by jumping
    the piece that has jumped."""
    for move in steps_of(board, side):
        made = after(board, move)
        jumps = _jumps(made, _other(side))
        if jumps and all(
            any(answer.taken == jump.end for answer in _jumps(after(made, jump), side))
            for jump in jumps
        ):
            return True
    return False


def _jumps(board: Board, side: str) -> list[Step]:
    return [step for step in steps_of(board, side) if step.taken]


def _material(board: Board, side: str) -> int:
    return sum(3 if piece.isupper() else 2 for piece in board.values() if piece.lower() == side)


@dataclass
class Walk:
    """What a look-ahead from one board comes to."""

    boards: int = 0
    ends: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How many branches end, by ply and by rule."""

    @property
    def scored(self) -> int:
        """Boards that are evaluated: a lost game is not."""
        return sum(count for (_, rule), count in self.ends.items() if rule != LOST)

    @property
    def deepest(self) -> int:
        """The greatest ply."""
        return max(ply for ply, _ in self.ends)

    def go(self, board: Board, side: str) -> "Walk":
        """Walk all of it."""
        self._visit(board, side, 0, jumped=False, start=True)
        return self

    def _visit(
        self, board: Board, side: str, ply: int, jumped: bool, start: bool, only: int = 0
    ) -> None:
        """A board with ``side`` to move; ``only``: the piece that goes on jumping; ``start``:
        nothing but jumps of the first move lead there."""
        self.boards += 1
        steps = steps_of(board, side, only)
        pending = bool(steps and steps[0].taken)
        rule = LOST if not steps else "" if start else self._rule(board, side, ply, pending, jumped)
        if rule:
            self.ends[ply, rule] += 1
            return
        for step in steps:
            made = after(board, step)
            on = step.taken and made[step.end] == board[step.start]
            if on and any(further.taken for further in steps_of(made, side, step.end)):
                self._null(made, side, ply + 1, start, step.end)
            else:
                self._visit(made, _other(side), ply + 1, bool(step.taken), start=False)

    def _null(self, board: Board, side: str, ply: int, start: bool, only: int) -> None:
        """Within a multiple jump of ``side``: the other side's only move, a ply, is the null
        reply."""
        self.boards += 1
        rule = "" if start else self._rule(board, _other(side), ply, pending=True, jumped=True)
        if rule:
            self.ends[ply, rule] += 1
        else:
            self._visit(board, side, ply + 1, jumped=False, start=start, only=only)

    def _rule(self, board: Board, side: str, ply: int, pending: bool, jumped: bool) -> str:
        """By which rule the branch ends here; empty: it goes on."""
        if ply >= MOST:
            return ROOM
        if ply < LEAST:
            return ""
        if ply < LATER:
            waits = pending or (ply < NEXT and jumped) or offers_exchange(board, side)
            return "" if waits else QUIET if ply < NEXT else CALM
        if not pending:
            return NO_JUMP
        ahead = abs(_material(board, "b") - _material(board, "w")) > TWO_KINGS
        return AHEAD if ply >= FAR and ahead else ""
