"""Nought and Cross as boxes or opponents, for kernels or move by move.

If both sides are boxes, the kernels see one cabinet, the second player's boxes after the first's.
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.games.noughts.board import SIDE_NAMES, Board
from machines.games.noughts.kernels import RANDOM, choose, index_of
from machines.games.noughts.players import LEARNED, STANDARD
from machines.games.noughts.symmetry import BACK
from machines.kernels.generator import State
from machines.menace import opponents
from machines.menace.beads import Cabinet
from machines.menace.build import NO_BOX, Lookup, build, lookup
from machines.menace.kernels import BOXES, draw_colour, row_in_game

Player = Cabinet | opponents.Frozen | str
"""Boxes, beads that don't learn, or the name of an opponent (machines.menace.opponents)."""


Chooser = int | opponents.Frozen
"""A row of choices, or weights that don't change."""


def check_opponent(name: str, side: str) -> None:
    """Raises RefusedError unless ``name`` can play ``side``."""
    if name not in (opponents.VISITOR, opponents.SECOND_CABINET):
        chooser(name, side)


@functools.lru_cache(maxsize=64)
def chooser(name: str, side: str) -> Chooser:
    """Who plays ``side`` by that name; raises RefusedError."""
    if name.partition(":")[0] == STANDARD:
        return opponents.standard_player(name, side)
    if name in LEARNED:
        return opponents.learned_player(name, side)
    return opponents.row_of(name, side)


def other_square(name: str, board: Board, number: int, state: State) -> int:
    """Its square on ``board`` in play ``number`` of the day, which 1961 goes by.

    It draws from the generator as machines.menace.kernels does, so that a play at the table is the
    play that a tournament from the same generator would have had.
    """
    found = chooser(name, board.to_move)
    index = index_of(board)
    if isinstance(found, opponents.Frozen):
        box, turn = (int(value) for value in lookup(found.build)[:, index])
        if box >= 0:
            return BACK[turn][draw_colour(found.beads, box, state)]
        found = RANDOM  # the forced last move
    squares = int(opponents.all_choices()[row_in_game(found, number), index])
    return int(choose(squares, state))


@dataclass
class Sides:
    """Nought and Cross as the kernels are handed them; see :mod:`machines.menace.kernels`."""

    rows: npt.NDArray[np.int64]
    boxes: Lookup
    beads: npt.NDArray[np.int64]
    cabinets: tuple[Cabinet | None, Cabinet | None]  # Those sides that can learn
    first: tuple[int, int]  # The row of ``beads`` in which each side's begin

    @classmethod
    def of(cls, nought: Player, cross: Player) -> "Sides":
        """Raises RefusedError for boxes of the wrong side, a bead on the board, an unknown name."""
        seats = _seated(nought, "O"), _seated(cross, "X")
        boxed = [seat for seat in seats if not isinstance(seat, int)]
        beads = np.concatenate([np.zeros((0, 9), dtype=np.int64), *(seat.beads for seat in boxed)])
        return cls(
            np.array([s if isinstance(s, int) else BOXES for s in seats], dtype=np.int64),
            _joined(tuple(seat.build for seat in boxed)),
            beads,
            (_learner(seats[0]), _learner(seats[1])),
            (0, 0 if isinstance(seats[0], int) else len(seats[0].beads)),
        )

    def give_back(self) -> None:
        """Write the beads, as the kernels have left them, into the cabinets."""
        for first, cabinet in zip(self.first, self.cabinets, strict=True):
            if cabinet:
                cabinet.beads[:] = self.beads[first : first + len(cabinet.beads)]


def _seated(player: Player, side: str) -> Cabinet | opponents.Frozen | int:
    """The boxes, or the row that a named opponent plays by."""
    where = SIDE_NAMES[side]
    if isinstance(player, str):
        return chooser(player, side)
    if player.side != side:
        raise RefusedError(where, f"has boxes of build {player.build}, which play {player.side}")
    if isinstance(player, Cabinet):
        if player.on_board:
            raise RefusedError(
                where, "has beads on the board; expected the play to be finished first"
            )
        player.check(where)
    return player


def _learner(seat: Cabinet | opponents.Frozen | int) -> Cabinet | None:
    return seat if isinstance(seat, Cabinet) else None


@functools.cache
def _joined(names: tuple[str, ...]) -> Lookup:
    """The lookups of these builds in one, the boxes counted on from build to build."""
    table = np.full_like(lookup("304"), NO_BOX)
    before = 0
    for name in names:
        own = lookup(name)
        there = own[0] != NO_BOX
        table[:, there] = own[:, there]
        table[0, own[0] >= 0] += before
        before += len(build(name).faces)
    return table
