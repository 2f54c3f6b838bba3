"""The Pegasus program as a value: chances, settings, generator; plays asked for in any number.

Michie 1963.  Either side is ``learn`` or one that doesn't: ``random`` (over squares), ``distinct``
(over essentially distinct moves, as the print-out), ``expert``, ``frozen`` (chances learned before,
handed in) or ``standard:s``.
"""

from dataclasses import dataclass, field
from typing import Annotated, Self

import numpy as np
import numpy.typing as npt

from devices.annotations import Shape, check_within
from devices.refusal import RefusedError
from machines.kernels.generator import State, generator_state
from machines.pegasus import kernels
from machines.pegasus.odds import Origin, Reinforcement
from machines.pegasus.players import Player, check_chances, read_player
from machines.pegasus.tables import tables

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass
class Pegasus:
    """The program with its two sides; all its fields are its state, so that a copy is a snapshot.

    ``generator``: a state of machines.kernels.generator.  ``chances``: positions x 9, of both
    sides.  ``origin``: the sliding origin's four numbers (:func:`machines.pegasus.kernels.slide`).
    ``plays``: how many were made.
    """

    nought: Player
    cross: Player
    reinforcement: Reinforcement
    generator: State
    chances: Floats = field(init=False)
    origin: Annotated[Floats, Shape(4)] = field(init=False)
    plays: int = field(init=False, default=0)

    @classmethod
    def between(cls, nought: str = "learn", cross: str = "random", seed: int = 1963) -> Self:
        """Two players by name (machines.pegasus.players), reinforced as in the trial runs.

        Raises RefusedError for a name that there isn't.
        """
        sides = read_player(nought, "nought"), read_player(cross, "cross")
        return cls(*sides, Reinforcement(), generator_state(seed))

    def __post_init__(self) -> None:
        made = tables().made
        nought, cross = self.nought.chances(), self.cross.chances()
        self.chances = np.where((made % 2 == 0)[:, None], nought, cross)
        self.origin = np.array([0.0, self.reinforcement.d, 0.0, 0.0])

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        check_chances(self.chances)
        check_within(-1e18, 1e18, results=self.origin[[0, 2]])
        check_within(0.0, 1e18, counts=self.origin[[1, 3]])

    def play(self, number: int) -> Integers:
        """Play that many and learn from each; the recorded plays (see kernels.py), in order."""
        if number < 0:
            raise RefusedError("plays", f"{number} is too few; expected 0 or more")
        games = np.empty(number, dtype=np.int64)
        kernels.play(
            self.chances.reshape(-1),
            int(self.nought.learns),
            int(self.cross.learns),
            self.reinforcement.multipliers(),
            int(self.reinforcement.origin),
            self.reinforcement.d,
            self.origin,
            self.generator,
            games,
        )
        self.plays += number
        return games

    def learn(self, record: int) -> None:
        """Learn from a play that was made otherwise, with somebody else on a side, as recorded."""
        if self.nought.learns or self.cross.learns:
            kernels.learn(
                record,
                self.chances.reshape(-1),
                int(self.nought.learns),
                int(self.cross.learns),
                self.reinforcement.multipliers(),
                int(self.reinforcement.origin),
                self.reinforcement.d,
                self.origin,
            )
        self.plays += 1

    def average(self) -> float:
        """mu, Nought's decayed average outcome (Cross's is its opposite); 0 with a fixed origin."""
        if self.reinforcement.origin is Origin.FIXED:
            return 0.0
        return float(self.origin[0] / self.origin[1])

    def learned(self, side: int) -> Floats:
        """The chances of one side (0 Nought, 1 Cross), 0 in the other's positions: to be frozen."""
        if side not in (0, 1):
            raise RefusedError("side", f"{side} is neither; expected 0 (Nought) or 1 (Cross)")
        mine = (tables().made % 2 == side)[:, None]
        found: Floats = np.where(mine, self.chances, 0.0)
        return found


def blocks(games: Integers, size: int = 100) -> Integers:
    """Nought's wins, draws and Cross's wins of each whole block of ``size`` plays (blocks x 3)."""
    if size < 1:
        raise RefusedError("block", f"{size} plays are too few; expected 1 or more")
    found = np.zeros((games.size // size, 3), dtype=np.int64)
    if len(found):
        kernels.tally(games[: len(found) * size], found)
    return found
