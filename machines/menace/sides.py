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
from machines.menace.kernels import BOXES
from machines.menace.opponents import row_of

Player = Cabinet | str
"""Boxes, or the name of an opponent (:mod:`machines.menace.opponents`)."""


@dataclass
class Sides:
    """Nought and Cross as the kernels are handed them; see :mod:`machines.menace.kernels`."""

    rows: npt.NDArray[np.int64]
    boxes: Lookup
    beads: npt.NDArray[np.int64]
    cabinets: tuple[Cabinet | None, Cabinet | None]

    @classmethod
    def of(cls, nought: Player, cross: Player) -> "Sides":
        """Raises RefusedError for boxes of the wrong side, a bead on the board, an unknown name."""
        cabinets = tuple(
            _checked(player, side) if isinstance(player, Cabinet) else None
            for player, side in ((nought, "O"), (cross, "X"))
        )
        rows = [
            BOXES if isinstance(player, Cabinet) else row_of(player, side)
            for player, side in ((nought, "O"), (cross, "X"))
        ]
        present = [cabinet for cabinet in cabinets if cabinet]
        beads = np.concatenate([np.zeros((0, 9), dtype=np.int64), *(c.beads for c in present)])
        return cls(
            np.array(rows, dtype=np.int64),
            _joined(tuple(cabinet.build for cabinet in present)),
            beads,
            (cabinets[0], cabinets[1]),
        )

    def give_back(self) -> None:
        """Write the beads, as the kernels have left them, into the cabinets."""
        at = 0
        for cabinet in self.cabinets:
            if cabinet:
                cabinet.beads[:] = self.beads[at : at + len(cabinet.beads)]
                at += len(cabinet.beads)


def _checked(cabinet: Cabinet, side: str) -> Cabinet:
    where = {"O": "Nought", "X": "Cross"}[side]
    if cabinet.side != side:
        raise RefusedError(where, f"has boxes of build {cabinet.build}, which play {cabinet.side}")
    if cabinet.on_board:
        raise RefusedError(where, "has beads on the board; expected the play to be finished first")
    cabinet.check(where)
    return cabinet


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
