"""Two sides put to the kernels: boxes or an opponent for Nought, boxes or an opponent for Cross.

If both sides are boxes, the kernels see one cabinet, the second player's boxes after the first's.
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.menace.beads import Cabinet
from machines.menace.build import NO_BOX, Lookup, build, lookup
from machines.menace.frozen import Frozen, standard_player
from machines.menace.kernels import BOXES
from machines.menace.opponents import row_of
from machines.noughts.players import STANDARD

Player = Cabinet | Frozen | str
"""Boxes, beads that don't learn, or the name of an opponent (machines.menace.opponents)."""


@dataclass
class Sides:
    """Nought and Cross as the kernels are handed them; see :mod:`machines.menace.kernels`."""

    rows: npt.NDArray[np.int64]
    boxes: Lookup
    beads: npt.NDArray[np.int64]
    cabinets: tuple[Cabinet | None, Cabinet | None]
    """Those sides that can learn."""
    first: tuple[int, int]
    """The row of ``beads`` in which each side's begin."""

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


def _seated(player: Player, side: str) -> Cabinet | Frozen | int:
    """The boxes, or the row that a named opponent plays by."""
    where = {"O": "Nought", "X": "Cross"}[side]
    if isinstance(player, str):
        if player.partition(":")[0] != STANDARD:
            return row_of(player, side)
        return standard_player(player, side)
    if player.side != side:
        raise RefusedError(where, f"has boxes of build {player.build}, which play {player.side}")
    if isinstance(player, Cabinet):
        if player.on_board:
            raise RefusedError(
                where, "has beads on the board; expected the play to be finished first"
            )
        player.check(where)
    return player


def _learner(seat: Cabinet | Frozen | int) -> Cabinet | None:
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
